//! Long checks: games of the bots are as long, and won from the same seats, as in the samples that are known; who beats whom.
//!
//! Means are compared within four standard errors of the two samples together, always with the same seeds.

mod strength;

use rayon::prelude::*;
use tercet_game::{Game, Live, run, stream_seed};
use tercet_machi::{Config, Dice, Expansion, MachiKoro};
use tercet_machi_play::bots::{AnyBot, by_name};

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

#[test]
fn four_impatients() {
    let ours = sample("impatient", 4, 10_000);
    assert_turns("four impatient", &ours, 62.4, 0.26);
    println!("seats win {:.3?}, known 0.33, 0.27, 0.22, 0.18", ours.wins);
}

/// How often the first wins of so many games, each deal played from both seats.
fn wins(game: &MachiKoro, first: &str, second: &str, games: u64) -> f64 {
    let won = |number: u64| {
        let swapped = number % 2 == 1;
        let names = if swapped { [second, first] } else { [first, second] };
        let bot = |(seat, name): (u64, &str)| by_name(name, stream_seed(1, &[number / 2, seat]));
        let mut bots: Vec<AnyBot> =
            (0..).zip(names).map(|named| bot(named).expect("a bot of ours")).collect();
        let dice = Dice::new(stream_seed(2, &[number / 2]));
        let mut live = Live::new(game, dice, (), &mut ()).expect("our dealer");
        run(game, &mut live, &mut bots, &mut ()).expect("bots play what is legal");
        live.state().winner().is_some_and(|seat| seat.index() == usize::from(swapped))
    };
    (0..games).into_par_iter().filter(|&number| won(number)).count() as f64 / games as f64
}

#[test]
fn the_pecking_order() {
    // Known shares of wins in percent, two players, everybody against everybody else.
    let known = [
        ("impatient", 70.0),
        ("fromage", 70.0),
        ("thoughtful", 57.0),
        ("marathon", 55.0),
        ("ev", 50.0),
        ("coverage", 48.0),
        ("kinematic", 39.0),
        ("random", 11.0),
    ];
    let game = MachiKoro::new(&Config::base(2)).expect("a config of ours");
    let mut shares = [0.0; 8];
    for first in 0..known.len() {
        for second in 0..first {
            let won = wins(&game, known[first].0, known[second].0, 1000);
            shares[first] += won / 7.0;
            shares[second] += (1.0 - won) / 7.0;
        }
    }
    for ((name, known), share) in known.iter().zip(shares) {
        println!("{name} wins {:.1} %, known {known} %", 100.0 * share);
    }
    let top = shares[0].min(shares[1]);
    let last = shares[7];
    assert!(shares[2..].iter().all(|&share| share < top), "impatient and fromage lead");
    assert!(shares[..7].iter().all(|&share| share > last) && last < 0.15, "random is last");
}

#[test]
fn search_beats_each_of_the_others() {
    let game = MachiKoro::new(&Config::base(2)).expect("a config of ours");
    for other in
        ["random", "thoughtful", "ev", "coverage", "impatient", "fromage", "marathon", "kinematic", "tuv"]
    {
        let share = wins(&game, "search", other, 2000);
        println!("search wins {:.1} % against {other}", 100.0 * share);
        assert!(share >= 0.65, "search wins {share} against {other}");
    }
}

#[test]
fn search_leads_with_expansions_too() {
    for (what, config) in [
        ("harbor", Config { expansions: vec![Expansion::Harbor], ..Config::base(2) }),
        ("all", Config::everything(2)),
    ] {
        let game = MachiKoro::new(&config).expect("a config of ours");
        for other in
            ["impatient", "fromage", "marathon", "tuv", "ev", "kinematic", "thoughtful", "coverage", "random"]
        {
            let share = wins(&game, "search", other, 500);
            println!("{what}: search wins {:.1} % against {other}", 100.0 * share);
            assert!(share > 0.5, "{what}: search wins {share} against {other}");
        }
    }
}

#[test]
fn search_beats_three_impatients() {
    let game = MachiKoro::new(&Config::base(4)).expect("a config of ours");
    let won = |number: &u64| {
        let seat = number % 4;
        let name = |place| if place == seat { "search" } else { "impatient" };
        let bot = |place| by_name(name(place), stream_seed(1, &[number / 4, place]));
        let mut bots: Vec<AnyBot> = (0..4).map(|place| bot(place).expect("a bot of ours")).collect();
        let dice = Dice::new(stream_seed(2, &[number / 4]));
        let mut live = Live::new(&game, dice, (), &mut ()).expect("our dealer");
        run(&game, &mut live, &mut bots, &mut ()).expect("bots play what is legal");
        live.state().winner().is_some_and(|winner| u64::from(winner.0) == seat)
    };
    let share = (0..2000u64).into_par_iter().filter(won).count() as f64 / 2000.0;
    println!("search wins {:.1} % against three impatients", 100.0 * share);
    assert!(share >= 0.40, "search wins {share}");
}
