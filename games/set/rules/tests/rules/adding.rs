//! R8 and R9: three more cards, and the end.

use std::collections::BTreeSet;

use tercet_game::{End, Game, Live, Rng, Sample, Seat, Turn};
use tercet_set::{Card, Color, Config, DealRule, Illegal, Phase, SetGame, Variant, find_set};

use crate::table::{NO_SET, ONE_SET, Table, all_but, cards, plain, row};

/// A largest collection without a Set: twenty cards.
const TWENTY: &str = "
    2gsd 3gsd 2psd 1gss 1pss 3pss 1gso
    2pso 1gts 2gts 1pts 2rto 1gto 2gto
    2ged 1ped 2ped 1reo 1peo 2peo";

fn rule(deal_rule: DealRule) -> Config {
    Config { deal_rule, ..plain() }
}

#[test]
fn r8_a_deal_adds_three_cards_at_the_end() {
    for deal_rule in DealRule::ALL {
        let mut table = Table::with_full_deck(&rule(deal_rule), NO_SET);
        assert_eq!(table.play("deal"), ["seat 1 asked for cards"]);
        assert_eq!((table.state.phase(), table.state.owed()), (Phase::Adding, 3));
        let dealt = ["dealt 3rsd at 13", "dealt 3gsd at 14", "dealt 3psd at 15"];
        assert_eq!(table.deal("3rsd 3gsd 3psd"), dealt);
        assert_eq!(table.board(), row(&format!("{NO_SET} 3rsd 3gsd 3psd")));
        assert_eq!((table.points(), table.state.plays()), (vec![0], 1), "nothing to claim, nothing to pay");
    }
}

#[test]
fn r8_free_deals_while_there_is_a_set() {
    let mut table = Table::with_full_deck(&rule(DealRule::Free), ONE_SET);
    assert_eq!(table.legal(1), ["claim 1 2 3", "deal"]);
    assert_eq!(table.play("deal"), ["seat 1 asked for cards"]);
    assert_eq!(table.points(), [0]);
}

#[test]
fn r8_only_if_no_set_refuses_while_there_is_one() {
    let table = Table::with_full_deck(&rule(DealRule::OnlyIfNoSet), ONE_SET);
    assert_eq!(table.legal(1), ["claim 1 2 3"]);
    assert_eq!(table.refuses("deal"), Illegal::SetOnBoard);
}

#[test]
fn r8_penalty_costs_a_point_while_there_is_a_set() {
    let mut table = Table::with_full_deck(&rule(DealRule::Penalty), ONE_SET);
    assert_eq!(table.legal(1), ["claim 1 2 3", "deal"]);
    assert_eq!(table.play("deal"), ["seat 1 asked for cards", "seat 1 fined"]);
    assert_eq!((table.points(), table.state.lost(Seat::FIRST)), (vec![-1], 1));
}

#[test]
fn r8_as_many_as_the_deck_has() {
    let mut table = Table::at(&plain(), NO_SET, "3rsd 3gsd");
    table.play("deal");
    assert_eq!(table.state.owed(), 2);
}

#[test]
fn r8_as_many_as_there_is_room_for() {
    let mut table = Table::with_full_deck(&Config { capacity: 20, ..plain() }, TWENTY);
    table.play("deal");
    assert_eq!(table.state.owed(), 1);
    let junior = Config { guarantee: tercet_set::Guarantee::None, ..Config::of(Variant::Junior) };
    let mut table = Table::with_full_deck(&junior, "1rsd 2rsd 3rsd 1gsd 2gsd 3gsd 1psd 2psd 3psd 1rss");
    table.play("deal");
    assert_eq!(table.state.owed(), 2);
}

#[test]
fn r8_a_full_board_is_refused_before_an_empty_deck() {
    let full = format!("{TWENTY} 1rsd");
    for deal_rule in DealRule::ALL {
        let table = Table::at(&rule(deal_rule), &full, "");
        assert_eq!(table.refuses("deal"), Illegal::BoardFull);
        assert_eq!(Table::with_full_deck(&rule(deal_rule), &full).refuses("deal"), Illegal::BoardFull);
    }
    let junior = "1rsd 2rsd 3rsd 1gsd 2gsd 3gsd 1psd 2psd 3psd 1rss 2rss 3rss";
    let table = Table::at(&Config::of(Variant::Junior), junior, "");
    assert_eq!(table.refuses("deal"), Illegal::BoardFull);
}

