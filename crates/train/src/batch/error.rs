//! What can be wrong with a batch and what is asked of it.

use tercet_draw::DrawError;
use tercet_game::{ConfigError, DealError};
use tercet_search::BotError;
use thiserror::Error;

/// Why a batch did not do what it was asked for; nothing has changed then.
#[derive(Debug, Error)]
pub enum BatchError {
    /// A step before the first reset.
    #[error("environment {env} was never reset; call reset first")]
    Unborn {
        /// Which.
        env: usize,
    },
    /// A step after the end.
    #[error("the episode of environment {env} is over; reset it before the next step")]
    Over {
        /// Which.
        env: usize,
    },
    /// A new environment without a seed.
    #[error("environment {env} was never reset and needs a seed")]
    NoSeed {
        /// Which.
        env: usize,
    },
    /// There is no such environment.
    #[error("there is no environment {env}; there are {envs}, counted from 0")]
    NoSuchEnv {
        /// The number.
        env: usize,
        /// How many there are.
        envs: usize,
    },
    /// An array of the wrong length.
    #[error("`{what}` has {found} entries; it takes {expected}")]
    Length {
        /// Which array.
        what: &'static str,
        /// How many entries it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// An array of observations of the wrong kind.
    #[error("observations of this batch are {}, not {}", .expected.join(" or "), .found)]
    Kind {
        /// What would be right.
        expected: Vec<&'static str>,
        /// What it is.
        found: &'static str,
    },
    /// A snapshot of another game, or of other rules.
    #[error("the snapshot is of another game or of other options")]
    Foreign,
    /// A seed or something saved that can't be.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// No such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// A picture that can't be.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// Threads that can't be started.
    #[error("{threads} threads can't be started: {why}")]
    Threads {
        /// How many.
        threads: usize,
        /// What happened.
        why: String,
    },
}

/// Why a batch could not be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// The game's options can't be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// There is no such dealer.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Pictures that can't be.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// An option of the environment that can't be.
    #[error("{option}: {why}")]
    Option {
        /// Which.
        option: String,
        /// What is wrong, and what would be right.
        why: String,
    },
}

impl MakeError {
    /// A complaint about an option.
    pub fn option(option: &str, why: impl Into<String>) -> MakeError {
        MakeError::Option { option: option.to_owned(), why: why.into() }
    }
}
