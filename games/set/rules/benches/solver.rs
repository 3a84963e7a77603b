//! The solver on boards of twelve, beside the slow twin.

#[path = "../tests/twin/mod.rs"]
#[allow(dead_code, unused_imports)]
mod twin;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use tercet_game::Rng;
use tercet_measure::CpuTime;
use tercet_set::{Card, CardSet};

const BOARDS: usize = 1000;

fn boards() -> Vec<Vec<Card>> {
    let mut rng = Rng::new(12);
    let mut board = || {
        let mut seen = CardSet::EMPTY;
        let mut cards = Vec::new();
        while cards.len() < 12 {
            let card = Card::from_id(rng.below(81) as usize).expect("an id below 81");
            if seen.insert(card) {
                cards.push(card);
            }
        }
        cards
    };
    (0..BOARDS).map(|_| board()).collect()
}

/// Measures a question about each board, asked of the engine and of the twin.
fn compare(
    criterion: &mut Criterion<CpuTime>,
    name: &str,
    fast: impl Fn(&[Card]) -> usize,
    twin: impl Fn(&[Card]) -> usize,
) {
    let boards = boards();
    let ask = |question: &dyn Fn(&[Card]) -> usize| {
        boards.iter().map(|board| question(black_box(board))).sum::<usize>()
    };
    assert_eq!(ask(&fast), ask(&twin), "{name}: the engine and the twin answer the same");
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(BOARDS as u64));
    group.bench_function("fast", |bencher| {
        bencher.iter(|| boards.iter().map(|board| fast(black_box(board))).sum::<usize>());
    });
    group.sample_size(10);
    group.bench_function("twin", |bencher| {
        bencher.iter(|| boards.iter().map(|board| twin(black_box(board))).sum::<usize>());
    });
    group.finish();
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    let positions = |sets: Vec<[usize; 3]>| sets.iter().flatten().sum::<usize>();
    compare(
        &mut criterion,
        "set: all Sets of 12 cards",
        |board| {
            let mut sum = 0;
            tercet_set::for_each_set(board, |set| sum += set.iter().sum::<usize>());
            sum
        },
        |board| positions(twin::all_sets(board)),
    );
    compare(&mut criterion, "set: count Sets of 12 cards", tercet_set::count_sets, twin::count_sets);
    let first = |set: Option<[usize; 3]>| set.map_or(0, |set| set.iter().sum::<usize>());
    compare(
        &mut criterion,
        "set: find a Set in 12 cards",
        |board| first(tercet_set::find_set(board)),
        |board| first(twin::find_set(board)),
    );
    criterion.final_summary();
}
