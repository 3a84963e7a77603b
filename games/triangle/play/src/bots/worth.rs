//! What a board is worth, apart from what it has earned.
//!
//! A board is looked at in words of 64 cells: neighbours are shifts, features are counts of bits. What shapes and lines
//! add is looked up in tables that are made once for a puzzle. Nothing is allocated.

use tercet_game::Game as _;
use tercet_triangle::{Cells, Config, Field, Piece, Puzzle};

/// What each feature of a board is worth, in hundredths. Bots take weights beyond [`Weights::MOST`] for as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; Weights::NAMES.len()]);

impl Default for Weights {
    fn default() -> Weights {
        super::weights::TUNED
    }
}

impl Weights {
    /// The features in the order of the weights.
    ///
    /// Each cleared cell; each filled cell, and the square of their number in 64ths; each edge between a free cell and one that
    /// is not; free cells with no and with one free neighbour; filled cells with no filled neighbour; the difference
    /// between free cells that point up and down; lines with one to six free cells and lines without a filled one. Then,
    /// for templates of five and more triangles, of four, and of fewer: each that has no place, one, two, up to four and up
    /// to eight, and each place in 16ths.
    #[rustfmt::skip]
    pub const NAMES: [&str; 33] = [
        "cleared", "filled", "crowded", "edge", "hole", "end", "lone", "parity",
        "line_1", "line_2", "line_3", "line_4", "line_5", "line_6", "untouched",
        "large_0", "large_1", "large_2", "large_4", "large_8", "large_places",
        "middle_0", "middle_1", "middle_2", "middle_4", "middle_8", "middle_places",
        "small_0", "small_1", "small_2", "small_4", "small_8", "small_places",
    ];

    /// The most that counts, either way: so sums fit their words on the largest boards.
    pub const MOST: i32 = 5000;

    /// What clearing so many cells is worth.
    pub(super) fn earned(&self, cells: u32) -> i32 {
        self.0[CLEARED] * cells as i32
    }

    /// What a line of so many cells with so many free ones is worth.
    fn line(&self, free: usize, all: usize) -> i32 {
        let untouched = if free == all { self.0[UNTOUCHED] } else { 0 };
        let near = if (1..=LINES).contains(&free) { self.0[LINE + free - 1] } else { 0 };
        untouched + near
    }
}

const CLEARED: usize = 0;
const FILLED: usize = 1;
const CROWDED: usize = 2;
const EDGE: usize = 3;
const HOLE: usize = 4;
const END: usize = 5;
const LONE: usize = 6;
const PARITY: usize = 7;
const LINE: usize = 8;
const LINES: usize = 6;
const UNTOUCHED: usize = 14;
const LARGE: usize = 15;
const MIDDLE: usize = 21;
const SMALL: usize = 27;

/// The tables of one puzzle under these weights.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    weights: Weights,
    /// What this was made for.
    config: Option<Config>,
    cols: u32,
    around: Vec<Around>,
    /// What a line with so many free cells is worth, line after line.
    lines: Vec<i32>,
    /// Where each line's part of those begins.
    line_starts: Vec<u32>,
    /// What a shape with so many places is worth.
    shapes: Vec<[i32; MOST_PLACES + 1]>,
}

const CROWDED_MOST: i64 = 100_000_000;

/// More places than this are as good.
const MOST_PLACES: usize = 63;

/// Facts of 64 cells, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    playable: u64,
    up: u64,
    /// Which of them have a playable neighbour there.
    has_left: u64,
    has_right: u64,
    has_above: u64,
    has_below: u64,
}

/// Numbers of cells.
#[derive(Clone, Copy, Default)]
struct Counts {
    free: i32,
    free_up: i32,
    playable: i32,
    /// Free cells with at least one, two and three free neighbours.
    one: i32,
    two: i32,
    three: i32,
    lone: i32,
}

