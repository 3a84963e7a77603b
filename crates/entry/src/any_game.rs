//! A match of any game, spoken to by text.

use std::sync::Arc;

use serde_json::Value;
use tercet_game::{
    ConfigError, DealError, Digest, Finish, Game as _, InputText, Match, Notation as _, NotationError,
    Reasons, Record, Recorder, Refusal, ReplayError, RunError, Scores, Seat, Turn, input_text,
};
use tercet_scene::{Draw as _, Remembered, Scene, View};
use tercet_search::{BotError, BotLimits, Explain as _, Explanation};
use thiserror::Error;

use crate::any_position::Held;
use crate::events::{Events, Typed};
use crate::pictures::check_view;
use crate::{
    ActionOf, AnyPosition, Description, EventOf, IllegalOf, MemoryOf, NamedBot, Names, Playable, StateOf,
    Style, UnknownGame,
};

/// A match in progress of a game that is known by name only.
pub trait AnyGame: Send + Sync {
    /// The game's name.
    fn id(&self) -> &'static str;

    /// Who is to act: seats, or nobody any more.
    fn turn(&self) -> Turn;

    /// What the seat may do, as text.
    fn legal_actions(&self, seat: Seat) -> Vec<String>;

    /// What the seat may do, for a screen: as text, in words and as data. Actions that are put together from parts are
    /// one entry, as [`Describe::choices`](crate::Describe::choices) says.
    fn choices(&self, seat: Seat) -> Vec<Description>;

    /// Takes a seat's action and says what happened.
    ///
    /// # Errors
    /// If the text is no action, or it is refused; nothing has changed then.
    fn play(&mut self, seat: Seat, action: &str) -> Result<Box<dyn Events>, Refused>;

    /// Keeps why a seat did what it did last, beside that action.
    fn because(&mut self, why: &str);

    /// Says that the acting seat's window has passed.
    ///
    /// # Errors
    /// If no window is open; nothing has changed then.
    fn expire(&mut self) -> Result<Box<dyn Events>, Refused>;

    /// Changes the position by hand and says what happened.
    ///
    /// # Errors
    /// If the text is no edit of this game, or it can't be done; nothing has changed then.
    fn edit(&mut self, edit: &str) -> Result<Box<dyn Events>, Refused>;

    /// How many milliseconds the acting seat has; `None` where no clock runs.
    fn window(&self) -> Option<u32>;

    /// Takes back the last play and all that followed from it; `false` if there was none.
    fn undo(&mut self) -> bool;

    /// Points as they stand, and the end if it has come.
    fn scores(&self) -> Scores;

    /// How many inputs there were: the number of the state, by which a stale action is known.
    fn inputs(&self) -> usize;

    /// The inputs from this number on, as the record has them.
    fn inputs_from(&self, number: usize) -> Vec<InputText>;

    /// How each seat came out, in the game's usual way of ranking.
    fn finishes(&self) -> Vec<Finish>;

    /// The digest of the state.
    fn digest(&self) -> Digest;

    /// The game so far, as it is kept.
    fn record(&self) -> Record;

    /// The picture of the position.
    ///
    /// # Errors
    /// If the view names an action that is none.
    fn scene(&self, view: &View) -> Result<Scene, Refused>;

    /// How many seats there are.
    fn seats(&self) -> u8;

    /// The position as text.
    fn position_text(&self, who: Names, style: Style) -> String;

    /// What is asked of whoever is to act; empty where nobody is.
    fn question(&self, who: Names) -> String;

    /// What a screen shows beside the picture, as a JSON object.
    fn position_data(&self) -> Value;

    /// Where things lie in every picture of this game, as a JSON object.
    fn layout(&self) -> Value;

    /// An action in each way: what it costs or does in words, what it names as data.
    ///
    /// # Errors
    /// If the text is no action.
    fn describe_action(&self, action: &str) -> Result<Description, Refused>;

    /// Is finding this action what the game asks for, so that a list of what is legal would give it away?
    ///
    /// # Errors
    /// If the text is no action.
    fn is_solution(&self, action: &str) -> Result<bool, Refused>;

    /// How actions that have to be found are written; empty in games without any.
    fn solution_words(&self) -> &'static str;

    /// Why the game is over; `None` while it is not.
    fn end_words(&self) -> Option<&'static str>;

    /// A bot's thinking about this position, to be done wherever there is time: it holds a copy of the position and
    /// nothing of the dealer. The bot draws from the stream of this seed.
    ///
    /// # Errors
    /// If there is no bot of that name.
    fn thinker(&self, bot: &str, seed: u64, seat: Seat) -> Result<Thinker, BotError> {
        self.thinker_on(bot, seed, seat, &BotLimits::own())
    }

