//! The best choice of dice, second roll and two more, as the weights of the totals that a turn ends on.

use tercet_machi::{City, Landmark};

use crate::dice::{DOUBLES, TOTALS};

/// Choices that differ by less are equal. Of equals the plainer one is taken: one die, the dice kept, nothing added.
const EQUAL: f64 = 1e-9;

/// What a roller may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "one for each landmark that matters here")]
pub(crate) struct Powers {
    pub(crate) two: bool,
    pub(crate) reroll: bool,
    pub(crate) add_two: bool,
    pub(crate) again: bool,
}

impl Powers {
    pub(crate) fn of(city: City<'_>) -> Powers {
        Powers {
            two: city.has(Landmark::TrainStation),
            reroll: city.has(Landmark::RadioTower),
            add_two: city.has(Landmark::Harbor) && city.has(Landmark::TrainStation),
            again: city.has(Landmark::AmusementPark) && city.has(Landmark::TrainStation),
        }
    }

    /// The totals that a turn can end on.
    pub(crate) fn totals(self) -> std::ops::RangeInclusive<usize> {
        let last = match self {
            Powers { two: false, .. } => 6,
            Powers { add_two: false, .. } => 12,
            _ => 14,
        };
        1..=last
    }

    /// How likely a turn ends with doubles of so many of the six kinds, at most: with a second roll of all others if there is
    /// one.
    pub(crate) fn most_doubles(self, kinds: u32) -> f64 {
        let once = f64::from(kinds) * DOUBLES;
        match self {
            Powers { again: false, .. } => 0.0,
            Powers { reroll: false, .. } => once,
            _ => once * (2.0 - once),
        }
    }
}

/// How likely a turn ends on each total: with another turn to follow, or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) plain: [f64; 15],
    pub(crate) again: [f64; 15],
}

impl Plan {
    /// The best plan where a turn that ends on a total gains this, and another turn is worth what this one is.
    pub(crate) fn best(gain: &[f64; 15], powers: Powers) -> Plan {
        Chooser::solved(gain, powers).1
    }

    /// The weight of both.
    pub(crate) fn weight(&self, total: usize) -> f64 {
        self.plain[total] + self.again[total]
    }

    /// What it gains, with all turns that follow.
    fn worth(&self, gain: &[f64; 15]) -> f64 {
        let once: f64 = gain.iter().enumerate().map(|(total, coins)| self.weight(total) * coins).sum();
        once / (1.0 - self.chance_again())
    }

    /// The chance of another turn.
    pub(crate) fn chance_again(&self) -> f64 {
        self.again.iter().sum()
    }
}

/// What is best where a turn that ends on a total gains this.
pub(crate) struct Chooser<'a> {
    gain: &'a [f64; 15],
    powers: Powers,
    /// What each roll comes to, two more added where that gains.
    settled: [usize; 15],
    /// What another turn is worth.
    bonus: f64,
}

impl Chooser<'_> {
    pub(crate) fn new(gain: &[f64; 15], powers: Powers) -> Chooser<'_> {
        Chooser::solved(gain, powers).0
    }

    /// With the plan that it makes.
    fn solved(gain: &[f64; 15], powers: Powers) -> (Chooser<'_>, Plan) {
        let adds = |total: usize| {
            powers.add_two && (10..=12).contains(&total) && gain[total + 2] > gain[total] + EQUAL
        };
        let settled = std::array::from_fn(|total| if adds(total) { total + 2 } else { total });
        let mut chooser = Chooser { gain, powers, settled, bonus: 0.0 };
        let mut plan = chooser.plan();
        // The worth of a plan is what it gains, by the turns that it is expected to have. A few passes find the best.
        for _ in 0..if powers.again { 60 } else { 0 } {
            let worth = plan.worth(gain);
            let is_settled = (worth - chooser.bonus).abs() < 1e-12;
            chooser.bonus = worth;
            if is_settled {
                break;
            }
            plan = chooser.plan();
        }
        (chooser, plan)
    }

    /// How many dice to roll, for the first time or again.
    pub(crate) fn choose_dice(&self, is_rerolled: bool) -> usize {
        let (last, once) = self.dice(f64::NEG_INFINITY);
        if self.powers.reroll && !is_rerolled { self.dice(once).0 } else { last }
    }

    /// Are these dice better kept?
    pub(crate) fn keeps(&self, total: usize, doubles: bool) -> bool {
        self.value(total, doubles) >= self.dice(f64::NEG_INFINITY).1 - EQUAL
    }

    /// What the dice come to: the total that counts in the end.
    pub(crate) fn settled(&self, total: usize) -> usize {
        self.settled[total]
    }

    fn value(&self, total: usize, doubles: bool) -> f64 {
        self.gain[self.settled(total)] + if doubles && self.powers.again { self.bonus } else { 0.0 }
    }

    /// The mean of a roll of which everything below `least` is worth `least`.
    fn mean(&self, dice: usize, least: f64) -> f64 {
        let better = |total, doubles| f64::max(self.value(total, doubles), least);
        let mut mean = 0.0;
        for (total, doubles, chance) in rolls(dice) {
            mean += chance * better(total, doubles);
        }
        mean
    }

    /// The better number of dice, and its mean.
    fn dice(&self, least: f64) -> (usize, f64) {
        let one = self.mean(1, least);
        let two = if self.powers.two { self.mean(2, least) } else { f64::NEG_INFINITY };
        if two > one + EQUAL { (2, two) } else { (1, one) }
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan { plain: [0.0; 15], again: [0.0; 15] };
        let (last_dice, once) = self.dice(f64::NEG_INFINITY);
        if !self.powers.reroll {
            self.add(&mut plan, last_dice, 1.0, f64::NEG_INFINITY);
            return plan;
        }
        let (first_dice, _) = self.dice(once);
        let rerolled = self.add(&mut plan, first_dice, 1.0, once);
        self.add(&mut plan, last_dice, rerolled, f64::NEG_INFINITY);
        plan
    }

    /// Adds the rolls that are kept; gives the weight of those that are not.
    fn add(&self, plan: &mut Plan, dice: usize, weight: f64, least: f64) -> f64 {
        let mut rerolled = 0.0;
        for (total, doubles, chance) in rolls(dice) {
            if self.value(total, doubles) < least - EQUAL {
                rerolled += weight * chance;
                continue;
            }
            let side = if doubles && self.powers.again { &mut plan.again } else { &mut plan.plain };
            side[self.settled(total)] += weight * chance;
        }
        rerolled
    }
}

