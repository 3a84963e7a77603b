//! Action numbers, the legal mask, and a position as planes (R7).
//!
//! The planes are, for a grid of `rows` x `cols`: the board, 1 where a cell is filled and -1 in death zones; then for each
//! slot the shape itself, drawn in the top left corner on cells of its own directions; then for each slot where its
//! shape fits.

use alloc::vec::Vec;

use tercet_game::{Encode, Game, Seat, Turn};

use crate::action::Action;
use crate::field::{Cells, Field};
use crate::rules::Puzzle;
use crate::shape::Shape;
use crate::state::State;

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
            write_bytes(&state.field.places(&self.tables, shape), mask, &BYTES);
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
        [1 + 2 * usize::from(self.config.slots), self.grid.rows(), self.grid.cols()]
    }

    fn write_planes(&self, state: &State<F>, _seat: Seat, planes: &mut [i8]) {
        let size = self.grid.size();
        assert!(
            planes.len() == self.plane_shape().iter().product(),
            "planes are as large as their shape says"
        );
        let mut planes = planes.chunks_exact_mut(size);
        let mut next = || planes.next().expect("there is a plane for the board and two for each slot");
        let board = next();
        write_bytes(&state.field.filled(), board, &SIGNED);
        for (cell, blank) in board.iter_mut().zip(&self.plates[..size]) {
            *cell |= blank;
        }
        for &shape in self.slots(state) {
            let plate = (1 + usize::from(shape).min(self.shapes.len())) * size;
            next().copy_from_slice(&self.plates[plate..][..size]);
        }
        for &shape in self.slots(state) {
            write_bytes(&state.field.places(&self.tables, shape), next(), &SIGNED);
        }
    }
}

impl<F: Field> Puzzle<F> {
    fn is_to_act(&self, state: &State<F>, seat: Seat) -> bool {
        matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat))
    }

    /// The empty board, with -1 in death zones; each shape as [`Puzzle::draw`] draws it; and, for an empty slot, nothing.
    pub(crate) fn plates(&self) -> Vec<i8> {
        let size = self.grid.size();
        let mut plates = alloc::vec![0; (self.shapes.len() + 2) * size];
        for (cell, blank) in plates[..size].iter_mut().enumerate() {
            *blank = -i8::from(!self.grid.is_playable(cell));
        }
        for (shape, plate) in self.shapes.iter().zip(plates[size..].chunks_exact_mut(size.max(1))) {
            self.draw(shape, plate);
        }
        plates
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

/// A byte of either kind for each bit of a byte.
type Table<B> = [[B; 8]; 256];

/// Writes a byte for each cell: 1 for those that are there, 0 for the others.
#[inline]
fn write_bytes<B: Copy>(cells: &impl Cells, out: &mut [B], table: &Table<B>) {
    let mut words = cells.words();
    let (wholes, rest) = out.as_chunks_mut::<64>();
    for (whole, word) in wholes.iter_mut().zip(words.by_ref()) {
        write_word(word, whole, table);
    }
    write_word(words.next().unwrap_or(0), rest, table);
}

/// Writes a byte for each bit of a word, as far as there is room. Where its length is known, there is no loop left.
#[allow(clippy::inline_always)]
#[inline(always)]
fn write_word<B: Copy>(word: u64, out: &mut [B], table: &Table<B>) {
    let (eights, rest) = out.as_chunks_mut();
    let mut word = word;
    for eight in eights {
        *eight = table[word as usize % 256];
        word >>= 8;
    }
    for (cell, byte) in rest.iter_mut().zip(table[word as usize % 256]) {
        *cell = byte;
    }
}

/// For masks.
static BYTES: Table<u8> = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = ((at / 8) >> (at % 8) & 1) as u8;
        at += 1;
    }
    table
};

/// For planes.
static SIGNED: Table<i8> = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = ((at / 8) >> (at % 8) & 1) as i8;
        at += 1;
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