impl Survey {
    pub(super) fn new(weights: Weights) -> Survey {
        let weights = Weights(weights.0.map(|weight| weight.clamp(-Weights::MOST, Weights::MOST)));
        let (around, lines, line_starts, shapes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Survey { weights, config: None, cols: 1, around, lines, line_starts, shapes }
    }

    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Makes sure that the tables are this puzzle's.
    pub(super) fn settle<F: Field>(&mut self, game: &Puzzle<F>) {
        if self.config.as_ref() == Some(game.config()) {
            return;
        }
        self.config = Some(game.config().clone());
        self.cols = game.grid().cols() as u32;
        self.around = around(game);
        self.shapes = (0..game.shapes().len()).map(|shape| self.shape_table(game, shape as u8)).collect();
        self.lines.clear();
        self.line_starts.clear();
        for line in game.grid().lines(game.config().min_line.into()) {
            self.line_starts.push(self.lines.len() as u32);
            let weights = self.weights;
            let worth = |free| weights.line(free, line.len());
            self.lines.extend((0..=line.len()).map(worth));
        }
    }

    fn shape_table<F: Field>(&self, game: &Puzzle<F>, shape: u8) -> [i32; MOST_PLACES + 1] {
        let templates = game.weight(Piece(shape)) as i32;
        let first = match game.shapes()[usize::from(shape)].triangles().len() {
            0..=3 => SMALL,
            4 => MIDDLE,
            _ => LARGE,
        };
        let [none, one, two, four, eight, places] =
            std::array::from_fn(|index| self.weights.0[first + index]);
        std::array::from_fn(|count| {
            let few = match count {
                0 => none,
                1 => one,
                2 => two,
                3..=4 => four,
                5..=8 => eight,
                _ => 0,
            };
            templates * (few + places * count as i32 / 16)
        })
    }

    /// What the board is worth.
    #[inline]
    pub(super) fn worth<F: Field>(&self, tables: &F::Tables, field: &F) -> i32 {
        let mut worth = self.ground(&self.count(field));
        let mut starts = self.line_starts.iter();
        field.each_line(tables, |free| {
            let start = starts.next().map_or(0, |&start| start);
            worth += self.lines[(start + free) as usize];
        });
        for (shape, table) in self.shapes.iter().enumerate() {
            let places = field.count(tables, shape as u8) as usize;
            worth += table[places.min(MOST_PLACES)];
        }
        worth
    }

    #[inline]
    fn ground(&self, counts: &Counts) -> i32 {
        let weights = &self.weights.0;
        let filled = counts.playable - counts.free;
        let edges = 3 * counts.free - counts.one - counts.two - counts.three;
        let down = counts.free - counts.free_up;
        // The one that grows with the square of the board.
        let crowded = i64::from(weights[CROWDED]) * i64::from(filled * filled) / 64;
        weights[FILLED] * filled
            + crowded.clamp(-CROWDED_MOST, CROWDED_MOST) as i32
            + weights[EDGE] * edges
            + weights[HOLE] * (counts.free - counts.one)
            + weights[END] * (counts.one - counts.two)
            + weights[LONE] * counts.lone
            + weights[PARITY] * (counts.free_up - down).abs()
    }

    #[inline]
    fn count<F: Field>(&self, field: &F) -> Counts {
        let mut counts = Counts::default();
        let cells = field.filled();
        let mut words = cells.words().zip(&self.around).map(|(filled, around)| around.playable & !filled);
        let (mut before, mut here) = (0, words.next().unwrap_or(0));
        for around in &self.around {
            let after = words.next().unwrap_or(0);
            counts.add(around, [before, here, after], self.cols);
            (before, here) = (here, after);
        }
        counts
    }
}

impl Counts {
    /// Counts one word, given the free cells of the words before and after it too.
    #[inline]
    fn add(&mut self, around: &Around, [before, here, after]: [u64; 3], cols: u32) {
        let ones = |word: u64| word.count_ones() as i32;
        let left = (here << 1 | before >> 63) & around.has_left;
        let right = (here >> 1 | after << 63) & around.has_right;
        let above = ((u128::from(here) << 64 | u128::from(before)) >> (64 - cols)) as u64 & around.has_above;
        let below = ((u128::from(after) << 64 | u128::from(here)) >> cols) as u64 & around.has_below;
        let across = above | below;
        let filled = around.playable & !here;
        let touched = (around.has_left & !left)
            | (around.has_right & !right)
            | ((around.has_above | around.has_below) & !across);
        self.free += ones(here);
        self.free_up += ones(here & around.up);
        self.playable += ones(around.playable);
        self.one += ones(here & (left | right | across));
        self.two += ones(here & (left & right | across & (left | right)));
        self.three += ones(here & left & right & across);
        self.lone += ones(filled & !touched);
    }
}

fn around<F: Field>(game: &Puzzle<F>) -> Vec<Around> {
    let grid = game.grid();
    let mut words = vec![Around::default(); grid.size().div_ceil(64)];
    for cell in grid.playable() {
        let (row, col) = grid.place(cell);
        let (row, col) = (row as i32, col as i32);
        let at = |row, col| grid.cell(row, col).is_some_and(|cell| grid.is_playable(cell));
        let bit = |is_so: bool| u64::from(is_so) << (cell % 64);
        let is_up = grid.is_up(cell);
        let word = &mut words[cell / 64];
        word.playable |= bit(true);
        word.up |= bit(is_up);
        word.has_left |= bit(at(row, col - 1));
        word.has_right |= bit(at(row, col + 1));
        word.has_above |= bit(!is_up && at(row - 1, col));
        word.has_below |= bit(is_up && at(row + 1, col));
    }
    words
}

#[cfg(test)]
mod tests {
    use tercet_game::{Live, Rng, Sample as _, Seat, Turn};
    use tercet_triangle::{Drawn, FieldVisitor, Layout, State, with_field};

