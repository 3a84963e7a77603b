//! Moments of recorded games: what was done, what happened, and how it stood then.

use tercet_game::{Record, Replay, Scores, Tape, Turn};
use tercet_scene::Remembered;
use tercet_text::{Description, Names, Style};

use crate::{BeginError, Playable, Visitor, with_game};

/// A moment of a recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What led to it; `None` before the first input.
    pub line: Option<Line>,
    /// Who is to act.
    pub turn: Turn,
    /// Points as they stood.
    pub scores: Scores,
    /// The position as text.
    pub position: String,
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
    /// What happened.
    pub events: Vec<Description>,
    /// Why it was done, if somebody said so.
    pub why: Option<String>,
}

/// A recorded game after so many of its inputs, or after the last.
///
/// # Errors
/// If the record is of no game of the catalog or does not replay as far as that.
pub fn moment(record: &Record, at: usize, who: Names) -> Result<Moment, BeginError> {
    struct Look<'r>(&'r Record, usize, Names<'r>);

    impl Visitor for Look<'_> {
        type Out = Result<Moment, BeginError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let Look(record, at, who) = self;
            let mut line = None;
            let mut replay = Replay::followed(record, |game: &G| Remembered::fresh(game, &record.deal))?;
            while replay.at() < at.min(record.inputs.len()) {
                let mut events = Vec::new();
                replay.step(&mut events)?;
                line =
                    (replay.at() == at.min(record.inputs.len())).then(|| told(&replay, record, &events, who));
            }
            let (game, state) = (replay.game(), replay.state());
            let scores = game.scores(state);
            Ok(Moment {
                line,
                turn: game.turn(state),
                position: game.position_text(state, replay.memory().memory(), who, STYLE),
                question: game.question(state, who),
                end: scores.end().map(|end| game.end_words(end)),
                scores,
            })
        }
    }

    with_game(&record.game, &record.config, Look(record, at, who))?
}

/// All that happened in a recorded game, input by input.
///
/// # Errors
/// If the record is of no game of the catalog or does not replay.
pub fn chronicle(record: &Record, who: Names) -> Result<Vec<Line>, BeginError> {
    struct Chronicle<'r>(&'r Record, Names<'r>);

    impl Visitor for Chronicle<'_> {
        type Out = Result<Vec<Line>, BeginError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let Chronicle(record, who) = self;
            let mut replay = Replay::<G>::open(record)?;
            let (mut lines, mut events) = (Vec::new(), Vec::new());
            while replay.step(&mut events)? {
                lines.push(told(&replay, record, &events, who));
                events.clear();
            }
            Ok(lines)
        }
    }

    with_game(&record.game, &record.config, Chronicle(record, who))?
}

const STYLE: Style = Style { has_color: false, is_ascii: false };

/// The input that was taken last.
fn told<G: Playable, M: Tape<G>>(
    replay: &Replay<'_, G, M>,
    record: &Record,
    events: &[G::Event],
    who: Names,
) -> Line {
    let game = replay.game();
    Line {
        at: replay.at(),
        input: record.inputs[replay.at() - 1].to_string(),
        events: events.iter().map(|event| game.describe_event(event, who)).collect(),
        why: record.reasons.of(replay.at()).map(str::to_owned),
    }
}
