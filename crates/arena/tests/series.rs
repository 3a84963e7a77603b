//! Series of SET games: the same for any number of threads, stopped and failing cleanly.

use std::sync::atomic::{AtomicU64, Ordering};

use tercet_arena::{Outcome, Results, Series, SeriesError, Study, Watch, simulate};
use tercet_game::{Answer, End, Game, Log, Player, Scores, Seat};
use tercet_set::{Action, Config, Event, SetGame, State};
use tercet_set_play::bots::{AnyBot, First, by_name};

fn race() -> SetGame {
    SetGame::new(&Config::race(3)).unwrap()
}

fn racer(seat: Seat, seed: u64) -> AnyBot {
    by_name(["racer:1", "racer:3", "random"][seat.index()], seed).unwrap()
}

/// Every event of every game in order: whatever is lost, doubled or out of order shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Everything(Vec<Event>);

impl Log<Event> for Everything {
    fn push(&mut self, event: impl FnOnce() -> Event) {
        self.0.push(event());
    }
}

impl Study<SetGame> for Everything {
    fn end(&mut self, _game: &SetGame, _state: &State, _scores: &Scores) {}

    fn merge(&mut self, later: Everything) {
        self.0.extend(later.0);
    }
}

fn everything(games: u64, jobs: usize) -> Outcome<Everything> {
    let game = race();
    let series = Series { first: 0, games, seed: 11, jobs, is_rotated: false };
    let deal = |seed| game.shuffle(seed);
    simulate(&series, &Watch::default(), &game, deal, racer, Everything::default).unwrap()
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let alone = everything(500, 1);
    assert_eq!(alone.games, 500);
    for jobs in [2, 5, 0] {
        assert_eq!(everything(500, jobs), alone, "{jobs} threads");
    }
}

#[test]
fn a_longer_series_begins_as_a_shorter_one() {
    let (short, long) = (everything(70, 2), everything(130, 2));
    assert_eq!(long.study.0[..short.study.0.len()], short.study.0);
}

#[test]
fn no_games_are_no_result() {
    let outcome = everything(0, 2);
    assert_eq!((outcome.games, outcome.study.0.len()), (0, 0));
}

#[test]
fn results_count_points_wins_and_ends() {
    let game = race();
    let series = Series { first: 0, games: 200, seed: 1, jobs: 2, is_rotated: false };
    let watch = Watch::default();
    let outcome =
        simulate(&series, &watch, &game, |seed| game.shuffle(seed), racer, Results::default).unwrap();
    let results = outcome.study;
    assert_eq!((results.seats(), results.ended(End::Finished), watch.done()), (3, 200, 200));
    let alone: u64 = (0..3).map(|seat| results.won(seat)).sum();
    let shared: u64 = (0..3).map(|seat| results.shared(seat)).sum();
    assert!(alone <= 200 && (alone == 200) == (shared == 0));
    assert_eq!(results.won(2), 200, "`random` answers at once");
    assert_eq!(results.points(0).total(), 200);
}

#[test]
fn a_stopped_series_keeps_what_is_played() {
    let game = race();
    let series = Series { first: 0, games: 1_000_000_000, seed: 1, jobs: 2, is_rotated: false };
    let (watch, seen) = (Watch::default(), AtomicU64::new(0));
    let sit = |seat, seed| {
        if seen.fetch_add(1, Ordering::Relaxed) == 900 {
            watch.stop();
        }
        racer(seat, seed)
    };
    let outcome = simulate(&series, &watch, &game, |seed| game.shuffle(seed), sit, Results::default).unwrap();
    assert!((256..2000).contains(&outcome.games), "{}", outcome.games);
    assert_eq!((outcome.games, outcome.study.ended(End::Finished)), (watch.done(), watch.done()));
}

/// Plays well until it is told to deal when that is refused.
struct Faulty(bool);

impl Player<SetGame> for Faulty {
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        if self.0 { Some(Answer::now(Action::Call)) } else { First.answer(game, state, seat) }
    }
}

