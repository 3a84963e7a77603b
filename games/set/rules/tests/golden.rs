//! Golden games: one a variant, kept as text that a person can read; and the table of all cards.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use tercet_conformance::golden;
use tercet_game::{Deal, End, Game, Input, Match, Notation, Record, Seat, Turn, rules_of};
use tercet_set::{
    Action, Card, Claim, Config, DealRule, Exhausted, Guarantee, Refill, SetGame, State, Variant, daily_seed,
};

const DIR: &str = "tests/golden";

/// Plays a golden game.
type Play = fn() -> Match<SetGame>;

/// Every golden game.
const GAMES: [(&str, Play); 14] = [
    ("solo", solo),
    ("in_place", in_place),
    ("on_deal", on_deal),
    ("penalty", penalty),
    ("guarantee", guarantee),
    ("void", void),
    ("cpython", cpython),
    ("open", open),
    ("junior", junior),
    ("chain", chain),
    ("ultra", ultra),
    ("puzzle", puzzle),
    ("race", race),
    ("calls", calls),
];

/// What happens next.
enum Next {
    Play(Seat, Action),
    Expire,
    Stop,
}

/// Plays a game as the policy says.
fn played(config: &Config, deal: &str, policy: impl Fn(&Match<SetGame>) -> Next) -> Match<SetGame> {
    let game = Arc::new(SetGame::new(config).unwrap());
    let mut table = Match::new(game, deal.parse().unwrap(), &mut ()).unwrap();
    while table.turn() != Turn::Over {
        match policy(&table) {
            Next::Play(seat, action) => table.play(seat, action, &mut ()).unwrap(),
            Next::Expire => table.expire(&mut ()).unwrap(),
            Next::Stop => break,
        }
    }
    table
}

fn alone(action: Action) -> Next {
    Next::Play(Seat::FIRST, action)
}

/// The lowest claim, or three more cards.
fn first_claim(table: &Match<SetGame>) -> Next {
    alone(table.legal_actions(Seat::FIRST)[0])
}

/// The highest claim, or three more cards.
fn last_claim(table: &Match<SetGame>) -> Next {
    alone(table.game().claims(table.state()).last().map_or(Action::Deal, |&claim| Action::Claim(claim)))
}

/// The game of the environment: the first board holds a Set.
fn solo() -> Match<SetGame> {
    played(&Config::default(), "stream 1", first_claim)
}

/// New cards in the holes; boards of fifteen close up from the end. All 27 Sets are found.
fn in_place() -> Match<SetGame> {
    played(&Config { refill: Refill::InPlace, ..Config::default() }, "stream 25", last_claim)
}

/// The demo's way, with the junior deck.
fn on_deal() -> Match<SetGame> {
    played(&Config { refill: Refill::OnDeal, ..Config::of(Variant::Junior) }, "stream 3", first_claim)
}

/// Somebody who deals twice before looking, and pays for it.
fn penalty() -> Match<SetGame> {
    let config = Config { deal_rule: DealRule::Penalty, ..Config::default() };
    played(&config, "stream 4", |table| {
        if table.state().plays() < 2 { alone(Action::Deal) } else { last_claim(table) }
    })
}

/// Boards of four that must hold a Set: refills go back and are forced.
fn guarantee() -> Match<SetGame> {
    let guarantee = Guarantee::InitialAndRefill;
    let config = Config { guarantee, capacity: 4, redeals: 1, ..Config::of(Variant::Junior) };
    played(&config, "stream 5", first_claim)
}

/// A board of four can't keep its promise.
fn void() -> Match<SetGame> {
    let config = Config { capacity: 4, exhausted: Exhausted::Error, ..Config::engine() };
    played(&config, "stream 6", first_claim)
}

/// The original environment's board of seed 42.
fn cpython() -> Match<SetGame> {
    played(&Config::default(), "cpython 42", first_claim)
}

/// Left after four plays.
fn open() -> Match<SetGame> {
    played(&Config::plain(), "stream 7", |table| match table.state().plays() {
        4 => Next::Stop,
        _ => first_claim(table),
    })
}

fn junior() -> Match<SetGame> {
    played(&Config::of(Variant::Junior), "stream 8", first_claim)
}

fn chain() -> Match<SetGame> {
    played(&Config::of(Variant::Chain), "stream 9", first_claim)
}

fn ultra() -> Match<SetGame> {
    played(&Config::of(Variant::Ultra), "stream 10", first_claim)
}

/// The puzzle of a day: six Sets.
fn puzzle() -> Match<SetGame> {
    let deal = Deal::stream(daily_seed(2026, 11, 5)).to_string();
    played(&Config::of(Variant::Puzzle), &deal, first_claim)
}

/// A race of two on all 81 cards.
fn race() -> Match<SetGame> {
    played(&Config::race(2), "stream 11", rivals)
}

/// Mostly right, and in turn; now and then one is wrong, and once both.
fn rivals(table: &Match<SetGame>) -> Next {
    let (game, state) = (table.game(), table.state());
    let Turn::Seats(acting) = table.turn() else { return Next::Stop };
    let seats: Vec<Seat> = acting.iter().collect();
    let seat = seats[usize::from(state.plays()) % seats.len()];
    match (game.first_claim(state), state.plays()) {
        (None, _) => {
            Next::Play(acting.without(state.asking()).iter().next().expect("not all asked"), Action::Deal)
        }
        (Some(_), 5 | 10 | 15 | 16) => Next::Play(seat, Action::Claim(wrong(game, state))),
        (Some(claim), _) => Next::Play(seat, Action::Claim(claim)),
    }
}

