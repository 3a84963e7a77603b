//! What a message changes.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};

use super::model::{AnyScreen, Job};
use super::view::Plan;
use crate::files;
use crate::screen::kit::sheet::Sheet;
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Found, Message, Opening, Room, command_key, is_in, pressed};

impl AnyScreen {
    pub(super) fn take(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        let mut effects = match message {
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => self.mouse(*mouse, room),
            Message::Found { job, found } => self.found(*job, found),
            _ => Vec::new(),
        };
        effects.extend(self.ask_bots());
        effects
    }

    fn found(&mut self, job: u64, found: &Result<Found, String>) -> Vec<Effect> {
        let is_hint = match self.job {
            Some(Job::Move(own)) if own == job => false,
            Some(Job::Hint(own)) if own == job => true,
            _ => return Vec::new(),
        };
        self.job = None;
        match found {
            Ok(Found::Move(found)) if !is_hint => return self.moved(found.clone()),
            Ok(Found::Advice(advice)) if is_hint => self.hinted(advice.as_ref()),
            Ok(_) => {}
            Err(why) => self.note = Some((why.clone(), Role::Bad)),
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.note = None;
        let choices = if self.is_newest() { self.choices() } else { Vec::new() };
        match command_key(key, false) {
            code @ (KeyCode::Up | KeyCode::Down) if !choices.is_empty() => {
                self.chosen.take(code, choices.len());
            }
            KeyCode::Enter if !choices.is_empty() => return self.choose(self.chosen.0),
            KeyCode::Char(digit @ '1'..='9') if !choices.is_empty() => {
                return self.choose(digit as usize - '1' as usize);
            }
            KeyCode::Left | KeyCode::Char('[') => self.step(-1),
            KeyCode::Right | KeyCode::Char(']') => self.step(1),
            KeyCode::PageUp => self.step(-10),
            KeyCode::PageDown => self.step(10),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char('u') => return self.undo(),
            KeyCode::Char('h') => return self.ask_hint(),
            KeyCode::Char('x') => self.cut_short(),
            KeyCode::Char('n') if self.is_over() => return vec![self.again()],
            KeyCode::Char('v') => {
                return vec![Effect::Read(Sheet::new("the position", self.position.clone()))];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Plays what stands at this place of the list.
    fn choose(&mut self, place: usize) -> Vec<Effect> {
        let Some((action, _)) = self.choices().into_iter().nth(place) else {
            self.note = Some((format!("there is no option {}", place + 1), Role::Bad));
            return Vec::new();
        };
        self.play(&action)
    }

    fn step(&mut self, step: isize) {
        self.go_to(self.here.saturating_add_signed(step));
    }

    /// The same game anew, with the options that are not the usual ones. How many play is the table's to say.
    fn again(&self) -> Effect {
        let (usual, seats) = (self.entry.usual(), self.game.seats());
        let is_usual = |pair: &(String, String)| {
            usual.options().iter().any(|(key, value)| (key.name, value) == (pair.0.as_str(), &pair.1))
        };
        let is_given = |pair: &(String, String)| usual.table(std::slice::from_ref(pair), seats).is_ok();
        let given = self.game.record().config.into_iter().filter(|pair| !is_usual(pair) && is_given(pair));
        let mut words = ["play", self.entry.id, "--players"].map(str::to_owned).to_vec();
        words.push(self.players.join(","));
        words.extend(given.flat_map(|(key, value)| ["--option".to_owned(), format!("{key}={value}")]));
        Effect::Open(Opening::Command(words))
    }

    fn mouse(&mut self, mouse: MouseEvent, room: &Room) -> Vec<Effect> {
        let plan = Plan::new(room, self);
        let at = (mouse.column, mouse.row);
        let is_held = matches!(mouse.kind, MouseEventKind::Down(_) | MouseEventKind::Drag(_));
        if is_held && is_in(plan.bar, at) {
            let share = usize::from(at.0 - plan.bar.x) * self.last() / usize::from(plan.bar.width.max(2) - 1);
            self.go_to(share);
        }
        if let Some(at) = pressed(mouse).filter(|&at| is_in(plan.list, at)) {
            let place = self.chosen.on_line(at.1 - plan.list.y, plan.list.height);
            if self.is_newest() && place < self.choices().len() {
                return self.choose(place);
            }
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            _ => {}
        }
        Vec::new()
    }

    /// A line that was typed: an action in the game's own words, the number of an input, or `save FILE`.
    pub(super) fn read(&mut self, line: &str) -> Vec<Effect> {
        let line = line.trim();
        if let Some(path) = line.strip_prefix("save ") {
            self.note = Some((files::save(path.trim().as_ref(), &self.game.record()), Role::Text));
            return Vec::new();
        }
        match line.parse::<usize>() {
            Ok(at) => {
                self.go_to(self.steps.iter().position(|step| step.at >= at).unwrap_or(usize::MAX));
                Vec::new()
            }
            Err(_) => self.play(line),
        }
    }
}
