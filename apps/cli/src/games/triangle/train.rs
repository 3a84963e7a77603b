//! `tercet train triangle`: a value of boards, learned from nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tercet_arena::chart::{Curve, curves};
use tercet_arena::{Interval, Watch};
use tercet_game::Game as _;
use tercet_train::value::{Budget, Measured, Session};
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, with_field};
use tercet_triangle_play::learned::{LESSON, PuzzleEpisodes, about, evaluate, freeze, thaw};

use crate::commands::simulate::{answer, stopped_by_signal};
use crate::drawing::{self, Format};
use crate::failure::{Answer, Blame, Failure};
use crate::games::triangle::setup::Rules;
use crate::options;
use crate::output::Screen;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet train triangle --minutes 10 --run first
  tercet train triangle --games 100000 --jobs 1 --seed 1 --run again
  tercet train triangle --minutes 20 --run first --resume
  tercet simulate triangle --games 300 --policy learned:runs/first/value.tercet,width=64

Minutes are the processor's, of each thread: what other programs take does not count. One thread, a seed and a number \
of games give the same value, byte for byte. Checkpoints are written at least every half minute of work; --resume \
goes on from the last, also after the process was killed. `score` is the mean of games on seeds apart from training, \
with a beam of 8, and its standard error.";

#[derive(Args)]
#[command(after_help = after_help())]
#[command(group = clap::ArgGroup::new("budget").required(true).multiple(true))]
pub(crate) struct Triangle {
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
    evaluation: u64,
    /// Draw the curve of scores into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "it is a number of minutes, as in 10 or 0.5".to_owned())?;
    if number > 0.0 && number.is_finite() { Ok(number) } else { Err("it is more than nothing".to_owned()) }
}

/// Between two checkpoints at most.
const PART: Duration = Duration::from_secs(30);

/// The width of the beam with which values are evaluated.
const WIDTH: usize = 8;

/// So many steps has a weight in the value's file.
const STEPS: f32 = 16_000.0;

pub(crate) fn run(options: &Triangle, screen: &mut Screen) -> Result<Answer, Failure> {
    let config = options.rules.config().or_usage()?;
    if let Some(path) = &options.plot {
        Format::of(path).or_usage()?;
    }
    let watch = stopped_by_signal();
    with_field(&config, Training { options, config: &config, watch: &watch, screen })
}

struct Training<'o> {
    options: &'o Triangle,
    config: &'o Config,
    watch: &'o Arc<Watch>,
    screen: &'o mut Screen,
}

impl FieldVisitor for Training<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let game = Puzzle::<F>::new(self.config).or_usage()?;
        let task = PuzzleEpisodes::new(&game);
        let session = self.session(&task)?;
        self.train(&game, session)
    }
}

impl Training<'_> {
    fn jobs(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.options.jobs.map_or(cores, usize::from)
    }

    fn session<'t, 'g, F: Field + Send + Sync>(
        &self,
        task: &'t PuzzleEpisodes<'g, F>,
    ) -> Result<Session<'t, PuzzleEpisodes<'g, F>>, Failure> {
        let (options, about) = (self.options, about(self.config));
        let place = (options.runs.as_path(), options.name.as_deref());
        if options.resume {
            return Session::resume(task, &about, LESSON, place, self.jobs()).or_usage();
        }
        let seed = options.seed.unwrap_or_else(options::drawn_seed);
        Session::begin(task, &about, LESSON, place, (seed, self.jobs())).or_usage()
    }

    fn budget(&self) -> Budget {
        let minutes = self.options.minutes.unwrap_or(f64::INFINITY);
        let seconds = 60.0 * minutes * self.jobs() as f64;
        Budget { games: self.options.games.unwrap_or(u64::MAX), seconds }
    }

    fn train<F: Field + Send + Sync + 'static>(
        self,
        game: &Puzzle<F>,
        mut session: Session<'_, PuzzleEpisodes<'_, F>>,
    ) -> Result<Answer, Failure> {
        let (budget, jobs) = (self.budget(), self.jobs());
        let stopped = || self.watch.is_stopped();
        let head = format!("run {}, seed {}, {jobs} threads", session.run().dir().display(), session.seed());
        self.screen.line(&head)?;
        self.screen.flush()?;
        while !session.is_done(&budget) && !stopped() {
            let before = *session.progress();
            // Threads share the time: so many seconds of each.
            session.advance(PART * jobs as u32, &budget, &stopped);
            session.save(None).or_failed()?;
            let score = self.evaluated(game, &mut session, &stopped)?;
            session.save(score).or_failed()?;
            self.screen.line(&told(&session, before.seconds, before.moves, before.games))?;
            self.screen.flush()?;
        }
        if let Some(path) = &self.options.plot {
            plot(path, session.run().name(), session.curve()).or_failed()?;
        }
        Ok(answer(self.watch))
    }

    /// Writes the value, and says what it scores if that is to be measured.
    fn evaluated<F: Field + Send + Sync + 'static>(
        &self,
        game: &Puzzle<F>,
        session: &mut Session<'_, PuzzleEpisodes<'_, F>>,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<f64>, Failure> {
        let weights = session.weights();
        let command = self.command(session.seed(), session.progress().games);
        let mut learned = freeze(self.config, &weights, STEPS, &command, "not measured");
        let value = Arc::new(thaw("the value", &learned, game).or_failed()?);
        let games = (self.options.evaluation, WIDTH);
        let score = (games.0 > 0).then(|| evaluate(game, &value, (WIDTH, games.0, self.jobs()), stopped));
        if let Some((mean, error)) = score.flatten() {
            session.measured(mean, error);
            learned.score = format!("{mean:.1} ± {error:.1} (beam of {WIDTH}, {} games)", games.0);
        }
        learned.write(&session.run().dir().join("value.tercet")).or_failed()?;
        Ok(score.flatten().map(|(mean, _)| mean))
    }

    /// What makes the same value again, on one thread.
    fn command(&self, seed: u64, games: u64) -> String {
        format!("tercet train triangle --games {games} --jobs {} --seed {seed}", self.jobs())
    }
}

fn told<E>(session: &Session<'_, E>, seconds: f64, moves: u64, games: u64) -> String
where
    E: tercet_train::value::Episodes,
{
    let now = session.progress();
    let took = (now.seconds - seconds).max(1e-9);
    let rate = |count: u64| count as f64 / took;
    let score = session.curve().last().filter(|point| point.at == *now);
    let score =
        score.map_or_else(String::new, |point| format!(", score {:.1} ± {:.1}", point.mean, point.error));
    format!(
        "{:.1} CPU minutes, {} games, {:.0} games/s and {:.0} moves/s a core{score}",
        now.seconds / 60.0,
        now.games,
        rate(now.games - games),
        rate(now.moves - moves)
    )
}

fn plot(path: &Path, name: &str, curve: &[Measured]) -> anyhow::Result<()> {
    let point = |point: &Measured| {
        let (low, high) = (point.mean - 1.96 * point.error, point.mean + 1.96 * point.error);
        (
            Duration::from_secs_f64(point.at.seconds.max(0.0)).as_secs(),
            point.mean,
            Some(Interval { low, high }),
        )
    };
    let curve = Curve { label: name.to_owned(), points: curve.iter().map(point).collect() };
    let title = "triangle: mean score while learning, with 95 % intervals";
    let scene = curves(title, "seconds of the processor", &[curve]);
    drawing::write(path, &drawing::drawn(&scene, &tercet_draw::Options::default(), Format::of(path)?)?)
}
