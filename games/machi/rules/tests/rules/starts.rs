//! R1 to R3: the start, landmarks, the card table.

use tercet_game::{Game, Turn};
use tercet_machi::{Color, Config, Expansion, Landmark, MachiKoro, official};

use crate::table::{ALL, HARBOR, Table, game};

#[test]
fn r1_everybody_starts_with_three_coins_a_wheat_field_and_a_bakery() {
    for players in ["2", "3", "4"] {
        let table = Table::new(&[("players", players)]);
        assert_eq!(table.coins(), vec![3; players.parse().unwrap()]);
        assert!((1..=table.game.seats()).all(|seat| table.cards(seat) == "wheat_field bakery"));
        assert_eq!((table.roller(), table.state.turn()), (1, 1));
        assert_eq!((table.shown()["wheat_field"], table.shown()["bakery"]), (6, 6), "not from the market");
        assert_eq!(table.game.turn(&table.state), Turn::Chance);
    }
}

#[test]
fn r1_five_play_with_harbor_only() {
    let table = Table::new(&[("players", "5"), HARBOR, ("market", "total")]);
    assert_eq!(table.coins(), [3; 5]);
    let refused = |config: Config| MachiKoro::new(&config).unwrap_err().to_string();
    assert_eq!(
        refused(Config::base(5)),
        "config `players`: 5 is not from 2 to 4 (5 with the expansion harbor)"
    );
    assert_eq!(
        refused(Config::base(1)),
        "config `players`: 1 is not from 2 to 4 (5 with the expansion harbor)"
    );
    assert_eq!(
        refused(Config::everything(6)),
        "config `players`: 6 is not from 2 to 5 (5 with the expansion harbor)"
    );
}

#[test]
fn r1_other_purses() {
    for coins in [0, 99] {
        let table = Table::new(&[("starting_coins", &coins.to_string())]);
        assert_eq!(table.coins(), [coins; 2]);
    }
}

#[test]
fn r1_turns_go_round() {
    let mut table = Table::new(&[("players", "3")]);
    let mut seen = Vec::new();
    for turn in 1..=7 {
        assert_eq!(table.state.turn(), turn);
        seen.push(table.roller());
        table.go(&["die 6", "pass"]);
    }
    assert_eq!(seen, [1, 2, 3, 1, 2, 3, 1]);
}

#[test]
fn r2_landmarks_and_what_they_cost() {
    let costs = |game: &MachiKoro| game.landmarks().map(|it| (it.name(), it.cost())).collect::<Vec<_>>();
    let base =
        [("train_station", 4), ("shopping_mall", 10), ("amusement_park", 16), ("radio_tower", 22)].to_vec();
    assert_eq!(costs(&game(&[])), base);
    assert_eq!(costs(&game(&[("expansions", "millionaires_row,promo")])), base);
    assert_eq!(costs(&game(&[HARBOR])), [base, vec![("harbor", 2), ("airport", 30)]].concat());
    assert!(
        Landmark::ALL.iter().all(|landmark| !landmark.title().is_empty() && !landmark.about().is_empty())
    );
}

#[test]
fn r3_as_many_copies_as_the_box_has() {
    for players in [2, 4, 5] {
        let game = MachiKoro::new(&Config::everything(players)).unwrap();
        assert_eq!(game.cards().len(), 39);
        for (kind, card) in game.cards().iter() {
            let copies = if card.color == Color::Purple { players } else { 6 };
            assert_eq!(game.cards().copies(kind), copies, "{}", card.name);
        }
    }
}

#[test]
fn r3_the_sets_by_their_sizes() {
    let count = |expansions: &[Expansion]| official(expansions).count();
    assert_eq!(count(&[]), 15);
    assert_eq!(count(&[Expansion::Harbor]), 25);
    assert_eq!(count(&[Expansion::MillionairesRow]), 28);
    assert_eq!(count(&[Expansion::Promo]), 16);
    assert_eq!(count(&Expansion::ALL), 39);
}

#[test]
fn r3_other_numbers_of_copies() {
    let table = Table::new(&[("supply", "mine:2,ranch:0,stadium:1"), ("players", "4")]);
    let shown = table.shown();
    assert_eq!((shown["mine"], shown.get("ranch"), shown["stadium"], shown["forest"]), (2, None, 1, 6));
}

#[test]
fn r3_a_sushi_bar_costs_two_or_four() {
    for cost in [2, 4] {
        let game = game(&[ALL, ("sushi_bar_cost", &cost.to_string())]);
        let kind = game.read_kind("sushi_bar").unwrap();
        assert_eq!(game.cards().card(kind).cost, cost);
        let mut table = Table::at(&[HARBOR, ("sushi_bar_cost", &cost.to_string())], "5\n5");
        table.go(&["die 6", "build sushi_bar"]);
        assert_eq!(table.coins(), [u32::from(5 - cost), 5]);
    }
}
