//! The models `harmonictook` and `seed` against the recorded mathematics.

mod table;

use serde_json::Value;
use table::{position, recorded};
use tercet_game::Seat;
use tercet_odds::{Model, Odds, Pmf};

const CLOSE: f64 = 1e-9;

fn close(ours: f64, recorded: &Value, what: &str) {
    let theirs = recorded.as_f64().unwrap();
    assert!((ours - theirs).abs() < CLOSE, "{what}: {ours}, recorded {theirs}");
}

/// Every value of either is in both.
fn same(ours: &Pmf, recorded: &Value, what: &str) {
    let recorded = recorded.as_object().unwrap();
    assert!((ours.total() - 1.0).abs() < 1e-12, "{what}: sums to {}", ours.total());
    for (value, chance) in recorded {
        close(ours.at(value.parse().unwrap()), chance, &format!("{what} at {value}"));
    }
    for (value, chance) in ours.iter() {
        assert!(recorded.contains_key(&value.to_string()) || chance < CLOSE, "{what}: {value} is too much");
    }
}

/// The same, or next to it where the record says that a rounding decides.
fn same_or_next(ours: f64, recorded: &Value, is_boundary: bool, what: &str) {
    let theirs = recorded.as_f64().unwrap();
    let room = if is_boundary { 1.0 } else { 0.0 };
    assert!((ours - theirs).abs() <= room, "{what}: {ours}, recorded {theirs}");
}

fn cities(mut check: impl FnMut(&Value, &Value, Seat, &str)) -> usize {
    let mut count = 0;
    for record in recorded() {
        for (seat, out) in record["out"].as_array().unwrap().iter().enumerate() {
            check(&record, out, Seat(seat as u8), &format!("position {}, player {seat}", record["id"]));
            count += 1;
        }
    }
    count
}

#[test]
fn harmonictook_distributions_are_as_recorded() {
    let count = cities(|record, out, seat, name| {
        let (game, state) = position(record);
        let odds = Odds::new(&game, Model::Harmonictook);
        let own = odds.own_turn_pmf(&state, seat);
        same(&own, &out["own_turn_pmf"], &format!("{name}, own turn"));
        close(own.mean(), &out["own_mean"], name);
        close(own.variance(), &out["own_variance"], name);
        for (roller, recorded) in out["opponent_turn_pmf"].as_object().unwrap() {
            let pmf = odds.opponent_turn_pmf(&state, seat, Seat(roller.parse().unwrap()));
            same(&pmf, recorded, &format!("{name}, turn of {roller}"));
        }
        let round = odds.round_pmf(&state, seat);
        same(&round, &out["round_pmf"], &format!("{name}, round"));
        close(round.mean(), &out["round_mean"], name);
        close(round.variance(), &out["round_variance"], name);
    });
    assert_eq!(count, 903);
}

#[test]
fn harmonictook_values_are_as_recorded() {
    cities(|record, out, seat, name| {
        let (game, state) = position(record);
        let odds = Odds::new(&game, Model::Harmonictook);
        let round = odds.round_pmf(&state, seat);
        let is_near = !out["tuv_boundary"].as_array().unwrap().is_empty();
        for (p, recorded) in out["round_percentile"].as_object().unwrap() {
            let p: f64 = p.parse().unwrap();
            let ours = f64::from(round.percentile(p));
            let marked =
                out["percentile_boundary"].as_array().unwrap().iter().any(|at| at.as_f64() == Some(p));
            assert!(
                marked || (ours - recorded.as_f64().unwrap()).abs() < CLOSE,
                "{name}: percentile {p} is {ours}"
            );
            if !marked {
                let tuv = odds.tuv_percentile(&state, seat, p);
                same_or_next(tuv, &out["tuv_percentile"][&p.to_string()], is_near, name);
            }
        }
        assert_eq!(
            odds.n_landmarks_remaining(&state, seat),
            out["n_landmarks_remaining"].as_u64().unwrap() as u32
        );
        assert_eq!(
            odds.landmark_cost_remaining(&state, seat),
            out["landmark_cost_remaining"].as_u64().unwrap() as u32
        );
        same_or_next(odds.tuv_expected(&state, seat), &out["tuv_expected"], is_near, name);
        close(odds.tuv_variance(&state, seat), &out["tuv_variance"], name);
        for (rounds, recorded) in out["prob_victory_within"].as_object().unwrap() {
            let chance = odds.prob_victory_within_n_rounds(&state, seat, rounds.parse().unwrap());
            close(chance, recorded, &format!("{name}, victory within {rounds}"));
        }
        close(odds.portfolio_coverage(&state, seat), &out["portfolio_coverage"], name);
        same_or_next(odds.finish_score(&state, seat), &out["finish_score"], is_near, name);
        if seat == Seat(1) {
            let first_near =
                record["out"][0]["tuv_boundary"].as_array().unwrap().len() + usize::from(is_near);
            let delta = odds.delta_tuv(&state, Seat(0), Seat(1));
            same_or_next(delta, &record["delta_tuv_0_1"], first_near > 0, name);
        }
    });
}

#[test]
fn seed_distributions_are_as_recorded() {
    cities(|record, out, seat, name| {
        let (game, state) = position(record);
        let odds = Odds::new(&game, Model::Seed);
        let (own, round) = (odds.own_turn_pmf(&state, seat), odds.round_pmf(&state, seat));
        close(own.mean(), &out["seed_own_mean"], name);
        close(round.mean(), &out["seed_round_mean"], name);
        if let Some(recorded) = out.get("seed_own_turn_pmf") {
            same(&own, recorded, name);
        }
        if out["own_follows_seed"] == true {
            same(&own, &out["own_turn_pmf"], name);
        }
        if out["round_follows_seed"] == true {
            same(&round, &out["round_pmf"], name);
        }
    });
}
