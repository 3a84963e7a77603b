//! Words as outlines of an embedded font, so that a picture is the same on every machine.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use ab_glyph::{Font as _, FontRef, GlyphId, OutlineCurve};
use tercet_scene::{Anchor, Text, Weight};

use crate::pen::Bounds;

/// A font's own units in the height of a line.
pub(crate) const EM: f64 = 2048.0;
/// How high capital letters are, in the font's units.
const CAPITALS: f64 = 1493.0;

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| open(dejavu::sans::regular()));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| open(dejavu::sans::bold()));

fn open(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the embedded font is a font")
}

fn font(weight: Weight) -> &'static FontRef<'static> {
    match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    }
}

/// A character of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Glyph {
    is_bold: bool,
    id: u16,
}

/// One step of a glyph's outline, in the font's units, downwards as pictures are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GlyphStep {
    Move(f32, f32),
    Line(f32, f32),
    Quad(f32, f32, f32, f32),
    Close,
}

/// The outline of a glyph, and the box around its points.
#[derive(Debug)]
pub(crate) struct GlyphOutline {
    pub(crate) steps: Vec<GlyphStep>,
    pub(crate) bounds: Bounds,
}

impl GlyphOutline {
    fn new(steps: Vec<GlyphStep>) -> GlyphOutline {
        let bounds = steps.iter().fold(Bounds::NONE, |all, step| match *step {
            GlyphStep::Move(x, y) | GlyphStep::Line(x, y) => all.with((x, y)),
            GlyphStep::Quad(by_x, by_y, x, y) => all.with((by_x, by_y)).with((x, y)),
            GlyphStep::Close => all,
        });
        GlyphOutline { steps, bounds }
    }
}

/// A line of words in the font's units: glyphs and where each begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) glyphs: Vec<(Glyph, f64)>,
    /// How many scene units a unit of the font has.
    pub(crate) scale: f64,
    /// Where the line begins, in scene units: left end and base line.
    pub(crate) origin: (f64, f64),
}

impl Glyph {
    /// What stands for a character that the font does not have.
    pub(crate) fn missing(self) -> Glyph {
        Glyph { id: 0, ..self }
    }

    /// A name for style and reference: the same for the same glyph in every picture.
    pub(crate) fn name(self) -> String {
        format!("{}{:x}", if self.is_bold { 'B' } else { 'R' }, self.id)
    }

    /// Its outline; empty for a space. It is read from the font once and kept: there are no more than the font has.
    pub(crate) fn outline(self) -> &'static GlyphOutline {
        static READ: LazyLock<RwLock<HashMap<Glyph, &'static GlyphOutline>>> = LazyLock::new(RwLock::default);
        if let Some(outline) = READ.read().unwrap_or_else(PoisonError::into_inner).get(&self) {
            return outline;
        }
        let outline = Box::leak(Box::new(GlyphOutline::new(self.read_outline())));
        READ.write().unwrap_or_else(PoisonError::into_inner).entry(self).or_insert(outline)
    }

    fn read_outline(self) -> Vec<GlyphStep> {
        let font = font(if self.is_bold { Weight::Bold } else { Weight::Regular });
        let Some(outline) = font.outline(GlyphId(self.id)) else { return Vec::new() };
        let mut steps = Vec::new();
        let mut end = None;
        for curve in outline.curves {
            let (from, to) = ends(&curve);
            if end != Some(from) {
                steps.extend(end.map(|_| GlyphStep::Close));
                steps.push(GlyphStep::Move(from.0, down(from.1)));
            }
            steps.push(match curve {
                OutlineCurve::Quad(_, by, _) => GlyphStep::Quad(by.x, down(by.y), to.0, down(to.1)),
                // The embedded fonts have no cubic curves.
                OutlineCurve::Line(..) | OutlineCurve::Cubic(..) => GlyphStep::Line(to.0, down(to.1)),
            });
            end = Some(to);
        }
        steps.extend(end.map(|_| GlyphStep::Close));
        steps
    }
}

