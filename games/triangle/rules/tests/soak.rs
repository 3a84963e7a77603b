//! Long checks: random legal play is distributed as in 50,000 games of the reference.
//!
//! Means are compared within four standard errors of the two samples together, always with the same seeds.

use serde_json::Value;
use tercet_game::{Game, Live, Rng, Sample, Seat};
use tercet_triangle::{Config, Dense, Drawn, Field, Puzzle, Wide};

/// In how many games the actions are listed.
const LISTED: u64 = 20_000;

/// Some numbers, for their mean and variance.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: f64,
    total: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.total += number;
        self.squares += number * number;
    }

    fn mean(self) -> f64 {
        self.total / self.count
    }

    fn variance(self) -> f64 {
        self.squares / self.count - self.mean() * self.mean()
    }
}

/// Within four standard errors of the two samples together.
fn assert_near(what: &str, ours: Sum, known: f64, sd: f64, games: f64) {
    let error = (ours.variance() / ours.count + sd * sd / games).sqrt();
    let distance = (ours.mean() - known).abs();
    println!("{what}: {:.5}, known {known:.5}, {:.2} standard errors away", ours.mean(), distance / error);
    assert!(distance < 4.0 * error, "{what}: {} is not {known}", ours.mean());
}

fn assert_share(what: &str, ours: Sum, known: f64, games: f64) {
    assert_near(what, ours, known, (known * (1.0 - known)).sqrt(), games);
}

#[derive(Default)]
struct Seen {
    length: Sum,
    score: Sum,
    cleared: Sum,
    without_clear: Sum,
    two_mod_three: Sum,
    /// Over the positions of the first games.
    branching: Sum,
    first: Sum,
}

fn play<F: Field>(games: u64) -> Seen {
    let game = Puzzle::<F>::new(&Config::default()).expect("a config of ours");
    let (mut seen, mut actions) = (Seen::default(), Vec::new());
    for seed in 0..games {
        let mut rng = Rng::stream(seed, &[1]);
        let mut live = Live::new(&game, Drawn::new(seed), (), &mut ()).expect("our dealer deals");
        while let Some(action) = game.sample_action(live.state(), Seat::FIRST, &mut rng) {
            if seed < LISTED {
                actions.clear();
                game.legal_actions(live.state(), Seat::FIRST, &mut actions);
                seen.branching.add(actions.len() as f64);
                if live.state().steps() == 0 {
                    seen.first.add(actions.len() as f64);
                }
            }
            live.play(&game, Seat::FIRST, action, &mut ()).expect("it was drawn from the list");
        }
        let state = live.state();
        seen.length.add(state.steps().into());
        seen.score.add(f64::from(game.scores(state).points()[0]) * 0.005);
        seen.cleared.add(state.cleared().into());
        seen.without_clear.add(f64::from(u8::from(state.cleared() == 0)));
        seen.two_mod_three.add(f64::from(u8::from(state.steps() % 3 == 2)));
    }
    seen
}

fn is_distributed_as_recorded<F: Field>(games: u64) {
    let recorded: Value =
        serde_json::from_str(include_str!("fixtures/random_play_distribution.json")).expect("a fixture");
    let known = |key: &str, what: &str| recorded[key][what].as_f64().expect("a number");
    let count = recorded["games"].as_f64().expect("a number");
    let seen = play::<F>(games);
    for (key, ours) in [("length", seen.length), ("score", seen.score), ("triangles_cleared", seen.cleared)] {
        assert_near(key, ours, known(key, "mean"), known(key, "sd"), count);
    }
    let without = recorded["fraction_games_without_clear"].as_f64().expect("a number");
    assert_share("games that clear nothing", seen.without_clear, without, count);
    let lengths = recorded["length"]["pmf"].as_object().expect("a table");
    let is_two = |length: &&String| length.parse::<u32>().is_ok_and(|length| length % 3 == 2);
    let two: f64 = lengths.keys().filter(is_two).map(|length| lengths[length].as_f64().unwrap_or(0.0)).sum();
    assert_share("lengths that leave two of three", seen.two_mod_three, two, count);
    // Positions of one game are alike: the error is as if each game were one position.
    let games = known("branching", "games");
    let shrink = LISTED as f64 / seen.branching.count;
    let Sum { count, total, squares } = seen.branching;
    let ours = Sum { count: count * shrink, total: total * shrink, squares: squares * shrink };
    assert_near("branching", ours, known("branching", "mean"), known("branching", "sd"), games);
    let first = known("branching", "first_state_mean");
    assert_near("first branching", seen.first, first, seen.first.variance().sqrt(), games);
}

#[test]
fn random_play_is_distributed_as_in_the_reference() {
    is_distributed_as_recorded::<Dense>(200_000);
}

#[test]
fn random_play_on_wide_boards_is_distributed_as_in_the_reference() {
    is_distributed_as_recorded::<Wide<1>>(50_000);
}
