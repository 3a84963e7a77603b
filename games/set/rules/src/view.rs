//! How SET draws itself: the board as the environment for agents shows it.
//!
//! Cards lie in three rows; columns are added as cards are. The numbers in discs are those of positions, from one.

mod layout;
mod mosaic;
mod symbol;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::{Deal, Game, Turn};
use tercet_scene::{
    Anchor, Draw, Group, Layer, Node, Outline, Phrase, Role, Scene, Shape, Stroke, Text, Touch, View,
};

use self::layout::units;
pub use self::layout::{Layout, LayoutError, Order};
pub use self::mosaic::BoardPlan;
use crate::action::{Action, Cell, Event};
use crate::card::Card;
use crate::facts::{Color, Number};
use crate::rules::SetGame;
use crate::state::State;

/// What a picture of SET shows beyond the state: the cells that were dealt to since the last play, a bit a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    fresh: u32,
}

impl Draw for SetGame {
    type Memory = Memory;

    fn memory(&self, _deal: &Deal) -> Memory {
        Memory::default()
    }

    fn remember(&self, memory: &mut Memory, before: &State, events: &[Event]) {
        if self.turn(before) != Turn::Chance {
            memory.fresh = 0;
        }
        // The first board is no news.
        let dealt = events.iter().filter_map(|event| match event {
            Event::Dealt { cell, .. } if before.plays() > 0 => Some(cell.index()),
            _ => None,
        });
        memory.fresh |= dealt.fold(0, |cells, cell| cells | 1 << cell);
    }

    fn scene(&self, state: &State, memory: &Memory, view: &View) -> Scene {
        let is_to_act = |seat| matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat));
        let can_touch = view.seat.is_some_and(is_to_act);
        let picture = BoardPicture { layout: &Layout::default(), view, fresh: memory.fresh, can_touch };
        let board: Vec<Option<Card>> = state.board().collect();
        let mut scene = picture.scene(&board, state.shown());
        scene.title = format!(
            "SET: {} on the board, {} in the deck",
            cards(board.iter().flatten().count()),
            state.unseen().len()
        );
        scene.phrase =
            can_touch.then(|| Phrase { verb: "claim".to_string(), parts: self.config().claim_size() as u8 });
        scene
    }
}

fn cards(count: usize) -> String {
    format!("{count} {}", if count == 1 { "card" } else { "cards" })
}

/// The picture of some cards, whatever game they are of: what agents see.
///
/// # Errors
/// If the layout can't be.
pub fn board_scene(board: &[Option<Card>], layout: &Layout, view: &View) -> Result<Scene, LayoutError> {
    layout.check()?;
    let picture = BoardPicture { layout, view, fresh: 0, can_touch: false };
    Ok(picture.scene(board, None))
}

/// How high the legend is, in pixels of the default layout.
const LEGEND: u32 = 48;

/// A board, and how it is shown.
struct BoardPicture<'p> {
    layout: &'p Layout,
    view: &'p View,
    fresh: u32,
    can_touch: bool,
}

