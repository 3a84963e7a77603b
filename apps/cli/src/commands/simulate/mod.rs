//! `tercet simulate`: many games of bots, summed up. Each game has its own options and report.

mod any;
pub(crate) mod explain;
mod parts;

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tercet_arena::{Outcome, Series, Tally, Watch};

use crate::commands::tournament::stop_on_signal;
use crate::failure::{Answer, Failure, FailureExt};
use crate::games::ByGame;
use crate::games::machi::simulate as machi;
use crate::games::set::simulate as set;
use crate::games::triangle::simulate as triangle;
use crate::options;
use crate::output::Screen;
use crate::parts::InParts;

use parts::Simulated;

/// A game of the catalog, and how it is simulated.
pub(crate) type Game = ByGame<Own, any::AnySimulate>;

/// The games that have reports of their own.
#[derive(Subcommand)]
pub(crate) enum Own {
    /// SET: Sets a game, cards left, boards without a Set
    Set(set::Set),
    /// Machi Koro: wins by seat and bot, turns a game
    Machi(machi::Machi),
    /// The triangle puzzle: steps, points and cleared cells a game
    Triangle(triangle::Triangle),
}

/// How many games, how they are seeded and played, and how the results are printed.
#[derive(Args)]
pub(crate) struct SimulationOptions {
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The seed of the series; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl SimulationOptions {
    pub(crate) fn series(&self, is_rotated: bool) -> Series {
        Series {
            first: 0,
            games: self.games,
            seed: self.seed.unwrap_or_else(options::drawn_seed),
            jobs: self.jobs.map_or(0, usize::from),
            is_rotated,
        }
    }
}

/// Whether a series reports by seat or by player.
pub(crate) trait By {
    /// The word for one.
    fn who(&self) -> &'static str;

    /// The key of their list in JSON.
    fn whose(&self) -> &'static str;
}

impl By for Series {
    fn who(&self) -> &'static str {
        if self.is_rotated { "player" } else { "seat" }
    }

    fn whose(&self) -> &'static str {
        if self.is_rotated { "players" } else { "seats" }
    }
}

/// A series of games to play and report.
pub(crate) trait Simulation: Send + Sync + 'static {
    /// What is learnt from its games: whole counts, so that parts come to the same in whatever order they are added.
    type Sums: Serialize + DeserializeOwned + Default + Send + Sync + 'static;

    /// Which games.
    fn series(&self) -> &Series;

    /// The game, and the version of its rules.
    fn rules(&self) -> (&'static str, u16);

    /// Who plays.
    fn players(&self) -> &[String];

    /// An option that was given and needs the games one after the other, on this machine.
    fn local_option(&self) -> Option<&'static str> {
        None
    }

    /// Plays a part of the series, or all of it.
    fn play(&self, series: &Series, watch: &Watch) -> Result<Outcome<Self::Sums>, Failure>;

    /// Adds what was learnt elsewhere.
    fn add(sums: &mut Self::Sums, other: Self::Sums);

    /// Tells what was learnt.
    fn report(&self, series: &Series, sums: &Self::Sums, screen: &mut Screen) -> Result<(), Failure>;
}

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    match game {
        Game::Own(Own::Set(options)) => run_here(&options.simulation()?, screen),
        Game::Own(Own::Machi(options)) => run_here(&options.simulation()?, screen),
        Game::Own(Own::Triangle(options)) => run_here(&options.simulation()?, screen),
        Game::Other(entry, options) => run_here(&options.simulation(entry)?, screen),
    }
}

/// Plays all of it on this machine.
fn run_here<S: Simulation>(simulation: &S, screen: &mut Screen) -> Result<Answer, Failure> {
    let (watch, start) = (stopped_by_signal(), Instant::now());
    let outcome = simulation.play(simulation.series(), &watch)?;
    let series = played(simulation.series(), outcome.games)?;
    let time = start.elapsed();
    tracing::info!(
        games = series.games,
        ?time,
        a_second = series.games as f64 / time.as_secs_f64(),
        "simulated"
    );
    simulation.report(&series, &outcome.study, screen)?;
    Ok(answer(&watch))
}

/// The same, to be played in parts.
pub(crate) fn in_parts(game: Game) -> Result<Box<dyn InParts>, Failure> {
    match game {
        Game::Own(Own::Set(options)) => Simulated::boxed(options.simulation()?),
        Game::Own(Own::Machi(options)) => Simulated::boxed(options.simulation()?),
        Game::Own(Own::Triangle(options)) => Simulated::boxed(options.simulation()?),
        Game::Other(entry, options) => Simulated::boxed(options.simulation(entry)?),
    }
}

/// A watch that Ctrl-C stops.
pub(crate) fn stopped_by_signal() -> Arc<Watch> {
    let watch = Arc::new(Watch::default());
    stop_on_signal(&watch);
    watch
}

/// The part of a series that was played: all of it, unless somebody stopped it.
pub(crate) fn played(series: &Series, games: u64) -> Result<Series, Failure> {
    if games == 0 {
        return Err(anyhow!("stopped before a game was over")).or_failed();
    }
    if games < series.games {
        tracing::warn!("stopped after {games} of {} games", series.games);
    }
    Ok(Series { games, ..*series })
}

/// Not all was played if it was stopped.
pub(crate) fn answer(watch: &Watch) -> Answer {
    if watch.is_stopped() { Answer::No } else { Answer::Yes }
}

/// Draws a progress bar while the work is done, if somebody is there to see it.
pub(crate) fn watched<T: Send>(series: &Series, watch: &Watch, work: impl FnOnce() -> T + Send) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let bar = ProgressBar::new(series.games);
    let look = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(look).expect("the template is right").progress_chars("=> "));
    thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            bar.set_position(watch.done());
            thread::sleep(Duration::from_millis(50));
        }
        bar.finish_and_clear();
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The standard error behind a mean, where there is one.
pub(crate) fn error(error: Option<f64>, digits: usize) -> String {
    error.map_or_else(String::new, |error| format!(" se {error:.digits$}"))
}

/// Mean, standard error and each number with its count.
pub(crate) fn tally_json(tally: &Tally) -> Value {
    let counts = tally.iter().map(|(number, times)| (number.to_string(), json!(times)));
    json!({
        "mean": tally.mean(),
        "standard_error": tally.standard_error(),
        "min": tally.min(),
        "max": tally.max(),
        "counts": counts.collect::<serde_json::Map<_, _>>(),
    })
}
