//! A recorded position of the puzzle as JSON.

use serde_json::{Value, json};
use tercet_game::{Game as _, Record, Replay, ReplayError, Settings};
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, State, with_field};

/// The position after so many inputs, in the reference's forms.
pub(crate) fn position_json(record: &Record, at: usize) -> Result<Value, ReplayError> {
    // A record whose options can't be gets any board: its rules won't be made.
    let config =
        Config::from_pairs(record.config.iter().map(|(key, value)| (key, value))).unwrap_or_default();
    with_field(&config, Position { record, at })
}

struct Position<'r> {
    record: &'r Record,
    at: usize,
}

impl FieldVisitor for Position<'_> {
    type Out = Result<Value, ReplayError>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let mut replay = Replay::<Puzzle<F>>::open(self.record)?;
        replay.run_to(self.at, &mut ())?;
        Ok(json(replay.game(), replay.state()))
    }
}

fn json<F: Field>(game: &Puzzle<F>, state: &State<F>) -> Value {
    let filled = (0..game.grid().size()).map(|cell| if state.is_filled(cell) { '1' } else { '0' });
    let shape = |slot| game.slot(state, slot).and_then(|piece| game.shape(piece)).map(ToString::to_string);
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
