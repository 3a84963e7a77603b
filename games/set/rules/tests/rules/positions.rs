//! Positions from outside: what becomes a state, and what is refused.

use tercet_game::{End, Game};
use tercet_set::{Card, Config, Phase, Refill, SetGame, Setup, SetupError, Variant};

use crate::table::{NO_SET, ONE_SET, Table, card, cards, cells, plain, row};

fn error(config: &Config, setup: &Setup) -> SetupError {
    SetGame::new(config).unwrap().position(setup).unwrap_err()
}

fn setup(board: &str, deck: &str) -> Setup {
    Setup { board: cells(board), deck: cards(deck), ..Setup::default() }
}

#[test]
fn a_position_is_played_on_from() {
    let setup = Setup { sets: vec![5], ..setup(ONE_SET, "1pes 2pes 3pes") };
    let table = Table::set_up(&plain(), &setup);
    assert_eq!((table.board(), table.deck()), (row(ONE_SET), cards("1pes 2pes 3pes")));
    assert_eq!((table.points(), table.state.plays(), table.state.owed()), (vec![5], 0, 0));
    assert_eq!(table.state.phase(), Phase::Playing);
}

#[test]
fn a_position_with_empty_cells_can_be_printed() {
    let printed = format!("{:?}", Table::set_up(&plain(), &setup("", "1rsd")).state);
    assert!(printed.contains("cells: [-, -,"), "{printed}");
}

#[test]
fn seats_left_out_have_no_sets() {
    let config = Config { seats: 3, ..plain() };
    let table = Table::set_up(&config, &Setup { sets: vec![0, 2], ..setup(ONE_SET, "") });
    assert_eq!(table.points(), [0, 2, 0]);
}

#[test]
fn a_position_where_nothing_can_be_done_is_over() {
    let table = Table::set_up(&plain(), &setup(NO_SET, ""));
    assert_eq!(table.end(), Some(End::Finished));
    assert_eq!(Table::set_up(&plain(), &Setup::default()).end(), Some(End::Finished));
    assert_eq!(Table::set_up(&plain(), &setup("", "1rsd")).end(), None, "a card can be dealt");
}

#[test]
fn the_start_and_a_position_with_no_card_dealt_differ_only_in_what_is_owed() {
    let game = SetGame::new(&plain()).unwrap();
    let position = game.position(&Setup { deck: Card::all().collect(), ..Setup::default() }).unwrap();
    assert_eq!((position.owed(), position.unseen()), (0, game.start().unseen()));
}

#[test]
fn holes_stand_where_the_refill_leaves_them() {
    let config = Config { refill: Refill::InPlace, ..plain() };
    let table = Table::set_up(&config, &setup("1rsd ---- 2rsd ---- 3rsd", ""));
    assert_eq!(
        (table.board().as_str(), table.claims()),
        ("1rsd ---- 2rsd ---- 3rsd", vec!["1 3 5".to_owned()])
    );
    let occupied: Vec<String> = table.state.cards().map(|(cell, card)| format!("{cell}:{card}")).collect();
    assert_eq!(occupied, ["1:1rsd", "3:2rsd", "5:3rsd"]);
}

#[test]
fn a_long_board_with_holes_has_room_for_cards() {
    let config = Config { refill: Refill::InPlace, ..plain() };
    let board = format!("{NO_SET} ---- ---- ---- ---- ---- ---- ---- ---- 1rts");
    let mut table = Table::set_up(&config, &setup(&board, "2rts"));
    assert_eq!((table.end(), table.legal(1)), (None, vec!["deal".to_owned()]));
    table.play("deal");
    assert_eq!(table.deal("2rts"), ["dealt 2rts at 13", "over finished"]);
}

#[test]
fn a_board_can_not_be_too_large() {
    let many: Vec<Option<Card>> = Card::all().take(22).map(Some).collect();
    let complaint = error(&plain(), &Setup { board: many.clone(), ..Setup::default() });
    assert_eq!(complaint, SetupError::TooLarge { most: 21 });
    assert_eq!(complaint.to_string(), "the board has more than 21 cells");
    let junior = Setup { board: many[..13].to_vec(), ..Setup::default() };
    let complaint = error(&Config::of(Variant::Junior), &junior);
    assert_eq!(complaint.to_string(), "the board has more than 12 cells");
}

#[test]
fn only_boards_in_place_have_holes() {
    for refill in [Refill::Compact, Refill::OnDeal] {
        let complaint = error(&Config { refill, ..plain() }, &setup("1rsd ---- 2rsd ----", ""));
        assert_eq!(complaint, SetupError::Hole("2".parse().unwrap()));
        let text = "position 2 is empty, and only `in_place` boards keep holes";
        assert_eq!(complaint.to_string(), text);
    }
}

#[test]
fn a_card_has_one_place() {
    let twice = SetupError::Twice(card("1rsd"));
    assert_eq!(twice.to_string(), "1rsd (one red solid diamond) is there twice");
    assert_eq!(error(&plain(), &setup("1rsd 2rsd 1rsd", "")), twice);
    assert_eq!(error(&plain(), &setup("1rsd", "1rsd")), twice);
    assert_eq!(error(&plain(), &setup("", "1rsd 1rsd")), twice);
    let shown = Some([card("1rsd"), card("2rsd"), card("3rsd")]);
    let chain = Config::of(Variant::Chain);
    assert_eq!(error(&chain, &Setup { shown, ..setup("1rsd", "") }), twice);
}

