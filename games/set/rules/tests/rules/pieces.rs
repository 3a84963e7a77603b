//! The pieces as values of their own.

use tercet_game::Refusal;
use tercet_set::{
    Board, Card, CardSet, Color, Config, DealOptions, DealPolicy, Deck, Discard, Exhausted, Guarantee,
    Number, SetPredicate, SetTriple, Shading, Shape, TypesError, is_set,
};

use crate::table::{card, cards, cells};

#[test]
fn a_set_triple_is_a_set_in_the_order_of_ids() {
    let triple = SetTriple::new(&cards("3rsd 1rsd 2rsd")).unwrap();
    assert_eq!(triple.cards().to_vec(), cards("1rsd 2rsd 3rsd"));
    assert_eq!(SetTriple::new(&cards("1rsd 2rsd 3rsd")), Ok(triple));
}

#[test]
fn a_set_triple_refuses_what_is_no_set() {
    let complaint = SetTriple::new(&cards("1rsd 2rsd 3gsd")).unwrap_err();
    assert_eq!(complaint, TypesError::InvalidSet(cards("1rsd 2rsd 3gsd")));
    assert_eq!(
        (complaint.code(), complaint.to_string().as_str()),
        ("invalid_set", "1rsd 2rsd 3gsd is no Set")
    );
    let complaint = SetTriple::new(&cards("1rsd 2rsd")).unwrap_err();
    assert_eq!(complaint.to_string(), "a Set has 3 cards, not 2");
    let complaint = SetTriple::new(&cards("1rsd 2rsd 3rsd 1gsd")).unwrap_err();
    assert_eq!(complaint.to_string(), "a Set has 3 cards, not 4");
    assert_eq!(SetTriple::new(&[]).unwrap_err().to_string(), "a Set has 3 cards, not 0");
    let same = SetTriple::new(&cards("1rsd 1rsd 1rsd")).unwrap_err();
    assert_eq!(same.to_string(), "1rsd 1rsd 1rsd is no Set");
}

#[test]
fn a_rule_of_ones_own_judges_different_cards() {
    let same_color = |a: Card, b: Card, c: Card| a.color() == b.color() && b.color() == c.color();
    assert!(SetTriple::by(&cards("1rsd 2rsd 1rts"), &same_color).is_ok());
    let twice = cards("1rsd 1rsd 2rsd");
    assert_eq!(SetTriple::by(&twice, &same_color), Err(TypesError::InvalidSet(twice.clone())));
    let rule: &dyn Fn(Card, Card, Card) -> bool = &is_set;
    assert!(rule.is_set(card("1rsd"), card("2rsd"), card("3rsd")));
}

struct Never;

impl SetPredicate for Never {
    fn is_set(&self, _: Card, _: Card, _: Card) -> bool {
        false
    }
}

#[test]
fn a_type_can_be_a_rule() {
    assert!(SetTriple::by(&cards("1rsd 2rsd 3rsd"), &Never).is_err());
}

#[test]
fn a_card_with_an_id_is_checked() {
    let ovals = |id| Card::with_id(Number::Two, Color::Red, Shape::Oval, Shading::Striped, id);
    assert_eq!(ovals(46), Ok(card("2rto")));
    let complaint = ovals(47).unwrap_err();
    assert_eq!(complaint.code(), "invalid_card");
    assert_eq!(complaint.to_string(), "the id of two red striped ovals is 46, not 47");
    assert_eq!(ovals(99).unwrap_err().to_string(), "the id of two red striped ovals is 46, not 99");
}

#[test]
fn a_deck_is_dealt_from_the_top() {
    let mut deck = Deck::new(cards("3peo 1rsd 2rsd")).unwrap();
    assert_eq!((deck.len(), deck.is_empty()), (3, false));
    assert_eq!(deck.deal(0), Ok(vec![]));
    assert_eq!(deck.deal(2), Ok(cards("3peo 1rsd")));
    assert_eq!(deck.cards(), cards("2rsd"));
    assert_eq!(deck.deal(1), Ok(cards("2rsd")));
    assert!(deck.is_empty());
    assert_eq!(Deck::standard().cards(), Card::all().collect::<Vec<_>>());
}

#[test]
fn a_deck_deals_all_or_nothing() {
    let mut deck = Deck::new(cards("3peo 1rsd")).unwrap();
    let complaint = deck.deal(3).unwrap_err();
    assert_eq!(
        complaint,
        TypesError::InvariantViolation("3 cards can't be dealt, the deck has 2".to_owned())
    );
    assert_eq!(complaint.code(), "invariant_violation");
    assert_eq!(complaint.to_string(), "3 cards can't be dealt, the deck has 2");
    assert_eq!(deck.len(), 2);
}

