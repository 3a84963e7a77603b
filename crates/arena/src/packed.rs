//! What one process learnt, as few bytes, for another to add to its own.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tercet_entry::Played;
use tercet_game::{Deal, End, Finish};
use thiserror::Error;

use crate::FixtureGame;

/// Bytes that are not what they should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PackedError(String);

/// The version of the form; it stands in front.
const VERSION: u8 = 1;

/// Packs a value.
///
/// ```
/// use tercet_arena::{Tally, pack, unpack};
///
/// let tally: Tally = [24, 23, 24].into_iter().collect();
/// assert_eq!(unpack::<Tally>(&pack(&tally)), Ok(tally));
/// assert!(unpack::<Tally>(b"none").is_err());
/// ```
///
/// # Panics
/// If the value has a sequence whose length is not known; none of ours has.
pub fn pack<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_extend(value, vec![VERSION]).expect("its lengths are known, and memory grows")
}

/// Unpacks what [`pack`] gave.
///
/// # Errors
/// If it is of another version, cut off, or of something else.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, PackedError> {
    let wrong = |why: &str| PackedError(why.to_owned());
    match bytes.split_first() {
        Some((&VERSION, body)) => match postcard::take_from_bytes(body) {
            Ok((value, [])) => Ok(value),
            Ok(_) => Err(wrong("a result has bytes behind its end")),
            Err(error) => Err(PackedError(format!("a result can't be read: {error}"))),
        },
        Some((version, _)) => {
            Err(PackedError(format!("a result of version {version}; this build reads {VERSION}")))
        }
        None => Err(wrong("a result is empty")),
    }
}

/// A game of a tournament with all that an archive keeps of it, played on another machine, for [`pack`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedGame {
    fixture_game: FixtureGame,
    inputs: String,
    plays: u32,
    end: Option<u8>,
    points: Vec<i32>,
    finish: Vec<(u8, i64)>,
    state: u64,
}

impl PackedGame {
    /// A game that was played.
    pub fn new(fixture_game: FixtureGame, played: Played) -> PackedGame {
        let Played { deal: _, inputs, plays, end, points, finish, state } = played;
        let finish = finish.into_iter().map(|Finish { place, score }| (place, score)).collect();
        PackedGame { fixture_game, inputs, plays, end: end.map(|end| end as u8), points, finish, state }
    }

    /// The game again.
    pub fn open(self) -> (FixtureGame, Played) {
        let PackedGame { fixture_game, inputs, plays, end, points, finish, state } = self;
        let end = end.and_then(|number| End::ALL.into_iter().find(|end| *end as u8 == number));
        let finish = finish.into_iter().map(|(place, score)| Finish { place, score }).collect();
        let deal = Deal::stream(fixture_game.deal);
        (fixture_game, Played { deal, inputs, plays, end, points, finish, state })
    }
}
