//! Text forms.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use tercet_game::{End, Notation, NotationError, numbered_actions};

use crate::action::{Action, Edit, Event, Hand, Painted, Piece};
use crate::config::Config;
use crate::field::Field;
use crate::rules::Puzzle;

impl<F: Field> Notation for Puzzle<F> {
    const READS_EVENTS: bool = true;

    fn actions(&self) -> Vec<Self::Action> {
        numbered_actions(self)
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        // Hundreds of these are listed after a move.
        let (row, col) = self.grid.place(action.anchor.into());
        write!(out, "place {} {} {}", u16::from(action.slot) + 1, row + 1, col + 1)
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        let action = || {
            let (slot, cell) = text.strip_prefix("place ")?.split_once(' ')?;
            let slot = from_one(slot, self.config.slots.into())? as u8;
            Some(Action { slot, anchor: self.read_cell(cell, ' ')? })
        };
        action().ok_or_else(|| {
            let why = format!(
                "an action is `place SLOT ROW COLUMN`, from 1 1 1 to {} {} {}",
                self.config.slots,
                self.grid.rows(),
                self.grid.cols()
            );
            NotationError::new(text, why)
        })
    }

    fn write_chance(&self, piece: Piece, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.piece_text(piece))
    }

    fn read_chance(&self, text: &str) -> Result<Piece, NotationError> {
        self.read_piece(text).ok_or_else(|| {
            let why = format!("a shape is the number of a template, 0 to {}", self.pieces.len() - 1);
            NotationError::new(text, why)
        })
    }

    fn write_edit(&self, edit: Edit, out: &mut dyn fmt::Write) -> fmt::Result {
        match edit {
            Edit::Toggle(cell) => write!(out, "toggle {}", self.cell_text(cell, ' ')),
            Edit::Shapes(hand) => write!(out, "shapes {}", self.hand_text(&hand)),
        }
    }

    fn read_edit(&self, text: &str) -> Result<Edit, NotationError> {
        let edit = match text.split_once(' ') {
            Some(("toggle", cell)) => self.read_cell(cell, ' ').map(Edit::Toggle),
            Some(("shapes", hand)) => self.read_hand(hand).map(Edit::Shapes),
            _ => None,
        };
        let why =
            "an edit is `toggle ROW COLUMN` or `shapes 5:2 - 30:0`: for each slot a template and a colour";
        edit.ok_or_else(|| NotationError::new(text, why))
    }

    fn write_event(&self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match event {
            Event::Dealt { slot, piece } => write!(out, "dealt {} to {}", self.piece_text(*piece), slot + 1),
            Event::Placed { slot, piece, cells } => {
                write!(out, "placed {} from {}:{}", self.piece_text(*piece), slot + 1, self.cells_text(cells))
            }
            Event::Cleared { cells } => write!(out, "cleared:{}", self.cells_text(cells)),
            Event::Toggled { cell, is_filled } => {
                let verb = if *is_filled { "filled" } else { "freed" };
                write!(out, "{verb} {}", self.cell_text(*cell, ','))
            }
            Event::Set { hand } => write!(out, "set {}", self.hand_text(hand)),
            Event::Over { end } => write!(out, "over {end}"),
        }
    }

    fn read_event(&self, text: &str) -> Result<Event, NotationError> {
        self.event(text).ok_or_else(|| NotationError::new(text, "not an event of the puzzle"))
    }
}

impl<F: Field> Puzzle<F> {
    fn event(&self, text: &str) -> Option<Event> {
        let (verb, rest) = text.split_once(' ')?;
        Some(match verb {
            "dealt" => {
                let (piece, slot) = rest.split_once(" to ")?;
                Event::Dealt { slot: self.read_slot(slot)?, piece: self.read_piece(piece)? }
            }
            "placed" => {
                let (what, cells) = rest.split_once(": ")?;
                let (piece, slot) = what.split_once(" from ")?;
                let piece = self.read_piece(piece)?;
                Event::Placed { slot: self.read_slot(slot)?, piece, cells: self.read_cells(cells)? }
            }
            "cleared:" => Event::Cleared { cells: self.read_cells(rest)? },
            "filled" | "freed" => {
                Event::Toggled { cell: self.read_cell(rest, ',')?, is_filled: verb == "filled" }
            }
            "set" => Event::Set { hand: self.read_hand(rest)? },
            "over" => Event::Over { end: End::from_name(rest)? },
            _ => return None,
        })
    }

    fn cell_text(&self, cell: u16, between: char) -> String {
        let (row, col) = self.grid.place(cell.into());
        format!("{}{between}{}", row + 1, col + 1)
    }

    fn read_cell(&self, text: &str, between: char) -> Option<u16> {
        let (row, col) = text.split_once(between)?;
        let row = from_one(row, self.grid.rows())?;
        let col = from_one(col, self.grid.cols())?;
        Some((row * self.grid.cols() + col) as u16)
    }

    /// Each cell with a space before it.
    fn cells_text(&self, cells: &[u16]) -> String {
        let texts: Vec<String> = cells.iter().map(|&cell| self.cell_text(cell, ',')).collect();
        format!(" {}", texts.join(" "))
    }

    fn read_cells(&self, text: &str) -> Option<Vec<u16>> {
        text.split(' ').map(|cell| self.read_cell(cell, ',')).collect()
    }

    fn read_slot(&self, text: &str) -> Option<u8> {
        from_one(text, self.config.slots.into()).map(|slot| slot as u8)
    }

    fn piece_text(&self, piece: Piece) -> String {
        match self.pieces.iter().position(|&each| each == piece) {
            Some(template) => template.to_string(),
            None => format!("s{}", usize::from(piece.0) - self.dealt),
        }
    }

    /// Any template's number is read; the first of its shape is written.
    fn read_piece(&self, text: &str) -> Option<Piece> {
        if let Some(spare) = text.strip_prefix('s') {
            let spare = from_zero(spare)? + self.dealt;
            return (spare < self.shapes.len()).then_some(Piece(spare as u8));
        }
        self.pieces.get(from_zero(text)?).copied()
    }

    fn hand_text(&self, hand: &Hand) -> String {
        let slot = |slot: &Option<Painted>| match slot {
            Some(Painted { piece, color }) => format!("{}:{color}", self.piece_text(*piece)),
            None => "-".to_string(),
        };
        hand[..usize::from(self.config.slots)].iter().map(slot).collect::<Vec<_>>().join(" ")
    }

    fn read_hand(&self, text: &str) -> Option<Hand> {
        let mut hand = [None; Config::MAX_SLOTS as usize];
        let slots: Vec<&str> = text.split(' ').collect();
        if slots.len() != usize::from(self.config.slots) {
            return None;
        }
        for (place, text) in hand.iter_mut().zip(slots) {
            if text != "-" {
                let (piece, color) = text.split_once(':')?;
                let color = from_zero(color).filter(|&color| color < self.config.colors.into())? as u8;
                *place = Some(Painted { piece: self.read_piece(piece)?, color });
            }
        }
        Some(hand)
    }
}

/// A number from one up to `most`, as an index from zero; only its canonical digits.
fn from_one(text: &str, most: usize) -> Option<usize> {
    from_zero(text).filter(|number| (1..=most).contains(number)).map(|number| number - 1)
}

fn from_zero(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}
