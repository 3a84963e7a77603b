//! Moments of recorded games: what was done, what happened, and how it stood then.

use std::ops::Range;

use serde_json::Value;
use tercet_game::{Game as _, Input, Record, Recorder, Replay, Scores, Seat, Turn};
use tercet_scene::Remembered;

use crate::{BeginError, Description, EventOf, Names, Playable, Style};

/// A moment of a recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayStep {
    /// What led to it; `None` before the first input.
    pub line: Option<Line>,
    /// Who is to act.
    pub turn: Turn,
    /// Points as they stood.
    pub scores: Scores,
    /// The position as text.
    pub position: String,
    /// The position as data, as a JSON object.
    pub board: Value,
    /// Where things lie in every picture of this game, as a JSON object.
    pub layout: Value,
    /// What was asked of whoever was to act; empty where nobody was.
    pub question: String,
    /// Why the game was over; `None` while it was not.
    pub end: Option<&'static str>,
}

/// An input and what it brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// How many inputs there were with it.
    pub at: usize,
    /// The input, as the record has it.
    pub input: String,
    /// Who did it; `None` for chance, the clock and edits.
    pub seat: Option<Seat>,
    /// What happened.
    pub events: Vec<Description>,
    /// Why it was done, if somebody said so.
    pub why: Option<String>,
}

pub(crate) fn replay_step<P: Playable>(
    record: &Record,
    at: usize,
    who: Names,
) -> Result<ReplayStep, BeginError> {
    let mut line = None;
    let last = at.min(record.inputs.len());
    let mut replay = Replay::followed(record, |game: &P::Rules| Remembered::fresh(game, &record.deal))?;
    while replay.at() < last {
        let mut events = Vec::new();
        replay.step(&mut events)?;
        line = (replay.at() == last).then(|| described::<P, _>(&replay, record, &events, who));
    }
    let (game, state) = (replay.game(), replay.state());
    let scores = game.scores(state);
    Ok(ReplayStep {
        line,
        turn: game.turn(state),
        position: P::position_text(game, state, replay.memory().memory(), who, STYLE),
        board: P::position_data(game, state),
        layout: P::layout(game),
        question: P::question(game, state, who),
        end: scores.end().map(P::end_words),
        scores,
    })
}

pub(crate) fn event_log<P: Playable>(
    record: &Record,
    which: Range<usize>,
    who: Names,
) -> Result<Vec<Line>, BeginError> {
    let mut replay = Replay::<P::Rules>::open(record)?;
    let (mut lines, mut events) = (Vec::new(), Vec::new());
    while replay.at() < which.end && replay.step(&mut events)? {
        if replay.at() > which.start {
            lines.push(described::<P, _>(&replay, record, &events, who));
        }
        events.clear();
    }
    if replay.at() == record.inputs.len() {
        replay.verify(&mut ())?;
    }
    Ok(lines)
}

const STYLE: Style = Style { has_color: false, is_ascii: false };

/// The input that was taken last.
fn described<P: Playable, M: Recorder<P::Rules>>(
    replay: &Replay<'_, P::Rules, M>,
    record: &Record,
    events: &[EventOf<P>],
    who: Names,
) -> Line {
    let (game, input) = (replay.game(), &record.inputs[replay.at() - 1]);
    Line {
        at: replay.at(),
        input: input.to_string(),
        seat: if let Input::Play(seat, _) = input { Some(*seat) } else { None },
        events: events.iter().map(|event| P::describe_event(game, event, who)).collect(),
        why: record.reasons.of(replay.at()).map(str::to_owned),
    }
}
