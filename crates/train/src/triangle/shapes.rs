//! Shapes as callers give them: by their triangles, whatever the config names.

use tercet_triangle::{Config, Shape};

/// A shape and the number of its colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colored {
    /// The shape.
    pub shape: Shape,
    /// Its colour; rules never look at it.
    pub color: u8,
}

/// The config with these shapes among its spare ones, or `None` if it names them all already.
pub(crate) fn extended<'s>(config: &Config, shapes: impl Iterator<Item = &'s Shape>) -> Option<Config> {
    let mut spare = config.spare.clone();
    for shape in shapes {
        if !config.templates.contains(shape) && !spare.contains(shape) {
            spare.push(shape.clone());
        }
    }
    (spare.len() > config.spare.len()).then(|| Config { spare, ..config.clone() })
}
