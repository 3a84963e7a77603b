//! Draws the screens of the documentation as SVG into a directory: `cargo run --example screens -- DIR`.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tercet_cli::screen::app::App;
use tercet_cli::screen::kit::theme::{Ground, Theme};
use tercet_cli::screen::picture::svg;
use tercet_cli::screen::{Effect, Message, open};

const LIGHT: Theme = Theme { ground: Ground::Light, ..Theme::DARK };
const COLORBLIND: Theme = Theme { is_colorblind: true, ..Theme::DARK };

struct Shot {
    name: &'static str,
    words: &'static str,
    /// Keys; a dot is written `.`, Enter `\n`.
    keys: &'static str,
    size: (u16, u16),
    theme: Theme,
}

const SHOTS: [Shot; 10] = [
    Shot { name: "set", words: "play set --seed 42", keys: "acdDb", size: (80, 24), theme: Theme::DARK },
    Shot { name: "set-light", words: "play set --seed 7", keys: "bH", size: (80, 24), theme: LIGHT },
    Shot {
        name: "set-colorblind",
        words: "play set --seed 42 --players me,racer:1,racer:3",
        keys: "ab",
        size: (100, 30),
        theme: COLORBLIND,
    },
    Shot {
        name: "triangle",
        words: "play triangle --seed 42",
        keys: "\nh\nh\nh\nh\nh\nh\n2..",
        size: (80, 24),
        theme: Theme::DARK,
    },
    Shot {
        name: "triangle-light",
        words: "play triangle --seed 7",
        keys: "h\nh\nh\nh\nh",
        size: (80, 24),
        theme: LIGHT,
    },
    Shot {
        name: "debug",
        words: "debug triangle --seed 42",
        keys: "\nh\nh\ncl",
        size: (120, 40),
        theme: Theme::DARK,
    },
    Shot {
        name: "machi",
        words: "play machi --players me,impatient,fromage --seed 42",
        keys: "\n2\n3\n\n\ni",
        size: (120, 40),
        theme: Theme::DARK,
    },
    Shot {
        name: "machi-small",
        words: "play machi --players me,random --seed 7",
        keys: "\n\n\n",
        size: (80, 24),
        theme: LIGHT,
    },
    Shot {
        name: "machi-question",
        words: "play machi --players me,random,random --option starting_coins=60 --seed 8",
        keys: ":tv_station\ns",
        size: (100, 30),
        theme: Theme::DARK,
    },
    Shot {
        name: "watch",
        words: "watch set --players racer:2,racer:4 --seed 42",
        keys: "++",
        size: (120, 40),
        theme: Theme::DARK,
    },
];

fn main() -> Result<()> {
    let place = env::args().nth(1).context("name the directory for the pictures")?;
    for shot in &SHOTS {
        let path = Path::new(&place).join(format!("terminal-{}.svg", shot.name));
        fs::write(&path, shot.draw()?).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

impl Shot {
    fn draw(&self) -> Result<String> {
        let words: Vec<&str> = self.words.split(' ').collect();
        let mut app = App::new(open(&words, None)?, self.theme, self.size);
        let mut now = Duration::from_secs(1);
        send(&mut app, Message::Tick, now);
        for letter in self.keys.chars() {
            let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
            send(&mut app, Message::Key(KeyEvent::new(code, KeyModifiers::NONE)), now);
            // Bots have their time between the keys.
            for _ in 0..20 {
                now += Duration::from_millis(500);
                send(&mut app, Message::Tick, now);
            }
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        app.draw(&mut buffer);
        Ok(svg(&buffer, self.theme))
    }
}

fn send(app: &mut App, message: Message, now: Duration) {
    let mut left = vec![message];
    while let Some(message) = left.pop() {
        for effect in app.update(&message, now) {
            match effect {
                Effect::Work { job, work } => left.push(Message::Found { job, found: Ok(work()) }),
                Effect::Open(_)
                | Effect::Leave
                | Effect::Keep(_)
                | Effect::Drop(_)
                | Effect::Read(_)
                | Effect::Remember(_) => {}
            }
        }
    }
}
