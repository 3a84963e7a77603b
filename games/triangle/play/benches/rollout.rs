//! Random play of the triangle puzzle: with processor features, without, and on a large board.

use std::hint::black_box;

use criterion::Throughput;
use tercet_game::Game;
use tercet_train::plain_rollout;
use tercet_triangle::{Config, Dense, Layout, Puzzle, Wide};
use tercet_triangle_play::puzzle_rollout;

const GAMES: usize = 2;
const STEPS: u64 = 50_000;

fn main() {
    let mut criterion = tercet_measure::criterion();
    let config = Config::default();
    let dense = Puzzle::<Dense>::new(&config).expect("a config of our own");
    let wide = Puzzle::<Wide<1>>::new(&config).expect("a config of our own");
    let mut group = criterion.benchmark_group("triangle: random steps, default grid");
    group.throughput(Throughput::Elements(GAMES as u64 * STEPS));
    group.bench_function("fast", |bencher| {
        bencher.iter(|| puzzle_rollout(black_box(&config), GAMES, STEPS, 1).expect("a config of our own"));
    });
    group.bench_function("without processor features", |bencher| {
        bencher.iter(|| plain_rollout(black_box(&dense), GAMES, STEPS, 1));
    });
    group.bench_function("as a board of any size", |bencher| {
        bencher.iter(|| plain_rollout(black_box(&wide), GAMES, STEPS, 1));
    });
    group.finish();

    let grid = Layout::Custom { cols: 31, ranges: vec![(0, 31); 16] };
    let large = Config { grid, ..Config::default() };
    let mut group = criterion.benchmark_group("triangle: random steps, 16 x 31");
    group.throughput(Throughput::Elements(GAMES as u64 * STEPS / 10));
    group.bench_function("fast", |bencher| {
        bencher
            .iter(|| puzzle_rollout(black_box(&large), GAMES, STEPS / 10, 1).expect("a config of our own"));
    });
    group.finish();
    criterion.final_summary();
}
