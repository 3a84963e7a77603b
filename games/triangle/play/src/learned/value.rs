//! The value of boards of one puzzle, kept up to date from a board to those one placement away.

use std::fmt::Debug;
use std::ops::{AddAssign, SubAssign};

use tercet_train::value::{Change, Frozen, Tables, TupleSums, Tuples};
use tercet_triangle::{Cells as _, Field, Piece, Puzzle};

use super::patterns;

/// What each placement changes: for each shape and anchor.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    changes: Vec<Change>,
    /// Where each placement's changes end.
    ends: Vec<u32>,
    cells: usize,
}

impl Placements {
    pub(super) fn new<F: Field>(game: &Puzzle<F>, tuples: &Tuples) -> Placements {
        let (mut changes, mut ends) = (Vec::new(), vec![0]);
        let cells = game.grid().size();
        for shape in 0..game.shapes().len() {
            let shape = game.shape(Piece(shape as u8)).expect("numbers of shapes are below their number");
            for anchor in 0..cells {
                if let Some(filled) = game.grid().placement(shape, anchor) {
                    changes.extend(tuples.changes(&filled));
                }
                ends.push(changes.len() as u32);
            }
        }
        Placements { changes, ends, cells }
    }

    #[inline]
    pub(super) fn of(&self, shape: u8, anchor: usize) -> &[Change] {
        let number = usize::from(shape) * self.cells + anchor;
        &self.changes[self.ends[number] as usize..self.ends[number + 1] as usize]
    }
}

/// Words of the largest board.
const MOST_WORDS: usize = 64;

/// Looks at a board once, then at each board that a placement on it leads to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Viewer<S: Default, A> {
    sums: TupleSums<S, A>,
}

/// Looks at boards while their value is learned.
pub(super) type LearningViewer = Viewer<f32, [u32; 2]>;

/// Looks at boards to play.
pub(crate) type PlayingViewer = Viewer<i32, u32>;

impl<S: Copy + Default + AddAssign + SubAssign, A: Copy> Viewer<S, A> {
    /// Looks at a board.
    pub(super) fn look<F: Field>(&mut self, tables: &impl Tables<Sum = S, At = A>, field: &F) {
        with_words(field, |words| self.sums.look(tables, words));
    }

    /// Looks at the board after a placement that cleared nothing.
    pub(super) fn step(&mut self, tables: &impl Tables<Sum = S, At = A>, changes: &[Change]) {
        self.sums.step(tables, changes);
    }

    /// The weights' numbers of the board that was looked at.
    pub(super) fn active<F: Field>(&self, tuples: &Tuples, game: &Puzzle<F>, field: &F, out: &mut Vec<u32>) {
        out.clear();
        tuples.active(self.sums.indices(), out);
        let shapes = game.shapes().len();
        out.extend((0..shapes).map(|shape| tuples.counted(shape, field.count(game.tables(), shape as u8))));
        out.push(tuples.counted(shapes, field.filled().len()));
    }

    /// The value of a board that a placement leads to from the one that was looked at.
    #[inline]
    pub(super) fn after<F: Field>(
        &self,
        tables: &impl Tables<Sum = S, At = A>,
        tables_of: &F::Tables,
        changes: &[Change],
        (shapes, next): (usize, &F),
        is_cleared: bool,
    ) -> S {
        let mut value = if is_cleared {
            // Many patterns change where a line is cleared, so the board is looked at from the beginning.
            with_words(next, |words| TupleSums::whole(tables, words))
        } else {
            self.sums.after(tables, changes)
        };
        for shape in 0..shapes {
            value += tables.of_counter(shape, next.count(tables_of, shape as u8));
        }
        value += tables.of_counter(shapes, next.filled().len());
        value
    }
}

#[inline]
fn with_words<F: Field, T>(field: &F, mut use_them: impl FnMut(&[u64]) -> T) -> T {
    let mut words = [0; MOST_WORDS];
    let cells = field.filled();
    let mut count = 0;
    for (word, filled) in words.iter_mut().zip(cells.words()) {
        *word = filled;
        count += 1;
    }
    use_them(&words[..count])
}

