//! What can be concluded from a number of games, and what can't.

mod bots;
mod duel;
mod evaluation;
mod normal;
mod purchases;
mod shares;
mod sprt;

pub use bots::{BotRow, BotStatistics, HeadToHead};
pub use duel::{DuelGame, Side, duel, duel_alone, duel_games, play_pair};
pub use evaluation::{EVALUATION_SEED, Estimate, Evaluated, Evaluation, evaluate};
pub use purchases::{Bought, PurchaseRow, Purchases};
pub use shares::{games_needed, share_error, sign_test, wilson};
pub use sprt::{Pairs, Sprt, SprtError, Verdict};
