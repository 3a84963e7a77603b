//! What a message changes on SET's screen.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use tercet_set::{Action, Cell, Claim};

use crate::games::set::screen::board::{Grid, cell_of, cells, columns};
use crate::games::set::screen::model::Model;
use crate::games::set::screen::view::Plan;
use crate::games::set::typed::{self, Typed};
use crate::options;
use crate::prompt::{self, Word};
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Message, Opening, Room, command_key, is_control, pressed};

impl Model {
    pub(super) fn take(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        let mut effects = self.pass_time();
        match message {
            Message::Key(key) => effects.extend(self.key(key)),
            Message::Mouse(mouse) => {
                let plan = Plan::new(room, self);
                if let Some(at) = pressed(*mouse) {
                    let cell = plan.grid.cell_at(self.table.state(), at);
                    effects.extend(cell.into_iter().flat_map(|cell| self.pick(cell)));
                }
            }
            _ => {}
        }
        effects.extend(self.pass_time());
        effects
    }

    /// The clock of the game begins when it is first seen.
    pub(super) fn see(&mut self, now: Duration) {
        self.now = now;
        if self.opened.is_none() {
            (self.opened, self.since) = (Some(now), now);
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        if let KeyCode::Char(letter @ 'a'..='y') = key.code
            && !is_control(key)
        {
            return cell_of(letter).map_or_else(Vec::new, |cell| self.pick(cell));
        }
        match command_key(key, true) {
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => {
                return Cell::new(self.cursor).map_or_else(Vec::new, |cell| self.pick(cell));
            }
            KeyCode::Char('d' | '+') => return self.act(Action::Deal),
            KeyCode::Char('c') | KeyCode::Tab => return self.act(Action::Call),
            KeyCode::Char('h') => return self.hint(),
            KeyCode::Backspace if self.picked.pop().is_some() => {}
            KeyCode::Char('u') | KeyCode::Backspace => return self.undo(),
            KeyCode::Char('s') => return self.count(),
            KeyCode::Char('w') => {
                let words = options::again("play", self.table.game(), &self.table.names());
                return vec![Effect::Open(Opening::Command(words))];
            }
            code @ (KeyCode::PageUp | KeyCode::PageDown) => drop(self.log.take(code)),
            _ => {}
        }
        Vec::new()
    }

    /// Moves the cursor to the next card in a direction.
    fn step(&mut self, down: i32, right: i32) {
        let state = self.table.state();
        let own = i32::from(columns(state)) - i32::from(state.shown().is_some());
        let there: Vec<usize> = cells(state).map(Cell::index).collect();
        let Some(&last) = there.last() else { return };
        let mut next = self.cursor as i32 + right + down * own;
        next = next.clamp(0, last as i32);
        if let Some(&cell) = there.iter().min_by_key(|&&cell| (cell as i32).abs_diff(next)) {
            self.cursor = cell;
        }
    }

    fn count(&mut self) -> Vec<Effect> {
        let sets = self.table.game().claims(self.table.state()).len();
        self.begin.is_assisted = true;
        self.say(format!("Sets on the board: {sets}"), Role::Warn)
    }

    pub(super) fn read(&mut self, line: &str, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        if let Some(cells) = lettered(line).filter(|cells| cells.len() == self.claim_size()) {
            return match Claim::new(&cells) {
                Ok(claim) => self.act(Action::Claim(claim)),
                Err(error) => self.say(error.to_string(), Role::Bad),
            };
        }
        match Word::read(line) {
            Word::Quit => vec![Effect::Leave],
            Word::Undo => self.undo(),
            Word::Nothing | Word::Help => Vec::new(),
            Word::Save(path) => {
                let answer = prompt::save(&path, &self.table.record());
                self.say(answer, Role::Text)
            }
            Word::Own => self.read_own(line),
        }
    }

    /// Does what was typed in the game's own words.
    fn read_own(&mut self, line: &str) -> Vec<Effect> {
        match Typed::read(line) {
            Typed::Claim(names) => {
                let cells = typed::cells(&names, self.table.state());
                match cells.and_then(|cells| Claim::new(&cells).map_err(|error| error.to_string())) {
                    Ok(claim) => self.act(Action::Claim(claim)),
                    Err(why) => self.say(why, Role::Bad),
                }
            }
            Typed::Deal => self.act(Action::Deal),
            Typed::Call => self.act(Action::Call),
            Typed::Hint => self.hint(),
            Typed::Sets => self.count(),
            Typed::Unknown(why) => self.say(why, Role::Bad),
            Typed::Board => Vec::new(),
        }
    }

    /// When something happens by itself: a bot acts, a call runs out, the clock shows another second.
    pub(super) fn next_moment(&self) -> Option<Duration> {
        if self.table.is_over() {
            return None;
        }
        let Some(opened) = self.opened else { return Some(Duration::ZERO) };
        let begun = (self.spent() / 1000 + 1) * 1000 - self.begin.spent_ms;
        let second = opened + Duration::from_millis(begun);
        let bot = self.next_bot().map(|(at, ..)| at);
        [Some(second), bot, self.window_end()].into_iter().flatten().min()
    }

    /// Where the cards lie.
    pub(super) fn grid(&self, area: ratatui::layout::Rect) -> Grid {
        Grid::fit(area, self.table.state())
    }
}

/// The cells of a line of letters.
fn lettered(line: &str) -> Option<Vec<Cell>> {
    let cell = |word: &str| match word.as_bytes() {
        [letter @ b'a'..=b'y'] => cell_of(char::from(*letter)),
        _ => None,
    };
    line.split_whitespace().map(cell).collect()
}
