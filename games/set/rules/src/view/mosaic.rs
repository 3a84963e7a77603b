//! Boards laid of cards: the same picture by copying, for agents who look at millions.

use alloc::format;
use alloc::vec::Vec;

use tercet_scene::{
    Frame, Ground, Group, Mosaic, Node, Outline, PaintMode, Piece, PlacedSprite, Role, Scene, Shape,
    SpriteSheet,
};

use crate::action::Cell;
use crate::card::Card;
use crate::facts::DECK_SIZE;
use crate::rules::SetGame;
use crate::state::State;
use crate::view::layout::{Layout, LayoutError, units};
use crate::view::{Memory, badge, face};

/// Columns of the largest board with the Set on show beside it.
const MOST_COLUMNS: u32 = 8;
/// The piece of an empty cell, behind those of all cards.
const EMPTY: usize = DECK_SIZE;
/// The first piece of the numbers, a number a cell.
const NUMBERS: usize = DECK_SIZE + 1;
/// How many pieces a size of cards has.
const PIECES: usize = NUMBERS + Cell::COUNT as usize;

/// Where cards go in pictures of one size, for every number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPlan {
    frame: Frame,
    /// By the number of columns, from one or from the only one there is.
    boards: Vec<Board>,
    fewest: u32,
}

/// A board of one number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    layout: Layout,
    columns: u32,
    /// How far it stands from the frame's upper left corner.
    at: (u32, u32),
    /// Where the pieces of its size begin.
    first: usize,
}

impl BoardPlan {
    /// Boards of any number of columns, each as large as the frame allows; `None` where cards would be blots.
    pub fn fitted(layout: &Layout, frame: Frame) -> Option<BoardPlan> {
        let mut boards: Vec<Board> = Vec::new();
        for columns in 1..=MOST_COLUMNS {
            let layout = layout.fitted(frame.width, frame.height, columns)?;
            let (width, height) = layout.size(columns);
            let at = ((frame.width - width) / 2, (frame.height - height) / 2);
            // Boards with cards of one size share their pieces.
            let first = match boards.last() {
                Some(last) if last.layout == layout => last.first,
                Some(last) => last.first + PIECES,
                None => 0,
            };
            boards.push(Board { layout, columns, at, first });
        }
        Some(BoardPlan { frame, boards, fewest: 1 })
    }

    /// Boards of one number of columns in their natural size.
    ///
    /// # Errors
    /// If the layout can't be.
    pub fn natural(layout: &Layout, columns: u32) -> Result<BoardPlan, LayoutError> {
        layout.check()?;
        let columns = columns.max(1);
        let (width, height) = layout.size(columns);
        let board = Board { layout: layout.clone(), columns, at: (0, 0), first: 0 };
        Ok(BoardPlan { frame: Frame { width, height }, boards: alloc::vec![board], fewest: columns })
    }

    /// The size of its pictures.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// The pieces.
    pub fn sheet(&self) -> SpriteSheet {
        let mut sheet = SpriteSheet::default();
        for board in &self.boards {
            sheet.grounds.push(board.ground(self.frame));
            if sheet.pieces.len() == board.first {
                sheet.pieces.extend(board.pieces());
            }
        }
        sheet
    }

    /// The number of the ground of a board with so many cells, with or without a Set on show. A board that has more
    /// columns than the plan gets the last.
    pub fn ground(&self, cells: usize, has_shown: bool) -> usize {
        let wanted = self.boards[0].layout.grid_cols(cells) + u32::from(has_shown);
        let nth = wanted.max(self.fewest) - self.fewest;
        (nth as usize).min(self.boards.len() - 1)
    }

