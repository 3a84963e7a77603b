//! What a position of Machi Koro is worth: the chance of each seat to win, from what it earns and what it has still to pay.
//!
//! Tuned weights: each city gets a score, a weighted sum of what can be seen of it: rounds until victory if income grows
//! slowly, steadily or fast, income, what is still to pay, coins, whose turn is next, landmarks and cards; the chance to win is its share of
//! the exponentials of all scores. The weights were tuned by playing: the example `tune_machi` does it again.
//! Learned chances ([`crate::learned`]) see more and are of the same kind.

use std::sync::Arc;

use tercet_game::{Digest, Game, Seat, Seats};
use tercet_machi::{BASE, Config, Landmark, MachiKoro, Phase, State};
use tercet_odds::{Model, Odds};

use super::weights::WEIGHTS;
use crate::learned::{Source, Value};
use tercet_search::{Evaluation, Values};
use tercet_train::value::LearnedError;

/// How many things are seen of a city: its numbers, the landmarks of the base game, the cards of the base game. Other
/// landmarks and cards count by what they earn alone.
pub const FEATURES: usize = NUMBERS + LANDMARKS.len() + BASE.len();

const NUMBERS: usize = 13;

const LANDMARKS: [Landmark; 4] =
    [Landmark::TrainStation, Landmark::ShoppingMall, Landmark::AmusementPark, Landmark::RadioTower];

/// A weight for each of them.
pub type Weights = [f64; FEATURES];

/// Purses are seen with at least so many coins: what was just spent is soon earned again.
const PURSE: u32 = 4;

/// How fast income may grow, in coins a round each round.
const GROWTHS: [f64; 3] = [0.3, 1.0, 2.0];

/// By what positions are valued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// By tuned weights.
    Tuned,
    /// By learned ones.
    Learned(Source),
}

/// The chances to win in a game.
#[derive(Clone, Debug)]
pub struct WinEstimator {
    valuation: Valuation,
    /// How many turns a search looks ahead: 1 is to the end of this one.
    turns: u16,
}

#[derive(Clone, Debug)]
enum Valuation {
    Tuned(Box<Tuned>),
    Learned(Arc<Value>),
}

impl WinEstimator {
    /// The estimator in this game by the learned value that is in the program, for a search of so many turns.
    pub fn new(game: &MachiKoro, turns: u16) -> WinEstimator {
        WinEstimator::by(&ValueSource::Learned(Source::Shipped), game, turns)
            .expect("what is in the program fits any game")
    }

    /// The estimator by tuned weights.
    pub fn with_weights(game: &MachiKoro, turns: u16, weights: Weights) -> WinEstimator {
        WinEstimator { valuation: Valuation::Tuned(Box::new(Tuned::new(game, weights))), turns }
    }

    /// The estimator by this source.
    ///
    /// # Errors
    /// If a file's value does not fit this game.
    pub fn by(source: &ValueSource, game: &MachiKoro, turns: u16) -> Result<WinEstimator, LearnedError> {
        match source {
            ValueSource::Tuned => Ok(WinEstimator::with_weights(game, turns, WEIGHTS)),
            ValueSource::Learned(source) => Ok(WinEstimator::learned(source.value(game)?, turns)),
        }
    }

    /// The estimator by a learned value.
    pub fn learned(value: Arc<Value>, turns: u16) -> WinEstimator {
        WinEstimator { valuation: Valuation::Learned(value), turns }
    }

    /// The mathematics that it sees by.
    pub fn odds(&self) -> &Odds {
        match &self.valuation {
            Valuation::Tuned(tuned) => &tuned.odds,
            Valuation::Learned(value) => value.odds(),
        }
    }

    /// The chance of each seat to win.
    pub fn chances(&self, state: &State) -> [f64; 5] {
        match &self.valuation {
            Valuation::Tuned(tuned) => tuned.chances(state),
            Valuation::Learned(value) => value.chances(state),
        }
    }
}

/// A source, and its estimator in the game that is played.
#[derive(Clone, Debug)]
pub(super) struct CachedEstimator {
    source: ValueSource,
    turns: u16,
    held: Option<Box<(Config, WinEstimator)>>,
}

impl CachedEstimator {
    /// By the learned value that is in the program, for a search of so many turns.
    pub(super) fn new(turns: u16) -> CachedEstimator {
        CachedEstimator::by(ValueSource::Learned(Source::Shipped), turns)
    }

    pub(super) fn by(source: ValueSource, turns: u16) -> CachedEstimator {
        CachedEstimator { source, turns, held: None }
    }

    /// With an estimator that is there already.
    pub(super) fn held(game: &MachiKoro, estimator: WinEstimator, turns: u16) -> CachedEstimator {
        CachedEstimator {
            source: ValueSource::Tuned,
            turns,
            held: Some(Box::new((game.config().clone(), estimator))),
        }
    }

    /// The estimator in this game.
    pub(super) fn estimator(&mut self, game: &MachiKoro) -> Result<&WinEstimator, LearnedError> {
        if self.held.as_ref().is_none_or(|made| made.0 != *game.config()) {
            let estimator = WinEstimator::by(&self.source, game, self.turns)?;
            self.held = Some(Box::new((game.config().clone(), estimator)));
        }
        Ok(&self.held.as_ref().expect("it was just made").1)
    }
}

/// The chances by tuned weights.
#[derive(Clone, Debug)]
struct Tuned {
    odds: Odds,
    weights: Weights,
    /// The place of each kind of the base game among the features.
    places: Vec<Option<usize>>,
}

