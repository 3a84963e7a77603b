//! What surrounds every screen: the first and the last line, the help, the line to type in, leaving.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screen::kit::help::Section;
use crate::screen::kit::line::Line;
use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::{Role, Theme};
use crate::screen::kit::{dialog, help};
use crate::screen::{Effect, Message, Opening, Room, Screen, command_key, is_control};

/// The application: a screen, and what lies over it.
pub struct App {
    screen: Box<dyn Screen>,
    theme: Theme,
    size: (u16, u16),
    now: Duration,
    over: Over,
    /// Something to say once, until the next key.
    notice: Option<String>,
}

/// What lies over the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Help(u16),
    Leaving,
    Typing(Line),
}

impl App {
    /// The application with a screen on a terminal of this size.
    pub fn new(screen: Box<dyn Screen>, theme: Theme, size: (u16, u16)) -> App {
        App { screen, theme, size, now: Duration::ZERO, over: Over::Nothing, notice: None }
    }

    /// Shows another screen.
    pub fn show(&mut self, screen: Box<dyn Screen>) {
        (self.screen, self.over) = (screen, Over::Nothing);
    }

    /// Says something until the next key.
    pub fn say(&mut self, notice: impl Into<String>) {
        self.notice = Some(notice.into());
    }

    /// When it wants the next [`Message::Tick`], if ever.
    pub fn wakes(&self) -> Option<Duration> {
        self.screen.wakes()
    }

    fn room(&self) -> Room {
        let (width, height) = self.size;
        Room {
            area: Rect { x: 0, y: 1, width, height: height.saturating_sub(2) },
            now: self.now,
            theme: self.theme,
        }
    }

    fn has_room(&self) -> bool {
        let (width, height) = self.screen.needs();
        self.size.0 >= width && self.size.1 >= height
    }