    /// Lays a board and the Set on show: gives each piece. A board that has more columns than the plan loses its last
    /// cards.
    pub fn lay(
        &self,
        cells: impl ExactSizeIterator<Item = Option<Card>>,
        shown: Option<[Card; 3]>,
        put: &mut impl FnMut(PlacedSprite),
    ) {
        let board = &self.boards[self.ground(cells.len(), shown.is_some())];
        let rows = board.layout.grid_rows;
        let columns = board.columns - u32::from(shown.is_some() && board.columns > 1);
        let all = cells.chain(core::iter::repeat(None)).take((columns * rows) as usize);
        for (cell, card) in all.enumerate() {
            board.put(cell, board.layout.place(cell, columns), card, put);
        }
        if board.columns > columns {
            for row in 0..rows {
                let card = shown.and_then(|shown| shown.get(row as usize).copied());
                board.put(Cell::SHOWN.index() + row as usize, board.layout.at(row, columns), card, put);
            }
        }
    }
}

impl Board {
    /// The card or its absence, then its number.
    fn put(&self, cell: usize, place: (u32, u32), card: Option<Card>, put: &mut impl FnMut(PlacedSprite)) {
        let (x, y) = (self.at.0 + place.0, self.at.1 + place.1);
        let half = self.layout.pad / 2;
        let piece = self.first + card.map_or(EMPTY, Card::id);
        put(PlacedSprite { piece, x: x - half, y: y - half });
        if card.is_some() && self.layout.index_tag_r > 0 && cell < Cell::COUNT.into() {
            put(PlacedSprite { piece: self.first + NUMBERS + cell, x, y });
        }
    }

    fn ground(&self, frame: Frame) -> Ground {
        let Layout { card_w, card_h, pad, grid_rows, .. } = self.layout;
        let edge = pad - pad / 2;
        let covered =
            [self.at.0 + edge, self.at.1 + edge, self.columns * (card_w + pad), grid_rows * (card_h + pad)];
        Ground { scene: plain("SET", frame.width, frame.height), covered }
    }

    fn pieces(&self) -> impl Iterator<Item = Piece> {
        let Layout { card_w, card_h, pad, index_tag_r, .. } = self.layout;
        let tile = move |nodes: Vec<Node>| {
            let mut scene = plain("a card", card_w + pad, card_h + pad);
            scene.nodes.push(Group::at(units(pad / 2), units(pad / 2)).with(nodes).into());
            Piece { scene, mode: PaintMode::Cover }
        };
        let cards = Card::all().map(move |card| tile(face(card, &self.layout)));
        // As far as a disc can reach from the card's corner.
        let side = (2 * index_tag_r + 2 * card_w.div_ceil(20)).max(1);
        let number = move |cell: u8| {
            let mut scene = Scene::new(units(side), units(side), format!("position {}", Cell::of(cell)));
            scene.nodes = badge(&format!("{}", Cell::of(cell)), &self.layout);
            Piece { scene, mode: PaintMode::Blend }
        };
        cards.chain([tile(Vec::new())]).chain((0..Cell::COUNT).map(number))
    }
}

/// A picture of nothing but the board's paint.
fn plain(title: &str, width: u32, height: u32) -> Scene {
    let mut scene = Scene::new(units(width), units(height), title);
    scene.nodes.push(Shape::filled(Outline::rect(0, 0, scene.width, scene.height, 0), Role::Board).into());
    scene
}

impl Mosaic for SetGame {
    type Plan = BoardPlan;

    fn plan(&self, frame: Frame) -> Option<BoardPlan> {
        BoardPlan::fitted(&Layout::default(), frame)
    }

    fn sheet(&self, plan: &BoardPlan) -> SpriteSheet {
        plan.sheet()
    }

    fn ground(&self, plan: &BoardPlan, state: &State) -> usize {
        plan.ground(state.board().count(), state.shown().is_some())
    }

    fn lay(&self, plan: &BoardPlan, state: &State, _memory: &Memory, put: &mut impl FnMut(PlacedSprite)) {
        let len = state.board().count();
        let cell = |index| Cell::new(index).and_then(|cell| state.card(cell));
        plan.lay((0..len).map(cell), state.shown(), put);
    }
}
