//! R1 to R3 and R16: cells, lines, named grids.

use tercet_triangle::{Config, Direction, Layout};

use crate::table::{Table, custom};

#[test]
fn r1_the_default_grid_is_a_hexagon_in_a_rectangle() {
    let rows = [
        "---.........---",
        "--...........--",
        "-.............-",
        "...............",
        "...............",
        "-.............-",
        "--...........--",
        "---.........---",
    ];
    assert_eq!(Table::new(&Config::default()).board(), rows.join("/"));
}

#[test]
fn r1_rows_without_playable_cells() {
    let grid = custom(4, &[(0, 4), (2, 2), (4, 4), (1, 3)]).grid();
    assert_eq!((grid.rows(), grid.cols(), grid.size()), (4, 4, 16));
    assert_eq!(grid.playable().collect::<Vec<_>>(), [0, 1, 2, 3, 13, 14]);
    assert_eq!(custom(3, &[(1, 1), (0, 0)]).grid().playable().count(), 0);
}

#[test]
fn r1_cells_have_numbers() {
    let grid = Layout::Hexagon(4).grid();
    assert_eq!((grid.cell(0, 0), grid.cell(7, 14), grid.cell(1, 2)), (Some(0), Some(119), Some(17)));
    for (row, col) in [(-1, 0), (0, -1), (8, 0), (0, 15)] {
        assert_eq!(grid.cell(row, col), None);
    }
    assert!((0..120).all(|cell| {
        let (row, col) = grid.place(cell);
        grid.cell(row as i32, col as i32) == Some(cell)
    }));
}

#[test]
fn r2_a_cell_points_up_if_row_and_column_are_odd_together() {
    let grid = custom(3, &[(0, 3); 2]).grid();
    let up: Vec<bool> = (0..6).map(|cell| grid.is_up(cell)).collect();
    assert_eq!(up, [false, true, false, true, false, true]);
}

#[test]
fn r3_the_next_cell_of_each_direction() {
    let grid = custom(3, &[(0, 3); 2]).grid();
    let next = |direction| (0..6).map(|cell| grid.next(cell, direction)).collect::<Vec<_>>();
    assert_eq!(next(Direction::Horizontal), [Some(1), Some(2), None, Some(4), Some(5), None]);
    assert_eq!(next(Direction::Falling), [Some(1), Some(4), None, None, Some(5), None]);
    assert_eq!(next(Direction::Rising), [None, Some(2), None, Some(4), Some(1), None]);
}

#[test]
fn r3_lines_are_the_runs_that_are_long_enough() {
    let grid = custom(3, &[(0, 3); 2]).grid();
    let lines = [vec![0, 1, 2], vec![0, 1, 4, 5], vec![1, 2, 3, 4], vec![3, 4, 5]];
    assert_eq!(grid.lines(2), lines);
    assert_eq!(grid.lines(4), lines[1..3]);
    assert_eq!(grid.lines(5), Vec::<Vec<usize>>::new());
    assert_eq!(grid.lines(1).len(), 8, "the four corners are runs of one cell");
}

#[test]
fn r3_the_same_cells_of_two_directions_are_one_line() {
    let grid = custom(2, &[(0, 2)]).grid();
    assert_eq!(grid.runs(Direction::Horizontal, 2), [[0, 1]]);
    assert_eq!(grid.runs(Direction::Falling, 2), [[0, 1]]);
    assert_eq!(grid.lines(2), [[0, 1]]);
}

#[test]
fn r3_the_default_grid_has_24_lines() {
    let grid = Layout::Hexagon(4).grid();
    let lines = grid.lines(2);
    assert_eq!((lines.len(), &lines), (24, &grid.lines(3)));
    for direction in Direction::ALL {
        let mut lengths: Vec<usize> = grid.runs(direction, 2).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [9, 9, 11, 11, 13, 13, 15, 15]);
    }
    let through = |cell: usize| lines.iter().filter(|line| line.contains(&cell)).count();
    assert!(grid.playable().all(|cell| through(cell) == 3));
}

#[test]
fn r16_hexagons() {
    for side in 1..=16_u8 {
        let grid = Layout::Hexagon(side).grid();
        let n = usize::from(side);
        assert_eq!((grid.rows(), grid.cols()), (2 * n, 4 * n - 1 + n % 2), "{side}");
        assert_eq!((grid.playable().count(), grid.lines(2).len()), (6 * n * n, 6 * n), "{side}");
        assert!(grid.playable().next().is_some_and(|cell| grid.is_up(cell)), "{side}");
    }
    let config = |grid| Config { grid, ..Config::default() };
    assert_eq!(Table::new(&config(Layout::Hexagon(1))).board(), "-.../-...");
    let three = "---.......-/--.........-/-...........";
    let mut rows: Vec<&str> = three.split('/').collect();
    rows = rows.iter().map(|row| &row[..]).collect();
    let all: Vec<String> = rows.iter().chain(rows.iter().rev()).map(|row| format!("{row:-<12}")).collect();
    assert_eq!(Table::new(&config(Layout::Hexagon(3))).board(), all.join("/"));
}

#[test]
fn r16_the_formula_of_even_sides_is_no_hexagon_for_odd_ones() {
    let upper = (0..5).map(|row| (4 - row, 15 + row));
    let ranges: Vec<(u8, u8)> = upper.clone().chain(upper.rev()).collect();
    let grid = custom(19, &ranges).grid();
    assert_eq!((grid.playable().count(), grid.lines(2).len()), (150, 28));
}

#[test]
fn r16_triangles() {
    for side in 1..=32_u8 {
        let grid = Layout::Triangle(side).grid();
        let n = usize::from(side);
        assert_eq!((grid.rows(), grid.cols()), (n, 2 * n - 1 + n % 2), "{side}");
        assert_eq!((grid.playable().count(), grid.lines(2).len()), (n * n, 3 * (n - 1)), "{side}");
        assert!(grid.playable().next().is_some_and(|cell| grid.is_up(cell)), "{side}");
    }
    let config = |grid| Config { grid, ..Config::default() };
    assert_eq!(Table::new(&config(Layout::Triangle(3))).board(), "---.--/--...-/-.....");
    assert_eq!(Table::new(&config(Layout::Triangle(2))).board(), "-.-/...");
}

#[test]
fn r16_parallelograms() {
    let config = |grid| Config { grid, ..Config::default() };
    assert_eq!(Table::new(&config(Layout::Parallelogram(3, 2))).board(), "....--/-....-/--....");
    for (rows, pairs) in [(1, 1), (1, 32), (63, 1), (5, 4), (32, 16)] {
        let grid = Layout::Parallelogram(rows, pairs).grid();
        let (r, w) = (usize::from(rows), usize::from(pairs));
        assert_eq!((grid.rows(), grid.cols(), grid.playable().count()), (r, 2 * w + r - 1, 2 * w * r));
        assert!((0..r).all(|row| !grid.is_up(grid.cell(row as i32, row as i32).unwrap())));
    }
}
