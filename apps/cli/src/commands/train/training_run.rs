//! A run of training from its first line to its last, of any game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use tercet_arena::chart::{Curve, curves};
use tercet_arena::{Interval, Watch};
use tercet_game::{Record, Scores};
use tercet_store::{RecordedGame, now_ms};
use tercet_train::value::{Budget, Episodes, Learned, Measured, Session, TdOptions};

use super::report::{Best, progress_json, progress_line, run_json};
use crate::commands::simulate::{answer, stopped_by_signal};
use crate::data::Data;
use crate::drawing::{self, Format};
use crate::failure::{Answer, Failure, FailureExt};
use crate::options;
use crate::output::Screen;

/// What can be said about training, whatever the game.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("budget").required(true).multiple(true))]
pub(crate) struct Options {
    /// How long, in minutes of each thread's processor
    #[arg(long, value_name = "N", group = "budget", value_parser = positive)]
    minutes: Option<f64>,
    /// How many games
    #[arg(long, value_name = "N", group = "budget", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The run's name: a folder of its own; numbered if not given
    #[arg(long = "run", value_name = "NAME")]
    name: Option<String>,
    /// Where runs are kept
    #[arg(long, value_name = "DIR", default_value = "runs")]
    runs: PathBuf,
    /// Go on with a run: the named one, or the newest
    #[arg(long)]
    resume: bool,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The seed; drawn from the system and printed if none is given
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    seed: Option<u64>,
    /// How many games an evaluation has; 0 for none
    #[arg(long, value_name = "N", default_value_t = 50)]
    evaluation: u32,
    /// How much of what really followed is learned from, beside the next position's value: from 0 to 1; the game's own if not given
    #[arg(long, value_name = "SHARE", value_parser = share)]
    lambda: Option<f32>,
    /// Keep the best game of the evaluations in the archive, so that the page shows it
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    data: Data,
    /// Draw the curve of scores into a file that ends in .svg or .png; without a budget, that of a run that is there
    #[arg(long, value_name = "FILE", group = "budget")]
    plot: Option<PathBuf>,
    /// How many seconds of each thread's processor lie between two lines and checkpoints at most
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=60))]
    every: u64,
    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "it is a number of minutes, as in 10 or 0.5".to_owned())?;
    if number > 0.0 && number.is_finite() { Ok(number) } else { Err("it is more than nothing".to_owned()) }
}

fn share(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "it is a number from 0 to 1, as in 0.5".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("it is a number from 0 to 1".to_owned()) }
}

impl Options {
    /// How is learned from games, if the game itself says this.
    pub(crate) fn td(&self, usual: TdOptions) -> TdOptions {
        TdOptions { lambda: self.lambda.unwrap_or(usual.lambda), ..usual }
    }

    /// What is trained, with what differs from the usual way.
    fn about(&self, about: &str) -> String {
        self.lambda.map_or_else(|| about.to_owned(), |lambda| format!("{about}, lambda={lambda}"))
    }

    pub(crate) fn jobs(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or(cores, usize::from)
    }

    /// Is nothing to be learned, but a run to be drawn?
    fn is_drawing(&self) -> bool {
        self.minutes.is_none() && self.games.is_none()
    }

    fn budget(&self) -> Budget {
        if self.is_drawing() {
            return Budget { games: 0, seconds: 0.0 };
        }
        let minutes = self.minutes.unwrap_or(f64::INFINITY);
        Budget { games: self.games.unwrap_or(u64::MAX), seconds: 60.0 * minutes * self.jobs() as f64 }
    }
}

/// What a game adds to training.
pub(crate) trait Trained {
    /// The game's name, as `tercet train` takes it.
    const GAME: &'static str;

    /// What is counted, for the chart's title.
    const MEASURE: &'static str;

    /// The weights as a file holds them.
    fn frozen(&self, weights: &[f32], command: &str) -> Learned;

    /// How strong a value is in so many games on so many threads; `None` if it was stopped.
    fn measured(
        &self,
        learned: &Learned,
        games: u32,
        jobs: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Strength>>;

    /// The game of this number of an evaluation, in games that have scores to be best in.
    fn game(&self, _learned: &Learned, _number: u64) -> Result<Option<(Record, Scores)>> {
        Ok(None)
    }

    /// A strength in words.
    fn score_text(mean: f64, error: f64) -> String;
}

/// How strong a value is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    pub(crate) mean: f64,
    pub(crate) error: f64,
    /// The number of the best game, and its score.
    pub(crate) best: Option<(u64, f64)>,
}

/// A run of training.
pub(crate) struct TrainingRun<'o> {
    options: &'o Options,
    watch: Arc<Watch>,
    screen: &'o mut Screen,
    best: Option<Best>,
}

