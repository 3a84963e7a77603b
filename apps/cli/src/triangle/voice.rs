//! How a recorded puzzle is told.

use serde_json::{Value, json};
use tercet_game::{Game as _, Notation, Record, Replay, ReplayError, Settings, rules_of};
use tercet_triangle::{Canvas, Config, Field, FieldVisitor, Puzzle, State, with_field};

use crate::output::Style;
use crate::triangle::colors::Painter;
use crate::triangle::{board, words};

/// Events in words.
pub(crate) fn events(record: &Record, told: &[Vec<String>]) -> Vec<Vec<String>> {
    struct Events<'r>(&'r Record, &'r [Vec<String>]);

    impl FieldVisitor for Events<'_> {
        type Out = Vec<Vec<String>>;

        fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
            let Ok(game) = rules_of::<Puzzle<F>>(self.0) else { return self.1.to_vec() };
            let event = |text: &String| {
                game.read_event(text).map_or_else(|_| text.clone(), |event| words::event(&game, &event))
            };
            self.1.iter().map(|texts| texts.iter().map(event).collect()).collect()
        }
    }

    with_field(&config(record), Events(record, told))
}

/// The position after so many inputs, drawn.
pub(crate) fn position(record: &Record, at: usize, style: Style) -> Result<String, ReplayError> {
    with_field(&config(record), Position { record, at, show: &|look: &dyn Look| look.text(style) })
}

/// The position after so many inputs as JSON, in the reference's forms; the hand names templates and colours.
pub(crate) fn position_json(record: &Record, at: usize) -> Result<Value, ReplayError> {
    with_field(&config(record), Position { record, at, show: &|look: &dyn Look| look.json() })
}

/// A record whose options can't be gets any board: its rules won't be made.
fn config(record: &Record) -> Config {
    Config::from_pairs(record.config.iter().map(|(key, value)| (key, value))).unwrap_or_default()
}

/// A position that can be shown, whatever its kind of board.
trait Look {
    fn text(&self, style: Style) -> String;
    fn json(&self) -> Value;
}

struct Position<'r, T> {
    record: &'r Record,
    at: usize,
    show: &'r dyn Fn(&dyn Look) -> T,
}

impl<T> FieldVisitor for Position<'_, T> {
    type Out = Result<T, ReplayError>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let mut replay = Replay::<Puzzle<F>>::open(self.record)?;
        let mut painter = Painter::new(replay.game(), &self.record.deal);
        for _ in 0..self.at {
            let mut heard = Vec::new();
            painter.await_input(replay.game(), replay.state());
            replay.step(&mut heard)?;
            painter.hear(replay.game(), &heard);
        }
        let (game, state) = (replay.game(), replay.state());
        Ok((self.show)(&Shown { game, state, canvas: painter.canvas() }))
    }
}

struct Shown<'g, F: Field> {
    game: &'g Puzzle<F>,
    state: &'g State<F>,
    canvas: Canvas,
}

impl<F: Field> Look for Shown<'_, F> {
    fn text(&self, style: Style) -> String {
        let Shown { game, state, canvas } = self;
        board::position(game, state, canvas, style)
    }

    fn json(&self) -> Value {
        let Shown { game, state, .. } = self;
        let filled = (0..game.grid().size()).map(|cell| if state.is_filled(cell) { '1' } else { '0' });
        let shape =
            |slot| game.slot(state, slot).and_then(|piece| game.shape(piece)).map(ToString::to_string);
        let slots: Vec<Option<String>> = (0..usize::from(game.config().slots)).map(shape).collect();
        json!({
            "occupied": filled.collect::<String>(),
            "slots": slots,
            "steps": state.steps(),
            "placed": state.placed(),
            "cleared": state.cleared(),
            "scores": game.scores(state).points(),
        })
    }
}
