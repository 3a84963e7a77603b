//! What a picture is asked to show.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use tercet_game::{Seat, named};

use crate::Emblem;

named! {
    /// Something that a picture may show beside the position itself.
    pub enum Layer {
        /// The names by which people speak of things: the numbers of cards.
        Labels = "labels",
        /// What was done last, and what it took away.
        Last = "last",
        /// Rows and columns in every cell.
        Coordinates = "coordinates",
        /// The numbers of actions.
        Numbers = "numbers",
        /// Lines that are nearly complete.
        Lines = "lines",
        /// Where the thing that is picked may go.
        Legal = "legal",
        /// What the colours are called.
        Legend = "legend",
    }
}

/// A set of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layers(u8);

impl Layers {
    /// None of them.
    pub const NONE: Layers = Layers(0);

    /// The same set with one more.
    #[must_use]
    pub fn and(self, layer: Layer) -> Layers {
        Layers(self.0 | 1 << layer as u8)
    }

    /// The same set without one.
    #[must_use]
    pub fn without(self, layer: Layer) -> Layers {
        Layers(self.0 & !(1 << layer as u8))
    }

    /// Is it among them?
    pub fn has(self, layer: Layer) -> bool {
        self.0 >> layer as u8 & 1 == 1
    }
}

impl Default for Layers {
    /// Labels, and what was done last.
    fn default() -> Layers {
        Layers::NONE.and(Layer::Labels).and(Layer::Last)
    }
}

impl FromIterator<Layer> for Layers {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Layers {
        layers.into_iter().fold(Layers::NONE, Layers::and)
    }
}

/// What a picture shows, and to whom. The default is the position for somebody who only looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Whose things can be touched; `None` for nobody's.
    pub seat: Option<Seat>,
    /// What is shown beside the position.
    pub layers: Layers,
    /// The ids of the groups that are picked.
    pub picked: Vec<String>,
    /// An action that a hint points at, as text.
    pub hint: Option<String>,
    /// An action that is only being thought of, as text; it need not be legal.
    pub ghost: Option<String>,
    /// What a theme calls its colours of symbols, for the legend; `None` for the game's own words.
    pub color_names: Option<[String; 3]>,
    /// The names of the seats, in their order; a seat without one is called by its number.
    pub names: Vec<String>,
    /// Emblems to be drawn instead of the game's own, by their names.
    pub emblems: Emblems,
}

/// Emblems by name. They are shared: a view with many of them is copied as quickly as one with none.
pub type Emblems = Arc<BTreeMap<String, Emblem>>;

impl View {
    /// What the seat sees and can touch.
    pub fn of(seat: Seat) -> View {
        View { seat: Some(seat), ..View::default() }
    }

    /// What a seat is called. Of a long name it is the beginning: pictures say it in many places.
    pub fn name(&self, seat: Seat) -> String {
        const LETTERS: usize = 40;
        match self.names.get(seat.index()) {
            Some(name) if name.chars().count() > LETTERS => {
                name.chars().take(LETTERS - 1).chain(['…']).collect()
            }
            Some(name) if !name.is_empty() => name.clone(),
            _ => seat.to_string(),
        }
    }

    /// Is the group of this id picked?
    pub fn is_picked(&self, id: &str) -> bool {
        self.picked.iter().any(|picked| picked == id)
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_seat_without_a_name_has_its_number() {
        let view = View { names: alloc::vec!["Ada".into(), String::new()], ..View::default() };
        assert_eq!([0, 1, 2].map(|seat| view.name(Seat(seat))), ["Ada", "seat 2", "seat 3"]);
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = "Bartholomew of the Northern Lights and Shores";
        let view = View { names: alloc::vec![name[..40].into(), name.into()], ..View::default() };
        let names = [0, 1].map(|seat| view.name(Seat(seat)));
        let whole = "Bartholomew of the Northern Lights and S";
        assert_eq!(names, [whole, "Bartholomew of the Northern Lights and …"]);
    }

    #[test]
    fn layers_are_a_set() {
        let layers: Layers = [Layer::Legend, Layer::Labels].into_iter().collect();
        assert!(layers.has(Layer::Legend) && layers.has(Layer::Labels) && !layers.has(Layer::Last));
        assert_eq!(layers.without(Layer::Legend), Layers::NONE.and(Layer::Labels));
        assert_eq!(Layers::default(), [Layer::Last, Layer::Labels].into_iter().collect());
    }
}
