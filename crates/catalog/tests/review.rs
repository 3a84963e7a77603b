//! Reviews of finished games: their numbers worked out a second way.

#![allow(clippy::float_cmp, reason = "what is certain is exactly 1")]

use std::collections::BTreeSet;

use tercet_catalog::CATALOG;
use tercet_entry::{Estimate, Review, ReviewError, ReviewOptions, Seated, Table, review_by_bots};
use tercet_game::{Deal, Game, Input, Notation as _, Record, Replay, Seat, Turn};
use tercet_machi::MachiKoro;
use tercet_machi_play::Machi;
use tercet_machi_play::review::WinEstimator;
use tercet_search::{BotLimits, Stop};
use tercet_set::{Card, SetGame};
use tercet_triangle::{Config, Dense, Field, Puzzle, State};

fn who(seat: Seat) -> String {
    format!("player {}", seat.0 + 1)
}

/// A game between bots.
fn played(game: &str, options: &[(&str, &str)], bots: &[&str], seed: u64) -> Record {
    let mut table = CATALOG.begin(game, options, Deal::stream(seed)).unwrap();
    let mut number = 0;
    while let Turn::Seats(seats) = table.turn() {
        number += 1;
        let seat = seats.iter().next().unwrap();
        let advice = table.advice(bots[seat.index()], seed + number, seat).unwrap().unwrap();
        table.play(seat, &advice.action).unwrap();
    }
    table.record()
}

fn reviewed(record: &Record, playouts: u32) -> Review {
    CATALOG.review(record, &ReviewOptions { playouts, ..ReviewOptions::new(&who) }).unwrap()
}

/// What the dice gave a seat in a whole game.
fn luck_of(record: &Record, seat: usize) -> f64 {
    let game = tercet_game::rules_of::<MachiKoro>(record).unwrap();
    let judge = WinEstimator::new(&game);
    let mut replay = Replay::<MachiKoro>::open(record).unwrap();
    let mut luck = 0.0;
    for input in &record.inputs {
        if let Input::Chance(text) = input {
            luck += judge.luck(replay.state(), game.read_chance(text).unwrap()).gained[seat];
        }
        replay.step(&mut ()).unwrap();
    }
    luck
}

#[test]
fn a_review_is_the_same_again_and_told_by_its_seed() {
    let record = played("machi", &[("players", "2")], &["random", "ev"], 4);
    let review = reviewed(&record, 600);
    assert_eq!(reviewed(&record, 600), review);
    let other = ReviewOptions { playouts: 600, seed: 2, ..ReviewOptions::new(&who) };
    assert_ne!(CATALOG.review(&record, &other).unwrap().curve, review.curve);
    let text = serde_json::to_string(&review).unwrap();
    assert_eq!(serde_json::from_str::<Review>(&text).unwrap(), review, "what is kept reads back");
    assert_eq!(review.turning_points.len(), 3);
    let end = review.curve.points.last().unwrap();
    assert_eq!(end.values.iter().map(|value| value.value).sum::<f64>(), 1.0);
    assert_eq!(end.at, record.inputs.len());
}

#[test]
fn luck_is_nothing_on_average_over_all_outcomes_of_a_roll() {
    let record = played("machi", &[("players", "3"), ("expansions", "harbor")], &["tuv", "ev", "random"], 9);
    let game = tercet_game::rules_of::<MachiKoro>(&record).unwrap();
    let judge = WinEstimator::new(&game);
    let mut replay = Replay::<MachiKoro>::open(&record).unwrap();
    let mut rolls = 0;
    for input in record.inputs.iter().take(160) {
        let state = *replay.state();
        if matches!(input, Input::Chance(_)) {
            let mut outcomes = Vec::new();
            game.outcomes(&state, &mut outcomes);
            let total: f64 = outcomes.iter().map(|each| f64::from(each.0)).sum();
            let (mut mean, mut coins) = ([0.0; 5], [0.0; 5]);
            for &(weight, outcome) in &outcomes {
                let luck = judge.luck(&state, outcome);
                for seat in 0..3 {
                    mean[seat] += f64::from(weight) / total * luck.gained[seat];
                    coins[seat] += f64::from(weight) / total * (luck.coins[seat] - luck.expected[seat]);
                }
                assert!(luck.gained.iter().sum::<f64>().abs() < 1e-9, "what one gains others lose");
            }
            assert!(mean.iter().chain(&coins).all(|value| value.abs() < 1e-9), "{mean:?} {coins:?}");
            rolls += 1;
        }
        replay.step(&mut ()).unwrap();
    }
    assert!(rolls > 20, "{rolls}");
}

#[test]
fn luck_sums_to_nothing_over_many_games() {
    let game = |seed: u64| played("machi", &[("players", "2")], &["ev", "ev"], 100 + seed);
    let luck: Vec<f64> = (0..24).map(|seed| luck_of(&game(seed), 0)).collect();
    let (mean, interval) = (Estimate::mean(&luck).value, Estimate::mean(&luck).interval.unwrap());
    let deviation = (interval.1 - mean) / 1.96;
    assert!(deviation > 0.01, "games differ in luck: {deviation}");
    assert!(mean.abs() < 3.5 * deviation, "{mean} with a standard error of {deviation}");
}

