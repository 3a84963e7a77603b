//! Whole games of Machi Koro among `random` bots.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use tercet_game::{Deal, Dealer, Deals as _, Game, Live, run};
use tercet_machi::{Config, Dice, MachiKoro};
use tercet_machi_play::bots::Random;
use tercet_measure::CpuTime;

const GAMES: u64 = 200;

fn games<D: Dealer<MachiKoro>>(game: &MachiKoro, dealer: impl Fn(u64) -> D) -> u64 {
    let mut turns = 0;
    for seed in 0..GAMES {
        let mut players: Vec<Random> =
            (0..u64::from(game.seats())).map(|seat| Random::new(seed << 3 | seat)).collect();
        let live = Live::new(game, dealer(seed), (), &mut ());
        let mut live = live.expect("our own dealer deals any game");
        run(game, &mut live, &mut players, &mut ()).expect("the bots play what is legal");
        turns += u64::from(live.state().turn());
    }
    turns
}

fn whole_games(criterion: &mut Criterion<CpuTime>) {
    let everything = Config::everything(4);
    for (name, config) in [("base", Config::base(4)), ("everything, variable market", everything)] {
        let game = MachiKoro::new(&config).expect("a config of our own");
        let mut group = criterion.benchmark_group(format!("machi: games of four randoms, {name}"));
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function("fast", |bencher| bencher.iter(|| games(black_box(&game), Dice::new)));
        // As tournaments and batches deal: which dealer it is, is asked with every draw.
        let by_name = |seed| game.dealer(&Deal::stream(seed)).expect("every game has the dealer `stream`");
        group.bench_function("dealer by name", |bencher| bencher.iter(|| games(black_box(&game), by_name)));
        group.finish();
    }
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    whole_games(&mut criterion);
    criterion.final_summary();
}
