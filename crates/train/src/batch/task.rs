//! What makes a game into something to learn.

use std::sync::Arc;

use tercet_draw::{DrawError, Theme};
use tercet_game::{Deals, Encode, End, Game, Player, Rng, Sample, Seat};
use tercet_scene::{Draw, Frame};
use tercet_search::{BotError, BotLimits};

use super::{Env, Number};

/// A game with all that learning takes.
pub trait Learnable:
    Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync, Edit: Send + Sync>
    + Encode<Cell: Number>
    + Sample
    + Deals<Dealer: Send + Sync>
    + Draw<Memory: Send + Sync>
    + tercet_game::Notation
    + Send
    + Sync
    + 'static
{
}

impl<G> Learnable for G where
    G: Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync, Edit: Send + Sync>
        + Encode<Cell: Number>
        + Sample
        + Deals<Dealer: Send + Sync>
        + Draw<Memory: Send + Sync>
        + tercet_game::Notation
        + Send
        + Sync
        + 'static
{
}

/// Paints a position into an array of pixels, red, green and blue a byte each.
pub type PixelPainter<G> =
    Box<dyn Fn(&<G as Game>::State, &<G as Draw>::Memory, &mut [u8]) -> Result<(), DrawError> + Send + Sync>;

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Terminated,
    /// By a limit that is none of the rules' own ends.
    Truncated,
}

impl Ending {
    /// The ending of a game that is over.
    pub fn of(end: Option<End>) -> Option<Ending> {
        match end {
            None => None,
            Some(End::Limit) => Some(Ending::Truncated),
            Some(End::Finished | End::Void) => Some(Ending::Terminated),
        }
    }
}

/// What came of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepOutcome {
    /// Was it taken? What was not is counted.
    pub is_legal: bool,
    /// The end, if it came.
    pub ending: Option<Ending>,
}

/// A game as a task: who learns it, and for what.
pub trait Task: Sized + Send + Sync + 'static {
    /// The game.
    type Game: Learnable;
    /// All of its bots in one type.
    type Bot: Player<Self::Game> + Clone + Send + Sync;
    /// What an environment keeps beside the position: who else sits at the table.
    type Guests: Clone + Send + Sync;

    /// The rules.
    fn game(&self) -> &Arc<Self::Game>;

    /// How many learn: one, or everybody at the table.
    fn agents(&self) -> usize {
        1
    }

    /// The bot of this name, drawing from the stream of this seed and keeping to these limits.
    ///
    /// # Errors
    /// If there is no bot of that name, or it would take more than it may.
    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<Self::Bot, BotError>;

    /// Who else plays an episode of this seed.
    fn guests(&self, seed: u64) -> Self::Guests;

    /// Goes on to the first decision of a learner.
    fn open(&self, env: &mut Env<Self>);

    /// Takes the action of a number, adds to each learner's reward, and goes on to the next decision of a learner.
    fn act(&self, env: &mut Env<Self>, number: usize, rewards: &mut [f64]) -> StepOutcome;

    /// The seat whose decision it is; the one whose position is shown.
    fn seat(&self, env: &Env<Self>) -> Seat;

    /// Writes which actions a learner may try.
    fn write_mask(&self, env: &Env<Self>, mask: &mut [u8]) {
        self.game().write_mask(env.state(), self.seat(env), mask);
    }

    /// One of those, each as likely as the others; `None` if there is none.
    fn sample(&self, env: &Env<Self>, rng: &mut Rng) -> Option<usize> {
        let (game, seat) = (self.game(), self.seat(env));
        game.sample_action(env.state(), seat, rng).map(|action| game.action_number(seat, action))
    }

    /// What each number of a position is multiplied by as a float; empty for one.
    fn scale(&self) -> &[f32] {
        &[]
    }

    /// How many rows and columns of cells a position's features have, and how many numbers beside them; `None` where a game has
    /// none.
    fn features(&self) -> Option<[usize; 3]> {
        None
    }

    /// Writes the features of a position.
    ///
    /// # Panics
    /// If the arrays are not as long as [`Task::features`] says.
    fn write_features(&self, _state: &<Self::Game as Game>::State, _grid: &mut [f32], _list: &mut [f32]) {}

    /// What a learner may want to know of a position beside its points, by name.
    fn facts(&self, _env: &Env<Self>) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// The position for a terminal, a few lines of plain text.
    fn text(&self, state: &<Self::Game as Game>::State) -> String;

    /// The most steps of an episode if nobody says otherwise; 0 for no limit.
    fn usual_limit(&self) -> u32 {
        0
    }

    /// A painter for pictures of this size; `None` where a game has no quick pictures.
    ///
    /// # Errors
    /// If the game does not fit into so few pixels, or there are too many.
    fn painter(&self, frame: Frame, theme: &Theme) -> Result<Option<PixelPainter<Self::Game>>, DrawError>;
}