#[test]
fn search_gives_nothing_away_and_nobody_gains_over_the_best() {
    let record = played("machi", &[("players", "2")], &["search", "random"], 3);
    let review = reviewed(&record, 1);
    let (mut own, mut others) = (0.0, 0.0);
    for step in review.data["steps"].as_array().unwrap() {
        let Some(lost) = step["lost"].as_f64() else { continue };
        assert!(lost >= 0.0);
        if step["seat"] == 0 { own += lost } else { others += lost }
    }
    assert!(own < 1e-9, "{own}");
    assert!(others > 0.05, "{others}");
}

#[test]
fn chances_to_win_agree_with_games_played_another_way() {
    let record = played("machi", &[("players", "3")], &["impatient"; 3], 5);
    let review = reviewed(&record, 400 * 150);
    let rules = CATALOG.game("machi").unwrap().seated(&[], 3).unwrap();
    let (games, bot_limits) = (1500, BotLimits::own());
    let mut wins = [0.0; 3];
    for seed in 0..games {
        let sit = |seat: u64| Seated::Bot { name: "impatient", seed: 7_000_000 + 3 * seed + seat };
        let table = Table {
            deal: Deal::stream(9_000_000 + seed),
            players: (0..3).map(sit).collect(),
            bot_limits: &bot_limits,
        };
        let scores = rules.play_scored(table).unwrap().unwrap();
        scores.winners().iter().for_each(|seat| wins[seat.index()] += 1.0);
    }
    for (seat, wins) in wins.iter().enumerate() {
        let first = &review.curve.points[0].values[seat];
        let half = |estimate: &Estimate| (estimate.interval.unwrap().1 - estimate.interval.unwrap().0) / 2.0;
        let independent = Estimate::share(*wins, games as u32);
        let error = (half(first) / 1.96).hypot(half(&independent) / 1.96);
        assert!((first.value - independent.value).abs() < 3.5 * error, "{first:?} {independent:?}");
    }
}

/// Is it a Set? By the numbers of its cards, attribute by attribute.
fn is_set(cards: [Card; 3]) -> Option<usize> {
    let values = |card: Card| {
        [card.number() as usize, card.color() as usize, card.shape() as usize, card.shading() as usize]
    };
    let mut differ = 0;
    for attribute in 0..4 {
        let different: BTreeSet<usize> = cards.iter().map(|&card| values(card)[attribute]).collect();
        match different.len() {
            1 => {}
            3 => differ += 1,
            _ => return None,
        }
    }
    Some(differ)
}

#[test]
fn sets_that_were_there_and_missed_are_those_of_brute_force() {
    let record = played("set", &[], &["random"], 11);
    let mut replay = Replay::<SetGame>::open(&record).unwrap();
    let mut there = BTreeSet::new();
    for input in &record.inputs {
        if matches!(input, Input::Play(..)) {
            let board: Vec<Card> = replay.state().cards().map(|(_, card)| card).collect();
            for one in 0..board.len() {
                for two in one + 1..board.len() {
                    for three in two + 1..board.len() {
                        let cards = [board[one], board[two], board[three]];
                        let Some(kind) = is_set(cards) else { continue };
                        let mut ids = cards.map(Card::id).to_vec();
                        ids.sort_unstable();
                        there.insert((ids, kind));
                    }
                }
            }
        }
        replay.step(&mut ()).unwrap();
    }
    let review = reviewed(&record, 1);
    let output = review.data["sets"].as_array().unwrap();
    let numbers =
        |value: &serde_json::Value| -> Vec<usize> { serde_json::from_value(value.clone()).unwrap() };
    let counted: BTreeSet<(Vec<usize>, usize)> =
        output.iter().map(|set| (numbers(&set["cards"]), set["kind"].as_u64().unwrap() as usize)).collect();
    assert_eq!(counted, there);
    let taken = output.iter().filter(|set| set["taken_by"] == 0).count();
    assert_eq!(taken, usize::try_from(record.scores[0]).unwrap());
    let row = |nth: usize| -> usize {
        review.tables[0].rows.iter().map(|row| row[nth].parse::<usize>().unwrap()).sum()
    };
    assert_eq!((row(1), row(2), row(3)), (there.len(), taken, there.len() - taken));
}

