//! The questions that can be asked about a position.

use std::sync::Arc;

use tercet_game::{Game, Seat};
use tercet_machi::{Config, Landmark, MachiKoro, State};

use crate::budget::{Budget, IsWanted, Meter, NoAnswer};
use crate::exact::purses::UNSEEN;
use crate::facts::Fact;
use crate::simple::Simple;
use crate::{Model, Pmf};

/// The mathematics of a game under one model. Positions are states, made by playing or by
/// [`MachiKoro::any_position`]; a seat's numbers don't depend on whose turn it is.
#[derive(Clone, Debug)]
pub struct Odds {
    pub(crate) game: MachiKoro,
    pub(crate) model: Model,
    pub(crate) facts: Vec<Fact>,
    /// How likely a payment may fall short unnoticed.
    pub(crate) unseen: f64,
    /// What the answers take.
    pub(crate) meter: Arc<Meter>,
}

impl Odds {
    /// The mathematics of this game.
    pub fn new(game: &MachiKoro, model: Model) -> Odds {
        // A round is asked about as if there were always time for it.
        let config = Config { turn_limit: 10_000, ..game.config().clone() };
        let game = MachiKoro::new(&config).expect("the config of a game, with a limit within range");
        Odds { facts: Fact::all(&game, model), game, model, unseen: UNSEEN, meter: Arc::default() }
    }

    /// The answer to questions that may take this much together, for as long as it is wanted: `is_wanted` is asked every few
    /// milliseconds. What the question does not ask of the odds that it is given is not counted.
    ///
    /// ```
    /// use tercet_game::{Game, Seat};
    /// use tercet_machi::{Config, MachiKoro};
    /// use tercet_odds::{Budget, Model, NoAnswer, Odds};
    ///
    /// let game = MachiKoro::new(&Config::base(2))?;
    /// let odds = Odds::new(&game, Model::Exact);
    /// let mean = |odds: &Odds| odds.round_pmf(&game.start(), Seat::FIRST).mean();
    /// assert!(odds.ask(Budget::default(), || true, mean).is_ok());
    /// assert_eq!(odds.ask(Budget::default(), || false, mean), Err(NoAnswer::Unwanted));
    /// # Ok::<(), tercet_game::ConfigError>(())
    /// ```
    ///
    /// # Errors
    /// If they need more, or are wanted no longer.
    pub fn ask<T>(
        &self,
        budget: Budget,
        is_wanted: impl Fn() -> bool + Send + Sync + 'static,
        question: impl FnOnce(&Odds) -> T,
    ) -> Result<T, NoAnswer> {
        let is_wanted: IsWanted = Arc::new(is_wanted);
        let meter = Arc::new(Meter::new(budget, Some(is_wanted)));
        meter.work(0);
        let answer = question(&Odds { meter: Arc::clone(&meter), ..self.clone() });
        meter.verdict().map(|()| answer)
    }

    /// The model.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The game.
    pub fn game(&self) -> &MachiKoro {
        &self.game
    }

    /// What the seat's own turn brings it.
    pub fn own_turn_pmf(&self, state: &State, seat: Seat) -> Pmf {
        match self.model {
            Model::Exact => self.exact_turn(state, seat, seat),
            _ => Simple::pmf(self.simple().own_turn(state, seat)),
        }
    }

    /// What the turn of another roller brings the seat.
    pub fn opponent_turn_pmf(&self, state: &State, seat: Seat, roller: Seat) -> Pmf {
        match self.model {
            Model::Exact => self.exact_turn(state, seat, roller),
            _ => Simple::pmf(self.simple().opponent_turn(state, seat, roller)),
        }
    }

    /// What a round brings the seat: its own turn, then one of each opponent, without building.
    pub fn round_pmf(&self, state: &State, seat: Seat) -> Pmf {
        match self.model {
            Model::Exact => self.exact_round(state, seat),
            _ => self.simple().round(state, seat),
        }
    }

    /// What a round would bring the seat if nobody else played: its own turn, purple cards aside. A plain model's; `exact` has
    /// no such table and gives its own turn.
    pub fn alone_pmf(&self, state: &State, seat: Seat) -> Pmf {
        match self.model {
            Model::Exact => self.own_turn_pmf(state, seat),
            _ => Simple::pmf(self.simple().alone(state, seat)),
        }
    }

    pub(crate) fn simple(&self) -> Simple<'_> {
        Simple { facts: &self.facts, model: self.model, players: self.game.seats() }
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.game.seats()).map(Seat)
    }

    /// How many dice the seat rolls in the plain models, and where a number must be assumed.
    pub(crate) fn dice(state: &State, seat: Seat) -> u8 {
        1 + u8::from(state.city(seat).has(Landmark::TrainStation))
    }
}
