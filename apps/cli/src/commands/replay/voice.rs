//! How a recorded game is told: each game has a voice; one that has none is told in its own notation.

use serde_json::{Value, json};
use tercet_game::{Game, Record, Replay, ReplayError, Scores, Seats};
use tercet_machi::MachiKoro;
use tercet_set::{Card, Event, SetGame};
use tercet_triangle::{Dense, Puzzle};

use crate::machi::voice as machi;
use crate::output::Style;
use crate::set::{board, words};
use crate::triangle::voice as triangle;

/// The texts of one input's events.
type Texts = Vec<String>;

/// The voice of a game.
pub(crate) struct Voice {
    game: &'static str,
    events: fn(&Record, &[Texts]) -> Vec<Texts>,
    position: fn(&Record, usize, Style) -> Result<String, ReplayError>,
    position_json: fn(&Record, usize) -> Result<Value, ReplayError>,
}

/// All voices.
const VOICES: &[Voice] = &[
    Voice { game: SetGame::ID, events: set_events, position: set_position, position_json: set_position_json },
    Voice {
        game: MachiKoro::ID,
        events: machi::events,
        position: machi::position,
        position_json: machi::position_json,
    },
    Voice {
        game: Puzzle::<Dense>::ID,
        events: triangle::events,
        position: triangle::position,
        position_json: triangle::position_json,
    },
];

const NOTATION: Voice = Voice {
    game: "",
    events: |_, told| told.to_vec(),
    position: |record, _, _| Ok(record.scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")),
    position_json: |record, _| Ok(json!({ "scores": record.scores })),
};

impl Voice {
    pub(crate) fn of(game: &str) -> &'static Voice {
        VOICES.iter().find(|voice| voice.game == game).unwrap_or(&NOTATION)
    }

    /// The texts of events in words, input by input.
    pub(crate) fn events(&self, record: &Record, told: &[Texts]) -> Vec<Texts> {
        (self.events)(record, told)
    }

    /// The position after so many inputs, drawn as text.
    pub(crate) fn position(&self, record: &Record, at: usize, style: Style) -> Result<String, ReplayError> {
        (self.position)(record, at, style)
    }

    /// The position after so many inputs as JSON.
    pub(crate) fn position_json(&self, record: &Record, at: usize) -> Result<Value, ReplayError> {
        (self.position_json)(record, at)
    }
}

fn set_events(_record: &Record, told: &[Texts]) -> Vec<Texts> {
    let event = |text: &String| {
        let event = text.parse::<Event>();
        event.map_or_else(|_| text.clone(), |event| words::event(&event, &|seat| seat.to_string()))
    };
    told.iter().map(|texts| texts.iter().map(event).collect()).collect()
}

fn set_at(record: &Record, at: usize) -> Result<Replay<'_, SetGame>, ReplayError> {
    let mut replay = Replay::open(record)?;
    replay.run_to(at, &mut ())?;
    Ok(replay)
}

fn set_position(record: &Record, at: usize, style: Style) -> Result<String, ReplayError> {
    let replay = set_at(record, at)?;
    let state = replay.state();
    Ok(format!(
        "{}\ncards left in the deck: {}\nscores: {}",
        board::draw(state, style),
        state.unseen().len(),
        points(&replay.game().scores(state))
    ))
}

fn points(scores: &Scores) -> String {
    let seats = Seats::first(scores.points().len() as u8);
    let points = seats.iter().map(|seat| format!("{seat}: {}", scores.points()[seat.index()]));
    points.collect::<Vec<_>>().join(", ")
}

fn set_position_json(record: &Record, at: usize) -> Result<Value, ReplayError> {
    let replay = set_at(record, at)?;
    let state = replay.state();
    let board: Vec<Option<usize>> = state.board().map(|card| card.map(Card::id)).collect();
    let scores = replay.game().scores(state);
    Ok(json!({ "board": board, "deck": state.unseen().len(), "scores": scores.points() }))
}
