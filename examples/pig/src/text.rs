//! Text forms, and Pig as it enters a catalog.

use std::fmt;

use tercet_cli::entry::{Entry, defaults};
use tercet_cli::game::{Notation, NotationError, Seat};

use crate::{Action, Pig, State};

impl Notation for Pig {
    fn actions(&self) -> Vec<Action> {
        Action::ALL.to_vec()
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }

    fn read_chance(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new(text, "a die shows 1 to 6"))
    }

    fn position_text(&self, state: &State) -> String {
        let line = |seat: Seat| format!("{seat}: {} of {}", state.points[seat.index()], self.0.goal);
        let lines: Vec<String> = (0..self.0.players).map(Seat).map(line).collect();
        format!("{}\npot of {}: {}", lines.join("\n"), state.seat, state.pot)
    }
}

defaults!(Pig: Sample, Deals, Draw, Encode, Trades, Describe, Contest("players", 2..=8), Trainable);

/// Pig, for a catalog.
pub const ENTRY: Entry = Entry::of::<Pig>(
    "Pig",
    "roll as often as you dare, and hold before a 1 comes",
    include_str!("../RULES.md"),
);
