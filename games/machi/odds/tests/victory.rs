//! Rounds until victory, win chances and purchases.

mod table;

use std::cmp::Ordering;

use table::{position, recorded};
use tercet_game::{Game, Seat};
use tercet_machi::{Config, Kind, Landmark, MachiKoro, Player, Position, Site, State};
use tercet_machi_play::bots::Random;
use tercet_odds::{Growth, Model, Odds, win_chances};

fn city(coins: u32, cards: &[(&str, u8)], landmarks: &[&str]) -> Player {
    Player {
        coins,
        cards: cards.iter().map(|&(name, copies)| (name.to_owned(), copies)).collect(),
        landmarks: landmarks.iter().map(|&name| name.to_owned()).collect(),
        ..Player::default()
    }
}

fn two(players: [Player; 2]) -> (MachiKoro, State) {
    let game = MachiKoro::new(&Config::base(2)).unwrap();
    let state = game.any_position(&Position { players: players.into(), ..Position::default() }).unwrap();
    (game, state)
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn win_chances_don_t_depend_on_threads_and_lean_to_the_leader() {
    let cards = [("wheat_field", 1), ("bakery", 1)];
    let ahead = ["train_station", "shopping_mall", "amusement_park"];
    let (game, state) = {
        let game = MachiKoro::new(&Config::base(2)).unwrap();
        let players = vec![city(25, &cards, &ahead), city(3, &cards, &[])];
        let state = game.position(&Position { players, ..Position::default() }).unwrap();
        (game, state)
    };
    let run = || win_chances(&game, &state, |_, seed| Random::new(seed), 400, 7, || true);
    let all = run();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(run);
    assert_eq!(all, one);
    assert_eq!(all.games(), 400);
    assert_eq!(all.wins(Seat(0)) + all.wins(Seat(1)), 400);
    let (low, high) = all.interval(Seat(0));
    assert!(low > 0.5 && low < all.chance(Seat(0)) && all.chance(Seat(0)) < high, "{low} to {high}");
}

#[test]
fn rounds_until_victory_hold_together() {
    for record in recorded().iter().step_by(15) {
        let (game, state) = position(record);
        let odds = Odds::new(&game, Model::Exact);
        let fixed = odds.rounds_until_victory(&state, Seat(0), Growth::Fixed);
        near(fixed.rounds().total() * if fixed.later() < 1.0 { 1.0 } else { 0.0 } + fixed.later(), 1.0);
        let least = odds.n_landmarks_remaining(&state, Seat(0));
        assert!(fixed.later() >= 1.0 || fixed.rounds().low() >= least as i32);
        near(
            odds.tuv_variance(&state, Seat(0)).min(1e300),
            odds.rounds_until_victory(&state, Seat(0), Growth::Fixed).variance().min(1e300),
        );
        let grown = odds.rounds_until_victory(&state, Seat(0), Growth::Landmarks);
        assert!(grown.later() <= 1.0 + 1e-12);
    }
}

#[test]
fn coverage_is_the_chance_of_any_income_in_the_plain_model() {
    let (game, state) = two([
        city(3, &[("wheat_field", 1), ("bakery", 1), ("convenience_store", 2)], &[]),
        city(3, &[("wheat_field", 1), ("bakery", 1)], &[]),
    ]);
    let odds = Odds::new(&game, Model::Seed);
    let own = odds.own_turn_pmf(&state, Seat(0));
    near(odds.own_coverage(&state, Seat(0), 1), 1.0 - own.at(0));
    near(odds.own_coverage(&state, Seat(0), 1), 4.0 / 6.0);
    // Wheat field on two turns, Bakery on two totals, two stores.
    let sum: f64 = ["wheat_field", "bakery", "convenience_store", "convenience_store"]
        .map(|name| odds.ev(&state, Seat(0), game.read_kind(name).unwrap()))
        .iter()
        .sum();
    near(odds.portfolio_ev(&state, Seat(0), 1), sum);
    near(odds.portfolio_ev(&state, Seat(0), 3), 3.0 * odds.round_pmf(&state, Seat(0)).mean());
}

#[test]
fn a_landmark_is_worth_what_it_does() {
    let (game, state) = two([
        city(3, &[("wheat_field", 1), ("bakery", 1)], &[]),
        city(3, &[("wheat_field", 1), ("bakery", 1)], &[]),
    ]);
    let odds = Odds::new(&game, Model::Seed);
    let gain = |landmark| odds.delta_coverage(&state, Seat(0), Site::Landmark(landmark));
    near(gain(Landmark::TrainStation), 3.0 / 36.0 - 0.5);
    near(gain(Landmark::RadioTower), 0.25);
    near(gain(Landmark::AmusementPark), 0.5 / 6.0);
    near(gain(Landmark::ShoppingMall), 0.0);
    // A Radio Tower rolls half of all rolls again, and half of those pay 1.
    near(odds.delta_ev(&state, Seat(0), Site::Landmark(Landmark::RadioTower), 2, None), 2.0 * 0.25);
    let cafe = game.read_kind("cafe").unwrap();
    near(odds.delta_coverage(&state, Seat(0), Site::Card(cafe)), 1.0 / 6.0);
    near(odds.delta_ev(&state, Seat(0), Site::Card(cafe), 1, None), 1.0 / 6.0);
    let ranch = game.read_kind("ranch").unwrap();
    // On the own turn the Bakery covers 2 already.
    near(odds.delta_coverage(&state, Seat(0), Site::Card(ranch)), 1.0 / 6.0);
}

#[test]
fn a_train_station_is_worth_what_it_opens_in_the_market() {
    let (game, state) = two([
        city(3, &[("wheat_field", 1), ("ranch", 3)], &[]),
        city(3, &[("wheat_field", 1), ("bakery", 1)], &[]),
    ]);
    let odds = Odds::new(&game, Model::Harmonictook);
    let kind = |name: &str| game.read_kind(name).unwrap();
    let market: Vec<Kind> = vec![kind("cheese_factory"), kind("mine"), kind("wheat_field"), kind("ranch")];
    let station = Site::Landmark(Landmark::TrainStation);
    // With it a factory brings 9 once in six turns, a mine 5 in four of 36; without it a field or a ranch 1 on two turns
    // once in six.
    let median = f64::midpoint(9.0 / 6.0, 5.0 * 4.0 / 36.0);
    near(odds.delta_ev(&state, Seat(0), station, 10, Some(&market)), 10.0 * (median - 2.0 / 6.0));
}

#[test]
fn a_business_center_is_worth_the_best_exchange() {
    let (game, state) =
        two([city(3, &[("wheat_field", 1), ("ranch", 1)], &[]), city(3, &[("convenience_store", 1)], &[])]);
    let odds = Odds::new(&game, Model::Harmonictook);
    let center = Site::Card(game.read_kind("business_center").unwrap());
    // A store brings 3/6; a field or a ranch 1/6 on each of two turns.
    near(odds.delta_ev(&state, Seat(0), center, 6, None), 6.0 * (0.5 - 2.0 / 6.0) / 6.0);
}

#[test]
fn purchases_are_sorted_by_gain_and_paid() {
    let (game, state) = two([
        city(5, &[("wheat_field", 1), ("bakery", 1)], &[]),
        city(3, &[("wheat_field", 1), ("bakery", 1)], &[]),
    ]);
    for model in Model::ALL {
        let odds = Odds::new(&game, model);
        let market: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).collect();
        let options = odds.score_purchase_options(&state, Seat(0), &market, 10);
        assert_eq!(options.len(), 15 + 4);
        assert!(options.windows(2).all(|pair| pair[0].delta_ev >= pair[1].delta_ev));
        let ranch = options.iter().find(|option| game.site_name(option.site) == "ranch").unwrap();
        near(ranch.delta_ev, 10.0 * 2.0 / 6.0);
        assert!(ranch.delta_tuv < 0.0 && ranch.cost == 1);
    }
}

