//! A series of games, split over threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tercet_entry::{AnyRules, Seated, Stoppable, Table};
use tercet_game::{Deal, Dealer, Game, Live, Log, Player, Scores, Seat, Seats, run, stream_seed};
use tercet_search::{BotLimits, Stop};
use thiserror::Error;

use crate::{Purchases, Results};

/// How many games, from which seed, on how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The number of its first game: 0, but for a part of a longer series.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// Game `n` is dealt from the stream `[n, 0]` of this seed; the bot of seat `s` draws from `[n, 1 + s]`.
    pub seed: u64,
    /// How many threads; 0 for as many as there are cores. The result does not depend on it.
    pub jobs: usize,
    /// Do the players move on by a seat from game to game? In game `n` player `p` sits at seat `p - n`, counted round the
    /// table, and a study receives scores by player.
    pub is_rotated: bool,
}

impl Series {
    /// Who sits at seat 0, 1, … of game `n`, of so many players.
    ///
    /// ```
    /// use tercet_arena::Series;
    ///
    /// let series = Series { first: 0, games: 9, seed: 1, jobs: 1, is_rotated: true };
    /// assert_eq!(series.seating(4, 3).collect::<Vec<_>>(), [1, 2, 0]);
    /// ```
    pub fn seating(&self, number: u64, players: usize) -> impl Iterator<Item = usize> + use<> {
        let first = if self.is_rotated { (number % players.max(1) as u64) as usize } else { 0 };
        (first..players).chain(0..first)
    }

    /// The table of game `number`. `sit` says who plays, by the seat of the first game and a seed.
    pub fn table<'t>(
        &self,
        number: u64,
        rules: &dyn AnyRules,
        bot_limits: &'t BotLimits,
        sit: impl Fn(Seat, u64) -> Seated<'t>,
    ) -> Table<'t> {
        let players = seated(self, number, rules.seats().into());
        Table {
            deal: Deal::stream(deal_seed(self, number)),
            players: players.map(|(player, seed)| sit(player, seed)).collect(),
            bot_limits,
        }
    }
}

/// What is learnt from games: it hears every event of each, and sees each end.
pub trait Study<G: Game>: Log<G::Event> {
    /// A game begins.
    fn begin(&mut self, game: &G) {
        let _ = game;
    }

    /// The game is over. The scores are by player: seat 0 there is the first player, wherever they sat.
    fn end(&mut self, game: &G, state: &G::State, scores: &Scores);

    /// The game that began was stopped and counts for nothing: forgets what was heard of it. Who counts a game when it ends has
    /// nothing to forget.
    fn abandon(&mut self) {}

    /// Adds what was learnt from the games that come right after this study's own.
    fn merge(&mut self, later: Self);
}

/// The window through which somebody else sees how far a series is, and can stop it.
#[derive(Debug, Default)]
pub struct Watch {
    done: AtomicU64,
    stop: Stop,
}

impl Watch {
    /// How many games are over.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Ends the games that are being played, in the middle of a move, and begins no more. They count for nothing.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// The word that ends them, for bots that think for long.
    pub fn word(&self) -> &Stop {
        &self.stop
    }

    /// Was it stopped?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    pub(crate) fn add(&self, games: u64) {
        self.done.fetch_add(games, Ordering::Relaxed);
    }
}

/// What came of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<S> {
    /// What was learnt.
    pub study: S,
    /// How many games were played: fewer than asked for if somebody stopped the series.
    pub games: u64,
}

/// Why a series could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeriesError {
    /// A game came to no end.
    #[error("game {game} of the series: {why}")]
    Game {
        /// Its number, from 0.
        game: u64,
        /// What happened.
        why: String,
    },
    /// The threads could not be started.
    #[error("{jobs} threads can't be started: {why}")]
    Threads {
        /// How many were asked for.
        jobs: usize,
        /// What happened.
        why: String,
    },
}

/// Games that a thread takes at once.
const BATCH: u64 = 64;

/// Plays all games of a series. `deal` makes a game's dealer from its seed, `sit` a player by the seat of the first game,
/// and `study` an empty study.
///
/// # Errors
/// If a player's action is refused, nobody answers or the dealer can't go on (the lowest such game is reported), or
/// if there are no threads.
pub fn simulate<G, D, P, S>(
    series: &Series,
    watch: &Watch,
    game: &G,
    deal: impl Fn(u64) -> D + Sync,
    sit: impl Fn(Seat, u64) -> P + Sync,
    study: impl Fn() -> S + Sync,
) -> Result<Outcome<S>, SeriesError>
where
    G: Game + Sync,
    D: Dealer<G>,
    P: Player<G>,
    S: Study<G> + Send,
{
    let play = |so_far: &mut S, number: u64| {
        let seats = usize::from(game.seats());
        let mut players: Vec<_> = seated(series, number, seats)
            .map(|(player, seed)| Stoppable { player: sit(player, seed), stop: watch.word() })
            .collect();
        let by_player = |scores: Scores| by_player(series, number, scores);
        let played = play_one(game, deal(deal_seed(series, number)), &mut players, so_far, by_player);
        match played {
            Err(_) if watch.is_stopped() => {
                so_far.abandon();
                Ok(false)
            }
            played => played.map(|()| true),
        }
    };
    play_series(series, watch, study, play, S::merge)
}

