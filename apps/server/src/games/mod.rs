//! What the server has for single games; everything else works over the catalog.

pub(crate) mod machi;

/// The options of a day's puzzle, where it is not the usual game: SET's is one board, and whoever finds its Sets sooner is better.
pub(crate) const DAILY_OPTIONS: [(&str, &[(&str, &str)]); 1] = [("set", &[("variant", "puzzle")])];
