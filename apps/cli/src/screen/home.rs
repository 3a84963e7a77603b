//! The home screen: go on with a game, begin one, look at old ones.

pub(crate) mod form;

use clap::Subcommand as _;
use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use tercet_store::{GameRow, rfc3339};

use crate::commands::play::Own;
use crate::screen::home::form::{Form, Kind};
use crate::screen::kit::help::Section;
use crate::screen::kit::list::{self, Chosen};
use crate::screen::kit::pen::{Pen, inside};
use crate::screen::kit::theme::Role;
use crate::screen::saves::{Past, Saved};
use crate::screen::{Effect, Message, Opening, Room, Screen, is_in, pressed};

/// What the home screen knows.
pub(crate) struct Home {
    entries: Vec<Entry>,
    chosen: Chosen,
    form: Option<Form>,
    note: String,
}

/// A line of the menu; one without an opening is a heading.
struct Entry {
    text: String,
    does: HomeChoice,
}

enum HomeChoice {
    Nothing,
    Open(Opening),
    Ask(Kind),
}

impl Home {
    /// The home screen with what there is to go on with, on this day (YYYYMMDD).
    pub(crate) fn new(past: &Past, today: u64) -> Home {
        let mut entries = Vec::new();
        let saved = past.saved.iter().map(|saved| Entry {
            text: saved_line(saved),
            does: HomeChoice::Open(Opening::Saved(saved.save.id.clone())),
        });
        group(&mut entries, "go on", saved.collect());
        let ask = |text: &str, kind| Entry { text: text.to_owned(), does: HomeChoice::Ask(kind) };
        let own = [
            ask("SET: find three cards that agree or all differ, alone or in a race", Kind::Set),
            ask("Machi Koro: roll, earn, build, against bots", Kind::Machi),
            ask("The triangle puzzle: place shapes, fill lines", Kind::Triangle),
        ];
        group(&mut entries, "begin a game", own.into_iter().chain(others()).collect());
        let open = |text: String, words: &str| Entry {
            text,
            does: HomeChoice::Open(Opening::Command(words.split(' ').map(str::to_owned).collect())),
        };
        group(
            &mut entries,
            "today",
            vec![
                open(format!("SET of {}: the same cards for everybody", date(today)), "play set --daily"),
                open(format!("A board with six Sets of {}", date(today)), "play set --daily --puzzle 6"),
                open(
                    format!("The triangle puzzle of {}: the same shapes for everybody", date(today)),
                    &format!("play triangle --seed {today}"),
                ),
            ],
        );
        let recent = past.recent.iter().map(|row| open(game_line(row), &format!("replay {}", row.id)));
        group(&mut entries, "look again", recent.collect());
        let first = entries.iter().position(|entry| !matches!(entry.does, HomeChoice::Nothing)).unwrap_or(0);
        Home { entries, chosen: Chosen(first), form: None, note: String::new() }
    }

    fn choose(&mut self) -> Vec<Effect> {
        match self.entries.get(self.chosen.0).map(|entry| &entry.does) {
            Some(HomeChoice::Open(opening)) => vec![Effect::Open(opening.clone())],
            Some(HomeChoice::Ask(kind)) => {
                self.form = Some(Form::new(*kind));
                Vec::new()
            }
            Some(HomeChoice::Nothing) | None => Vec::new(),
        }
    }

    fn key(&mut self, code: KeyCode) -> Vec<Effect> {
        if code == KeyCode::Enter || code == KeyCode::Char(' ') {
            return self.choose();
        }
        // Headings are stepped over.
        while self.chosen.take(code, self.entries.len()) {
            match self.entries.get(self.chosen.0).map(|entry| &entry.does) {
                Some(HomeChoice::Nothing) if matches!(code, KeyCode::Up | KeyCode::Down) => {}
                Some(HomeChoice::Nothing) => {
                    self.chosen.take(KeyCode::Down, self.entries.len());
                    break;
                }
                _ => break,
            }
        }
        Vec::new()
    }

    fn list(area: Rect) -> Rect {
        let width = area.width.min(90);
        let inner = inside(area);
        Rect {
            x: area.x + (area.width - width) / 2 + 1,
            width: width.saturating_sub(2),
            y: inner.y + 2,
            height: inner.height.saturating_sub(2),
        }
    }
}

/// The games that have no form of their own: they begin at once.
fn others() -> impl Iterator<Item = Entry> {
    let is_other = |entry: &&tercet_entry::Entry| !Own::has_subcommand(entry.id);
    let others = tercet_catalog::games().games().iter().filter(is_other);
    others.map(|entry| Entry {
        text: format!("{}: {}", entry.title, entry.about),
        does: HomeChoice::Open(Opening::Command(vec!["play".to_owned(), entry.id.to_owned()])),
    })
}

