//! What learning needs of a game, in whole numbers; scaling them to floats is done elsewhere.

use alloc::vec::Vec;

use crate::{Notation, Seat, Seats};

/// Fixed numbers for actions, which of them are legal, and a position as planes of small numbers. The sizes depend
/// on the config. By default an action's number is its place in [`Notation::actions`] and a position has no planes: a game that is
/// to be learned gives [`Encode::plane_shape`] and [`Encode::write_planes`], and the others where it must be fast.
pub trait Encode: Notation {
    /// One number of a plane: as small as the game's counts allow.
    type Cell: Copy + Default + Into<i32>;

    /// How many numbers actions have.
    fn action_count(&self) -> usize {
        self.actions().len()
    }

    /// The number of a seat's action, below [`Encode::action_count`]. Other seats in it are counted from this one on, so
    /// that the same number means the same thing to every seat.
    fn action_number(&self, seat: Seat, action: Self::Action) -> usize {
        let _ = seat;
        let place = self.actions().iter().position(|&each| each == action);
        place.expect("`Notation::actions` has every action")
    }

    /// The seat's action with a number; `None` if there is none.
    fn numbered_action(&self, seat: Seat, number: usize) -> Option<Self::Action> {
        let _ = seat;
        self.actions().get(number).copied()
    }

    /// Writes 1 for each action that the seat may do now and 0 for the others.
    ///
    /// # Panics
    /// If `mask` is not [`Encode::action_count`] long.
    fn write_mask(&self, state: &Self::State, seat: Seat, mask: &mut [u8]) {
        mask.fill(0);
        for number in legal_numbers(self, state, seat) {
            mask[number] = 1;
        }
    }

    /// How many words [`Encode::write_mask_bits`] writes.
    fn mask_words(&self) -> usize {
        self.action_count().div_ceil(u64::BITS as usize)
    }

    /// Writes the same mask in an eighth of the room: the action of number `n` is bit `n % 64` of word `n / 64`, from
    /// the lowest. Bits beyond the actions are zero.
    ///
    /// # Panics
    /// If `words` is not [`Encode::mask_words`] long.
    fn write_mask_bits(&self, state: &Self::State, seat: Seat, words: &mut [u64]) {
        words.fill(0);
        for number in legal_numbers(self, state, seat) {
            words[number / 64] |= 1 << (number % 64);
        }
    }

    /// How many planes there are, of how many rows and columns; none in a game that can't be learned from.
    fn plane_shape(&self) -> [usize; 3] {
        [0; 3]
    }

    /// Writes the position as the seat sees it, plane by plane, row by row.
    ///
    /// # Panics
    /// If `planes` is not as long as [`Encode::plane_shape`] says.
    fn write_planes(&self, state: &Self::State, seat: Seat, planes: &mut [Self::Cell]) {
        let _ = (state, seat, planes);
    }
}

/// The numbers of what the seat may do.
fn legal_numbers<G: Encode>(game: &G, state: &G::State, seat: Seat) -> Vec<usize> {
    let (all, mut legal) = (game.actions(), Vec::new());
    game.legal_actions(state, seat, &mut legal);
    legal.iter().filter_map(|action| all.iter().position(|each| each == action)).collect()
}

/// [`Notation::actions`] of a game that numbers them itself: those that have a number for some seat.
pub fn numbered_actions<G: Encode>(game: &G) -> Vec<G::Action> {
    let of = |seat| (0..game.action_count()).filter_map(move |number| game.numbered_action(seat, number));
    let mut actions: Vec<G::Action> = Seats::first(game.seats()).iter().flat_map(of).collect();
    actions.sort_unstable();
    actions.dedup();
    actions
}
