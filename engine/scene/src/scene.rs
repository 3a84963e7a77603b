//! Scenes: shapes, words and groups of them, in the order in which they are painted.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Paint, Point, Shape};

/// How many units a pixel has at scale one. Units are whole numbers; this makes them fine enough for a tenth of a
/// pixel.
pub const UNITS: i32 = 10;

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// How wide, in units.
    pub width: i32,
    /// How high, in units.
    pub height: i32,
    /// What it shows, in one sentence.
    pub title: String,
    /// How touched parts are put together to an action.
    pub phrase: Option<Phrase>,
    /// What is painted, first to last.
    pub nodes: Vec<Node>,
}

/// How the parts that were touched become an action's text: the verb, then the parts by their rank and, among equals,
/// in the order in which they were touched, with spaces between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The action's first word.
    pub verb: String,
    /// How many parts it takes.
    pub parts: u8,
}

/// A part of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A shape.
    Shape(Shape),
    /// Words.
    Text(Box<Text>),
    /// Several nodes.
    Group(Group),
}

/// Nodes that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its name for programs; the same thing has the same in every picture of a game.
    pub id: Option<String>,
    /// Where its own units begin.
    pub at: Point,
    /// Its name in words.
    pub name: Option<String>,
    /// What is said of it to who stays on it.
    pub hover: Option<String>,
    /// What touching it does.
    pub touch: Option<Touch>,
    /// What is painted, first to last.
    pub nodes: Vec<Node>,
}

/// What touching a thing does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A whole action, as text.
    Action(String),
    /// A part of the scene's phrase.
    Part {
        /// Where in the phrase it stands.
        rank: u8,
        /// Its words.
        words: String,
    },
}

/// One line of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Where the line stands; `y` is the middle of its capital letters.
    pub at: Point,
    /// On which side of that the words are.
    pub anchor: Anchor,
    /// How high a line is, as fonts measure it.
    pub size: i32,
    /// How heavy.
    pub weight: Weight,
    /// Their paint.
    pub paint: Paint,
    /// Longer words are made smaller until they fit; `None` for any length.
    pub room: Option<i32>,
    /// The words.
    pub words: String,
}

/// On which side of their point words stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// They begin there.
    Start,
    /// It is their middle.
    #[default]
    Middle,
    /// They end there.
    End,
}

/// How heavy words are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weight {
    /// As a text is.
    #[default]
    Regular,
    /// As a heading is.
    Bold,
}

impl Scene {
    /// An empty picture of so many units.
    pub fn new(width: i32, height: i32, title: impl Into<String>) -> Scene {
        Scene { width, height, title: title.into(), ..Scene::default() }
    }

    /// The groups, outer ones first, in the order in which they are painted.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        let mut left: Vec<&Node> = self.nodes.iter().rev().collect();
        core::iter::from_fn(move || {
            loop {
                if let Node::Group(group) = left.pop()? {
                    left.extend(group.nodes.iter().rev());
                    return Some(group);
                }
            }
        })
    }

    /// The group of this id.
    pub fn group(&self, id: &str) -> Option<&Group> {
        self.groups().find(|group| group.id.as_deref() == Some(id))
    }
}

impl Group {
    /// An empty group whose units begin here.
    pub fn at(x: i32, y: i32) -> Group {
        Group { at: Point { x, y }, ..Group::default() }
    }

    /// The same group with an id and a name.
    #[must_use]
    pub fn named(self, id: impl Into<String>, name: impl Into<String>) -> Group {
        Group { id: Some(id.into()), name: Some(name.into()), ..self }
    }

    /// The same group; this is said to who stays on it.
    #[must_use]
    pub fn hovered(self, words: impl Into<String>) -> Group {
        Group { hover: Some(words.into()), ..self }
    }

    /// The same group; touching it does this.
    #[must_use]
    pub fn touched(self, touch: Touch) -> Group {
        Group { touch: Some(touch), ..self }
    }

    /// The same group with more nodes.
    #[must_use]
    pub fn with(mut self, nodes: impl IntoIterator<Item = Node>) -> Group {
        self.nodes.extend(nodes);
        self
    }
}

impl Text {
    /// Words around a point.
    pub fn new(at: impl Into<Point>, size: i32, paint: impl Into<Paint>, words: impl Into<String>) -> Text {
        Text {
            at: at.into(),
            anchor: Anchor::Middle,
            size,
            weight: Weight::Regular,
            paint: paint.into(),
            room: None,
            words: words.into(),
        }
    }

    /// The same words on this side of their point.
    #[must_use]
    pub fn anchored(self, anchor: Anchor) -> Text {
        Text { anchor, ..self }
    }

    /// The same words, heavier.
    #[must_use]
    pub fn bold(self) -> Text {
        Text { weight: Weight::Bold, ..self }
    }

    /// The same words, made smaller where they are longer than this.
    #[must_use]
    pub fn within(self, room: i32) -> Text {
        Text { room: Some(room), ..self }
    }
}

impl From<Shape> for Node {
    fn from(shape: Shape) -> Node {
        Node::Shape(shape)
    }
}

impl From<Text> for Node {
    fn from(text: Text) -> Node {
        Node::Text(Box::new(text))
    }
}

impl From<Group> for Node {
    fn from(group: Group) -> Node {
        Node::Group(group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_inside_groups_in_the_order_of_painting() {
        let inner = Group::at(1, 1).named("inner", "within");
        let outer = Group::at(0, 0).named("outer", "around").with([inner.into()]);
        let last = Group::at(0, 0).named("last", "above");
        let mut scene = Scene::new(10, 10, "groups");
        scene.nodes = alloc::vec![outer.into(), last.into()];
        let ids: Vec<&str> = scene.groups().filter_map(|group| group.id.as_deref()).collect();
        assert_eq!(ids, ["outer", "inner", "last"]);
        assert_eq!(scene.group("inner").unwrap().at, Point { x: 1, y: 1 });
        assert_eq!(scene.group("none"), None);
    }
}
