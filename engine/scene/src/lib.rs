//! Pictures as plain data. A game draws itself as a [`Scene`]: whole-number units, paint roles instead of colours,
//! shapes, words, and for each thing that can be touched its action text and its name in words. What becomes of a scene,
//! SVG, pixels or a page, is for others to decide; nothing here knows a colour, a font or a file.
//!
//! [`Draw`] is what a game implements, [`View`] what a picture is asked to show, and [`Mosaic`] the fast way to many
//! pictures of one game.
//!
//! ```
//! use tercet_scene::{Group, Node, Outline, Role, Scene, Shape, Touch};
//!
//! let card = Shape::filled(Outline::rect(0, 0, 2200, 3200, 180), Role::Card);
//! let deal = Group::at(240, 240).named("deal", "deal three cards").touched(Touch::Action("deal".into()));
//! let mut scene = Scene::new(2680, 3680, "one card");
//! scene.nodes.push(Node::Group(deal.with([card.into()])));
//! assert_eq!(scene.groups().count(), 1);
//! ```
//!
//! A card of any other game is made of the same parts: a border of its kind, an icon as a path that fits any box, words
//! that shrink to their room, a die of a rounded rectangle and pips, and the rule for who stays on it:
//!
//! ```
//! use tercet_scene::{Group, Kind, Outline, Path, Point, Role, Shape, Stroke, Text, Touch};
//!
//! let border = Stroke::new(Role::Kind(Kind::Blue), 60);
//! let ear = Path::polygon([(50, 0), (100, 100), (0, 100)]);
//! let icon = Outline::Path(ear.fit((100, 100), Point { x: 400, y: 300 }, (400, 400)));
//! let name = Text::new((600, 150), 160, Role::CardInk, "Wheat Field").bold().within(1000);
//! let card = Group::at(0, 0)
//!     .named("market-wheat_field", "Wheat Field, costs 1, six left")
//!     .hovered("Roll of 1, anybody's: take 1 coin from the bank.")
//!     .touched(Touch::Action("build wheat_field".into()))
//!     .with([
//!         Shape::filled(Outline::rect(0, 0, 1200, 1600, 120), Role::Card).edged(border).into(),
//!         Shape::filled(icon, Role::Kind(Kind::Blue)).into(),
//!         name.into(),
//!     ]);
//! let die = [Outline::rect(0, 0, 400, 400, 80), Outline::circle(200, 200, 40)];
//! let [face, pip] = die;
//! let rolled = Group::at(1300, 0).named("die-1", "a one").with([
//!     Shape::filled(face, Role::Die).into(),
//!     Shape::filled(pip, Role::Pip).into(),
//! ]);
//! assert_eq!((card.nodes.len(), rolled.nodes.len()), (3, 2));
//! ```
#![no_std]

extern crate alloc;

mod draw;
mod emblem;
mod grid;
mod mosaic;
mod role;
mod scene;
mod shape;
mod view;

pub use draw::{Draw, Remembered, recall};
pub use emblem::{Emblem, EmblemPart, Tone};
pub use grid::{Grid, Square, plain_scene};
pub use mosaic::{Frame, Ground, Mosaic, PaintMode, Piece, PlacedSprite, SpriteSheet};
pub use role::{Kind, Paint, Role};
pub use scene::{Anchor, Group, Node, Phrase, Scene, Text, Touch, UNITS, Weight};
pub use shape::{Fill, Outline, Path, Point, Shape, Step, Stroke};
pub use view::{Emblems, Layer, Layers, View};