#[test]
fn a_card_must_be_in_the_variant() {
    let stranger = SetupError::NotInVariant(card("1rtd"));
    assert_eq!(stranger.to_string(), "1rtd is not in the deck of this variant");
    let junior = Config::of(Variant::Junior);
    assert_eq!(error(&junior, &setup("1rsd 1rtd", "")), stranger);
    assert_eq!(error(&junior, &setup("1rsd", "1rtd")), stranger);
}

#[test]
fn there_are_not_more_scores_than_seats() {
    let complaint = error(&plain(), &Setup { sets: vec![1, 1], ..setup(ONE_SET, "") });
    assert_eq!(complaint, SetupError::TooManySeats);
    assert_eq!(complaint.to_string(), "there are more numbers of Sets than seats");
}

#[test]
fn there_are_not_more_sets_than_cards() {
    let config = Config { seats: 2, ..plain() };
    let sets = |sets: Vec<u8>| Setup { sets, ..setup(ONE_SET, "") };
    assert_eq!(Table::set_up(&config, &sets(vec![80, 1])).points(), [80, 1]);
    let complaint = error(&config, &sets(vec![80, 2]));
    assert_eq!(complaint, SetupError::TooManySets);
    assert_eq!(complaint.to_string(), "more Sets are taken than the deck has cards");
    assert_eq!(error(&config, &sets(vec![255, 255])), SetupError::TooManySets);
}

#[test]
fn only_a_chain_shows_a_set() {
    let set = Some([card("1pes"), card("2pes"), card("3pes")]);
    let complaint = error(&plain(), &Setup { shown: set, ..setup(ONE_SET, "") });
    assert_eq!(complaint, SetupError::NoChain);
    assert_eq!(complaint.to_string(), "the cards on show are no Set, or this variant shows none");
    let chain = Config::of(Variant::Chain);
    let no_set = Some([card("1pes"), card("2pes"), card("3peo")]);
    assert_eq!(error(&chain, &Setup { shown: no_set, ..setup(ONE_SET, "") }), SetupError::NoChain);
    let table = Table::set_up(&chain, &Setup { shown: set, ..setup(ONE_SET, "1gts") });
    assert_eq!(table.state.shown(), set);
}

#[test]
fn a_puzzle_has_twelve_cards_and_its_number_of_sets() {
    let config = Config { puzzle_sets: 1, ..Config::of(Variant::Puzzle) };
    assert_eq!(Table::set_up(&config, &setup(ONE_SET, "")).claims(), ["1 2 3"]);
    let complaint = error(&config, &setup(NO_SET, ""));
    assert_eq!(complaint, SetupError::NotThePuzzle);
    let text = "a puzzle's board has twelve cards and as many Sets as the config says";
    assert_eq!(complaint.to_string(), text);
    let eleven = row(ONE_SET).replace(" 2gtd", "");
    assert_eq!(error(&config, &setup(&eleven, "")), SetupError::NotThePuzzle);
    let thirteen = format!("{ONE_SET} 1rts");
    assert_eq!(error(&config, &setup(&thirteen, "")), SetupError::NotThePuzzle);
}

#[test]
fn the_first_fault_is_told() {
    let many: Vec<Option<Card>> = std::iter::repeat_n(Some(card("1rsd")), 22).collect();
    let all = Setup { board: many, sets: vec![1, 1], shown: Some([card("1rsd"); 3]), ..Setup::default() };
    assert_eq!(error(&plain(), &all), SetupError::TooLarge { most: 21 });
    let fewer = Setup { board: cells("1rsd 1rsd"), ..all };
    assert_eq!(error(&plain(), &fewer), SetupError::TooManySeats);
    assert_eq!(error(&plain(), &Setup { sets: vec![], ..fewer.clone() }), SetupError::NoChain);
    let twice = Setup { sets: vec![], shown: None, ..fewer };
    assert_eq!(error(&plain(), &twice), SetupError::Twice(card("1rsd")));
}

#[test]
fn a_position_knows_its_game() {
    let config = Config { seats: 2, call_ms: 10, ..plain() };
    let table = Table::set_up(&config, &setup(ONE_SET, ""));
    assert_eq!(table.game.config(), &config);
    assert_eq!((table.game.seats(), table.game.limit()), (2, 10_000));
    assert_eq!((SetGame::ID, SetGame::RULES_VERSION), ("set", 1));
}

#[test]
fn a_race_with_a_deck_has_enough_cards_for_a_claim() {
    let race = Config::race(2);
    let complaint = error(&race, &setup("1rsd 2rsd", "3rsd"));
    assert_eq!(complaint, SetupError::TooFewCards { least: 3 });
    let text = "a race has at least 3 cards on the board while there are cards in the deck";
    assert_eq!(complaint.to_string(), text);
    assert_eq!(Table::set_up(&race, &setup("1rsd 2rsd", "")).end(), Some(End::Finished));
    assert_eq!(Table::set_up(&plain(), &setup("1rsd 2rsd", "3rsd")).end(), None, "alone one deals");
}
