//! What several groups look like, written once: half of the text of a picture with hundreds of cards.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::ops::Range;

use super::path::glyph_outline;
use super::writer::Writer;
use super::written;

/// From what length of text on looks are shared.
const SHARED_FROM: usize = 100_000;
/// The least text of a look that is worth a definition.
const LEAST_LOOK: usize = 64;

impl Writer {
    /// What was written since then is a look, if it is long enough.
    pub(super) fn note_look(&mut self, start: usize) {
        if self.body.len() - start >= LEAST_LOOK {
            self.looks.push(start..self.body.len());
        }
    }

    /// The looks that several groups have: half of the text of a picture with hundreds of cards. Where there is less to
    /// write, whatever moves a group finds all that it shows in it.
    fn shared_looks(&self, looks: &[Range<usize>]) -> BTreeSet<&str> {
        if self.body.len() < SHARED_FROM {
            return BTreeSet::new();
        }
        let mut looks: Vec<&str> = looks.iter().map(|look| &self.body[look.clone()]).collect();
        looks.sort_unstable();
        looks.chunk_by(|one, other| one == other).filter(|same| same.len() > 1).map(|same| same[0]).collect()
    }

    /// The body, with references to the looks that are shared; and those.
    fn body_of(&self, looks: &[Range<usize>]) -> (String, BTreeSet<&str>) {
        let shared = self.shared_looks(looks);
        let (mut out, mut used, mut at) = (String::with_capacity(self.body.len()), BTreeSet::new(), 0);
        for look in looks {
            let text = &self.body[look.clone()];
            if look.start >= at && shared.contains(text) {
                out.push_str(&self.body[at..look.start]);
                written(writeln!(out, "<use href=\"#{}\"/>", look_name(text)));
                used.insert(text);
                at = look.end;
            }
        }
        out.push_str(&self.body[at..]);
        (out, used)
    }

    pub(super) fn define_and_write(&mut self, out: &mut String) {
        let looks = std::mem::take(&mut self.looks);
        let sorted = sorted(looks);
        let (body, used) = self.body_of(&sorted);
        written(self.definitions(&used, out));
        out.push_str(&body);
    }

    /// What is used by reference: glyphs, lines of words and looks.
    fn definitions(&self, looks: &BTreeSet<&str>, out: &mut String) -> fmt::Result {
        if self.glyphs.is_empty() && looks.is_empty() {
            return Ok(());
        }
        out.write_str("<defs>\n")?;
        for glyph in &self.glyphs {
            write!(out, "<path id=\"{}\" d=\"", glyph.name())?;
            glyph_outline(glyph.outline(), out)?;
            out.write_str("\"/>\n")?;
        }
        for (name, line) in &self.shared {
            writeln!(out, "<g id=\"{name}\">{line}</g>")?;
        }
        for look in looks {
            write!(out, "<g id=\"{}\">\n{look}</g>\n", look_name(look))?;
        }
        out.write_str("</defs>\n")
    }
}

/// The longer of two looks that begin together comes first, and with it goes what lies in it.
fn sorted(mut looks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    looks.sort_by_key(|look| (look.start, std::cmp::Reverse(look.end)));
    looks
}

/// The name of a look: the same for the same look in every picture.
fn look_name(look: &str) -> String {
    // FNV-1a: few looks, and a name that never changes.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("l{:012x}", look.bytes().fold(0xcbf2_9ce4_8422_2325, hash) >> 16)
}
