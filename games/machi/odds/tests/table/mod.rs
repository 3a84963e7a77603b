//! Recorded positions, and random ones.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::Value;
use tercet_game::{Game, Rng};
use tercet_machi::{Config, Landmark, MachiKoro, Player, Position, State};

/// The recorded lines.
pub(crate) fn recorded() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pmf_public.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The game and the state of a recorded line.
pub(crate) fn position(record: &Value) -> (MachiKoro, State) {
    let players = record["players"].as_array().unwrap();
    let game = MachiKoro::new(&Config::base(players.len() as u8)).unwrap();
    let player = |player: &Value| Player {
        coins: player["coins"].as_u64().unwrap() as u32,
        cards: counts(&player["cards"]),
        landmarks: names(&player["landmarks"]),
        ..Player::default()
    };
    let position = Position { players: players.iter().map(player).collect(), ..Position::default() };
    let state = game.any_position(&position).unwrap();
    (game, state)
}

fn counts(cards: &Value) -> Vec<(String, u8)> {
    let cards = cards.as_object().unwrap();
    cards.iter().map(|(name, copies)| (name.clone(), copies.as_u64().unwrap() as u8)).collect()
}

fn names(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// A position of the middle of a game: `kinds` cards a player, and about half of the landmarks.
pub(crate) fn random(game: &MachiKoro, kinds: u32, rng: &mut Rng) -> State {
    let card = |rng: &mut Rng| {
        let (_, card) = game.cards().iter().nth(rng.below(game.cards().len() as u32) as usize).unwrap();
        let most = if card.color == tercet_machi::Color::Purple { 1 } else { 3 };
        (card.slug(), 1 + rng.below(most) as u8)
    };
    let player = |rng: &mut Rng| {
        let mut cards: Vec<(String, u8)> = (0..kinds).map(|_| card(rng)).collect();
        cards.sort();
        cards.dedup_by(|a, b| a.0 == b.0);
        let built = |_: &Landmark| rng.below(2) == 0;
        let landmarks = game.landmarks().filter(built).map(|landmark| landmark.name().to_owned()).collect();
        Player { coins: rng.below(25), cards, landmarks, invested: rng.below(3), ..Player::default() }
    };
    let players = (0..game.seats()).map(|_| player(rng)).collect();
    game.any_position(&Position { players, ..Position::default() }).unwrap()
}
