//! TrainingRun from its first line to its last, of any game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tercet_arena::chart::{Curve, curves};
use tercet_arena::{Interval, Watch};
use tercet_train::value::{Budget, Episodes, Learned, Measured, Progress, Session, TdOptions};

use crate::commands::simulate::{answer, stopped_by_signal};
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
    /// Draw the curve of scores into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
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

impl Options {
    pub(crate) fn jobs(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or(cores, usize::from)
    }

    fn budget(&self) -> Budget {
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

    /// How strong a value is in so many games on so many threads, with its standard error; `None` if it was stopped.
    fn measured(
        &self,
        learned: &Learned,
        games: u32,
        jobs: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<(f64, f64)>>;

    /// A strength in words.
    fn score_text(mean: f64, error: f64) -> String;
}

/// A run of training.
pub(crate) struct TrainingRun<'o> {
    options: &'o Options,
    watch: Arc<Watch>,
    screen: &'o mut Screen,
}

impl<'o> TrainingRun<'o> {
    pub(crate) fn new(options: &'o Options, screen: &'o mut Screen) -> Result<TrainingRun<'o>, Failure> {
        if let Some(path) = &options.plot {
            Format::of(path).or_usage()?;
        }
        Ok(TrainingRun { options, watch: stopped_by_signal(), screen })
    }

    /// Trains until the budget is used up or somebody stops it. `about` says what is trained.
    pub(crate) fn run<E: Episodes, T: Trained>(
        mut self,
        task: &E,
        about: &str,
        td: TdOptions,
        game: &T,
    ) -> Result<Answer, Failure> {
        let mut session = self.session(task, about, td)?;
        let (budget, jobs) = (self.options.budget(), self.options.jobs());
        let watch = self.watch.clone();
        let stopped = || watch.is_stopped();
        self.begin_line(&session, jobs)?;
        while !session.is_done(&budget) && !stopped() {
            let before = *session.progress();
            // Threads share the time: so many seconds of each.
            session.advance(Duration::from_secs(self.options.every) * jobs as u32, &budget, &stopped);
            session.save(None).or_failed()?;
            let score = self.evaluated(game, &mut session, &stopped).or_failed()?;
            session.save(score).or_failed()?;
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
        if options.resume {
            return Session::resume(task, about, td, place, options.jobs()).or_usage();
        }
        let seed = options.seed.unwrap_or_else(options::drawn_seed);
        Session::begin(task, about, td, place, (seed, options.jobs())).or_usage()
    }

    /// Writes the value, and says what it scores if that is to be measured.
    fn evaluated<E: Episodes, T: Trained>(
        &self,
        game: &T,
        session: &mut Session<'_, E>,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<f64>> {
        let jobs = self.options.jobs();
        // What makes the same value again, on one thread.
        let (games, seed) = (session.progress().games, session.seed());
        let command = format!("tercet train {} --games {games} --jobs {jobs} --seed {seed}", T::GAME);
        let mut learned = game.frozen(&session.weights(), &command);
        let count = self.options.evaluation;
        let score = if count > 0 { game.measured(&learned, count, jobs, stopped)? } else { None };
        if let Some((mean, error)) = score {
            session.measured(mean, error);
            learned.score = format!("{} of {count} games", T::score_text(mean, error));
        }
        learned.write(&session.run().dir().join("value.tercet"))?;
        Ok(score.map(|(mean, _)| mean))
    }
}

fn progress_line<E: Episodes, T: Trained>(session: &Session<'_, E>, before: &Progress) -> String {
    let now = session.progress();
    let took = (now.seconds - before.seconds).max(1e-9);
    let rate = |count: u64| count as f64 / took;
    let score = last(session)
        .map_or_else(String::new, |point| format!(", {}", T::score_text(point.mean, point.error)));
    format!(
        "{:.1} CPU minutes, {} games, {:.0} games/s and {:.0} moves/s a core{score}",
        now.seconds / 60.0,
        now.games,
        rate(now.games - before.games),
        rate(now.moves - before.moves)
    )
}

fn progress_json<E: Episodes>(session: &Session<'_, E>) -> Value {
    let Progress { games, moves, seconds } = *session.progress();
    let score = last(session).map(|point| (point.mean, point.error));
    let (mean, error) = score.unzip();
    json!({ "games": games, "moves": moves, "cpu_seconds": seconds, "score": mean, "error": error })
}

/// What was measured just now, if anything was.
fn last<'s, E: Episodes>(session: &'s Session<'_, E>) -> Option<&'s Measured> {
    session.curve().last().filter(|point| point.at == *session.progress())
}

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
