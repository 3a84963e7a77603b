//! What the puzzle's screen looks like.

use ratatui::layout::Rect;
use tercet_game::Game as _;
use tercet_triangle::Action;
use tercet_triangle_play::text::words;

use crate::games::triangle::screen::board::{self, Lattice, Look, Mark};
use crate::games::triangle::screen::model::{Board, Layer, Model};
use crate::games::triangle::session::Mode;
use crate::options;
use crate::screen::kit::dialog::Dialog;
use crate::screen::kit::help::Section;
use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Message, Room, Screen};

/// Where everything stands.
pub(super) struct Plan {
    pub(super) lattice: Lattice,
    board: Rect,
    counts: Rect,
    slots: Rect,
    log: Rect,
    /// Columns and lines of a slot.
    slot: (u16, u16),
    each: usize,
}

/// The fewest columns of what stands beside the board.
const SIDE: u16 = 36;

impl Plan {
    pub(super) fn new<F: Board>(room: &Room, model: &Model<F>) -> Plan {
        let game = model.table.game();
        let (area, theme) = (room.area, room.theme);
        let widest = (area.width.saturating_sub(SIDE)).max(area.width / 2);
        let lattice = Lattice::fit(Rect { width: widest, ..area }, game.grid(), theme);
        let used = (lattice.size().0 + 6).min(widest).max(20);
        let board = Rect { width: if area.width >= 110 { widest } else { used }, ..area };
        let lattice = Lattice::fit(board, game.grid(), theme);
        let side = Rect { x: area.x + board.width, width: area.width.saturating_sub(board.width), ..area };
        let sizes = game.shapes().iter().map(|shape| board::shape_size(shape, theme));
        let (width, height) = sizes.fold((6, 1), |(w, h), (x, y)| (w.max(x), h.max(y)));
        let slot = (width + 2, height + 2);
        let count = u16::from(game.config().slots).max(1);
        let each = (side.width / slot.0).clamp(1, count);
        let counts = Rect { height: 4.min(side.height), ..side };
        let lines = (count.div_ceil(each) * slot.1).min(side.height.saturating_sub(counts.height + 3));
        let slots = Rect { y: counts.bottom(), height: lines, ..side };
        let log = Rect { y: slots.bottom(), height: side.bottom().saturating_sub(slots.bottom()), ..side };
        Plan { lattice, board, counts, slots, log, slot, each: each.into() }
    }

    fn slot_area(&self, slot: usize) -> Rect {
        let (width, height) = self.slot;
        let (row, col) = ((slot / self.each) as u16, (slot % self.each) as u16);
        Rect { x: self.slots.x + col * width, y: self.slots.y + row * height, width, height }
            .intersection(self.slots)
    }

    /// The slot under a place of the screen.
    pub(super) fn slot_at(&self, at: (u16, u16)) -> Option<usize> {
        (0..16).find(|&slot| crate::screen::is_in(self.slot_area(slot), at))
    }
}

impl<F: Board> Model<F> {
    fn marks(&self) -> Vec<(usize, Mark)> {
        let mut marks: Vec<(usize, Mark)> = self.last.iter().map(|&cell| (cell.into(), Mark::Last)).collect();
        if self.has_lines {
            let cells = self.table.runs(self.cursor).into_iter().flat_map(|(_, run)| run);
            marks.extend(cells.map(|cell| (cell, Mark::Line)));
        }
        marks.extend(self.cleared().into_iter().map(|cell| (cell.into(), Mark::Cleared)));
        if let Some((cells, is_legal)) = self.ghost().filter(|_| !self.table.is_over()) {
            let mark = if is_legal { Mark::Fits } else { Mark::Refused };
            marks.extend(cells.into_iter().map(|cell| (cell, mark)));
        }
        if let Some(hint) = self.hint {
            let game = self.table.game();
            let shape = game.slot(self.table.state(), hint.slot.into()).and_then(|piece| game.shape(piece));
            let cells = shape.and_then(|shape| game.grid().placement(shape, hint.anchor.into()));
            marks.extend(cells.into_iter().flatten().map(|cell| (cell, Mark::Hint)));
        }
        marks.push((self.cursor, Mark::Cursor));
        marks
    }

