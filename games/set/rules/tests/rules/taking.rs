//! R7: taking a Set, and how the board closes up.

use tercet_set::{Config, Illegal, Phase, Refill};

use crate::table::{NO_SET, ONE_SET, Table, card, cards, plain, row};

fn refill(refill: Refill) -> Config {
    Config { refill, ..plain() }
}

/// Twelve cards with the Set 2, 5, 9.
const BOARD: &str = "
    1gsd 1rsd 1rss 2rss
    2rsd 1gss 2gss 1rtd
    3rsd 2rtd 1gtd 2gtd";
/// What may follow it on larger boards.
const MORE: &str = "1rts 2rts 1gts";

#[test]
fn r7_a_set_leaves_the_board_and_gives_a_point() {
    let mut table = Table::with_full_deck(&plain(), BOARD);
    assert_eq!(table.claims(), ["2 5 9"]);
    assert_eq!(table.play("claim 9 5 2"), ["seat 1 claimed 2 5 9: 1rsd 2rsd 3rsd"]);
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Refilling, 3));
    assert_eq!((table.points(), table.state.plays()), (vec![1], 1));
    assert_eq!(table.deck().len(), 69);
}

#[test]
fn r7_alone_any_other_claim_is_refused() {
    let table = Table::with_full_deck(&plain(), BOARD);
    assert_eq!(table.refuses("claim 1 2 3"), Illegal::NotASet);
    assert_eq!(table.refuses("claim 2 5 13"), Illegal::OutOfRange("13".parse().unwrap()));
    assert_eq!(table.refuses("claim 2 5 s1"), Illegal::OutOfRange("s1".parse().unwrap()));
    assert_eq!(table.refuses("claim 1 2 5 9"), Illegal::WrongCount { expected: 3 });
    assert_eq!(table.refuses("seat 2 claim 2 5 9"), Illegal::NotYourTurn(tercet_game::Seat(1)));
    assert_eq!(table.legal(1), ["claim 2 5 9", "deal"]);
    assert!(table.legal(2).is_empty());
}