/// Two cities, of which the first earns nothing.
fn without_income(coins: u32) -> (MachiKoro, State) {
    two([city(coins, &[("cheese_factory", 1)], &[]), city(3, &[("wheat_field", 1), ("bakery", 1)], &[])])
}

#[test]
fn a_city_without_income_never_wins() {
    let (game, state) = without_income(3);
    let (poor, other) = (Seat(0), Seat(1));
    for model in [Model::Seed, Model::Exact] {
        let odds = Odds::new(&game, model);
        let never = [
            odds.tuv_expected(&state, poor),
            odds.tuv_variance(&state, poor),
            odds.turns_percentile(&state, poor, 0.1),
            odds.tuv_percentile(&state, poor, 0.5),
            odds.delta_tuv(&state, poor, other),
        ];
        assert!(never.iter().all(|&turns| turns == f64::INFINITY), "{model:?}: {never:?}");
        assert_eq!(odds.delta_tuv(&state, other, poor).total_cmp(&f64::NEG_INFINITY), Ordering::Equal);
        near(odds.finish_score(&state, poor), 50.0 - Odds::MOST_TURNS);
        near(odds.finish_score(&state, other), 50.0 - odds.tuv_expected(&state, other));
        // Who has the coins needs no income, but a turn for each landmark.
        near(odds.tuv_expected(&without_income(52).1, poor), 4.0);
    }
    let program = Odds::new(&game, Model::Harmonictook);
    near(program.tuv_expected(&state, poor), 4.0);
    near(program.finish_score(&state, poor), 46.0);
}

