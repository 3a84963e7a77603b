//! Turns until victory, and what stands in the way of it.

use tercet_game::Seat;
use tercet_machi::{Landmark, State};

use crate::{Growth, Model, Odds, Pmf};

/// Quotients within this of a whole number are that number.
const NEAR: f64 = 1e-9;

impl Odds {
    /// The most turns until victory that are counted where a number without end would do harm.
    pub const MOST_TURNS: f64 = 1000.0;

    /// `rounds` times the mean income of a round.
    pub fn portfolio_ev(&self, state: &State, seat: Seat, rounds: u32) -> f64 {
        f64::from(rounds) * self.round_pmf(state, seat).mean()
    }

    /// The landmarks that the seat has still to build.
    pub fn landmarks_left(&self, state: &State, seat: Seat) -> impl Iterator<Item = Landmark> {
        let city = state.city(seat);
        self.game.landmarks().filter(move |&landmark| !city.has(landmark))
    }

    /// How many landmarks the seat has still to build.
    pub fn n_landmarks_remaining(&self, state: &State, seat: Seat) -> u32 {
        self.landmarks_left(state, seat).count() as u32
    }

    /// What they cost together.
    pub fn landmark_cost_remaining(&self, state: &State, seat: Seat) -> u32 {
        self.landmarks_left(state, seat).map(|landmark| u32::from(landmark.cost())).sum()
    }

    /// Turns until victory at the mean income: as many as there are landmarks to build, or as it takes to earn what
    /// they cost. Infinite for a city that earns nothing and lacks coins: it never wins, unless something changes. The
    /// model `harmonictook` counts the landmarks alone there, as its program does.
    pub fn tuv_expected(&self, state: &State, seat: Seat) -> f64 {
        self.tuv_at(state, seat, self.round_pmf(state, seat).mean())
    }

    /// In the models `seed` and `harmonictook`, turns until victory if each round brought the income of this percentile:
    /// above 0.5 is luck, so turns fall as `p` rises. In `exact` it is [`Odds::turns_percentile`], which rises.
    pub fn tuv_percentile(&self, state: &State, seat: Seat, p: f64) -> f64 {
        match self.model {
            Model::Exact => self.turns_percentile(state, seat, p),
            _ => self.tuv_at(state, seat, f64::from(self.round_pmf(state, seat).percentile(p))),
        }
    }

    /// The turns within which this share of games is won at the present income: 0.1 is the fast end, in every model. Infinite
    /// where so many are not won within [`Victory::LIMIT`](crate::Victory::LIMIT) rounds.
    pub fn turns_percentile(&self, state: &State, seat: Seat, p: f64) -> f64 {
        self.rounds_until_victory(state, seat, Growth::Fixed).percentile(p).map_or(f64::INFINITY, f64::from)
    }

    /// Turns until victory at this income a round.
    pub fn tuv_at(&self, state: &State, seat: Seat, income: f64) -> f64 {
        let least = f64::from(self.n_landmarks_remaining(state, seat));
        self.turns(least, self.coins_needed(state, seat), income)
    }

    /// At least so many turns, or as it takes to earn what is needed.
    pub(crate) fn turns(&self, least: f64, needed: i32, income: f64) -> f64 {
        match self.model {
            _ if needed <= 0 => least,
            Model::Harmonictook if income <= 0.0 => least,
            Model::Seed | Model::Exact if income <= NEAR => f64::INFINITY,
            _ => least.max((f64::from(needed) / income - NEAR).ceil()),
        }
    }

    /// How many coins are missing for all landmarks; negative if there are more than enough.
    pub fn coins_needed(&self, state: &State, seat: Seat) -> i32 {
        self.landmark_cost_remaining(state, seat) as i32 - state.city(seat).coins() as i32
    }

    /// The variance of the turns until victory at the present income; infinite where victory is not sure to come. In the model
    /// `harmonictook` that of a round's income, as its program has it.
    pub fn tuv_variance(&self, state: &State, seat: Seat) -> f64 {
        match self.model {
            Model::Harmonictook => self.round_pmf(state, seat).variance(),
            _ => self.rounds_until_victory(state, seat, Growth::Fixed).variance(),
        }
    }

    /// The first seat's turns until victory less the second's; 0 where both are infinite.
    pub fn delta_tuv(&self, state: &State, first: Seat, second: Seat) -> f64 {
        turns_gap(self.tuv_expected(state, first), self.tuv_expected(state, second))
    }

    /// The chance that so many independent rounds bring what all landmarks still cost.
    pub fn prob_victory_within_n_rounds(&self, state: &State, seat: Seat, rounds: u32) -> f64 {
        self.reached_within(&self.round_pmf(state, seat), self.coins_needed(state, seat), rounds)
    }

    /// The chance that so many independent rounds of this income bring what is needed: [`Pmf::reached_within`], within the
    /// budget of [`Odds::ask`].
    pub fn reached_within(&self, income: &Pmf, needed: i32, rounds: u32) -> f64 {
        income.reached(needed, rounds, &self.meter)
    }

    /// 50 less the turns until victory: a whole number. No more than [`Odds::MOST_TURNS`] are counted, so that it has an
    /// end for a city that never wins; in the model `harmonictook`, where that can't be, all are.
    pub fn finish_score(&self, state: &State, seat: Seat) -> f64 {
        let turns = self.tuv_expected(state, seat);
        50.0 - if self.model == Model::Harmonictook { turns } else { turns.min(Odds::MOST_TURNS) }
    }
}

/// Some turns less others; 0 where both are infinite.
pub(crate) fn turns_gap(turns: f64, others: f64) -> f64 {
    if turns.is_infinite() && others.is_infinite() { 0.0 } else { turns - others }
}
