//! A match of any game, spoken to by text.

use std::sync::Arc;

use tercet_game::{
    ConfigError, Deal, DealError, Digest, Match, NotationError, Player as _, Record, Refusal, Replay,
    ReplayError, RunError, Scores, Seat, Settings, Turn,
};
use tercet_scene::{Scene, View, recall};
use thiserror::Error;

use crate::any_position::Held;
use crate::pictures::check_view;
use crate::{AnyPosition, Playable, UnknownGame, Visitor, with_game};

/// A match in progress of a game that is known by name only.
pub trait AnyGame: Send + Sync {
    /// The game's name.
    fn id(&self) -> &'static str;

    /// Who is to act: seats, or nobody any more.
    fn turn(&self) -> Turn;

    /// What the seat may do, as text.
    fn legal_actions(&self, seat: Seat) -> Vec<String>;

    /// Takes a seat's action and says what happened.
    ///
    /// # Errors
    /// If the text is no action, or it is refused; nothing has changed then.
    fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<String>, Refused>;

    /// Says that the acting seat's window has passed.
    ///
    /// # Errors
    /// If no window is open; nothing has changed then.
    fn expire(&mut self) -> Result<Vec<String>, Refused>;

    /// Changes the position by hand and says what happened.
    ///
    /// # Errors
    /// If the text is no edit of this game, or it can't be done; nothing has changed then.
    fn edit(&mut self, edit: &str) -> Result<Vec<String>, Refused>;

    /// How many milliseconds the acting seat has; `None` where no clock runs.
    fn window(&self) -> Option<u32>;

    /// Takes back the last play and all that followed from it; `false` if there was none.
    fn undo(&mut self) -> bool;

    /// Points as they stand, and the end if it has come.
    fn scores(&self) -> Scores;

    /// How many inputs there were: the number of the state, by which a stale action is known.
    fn inputs(&self) -> usize;

    /// The digest of the state.
    fn digest(&self) -> Digest;

    /// The game so far, as it is kept.
    fn record(&self) -> Record;

    /// The picture of the position.
    ///
    /// # Errors
    /// If the view names an action that is none.
    fn scene(&self, view: &View) -> Result<Scene, Refused>;

    /// The same match once more, dealer and all.
    fn copied(&self) -> Box<dyn AnyGame>;

    /// The bare position, where whoever asks decides what chance brings: it tells nothing of this match's dealer.
    fn position(&self) -> Box<dyn AnyPosition>;

    /// What the bot of this name, drawing from the stream of this seed, would do on the seat; `None` if it would wait.
    ///
    /// # Errors
    /// If there is no such bot, or it is not the seat's turn.
    fn advice(&self, bot: &str, seed: u64, seat: Seat) -> Result<Option<String>, Refused>;
}

/// An action that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Refused {
    /// A short name that never changes, for programs: the rules' own, `deal`, or `notation` for what does not
    /// read as an action.
    pub code: &'static str,
    /// What is wrong, in words.
    pub why: String,
}

impl From<NotationError> for Refused {
    fn from(error: NotationError) -> Refused {
        Refused { code: "notation", why: error.to_string() }
    }
}

impl<I: Refusal> From<RunError<I>> for Refused {
    fn from(error: RunError<I>) -> Refused {
        Refused { code: error.code(), why: error.to_string() }
    }
}

/// Why a match could not begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BeginError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The options can't be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The deal can't be.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The record does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A text that should be an action's is none.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

/// Begins a match of this game with these options.
///
/// # Errors
/// If there is no such game, or its options or the deal can't be.
pub fn begin(id: &str, config: &[(&str, &str)], deal: Deal) -> Result<Box<dyn AnyGame>, BeginError> {
    struct Begin<'c>(&'c [(&'c str, &'c str)], Deal);

    impl Visitor for Begin<'_> {
        type Out = Result<Box<dyn AnyGame>, BeginError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let game = G::new(&G::Config::from_pairs(self.0.iter().copied())?)?;
            Ok(Box::new(Match::new(Arc::new(game), self.1, &mut ())?))
        }
    }

    with_game(id, config, Begin(config, deal))?
}

