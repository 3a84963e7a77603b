//! Positions of any game, each drawn as its own screen draws it, or else as text.

use std::sync::Arc;

use anyhow::Result;
use ratatui::layout::Rect;
use tercet_catalog::games;
use tercet_entry::{Describe as _, Names, Rules, Style};
use tercet_game::{Game as _, Record, Replay, Seat, Seats, Settings as _, rules_of};
use tercet_machi::{MachiKoro, State};
use tercet_machi_play::Machi;
use tercet_scene::Remembered;
use tercet_set::SetGame;
use tercet_triangle::{Config, Dense, Field, FieldVisitor, Puzzle, with_field};

use crate::games::machi::screen::board as machi;
use crate::games::set::screen::board::{self as set, Grid};
use crate::games::triangle::screen::Board;
use crate::games::triangle::screen::board::{self as triangle, Lattice, Look};
use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::Role;
use crate::screen::replay::model::ReplayPosition;

/// The stops of a recorded game, each of which can be drawn in text cells.
pub(super) trait Boards {
    /// The fewest columns and lines that a stop's position needs.
    fn room(&self, stop: usize) -> (u16, u16);

    /// Draws a stop's position.
    fn show(&self, stop: usize, pen: &mut Pen, who: Names);
}

/// The positions of these stops of a record.
pub(super) fn boards(record: &Record, stops: &[ReplayPosition]) -> Result<Box<dyn Boards>> {
    match record.game.as_str() {
        SetGame::ID => positions::<SetGame>(record, stops),
        MachiKoro::ID => positions::<MachiKoro>(record, stops),
        Puzzle::<Dense>::ID => {
            let pairs = record.config.iter().map(|(key, value)| (key, value));
            let config = Config::from_pairs(pairs).unwrap_or_default();
            with_field(&config, OfPuzzle { record, stops })
        }
        _ => Ok(texts(record, stops)),
    }
}

/// The positions of these stops as text.
pub(super) fn texts(record: &Record, stops: &[ReplayPosition]) -> Box<dyn Boards> {
    Box::new(Texts { record: record.clone(), stops: stops.iter().map(|stop| stop.at).collect() })
}

/// The positions of a game that can be drawn.
struct Positions<G: Show> {
    game: Arc<G>,
    stops: Vec<(G::State, G::Memory)>,
}

fn positions<G: Show>(record: &Record, stops: &[ReplayPosition]) -> Result<Box<dyn Boards>> {
    let mut replay = Replay::followed(record, |game: &G| Remembered::fresh(game, &record.deal))?;
    let mut positions = Vec::with_capacity(stops.len());
    for stop in stops {
        replay.run_to(stop.at, &mut ())?;
        positions.push((*replay.state(), replay.memory().memory().clone()));
    }
    Ok(Box::new(Positions { game: Arc::new(rules_of::<G>(record)?), stops: positions }))
}

struct OfPuzzle<'r> {
    record: &'r Record,
    stops: &'r [ReplayPosition],
}

impl FieldVisitor for OfPuzzle<'_> {
    type Out = Result<Box<dyn Boards>>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        positions::<Puzzle<F>>(self.record, self.stops)
    }
}

impl<G: Show> Boards for Positions<G> {
    fn room(&self, stop: usize) -> (u16, u16) {
        self.game.room(&self.stops[stop].0)
    }

    fn show(&self, stop: usize, pen: &mut Pen, who: Names) {
        let (state, memory) = &self.stops[stop];
        self.game.show(pen, state, memory, who);
    }
}

/// The positions of a game that has no drawing of its own here.
struct Texts {
    record: Record,
    stops: Vec<usize>,
}

impl Boards for Texts {
    fn room(&self, _stop: usize) -> (u16, u16) {
        (38, 12)
    }

    fn show(&self, stop: usize, pen: &mut Pen, who: Names) {
        let style = Style { has_color: false, is_ascii: pen.theme.is_ascii };
        let text = games().position_text(&self.record, self.stops[stop], who, style);
        let text = text.unwrap_or_else(|error| error.to_string());
        let lines: Vec<&str> = text.lines().collect();
        let room = usize::from(pen.height());
        for (y, line) in (0..).zip(lines.iter().take(room)) {
            pen.text(0, y, line, Role::Text);
        }
        if lines.len() > room {
            pen.foot(&format!("{} lines more; v shows all", lines.len() - room), Role::Warn);
        }
    }
}

/// A game whose positions can be drawn in text cells.
trait Show: Rules {
    /// The fewest columns and lines that a position needs.
    fn room(&self, state: &Self::State) -> (u16, u16);

    /// Draws a position.
    fn show(&self, pen: &mut Pen, state: &Self::State, memory: &Self::Memory, who: Names);
}