#[test]
fn r8_an_empty_deck_is_refused_before_a_set_on_the_board() {
    for deal_rule in DealRule::ALL {
        let table = Table::at(&rule(deal_rule), ONE_SET, "");
        assert_eq!(table.refuses("deal"), Illegal::DeckDepleted);
        assert_eq!(table.legal(1), ["claim 1 2 3"]);
    }
}

#[test]
fn r8_a_puzzle_is_refused_first() {
    let config = Config { puzzle_sets: 1, ..Config::of(Variant::Puzzle) };
    assert_eq!(Table::at(&config, ONE_SET, "").refuses("deal"), Illegal::NoDealing);
    assert_eq!(Table::with_full_deck(&config, ONE_SET).refuses("deal"), Illegal::NoDealing);
}

#[test]
fn r9_finished_when_nothing_can_be_claimed_and_nothing_dealt() {
    let mut table = Table::at(&plain(), ONE_SET, "1rts");
    assert_eq!(table.end(), None);
    table.play("claim 1 2 3");
    assert_eq!(table.deal("1rts"), ["dealt 1rts at 10", "over finished"]);
    assert_eq!((table.end(), table.winners()), (Some(End::Finished), vec![1]));
    assert_eq!(table.game.turn(&table.state), Turn::Over);
    assert_eq!(table.refuses("deal"), Illegal::GameOver);
    assert_eq!(table.refuses("claim 1 2 3"), Illegal::GameOver);
    assert_eq!(table.refuses_card("1rts"), Illegal::GameOver);
    assert_eq!(table.refuses_expire(), Illegal::NoWindow);
    assert!(table.legal(1).is_empty());
}

#[test]
fn r9_the_end_comes_with_the_claim_where_no_card_is_left() {
    let mut table = Table::at(&plain(), ONE_SET, "");
    let heard = ["seat 1 claimed 1 2 3: 1rsd 2rsd 3rsd", "over finished"];
    assert_eq!(table.play("claim 1 2 3"), heard);
    assert_eq!(table.state.cards().count(), 9);
}

#[test]
fn r9_the_last_cards_dealt_may_end_it() {
    let mut table = Table::at(&plain(), NO_SET, "1rts");
    table.play("deal");
    assert_eq!(table.deal("1rts"), ["dealt 1rts at 13", "over finished"]);
}

#[test]
fn r9_twenty_cards_can_be_without_a_set_and_any_other_card_gives_one() {
    let twenty = cards(TWENTY);
    assert_eq!((twenty.len(), find_set(&twenty)), (20, None));
    for other in all_but(TWENTY) {
        let hand: Vec<Card> = twenty.iter().copied().chain([other]).collect();
        assert!(find_set(&hand).is_some_and(|[_, _, k]| k == 20), "{other}");
    }
}

#[test]
fn r9_the_recorded_collections_of_twenty_have_no_set_and_are_complete() {
    let packed = include_bytes!("../fixtures/public.jsonl.gz");
    let lines = std::io::BufReader::new(flate2::read::GzDecoder::new(&packed[..]));
    let mut count = 0;
    for line in std::io::BufRead::lines(lines) {
        let record: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        if record["kind"] != "cap20" {
            continue;
        }
        let ids = record["cards"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as usize);
        let twenty: Vec<Card> = ids.filter_map(Card::from_id).collect();
        assert_eq!((twenty.len(), find_set(&twenty)), (20, None));
        for other in Card::all().filter(|card| !twenty.contains(card)) {
            assert!(find_set(&[&twenty[..], &[other]].concat()).is_some());
        }
        count += 1;
    }
    assert_eq!(count, 20);
}

