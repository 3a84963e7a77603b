//! Recorded turns: the base game of two rule sets, and both expansions.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;
use tercet_game::{Game, Seat, Settings};
use tercet_machi::{Action, Config, Event, Landmark, MachiKoro, Phase, Player, Position, Roll, State};

fn records(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn counts(value: &Value) -> Vec<(String, u8)> {
    let object =
        value.as_object().map(|map| map.iter().map(|(name, n)| (name.clone(), n.as_u64().unwrap() as u8)));
    object.into_iter().flatten().collect()
}

fn position(record: &Value) -> Position {
    let player = |player: &Value| Player {
        coins: player["coins"].as_u64().unwrap() as u32,
        cards: counts(&player["cards"]),
        closed: counts(&player["closed"]),
        landmarks: player["landmarks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|l| l.as_str().unwrap().into())
            .collect(),
        invested: player["investment"].as_u64().unwrap_or(0) as u32,
    };
    Position {
        players: record["players"].as_array().unwrap().iter().map(player).collect(),
        roller: record["active"].as_u64().unwrap() as u8,
        market: None,
    }
}

fn roll(record: &Value) -> Roll {
    let dice: Vec<u8> =
        record["dice"].as_array().unwrap().iter().map(|die| die.as_u64().unwrap() as u8).collect();
    Roll {
        dice: [dice[0], dice.get(1).copied().unwrap_or(0)],
        add_two: record["harbor_plus2"].as_bool().unwrap_or(false),
        sum: record["tuna_roll"].as_u64().map(|sum| sum as u8),
    }
}

/// Answers decisions from the record's choices, the lists one entry a copy.
fn decide<'r>(
    game: &'r MachiKoro,
    choices: &'r Value,
) -> impl FnMut(&State, &[Action]) -> Option<Action> + 'r {
    let (mut demolished, mut moved) = (0, 0);
    move |state, _legal| {
        let seat = |value: &Value| value.as_u64().map(|seat| Seat(seat as u8));
        let kind = |value: &Value| game.read_kind(value.as_str()?).ok();
        let exchange = &choices["business_center"];
        match state.phase() {
            Phase::Target { .. } => seat(&choices["tv_target"]).map(Action::Target),
            Phase::Exchange { .. } => {
                seat(&exchange["target"]).map(Action::Exchange).or(Some(Action::Decline))
            }
            Phase::Give { .. } => kind(&exchange["give"]).map(Action::Give),
            Phase::Take { .. } => kind(&exchange["take"]).map(Action::Take),
            Phase::Demolish { .. } => {
                demolished += 1;
                let name = choices["demolish"][demolished - 1].as_str()?;
                let landmark = game.landmarks().find(|landmark| landmark.title() == name)?;
                Some(Action::Demolish(landmark))
            }
            Phase::Move { .. } => {
                moved += 1;
                let choice = &choices["moving"][moved - 1];
                Some(Action::Move(kind(&choice["give"])?, seat(&choice["target"])?))
            }
            Phase::Renovate { .. } => kind(&choices["renovate"]).map(Action::Renovate),
            phase => panic!("{phase:?} is not in the records"),
        }
    }
}

fn played(record: &Value, config: &[(&str, String)]) -> (MachiKoro, State, Vec<Event>) {
    let players = record["n_players"].to_string();
    let pairs = config.iter().cloned().chain([("players", players)]);
    let game = MachiKoro::new(&Config::from_pairs(pairs).unwrap()).unwrap();
    let mut events = Vec::new();
    let state = game
        .what_if(&position(record), roll(record), decide(&game, &record["choices"]), &mut events)
        .unwrap_or_else(|error| panic!("record {}: {error}", record["id"]));
    (game, state, events)
}

fn seats(record: &Value) -> impl Iterator<Item = Seat> {
    (0..record["n_players"].as_u64().unwrap() as u8).map(Seat)
}

