//! A game of a tournament that was played on another machine.

use serde::{Deserialize, Serialize};
use tercet_entry::Played;
use tercet_game::{Deal, End, Finish};

use crate::FixtureGame;

/// A game of a tournament with all that an archive keeps of it, for [`crate::pack`].
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
