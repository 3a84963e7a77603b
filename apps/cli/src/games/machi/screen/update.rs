//! What a message changes on Machi Koro's screen.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use tercet_game::Seat;
use tercet_machi::Action;
use tercet_machi_play::text::board as text;

use crate::games::machi::screen::choices::Question;
use crate::games::machi::screen::model::Model;
use crate::games::machi::screen::view::Plan;
use crate::games::machi::typed::{Typed, no_option};
use crate::options;
use crate::prompt::{self, Word};
use crate::screen::kit::list::Chosen;
use crate::screen::kit::sheet::Sheet;
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Found, Message, Opening, Room, command_key, is_in, pressed};

impl Model {
    pub(super) fn take(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        let mut effects = self.pass_time();
        match message {
            Message::Key(key) => effects.extend(self.key(key, room)),
            Message::Mouse(mouse) => effects.extend(self.mouse(*mouse, room)),
            Message::Found { job, found } if self.hint_job.as_ref().is_some_and(|(hint, _)| hint == job) => {
                self.hinted(found);
                self.show_chosen(room);
            }
            Message::Found { job, found } => effects.extend(self.found(*job, found)),
            Message::Tick => effects.extend(self.go_on()),
            _ => {}
        }
        effects
    }

    /// Scrolls the market to the card that is chosen.
    fn show_chosen(&mut self, room: &Room) {
        if let Some(Action::Build(kind)) = self.actions.get(self.chosen.0) {
            self.market_top = self.market_columns(Plan::new(room, self).market_inside()).top_for(*kind);
        }
    }

    fn scroll_market(&mut self, by: isize, room: &Room) {
        let top = self.market_columns(Plan::new(room, self).market_inside()).top();
        self.market_top = top.saturating_add_signed(by);
    }

    fn see(&mut self, now: Duration) {
        if self.now == Duration::ZERO {
            self.since = now;
        }
        self.now = now;
    }

    fn found(&mut self, job: u64, found: &Result<Found, String>) -> Vec<Effect> {
        if self.thinking == Some(job) {
            return self.thought(found);
        }
        if let Some((_, is_old)) = self.insight_job.take_if(|(number, _)| *number == job) {
            match found {
                Ok(Found::Insight(insight)) => self.insight = Some((**insight).clone()),
                Ok(_) => {}
                Err(why) => self.note = Some((why.clone(), Role::Bad)),
            }
            if is_old {
                return self.go_on();
            }
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent, room: &Room) -> Vec<Effect> {
        match command_key(key, false) {
            KeyCode::Enter | KeyCode::Char(' ') if self.is_asked() => return self.confirm(),
            KeyCode::Char(digit @ '1'..='9') => return self.choose(digit as usize - '1' as usize, room),
            KeyCode::Char('h') => return self.ask_hint(),
            KeyCode::Char('v') => return vec![self.in_words()],
            KeyCode::Char('[') => self.scroll_market(-1, room),
            KeyCode::Char(']') => self.scroll_market(1, room),
            KeyCode::Char('i') if key.code == KeyCode::Char('I') => return self.whole_insight(),
            KeyCode::Char('i') => {
                self.has_insight = !self.has_insight;
                self.insight = None;
                return self.go_on();
            }
            KeyCode::Char('u') | KeyCode::Backspace => return self.undo(),
            KeyCode::Char('s') => {
                self.is_skipping = !self.is_asked() && !self.table.is_over();
                return self.pass_time();
            }
            KeyCode::Char('x') if self.thinking.is_some() => return self.hurry(),
            KeyCode::Char('+' | '=') => self.set_speed(1),
            KeyCode::Char('-') => self.set_speed(-1),
            KeyCode::Char('m' | 'w') if self.table.is_over() || key.code == KeyCode::Char('W') => {
                let words = options::again("play", self.table.game(), self.table.players());
                return vec![Effect::Open(Opening::Command(words))];
            }
            code @ (KeyCode::PageUp | KeyCode::PageDown) => drop(self.log.take(code)),
            code => self.step(code, room),
        }
        Vec::new()
    }

    /// Moves in the list of choices.
    fn step(&mut self, code: KeyCode, room: &Room) {
        if self.chosen.take(code, self.actions.len()) {
            self.show_chosen(room);
        }
    }

    /// The whole position in words.
    fn in_words(&self) -> Effect {
        let name = |seat: Seat| self.table.name(seat);
        let text = text::position(self.table.game(), self.table.state(), &name);
        Effect::Read(Sheet::new("the position", text))
    }

    /// All numbers on a sheet; they are worked out first where they are not there.
    fn whole_insight(&mut self) -> Vec<Effect> {
        if let Some(insight) = &self.insight {
            let name = |seat: Seat| self.table.name(seat);
            let text = insight.text(self.table.game(), &name);
            let is_old = self.insight_job.is_some();
            let title = if is_old { "insight into the position before" } else { "insight" };
            return vec![Effect::Read(Sheet::new(title, text))];
        }
        self.has_insight = true;
        self.note = Some(("the insight is being worked out; I again shows all of it".to_owned(), Role::Dim));
        self.go_on()
    }

    fn set_speed(&mut self, step: isize) {
        self.speed = self.speed.step(step);
        self.note = Some((format!("bots: {}", self.speed.name()), Role::Dim));
    }

    /// Does what is chosen.
    fn confirm(&mut self) -> Vec<Effect> {
        match self.actions.get(self.chosen.0).copied() {
            Some(action) => self.play(action),
            None => Vec::new(),
        }
    }

    /// Chooses an entry; one that is chosen already is done.
    fn choose(&mut self, entry: usize, room: &Room) -> Vec<Effect> {
        if entry >= self.actions.len() {
            return Vec::new();
        }
        if self.chosen == Chosen(entry) {
            return self.confirm();
        }
        self.chosen = Chosen(entry);
        self.show_chosen(room);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseEvent, room: &Room) -> Vec<Effect> {
        let plan = Plan::new(room, self);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.wheel(mouse, &plan, room, -1),
            MouseEventKind::ScrollDown => self.wheel(mouse, &plan, room, 1),
            _ => {}
        }
        let entry = pressed(mouse).and_then(|at| self.entry_at(&plan, at));
        entry.map_or_else(Vec::new, |entry| self.choose(entry, room))
    }

