//! Action numbers, the legal mask, and a position as planes (R7).
//!
//! The planes are, for a grid of `rows` x `cols`: filled cells; playable cells; cells that point up; then for each slot
//! the shape itself, drawn in the top left corner on cells of its own directions; then for each slot where its shape
//! fits.

use tercet_game::{Encode, Game, Seat, Turn};

use crate::action::Action;
use crate::field::{Cells, Field};
use crate::rules::Puzzle;
use crate::shape::Shape;
use crate::state::State;

/// The planes before those of the slots.
const BOARD_PLANES: usize = 3;

impl<F: Field> Encode for Puzzle<F> {
    type Cell = i8;

    fn action_count(&self) -> usize {
        usize::from(self.config.slots) * self.grid.size()
    }

    fn action_number(&self, _seat: Seat, action: Action) -> usize {
        usize::from(action.slot) * self.grid.size() + usize::from(action.anchor)
    }

    fn numbered_action(&self, _seat: Seat, number: usize) -> Option<Action> {
        let (slot, anchor) = (number / self.grid.size(), number % self.grid.size());
        (slot < self.config.slots.into()).then_some(Action { slot: slot as u8, anchor: anchor as u16 })
    }

    fn write_mask(&self, state: &State<F>, seat: Seat, mask: &mut [u8]) {
        assert!(mask.len() == self.action_count(), "a mask has a byte for each action");
        if !self.is_to_act(state, seat) {
            mask.fill(0);
            return;
        }
        for (&shape, mask) in state.slots.iter().zip(mask.chunks_exact_mut(self.grid.size())) {
            write_bytes(&state.field.places(&self.tables, shape), mask);
        }
    }

    fn write_mask_bits(&self, state: &State<F>, seat: Seat, words: &mut [u64]) {
        assert!(words.len() == self.mask_words(), "a mask has a bit for each action");
        if !self.is_to_act(state, seat) {
            words.fill(0);
            return;
        }
        let mut packed = Packed { words: words.iter_mut(), word: 0, used: 0 };
        for &shape in self.slots(state) {
            packed.push(&state.field.places(&self.tables, shape), self.grid.size());
        }
        packed.flush();
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
    fn is_to_act(&self, state: &State<F>, seat: Seat) -> bool {
        matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat))
    }

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

/// Writes a byte for each cell: 1 for those that are there, 0 for the others.
#[inline]
fn write_bytes(cells: &impl Cells, mask: &mut [u8]) {
    let mut words = cells.words();
    let (wholes, rest) = mask.as_chunks_mut::<64>();
    for (whole, word) in wholes.iter_mut().zip(words.by_ref()) {
        write_word(word, whole);
    }
    write_word(words.next().unwrap_or(0), rest);
}

/// Writes a byte for each bit of a word, as far as the mask goes. Where its length is known, there is no loop left.
#[allow(clippy::inline_always)]
#[inline(always)]
fn write_word(word: u64, mask: &mut [u8]) {
    let (eights, rest) = mask.as_chunks_mut();
    let mut word = word;
    for eight in eights {
        *eight = BYTES[word as usize % 256];
        word >>= 8;
    }
    for (cell, byte) in rest.iter_mut().zip(BYTES[word as usize % 256]) {
        *cell = byte;
    }
}

/// A byte for each bit of a byte.
static BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits][bit] = (bits >> bit & 1) as u8;
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// Bits written one after the other, whatever their number, into words.
struct Packed<'w> {
    words: core::slice::IterMut<'w, u64>,
    /// The word that is not full yet, and how many bits it has.
    word: u64,
    used: usize,
}

impl Packed<'_> {
    /// Adds a bit for each of the board's cells.
    #[inline]
    fn push(&mut self, cells: &impl Cells, size: usize) {
        let mut left = size;
        for bits in cells.words() {
            let count = left.min(64);
            left -= count;
            self.word |= bits << self.used;
            self.used += count;
            if self.used >= 64 {
                self.flush();
                self.used -= 64;
                self.word = bits.unbounded_shr((count - self.used) as u32);
            }
        }
    }

    fn flush(&mut self) {
        if let Some(word) = self.words.next() {
            *word = self.word;
        }
    }
}
