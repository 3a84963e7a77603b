//! Text forms, and Connect as it enters a catalog.

use std::fmt;

use tercet_cli::entry::{Entry, defaults};
use tercet_cli::game::{Game as _, Notation, NotationError, Seat};

use crate::{Connect, Drop, Dropped, State};

/// What stands for the stones of each seat.
pub(crate) const LETTERS: [&str; 2] = ["X", "O"];

impl Notation for Connect {
    const READS_EVENTS: bool = true;

    fn actions(&self) -> Vec<Drop> {
        (0..self.config().columns).map(Drop).collect()
    }

    fn write_action(&self, action: Drop, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "drop {}", action.0 + 1)
    }

    fn write_event(&self, event: &Dropped, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{} dropped into column {}, row {}", event.seat, event.column + 1, event.row + 1)
    }

    fn read_event(&self, text: &str) -> Result<Dropped, NotationError> {
        let stone = |nth: u32| {
            let (seat, rest) = (Seat((nth % 2) as u8), (nth / 2) as u8);
            Dropped { seat, column: rest / self.config().rows, row: rest % self.config().rows }
        };
        let is_it = |event: &Dropped| self.event_text(event) == text;
        let found = (0..2 * self.limit()).map(stone).find(is_it);
        found.ok_or_else(|| NotationError::new(text, "it is as in seat 1 dropped into column 4, row 1"))
    }

    fn position_text(&self, _state: &State) -> String {
        LETTERS
            .iter()
            .zip(0..)
            .map(|(letter, seat)| format!("{letter} is {}", Seat(seat)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

defaults!(Connect: Sample, Deals, Trades, Describe, Contest, Trainable);

/// Connect, for a catalog.
pub const ENTRY: Entry = Entry::of::<Connect>(
    "Connect",
    "drop stones into columns; four in a row win",
    include_str!("../RULES.md"),
);
