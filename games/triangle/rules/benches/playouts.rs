//! Random legal play through the contract, copies and perft, beside the slow twin.

#[path = "../tests/twin/mod.rs"]
#[allow(dead_code, unused_imports)]
mod twin;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use tercet_conformance::perft::perft;
use tercet_game::{Dealer, Game, Rng, Sample, Seat, Turn};
use tercet_measure::CpuTime;
use tercet_triangle::{Config, Dense, Drawn, Field, Layout, Puzzle, Setup, State, Wide};
use twin::{Doing, Piece, Twin, below, templates};

/// Random games with the game's own sampler and our dealer; how many steps they took.
fn games<F: Field>(game: &Puzzle<F>, count: u64) -> u64 {
    let mut steps = 0;
    for seed in 0..count {
        let mut dealer = Drawn::new(seed);
        let mut rng = Rng::stream(seed, &[1]);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let piece = dealer.draw(game, &state).expect("our own dealer deals any game");
                    game.resolve(&mut state, piece, &mut ()).expect("it was drawn");
                }
                Turn::Seats(_) => {
                    let action = game.sample_action(&state, Seat::FIRST, &mut rng).expect("a turn");
                    game.play(&mut state, Seat::FIRST, action, &mut ()).expect("it was drawn from the list");
                }
            }
        }
        steps += u64::from(state.steps());
    }
    steps
}

/// The twin's random game: everything listed anew at each step.
fn twin_game(seed: u64) -> u64 {
    let (mut rng, templates) = (Rng::new(seed), templates());
    let mut twin = Twin::start(&twin::Config::default());
    loop {
        match twin.doing {
            Doing::Deal { .. } => {
                let template = below(31, || rng.next_u32()) as usize;
                twin.deal(Piece { shape: templates[template].clone(), colour: 0 });
            }
            Doing::Play => {
                let actions = twin.actions();
                let action = actions[rng.below(actions.len() as u32) as usize];
                twin.play(action);
            }
            Doing::Over(_) => return u64::from(twin.steps),
        }
    }
}

fn made<F: Field>(config: &Config) -> Puzzle<F> {
    Puzzle::new(config).expect("a config of our own")
}

fn large() -> Config {
    let grid = Layout::Custom { cols: 31, ranges: vec![(0, 31); 16] };
    Config { grid, limit: 500, ..Config::default() }
}

fn bench_steps<F: Field>(criterion: &mut Criterion<CpuTime>, name: &str, config: &Config, count: u64) {
    let game = made::<F>(config);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(games(&game, count)));
    group.bench_function("fast", |bencher| bencher.iter(|| games(black_box(&game), count)));
    group.finish();
}

fn steps(criterion: &mut Criterion<CpuTime>) {
    let game = made::<Dense>(&Config::default());
    let mut group = criterion.benchmark_group("triangle: random steps");
    group.throughput(Throughput::Elements(games(&game, 1000)));
    group.bench_function("fast", |bencher| bencher.iter(|| games(black_box(&game), 1000)));
    group.sample_size(10);
    let twins = || (0..3).map(twin_game).sum::<u64>();
    group.throughput(Throughput::Elements(twins()));
    group.bench_function("twin", |bencher| bencher.iter(twins));
    group.finish();
    bench_steps::<Wide<1>>(criterion, "triangle: random steps, wide board", &Config::default(), 200);
    bench_steps::<Wide<4>>(criterion, "triangle: random steps, 16 by 31", &large(), 20);
}

/// The same position for both: three shapes on the empty board.
fn position<F: Field>(game: &Puzzle<F>) -> State<F> {
    let slots = [0, 5, 17].map(|template| game.piece_of(template)).to_vec();
    game.position(&Setup { slots, ..Setup::default() }).expect("an empty board")
}

fn twin_position() -> Twin {
    let piece = |template: usize| Some(Piece { shape: templates()[template].clone(), colour: 0 });
    Twin::at(&twin::Config::default(), &[], &[0, 5, 17].map(piece))
}

fn perft_counts(criterion: &mut Criterion<CpuTime>) {
    let (game, twin) = (made::<Dense>(&Config::default()), twin_position());
    let state = position(&game);
    assert_eq!(perft(&game, &state, 3), twin.perft(3), "the engine and the twin count the same");
    let mut group = criterion.benchmark_group("triangle: perft, nodes");
    group.sample_size(10);
    group.throughput(Throughput::Elements(twin.perft(3)));
    group.bench_function("fast", |bencher| bencher.iter(|| perft(black_box(&game), &state, 3)));
    group.bench_function("twin", |bencher| bencher.iter(|| black_box(&twin).perft(3)));
    group.finish();
}

/// What planners do most.
fn copies<F: Field>(criterion: &mut Criterion<CpuTime>, board: &str) {
    let state = position(&made::<F>(&Config::default()));
    let mut group = criterion.benchmark_group(format!("triangle: copy of a state, {board}"));
    group.throughput(Throughput::Elements(1));
    group.bench_function("fast", |bencher| bencher.iter(|| *black_box(&state)));
    group.finish();
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    steps(&mut criterion);
    perft_counts(&mut criterion);
    copies::<Dense>(&mut criterion, "dense board");
    copies::<Wide<1>>(&mut criterion, "wide board");
    criterion.final_summary();
}
