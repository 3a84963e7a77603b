//! Events: a line each.

use tercet_game::{End, Seat};
use tercet_set::{Card, Cell, Claim, Event};

/// One of each kind, and of each end.
const EVENTS: [&str; 16] = [
    "dealt 2rto at 7",
    "redealt 12",
    "forced 3rsd for 2gtd at 12",
    "waived",
    "seat 1 claimed 2 5 9: 1rsd 2rsd 3rsd",
    "seat 2 claimed 3 4 s1: 1gsd 1psd 1rsd",
    "seat 3 claimed 1 2 3 4: 1rsd 1gsd 2gsd 2rsd",
    "seat 8 wrong 1 2 4: 1rsd 2rsd 1gsd",
    "seat 1 asked for cards",
    "seat 2 fined",
    "seat 3 called",
    "seat 4 expired",
    "unlocked",
    "over finished",
    "over limit",
    "over void",
];

#[test]
fn every_kind_of_event_reads_back() {
    for text in EVENTS {
        let event: Event = text.parse().unwrap();
        assert_eq!(event.to_string(), text);
    }
}

#[test]
fn events_are_what_their_text_says() {
    let cell = Cell::new(6).unwrap();
    let card: Card = "2rto".parse().unwrap();
    assert_eq!(EVENTS[0].parse(), Ok(Event::Dealt { cell, card }));
    assert_eq!(EVENTS[1].parse(), Ok(Event::Redealt { cards: 12 }));
    assert_eq!(EVENTS[10].parse(), Ok(Event::Called { seat: Seat(2) }));
    assert_eq!(EVENTS[15].parse(), Ok(Event::Over { end: End::Void }));
    let Ok(Event::Claimed { seat, claim, cards }) = EVENTS[4].parse() else { panic!("a claim") };
    assert_eq!((seat, claim), (Seat(0), "2 5 9".parse::<Claim>().unwrap()));
    assert_eq!(tercet_set::join(cards.cards()), "1rsd 2rsd 3rsd");
}

#[test]
fn what_is_no_event_is_told() {
    for text in [
        "",
        " waived",
        "waived ",
        "dealt 2rto",
        "dealt 2rto on 7",
        "redealt twelve",
        "redealt 256",
        "redealt",
        "forced 3rsd for 2gtd",
        "over",
        "over soon",
        "seat",
        "seat 0 fined",
        "seat 17 fined",
        "seat x fined",
        "seat 1",
        "seat 1 asked",
        "seat 1 claimed",
        "seat 1 claimed 1 2 3",
        "seat 1 claimed 1 2 3: 1rsd 2rsd",
        "seat 1 wrong 1 2 3: 1rsd 2rsd 3rsd 1gsd",
        "seat 1 sang",
    ] {
        let error = text.parse::<Event>().unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}`: not an event of SET"));
    }
}

#[test]
fn a_bad_part_of_an_event_is_told_by_itself() {
    let complaint = |text: &str| text.parse::<Event>().unwrap_err().to_string();
    let positions = "positions are 1 to 21, and s1 to s3 for the Set on show";
    assert_eq!(complaint("dealt 2rto at 0"), format!("`0`: {positions}"));
    assert_eq!(
        complaint("seat 1 claimed 1 2 2: 1rsd 2rsd 3rsd"),
        "`1 2 2`: a claim names each position once"
    );
    assert_eq!(complaint("dealt 81 at 1"), "`81`: card ids are 0 to 80");
    let how = "a card is `2rto`, `two red striped ovals` or an id from 0 to 80";
    assert_eq!(complaint("forced 3rsd for xxx at 1"), format!("`xxx`: unknown word `xxx`; {how}"));
}