impl BoardPicture<'_> {
    fn scene(&self, board: &[Option<Card>], shown: Option<[Card; 3]>) -> Scene {
        let Layout { card_h, pad, .. } = *self.layout;
        let columns = self.layout.grid_cols(board.len());
        let all_columns = columns + u32::from(shown.is_some());
        let (width, rows_height) = self.layout.size(all_columns);
        // Below one column or two, names have no room beside each other.
        let lines = if all_columns < 3 { 3 } else { 1 };
        let legend = if self.view.layers.has(Layer::Legend) { lines * LEGEND * card_h / 320 } else { 0 };
        let height = rows_height + legend;
        let count = board.iter().flatten().count();
        let mut scene = Scene::new(units(width), units(height), format!("SET: {}", cards(count)));
        let ground = Outline::rect(0, 0, units(width), units(height), 0);
        scene.nodes.push(Shape::filled(ground, Role::Board).into());
        for (index, card) in board.iter().enumerate() {
            let (x, y) = self.layout.place(index, columns);
            scene.nodes.push(self.cell(Cell::of(index as u8), *card, (units(x), units(y))).into());
        }
        for (nth, card) in shown.iter().flatten().enumerate() {
            let (x, y) = self.layout.at(nth as u32, columns);
            let cell = Cell::of(Cell::SHOWN.index() as u8 + nth as u8);
            scene.nodes.push(self.cell(cell, Some(*card), (units(x), units(y))).into());
        }
        if legend > 0 {
            scene.nodes.push(self.legend(width, lines, rows_height - pad / 2).into());
        }
        scene
    }

    /// A cell: its card, or the place of one.
    fn cell(&self, cell: Cell, card: Option<Card>, at: (i32, i32)) -> Group {
        let id = format!("card-{cell}");
        let Some(card) = card else {
            let group = Group::at(at.0, at.1).named(id, format!("position {cell} is empty"));
            return group.with([self.hole().into()]);
        };
        let is_picked = self.view.is_picked(&id);
        let name = format!("card {cell}: {}{}", card.words(), if is_picked { ", picked" } else { "" });
        let mut group = Group::at(at.0, at.1).named(id, name).hovered(card.words());
        if self.can_touch {
            group = group.touched(Touch::Part { rank: 1, words: cell.to_string() });
        }
        group.nodes.extend(face(card, self.layout));
        group.nodes.extend(self.marks(cell, is_picked));
        if self.view.layers.has(Layer::Labels) {
            group.nodes.extend(badge(&cell.to_string(), self.layout));
        }
        group
    }

    fn hole(&self) -> Shape {
        let inset = self.layout.relative(20);
        let dash = self.layout.relative(90);
        let stroke = Stroke::new(Role::CardEdge, self.layout.relative(30)).dashed(dash, dash);
        Shape::lined(self.frame(-inset), stroke)
    }

    /// The card's edge, so far outside.
    fn frame(&self, out: i32) -> Outline {
        let Layout { card_w, card_h, card_radius, .. } = *self.layout;
        let (width, height) = (units(card_w) + 2 * out, units(card_h) + 2 * out);
        Outline::rect(-out, -out, width, height, units(card_radius) + out)
    }

    fn marks(&self, cell: Cell, is_picked: bool) -> Vec<Node> {
        let width = self.layout.relative(60);
        let mut marks = Vec::new();
        if is_picked {
            marks.push(Shape::lined(self.frame(0), Stroke::new(Role::Picked, width)).into());
        }
        if self.is_hinted(cell) {
            let dashes =
                Stroke::new(Role::Hint, width).dashed(self.layout.relative(140), self.layout.relative(110));
            marks.push(Shape::lined(self.frame(if is_picked { width } else { 0 }), dashes).into());
        }
        if self.view.layers.has(Layer::Last) && self.fresh >> cell.index() & 1 == 1 {
            let inset = self.layout.relative(220);
            let dot = Outline::circle(units(self.layout.card_w) - inset, inset, self.layout.relative(60));
            marks.push(Shape::filled(dot, Role::Picked).into());
        }
        marks
    }

    fn is_hinted(&self, cell: Cell) -> bool {
        let hint = self.view.hint.as_deref().and_then(|text| text.parse().ok());
        matches!(hint, Some(Action::Claim(claim)) if claim.cells().contains(&cell))
    }

    /// What the colours are called, below the cards in one line or three.
    fn legend(&self, width: u32, lines: u32, top: u32) -> Group {
        let names = Color::ALL.map(|color| {
            let own = color.to_string();
            match self.view.color_names.as_ref().map(|names| &names[color as usize]) {
                Some(name) if *name != own => format!("{name} ({own})"),
                _ => own,
            }
        });
        let mut group = Group::at(0, units(top)).named("legend", format!("colours: {}", names.join(", ")));
        let high = units(LEGEND * self.layout.card_h / 320);
        let (across, down) = if lines == 1 { (units(width) / 3, 0) } else { (0, high) };
        let room = units(width) / (4 - lines as i32) - self.layout.relative(700);
        // All in one size: that of the longest, if a letter is six tenths of it wide.
        let longest = names.iter().map(|name| name.chars().count() as i32).max().unwrap_or(1);
        let size = self.layout.relative(220) * self.layout.font_percent as i32 / 100;
        let size = size.min(room * 10 / (6 * longest));
        for (nth, name) in names.into_iter().enumerate() {
            let left = across * nth as i32 + self.layout.relative(300);
            let middle = high / 2 + down * nth as i32;
            let radius = self.layout.relative(110);
            let swatch = Outline::circle(left + radius, middle, radius);
            // On a card's paint, as symbols are.
            let card = Outline::circle(left + radius, middle, radius * 13 / 10);
            group.nodes.push(Shape::filled(card, Role::Card).into());
            group.nodes.push(Shape::filled(swatch, Role::Symbol(nth as u8)).into());
            let text = Text::new((left + 3 * radius, middle), size, Role::Ink, name).anchored(Anchor::Start);
            group.nodes.push(text.within(room).into());
        }
        group
    }
}

/// A card without its number: shadow, face and symbols.
fn face(card: Card, layout: &Layout) -> Vec<Node> {
    let (width, height, radius) = (units(layout.card_w), units(layout.card_h), units(layout.card_radius));
    let reach = (units(layout.pad) / 2).min(layout.relative(110));
    let shadow = Shape::shadow(0, 0, width, height, radius, reach);
    let mut nodes: Vec<Node> = shadow.into_iter().map(Node::Shape).collect();
    let edge = Stroke::new(Role::CardEdge, layout.relative(12).max(6));
    nodes.push(Shape::filled(Outline::rect(0, 0, width, height, radius), Role::Card).edged(edge).into());
    let size = (width * 64 / 100, height * 22 / 100);
    let step = height * 28 / 100;
    let count = match card.number() {
        Number::One => 1,
        Number::Two => 2,
        Number::Three => 3,
    };
    let top = (height - size.1 - step * (count - 1)) / 2;
    for nth in 0..count {
        let group = Group::at((width - size.0) / 2, top + nth * step);
        nodes.push(group.with(symbol::symbol(card, layout, size)).into());
    }
    nodes
}

/// The disc with a position's number, at the top left of its card.
fn badge(number: &str, layout: &Layout) -> Vec<Node> {
    let radius = units(layout.index_tag_r);
    if radius == 0 {
        return Vec::new();
    }
    let middle = radius + layout.relative(80);
    let size = radius * 112 / 100 * layout.font_percent as i32 / 100;
    let text = Text::new((middle, middle), size, Role::BadgeInk, number).bold().within(radius * 17 / 10);
    alloc::vec![Shape::filled(Outline::circle(middle, middle, radius), Role::Badge).into(), text.into()]
}