/// Goes on with a recorded match.
///
/// # Errors
/// If it is of no game of the catalog, does not replay, or its dealer deals otherwise.
pub fn resume(record: &Record) -> Result<Box<dyn AnyGame>, BeginError> {
    struct Resume<'r>(&'r Record);

    impl Visitor for Resume<'_> {
        type Out = Result<Box<dyn AnyGame>, BeginError>;

        fn visit<G: Playable>(self) -> Self::Out {
            Ok(Box::new(Match::<G>::resume(self.0, &mut ())?))
        }
    }

    with_game(&record.game, &record.config, Resume(record))?
}

/// Replays a record and compares what it comes to with what it says; its dealer must deal what it has, too.
///
/// # Errors
/// At the first difference.
pub fn verify(record: &Record) -> Result<(), BeginError> {
    struct Verify<'r>(&'r Record);

    impl Visitor for Verify<'_> {
        type Out = Result<(), BeginError>;

        fn visit<G: Playable>(self) -> Self::Out {
            Replay::<G>::open(self.0)?.verify(&mut ())?;
            Match::<G>::resume(self.0, &mut ())?;
            Ok(())
        }
    }

    with_game(&record.game, &record.config, Verify(record))?
}

impl<G: Playable> AnyGame for Match<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn turn(&self) -> Turn {
        Match::turn(self)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<String> {
        let actions = Match::legal_actions(self, seat);
        actions.into_iter().map(|action| self.game().action_text(action)).collect()
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<String>, Refused> {
        let action = self.game().read_action(action)?;
        let mut events = Vec::new();
        Match::play(self, seat, action, &mut events)?;
        Ok(texts(&**self.game(), &events))
    }

    fn expire(&mut self) -> Result<Vec<String>, Refused> {
        let mut events = Vec::new();
        Match::expire(self, &mut events)?;
        Ok(texts(&**self.game(), &events))
    }

    fn edit(&mut self, edit: &str) -> Result<Vec<String>, Refused> {
        let edit = self.game().read_edit(edit)?;
        let mut events = Vec::new();
        Match::edit(self, edit, &mut events)?;
        Ok(texts(&**self.game(), &events))
    }

    fn window(&self) -> Option<u32> {
        self.game().window(self.state())
    }

    fn undo(&mut self) -> bool {
        Match::undo(self)
    }

    fn scores(&self) -> Scores {
        self.game().scores(self.state())
    }

    fn inputs(&self) -> usize {
        Match::inputs(self).len()
    }

    fn digest(&self) -> Digest {
        Digest::of(self.state())
    }

    fn record(&self) -> Record {
        Match::record(self)
    }

    fn scene(&self, view: &View) -> Result<Scene, Refused> {
        let game = &**self.game();
        check_view(game, view)?;
        let memory = recall(game, self.deal(), Match::inputs(self));
        let memory = memory.expect("what was taken once is taken again");
        Ok(game.scene(self.state(), &memory, view))
    }

    fn copied(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        Box::new(Held::new(Arc::clone(self.game()), *self.state()))
    }

    fn advice(&self, bot: &str, seed: u64, seat: Seat) -> Result<Option<String>, Refused> {
        let unknown = |error: tercet_bots::BotError| Refused { code: "bot", why: error.to_string() };
        let mut bot = G::bot(bot, seed).map_err(unknown)?;
        if !matches!(Match::turn(self), Turn::Seats(seats) if seats.contains(seat)) {
            return Err(Refused { code: "not_your_turn", why: format!("it is not the turn of {seat}") });
        }
        let answer = bot.answer(self.game(), self.state(), seat);
        Ok(answer.map(|answer| self.game().action_text(answer.action)))
    }
}

fn texts<G: Playable>(game: &G, events: &[G::Event]) -> Vec<String> {
    events.iter().map(|event| game.event_text(event)).collect()
}
