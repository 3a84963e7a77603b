//! R13 to R16: junior, chain, ultraset, puzzle.

use tercet_game::{End, Game, Seats};
use tercet_set::{Card, Config, DealRule, Guarantee, Illegal, Phase, Setup, Variant, count_sets};

use crate::table::{ONE_SET, Table, card, cards, cells, plain, row};

fn junior() -> Config {
    Config { guarantee: Guarantee::None, ..Config::of(Variant::Junior) }
}

#[test]
fn r13_junior_plays_with_the_27_solid_cards() {
    let table = Table::new(&junior());
    let deck = table.deck();
    assert_eq!(deck.len(), 27);
    assert!(deck.iter().all(|card| card.shading().name() == "solid"));
    assert_eq!(count_sets(&deck), 117);
    assert_eq!((table.state.owed(), table.game.config().max_board()), (9, 12));
}

#[test]
fn r13_junior_is_refilled_to_nine_and_grows_to_twelve() {
    let mut table = Table::new(&junior());
    table.deal("1rsd 2rsd 3rsd 1gsd 2gsd 1psd 1rss 2rss 1gss");
    assert_eq!(table.state.phase(), Phase::Playing);
    table.play("claim 1 2 3");
    assert_eq!(table.state.owed(), 3);
    table.deal("2gss 1rso 2gso");
    table.play("deal");
    assert_eq!(table.state.owed(), 3);
    table.deal("3gsd 2psd 3psd");
    assert_eq!(table.refuses("deal"), Illegal::BoardFull);
}

fn chain() -> Config {
    Config { variant: Variant::Chain, ..plain() }
}

/// Five Sets; two that share a card are linked.
const LINKED: &str = "
    1rsd 2rsd 3rsd 1gsd
    1psd 2gss 1rtd 2gsd
    1gtd 3gsd 1rts 2rts";

#[test]
fn r14_the_first_set_of_a_chain_is_any_on_the_board() {
    let mut table = Table::with_full_deck(&chain(), LINKED);
    assert_eq!(table.claims(), ["1 2 3", "1 4 5", "2 5 10", "3 5 8", "4 8 10"]);
    assert_eq!((table.state.shown(), table.legal(1).len()), (None, 6));
    assert_eq!(table.refuses("claim 1 2 s1"), Illegal::OutOfRange("s1".parse().unwrap()));
    table.play("claim 1 2 3");
    assert_eq!(table.state.shown(), Some([card("1rsd"), card("2rsd"), card("3rsd")]));
    assert_eq!(table.state.owed(), 3);
}