/// A junior race of three with calls.
fn calls() -> Match<SetGame> {
    let config =
        Config { seats: 3, call_ms: 5000, deal_rule: DealRule::OnlyIfNoSet, ..Config::of(Variant::Junior) };
    played(&config, "stream 110", callers)
}

/// The first seat takes what it sees, the second is sometimes wrong, the third too slow; after the tenth play
/// all three are wrong once. Without a Set everybody asks for cards.
fn callers(table: &Match<SetGame>) -> Next {
    let (game, state) = (table.game(), table.state());
    let plays = usize::from(state.plays());
    let right = game.first_claim(state);
    if let Some(caller) = state.caller() {
        return match (caller.0, right) {
            (_, Some(_)) if (10..16).contains(&plays) => {
                Next::Play(caller, Action::Claim(wrong(game, state)))
            }
            (1, _) if plays % 4 == 1 => Next::Play(caller, Action::Claim(wrong(game, state))),
            (2, _) | (_, None) => Next::Expire,
            (_, Some(claim)) => Next::Play(caller, Action::Claim(claim)),
        };
    }
    let Turn::Seats(acting) = table.turn() else { return Next::Stop };
    if right.is_none() {
        let patient = acting.without(state.asking()).iter().next().expect("not all have asked");
        return Next::Play(patient, Action::Deal);
    }
    let seats: Vec<Seat> = acting.iter().collect();
    Next::Play(seats[plays % seats.len()], Action::Call)
}

/// The lowest three cells with cards that are no Set.
fn wrong(game: &SetGame, state: &State) -> Claim {
    let cells: Vec<_> = state.cards().map(|(cell, _)| cell).collect();
    let right = game.claims(state);
    let threes =
        (2..cells.len()).map(|last| Claim::new(&[cells[0], cells[1], cells[last]]).expect("three cells"));
    threes.into_iter().find(|claim| !right.contains(claim)).expect("one pair has one third card")
}

#[test]
fn golden_games_are_as_written() {
    for (name, game) in GAMES {
        let record = game().record();
        assert!(record.to_string().lines().count() < 150, "{name} is longer than a person reads");
        golden::play::<SetGame>(Path::new(DIR), name, &record);
    }
}

#[test]
fn kept_games_are_all_made_here() {
    let mut kept: Vec<String> =
        fs::read_dir(DIR).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    kept.sort();
    let mut made: Vec<String> = GAMES.iter().map(|(name, _)| format!("{name}.play")).collect();
    made.push("cards.txt".to_owned());
    made.sort();
    assert_eq!(kept, made);
}

#[test]
fn kept_games_can_be_gone_on_with() {
    for (name, game) in GAMES {
        let record = game().record();
        let resumed =
            Match::<SetGame>::resume(&record, &mut ()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(resumed.record(), record, "{name}");
    }
}

fn record(name: &str) -> Record {
    fs::read_to_string(format!("{DIR}/{name}.play")).unwrap().parse().unwrap()
}

#[test]
fn kept_games_come_to_the_same_in_the_twin() {
    for (name, _) in GAMES {
        let record = record(name);
        let game = rules_of::<SetGame>(&record).unwrap();
        let mut twin = twin::Twin::start(game.config());
        for input in &record.inputs {
            if let Input::Play(seat, action) = input {
                twin.play(*seat, game.read_action(action).unwrap());
            } else if let Input::Chance(card) = input {
                twin.resolve(game.read_chance(card).unwrap());
            } else {
                assert_eq!(*input, Input::Expire, "{name}");
                twin.expire();
            }
        }
        assert_eq!((twin.points(), twin.end()), (record.scores, record.end), "{name}");
    }
}

#[test]
fn kept_games_show_what_they_are_for() {
    let ends = |name| record(name).end;
    assert_eq!((ends("void"), ends("open"), ends("solo")), (Some(End::Void), None, Some(End::Finished)));
    assert_eq!(record("penalty").scores.len(), 1);
    let count =
        |name, what: &str| record(name).to_string().lines().filter(|line| line.contains(what)).count();
    for (name, what) in [
        ("chain", " s1"),
        ("chain", " s2"),
        ("chain", " s3"),
        ("in_place", "seat 1 deal"),
        ("on_deal", "seat 1 deal"),
        ("race", "seat 1 deal"),
        ("race", "seat 2 deal"),
        ("race", "seat 2 claim"),
        ("calls", "seat 1 deal"),
        ("calls", "seat 3 call"),
        ("calls", "expire"),
    ] {
        assert!(count(name, what) > 0, "{name} has no `{what}`");
    }
    assert!(count("guarantee", "chance") > 27, "cards went back");
    assert_eq!((record("puzzle").scores, record("in_place").scores), (vec![6], vec![27]));
}

#[test]
fn golden_cards_are_as_written() {
    let mut table = String::from("# id, code of the original environment, compact form, words\n");
    for card in Card::all() {
        writeln!(table, "{:2} {:2} {card} {}", card.id(), card.env_code(), card.words()).unwrap();
    }
    golden::check(&Path::new(DIR).join("cards.txt"), &table);
}
