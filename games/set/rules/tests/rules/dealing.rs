//! R4: the first deal; and the dealers who deal it.

use std::sync::Arc;

use tercet_game::{Deal, DealError, Dealer, Deals, Game, Live, Match, Seat, Turn};
use tercet_set::{
    Action, Card, CardSet, Config, Event, Exhausted, Given, Illegal, Phase, SetGame, Variant, given_deal,
};

use crate::table::{NO_SET, ONE_SET, Script, Table, all_but, card, cards, plain, row};

#[test]
fn r4_cards_are_dealt_one_by_one_from_all_that_are_left() {
    let mut table = Table::new(&plain());
    let outcomes = |table: &Table| {
        let mut outcomes = Vec::new();
        table.game.outcomes(&table.state, &mut outcomes);
        outcomes
    };
    assert_eq!(outcomes(&table), Card::all().map(|card| (1, card)).collect::<Vec<_>>());
    assert_eq!(table.deal("2rto"), ["dealt 2rto at 1"]);
    assert_eq!(outcomes(&table), all_but("2rto").into_iter().map(|card| (1, card)).collect::<Vec<_>>());
    assert_eq!(table.deal("1gsd"), ["dealt 1gsd at 2"]);
    assert_eq!((table.board().as_str(), table.state.owed()), ("2rto 1gsd", 10));
    assert_eq!((table.game.turn(&table.state), table.state.phase()), (Turn::Chance, Phase::Dealing));
}

#[test]
fn r4_the_seats_play_after_the_last_card() {
    let mut table = Table::new(&plain());
    table.deal(NO_SET);
    assert_eq!(table.board(), row(NO_SET));
    assert_eq!(table.acting(), [1]);
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Playing, 0));
    assert_eq!(table.refuses_card("3rsd"), Illegal::NoCardOwed);
}

#[test]
fn r4_a_card_that_is_not_in_the_deck_is_refused() {
    let mut table = Table::new(&plain());
    table.deal("2rto");
    assert_eq!(table.refuses_card("2rto"), Illegal::NotInDeck(card("2rto")));
    let junior = Table::new(&Config::of(Variant::Junior));
    assert_eq!(junior.refuses_card("1rtd"), Illegal::NotInDeck(card("1rtd")));
}

#[test]
fn r4_nobody_plays_while_cards_are_owed() {
    let mut table = Table::new(&plain());
    table.deal("1rsd 2rsd 3rsd");
    assert_eq!(table.refuses("claim 1 2 3"), Illegal::CardsOwed);
    assert_eq!(table.refuses("deal"), Illegal::CardsOwed);
    assert_eq!(table.refuses_expire(), Illegal::NoWindow);
    assert_eq!((table.acting(), table.legal(1)), (vec![], vec![]));
}

#[test]
fn r4_as_many_cards_as_the_capacity_says() {
    for capacity in 3..=21 {
        let game = SetGame::new(&Config { capacity, ..plain() }).unwrap();
        let live = Live::new(&game, game.shuffle(1), (), &mut ()).unwrap();
        assert_eq!(live.state().cards().count(), usize::from(capacity));
        assert_eq!(live.state().unseen().len(), 81 - usize::from(capacity));
    }
}

/// Everything the dealer deals in a game that takes the first Set or deals, in order; cards that go back
/// are counted once, when they come for good.
fn cards_seen(config: &Config, deal: &str) -> Vec<Card> {
    let game = Arc::new(SetGame::new(config).unwrap());
    let mut events = Vec::new();
    let mut table = Match::new(game, deal.parse().unwrap(), &mut events).unwrap();
    while table.turn() != Turn::Over {
        let action = table.game().first_claim(table.state()).map_or(Action::Deal, Action::Claim);
        table.play(Seat::FIRST, action, &mut events).unwrap();
    }
    let mut seen: Vec<Card> = Vec::new();
    for event in events {
        match event {
            Event::Dealt { card, .. } => seen.push(card),
            Event::Redealt { cards } => seen.truncate(seen.len() - usize::from(cards)),
            Event::Forced { back, card, .. } => {
                let place = seen.iter().position(|&each| each == back).unwrap();
                seen[place] = card;
            }
            _ => {}
        }
    }
    seen
}

#[test]
fn r4_every_dealer_deals_each_card_once_whatever_goes_back() {
    let redeals = [Config::default(), Config { redeals: 0, ..Config::default() }];
    let refills = Config { capacity: 5, redeals: 2, exhausted: Exhausted::Force, ..Config::engine() };
    for config in redeals.into_iter().chain([refills]) {
        for dealer in ["stream", "cpython"] {
            for seed in 0..60 {
                let mut seen = cards_seen(&config, &format!("{dealer} {seed}"));
                seen.sort();
                assert_eq!(seen, Card::all().collect::<Vec<_>>(), "{dealer} {seed} {config:?}");
            }
        }
    }
}

