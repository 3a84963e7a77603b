//! What several groups look like, written once: half of the text of a picture with hundreds of cards.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::Range;

use super::writer::Writer;
use super::{mark, written};

/// From what length of text on looks are shared. Where there is less to write, whatever moves a group finds all that it
/// shows in it.
const SHARED_FROM: usize = 100_000;
/// How much text a reference takes, and how much a definition takes beyond the look itself.
const REFERENCE: usize = 24;
const DEFINITION: usize = 38;

/// The most text of a picture.
const MOST_TEXT: usize = 199_000;

/// Where in the body a look is, in the order of writing: of two that begin together, the longer comes first.
type Place = (usize, Reverse<usize>);

impl Writer {
    /// What was written since then is a look.
    pub(super) fn note_look(&mut self, start: usize) {
        if self.body.len() > start + REFERENCE {
            self.looks.push(start..self.body.len());
        }
    }

    /// Writes what is used by reference, then the body.
    pub(super) fn define_and_write(&self, out: &mut String) {
        let shared = self.shared_looks();
        let mut rest = String::with_capacity(self.body.len());
        written(self.definitions(&shared, &mut rest));
        let has_definitions = !(self.glyphs.is_empty() && rest.is_empty());
        if has_definitions {
            rest.push_str("</defs>\n");
        }
        self.write_part(&shared, 0..self.body.len(), &mut rest);
        if has_definitions {
            out.push_str("<defs>\n");
        }
        self.write_with_outlines(&rest, MOST_TEXT.saturating_sub(out.len()), out);
    }

    /// The looks that are worth a definition, each wherever it is. The longest are chosen first; the shorter ones in them
    /// are counted once for each, since that is how often they are written.
    fn shared_looks(&self) -> BTreeMap<Place, &str> {
        let mut shared = BTreeMap::new();
        if self.body.len() < SHARED_FROM {
            return shared;
        }
        let mut looks: Vec<(&str, usize)> =
            self.looks.iter().map(|look| (&self.body[look.clone()], look.start)).collect();
        looks.sort_unstable_by_key(|&(look, start)| (Reverse(look.len()), look, start));
        looks.dedup();
        // Where nothing is written any more, because a longer look was there before.
        let mut is_written = vec![true; self.body.len()];
        for same in looks.chunk_by(|one, other| one.0 == other.0) {
            let starts: Vec<usize> = same.iter().map(|each| each.1).filter(|&at| is_written[at]).collect();
            let (look, count) = (same[0].0, starts.len());
            if count * look.len() <= count * REFERENCE + DEFINITION + look.len() {
                continue;
            }
            for (nth, start) in starts.into_iter().enumerate() {
                shared.insert((start, Reverse(start + look.len())), look);
                // The definition has the text of the first.
                is_written[start..start + look.len()].fill(nth == 0);
            }
        }
        shared
    }

    /// What is used by reference, glyphs aside: lines of words and looks.
    fn definitions(&self, shared: &BTreeMap<Place, &str>, out: &mut String) -> fmt::Result {
        for (name, line) in &self.shared {
            writeln!(out, "<g id=\"{name}\">{line}</g>")?;
        }
        // By their text, so that the order is that of no position.
        let first = shared.iter().rev().map(|(&(start, Reverse(end)), look)| (*look, start..end));
        for (look, range) in first.collect::<BTreeMap<_, _>>() {
            // Where a look is used, rules see the look alone and nothing around it; they ask for the class of the picture.
            writeln!(out, "<g id=\"{}\" class=\"tercet\">", look_name(look))?;
            self.write_part(shared, range, out);
            out.write_str("</g>\n")?;
        }
        Ok(())
    }

    /// A part of the body with references to the shared looks in it, itself aside.
    fn write_part(&self, shared: &BTreeMap<Place, &str>, part: Range<usize>, out: &mut String) {
        let mut at = part.start;
        let inside = shared.range((part.start, Reverse(usize::MAX))..(part.end, Reverse(usize::MAX)));
        for (&(start, Reverse(end)), look) in inside {
            if start >= at && end <= part.end && (start, end) != (part.start, part.end) {
                at = self.write_reference(at, start..end, &look_name(look), out);
            }
        }
        out.push_str(&self.body[at..part.end]);
    }