    /// What is written in a cell.
    fn label(&self, cell: usize) -> String {
        let (game, state) = (self.table.game(), self.table.state());
        match self.layer {
            Layer::Nothing => String::new(),
            Layer::Coordinates => words::cell(game, cell as u16).replace(' ', ","),
            Layer::Numbers => {
                let action = Action { slot: self.slot as u8, anchor: cell as u16 };
                let piece = game.slot(state, self.slot);
                let is_legal = piece.is_some_and(|piece| game.anchors(state, piece).contains(&cell));
                if is_legal { self.table.number(action).to_string() } else { String::new() }
            }
            Layer::Counts => {
                let slots = 0..usize::from(game.config().slots);
                let pieces = slots.filter_map(|slot| game.slot(state, slot));
                let count = pieces.filter(|&piece| game.anchors(state, piece).contains(&cell)).count();
                if count == 0 { String::new() } else { count.to_string() }
            }
        }
    }

    fn draw_board(&self, pen: &mut Pen, plan: &Plan) {
        let labels = |cell: usize| self.label(cell);
        let look = Look {
            game: self.table.game(),
            state: self.table.state(),
            canvas: &self.canvas,
            marks: &self.marks(),
            labels: (self.layer != Layer::Nothing).then_some(&labels as &dyn Fn(usize) -> String),
        };
        look.draw(&mut pen.at(plan.board), &plan.lattice);
    }

    fn draw_counts(&self, pen: &mut Pen, plan: &Plan) {
        let state = self.table.state();
        let x = pen.text(0, 0, "points ", Role::Dim);
        let x = pen.text(x, 0, &self.table.points().to_string(), Role::Strong);
        let best = self.begin.best.map_or("none yet".to_owned(), |best| best.to_string());
        let x = pen.text(x, 0, "   best ", Role::Dim);
        pen.text(x, 0, &best, Role::Text);
        pen.text(0, 1, &format!("steps {}   cleared {}", state.steps(), state.cleared()), Role::Dim);
        let (text, role) = self.status();
        pen.text(0, 2, &text, role);
        if self.layer != Layer::Nothing {
            pen.text(0, 3, &self.layer_words(plan), Role::Dim);
        }
    }

    /// What is written in the cells, and in that of the cursor, which may be too small for it.
    fn layer_words(&self, plan: &Plan) -> String {
        let what = match self.layer {
            Layer::Nothing => return String::new(),
            Layer::Coordinates => "row, column",
            Layer::Numbers => "action",
            Layer::Counts => "shapes that fit",
        };
        let cells = self.table.game().grid().playable();
        let longest = cells.map(|cell| self.label(cell).chars().count()).max().unwrap_or(0);
        let here = self.label(self.cursor);
        let here = if here.is_empty() { "none" } else { &here };
        let room = if longest > plan.lattice.text_width() { " (no room in cells)" } else { "" };
        format!("{what}: {here}{room}")
    }

    /// One line about what the cursor means.
    fn status(&self) -> (String, Role) {
        if let Some(end) = self.table.game().scores(self.table.state()).end() {
            return (format!("over: {}", words::end(end)), Role::Warn);
        }
        if self.job.is_some() {
            return ("thinking; h cuts it short".to_owned(), Role::Warn);
        }
        let cell = words::cell(self.table.game(), self.cursor as u16);
        match self.ghost() {
            Some((_, true)) => {
                let clears = match self.cleared().len() {
                    0 => String::new(),
                    count => format!(", clears {count} (=)"),
                };
                (format!("slot {} fits at {cell} (+){clears}", self.slot + 1), Role::Good)
            }
            Some((_, false)) => (format!("slot {} does not fit at {cell} (x)", self.slot + 1), Role::Bad),
            None => (format!("at {cell}"), Role::Dim),
        }
    }

    fn draw_slots(&self, pen: &mut Pen, plan: &Plan) {
        let (game, state) = (self.table.game(), self.table.state());
        for slot in 0..usize::from(game.config().slots) {
            let mut area = pen.at(plan.slot_area(slot));
            let is_chosen = slot == self.slot;
            let piece = game.slot(state, slot);
            let places = piece.map_or(0, |piece| game.places(state, piece));
            let title = match (is_chosen, self.begin.mode) {
                (true, Mode::Play) => format!("{}<", slot + 1),
                (false, Mode::Play) => (slot + 1).to_string(),
                (_, Mode::Debug) => format!("{}:{places}", slot + 1),
            };
            let role = if is_chosen { Role::Accent } else { Role::Border };
            let mut inner = area.framed(&title, role);
            let shape = piece.and_then(|piece| game.shape(piece));
            match (shape, self.canvas.hand()[slot]) {
                (Some(shape), painted) => {
                    board::shape(&mut inner, shape, painted.map_or(0, |painted| painted.color));
                }
                (None, _) => drop(inner.text(0, 0, "empty", Role::Dim)),
            }
        }
    }

