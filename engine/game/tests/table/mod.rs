//! A table with the toy on it, for the tests of the contract.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::sync::Arc;

use tercet_conformance::toy::{Action, Config, Toy};
use tercet_game::{Deal, Digest, Game, Match, Record, Seat, Turn};

/// The toy's rules under the default config: two seats, 20 points, 200 plays.
pub(crate) fn toy() -> Arc<Toy> {
    Arc::new(Toy::new(&Config::default()).unwrap())
}

/// A match of two seats with this deal.
pub(crate) fn table(deal: &str) -> Match<Toy> {
    Match::new(toy(), deal.parse().unwrap(), &mut ()).unwrap()
}

/// Plays with whoever is first to act.
pub(crate) fn play(table: &mut Match<Toy>, actions: &[Action]) {
    for &action in actions {
        let Turn::Seats(seats) = table.turn() else { panic!("nobody is to act") };
        let seat = seats.iter().next().unwrap();
        table.play(seat, action, &mut ()).unwrap();
    }
}

/// A whole game: hold from six points on.
pub(crate) fn whole_game(seed: u64) -> Match<Toy> {
    let mut table = Match::new(toy(), Deal::stream(seed), &mut ()).unwrap();
    while let Turn::Seats(seats) = table.turn() {
        let seat: Seat = seats.iter().next().unwrap();
        let legal = table.legal_actions(seat);
        let action = if table.state().pot >= 6 { legal[0] } else { legal[legal.len() - 1] };
        table.play(seat, action, &mut ()).unwrap();
    }
    table
}

/// The text with the digest that a reader of its lines comes to.
pub(crate) fn sealed(text: &str) -> String {
    let body = text.rfind("digest ").map_or(text, |at| &text[..at]);
    let mut digest = Digest::default();
    for line in body.lines() {
        digest.bytes(line.as_bytes());
        digest.bytes(b"\n");
    }
    format!("{body}digest {digest}\n")
}

/// The text with one line, counted from one, written otherwise.
pub(crate) fn with_line(text: &str, number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines[number - 1] = line;
    lines.join("\n") + "\n"
}

/// What is wrong with a text that is no record.
pub(crate) fn complaint(text: &str) -> String {
    text.parse::<Record>().unwrap_err().to_string()
}
