//! Golden games, kept as text that a person can read; and the table of all cards.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use tercet_conformance::golden;
use tercet_game::{End, Game, Input, Match, Record, Seat, Settings, Turn};
use tercet_machi::{Action, Color, Config, Landmark, MachiKoro};
use twin::Twin;

const DIR: &str = "tests/golden";

/// A golden game: its name, its options, its seed.
type Golden = (&'static str, &'static [(&'static str, &'static str)], u64);

const GAMES: [Golden; 3] = [
    ("base", &[("players", "2"), ("turn_limit", "40")], 298),
    (
        "everything",
        &[
            ("players", "3"),
            ("expansions", "harbor,millionaires_row,promo"),
            ("market", "variable"),
            ("starting_coins", "20"),
            ("turn_limit", "18"),
        ],
        171,
    ),
    (
        "custom",
        &[
            ("players", "2"),
            ("cards", "Tea House|green|4-6|2|cup|bank 2 per wheat|-;Arena|purple|6|3|major|each 4|-"),
            ("turn_limit", "24"),
        ],
        897,
    ),
];

/// Plays as somebody would who takes what is dearest and always says yes.
fn played(pairs: &[(&str, &str)], seed: u64) -> Match<MachiKoro> {
    let config = Config::from_pairs(pairs.iter().copied()).unwrap();
    let game = Arc::new(MachiKoro::new(&config).unwrap());
    let mut table = Match::new(game, format!("stream {seed}").parse().unwrap(), &mut ()).unwrap();
    while let Turn::Seats(seats) = table.turn() {
        let seat = seats.single().unwrap();
        let action = choose(&table, seat);
        table.play(seat, action, &mut ()).unwrap();
    }
    table
}

/// The last thing that can be built, every third time the first card; else one after the other.
fn choose(table: &Match<MachiKoro>, seat: Seat) -> Action {
    let legal = table.legal_actions(seat);
    let turn = usize::from(table.state().turn());
    match legal.last() {
        Some(Action::Pass) if turn % 3 == 0 => legal[turn % (legal.len() - 1)],
        Some(Action::Pass) => legal[legal.len() - 2],
        _ => legal[turn % legal.len()],
    }
}

#[test]
fn golden_games_are_as_written() {
    for (name, pairs, seed) in GAMES {
        let record = played(pairs, seed).record();
        assert!(record.to_string().lines().count() < 150, "{name} is longer than a person reads");
        golden::play::<MachiKoro>(Path::new(DIR), name, &record);
    }
}

#[test]
fn kept_games_are_all_made_here() {
    let mut kept: Vec<String> =
        fs::read_dir(DIR).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    kept.sort();
    let mut made: Vec<String> = GAMES.iter().map(|(name, ..)| format!("{name}.play")).collect();
    made.push("cards.txt".to_owned());
    made.sort();
    assert_eq!(kept, made);
}

fn record(name: &str) -> Record {
    fs::read_to_string(format!("{DIR}/{name}.play")).unwrap().parse().unwrap()
}

#[test]
fn kept_games_can_be_gone_on_with() {
    for (name, ..) in GAMES {
        let record = record(name);
        let resumed =
            Match::<MachiKoro>::resume(&record, &mut ()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(resumed.record(), record, "{name}");
    }
}

#[test]
fn kept_games_come_to_the_same_in_the_twin() {
    for (name, pairs, _) in GAMES.iter().filter(|(_, pairs, _)| !pairs.iter().any(|(key, _)| *key == "cards"))
    {
        let record = record(name);
        let mut twin = Twin::new(pairs);
        for input in &record.inputs {
            match input {
                Input::Play(_, action) => twin.play(action).unwrap(),
                Input::Chance(chance) => twin.resolve(chance).unwrap(),
                _ => panic!("no such input in {name}"),
            }
        }
        let points: Vec<i64> = record.scores.iter().map(|&points| points.into()).collect();
        assert_eq!(twin.points(), points, "{name}");
    }
}

#[test]
fn kept_games_show_what_they_are_for() {
    let count =
        |name, what: &str| record(name).to_string().lines().filter(|line| line.contains(what)).count();
    for (name, what) in [
        ("base", "roll 2"),
        ("base", "build train_station"),
        ("base", "exchange"),
        ("base", "decline"),
        ("everything", "chance deal"),
        ("everything", "stay"),
        ("everything", "invest"),
        ("everything", "save"),
        ("custom", "build tea_house"),
        ("custom", "build arena"),
        ("custom", "activate"),
        ("custom", "reroll"),
    ] {
        assert!(count(name, what) > 0, "{name} has no `{what}`");
    }
    assert_eq!(record("everything").end, Some(End::Limit));
}

#[test]
fn golden_cards_are_as_written() {
    let game = MachiKoro::new(&Config::everything(4)).unwrap();
    let mut table =
        String::from("# Every card of the box: cost, totals, color, icon, copies for four, effect.\n");
    for color in Color::ALL {
        writeln!(table, "\n# {color}").unwrap();
        for (kind, card) in game.cards().iter().filter(|(_, card)| card.color == color) {
            let (copies, rolls) = (game.cards().copies(kind), card.rolls);
            let (name, cost, icon, effect) = (&card.name, card.cost, &card.icon, &card.effect);
            writeln!(table, "{name:20} {cost:2}  {rolls:5}  {icon:8} x{copies}  {effect}").unwrap();
        }
    }
    writeln!(table, "\n# landmarks").unwrap();
    for landmark in Landmark::ALL {
        writeln!(table, "{:20} {:2}  {}", landmark.title(), landmark.cost(), landmark.about()).unwrap();
    }
    golden::check(&Path::new(DIR).join("cards.txt"), &table);
}
