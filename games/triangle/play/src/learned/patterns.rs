//! The patterns of cells that a learned value looks at, by the geometry of the grid.
//!
//! Whole lines; each cell with all that share a corner with it; and the six cells around an inner corner with the six beyond their
//! outer sides. Patches and stars have a table for their place and one that all of the same shape share; places that are mirror images
//! of each other have one table where the puzzle has that mirror exactly ([`super::symmetry`]). Beside them stand counts: the places of each
//! shape, and the cells that are filled; and for boards within a hand the places of each shape that is still to be placed.
//!
//! Pieces of two neighbouring lines (57 tuples of 14 cells) were tried: they cost a third of the speed, and half of the weights, and
//! after equal games the player lives no longer.

use std::collections::BTreeSet;

use tercet_game::Game as _;
use tercet_train::value::{Tuples, TuplesBuilder};
use tercet_triangle::{Field, Grid, Puzzle};

use super::symmetry::symmetries;

/// More places of a shape than this are as good.
const MOST_PLACES: u32 = 63;

/// The longest piece of a line that has a table.
const LONGEST: usize = 16;

/// Where tables for each place would be more weights than this, alike patterns share theirs only.
const MOST_OWN: usize = 1 << 23;

/// A cell by row and column, on the board or beyond.
type Place = (i32, i32);

/// The tuples of a puzzle. Their order is part of what a file of weights means.
pub(super) fn tuples<F: Field>(game: &Puzzle<F>) -> Tuples {
    let grid = game.grid();
    let mut builder = TuplesBuilder::symmetric(symmetries(game));
    for line in grid.lines(game.config().min_line.into()) {
        for piece in line.chunks(LONGEST) {
            builder.add(&on_board(piece), true, None);
        }
    }
    let is_own = grid.playable().count() << 13 <= MOST_OWN;
    for cell in grid.playable() {
        builder.add(&patch(grid, cell), is_own, Some(u64::from(grid.is_up(cell))));
    }
    for star in stars(grid) {
        builder.add(&star, is_own, Some(2));
    }
    (0..game.shapes().len()).for_each(|_| builder.counter(MOST_PLACES));
    builder.counter(grid.playable().count() as u32);
    // For each number of shapes that are still to be placed.
    for _ in 1..game.config().slots {
        (0..game.shapes().len()).for_each(|_| builder.counter(MOST_PLACES));
    }
    builder.build()
}

/// The counter for the places of a shape that is still to be placed, one of so many that are left of the hand.
#[inline]
pub(super) fn waiting(shapes: usize, left: usize, shape: u8) -> usize {
    shapes + 1 + (left - 1) * shapes + usize::from(shape)
}

fn on_board(cells: &[usize]) -> Vec<Option<usize>> {
    cells.iter().map(|&cell| Some(cell)).collect()
}

fn at(grid: &Grid, (row, col): Place) -> Option<usize> {
    grid.cell(row, col).filter(|&cell| grid.is_playable(cell))
}

/// The three corners of a cell: of an up cell the tip and both feet. A corner is named by its row of corners and its column.
fn corners((row, col): Place, is_up: bool) -> [Place; 3] {
    if is_up {
        [(row, col), (row + 1, col - 1), (row + 1, col + 1)]
    } else {
        [(row + 1, col), (row, col - 1), (row, col + 1)]
    }
}

/// The six cells around a corner, row by row.
fn around((row, col): Place) -> [Place; 6] {
    let above = row - 1;
    [(above, col - 1), (above, col), (above, col + 1), (row, col - 1), (row, col), (row, col + 1)]
}

/// A cell and the twelve that share a corner with it, row by row.
fn patch(grid: &Grid, cell: usize) -> Vec<Option<usize>> {
    let (row, col) = grid.place(cell);
    let near = corners((row as i32, col as i32), grid.is_up(cell)).map(around);
    let places: BTreeSet<Place> = near.into_iter().flatten().collect();
    places.into_iter().map(|place| at(grid, place)).collect()
}

/// The corners all around which there are cells, each with the six cells beyond.
fn stars(grid: &Grid) -> Vec<Vec<Option<usize>>> {
    let mut middles = BTreeSet::new();
    for cell in grid.playable() {
        let (row, col) = grid.place(cell);
        middles.extend(corners((row as i32, col as i32), grid.is_up(cell)));
    }
    let is_inner = |middle: &Place| around(*middle).into_iter().all(|place| at(grid, place).is_some());
    middles.into_iter().filter(is_inner).map(|middle| star(grid, middle)).collect()
}

fn star(grid: &Grid, middle: Place) -> Vec<Option<usize>> {
    let (row, col) = middle;
    let beyond = [
        (row - 2, col),
        (row - 1, col - 2),
        (row - 1, col + 2),
        (row, col - 2),
        (row, col + 2),
        (row + 1, col),
    ];
    let places: BTreeSet<Place> = around(middle).into_iter().chain(beyond).collect();
    places.into_iter().map(|place| at(grid, place)).collect()
}

#[cfg(test)]
mod tests {

    use tercet_triangle::{Config, Dense};

    use super::*;

    #[test]
    fn the_usual_grid_has_its_lines_patches_and_stars() {
        let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
        let grid = game.grid();
        assert_eq!(grid.lines(2).len(), 24);
        assert!(grid.playable().all(|cell| patch(grid, cell).len() == 13));
        let stars = stars(grid);
        assert_eq!(stars.len(), 37);
        assert!(stars.iter().all(|star| star.len() == 12));
        let tuples = tuples(&game);
        // Hands of three: one or two may be left.
        assert_eq!(tuples.counters(), game.shapes().len() + 1 + 2 * game.shapes().len());
        assert_eq!(waiting(game.shapes().len(), 2, game.shapes().len() as u8 - 1) + 1, tuples.counters());
        assert_eq!(tuples.len(), 24 + 96 + 37);
    }

    #[test]
    fn cells_that_share_a_corner_are_a_patch() {
        let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
        let grid = game.grid();
        for cell in grid.playable() {
            let all = patch(grid, cell);
            assert!(all.contains(&Some(cell)));
            // Sharing a corner goes both ways.
            for other in all.into_iter().flatten() {
                assert!(patch(grid, other).contains(&Some(cell)));
            }
        }
    }
}
