//! R29: positions from outside, and questions about one roll.

use tercet_game::Seat;
use tercet_machi::{Action, Phase, Position, Roll};

use crate::table::{ALL, HARBOR, Pairs, ROW, Table, counts, game, position};

fn refused(pairs: Pairs, position: &Position) -> String {
    let players = position.players.len().max(2).to_string();
    game(&[&[("players", players.as_str()), ("market", "total")], pairs].concat())
        .position(position)
        .unwrap_err()
        .to_string()
}

#[test]
fn r29_a_position_is_played_on_from_the_roll() {
    let table = Table::at(&[ALL], "3 ranch*2/1 tech_startup $4 +harbor\n> 7 cafe +train_station");
    assert_eq!((table.roller(), table.state.turn(), table.coins()), (2, 1, vec![3, 7]));
    assert_eq!(table.legal(), ["roll 1", "roll 2"]);
    assert_eq!((table.cards(1), table.landmarks(1)), ("ranch*2/1 tech_startup".into(), vec!["harbor"]));
    assert_eq!((table.shown()["ranch"], table.shown()["cafe"], table.shown()["tech_startup"]), (4, 5, 1));
}

#[test]
fn r29_names_in_any_spelling() {
    let mut position = position("3\n3");
    position.players[0].cards =
        vec![("Livestock Farm".into(), 1), ("CAFÉ".into(), 2), ("wheat-field".into(), 1)];
    position.players[0].landmarks = vec!["Train Station".into(), "City Hall".into()];
    let table = Table { game: game(&[]), state: game(&[]).position(&position).unwrap() };
    assert_eq!(
        (table.cards(1), table.landmarks(1)),
        ("wheat_field ranch cafe*2".into(), vec!["train_station"])
    );
}

#[test]
fn r29_what_can_not_be_is_refused() {
    let at = |pairs: Pairs, cities: &str| refused(pairs, &position(cities));
    assert_eq!(at(&[], "3"), "1 players are given, and this game has 2");
    let mut stranger = position("3\n3");
    stranger.roller = 2;
    assert_eq!(refused(&[], &stranger), "the roller is player 3, and there are 2");
    assert_eq!(at(&[], "3\n3 castle"), "seat 2: `castle`: this game has no such card");
    assert_eq!(at(&[], "3\n3 tuna_boat"), "seat 2: `tuna_boat`: this game has no such card");
    assert_eq!(at(&[], "3 +harbor\n3"), "seat 1: Harbor is not in this game");
    let landmarks =
        "landmarks are train_station, shopping_mall, amusement_park, radio_tower, harbor, airport";
    assert_eq!(at(&[], "3 +castle\n3"), format!("seat 1: `castle`: no landmark; {landmarks}"));
    assert_eq!(at(&[], "3 ranch*2/3\n3"), "seat 1: 3 closed copies of ranch, and 2 owned");
    assert_eq!(at(&[], "3 ranch*4\n3 ranch*3"), "7 copies of Ranch are owned, and there are 6");
    assert_eq!(at(&[], "3 ranch*200 ranch*100\n3"), "seat 1: more than 255 copies of ranch in all cities");
    assert_eq!(at(&[], "3 ranch*200\n3 ranch*100"), "seat 2: more than 255 copies of ranch in all cities");
    assert_eq!(at(&[], "3 stadium*2\n3"), "seat 1: has Stadium more than once");
    assert_eq!(at(&[], "1000001\n3"), "seat 1: a purse holds at most 1000000 coins");
    assert_eq!(at(&[ROW], "3 $1\n3"), "seat 1: has coins on a card that is not there");
    let four = "+train_station +shopping_mall +amusement_park +radio_tower";
    assert_eq!(at(&[], &format!("3\n3 {four}")), "seat 2: has all landmarks: the game is over");
    assert!(game(&[HARBOR, ("market", "total")]).position(&position(&format!("3\n3 {four}"))).is_ok());
    assert_eq!(at(&[], "3 wheat_field*9\n3"), "9 copies of Wheat Field are owned, and there are 8");
}

#[test]
fn r29_the_starting_cards_are_beside_the_supply() {
    let table = Table::at(&[], "3 wheat_field*4\n3 wheat_field*4 bakery");
    assert_eq!((table.shown().get("wheat_field"), table.shown()["bakery"]), (None, 6));
}

#[test]
fn r29_a_dealt_market_is_named() {
    let ten =
        "ranch forest mine cafe bakery stadium tv_station wheat_field apple_orchard family_restaurant*2";
    let with = |market: Option<&str>| Position { market: market.map(counts), ..position("3 ranch*5\n3") };
    let pairs: Pairs = &[("market", "variable")];
    assert_eq!(refused(pairs, &with(None)), "a dealt market must be named: what lies open?");
    assert_eq!(
        refused(pairs, &with(Some("ranch mine"))),
        "market: fewer different cards lie open than the rules ask for"
    );
    assert_eq!(refused(pairs, &with(Some("ranch*2"))), "market: 2 copies of ranch lie open, and 1 are left");
    assert_eq!(refused(pairs, &with(Some("castle"))), "market: `castle`: this game has no such card");
    assert_eq!(
        refused(&[], &with(Some(ten))),
        "market: everything lies open in this game, so it is not named"
    );
    let table = Table::dealt(&[], "3 ranch*5\n3", ten);
    assert_eq!((table.shown().len(), table.deck().get("ranch"), table.deck()["mine"]), (10, None, 5));
}