    /// Writes the body from here to a look, and the reference to it; says where the body goes on. A group that shows nothing
    /// else is the reference itself.
    fn write_reference(&self, at: usize, look: Range<usize>, name: &str, out: &mut String) -> usize {
        const END: &str = "</g>\n";
        let is_all = self.body[look.end..].starts_with(END);
        let Some(&group) = self.still.get(&look.start).filter(|group| is_all && **group >= at) else {
            out.push_str(&self.body[at..look.start]);
            written(writeln!(out, "<use href=\"#{name}\"/>"));
            return look.end;
        };
        out.push_str(&self.body[at..group]);
        let tag = self.body[group..look.start].trim_start_matches("<g").trim_end_matches(">\n");
        written(writeln!(out, "<use{} href=\"#{name}\"/>", placed(tag)));
        look.end + END.len()
    }
}

/// The attributes of a group as those of a reference: it has a place of its own.
fn placed(tag: &str) -> String {
    let parts = || {
        let (before, rest) = tag.split_once(" transform=\"translate(")?;
        let (place, behind) = rest.split_once(")\"")?;
        let (x, y) = place.split_once(' ')?;
        Some(format!("{before} x=\"{x}\" y=\"{y}\"{behind}"))
    };
    parts().unwrap_or_else(|| tag.to_owned())
}

/// The name of a look: the same for the same look in every picture.
fn look_name(look: &str) -> String {
    format!("l{}", mark(look))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_scene::{Group, Node, Outline, Role, Shape, Text};

    /// Cards of few sorts, so many that looks are shared: of a whole card, of its shapes, of one word on it.
    fn cards() -> Vec<Node> {
        let card = |nth: i32| {
            let face = Shape::filled(Outline::rect(0, 0, 100 + nth % 3, 200, 9), Role::Card);
            let dot = Shape::filled(Outline::circle(50, 50, 10 + nth % 2), Role::Coin);
            let word = Text::new((50, 150), 20, Role::CardInk, format!("word {}", nth % 50));
            let nodes: [Node; 3] = [face.into(), dot.into(), word.into()];
            Node::from(Group::at(nth, 0).named(format!("card-{nth}"), "a card").with(nodes))
        };
        (0..600).map(card).collect()
    }

    /// The text with every reference to a look replaced by what it stands for.
    fn expanded(text: &str, looks: &BTreeMap<&str, &str>) -> String {
        let mut out = String::new();
        for line in text.split_inclusive('\n') {
            let reference = line.strip_suffix("\"/>\n").and_then(|line| line.rsplit_once(" href=\"#l"));
            match reference {
                Some(("<use", name)) => out += &expanded(looks[name], looks),
                Some((tag, name)) => {
                    let tag = tag.replace("<use", "<g").replace(" x=\"", " transform=\"translate(");
                    let tag = tag.replace("\" y=\"0\"", " 0)\"");
                    out.extend([&*tag, ">\n", &expanded(looks[name], looks), "</g>\n"]);
                }
                None => out += line,
            }
        }
        out
    }

    #[test]
    fn references_stand_for_what_they_replace() {
        let mut writer = Writer::default();
        let nodes = cards();
        writer.count(&nodes);
        writer.nodes(&nodes).unwrap();
        let mut text = String::new();
        writer.define_and_write(&mut text);
        assert!(text.len() * 5 < writer.body.len() * 4, "{} of {}", text.len(), writer.body.len());
        let (defs, body) = text.split_once("</defs>\n").unwrap();
        let parts = defs.split("<g id=\"l").skip(1);
        let looks: BTreeMap<&str, &str> = parts
            .map(|part| part.trim_end_matches("</g>\n").split_once("\" class=\"tercet\">\n").unwrap())
            .collect();
        assert!(looks.values().any(|look| look.contains("<use href=\"#l")), "looks have looks in them");
        assert!(
            body.contains("<use id=\"card-7\" x=\"7\" y=\"0\" role=\"img\" aria-label=\"a card\" href=\"#l")
        );
        assert_eq!(expanded(body, &looks), writer.body);
    }

    #[test]
    fn a_short_picture_has_all_its_parts_in_their_places() {
        let mut writer = Writer::default();
        writer.nodes(&cards()[..100]).unwrap();
        let mut text = String::new();
        writer.define_and_write(&mut text);
        assert!(text.ends_with(&writer.body));
    }
}
