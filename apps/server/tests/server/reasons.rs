//! A bot's reason stands with its own move: live, after a restart, in the record and in replays.

use std::time::Duration;

use serde_json::{Value, json};
use tercet_game::{Input, Match, Record};
use tercet_machi::MachiKoro;
use tercet_machi_play::bots::insight::{InsightOptions, insight};
use tercet_machi_play::json::odds::insight_json;
use tercet_odds::Model;

use crate::client::{House, legal, state, text};

/// A table at which somebody passes his turns until the game is over.
async fn played(house: &House, turns: &str) -> (String, String) {
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "bot", "bot": "impatient" }]);
    let new = json!({
        "game": "machi", "seats": seats, "deal": "stream 7", "options": { "turn_limit": turns }, "pace_ms": 0,
    });
    let (table, tokens) = house.table(new).await;
    for _ in 0..2000 {
        let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
        if !view["over"].is_null() {
            return (table, tokens[0].clone());
        }
        let actions = legal(&view, 0);
        if let Some(action) = actions.iter().find(|action| *action == "pass").or(actions.first()) {
            let act = json!({ "state": state(&view), "action": action });
            house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
        } else {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    panic!("the game does not end");
}

/// The reasons of a log, each checked against the move that it stands with.
fn checked(log: &[Value]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in log.iter().filter(|line| !line["why"].is_null()) {
        let (input, why) = (text(&line["input"]), text(&line["why"]));
        assert!(input.starts_with("seat 2 "), "only the bot says why: {input}");
        if let Some(built) = input.strip_prefix("seat 2 build ") {
            assert!(why.contains(&format!(": build {built} ")), "`{input}` because: {why}");
        }
        found.push((input, why));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_stands_with_its_move_live_and_in_the_replay() {
    let mut house = House::open().await;
    let (table, token) = played(&house, "30").await;
    let path = format!("/api/tables/{table}");
    let live = checked(house.get_as(&token, &path).await.ok()["log"].as_array().unwrap());
    assert!(live.iter().any(|(input, _)| input.starts_with("seat 2 build ")), "{live:?}");
    house.restart().await;
    let after = house.get_as(&token, &path).await.ok();
    assert_eq!(checked(after["log"].as_array().unwrap()), live, "a restart keeps them");
    let id = after["over"]["game"].as_i64().unwrap();
    let log = house.get(&format!("/api/replay/{id}/log")).await.ok();
    let again = checked(log["log"].as_array().unwrap());
    assert!(again.ends_with(&live), "the table's log holds the last of them");
    let record: Record = house.get(&format!("/api/games/{id}/record")).await.text().parse().unwrap();
    let bots = record.inputs.iter().filter(|input| matches!(input, Input::Play(seat, _) if seat.0 == 1));
    assert_eq!((again.len(), record.reasons.iter().count()), (bots.count(), again.len()));
    tercet_catalog::CATALOG.verify(&record).unwrap();
    let (at, why) = record.reasons.iter().next().unwrap();
    let moment = house.get(&format!("/api/replay/{id}?at={at}")).await.ok();
    assert_eq!(moment["line"]["why"], json!(why));
    let moves = house.get("/api/export/moves.jsonl").await.text().to_owned();
    let row: Value = serde_json::from_str(moves.lines().nth(at - 1).unwrap()).unwrap();
    assert_eq!((&row["number"], &row["why"]), (&json!(at), &json!(why)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_the_numbers_of_the_library() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let options = json!({ "market": "variable", "expansions": "harbor" });
    let new = json!({ "game": "machi", "seats": seats, "deal": "stream 5", "options": options });
    let (table, tokens) = house.table(new).await;
    let output = house.get(&format!("/api/tables/{table}/insight")).await.ok();
    let record = house.get_as(&tokens[0], &format!("/api/tables/{table}/record")).await.text().to_owned();
    let table = Match::<MachiKoro>::resume(&record.parse().unwrap(), &mut ()).unwrap();
    // As many games as there was time for.
    let games = output["games"].as_u64().unwrap() as u32;
    let wanted = InsightOptions { games, ..InsightOptions::new(Model::Seed) };
    let mut ours =
        insight_json(table.game(), &insight(table.game(), table.state(), &wanted).unwrap(), &wanted);
    ours["state"] = json!(0);
    assert!(games > 0 && output == ours, "{output}\n{ours}");
    let market = table.state().market();
    for option in output["options"].as_array().unwrap() {
        let kind =
            table.game().cards().iter().find(|(kind, _)| table.game().cards().slug(*kind) == option["name"]);
        assert!(kind.is_none_or(|(kind, _)| market.shown(kind) > 0), "{option} is not for sale");
    }
}