#[test]
fn times_of_sets_are_beside_racers_and_the_past() {
    let record = played("set", &[], &["first"], 12);
    // Each Set after five seconds, but the fourth after forty.
    let (mut now, mut plays) = (0, 0);
    let time = |input: &tercet_game::InputText| {
        if matches!(input, Input::Play(..)) {
            plays += 1;
            now += if plays == 4 { 40_000 } else { 5_000 };
        }
        now
    };
    let times: Vec<u64> = record.inputs.iter().map(time).collect();
    let past = [vec![3.0, 8.0, 9.0, 20.0]];
    let wanted = ReviewOptions { times: Some(&times), past: &past, ..ReviewOptions::new(&who) };
    let review = CATALOG.review(&record, &wanted).unwrap();
    let finds = review.data["finds"].as_array().unwrap();
    assert_eq!(finds[3]["seconds"], 40.0);
    assert!(finds.iter().enumerate().all(|(nth, find)| nth == 3 || find["seconds"] == 5.0));
    assert!(review.turning_points[0].title.contains("Set 4"), "{:?}", review.turning_points);
    let quicker: Vec<f64> = review.data["racers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|racer| racer["seats"][0]["slower"].as_f64().unwrap())
        .collect();
    assert!(
        quicker.is_sorted_by(|one, other| one >= other),
        "a better racer is slower less often: {quicker:?}"
    );
    assert!(quicker[0] > 0.9 && quicker[4] < 0.1, "{quicker:?}");
    let past = review.tables.last().unwrap();
    assert_eq!(past.rows[0][4], "75 % of 4", "{past:?}");
}

/// Can all that is left of a hand be placed? By trying everything.
fn can_place<F: Field>(game: &Puzzle<F>, state: &State<F>, left: usize) -> bool {
    let mut actions = Vec::new();
    game.legal_actions(state, Seat::FIRST, &mut actions);
    left == 0
        || actions.into_iter().any(|action| {
            let mut next = *state;
            game.play(&mut next, Seat::FIRST, action, &mut ()).unwrap();
            left == 1 || can_place(game, &next, left - 1)
        })
}

#[test]
fn the_hand_that_ended_a_puzzle_is_that_of_brute_force() {
    for seed in 0..6 {
        let record = played("triangle", &[("grid", "hexagon 2")], &["random"], seed);
        let review = reviewed(&record, 100);
        let ending = &review.data["ending"];
        let game = tercet_game::rules_of::<Puzzle<Dense>>(&record).unwrap();
        let mut replay = Replay::<Puzzle<Dense>>::open(&record).unwrap();
        replay.run_to(ending["at"].as_u64().unwrap() as usize, &mut ()).unwrap();
        let config: &Config = game.config();
        let slots = usize::from(config.slots);
        assert_eq!(can_place(&game, replay.state(), slots), !ending["way"].is_null(), "seed {seed}");
        replay.run_to(usize::MAX, &mut ()).unwrap();
        let dead: Vec<bool> = (0..config.templates.len())
            .map(|template| game.anchors(replay.state(), game.piece_of(template).unwrap()).is_empty())
            .collect();
        let mut hopeless = 0_usize;
        for one in &dead {
            for two in &dead {
                hopeless += dead.iter().filter(|three| *one && *two && **three).count();
            }
        }
        let share = hopeless as f64 / dead.len().pow(3) as f64;
        assert!((ending["hands_without_place"].as_f64().unwrap() - share).abs() < 1e-9);
    }
}

#[test]
fn foresight_costs_nothing_beside_itself_and_chance_costs_much() {
    let options = [("grid", "hexagon 3")];
    let cost = |bot: &str| {
        let review = reviewed(&played("triangle", &options, &[bot], 2), 4000);
        let weighed = review.data["weighed"].as_array().unwrap();
        let costs: Vec<f64> = weighed.iter().map(|each| each["cost"]["value"].as_f64().unwrap()).collect();
        assert!(
            review.data["placements"]
                .as_array()
                .unwrap()
                .iter()
                .all(|each| each["cost"].as_f64().unwrap() >= 0.0)
        );
        costs.iter().sum::<f64>() / costs.len().max(1) as f64
    };
    let (random, greedy) = (cost("random"), cost("greedy"));
    assert!(random > greedy && random > 2.0, "random {random}, greedy {greedy}");
}

#[test]
fn a_game_without_a_review_of_its_own_has_one_by_its_bots() {
    let record = played("machi", &[("players", "2")], &["random", "random"], 6);
    let review =
        review_by_bots::<Machi>(&record, &ReviewOptions { playouts: 300, ..ReviewOptions::new(&who) })
            .unwrap();
    assert!(!review.curve.points.is_empty() && !review.turning_points.is_empty());
    let sums =
        review.curve.points.iter().map(|point| point.values.iter().map(|each| each.value).sum::<f64>());
    assert!(sums.into_iter().all(|sum| sum <= 1.0 + 1e-9));
    let end = review.curve.points.last().unwrap();
    assert_eq!(end.values.iter().map(|each| each.value).fold(0.0, f64::max), 1.0);
}

#[test]
fn a_game_that_is_not_over_has_no_review_and_work_can_be_stopped() {
    for game in ["set", "machi", "triangle"] {
        let table = CATALOG.begin(game, &[], Deal::stream(1)).unwrap();
        let error = CATALOG.review(&table.record(), &ReviewOptions::new(&who)).unwrap_err();
        assert_eq!(error, ReviewError::Open, "{game}");
    }
    let record = played("machi", &[("players", "2")], &["random", "random"], 6);
    let stop = Stop::default();
    stop.request();
    let error = CATALOG.review(&record, &ReviewOptions { stop, ..ReviewOptions::new(&who) }).unwrap_err();
    assert_eq!(error, ReviewError::Stopped);
}
