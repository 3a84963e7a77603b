//! R5 and R6: deals that must hold a Set.

use tercet_game::End;
use tercet_set::{Config, Exhausted, Guarantee, Illegal, Phase, Refill, Setup, Variant};

use crate::table::{NO_SET, ONE_SET, Table, all_but, card, cards, cells, plain, row};

fn initial(redeals: u8, exhausted: Exhausted) -> Config {
    Config { redeals, exhausted, ..Config::default() }
}

#[test]
fn r5_a_first_board_without_a_set_goes_back_and_is_dealt_again() {
    for guarantee in [Guarantee::Initial, Guarantee::InitialAndRefill] {
        let mut table = Table::new(&Config { guarantee, ..Config::default() });
        assert_eq!(table.deal(NO_SET)[11..], ["dealt 2gtd at 12", "redealt 12"]);
        assert_eq!((table.board().as_str(), table.deck().len()), ("", 81));
        assert_eq!((table.state.phase(), table.state.owed(), table.state.redeals()), (Phase::Dealing, 12, 1));
        // The same cards may come again.
        table.deal(ONE_SET);
        assert_eq!((table.board(), table.claims()), (row(ONE_SET), vec!["1 2 3".to_owned()]));
        assert_eq!((table.state.redeals(), table.acting()), (0, vec![1]));
    }
}

#[test]
fn r5_without_a_guarantee_the_board_stays() {
    let mut table = Table::new(&plain());
    assert_eq!(table.deal(NO_SET)[11..], ["dealt 2gtd at 12"]);
    assert_eq!((table.board(), table.legal(1)), (row(NO_SET), vec!["deal".to_owned()]));
}

#[test]
fn r5_force_swaps_the_last_card_for_the_one_that_completes_the_first_two() {
    let mut table = Table::new(&initial(2, Exhausted::Force));
    for redeals in 1..=2 {
        assert_eq!(table.deal(NO_SET)[12..], ["redealt 12"]);
        assert_eq!(table.state.redeals(), redeals);
    }
    assert_eq!(table.deal(NO_SET)[11..], ["dealt 2gtd at 12", "forced 3rsd for 2gtd at 12"]);
    assert_eq!(table.claims(), ["1 2 12"]);
    assert_eq!(table.deck(), all_but(&NO_SET.replace("2gtd", "3rsd")));
    assert_eq!((table.state.redeals(), table.state.is_waived()), (0, false));
}

#[test]
fn r5_without_redeals_it_is_forced_at_once() {
    let mut table = Table::new(&initial(0, Exhausted::Force));
    assert_eq!(table.deal(NO_SET)[12..], ["forced 3rsd for 2gtd at 12"]);
}

#[test]
fn r5_error_makes_the_game_void() {
    let mut table = Table::new(&initial(1, Exhausted::Error));
    assert_eq!(table.deal(NO_SET)[12..], ["redealt 12"]);
    assert_eq!(table.deal(NO_SET)[12..], ["over void"]);
    assert_eq!((table.end(), table.winners()), (Some(End::Void), vec![]));
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Over(End::Void), 0));
    assert_eq!(table.refuses("deal"), Illegal::GameOver);
    assert_eq!(table.refuses_card("3rsd"), Illegal::GameOver);
}

#[test]
fn r5_the_smallest_board_is_forced_too() {
    let mut table = Table::new(&Config { capacity: 3, ..initial(0, Exhausted::Force) });
    assert_eq!(table.deal("1rsd 2gts 1rss")[3..], ["forced 3peo for 1rss at 3"]);
}

#[test]
fn r5_an_ultraset_is_forced_with_the_lowest_card() {
    let config = Config { capacity: 4, redeals: 0, ..Config::of(Variant::Ultra) };
    let mut table = Table::new(&config);
    // 1rsd + 2gsd and 2rsd + 1gsd are both completed by 3psd.
    assert_eq!(table.deal("1rsd 2rsd 1gsd 1rss")[4..], ["forced 2gsd for 1rss at 4"]);
    assert_eq!(table.claims(), ["1 2 3 4"]);
    // Three cards of a Set and a fourth are never an ultraset: no single card helps.
    let mut table = Table::new(&config);
    assert_eq!(table.deal("1rsd 2rsd 3rsd 1gsd")[4..], ["waived"]);
    assert!(table.state.is_waived());
}