impl<'o> TrainingRun<'o> {
    pub(crate) fn new(options: &'o Options, screen: &'o mut Screen) -> Result<TrainingRun<'o>, Failure> {
        if let Some(path) = &options.plot {
            Format::of(path).or_usage()?;
        }
        Ok(TrainingRun { options, watch: stopped_by_signal(), screen, best: None })
    }

    /// Trains until the budget is used up or somebody stops it. `about` says what is trained.
    pub(crate) fn run<E: Episodes, T: Trained>(
        mut self,
        task: &E,
        about: &str,
        td: TdOptions,
        game: &T,
    ) -> Result<Answer, Failure> {
        let about = self.options.about(about);
        let mut session = self.session(task, &about, td)?;
        self.best = Best::read(session.run().dir());
        let (budget, jobs) = (self.options.budget(), self.options.jobs());
        let watch = self.watch.clone();
        let stopped = || watch.is_stopped();
        self.begin_line(&session, jobs)?;
        while !session.is_done(&budget) && !stopped() {
            let before = *session.progress();
            // Threads share the time: so many seconds of each.
            session.advance(Duration::from_secs(self.options.every) * jobs as u32, &budget, &stopped);
            session.save(None).or_failed()?;
            let score = self.evaluated(game, &mut session, &stopped)?;
            session.save(score).or_failed()?;
            self.report::<E, T>(&session, &about, session.is_done(&budget)).or_failed()?;
            if self.options.json {
                self.screen.json(&progress_json(&session))?;
            } else {
                self.screen.line(&progress_line::<E, T>(&session, &before))?;
            }
            self.screen.flush()?;
        }
        if let Some(path) = &self.options.plot {
            plot::<T>(path, session.run().name(), session.curve()).or_failed()?;
        }
        Ok(answer(&self.watch))
    }

    /// Writes what the page shows of the run.
    fn report<E: Episodes, T: Trained>(
        &self,
        session: &Session<'_, E>,
        about: &str,
        is_over: bool,
    ) -> Result<()> {
        let run = run_json(session, self.best.as_ref(), (T::GAME, T::MEASURE, about), is_over);
        Ok(session.run().write_text(RUN_FILE, &run.to_string())?)
    }

    fn begin_line<E: Episodes>(&mut self, session: &Session<'_, E>, jobs: usize) -> Result<(), Failure> {
        let (dir, seed) = (session.run().dir().display().to_string(), session.seed());
        if self.options.json {
            self.screen.json(&json!({ "run": dir, "seed": seed, "jobs": jobs }))?;
        } else {
            self.screen.line(&format!("run {dir}, seed {seed}, {jobs} threads"))?;
        }
        Ok(self.screen.flush()?)
    }

    fn session<'t, E: Episodes>(
        &self,
        task: &'t E,
        about: &str,
        td: TdOptions,
    ) -> Result<Session<'t, E>, Failure> {
        let options = self.options;
        let place = (options.runs.as_path(), options.name.as_deref());
        if options.resume || options.is_drawing() {
            return Session::resume(task, about, td, place, options.jobs()).or_usage();
        }
        let seed = options.seed.unwrap_or_else(options::drawn_seed);
        Session::begin(task, about, td, place, (seed, options.jobs())).or_usage()
    }

    /// Writes the value, and says what it scores if that is to be measured.
    fn evaluated<E: Episodes, T: Trained>(
        &mut self,
        game: &T,
        session: &mut Session<'_, E>,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<f64>, Failure> {
        let jobs = self.options.jobs();
        // What makes the same value again, on one thread.
        let (games, seed) = (session.progress().games, session.seed());
        let lambda = self.options.lambda.map_or_else(String::new, |lambda| format!(" --lambda {lambda}"));
        let command = format!("tercet train {} --games {games} --jobs {jobs} --seed {seed}{lambda}", T::GAME);
        let mut learned = game.frozen(&session.weights(), &command);
        let count = self.options.evaluation;
        let strength =
            if count > 0 { game.measured(&learned, count, jobs, stopped).or_failed()? } else { None };
        if let Some(Strength { mean, error, best }) = strength {
            session.measured(mean, error);
            learned.score = format!("{} of {count} games", T::score_text(mean, error));
            if let Some((number, score)) = best {
                self.note(game, session.run().name(), &learned, (number, score))?;
            }
        }
        learned.write(&session.run().dir().join("value.tercet")).or_failed()?;
        Ok(strength.map(|strength| strength.mean))
    }

    /// Notes the best game of an evaluation if it is the best of all, and keeps it if that was asked for.
    fn note<T: Trained>(
        &mut self,
        game: &T,
        run: &str,
        learned: &Learned,
        (number, score): (u64, f64),
    ) -> Result<(), Failure> {
        if self.best.as_ref().is_some_and(|best| best.score >= score) {
            return Ok(());
        }
        let kept = if self.options.keep { game.game(learned, number).or_failed()? } else { None };
        let kept = kept.map(|(record, scores)| self.keep(run, &record, &scores)).transpose()?;
        self.best = Some(Best { score, game: kept });
        Ok(())
    }

    /// Puts a game into the archive: its number, and the digest that it ended with.
    fn keep(&self, run: &str, record: &Record, scores: &Scores) -> Result<(i64, u64), Failure> {
        let mut archive = self.options.data.open()?;
        // A run's value changes while it learns, so it has no strength of its own and gets no rating.
        let player = [(run, "unknown")];
        let game = RecordedGame::played(record, player, scores, now_ms());
        let number = archive.add(&[game.new_game()]).or_failed()?[0];
        Ok((number, record.state))
    }
}

/// What the page reads of a run.
pub(super) const RUN_FILE: &str = "run.json";

fn plot<T: Trained>(path: &Path, name: &str, curve: &[Measured]) -> Result<()> {
    let point = |point: &Measured| {
        let (low, high) = (point.mean - 1.96 * point.error, point.mean + 1.96 * point.error);
        (
            Duration::from_secs_f64(point.at.seconds.max(0.0)).as_secs(),
            point.mean,
            Some(Interval { low, high }),
        )
    };
    let curve = Curve { label: name.to_owned(), points: curve.iter().map(point).collect() };
    let title = format!("{}: {} while learning, with 95 % intervals", T::GAME, T::MEASURE);
    let scene = curves(&title, "seconds of the processor", &[curve]);
    drawing::write(path, &drawing::drawn(&scene, &tercet_draw::Options::default(), Format::of(path)?)?)
}
