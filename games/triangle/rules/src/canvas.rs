//! The colours of cells and slots: kept beside the state, by listening, because rules never look at them.

use alloc::vec::Vec;

use crate::action::{Event, Hand, Painted};
use crate::config::Config;

/// What a filled cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// The colour of the shape that filled it.
    Color(u8),
    /// Filled by hand.
    Debug,
}

/// The colours of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    cells: Vec<Option<Paint>>,
    hand: Hand,
    dealt: usize,
}

impl Canvas {
    /// The colours of a grid of so many cells before anything is dealt.
    pub fn new(cells: usize) -> Canvas {
        Canvas { cells: alloc::vec![None; cells], hand: [None; Config::MAX_SLOTS as usize], dealt: 0 }
    }

    /// The colours of a position: what each cell looks like, and what each slot holds.
    pub fn of(cells: Vec<Option<Paint>>, hand: Hand) -> Canvas {
        Canvas { cells, hand, dealt: 0 }
    }

    /// What each cell looks like; `None` for a free one.
    pub fn cells(&self) -> &[Option<Paint>] {
        &self.cells
    }

    /// What each slot holds.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Follows an event. `color` says the colour of the n-th shape dealt, as
    /// [`AnyDealer::color`](crate::AnyDealer::color) does.
    pub fn observe(&mut self, event: &Event, color: impl Fn(usize) -> u8) {
        match event {
            Event::Dealt { slot, piece } => {
                self.hand[usize::from(*slot)] = Some(Painted { piece: *piece, color: color(self.dealt) });
                self.dealt += 1;
            }
            Event::Placed { slot, cells, .. } => {
                let painted = self.hand[usize::from(*slot)].take();
                for &cell in cells {
                    self.cells[usize::from(cell)] = painted.map(|painted| Paint::Color(painted.color));
                }
            }
            Event::Cleared { cells } => {
                for &cell in cells {
                    self.cells[usize::from(cell)] = None;
                }
            }
            Event::Toggled { cell, is_filled } => {
                self.cells[usize::from(*cell)] = is_filled.then_some(Paint::Debug);
            }
            Event::Set { hand } => self.hand = *hand,
            Event::Over { .. } => {}
        }
    }
}
