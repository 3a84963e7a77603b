//! Scenes as SVG text.
//!
//! Colours stand in classes: `f-card` fills with the colour of cards, `s-card` strokes with it. Each class asks for a
//! variable, `--tercet-card`, and has the theme's colour where there is none or nobody knows variables. A page that sets the variables changes the
//! theme of every picture on it without drawing any anew; see [`stylesheet`].

mod glyphs;
mod looks;
mod path;
mod style;
mod words;
mod writer;

use std::fmt::{self, Write as _};

use tercet_scene::{Scene, UNITS};

use self::style::style;
pub use self::style::stylesheet;
use self::writer::Writer;
use crate::Theme;

/// How an SVG is written.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgOptions {
    /// In which colours.
    pub theme: Theme,
    /// Where they stand.
    pub styles: Styles,
    /// The picture's size on paper or screen, of its natural one.
    pub scale: f64,
}

impl SvgOptions {
    /// A file of its own in this theme.
    pub fn new(theme: Theme) -> SvgOptions {
        SvgOptions { theme, styles: Styles::Inside, scale: 1.0 }
    }
}

/// Where the colours of an SVG stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Styles {
    /// In the SVG itself: a file that needs no other.
    Inside,
    /// In the [`stylesheet`] of the page that shows it: nothing in the SVG depends on a theme.
    OfThePage,
}

/// Writes a scene as SVG.
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let mut writer = Writer::default();
    writer.count(&scene.nodes);
    written(writer.nodes(&scene.nodes));
    let mut out = String::with_capacity(writer.body.len() + 4096);
    written(head(scene, options, &mut out));
    if options.styles == Styles::Inside {
        written(style(&writer.used, &options.theme, &mut out));
    }
    writer.define_and_write(&mut out);
    out.push_str("</svg>\n");
    out
}

fn written(result: fmt::Result) {
    result.expect("a string takes any text");
}

fn head(scene: &Scene, options: &SvgOptions, out: &mut String) -> fmt::Result {
    let side = |units: i32| number(f64::from(units) * options.scale / f64::from(UNITS));
    let can_be_touched = scene.groups().any(|group| group.touch.is_some());
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tercet\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"none\" role=\"{}\" aria-label=\"{}\"",
        side(scene.width),
        side(scene.height),
        scene.width,
        scene.height,
        if can_be_touched { "group" } else { "img" },
        Escaped(&scene.title)
    )?;
    if let Some(phrase) = &scene.phrase {
        write!(out, " data-verb=\"{}\" data-parts=\"{}\"", Escaped(&phrase.verb), phrase.parts)?;
    }
    out.write_str(">\n")
}

/// Percent as a share of one.
fn share(percent: u8) -> String {
    number(f64::from(percent) / 100.0)
}

/// A number with at most five digits after the point, no zeros at its end and none before its point.
fn number(value: f64) -> String {
    let mut text = format!("{value:.5}");
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    let sign = usize::from(value < 0.0);
    if text[sign..].starts_with("0.") {
        text.remove(sign);
    }
    text
}

/// A few letters that stand for a text: the same for the same in every picture.
fn mark(text: &str) -> String {
    // FNV-1a: few texts in a picture, and marks that never change.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, hash) >> 16;
    let digit = |nth: u32| char::from_digit((hash / 36u64.pow(nth) % 36) as u32, 36);
    (0..7).filter_map(digit).collect()
}

/// Text as XML writes it, in attributes and between tags.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&#34;"),
            // Control characters can't stand in XML at all.
            letter if letter.is_control() => f.write_str(" "),
            letter => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_from_outside_stay_words() {
        assert_eq!(Escaped("a<b> & \"c\"\u{0}").to_string(), "a&lt;b&gt; &amp; &#34;c&#34; ");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.5, -12.340_001, 100.0, -0.25, 0.0].map(number),
            ["1", ".5", "-12.34", "100", "-.25", "0"]
        );
    }
}
