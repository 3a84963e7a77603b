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
#![no_std]

extern crate alloc;

mod draw;
mod mosaic;
mod role;
mod scene;
mod shape;
mod view;

pub use draw::{Draw, recall};
pub use mosaic::{Frame, Ground, Lay, Mosaic, Piece, Put, Tray};
pub use role::{Kind, Paint, Role};
pub use scene::{Anchor, Group, Node, Phrase, Scene, Text, Touch, UNITS, Weight};
pub use shape::{Fill, Outline, Path, Point, Shape, Step, Stroke};
pub use view::{Layer, Layers, View};
