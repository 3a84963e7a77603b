//! What a message changes on Machi Koro's screen.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use tercet_game::Notation as _;
use tercet_machi::{Action, Phase};

use crate::machi::typed::{Typed, no_option};
use crate::screen::kit::list::Chosen;
use crate::screen::kit::theme::Role;
use crate::screen::machi::board;
use crate::screen::machi::model::Model;
use crate::screen::machi::view::Plan;
use crate::screen::{Effect, Found, Message, Opening, Room, command_key, is_in, pressed};
use crate::{files, options};

impl Model {
    pub(super) fn take(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        let mut effects = self.pass_time();
        match message {
            Message::Key(key) => effects.extend(self.key(key)),
            Message::Mouse(mouse) => effects.extend(self.mouse(*mouse, room)),
            Message::Found { job, found } => effects.extend(self.found(*job, found)),
            Message::Tick => effects.extend(self.go_on()),
            _ => {}
        }
        effects
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

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match command_key(key, false) {
            KeyCode::Enter | KeyCode::Char(' ') if self.is_asked() => return self.confirm(),
            KeyCode::Char(digit @ '1'..='9') => return self.choose(digit as usize - '1' as usize),
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
            code => drop(self.chosen.take(code, self.actions.len())),
        }
        Vec::new()
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
    fn choose(&mut self, entry: usize) -> Vec<Effect> {
        if entry >= self.actions.len() {
            return Vec::new();
        }
        if self.chosen == Chosen(entry) {
            return self.confirm();
        }
        self.chosen = Chosen(entry);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseEvent, room: &Room) -> Vec<Effect> {
        let Some(at) = pressed(mouse) else { return Vec::new() };
        let plan = Plan::new(room, self);
        let list = plan.list();
        if is_in(list, at) {
            return self.choose(self.chosen.on_line(at.1 - list.y, list.height));
        }
        let kind = board::kind_at(self.table.game(), self.table.state(), plan.market_inside(), at);
        let entry =
            kind.and_then(|kind| self.actions.iter().position(|&action| action == Action::Build(kind)));
        entry.map_or_else(Vec::new, |entry| self.choose(entry))
    }

    pub(super) fn read(&mut self, line: &str, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        let told = match Typed::read(line) {
            Typed::Quit => return vec![Effect::Leave],
            Typed::Number(number) => match number.checked_sub(1).and_then(|place| self.actions.get(place)) {
                Some(&action) => return self.play(action),
                None => no_option(number),
            },
            Typed::Action(text) => return self.act(&text),
            Typed::Undo => return self.undo(),
            Typed::Save(path) => files::save(&path, &self.table.record()),
            Typed::Unknown(why) => why,
            Typed::Nothing | Typed::Market | Typed::Cities | Typed::Log(_) | Typed::Help => {
                return Vec::new();
            }
        };
        self.note = Some((told, Role::Text));
        Vec::new()
    }

    /// An action by its text; a card's or landmark's name alone is built.
    fn act(&mut self, text: &str) -> Vec<Effect> {
        if !self.is_asked() {
            self.note = Some(("it is not your turn".to_owned(), Role::Dim));
            return Vec::new();
        }
        let game = self.table.game();
        let mut action = game.read_action(text);
        if action.is_err() && self.table.state().phase() == Phase::Build {
            action = game.read_action(&format!("build {text}")).or(action);
        }
        match action {
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
