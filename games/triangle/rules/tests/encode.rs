//! Action numbers, masks and planes.

use std::sync::Arc;

use tercet_game::{Deal, Encode, Game, Live, Match, Rng, Sample, Seat, Turn};
use tercet_triangle::{Config, Dense, Drawn, Field, Layout, Puzzle, Wide};

fn puzzle<F: Field>(config: &Config) -> Puzzle<F> {
    Puzzle::new(config).unwrap()
}

#[test]
fn numbers_are_slot_then_cell() {
    let puzzle = puzzle::<Dense>(&Config::default());
    assert_eq!(puzzle.action_count(), 360);
    for number in 0..360 {
        let action = puzzle.numbered_action(Seat::FIRST, number).unwrap();
        assert_eq!(puzzle.action_number(Seat::FIRST, action), number);
        assert_eq!(usize::from(action.slot) * 120 + usize::from(action.anchor), number);
    }
    assert_eq!(puzzle.numbered_action(Seat::FIRST, 360), None);
}

/// Plays random games and compares both masks with the list of actions in each position.
fn masks_are_lists<F: Field>(config: &Config, games: u64) {
    let puzzle = puzzle::<F>(config);
    let mut mask = vec![9; puzzle.action_count()];
    let mut words = vec![u64::MAX; puzzle.mask_words()];
    for seed in 0..games {
        let mut live: Live<_, Drawn> = Live::new(&puzzle, Drawn::new(seed), (), &mut ()).unwrap();
        let mut rng = Rng::new(seed);
        loop {
            let mut listed = Vec::new();
            puzzle.legal_actions(live.state(), Seat::FIRST, &mut listed);
            puzzle.write_mask(live.state(), Seat::FIRST, &mut mask);
            let numbers: Vec<usize> =
                listed.iter().map(|&action| puzzle.action_number(Seat::FIRST, action)).collect();
            let ones: Vec<usize> = (0..mask.len()).filter(|&number| mask[number] == 1).collect();
            assert_eq!(ones, numbers);
            assert_eq!(mask.iter().filter(|&&byte| byte != 0).count(), numbers.len(), "the others are zero");
            puzzle.write_mask_bits(live.state(), Seat::FIRST, &mut words);
            let is_set = |number: &usize| words[number / 64] >> (number % 64) & 1 == 1;
            assert_eq!((0..words.len() * 64).filter(is_set).collect::<Vec<_>>(), numbers);
            if puzzle.turn(live.state()) == Turn::Over {
                break;
            }
            let action = puzzle.sample_action(live.state(), Seat::FIRST, &mut rng).unwrap();
            live.play(&puzzle, Seat::FIRST, action, &mut ()).unwrap();
        }
    }
}

#[test]
fn masks_are_the_lists_of_legal_actions() {
    masks_are_lists::<Dense>(&Config::default(), 20);
    masks_are_lists::<Wide<1>>(&Config::default(), 20);
    let large = Layout::Custom { cols: 31, ranges: vec![(0, 31); 16] };
    masks_are_lists::<Wide<4>>(&Config { grid: large, slots: 5, ..Config::default() }, 3);
}

/// Words of 64 bits begin and end anywhere in a slot; an even number of columns turns the pairs of cells from row
/// to row; 128 cells are the most that a dense board has.
#[test]
fn masks_hold_on_grids_of_any_size_and_number_of_slots() {
    for (rows, cols) in [(8, 16), (16, 8), (2, 64), (11, 11), (5, 7), (3, 4), (1, 2), (4, 16), (1, 1)] {
        for slots in [1, 2, 3, 4, 7, 16] {
            let grid = Layout::Custom { cols, ranges: vec![(0, cols); rows] };
            // A dense board has few lines; only the longest are kept.
            let config = Config { grid, slots, min_line: 16, limit: 30, ..Config::default() };
            masks_are_lists::<Dense>(&config, 2);
            masks_are_lists::<Wide<1>>(&config, 2);
        }
    }
}

#[test]
fn a_mask_is_empty_while_shapes_are_owed_and_for_other_seats() {
    let puzzle = puzzle::<Dense>(&Config::default());
    let mut mask = vec![9; 360];
    puzzle.write_mask(&puzzle.start(), Seat::FIRST, &mut mask);
    assert_eq!(mask, vec![0; 360]);
    let live: Live<_, Drawn> = Live::new(&puzzle, Drawn::new(1), (), &mut ()).unwrap();
    puzzle.write_mask(live.state(), Seat(1), &mut mask);
    assert_eq!(mask, vec![0; 360]);
    let mut words = [9; 6];
    puzzle.write_mask_bits(&puzzle.start(), Seat::FIRST, &mut words);
    assert_eq!(words, [0; 6]);
    words.fill(9);
    puzzle.write_mask_bits(live.state(), Seat(1), &mut words);
    assert_eq!(words, [0; 6]);
}

#[test]
#[should_panic(expected = "a mask has a bit for each action")]
fn a_mask_of_another_length_is_refused() {
    let puzzle = puzzle::<Dense>(&Config::default());
    puzzle.write_mask_bits(&puzzle.start(), Seat::FIRST, &mut [0; 7]);
}

/// A plane as rows of dots and crosses; a death zone is a hash.
fn drawn(planes: &[i8], plane: usize, rows: usize, cols: usize) -> Vec<String> {
    let cells = &planes[plane * rows * cols..(plane + 1) * rows * cols];
    let sign = |&cell: &i8| match cell {
        -1 => '#',
        0 => '.',
        _ => 'x',
    };
    let row = |row: &[i8]| row.iter().map(sign).collect();
    cells.chunks(cols).map(row).collect()
}

#[test]
fn planes_show_the_board_the_shapes_and_where_they_fit() {
    let grid = Layout::Custom { cols: 5, ranges: vec![(0, 5), (1, 4), (2, 2)] };
    let puzzle = Arc::new(puzzle::<Dense>(&Config { grid, slots: 2, ..Config::default() }));
    // Template 17 is U0,0 D0,1 D1,0 U1,1 D1,2; template 4 is D0,0.
    let deal: Deal = "given 17:0 4:0".parse().unwrap();
    let mut table = Match::new(Arc::clone(&puzzle), deal, &mut ()).unwrap();
    table.edit(tercet_triangle::Edit::Toggle(4), &mut ()).unwrap();
    let [planes, rows, cols] = puzzle.plane_shape();
    assert_eq!([planes, rows, cols], [5, 3, 5]);
    let mut written = vec![9; planes * rows * cols];
    puzzle.write_planes(table.state(), Seat::FIRST, &mut written);
    let plane = |number| drawn(&written, number, rows, cols);
    assert_eq!(plane(0), ["....x", "#...#", "#####"], "filled cells and death zones");
    assert_eq!(plane(1), [".xx..", ".xxx.", "....."], "the first slot's shape, on cells of its directions");
    assert_eq!(plane(2), ["x....", ".....", "....."], "the second slot's");
    assert_eq!(plane(3), [".x...", ".....", "....."], "where the first fits");
    assert_eq!(plane(4), ["x.x..", ".x.x.", "....."], "where the second fits");
}
