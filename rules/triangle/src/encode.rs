//! Action numbers, the legal mask, and a position as planes (R7).
//!
//! The planes are, for a grid of `rows` x `cols`: filled cells; playable cells; cells that point up; then for each slot
//! the shape itself, drawn in the top left corner on cells of its own directions; then for each slot where its shape
//! fits.

use tercet_game::{Encode, Seat, Turn};

use crate::action::Action;
use crate::field::Field;
use crate::rules::Puzzle;
use crate::shape::Shape;
use crate::state::State;

/// The planes before those of the slots.
const BOARD_PLANES: usize = 3;

impl<F: Field> Encode for Puzzle<F> {
    fn action_count(&self) -> usize {
        usize::from(self.config.slots) * self.grid.size()
    }

    fn action_number(&self, action: Action) -> usize {
        usize::from(action.slot) * self.grid.size() + usize::from(action.anchor)
    }

    fn numbered_action(&self, number: usize) -> Option<Action> {
        let (slot, anchor) = (number / self.grid.size(), number % self.grid.size());
        (slot < self.config.slots.into()).then_some(Action { slot: slot as u8, anchor: anchor as u16 })
    }

    fn write_mask(&self, state: &State<F>, seat: Seat, mask: &mut [u8]) {
        assert!(mask.len() == self.action_count(), "a mask has a byte for each action");
        mask.fill(0);
        let is_to_act =
            matches!(tercet_game::Game::turn(self, state), Turn::Seats(seats) if seats.contains(seat));
        if !is_to_act {
            return;
        }
        for (slot, slot_mask) in mask.chunks_exact_mut(self.grid.size()).enumerate() {
            state.field.each(&self.tables, state.slots[slot], |anchor| slot_mask[anchor] = 1);
        }
    }

    fn plane_shape(&self) -> [usize; 3] {
        [BOARD_PLANES + 2 * usize::from(self.config.slots), self.grid.rows(), self.grid.cols()]
    }

    fn write_planes(&self, state: &State<F>, _seat: Seat, planes: &mut [i8]) {
        let size = self.grid.size();
        assert!(
            planes.len() == self.plane_shape().iter().product(),
            "planes are as large as their shape says"
        );
        planes.fill(0);
        let (board, slots) = planes.split_at_mut(BOARD_PLANES * size);
        for cell in 0..size {
            board[cell] = i8::from(state.field.is_filled(cell));
            board[size + cell] = i8::from(self.grid.is_playable(cell));
            board[2 * size + cell] = i8::from(self.grid.is_up(cell));
        }
        let (shapes, places) = slots.split_at_mut(usize::from(self.config.slots) * size);
        for (slot, plane) in shapes.chunks_exact_mut(size).enumerate() {
            if let Some(shape) = self.slot(state, slot).and_then(|piece| self.shape(piece)) {
                self.draw(shape, plane);
            }
        }
        for (slot, plane) in places.chunks_exact_mut(size).enumerate() {
            state.field.each(&self.tables, state.slots[slot], |anchor| plane[anchor] = 1);
        }
    }
}

impl<F: Field> Puzzle<F> {
    /// Draws a shape as far up and left as its directions allow; what does not fit into the plane is left out.
    fn draw(&self, shape: &Shape, plane: &mut [i8]) {
        let (top, left, ..) = shape.bounds();
        let first = shape.triangles()[0];
        let corner = i32::from(first.row) - i32::from(top) + i32::from(first.col) - i32::from(left);
        let shift = i32::from((corner % 2 == 1) != first.is_up);
        for triangle in shape.triangles() {
            let row = i32::from(triangle.row) - i32::from(top);
            let col = i32::from(triangle.col) - i32::from(left) + shift;
            if let Some(cell) = self.grid.cell(row, col) {
                plane[cell] = 1;
            }
        }
    }
}