fn coins(record: &Value, state: &State) -> Value {
    seats(record).map(|seat| state.city(seat).coins()).collect::<Vec<_>>().into()
}

fn cards(game: &MachiKoro, record: &Value, state: &State, closed: bool) -> Value {
    let city = |seat| {
        let city = state.city(seat);
        let count = |kind, copies| if closed { city.closed(kind) } else { copies };
        let named = |(kind, copies)| (game.cards().card(kind).name.to_string(), count(kind, copies));
        let counts: BTreeMap<String, u8> = city.cards().map(named).filter(|(_, count)| *count > 0).collect();
        serde_json::to_value(counts).unwrap()
    };
    Value::Array(seats(record).map(city).collect())
}

#[test]
fn base_turns_are_as_recorded() {
    let records = records("turns_public.jsonl.gz");
    assert_eq!(records.len(), 1500);
    for record in &records {
        let (game, state, _) = played(record, &[]);
        assert_eq!(coins(record, &state), record["official_coins"], "record {}", record["id"]);
        if record.get("official_cards").is_some() {
            assert_eq!(
                cards(&game, record, &state, false),
                record["official_cards"],
                "record {}",
                record["id"]
            );
        }
    }
}

#[test]
fn r31_compat_turns_are_as_recorded() {
    let mutated = |record: &&Value| {
        let reasons = record["reasons"].as_array().unwrap();
        !reasons.iter().any(|reason| reason == "bc_fires_twice_list_mutation")
    };
    let records = records("turns_public.jsonl.gz");
    let mut checked = 0;
    for record in records.iter().filter(mutated) {
        let (game, state, _) = played(record, &[("compat", "harmonictook".into())]);
        assert_eq!(coins(record, &state), record["ht_coins"], "record {}", record["id"]);
        if record.get("ht_cards").is_some() {
            assert_eq!(cards(&game, record, &state, false), record["ht_cards"], "record {}", record["id"]);
        }
        checked += 1;
    }
    assert_eq!(checked, 1490);
}

#[test]
fn expansion_turns_are_as_recorded() {
    let records = records("turns_expansion_public.jsonl.gz");
    assert_eq!(records.len(), 1000);
    for record in &records {
        let sets = ["harbor", "millionaires_row"].into_iter().filter(|set| record["rules"][set] == true);
        let expansions = sets.collect::<Vec<_>>().join(",");
        let (game, state, events) = played(record, &[("expansions", expansions)]);
        let id = &record["id"];
        assert_eq!(coins(record, &state), record["coins_after_city_hall"], "record {id}");
        let gift = events.iter().any(|event| matches!(event, Event::CityHall { .. }));
        let mut before = record["coins"].clone();
        if gift {
            let roller = record["active"].as_u64().unwrap() as usize;
            assert_eq!(before[roller], 0, "record {id}");
            before[roller] = 1.into();
        }
        assert_eq!(before, record["coins_after_city_hall"], "record {id}");
        let player = |key| {
            Value::Array(
                record["players"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|p| p.get(key).cloned().unwrap_or_else(|| serde_json::json!({})))
                    .collect(),
            )
        };
        let closed = record.get("closed_after").cloned().unwrap_or_else(|| player("closed"));
        assert_eq!(cards(&game, record, &state, true), closed, "record {id}");
        let owned = record.get("cards_after").cloned().unwrap_or_else(|| player("cards"));
        assert_eq!(cards(&game, record, &state, false), owned, "record {id}");
        let landmarks = record.get("landmarks_after").cloned().unwrap_or_else(|| player("landmarks"));
        for seat in seats(record) {
            let mut named: Vec<&str> =
                landmarks[seat.index()].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
            let mut built: Vec<&str> = state.city(seat).landmarks().map(Landmark::title).collect();
            named.sort_unstable();
            built.sort_unstable();
            assert_eq!(built, named, "record {id}");
        }
    }
}
