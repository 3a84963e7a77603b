//! Where the position comes from: a file, a recorded game, or the start.

use anyhow::{Context, anyhow, bail};
use tercet_game::{Game as _, Replay};
use tercet_machi::{MachiKoro, State};
use tercet_machi_play::json::odds::OddsQuestion;

use super::Machi;
use crate::failure::{Failure, FailureExt};
use crate::files::{read_record, read_text};

const START: &str = r#"{"players":[{"coins":3,"cards":{"Wheat Field":1,"Bakery":1},"landmarks":[]},
    {"coins":3,"cards":{"Wheat Field":1,"Bakery":1},"landmarks":[]}]}"#;

/// A position of a game.
pub(super) struct Source {
    pub(super) game: MachiKoro,
    /// As it is asked about.
    pub(super) state: State,
    /// As it is played on from, or why it can't be.
    pub(super) playable: Result<State, String>,
}

impl Machi {
    /// The position that is asked about.
    pub(super) fn source(&self) -> Result<Source, Failure> {
        if let Some(path) = &self.replay {
            return self.replayed().with_context(|| path.display().to_string()).or_usage();
        }
        let text = self.position.as_deref().map_or(Ok(START.to_owned()), read_text).or_usage()?;
        let named = |error| match &self.position {
            Some(path) => anyhow!("{}: {error}", path.display()),
            None => anyhow!("{error}"),
        };
        let question = OddsQuestion::read(text.as_bytes()).map_err(named).or_usage()?;
        let playable = question.game.position(&question.position).map_err(|error| error.to_string());
        Ok(Source { game: question.game, state: question.state, playable })
    }

    fn replayed(&self) -> anyhow::Result<Source> {
        let record = read_record(self.replay.as_deref().context("no record is named")?)?;
        let last = record.inputs.len();
        let at = self.at.unwrap_or(last);
        if record.game != MachiKoro::ID {
            bail!("the record is of `{}`, and odds are there for machi alone", record.game);
        }
        if at > last {
            bail!("the record has {last} inputs, and --at asks for {at}");
        }
        let mut replay = Replay::<MachiKoro>::open(&record)?;
        replay.run_to(at, &mut ())?;
        let state = *replay.state();
        Ok(Source { game: replay.game().clone(), state, playable: Ok(state) })
    }
}