    use super::*;

    /// The features counted one by one, as their description says.
    fn features<F: Field>(game: &Puzzle<F>, state: &State<F>) -> [i32; Weights::NAMES.len()] {
        let grid = game.grid();
        let neighbors = |cell: usize| {
            let (row, col) = grid.place(cell);
            let (row, col) = (row as i32, col as i32);
            let across = if grid.is_up(cell) { row + 1 } else { row - 1 };
            let at = |(row, col)| grid.cell(row, col).filter(|&cell| grid.is_playable(cell));
            [(row, col - 1), (row, col + 1), (across, col)].map(at)
        };
        let mut counts = [0; Weights::NAMES.len()];
        let mut balance = 0_i32;
        for cell in grid.playable() {
            let near = neighbors(cell);
            let free = near.iter().flatten().filter(|&&cell| !state.is_filled(cell)).count();
            if state.is_filled(cell) {
                counts[FILLED] += 1;
                counts[LONE] += i32::from(free == near.iter().flatten().count());
                continue;
            }
            counts[EDGE] += 3 - free as i32;
            counts[HOLE] += i32::from(free == 0);
            counts[END] += i32::from(free == 1);
            balance += if grid.is_up(cell) { 1 } else { -1 };
        }
        counts[PARITY] = balance.abs();
        for line in grid.lines(game.config().min_line.into()) {
            let free = line.iter().filter(|&&cell| !state.is_filled(cell)).count();
            counts[UNTOUCHED] += i32::from(free == line.len());
            if (1..=6).contains(&free) {
                counts[LINE + free - 1] += 1;
            }
        }
        counts
    }

    /// What the templates add: one by one, from the lists of their places.
    fn templates<F: Field>(game: &Puzzle<F>, state: &State<F>, weights: &Weights) -> i32 {
        let pieces = (0..game.config().templates.len()).filter_map(|template| game.piece_of(template));
        let worth = pieces.map(|piece| {
            let places = game.anchors(state, piece).len().min(MOST_PLACES);
            let first = match game.shape(piece).map_or(0, |shape| shape.triangles().len()) {
                0..=3 => SMALL,
                4 => MIDDLE,
                _ => LARGE,
            };
            let bucket = [0, 1, 2, 4, 8].iter().position(|&most| places <= most);
            bucket.map_or(0, |bucket| weights.0[first + bucket]) + weights.0[first + 5] * places as i32 / 16
        });
        worth.sum()
    }

    struct Compare(Config);

    impl FieldVisitor for Compare {
        type Out = u32;

        fn visit<F: Field + Send + Sync + 'static>(self) -> u32 {
            let game = Puzzle::<F>::new(&self.0).unwrap();
            let mut rng = Rng::new(3);
            let mut boards = 0;
            for seed in 0..20 {
                let weights = Weights(std::array::from_fn(|_| rng.below(2001) as i32 - 1000));
                let mut survey = Survey::new(weights);
                survey.settle(&game);
                let mut live = Live::new(&game, Drawn::new(seed), (), &mut ()).unwrap();
                while game.turn(live.state()) != Turn::Over {
                    let state = *live.state();
                    let counts = features(&game, &state);
                    let crowded = weights.0[CROWDED] * counts[FILLED] * counts[FILLED] / 64;
                    let sum: i32 = counts.iter().zip(weights.0).map(|(count, weight)| count * weight).sum();
                    let slow = sum + crowded + templates(&game, &state, &weights);
                    assert_eq!(survey.worth(game.tables(), state.field()), slow);
                    boards += 1;
                    let action = game.sample_action(&state, Seat::FIRST, &mut rng).unwrap();
                    live.play(&game, Seat::FIRST, action, &mut ()).unwrap();
                }
            }
            boards
        }
    }

    #[test]
    fn boards_are_worth_what_their_features_add_up_to() {
        let wide = vec![(0, 64); 5];
        let layouts = [
            Layout::Hexagon(4),
            Layout::Triangle(3),
            Layout::Hexagon(6),
            Layout::Custom { cols: 64, ranges: wide },
        ];
        for grid in layouts {
            let config = Config { grid, limit: 60, ..Config::default() };
            assert!(with_field(&config, Compare(config.clone())) > 20);
        }
    }
}
