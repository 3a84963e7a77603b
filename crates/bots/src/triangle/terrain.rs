//! What a board is worth, apart from what it has earned.

use tercet_triangle::{Field, Grid, Puzzle, State};

/// The cells of a grid and their neighbours.
#[derive(Clone, Debug, Default)]
pub(super) struct Terrain {
    /// The grid that this was made for.
    grid: Option<Grid>,
    /// Each playable cell with its playable neighbours.
    cells: Vec<(usize, Vec<usize>)>,
}

/// What a free cell costs that no free cell touches, in units of an edge.
const HOLE: i32 = 4;

impl Terrain {
    /// Makes sure that this is the grid's.
    pub(super) fn settle(&mut self, grid: &Grid) {
        if self.grid.as_ref() != Some(grid) {
            self.cells = grid.playable().map(|cell| (cell, neighbors(grid, cell))).collect();
            self.grid = Some(grid.clone());
        }
    }

    /// Rough boards cost: each filled cell, each edge between a free cell and a filled one or the border, and free
    /// cells that are alone, where only single triangles fit.
    pub(super) fn cost<F: Field>(&self, state: &State<F>) -> i32 {
        let mut cost = 0;
        for (cell, neighbors) in &self.cells {
            if state.is_filled(*cell) {
                cost += 1;
                continue;
            }
            let free = neighbors.iter().filter(|&&neighbor| !state.is_filled(neighbor)).count() as i32;
            cost += 3 - free;
            if free == 0 {
                cost += HOLE;
            }
        }
        cost
    }

    /// How many templates have a place at all, and how many places all have together.
    pub(super) fn mobility<F: Field>(game: &Puzzle<F>, state: &State<F>) -> (usize, usize) {
        let templates = (0..).map_while(|template| game.piece_of(template));
        let places = templates.map(|piece| game.places(state, piece) as usize);
        places.fold((0, 0), |(fitting, all), places| (fitting + usize::from(places > 0), all + places))
    }
}

fn neighbors(grid: &Grid, cell: usize) -> Vec<usize> {
    let (row, col) = grid.place(cell);
    let (row, col) = (row as i32, col as i32);
    let across = if grid.is_up(cell) { row + 1 } else { row - 1 };
    let places = [(row, col - 1), (row, col + 1), (across, col)];
    let playable = |(row, col)| grid.cell(row, col).filter(|&cell| grid.is_playable(cell));
    places.into_iter().filter_map(playable).collect()
}