fn group(entries: &mut Vec<Entry>, title: &str, of: Vec<Entry>) {
    if of.is_empty() {
        return;
    }
    if !entries.is_empty() {
        entries.push(Entry { text: String::new(), does: HomeChoice::Nothing });
    }
    entries.push(Entry { text: title.to_owned(), does: HomeChoice::Nothing });
    entries.extend(of);
}

/// A day that is written as one number.
fn date(day: u64) -> String {
    format!("{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100)
}

fn saved_line(saved: &Saved) -> String {
    let record = &saved.record;
    let scores = record.scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" : ");
    let plays = record.inputs.iter().filter(|input| matches!(input, tercet_game::Input::Play(..))).count();
    let plays = tercet_entry::count(plays, "move", "moves");
    format!("{}: {}, {plays}, points {scores}", title(&record.game), saved.save.players.join(", "))
}

fn game_line(row: &GameRow) -> String {
    let seats: Vec<String> = row.seats.iter().map(|seat| format!("{} {}", seat.label, seat.points)).collect();
    let when = rfc3339(row.finished_ms);
    let day = when.get(..10).unwrap_or(&when);
    format!("{day}  {}: {}, {}", title(&row.game), seats.join(", "), row.end)
}

fn title(game: &str) -> &str {
    tercet_catalog::games().game(game).map_or(game, |entry| entry.title)
}

impl Screen for Home {
    fn title(&self) -> String {
        "Tercet".to_owned()
    }

    fn needs(&self) -> (u16, u16) {
        (60, 20)
    }

    fn help(&self) -> Vec<Section> {
        let menu = [("↑ ↓", "choose"), ("Enter", "open what is chosen"), ("mouse", "a click opens")];
        let form = [
            ("↑ ↓, Tab", "another line of the form"),
            ("← →", "another value"),
            ("mouse", "a click on a line chooses it, a second one is the next value"),
            ("letters", "type where something is typed"),
            ("Enter", "begin"),
            ("q, Esc", "back (where something is typed, Esc)"),
        ];
        vec![Section::new("home", &menu), Section::new("a new game", &form)]
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        match self.form {
            None => vec![("↑↓", "choose"), ("Enter", "open"), ("T", "theme"), ("q", "leave")],
            Some(_) => vec![("↑↓", "line"), ("←→", "value"), ("Enter", "begin"), ("Esc", "back")],
        }
    }

    fn is_playing(&self) -> bool {
        false
    }

    fn grabs(&self) -> bool {
        self.form.is_some()
    }

    fn update(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        match (message, &mut self.form) {
            (Message::Key(key), Some(form)) => {
                let is_left = key.code == KeyCode::Char('q') && !form.is_typed();
                if key.code == KeyCode::Esc || is_left {
                    self.form = None;
                } else if key.code == KeyCode::Enter {
                    return vec![Effect::Open(Opening::Command(form.words()))];
                } else {
                    form.take(key);
                }
            }
            (Message::Key(key), None) => return self.key(key.code),
            (Message::Mouse(mouse), Some(form)) => {
                let area = Home::list(room.area);
                if let Some(at) = pressed(*mouse).filter(|&at| is_in(area, at)) {
                    form.click(area, at);
                }
            }
            (Message::Mouse(mouse), None) => {
                let area = Home::list(room.area);
                if let Some(at) = pressed(*mouse).filter(|&at| is_in(area, at)) {
                    let entry = self.chosen.on_line(at.1 - area.y, area.height);
                    if self.entries.get(entry).is_some_and(|entry| !matches!(entry.does, HomeChoice::Nothing))
                    {
                        self.chosen = Chosen(entry);
                        return self.choose();
                    }
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn typed(&mut self, line: &str, _room: &Room) -> Vec<Effect> {
        let words = line.strip_prefix("tercet ").unwrap_or(line);
        self.note = String::new();
        vec![Effect::Open(Opening::Command(words.split_whitespace().map(str::to_owned).collect()))]
    }

    fn view(&self, pen: &mut Pen, room: &Room) {
        pen.middle(1, "T E R C E T", Role::Accent);
        let width = room.area.width.min(90);
        let mut frame = pen.at(Rect {
            x: room.area.x + (room.area.width - width) / 2,
            width,
            y: room.area.y + 2,
            height: room.area.height.saturating_sub(2),
        });
        let _ = frame.framed(self.form.as_ref().map_or("", Form::title), Role::Border);
        let mut panel = pen.at(Home::list(room.area));
        if let Some(form) = &self.form {
            form.draw(&mut panel);
            return;
        }
        let entries: Vec<(String, Role)> = self
            .entries
            .iter()
            .map(|entry| match entry.does {
                HomeChoice::Nothing => (entry.text.clone(), Role::Accent),
                _ => (format!("  {}", entry.text), Role::Text),
            })
            .collect();
        list::draw(&mut panel, &entries, Some(self.chosen));
    }
}
