//! What may be done, as a list, as a mask of bits and as a mask of bytes: over the positions of random games, beside
//! the slow twin in the same positions.

#[path = "../tests/twin/mod.rs"]
#[allow(dead_code, unused_imports)]
mod twin;

use std::hint::black_box;

use criterion::measurement::Measurement;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use tercet_game::{Encode, Game, Live, Rng, Sample, Seat, Turn};
use tercet_measure::CpuTime;
use tercet_triangle::{Config, Dense, Drawn, Field, Puzzle, State, Wide};
use twin::{Cell, Paint, Piece, Twin, templates};

/// Many, so that nothing is learnt of one by heart.
const POSITIONS: usize = 2000;
/// The twin is given fewer: it takes long.
const OF_TWIN: usize = 100;

fn positions<F: Field>(game: &Puzzle<F>) -> Vec<State<F>> {
    let mut states = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::stream(seed, &[1]);
        let dealer = Drawn::new(seed);
        let mut live: Live<_, Drawn> =
            Live::new(game, dealer, (), &mut ()).expect("our dealer deals any game");
        while game.turn(live.state()) != Turn::Over {
            states.push(*live.state());
            if states.len() == POSITIONS {
                return states;
            }
            let action = game.sample_action(live.state(), Seat::FIRST, &mut rng).expect("a turn");
            live.play(game, Seat::FIRST, action, &mut ()).expect("it was drawn from the list");
        }
    }
    states
}

/// The twin in a position of the engine's.
fn twin_of<F: Field>(game: &Puzzle<F>, state: &State<F>) -> Twin {
    let filled = (0..game.grid().size()).filter(|&cell| state.is_filled(cell)).map(|cell| {
        let (row, col) = game.grid().place(cell);
        (Cell::at(row as i32, col as i32), Paint::Colour(0))
    });
    let piece = |slot| {
        let held = game.slot(state, slot)?;
        let template = (0..31).find(|&template| game.piece_of(template) == Some(held))?;
        Some(Piece { shape: templates()[template].clone(), colour: 0 })
    };
    Twin::at(&twin::Config::default(), &filled.collect::<Vec<_>>(), &[0, 1, 2].map(piece))
}

/// Measures a way to say what is legal, called for each position, beside the twin's.
fn compare<F: Field, T>(
    criterion: &mut Criterion<CpuTime>,
    name: &str,
    (states, twins): &(Vec<State<F>>, Vec<Twin>),
    mut legal: impl FnMut(&State<F>) -> T,
) {
    let mut group = criterion.benchmark_group(name);
    each(&mut group, "fast", states, |state| {
        black_box(legal(state));
    });
    group.sample_size(10);
    each(&mut group, "twin", twins, |twin| {
        black_box(twin.actions());
    });
    group.finish();
}

fn each<M: Measurement, P>(
    group: &mut BenchmarkGroup<'_, M>,
    name: &str,
    positions: &[P],
    mut legal: impl FnMut(&P),
) {
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for position in black_box(positions) {
                legal(position);
            }
        });
    });
}

fn board<F: Field>(criterion: &mut Criterion<CpuTime>, board: &str) {
    let game = Puzzle::<F>::new(&Config::default()).expect("a config of our own");
    let states = positions(&game);
    let twins = states.iter().step_by(POSITIONS / OF_TWIN).map(|state| twin_of(&game, state)).collect();
    let both = (states, twins);
    let mut actions = Vec::new();
    compare(criterion, &format!("triangle: legal actions as a list, {board}"), &both, |state| {
        actions.clear();
        game.legal_actions(state, Seat::FIRST, &mut actions);
        black_box(&actions).len()
    });
    let mut words = vec![0; game.mask_words()];
    compare(criterion, &format!("triangle: legal mask of bits, {board}"), &both, |state| {
        game.write_mask_bits(state, Seat::FIRST, &mut words);
        black_box(&words).len()
    });
    let mut bytes = vec![0; game.action_count()];
    compare(criterion, &format!("triangle: legal mask of bytes, {board}"), &both, |state| {
        game.write_mask(state, Seat::FIRST, &mut bytes);
        black_box(&bytes).len()
    });
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    board::<Dense>(&mut criterion, "dense board");
    board::<Wide<1>>(&mut criterion, "wide board");
    criterion.final_summary();
}
