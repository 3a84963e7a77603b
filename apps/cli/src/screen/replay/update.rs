//! What a message changes in the viewer.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEventKind};
use tercet_catalog::games;
use tercet_entry::Style;

use crate::files;
use crate::screen::kit::sheet::Sheet;
use crate::screen::kit::theme::Role;
use crate::screen::replay::model::{Model, PAUSES};
use crate::screen::replay::view::Plan;
use crate::screen::{Effect, Found, Message, Room, command_key, is_in};

impl Model {
    pub(super) fn take(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        match message {
            Message::Key(key) if command_key(key, false) == KeyCode::Char('v') => {
                return vec![self.in_words(room)];
            }
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => {
                let bar = Plan::new(room, self).bar;
                let at = (mouse.column, mouse.row);
                let is_held = matches!(mouse.kind, MouseEventKind::Down(_) | MouseEventKind::Drag(_));
                if is_held && is_in(bar, at) {
                    let last = self.stops.len() - 1;
                    let share = usize::from(at.0 - bar.x) * last / usize::from(bar.width.max(2) - 1);
                    self.go_to(share);
                }
                match mouse.kind {
                    MouseEventKind::ScrollUp => self.step(-1),
                    MouseEventKind::ScrollDown => self.step(1),
                    _ => {}
                }
            }
            Message::Found { job, found }
                if self.live.as_ref().is_some_and(|live| live.thinking == Some(*job)) =>
            {
                match found {
                    Ok(Found::Move(found)) => self.moved(found.clone()),
                    Ok(_) => {}
                    Err(why) => {
                        self.fail(why.clone());
                        if let Some(live) = &mut self.live {
                            live.thinking = None;
                        }
                    }
                }
            }
            _ => {}
        }
        self.pass_time()
    }

    fn see(&mut self, now: Duration) {
        if self.now == Duration::ZERO {
            self.since = now;
        }
        self.now = now;
    }

    fn step(&mut self, step: isize) {
        self.is_running &= step > 0 && self.live.is_some();
        self.go_to(self.here.saturating_add_signed(step));
    }

    fn key(&mut self, key: &KeyEvent) {
        self.note = None;
        match command_key(key, false) {
            KeyCode::Left | KeyCode::Up | KeyCode::Char('[') => self.step(-1),
            KeyCode::Right | KeyCode::Down | KeyCode::Char(']') => self.step(1),
            KeyCode::PageUp => self.step(-10),
            KeyCode::PageDown => self.step(10),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char(digit @ '0'..='9') => {
                // Tenths of the game, as video players have it.
                self.go_to((digit as usize - '0' as usize) * (self.stops.len() - 1) / 10);
            }
            KeyCode::Char(' ') | KeyCode::Enter => {
                if !self.is_running && self.here + 1 == self.stops.len() && self.live.is_none() {
                    self.go_to(0);
                }
                self.is_running = !self.is_running;
                self.since = self.now;
            }
            KeyCode::Char('+' | '=') => self.set_speed(self.speed + 1),
            KeyCode::Char('-') => self.set_speed(self.speed.saturating_sub(1)),
            KeyCode::Char('x') => self.cut_short(),
            _ => {}
        }
    }

    /// The whole position in words.
    fn in_words(&self, room: &Room) -> Effect {
        let style = Style { has_color: false, is_ascii: room.theme.is_ascii };
        let text = games().position_text(&self.record, self.stop().at, &|seat| self.name(seat), style);
        let text = text.unwrap_or_else(|error| error.to_string());
        Effect::Read(Sheet::new("the position", text))
    }

    fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(PAUSES.len() - 1);
    }

    pub(super) fn read(&mut self, line: &str, room: &Room) -> Vec<Effect> {
        self.see(room.now);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim(), word.parse::<usize>()) {
            (_, "", Ok(at)) => {
                let stop = self.stops.iter().position(|stop| stop.at >= at);
                self.is_running = false;
                self.go_to(stop.unwrap_or(usize::MAX));
            }
            ("save", path, _) if !path.is_empty() => {
                let answer = match &self.live {
                    Some(_) => files::save(path.as_ref(), &self.record),
                    None => "the game is recorded already".to_owned(),
                };
                self.note = Some((answer, Role::Text));
            }
            _ => {
                self.note =
                    Some((format!("`{line}`: type the number of an input, or `save FILE`"), Role::Bad));
            }
        }
        Vec::new()
    }
}