#[test]
fn what_leads_out_of_never_is_a_gain_and_what_does_not_is_none() {
    let (game, state) = without_income(3);
    let market: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).collect();
    for model in [Model::Seed, Model::Exact] {
        let odds = Odds::new(&game, model);
        let options = odds.score_purchase_options(&state, Seat(0), &market, 10);
        let option = |name| options.iter().find(|option| game.site_name(option.site) == name).unwrap();
        let (field, factory) = (option("wheat_field"), option("cheese_factory"));
        // A field brings 1 on two turns once in six: 52 - 3 + 1 coins at 2/6.
        assert_eq!((field.delta_tuv, field.tuv_after), (f64::NEG_INFINITY, 150.0), "{model:?}");
        assert_eq!((factory.delta_tuv, factory.tuv_after), (0.0, f64::INFINITY), "{model:?}");
        assert!(options.iter().all(|option| !option.delta_tuv.is_nan()));
        // Who can pay for all landmarks and spends a coin on something else never gets it back.
        let (_, rich) = without_income(52);
        let options = odds.score_purchase_options(&rich, Seat(0), &market, 10);
        let spent = options.iter().find(|option| game.site_name(option.site) == "cheese_factory").unwrap();
        assert_eq!((spent.delta_tuv, spent.tuv_after), (f64::INFINITY, f64::INFINITY), "{model:?}");
    }
}

#[test]
fn percentiles_of_turns_are_ordered_and_variance_is_in_turns() {
    for record in recorded().iter().step_by(30) {
        let (game, state) = position(record);
        for model in Model::ALL {
            let odds = Odds::new(&game, model);
            let by = |turns: &dyn Fn(f64) -> f64| [0.1, 0.25, 0.5, 0.75, 0.9].map(turns);
            let ordered = by(&|p| odds.turns_percentile(&state, Seat(0), p));
            assert!(ordered.is_sorted(), "{model:?}: {ordered:?}");
            let turns = by(&|p| odds.tuv_percentile(&state, Seat(0), p));
            match model {
                Model::Exact => assert_eq!(turns.map(f64::to_bits), ordered.map(f64::to_bits)),
                Model::Seed => assert!(turns.iter().rev().is_sorted(), "{turns:?}"),
                // Its program counts landmarks alone where a percentile of income is 0.
                Model::Harmonictook => {}
            }
            if model != Model::Harmonictook {
                let variance = odds.rounds_until_victory(&state, Seat(0), Growth::Fixed).variance();
                assert_eq!(odds.tuv_variance(&state, Seat(0)).to_bits(), variance.to_bits(), "{model:?}");
            }
        }
    }
}
