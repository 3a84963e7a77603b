//! What a tournament will be: all that its games follow from.

use tercet_game::named;
use thiserror::Error;

use crate::tournament::{knockout, round_robin, swiss};
use crate::{Entrant, Rating, SWISS_MULTIPLE};

named! {
    /// Who plays whom.
    pub enum Format {
        /// Days of four rounds: random pairs, then pairs, triples and quads of neighbours in rating.
        Swiss = "swiss",
        /// Everybody against everybody.
        RoundRobin = "round-robin",
        /// Who loses is out.
        Knockout = "knockout",
    }
}

named! {
    /// How a table plays.
    pub enum Tables {
        /// All sit in one game.
        Together = "together",
        /// A game for one: everybody plays the same deal alone, and the finishes are compared.
        Duplicate = "duplicate",
    }
}

/// A tournament before its first game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Who plays whom.
    pub format: Format,
    /// How a table plays.
    pub tables: Tables,
    /// How many times the whole of it is played; ratings go on from day to day.
    pub days: u32,
    /// Every game's deal and bots draw from streams named by this seed, the pairing and the game's number.
    pub seed: u64,
    /// How many games a pairing plays. Where all sit together, games come in blocks of one for each seat: the same
    /// deal, the seats rotated, so that everybody has the same luck.
    pub games: u32,
    /// How many sit at a table of a round robin.
    pub table_size: usize,
    /// Do the last round's tables of a Swiss day mix strong and weak, instead of seating neighbours together?
    pub is_striped: bool,
    /// Does a Swiss day remember all pairs that played, and not only those of its first round? Tournaments of older archives
    /// did not.
    pub has_memory: bool,
    /// Who enters, padding included.
    pub entrants: Vec<Entrant>,
    /// The ratings that they start with.
    pub start: Vec<Rating>,
}

/// Why there can't be such a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Too few entrants, fillers not counted.
    #[error("{0} is too small a field; a tournament needs at least 2 entrants")]
    Field(usize),
    /// A Swiss field that does not divide into tables.
    #[error("a Swiss day needs a field of a multiple of {SWISS_MULTIPLE}, not {0}")]
    Swiss(usize),
    /// A table that can't be filled.
    #[error("tables of {size} can't be filled from {entrants} entrants; they are of 2 to {entrants}")]
    Table {
        /// How many sit at it.
        size: usize,
        /// How many there are.
        entrants: usize,
    },
    /// No days, or no games.
    #[error("a tournament has at least one day, and a pairing at least one game")]
    Nothing,
    /// Not one rating for each entrant.
    #[error("{ratings} ratings for {entrants} entrants")]
    Ratings {
        /// How many ratings.
        ratings: usize,
        /// How many entrants.
        entrants: usize,
    },
}

impl Plan {
    /// Checks that it can be played.
    ///
    /// # Errors
    /// If it can't; the error says why.
    pub fn check(&self) -> Result<(), PlanError> {
        let entrants = self.entrants.len();
        let entered = self.entrants.iter().filter(|entrant| !entrant.is_filler).count();
        if entered < 2 {
            return Err(PlanError::Field(entered));
        }
        if self.start.len() != entrants {
            return Err(PlanError::Ratings { ratings: self.start.len(), entrants });
        }
        if self.days == 0 || self.games == 0 {
            return Err(PlanError::Nothing);
        }
        match self.format {
            Format::Swiss if !entrants.is_multiple_of(SWISS_MULTIPLE) => Err(PlanError::Swiss(entrants)),
            Format::RoundRobin if !(2..=entrants).contains(&self.table_size) => {
                Err(PlanError::Table { size: self.table_size, entrants })
            }
            _ => Ok(()),
        }
    }

    /// The sizes of tables that come up.
    pub fn table_sizes(&self) -> Vec<usize> {
        match self.format {
            Format::Swiss => vec![2, 3, 4],
            Format::RoundRobin => vec![self.table_size],
            Format::Knockout => vec![2],
        }
    }

    /// How many games there will be in all; as many as can be counted, if there are more.
    pub fn game_count(&self) -> u64 {
        let entrants = self.entrants.len();
        let seated = |size: usize| if self.tables == Tables::Duplicate { size as u64 } else { 1 };
        let a_day = match self.format {
            Format::Swiss => (0..swiss::ROUNDS)
                .map(swiss::table_size)
                .map(|size| (entrants / size) as u64 * seated(size))
                .sum(),
            Format::RoundRobin => round_robin::count(entrants, self.table_size) * seated(self.table_size),
            Format::Knockout => (entrants as u64 - 1) * seated(2),
        };
        u64::from(self.days).saturating_mul(u64::from(self.games)).saturating_mul(a_day)
    }

    /// How many rounds a day has.
    pub(super) fn rounds(&self) -> u32 {
        match self.format {
            Format::Swiss => swiss::ROUNDS,
            Format::RoundRobin => 1,
            Format::Knockout => knockout::rounds(self.entrants.len()),
        }
    }
}
