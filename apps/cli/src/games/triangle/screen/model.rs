//! What the puzzle's screen knows.

use tercet_game::{Game as _, InputOf, RunError, Seat};
use tercet_search::Stop;
use tercet_triangle::{Action, Canvas, Event, Field, Illegal, Puzzle};
use tercet_triangle_play::bots::BOTS;
use tercet_triangle_play::text::words;

use crate::games::triangle::session::Mode;
use crate::games::triangle::table::Table;
use crate::screen::kit::log::Log;
use crate::screen::kit::theme::Role;
use crate::screen::saves::Save;
use crate::screen::{Effect, thinking};

/// A kind of board that bots can think about on other threads.
pub(crate) trait Board: Field + Send + Sync + 'static {}

impl<F: Field + Send + Sync + 'static> Board for F {}

/// How a puzzle's screen begins.
pub(crate) struct Begin {
    /// Its name among the saved games; games that are tried out by hand have none.
    pub(crate) id: Option<String>,
    pub(crate) mode: Mode,
    pub(crate) best: Option<i32>,
    pub(crate) is_assisted: bool,
    pub(crate) spent_ms: u64,
}

/// What is written in the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Nothing,
    Coordinates,
    /// The number of the action that puts the chosen shape down there.
    Numbers,
    /// How many of the hand's shapes may be put down there.
    Counts,
}

pub(crate) struct Model<F: Board> {
    pub(crate) table: Table<F>,
    pub(super) begin: Begin,
    /// The slot that is chosen.
    pub(super) slot: usize,
    /// The cell that the cursor is on.
    pub(super) cursor: usize,
    pub(super) layer: Layer,
    /// Are the lines through the cursor shown?
    pub(super) has_lines: bool,
    pub(super) hint: Option<Action>,
    /// The number of the work that is going on.
    pub(super) job: Option<u64>,
    pub(super) jobs: u64,
    /// Ends that work.
    pub(super) stop: Stop,
    pub(super) log: Log,
    /// What was stepped back over, the next last.
    pub(super) ahead: Vec<InputOf<Puzzle<F>>>,
    /// The colours as they are now.
    pub(super) canvas: Canvas,
    /// The cells that were filled last.
    pub(super) last: Vec<u16>,
    /// Is the person asked whether to begin anew?
    pub(super) is_asking: bool,
    /// Does the mouse hold a shape of a slot?
    pub(super) is_dragged: bool,
}

impl<F: Board> Model<F> {
    pub(crate) fn new(table: Table<F>, begin: Begin) -> Model<F> {
        let grid = table.game().grid();
        let middle = grid.cell(grid.rows() as i32 / 2, grid.cols() as i32 / 2).unwrap_or(0);
        let mut model = Model {
            cursor: middle,
            canvas: table.canvas(),
            table,
            begin,
            slot: 0,
            layer: Layer::Nothing,
            has_lines: false,
            hint: None,
            job: None,
            jobs: 0,
            stop: Stop::default(),
            log: Log::default(),
            ahead: Vec::new(),
            last: Vec::new(),
            is_asking: false,
            is_dragged: false,
        };
        model.choose_filled();
        model
    }

    /// The anchor for the chosen shape that the cursor means: its own cell, or one beside it that points the right way.
    pub(super) fn anchor(&self) -> Option<usize> {
        let game = self.table.game();
        let piece = game.slot(self.table.state(), self.slot)?;
        let first = game.shape(piece)?.triangles().iter().find(|each| (each.row, each.col) == (0, 0));
        let grid = game.grid();
        if first.is_none_or(|first| first.is_up == grid.is_up(self.cursor)) {
            return Some(self.cursor);
        }
        let (row, col) = grid.place(self.cursor);
        let beside = [1, -1].map(|step| grid.cell(row as i32, col as i32 + step));
        let legal = game.anchors(self.table.state(), piece);
        let best = beside.iter().flatten().find(|cell| legal.contains(cell));
        best.or(beside.iter().flatten().next()).copied()
    }

    /// The cells that the chosen shape would fill, and whether it may.
    pub(super) fn ghost(&self) -> Option<(Vec<usize>, bool)> {
        let (game, state) = (self.table.game(), self.table.state());
        let piece = game.slot(state, self.slot)?;
        let anchor = self.anchor()?;
        let is_legal = game.anchors(state, piece).contains(&anchor);
        let grid = game.grid();
        let (row, col) = grid.place(anchor);
        // What lies beyond the board is not seen; the rest shows where the shape would be.
        let cells = game.shape(piece)?.triangles().iter().filter_map(|each| {
            let cell = grid.cell(row as i32 + i32::from(each.row), col as i32 + i32::from(each.col))?;
            grid.is_playable(cell).then_some(cell)
        });
        Some((cells.collect(), is_legal))
    }

