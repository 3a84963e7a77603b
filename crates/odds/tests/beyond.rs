//! Rounds until victory, win chances and purchases.

mod table;

use table::{position, recorded};
use tercet_bots::machi::Random;
use tercet_game::{Game, Seat};
use tercet_machi::{Config, Kind, Landmark, MachiKoro, Player, Position, Site, State};
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
    let run = || win_chances(&game, &state, |_, seed| Random::new(seed), 400, 7);
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
