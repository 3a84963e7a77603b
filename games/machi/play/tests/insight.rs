//! What a position is worth and what can be built now.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tercet_game::{Game, Seat, Settings};
use tercet_machi::{Config, MachiKoro, Phase, Player as City, Position, Site, State};
use tercet_machi_play::bots::insight::{Choice, Insight, InsightOptions, insight};
use tercet_odds::{Model, Odds};
use tercet_search::Stop;

fn game(pairs: &[(&str, &str)]) -> MachiKoro {
    MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap()
}

fn city(coins: u32, cards: &[(&str, u8)], landmarks: &[&str]) -> City {
    let cards = cards.iter().map(|(name, copies)| ((*name).to_owned(), *copies)).collect();
    let landmarks = landmarks.iter().map(|name| (*name).to_owned()).collect();
    City { coins, cards, closed: Vec::new(), landmarks, invested: 0 }
}

fn position(game: &MachiKoro, market: Option<&[(&str, u8)]>, players: Vec<City>) -> State {
    let market = market.map(|cards| cards.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect());
    game.position(&Position { roller: 0, market, players }).unwrap()
}

fn wanted(games: u32) -> InsightOptions<'static> {
    InsightOptions { games, ..InsightOptions::new(Model::Harmonictook) }
}

fn names<'g>(game: &'g MachiKoro, found: &Insight) -> Vec<&'g str> {
    let mut names: Vec<&str> = found.options.iter().map(|choice| choice.name(game)).collect();
    names.sort_unstable();
    names
}

fn of<'i>(game: &MachiKoro, found: &'i Insight, name: &str) -> &'i Choice {
    found.options.iter().find(|choice| choice.name(game) == name).unwrap()
}

const START: [(&str, u8); 2] = [("wheat_field", 1), ("bakery", 1)];

#[test]
fn only_what_is_for_sale_and_can_be_paid_is_told_with_landmarks_and_nothing() {
    let game = game(&[("players", "2"), ("market", "variable")]);
    let dear = [("mine", 1), ("stadium", 1), ("tv_station", 1), ("business_center", 1)];
    let cheap = [
        ("bakery", 2),
        ("cafe", 1),
        ("ranch", 1),
        ("forest", 1),
        ("apple_orchard", 1),
        ("cheese_factory", 1),
    ];
    let market = [&dear[..], &cheap[..]].concat();
    let state = position(&game, Some(&market), vec![city(5, &START, &[]), city(3, &START, &[])]);
    let found = insight(&game, &state, &wanted(0)).unwrap();
    let payable =
        ["apple_orchard", "bakery", "cafe", "cheese_factory", "forest", "nothing", "ranch", "train_station"];
    assert_eq!(names(&game, &found), payable);
    assert!(found.is_before_roll && found.seat == Seat(0) && found.games == 0);
    assert!(found.options.iter().all(|choice| choice.win.is_none()));
}

#[test]
fn gains_are_those_of_one_round_and_turns_those_once_it_is_paid() {
    let game = game(&[("players", "2")]);
    let state = position(&game, None, vec![city(5, &START, &[]), city(3, &START, &[])]);
    let found = insight(&game, &state, &wanted(0)).unwrap();
    let odds = Odds::new(&game, Model::Harmonictook);
    for choice in found.options.iter().filter(|choice| choice.site.is_some()) {
        let site = choice.site.unwrap();
        let rich = game.with_site(&state, Seat(0), site);
        if let Site::Card(kind) = site
            && game.cards().card(kind).effect != tercet_machi::Effect::Exchange
        {
            let more = odds.round_pmf(&rich, Seat(0)).mean() - odds.round_pmf(&state, Seat(0)).mean();
            assert!((choice.coins - more).abs() < 1e-12, "{}", choice.name(&game));
        }
        let paid = game.with_coins(&rich, Seat(0), 5 - u32::from(choice.cost));
        assert!((choice.turns - odds.tuv_expected(&paid, Seat(0))).abs() < 1e-12, "{}", choice.name(&game));
    }
    // A third of a coin on the own turn.
    assert!((of(&game, &found, "bakery").coins - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn the_last_landmark_wins_and_stands_first() {
    let game = game(&[("players", "2")]);
    let near = city(22, &START, &["train_station", "shopping_mall", "amusement_park"]);
    let state = game.time_to_build(&position(&game, None, vec![near.clone(), near]));
    assert_eq!(state.phase(), Phase::Build);
    let found = insight(&game, &state, &wanted(100)).unwrap();
    let first = &found.options[0];
    assert_eq!((first.name(&game), found.games, found.is_before_roll), ("radio_tower", 100, false));
    assert!((first.win.unwrap().value - 1.0).abs() < 1e-12);
    // Otherwise the other builds it in the turn that follows.
    let nothing = of(&game, &found, "nothing");
    assert!(nothing.win.unwrap().value < 0.01, "{nothing:?}");
    assert!(first.gain.unwrap().low > 0.9 && nothing.gain.unwrap().value.abs() < 1e-12);
}

#[test]
fn games_stop_when_there_is_no_time_and_the_first_ones_are_the_same() {
    let game = game(&[("players", "2")]);
    let state = position(&game, None, vec![city(3, &START, &[]), city(3, &START, &[])]);
    // It is asked before each move.
    let asked = AtomicU32::new(0);
    let time = Stop::when(move || asked.fetch_add(1, Ordering::Relaxed) > 100_000);
    let cut = insight(&game, &state, &InsightOptions { time, ..wanted(1_000_000) }).unwrap();
    assert!((1..1000).contains(&cut.games), "{}", cut.games);
    assert_eq!(cut, insight(&game, &state, &wanted(cut.games)).unwrap());
    let unwanted = insight(&game, &state, &InsightOptions { stop: Stop::when(|| true), ..wanted(0) });
    assert_eq!(unwanted.unwrap_err().to_string(), "this takes too long");
}

#[test]
fn a_stop_ends_games_in_the_middle_of_a_move() {
    let game = game(&[("players", "2")]);
    let state = position(&game, None, vec![city(3, &START, &[]), city(3, &START, &[])]);
    let asked = Arc::new(AtomicU32::new(0));
    let heard = Arc::clone(&asked);
    let time = Stop::when(move || heard.fetch_add(1, Ordering::Relaxed) >= 1000);
    // One decision of this bot takes hours.
    let slow = InsightOptions { time, player: "mcts:playouts=100000000", ..wanted(1) };
    assert_eq!(insight(&game, &state, &slow).unwrap().games, 0);
    assert!(asked.load(Ordering::Relaxed) < 2000, "{asked:?}");
}

#[test]
fn what_can_be_built_is_not_told_where_something_else_is_decided() {
    let game = game(&[("players", "2")]);
    let near = city(22, &START, &["train_station", "shopping_mall", "amusement_park"]);
    let mut state = game.time_to_build(&position(&game, None, vec![near.clone(), near]));
    let mut legal = Vec::new();
    game.legal_actions(&state, Seat(0), &mut legal);
    let last = legal.into_iter().find(|action| matches!(action, tercet_machi::Action::BuildLandmark(_)));
    game.play(&mut state, Seat(0), last.unwrap(), &mut ()).unwrap();
    let over = insight(&game, &state, &wanted(20)).unwrap();
    assert!(over.options.is_empty() && (over.seats[0].win.unwrap().value - 1.0).abs() < 1e-12);
}
