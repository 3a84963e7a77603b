//! Income total by total, for who decides about dice.

use tercet_game::Seat;
use tercet_machi::{Landmark, Rolls, State};

use crate::Odds;
use crate::dice::TOTALS;

/// The highest total that dice alone give.
const DICE_TOP: usize = 12;

impl Odds {
    /// What the seat's own turn brings on each total, losses to red cards not counted; entry 0 is nothing.
    pub fn income_by_total(&self, state: &State, seat: Seat) -> [u32; Rolls::MAX as usize + 1] {
        self.simple().own_by_total(state, seat)
    }

    /// What the seat's blue and green cards bring on each total of its own turn; entry 0 is nothing.
    pub fn alone_by_total(&self, state: &State, seat: Seat) -> [u32; Rolls::MAX as usize + 1] {
        self.simple().alone_by_total(state, seat)
    }

    /// The mean of one roll of so many dice.
    pub fn roll_mean(&self, state: &State, seat: Seat, dice: u8) -> f64 {
        let income = self.income_by_total(state, seat);
        let chances = &TOTALS[usize::from(dice) - 1];
        (1..=DICE_TOP).map(|total| chances[total] * f64::from(income[total])).sum()
    }

    /// The mean of an own turn with so many dice. A Radio Tower rolls again what is below the mean of one roll.
    pub fn mean_with_dice(&self, state: &State, seat: Seat, dice: u8) -> f64 {
        let income = self.income_by_total(state, seat);
        let chances = &TOTALS[usize::from(dice) - 1];
        let rolls = || (1..=DICE_TOP).map(|total| (chances[total], f64::from(income[total])));
        let mean = self.roll_mean(state, seat, dice);
        if !state.city(seat).has(Landmark::RadioTower) {
            return mean;
        }
        let (kept, again) = rolls().fold((0.0, 0.0), |(kept, again), (chance, coins)| {
            if coins >= mean { (kept + chance * coins, again) } else { (kept, again + chance) }
        });
        kept + again * mean
    }
}