#[test]
fn r29_a_purple_card_that_everybody_has_is_not_in_a_dealt_market() {
    let ten =
        "ranch forest mine cafe bakery tv_station wheat_field apple_orchard family_restaurant cheese_factory";
    let table = Table::dealt(&[("supply", "stadium:5")], "3 stadium\n3 stadium", ten);
    assert_eq!(table.deck().get("stadium"), None, "its other copies have left");
}

fn asked(pairs: Pairs, cities: &str, roll: Roll, answers: &[&str]) -> Result<(Vec<u32>, Phase), String> {
    let position = position(cities);
    let players = position.players.len().to_string();
    let game = game(&[&[("players", players.as_str())], pairs].concat());
    let mut answers = answers.iter();
    let decide = |_: &_, legal: &[Action]| {
        use tercet_game::Notation;
        assert!(legal.len() > 1);
        answers.next().map(|text| game.read_action(text).unwrap())
    };
    let state = game.what_if(&position, roll, decide, &mut ()).map_err(|error| error.to_string())?;
    let coins = (0..position.players.len() as u8).map(|seat| state.city(Seat(seat)).coins());
    Ok((coins.collect(), state.phase()))
}

fn dice(dice: [u8; 2]) -> Roll {
    Roll { dice, ..Roll::default() }
}

#[test]
fn r29_a_question_takes_any_position() {
    let four = "+train_station +shopping_mall +amusement_park +radio_tower";
    let cities = format!("3 ranch*200 stadium*2 {four}\n3");
    assert_eq!(asked(&[], &cities, dice([1, 1]), &[]), Ok((vec![203, 3], Phase::Build)), "won, and too many");
    assert_eq!(asked(&[], &cities, dice([6, 0]), &[]), Ok((vec![6, 0], Phase::Build)), "both Stadiums fire");
    assert_eq!(asked(&[], &cities, dice([0, 2]), &[]), Ok((vec![203, 3], Phase::Build)));
}

#[test]
fn r29_a_question_with_decisions_and_throws() {
    let cities = "0 tv_station bakery business_center\n9 mine\n9 cafe";
    let answers = ["target 3", "exchange 2"];
    assert_eq!(asked(&[], cities, dice([6, 0]), &answers), Ok((vec![5, 9, 4], Phase::Build)));
    let boats = "0 +harbor\n0 tuna_boat*2 +harbor";
    let roll = Roll { dice: [5, 5], add_two: true, sum: Some(9) };
    assert_eq!(asked(&[HARBOR], boats, roll, &[]), Ok((vec![1, 18], Phase::Build)));
}

#[test]
fn r29_what_a_question_lacks_is_told() {
    let error =
        |cities: &str, roll: Roll, answers: &[&str]| asked(&[ALL], cities, roll, answers).unwrap_err();
    for none in [[0, 0], [7, 0], [3, 7]] {
        assert_eq!(error("3\n3", dice(none), &[]), "the dice are one or two numbers from 1 to 6");
    }
    let two = "two are added to 10 or more, by a roller who has Harbor";
    assert_eq!(error("3 +harbor\n3", Roll { add_two: true, ..dice([4, 5]) }, &[]), two);
    assert_eq!(error("3\n3 +harbor", Roll { add_two: true, ..dice([5, 5]) }, &[]), two);
    let throw = "boats pay on this roll: the sum of their throw is needed, from 2 to 12";
    assert_eq!(error("3\n3 tuna_boat +harbor", dice([6, 6]), &[]), throw);
    assert_eq!(error("3\n3 tuna_boat +harbor", Roll { sum: Some(13), ..dice([6, 6]) }, &[]), throw);
    let none = |name: &str| format!("{name} asks for a decision, and none is given");
    assert_eq!(error("3 tv_station\n3\n3", dice([6, 0]), &[]), none("TV Station"));
    assert_eq!(error("3 renovation_company\n3", dice([4, 4]), &[]), none("Renovation Company"));
    assert_eq!(
        error("3 tax_office renovation_company\n3", dice([4, 4]), &[]),
        none("the order of purple cards")
    );
    let cards = "3 bakery ranch business_center\n3 mine cafe";
    assert_eq!(error(cards, dice([6, 0]), &["exchange 2"]), none("an exchange"));
    assert_eq!(error("3 tv_station\n3\n3", dice([6, 0]), &["target 1"]), "seat 1 can't be chosen here");
}
