//! Positions of recorded games as JSON, game by game.

use serde_json::{Value, json};
use tercet_game::{Game, Record, Replay, ReplayError};
use tercet_machi::MachiKoro;
use tercet_set::{Card, SetGame};
use tercet_triangle::{Dense, Puzzle};

use crate::games::{machi, triangle};

/// The position after so many inputs; a game without a form of its own has its scores.
pub(crate) fn position_json(record: &Record, at: usize) -> Result<Value, ReplayError> {
    match record.game.as_str() {
        SetGame::ID => set(record, at),
        MachiKoro::ID => machi::position::position_json(record, at),
        Puzzle::<Dense>::ID => triangle::position::position_json(record, at),
        _ => Ok(json!({ "scores": record.scores })),
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
