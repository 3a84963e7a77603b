//! The outlines of letters, each written once.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::path::glyph_outline;
use super::writer::Writer;
use super::written;
use crate::font::Glyph;

impl Writer {
    /// Writes the outlines of the letters that `text` refers to, then the text, in so much room. Where there is too little,
    /// the letters that are seen least are boxes, as those are that the font does not have: texts in a few alphabets never
    /// come to that.
    pub(super) fn write_with_outlines(&self, text: &str, room: usize, out: &mut String) {
        let mut left: BTreeMap<Glyph, String> =
            self.glyphs.keys().map(|&glyph| (glyph, outlined(glyph))).collect();
        let length: usize = left.values().map(String::len).sum();
        // Who has no room for the text itself gains nothing by boxes.
        let mut excess = if text.len() > room { 0 } else { (length + text.len()).saturating_sub(room) };
        let mut boxes = BTreeSet::new();
        let mut by_use: Vec<(usize, Glyph)> =
            self.glyphs.iter().map(|(glyph, count)| (*count, *glyph)).collect();
        by_use.sort_unstable();
        for (_, glyph) in by_use.into_iter().filter(|(_, glyph)| *glyph != glyph.missing()) {
            if excess == 0 {
                break;
            }
            if let Entry::Vacant(place) = left.entry(glyph.missing()) {
                excess += place.insert(outlined(glyph.missing())).len();
            }
            excess = excess.saturating_sub(left.remove(&glyph).map_or(0, |outline| outline.len()));
            boxes.insert(glyph.name());
        }
        out.extend(left.into_values());
        if boxes.is_empty() { out.push_str(text) } else { write_boxes(text, &boxes, out) }
    }
}

/// Writes a text with references to a box instead of those to these letters.
fn write_boxes(text: &str, letters: &BTreeSet<String>, out: &mut String) {
    const REFERENCE: &str = "<use href=\"#";
    let mut parts = text.split(REFERENCE);
    out.extend(parts.next());
    for part in parts {
        let (name, rest) = part.split_once('"').unwrap_or((part, ""));
        let name = if letters.contains(name) { format!("{}0", &name[..1]) } else { name.to_owned() };
        written(write!(out, "{REFERENCE}{name}\"{rest}"));
    }
}

fn outlined(glyph: Glyph) -> String {
    let mut out = String::new();
    written(write!(out, "<path id=\"{}\" d=\"", glyph.name()));
    glyph_outline(&glyph.outline().steps, &mut out);
    out.push_str("\"/>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_scene::{Node, Role, Text};

    /// Words with the definitions of their letters, in so much room, line by line.
    fn written_in(room: usize) -> Vec<String> {
        let mut writer = Writer::default();
        writer.nodes(&[Node::from(Text::new((0, 0), 200, Role::Ink, "aab"))]).unwrap();
        let mut out = String::new();
        writer.write_with_outlines(&writer.body, room, &mut out);
        out.lines().map(str::to_owned).collect()
    }

    #[test]
    fn letters_that_are_seen_least_are_boxes_where_there_is_no_room() {
        let whole = written_in(10_000);
        assert_eq!(whole.len(), 3);
        let length: usize = whole.iter().map(|line| line.len() + 1).sum();
        assert_eq!(written_in(length), whole);
        assert_eq!(written_in(0), whole);
        let cut = written_in(length - 1);
        assert!(cut[0].starts_with("<path id=\"R0\" d=\""), "{cut:?}");
        assert_eq!(cut[1..], [whole[0].clone(), whole[2].replace("#R45\"", "#R0\"")]);
    }
}
