//! The law of random inputs, exactly: one draw, and the list says what it chooses.

use tercet_game::{Rng, Sample, Seat, Seats};

use crate::law::{Checked, Law, demand};
use crate::position::Position;

/// Both samplers from this generator against the lists.
pub(crate) fn check<G: Sample>(here: &Position<'_, G>, rng: Rng) -> Checked {
    let seats = Seats::first(here.game.seats()).iter();
    for (seat, list) in seats.zip(&here.actions) {
        action(here, seat, list, rng)?;
    }
    action(here, Seat(here.game.seats()), &[], rng)?;
    outcome(here, rng)
}

fn action<G: Sample>(here: &Position<'_, G>, seat: Seat, list: &[G::Action], rng: Rng) -> Checked {
    let (mut ours, mut theirs) = (rng, rng);
    let expected = (!list.is_empty()).then(|| list[ours.below(list.len() as u32) as usize]);
    let sampled = here.game.sample_action(&here.state, seat, &mut theirs);
    let count = list.len();
    demand!(
        sampled == expected,
        Law::SampleAction,
        "{seat} draws {sampled:?} where the list of {count} has {expected:?}"
    );
    demand!(
        ours == theirs,
        Law::SampleAction,
        "the generator is not where one draw from {seat}'s list of {count} leaves it"
    );
    Ok(())
}

fn outcome<G: Sample>(here: &Position<'_, G>, rng: Rng) -> Checked {
    let (mut ours, mut theirs) = (rng, rng);
    let total = here.outcomes.iter().map(|(weight, _)| weight).sum();
    let expected = if total == 0 { None } else { weighed(&here.outcomes, ours.below(total)) };
    let sampled = here.game.sample_outcome(&here.state, &mut theirs);
    demand!(
        sampled == expected,
        Law::SampleOutcome,
        "{sampled:?} is drawn where the weights of {total} have {expected:?}"
    );
    demand!(
        ours == theirs,
        Law::SampleOutcome,
        "the generator is not where one draw from the weights of {total} leaves it"
    );
    Ok(())
}

/// The outcome that this share of the weights falls on.
pub(crate) fn weighed<C: Copy>(outcomes: &[(u32, C)], mut share: u32) -> Option<C> {
    for &(weight, chance) in outcomes {
        if share < weight {
            return Some(chance);
        }
        share -= weight;
    }
    None
}
