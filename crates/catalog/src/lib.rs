//! The list of Tercet's games. Beside the doors' own treatment of a game, this is the only place that names them all.
//!
//! A program has one list of games, chosen once at its start: [`CATALOG`], or with [`choose`] that and the games of another crate.
//! Every door of the program (command line, server, Python) asks [`games`].

use std::sync::OnceLock;

use tercet_entry::Catalog;

/// All games of Tercet's own, in the order in which lists show them.
pub const CATALOG: Catalog =
    Catalog::new(&[tercet_set_play::ENTRY, tercet_machi_play::ENTRY, tercet_triangle_play::ENTRY]);

static CHOSEN: OnceLock<Catalog> = OnceLock::new();

/// The games of this program.
pub fn games() -> Catalog {
    *CHOSEN.get_or_init(|| CATALOG)
}

/// Chooses the games of this program, before anything asks for them. Only the first choice counts, so that no list changes under
/// who has read it; gives the list that holds.
pub fn choose(catalog: Catalog) -> Catalog {
    *CHOSEN.get_or_init(|| catalog)
}

/// The README's code, which runs as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The code of the chapter «Your own game», too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/your-own-game.md")]
struct YourOwnGame;