/// `LINKED` after its first Set was taken and three dull cards came.
fn linked() -> Table {
    let mut table = Table::with_full_deck(&chain(), LINKED);
    table.play("claim 1 2 3");
    table.deal("1gts 2gts 1gss");
    assert_eq!(
        table.board(),
        row("1gsd 1psd 2gss 1rtd
             2gsd 1gtd 3gsd 1rts
             2rts 1gts 2gts 1gss")
    );
    table
}

#[test]
fn r14_every_other_set_uses_exactly_one_card_on_show() {
    let table = linked();
    assert_eq!(table.claims(), ["1 2 s1", "2 5 s3", "2 7 s2"]);
    assert_eq!(table.legal(1), ["claim 1 2 s1", "claim 2 5 s3", "claim 2 7 s2", "deal"]);
    assert_eq!(table.refuses("claim 1 5 7"), Illegal::NotInChain, "a Set of the board alone");
    assert_eq!(table.refuses("claim s1 s2 s3"), Illegal::NotInChain, "the Set on show itself");
    assert_eq!(table.refuses("claim 1 s1 s2"), Illegal::NotASet);
    assert_eq!(table.refuses("claim 1 2 s2"), Illegal::NotASet);
}

#[test]
fn r14_the_next_set_replaces_the_one_on_show() {
    let mut table = linked();
    assert_eq!(table.play("claim s2 2 7"), ["seat 1 claimed 2 7 s2: 1psd 3gsd 2rsd"]);
    assert_eq!(table.state.shown(), Some([card("1psd"), card("3gsd"), card("2rsd")]));
    assert_eq!(table.state.owed(), 2, "two cards left the board");
    assert_eq!(table.refuses_card("1rsd"), Illegal::NotInDeck(card("1rsd")));
    table.deal("3peo 3pes");
    assert_eq!((table.points(), table.state.cards().count()), (vec![2], 12));
}

#[test]
fn r14_what_counts_for_dealing_and_the_end_is_what_can_be_claimed() {
    // On show are red cards; the board's own Set of green ones is none in this chain.
    let setup = Setup {
        board: cells("1gsd 2gsd 3gsd"),
        deck: cards("1gts"),
        shown: Some([card("1rsd"), card("2rsd"), card("3rsd")]),
        ..Setup::default()
    };
    let config = Config { deal_rule: DealRule::OnlyIfNoSet, ..chain() };
    let mut table = Table::set_up(&config, &setup);
    assert_eq!(table.legal(1), ["deal"]);
    table.play("deal");
    assert_eq!(table.deal("1gts")[1..], ["over finished"]);
    let fined = Table::set_up(&Config { deal_rule: DealRule::Penalty, ..chain() }, &setup);
    assert_eq!(fined.clone().play("deal"), ["seat 1 asked for cards"], "nothing to claim, no fine");
}

#[test]
fn r14_in_a_race_cards_on_show_may_be_claimed_wrongly() {
    let mut table = Table::with_full_deck(&Config { seats: 2, ..chain() }, LINKED);
    table.play("seat 2 claim 1 2 3");
    table.deal("1gts 2gts 1gss");
    assert_eq!(table.legal(1).len(), 15 * 14 * 13 / 6 + 1);
    assert_eq!(table.play("seat 1 claim 1 5 7"), ["seat 1 wrong 1 5 7: 1gsd 2gsd 3gsd"]);
    assert_eq!(table.play("seat 2 claim 1 2 s1"), ["seat 2 claimed 1 2 s1: 1gsd 1psd 1rsd"]);
    assert_eq!(table.points(), [-1, 2]);
}

fn ultra() -> Config {
    Config { variant: Variant::Ultra, ..plain() }
}

#[test]
fn r15_there_are_63180_ultrasets() {
    let mut count = 0;
    let deck: Vec<Card> = Card::all().collect();
    for (i, &a) in deck.iter().enumerate() {
        for (j, &b) in deck.iter().enumerate().skip(i + 1) {
            let of_ab = a.third(b);
            for (k, &c) in deck.iter().enumerate().skip(j + 1) {
                let (of_ac, of_bc) = (a.third(c), b.third(c));
                for &d in &deck[k + 1..] {
                    let pairs = [(of_ab, c.third(d)), (of_ac, b.third(d)), (of_bc, a.third(d))];
                    count += u32::from(pairs.iter().any(|(one, other)| one == other));
                }
            }
        }
    }
    assert_eq!(count, 63_180);
}

#[test]
fn r15_a_claim_is_four_cards_in_two_pairs_with_the_same_third() {
    // 1rsd and 2gsd, 2rsd and 1gsd: both completed by 3psd.
    let mut table = Table::with_full_deck(&ultra(), "1rsd 1gsd 2gsd 2rsd 1peo 3rto");
    assert_eq!(table.claims(), ["1 2 3 4"]);
    assert_eq!(table.refuses("claim 1 2 3"), Illegal::WrongCount { expected: 4 });
    assert_eq!(table.refuses("claim 1 2 3 5"), Illegal::NotASet);
    assert_eq!(table.play("claim 4 3 2 1"), ["seat 1 claimed 1 2 3 4: 1rsd 1gsd 2gsd 2rsd"]);
    assert_eq!((table.points(), table.state.owed()), (vec![1], 10));
    assert_eq!(table.board(), "1peo 3rto");
}

#[test]
fn r15_a_set_and_another_card_are_no_ultraset() {
    let table = Table::with_full_deck(&ultra(), "1rsd 2rsd 3rsd 1gts");
    assert_eq!(table.refuses("claim 1 2 3 4"), Illegal::NotASet);
    assert_eq!(table.legal(1), ["deal"]);
}

#[test]
fn r15_the_other_rules_hold_with_four_cards() {
    let mut table = Table::with_full_deck(&ultra(), LINKED);
    let claim = table.legal(1)[0].clone();
    table.play(&claim);
    assert_eq!((table.state.cards().count(), table.state.owed()), (8, 4));
    let config = Config { deal_rule: DealRule::OnlyIfNoSet, ..ultra() };
    let table = Table::with_full_deck(&config, "1rsd 1gsd 2gsd 2rsd 1peo 3rto");
    assert_eq!(table.refuses("deal"), Illegal::SetOnBoard);
    let over = Table::at(&ultra(), "1rsd 2rsd 3rsd 1gts", "");
    assert_eq!(over.end(), Some(End::Finished), "a Set is nothing to claim here");
    let race = Table::with_full_deck(&Config { seats: 2, ..ultra() }, ONE_SET);
    assert_eq!(race.legal(1).len(), 495 + 1);
}

/// Two Sets that share the first card.
const PUZZLE: &str = "
    1rsd 2rsd 3rsd 1gsd
    1psd 2gss 1rtd 2rtd
    1gtd 2gtd 1rts 2rts";

fn puzzle(seats: u8) -> Config {
    Config { seats, puzzle_sets: 2, ..Config::of(Variant::Puzzle) }
}

#[test]
fn r16_claimed_sets_stay_on_the_board_and_count_once() {
    let mut table = Table::with_full_deck(&puzzle(1), PUZZLE);
    assert_eq!(table.legal(1), ["claim 1 2 3", "claim 1 4 5"]);
    assert_eq!(table.play("claim 1 2 3"), ["seat 1 claimed 1 2 3: 1rsd 2rsd 3rsd"]);
    assert_eq!((table.board(), table.state.phase()), (row(PUZZLE), Phase::Playing));
    assert_eq!(table.legal(1), ["claim 1 4 5"]);
    assert_eq!(table.refuses("claim 3 2 1"), Illegal::AlreadyFound);
    assert_eq!(table.refuses("claim 1 2 4"), Illegal::NotASet);
    assert_eq!(table.claims(), ["1 4 5"]);
}

#[test]
fn r16_finished_when_all_are_found() {
    let mut table = Table::with_full_deck(&puzzle(1), PUZZLE);
    table.play("claim 1 4 5");
    assert_eq!(table.play("claim 1 2 3")[1..], ["over finished"]);
    assert_eq!((table.points(), table.end()), (vec![2], Some(End::Finished)));
}

#[test]
fn r16_a_board_with_another_number_of_sets_goes_back_as_often_as_it_comes() {
    let mut table = Table::new(&Config { redeals: 0, exhausted: tercet_set::Exhausted::Error, ..puzzle(1) });
    for _ in 0..300 {
        assert_eq!(table.deal(ONE_SET)[12..], ["redealt 12"]);
        assert_eq!((table.state.phase(), table.deck().len()), (Phase::Dealing, 81));
    }
    assert_eq!(table.deal(PUZZLE).len(), 12);
    assert_eq!(table.state.phase(), Phase::Playing);
}

#[test]
fn r16_in_a_race_a_found_set_opens_locks_and_can_not_be_claimed_again() {
    let mut table = Table::with_full_deck(&puzzle(2), PUZZLE);
    assert_eq!(table.legal(1).len(), 220);
    table.play("seat 1 claim 1 2 4");
    table.play("seat 2 claim 1 2 3");
    assert_eq!((table.state.locked(), table.points()), (Seats::NONE, vec![-1, 1]));
    assert_eq!(table.refuses("seat 1 claim 1 2 3"), Illegal::AlreadyFound);
    assert!(!table.legal(1).contains(&"claim 1 2 3".to_owned()));
    assert_eq!(table.legal(1).len(), 219);
    assert_eq!(table.refuses("seat 1 deal"), Illegal::NoDealing);
    table.play("seat 1 claim 1 4 5");
    assert_eq!((table.points(), table.winners()), (vec![0, 1], vec![2]));
}

#[test]
fn r16_with_calls_a_found_set_leaves_the_call_open() {
    let mut table = Table::with_full_deck(&Config { call_ms: 100, ..puzzle(2) }, PUZZLE);
    table.play("seat 2 call");
    table.play("seat 2 claim 1 2 3");
    table.play("seat 1 call");
    assert_eq!(table.refuses("seat 1 claim 1 2 3"), Illegal::AlreadyFound);
    assert_eq!((table.acting(), table.game.window(&table.state)), (vec![1], Some(100)));
    assert_eq!(table.expire(), ["seat 1 expired"]);
}
