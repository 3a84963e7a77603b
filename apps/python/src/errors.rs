//! The one place where errors become exceptions. Their classes stand in `tercet/errors.py`, because they have two
//! parents: `TercetError`, and the one of Python's that fits.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tercet_arena::{PlanError, SeriesError};
use tercet_draw::DrawError;
use tercet_entry::{BeginError, Refused, UnknownGame};
use tercet_game::{NotationError, Refusal};
use tercet_set::TypesError;
use tercet_set_play::train::RaceError;
use tercet_store::{ImportError, StoreError};
use tercet_train::batch::{BatchError, MakeError};
use tercet_train::learn::{LearnError, LoadError};
use tercet_train::run;

/// A class of `tercet.errors`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    Config,
    Deal,
    Refused,
    Notation,
    Record,
    Bot,
    Reset,
    Closed,
    Draw,
    Array,
    Archive,
    Run,
    Limit,
    Checkpoint,
    // SET's engine types.
    Types,
    InvalidCard,
    DuplicateCard,
    InvalidSet,
    Invariant,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Config => "ConfigError",
            Class::Deal => "DealError",
            Class::Refused => "RefusedError",
            Class::Notation => "NotationError",
            Class::Record => "RecordError",
            Class::Bot => "BotError",
            Class::Reset => "ResetNeededError",
            Class::Closed => "ClosedError",
            Class::Draw => "DrawError",
            Class::Array => "ArrayError",
            Class::Archive => "ArchiveError",
            Class::Run => "RunError",
            Class::Limit => "LimitError",
            Class::Checkpoint => "CheckpointError",
            Class::Types => "TypesError",
            Class::InvalidCard => "InvalidCardError",
            Class::DuplicateCard => "DuplicateCardError",
            Class::InvalidSet => "InvalidSetError",
            Class::Invariant => "InvariantViolation",
        }
    }

    /// An exception of this class.
    pub(crate) fn error(self, py: Python<'_>, why: impl ToString) -> PyErr {
        match self.class(py) {
            Ok(class) => PyErr::from_type(class, why.to_string()),
            Err(error) => error,
        }
    }

    fn class(self, py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
        static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let module = MODULE.get_or_try_init(py, || py.import("tercet.errors").map(Bound::unbind))?;
        Ok(module.bind(py).getattr(self.name())?.cast_into()?)
    }
}

/// An error that becomes an exception.
pub(crate) trait Raise {
    /// The exception.
    fn raise(&self, py: Python<'_>) -> PyErr;
}

/// A result whose error becomes an exception.
pub(crate) trait OrRaise<T> {
    /// The value.
    ///
    /// # Errors
    /// The exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.raise(py))
    }
}

impl Raise for BatchError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            BatchError::Unborn { .. } | BatchError::Over { .. } | BatchError::NoSeed { .. } => Class::Reset,
            BatchError::NoSuchEnv { .. } | BatchError::Length { .. } | BatchError::Kind { .. } => {
                Class::Array
            }
            BatchError::Foreign => Class::Record,
            BatchError::Deal(_) => Class::Deal,
            BatchError::Bot(_) => Class::Bot,
            BatchError::Draw(_) => Class::Draw,
            BatchError::Threads { .. } => Class::Run,
        };
        class.error(py, self)
    }
}

impl Raise for MakeError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            MakeError::Config(_) | MakeError::Option { .. } => Class::Config,
            MakeError::Deal(_) => Class::Deal,
            MakeError::Bot(_) => Class::Bot,
            MakeError::Draw(_) => Class::Draw,
        };
        class.error(py, self)
    }
}

impl Raise for RaceError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            RaceError::Config(_) => Class::Config,
            RaceError::Deal(_) => Class::Deal,
            RaceError::Count { .. } => Class::Array,
            RaceError::NotUnderWay => Class::Reset,
        };
        class.error(py, self)
    }
}

impl Raise for LearnError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            LearnError::Capacity { .. }
            | LearnError::Option { .. }
            | LearnError::Columns { .. }
            | LearnError::Discount { .. }
            | LearnError::Steps => Class::Config,
            LearnError::Empty | LearnError::NoPriority => Class::Run,
            LearnError::Damaged { .. } => Class::Record,
            _ => Class::Array,
        };
        class.error(py, self)
    }
}

impl Raise for TypesError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            TypesError::InvalidCard(_) => Class::InvalidCard,
            TypesError::DuplicateCard(_) => Class::DuplicateCard,
            TypesError::InvalidSet(_) => Class::InvalidSet,
            TypesError::InvariantViolation(_) => Class::Invariant,
        };
        class.error(py, self)
    }
}

impl Raise for LoadError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            LoadError::File(error) => error.raise(py),
            LoadError::Replay(error) => error.raise(py),
        }
    }
}

impl Raise for run::RunError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            run::RunError::Name { .. } | run::RunError::Score { .. } | run::RunError::Keep => Class::Config,
            _ => Class::Checkpoint,
        };
        class.error(py, self)
    }
}

impl Raise for tercet_triangle_play::train::EnvError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        use tercet_triangle_play::train::EnvError;
        let class = match self {
            EnvError::Config(_) => Class::Config,
            EnvError::Deal(_) => Class::Deal,
            EnvError::Setup(_) | EnvError::Saved(_) => Class::Record,
        };
        class.error(py, self)
    }
}

impl Raise for tercet_set_play::train::EnvError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        use tercet_set_play::train::EnvError;
        let class = match self {
            EnvError::Deal(_) => Class::Deal,
            EnvError::Play(_) => Class::Record,
        };
        class.error(py, self)
    }
}

impl Raise for UnknownGame {
    fn raise(&self, py: Python<'_>) -> PyErr {
        Class::Config.error(py, self)
    }
}

impl Raise for BeginError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self {
            BeginError::Game(_) | BeginError::Config(_) => Class::Config,
            BeginError::Deal(_) => Class::Deal,
            BeginError::Replay(_) => Class::Record,
            BeginError::Notation(_) => Class::Notation,
        };
        class.error(py, self)
    }
}

/// The exception has the code of the refusal too.
impl Raise for Refused {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let class = match self.code {
            "notation" => Class::Notation,
            "deal" => Class::Deal,
            "bot" => Class::Bot,
            _ => Class::Refused,
        };
        let error = class.error(py, self);
        match error.value(py).setattr("code", self.code) {
            Ok(()) => error,
            Err(other) => other,
        }
    }
}

impl Raise for tercet_machi::Illegal {
    fn raise(&self, py: Python<'_>) -> PyErr {
        Refused { code: self.code(), why: self.to_string() }.raise(py)
    }
}

macro_rules! raise {
    ($($error:ty => $class:ident),* $(,)?) => {
        $(impl Raise for $error {
            fn raise(&self, py: Python<'_>) -> PyErr {
                Class::$class.error(py, self)
            }
        })*
    };
}

raise! {
    NotationError => Notation,
    tercet_game::RecordError => Record,
    tercet_game::ConfigError => Config,
    tercet_search::BotError => Bot,
    tercet_odds::NoAnswer => Limit,
    DrawError => Draw,
    StoreError => Archive,
    ImportError => Archive,
    SeriesError => Run,
    PlanError => Config,
    tercet_arena::SprtError => Config,
    tercet_entry::NotJson => Notation,
    tercet_entry::ShapeError => Notation,
    tercet_machi_play::json::RollError => Notation,
    tercet_game::DealError => Deal,
    tercet_machi::PositionError => Config,
    tercet_set_play::train::PaintError => Draw,
}
