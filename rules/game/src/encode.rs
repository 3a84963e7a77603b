//! What learning needs of a game, in whole numbers; scaling them to floats is done elsewhere.

use crate::{Game, Seat};

/// Fixed numbers for actions, which of them are legal, and a position as planes of small numbers. The sizes depend
/// on the config.
pub trait Encode: Game {
    /// How many numbers actions have.
    fn action_count(&self) -> usize;

    /// The number of an action, below [`Encode::action_count`].
    fn action_number(&self, action: Self::Action) -> usize;

    /// The action with a number; `None` if there is none.
    fn numbered_action(&self, number: usize) -> Option<Self::Action>;

    /// Writes 1 for each action that the seat may do now and 0 for the others.
    ///
    /// # Panics
    /// If `mask` is not [`Encode::action_count`] long.
    fn write_mask(&self, state: &Self::State, seat: Seat, mask: &mut [u8]);

    /// How many planes there are, of how many rows and columns.
    fn plane_shape(&self) -> [usize; 3];

    /// Writes the position as the seat sees it, plane by plane, row by row.
    ///
    /// # Panics
    /// If `planes` is not as long as [`Encode::plane_shape`] says.
    fn write_planes(&self, state: &Self::State, seat: Seat, planes: &mut [i8]);
}