#[test]
fn the_earliest_game_that_fails_is_reported() {
    let game = SetGame::new(&Config::plain()).unwrap();
    let bad: Vec<u64> = [150, 700].map(|number| tercet_game::stream_seed(3, &[number, 1])).to_vec();
    for jobs in [1, 2, 5] {
        let series = Series { first: 0, games: 1000, seed: 3, jobs, is_rotated: false };
        let sit = |_, seed| Faulty(bad.contains(&seed));
        let error =
            simulate(&series, &Watch::default(), &game, |seed| game.shuffle(seed), sit, Results::default);
        let why = "seat 1: nobody calls in this game; claim at once".to_owned();
        assert_eq!(error.unwrap_err(), SeriesError::Game { game: 150, why });
    }
}

#[test]
fn players_who_move_round_the_table_keep_their_results() {
    let game = race();
    let played = |is_rotated: bool, jobs: usize| {
        let series = Series { first: 0, games: 300, seed: 11, jobs, is_rotated };
        let sit =
            |player: Seat, seed| by_name(["racer:5", "racer:4", "racer:1"][player.index()], seed).unwrap();
        simulate(&series, &Watch::default(), &game, |seed| game.shuffle(seed), sit, Results::default)
            .unwrap()
            .study
    };
    let rotated = played(true, 1);
    assert_eq!(rotated, played(true, 3), "for any number of threads");
    assert_ne!(rotated, played(false, 1));
    let wins: Vec<u64> = (0..3).map(|player| rotated.won(player) + rotated.shared(player)).collect();
    assert!(wins[0] > 290, "wherever it sits, the best wins: {wins:?}");
    let mean = |player: usize| rotated.points(player).mean().unwrap();
    assert!(mean(0) > mean(1) + 2.0 && mean(1) > mean(2) + 2.0, "{} {} {}", mean(0), mean(1), mean(2));
}

/// In game `n` the players sit in the order that begins with player `n`: as if they had been named so.
#[test]
fn a_rotated_game_is_the_game_of_players_named_in_its_order() {
    let game = race();
    let names = ["racer:1", "racer:3", "random"];
    for number in 0..4 {
        let series = Series { first: 0, games: number + 1, seed: 11, jobs: 1, is_rotated: true };
        let order: Vec<usize> = series.seating(number, 3).collect();
        let rotated = simulate(
            &series,
            &Watch::default(),
            &game,
            |seed| game.shuffle(seed),
            |player: Seat, seed| by_name(names[player.index()], seed).unwrap(),
            Everything::default,
        );
        let fixed = simulate(
            &Series { is_rotated: false, ..series },
            &Watch::default(),
            &game,
            |seed| game.shuffle(seed),
            |seat: Seat, seed| by_name(names[order[seat.index()]], seed).unwrap(),
            Everything::default,
        );
        let last = |all: Vec<Event>| {
            let ends = |event: &Event| matches!(event, Event::Over { .. });
            let games: Vec<&[Event]> = all.split_inclusive(ends).collect();
            games[number as usize].to_vec()
        };
        assert_eq!(last(rotated.unwrap().study.0), last(fixed.unwrap().study.0), "game {number}");
    }
}

/// Thinks for ever about its tenth decision, unless it is stopped; says when it begins to.
struct Endless<'w> {
    watch: &'w Watch,
    asked: u32,
    game: u64,
    thinking: std::sync::mpsc::Sender<u64>,
}

impl Player<SetGame> for Endless<'_> {
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        self.asked += 1;
        if self.asked == 10 && self.game >= 3 {
            self.thinking.send(self.game).unwrap();
            while !self.watch.word().is_requested() {
                std::thread::yield_now();
            }
        }
        by_name("first", 1).unwrap().answer(game, state, seat)
    }
}

#[test]
fn a_game_that_is_stopped_in_the_middle_of_a_move_does_not_count() {
    let game = SetGame::new(&Config::plain()).unwrap();
    let series = Series { first: 0, games: 100, seed: 1, jobs: 1, is_rotated: false };
    let watch = Watch::default();
    let (thinking, begun) = std::sync::mpsc::channel();
    let number = AtomicU64::new(0);
    let outcome = std::thread::scope(|scope| {
        let stop = watch.word().clone();
        scope.spawn(move || {
            begun.recv().unwrap();
            stop.request();
        });
        let sit = |_, _| {
            let game = number.fetch_add(1, Ordering::Relaxed);
            Endless { watch: &watch, asked: 0, game, thinking: thinking.clone() }
        };
        simulate(&series, &watch, &game, |seed| game.shuffle(seed), sit, Results::default).unwrap()
    });
    assert_eq!((outcome.games, watch.done(), outcome.study.ended(End::Finished)), (3, 3, 3));
}
