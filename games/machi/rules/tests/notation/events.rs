//! Events: a line each, and the coins that move with them.

use tercet_game::{Game, Notation, Seat};
use tercet_machi::{Config, Event, MachiKoro, Transfer};

fn game() -> MachiKoro {
    MachiKoro::new(&Config::everything(5)).unwrap()
}

/// Payer, payee (0 for the bank) and amount.
type Coins = Option<(u8, u8, u32)>;

/// One of each kind with the coins that move.
const EVENTS: [(&str, Coins); 34] = [
    ("seat 1 turn 12", None),
    ("seat 2 rolls 3", None),
    ("seat 2 rolls 3 4", None),
    ("seat 3 rerolls", None),
    ("seat 1 adds two: 12", None),
    ("seat 1 throws 7", None),
    ("seat 4 activates ranch x3", None),
    ("seat 5 gets 12 for mine", Some((0, 5, 12))),
    ("seat 1 pays 2 for loan_office", Some((1, 0, 2))),
    ("seat 2 collects 3 from seat 1 for sushi_bar", Some((1, 2, 3))),
    ("seat 1 takes 5 from seat 3 for tv_station", Some((3, 1, 5))),
    ("seat 1 swaps bakery for mine with seat 2", None),
    ("seat 1 declines business_center", None),
    ("seat 1 renovates ranch", None),
    ("seat 2 closes ranch x2", None),
    ("seat 2 opens ranch x2", None),
    ("seat 1 demolishes harbor", None),
    ("seat 1 moves bakery to seat 2", None),
    ("seat 1 exhibits mine by exhibit_hall", None),
    ("seat 1 gets 1 from city_hall", Some((0, 1, 1))),
    ("seat 1 has 17", None),
    ("seat 1 builds farmers_market for 2", Some((1, 0, 2))),
    ("seat 1 builds train_station for 4", Some((1, 0, 4))),
    ("seat 1 passes", None),
    ("seat 1 gets 10 from airport", Some((0, 1, 10))),
    ("seat 1 invests: 4", Some((1, 0, 1))),
    ("dealt tuna_boat", None),
    ("left stadium x3", None),
    ("seat 1 again", None),
    ("seat 2 wins", None),
    ("over finished", None),
    ("over limit", None),
    ("over void", None),
    ("seat 5 turn 65535", None),
];

#[test]
fn every_kind_of_event_reads_back() {
    let game = game();
    for (text, _) in EVENTS {
        let event = game.read_event(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.event_text(&event), text);
    }
}

#[test]
fn events_say_which_coins_move() {
    let game = game();
    for (text, coins) in EVENTS {
        let seat = |seat: u8| (seat > 0).then(|| Seat(seat - 1));
        let transfer =
            coins.map(|(payer, payee, coins)| Transfer { payer: seat(payer), payee: seat(payee), coins });
        assert_eq!(game.read_event(text).unwrap().transfer(), transfer, "{text}");
    }
}

#[test]
fn events_are_what_their_text_says() {
    let game = game();
    let kind = |name: &str| game.read_kind(name).unwrap();
    let (give, take) = (kind("bakery"), kind("mine"));
    assert_eq!(game.read_event(EVENTS[11].0), Ok(Event::Swap { seat: Seat(0), with: Seat(1), give, take }));
    assert_eq!(game.read_event(EVENTS[1].0), Ok(Event::Roll { seat: Seat(1), dice: [3, 0] }));
    assert_eq!(game.read_event(EVENTS[27].0), Ok(Event::Left { kind: kind("stadium"), copies: 3 }));
}

#[test]
fn what_is_no_event_is_told() {
    let game = game();
    for text in [
        "",
        "seat",
        "seat 1",
        "seat 0 passes",
        "seat 17 passes",
        "seat 1 passes ",
        " seat 1 passes",
        "seat 1 sings",
        "seat 1 rolls",
        "seat 1 rolls 7",
        "seat 1 rolls 03",
        "seat 1 activates ranch",
        "seat 1 activates ranch 3",
        "seat 1 activates Ranch x3",
        "seat 1 gets x for mine",
        "seat 1 gets 2 from city_hall",
        "seat 1 gets 1 for castle",
        "seat 1 builds castle for 2",
        "dealt castle",
        "left stadium",
        "over soon",
    ] {
        assert_eq!(
            game.read_event(text).unwrap_err().to_string(),
            format!("`{text}`: not an event of Machi Koro")
        );
    }
}
