//! The compiled half of the Python package `tercet`: its private module `_tercet`.
//!
//! Nothing is decided here: what an argument means is said by the crates, and what the package offers by its Python
//! files, which re-export these classes by name.
#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod archive;
mod arena;
mod arrays;
mod batch;
mod command;
mod dataset;
mod errors;
mod game;
mod guest;
mod interrupt;
mod learn;
mod machi;
mod machi_bot;
mod machi_events;
mod machi_forms;
mod machi_odds;
mod made;
mod parts;
mod pictures;
mod position;
mod purchases;
mod puzzle;
mod puzzle_grid;
mod puzzle_objects;
mod puzzle_pictures;
mod puzzle_plans;
mod race;
mod review;
mod search;
mod set_env;
mod set_types;
mod single;
mod sprt;
mod tournament;
mod tournament_columns;
mod tournament_parts;

use pyo3::prelude::*;
use pyo3::types::PyType;
use tercet_catalog::CATALOG;
use tercet_entry::Entry;

pub use pyo3;

/// The compiled half of a Python package with games of its own, built as Tercet's is: `module!(_native: ENTRY)` is the module `_native`,
/// whose games `tercet` has beside its own once it is imported. The crate calls this one `tercet_python` (`package = "tercet-python"`), and is a `cdylib`.
#[macro_export]
macro_rules! module {
    ($name:ident: $($entry:expr),+ $(,)?) => {
        /// What Python loads.
        #[::tercet_python::pyo3::pymodule]
        #[pyo3(crate = "::tercet_python::pyo3")]
        fn $name(
            module: &::tercet_python::pyo3::Bound<'_, ::tercet_python::pyo3::types::PyModule>,
        ) -> ::tercet_python::pyo3::PyResult<()> {
            ::tercet_python::fill(module, &[$($entry),+])
        }
    };
}

/// What the package is made of.
#[pymodule]
fn _tercet(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_all(module)
}

/// Fills the module of another package: all that ours has, with these games beside our own, and makes the games known to `tercet`.
///
/// # Errors
/// If the package `tercet` is missing or of another release.
///
/// # Panics
/// If two games have one name.
pub fn fill(module: &Bound<'_, PyModule>, games: &[Entry]) -> PyResult<()> {
    let own: Vec<&str> = games.iter().map(|entry| entry.id).collect();
    tercet_catalog::choose(CATALOG.and(games));
    add_all(module)?;
    // Pickles name a class by its module, and ours has classes of the same names.
    for value in module.dict().values() {
        if let Ok(class) = value.cast_into::<PyType>() {
            class.setattr("__module__", module.name()?)?;
        }
    }
    module.py().import("tercet._native")?.call_method1("add", (module, own))?;
    Ok(())
}

fn add_all(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<archive::Archive>()?;
    module.add_class::<arena::SimulateSums>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<parts::Parts>()?;
    module.add_class::<parts::TournamentParts>()?;
    module.add_class::<batch::Snapshot>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<race::Race>()?;
    module.add_class::<search::Forest>()?;
    module.add_class::<single::Single>()?;
    module.add_function(wrap_pyfunction!(arena::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(arena::simulate_part, module)?)?;
    module.add_function(wrap_pyfunction!(arena::rollout, module)?)?;
    module.add_function(wrap_pyfunction!(parts::play_games, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::dataset_part, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::outside_bots, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::outside_promises, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::hear_promises, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::end_outside_bots, module)?)?;
    module.add_function(wrap_pyfunction!(tournament_parts::tournament_plan, module)?)?;
    module.add_function(wrap_pyfunction!(tournament_parts::tournament_round, module)?)?;
    module.add_function(wrap_pyfunction!(tournament_parts::tournament_games, module)?)?;
    module.add_function(wrap_pyfunction!(tournament_parts::tournament_take, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::bots, module)?)?;
    module.add_function(wrap_pyfunction!(game::tables, module)?)?;
    module.add_function(wrap_pyfunction!(game::canonical_bot, module)?)?;
    module.add_function(wrap_pyfunction!(game::options, module)?)?;
    module.add_function(wrap_pyfunction!(game::begin, module)?)?;
    module.add_function(wrap_pyfunction!(game::replay, module)?)?;
    module.add_function(wrap_pyfunction!(game::verify, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::themes, module)?)?;
    module.add_function(wrap_pyfunction!(purchases::purchases, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    module.add_function(wrap_pyfunction!(review::review_svg, module)?)?;
    learn::add_to(module)?;
    add_seeds(module)?;
    add_machi(module)
}

/// What `tercet.set` and `tercet.triangle` are made of.
fn add_seeds(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<puzzle::GameState>()?;
    module.add_class::<puzzle_grid::PuzzleGrid>()?;
    module.add_class::<set_env::BoardPainter>()?;
    module.add_class::<set_env::SetTable>()?;
    module.add_function(wrap_pyfunction!(puzzle_plans::check_puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_plans::puzzle_colors, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_plans::puzzle_lines, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_plans::puzzle_reward, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_plans::puzzle_templates, module)?)?;
    module.add_function(wrap_pyfunction!(set_env::palette_names, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_all_positions, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_card_json, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_check_different, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_check_triple, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_deal, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_default_policy, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_demo, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_is_set, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_read_board, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_read_card, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_read_config, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_refill, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_sweep, module)?)?;
    module.add_function(wrap_pyfunction!(set_types::set_words, module)?)?;
    Ok(())
}

/// What `tercet.machi` and tournaments are made of.
fn add_machi(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<machi::MachiTable>()?;
    module.add_class::<machi_bot::MachiBot>()?;
    module.add_class::<machi_forms::MachiLog>()?;
    module.add_class::<machi_odds::MachiOdds>()?;
    module.add_class::<tournament::Tournament>()?;
    module.add_class::<sprt::Sprt>()?;
    module.add_function(wrap_pyfunction!(tournament::elo_changes, module)?)?;
    module.add_function(wrap_pyfunction!(machi_events::stream_seed, module)?)?;
    module.add_function(wrap_pyfunction!(machi_forms::machi_roll, module)?)?;
    module.add_function(wrap_pyfunction!(machi_forms::machi_cards, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::machi_insight, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::machi_win_chances, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::die_pmf, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::pmf_convolve, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::pmf_mean, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::pmf_variance, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::pmf_percentile, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::pmf_mass_at_least, module)?)?;
    module.add_function(wrap_pyfunction!(machi_odds::p_hits, module)?)?;
    Ok(())
}