    fn end(&self) -> Option<Dialog> {
        let end = self.table.game().scores(self.table.state()).end()?;
        let is_best = !self.begin.is_assisted && self.begin.best == Some(self.table.points());
        let mut lines = vec![format!("{}.", words::end(end)), format!("points: {}", self.table.points())];
        if is_best {
            lines.push("That is your best so far.".to_owned());
        }
        if self.begin.is_assisted {
            lines.push("Something was taken back or hinted at, so it is no best score.".to_owned());
        }
        lines.push(self.table.share());
        let answers = vec![('u', "undo"), ('r', "again"), ('w', "new shapes"), ('q', "leave")];
        Some(Dialog { title: "the game is over", words: lines, answers })
    }
}

impl<F: Board> Screen for Model<F> {
    fn title(&self) -> String {
        let what = if self.begin.mode == Mode::Debug {
            "The triangle puzzle, by hand"
        } else {
            "The triangle puzzle"
        };
        format!("{what}   deal {}", options::brief(self.table.deal()))
    }

    fn needs(&self) -> (u16, u16) {
        let grid = self.table.game().grid();
        ((grid.cols() as u16 * 2 + 3 + SIDE).max(70), (grid.rows() as u16 + 4).max(20))
    }

    fn help(&self) -> Vec<Section> {
        let mut sections = vec![Section::new(
            "the puzzle",
            &[
                ("1 2 3, Tab", "choose a shape"),
                ("arrows, mouse", "move its ghost: + fits, x does not, = is cleared"),
                (". ,", "the next place where it fits, the last one"),
                ("Enter, Space, click", "put it down; or drag it there"),
                ("h", "a hint; again cuts the thinking short"),
                ("u, [", "take back"),
                ("]", "step forth again"),
                ("c", "coordinates in the cells"),
                ("r", "the same shapes again"),
                ("w", "another game"),
                ("PgUp PgDn", "scroll what happened"),
            ],
        )];
        if self.begin.mode == Mode::Debug {
            sections.push(Section::new(
                "by hand",
                &[
                    ("x, click", "fill or free the cell (the right button puts the shape down)"),
                    ("+ -", "another shape in the slot"),
                    ("l", "the lines through the cell"),
                    ("a", "the numbers of legal actions"),
                    ("g", "how many shapes fit at each cell"),
                ],
            ));
        }
        sections
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        let keys: &[(&str, &str)] = match self.begin.mode {
            Mode::Play => &[
                ("1-9", "shape"),
                ("arrows", "move"),
                ("Enter", "put"),
                ("h", "hint"),
                ("u", "undo"),
                ("r", "restart"),
                (":", "type"),
                ("q", "leave"),
            ],
            Mode::Debug => &[
                ("Enter", "put"),
                ("x", "toggle"),
                ("+-", "shape"),
                ("l", "lines"),
                ("a", "numbers"),
                ("g", "counts"),
                ("u", "undo"),
                ("q", "leave"),
            ],
        };
        keys.to_vec()
    }

    fn rules(&self) -> Option<&'static str> {
        Some(tercet_triangle::Puzzle::<F>::ID)
    }

    fn is_playing(&self) -> bool {
        self.begin.id.is_some() && !self.table.is_over() && self.table.state().steps() > 0
    }

    fn update(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.take(message, room)
    }

    fn typed(&mut self, line: &str, _room: &Room) -> Vec<Effect> {
        self.read(line)
    }

    fn view(&self, pen: &mut Pen, room: &Room) {
        let plan = Plan::new(room, self);
        self.draw_board(pen, &plan);
        self.draw_counts(&mut pen.at(plan.counts), &plan);
        self.draw_slots(pen, &plan);
        let mut log = pen.at(plan.log);
        self.log.draw(&mut log.framed("what happened", Role::Border));
    }

    fn dialog(&self, room: &Room) -> Option<(Rect, Dialog)> {
        if self.is_asking {
            let words = vec!["All moves of this game are given up.".to_owned()];
            let answers = vec![('y', "again"), ('n', "stay")];
            return Some((room.area, Dialog { title: "the same shapes again?", words, answers }));
        }
        Some((Plan::new(room, self).board, self.end()?))
    }
}
