//! Every refusal with its code and its text. That each is given where it should be is tested with its rule.

use tercet_game::{Refusal, Seat};
use tercet_set::{Cell, Illegal};

use crate::table::card;

fn assert_refusal(illegal: Illegal, code: &str, text: &str) {
    assert_eq!((illegal.code(), illegal.to_string().as_str()), (code, text));
}

#[test]
fn refusals_of_the_moment() {
    assert_refusal(Illegal::GameOver, "game_over", "the game is over");
    assert_refusal(Illegal::CardsOwed, "cards_owed", "cards are still to be dealt");
    let text = "it is not the turn of seat 2";
    assert_refusal(Illegal::NotYourTurn(Seat(1)), "not_your_turn", text);
}

#[test]
fn refusals_of_claims() {
    let text = "a claim names 4 cards here";
    assert_refusal(Illegal::WrongCount { expected: 4 }, "wrong_count", text);
    let text = "there is no position 13 on the board";
    assert_refusal(Illegal::OutOfRange(Cell::new(12).unwrap()), "out_of_range", text);
    assert_refusal(Illegal::EmptyCell(Cell::new(1).unwrap()), "empty_cell", "position 2 is empty");
    assert_refusal(Illegal::NotASet, "not_a_set", "these cards are no Set");
    let text = "the Set must use exactly one card of the Set taken last (s1, s2 or s3)";
    assert_refusal(Illegal::NotInChain, "not_in_chain", text);
    assert_refusal(Illegal::AlreadyFound, "already_found", "this Set is found already");
}

#[test]
fn refusals_of_deals() {
    assert_refusal(Illegal::NoDealing, "no_dealing", "no cards are dealt in a puzzle");
    assert_refusal(Illegal::BoardFull, "board_full", "the board is at its maximum size");
    let text = "the deck is empty; no more cards can be dealt";
    assert_refusal(Illegal::DeckDepleted, "deck_depleted", text);
    let text = "there is a Set on the board; cards are dealt when there is none";
    assert_refusal(Illegal::SetOnBoard, "set_on_board", text);
    let text = "seat 1 has asked for cards already";
    assert_refusal(Illegal::AlreadyAsked(Seat(0)), "already_asked", text);
}

#[test]
fn refusals_of_calls() {
    assert_refusal(Illegal::CallFirst, "call_first", "call before you claim");
    assert_refusal(Illegal::NoCalls, "no_calls", "nobody calls in this game; claim at once");
    assert_refusal(Illegal::AlreadyCalled, "already_called", "you have called; now claim");
    let text = "nobody has called, so no time can run out";
    assert_refusal(Illegal::NoWindow, "no_window", text);
}

#[test]
fn refusals_of_cards() {
    assert_refusal(Illegal::NoCardOwed, "no_card_owed", "no card is to be dealt now");
    assert_refusal(Illegal::NotInDeck(card("2rto")), "not_in_deck", "2rto is not in the deck");
}
