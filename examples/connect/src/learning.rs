//! What learners see: a number for each column, and a plane for each player's stones.

use tercet_cli::game::{Encode, Game as _, Seat};

use crate::{Connect, Drop, State};

impl Encode for Connect {
    type Cell = i8;

    fn action_count(&self) -> usize {
        self.config().columns.into()
    }

    fn action_number(&self, _seat: Seat, action: Drop) -> usize {
        action.0.into()
    }

    fn numbered_action(&self, _seat: Seat, number: usize) -> Option<Drop> {
        (number < self.action_count()).then_some(Drop(number as u8))
    }

    fn plane_shape(&self) -> [usize; 3] {
        [2, self.config().rows.into(), self.config().columns.into()]
    }

    /// First the own stones, then the other's, from the highest row down.
    fn write_planes(&self, state: &State, seat: Seat, planes: &mut [i8]) {
        let owners = [seat, Seat(1 - seat.0)];
        let rows = (0..self.config().rows).rev();
        let places = rows.flat_map(|row| (0..self.config().columns).map(move |column| (column, row)));
        let cells = owners.into_iter().flat_map(|owner| places.clone().map(move |place| (owner, place)));
        for (cell, (owner, (column, row))) in planes.iter_mut().zip(cells) {
            *cell = i8::from(state.stones[owner.index()] & self.bit(column, row) != 0);
        }
    }
}
