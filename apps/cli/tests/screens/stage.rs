//! A screen without a terminal: messages go in, text comes out, work beside the screen is done at once.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use tercet_cli::screen::app::App;
use tercet_cli::screen::kit::theme::Theme;
use tercet_cli::screen::saves::Save;
use tercet_cli::screen::{Effect, Message, Opening, Screen, open};

/// The sizes that every screen is drawn in.
pub(crate) const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

pub(crate) struct Stage {
    pub(crate) app: App,
    size: (u16, u16),
    now: Duration,
    /// Is work done at once, or held back?
    pub(crate) has_workers: bool,
    pub(crate) kept: Vec<Save>,
    pub(crate) opened: Vec<Opening>,
    pub(crate) has_left: bool,
}

impl Stage {
    /// The screen of a command line on a terminal of this size.
    pub(crate) fn new(words: &str, size: (u16, u16), theme: Theme) -> Stage {
        Stage::with_data(words, size, theme, None)
    }

    pub(crate) fn with_data(words: &str, size: (u16, u16), theme: Theme, data: Option<&Path>) -> Stage {
        // An underscore is a space that belongs to a word, but for the names of options.
        let word =
            |word: &str| if word.starts_with("grid=") { word.replace('_', " ") } else { word.to_owned() };
        let words: Vec<String> = words.split(' ').map(word).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let screen = open(&words, data).unwrap_or_else(|error| panic!("{words:?}: {error:#}"));
        Stage::of(screen, size, theme)
    }

    /// A screen on a terminal of this size.
    pub(crate) fn of(screen: Box<dyn Screen>, size: (u16, u16), theme: Theme) -> Stage {
        let app = App::new(screen, theme, size);
        let now = Duration::from_secs(1);
        let mut stage = Stage {
            app,
            size,
            now,
            has_workers: true,
            kept: Vec::new(),
            opened: Vec::new(),
            has_left: false,
        };
        stage.send(Message::Tick);
        stage
    }

    /// A screen on which nothing has to be broken into lines.
    pub(crate) fn large(words: &str) -> Stage {
        Stage::new(words, SIZES[2], Theme::DARK)
    }

    pub(crate) fn send(&mut self, message: Message) {
        let mut left = vec![message];
        while let Some(message) = left.pop() {
            for effect in self.app.update(&message, self.now) {
                match effect {
                    Effect::Work { job, work } if self.has_workers => {
                        left.push(Message::Found { job, found: Ok(work()) });
                    }
                    Effect::Work { .. } | Effect::Drop(_) | Effect::Read(_) | Effect::Remember(_) => {}
                    Effect::Keep(save) => self.kept.push(save),
                    Effect::Open(opening) => self.opened.push(opening),
                    Effect::Leave => self.has_left = true,
                }
            }
        }
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, code: KeyCode) {
        self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Types letters.
    pub(crate) fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    /// Types a command.
    pub(crate) fn command(&mut self, line: &str) {
        self.keys(":");
        self.keys(line);
        self.key(KeyCode::Enter);
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub(crate) fn wheel(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Where words stand: column and line of their first letter.
    pub(crate) fn place_of(&self, words: &str) -> Option<(u16, u16)> {
        self.text().lines().zip(0..).find_map(|(line, row)| {
            let before = line.split_once(words)?.0;
            Some((before.chars().count() as u16, row))
        })
    }

    /// Lets time pass, as far as the screen asks for it.
    pub(crate) fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(at) = self.app.wakes().filter(|&at| at <= until) {
            // A screen that wakes in the past would never sleep.
            self.now = at.max(self.now + Duration::from_millis(1));
            self.send(Message::Tick);
        }
        self.now = until;
    }

    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.send(Message::Resize(size.0, size.1));
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| self.app.view(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// What is seen, without colours and without spaces at the ends of lines.
    pub(crate) fn text(&self) -> String {
        let buffer = self.buffer();
        let line = |y: u16| {
            let line: String = (0..self.size.0).map(|x| buffer[(x, y)].symbol().to_owned()).collect();
            line.trim_end().to_owned() + "\n"
        };
        (0..self.size.1).map(line).collect()
    }

    /// Is this to be read on the screen?
    pub(crate) fn shows(&self, words: &str) -> bool {
        self.text().contains(words)
    }
}

/// Compares a screen with the file of this name under `tests/golden/screens`.
pub(crate) fn golden(name: &str, stage: &Stage) {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens");
    tercet_conformance::golden::check(&home.join(name), &stage.text());
}
