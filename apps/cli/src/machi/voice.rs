//! How a recorded game of Machi Koro is told.

use serde_json::{Value, json};
use tercet_formats::machi::PositionJson;
use tercet_game::{Game as _, Notation, Record, Replay, ReplayError, Seat, rules_of};
use tercet_machi::MachiKoro;

use crate::machi::{board, words};
use crate::output::Style;

fn name(seat: Seat) -> String {
    seat.to_string()
}

/// Events in words.
pub(crate) fn events(record: &Record, told: &[Vec<String>]) -> Vec<Vec<String>> {
    let Ok(game) = rules_of::<MachiKoro>(record) else { return told.to_vec() };
    let event = |text: &String| {
        game.read_event(text).map_or_else(|_| text.clone(), |event| words::event(&game, event, &name))
    };
    told.iter().map(|texts| texts.iter().map(event).collect()).collect()
}

fn replayed(record: &Record, at: usize) -> Result<Replay<'_, MachiKoro>, ReplayError> {
    let mut replay = Replay::open(record)?;
    replay.run_to(at, &mut ())?;
    Ok(replay)
}

/// The position after so many inputs.
pub(crate) fn position(record: &Record, at: usize, _style: Style) -> Result<String, ReplayError> {
    let replay = replayed(record, at)?;
    let (game, state) = (replay.game(), replay.state());
    Ok(format!("{}\n\n{}", board::position(game, state, &name), board::standings(game, state, &name)))
}

/// The position after so many inputs as JSON, in the form that commands read.
pub(crate) fn position_json(record: &Record, at: usize) -> Result<Value, ReplayError> {
    let replay = replayed(record, at)?;
    let (game, state) = (replay.game(), replay.state());
    let mut value = json!(PositionJson::of(game, state));
    value["turn"] = json!(state.turn());
    value["dice"] = json!(state.dice());
    value["scores"] = json!(game.scores(state).points());
    Ok(value)
}
