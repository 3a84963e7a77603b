//! The JSON shapes: exact text, there and back, and what is refused.

use tercet_game::Refusal;
use tercet_set::{Board, Card, DealPolicy, EngineConfig, TypesError};
use tercet_set_play::json::{BoardJson, CardJson, ConfigJson};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

#[test]
fn every_card_reads_back() {
    for card in Card::all() {
        let text = serde_json::to_string(&CardJson::from(card)).unwrap();
        assert_eq!(CardJson::read(&text).unwrap().card(), Ok(card));
    }
}

#[test]
fn a_card_has_exactly_this_text() {
    let text = serde_json::to_string(&CardJson::from(card("3pes"))).unwrap();
    assert_eq!(text, r#"{"number":3,"color":"purple","shape":"squiggle","shading":"open","id":71}"#);
}

#[test]
fn cards_that_contradict_themselves_are_invalid() {
    let read = |number: i32, color: &str, shape: &str, shading: &str, id: i32| {
        let text = format!(
            r#"{{"number":{number},"color":"{color}","shape":"{shape}","shading":"{shading}","id":{id}}}"#
        );
        CardJson::read(&text).unwrap().card().unwrap_err()
    };
    let error = read(2, "red", "oval", "striped", 5);
    assert_eq!(
        (error.code(), error.to_string()),
        ("invalid_card", "the id of two red striped ovals is 46, not 5".into())
    );
    let texts = [
        (read(0, "red", "oval", "open", 0), "`number`: `0` is not one of 1, 2, 3"),
        (read(4, "red", "oval", "open", 0), "`number`: `4` is not one of 1, 2, 3"),
        (read(1, "Red", "oval", "open", 0), "`color`: `Red` is not one of red, green, purple"),
        (read(1, "red", "ovals", "open", 0), "`shape`: `ovals` is not one of diamond, squiggle, oval"),
        (read(1, "red", "oval", "empty", 0), "`shading`: `empty` is not one of solid, striped, open"),
    ];
    for (error, text) in texts {
        assert_eq!((error.code(), error.to_string().as_str()), ("invalid_card", text));
    }
}

#[test]
fn fields_are_checked_by_name() {
    let whole = r#"{"number":1,"color":"red","shape":"diamond","shading":"solid","id":0}"#;
    let refused = |from: &str, to: &str| {
        let text = whole.replace(from, to);
        assert_ne!(text, whole);
        CardJson::read(&text).unwrap_err().to_string()
    };
    let unknown = "unknown field `colour`, expected one of `number`, `color`, `shape`, `shading`, `id`";
    assert_eq!(refused("color", "colour"), unknown);
    assert_eq!(refused(r#","id":0"#, ""), "missing field `id` at line 1 column 62");
    assert_eq!(refused("0", "256"), "`id`: invalid value: integer `256`, expected u8");
    assert_eq!(refused("0", "-1"), "`id`: invalid value: integer `-1`, expected u8");
    assert_eq!(refused("\"red\"", "7"), "`color`: invalid type: integer `7`, expected a string");
    assert_eq!(refused("\"id\":0", "\"id\":0,\"id\":0"), "duplicate field `id` at line 1 column 73");
    assert_eq!(refused("0}", "0"), "EOF while parsing an object at line 1 column 68");
    assert_eq!(refused("0}", "0} {}"), "trailing characters at line 1 column 71");
}

#[test]
fn boards_keep_their_holes() {
    let board = Board::new(vec![Some(card("1rsd")), None, Some(card("2rto"))]).unwrap();
    let json = BoardJson::from(&board);
    let text = serde_json::to_string(&json).unwrap();
    assert_eq!(text, r#"{"capacity":3,"cells":[0,null,46]}"#);
    assert_eq!(BoardJson::read(&text).unwrap().board(), Ok(board));
}

#[test]
fn boards_are_checked() {
    let board = |text: &str| BoardJson::read(text).unwrap().board().unwrap_err();
    let error = board(r#"{"capacity":3,"cells":[0,null]}"#);
    assert_eq!(error, TypesError::InvariantViolation("`cells` has 2 entries, `capacity` is 3".into()));
    let error = board(r#"{"capacity":2,"cells":[0,81]}"#);
    assert_eq!(error, TypesError::InvalidCard("81 is no card's id; ids are 0 to 80".into()));
    let error = board(r#"{"capacity":3,"cells":[46,null,46]}"#);
    assert_eq!(error, TypesError::DuplicateCard(card("2rto")));
    let error = BoardJson::read(r#"{"capacity":2,"cells":[0,"1"]}"#).unwrap_err();
    assert_eq!(error.to_string(), "`cells[1]`: invalid type: string \"1\", expected u8");
}

#[test]
fn configs_carry_four_fields() {
    let json = ConfigJson::from(&EngineConfig::new(7));
    let text = serde_json::to_string(&json).unwrap();
    let expected =
        r#"{"seed":7,"ensure_at_least_one_set":true,"board_capacity":12,"max_resample_attempts":5}"#;
    assert_eq!(text, expected);
    assert_eq!(ConfigJson::read(&text).unwrap().config(), Ok(EngineConfig::new(7)));
    let text = text.replace("true", "false").replace("12", "15");
    let deal_policy =
        DealPolicy { ensure_at_least_one_set: false, board_capacity: 15, max_resample_attempts: 5 };
    let config = EngineConfig { deal_policy, ..EngineConfig::new(7) };
    assert_eq!(ConfigJson::read(&text).unwrap().config(), Ok(config));
}

#[test]
fn configs_are_checked_by_field() {
    let whole = serde_json::to_string(&ConfigJson::from(&EngineConfig::new(7))).unwrap();
    let refused = |from: &str, to: &str| {
        let read = ConfigJson::read(&whole.replace(from, to));
        read.and_then(|json| json.config()).unwrap_err().to_string()
    };
    assert_eq!(refused("12", "22"), "`board_capacity`: 22 is not from 3 to 21");
    assert_eq!(refused(":5", ":500"), "`max_resample_attempts`: invalid value: integer `500`, expected u8");
    assert_eq!(
        refused("true", "1"),
        "`ensure_at_least_one_set`: invalid type: integer `1`, expected a boolean"
    );
    assert_eq!(refused(":7", ":-7"), "`seed`: invalid value: integer `-7`, expected u64");
    let unknown = "unknown field `seat`, expected one of `seed`, `ensure_at_least_one_set`, `board_capacity`, `max_resample_attempts`";
    assert_eq!(refused("seed", "seat"), unknown);
}