/// A board of six: the Set, then three cards of the sixteen without a three, purple, oval or open.
const SIX: &str = "1rsd 2rsd 3rsd 1gsd 2gss 1rtd";
/// Three more of the sixteen: no Set with the other three of `SIX`.
const DULL: &str = "2rts 1gts 2gtd";

/// The Set of `SIX` is taken; the deck holds `DULL` and these.
fn refilling(config: &Config, more: &str) -> Table {
    let config = Config { capacity: 6, guarantee: Guarantee::InitialAndRefill, ..config.clone() };
    let mut table = Table::at(&config, SIX, &format!("{DULL} {more}"));
    table.play("claim 1 2 3");
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Refilling, 3));
    table
}

#[test]
fn r6_a_refill_that_leaves_nothing_to_claim_goes_back() {
    let mut table = refilling(&initial(5, Exhausted::Error), "3gso");
    let dealt = ["dealt 2rts at 4", "dealt 1gts at 5", "dealt 2gtd at 6", "redealt 3"];
    assert_eq!(table.deal(DULL), dealt);
    assert_eq!((table.board().as_str(), table.state.owed(), table.state.redeals()), ("1gsd 2gss 1rtd", 3, 1));
    assert_eq!(table.deck(), cards("3gso 2gtd 2rts 1gts"));
    // 3gso completes 1gsd and 2gss.
    assert_eq!(table.deal("2rts 3gso 1gts").len(), 3);
    assert_eq!((table.claims(), table.state.redeals()), (vec!["1 2 5".to_owned()], 0));
}

#[test]
fn r6_after_all_redeals_the_last_card_of_the_refill_is_forced() {
    let mut table = refilling(&initial(1, Exhausted::Force), "3gso");
    assert_eq!(table.deal(DULL)[3..], ["redealt 3"]);
    assert_eq!(table.deal(DULL)[3..], ["forced 3gso for 2gtd at 6"]);
    assert_eq!((table.board().as_str(), table.deck()), ("1gsd 2gss 1rtd 2rts 1gts 3gso", cards("2gtd")));
    assert_eq!((table.claims(), table.state.is_waived()), (vec!["1 2 6".to_owned()], false));
}

#[test]
fn r6_if_the_third_card_of_the_first_two_is_gone_another_pair_is_completed() {
    // 3gso (of 1 and 2) is not in the deck; 1ped (of 1 and 3) and 3pts (of 4 and 5) are.
    let mut table = refilling(&initial(0, Exhausted::Force), "3pts 1ped");
    assert_eq!(table.deal(DULL)[3..], ["forced 1ped for 2gtd at 6"]);
    assert_eq!(table.claims(), ["1 3 6"]);
}

#[test]
fn r6_after_all_redeals_the_game_is_void_where_that_is_the_rule() {
    let mut table = refilling(&initial(1, Exhausted::Error), "3gso");
    table.deal(DULL);
    assert_eq!(table.deal(DULL)[3..], ["over void"]);
    assert_eq!((table.end(), table.points(), table.winners()), (Some(End::Void), vec![1], vec![]));
}

#[test]
fn r6_waived_where_the_deck_is_empty_after_the_refill() {
    for exhausted in Exhausted::ALL {
        let mut table = refilling(&initial(9, exhausted), "");
        // Nothing to claim, nothing to deal: waived, and over.
        assert_eq!(table.deal(DULL)[3..], ["waived", "over finished"]);
        assert!(table.state.is_waived());
    }
}

#[test]
fn r6_waived_where_no_choice_of_the_deck_gives_a_set() {
    for exhausted in Exhausted::ALL {
        let mut table = refilling(&initial(9, exhausted), "1rts");
        assert_eq!(table.deal(DULL)[3..], ["waived"]);
        assert!(table.state.is_waived());
        assert_eq!(table.legal(1), ["deal"]);
        // It is forgotten when the board changes.
        table.play("deal");
        assert!(!table.state.is_waived());
    }
}