    /// The cells that would be cleared if the chosen shape were put down where its ghost lies.
    pub(super) fn cleared(&self) -> Vec<u16> {
        let Some(anchor) = self.anchor() else { return Vec::new() };
        let action = Action { slot: self.slot as u8, anchor: anchor as u16 };
        let (mut state, mut events) = (*self.table.state(), Vec::new());
        // What may not be put down clears nothing, and leaves no events.
        let _ = self.table.game().play(&mut state, Seat::FIRST, action, &mut events);
        let cleared = events.into_iter().find_map(|event| match event {
            Event::Cleared { cells } => Some(cells),
            _ => None,
        });
        cleared.unwrap_or_default()
    }

    /// The next slot that holds a shape, from the chosen one on.
    pub(super) fn choose_filled(&mut self) {
        let slots = usize::from(self.table.game().config().slots);
        let is_filled = |slot: &usize| self.table.game().slot(self.table.state(), *slot).is_some();
        let next = (0..slots).map(|step| (self.slot + step) % slots).find(is_filled);
        self.slot = next.unwrap_or(0);
    }

    pub(super) fn place(&mut self, action: Action) -> Vec<Effect> {
        let played = self.table.play(action);
        self.happened(played)
    }

    /// Tells what happened, or why nothing did.
    pub(super) fn happened(&mut self, outcome: Result<Vec<Event>, RunError<Illegal>>) -> Vec<Effect> {
        match outcome {
            Ok(events) => {
                self.ahead.clear();
                self.log_events(&events);
                self.changed()
            }
            Err(error) => {
                let message = self.table.refusal(&error);
                self.log.push(message, Role::Bad);
                Vec::new()
            }
        }
    }

    pub(super) fn log_events(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Placed { cells, .. } = event {
                self.last.clone_from(cells);
            }
            let role = match event {
                Event::Dealt { .. } => continue,
                Event::Cleared { .. } => Role::Good,
                Event::Over { .. } => Role::Warn,
                _ => Role::Text,
            };
            let text = words::event(self.table.game(), event);
            self.log.push(text, role);
        }
    }

    /// After every change: the hint is old, and the game is kept.
    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.hint = None;
        // Nobody waits for it any more.
        self.stop.request();
        self.job = None;
        self.canvas = self.table.canvas();
        self.choose_filled();
        self.table.keep();
        if self.table.is_over() && !self.begin.is_assisted {
            self.begin.best = self.begin.best.max(Some(self.table.points()));
        }
        self.save().into_iter().map(Effect::Keep).collect()
    }

    pub(super) fn save(&self) -> Option<Save> {
        Some(Save {
            id: self.begin.id.clone()?,
            players: vec!["me".to_owned()],
            is_assisted: self.begin.is_assisted,
            spent_ms: self.begin.spent_ms,
            goals: (None, None),
            record: self.table.record().to_string(),
        })
    }

    /// Takes back the last move or change; it can be stepped forth to again.
    pub(super) fn back(&mut self) -> Vec<Effect> {
        let Some(last) = self.table.last() else {
            self.log.push("there is nothing to take back", Role::Dim);
            return Vec::new();
        };
        self.table.undo();
        self.ahead.push(last);
        self.begin.is_assisted = true;
        self.last.clear();
        self.log.push("taken back", Role::Dim);
        self.changed()
    }

    /// Does again what was taken back.
    pub(super) fn forth(&mut self) -> Vec<Effect> {
        let Some(next) = self.ahead.pop() else {
            self.log.push("there is nothing to step forth to", Role::Dim);
            return Vec::new();
        };
        let outcome = self.table.step(next);
        let ahead = std::mem::take(&mut self.ahead);
        let effects = self.happened(outcome);
        self.ahead = ahead;
        effects
    }

    pub(super) fn restart(&mut self) -> Vec<Effect> {
        self.table.restart();
        self.log.clear();
        self.log.push("the same shapes again", Role::Dim);
        (self.ahead, self.last) = (Vec::new(), Vec::new());
        // The shapes are known by now.
        self.begin.is_assisted = true;
        self.changed()
    }

    /// Asks the strongest bot; asking again while it thinks cuts it short, and once more gives the hint up.
    pub(super) fn ask_hint(&mut self) -> Vec<Effect> {
        if self.job.is_some() && !self.stop.is_requested() {
            self.stop.request();
            self.log.push("cut short: the best so far comes", Role::Dim);
            return Vec::new();
        }
        if self.job.take().is_some() {
            self.log.push("the hint was given up", Role::Dim);
            return Vec::new();
        }
        if self.table.is_over() {
            self.log.push("nothing can be placed", Role::Dim);
            return Vec::new();
        }
        let bot = BOTS.last().map_or("greedy", |bot| bot.name);
        let seed = self.table.record().inputs.len() as u64;
        self.stop = Stop::default();
        match self.table.thinker(bot, seed, &self.stop) {
            Ok(thinker) => {
                self.jobs += 1;
                self.job = Some(self.jobs);
                self.begin.is_assisted = true;
                vec![Effect::Work { job: self.jobs, work: thinking(thinker) }]
            }
            Err(error) => {
                self.log.push(error.to_string(), Role::Bad);
                Vec::new()
            }
        }
    }
}

impl<F: Board> Drop for Model<F> {
    fn drop(&mut self) {
        // Whoever leaves waits for no hint.
        self.stop.request();
    }
}
