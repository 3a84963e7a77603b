//! Many draws against the weights, by the chi-square test in whole numbers.

use tercet_game::{Deal, Dealer, Deals, Rng, Sample, Seat, Turn};

use crate::law::{Breach, Checked, Law};
use crate::position::Position;

/// Alarms by chance come less often than once in `e^20`, about 500 million, positions; the seeds are fixed,
/// so that a test which passes once passes always.
const DOUBT: u64 = 20;

/// What the sampler draws in this position follows the weights.
pub(crate) fn sampler<G: Sample>(here: &Position<'_, G>, seed: u64) -> Checked {
    let mut rng = Rng::new(seed);
    let draws = draws(here.outcomes.len());
    let drawn = (0..draws).map(|_| here.game.sample_outcome(&here.state, &mut rng));
    judge(&here.outcomes, drawn, "the sampler")
}

/// The first draws of the dealers `stream 0`, `stream 1`, … follow the weights.
pub(crate) fn dealers<G: Deals>(game: &G) -> Checked {
    let (mut state, mut heard) = (game.start(), Vec::new());
    let here = loop {
        let here = Position::read(game, state);
        match here.turn {
            Turn::Over => return Ok(()),
            Turn::Chance => break here,
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap_or(Seat::FIRST);
                let Some(&first) = here.actions[seat.index()].first() else { return Ok(()) };
                game.play(&mut state, seat, first, &mut heard).map_err(|illegal| {
                    Breach::new(Law::Accepts, format!("{seat}'s {first:?} is refused: {illegal}"))
                })?;
            }
        }
    };
    let first_draw = |seed| {
        let mut dealer = game.dealer(&Deal::stream(seed)).ok()?;
        for event in &heard {
            dealer.observe(event);
        }
        dealer.draw(game, &here.state).ok()
    };
    judge(&here.outcomes, (0..draws(here.outcomes.len())).map(first_draw), "the dealer `stream`")
}

fn draws(outcomes: usize) -> u64 {
    2_000 + 100 * outcomes as u64
}

fn judge<C: PartialEq>(outcomes: &[(u32, C)], drawn: impl Iterator<Item = Option<C>>, who: &str) -> Checked {
    let mut counts = vec![0; outcomes.len()];
    for chance in drawn {
        let place = outcomes.iter().position(|(_, listed)| Some(listed) == chance.as_ref());
        let Some(place) = place else {
            return Err(Breach::new(Law::Fair, format!("{who} draws what is not listed")));
        };
        counts[place] += 1;
    }
    let weights: Vec<u32> = outcomes.iter().map(|(weight, _)| *weight).collect();
    match excess(&weights, &counts) {
        None => Ok(()),
        Some(how) => {
            Err(Breach::new(Law::Fair, format!("{who} draws {counts:?} by the weights {weights:?} ({how})")))
        }
    }
}

/// By how much chi-square is too great; `None` if it is not.
///
/// The bound is that of Laurent and Massart: chi-square of `d` degrees is above `d + 2 sqrt(d x) + 2 x`
/// with a probability below `e^-x`.
fn excess(weights: &[u32], counts: &[u64]) -> Option<String> {
    let cells = pooled(weights, counts);
    let total: u128 = cells.iter().map(|cell| cell.0).sum();
    let draws: u128 = cells.iter().map(|cell| cell.1).sum();
    let hundredths = |&(weight, count): &(u128, u128)| {
        let off = (count * total).abs_diff(draws * weight);
        off * off * 100 / (draws * weight * total)
    };
    let square: u128 = cells.iter().map(hundredths).sum();
    let degrees = cells.len() as u64 - 1;
    let bound = degrees + 2 * (degrees * DOUBT).isqrt() + 2 * DOUBT;
    (square > u128::from(bound) * 100).then(|| {
        format!("chi-square {}.{:02}, at most {bound} with {degrees} degrees", square / 100, square % 100)
    })
}

/// Weight and count of each cell; those that expect fewer than five draws share one.
fn pooled(weights: &[u32], counts: &[u64]) -> Vec<(u128, u128)> {
    let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let draws: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    let cells = weights.iter().zip(counts).map(|(&weight, &count)| (u128::from(weight), u128::from(count)));
    let (mut large, small): (Vec<_>, Vec<_>) = cells.partition(|(weight, _)| draws * weight >= 5 * total);
    let rest = small.iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    if rest.0 > 0 {
        large.push(rest);
    }
    large
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_by_the_weights_pass() {
        assert_eq!(excess(&[2, 1, 1], &[500, 250, 250]), None);
        assert_eq!(excess(&[2, 1, 1], &[540, 230, 230]), None);
        assert_eq!(excess(&[1], &[1000]), None);
    }

    #[test]
    fn draws_by_other_weights_are_told_with_their_number() {
        let even = excess(&[2, 1, 1], &[334, 333, 333]);
        assert_eq!(even.as_deref(), Some("chi-square 110.21, at most 54 with 2 degrees"));
    }

    #[test]
    fn rare_outcomes_are_judged_together() {
        assert_eq!(pooled(&[1000, 2, 1], &[1000, 2, 1]), [(1000, 1000), (3, 3)]);
        assert_eq!(pooled(&[1000, 20], &[1000, 20]), [(1000, 1000), (20, 20)]);
    }
}
