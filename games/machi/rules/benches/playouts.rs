//! Whole games through the contract and perft, beside the slow twin; copies of a state.

#[path = "../tests/twin/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the benchmark uses a part of the twin")]
mod twin;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use tercet_conformance::perft::perft;
use tercet_game::{Dealer, Game, Rng, Sample, Seat, Settings, Turn};
use tercet_machi::{Action, Config, Dice, MachiKoro};
use tercet_measure::CpuTime;
use twin::{Mover, Twin};

const GAMES: u64 = 100;

/// Options with a name.
type Way = (&'static str, &'static [(&'static str, &'static str)]);

const WAYS: [Way; 2] = [
    ("base", &[("players", "4")]),
    (
        "everything, variable",
        &[("players", "4"), ("expansions", "harbor,millionaires_row,promo"), ("market", "variable")],
    ),
];

fn rules(pairs: &[(&str, &str)]) -> MachiKoro {
    let config = Config::from_pairs(pairs.iter().copied()).expect("options of our own");
    MachiKoro::new(&config).expect("a config of our own")
}

/// Games of uniform choice through the contract alone: nothing but turn, draw, resolve, sample and play.
fn games(game: &MachiKoro) -> u64 {
    let mut rng = Rng::new(1);
    let mut turns = 0;
    for seed in 0..GAMES {
        let (mut dealer, mut state) = (Dice::new(seed), game.start());
        loop {
            match game.turn(&state) {
                Turn::Chance => {
                    let chance = dealer.draw(game, &state).expect("our dealer deals");
                    game.resolve(&mut state, chance, &mut ()).expect("it was drawn from the outcomes");
                }
                Turn::Seats(_) => {
                    let seat = state.roller();
                    let action = game.sample_action(&state, seat, &mut rng).expect("the roller has a choice");
                    game.play(&mut state, seat, action, &mut ()).expect("it was drawn from the list");
                }
                Turn::Over => break,
            }
        }
        turns += u64::from(state.turn());
    }
    turns
}

/// The twin's game: everything is a text, listed anew at each step.
fn twin_game(pairs: &[(&str, &str)], seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let mut twin = Twin::new(pairs);
    loop {
        match twin.to_move() {
            Mover::Over => return twin.turn().into(),
            Mover::Chance => {
                let outcomes = twin.outcomes();
                let mut rank = rng.below(outcomes.iter().map(|(weight, _)| weight).sum());
                let drawn = outcomes.iter().find(|(weight, _)| match rank.checked_sub(*weight) {
                    Some(left) => {
                        rank = left;
                        false
                    }
                    None => true,
                });
                twin.resolve(&drawn.expect("the rank is below the total").1).expect("it was listed");
            }
            Mover::Seat(_) => {
                let legal = twin.legal();
                twin.play(&legal[rng.below(legal.len() as u32) as usize]).expect("it was listed");
            }
        }
    }
}

fn whole_games(criterion: &mut Criterion<CpuTime>) {
    for (name, pairs) in WAYS {
        let game = rules(pairs);
        let mut group = criterion.benchmark_group(format!("machi: games, {name}"));
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function("fast", |bencher| bencher.iter(|| games(black_box(&game))));
        group.sample_size(10);
        group.throughput(Throughput::Elements(2));
        group.bench_function("twin", |bencher| bencher.iter(|| twin_game(pairs, 1) + twin_game(pairs, 2)));
        group.finish();
    }
}

fn twin_perft(twin: &Twin, depth: u32) -> u64 {
    let texts: Vec<(bool, String)> = match twin.to_move() {
        _ if depth == 0 => return 1,
        Mover::Over => Vec::new(),
        Mover::Chance => twin.outcomes().into_iter().map(|(_, text)| (true, text)).collect(),
        Mover::Seat(_) => twin.legal().into_iter().map(|text| (false, text)).collect(),
    };
    let after = |(is_chance, text): &(bool, String)| {
        let mut next = twin.clone();
        let taken = if *is_chance { next.resolve(text) } else { next.play(text) };
        taken.expect("it was listed");
        twin_perft(&next, depth - 1)
    };
    texts.iter().map(after).sum()
}

/// From the start of the base game: two turns.
fn perft_counts(criterion: &mut Criterion<CpuTime>) {
    let (game, twin) = (rules(WAYS[0].1), Twin::new(WAYS[0].1));
    let (state, depth) = (game.start(), 4);
    let nodes = twin_perft(&twin, depth);
    assert_eq!(perft(&game, &state, depth), nodes, "the engine and the twin count the same");
    let mut group = criterion.benchmark_group("machi: perft, nodes");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("fast", |bencher| bencher.iter(|| perft(black_box(&game), &state, depth)));
    group.sample_size(10);
    group.bench_function("twin", |bencher| bencher.iter(|| twin_perft(black_box(&twin), depth)));
    group.finish();
}

/// What planners do most: copy a state, list what is legal.
fn positions(criterion: &mut Criterion<CpuTime>) {
    let game = rules(WAYS[0].1);
    let mut state = game.start();
    let die = tercet_machi::Chance::Die(1);
    game.resolve(&mut state, die, &mut ()).expect("a die falls first");
    let mut group = criterion.benchmark_group("machi: copy of a state");
    group.throughput(Throughput::Elements(1));
    group.bench_function("fast", |bencher| bencher.iter(|| *black_box(&state)));
    group.finish();
    let mut group = criterion.benchmark_group("machi: legal actions before building");
    group.throughput(Throughput::Elements(1));
    let mut actions: Vec<Action> = Vec::new();
    group.bench_function("fast", |bencher| {
        bencher.iter(|| {
            actions.clear();
            game.legal_actions(black_box(&state), Seat::FIRST, &mut actions);
            actions.len()
        });
    });
    group.finish();
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    whole_games(&mut criterion);
    perft_counts(&mut criterion);
    positions(&mut criterion);
    criterion.final_summary();
}