/// The totals of one die or two with their chances, doubles apart.
fn rolls(dice: usize) -> impl Iterator<Item = (usize, bool, f64)> {
    let rolls: &[(usize, bool, f64)] = if dice == 1 { &ONE } else { &TWO };
    rolls.iter().copied()
}

static ONE: [(usize, bool, f64); 6] = {
    let mut rolls = [(0, false, TOTALS[0][1]); 6];
    let mut place = 0;
    while place < rolls.len() {
        rolls[place].0 = place + 1;
        place += 1;
    }
    rolls
};

static TWO: [(usize, bool, f64); 17] = {
    let mut rolls = [(0, false, 0.0); 17];
    let (mut place, mut total) = (0, 2);
    while total <= 12 {
        let double = if total % 2 == 0 { DOUBLES } else { 0.0 };
        rolls[place] = (total, false, TOTALS[1][total] - double);
        place += 1;
        if total % 2 == 0 {
            rolls[place] = (total, true, double);
            place += 1;
        }
        total += 1;
    }
    rolls
};

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Powers = Powers { two: true, reroll: true, add_two: true, again: true };

    fn gains(pairs: &[(usize, f64)]) -> [f64; 15] {
        let mut gain = [0.0; 15];
        for &(total, coins) in pairs {
            gain[total] = coins;
        }
        gain
    }

    #[test]
    fn one_die_is_rolled_for_low_totals_and_two_for_high_ones() {
        let powers = Powers { reroll: false, add_two: false, again: false, ..ALL };
        let low = Plan::best(&gains(&[(1, 1.0)]), powers);
        assert_eq!(low.plain[1..=6], [1.0 / 6.0; 6]);
        let high = Plan::best(&gains(&[(7, 1.0)]), powers);
        assert!((high.plain[7] - 1.0 / 6.0).abs() < 1e-12 && (high.plain[1]).abs() < 1e-12);
    }

    #[test]
    fn a_second_roll_takes_what_is_below_the_mean() {
        let powers = Powers { two: false, add_two: false, again: false, ..ALL };
        let plan = Plan::best(&gains(&[(6, 6.0)]), powers);
        assert!((plan.plain[6] - (1.0 / 6.0 + 5.0 / 36.0)).abs() < 1e-12);
        assert!((plan.plain[1] - 5.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn two_are_added_where_that_gains() {
        let powers = Powers { reroll: false, again: false, ..ALL };
        let plan = Plan::best(&gains(&[(12, 3.0), (13, 9.0)]), powers);
        assert!(plan.plain[10].abs() < 1e-12 && plan.plain[11].abs() < 1e-12);
        assert!((plan.plain[12] - 4.0 / 36.0).abs() < 1e-12, "10 becomes 12, and 12 stays");
        assert!((plan.plain[13] - 2.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn doubles_are_worth_another_turn() {
        let powers = Powers { reroll: false, add_two: false, ..ALL };
        // One die gains 7/6. Two gain 1, and a sixth of all that again: 6/5.
        let plan = Plan::best(&gains(&[(1, 7.0), (7, 6.0)]), powers);
        assert!((plan.chance_again() - 1.0 / 6.0).abs() < 1e-12);
    }
}
