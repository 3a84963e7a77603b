//! How a batch is made.

use std::str::FromStr;

use tercet_draw::Theme;
use tercet_game::{ConfigError, Settings, named};
use tercet_scene::Frame;

use super::MakeError;

named! {
    /// What happens to an environment whose episode is over.
    pub enum Autoreset {
        /// The next step resets it, whatever its action; that step's reward is zero.
        NextStep = "next_step",
        /// The same step resets it: its observation is the new episode's first.
        SameStep = "same_step",
        /// Nothing: the caller resets it.
        Disabled = "disabled",
    }
}

/// What an observation is.
#[derive(Clone, Debug)]
pub enum Observation {
    /// Planes of numbers.
    Planes,
    /// A picture.
    Pictures {
        /// Its size.
        frame: Frame,
        /// Its colours.
        theme: Box<Theme>,
    },
}

/// How many environments, and how they behave.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many environments.
    pub envs: usize,
    /// How many threads.
    pub threads: usize,
    /// What happens at the end of an episode.
    pub autoreset: Autoreset,
    /// The most steps of an episode; 0 for none, `None` for what the task is used to.
    pub limit: Option<u32>,
    /// Which dealer; it must take a seed.
    pub dealer: String,
    /// What an observation is.
    pub observation: Observation,
    /// What is the task's own: rewards, opponents, masks; keys and values as text.
    pub task: Vec<(String, String)>,
}

impl Default for Options {
    /// One environment.
    fn default() -> Options {
        Options {
            envs: 1,
            threads: 1,
            autoreset: Autoreset::NextStep,
            limit: None,
            dealer: "stream".to_owned(),
            observation: Observation::Planes,
            task: Vec::new(),
        }
    }
}

/// Reads a task's own options; what nobody asked for is an error.
pub struct Reading<'o> {
    left: Vec<&'o (String, String)>,
    known: Vec<&'static str>,
}

impl<'o> Reading<'o> {
    /// Begins to read these.
    pub fn new(options: &'o Options) -> Reading<'o> {
        Reading { left: options.task.iter().collect(), known: Vec::new() }
    }

    /// The value of an option, if it is given.
    ///
    /// # Errors
    /// If it does not read as what it should be.
    pub fn value<V: FromStr>(&mut self, key: &'static str, what: &str) -> Result<Option<V>, MakeError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(MakeError::option(key, format!("`{text}` is not {what}"))),
        }
    }

    /// The value of an option that is a reward: a number that is not infinite.
    ///
    /// # Errors
    /// If it is none.
    pub fn reward(&mut self, key: &'static str, usual: f64) -> Result<f64, MakeError> {
        let value = self.value(key, "a number")?.unwrap_or(usual);
        if value.is_finite() {
            return Ok(value);
        }
        Err(MakeError::option(key, format!("{value} is no reward; it takes a number that is not infinite")))
    }

    /// The text of an option, if it is given.
    pub fn text(&mut self, key: &'static str) -> Option<&'o str> {
        self.known.push(key);
        let at = self.left.iter().position(|(name, _)| name == key)?;
        Some(&self.left.swap_remove(at).1)
    }

    /// Ends reading.
    ///
    /// # Errors
    /// If there is an option that nobody asked for; the error says which there are.
    pub fn end(self) -> Result<(), MakeError> {
        match self.left.first() {
            None => Ok(()),
            Some((key, _)) => {
                let known = self.known.join(", ");
                Err(MakeError::option(key, format!("there is no such option; there are {known}")))
            }
        }
    }
}

/// A config with some of its options changed.
///
/// # Errors
/// If one of them can't be.
pub fn pairs_with<C: Settings>(mut config: C, pairs: &[(String, String)]) -> Result<C, ConfigError> {
    for (key, value) in pairs {
        config.set(key, value)?;
    }
    Ok(config)
}
