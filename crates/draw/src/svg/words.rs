//! Words: lines, their words and their glyphs, each written once.

use std::fmt::{self, Write as _};

use tercet_scene::{Anchor, Text, Weight};

use super::writer::Writer;
use super::{Escaped, mark, number};
use crate::font::{self, Glyph, Setting};

/// Longer words get no name of their own.
const SHORT: usize = 7;

impl Writer {
    pub(super) fn count_line(&mut self, text: &Text) {
        let line = self.lines.entry(words_name(text.weight, &text.words)).or_default();
        *line += 1;
        if *line == 1 && text.words.contains(' ') {
            for word in text.words.split(' ').filter(|word| is_long(word)) {
                *self.words.entry(words_name(text.weight, word)).or_default() += 1;
            }
        }
    }

    pub(super) fn text(&mut self, text: &Text) -> fmt::Result {
        let setting = font::set(text);
        if !font::can_set(&text.words) {
            return self.shown_words(text, &setting);
        }
        let name = words_name(text.weight, &text.words);
        let is_shared = self.lines.get(&name).is_some_and(|count| *count > 1);
        let (x, y) = setting.origin;
        // A hundredth of a pixel is fine enough for a place.
        let tenth = |value: f64| number((value * 10.0).round() / 10.0);
        let (x, y, scale) = (tenth(x), tenth(y), number(setting.scale));
        let line = self.line(text, &setting)?;
        if line.is_empty() {
            return Ok(());
        }
        // A line of one reference is that reference.
        let alone = line.strip_prefix("<use href=\"#").and_then(|rest| rest.strip_suffix("\"/>"));
        let used = if is_shared { Some(name.as_str()) } else { alone.filter(|rest| !rest.contains('"')) };
        match used {
            Some(name) => write!(self.body, "<use href=\"#{name}\"")?,
            None => self.body.write_str("<g")?,
        }
        self.paints(Some(text.paint), None)?;
        write!(self.body, " transform=\"translate({x} {y}) scale({scale})\"")?;
        match used {
            Some(_) => self.body.write_str("/>\n")?,
            None => writeln!(self.body, ">{line}</g>")?,
        }
        if is_shared {
            self.shared.insert(name, line);
        }
        Ok(())
    }

    /// Words that the embedded font can't set are left to the fonts of whoever shows the picture: names may be written in
    /// any script.
    fn shown_words(&mut self, text: &Text, setting: &Setting) -> fmt::Result {
        let anchor = match text.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.body.write_str("<text")?;
        self.paints(Some(text.paint), None)?;
        let widest = text.room.map_or(f64::INFINITY, |room| f64::from(room) / guessed_width(&text.words));
        let size = number((setting.scale * font::EM).min(widest).round());
        let y = number(setting.origin.1.round());
        let weight = if text.weight == Weight::Bold { "bold" } else { "normal" };
        write!(
            self.body,
            " x=\"{}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" font-family=\"sans-serif\" \
             text-anchor=\"{anchor}\" direction=\"ltr\"",
            text.at.x
        )?;
        writeln!(self.body, ">{}</text>", Escaped(&text.words))
    }

    /// The words of a line in the font's units; those that other lines have, too, by reference.
    fn line(&mut self, text: &Text, setting: &Setting) -> Result<String, fmt::Error> {
        let mut out = String::new();
        let mut glyphs = &setting.glyphs[..];
        for word in text.words.split(' ') {
            let (own, rest) = glyphs.split_at(word.chars().count());
            // The space behind it has no outline.
            glyphs = rest.get(1..).unwrap_or_default();
            let name = words_name(text.weight, word);
            let start = own.first().map_or(0.0, |glyph| glyph.1);
            if text.words.contains(' ') && self.words.get(&name).is_some_and(|count| *count > 1) {
                reference(&mut out, &name, start)?;
                let word = self.word(own, start)?;
                self.shared.insert(name, word);
            } else {
                out.push_str(&self.word(own, 0.0)?);
            }
        }
        Ok(out)
    }

    /// The glyphs of a word, counted from here.
    fn word(&mut self, glyphs: &[(Glyph, f64)], from: f64) -> Result<String, fmt::Error> {
        let mut out = String::new();
        for &(glyph, along) in glyphs.iter().filter(|(glyph, _)| !glyph.outline().steps.is_empty()) {
            reference(&mut out, &glyph.name(), along - from)?;
            *self.glyphs.entry(glyph).or_default() += 1;
        }
        Ok(out)
    }
}

/// How wide words are, in the height of their line, whatever font shows them: ideographs and emoji are about as wide as
/// high, letters of alphabets narrower.
fn guessed_width(words: &str) -> f64 {
    words.chars().map(|letter| if letter >= '\u{1100}' { 1.0 } else { 0.65 }).sum()
}

/// Is a reference shorter than the glyphs?
pub(super) fn is_long(words: &str) -> bool {
    words.chars().count() > 1
}

/// Something that is defined elsewhere, so far along the line.
fn reference(out: &mut String, name: &str, along: f64) -> fmt::Result {
    write!(out, "<use href=\"#{name}\"")?;
    if along > 0.0 {
        write!(out, " x=\"{}\"", number(along))?;
    }
    out.write_str("/>")
}

/// The name of words: the same for the same words in every picture, and fit for an id.
fn words_name(weight: Weight, words: &str) -> String {
    let kind = if weight == Weight::Bold { "wb" } else { "wr" };
    let is_fit =
        words.len() <= SHORT && words.chars().all(|letter| letter == ' ' || letter.is_ascii_alphanumeric());
    if is_fit { format!("{kind}{}", words.replace(' ', "_")) } else { format!("{kind}.{}", mark(words)) }
}

#[cfg(test)]
mod tests {
    use tercet_scene::{Node, Role, Text};

    use super::Writer;

    fn body(words: &str) -> String {
        let mut writer = Writer::default();
        writer.nodes(&[Node::from(Text::new((100, 50), 200, Role::Ink, words).within(400))]).unwrap();
        writer.body
    }

    #[test]
    fn words_that_the_font_cannot_set_are_text() {
        for words in ["花子", "🦊", "ليلى", "שרה", "Ana 🦊"] {
            let text = body(words);
            assert!(text.starts_with("<text") && text.contains(&format!(">{words}</text>")), "{text}");
        }
        assert!(body("花子花子").contains("font-size=\"100\""), "it has no more room");
        for words in ["Ana", "Łukasz", "Ωμέγα", "Иван"] {
            assert!(!body(words).contains("<text"), "{words}");
        }
        assert!(body("<b>花</b>").contains("&lt;b&gt;"), "a name is never markup");
    }
}
