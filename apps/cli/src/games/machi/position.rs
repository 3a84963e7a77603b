//! A recorded position of Machi Koro as JSON.

use serde_json::{Value, json};
use tercet_game::{Game as _, Record, Replay, ReplayError};
use tercet_machi::MachiKoro;
use tercet_machi_play::json::PositionJson;

/// The position after so many inputs, in the form that commands read.
pub(crate) fn position_json(record: &Record, at: usize) -> Result<Value, ReplayError> {
    let mut replay = Replay::<MachiKoro>::open(record)?;
    replay.run_to(at, &mut ())?;
    let (game, state) = (replay.game(), replay.state());
    let mut value = json!(PositionJson::of(game, state));
    value["turn"] = json!(state.turn());
    value["dice"] = json!(state.dice());
    value["scores"] = json!(game.scores(state).points());
    Ok(value)
}
