//! Any text may come: nothing panics, and what reads writes and reads back to the same value.
//!
//! About half a second each; `cargo xtask soak` sets `BOLERO_RANDOM_TEST_TIME_MS` and lets them run longer.

use tercet_conformance::fuzz::{self, TIME, reads_back};
use tercet_game::{Deal, Deals, Game, Settings};
use tercet_machi::{Card, Config, Effect, MachiKoro, Player, Position, Roll, Rolls};

/// Pieces of the texts that the parsers know.
#[rustfmt::skip]
const PIECES: [&str; 96] = [
    " ", " ", " ", " ", " ", " ", " ", " ", "  ", "\t", "\n", "|", "|", "|", ";", ",", "-", ":", "x", "_",
    "roll", "keep", "reroll", "add_two", "stay", "target", "exchange", "give", "take", "demolish", "move", "renovate",
    "exhibit", "activate", "decline", "build", "pass", "invest", "save", "die", "dice", "throw", "deal", "seat",
    "turn", "rolls", "gets", "pays", "for", "from", "collects", "swaps", "with", "closes", "opens", "left", "over",
    "limit", "mine", "wheat_field", "Farmer's Market", "tv station", "harbor", "train_station", "airport", "city_hall",
    "blue", "green", "red", "purple", "bank", "loan", "each", "one", "tax", "share", "per", "card", "of all", "or",
    "if", "fewer than", "roller has", "landmarks", "then close", "cow", "cup", "all", "0", "1", "2", "3", "12", "14",
    "01", "+1",
];

fn text(bytes: &[u8]) -> String {
    fuzz::text(bytes, &PIECES)
}

/// Everything, and a card with a name that could be mistaken.
fn game() -> MachiKoro {
    let pairs = [
        ("expansions", "harbor,millionaires_row,promo"),
        ("cards", "Seat 1|green|4|2|cup|bank 2|-;for|blue|1|1|x|bank 1|-"),
    ];
    MachiKoro::new(&Config::from_pairs(pairs).unwrap()).unwrap()
}

#[test]
fn any_text_as_an_action_an_outcome_or_an_event() {
    let game = game();
    bolero::check!().with_test_time(2 * TIME).with_max_len(12).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        for text in [format!("seat 1 {text}"), format!("build {text}"), format!("move {text} 1"), text] {
            fuzz::inputs_and_events(&game, &text);
        }
    });
}

#[test]
fn any_text_as_a_card() {
    bolero::check!().with_test_time(2 * TIME).with_max_len(14).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        reads_back::<Rolls>(&text);
        reads_back::<Effect>(&text);
        for text in
            [format!("Lab|green|2-3|1|gear|bank {text}|-"), format!("{text}|red|1|2|cup|take 1|3"), text]
        {
            reads_back::<Card>(&text);
            if let Ok(card) = text.parse::<Card>() {
                let _ = MachiKoro::new(&Config { cards: vec![card], ..Config::everything(2) });
            }
        }
    });
}

#[test]
fn any_text_as_an_option() {
    let values =
        ["harbor", "none", "mine:2", "mine:2,ranch:0", "hybrid", "5", "99", "harmonictook", "10000", "4"];
    bolero::check!().with_test_time(TIME).with_max_len(12).for_each(|bytes: &[u8]| {
        let (key, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let value = match rest {
            [one] => values[usize::from(*one) % values.len()].to_owned(),
            _ => text(rest),
        };
        let name = Config::KEYS.get(usize::from(*key) % 16).map_or(value.as_str(), |key| key.name);
        fuzz::option::<MachiKoro>(name, &value);
    });
}

#[test]
fn any_text_as_a_deal() {
    let game = game();
    bolero::check!().with_test_time(TIME).with_max_len(8).for_each(|bytes: &[u8]| {
        let name = ["stream", "given"][bytes.len() % 2];
        if let Ok(deal) = format!("{name} {}", text(bytes)).parse::<Deal>() {
            let _ = game.dealer(&deal);
        }
    });
}

/// Any cities and any dice: a question is answered or refused.
#[test]
fn any_position_is_answered_or_refused() {
    let game = MachiKoro::new(&Config::everything(3)).unwrap();
    let names: Vec<String> = game.cards().iter().map(|(_, card)| card.slug()).collect();
    bolero::check!().with_test_time(2 * TIME).with_max_len(64).for_each(|bytes: &[u8]| {
        let mut bytes = bytes.iter().copied();
        let mut next = || bytes.next().unwrap_or(0);
        let mut player = || {
            let coins = [0, 1, 9, 30, 999_999, 1_000_000][usize::from(next()) % 6];
            let mut card = || (names[usize::from(next()) % names.len()].clone(), next() % 4);
            let cards: Vec<(String, u8)> = (0..6).map(|_| card()).collect();
            let closed = cards.iter().map(|(name, copies)| (name.clone(), copies / 2)).take(2).collect();
            let landmarks = ["harbor", "train_station", "shopping_mall"][..usize::from(next()) % 4].to_vec();
            let landmarks = landmarks.into_iter().map(str::to_owned).collect();
            Player { coins, cards, closed, landmarks, invested: u32::from(next() % 3) }
        };
        let players = vec![player(), player(), player()];
        let position = Position { players, roller: next() % 3, market: None };
        let roll = Roll { dice: [next() % 7, next() % 7], add_two: next() % 4 == 0, sum: Some(7) };
        let mut answers = 0;
        let mut decide = |_: &_, legal: &[tercet_machi::Action]| {
            answers += 1;
            legal.get(answers % legal.len()).copied()
        };
        if let Err(error) = game.what_if(&position, roll, &mut decide, &mut ()) {
            assert!(!error.to_string().is_empty());
        }
        let _ = game.position(&position);
    });
}

fn golden_games() -> Vec<String> {
    fuzz::golden_games(&["base", "everything", "custom"])
}

#[test]
fn altered_games_complain() {
    let games = golden_games();
    bolero::check!()
        .with_test_time(TIME)
        .with_max_len(40)
        .for_each(|bytes: &[u8]| fuzz::altered_game::<MachiKoro>(&games, bytes));
}

#[test]
fn altered_games_with_a_fitting_checksum_complain_or_replay() {
    let games = golden_games();
    bolero::check!()
        .with_test_time(2 * TIME)
        .with_max_len(13)
        .for_each(|bytes: &[u8]| fuzz::altered_game_with_digest::<MachiKoro>(&games, bytes));
}
