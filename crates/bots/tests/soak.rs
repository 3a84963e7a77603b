//! Long checks: games of the bots are as long, and won from the same seats, as in the samples that are known.
//!
//! Means are compared within four standard errors of the two samples together, always with the same seeds.

mod strength;

use tercet_bots::machi::{AnyBot, by_name};
use tercet_game::{Game, Live, run, stream_seed};
use tercet_machi::{Config, Dice, MachiKoro};

/// Turns and wins of many games.
struct Sample {
    games: f64,
    mean: f64,
    variance: f64,
    wins: Vec<f64>,
}

fn sample(name: &str, players: u8, games: u64) -> Sample {
    let game = MachiKoro::new(&Config::base(players)).expect("a config of ours");
    let (mut total, mut squares) = (0.0, 0.0);
    let mut wins = vec![0.0; players.into()];
    for number in 0..games {
        let mut bots: Vec<AnyBot> = (0..players)
            .map(|seat| by_name(name, stream_seed(1, &[number, seat.into()])).expect("a bot of ours"))
            .collect();
        let mut live =
            Live::new(&game, Dice::new(stream_seed(2, &[number])), (), &mut ()).expect("our dealer");
        run(&game, &mut live, &mut bots, &mut ()).expect("bots play what is legal");
        let turns = f64::from(live.state().turn());
        (total, squares) = (total + turns, squares + turns * turns);
        let winner = live.state().winner().expect("nobody plays a thousand turns");
        wins[winner.index()] += 1.0;
    }
    let games = games as f64;
    let mean = total / games;
    let wins = wins.iter().map(|wins| wins / games).collect();
    Sample { games, mean, variance: squares / games - mean * mean, wins }
}

/// How many standard errors of both samples together lie between two numbers.
fn distance(ours: f64, our_error: f64, known: f64, known_error: f64) -> f64 {
    (ours - known).abs() / our_error.hypot(known_error)
}

/// The length of games with the known mean and its standard error.
fn assert_turns(what: &str, ours: &Sample, known: f64, error: f64) {
    let our_error = (ours.variance / ours.games).sqrt();
    let away = distance(ours.mean, our_error, known, error);
    println!(
        "{what}: {:.2} turns ({our_error:.3}), known {known} ({error}), {away:.2} errors away",
        ours.mean
    );
    assert!(away < 4.0, "{what}: {} turns a game, known {known}", ours.mean);
}

#[test]
fn four_randoms() {
    let ours = sample("random", 4, 40_000);
    assert_turns("four random", &ours, 99.7, 0.32);
    // As many games as the known error tells of games that differ like ours.
    let games = ours.variance / (0.32 * 0.32);
    for (seat, (ours_won, known)) in ours.wins.iter().zip([0.26, 0.28, 0.24, 0.22]).enumerate() {
        let error = |games: f64| (known * (1.0 - known) / games).sqrt();
        // Known to a whole percent.
        let off = ((ours_won - known).abs() - 0.005).max(0.0);
        let away = off / error(ours.games).hypot(error(games));
        println!(
            "seat {} wins {:.2} %, known {:.0} %, {away:.2} errors away",
            seat + 1,
            100.0 * ours_won,
            100.0 * known
        );
        assert!(away < 4.0, "seat {} wins {ours_won}, known {known}", seat + 1);
    }
}

#[test]
fn two_randoms() {
    assert_turns("two random", &sample("random", 2, 40_000), 79.8, 0.44);
}

#[test]
fn four_uniforms() {
    // Known as about 108: to half a turn.
    assert_turns("four uniform", &sample("uniform", 4, 40_000), 108.0, 0.5);
}