impl Tuned {
    fn new(game: &MachiKoro, weights: Weights) -> Tuned {
        let place = |slug: &str| BASE.iter().position(|card| card.slug() == slug);
        let places = game.cards().iter().map(|(kind, _)| place(game.cards().slug(kind))).collect();
        Tuned { odds: Odds::new(game, Model::Exact), weights, places }
    }

    fn chances(&self, state: &State) -> [f64; 5] {
        let seats = usize::from(self.odds.game().seats());
        let drift = self.odds.drift(state, PURSE);
        let mut scores = [f64::NEG_INFINITY; 5];
        for (place, score) in scores.iter_mut().enumerate().take(seats) {
            let features = self.features(state, Seat(place as u8), drift[place]);
            *score = features.iter().zip(&self.weights).map(|(sight, weight)| sight * weight).sum();
        }
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers = scores.map(|score| (score - most).exp());
        let sum: f64 = powers.iter().sum();
        powers.map(|power| power / sum)
    }

    /// What is seen of a city.
    fn features(&self, state: &State, seat: Seat, income: f64) -> Weights {
        let mut features = [0.0; FEATURES];
        let city = state.city(seat);
        features[..NUMBERS].copy_from_slice(&self.numbers(state, seat, income));
        for (sight, landmark) in features[NUMBERS..].iter_mut().zip(LANDMARKS) {
            *sight = f64::from(u8::from(city.has(landmark)));
        }
        for (kind, copies) in city.cards() {
            if let Some(place) = self.places[kind.index()] {
                features[NUMBERS + LANDMARKS.len() + place] = f64::from(copies);
            }
        }
        features
    }

    fn numbers(&self, state: &State, seat: Seat, income: f64) -> [f64; NUMBERS] {
        let left = self.odds.n_landmarks_remaining(state, seat);
        let cost = f64::from(self.odds.landmark_cost_remaining(state, seat));
        let coins = f64::from(state.city(seat).coins());
        let needed = (cost - coins).max(0.0);
        let [slow, steady, fast] = GROWTHS.map(|growth| rounds(needed, income, growth).max(left.into()));
        let is_last = f64::from(u8::from(left == 1));
        [
            slow,
            steady,
            fast,
            (income.max(0.0) + 0.5).ln(),
            income,
            needed / 10.0,
            (needed / 10.0).powi(2) / 5.0,
            coins / 10.0,
            f64::from(self.wait(state, seat)) / f64::from(self.odds.game().seats()),
            income * needed / 100.0,
            f64::from(u8::from(coins >= cost)),
            is_last * (needed / income.max(0.5)).min(10.0),
            is_last,
        ]
    }

    /// How many turns of others come before the seat's own.
    fn wait(&self, state: &State, seat: Seat) -> u8 {
        let seats = self.odds.game().seats();
        let is_over = matches!(state.phase(), Phase::Deal { .. } | Phase::Invest);
        (seat.0 + 2 * seats - state.roller().0 - u8::from(is_over)) % seats
    }
}

/// How many rounds it takes to earn what is needed, with an income that grows by so much a round.
fn rounds(needed: f64, income: f64, growth: f64) -> f64 {
    let income = income.max(0.1);
    ((income * income + 2.0 * growth * needed).sqrt() - income) / growth
}

impl Evaluation<MachiKoro> for WinEstimator {
    fn value(&self, game: &MachiKoro, state: &State) -> Values {
        match state.phase() {
            Phase::Over { .. } => Values::won(&game.scores(state)),
            _ => Values::new(&self.chances(state)),
        }
    }

    fn key(&self, game: &MachiKoro, state: &State) -> Option<u64> {
        forgetful_key(game, state)
    }

    fn is_leaf(&self, _: &MachiKoro, root: &State, state: &State) -> bool {
        is_turn_over(root, state, self.turns)
    }
}

/// Before building, and before rolling again, what fell is forgotten but for what it brought and whether a turn follows.
pub(crate) fn forgetful_key(game: &MachiKoro, state: &State) -> Option<u64> {
    let forgets = match state.phase() {
        Phase::Build => true,
        Phase::ChooseDice | Phase::Roll { .. } => state.is_rerolled(),
        _ => false,
    };
    forgets.then(|| key(game, state))
}

/// At the end of the last turn that is looked at, and where the market is filled: what comes there is for everybody.
pub(crate) fn is_turn_over(root: &State, state: &State, turns: u16) -> bool {
    state.turn() >= root.turn() + turns || matches!(state.phase(), Phase::Deal { .. })
}

/// All that counts from here on in one number.
fn key(game: &MachiKoro, state: &State) -> u64 {
    let mut digest = Digest::default();
    let doubles = matches!(state.dice(), [first, second] if first == second);
    let dice = if let Phase::Roll { dice } = state.phase() { dice } else { 0 };
    digest.bytes(&[dice, u8::from(state.phase() == Phase::Build), u8::from(state.is_rerolled())]);
    digest.bytes(&[u8::from(doubles), state.roller().0]);
    digest.number(state.turn(), 2);
    for seat in Seats::first(game.seats()).iter() {
        let city = state.city(seat);
        digest.number(city.coins(), 4);
        digest.number(city.invested(), 4);
        digest.number(city.landmarks().fold(0u8, |bits, landmark| bits | 1 << landmark as u8), 1);
        for (kind, copies) in city.cards() {
            digest.bytes(&[kind.index() as u8, copies, city.closed(kind)]);
        }
        digest.bytes(&[u8::MAX]);
    }
    for (kind, copies) in state.market().cards() {
        digest.bytes(&[kind.index() as u8, copies]);
    }
    digest.value()
}
