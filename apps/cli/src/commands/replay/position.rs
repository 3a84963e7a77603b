//! Positions of recorded games as JSON, game by game.

use serde_json::{Value, json};
use tercet_catalog::games;
use tercet_entry::BeginError;
use tercet_game::{Game, Record, Replay, ReplayError};
use tercet_machi::MachiKoro;
use tercet_set::{Card, SetGame};
use tercet_triangle::{Dense, Puzzle};

use super::seat_name;
use crate::games::{machi, triangle};

/// The position after so many inputs; a game without a form of its own has its text and its scores.
pub(crate) fn position_json(record: &Record, at: usize) -> Result<Value, BeginError> {
    match record.game.as_str() {
        SetGame::ID => Ok(set(record, at)?),
        MachiKoro::ID => Ok(machi::position::position_json(record, at)?),
        Puzzle::<Dense>::ID => Ok(triangle::position::position_json(record, at)?),
        _ => {
            let step = games().replay_step(record, at, &seat_name)?;
            Ok(json!({ "position": step.position, "scores": step.scores.points() }))
        }
    }
}

fn set(record: &Record, at: usize) -> Result<Value, ReplayError> {
    let mut replay = Replay::<SetGame>::open(record)?;
    replay.run_to(at, &mut ())?;
    let state = replay.state();
    let board: Vec<Option<usize>> = state.board().map(|card| card.map(Card::id)).collect();
    let scores = replay.game().scores(state);
    Ok(json!({ "board": board, "deck": state.unseen().len(), "scores": scores.points() }))
}
