//! R4 to R6, R28: dice, the second roll, two more, another turn.

use tercet_machi::Phase;

use crate::table::{HARBOR, ROW, Table};

#[test]
fn r4_one_die_without_a_train_station() {
    let table = Table::at(&[], "3\n3");
    assert_eq!(table.outcomes(), ["1 die 1", "1 die 2", "1 die 3", "1 die 4", "1 die 5", "1 die 6"]);
}

#[test]
fn r4_a_train_station_gives_the_choice_each_turn() {
    let mut table = Table::at(&[], "3 +train_station\n3");
    assert_eq!(table.legal(), ["roll 1", "roll 2"]);
    table.play("roll 1");
    assert_eq!(table.outcomes().len(), 6);
    table.go(&["die 6", "pass", "die 6", "pass"]);
    assert_eq!(table.legal(), ["roll 1", "roll 2"]);
    table.play("roll 2");
    let outcomes = table.outcomes();
    assert_eq!(
        (outcomes.len(), outcomes[0].as_str(), outcomes[1].as_str()),
        (21, "1 dice 1 1", "2 dice 1 2")
    );
    assert_eq!((outcomes[6].as_str(), outcomes[20].as_str()), ("1 dice 2 2", "1 dice 6 6"));
    let weight = |line: &String| line.split(' ').next().unwrap().parse::<u32>().unwrap();
    assert_eq!(outcomes.iter().map(weight).sum::<u32>(), 36);
}

#[test]
fn r5_a_radio_tower_asks_once_a_turn() {
    let mut table = Table::at(&[], "3 +radio_tower\n3");
    table.roll("die 4");
    assert_eq!(table.legal(), ["keep", "reroll"]);
    assert_eq!(table.play("reroll"), ["seat 1 rerolls"]);
    assert!(table.state.is_rerolled());
    table.resolve("die 6");
    assert_eq!(table.state.phase(), Phase::Build, "there is no third roll");
    table.go(&["pass", "die 6", "pass", "die 4"]);
    assert_eq!(table.legal(), ["keep", "reroll"], "once a turn, each turn");
}

#[test]
fn r5_the_second_roll_may_have_another_number_of_dice() {
    let mut table = Table::at(&[], "0 wheat_field mine +train_station +radio_tower\n0");
    table.go(&["dice 3 6", "reroll"]);
    assert_eq!((table.legal(), table.coins()), (vec!["roll 1".to_owned(), "roll 2".to_owned()], vec![0, 0]));
    table.go(&["roll 1", "die 1"]);
    assert_eq!((table.state.dice(), table.coins()), (&[1][..], vec![1, 0]), "the nine counts for nothing");
    let mut table = Table::at(&[], "0 wheat_field mine +train_station +radio_tower\n0");
    table.go(&["die 1", "reroll", "dice 4 5"]);
    assert_eq!(table.coins(), [5, 0]);
}

#[test]
fn r6_harbor_adds_two_to_ten_or_more() {
    let cities = "0 apple_orchard +train_station +harbor\n0 tuna_boat farmers_market";
    let mut table = Table::at(&[HARBOR], cities);
    table.roll("dice 4 5");
    assert_eq!(table.state.phase(), Phase::Build, "nine is too few");
    let mut table = Table::at(&[HARBOR], cities);
    table.roll("dice 4 6");
    assert_eq!(table.legal(), ["add_two", "stay"]);
    let mut stayed = table.clone();
    stayed.play("stay");
    assert_eq!((stayed.state.total(), stayed.coins()), (10, vec![3, 0]));
    assert_eq!(table.play("add_two")[0], "seat 1 adds two: 12");
    assert_eq!((table.state.total(), table.state.dice()), (12, &[4, 6][..]));
    assert_eq!(table.coins(), [1, 0], "no apples on twelve, and City Hall's coin");
}

