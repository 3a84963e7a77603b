//! Rounds until victory: dynamic programming over coins and landmarks.

use tercet_game::Seat;
use tercet_machi::{Landmark, Site, State};

use crate::budget::Meter;
use crate::{Odds, Pmf};

/// How income goes on while landmarks are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// It stays what it is.
    Fixed,
    /// It is that of the city with the landmarks that stand by then.
    Landmarks,
}

/// When all landmarks are built.
#[derive(Clone, Debug, PartialEq)]
pub struct Victory {
    rounds: Pmf,
    later: f64,
}

impl Victory {
    /// The most rounds that are looked at.
    pub const LIMIT: usize = 1000;
    /// Less than this is not followed further.
    const REST: f64 = 1e-13;

    /// The chances that it takes so many rounds. They sum to 1 less [`Victory::later`].
    pub fn rounds(&self) -> &Pmf {
        &self.rounds
    }

    /// The chance that it takes more than [`Victory::LIMIT`] rounds, or never comes.
    pub fn later(&self) -> f64 {
        self.later
    }

    /// Is it sure to come within the limit?
    pub fn is_sure(&self) -> bool {
        self.later < 1e-9
    }

    /// The mean; infinite where it is not sure to come.
    pub fn mean(&self) -> f64 {
        if self.is_sure() { self.rounds.mean() } else { f64::INFINITY }
    }

    /// The variance; infinite where it is not sure to come.
    pub fn variance(&self) -> f64 {
        if self.is_sure() { self.rounds.variance() } else { f64::INFINITY }
    }

    /// The smallest number of rounds within which it comes with this chance, if there is one.
    pub fn percentile(&self, p: f64) -> Option<i32> {
        (self.rounds.total() >= p - 1e-12).then(|| self.rounds.percentile(p))
    }
}

impl Odds {
    /// Rounds until the seat has all landmarks, if it builds nothing else: in each round it earns, then builds the cheapest
    /// landmark that is left, if it can pay. Rounds are independent; a purse does not fall below zero.
    pub fn rounds_until_victory(&self, state: &State, seat: Seat, growth: Growth) -> Victory {
        let mut left: Vec<Landmark> = self.landmarks_left(state, seat).collect();
        left.sort_by_key(|landmark| landmark.cost());
        let costs: Vec<usize> = left.iter().map(|landmark| usize::from(landmark.cost())).collect();
        let fixed = self.round_pmf(state, seat);
        let mut city = *state;
        let mut incomes = Vec::new();
        for &landmark in &left {
            incomes.push(if growth == Growth::Fixed { fixed.clone() } else { self.round_pmf(&city, seat) });
            city = self.game.with_site(&city, seat, Site::Landmark(landmark));
        }
        build_all(&costs, &incomes, state.city(seat).coins() as usize, &self.meter)
    }
}

/// Builds what costs so much, one after the other, with an income for each number built.
fn build_all(costs: &[usize], incomes: &[Pmf], coins: usize, meter: &Meter) -> Victory {
    if costs.is_empty() {
        return Victory { rounds: Pmf::certain(0), later: 0.0 };
    }
    // More than all that is left to build makes no difference, as long as no income is lost: losses may be larger.
    let all: usize = costs.iter().sum();
    let worst = incomes.iter().map(|income| (-income.low()).max(0)).max().unwrap_or(0) as usize;
    let most = all + worst * costs.len();
    let _held = meter.hold(2 * costs.len() * (most + 1) * size_of::<f64>());
    if meter.is_spent() {
        return Victory { rounds: Pmf::certain(0), later: 1.0 };
    }
    let mut chances = vec![vec![0.0; most + 1]; costs.len()];
    chances[0][coins.min(most)] = 1.0;
    let (mut rounds, mut left) = (vec![0.0], 1.0);
    while left > Victory::REST && rounds.len() <= Victory::LIMIT && meter.work(most) {
        let mut next = vec![vec![0.0; most + 1]; costs.len()];
        let mut won = 0.0;
        for built in 0..costs.len() {
            for (purse, &chance) in chances[built].iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                if !meter.work(incomes[built].chances().len()) {
                    break;
                }
                for (income, share) in incomes[built].iter() {
                    let purse = (purse as i64 + i64::from(income)).clamp(0, most as i64) as usize;
                    match purse.checked_sub(costs[built]) {
                        None => next[built][purse] += chance * share,
                        Some(_) if built + 1 == costs.len() => won += chance * share,
                        Some(rest) => next[built + 1][rest] += chance * share,
                    }
                }
            }
        }
        chances = next;
        left -= won;
        rounds.push(won);
    }
    Victory { rounds: Pmf::new(0, rounds).trimmed(), later: left.max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certain_income_builds_on_time() {
        // 5 coins a round: 4 after one, 10 after three, as 15 - 4 = 11.
        let income = Pmf::certain(5);
        let victory = build_all(&[4, 10], &[income.clone(), income], 0, &Meter::default());
        assert_eq!((victory.rounds().low(), victory.rounds().chances()), (3, &[1.0][..]));
        assert!(victory.is_sure() && victory.variance() < 1e-12);
    }

    #[test]
    fn one_landmark_a_round_is_built_however_rich() {
        let income = Pmf::certain(0);
        let victory =
            build_all(&[4, 10, 16], &[income.clone(), income.clone(), income], 1000, &Meter::default());
        assert_eq!((victory.rounds().low(), victory.mean()), (3, 3.0));
    }

    #[test]
    fn a_coin_that_comes_by_chance_is_geometric() {
        let victory = build_all(&[1], &[Pmf::new(0, vec![0.75, 0.25])], 0, &Meter::default());
        assert!((victory.mean() - 4.0).abs() < 1e-9 && (victory.variance() - 12.0).abs() < 1e-6);
        assert_eq!(victory.percentile(0.5), Some(3));
    }

    #[test]
    fn nothing_earned_is_never() {
        let victory = build_all(&[4], &[Pmf::certain(0)], 3, &Meter::default());
        assert_eq!((victory.later(), victory.mean(), victory.percentile(0.5)), (1.0, f64::INFINITY, None));
    }

    #[test]
    fn all_built_is_no_round() {
        assert_eq!(build_all(&[], &[], 3, &Meter::default()).mean().to_bits(), 0.0f64.to_bits());
    }
}
