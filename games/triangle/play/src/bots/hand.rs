//! A hand of shapes, and the boards that placing them leads to.

use tercet_game::{Game as _, Turn};
use tercet_triangle::{Action, Cells, Config, Field, Puzzle, State};

use super::evaluator::Evaluator;
use crate::learned::PlayingViewer;

/// What the end of the game costs within a hand: more than all else together.
const LOST: i32 = 1_000_000_000;

/// The shapes of a hand, slot by slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    shapes: [u8; Config::MAX_SLOTS as usize],
    /// A bit for each slot that holds a shape.
    pub(crate) slots: u16,
}

impl Hand {
    /// The hand of a state; empty where nothing may be placed.
    pub(crate) fn of<F: Field>(game: &Puzzle<F>, state: &State<F>) -> Hand {
        let is_open = matches!(game.turn(state), Turn::Seats(_));
        let piece = |slot| game.slot(state, slot).filter(|_| is_open).map(|piece| piece.0);
        Hand::new((0..usize::from(game.config().slots)).map(piece))
    }

    /// The hand with these shapes in its slots.
    pub(crate) fn new(pieces: impl Iterator<Item = Option<u8>>) -> Hand {
        let mut hand = Hand { shapes: [0; Config::MAX_SLOTS as usize], slots: 0 };
        for (slot, piece) in pieces.enumerate() {
            if let Some(shape) = piece {
                hand.shapes[slot] = shape;
                hand.slots |= 1 << slot;
            }
        }
        hand
    }

    /// The shape in a slot.
    pub(crate) fn shape(&self, slot: u8) -> u8 {
        self.shapes[usize::from(slot)]
    }

    /// The shape of each of these slots.
    #[inline]
    pub(crate) fn shapes(&self, slots: u16) -> impl Iterator<Item = u8> + '_ {
        let mut left = slots;
        std::iter::from_fn(move || {
            let slot = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(self.shapes[slot as usize])
        })
    }

    /// The slots among these, without those whose shape an earlier one has too.
    pub(crate) fn different(&self, slots: u16) -> impl Iterator<Item = u8> + '_ {
        let is_new = move |slot: u8| {
            (0..slot).all(|other| slots >> other & 1 == 0 || self.shape(other) != self.shape(slot))
        };
        (0..Config::MAX_SLOTS).filter(move |&slot| slots >> slot & 1 == 1 && is_new(slot))
    }
}

/// A board that some of a hand's shapes lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<F> {
    pub(super) field: F,
    /// What was placed first; `None` where nothing was.
    pub(super) first: Option<Action>,
    /// The slots that are not placed yet.
    pub(super) left: u16,
    /// What was earned on the way.
    pub(super) earned: i32,
    /// Did the last placement clear a line?
    pub(super) is_cleared: bool,
    /// That, and what the board is worth; less [`LOST`] where nothing that is left can be placed.
    pub(super) value: i32,
}

impl<F> Board<F> {
    /// Is there nothing that could be placed of what is left?
    pub(super) fn is_lost(&self) -> bool {
        self.value < -LOST / 2
    }
}

/// A hand that is tried out.
#[derive(Clone, Copy)]
pub(super) struct Trial<'g, F: Field> {
    pub(super) game: &'g Puzzle<F>,
    pub(super) evaluator: &'g Evaluator,
    pub(super) hand: &'g Hand,
}

impl<F: Field> Trial<'_, F> {
    /// The board before anything is placed.
    pub(super) fn root(&self, field: &F) -> Board<F> {
        Board {
            field: *field,
            first: None,
            left: self.hand.slots,
            earned: 0,
            is_cleared: false,
            value: -LOST,
        }
    }

    /// The board after a placement, which fits. Its value is still the parent's.
    #[inline]
    pub(super) fn placed(&self, board: &Board<F>, action: Action) -> Board<F> {
        let mut next = *board;
        let shape = self.hand.shape(action.slot);
        let cleared = next.field.place(self.game.tables(), shape, action.anchor.into());
        next.is_cleared = !cleared.is_empty();
        if next.is_cleared {
            next.earned += self.evaluator.earned(cleared.len());
        }
        next.first = board.first.or(Some(action));
        next.left &= !(1 << action.slot);
        next
    }

    /// Looks at a board before those after it are valued.
    #[inline]
    pub(super) fn look(&self, viewer: &mut PlayingViewer, board: &Board<F>) {
        self.evaluator.look(viewer, &board.field);
    }

    /// What a board is worth, with what it has earned, to which this placement led from the board that was looked at.
    #[inline]
    pub(super) fn value(&self, viewer: &mut PlayingViewer, board: &Board<F>, action: Action) -> i32 {
        let tables = self.game.tables();
        let last = (self.hand.shape(action.slot), action.anchor.into());
        let worth = board.earned + self.evaluator.worth(viewer, tables, last, &board.field, board.is_cleared);
        if board.left == 0 {
            return worth;
        }
        let has_place = |slot| board.field.count(tables, self.hand.shape(slot)) > 0;
        if !self.hand.different(board.left).any(has_place) {
            return worth - LOST;
        }
        worth + self.evaluator.waiting(tables, &board.field, self.hand, board.left)
    }

    /// Calls `use_it` with each place of a slot's shape.
    #[inline]
    pub(super) fn each_place(&self, board: &Board<F>, slot: u8, mut use_it: impl FnMut(Action)) {
        board.field.each(self.game.tables(), self.hand.shape(slot), |anchor| {
            use_it(Action { slot, anchor: anchor as u16 });
        });
    }
}
