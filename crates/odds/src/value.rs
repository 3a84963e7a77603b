//! Turns until victory, and what stands in the way of it.

use tercet_game::Seat;
use tercet_machi::{Landmark, State};

use crate::{Growth, Model, Odds};

/// Quotients within this of a whole number are that number.
const NEAR: f64 = 1e-9;

impl Odds {
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
    /// they cost. Where nothing is earned, the landmarks alone count.
    pub fn tuv_expected(&self, state: &State, seat: Seat) -> f64 {
        self.tuv_at(state, seat, self.round_pmf(state, seat).mean())
    }

    /// Turns until victory if each round brought the income of this percentile.
    pub fn tuv_percentile(&self, state: &State, seat: Seat, p: f64) -> f64 {
        self.tuv_at(state, seat, f64::from(self.round_pmf(state, seat).percentile(p)))
    }

    /// Turns until victory at this income a round.
    pub fn tuv_at(&self, state: &State, seat: Seat, income: f64) -> f64 {
        let least = f64::from(self.n_landmarks_remaining(state, seat));
        turns(least, self.coins_needed(state, seat), income)
    }

    /// How many coins are missing for all landmarks; negative if there are more than enough.
    pub fn coins_needed(&self, state: &State, seat: Seat) -> i32 {
        self.landmark_cost_remaining(state, seat) as i32 - state.city(seat).coins() as i32
    }

    /// The variance of a round's income in the models `seed` and `harmonictook`; of the rounds until victory in `exact`.
    pub fn tuv_variance(&self, state: &State, seat: Seat) -> f64 {
        match self.model {
            Model::Exact => self.rounds_until_victory(state, seat, Growth::Fixed).variance(),
            _ => self.round_pmf(state, seat).variance(),
        }
    }

    /// The first seat's turns until victory less the second's.
    pub fn delta_tuv(&self, state: &State, first: Seat, second: Seat) -> f64 {
        self.tuv_expected(state, first) - self.tuv_expected(state, second)
    }

    /// The chance that so many independent rounds bring what all landmarks still cost.
    pub fn prob_victory_within_n_rounds(&self, state: &State, seat: Seat, rounds: u32) -> f64 {
        self.round_pmf(state, seat).reached_within(self.coins_needed(state, seat), rounds)
    }

    /// 50 less the turns until victory, rounded to a whole number.
    pub fn finish_score(&self, state: &State, seat: Seat) -> i32 {
        (50.0 - self.tuv_expected(state, seat)).round_ties_even() as i32
    }
}

/// At least so many turns, or as it takes to earn what is needed.
pub(crate) fn turns(least: f64, needed: i32, income: f64) -> f64 {
    if income <= 0.0 { least } else { least.max((f64::from(needed) / income - NEAR).ceil()) }
}
