//! Shares of games won: how sure they are, and whether two differ.

use crate::Interval;
use crate::statistics::normal;

/// 97.5 % of a normal distribution lie below this many standard deviations.
const Z: f64 = 1.959_963_984_540_054;
/// 80 % lie below this many.
const Z_POWER: f64 = 0.841_621_233_572_914_2;

/// Wilson's interval for a share that was seen `successes` times in `games`: it never leaves 0 to 1, and is right
/// for few games too. Half successes are draws. `None` of fewer than two,
/// which say nothing about how far such shares lie apart.
///
/// ```
/// use tercet_arena::wilson;
///
/// let interval = wilson(8.0, 10).unwrap();
/// assert_eq!(format!("{:.4} {:.4}", interval.low, interval.high), "0.4902 0.9433");
/// assert_eq!(wilson(0.0, 0), None);
/// ```
pub fn wilson(successes: f64, games: u64) -> Option<Interval> {
    if games == 0 {
        return None;
    }
    let n = games as f64;
    let (share, square) = (successes / n, Z * Z);
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = Z / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    // Rounding must not leave the share itself outside.
    Some(Interval { low: (middle - half).clamp(0.0, share), high: (middle + half).clamp(share, 1.0) })
}

/// The standard error of a share that was seen `successes` times in `games`; `None` of fewer than two,
/// which say nothing about how far such shares lie apart.
///
/// ```
/// assert_eq!(tercet_arena::share_error(50, 100), Some(0.05));
/// assert_eq!(tercet_arena::share_error(1, 1), None);
/// ```
pub fn share_error(successes: u64, games: u64) -> Option<f64> {
    let share = successes as f64 / games as f64;
    (games > 1).then(|| (share * (1.0 - share) / games as f64).sqrt())
}

/// How likely a difference at least as large as this is between two players of equal strength: the two-sided sign
/// test, exact up to 1,000 decided games and by the normal distribution above. Draws say nothing.
///
/// ```
/// let p = tercet_arena::sign_test(9, 1);
/// assert_eq!(format!("{p:.4}"), "0.0215");
/// ```
pub fn sign_test(won: u64, lost: u64) -> f64 {
    let (games, fewer) = (won + lost, won.min(lost));
    if won == lost {
        return 1.0;
    }
    if games > 1000 {
        let distance = (games as f64 / 2.0 - fewer as f64 - 0.5) / (games as f64 / 4.0).sqrt();
        return (2.0 * normal::cumulative(-distance)).min(1.0);
    }
    // Chances of 0, 1, … wins in logarithms: 2^-1000 is still a double, its products are not.
    let mut log = -(games as f64) * std::f64::consts::LN_2;
    let mut tail = log.exp();
    for wins in 1..=fewer {
        log += ((games - wins + 1) as f64 / wins as f64).ln();
        tail += log.exp();
    }
    (2.0 * tail).min(1.0)
}

/// How many games show a share of points that differs from a half by as much as this one does: at 95 % certainty,
/// in four of five tries. `None` of an even share.
///
/// ```
/// assert_eq!(tercet_arena::games_needed(0.55), Some(785));
/// assert_eq!(tercet_arena::games_needed(0.5), None);
/// ```
pub fn games_needed(share: f64) -> Option<u64> {
    let difference = (share - 0.5).abs();
    let games = ((Z + Z_POWER) * 0.5 / difference).powi(2);
    #[allow(clippy::cast_sign_loss)] // A square is not negative.
    (difference > 1e-9).then(|| games.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_stays_within_its_bounds() {
        let none = wilson(0.0, 20).unwrap();
        assert_eq!((none.low, format!("{:.4}", none.high)), (0.0, "0.1611".to_owned()));
        let all = wilson(20.0, 20).unwrap();
        assert_eq!((format!("{:.4}", all.low), all.high), ("0.8389".to_owned(), 1.0));
        for (wins, games) in [(0.0, 7), (7.0, 7), (0.0, 40), (40.0, 40), (13.0, 40)] {
            let share = wins / games as f64;
            let interval = wilson(wins, games).unwrap();
            assert!(interval.low <= share && share <= interval.high, "{wins} of {games}: {interval:?}");
        }
        let half = wilson(0.5, 1).unwrap();
        assert!((half.low + half.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_exact_test_and_the_normal_one_meet() {
        let exact = sign_test(530, 470);
        assert_eq!(format!("{exact:.4}"), "0.0620");
        let normal = sign_test(531, 470);
        assert!((normal - 0.0579).abs() < 0.0005, "{normal}");
        assert_eq!((sign_test(0, 0), sign_test(7, 7)), (1.0, 1.0));
        assert!((sign_test(3, 17) - sign_test(17, 3)).abs() < 1e-15);
    }
}
