//! Strengths that are fitted to results: known ones are found again, within their intervals.

use tercet_arena::{Evidence, Fit, Strength};
use tercet_game::Rng;

/// 400 points are ten to one.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

fn uniform(rng: &mut Rng) -> f64 {
    (f64::from(rng.below(1 << 30)) + 0.5) / f64::from(1 << 30)
}

/// Places of a table under Plackett and Luce: everybody needs a time that is drawn with their strength as its rate.
fn race(players: &[usize], truth: &[f64], rng: &mut Rng) -> Vec<usize> {
    let time = |&player: &usize| -uniform(rng).ln() / (truth[player] / POINTS).exp();
    let times: Vec<f64> = players.iter().map(time).collect();
    times.iter().map(|own| 1 + times.iter().filter(|other| *other < own).count()).collect()
}

/// A game of two in which the better result is worth what Elo expects and `draws` of the spread are draws.
fn game(lead: f64, draws: f64, rng: &mut Rng) -> [usize; 2] {
    let own = 1.0 / (1.0 + (-lead / POINTS).exp());
    let drawn = 2.0 * draws * own * (1.0 - own);
    let luck = uniform(rng);
    if luck < own - drawn / 2.0 {
        [1, 2]
    } else if luck < own + drawn / 2.0 {
        [1, 1]
    } else {
        [2, 1]
    }
}

fn fitted(evidence: &Evidence, players: usize) -> Vec<Strength> {
    Fit::new(evidence, players).strengths(&[]).into_iter().map(Option::unwrap).collect()
}

/// The share of strengths that lie in their interval, over many fields.
fn coverage(truth: &[f64], fields: u64, play: impl Fn(&mut Evidence, &mut Rng)) -> f64 {
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let mut held = 0;
    for seed in 0..fields {
        let mut evidence = Evidence::default();
        play(&mut evidence, &mut Rng::new(seed));
        let all = fitted(&evidence, truth.len());
        let holds = |(one, real): &(&Strength, &f64)| {
            let real = 1500.0 + **real - mean;
            one.interval.low <= real && real <= one.interval.high
        };
        held += all.iter().zip(truth).filter(holds).count();
    }
    held as f64 / (fields as usize * truth.len()) as f64
}

const TRUTH: [f64; 5] = [-250.0, -60.0, 0.0, 40.0, 300.0];

fn pairs(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |own| (own + 1..size).map(move |other| (own, other)))
}

#[test]
fn intervals_of_games_of_two_hold_the_truth_in_95_of_100_cases_with_and_without_draws() {
    for draws in [0.0, 0.5, 0.9] {
        let share = coverage(&TRUTH, 600, |evidence, rng| {
            for (own, other) in pairs(TRUTH.len()) {
                for _ in 0..30 {
                    evidence.count(&[own, other], &game(TRUTH[own] - TRUTH[other], draws, rng));
                }
            }
        });
        assert!((0.935..=0.965).contains(&share), "{share} with {draws} of draws");
    }
}

#[test]
fn intervals_of_tables_of_four_hold_the_truth_in_95_of_100_cases() {
    let share = coverage(&TRUTH, 600, |evidence, rng| {
        for without in 0..TRUTH.len() {
            let table: Vec<usize> = (0..TRUTH.len()).filter(|&player| player != without).collect();
            for _ in 0..12 {
                evidence.count(&table, &race(&table, &TRUTH, rng));
            }
        }
    });
    assert!((0.935..=0.965).contains(&share), "{share}");
}

#[test]
fn intervals_of_a_swiss_days_tables_hold_the_truth_in_95_of_100_cases() {
    let truth: Vec<f64> = (0..12).map(|player| f64::from(player) * 40.0).collect();
    let share = coverage(&truth, 300, |evidence, rng| {
        for _ in 0..10 {
            for size in [2, 2, 3, 4] {
                let mut order: Vec<usize> = (0..12).collect();
                (1..12).rev().for_each(|last| order.swap(last, rng.below(last as u32 + 1) as usize));
                for table in order.chunks(size) {
                    evidence.count(table, &race(table, &truth, rng));
                }
            }
        }
    });
    assert!((0.935..=0.965).contains(&share), "{share}");
}

/// With many games the estimate itself comes close, from tables of all sizes.
#[test]
fn known_strengths_are_found_again() {
    for size in 2..=5 {
        let mut evidence = Evidence::default();
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let mut order: Vec<usize> = (0..5).collect();
            (1..5).rev().for_each(|last| order.swap(last, rng.below(last as u32 + 1) as usize));
            evidence.count(&order[..size], &race(&order[..size], &TRUTH, &mut rng));
        }
        for (one, real) in fitted(&evidence, 5).iter().zip(TRUTH) {
            let off = one.value - (1500.0 + real - 6.0);
            assert!(off.abs() < 15.0, "{off} at tables of {size}");
            assert!(one.interval.high - one.interval.low < 24.0);
        }
    }
}

