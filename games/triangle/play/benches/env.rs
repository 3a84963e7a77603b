//! The environment as one caller uses it: a step, then the list of valid actions; and a copy, as planners make.

use std::hint::black_box;

use criterion::Throughput;
use tercet_game::Rng;
use tercet_triangle::Config;
use tercet_triangle_play::train::{Env, Weights};

const STEPS: u64 = 10_000;

/// Random steps, each followed by the list of what is valid then; a game that is over begins anew. The sum of all
/// rewards.
fn play(env: &mut Env, rng: &mut Rng) -> f64 {
    let mut sum = 0.0;
    let mut valid = env.valid_actions();
    for _ in 0..STEPS {
        let action = valid[rng.below(valid.len() as u32) as usize];
        let (reward, is_over) = env.step(action as i64).expect("a dealer deals");
        sum += reward;
        if is_over {
            env.reset().expect("a dealer deals");
        }
        valid = env.valid_actions();
    }
    sum
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    let config = Config::default();
    let mut env = Env::seeded(&config, Weights::default(), 1).expect("a config of our own");
    let mut rng = Rng::new(1);
    let mut group = criterion.benchmark_group("triangle: environment, default grid");
    group.throughput(Throughput::Elements(STEPS));
    group.bench_function("step and valid actions", |bencher| bencher.iter(|| play(&mut env, &mut rng)));
    group.throughput(Throughput::Elements(1));
    group.bench_function("copy", |bencher| bencher.iter(|| black_box(&env).clone()));
    group.finish();
    criterion.final_summary();
}
