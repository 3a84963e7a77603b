//! Whole games through the contract and perft, beside the slow twin.

#[path = "../tests/twin/mod.rs"]
#[allow(dead_code, unused_imports)]
mod twin;

use std::hint::black_box;

use criterion::measurement::Measurement;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use tercet_conformance::perft::perft;
use tercet_game::{Answer, Dealer, Game, Live, Player, Rng, Sample, Seat, Turn, run};
use tercet_measure::CpuTime;
use tercet_set::{Action, Card, Config, SetGame, Setup, State};
use twin::{Doing, Twin};

/// Takes the first Set, deals when there is none.
struct First;

impl Player<SetGame> for First {
    fn answer(&mut self, game: &SetGame, state: &State, _seat: Seat) -> Option<Answer<Action>> {
        Some(Answer::now(game.first_claim(state).map_or(Action::Deal, Action::Claim)))
    }
}

/// Takes any Set, deals when there is none: all that `Config::plain` allows.
struct Any(Rng);

impl Player<SetGame> for Any {
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        game.sample_action(state, seat, &mut self.0).map(Answer::now)
    }
}

const GAMES: u64 = 1000;

/// Games through the contract alone: nothing but turn, draw, resolve, answer and play.
fn bare_games(game: &SetGame, mut player: impl Player<SetGame>) -> i32 {
    let mut sets = 0;
    for seed in 0..GAMES {
        let (mut dealer, mut state) = (game.shuffle(seed), game.start());
        loop {
            match game.turn(&state) {
                Turn::Chance => {
                    let card = dealer.draw(game, &state).expect("the deck has the card");
                    game.resolve(&mut state, card, &mut ()).expect("the card is unseen");
                }
                Turn::Seats(_) => {
                    let answer = player.answer(game, &state, Seat::FIRST).expect("alone one answers");
                    game.play(&mut state, Seat::FIRST, answer.action, &mut ()).expect("it is legal");
                }
                Turn::Over => break,
            }
        }
        sets += game.scores(&state).points()[0];
    }
    sets
}

/// Games with the runner around the contract: it reports events to the dealer, and asks the players in turn.
fn games(game: &SetGame, player: impl Player<SetGame>) -> i32 {
    let mut players = [player];
    let mut sets = 0;
    for seed in 0..GAMES {
        let live = Live::new(game, game.shuffle(seed), (), &mut ());
        let mut live = live.expect("our own dealer deals any game");
        let scores = run(game, &mut live, &mut players, &mut ()).expect("the player plays what is legal");
        sets += scores.points()[0];
    }
    sets
}

/// The twin's game on the same deal: everything listed anew at each step.
fn twin_game(game: &SetGame, seed: u64, mut choose: impl FnMut(usize) -> usize) -> i32 {
    let mut twin = Twin::start(game.config());
    let mut dealer = game.shuffle(seed);
    let nowhere = game.start();
    loop {
        match twin.doing {
            Doing::Deal { .. } => twin.resolve(dealer.draw(game, &nowhere).expect("the deck has the card")),
            Doing::Play => {
                let actions = twin.actions(0);
                twin.play(Seat::FIRST, actions[choose(actions.len())]);
            }
            Doing::Over(_) => return twin.points()[0],
        }
    }
}

fn whole_games(criterion: &mut Criterion<CpuTime>) {
    let game = SetGame::new(&Config::plain()).expect("a config of our own");
    let twins = 0..3u64;
    let mut group = criterion.benchmark_group("set: games, the first Set");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("fast", |bencher| bencher.iter(|| bare_games(black_box(&game), First)));
    group.bench_function("runner", |bencher| bencher.iter(|| games(black_box(&game), First)));
    bench_twin(&mut group, twins.clone(), |seed| twin_game(&game, seed, |_| 0));
    group.finish();

    let mut group = criterion.benchmark_group("set: games, any Set");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("fast", |bencher| bencher.iter(|| bare_games(black_box(&game), Any(Rng::new(1)))));
    group.bench_function("runner", |bencher| bencher.iter(|| games(black_box(&game), Any(Rng::new(1)))));
    let mut rng = Rng::new(1);
    bench_twin(&mut group, twins, |seed| twin_game(&game, seed, |count| rng.below(count as u32) as usize));
    group.finish();
}

fn bench_twin<M: Measurement>(
    group: &mut BenchmarkGroup<M>,
    seeds: std::ops::Range<u64>,
    mut play: impl FnMut(u64) -> i32,
) {
    group.sample_size(10);
    group.throughput(Throughput::Elements(seeds.end - seeds.start));
    group.bench_function("twin", |bencher| bencher.iter(|| seeds.clone().map(&mut play).sum::<i32>()));
}

/// From a board of twelve and a deck of eight: through claims, deals and refills.
fn perft_counts(criterion: &mut Criterion<CpuTime>) {
    let config = Config::plain();
    let game = SetGame::new(&config).expect("a config of our own");
    let card = |id: usize| Card::from_id(id * 4 % 81).expect("an id below 81");
    let setup = Setup {
        board: (0..12).map(card).map(Some).collect(),
        deck: (12..20).map(card).collect(),
        ..Setup::default()
    };
    let state = game.position(&setup).expect("twenty different cards");
    let twin = Twin::at(&config, &setup);
    let (depth, nodes) = (5, twin.perft(5));
    assert_eq!(perft(&game, &state, depth), nodes, "the engine and the twin count the same");
    let mut group = criterion.benchmark_group("set: perft, nodes");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("fast", |bencher| bencher.iter(|| perft(black_box(&game), &state, depth)));
    group.sample_size(10);
    group.bench_function("twin", |bencher| bencher.iter(|| black_box(&twin).perft(depth)));
    group.finish();
}

/// What planners do most: copy a state, list what is legal.
fn positions(criterion: &mut Criterion<CpuTime>) {
    let game = SetGame::new(&Config::default()).expect("a config of our own");
    let live: Live<SetGame, _> = Live::new(&game, game.shuffle(7), (), &mut ()).expect("a deal");
    let mut group = criterion.benchmark_group("set: legal actions of a board");
    group.throughput(Throughput::Elements(1));
    let mut actions = Vec::new();
    group.bench_function("fast", |bencher| {
        bencher.iter(|| {
            actions.clear();
            game.legal_actions(black_box(live.state()), Seat::FIRST, &mut actions);
            actions.len()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("set: copy of a state");
    group.throughput(Throughput::Elements(1));
    group.bench_function("fast", |bencher| bencher.iter(|| *black_box(live.state())));
    group.finish();
}

fn main() {
    let mut criterion = tercet_measure::criterion();
    whole_games(&mut criterion);
    perft_counts(&mut criterion);
    positions(&mut criterion);
    criterion.final_summary();
}
