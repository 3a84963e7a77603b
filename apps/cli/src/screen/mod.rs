//! The terminal as a full screen. A screen is a model with two pure functions: `update` takes a message and gives back what
//! is to be done in the world, `view` draws. Only `run.rs` touches the world: it reads keys, keeps files, lets bots think.
//!
//! Every game's screen (`games/<game>/screen`) has the same files: `model.rs` (what the screen knows), `update.rs` (what a message changes),
//! `view.rs` (what it looks like) and `board.rs` (the position itself, which the replay viewer draws too). No rule of a game
//! stands in here: the tables refuse what is not legal, and say why.

pub(crate) mod any;
pub mod app;
pub(crate) mod home;
pub mod kit;
pub mod picture;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod run;
pub mod saves;

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use tercet_entry::{Advice, Thinker};
use tercet_game::Seat;

use crate::screen::kit::dialog::Dialog;
use crate::screen::kit::help::Section;
use crate::screen::kit::pen::Pen;
use crate::screen::kit::sheet::Sheet;
use crate::screen::kit::theme::Theme;
use crate::screen::run::Host;
use crate::screen::saves::{Past, Save, Saves};

/// Opens the screen of a command line without the program's name, as `["play", "triangle"]`; games are kept in this data
/// directory, or nowhere.
///
/// # Errors
/// If the words are no command that has a screen, or the game can't begin.
pub fn open(words: &[&str], data: Option<&Path>) -> Result<Box<dyn Screen>> {
    let host = Host { saves: data.map(Saves::new), theme: Theme::DARK };
    host.open(Opening::Command(words.iter().map(|&word| word.to_owned()).collect()))
}

/// The home screen with what there is to go on with, on a day (YYYYMMDD).
pub fn home(past: &Past, today: u64) -> Box<dyn Screen> {
    Box::new(home::Home::new(past, today))
}

/// Shows a screen on the terminal until the person leaves.
///
/// # Errors
/// If there is no terminal, or it fails.
pub fn show(screen: Box<dyn Screen>, theme: Theme) -> Result<()> {
    run::show(screen, &Host { saves: None, theme })
}

/// What comes in from the world.
#[derive(Debug)]
pub enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse moved or was pressed.
    Mouse(MouseEvent),
    /// The terminal has another size now.
    Resize(u16, u16),
    /// The moment has come that the screen asked for by [`Screen::wakes`].
    Tick,
    /// Work that was asked for is done, or failed.
    Found {
        /// Its number.
        job: u64,
        /// What came of it.
        found: Result<Found, String>,
    },
    /// The terminal is gone, or a signal ended the program.
    Stop,
}

/// What comes of work that is done beside the screen.
#[derive(Clone, Debug)]
pub enum Found {
    /// A bot's advice; `None` where it has none.
    Advice(Option<Advice>),
    /// Who moves next in a game of bots, and how; `None` where nobody has an answer.
    Move(Option<(Seat, Advice)>),
    /// What a position of Machi Koro is worth.
    Insight(Box<crate::games::machi::screen::insight::Insight>),
}

/// What is to be done in the world.
pub enum Effect {
    /// Do this on another thread, and say what came of it.
    Work {
        /// Its number.
        job: u64,
        /// The work.
        work: Work,
    },
    /// Write the game so far to disk.
    Keep(Save),
    /// Forget a game that was kept: it begins anew.
    Drop(String),
    /// Begin with this theme the next time.
    Remember(Theme),
    /// Lay a text over the screen; the application itself does that.
    Read(Sheet),
    /// Show another screen.
    Open(Opening),
    /// Leave the program.
    Leave,
}

/// Work for another thread.
pub type Work = Box<dyn FnOnce() -> Found + Send>;

/// A bot's thinking as work.
pub fn thinking(thinker: Thinker) -> Work {
    Box::new(move || Found::Advice(thinker()))
}

/// A screen that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The home screen.
    Home,
    /// A command line without the program's name, as `play set --daily`.
    Command(Vec<String>),
    /// A saved game.
    Saved(String),
}

/// What a screen is drawn into and asked from.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// All of the terminal but the lines of the application itself.
    pub area: Rect,
    /// The time since the program began.
    pub now: Duration,
    /// How things look.
    pub theme: Theme,
}

/// One screen.
pub trait Screen {
    /// What stands in the first line.
    fn title(&self) -> String;

    /// The fewest columns and lines that it can be drawn in.
    fn needs(&self) -> (u16, u16);

    /// Its keys, for the help and the last line.
    fn help(&self) -> Vec<Section>;

    /// The most important keys, for the last line.
    fn footer(&self) -> Vec<(&'static str, &'static str)>;

    /// The game whose rules can be read here, by its name in commands.
    fn rules(&self) -> Option<&'static str> {
        None
    }

    /// Does every key go to the screen, the application's own too? A form is filled in then.
    fn grabs(&self) -> bool {
        false
    }

    /// Is there a game that leaving would interrupt?
    fn is_playing(&self) -> bool;

    /// Takes a message.
    fn update(&mut self, message: &Message, room: &Room) -> Vec<Effect>;

    /// Takes a line that was typed in the game's own notation.
    fn typed(&mut self, line: &str, room: &Room) -> Vec<Effect>;

    /// Draws itself.
    fn view(&self, pen: &mut Pen, room: &Room);

    /// The dialog over the screen, and its place. A click on an answer is the answer's key.
    fn dialog(&self, room: &Room) -> Option<(Rect, Dialog)> {
        let _ = room;
        None
    }

    /// When it wants the next [`Message::Tick`], if ever.
    fn wakes(&self) -> Option<Duration> {
        None
    }
}

/// A key as commands name it: letters in lower case where the screen has no letters of its own.
pub(crate) fn command_key(key: &KeyEvent, has_letters: bool) -> KeyCode {
    match key.code {
        KeyCode::Char(letter) if letter.is_ascii_uppercase() => KeyCode::Char(letter.to_ascii_lowercase()),
        KeyCode::Char(letter) if letter.is_ascii_lowercase() && has_letters => KeyCode::Null,
        code => code,
    }
}

/// Is it a key with the control key held?
pub(crate) fn is_control(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Where the mouse was pressed or released with the first button, or is.
pub(crate) fn pressed(mouse: MouseEvent) -> Option<(u16, u16)> {
    matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left)).then_some((mouse.column, mouse.row))
}

/// Is the point in the area?
pub(crate) fn is_in(area: Rect, (x, y): (u16, u16)) -> bool {
    area.contains(ratatui::layout::Position { x, y })
}