#[test]
fn r9_a_standard_game_yields_21_to_25_sets_or_27() {
    let game = SetGame::new(&Config::plain()).unwrap();
    let mut totals = BTreeSet::new();
    for seed in 0..2000 {
        let mut rng = Rng::stream(seed, &[9]);
        let mut live = Live::new(&game, game.shuffle(seed), (), &mut ()).unwrap();
        while let Some(action) = game.sample_action(live.state(), Seat::FIRST, &mut rng) {
            live.play(&game, Seat::FIRST, action, &mut ()).unwrap();
        }
        let sets = live.state().sets(Seat::FIRST);
        assert_eq!(live.state().cards().count(), 81 - 3 * usize::from(sets));
        totals.insert(sets);
    }
    assert!(totals.is_subset(&BTreeSet::from([21, 22, 23, 24, 25, 27])), "{totals:?}");
    assert!(totals.is_superset(&BTreeSet::from([23, 24, 25])), "{totals:?}");
}

#[test]
fn r9_a_full_board_without_a_claim_ends_with_cards_in_the_deck() {
    let config = Config { capacity: 3, ..Config::of(Variant::Chain) };
    let mut table = Table::with_full_deck(&config, "1rsd 2rsd 3rsd");
    table.play("claim 1 2 3");
    // On show are three red cards: two green ones are never a Set with one of them.
    let green: Vec<String> =
        Card::all().filter(|card| card.color() == Color::Green).map(|card| card.to_string()).collect();
    table.deal(&green[..3].join(" "));
    for three in green[3..18].chunks(3) {
        table.play("deal");
        assert_eq!(table.deal(&three.join(" ")).len(), 3);
    }
    table.play("deal");
    let heard = table.deal(&green[18..21].join(" "));
    assert_eq!(heard[3..], ["over finished"]);
    assert_eq!((table.state.cards().count(), table.deck().len()), (21, 81 - 24));
}

/// A race of two on a board with one Set, after this many wrong claims.
fn after_wrong_claims(config: &Config, plays: u16) -> Table {
    let mut table = Table::at(config, ONE_SET, "1rts 2rts 1gts");
    for play in 0..plays {
        table.play(if play % 2 == 0 { "seat 1 claim 1 2 4" } else { "seat 2 claim 1 2 4" });
        if table.state.owed() > 0 {
            table.deal("1rts 2rts 1gts");
        }
    }
    table
}

#[test]
fn r9_the_limit_ends_a_game() {
    let config = Config { seats: 2, limit: 100, ..plain() };
    let mut table = after_wrong_claims(&config, 99);
    assert_eq!((table.end(), table.state.plays()), (None, 99));
    let heard = table.play("seat 2 claim 1 2 4");
    assert_eq!(heard, ["seat 2 wrong 1 2 4: 1rsd 2rsd 1gsd", "unlocked", "over limit"]);
    assert_eq!(
        (table.end(), table.points(), table.winners()),
        (Some(End::Limit), vec![-50, -50], vec![1, 2])
    );
}

#[test]
fn r9_the_limit_ends_it_before_a_refill() {
    let config = Config { seats: 2, limit: 100, capacity: 21, ..plain() };
    // A full board: when both are locked nothing can be dealt, and the locks open.
    let mut table = Table::with_full_deck(&config, &format!("{TWENTY} 1rsd"));
    for play in 0..99 {
        table.play(if play % 2 == 0 { "seat 1 claim 1 2 3" } else { "seat 2 claim 1 2 3" });
    }
    let set = format!("seat 2 claim {}", table.claims()[0]);
    assert_eq!(table.play(&set)[1..], ["over limit"]);
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Over(End::Limit), 0));
    assert_eq!(table.state.cards().count(), 18);
    assert_eq!(table.refuses_card("2rsd"), Illegal::GameOver);
    assert_eq!(table.points(), [-50, 1 - 49]);
}

#[test]
fn r9_a_game_that_finishes_with_its_last_play_is_finished() {
    let config = Config { seats: 2, limit: 100, puzzle_sets: 1, ..Config::of(Variant::Puzzle) };
    let mut table = Table::at(&config, ONE_SET, "");
    for play in 0..99 {
        table.play(if play % 2 == 0 { "seat 1 claim 1 2 4" } else { "seat 2 claim 1 2 4" });
    }
    assert_eq!(table.play("seat 2 claim 1 2 3")[1..], ["over finished"]);
    assert_eq!(table.end(), Some(End::Finished));
}