/// A learned value of one puzzle's boards, for playing.
#[derive(Clone, Debug)]
pub struct Value {
    frozen: Frozen,
    placements: Placements,
    shapes: usize,
}

impl Value {
    /// The value with these weights; `None` if there are other than this puzzle needs.
    pub(super) fn new<F: Field>(game: &Puzzle<F>, weights: &[i16], unit: f32) -> Option<Value> {
        let tuples = patterns::tuples(game);
        if tuples.weights() != weights.len() {
            return None;
        }
        let placements = Placements::new(game, &tuples);
        let shapes = game.shapes().len();
        Some(Value { frozen: Frozen::new(tuples, weights, unit), placements, shapes })
    }

    /// How many hands one of a value's numbers stands for.
    pub fn unit(&self) -> f32 {
        self.frozen.unit()
    }

    /// Looks at a board, so that those after it are cheap.
    pub(crate) fn look<F: Field>(&self, viewer: &mut PlayingViewer, field: &F) {
        viewer.look(&self.frozen, field);
    }

    /// What a board is worth that this placement led to from the one that was looked at.
    #[inline]
    pub(crate) fn after<F: Field>(
        &self,
        viewer: &mut PlayingViewer,
        tables: &F::Tables,
        (shape, anchor): (u8, usize),
        next: &F,
        is_cleared: bool,
    ) -> i32 {
        viewer.after(&self.frozen, tables, self.placements.of(shape, anchor), (self.shapes, next), is_cleared)
    }

    /// What it adds that a shape of the hand, one of so many that are left, still has to find one of so many places.
    #[inline]
    pub(crate) fn waiting(&self, left: usize, shape: u8, places: u32) -> i32 {
        self.frozen.of_counter(patterns::waiting(self.shapes, left, shape), places)
    }
}

#[cfg(test)]
mod tests {
    use tercet_game::{Game as _, Rng};
    use tercet_triangle::{Config, FieldVisitor, Layout, with_field};

    use super::*;

    /// Plays at random and compares values that were kept up to date with values from the beginning.
    struct Compare(Config);

    impl FieldVisitor for Compare {
        type Out = (u32, u32);

        fn visit<F: Field + Send + Sync + 'static>(self) -> (u32, u32) {
            let game = Puzzle::<F>::new(&self.0).unwrap();
            let mut rng = Rng::new(9);
            let count = patterns::tuples(&game).weights();
            let weights: Vec<i16> = (0..count).map(|_| rng.below(2001) as i16 - 1000).collect();
            let value = Value::new(&game, &weights, 1.0).unwrap();
            let (mut viewer, whole, mut counts) = (Viewer::default(), PlayingViewer::default(), (0, 0));
            for _ in 0..15 {
                let mut field = F::empty(game.tables());
                for _ in 0..40 {
                    value.look(&mut viewer, &field);
                    let shape = rng.below(game.shapes().len() as u32) as u8;
                    let places = field.count(game.tables(), shape);
                    if places == 0 {
                        break;
                    }
                    let anchor = field.nth(game.tables(), shape, rng.below(places));
                    let cleared = field.place(game.tables(), shape, anchor);
                    let fast =
                        value.after(&mut viewer, game.tables(), (shape, anchor), &field, !cleared.is_empty());
                    let slow =
                        whole.after(&value.frozen, game.tables(), &[], (game.shapes().len(), &field), true);
                    assert_eq!(fast, slow);
                    counts.0 += 1;
                    counts.1 += u32::from(!cleared.is_empty());
                }
            }
            counts
        }
    }

    #[test]
    fn a_value_that_is_kept_up_to_date_is_the_value_from_the_beginning() {
        for grid in [Layout::Hexagon(4), Layout::Triangle(5), Layout::Hexagon(5), Layout::Parallelogram(4, 6)]
        {
            let config = Config { grid, ..Config::default() };
            let (boards, cleared) = with_field(&config, Compare(config.clone()));
            assert!(boards > 50 && cleared > 0, "{boards} {cleared}");
        }
    }
}
