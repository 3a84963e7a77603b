//! The learner's tools: `tercet.learn`.

mod features;
mod replay;
mod returns;
mod run;
mod stats;
mod sum_tree;
mod value;

use pyo3::prelude::*;

/// Adds what `tercet.learn` is made of.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<replay::Replay>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<stats::Stats>()?;
    module.add_class::<sum_tree::SumTree>()?;
    module.add_class::<value::PuzzleValue>()?;
    module.add_function(wrap_pyfunction!(features::batch_features, module)?)?;
    module.add_function(wrap_pyfunction!(features::features, module)?)?;
    module.add_function(wrap_pyfunction!(returns::advantages, module)?)?;
    module.add_function(wrap_pyfunction!(returns::n_step, module)?)
}