    /// The same on these limits: it comes to an end when that is requested, with the best that was found by then.
    ///
    /// # Errors
    /// If there is no bot of that name, or it would take more than it may.
    fn thinker_on(
        &self,
        bot: &str,
        seed: u64,
        seat: Seat,
        bot_limits: &BotLimits,
    ) -> Result<Thinker, BotError>;

    /// What the bot of this name does on the seat, and why; `None` if it waits.
    ///
    /// # Errors
    /// If there is no such bot, or it is not the seat's turn.
    fn advice(&self, bot: &str, seed: u64, seat: Seat) -> Result<Option<Advice>, Refused> {
        self.advice_on(bot, seed, seat, &BotLimits::own())
    }

    /// [`AnyGame::advice`] of a bot on these limits.
    ///
    /// # Errors
    /// As there, or if the bot would take more than it may.
    fn advice_on(
        &self,
        bot: &str,
        seed: u64,
        seat: Seat,
        bot_limits: &BotLimits,
    ) -> Result<Option<Advice>, Refused> {
        let unknown = |error: BotError| Refused { code: "bot", why: error.to_string() };
        let thinker = self.thinker_on(bot, seed, seat, bot_limits).map_err(unknown)?;
        if !matches!(self.turn(), Turn::Seats(seats) if seats.contains(seat)) {
            return Err(Refused { code: "not_your_turn", why: format!("it is not the turn of {seat}") });
        }
        Ok(thinker())
    }

    /// The same match once more, dealer and all.
    fn copied(&self) -> Box<dyn AnyGame>;

    /// The bare position, in which the caller decides what chance brings: it reveals nothing of this match's dealer.
    fn position(&self) -> Box<dyn AnyPosition>;
}

/// A bot that is about to think. `None` comes of it where the bot leaves it to the other seats.
pub type Thinker = Box<dyn FnOnce() -> Option<Advice> + Send>;

/// What a bot does and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The action, as text.
    pub action: String,
    /// How long the bot takes. Only races look at it.
    pub delay_ms: u32,
    /// Why, as a sentence without its end.
    pub why: String,
    /// What the numbers of [`Advice::compared`] count; empty where nothing was compared.
    pub measure: &'static str,
    /// The actions that were compared and what each is worth, the best first.
    pub compared: Vec<(String, f64)>,
}

/// How many of the things that were compared a reason names.
const NAMED: usize = 3;

impl Advice {
    /// The reason as it is kept with the game: why, and the best of what was compared.
    pub fn because(&self) -> String {
        // Only turns until victory have no end.
        let number =
            |value: f64| if value == f64::INFINITY { "never".to_owned() } else { format!("{value:.2}") };
        let best =
            self.compared.iter().take(NAMED).map(|(action, value)| format!("{action} {}", number(*value)));
        let best = best.collect::<Vec<_>>().join(", ");
        let compared = if best.is_empty() { best } else { format!(" ({}: {best})", self.measure) };
        Reasons::cleaned(&format!("{}{compared}", self.why))
    }
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

/// A match that keeps what its pictures show beyond the state.
pub(crate) struct Watched<P: Playable>(pub(crate) Match<P::Rules, Remembered<P::Rules>>);

impl<P: Playable> Watched<P> {
    fn game(&self) -> &Arc<P::Rules> {
        self.0.game()
    }

    fn state(&self) -> &StateOf<P> {
        self.0.state()
    }

    fn memory(&self) -> &MemoryOf<P> {
        self.0.memory().memory()
    }

    /// Lets something happen.
    fn happen(
        &mut self,
        take: impl FnOnce(
            &mut Match<P::Rules, Remembered<P::Rules>>,
            &mut Vec<EventOf<P>>,
        ) -> Result<(), RunError<IllegalOf<P>>>,
    ) -> Result<Box<dyn Events>, Refused> {
        let mut events = Vec::new();
        take(&mut self.0, &mut events)?;
        Ok(Typed::<P>::boxed(self.game(), events))
    }
}

impl<P: Playable> AnyGame for Watched<P> {
    fn id(&self) -> &'static str {
        P::Rules::ID
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<String> {
        let actions = self.0.legal_actions(seat);
        actions.into_iter().map(|action| self.game().action_text(action)).collect()
    }

