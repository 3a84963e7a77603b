//! Anything may be typed, clicked and resized, in any order.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tercet_cli::screen::Message;
use tercet_cli::screen::kit::theme::Theme;
use tercet_game::Rng;

use crate::stage::Stage;

const CODES: [KeyCode; 14] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Enter,
    KeyCode::Tab,
    KeyCode::Backspace,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Esc,
    KeyCode::F(1),
    KeyCode::Delete,
];

fn message(rng: &mut Rng) -> Message {
    let number = |rng: &mut Rng, below: u32| rng.below(below) as u16;
    match rng.below(10) {
        0 => Message::Resize(number(rng, 220), number(rng, 70)),
        1 | 2 => {
            let kinds = [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Up(MouseButton::Left),
                MouseEventKind::Drag(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Right),
                MouseEventKind::Moved,
                MouseEventKind::ScrollUp,
                MouseEventKind::ScrollDown,
            ];
            let kind = kinds[rng.below(7) as usize];
            let (column, row) = (number(rng, 220), number(rng, 70));
            Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
        3 | 4 => Message::Key(KeyEvent::new(CODES[rng.below(14) as usize], KeyModifiers::NONE)),
        5 => Message::Key(KeyEvent::new(
            KeyCode::Char(char::from_u32(rng.below(0x3000)).unwrap_or('ß')),
            KeyModifiers::NONE,
        )),
        _ => Message::Key(KeyEvent::new(
            KeyCode::Char(char::from(32 + rng.below(95) as u8)),
            KeyModifiers::NONE,
        )),
    }
}

#[test]
fn no_message_breaks_a_screen() {
    let screens = [
        "play triangle --seed 1",
        "debug triangle --seed 1",
        "play set --seed 1",
        "play set --seed 1 --variant chain",
        "play set --seed 1 --players me,racer:5 --option call_ms=3000",
        "play machi --players me,random,uniform --seed 1",
        "play machi --players me,random --seed 1 --expansions harbor,millionaires_row",
        "watch set --players racer:4,first --seed 1",
    ];
    for (number, words) in screens.iter().enumerate() {
        let mut rng = Rng::stream(7, &[number as u64]);
        let mut stage = Stage::new(words, (80, 24), Theme::DARK);
        for step in 0..400 {
            let message = message(&mut rng);
            if let Message::Resize(width, height) = message {
                stage.resize((width, height));
            } else {
                stage.send(message);
            }
            stage.wait(Duration::from_millis(rng.below(300).into()));
            if step % 4 == 0 {
                stage.text();
            }
            if step % 5 == 0 {
                // A terminal may have changed its size before anybody was told.
                let (width, height) = (rng.below(220) as u16, rng.below(70) as u16);
                stage.app.draw(&mut Buffer::empty(Rect::new(0, 0, width, height)));
            }
        }
    }
}