    /// Takes a message at a time since the program began.
    pub fn update(&mut self, message: &Message, now: Duration) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Message::Key(key) => self.key(key),
            Message::Resize(width, height) => {
                self.size = (*width, *height);
                self.screen.update(message, &self.room())
            }
            // What can't be seen can't be pointed at.
            Message::Mouse(_) if self.over != Over::Nothing || !self.has_room() => Vec::new(),
            Message::Stop => vec![Effect::Leave],
            _ => self.screen.update(message, &self.room()),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.notice = None;
        if is_control(key) && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return vec![Effect::Leave];
        }
        if !self.has_room() {
            return if self.is_leave(key) { vec![Effect::Leave] } else { Vec::new() };
        }
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Nothing => self.plain_key(key),
            Over::Help(scroll) => {
                self.over = match key.code {
                    KeyCode::Down | KeyCode::PageDown => Over::Help(scroll.saturating_add(1).min(99)),
                    KeyCode::Up | KeyCode::PageUp => Over::Help(scroll.saturating_sub(1)),
                    _ => Over::Nothing,
                };
                Vec::new()
            }
            Over::Leaving => self.leaving(key),
            Over::Typing(line) => self.typing(line, key),
        }
    }

    fn plain_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        if self.screen.grabs() {
            return self.screen.update(&Message::Key(*key), &self.room());
        }
        match key.code {
            KeyCode::F(1) | KeyCode::Char('?') => self.over = Over::Help(0),
            KeyCode::Char(':' | '/') => self.over = Over::Typing(Line::default()),
            KeyCode::Char('T') => {
                self.theme = self.theme.next();
                self.say(format!("theme: {}", self.theme.name()));
                return vec![Effect::Remember(self.theme)];
            }
            _ if self.is_leave(key) && self.screen.is_playing() => self.over = Over::Leaving,
            _ if self.is_leave(key) => return vec![Effect::Leave],
            _ => return self.screen.update(&Message::Key(*key), &self.room()),
        }
        Vec::new()
    }

    fn is_leave(&self, key: &KeyEvent) -> bool {
        key.code == KeyCode::Esc || command_key(key, self.screen.has_letters()) == KeyCode::Char('q')
    }

    fn leaving(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match command_key(key, false) {
            KeyCode::Char('y' | 'q') | KeyCode::Enter => vec![Effect::Leave],
            KeyCode::Char('h') => vec![Effect::Open(Opening::Home)],
            KeyCode::Char('n') | KeyCode::Esc => Vec::new(),
            _ => {
                self.over = Over::Leaving;
                Vec::new()
            }
        }
    }

    fn typing(&mut self, mut line: Line, key: &KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Enter => {
                let text = line.text();
                match text.trim() {
                    "" => Vec::new(),
                    "quit" | "exit" => vec![Effect::Leave],
                    "help" | "?" => {
                        self.over = Over::Help(0);
                        Vec::new()
                    }
                    text => self.screen.typed(text, &self.room()),
                }
            }
            KeyCode::Esc => Vec::new(),
            _ => {
                line.take(key);
                self.over = Over::Typing(line);
                Vec::new()
            }
        }
    }

    /// Draws everything.
    pub fn view(&self, frame: &mut Frame) {
        let buffer = frame.buffer_mut();
        self.draw(buffer);
        if let (Over::Typing(line), true) = (&self.over, self.has_room()) {
            let x = (line.cursor() as u16 + 2).min(self.size.0.saturating_sub(1));
            frame.set_cursor_position((x, self.size.1.saturating_sub(1)));
        }
    }

    /// Draws everything into a buffer.
    pub fn draw(&self, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, self.theme);
        if self.has_room() {
            self.draw_all(&mut pen);
        } else {
            self.too_small(&mut pen);
        }
        if self.theme.is_ascii {
            ascii(buffer);
        }
    }

    fn draw_all(&self, pen: &mut Pen) {
        let room = self.room();
        let mut inner = pen.at(room.area);
        self.screen.view(&mut inner, &room);
        let mut header = pen.at(Rect { x: 0, y: 0, width: self.size.0, height: 1 });
        header.text(1, 0, &self.screen.title(), Role::Strong);
        header.right(0, "? keys ", Role::Dim);
        self.last_line(pen);
        match &self.over {
            Over::Nothing | Over::Typing(_) => {}
            Over::Help(scroll) => {
                help::draw(pen, &self.sections(), *scroll);
            }
            Over::Leaving => {
                let words = ["The game is kept as it is: `tercet` lists it, and goes on with it.".to_owned()];
                let answers = [("y", "leave"), ("h", "home"), ("n", "stay")];
                dialog::draw(pen, "leave the game?", &words, &answers);
            }
        }
    }

    fn last_line(&self, pen: &mut Pen) {
        let y = self.size.1.saturating_sub(1);
        match (&self.over, &self.notice) {
            (Over::Typing(line), _) => {
                pen.text(0, y, ":", Role::Accent);
                pen.text(2, y, &line.text(), Role::Text);
            }
            (_, Some(notice)) => {
                pen.text(1, y, notice, Role::Warn);
            }
            _ => help::footer(pen, y, &self.screen.footer()),
        }
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = self.screen.help();
        let leave = if self.screen.has_letters() { "Q, Esc" } else { "q, Esc" };
        sections.push(Section::new(
            "everywhere",
            &[
                ("?, F1", "this help"),
                (":", "type a command in the game's own words; `help` lists them"),
                ("T", "another theme: dark, light, colour-blind safe"),
                (leave, "leave; a game is asked about and kept"),
                ("Ctrl-C", "leave at once; a game is kept"),
            ],
        ));
        sections
    }

    fn too_small(&self, pen: &mut Pen) {
        let (width, height) = self.screen.needs();
        let words = [
            "This terminal is too small.".to_owned(),
            format!("It has {} columns and {} lines;", self.size.0, self.size.1),
            format!("{width} and {height} are needed."),
            "Make it larger, or leave with q.".to_owned(),
        ];
        let top = pen.height().saturating_sub(words.len() as u16) / 2;
        for (y, line) in words.iter().enumerate() {
            pen.middle(top + y as u16, line, Role::Text);
        }
    }
}

/// Puts something from ASCII in the place of every other sign.
fn ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = cell.symbol().chars().next().map_or(' ', stand_in);
            cell.set_char(sign);
        }
    }
}

fn stand_in(sign: char) -> char {
    match sign {
        '─' | '━' | '—' | '–' => '-',
        '│' | '┃' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┼' | '┬' | '┴' => {
            '+'
        }
        '▲' | '△' => 'A',
        '▼' | '▽' => 'V',
        '↑' => '^',
        '↓' => 'v',
        '←' | '◀' => '<',
        '→' | '▶' => '>',
        '×' => 'x',
        '±' => '~',
        '·' | '…' | '░' => '.',
        '«' | '»' => '"',
        '█' | '▓' | '▒' | '▀' | '▄' | '●' | '■' | '◆' => '#',
        _ => '?',
    }
}
