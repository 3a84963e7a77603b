//! Pictures laid of pieces: the way to many pictures, where painting each anew would take too long.

use alloc::vec::Vec;

use crate::{Draw, Role, Scene};

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// How wide.
    pub width: u32,
    /// How high.
    pub height: u32,
}

/// All that pictures of one size are laid of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpriteSheet {
    /// What pieces are laid upon.
    pub grounds: Vec<Ground>,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// What pieces are laid upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its picture, as large as the frame.
    pub scene: Scene,
    /// A rectangle that pieces always cover whole, as left, top, width and height in pixels; all zero for none.
    pub covered: [u32; 4],
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its picture, of whole pixels.
    pub scene: Scene,
    /// How it is laid.
    pub mode: PaintMode,
}

/// How a piece is laid upon what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaintMode {
    /// It takes the place of what is there.
    Cover,
    /// What it leaves free shows what is there.
    Blend,
    /// It takes the place of this paint and no other: where two pieces share a pixel along an edge, each of them
    /// replaces its own part, so that no seam is seen.
    Replace(Role),
}

/// One piece of a picture: its number on the sheet, and its left and upper edge in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedSprite {
    /// Which piece.
    pub piece: usize,
    /// Its left edge.
    pub x: u32,
    /// Its upper edge.
    pub y: u32,
}

/// A game whose pictures can be laid of pieces. Pieces lie on whole pixels, inside of the frame.
pub trait Mosaic: Draw {
    /// Where everything goes in pictures of one size.
    type Plan;

    /// The plan for pictures of this size; `None` where a game is too large for it.
    fn plan(&self, frame: Frame) -> Option<Self::Plan>;

    /// The pieces that a plan needs.
    fn sheet(&self, plan: &Self::Plan) -> SpriteSheet;

    /// The number of the ground that a position lies upon.
    fn ground(&self, plan: &Self::Plan, state: &Self::State) -> usize;

    /// Lays a position: gives each piece in the order in which they are laid. Nothing is allocated.
    fn lay(
        &self,
        plan: &Self::Plan,
        state: &Self::State,
        memory: &Self::Memory,
        put: &mut impl FnMut(PlacedSprite),
    );
}