    /// The choice under a place of the screen: in the question, the list or the market.
    fn entry_at(&self, plan: &Plan, at: (u16, u16)) -> Option<usize> {
        if let Some(question) = Question::of(self) {
            return question.entry_at(self, plan, at);
        }
        let (list, market) = (plan.list(), plan.market_inside());
        if is_in(list, at) {
            return Some(self.chosen.on_line(at.1 - list.y, list.height));
        }
        let kind = self.market_columns(market).kind_at(market, at)?;
        self.actions.iter().position(|&action| action == Action::Build(kind))
    }

    /// The wheel scrolls what it is over.
    fn wheel(&mut self, mouse: MouseEvent, plan: &Plan, room: &Room, by: isize) {
        let at = (mouse.column, mouse.row);
        let is_up = by < 0;
        if is_in(plan.log(), at) {
            self.log.take(if is_up { KeyCode::PageUp } else { KeyCode::PageDown });
        } else if is_in(plan.market_inside(), at) && Question::of(self).is_none() {
            self.scroll_market(by, room);
        } else {
            self.step(if is_up { KeyCode::Up } else { KeyCode::Down }, room);
        }
    }

    pub(super) fn read(&mut self, line: &str, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        let answer = match Word::read(line) {
            Word::Quit => return vec![Effect::Leave],
            Word::Undo => return self.undo(),
            Word::Nothing | Word::Help => return Vec::new(),
            Word::Save(path) => prompt::save(&path, &self.table.record()),
            Word::Own => return self.read_own(line),
        };
        self.note = Some((answer, Role::Text));
        Vec::new()
    }

    /// Does what was typed in the game's own words.
    fn read_own(&mut self, line: &str) -> Vec<Effect> {
        let answer = match Typed::read(line) {
            Typed::Number(number) => match number.checked_sub(1).and_then(|place| self.actions.get(place)) {
                Some(&action) => return self.play(action),
                None => no_option(number),
            },
            Typed::Action(text) => return self.act(&text),
            Typed::Unknown(why) => why,
            Typed::Market | Typed::Cities => return vec![self.in_words()],
            Typed::Log(_) => return Vec::new(),
        };
        self.note = Some((answer, Role::Text));
        Vec::new()
    }

    /// Does what was typed in the rules' own words.
    fn act(&mut self, text: &str) -> Vec<Effect> {
        if !self.is_asked() {
            self.note = Some(("it is not your turn".to_owned(), Role::Dim));
            return Vec::new();
        }
        match self.table.read_action(text) {
            Ok(action) => self.play(action),
            Err(error) => {
                self.note = Some((error.to_string(), Role::Bad));
                Vec::new()
            }
        }
    }

    /// When a bot acts.
    pub(super) fn next_moment(&self) -> Option<Duration> {
        self.plan.as_ref().map(|plan| plan.at)
    }
}