    fn choices(&self, seat: Seat) -> Vec<Description> {
        P::choices(self.game(), self.state(), seat)
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<Box<dyn Events>, Refused> {
        let action = self.game().read_action(action)?;
        let refused = match self.happen(|table, events| table.play(seat, action, events)) {
            Err(refused) => refused,
            played => return played,
        };
        // The state is as it was before.
        let fault = P::fault_words(self.game(), self.state(), action, refused.code);
        let why = if fault.is_empty() { refused.why } else { format!("{}: {fault}", refused.why) };
        Err(Refused { why, ..refused })
    }

    fn because(&mut self, why: &str) {
        self.0.because(why);
    }

    fn expire(&mut self) -> Result<Box<dyn Events>, Refused> {
        self.happen(Match::expire)
    }

    fn edit(&mut self, edit: &str) -> Result<Box<dyn Events>, Refused> {
        let edit = self.game().read_edit(edit)?;
        self.happen(|table, events| table.edit(edit, events))
    }

    fn window(&self) -> Option<u32> {
        self.game().window(self.state())
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn scores(&self) -> Scores {
        self.game().scores(self.state())
    }

    fn inputs(&self) -> usize {
        self.0.inputs().len()
    }

    fn inputs_from(&self, number: usize) -> Vec<InputText> {
        let inputs = self.0.inputs();
        inputs[number.min(inputs.len())..].iter().map(|input| input_text(&**self.game(), *input)).collect()
    }

    fn finishes(&self) -> Vec<Finish> {
        P::finishes(self.game(), self.state(), 0)
    }

    fn digest(&self) -> Digest {
        Digest::of(self.state())
    }

    fn record(&self) -> Record {
        self.0.record()
    }

    fn scene(&self, view: &View) -> Result<Scene, Refused> {
        let game = &**self.game();
        check_view::<P>(game, view)?;
        Ok(game.scene(self.state(), self.memory(), view))
    }

    fn seats(&self) -> u8 {
        self.game().seats()
    }

    fn position_text(&self, who: Names, style: Style) -> String {
        P::position_text(self.game(), self.state(), self.memory(), who, style)
    }

    fn question(&self, who: Names) -> String {
        P::question(self.game(), self.state(), who)
    }

    fn position_data(&self) -> Value {
        P::position_data(self.game(), self.state())
    }

    fn layout(&self) -> Value {
        P::layout(self.game())
    }

    fn describe_action(&self, action: &str) -> Result<Description, Refused> {
        Ok(P::describe_action(self.game(), self.state(), self.game().read_action(action)?))
    }

    fn is_solution(&self, action: &str) -> Result<bool, Refused> {
        Ok(P::is_solution(self.game(), self.game().read_action(action)?))
    }

    fn solution_words(&self) -> &'static str {
        P::solution_words(self.game())
    }

    fn end_words(&self) -> Option<&'static str> {
        self.scores().end().map(P::end_words)
    }

    fn thinker_on(
        &self,
        bot: &str,
        seed: u64,
        seat: Seat,
        bot_limits: &BotLimits,
    ) -> Result<Thinker, BotError> {
        thinker_on::<P, _>(&self.0, bot, seed, seat, bot_limits)
    }

    fn copied(&self) -> Box<dyn AnyGame> {
        Box::new(Watched::<P>(self.0.clone()))
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        Box::new(Held::<P>::new(Arc::clone(self.game()), *self.state(), Some(self.0.inputs().to_vec())))
    }
}

/// A bot's thinking as [`AnyGame::thinker_on`] has it.
///
/// # Errors
/// If there is no bot of that name, or it would take more than it may.
pub fn thinker_on<P: Playable, M: Recorder<P::Rules> + Clone>(
    table: &Match<P::Rules, M>,
    bot: &str,
    seed: u64,
    seat: Seat,
    bot_limits: &BotLimits,
) -> Result<Thinker, BotError> {
    let mut bot = NamedBot::<P>::new(bot, seed, bot_limits)?;
    bot.fits(&**table.game())?;
    let (game, state) = (Arc::clone(table.game()), *table.state());
    Ok(Box::new(move || bot.explain(&game, &state, seat).map(|thought| advice::<P>(&game, thought))))
}

fn advice<P: Playable>(game: &P::Rules, thought: Explanation<ActionOf<P>>) -> Advice {
    let compared = thought.compared.iter().map(|each| (game.action_text(each.action), each.value));
    Advice {
        action: game.action_text(thought.answer.action),
        delay_ms: thought.answer.delay_ms,
        compared: compared.collect(),
        why: thought.why,
        measure: thought.measure,
    }
}