#[test]
fn r6_two_more_hold_for_everybodys_cards() {
    let mut table = Table::at(&[HARBOR], "0 +train_station +harbor\n0 tuna_boat*2 +harbor");
    table.go(&["dice 6 6", "add_two"]);
    assert_eq!((table.state.total(), table.state.phase()), (14, Phase::Throw { exhibited: None }));
    table.resolve("throw 7");
    assert_eq!(table.coins(), [1, 14]);
}

#[test]
fn r6_is_asked_after_the_last_roll() {
    let mut table = Table::at(&[HARBOR], "0 +train_station +radio_tower +harbor\n0");
    table.roll("dice 5 5");
    assert_eq!(table.legal(), ["keep", "reroll"]);
    let mut kept = table.clone();
    kept.play("keep");
    assert_eq!(kept.legal(), ["add_two", "stay"]);
    table.go(&["reroll", "roll 2", "dice 5 6"]);
    assert_eq!(table.legal(), ["add_two", "stay"]);
}

#[test]
fn r28_doubles_give_another_turn_again_and_again() {
    let mut table = Table::at(&[], "0 +train_station +amusement_park\n0");
    for turn in 1..=4 {
        assert_eq!((table.state.turn(), table.roller()), (turn, 1));
        let events = table.roll("dice 1 1");
        assert_eq!(
            events[events.len() - 2..],
            ["seat 1 again".to_owned(), format!("seat 1 turn {}", turn + 1)],
            "nothing can be built, so it passes"
        );
    }
    table.roll("dice 1 2");
    assert_eq!((table.state.turn(), table.roller()), (6, 2));
}

#[test]
fn r28_one_die_and_others_doubles_give_none() {
    let mut table = Table::at(&[], "0 +train_station +amusement_park\n0 +train_station");
    table.roll("die 1");
    assert_eq!(table.roller(), 2);
    table.roll("dice 3 3");
    assert_eq!(table.roller(), 1);
}

#[test]
fn r28_the_dice_that_count_are_the_last_ones() {
    let cities = "0 +train_station +amusement_park +radio_tower\n0";
    let mut table = Table::at(&[], cities);
    table.go(&["dice 1 1", "reroll", "roll 2", "dice 1 2"]);
    assert_eq!(table.roller(), 2);
    let mut table = Table::at(&[], cities);
    table.go(&["dice 1 2", "reroll", "roll 2", "dice 4 4"]);
    assert_eq!(table.roller(), 1);
    let mut table = Table::at(&[], cities);
    table.go(&["dice 1 1", "reroll", "roll 1", "die 1"]);
    assert_eq!(table.roller(), 2);
}

#[test]
fn r28_two_more_leave_doubles_doubles() {
    let mut table = Table::at(&[HARBOR], "0 +train_station +amusement_park +harbor\n0");
    table.go(&["dice 5 5", "add_two", "pass"]);
    assert_eq!(table.roller(), 1);
}

#[test]
fn r28_a_park_bought_this_turn_counts_if_the_option_says_so() {
    for (option, roller) in [("owned_at_roll", 2), ("bought_this_turn_counts", 1)] {
        let mut table = Table::at(&[("amusement_park", option)], "16 +train_station\n0");
        table.go(&["dice 1 1", "build amusement_park"]);
        assert_eq!(table.roller(), roller, "{option}");
        let mut table = Table::at(&[("amusement_park", option)], "16 +train_station\n0");
        table.go(&["dice 1 2", "build amusement_park"]);
        assert_eq!(table.roller(), 2, "{option}");
    }
}

#[test]
fn r28_a_park_demolished_after_the_dice_fell_counts() {
    let mut table = Table::at(&[ROW], "0 demolition_company +train_station +amusement_park\n0");
    table.go(&["dice 2 2", "demolish amusement_park", "pass"]);
    assert_eq!((table.roller(), table.landmarks(1)), (1, vec!["train_station"]));
    let late = ("amusement_park", "bought_this_turn_counts");
    let mut table = Table::at(&[ROW, late], "0 demolition_company +train_station +amusement_park\n0");
    table.go(&["dice 2 2", "demolish amusement_park", "pass"]);
    assert_eq!(table.roller(), 1, "the option adds, it takes nothing away");
}
