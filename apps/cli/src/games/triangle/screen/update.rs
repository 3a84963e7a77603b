//! What a message changes on the puzzle's screen.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use tercet_game::{Game as _, Notation as _};
use tercet_triangle::{Action, Edit};

use crate::games::triangle::answers;
use crate::games::triangle::screen::model::{Board, Layer, Model};
use crate::games::triangle::screen::view::Plan;
use crate::games::triangle::session::Mode;
use crate::games::triangle::typed::Typed;
use crate::prompt::{self, Word};
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Found, Message, Opening, Room, command_key};

impl<F: Board> Model<F> {
    pub(super) fn take(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        match message {
            Message::Key(key) if self.is_asking => self.answer(key),
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => self.mouse(*mouse, room),
            Message::Found { job, found } if self.job == Some(*job) => {
                self.job = None;
                self.found(found);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn answer(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.is_asking = false;
        match command_key(key, false) {
            KeyCode::Char('y') | KeyCode::Enter => self.restart(),
            _ => Vec::new(),
        }
    }

    fn found(&mut self, found: &Result<Found, String>) {
        let game = self.table.game();
        let (text, role) = match found {
            Ok(Found::Advice(Some(advice))) => match game.read_action(&advice.action) {
                Ok(action) => {
                    self.hint = Some(action);
                    self.slot = action.slot.into();
                    self.cursor = action.anchor.into();
                    // A reason that compares nothing is the same each time.
                    let why =
                        if advice.measure.is_empty() { String::new() } else { format!(" ({})", advice.why) };
                    (format!("hint: {}{why}", advice.action), Role::Warn)
                }
                Err(error) => (error.to_string(), Role::Bad),
            },
            Ok(_) => ("nothing can be placed".to_owned(), Role::Dim),
            Err(why) => (why.clone(), Role::Bad),
        };
        self.log.push(text, role);
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match command_key(key, false) {
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Char(digit @ '1'..='9') => self.choose(digit as usize - '1' as usize),
            KeyCode::Tab => {
                self.slot += 1;
                self.choose_filled();
            }
            KeyCode::Char('.' | 'n') => self.next_place(1),
            KeyCode::Char(',' | 'p') => self.next_place(-1),
            KeyCode::Char('c') => self.show(Layer::Coordinates),
            code @ (KeyCode::PageUp | KeyCode::PageDown) => drop(self.log.take(code)),
            KeyCode::Enter | KeyCode::Char(' ') => return self.put(),
            KeyCode::Char('u' | '[') | KeyCode::Backspace => return self.back(),
            KeyCode::Char(']') => return self.forth(),
            KeyCode::Char('h') => return self.ask_hint(),
            KeyCode::Char('r') => self.is_asking = true,
            KeyCode::Char('w') => return vec![Effect::Open(Opening::Command(self.again()))],
            code if self.begin.mode == Mode::Debug => return self.debug_key(code),
            _ => {}
        }
        Vec::new()
    }

    /// The keys of the debug mode.
    fn debug_key(&mut self, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Char('x') => return self.toggle(),
            KeyCode::Char('l') => self.has_lines = !self.has_lines,
            KeyCode::Char('a') => self.show(Layer::Numbers),
            KeyCode::Char('g') => self.show(Layer::Counts),
            KeyCode::Char('+' | '=') => return self.turn_shape(1),
            KeyCode::Char('-') => return self.turn_shape(-1),
            _ => {}
        }
        Vec::new()
    }

    fn show(&mut self, layer: Layer) {
        self.layer = if self.layer == layer { Layer::Nothing } else { layer };
    }

    fn choose(&mut self, slot: usize) {
        if slot < usize::from(self.table.game().config().slots) {
            self.slot = slot;
        }
    }

    /// Moves the cursor to the next playable cell in a direction.
    fn step(&mut self, down: i32, right: i32) {
        let grid = self.table.game().grid();
        let (row, col) = grid.place(self.cursor);
        let (mut row, mut col) = (row as i32, col as i32);
        while let Some(cell) = grid.cell(row + down, col + right) {
            (row, col) = (row + down, col + right);
            if grid.is_playable(cell) {
                self.cursor = cell;
                return;
            }
        }
    }

    /// Moves the cursor to the next place where the chosen shape may go.
    fn next_place(&mut self, step: i32) {
        let (game, state) = (self.table.game(), self.table.state());
        let Some(piece) = game.slot(state, self.slot) else { return };
        let anchors = game.anchors(state, piece);
        let now = self.anchor().unwrap_or(self.cursor);
        let next = if step > 0 {
            anchors.iter().find(|&&cell| cell > now).or(anchors.first())
        } else {
            anchors.iter().rev().find(|&&cell| cell < now).or(anchors.last())
        };
        match next {
            Some(&cell) => self.cursor = cell,
            None => self.log.push("this shape fits nowhere", Role::Dim),
        }
    }

    /// Puts the chosen shape down where its ghost lies; in the debug mode an empty slot toggles the cell.
    fn put(&mut self) -> Vec<Effect> {
        let Some(anchor) = self.anchor() else {
            self.log.push("this slot is empty", Role::Dim);
            return Vec::new();
        };
        self.place(Action { slot: self.slot as u8, anchor: anchor as u16 })
    }

    fn toggle(&mut self) -> Vec<Effect> {
        let edited = self.table.edit(Edit::Toggle(self.cursor as u16));
        self.happened(edited)
    }

    /// Puts the next of all shapes into the chosen slot.
    fn turn_shape(&mut self, step: i32) -> Vec<Effect> {
        let (game, state) = (self.table.game(), self.table.state());
        let shapes = game.shapes().len() as i32;
        let mut hand = *self.canvas.hand();
        let color = hand[self.slot].map_or(0, |painted| painted.color);
        let now = game.slot(state, self.slot).map_or(-1, |piece| i32::from(piece.0));
        let piece = tercet_triangle::Piece((now + step).rem_euclid(shapes) as u8);
        hand[self.slot] = Some(tercet_triangle::Painted { piece, color });
        let slot = self.slot;
        let edited = self.table.edit(Edit::Shapes(hand));
        let effects = self.happened(edited);
        self.slot = slot;
        effects
    }

    fn mouse(&mut self, mouse: MouseEvent, room: &Room) -> Vec<Effect> {
        let plan = Plan::new(room, self);
        let at = (mouse.column, mouse.row);
        let cell = plan.lattice.cell_at(self.table.game().grid(), at);
        let cell = cell.filter(|&cell| self.table.game().grid().is_playable(cell));
        match (mouse.kind, cell) {
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(cell)) => self.cursor = cell,
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
                self.cursor = cell;
                return if self.begin.mode == Mode::Debug { self.toggle() } else { self.put() };
            }
            (MouseEventKind::Down(MouseButton::Right), Some(cell)) => {
                self.cursor = cell;
                return self.put();
            }
            (MouseEventKind::Down(_), None) => {
                if let Some(slot) = plan.slot_at(at) {
                    self.choose(slot);
                }
            }
            // A shape that is dragged from its slot is put down where it is let go.
            (MouseEventKind::Up(MouseButton::Left), Some(cell)) if self.is_dragged => {
                self.cursor = cell;
                self.is_dragged = false;
                return self.put();
            }
            (MouseEventKind::ScrollUp, _) => self.next_place(-1),
            (MouseEventKind::ScrollDown, _) => self.next_place(1),
            _ => {}
        }
        self.is_dragged = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => plan.slot_at(at).is_some(),
            MouseEventKind::Up(_) => false,
            _ => self.is_dragged,
        };
        Vec::new()
    }

    /// The command for another game of the same kind.
    fn again(&self) -> Vec<String> {
        let verb = if self.begin.mode == Mode::Debug { "debug" } else { "play" };
        crate::options::again(verb, self.table.game(), &[])
    }

    pub(super) fn read(&mut self, line: &str) -> Vec<Effect> {
        match Word::read(line) {
            Word::Quit => vec![Effect::Leave],
            Word::Undo => self.back(),
            Word::Nothing | Word::Help => Vec::new(),
            Word::Save(path) => {
                let answer = prompt::save(&path, &self.table.record());
                self.say(&answer)
            }
            Word::Own => self.read_own(line),
        }
    }

    /// Does what was typed in the game's own words.
    fn read_own(&mut self, line: &str) -> Vec<Effect> {
        let typed = Typed::read(line);
        if typed.is_debug() && self.begin.mode == Mode::Play {
            self.log.push("that is for `tercet debug triangle`", Role::Dim);
            return Vec::new();
        }
        let answer = match typed {
            Typed::Board => return Vec::new(),
            Typed::Hint => return self.ask_hint(),
            Typed::Restart => return self.restart(),
            Typed::Place(text) => match self.table.game().read_action(&text) {
                Ok(action) => return self.place(action),
                Err(error) => error.to_string(),
            },
            Typed::Edit(text) => match self.table.game().read_edit(&text) {
                Ok(edit) => {
                    let edited = self.table.edit(edit);
                    return self.happened(edited);
                }
                Err(error) => error.to_string(),
            },
            Typed::Legal(slot) => answers::legal(&self.table, slot),
            Typed::Lines(row, col) => answers::lines(&self.table, row, col),
            Typed::Encode(text) => answers::encode(&self.table, &text),
            Typed::Decode(number) => answers::decode(&self.table, number),
            Typed::Unknown(why) => why,
        };
        self.say(&answer)
    }

    fn say(&mut self, answer: &str) -> Vec<Effect> {
        for line in answer.lines() {
            self.log.push(line, Role::Text);
        }
        Vec::new()
    }
}
