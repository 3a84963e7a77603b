//! Elo for tables of any size: the order at the end is taken apart into pairs.
//!
//! Written here, not taken from `skillratings`: that crate rates two players at a time, and this one needs all
//! pairs of a table from the ratings before the game, with the table counting as one game.

use tercet_game::Finish;

/// What everybody starts with.
pub(super) const START: f64 = 1500.0;
/// How far one game can move a rating.
const K: f64 = 32.0;
/// How many points of rating make ten to one.
const SCALE: f64 = 400.0;
/// How many points of rating a logarithm of odds is.
pub(super) const POINTS: f64 = SCALE / std::f64::consts::LN_10;

/// The share of games that the first is expected to win against the second.
///
/// ```
/// use tercet_arena::expected;
///
/// assert_eq!(expected(1500.0, 1500.0), 0.5);
/// assert!((expected(1900.0, 1500.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected(own: f64, other: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((other - own) / SCALE))
}

/// What each seat of a table gains or loses: every pair is a game, K is shared by the pairs of a seat, and all of it
/// comes from the ratings before the game. A draw is an equal place and nothing else.
///
/// # Panics
/// If there is not one finish for each rating.
///
/// ```
/// use tercet_game::Finish;
///
/// let finishes = Finish::by_score(&[90, 71, 70, 12]);
/// let changes = tercet_arena::elo_changes(&[1500.0; 4], &finishes);
/// let rounded = changes.map(|change| (change * 1000.0).round() / 1000.0);
/// assert_eq!(rounded.collect::<Vec<_>>(), [16.0, 5.333, -5.333, -16.0]);
/// ```
pub fn elo_changes(ratings: &[f64], finish: &[Finish]) -> impl Iterator<Item = f64> {
    assert!(ratings.len() == finish.len(), "one finish for each rating");
    let others = ratings.len().saturating_sub(1).max(1) as f64;
    (0..ratings.len()).map(move |own| {
        let pairs = (0..ratings.len()).filter(|&other| other != own);
        let gain = |other: usize| result(finish[own], finish[other]) - expected(ratings[own], ratings[other]);
        K / others * pairs.map(gain).sum::<f64>()
    })
}

/// The weight of a table for each seat's rating: the mean of its pairs, as a table counts as one game.
pub(super) fn information(ratings: &[f64]) -> impl Iterator<Item = f64> {
    let others = ratings.len().saturating_sub(1).max(1) as f64;
    (0..ratings.len()).map(move |own| {
        let pairs = (0..ratings.len()).filter(|&other| other != own);
        let variance = |other: usize| {
            let chance = expected(ratings[own], ratings[other]);
            chance * (1.0 - chance)
        };
        pairs.map(variance).sum::<f64>() / others
    })
}

/// The standard error of a rating that rests on this much information.
pub(super) fn deviation(information: f64) -> f64 {
    POINTS / information.sqrt()
}

/// 1 for the better place, a half for an equal one, 0 for the worse.
pub fn result(own: Finish, other: Finish) -> f64 {
    match own.place.cmp(&other.place) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(ratings: &[f64], scores: &[i64]) -> Vec<f64> {
        elo_changes(ratings, &Finish::by_score(scores))
            .map(|change| (change * 1000.0).round() / 1000.0)
            .collect()
    }

    #[test]
    fn the_specs_example() {
        assert_eq!(changes(&[1500.0; 4], &[4, 3, 2, 1]), [16.0, 5.333, -5.333, -16.0]);
    }

    #[test]
    fn two_players_are_the_chess_formula() {
        assert_eq!(changes(&[1500.0, 1500.0], &[1, 0]), [16.0, -16.0]);
        assert_eq!(changes(&[1700.0, 1500.0], &[0, 1]), [-24.312, 24.312]);
    }

    #[test]
    fn a_point_less_is_a_loss_and_only_equal_scores_draw() {
        assert_eq!(changes(&[1500.0; 3], &[50, 49, 49]), [16.0, -8.0, -8.0]);
        assert_eq!(changes(&[1600.0, 1500.0], &[7, 7]), [-4.482, 4.482]);
    }

    #[test]
    fn nothing_is_gained_by_the_table_as_a_whole() {
        let finishes = Finish::by_score(&[3, 9, 9, 1, 4]);
        let sum: f64 = elo_changes(&[1612.0, 1498.5, 1503.0, 1444.0, 1500.0], &finishes).sum();
        assert!(sum.abs() < 1e-9);
    }

    #[test]
    fn a_seat_alone_neither_gains_nor_loses() {
        assert_eq!(changes(&[1500.0], &[8]), [0.0]);
    }
}
