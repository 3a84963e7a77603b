//! Dice: the distribution of totals.

use tercet_machi::Rolls;

use crate::Pmf;

/// The chances of the totals 0 to 14 of one die, and of two.
pub(crate) const TOTALS: [[f64; 15]; 2] = [one_die(), two_dice()];

/// The chance of doubles that make this total.
pub(crate) const DOUBLES: f64 = 1.0 / 36.0;

const fn one_die() -> [f64; 15] {
    let mut chances = [0.0; 15];
    let mut total = 1;
    while total <= 6 {
        chances[total] = 1.0 / 6.0;
        total += 1;
    }
    chances
}

const fn two_dice() -> [f64; 15] {
    let mut chances = [0.0; 15];
    let mut total = 2usize;
    while total <= 12 {
        chances[total] = (6 - total.abs_diff(7)) as f64 / 36.0;
        total += 1;
    }
    chances
}

/// The total of so many dice; of none, 0.
///
/// ```
/// let two = tercet_odds::die_pmf(2);
/// assert!((two.at(7) - 1.0 / 6.0).abs() < 1e-12);
/// ```
pub fn die_pmf(dice: u32) -> Pmf {
    let die = Pmf::new(1, vec![1.0 / 6.0; 6]);
    (0..dice).fold(Pmf::certain(0), |sum, _| sum.convolve(&die))
}

/// The chance that the total of one die or two is among these.
///
/// ```
/// let bakery = "2-3".parse()?;
/// assert!((tercet_odds::p_hits(bakery, 1) - 1.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
///
/// # Panics
/// If the dice are not one or two.
pub fn p_hits(rolls: Rolls, dice: u8) -> f64 {
    assert!((1..=2).contains(&dice), "a roll is of one die or two");
    rolls.iter().map(|total| TOTALS[usize::from(dice) - 1][usize::from(total)]).sum()
}
