//! The shapes on offer.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tercet_game::Game;
use tercet_scene::{
    Group, Layer, Node, Outline, Paint, Point, Role, Shape as Form, Stroke, Text, Touch, UNITS,
};

use crate::action::Piece;
use crate::field::Field;
use crate::shape::Shape;
use crate::view::board::BoardPicture;
use crate::view::mesh::{Mesh, Place};
use crate::view::{Page, slot_id};

impl<F: Field> BoardPicture<'_, F> {
    /// All slots.
    pub(super) fn slots(&self, page: &Page) -> Vec<Node> {
        (0..usize::from(self.game.config().slots)).map(|slot| self.slot(slot, page).into()).collect()
    }

    fn slot(&self, slot: usize, page: &Page) -> Group {
        let piece = self.game.slot(self.state, slot);
        let at = page.slot(slot);
        let is_picked = self.picked == Some(slot);
        let mut group = Group::at(at.x, at.y).named(slot_id(slot), self.slot_name(slot, piece, is_picked));
        let panel = Outline::rect(0, 0, page.slot_width, page.slot_height, 12 * UNITS);
        let edge = if is_picked { Stroke::new(Role::Picked, 40) } else { Stroke::new(Role::CardEdge, 12) };
        group.nodes.push(Form::filled(panel, Role::Card).edged(edge).into());
        if let Some(shape) = piece.and_then(|piece| self.game.shape(piece)) {
            if self.can_touch {
                let words = format!("{}", slot + 1);
                group = group.touched(Touch::Part { rank: 1, words });
            }
            let percent = if self.fits(piece) { 100 } else { 30 };
            let paint = Paint::thin(self.memory.slot_role(slot), percent);
            let (width, height) = (page.slot_width, page.slot_height);
            group = group.with(preview(shape, paint, self.mesh.half, (width, height)));
        }
        if self.view.layers.has(Layer::Labels) {
            let size = 15 * UNITS;
            let text = Text::new((size, size), size, Role::CardFaint, format!("{}", slot + 1));
            group.nodes.push(text.into());
        }
        group
    }

    fn fits(&self, piece: Option<Piece>) -> bool {
        piece.is_some_and(|piece| self.game.places(self.state, piece) > 0)
    }

    fn slot_name(&self, slot: usize, piece: Option<Piece>, is_picked: bool) -> String {
        let number = slot + 1;
        let Some(shape) = piece.and_then(|piece| self.game.shape(piece)) else {
            return format!("slot {number}: empty");
        };
        let count = shape.triangles().len();
        let fits = if self.fits(piece) { "" } else { ", fits nowhere" };
        let picked = if is_picked { ", picked" } else { "" };
        let plural = if count == 1 { "" } else { "s" };
        format!("slot {number}: {count} triangle{plural}, {shape}{fits}{picked}")
    }
}

/// A shape in the middle of a slot, as large as on the board if there is room, and large enough to be seen.
fn preview(shape: &Shape, paint: Paint, half: i32, (width, height): (i32, i32)) -> [Node; 1] {
    let (top, left, bottom, right) = shape.bounds();
    let (rows, cols) = (i32::from(bottom - top) + 1, i32::from(right - left) + 1);
    let room = 16 * UNITS;
    let half = half
        .max(24 * UNITS)
        .min((width - 2 * room) / (cols + 1))
        .min((height - 2 * room) * 577 / 1000 / rows)
        .max(10);
    let mesh = Mesh::new(half, Point::default());
    let (wide, high) = mesh.size(rows, cols);
    let origin = Point { x: (width - wide) / 2, y: (height - high) / 2 };
    let places = shape.triangles().iter().map(|triangle| -> Place {
        (i32::from(triangle.row - top), i32::from(triangle.col - left), triangle.is_up)
    });
    let path = Mesh { origin, ..mesh }.path(places);
    let edge = Stroke::new(Role::PieceEdge, 15.min(half / 10).max(2));
    [Form::filled(Outline::Path(path), paint).edged(edge).into()]
}
