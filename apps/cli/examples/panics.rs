//! A screen that panics at the first key: the terminal must be whole afterwards. A test runs it.

use tercet_cli::screen::kit::help::Section;
use tercet_cli::screen::kit::pen::Pen;
use tercet_cli::screen::kit::theme::{Role, Theme};
use tercet_cli::screen::{Effect, Message, Room, Screen, show};

struct Panics;

impl Screen for Panics {
    fn title(&self) -> String {
        "a screen that panics".to_owned()
    }

    fn needs(&self) -> (u16, u16) {
        (20, 5)
    }

    fn help(&self) -> Vec<Section> {
        Vec::new()
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn is_playing(&self) -> bool {
        false
    }

    fn update(&mut self, message: &Message, _room: &Room) -> Vec<Effect> {
        assert!(!matches!(message, Message::Key(_)), "a key was pressed");
        Vec::new()
    }

    fn typed(&mut self, _line: &str, _room: &Room) -> Vec<Effect> {
        Vec::new()
    }

    fn view(&self, pen: &mut Pen, _room: &Room) {
        pen.text(0, 0, "press any key to panic", Role::Text);
    }
}

fn main() -> anyhow::Result<()> {
    show(Box::new(Panics), Theme::DARK)
}
