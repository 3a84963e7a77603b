//! Training in a run's folder: in parts, with checkpoints between them, and on from the last after a crash.
//!
//! A checkpoint holds all that the next game depends on, so a run that was killed and resumed on one thread learns the same weights as one
//! that was not.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use thiserror::Error;

use crate::run::{OwnedPart, Part, Run, RunError, RunOptions};

use super::{Episodes, Learner, Played, Span, TdOptions, train};

/// Why training can't begin or go on.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The folder can't be used.
    #[error(transparent)]
    Run(#[from] RunError),
    /// There is nothing to go on from.
    #[error("the run `{0}` has no checkpoint yet; begin it again under another name")]
    Empty(String),
    /// The run trains something else.
    #[error("the run `{run}` trains {theirs}, not {ours}")]
    Other {
        /// The run.
        run: String,
        /// What it trains.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
}

/// How far training has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// How many games were played.
    pub games: u64,
    /// How many moves.
    pub moves: u64,
    /// The processor's time that they took, of all threads together.
    pub seconds: f64,
}

/// How strong the value was at some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// When.
    pub at: Progress,
    /// The mean score of the evaluation's games.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// Until when a part of the training lasts: whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// So many games of the whole run.
    pub games: u64,
    /// So many seconds of the processor's time of the whole run.
    pub seconds: f64,
}

/// A value that is being learned, in a folder of its own.
#[derive(Debug)]
pub struct Session<'t, E: Episodes> {
    task: &'t E,
    about: String,
    td: TdOptions,
    net: E::Net,
    run: Run,
    seed: u64,
    jobs: usize,
    progress: Progress,
    curve: Vec<Measured>,
}

const KEPT: RunOptions = RunOptions { keep: 2, keep_buffers: 1 };

