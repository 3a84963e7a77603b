//! Games of bots among themselves: many of them on all cores, tournaments, ratings and statistics.
//!
//! - [`simulate`] plays a series of games and sums it up; [`simulate_bots`] does of any game by its name.
//! - [`TournamentState`] is a tournament: it says what is to be played next, and who stands where.
//! - [`Fit`] estimates strengths from all results at once; [`Ratings`] are Elo, Glicko-2 and Weng–Lin. Each has
//!   its interval.
//! - [`BotStatistics`] are win rates with intervals; [`Sprt`] stops when enough was played.
//! - [`Purchases`] are what buying a thing was worth.
//! - [`chart`] draws all that as scenes.
//!
//! Each game's deal and each bot draw from streams named by the series' seed and the game's number, and what is
//! learnt from the games is put together in the order of their numbers: the result is the same for any number of
//! threads.
//!
//! ```
//! use tercet_arena::{Results, Series, Watch, simulate};
//! use tercet_set_play::bots::Random;
//! use tercet_game::Game;
//! use tercet_set::{Config, SetGame};
//!
//! let game = SetGame::new(&Config::plain())?;
//! let series = Series { first: 0, games: 100, seed: 1, jobs: 2, is_rotated: false };
//! let deal = |seed| game.shuffle(seed);
//! let sit = |_, seed| Random::new(seed);
//! let outcome = simulate(&series, &Watch::default(), &game, deal, sit, Results::default)?;
//! let points = outcome.study.points(0);
//! assert!(points.min() >= Some(21) && points.max() <= Some(27));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chart;
pub mod json;
mod packed;
mod rating;
mod results;
mod series;
mod statistics;
mod tally;
mod tournament;

pub use packed::{PackedError, PackedGame, pack, unpack};
pub use rating::{Evidence, Fit, Interval, Rating, Ratings, Strength, elo_changes, expected, result};
pub use results::Results;
pub use series::{Outcome, Series, SeriesError, Study, Watch, simulate, simulate_bots, simulate_purchases};
pub use statistics::{
    BotRow, BotStatistics, Bought, DuelGame, EVALUATION_SEED, Estimate, Evaluated, Evaluation, HeadToHead,
    Pairs, PurchaseRow, Purchases, Side, Sprt, SprtError, Verdict, duel, duel_alone, duel_games, evaluate,
    games_needed, play_pair, share_error, sign_test, wilson,
};
pub use tally::Tally;
pub use tournament::{
    Closed, Entrant, Finishes, Fixture, FixtureGame, Format, GameStore, PADDING, Plan, PlanError, Resources,
    Round, Rounds, SWISS_MULTIPLE, Standing, Tables, Tournament, TournamentError, TournamentOptions,
    TournamentPlan, TournamentState, field, is_padding, pad, play_all, ratings_after, standings_of,
};
