//! The list of Tercet's games. Beside the doors' own treatment of a game, this is the only place that names them all.

use tercet_entry::Catalog;

/// All games, in the order in which lists show them.
pub const CATALOG: Catalog =
    Catalog::new(&[tercet_set_play::ENTRY, tercet_machi_play::ENTRY, tercet_triangle_play::ENTRY]);

/// The README's code, which runs as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
