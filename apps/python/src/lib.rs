//! The compiled half of the Python package `tercet`: its private module `_tercet`.
//!
//! Nothing is decided here: what an argument means is said by the crates, and what the package offers by its Python
//! files, which re-export these classes by name.
#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod archive;
mod arena;
mod arrays;
mod batch;
mod errors;
mod game;
mod made;
mod pictures;
mod position;
mod purchases;
mod race;
mod single;

use pyo3::prelude::*;

/// What the package is made of.
#[pymodule]
fn _tercet(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<archive::Archive>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<batch::Snapshot>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<race::Race>()?;
    module.add_class::<single::Single>()?;
    module.add_function(wrap_pyfunction!(arena::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(arena::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(arena::rollout, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::bots, module)?)?;
    module.add_function(wrap_pyfunction!(game::options, module)?)?;
    module.add_function(wrap_pyfunction!(game::begin, module)?)?;
    module.add_function(wrap_pyfunction!(game::replay, module)?)?;
    module.add_function(wrap_pyfunction!(game::verify, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::themes, module)?)?;
    module.add_function(wrap_pyfunction!(purchases::purchases, module)?)?;
    Ok(())
}