#[test]
fn r4_the_order_of_our_own_deck_depends_on_the_seed_alone() {
    let order = cards_seen(&plain(), "stream 5");
    assert_eq!(cards_seen(&Config { capacity: 9, ..plain() }, "stream 5"), order);
    assert_eq!(cards_seen(&Config::demo(), "stream 5"), order);
    assert_ne!(cards_seen(&plain(), "stream 6"), order);
}

#[test]
fn r4_a_given_order_is_dealt_from_its_first_card_on() {
    let mut order: Vec<Card> = Card::all().collect();
    order.reverse();
    let deal = given_deal(&order);
    assert_eq!(cards_seen(&plain(), &deal.to_string()), order);
    assert!(deal.to_string().starts_with("given 3peo 2peo 1peo 3geo "));
}

#[test]
fn r4_a_dealer_who_draws_a_card_twice_is_stopped() {
    let game = SetGame::new(&plain()).unwrap();
    let error = Live::new(&game, Script::new("1rsd 2rsd 1rsd"), (), &mut ()).err().unwrap();
    assert_eq!(error, DealError::new("the dealer drew 1rsd, which is refused: 1rsd is not in the deck"));
}

#[test]
fn r4_a_dealer_who_has_no_card_left_says_so() {
    let game =
        SetGame::new(&Config { guarantee: tercet_set::Guarantee::None, ..Config::of(Variant::Junior) })
            .unwrap();
    let deck: Vec<Card> = Card::all().take(27).collect();
    let mut given = Given::new(&deck, CardSet::first(27)).unwrap();
    let state = game.start();
    for card in deck {
        assert_eq!(given.draw(&game, &state), Ok(card));
    }
    let error = given.draw(&game, &state).unwrap_err();
    assert_eq!(error.to_string(), "deal: all 27 cards of the deck are dealt");
}

#[test]
fn r5_a_given_order_can_not_be_sent_back() {
    let rest = all_but(NO_SET);
    let order: Vec<Card> = cards(NO_SET).into_iter().chain(rest).collect();
    let deal = given_deal(&order);
    let game = Arc::new(SetGame::new(&Config::default()).unwrap());
    let error = Match::new(game, deal.clone(), &mut ()).err().unwrap();
    let why = "the given order deals a board that this config sends back; it goes with `guarantee` none";
    assert_eq!(error, DealError::new(why));
    // Without redeals nothing goes back: the card is forced, and the order goes on.
    let forced = cards_seen(&Config { redeals: 0, ..Config::default() }, &deal.to_string());
    assert_eq!((forced.len(), forced[11]), (81, card("3rsd")));
}

#[test]
fn r5_a_dealer_hears_what_goes_back() {
    let game = SetGame::new(&Config { redeals: 1, ..Config::default() }).unwrap();
    let script = Script::new(&format!("{NO_SET} {ONE_SET}"));
    let mut events: Vec<Event> = Vec::new();
    let live = Live::new(&game, script, Vec::new(), &mut events).unwrap();
    assert_eq!(live.state().phase(), Phase::Playing);
    let back: Vec<usize> = (0..events.len()).filter(|&at| events[at].to_string() == "redealt 12").collect();
    assert_eq!((back, events.len()), (vec![12], 25));
}

#[test]
fn r16_our_own_dealer_searches_a_fitting_board_before_it_deals() {
    for puzzle_sets in 1..=8 {
        let game = SetGame::new(&Config { puzzle_sets, ..Config::of(Variant::Puzzle) }).unwrap();
        for seed in 0..10 {
            let mut events: Vec<Event> = Vec::new();
            let live = Live::new(&game, game.shuffle(seed), (), &mut events).unwrap();
            assert_eq!(events.len(), 12, "twelve cards and nothing else");
            assert_eq!(game.claims(live.state()).len(), usize::from(puzzle_sets));
        }
    }
}

#[test]
fn r16_other_dealers_deal_until_a_board_fits() {
    let game = Arc::new(SetGame::new(&Config { puzzle_sets: 1, ..Config::of(Variant::Puzzle) }).unwrap());
    let mut events: Vec<Event> = Vec::new();
    let table = Match::new(Arc::clone(&game), "cpython 3".parse().unwrap(), &mut events).unwrap();
    assert_eq!(game.claims(table.state()).len(), 1);
    assert!(events.contains(&Event::Redealt { cards: 12 }));
    let dealer = game.dealer(&Deal::stream(1)).unwrap();
    assert_eq!(dealer, game.dealer(&Deal::stream(1)).unwrap());
}