/// Plays all games of a series of any game between bots, or others who sit down for them. `sit` says who plays, by the seat of the
/// first game and a seed.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_bots<'s>(
    series: &Series,
    watch: &Watch,
    rules: &dyn AnyRules,
    bot_limits: &'s BotLimits,
    sit: impl Fn(Seat, u64) -> Seated<'s> + Sync,
) -> Result<Outcome<Results>, SeriesError> {
    let play = |results: &mut Results, number: u64| {
        let scores = rules.play_scored(series.table(number, rules, bot_limits, &sit));
        let scores = scores.map_err(|error| error.to_string())?;
        Ok(scores.map(|scores| results.count(&by_player(series, number, scores))).is_some())
    };
    play_series(series, watch, Results::default, play, |own, later| own.add(&later))
}

/// The same, and counts what was bought.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_purchases<'s>(
    series: &Series,
    watch: &Watch,
    rules: &dyn AnyRules,
    bot_limits: &'s BotLimits,
    sit: impl Fn(Seat, u64) -> Seated<'s> + Sync,
) -> Result<Outcome<Purchases>, SeriesError> {
    let play = |purchases: &mut Purchases, number: u64| {
        let played = rules.play_traded(series.table(number, rules, bot_limits, &sit));
        let played = played.map_err(|error| error.to_string())?;
        Ok(played.map(|(scores, trading)| purchases.count(&trading, &scores)).is_some())
    };
    play_series(series, watch, Purchases::default, play, |own, later| own.add(&later))
}

/// Plays all games of a series, whatever is learnt from them: `play` adds a game to what was learnt by its number, or says that it
/// was stopped; `merge` adds what was learnt from the games that come right after.
fn play_series<S: Send>(
    series: &Series,
    watch: &Watch,
    empty: impl Fn() -> S + Sync,
    play: impl Fn(&mut S, u64) -> Result<bool, String> + Sync,
    merge: impl Fn(&mut S, S) + Sync,
) -> Result<Outcome<S>, SeriesError> {
    let empty = || Ok(Outcome { study: empty(), games: 0 });
    let batch = |so_far: Result<Outcome<S>, SeriesError>, batch: u64| {
        let numbers = batch * BATCH..series.games.min((batch + 1) * BATCH);
        let numbers = series.first + numbers.start..series.first + numbers.end;
        so_far.and_then(|so_far| play_batch(so_far, numbers, watch, &play))
    };
    // Two neighbouring parts of a series as one; of two errors, the earlier game's.
    let joined = |earlier: Result<Outcome<S>, SeriesError>, later: Result<Outcome<S>, SeriesError>| {
        let (mut earlier, later) = (earlier?, later?);
        merge(&mut earlier.study, later.study);
        earlier.games += later.games;
        Ok(earlier)
    };
    let batches = series.games.div_ceil(BATCH);
    if series.jobs == 1 {
        return (0..batches).fold(empty(), batch);
    }
    let threads = |error: rayon::ThreadPoolBuildError| SeriesError::Threads {
        jobs: series.jobs,
        why: error.to_string(),
    };
    let pool = ThreadPoolBuilder::new().num_threads(series.jobs).build().map_err(threads)?;
    pool.install(|| (0..batches).into_par_iter().fold(empty, batch).reduce(empty, joined))
}

fn play_batch<S>(
    mut so_far: Outcome<S>,
    numbers: Range<u64>,
    watch: &Watch,
    play: &impl Fn(&mut S, u64) -> Result<bool, String>,
) -> Result<Outcome<S>, SeriesError> {
    for number in numbers {
        if watch.is_stopped() {
            break;
        }
        if play(&mut so_far.study, number).map_err(|why| SeriesError::Game { game: number, why })? {
            so_far.games += 1;
            watch.add(1);
        }
    }
    Ok(so_far)
}

fn play_one<G: Game, D: Dealer<G>, P: Player<G>, S: Study<G>>(
    game: &G,
    dealer: D,
    players: &mut [P],
    study: &mut S,
    by_player: impl FnOnce(Scores) -> Scores,
) -> Result<(), String> {
    study.begin(game);
    let mut live = Live::new(game, dealer, (), study).map_err(|error| error.to_string())?;
    let scores = run(game, &mut live, players, study).map_err(|error| error.to_string())?;
    study.end(game, live.state(), &by_player(scores));
    Ok(())
}

fn deal_seed(series: &Series, number: u64) -> u64 {
    stream_seed(series.seed, &[number, 0])
}

/// Who sits at seat 0, 1, … of game `number`, each with the seed of its stream.
fn seated(series: &Series, number: u64, seats: usize) -> impl Iterator<Item = (Seat, u64)> + use<> {
    let seed = series.seed;
    let seating = series.seating(number, seats).zip(1..);
    seating.map(move |(player, last)| (Seat(player as u8), stream_seed(seed, &[number, last])))
}

/// The scores of game `number` by player.
fn by_player(series: &Series, number: u64, scores: Scores) -> Scores {
    if !series.is_rotated {
        return scores;
    }
    let mut points = scores.points().to_vec();
    let winners = scores.winners();
    let mut winner = None;
    let seating = series.seating(number, points.len());
    for (seat, player) in Seats::first(points.len() as u8).iter().zip(seating) {
        points[player] = scores.points()[seat.index()];
        if winners.len() == 1 && winners.contains(seat) {
            winner = Some(Seat(player as u8));
        }
    }
    let scores = Scores::new(&points, scores.end());
    winner.map_or(scores, |winner| scores.won_by(winner))
}
