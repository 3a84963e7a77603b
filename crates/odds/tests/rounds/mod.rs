//! Rounds that the engine plays with drawn dice, held against the model `exact`.

use std::collections::{BTreeMap, HashMap};

use crate::table::random;
use tercet_game::{Game, Rng, Sample, Seat, Turn};
use tercet_machi::{Action, Config, MachiKoro, State};
use tercet_odds::{Model, Odds, Pmf};

/// Decisions that were asked for before.
type Known = HashMap<State, Action>;

/// The change of the seat's purse by a turn of each of so many players from the seat on, played by the engine.
fn played(odds: &Odds, start: &State, seat: Seat, turns: u8, rng: &mut Rng, known: &mut Known) -> i32 {
    let game = odds.game();
    let mut state = game.turn_of(start, seat);
    for step in 0..turns {
        let roller = Seat((seat.0 + step) % game.seats());
        while state.roller() == roller {
            match game.turn(&state) {
                Turn::Chance => {
                    let chance = game.sample_outcome(&state, rng).unwrap();
                    game.resolve(&mut state, chance, &mut ()).unwrap();
                }
                Turn::Seats(_) => {
                    let action = *known.entry(state).or_insert_with(|| odds.decision(&state).unwrap());
                    game.play(&mut state, roller, action, &mut ()).unwrap();
                }
                Turn::Over => panic!("nothing is built, so nothing ends"),
            }
        }
    }
    state.city(seat).coins() as i32 - start.city(seat).coins() as i32
}

/// Is each count within five standard deviations of what it should be?
fn agrees(pmf: &Pmf, counts: &BTreeMap<i32, u32>, rounds: u32, name: &str) {
    assert!((pmf.total() - 1.0).abs() < 1e-12, "{name}: sums to {}", pmf.total());
    for value in pmf.low().min(*counts.keys().next().unwrap())..=pmf.high() {
        let (chance, count) = (pmf.at(value), *counts.get(&value).unwrap_or(&0));
        let expected = chance * f64::from(rounds);
        let sigma = (expected * (1.0 - chance)).sqrt();
        // Rare values are no normal distribution: one or two of them are no contradiction.
        let off = (f64::from(count) - expected).abs();
        assert!(off <= 5.0 * sigma + 2.0, "{name}: {value} came {count} times, not {expected}");
    }
    let above = counts.keys().filter(|value| **value > pmf.high()).count();
    assert_eq!(above, 0, "{name}: more than {} came", pmf.high());
}

fn compare(odds: &Odds, state: &State, seat: Seat, rounds: u32, rng: &mut Rng, name: &str) {
    for (turns, pmf) in
        [(1, odds.own_turn_pmf(state, seat)), (odds.game().seats(), odds.round_pmf(state, seat))]
    {
        let (mut counts, mut known) = (BTreeMap::new(), Known::new());
        for _ in 0..rounds {
            *counts.entry(played(odds, state, seat, turns, rng, &mut known)).or_insert(0) += 1;
        }
        agrees(&pmf, &counts, rounds, &format!("{name}, {turns} turns"));
    }
}

/// Compares so many random positions.
pub(crate) fn positions(config: &Config, count: u64, kinds: u32, rounds: u32) {
    let game = MachiKoro::new(config).unwrap();
    let odds = Odds::new(&game, Model::Exact);
    for number in 0..count {
        let mut rng = Rng::stream(2024, &[number]);
        let state = random(&game, kinds, &mut rng);
        let seat = Seat(rng.below(game.seats().into()) as u8);
        compare(&odds, &state, seat, rounds, &mut rng, &format!("position {number}"));
    }
}
