//! How the puzzle draws itself: counts, the board, the shapes on offer.

mod board;
mod mesh;
mod mosaic;
mod slots;

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use tercet_game::{Deal, Dealer, Deals, End, Game, Notation, Turn};
use tercet_scene::{
    Anchor, Draw, Group, Outline, Phrase, Point, Role, Scene, Shape as Form, Text, UNITS, View,
};

use self::board::BoardPicture;
use self::mesh::Mesh;
pub use self::mosaic::PuzzlePlan;
use crate::action::{Action, Event};
use crate::canvas::{Canvas, Paint};
use crate::dealer::AnyDealer;
use crate::field::Field;
use crate::rules::Puzzle;
use crate::state::State;

/// What a picture of the puzzle shows beyond the state: colours, what was placed last and what that cleared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    canvas: Canvas,
    /// Says the colours; without one, all shapes have the first.
    dealer: Option<AnyDealer>,
    placed: Vec<u16>,
    cleared: Vec<u16>,
}

impl Memory {
    /// The memory of somebody who keeps the colours.
    pub fn of(canvas: Canvas) -> Memory {
        Memory { canvas, dealer: None, placed: Vec::new(), cleared: Vec::new() }
    }

    /// The colours.
    pub fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// What a filled cell is painted as. One whose colour nobody knows was put there by hand.
    fn role(&self, cell: usize) -> Role {
        match self.canvas.cells().get(cell) {
            Some(Some(Paint::Color(color))) => Role::Piece(color % Role::PIECES),
            _ => Role::ByHand,
        }
    }

    /// What the shape of a slot is painted as.
    fn slot_role(&self, slot: usize) -> Role {
        let painted = self.canvas.hand().get(slot).copied().flatten();
        painted.map_or(Role::ByHand, |painted| Role::Piece(painted.color % Role::PIECES))
    }
}

impl<F: Field> Draw for Puzzle<F> {
    type Memory = Memory;

    /// A deal that can't be dealt gives colours all the same.
    fn memory(&self, deal: &Deal) -> Memory {
        Memory { dealer: self.dealer(deal).ok(), ..Memory::of(Canvas::new(self.grid().size())) }
    }

    fn remember(&self, memory: &mut Memory, before: &State<F>, events: &[Event]) {
        if self.turn(before) != Turn::Chance {
            memory.placed.clear();
            memory.cleared.clear();
        } else if let Some(dealer) = &mut memory.dealer {
            // Some dealers know a colour only once they have drawn its shape. What they draw is the record's matter.
            let _ = dealer.draw(self, before);
        }
        let Memory { canvas, dealer, placed, cleared } = memory;
        let color = |nth| dealer.as_ref().map_or(0, |dealer| dealer.color(nth, self.config().colors));
        for event in events {
            canvas.observe(event, color);
            match event {
                Event::Placed { cells, .. } => placed.clone_from(cells),
                Event::Cleared { cells } => cleared.clone_from(cells),
                _ => {}
            }
        }
    }

    fn scene(&self, state: &State<F>, memory: &Memory, view: &View) -> Scene {
        let page = Page::new(self);
        let can_touch = view
            .seat
            .is_some_and(|seat| matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)));
        let picked = (0..usize::from(self.config().slots)).find(|&slot| view.is_picked(&slot_id(slot)));
        let picture = BoardPicture { game: self, state, memory, view, mesh: page.board, picked, can_touch };
        let mut scene = Scene::new(page.width, page.height, self.title(state));
        scene.phrase = can_touch.then(|| Phrase { verb: "place".to_string(), parts: 2 });
        scene.nodes.push(Form::filled(Outline::rect(0, 0, page.width, page.height, 0), Role::Board).into());
        scene.nodes.push(self.counts(state, &page).into());
        scene.nodes.extend(picture.nodes());
        scene.nodes.extend(picture.slots(&page));
        scene
    }
}

fn slot_id(slot: usize) -> alloc::string::String {
    format!("slot-{}", slot + 1)
}

/// Where everything is, in units.
pub(super) struct Page {
    width: i32,
    height: i32,
    board: Mesh,
    /// Where the slots begin.
    slots_top: i32,
    slot_width: i32,
    slot_height: i32,
    slots_in_row: usize,
}