#[test]
fn decks_and_boards_refuse_a_card_twice() {
    let twice = TypesError::DuplicateCard(card("1rsd"));
    assert_eq!(twice.code(), "duplicate_card");
    assert_eq!(twice.to_string(), "1rsd (one red solid diamond) is there twice");
    assert_eq!(Deck::new(cards("1rsd 2rsd 1rsd")), Err(twice.clone()));
    assert_eq!(Board::new(cells("1rsd ---- 1rsd")), Err(twice));
}

#[test]
fn a_board_counts_cells_and_cards() {
    let board = Board::new(cells("1rsd ---- 2rsd ----")).unwrap();
    assert_eq!((board.size(), board.occupied()), (4, 2));
    assert_eq!(board.cells(), cells("1rsd ---- 2rsd ----"));
    assert_eq!(board.indices().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(board.present(), cards("2rsd 1rsd").into_iter().collect());
    let empty = Board::new(vec![]).unwrap();
    assert_eq!((empty.size(), empty.occupied(), empty.present()), (0, 0, CardSet::EMPTY));
}

#[test]
fn discards_are_alike_in_any_order() {
    let discard = |text| Discard { cards: cards(text).into_iter().collect() };
    assert_eq!(discard("1rsd 2rsd"), discard("2rsd 1rsd"));
    assert_eq!(Discard::default().cards, CardSet::EMPTY);
}

#[test]
fn the_default_deal_policy_is_the_engine_types_one() {
    let policy = DealPolicy::default();
    assert_eq!(
        policy,
        DealPolicy { ensure_at_least_one_set: true, board_capacity: 12, max_resample_attempts: 5 }
    );
    let options = DealOptions::default();
    let expected = DealOptions { on_exhausted: Exhausted::Error, guarantee: Guarantee::InitialAndRefill };
    assert_eq!(options, expected);
    assert_eq!(policy.apply(options, &Config::default()), Config::engine());
    assert_eq!(DealPolicy::of(&Config::engine()), policy);
    assert_eq!(DealOptions::of(&Config::engine()), options);
}

#[test]
fn a_policy_that_ensures_nothing_guarantees_nothing() {
    let policy = DealPolicy { ensure_at_least_one_set: false, board_capacity: 15, ..DealPolicy::default() };
    let config = policy.apply(DealOptions::default(), &Config::race(3));
    assert_eq!((config.guarantee, config.capacity, config.seats), (Guarantee::None, 15, 3));
    assert!(!DealPolicy::of(&config).ensure_at_least_one_set);
}

#[test]
fn a_card_set_holds_each_card_once() {
    let mut set = CardSet::EMPTY;
    assert!(set.is_empty() && set.insert(card("2rto")) && !set.insert(card("2rto")));
    assert!(set.contains(card("2rto")) && !set.contains(card("1rsd")));
    assert_eq!((set.len(), set.bits()), (1, 1 << 46));
    assert!(set.remove(card("2rto")) && !set.remove(card("2rto")) && set.is_empty());
}

#[test]
fn card_sets_meet_join_and_part() {
    let set = |text: &str| cards(text).into_iter().collect::<CardSet>();
    let (a, b) = (set("1rsd 2rsd 3rsd"), set("3rsd 1gsd"));
    assert_eq!(a.and(b), set("3rsd"));
    assert_eq!(a.or(b), set("1rsd 2rsd 3rsd 1gsd"));
    assert_eq!(a.without(b), set("1rsd 2rsd"));
    assert_eq!(a.iter().collect::<Vec<_>>(), cards("1rsd 2rsd 3rsd"));
    assert_eq!(format!("{b:?}"), "{3rsd, 1gsd}");
}

#[test]
fn card_sets_have_ranks_and_bits() {
    let all = CardSet::first(81);
    assert_eq!((all.len(), CardSet::from_bits(all.bits())), (81, Some(all)));
    assert_eq!(CardSet::from_bits(1 << 81), None);
    assert_eq!(CardSet::first(0), CardSet::EMPTY);
    assert_eq!((all.nth(0), all.nth(80), all.nth(81)), (Card::from_id(0), Card::from_id(80), None));
    let odd: CardSet = Card::all().filter(|card| card.id() % 2 == 1).collect();
    assert_eq!(odd.nth(3), Card::from_id(7));
}
