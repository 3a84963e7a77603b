//! Shapes as callers give them: by their triangles, whatever the config names.

use tercet_triangle::{COLORS, Config, Shape};

/// A shape and the number of its colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colored {
    /// The shape.
    pub shape: Shape,
    /// Its colour; rules never look at it.
    pub color: u8,
    /// Red, green and blue in place of those of the number, where the caller wants others.
    pub custom_color: Option<[u8; 3]>,
}

impl Colored {
    /// A shape in the colour of a number.
    pub fn new(shape: Shape, color: u8) -> Colored {
        Colored { shape, color, custom_color: None }
    }

    /// Red, green and blue.
    pub fn rgb(&self) -> [u8; 3] {
        self.custom_color.unwrap_or_else(|| COLORS[usize::from(self.color) % COLORS.len()])
    }

    /// The same shape in these colours.
    #[must_use]
    pub fn tinted(self, rgb: [u8; 3]) -> Colored {
        let own = Colored { custom_color: None, ..self };
        if own.rgb() == rgb { own } else { Colored { custom_color: Some(rgb), ..own } }
    }
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
