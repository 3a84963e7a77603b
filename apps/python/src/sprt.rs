//! The sequential test of two bots, and the games that it asks for.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_arena::{DuelGame, Pairs, Side, Sprt as Question, duel, duel_games, play_all, play_pair};
use tercet_entry::{Operations, PlayError};
use tercet_game::stream_seed;
use tercet_search::BotLimits;

use crate::arena::{Fault, fault};
use crate::errors::{Class, OrRaise};
use crate::guest::{Faults, Maker, Run, Who};
use crate::made::{PICKLE, Pairs as Options, Reduced, check_pickle};
use crate::tournament::{PlaceAndScore, finish};

/// The deal's seed, the seat of the new bot, and the seed of each seat's bot.
type Game = (u64, usize, Vec<u64>);

/// Is a bot better than another? Counts pairs of games until the test is decided.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Sprt {
    test: Question,
    pairs: Pairs,
}

#[pymethods]
impl Sprt {
    #[new]
    #[pyo3(signature = (elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05))]
    fn new(py: Python<'_>, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> PyResult<Sprt> {
        let test = Question { elo0, elo1, alpha, beta }.check().or_raise(py)?;
        Ok(Sprt { test, pairs: Pairs::default() })
    }

    /// Counts a pair by the new bot's half points out of its two games: 0 to 4.
    fn count(&mut self, py: Python<'_>, half_points: usize) -> PyResult<()> {
        if half_points > 4 {
            return Err(Class::Config.error(py, format!("half_points: {half_points} is not from 0 to 4")));
        }
        self.pairs.count(half_points);
        Ok(())
    }

    /// Counts pair `number` of a seed by how the seats of its two games came out: place and finish score.
    fn count_finishes(&mut self, seed: u64, number: u64, finishes: [[PlaceAndScore; 2]; 2]) {
        let games = duel_games(seed, number);
        let halves = games.iter().zip(finishes).map(|(game, both)| game.half_points(&both.map(finish)));
        self.pairs.count(halves.sum());
    }

    /// `better`, `not_better` or `open`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.test.verdict(&self.pairs).name()
    }

    /// How many pairs were counted.
    #[getter]
    fn pairs(&self) -> u64 {
        self.pairs.total()
    }

    /// How often the new bot got 0, ½, 1, 1½ or 2 points out of a pair.
    #[getter]
    fn counts(&self) -> [u64; 5] {
        self.pairs.counts()
    }

    /// The share of all points that the new bot got.
    #[getter]
    fn share(&self) -> f64 {
        self.pairs.share()
    }

    /// The difference in Elo that the share amounts to; infinite where all or no points were won.
    #[getter]
    fn elo(&self) -> f64 {
        self.pairs.elo().0
    }

    /// Where it lies with 95 % confidence.
    #[getter]
    fn elo_interval(&self) -> (f64, f64) {
        let interval = self.pairs.elo().1;
        (interval.low, interval.high)
    }

    /// The logarithm of how much likelier the results are with `elo1` than with `elo0`.
    #[getter]
    fn log_ratio(&self) -> f64 {
        self.test.log_ratio(&self.pairs)
    }

    /// Below the first the new bot is not better, above the second it is.
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        self.test.bounds()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, [f64; 4], [u64; 5])> {
        let Question { elo0, elo1, alpha, beta } = self.test;
        let kept = (PICKLE, [elo0, elo1, alpha, beta], self.pairs.counts());
        Ok((py.get_type::<Sprt>().getattr("_unpickle")?, kept))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, test: [f64; 4], counts: [u64; 5]) -> PyResult<Sprt> {
        check_pickle(py, version)?;
        let [elo0, elo1, alpha, beta] = test;
        let sprt = Sprt::new(py, elo0, elo1, alpha, beta)?;
        Ok(Sprt { pairs: Pairs::of(counts), ..sprt })
    }

    fn __repr__(&self) -> String {
        let (elo, interval) = self.pairs.elo();
        format!(
            "<tercet.Sprt {}: {} pairs, elo {elo:+.1} ({:+.1} to {:+.1})>",
            self.verdict(),
            self.pairs(),
            interval.low,
            interval.high
        )
    }

    /// The two games of a pair at tables of two, for whoever plays them.
    #[staticmethod]
    fn games(seed: u64, number: u64) -> [Game; 2] {
        duel_games(seed, number).map(|DuelGame { deal, seats }| {
            let new = usize::from(seats[0].0 == Side::Base);
            (deal, new, seats.into_iter().map(|(_, seed)| seed).collect())
        })
    }

    /// Plays bots by name until it is clear, at most so many games.
    #[allow(clippy::too_many_arguments, reason = "they are the keywords of `tercet.arena.sprt`")]
    fn play(
        &mut self,
        py: Python<'_>,
        game: &str,
        bots: [String; 2],
        makers: [Option<Maker>; 2],
        games: u64,
        seed: u64,
        jobs: usize,
        config: Options,
    ) -> PyResult<()> {
        let run = Run::default();
        let (bots, makers) = (&bots, &makers);
        let work = Duel { test: self.test, bots, makers, run: &run, games, seed, jobs, config: &config };
        let game = tercet_catalog::games().with(game, &config).or_raise(py)?;
        let pairs = run.interruptible(py, || work.run(game))?.or_raise(py);
        self.pairs = run.settle(py, pairs)?;
        Ok(())
    }

    /// Plays some pairs, in which a Python bot that fails loses its game: the new bot's half points out of each, and whose faults there
    /// were.
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "they are the keywords of `tercet.arena.sprt`")]
    fn play_part<'py>(
        py: Python<'py>,
        game: &str,
        bots: [String; 2],
        makers: [Option<Maker>; 2],
        units: (u64, u64),
        seed: u64,
        jobs: usize,
        config: Options,
    ) -> PyResult<(Bound<'py, PyBytes>, Faults)> {
        let ((first, last), run) = (units, Run::forfeiting());
        let (bots, makers, test) =
            (&bots, &makers, Question { elo0: 0.0, elo1: 1.0, alpha: 0.05, beta: 0.05 });
        let work = Duel { test, bots, makers, run: &run, games: 2 * last, seed, jobs, config: &config };
        let game = tercet_catalog::games().with(game, &config).or_raise(py)?;
        let played = run.interruptible(py, || work.part(game, first..last))?.or_raise(py);
        let faults = run.faults();
        Ok((PyBytes::new(py, &run.settle(py, played)?), faults))
    }
}

