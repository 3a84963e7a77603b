//! A series of games, split over threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tercet_bots::search::Stop;
use tercet_game::{Answer, Dealer, Game, Live, Log, Player, Scores, Seat, Seats, run, stream_seed};
use thiserror::Error;

/// How many games, from which seed, on how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// How many games.
    pub games: u64,
    /// Game `n` is dealt from the stream `[n, 0]` of this seed; the bot of seat `s` draws from `[n, 1 + s]`.
    pub seed: u64,
    /// How many threads; 0 for as many as there are cores. The result does not depend on it.
    pub jobs: usize,
    /// Do the players move on by a seat from game to game? In game `n` player `p` sits at seat `p - n`, counted round the
    /// table, and what a study is told of scores is by player.
    pub is_rotated: bool,
}

impl Series {
    /// Who sits at seat 0, 1, … of game `n`, of so many players.
    ///
    /// ```
    /// use tercet_arena::Series;
    ///
    /// let series = Series { games: 9, seed: 1, jobs: 1, is_rotated: true };
    /// assert_eq!(series.seating(4, 3).collect::<Vec<_>>(), [1, 2, 0]);
    /// ```
    pub fn seating(&self, number: u64, players: usize) -> impl Iterator<Item = usize> + use<> {
        let first = if self.is_rotated { (number % players.max(1) as u64) as usize } else { 0 };
        (first..players).chain(0..first)
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

/// A player at a game that may be stopped: it has no answer from then on, which ends the game.
pub(crate) struct Attended<'w, P> {
    pub(crate) player: P,
    pub(crate) watch: &'w Watch,
}

impl<G: Game, P: Player<G>> Player<G> for Attended<'_, P> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        let answer = self.player.answer(game, state, seat);
        answer.filter(|_| !self.watch.is_stopped())
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
    let empty = || Ok(Outcome { study: study(), games: 0 });
    let play = |so_far: Result<Outcome<S>, SeriesError>, batch: u64| {
        let first = batch * BATCH;
        let numbers = first..series.games.min(first + BATCH);
        so_far.and_then(|so_far| play_batch(so_far, numbers, series, watch, game, (&deal, &sit)))
    };
    let batches = series.games.div_ceil(BATCH);
    if series.jobs == 1 {
        return (0..batches).fold(empty(), play);
    }
    let threads = |error: rayon::ThreadPoolBuildError| SeriesError::Threads {
        jobs: series.jobs,
        why: error.to_string(),
    };
    let pool = ThreadPoolBuilder::new().num_threads(series.jobs).build().map_err(threads)?;
    pool.install(|| (0..batches).into_par_iter().fold(empty, play).reduce(empty, joined))
}

/// Two neighbouring parts of a series as one; of two errors, the earlier game's.
fn joined<G: Game, S: Study<G>>(
    earlier: Result<Outcome<S>, SeriesError>,
    later: Result<Outcome<S>, SeriesError>,
) -> Result<Outcome<S>, SeriesError> {
    let (mut earlier, later) = (earlier?, later?);
    earlier.study.merge(later.study);
    earlier.games += later.games;
    Ok(earlier)
}

fn play_batch<G: Game, D: Dealer<G>, P: Player<G>, S: Study<G>>(
    mut so_far: Outcome<S>,
    numbers: Range<u64>,
    series: &Series,
    watch: &Watch,
    game: &G,
    (deal, sit): (&impl Fn(u64) -> D, &impl Fn(Seat, u64) -> P),
) -> Result<Outcome<S>, SeriesError> {
    let seats = usize::from(game.seats());
    let mut players = Vec::with_capacity(seats);
    for number in numbers {
        if watch.is_stopped() {
            break;
        }
        let stream = |last: u64| stream_seed(series.seed, &[number, last]);
        players.clear();
        players.extend(
            series
                .seating(number, seats)
                .zip(1..)
                .map(|(player, last)| Attended { player: sit(Seat(player as u8), stream(last)), watch }),
        );
        let by_player = |scores: Scores| {
            if series.is_rotated { by_player(&scores, series.seating(number, seats)) } else { scores }
        };
        match play_one(game, deal(stream(0)), &mut players, &mut so_far.study, by_player) {
            Ok(()) => {
                so_far.games += 1;
                watch.add(1);
            }
            Err(_) if watch.is_stopped() => so_far.study.abandon(),
            Err(why) => return Err(SeriesError::Game { game: number, why }),
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

/// Scores by player, of whom it is known who sat at each seat.
fn by_player(scores: &Scores, seating: impl Iterator<Item = usize>) -> Scores {
    let mut points = scores.points().to_vec();
    let winners = scores.winners();
    let mut winner = None;
    for (seat, player) in Seats::first(points.len() as u8).iter().zip(seating) {
        points[player] = scores.points()[seat.index()];
        if winners.len() == 1 && winners.contains(seat) {
            winner = Some(Seat(player as u8));
        }
    }
    let scores = Scores::new(&points, scores.end());
    winner.map_or(scores, |winner| scores.won_by(winner))
}
