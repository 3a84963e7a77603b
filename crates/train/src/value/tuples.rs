//! Patterns of cells on a board of bits, as numbers of weights.
//!
//! A tuple is a list of cells; which of them are filled is a number, the tuple's index, and each of the tuple's tables has a weight for
//! each index. A table may belong to several tuples: patterns that look alike in other places then share what they learn. Cells
//! beyond the board count as filled. Beside tuples there are counters: small tables by a number that the game says.

use std::collections::HashMap;

/// Consecutive cells of a tuple that are consecutive bits of a word too.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    word: u8,
    shift: u8,
    /// Where they stand in the index.
    place: u8,
    mask: u32,
}

/// What filling some cells does to a tuple's index: these bits are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The tuple.
    pub tuple: u32,
    /// The bits of its index.
    pub bits: u32,
}

/// The tuples of a game, and where their weights stand.
#[derive(Clone, Debug, Default)]
pub struct Tuples {
    chunks: Vec<Chunk>,
    /// Where each tuple's chunks end.
    chunk_ends: Vec<u32>,
    /// The bits that are always set.
    beyond: Vec<u32>,
    bits: Vec<u8>,
    /// Each tuple's first weight in its own table and in the shared one; twice the same where it has only one.
    tables: Vec<[u32; 2]>,
    /// The cells of each tuple.
    cells: Vec<Cells>,
    /// Each counter's first weight and its greatest number.
    counters: Vec<(u32, u32)>,
    weights: usize,
}

/// The cells of a tuple; `None` is beyond the board.
type Cells = Vec<Option<usize>>;

/// Puts tuples together.
#[derive(Debug, Default)]
pub struct TuplesBuilder {
    tuples: Tuples,
    symmetries: Vec<Cells>,
    /// The number of the tuple with these cells, ascending, and whether it has a shared table too.
    places: HashMap<(Cells, bool), usize>,
    shared: HashMap<(u64, usize), u32>,
}

impl TuplesBuilder {
    /// Tuples of a board with these symmetries: for each, where every cell comes to lie. Together with leaving all as it is they are a
    /// group. A tuple with a table of its own that is another's image has that one's tables, cell by cell: so what is learned of a board
    /// is learned of its images.
    pub fn symmetric(symmetries: Vec<Vec<Option<usize>>>) -> TuplesBuilder {
        TuplesBuilder { symmetries, ..TuplesBuilder::default() }
    }

    /// Adds a tuple of these cells, of which `None` is beyond the board. It has a table of its own, or one shared by all tuples of the
    /// same `kind` and number of cells, or both.
    ///
    /// # Panics
    /// If it has neither, or more than 20 cells.
    pub fn add(&mut self, cells: &[Option<usize>], is_own: bool, kind: Option<u64>) {
        assert!(cells.len() <= 20, "a tuple of {} cells needs too many weights", cells.len());
        if is_own && let Some((tables, cells)) = self.image(cells, kind.is_some()) {
            return self.push(&cells, tables);
        }
        let own = is_own.then(|| self.room(1 << cells.len()));
        let shared = kind.map(|kind| self.shared_table(kind, cells.len()));
        let first = own.or(shared).expect("a tuple has a table");
        if is_own {
            self.places.insert((ascending(cells), kind.is_some()), self.tuples.len());
        }
        self.push(cells, [first, shared.unwrap_or(first)]);
    }

    /// The tables of the tuple that is an image of these cells, and the cells in the order of that tuple's.
    fn image(&self, cells: &[Option<usize>], has_shared: bool) -> Option<([u32; 2], Cells)> {
        self.symmetries.iter().find_map(|turned| {
            let images: Cells = cells.iter().map(|cell| cell.and_then(|cell| turned[cell])).collect();
            let tuple = *self.places.get(&(ascending(&images), has_shared))?;
            let back = |image: &Option<usize>| {
                image.and_then(|_| images.iter().position(|other| other == image)).and_then(|at| cells[at])
            };
            Some((self.tuples.tables[tuple], self.tuples.cells[tuple].iter().map(back).collect()))
        })
    }

