//! A game under way, as a file or a pickle keeps it.

use std::borrow::Cow;

use crate::train::{Colored, Saved, Weights};
use serde::{Deserialize, Serialize};
use tercet_game::{Deal, Digest, End, Settings};
use tercet_triangle::{Config, Paint};

use crate::json::{BlockJson, read_block};
use tercet_entry::ShapeError;
use tercet_entry::json::read;

/// The version of the form: raised when older ones can't be read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedJson {
    version: u32,
    config: Vec<(String, String)>,
    /// For a triangle placed, for one cleared, for a step that goes on, for a wrong action.
    weights: [f64; 4],
    deal: String,
    drawn: u64,
    /// A letter for each cell: `.` free, `*` by hand, else its colour.
    cells: String,
    slots: Vec<Option<SlotJson>>,
    /// Shapes placed, those after which the game went on, triangles placed, triangles cleared.
    counts: [u32; 4],
    end: Option<String>,
    score: f64,
    last_cleared: u32,
    invalid: Option<i64>,
    /// Taken off before the text is read; one that is left belongs to another text.
    #[serde(default, skip_serializing)]
    digest: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlotJson {
    shape: BlockJson,
    custom_color: Option<[u8; 3]>,
}

/// The game as JSON text.
pub fn saved_json(saved: &Saved) -> String {
    let Weights { placed, cleared, alive, penalty } = saved.weights;
    let form = SavedJson {
        version: VERSION,
        config: saved.config.pairs(),
        weights: [placed, cleared, alive, penalty],
        deal: saved.deal.to_string(),
        drawn: saved.drawn,
        cells: saved.paints.iter().copied().map(letter).collect(),
        slots: saved.slots.iter().map(|slot| slot.as_ref().map(slot_json)).collect(),
        counts: [saved.steps, saved.survived, saved.placed, saved.cleared],
        end: saved.end.map(|end| end.to_string()),
        score: saved.score,
        last_cleared: saved.last_cleared,
        invalid: saved.invalid,
        digest: None,
    };
    let text = serde_json::to_string(&form).expect("all its keys are text, and all its numbers are finite");
    let digest = digest_of(&text);
    format!("{}{DIGEST}{digest:016x}\"}}", text.strip_suffix('}').expect("it is an object"))
}

/// What stands before the digest of all that comes before it.
const DIGEST: &str = ",\"digest\":\"";

fn digest_of(text: &str) -> u64 {
    let mut digest = Digest::default();
    digest.bytes(text.as_bytes());
    digest.value()
}

fn changed() -> ShapeError {
    ShapeError::field("digest", "says that the text was changed since it was saved".to_owned())
}

/// The text without its digest, which must be the right one where there is one.
fn checked(text: &str) -> Result<Cow<'_, str>, ShapeError> {
    let Some((object, digest)) = text.trim_end().rsplit_once(DIGEST) else { return Ok(text.into()) };
    let object = format!("{object}}}");
    if digest.strip_suffix("\"}") != Some(&format!("{:016x}", digest_of(&object))) {
        return Err(changed());
    }
    Ok(object.into())
}

/// The game that a text keeps. Whether it can be is left to [`Env::load`](crate::train::Env::load).
///
/// # Errors
/// If the text is not of this form, or was changed since; the error names the field.
pub fn read_saved(text: &str) -> Result<Saved, ShapeError> {
    let form: SavedJson = read(&checked(text)?)?;
    if form.digest.is_some() {
        return Err(changed());
    }
    if form.version != VERSION {
        let why = format!("is {}; this release reads {VERSION}", form.version);
        return Err(ShapeError::field("version", why));
    }
    let wrong = |field: &str, why: String| ShapeError::field(field, why);
    let config = Config::from_pairs(form.config).map_err(|error| wrong("config", error.to_string()))?;
    let deal: Deal = form.deal.parse().map_err(|error| wrong("deal", format!("{error}")))?;
    let [placed, cleared, alive, penalty] = form.weights;
    let slots =
        form.slots.iter().enumerate().map(|(slot, each)| {
            each.as_ref().map(|each| read_slot(each, &format!("slots[{slot}]"))).transpose()
        });
    let end = form
        .end
        .map(|name| End::from_name(&name).ok_or_else(|| wrong("end", format!("`{name}` is no way to end"))));
    Ok(Saved {
        config,
        weights: Weights { placed, cleared, alive, penalty },
        deal,
        drawn: form.drawn,
        paints: form.cells.chars().map(read_letter).collect::<Result<_, _>>()?,
        slots: slots.collect::<Result<_, _>>()?,
        steps: form.counts[0],
        survived: form.counts[1],
        placed: form.counts[2],
        cleared: form.counts[3],
        end: end.transpose()?,
        score: form.score,
        last_cleared: form.last_cleared,
        invalid: form.invalid,
    })
}

pub(super) fn letter(paint: Option<Paint>) -> char {
    match paint {
        None => '.',
        Some(Paint::Debug) => '*',
        Some(Paint::Color(color)) => char::from_digit(u32::from(color), 36).unwrap_or('?'),
    }
}

fn read_letter(letter: char) -> Result<Option<Paint>, ShapeError> {
    match letter {
        '.' => Ok(None),
        '*' => Ok(Some(Paint::Debug)),
        _ => match letter.to_digit(36) {
            Some(color) => Ok(Some(Paint::Color(color as u8))),
            None => Err(ShapeError::field("cells", format!("`{letter}` is no cell: `.`, `*` or a colour"))),
        },
    }
}

fn slot_json(colored: &Colored) -> SlotJson {
    let triangles = colored.shape.triangles().iter();
    let shape = triangles.map(|triangle| (triangle.row, triangle.col, triangle.is_up)).collect();
    SlotJson { shape: (shape, colored.color), custom_color: colored.custom_color }
}

fn read_slot(slot: &SlotJson, field: &str) -> Result<Colored, ShapeError> {
    let colored = read_block(&slot.shape, field)?;
    Ok(match slot.custom_color {
        Some(rgb) => colored.tinted(rgb),
        None => colored,
    })
}
