//! The toy obeys all laws, and what stands beside the suite works on it.

use std::path::Path;
use std::sync::Arc;

use tercet_conformance::perft::{perft, weighted_perft};
use tercet_conformance::toy::{Action, Config, Face, Phase, State, Toy};
use tercet_conformance::{Suite, final_digest, golden, perft, pinned};
use tercet_game::{Deal, End, Game, Match, Seat, Seats, Turn};

fn suite() -> Suite<Toy> {
    Suite::new()
        .config("standard", Config::default())
        .config("four seats", Config { seats: 4, goal: 50, limit: 300 })
        .config("one play", Config { seats: 3, goal: 1, limit: 1 })
        .config("by the limit", Config { seats: 3, goal: 1000, limit: 40 })
        .probes(|_, _| Action::ALL.to_vec())
        .chances(|_, _| (0..=7).map(Face).collect())
}

#[test]
fn the_toy_obeys_all_laws() {
    let tally = suite().deals(&["stream 1", "stream 18446744073709551615"]).run();
    assert_eq!(tally.games, 4 * (50 + 2 * 3));
    assert!(tally.positions > 10_000, "{tally:?}");
    assert!(tally.accepted > tally.positions, "{tally:?}");
    assert!(tally.refused > tally.positions, "{tally:?}");
}

#[test]
fn given_faces_obey_all_laws() {
    let faces = ["6 5 4 3 1 2"; 10].join(" ");
    Suite::<Toy>::new().games(0).deals(&[&format!("given {faces}")]).run();
}

#[test]
fn another_seed_looks_at_other_games() {
    let one = suite().run();
    let other = suite().seed(1).run();
    assert_eq!(one.games, other.games);
    assert_ne!(one.positions, other.positions);
}

#[test]
fn the_digest_of_one_game_is_pinned() {
    pinned::<Toy>(&Config::default(), 1, "a33d1d164af2007e");
}

#[test]
#[should_panic(expected = "toy: the game of seed 2 comes to ")]
fn another_digest_is_told() {
    let game = Toy::new(&Config::default()).unwrap();
    assert_ne!(final_digest(&game, 1), final_digest(&game, 2));
    pinned::<Toy>(&Config::default(), 2, &final_digest(&game, 1).to_string());
}

#[test]
fn perft_counts_rows_of_inputs_and_their_weights() {
    let game = Toy::new(&Config::default()).unwrap();
    let start = game.start();
    // Two seats grab; only a roll follows; then six faces, of weight eight together.
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, &start, depth)), [1, 2, 2, 12]);
    assert_eq!([0, 1, 2, 3].map(|depth| weighted_perft(&game, &start, depth)), [1, 2, 2, 16]);
    // After a one the other seat grabs, after each of the five other faces the seat holds or rolls.
    assert_eq!((perft(&game, &start, 4), weighted_perft(&game, &start, 4)), (22, 2 * (2 + 6 * 2)));
}

#[test]
fn perft_has_no_rows_beyond_the_end() {
    let game = Toy::new(&Config::default()).unwrap();
    let over = State { phase: Phase::Over(End::Finished), ..game.start() };
    assert_eq!((perft(&game, &over, 0), perft(&game, &over, 1)), (1, 0));
}

#[test]
fn perft_file_counts_again() {
    perft::check(Path::new("tests/perft.txt"), start);
}

fn start(name: &str) -> Option<(Toy, State)> {
    let seats = match name {
        "two-seats" => 2,
        "four-seats" => 4,
        _ => return None,
    };
    let game = Toy::new(&Config { seats, ..Config::default() }).ok()?;
    let state = game.start();
    Some((game, state))
}

/// Seat 2 is asleep while the turn is open to it alone; whoever has the turn holds from five points on.
fn race() -> Match<Toy> {
    let game = Arc::new(Toy::new(&Config { goal: 12, ..Config::default() }).unwrap());
    let mut table = Match::new(game, Deal::stream(7), &mut ()).unwrap();
    while let Turn::Seats(seats) = table.turn() {
        let State { phase, pot, .. } = *table.state();
        let (seat, action) = match phase {
            Phase::Open(open) if open == Seats::one(Seat(1)) => {
                table.expire(&mut ()).unwrap();
                continue;
            }
            Phase::Open(_) => (seats.iter().next().unwrap(), Action::Grab),
            _ if pot >= 5 => (seats.iter().next().unwrap(), Action::Hold),
            _ => (seats.iter().next().unwrap(), Action::Roll),
        };
        table.play(seat, action, &mut ()).unwrap();
    }
    table
}

#[test]
fn golden_race() {
    golden::play::<Toy>(Path::new("tests/golden"), "race", &race().record());
}
