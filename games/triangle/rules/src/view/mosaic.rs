//! Boards laid of triangles, for learners who look at millions: the board above, the shapes on offer below it.

use alloc::vec::Vec;

use tercet_game::Game;
use tercet_scene::{
    Frame, Ground, Mosaic, Outline, PaintMode, Piece, PlacedSprite, Point, Role, Scene, Shape as Form,
    SpriteSheet, UNITS,
};

use crate::field::Field;
use crate::rules::Puzzle;
use crate::state::State;
use crate::view::Memory;
use crate::view::mesh::{Mesh, place_of};

/// The colours of pieces, and that of what was put there by hand.
const PAINTS: usize = Role::PIECES as usize + 1;
/// The pieces of one size: each colour pointing down and up.
const PIECES: usize = 2 * PAINTS;

/// Where triangles go in pictures of one size, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzlePlan {
    frame: Frame,
    board: Mesh,
    /// The net of the first slot.
    slot: Mesh,
    /// How far apart slots are, and how many stand in a row.
    step: (i32, i32),
    in_row: usize,
}

impl<F: Field> Mosaic for Puzzle<F> {
    type Plan = PuzzlePlan;

    fn plan(&self, frame: Frame) -> Option<PuzzlePlan> {
        let most = frame.width as i32 / (self.grid().cols() as i32 + 1);
        (2..=most).rev().find_map(|half| self.plan_of(frame, half))
    }

    fn sheet(&self, plan: &PuzzlePlan) -> SpriteSheet {
        let ground = Ground { scene: self.empty_board(plan), covered: [0; 4] };
        let large = (0..PIECES).map(|nth| piece(&plan.board, nth, Role::Cell));
        let small = (0..PIECES).map(|nth| piece(&plan.slot, nth, Role::Card));
        SpriteSheet { grounds: alloc::vec![ground], pieces: large.chain(small).collect() }
    }

    fn ground(&self, _plan: &PuzzlePlan, _state: &State<F>) -> usize {
        0
    }

    fn lay(&self, plan: &PuzzlePlan, state: &State<F>, memory: &Memory, put: &mut impl FnMut(PlacedSprite)) {
        let grid = self.grid();
        for cell in (0..grid.size()).filter(|&cell| state.is_filled(cell)) {
            let (row, col, is_up) = place_of(grid, cell);
            put(lay_at(&plan.board, (row, col), number(memory.role(cell), is_up)));
        }
        for slot in 0..usize::from(self.config().slots) {
            let Some(shape) = self.slot(state, slot).and_then(|piece| self.shape(piece)) else { continue };
            let mesh = plan.slot_mesh(slot);
            let (top, left, ..) = shape.bounds();
            for triangle in shape.triangles() {
                let at = (i32::from(triangle.row - top), i32::from(triangle.col - left));
                let small = PIECES + number(memory.slot_role(slot), triangle.is_up);
                put(lay_at(&mesh, at, small));
            }
        }
    }
}

impl<F: Field> Puzzle<F> {
    /// A plan with triangles of this half side, if all fits.
    fn plan_of(&self, frame: Frame, half: i32) -> Option<PuzzlePlan> {
        let (width, height) = (frame.width as i32, frame.height as i32);
        let board = Mesh::new(half, Point::default());
        let (board_width, board_height) = board.size(self.grid().rows() as i32, self.grid().cols() as i32);
        let slot = Mesh::new((half * 3 / 5).max(2), Point::default());
        let (rows, cols) = self.shapes().iter().fold((1, 1), |(rows, cols), shape| {
            let (top, left, bottom, right) = shape.bounds();
            (rows.max(i32::from(bottom - top) + 1), cols.max(i32::from(right - left) + 1))
        });
        let (slot_width, slot_height) = slot.size(rows, cols);
        let slots = usize::from(self.config().slots);
        let in_row =
            usize::try_from((width / (slot_width + 1)).min(slots as i32)).ok().filter(|&row| row > 0)?;
        let step = (width / in_row as i32, slot_height + 1);
        let used = board_height + slots.div_ceil(in_row) as i32 * step.1;
        if board_width > width || used > height {
            return None;
        }
        let spare = (height - used) / 2;
        let origin = Point { x: (width - board_width) / 2, y: spare };
        let first = Point { x: (step.0 - slot_width) / 2, y: spare + board_height + 1 };
        let (board, slot) = (Mesh { origin, ..board }, Mesh { origin: first, ..slot });
        Some(PuzzlePlan { frame, board, slot, step, in_row })
    }

    /// The empty board and empty slots.
    fn empty_board(&self, plan: &PuzzlePlan) -> Scene {
        let (width, height) = (plan.frame.width as i32 * UNITS, plan.frame.height as i32 * UNITS);
        let mut scene = Scene::new(width, height, "triangle puzzle");
        scene.nodes.push(Form::filled(Outline::rect(0, 0, width, height, 0), Role::Board).into());
        let grid = self.grid();
        let cells = plan.board.in_units().path(grid.playable().map(|cell| place_of(grid, cell)));
        scene.nodes.push(Form::filled(Outline::Path(cells), Role::Cell).into());
        // Slots lie on one panel, so that every pixel below a shape has the same paint.
        let top = (plan.slot.origin.y - 1) * UNITS;
        scene.nodes.push(Form::filled(Outline::rect(0, top, width, height - top, 0), Role::Card).into());
        scene
    }
}

impl PuzzlePlan {
    /// The net of a slot.
    fn slot_mesh(&self, slot: usize) -> Mesh {
        let (row, column) = ((slot / self.in_row) as i32, (slot % self.in_row) as i32);
        let Point { x, y } = self.slot.origin;
        Mesh { origin: Point { x: x + column * self.step.0, y: y + row * self.step.1 }, ..self.slot }
    }
}

/// The number of a triangle among those of its size.
fn number(role: Role, is_up: bool) -> usize {
    let paint = match role {
        Role::Piece(number) => usize::from(number),
        _ => PAINTS - 1,
    };
    paint + PAINTS * usize::from(is_up)
}

fn lay_at(mesh: &Mesh, (row, col): (i32, i32), piece: usize) -> PlacedSprite {
    let Point { x, y } = mesh.origin;
    let pixel = |value: i32| u32::try_from(value).unwrap_or(0);
    PlacedSprite { piece, x: pixel(x + col * mesh.half), y: pixel(y + row * mesh.height) }
}

/// A triangle by its number.
fn piece(mesh: &Mesh, nth: usize, ground: Role) -> Piece {
    let (paint, is_up) = (nth % PAINTS, nth >= PAINTS);
    let role = if paint == PAINTS - 1 { Role::ByHand } else { Role::Piece(paint as u8) };
    let alone = Mesh { origin: Point::default(), ..*mesh }.in_units();
    let (width, height) = alone.size(1, 1);
    let mut scene = Scene::new(width, height, "a triangle");
    scene.nodes = Vec::from([Form::filled(Outline::Path(alone.path([(0, 0, is_up)])), role).into()]);
    Piece { scene, mode: PaintMode::Replace(ground) }
}