impl Show for SetGame {
    fn room(&self, state: &Self::State) -> (u16, u16) {
        let columns = set::columns(state);
        // Cards that are wider look better, as long as what happened has room beside them.
        let each = if columns <= 4 { 14 } else { set::SMALLEST.0 };
        ((columns * each).max(44), 20)
    }

    fn show(&self, pen: &mut Pen, state: &Self::State, _memory: &Self::Memory, who: Names) {
        let scores = self.scores(state);
        let points = |seat: Seat| match self.seats() {
            1 => format!("points {}", scores.points()[0]),
            _ => format!("{} {}", who(seat), scores.points()[seat.index()]),
        };
        let points: Vec<String> = Seats::first(self.seats()).iter().map(points).collect();
        let text = format!("{}   deck {}", points.join("  "), state.unseen().len());
        pen.text(0, 0, &text, Role::Strong);
        let area = pen.area();
        let board = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        Grid::fit(board, state).draw(pen, state, &|cell| cell.to_string(), &|_| set::Look::default());
    }
}

impl Show for MachiKoro {
    fn room(&self, _state: &State) -> (u16, u16) {
        (78, 20)
    }

    fn show(&self, pen: &mut Pen, state: &State, _memory: &Self::Memory, who: Names) {
        let asked = Machi::question(self, state, who);
        let text = format!("turn {}, {}  {}  {asked}", state.turn(), who(state.roller()), machi::dice(state));
        pen.text(0, 0, &text, Role::Strong);
        let area = pen.area();
        let lines = machi::lines(state) as u16 + 2;
        let market = Rect { y: area.y + 1, height: lines.min(area.height / 2), ..area };
        let mut panel = pen.at(market);
        let coins = state.city(state.roller()).coins();
        let reach = |kind| {
            let cost = self.cost(tercet_machi::Site::Card(kind));
            if u32::from(cost) <= coins { machi::Reach::Open } else { machi::Reach::Dear }
        };
        let mut inner = panel.framed("market: roll, card, cost, left", Role::Border);
        let market_columns = machi::MarketColumns::new(self, state, 0, inner.area());
        market_columns.draw(&mut inner, self, state, &reach);
        if let Some(more) = market_columns.more() {
            panel.foot(&format!("{more}; v shows all"), Role::Warn);
        }
        let rest = Rect { y: market.bottom(), height: area.bottom().saturating_sub(market.bottom()), ..area };
        machi::cities(&mut pen.at(rest), self, state, who);
    }
}

impl<F: Board> Show for Puzzle<F> {
    fn room(&self, _state: &Self::State) -> (u16, u16) {
        ((self.grid().cols() as u16 * 2 + 18).max(50), (self.grid().rows() as u16 + 2).max(18))
    }

    fn show(&self, pen: &mut Pen, state: &Self::State, memory: &Self::Memory, _who: Names) {
        let points = self.scores(state).points()[0];
        let text = format!("points {points}   steps {}   cleared {}", state.steps(), state.cleared());
        pen.text(0, 0, &text, Role::Strong);
        let area = pen.area();
        let slots = usize::from(self.config().slots);
        let shapes = (0..slots).filter_map(|slot| self.slot(state, slot).and_then(|piece| self.shape(piece)));
        let high = shapes.map(|shape| triangle::shape_size(shape, pen.theme).1).max().unwrap_or(1);
        let is_wide = area.width >= 49;
        let board = if is_wide {
            Rect { y: area.y + 1, height: area.height.saturating_sub(1), width: area.width - 14, ..area }
        } else {
            Rect { y: area.y + 1, height: area.height.saturating_sub(2 + high), ..area }
        };
        let lattice = Lattice::fit(board, self.grid(), pen.theme);
        let look = Look { game: self, state, canvas: memory.canvas(), marks: &[], labels: None };
        look.draw(&mut pen.at(board), &lattice);
        for slot in 0..slots {
            let place = if is_wide {
                Rect { x: board.right(), y: area.y + 2 + slot as u16 * 5, width: 14, height: 5 }
            } else {
                Rect { x: area.x + slot as u16 * 11, y: board.bottom(), width: 11, height: high + 1 }
            };
            let mut part = pen.at(place.intersection(area));
            part.text(0, 0, &format!("{}", slot + 1), Role::Dim);
            let inner = part.area();
            let inner = Rect { x: inner.x + 2, width: inner.width.saturating_sub(2), ..inner };
            if let Some(shape) = self.slot(state, slot).and_then(|piece| self.shape(piece)) {
                let color = memory.canvas().hand()[slot].map_or(0, |painted| painted.color);
                triangle::shape(&mut part.at(inner), shape, color);
            }
        }
    }
}