/// Where everybody plays everybody equally often, points order the field, and so does the fit.
#[test]
fn whoever_is_certainly_better_head_to_head_stands_higher() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let truth: Vec<f64> = (0..6).map(|_| uniform(&mut rng) * 900.0).collect();
        let mut evidence = Evidence::default();
        let mut certain = Vec::new();
        for (own, other) in pairs(6) {
            let mut won = 0;
            for _ in 0..200 {
                let places = game(truth[own] - truth[other], 0.2, &mut rng);
                won += usize::from(places == [1, 2]);
                evidence.count(&[own, other], &places);
            }
            // More than 1 in 10 million against equals.
            if won > 140 {
                certain.push((own, other));
            }
        }
        let all = fitted(&evidence, 6);
        for (better, worse) in certain {
            assert!(all[better].value > all[worse].value, "seed {seed}: {better} beat {worse}");
        }
    }
}

/// Elo forgets: with K = 32, who happened to play last stands too high. The fit knows no order.
#[test]
fn the_order_of_games_does_not_matter() {
    let games: Vec<([usize; 2], [usize; 2])> = (0..300u32)
        .map(|number| {
            let mut rng = Rng::new(number.into());
            let own = rng.below(4) as usize;
            ([own, (own + 1 + rng.below(3) as usize) % 4], game(60.0 * f64::from(number % 7), 0.3, &mut rng))
        })
        .collect();
    let counted = |order: &mut dyn Iterator<Item = &([usize; 2], [usize; 2])>| {
        let mut evidence = Evidence::default();
        order.for_each(|(players, places)| evidence.count(players, places));
        fitted(&evidence, 4)
    };
    assert_eq!(counted(&mut games.iter()), counted(&mut games.iter().rev()));
}

#[test]
fn who_won_or_lost_everything_is_finite_and_in_order() {
    let mut evidence = Evidence::default();
    for (worse, better) in pairs(5) {
        for _ in 0..400 {
            evidence.count(&[better, worse], &[1, 2]);
        }
    }
    let all = fitted(&evidence, 5);
    assert!(all.windows(2).all(|two| two[1].value > two[0].value + 400.0), "{all:?}");
    assert!(all.iter().all(|one| one.interval.low.is_finite() && one.interval.high < 8000.0), "{all:?}");
    // How far apart they are is not known: the intervals say so.
    assert!(all.iter().all(|one| one.interval.high - one.interval.low > 400.0), "{all:?}");
}

#[test]
fn draws_alone_leave_everybody_equal() {
    let mut evidence = Evidence::default();
    for _ in 0..50 {
        evidence.count(&[0, 1, 2], &[1, 1, 1]);
    }
    for one in fitted(&evidence, 3) {
        assert!((one.value - 1500.0).abs() < 1e-6);
        assert!(one.interval.high > 1500.0 && one.interval.high < 1560.0, "{one:?}");
    }
}

#[test]
fn groups_that_never_met_are_told_apart() {
    let mut evidence = Evidence::default();
    evidence.count(&[0, 3], &[1, 2]);
    evidence.count(&[3, 5], &[1, 2]);
    evidence.count(&[4, 1], &[1, 2]);
    evidence.count(&[2, 2], &[1, 2]);
    let fit = Fit::new(&evidence, 6);
    let groups: Vec<Option<usize>> =
        fit.strengths(&[]).iter().map(|strength| strength.map(|strength| strength.group)).collect();
    assert_eq!((fit.groups(), groups), (2, vec![Some(0), Some(1), None, Some(0), Some(1), Some(0)]));
    for players in [&[0, 3, 5][..], &[1, 4]] {
        let strengths = fit.strengths(&[]);
        let sum: f64 = players.iter().map(|&player| strengths[player].unwrap().value).sum();
        assert!((sum / players.len() as f64 - 1500.0).abs() < 1e-9, "each group has its mean");
    }
}

#[test]
fn anybody_can_be_the_anchor() {
    let mut evidence = Evidence::default();
    for _ in 0..10 {
        evidence.count(&[0, 1, 2], &[1, 2, 3]);
    }
    let fit = Fit::new(&evidence, 3);
    let (free, fixed) = (fit.strengths(&[]), fit.strengths(&[2]));
    let value = |all: &[Option<Strength>], player: usize| all[player].unwrap().value;
    assert!((value(&fixed, 2) - 1500.0).abs() < 1e-9);
    assert!((value(&fixed, 0) - value(&fixed, 2) - (value(&free, 0) - value(&free, 2))).abs() < 1e-9);
    let width = |all: &[Option<Strength>], player: usize| {
        let interval = all[player].unwrap().interval;
        interval.high - interval.low
    };
    assert!(width(&fixed, 2) < 1e-6 && width(&fixed, 0) > width(&free, 0));
}