const MARGIN: i32 = 24 * UNITS;
const HEAD: i32 = 64 * UNITS;

impl Page {
    /// The board is about 640 pixels wide, whatever its grid.
    fn new<F: Field>(game: &Puzzle<F>) -> Page {
        let grid = game.grid();
        let slots = usize::from(game.config().slots);
        let half = (640 / (grid.cols() as i32 + 1)).clamp(8, 48) * UNITS;
        let (board_width, board_height) =
            Mesh::new(half, Point::default()).size(grid.rows() as i32, grid.cols() as i32);
        let inner = board_width.max(480 * UNITS);
        let board = Mesh::new(half, Point { x: MARGIN + (inner - board_width) / 2, y: HEAD + MARGIN / 2 });
        let slots_in_row = if slots > 5 { slots.div_ceil(slots.div_ceil(5)) } else { slots };
        let gap = MARGIN / 2;
        let slot_width = (inner - gap * (slots_in_row as i32 - 1)) / slots_in_row as i32;
        let slot_height = (slot_width * 3 / 4).min(150 * UNITS);
        let slots_top = board.origin.y + board_height + MARGIN;
        let rows = slots.div_ceil(slots_in_row) as i32;
        let height = slots_top + rows * (slot_height + gap) - gap + MARGIN;
        let width = inner + 2 * MARGIN;
        // Whole pixels, so that every scale that is a whole number has sharp edges.
        let width = (width + UNITS - 1) / UNITS * UNITS;
        let height = (height + UNITS - 1) / UNITS * UNITS;
        Page { width, height, board, slots_top, slot_width, slot_height, slots_in_row }
    }

    /// The left and upper edge of a slot.
    fn slot(&self, slot: usize) -> Point {
        let (row, column) = ((slot / self.slots_in_row) as i32, (slot % self.slots_in_row) as i32);
        Point {
            x: MARGIN + column * (self.slot_width + MARGIN / 2),
            y: self.slots_top + row * (self.slot_height + MARGIN / 2),
        }
    }
}

/// Where the triangles of the board lie in every picture, in the scene's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// Where the first column begins.
    pub left: i32,
    /// Where the first row begins.
    pub top: i32,
    /// From one column to the next: half a triangle's side.
    pub half: i32,
    /// From one row to the next.
    pub height: i32,
}

impl<F: Field> Puzzle<F> {
    /// Where the triangles of the board lie in every picture.
    pub fn lattice(&self) -> Lattice {
        let Mesh { half, height, origin } = Page::new(self).board;
        Lattice { left: origin.x, top: origin.y, half, height }
    }

    fn title(&self, state: &State<F>) -> alloc::string::String {
        let scores = self.scores(state);
        let end = if scores.end().is_some() { ", game over" } else { "" };
        format!("triangle puzzle: {} points after {} steps{end}", scores.points()[0], state.steps())
    }

    /// Points, steps and cleared triangles, and the end.
    fn counts(&self, state: &State<F>, page: &Page) -> Group {
        let scores = self.scores(state);
        let counts = [
            ("points", scores.points()[0].to_string()),
            ("steps", state.steps().to_string()),
            ("cleared", state.cleared().to_string()),
        ];
        let mut group = Group::at(MARGIN, MARGIN);
        let column = (page.width - 2 * MARGIN) / 4;
        for (nth, (label, count)) in counts.into_iter().enumerate() {
            let x = column * nth as i32;
            let text = |y: i32, size: i32, role: Role, words| {
                Text::new((x, y * UNITS), size * UNITS, role, words).anchored(Anchor::Start)
            };
            group.nodes.push(text(6, 15, Role::Faint, label.to_string()).into());
            group.nodes.push(text(31, 26, Role::Ink, count).bold().within(column - 2 * UNITS).into());
        }
        if let Some(end) = scores.end() {
            let words = if end == End::Limit { "limit reached" } else { "game over" };
            let at = (page.width - 2 * MARGIN, 31 * UNITS);
            let text = Text::new(at, 22 * UNITS, Role::Ink, words).bold().anchored(Anchor::End);
            group.nodes.push(text.within(column + column / 4).into());
        }
        group
    }

    /// The action of a text, if it is one.
    fn action_of(&self, text: Option<&str>) -> Option<Action> {
        self.read_action(text?).ok()
    }
}
