//! What numbers of games can and can't tell.

mod bots;
mod normal;
mod purchases;
mod shares;
mod sprt;

pub use bots::{BotRow, BotStatistics, HeadToHead};
pub use purchases::{Bought, PurchaseStudy, Purchases, WareRow};
pub use shares::{games_needed, sign_test, wilson};
pub use sprt::{Pairs, Sprt, Verdict};
