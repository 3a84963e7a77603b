//! The CPU time of a key press and the frame that shows it, in three sizes of the terminal.

use std::time::Duration;

use criterion::{criterion_group, criterion_main};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tercet_cli::screen::app::App;
use tercet_cli::screen::kit::theme::Theme;
use tercet_cli::screen::{Message, open};
use tercet_measure::{CpuTime, criterion};

fn frames(criterion: &mut criterion::Criterion<CpuTime>) {
    let screens = [
        ("triangle", "play triangle --seed 42"),
        ("debug", "debug triangle --seed 42"),
        ("set", "play set --seed 42 --option capacity=21"),
        ("machi", "play machi --players me,random,random,random --seed 42"),
        (
            "machi with all cards",
            "play machi --players me,random,random,random,random --expansions harbor,millionaires_row \
             --market total --seed 42",
        ),
        ("watch", "watch machi --players random,random --seed 42"),
    ];
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut group = criterion.benchmark_group(format!("a key and its frame, {width}x{height}"));
        for (name, words) in screens {
            let words: Vec<&str> = words.split(' ').collect();
            let screen = open(&words, None).expect("the command has a screen");
            let mut app = App::new(screen, Theme::DARK, (width, height));
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            let key = Message::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    app.update(&key, Duration::from_secs(1));
                    buffer.reset();
                    app.draw(&mut buffer);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(name = benches; config = criterion(); targets = frames);
criterion_main!(benches);