/// What plays a pair by its number.
type PairOf<'p> = dyn Fn(u64) -> Result<Option<usize>, PlayError> + Sync + 'p;

struct Duel<'d> {
    test: Question,
    /// The new one, then the base.
    bots: &'d [String; 2],
    makers: &'d [Option<Maker>; 2],
    run: &'d Run,
    games: u64,
    seed: u64,
    jobs: usize,
    config: &'d Options,
}

impl Duel<'_> {
    fn run(&self, game: &dyn Operations) -> Result<Pairs, Fault> {
        let play =
            |pair: &PairOf<'_>| duel(&self.test, self.games / 2, self.jobs, &self.run.watch, pair, |_| {});
        self.with_pairs(game, play)?.map_err(|why| fault(Class::Run)(&why))
    }

    /// The half points of some pairs.
    fn part(&self, game: &dyn Operations, numbers: Range<u64>) -> Result<Vec<u8>, Fault> {
        let numbers: Vec<u64> = numbers.collect();
        let mut played = vec![None; numbers.len()];
        let keep = |batch: Vec<(usize, usize)>| {
            for (at, half_points) in batch {
                played[at] = Some(half_points as u8);
            }
            Ok(())
        };
        let play =
            |pair: &PairOf<'_>| play_all(self.jobs, &self.run.watch, &numbers, |&number| pair(number), keep);
        self.with_pairs(game, play)?.map_err(|why| fault(Class::Run)(&why))?;
        played.into_iter().collect::<Option<_>>().ok_or_else(|| (Class::Run, "stopped".to_owned()))
    }

    /// Does something with what plays a pair by its number.
    fn with_pairs<T>(&self, game: &dyn Operations, play: impl FnOnce(&PairOf<'_>) -> T) -> Result<T, Fault> {
        for (bot, _) in self.bots.iter().zip(self.makers).filter(|(_, maker)| maker.is_none()) {
            game.check_bot(bot, &BotLimits::own()).map_err(|error| fault(Class::Bot)(&error))?;
        }
        let seats = (*game.tables().end()).min(2);
        let rules = game.table(self.config, seats).map_err(|error| fault(Class::Config)(&error))?;
        let sit = |side, seed| {
            let side = usize::from(side == Side::Base);
            let who = Who { bot: &self.bots[side], maker: self.makers[side].as_ref() };
            let place = move || format!("pair {} of the test", self.pair_of(seats, seed));
            // Seats change from game to game, so no bot learns the other's name.
            let labels = vec![self.bots[side].clone(); usize::from(seats)];
            who.sit(self.run, &labels, seed, place)
        };
        let bot_limits = self.run.bot_limits();
        let pair = |number| play_pair(&*rules, self.seed, number, &bot_limits, sit);
        Ok(play(&pair))
    }

    /// The pair in which a bot drew from this seed, counted from 1: for errors only, so it is looked for.
    fn pair_of(&self, seats: u8, seed: u64) -> u64 {
        let is_own = |number: &u64| (1..=4).any(|last| stream_seed(self.seed, &[*number, last]) == seed);
        let number = (0..self.games).find(is_own).unwrap_or(0);
        1 + if seats == 1 { number / 2 } else { number }
    }
}