    fn push(&mut self, cells: &[Option<usize>], tables: [u32; 2]) {
        self.tuples.tables.push(tables);
        self.tuples.push_chunks(cells);
        self.tuples.cells.push(cells.to_vec());
        self.tuples.bits.push(cells.len() as u8);
    }

    /// Adds a table for a number from 0 to `most`; larger ones count as `most`.
    pub fn counter(&mut self, most: u32) {
        let first = self.room(most as usize + 1);
        self.tuples.counters.push((first, most));
    }

    /// What was put together.
    pub fn build(self) -> Tuples {
        self.tuples
    }

    fn shared_table(&mut self, kind: u64, cells: usize) -> u32 {
        if let Some(&first) = self.shared.get(&(kind, cells)) {
            return first;
        }
        let first = self.room(1 << cells);
        self.shared.insert((kind, cells), first);
        first
    }

    fn room(&mut self, weights: usize) -> u32 {
        let first = self.tuples.weights as u32;
        self.tuples.weights += weights;
        first
    }
}

fn ascending(cells: &[Option<usize>]) -> Cells {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

impl Tuples {
    fn push_chunks(&mut self, cells: &[Option<usize>]) {
        let mut beyond = 0;
        let first = self.chunk_ends.last().map_or(0, |&end| end as usize);
        for (place, cell) in cells.iter().enumerate() {
            let Some(cell) = *cell else {
                beyond |= 1 << place;
                continue;
            };
            let follows = |last: &Chunk| {
                let length = last.mask.count_ones() as usize;
                usize::from(last.word) == cell / 64
                    && usize::from(last.shift) + length == cell % 64
                    && usize::from(last.place) + length == place
            };
            match self.chunks[first..].last_mut() {
                Some(last) if follows(last) => last.mask = last.mask << 1 | 1,
                _ => self.chunks.push(Chunk {
                    word: (cell / 64) as u8,
                    shift: (cell % 64) as u8,
                    place: place as u8,
                    mask: 1,
                }),
            }
        }
        self.beyond.push(beyond);
        self.chunk_ends.push(self.chunks.len() as u32);
    }

    /// How many tuples.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// How many weights they have, with those of the counters.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// How many weights are active on a board.
    pub fn active_weights(&self) -> usize {
        let shared = self.tables.iter().filter(|[own, shared]| own != shared).count();
        self.len() + shared + self.counters.len()
    }

    /// How many counters.
    pub fn counters(&self) -> usize {
        self.counters.len()
    }

    /// The number of a counter's weight.
    #[inline]
    pub fn counted(&self, counter: usize, number: u32) -> u32 {
        let (first, most) = self.counters[counter];
        first + number.min(most)
    }

    /// The first weights of a tuple's tables; the same twice where it has only one.
    #[inline]
    pub fn tables(&self, tuple: usize) -> [u32; 2] {
        self.tables[tuple]
    }

    /// How many cells a tuple has.
    pub fn bits(&self, tuple: usize) -> u8 {
        self.bits[tuple]
    }

    /// The index of each tuple on a board of which these words say what is filled.
    #[inline]
    pub fn indices(&self, words: &[u64], out: &mut Vec<u32>) {
        out.clear();
        self.each_index(words, |_, index| out.push(index));
    }

    /// Calls `use_it` with each tuple and its index on a board of which these words say what is filled.
    #[inline]
    pub fn each_index(&self, words: &[u64], mut use_it: impl FnMut(usize, u32)) {
        let mut first = 0;
        for (tuple, (&end, &beyond)) in self.chunk_ends.iter().zip(&self.beyond).enumerate() {
            let mut index = beyond;
            for chunk in &self.chunks[first..end as usize] {
                let bits = (words[usize::from(chunk.word)] >> chunk.shift) as u32 & chunk.mask;
                index |= bits << chunk.place;
            }
            first = end as usize;
            use_it(tuple, index);
        }
    }

    /// Adds the numbers of the weights that are active where tuples have these indices.
    pub fn active(&self, indices: &[u32], out: &mut Vec<u32>) {
        for (&[own, shared], &index) in self.tables.iter().zip(indices) {
            out.push(own + index);
            if shared != own {
                out.push(shared + index);
            }
        }
    }

    /// What filling these cells changes.
    pub fn changes(&self, cells: &[usize]) -> Vec<Change> {
        let bits = |tuple: &Vec<Option<usize>>| {
            let set =
                tuple.iter().enumerate().filter(|(_, cell)| cell.is_some_and(|cell| cells.contains(&cell)));
            set.fold(0, |bits, (place, _)| bits | 1 << place)
        };
        let all =
            self.cells.iter().enumerate().map(|(tuple, its)| Change { tuple: tuple as u32, bits: bits(its) });
        all.filter(|change| change.bits != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use tercet_game::Rng;

    use super::*;

    #[test]
    fn indices_are_what_the_cells_say_bit_by_bit() {
        let mut rng = Rng::new(5);
        let mut builder = TuplesBuilder::default();
        let mut tuples = Vec::new();
        for length in 1..14 {
            let start = rng.below(120) as usize;
            let cell = |place: usize| (place % 5 != 4).then(|| (start + place * (1 + length % 2)) % 128);
            let cells: Vec<Option<usize>> = (0..length).map(cell).collect();
            builder.add(&cells, true, Some(1));
            tuples.push(cells);
        }
        let built = builder.build();
        let mut indices = Vec::new();
        for _ in 0..200 {
            let words = [rng.next_u64(), rng.next_u64()];
            built.indices(&words, &mut indices);
            for (cells, &index) in tuples.iter().zip(&indices) {
                let is_filled =
                    |cell: &Option<usize>| cell.is_none_or(|cell| words[cell / 64] >> (cell % 64) & 1 == 1);
                let slow = cells.iter().rev().fold(0, |bits, cell| bits << 1 | u32::from(is_filled(cell)));
                assert_eq!(index, slow);
            }
        }
    }

    #[test]
    fn a_tuple_and_its_image_have_one_table_cell_by_cell() {
        // A row of six cells that is mirrored.
        let mirror = (0..6).map(|cell| Some(5 - cell)).collect();
        let mut builder = TuplesBuilder::symmetric(vec![mirror]);
        builder.add(&[Some(0), Some(1), None], true, Some(3));
        builder.add(&[None, Some(4), Some(5)], true, Some(4));
        builder.add(&[Some(2), Some(3)], true, None);
        let tuples = builder.build();
        assert_eq!(tuples.weights(), 8 + 8 + 4);
        assert_eq!(tuples.tables(0), tuples.tables(1));
        let (mut one, mut other) = (Vec::new(), Vec::new());
        tuples.indices(&[0b00_0010], &mut one);
        tuples.indices(&[0b01_0000], &mut other);
        assert_eq!((one[0], other[1]), (0b110, 0b110));
        assert_eq!((one[1], other[0]), (0b100, 0b100));
    }

    #[test]
    fn alike_tuples_share_a_table() {
        let mut builder = TuplesBuilder::default();
        builder.add(&[Some(0), Some(1)], true, Some(7));
        builder.add(&[Some(4), Some(5)], true, Some(7));
        builder.add(&[Some(8)], false, Some(7));
        builder.counter(3);
        let tuples = builder.build();
        assert_eq!(tuples.weights(), 4 + 4 + 4 + 2 + 4);
        assert_eq!(tuples.tables(0)[1], tuples.tables(1)[1]);
        assert_eq!(tuples.counted(0, 99), tuples.counted(0, 3));
        let mut active = Vec::new();
        tuples.active(&[1, 2, 0], &mut active);
        // Two of each of the first two tuples, one of the third; the counter is the caller's to add.
        assert_eq!((active.len(), tuples.active_weights()), (5, 6));
    }
}
