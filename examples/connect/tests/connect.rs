//! The laws of every game, and what is known of Connect.

use std::collections::HashSet;

use connect::{Config, Connect, Drop, State};
use tercet_cli::game::{Deal, Encode, End, Game, Position, Seat};
use tercet_cli::scene::{Draw, Touch, View};
use tercet_conformance::Suite;

fn small() -> Config {
    Config { columns: 4, rows: 4, line: 3 }
}

/// The position after these columns, counted from 1.
fn after(game: &Connect, columns: &[u8]) -> State {
    let mut position = Position::<Connect, _>::start(game);
    for column in columns {
        position.play(Drop(column - 1)).unwrap();
    }
    *position.state()
}

#[test]
fn the_laws_hold() {
    Suite::<Connect>::new()
        .config("standard", Config::default())
        .config("small", small())
        .config("largest", Config { columns: 9, rows: 8, line: 5 })
        .probes(|_, _| (0..=9).map(Drop).collect())
        .run();
}

/// Numbers of positions after so many stones: John Tromp's, OEIS A212693.
#[test]
fn there_are_as_many_positions_as_others_have_counted() {
    let game = Connect::new(&Config::default()).unwrap();
    let mut positions = HashSet::from([game.start()]);
    let mut counts = Vec::new();
    for _ in 0..=7 {
        counts.push(positions.len());
        let next = |state: &State| {
            let play = |action| {
                let mut next = Position::<Connect, _>::new(&game, *state);
                next.play(action).unwrap();
                *next.state()
            };
            let legal = Position::<Connect, _>::new(&game, *state).legal_actions();
            legal.into_iter().map(play).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(next).collect();
    }
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859]);
}

/// Rows that win, looked for stone by stone.
#[test]
fn who_has_a_row_of_four_has_won_in_each_direction() {
    let game = Connect::new(&Config::default()).unwrap();
    let won = [
        ("upright", vec![1, 2, 1, 2, 1, 2, 1]),
        ("across", vec![1, 1, 2, 2, 3, 3, 4]),
        ("a diagonal up", vec![1, 2, 2, 3, 3, 4, 3, 4, 4, 7, 4]),
        ("a diagonal down", vec![7, 6, 6, 5, 5, 4, 5, 4, 4, 1, 4]),
    ];
    for (name, columns) in won {
        let scores = game.scores(&after(&game, &columns));
        assert_eq!((scores.points(), scores.end()), (&[1, 0][..], Some(End::Finished)), "{name}");
        let before = game.scores(&after(&game, &columns[..columns.len() - 1]));
        assert_eq!(before.end(), None, "{name}");
    }
    // Three at the top of a column and one at the bottom of the next are no row.
    let wrapped = after(&game, &[1, 7, 1, 1, 1, 7, 1, 6, 1, 6, 2]);
    assert_eq!(game.scores(&wrapped).end(), None);
}

#[test]
fn a_full_board_without_a_row_is_shared() {
    let game = Connect::new(&Config { columns: 3, rows: 3, line: 3 }).unwrap();
    let scores = game.scores(&after(&game, &[1, 1, 1, 2, 2, 3, 3, 3, 2]));
    assert_eq!((scores.points(), scores.end()), (&[0, 0][..], Some(End::Finished)));
    assert_eq!(scores.winners().len(), 2);
    let error = Connect::new(&Config { columns: 3, rows: 4, line: 5 }).unwrap_err();
    assert_eq!(error.to_string(), "config `line`: no row of the board is as long");
}

#[test]
fn planes_have_the_own_stones_first_and_the_highest_row_on_top() {
    let game = Connect::new(&small()).unwrap();
    let state = after(&game, &[1, 1, 4]);
    let planes = |seat| {
        let mut planes = [0; 2 * 4 * 4];
        game.write_planes(&state, Seat(seat), &mut planes);
        planes.map(|cell| char::from(b'0' + cell as u8)).into_iter().collect::<String>()
    };
    let (first, second) = ("0000000000001001", "0000000010000000");
    assert_eq!(planes(0), format!("{first}{second}"));
    assert_eq!(planes(1), format!("{second}{first}"));
    let mut mask = [0; 4];
    game.write_mask(&after(&game, &[1, 1, 1, 1]), Seat(0), &mut mask);
    assert_eq!(mask, [0, 1, 1, 1]);
}

#[test]
fn the_picture_has_a_button_for_each_column_that_is_not_full() {
    let game = Connect::new(&small()).unwrap();
    let state = after(&game, &[1, 1, 1, 1, 2]);
    let memory = game.memory(&Deal::stream(1));
    let touched = |view: &View| {
        let scene = game.scene(&state, &memory, view);
        let groups = scene.groups().filter(|group| group.touch.is_some());
        groups.map(|group| (group.touch.clone().unwrap(), group.name.clone().unwrap())).collect::<Vec<_>>()
    };
    let action = |column: u8| Touch::Action(format!("drop {column}"));
    assert_eq!(
        touched(&View::of(Seat(1))),
        [
            (action(2), "column 2: from below seat 1".to_owned()),
            (action(3), "column 3: empty".to_owned()),
            (action(4), "column 4: empty".to_owned()),
        ]
    );
    assert!(touched(&View::of(Seat(0))).is_empty() && touched(&View::default()).is_empty());
}