/// Fonts count upwards, pictures downwards; zero has no sign.
fn down(y: f32) -> f32 {
    0.0 - y
}

fn ends(curve: &OutlineCurve) -> ((f32, f32), (f32, f32)) {
    let (from, to) = match curve {
        OutlineCurve::Line(from, to)
        | OutlineCurve::Quad(from, _, to)
        | OutlineCurve::Cubic(from, _, _, to) => (from, to),
    };
    ((from.x, from.y), (to.x, to.y))
}

/// Sets words: which glyphs stand where.
pub(crate) fn set(text: &Text) -> Setting {
    let font = font(text.weight);
    let mut width = 0.0;
    let mut before = None;
    let mut glyphs = Vec::new();
    for letter in text.words.chars() {
        let id = font.glyph_id(letter);
        width += before.map_or(0.0, |before| f64::from(font.kern_unscaled(before, id)));
        glyphs.push((Glyph { is_bold: text.weight == Weight::Bold, id: id.0 }, width));
        width += f64::from(font.h_advance_unscaled(id));
        before = Some(id);
    }
    let natural = f64::from(text.size) / EM;
    let scale = match text.room {
        Some(room) if width * natural > f64::from(room) => f64::from(room) / width,
        _ => natural,
    };
    let shift = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let origin = (f64::from(text.at.x) - shift * scale, f64::from(text.at.y) + CAPITALS / 2.0 * scale);
    Setting { glyphs, scale, origin }
}

/// Can these words be set letter by letter? The font must have each, and none may be of a script that is written from right
/// to left or whose letters join.
pub(crate) fn can_set(words: &str) -> bool {
    let needs_shaping = |letter: char| matches!(letter, '\u{300}'..='\u{36f}' | '\u{590}'..='\u{109f}' | '\u{1780}'..='\u{1aff}' | '\u{200b}'..='\u{200f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe00}'..='\u{feff}');
    words
        .chars()
        .all(|letter| !needs_shaping(letter) && (letter.is_control() || REGULAR.glyph_id(letter).0 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_set_around_their_point() {
        let text = Text::new((1000, 500), 200, tercet_scene::Role::Ink, "AV");
        let middle = set(&text);
        let start = set(&text.clone().anchored(Anchor::Start));
        let end = set(&text.clone().anchored(Anchor::End));
        assert!((start.origin.0 - 1000.0).abs() < 1e-9);
        assert!((middle.origin.0 * 2.0 - start.origin.0 - end.origin.0).abs() < 1e-9);
        assert!((start.origin.1 - (500.0 + 1493.0 / 2048.0 * 100.0)).abs() < 1e-9);
        let alone = set(&Text::new((0, 0), 200, tercet_scene::Role::Ink, "A")).origin.0 * -2.0;
        assert!(start.glyphs[1].1 * start.scale < alone, "A and V stand closer together than alone");
    }

    #[test]
    fn words_that_need_more_room_become_smaller() {
        let text = Text::new((0, 0), 200, tercet_scene::Role::Ink, "a long name").anchored(Anchor::End);
        let width = |text: &Text| -set(text).origin.0;
        assert!(width(&text) > 500.0);
        assert!((width(&text.clone().within(500)) - 500.0).abs() < 1e-9);
        assert!((width(&text.clone().within(5000)) - width(&text)).abs() < 1e-9);
    }

    #[test]
    fn the_embedded_fonts_measure_as_we_say() {
        for weight in [Weight::Regular, Weight::Bold] {
            assert_eq!(font(weight).units_per_em(), Some(2048.0));
        }
        let height = &set(&Text::new((0, 0), 2048, tercet_scene::Role::Ink, "H")).glyphs[0].0.outline().steps;
        let top = height.iter().filter_map(|step| match step {
            GlyphStep::Move(_, y) | GlyphStep::Line(_, y) | GlyphStep::Quad(_, _, _, y) => Some(*y),
            GlyphStep::Close => None,
        });
        assert!((f64::from(-top.fold(0.0, f32::min)) - CAPITALS).abs() < 1e-9);
    }
}