#[test]
fn r6_waived_where_a_set_would_need_more_new_cards_than_come() {
    // From eight cards one is drawn; 2gsd and 3gsd would both have to come.
    let config =
        Config { capacity: 6, guarantee: Guarantee::InitialAndRefill, ..initial(9, Exhausted::Force) };
    let mut table = Table::at(&config, &format!("{SIX} 2rts 1gts"), "2gsd 3gsd");
    table.play("claim 1 2 3");
    assert_eq!(table.state.owed(), 1);
    assert_eq!(table.deal("2gsd")[1..], ["waived"]);
}

#[test]
fn r6_waived_where_force_finds_no_single_card() {
    // 2gsd and 3gsd together are a Set with 1gsd, neither alone completes a pair.
    let mut table = refilling(&initial(0, Exhausted::Force), "2gsd 3gsd");
    assert_eq!(table.deal(DULL)[3..], ["waived"]);
    // But it could have been dealt, so this is no excuse before all redeals are used, nor for error.
    let mut table = refilling(&initial(1, Exhausted::Force), "2gsd 3gsd");
    assert_eq!(table.deal(DULL)[3..], ["redealt 3"]);
    let mut table = refilling(&initial(0, Exhausted::Error), "2gsd 3gsd");
    assert_eq!(table.deal(DULL)[3..], ["over void"]);
}

#[test]
fn r6_initial_does_not_guarantee_refills() {
    for guarantee in [Guarantee::None, Guarantee::Initial] {
        let config = Config { capacity: 6, guarantee, ..Config::default() };
        let mut table = Table::at(&config, SIX, &format!("{DULL} 3gso"));
        table.play("claim 1 2 3");
        assert_eq!(table.deal(DULL).len(), 3);
        assert_eq!((table.state.phase(), table.state.is_waived()), (Phase::Playing, false));
    }
}

#[test]
fn r6_three_more_cards_carry_no_guarantee() {
    let config = Config { capacity: 3, guarantee: Guarantee::InitialAndRefill, ..Config::default() };
    let mut table = Table::at(&config, "1gsd 2gss 1rtd", &format!("{DULL} 3gso"));
    table.play("deal");
    assert_eq!(table.deal(DULL).len(), 3);
    assert_eq!((table.legal(1), table.state.is_waived()), (vec!["deal".to_owned()], false));
}

#[test]
fn r6_in_place_the_last_hole_is_forced() {
    let config = Config {
        capacity: 6,
        redeals: 1,
        guarantee: Guarantee::InitialAndRefill,
        refill: Refill::InPlace,
        ..Config::default()
    };
    let mut table = Table::at(&config, "1gsd 1rsd 2gss 2rsd 3rsd 1rtd", &format!("{DULL} 3gso"));
    table.play("claim 2 4 5");
    assert_eq!(table.board(), "1gsd ---- 2gss ---- ---- 1rtd");
    assert_eq!(table.deal(DULL), ["dealt 2rts at 2", "dealt 1gts at 4", "dealt 2gtd at 5", "redealt 3"]);
    assert_eq!(table.board(), "1gsd ---- 2gss ---- ---- 1rtd");
    assert_eq!(table.deal(DULL)[3..], ["forced 3gso for 2gtd at 5"]);
    assert_eq!(table.board(), "1gsd 2rts 2gss 1gts 3gso 1rtd");
}

#[test]
fn r6_in_a_chain_the_guarantee_is_a_set_with_one_card_on_show() {
    let config = Config {
        capacity: 4,
        redeals: 0,
        guarantee: Guarantee::InitialAndRefill,
        ..Config::of(Variant::Chain)
    };
    let setup = Setup {
        board: cells("2rsd 3rsd 1gsd 2gsd"),
        deck: cards("1gts 3gsd 2peo 1psd 2rto"),
        shown: Some([card("1rsd"), card("1rss"), card("1rso")]),
        ..Setup::default()
    };
    let mut table = Table::set_up(&config, &setup);
    assert_eq!(table.play("claim 1 2 s1"), ["seat 1 claimed 1 2 s1: 2rsd 3rsd 1rsd"]);
    // The Set 1gsd 2gsd 3gsd lies on the board only, so it does not count. 1psd and 2peo would each give a Set
    // with one card on show; 1psd is the lower.
    assert_eq!(table.deal("1gts 3gsd")[2..], ["forced 1psd for 3gsd at 4"]);
    assert_eq!(table.board(), "1gsd 2gsd 1gts 1psd");
    assert_eq!(table.claims(), ["1 4 s3", "2 4 s2"]);
}
