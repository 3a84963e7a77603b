//! The laws of every game, and what is known of Pig.

use std::process::Command;

use pig::{Action, Config, Pig};
use tercet_cli::game::{Game, Position, Seat};
use tercet_cli::search::{Solution, Stop};
use tercet_conformance::Suite;

#[test]
fn the_laws_hold() {
    let small = Config { goal: 20, limit: 100, ..Config::default() };
    Suite::<Pig>::new()
        .config("standard", Config::default())
        .config("eight players to 20", Config { players: 8, ..small })
        .probes(|_, _| Action::ALL.to_vec())
        .chances(|_, _| (0..=7).collect())
        .run();
}

#[test]
fn a_one_loses_the_pot_and_holding_keeps_it() {
    let game = Pig::new(&Config::default()).unwrap();
    let mut position = Position::<Pig, _>::start(&game);
    assert_eq!(position.legal_actions(), [Action::Roll]);
    for face in [6, 5] {
        position.play(Action::Roll).unwrap();
        position.resolve(face).unwrap();
    }
    position.play(Action::Hold).unwrap();
    assert_eq!((position.scores().points(), position.seat()), (&[11, 0][..], Some(Seat(1))));
    position.play(Action::Roll).unwrap();
    position.resolve(1).unwrap();
    assert_eq!((position.scores().points(), position.seat()), (&[11, 0][..], Some(Seat(0))));
    assert!(!position.is_over() && position.play(Action::Hold).is_err());
}

/// Neller and Presser, «Optimal Play of the Dice Game Pig» (2004): who begins wins 53.06 %.
#[test]
fn the_first_player_wins_as_neller_and_presser_found() {
    let game = Pig::new(&Config::default()).unwrap();
    let solution = Solution::of(&game, 2_000_000, &Stop::default()).unwrap();
    let value = solution.value(&game, &game.start()).unwrap();
    assert_eq!(format!("{:.2}", 100.0 * value.of(Seat::FIRST)), "53.06");
    assert!((value.of(Seat(0)) + value.of(Seat(1)) - 1.0).abs() < 1e-9);
}

/// What the program prints for a command line.
fn output_of(line: &str) -> String {
    let data = std::env::temp_dir().join(format!("pig-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    let program = Command::new(env!("CARGO_BIN_EXE_pig"))
        .args(line.split(' '))
        .env("TERCET_DATA", &data)
        .output()
        .unwrap();
    assert!(program.status.success(), "{}", String::from_utf8_lossy(&program.stderr));
    String::from_utf8(program.stdout).unwrap()
}

#[test]
fn pig_is_a_game_of_the_program() {
    assert!(
        output_of("simulate pig --games 500 --seed 1")
            .starts_with("500 games of pig, seed 1\nseat 1 random: won ")
    );
    let table =
        output_of("tournament pig --entrants random,mcts:playouts=50 --format round-robin --games 10 --seed 1");
    assert!(table.contains("mcts:playouts=50") && table.contains("random"), "{table}");
    assert!(
        output_of("simulate pig --games 20 --seed 1 --players optimal,random").contains("seat 1 optimal: won")
    );
}
