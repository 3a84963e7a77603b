//! Deals by a policy from a deck in anybody's order: R5, R6 and R7 without a game around them.

use tercet_set::{
    Board, Card, DealPolicy, Dealt, Deck, Exhausted, Guarantee, TypesError, all_sets, count_sets,
};

use crate::table::{card, cards};

/// Sixteen cards that hold no Set: no attribute has its third value.
fn barren() -> Vec<Card> {
    let is_barren = |card: &Card| [1, 3, 9, 27].iter().all(|weight| card.id() / weight % 3 < 2);
    Card::all().filter(is_barren).collect()
}

/// Puts these cards on top, each list for one shuffle.
fn tops(mut lists: Vec<Vec<Card>>) -> impl FnMut(&mut [Card]) -> Result<(), TypesError> {
    move |deck: &mut [Card]| {
        let top = lists.remove(0);
        let rest: Vec<Card> = deck.iter().copied().filter(|card| !top.contains(card)).collect();
        deck.copy_from_slice(&[top, rest].concat());
        Ok(())
    }
}

fn board(dealt: &Dealt) -> Vec<Card> {
    dealt.board.cells().iter().copied().flatten().collect()
}

#[test]
fn r5_a_board_without_a_set_is_dealt_again() {
    let policy = DealPolicy::default();
    assert_eq!(count_sets(&barren()), 0);
    let lists = vec![barren(), barren(), cards("1rsd 2rsd 3rsd")];
    let dealt = policy.deal(tops(lists)).unwrap();
    assert_eq!((board(&dealt)[..3].to_vec(), dealt.deck.len()), (cards("1rsd 2rsd 3rsd"), 69));
    assert!(!dealt.is_waived);
    let error = policy.deal(tops(vec![barren(); 6])).unwrap_err();
    assert_eq!(error.to_string(), "no Set on the board after 5 redeals");
}

#[test]
fn r5_force_swaps_the_last_card() {
    let policy =
        DealPolicy { max_resample_attempts: 0, on_exhausted: Exhausted::Force, ..DealPolicy::default() };
    let dealt = policy.deal(tops(vec![barren()])).unwrap();
    let third = barren()[0].third(barren()[1]);
    assert_eq!(board(&dealt), [&barren()[..11], &[third]].concat());
    let mut all: Vec<Card> = board(&dealt).into_iter().chain(dealt.deck.cards().iter().copied()).collect();
    all.sort();
    assert_eq!(all, Card::all().collect::<Vec<_>>());
}

#[test]
fn r5_without_a_guarantee_the_board_stays() {
    for policy in [
        DealPolicy { ensure_at_least_one_set: false, ..DealPolicy::default() },
        DealPolicy { guarantee: Guarantee::None, ..DealPolicy::default() },
    ] {
        let dealt = policy.deal(tops(vec![barren()])).unwrap();
        assert_eq!((board(&dealt), dealt.is_waived), (barren()[..12].to_vec(), false));
    }
}

fn with_holes(count: usize) -> Board {
    let kept = barren().into_iter().take(12 - count).map(Some);
    Board::new(kept.chain(std::iter::repeat_n(None, count)).collect()).unwrap()
}

fn deck_of(cards: Vec<Card>) -> Deck {
    Deck::new(cards).unwrap()
}

#[test]
fn r6_a_refill_without_a_set_is_drawn_again() {
    let rest = Card::all().filter(|card| !barren().contains(card));
    let deck = deck_of(barren()[9..].iter().copied().chain(rest).collect());
    let third = barren()[0].third(barren()[1]);
    let policy = DealPolicy::default();
    let dealt = policy.refill(&with_holes(3), &deck, tops(vec![vec![third]])).unwrap();
    assert_eq!((dealt.board.cells()[9], dealt.deck.len(), dealt.is_waived), (Some(third), 69, false));
    assert!(!all_sets(&board(&dealt)).is_empty());
    let stubborn = DealPolicy { max_resample_attempts: 1, ..policy };
    let error = stubborn.refill(&with_holes(3), &deck, tops(vec![barren()[9..12].to_vec()])).unwrap_err();
    assert_eq!(error.to_string(), "no Set on the board after 1 redeals");
}

#[test]
fn r6_where_no_choice_gives_a_set_it_is_waived() {
    let policy = DealPolicy::default();
    let hopeless = deck_of(barren()[9..].to_vec());
    let dealt = policy.refill(&with_holes(3), &hopeless, tops(Vec::new())).unwrap();
    assert_eq!((dealt.board.occupied(), dealt.deck.len(), dealt.is_waived), (12, 4, true));
    let dealt = policy.refill(&with_holes(3), &deck_of(Vec::new()), tops(Vec::new())).unwrap();
    assert_eq!((dealt.board.occupied(), dealt.is_waived), (9, true));
}

#[test]
fn r7_holes_are_filled_in_order_up_to_the_capacity() {
    let cells = [Some(card("1rsd")), None, Some(card("2rsd")), None];
    let board_of_four = Board::new(cells.to_vec()).unwrap();
    let deck = deck_of(cards("3rsd 1gsd 2gsd 3gsd"));
    let policy = DealPolicy { board_capacity: 5, ..DealPolicy::default() };
    let dealt = policy.refill(&board_of_four, &deck, tops(Vec::new())).unwrap();
    assert_eq!(board(&dealt), cards("1rsd 3rsd 2rsd 1gsd 2gsd"));
    assert_eq!(dealt.deck.cards(), cards("3gsd"));
    let small = DealPolicy { board_capacity: 3, guarantee: Guarantee::None, ..policy };
    let five = Board::new(cards("1rsd 2rsd 3rsd 1gsd 2gsd").into_iter().map(Some).collect()).unwrap();
    let mut holed = five.cells().to_vec();
    holed[0] = None;
    let dealt = small.refill(&Board::new(holed).unwrap(), &deck_of(cards("3gsd")), tops(Vec::new())).unwrap();
    assert_eq!(board(&dealt), cards("2gsd 2rsd 3rsd 1gsd"));
    assert_eq!(dealt.deck.len(), 1);
}

#[test]
fn what_a_policy_refuses() {
    let policy = DealPolicy::default();
    let twice = policy.refill(&with_holes(3), &deck_of(barren()[..1].to_vec()), tops(Vec::new()));
    assert_eq!(twice.unwrap_err(), TypesError::DuplicateCard(barren()[0]));
    let large = Board::new(Card::all().take(22).map(Some).collect()).unwrap();
    let error = policy.refill(&large, &deck_of(Vec::new()), tops(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "the board has more than 21 cells");
    let error = DealPolicy { board_capacity: 22, ..policy }.deal(tops(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "config `capacity`: 22 is not from 3 to 21");
    let stopped = policy.deal(|_: &mut [Card]| Err(TypesError::InvalidCard("mine".to_owned())));
    assert_eq!(stopped.unwrap_err().to_string(), "mine");
}