#[test]
fn r7_compact_the_others_move_left_and_new_cards_come_at_the_end() {
    let mut table = Table::with_full_deck(&refill(Refill::Compact), BOARD);
    table.play("claim 2 5 9");
    assert_eq!(table.board(), "1gsd 1rss 2rss 1gss 2gss 1rtd 2rtd 1gtd 2gtd");
    assert_eq!(table.deal("1pes 2pes 3pes"), ["dealt 1pes at 10", "dealt 2pes at 11", "dealt 3pes at 12"]);
    assert_eq!(
        table.board(),
        row("1gsd 1rss 2rss 1gss
             2gss 1rtd 2rtd 1gtd
             2gtd 1pes 2pes 3pes")
    );
    assert_eq!(table.state.phase(), Phase::Playing);
}

#[test]
fn r7_from_fifteen_nothing_is_drawn() {
    for (way, left) in [
        (Refill::Compact, "1gsd 1rss 2rss 1gss 2gss 1rtd 2rtd 1gtd 2gtd 1rts 2rts 1gts"),
        // Beyond the twelfth cell stand 1rts 2rts 1gts: they move into the holes, first to first.
        (Refill::InPlace, "1gsd 1rts 1rss 2rss 2rts 1gss 2gss 1rtd 1gts 2rtd 1gtd 2gtd"),
        (Refill::OnDeal, "1gsd 1rss 2rss 1gss 2gss 1rtd 2rtd 1gtd 2gtd 1rts 2rts 1gts"),
    ] {
        let mut table = Table::with_full_deck(&refill(way), &format!("{BOARD} {MORE}"));
        table.play("claim 2 5 9");
        assert_eq!((table.board().as_str(), table.state.owed()), (left, 0), "{way}");
    }
}

#[test]
fn r7_a_board_between_is_refilled_to_the_capacity() {
    let mut table = Table::with_full_deck(&plain(), &format!("{BOARD} 1rts"));
    table.play("claim 2 5 9");
    assert_eq!(table.state.owed(), 2);
    table.deal("1pes 2pes");
    assert_eq!(table.state.cards().count(), 12);
}

#[test]
fn r7_the_refill_goes_as_far_as_the_deck() {
    let mut table = Table::at(&plain(), BOARD, "1pes 2pes");
    table.play("claim 2 5 9");
    assert_eq!(table.state.owed(), 2);
    table.deal("1pes 2pes");
    assert_eq!((table.state.cards().count(), table.deck()), (11, vec![]));
    let mut table = Table::at(&plain(), &format!("{BOARD} 3pes 2pes 1pes"), "");
    table.play("claim 2 5 9");
    assert_eq!((table.state.owed(), table.state.cards().count()), (0, 12));
}

#[test]
fn r7_other_capacities_are_refilled_to() {
    let mut table = Table::with_full_deck(&Config { capacity: 21, ..plain() }, &format!("{BOARD} {MORE}"));
    table.play("claim 2 5 9");
    assert_eq!(table.state.owed(), 9);
    let mut table = Table::with_full_deck(&Config { capacity: 3, ..plain() }, BOARD);
    table.play("claim 2 5 9");
    assert_eq!((table.state.owed(), table.state.cards().count()), (0, 9));
}

#[test]
fn r7_in_place_new_cards_come_into_the_holes_in_order() {
    let mut table = Table::with_full_deck(&refill(Refill::InPlace), BOARD);
    table.play("claim 2 5 9");
    assert_eq!(
        table.board(),
        row("1gsd ---- 1rss 2rss
             ---- 1gss 2gss 1rtd
             ---- 2rtd 1gtd 2gtd")
    );
    assert_eq!(table.deal("1pes 2pes 3pes"), ["dealt 1pes at 2", "dealt 2pes at 5", "dealt 3pes at 9"]);
    assert_eq!(
        table.board(),
        row("1gsd 1pes 1rss 2rss
             2pes 1gss 2gss 1rtd
             3pes 2rtd 1gtd 2gtd")
    );
}

#[test]
fn r7_in_place_only_the_cards_beyond_the_new_end_move() {
    let moved = |board: &str, claim: &str| {
        let mut table = Table::with_full_deck(&refill(Refill::InPlace), board);
        table.play(claim);
        assert_eq!(table.state.owed(), 0);
        table.board()
    };
    // The last three leave: nothing moves.
    let board = format!("{NO_SET} 3rsd 3gsd 3psd");
    assert_eq!(moved(&board, "claim 13 14 15"), row(NO_SET));
    // Two beyond the end leave: the third fills the only hole.
    let board = NO_SET.replace("1gsd", "3rsd") + " 3gsd 1gsd 3psd";
    assert_eq!(moved(&board, "claim 3 13 15"), row(NO_SET));
    // Eighteen become fifteen, which is still larger than the capacity.
    let board = format!("{ONE_SET} 1rts 2rts 1gts 2gts 1peo 3peo");
    let left = ONE_SET.replace("1rsd 2rsd 3rsd", "2gts 1peo 3peo");
    assert_eq!(moved(&board, "claim 1 2 3"), row(&format!("{left} 1rts 2rts 1gts")));
}

#[test]
fn r7_in_place_the_holes_stay_when_the_deck_is_empty() {
    let mut table =
        Table::at(&refill(Refill::InPlace), &BOARD.replace("2gtd", "3gsd").replace("1rtd", "2gsd"), "");
    table.play("claim 2 5 9");
    assert_eq!(
        table.board(),
        row("1gsd ---- 1rss 2rss
             ---- 1gss 2gss 2gsd
             ---- 2rtd 1gtd 3gsd")
    );
    assert_eq!(table.state.card("9".parse().unwrap()), None);
    assert_eq!(table.refuses("claim 1 2 3"), Illegal::EmptyCell("2".parse().unwrap()));
    assert_eq!(table.legal(1), ["claim 1 8 12"]);
    assert_eq!(table.play("claim 1 8 12")[1..], ["over finished"]);
    assert_eq!(table.board(), "---- ---- 1rss 2rss ---- 1gss 2gss ---- ---- 2rtd 1gtd ----");
}

#[test]
fn r7_in_place_the_last_card_of_the_deck_fills_the_first_hole() {
    let mut table = Table::at(&refill(Refill::InPlace), BOARD, "1pes");
    table.play("claim 2 5 9");
    assert_eq!(table.deal("1pes")[..1], ["dealt 1pes at 2"]);
    assert_eq!(table.board(), "1gsd 1pes 1rss 2rss ---- 1gss 2gss 1rtd ---- 2rtd 1gtd 2gtd");
}

#[test]
fn r7_in_place_a_board_of_thirteen_without_a_deck_keeps_twelve_cells() {
    let mut table = Table::at(&refill(Refill::InPlace), &format!("{BOARD} 1rts"), "");
    table.play("claim 2 5 9");
    assert_eq!(table.board(), "1gsd 1rts 1rss 2rss ---- 1gss 2gss 1rtd ---- 2rtd 1gtd 2gtd");
}

#[test]
fn r7_on_deal_nothing_is_drawn_until_somebody_deals() {
    let mut table = Table::with_full_deck(&refill(Refill::OnDeal), BOARD);
    assert_eq!(table.play("claim 2 5 9").len(), 1);
    assert_eq!(table.board(), "1gsd 1rss 2rss 1gss 2gss 1rtd 2rtd 1gtd 2gtd");
    assert_eq!((table.state.phase(), table.deck().len()), (Phase::Playing, 69));
    table.play("deal");
    table.deal("1pes 2pes 3pes");
    assert_eq!(table.claims(), ["10 11 12"]);
    table.play("claim 10 11 12");
    assert_eq!(table.state.cards().count(), 9);
    assert_eq!(table.deck().len(), 66);
}

#[test]
fn r7_on_deal_the_board_may_become_empty() {
    let mut table = Table::at(&refill(Refill::OnDeal), "1rsd 2rsd 3rsd", "1gsd 2gsd 3gsd 1psd");
    table.play("claim 1 2 3");
    assert_eq!((table.board().as_str(), table.legal(1)), ("", vec!["deal".to_owned()]));
    table.play("deal");
    table.deal("3gsd 1gsd 2gsd");
    table.play("claim 1 2 3");
    table.play("deal");
    assert_eq!(table.deal("1psd"), ["dealt 1psd at 1", "over finished"]);
}

#[test]
fn r7_the_taken_cards_are_gone_for_good() {
    let mut table = Table::with_full_deck(&plain(), BOARD);
    table.play("claim 2 5 9");
    for gone in cards("1rsd 2rsd 3rsd") {
        assert_eq!(table.refuses_card(&gone.to_string()), Illegal::NotInDeck(gone));
    }
    assert!(!table.deck().contains(&card("1rsd")));
}
