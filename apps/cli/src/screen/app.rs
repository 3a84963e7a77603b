//! What surrounds every screen: the first and the last line, the help, the line to type in, leaving.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screen::kit::dialog::Dialog;
use crate::screen::kit::help::{self, Section};
use crate::screen::kit::line::Line;
use crate::screen::kit::pen::Pen;
use crate::screen::kit::sheet::Sheet;
use crate::screen::kit::theme::{Role, Theme};
use crate::screen::rules;
use crate::screen::{Effect, Message, Opening, Room, Screen, command_key, is_control, pressed};

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
    Reading(Sheet),
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
        self.room_of(self.size)
    }

    fn room_of(&self, (width, height): (u16, u16)) -> Room {
        Room {
            area: Rect { x: 0, y: 1, width, height: height.saturating_sub(2) },
            now: self.now,
            theme: self.theme,
        }
    }

    fn has_room(&self) -> bool {
        self.has_room_in(self.size)
    }

    fn has_room_in(&self, size: (u16, u16)) -> bool {
        let (width, height) = self.screen.needs();
        size.0 >= width && size.1 >= height
    }

    /// Takes a message at a time since the program began.
    pub fn update(&mut self, message: &Message, now: Duration) -> Vec<Effect> {
        self.now = now;
        let effects = self.take(message);
        effects.into_iter().filter_map(|effect| self.keep_own(effect)).collect()
    }

    /// What is to be done in the world; what the application does itself is not.
    fn keep_own(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Read(sheet) => {
                self.over = Over::Reading(sheet);
                None
            }
            effect => Some(effect),
        }
    }

    fn take(&mut self, message: &Message) -> Vec<Effect> {
        match message {
            Message::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Message::Key(key) => self.key(key),
            Message::Resize(width, height) => {
                self.size = (*width, *height);
                self.screen.update(message, &self.room())
            }
            // What can't be seen can't be pointed at.
            Message::Mouse(_) if !self.has_room() => Vec::new(),
            Message::Mouse(mouse) => match self.answer(*mouse) {
                Some(key) => self.key(&key),
                None if self.over == Over::Nothing => self.screen.update(message, &self.room()),
                None => self.mouse(*mouse),
            },
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
            return if is_leave(key) { vec![Effect::Leave] } else { Vec::new() };
        }
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Nothing => self.plain_key(key),
            Over::Help(scroll) => {
                self.over = match key.code {
                    KeyCode::Char('r') => self.rules(),
                    KeyCode::Down | KeyCode::PageDown => self.help(scroll.saturating_add(1)),
                    KeyCode::Up | KeyCode::PageUp => self.help(scroll.saturating_sub(1)),
                    _ => Over::Nothing,
                };
                Vec::new()
            }
            Over::Reading(mut sheet) => {
                if sheet.take(key.code, self.size) {
                    self.over = Over::Reading(sheet);
                }
                Vec::new()
            }
            Over::Leaving => self.leaving(key),
            Over::Typing(line) => self.typing(line, key),
        }
    }

    /// The help from a line on, as far as it goes.
    fn help(&self, scroll: u16) -> Over {
        Over::Help(scroll.min(help::most(&self.sections(), self.size.1)))
    }

    /// The rules of the screen's game, if it has one.
    fn rules(&self) -> Over {
        self.screen.rules().map_or(Over::Nothing, |game| Over::Reading(rules::sheet(game)))
    }

    /// Takes the mouse where something lies over the screen.
    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match (&mut self.over, pressed(mouse)) {
            (Over::Reading(sheet), _) => {
                let is_read = sheet.point(mouse.kind, self.size);
                self.close_unless(is_read);
            }
            (Over::Help(_), Some(_)) => self.over = Over::Nothing,
            (Over::Help(scroll), None) => {
                let scroll = *scroll;
                self.over = match mouse.kind {
                    MouseEventKind::ScrollDown => self.help(scroll.saturating_add(3)),
                    MouseEventKind::ScrollUp => self.help(scroll.saturating_sub(3)),
                    _ => Over::Help(scroll),
                };
            }
            _ => {}
        }
        Vec::new()
    }

    fn close_unless(&mut self, is_read: bool) {
        if !is_read {
            self.over = Over::Nothing;
        }
    }

    /// What is asked on a screen of this size, and where.
    fn dialog(&self, size: (u16, u16)) -> Option<(Rect, Dialog)> {
        match self.over {
            Over::Leaving => Some((Rect { x: 0, y: 0, width: size.0, height: size.1 }, leaving())),
            Over::Nothing | Over::Typing(_) => self.screen.dialog(&self.room_of(size)),
            _ => None,
        }
    }

    /// The key of the answer that was clicked on, if one was.
    fn answer(&self, mouse: MouseEvent) -> Option<KeyEvent> {
        let (area, dialog) = self.dialog(self.size).filter(|_| !matches!(self.over, Over::Typing(_)))?;
        let letter = dialog.answer_at(area, pressed(mouse)?)?;
        Some(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
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
            _ if is_leave(key) && self.screen.is_playing() => self.over = Over::Leaving,
            _ if is_leave(key) => return vec![Effect::Leave],
            _ => return self.screen.update(&Message::Key(*key), &self.room()),
        }
        Vec::new()
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
                    "rules" => {
                        self.over = self.rules();
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
        let size = (buffer.area.width, buffer.area.height);
        self.draw(buffer);
        if let (Over::Typing(line), true) = (&self.over, self.has_room_in(size)) {
            let x = (line.cursor() as u16 + 2).min(size.0.saturating_sub(1));
            frame.set_cursor_position((x, size.1.saturating_sub(1)));
        }
    }

    /// Draws everything into a buffer, whose size may be newer than the last resize message.
    pub fn draw(&self, buffer: &mut Buffer) {
        let size = (buffer.area.width, buffer.area.height);
        let mut pen = Pen::new(buffer, self.theme);
        if self.has_room_in(size) {
            self.draw_all(&mut pen, size);
        } else {
            self.too_small(&mut pen);
        }
        if self.theme.is_ascii {
            ascii(buffer);
        }
    }

    fn draw_all(&self, pen: &mut Pen, size: (u16, u16)) {
        let room = self.room_of(size);
        let mut inner = pen.at(room.area);
        self.screen.view(&mut inner, &room);
        let mut header = pen.at(Rect { x: 0, y: 0, width: size.0, height: 1 });
        header.text(1, 0, &self.screen.title(), Role::Strong);
        header.right(0, "? keys ", Role::Dim);
        self.last_line(pen);
        match &self.over {
            Over::Help(scroll) => {
                let has_rules = self.screen.rules().is_some();
                help::draw(pen, &self.sections(), *scroll, has_rules);
            }
            Over::Reading(sheet) => sheet.draw(pen),
            Over::Nothing | Over::Typing(_) | Over::Leaving => {}
        }
        if let Some((area, dialog)) = self.dialog(size) {
            dialog.draw(&mut pen.at(area));
        }
    }

    fn last_line(&self, pen: &mut Pen) {
        let y = pen.height().saturating_sub(1);
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
        sections.push(Section::new(
            "everywhere",
            &[
                ("?, F1", "this help; r then shows the rules of the game"),
                (":", "type a command in the game's own words; `help` lists them"),
                ("T", "another theme: dark, light, colour-blind safe"),
                ("q, Esc", "leave; a game is asked about and kept"),
                ("Ctrl-C", "leave at once; a game is kept"),
            ],
        ));
        sections
    }

    fn too_small(&self, pen: &mut Pen) {
        let (width, height) = self.screen.needs();
        let words = [
            "This terminal is too small.".to_owned(),
            format!("It has {} columns and {} lines;", pen.width(), pen.height()),
            format!("{width} and {height} are needed."),
            "Make it larger, or leave with q.".to_owned(),
        ];
        let top = pen.height().saturating_sub(words.len() as u16) / 2;
        for (y, line) in words.iter().enumerate() {
            pen.middle(top + y as u16, line, Role::Text);
        }
    }
}

fn leaving() -> Dialog {
    Dialog {
        title: "leave the game?",
        words: vec!["The game is kept as it is: `tercet` lists it, and goes on with it.".to_owned()],
        answers: vec![('y', "leave"), ('h', "home"), ('n', "stay")],
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

/// Does this key leave a screen?
fn is_leave(key: &KeyEvent) -> bool {
    key.code == KeyCode::Esc || command_key(key, false) == KeyCode::Char('q')
}
