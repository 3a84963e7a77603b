//! What learning needs of a game, in whole numbers; scaling them to floats is done elsewhere.

use crate::{Game, Seat};

/// Fixed numbers for actions, which of them are legal, and a position as planes of small numbers. The sizes depend
/// on the config.
pub trait Encode: Game {
    /// One number of a plane: as small as the game's counts allow.
    type Cell: Copy + Default + Into<i32>;

    /// How many numbers actions have.
    fn action_count(&self) -> usize;

    /// The number of a seat's action, below [`Encode::action_count`]. Other seats in it are counted from this one on, so
    /// that the same number means the same thing to every seat.
    fn action_number(&self, seat: Seat, action: Self::Action) -> usize;

    /// The seat's action with a number; `None` if there is none.
    fn numbered_action(&self, seat: Seat, number: usize) -> Option<Self::Action>;

    /// Writes 1 for each action that the seat may do now and 0 for the others.
    ///
    /// # Panics
    /// If `mask` is not [`Encode::action_count`] long.
    fn write_mask(&self, state: &Self::State, seat: Seat, mask: &mut [u8]);

    /// How many words [`Encode::write_mask_bits`] writes.
    fn mask_words(&self) -> usize {
        self.action_count().div_ceil(u64::BITS as usize)
    }

    /// Writes the same mask in an eighth of the room: the action of number `n` is bit `n % 64` of word `n / 64`, from
    /// the lowest. Bits beyond the actions are zero.
    ///
    /// # Panics
    /// If `words` is not [`Encode::mask_words`] long.
    fn write_mask_bits(&self, state: &Self::State, seat: Seat, words: &mut [u64]);

    /// How many planes there are, of how many rows and columns.
    fn plane_shape(&self) -> [usize; 3];

    /// Writes the position as the seat sees it, plane by plane, row by row.
    ///
    /// # Panics
    /// If `planes` is not as long as [`Encode::plane_shape`] says.
    fn write_planes(&self, state: &Self::State, seat: Seat, planes: &mut [Self::Cell]);
}
