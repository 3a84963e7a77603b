//! Machi Koro to be played: its words, JSON and TOML forms, bots and learning task, around the rules of `tercet_machi`.

pub mod bots;
pub mod json;
pub mod learned;
pub mod review;
pub mod text;
pub mod train;

use tercet_entry::{Entry, Play};
use tercet_machi::MachiKoro;

/// Machi Koro, as it enters a catalog.
///
/// ```
/// use tercet_entry::Contest as _;
/// use tercet_machi_play::Machi;
/// use tercet_search::Limits;
///
/// let name = Machi::canonical("mcts:turns=4,playouts=1000", &Limits::LARGEST)?;
/// assert_eq!(name, "mcts:turns=4");
/// # Ok::<(), tercet_search::BotError>(())
/// ```
#[derive(Debug)]
pub enum Machi {}

impl Play for Machi {
    type Rules = MachiKoro;
}

/// Machi Koro, for a catalog.
pub const ENTRY: Entry = Entry::of::<Machi>(
    "Machi Koro",
    "roll dice, collect what your cards earn, and be the first to build all your landmarks",
    include_str!("../../RULES.md"),
);