impl<'t, E: Episodes> Session<'t, E> {
    /// Begins a run. `about` says what is trained, options and all: it can only go on as the same.
    ///
    /// # Errors
    /// If the folder can't be made, or is there already.
    pub fn begin(
        task: &'t E,
        about: &str,
        td: TdOptions,
        (root, name): (&Path, Option<&str>),
        (seed, jobs): (u64, usize),
    ) -> Result<Session<'t, E>, SessionError> {
        let run = Run::begin(root, name, KEPT)?;
        let net = task.net();
        let (about, progress, curve) = (about.to_owned(), Progress::default(), Vec::new());
        let session = Session { task, about, td, net, run, seed, jobs, progress, curve };
        session.save(None)?;
        Ok(session)
    }

    /// Goes on with a run from its last checkpoint; the seed is the run's own.
    ///
    /// # Errors
    /// If there is none, or it trains something else.
    pub fn resume(
        task: &'t E,
        about: &str,
        td: TdOptions,
        (root, name): (&Path, Option<&str>),
        jobs: usize,
    ) -> Result<Session<'t, E>, SessionError> {
        let run = Run::resume(root, name, KEPT)?;
        let empty = || SessionError::Empty(run.name().to_owned());
        let kept = run.checkpoints().newest()?.ok_or_else(empty)?;
        let theirs = text(&kept.parts, "about").ok_or_else(empty)?;
        if theirs != about {
            let run = run.name().to_owned();
            return Err(SessionError::Other { run, theirs, ours: about.to_owned() });
        }
        let count = task.net().count();
        let net = net_of::<E::Net>(&kept.parts).filter(|net| net.count() == count).ok_or_else(empty)?;
        let state = text(&kept.parts, "state").ok_or_else(empty)?;
        let (seed, progress) = read_state(&state).ok_or_else(empty)?;
        let curve = text(&kept.parts, "curve").unwrap_or_default();
        let curve = curve.lines().filter_map(read_measured).collect();
        Ok(Session { task, about: theirs, td, net, run, seed, jobs, progress, curve })
    }

    /// Plays and learns for so long, at most until the budget is used up or `is_stopped`.
    pub fn advance(
        &mut self,
        at_most: Duration,
        budget: &Budget,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Played {
        let start = ProcessTime::now();
        let left = (budget.seconds - self.progress.seconds).max(0.0).min(at_most.as_secs_f64());
        let is_over = || is_stopped() || start.elapsed().as_secs_f64() >= left;
        let games = budget.games.saturating_sub(self.progress.games);
        let span = Span { seed: self.seed, first: self.progress.games, games, jobs: self.jobs };
        let played = train(self.task, &self.net, &self.td, &span, &is_over);
        self.progress.games += played.games;
        self.progress.moves += played.moves;
        self.progress.seconds += start.elapsed().as_secs_f64();
        played
    }

    /// Is the budget used up?
    pub fn is_done(&self, budget: &Budget) -> bool {
        self.progress.games >= budget.games || self.progress.seconds >= budget.seconds
    }

    /// Notes how strong the value is now.
    pub fn measured(&mut self, mean: f64, error: f64) {
        self.curve.push(Measured { at: self.progress, mean, error });
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, score: Option<f64>) -> Result<(), SessionError> {
        let [weights, errors, sizes] = self.net.to_parts().map(|part| bytes(&part));
        let averages = bytes(&self.net.to_averages());
        let mut state = String::new();
        let Progress { games, moves, seconds } = self.progress;
        write!(state, "{} {games} {moves} {seconds}", self.seed).expect("a string takes any text");
        let curve: Vec<String> = self.curve.iter().map(written).collect();
        let curve = curve.join("\n");
        let parts = [
            Part::new("about", "text", self.about.as_bytes()),
            Part::new("state", "text", state.as_bytes()),
            Part::new("curve", "text", curve.as_bytes()),
            Part::new("weights", "f32", &weights),
            Part::new("errors", "f32", &errors),
            Part::new("sizes", "f32", &sizes),
            Part::new("averages", "f32", &averages),
        ];
        self.run.checkpoints().save(games, &parts, score)?;
        Ok(())
    }

    /// The weights to play by so far.
    pub fn weights(&self) -> Vec<f32> {
        self.net.to_play()
    }

    /// How far it has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How strong the value was, from the beginning on.
    pub fn curve(&self) -> &[Measured] {
        &self.curve
    }

    /// The run's folder.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

fn part<'p>(parts: &'p [OwnedPart], name: &str) -> Option<&'p OwnedPart> {
    parts.iter().find(|part| part.name == name)
}

fn text(parts: &[OwnedPart], name: &str) -> Option<String> {
    String::from_utf8(part(parts, name)?.bytes.clone()).ok()
}

fn net_of<N: Learner>(parts: &[OwnedPart]) -> Option<N> {
    let floats = |name| part(parts, name).map(|part| floats(&part.bytes));
    let net = N::of_parts([&floats("weights")?, &floats("errors")?, &floats("sizes")?])?;
    net.with_averages(&floats("averages")?)
}

fn bytes(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|float| float.to_le_bytes()).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (floats, _) = bytes.as_chunks::<4>();
    floats.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

fn read_state(text: &str) -> Option<(u64, Progress)> {
    let mut words = text.split(' ');
    let seed = words.next()?.parse().ok()?;
    let (games, moves) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((seed, Progress { games, moves, seconds: words.next()?.parse().ok()? }))
}

fn written(measured: &Measured) -> String {
    let Measured { at, mean, error } = measured;
    format!("{} {} {} {mean} {error}", at.games, at.moves, at.seconds)
}

fn read_measured(line: &str) -> Option<Measured> {
    let words: Vec<&str> = line.split(' ').collect();
    let &[games, moves, seconds, mean, error] = words.as_slice() else { return None };
    let at =
        Progress { games: games.parse().ok()?, moves: moves.parse().ok()?, seconds: seconds.parse().ok()? };
    Some(Measured { at, mean: mean.parse().ok()?, error: error.parse().ok()? })
}
