//! Recorded behaviour of the reference programs: boards, cards, whole games, Python's seeds.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use tercet_game::{Deal, Game, Match, Seat, Turn};
use tercet_set::{
    Action, Card, CardSet, Config, Guarantee, SetGame, State, all_sets, count_sets, find_set, given_deal,
};

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut text = String::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        return text;
    }
    String::from_utf8(bytes).unwrap()
}

fn lines(name: &str) -> Vec<Value> {
    fixture(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbers(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
}

fn cards(value: &Value) -> Vec<Card> {
    numbers(value).into_iter().map(|id| Card::from_id(id).unwrap()).collect()
}

fn board(state: &State) -> Vec<Card> {
    state.cards().map(|(_, card)| card).collect()
}

#[test]
fn all_sets_of_the_recorded_boards() {
    let boards = lines("public.jsonl.gz");
    assert_eq!(boards.len(), 3499);
    for record in boards {
        let board = cards(&record["cards"]);
        let expected: Vec<Vec<usize>> = record["sets"].as_array().unwrap().iter().map(numbers).collect();
        assert_eq!(all_sets(&board).iter().map(|set| set.to_vec()).collect::<Vec<_>>(), expected);
        assert_eq!(find_set(&board).map(|set| set.to_vec()), expected.first().cloned());
        assert_eq!(count_sets(&board), expected.len());
        let hand: CardSet = board.iter().copied().collect();
        assert_eq!(hand.count_sets(), expected.len());
        assert_eq!(hand.all_sets().len(), expected.len());
    }
}

#[test]
fn every_card_has_the_recorded_attributes_and_codes() {
    let table: Value = serde_json::from_str(&fixture("cards.json")).unwrap();
    let rows = table["cards"].as_array().unwrap();
    assert_eq!(rows.len(), 81);
    for row in rows {
        let card = Card::from_id(row["id"].as_u64().unwrap() as usize).unwrap();
        assert_eq!(row["number"], card.number() as u8 + 1);
        assert_eq!(row["color"], card.color().name());
        assert_eq!(row["shape"], card.shape().name());
        assert_eq!(row["shading"], card.shading().name());
        assert_eq!(row["env_code"], card.env_code());
        assert_eq!(Card::from_env_code(card.env_code()), Some(card));
    }
}

fn first_or_deal(table: &Match<SetGame>) -> Action {
    table.game().first_claim(table.state()).map_or(Action::Deal, Action::Claim)
}

fn recorded(action: Action, table: &Match<SetGame>) -> Value {
    if let Action::Claim(claim) = action {
        return claim.cells().iter().map(|cell| cell.index()).collect();
    }
    assert!(table.game().claims(table.state()).is_empty());
    Value::from("deal")
}

#[test]
fn the_first_set_policy_plays_the_recorded_compact_games() {
    for record in lines("games_public.jsonl.gz") {
        let game =
            Arc::new(SetGame::new(&Config { guarantee: Guarantee::None, ..Config::default() }).unwrap());
        let mut table = Match::new(game, given_deal(&cards(&record["deck"])), &mut ()).unwrap();
        let mut moves = Vec::new();
        while table.turn() != Turn::Over {
            let action = first_or_deal(&table);
            moves.push(recorded(action, &table));
            table.play(Seat::FIRST, action, &mut ()).unwrap();
        }
        assert_eq!(Value::from(moves), record["compact"]["moves"]);
        assert_eq!(board(table.state()), cards(&record["compact"]["left"]));
        assert_eq!(record["compact"]["n_sets"], table.state().sets(Seat::FIRST));
    }
}

#[test]
fn the_first_set_policy_on_a_board_without_refills_is_the_recorded_sweep() {
    for record in lines("games_public.jsonl.gz") {
        let game = Arc::new(SetGame::new(&Config::demo()).unwrap());
        let mut table = Match::new(game, given_deal(&cards(&record["deck"])), &mut ()).unwrap();
        let mut sets: Vec<Value> = Vec::new();
        while table.turn() != Turn::Over {
            let action = first_or_deal(&table);
            if let Action::Claim(claim) = action {
                sets.push(claim.cells().iter().map(|&cell| table.state().card(cell).unwrap().id()).collect());
            }
            table.play(Seat::FIRST, action, &mut ()).unwrap();
        }
        assert_eq!(Value::from(sets), record["skyzyx"]["sets"]);
        assert_eq!(board(table.state()), cards(&record["skyzyx"]["left"]));
    }
}

#[test]
fn the_cpython_dealer_deals_the_recorded_boards_and_decks() {
    let records = lines("cpython_seeds.jsonl");
    assert_eq!(records.len(), 100);
    for record in records {
        let deal: Deal = format!("cpython {}", record["seed"].as_str().unwrap()).parse().unwrap();
        let game = Arc::new(SetGame::new(&Config::default()).unwrap());
        let mut events = Vec::new();
        let mut table = Match::new(Arc::clone(&game), deal, &mut events).unwrap();
        let redeals =
            events.iter().filter(|event| matches!(event, tercet_set::Event::Redealt { .. })).count();
        assert_eq!(record["attempts"], redeals + 1, "seed {}", record["seed"]);
        assert_eq!(board(table.state()), cards(&record["board_id"]), "seed {}", record["seed"]);
        assert_eq!(deck_env(&mut table), numbers(&record["deck_env"]), "seed {}", record["seed"]);
    }
}

/// What the dealer deals after the first board, in the environment's codes: seen by playing on.
fn deck_env(table: &mut Match<SetGame>) -> Vec<usize> {
    let mut dealt = Vec::new();
    while table.turn() != Turn::Over {
        let mut events = Vec::new();
        let action = first_or_deal(table);
        table.play(Seat::FIRST, action, &mut events).unwrap();
        dealt.extend(events.iter().filter_map(|event| match event {
            tercet_set::Event::Dealt { card, .. } => Some(card.env_code()),
            _ => None,
        }));
    }
    dealt
}
