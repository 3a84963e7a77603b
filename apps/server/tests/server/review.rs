//! Finished games looked at again: worked out once, kept, and never of a game that is still played.

use serde_json::{Value, json};
use tercet_catalog::CATALOG;
use tercet_entry::{REVIEW_VERSION, ReviewOptions};
use tercet_game::Record;

use crate::client::{House, legal, state};

/// Plays to the end; the table's name and the game's number in the archive.
async fn finished(house: &House, new: Value) -> (String, i64) {
    let (table, tokens) = house.table(new).await;
    loop {
        let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
        if let Some(game) = view["over"]["game"].as_i64() {
            return (table, game);
        }
        let act = json!({ "state": state(&view), "action": legal(&view, 0)[0] });
        house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
    }
}

/// Asks until it is there; how far it is only grows.
async fn review(house: &House, id: i64) -> Value {
    let mut progress = 0.0;
    loop {
        let answer = house.get(&format!("/api/replay/{id}/review")).await.ok();
        let now = answer["progress"].as_f64().unwrap();
        assert!(now >= progress && now <= 1.0, "{now} after {progress}");
        progress = now;
        if !answer["review"].is_null() {
            assert!((now - 1.0).abs() < 1e-9);
            return answer["review"].clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_that_of_the_catalog_and_is_kept() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }]);
    let new = json!({ "game": "triangle", "seed": 5, "seats": seats, "options": { "grid": "hexagon 2" } });
    let (_, id) = finished(&house, new).await;
    let (one, other) = tokio::join!(review(&house, id), review(&house, id));
    assert_eq!(one, other);
    assert_eq!((&one["version"], &one["game"]), (&json!(REVIEW_VERSION), &json!("triangle")));
    let record = house.get(&format!("/api/games/{id}/record")).await.body;
    let record: Record = String::from_utf8(record).unwrap().parse().unwrap();
    let again = CATALOG.review(&record, &ReviewOptions::new(&|_| "Ana".to_owned())).unwrap();
    assert_eq!(one, serde_json::to_value(&again).unwrap(), "no times enter a puzzle's review");
    assert_eq!(review(&house, id).await, one, "it is read again");
}

#[tokio::test(flavor = "multi_thread")]
async fn sets_have_their_times() {
    let house = House::open().await;
    let new = json!({ "game": "set", "seed": 5, "seats": [{ "kind": "me", "name": "Ana" }] });
    let (_, id) = finished(&house, new).await;
    let review = review(&house, id).await;
    assert_eq!(review["curve"]["unit"], "seconds");
    let finds = review["data"]["finds"].as_array().unwrap();
    assert!(!finds.is_empty() && finds.iter().all(|find| find["seconds"].is_number()), "{finds:?}");
    assert_eq!(review["data"]["racers"].as_array().unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_games_that_are_over_have_one() {
    let house = House::open().await;
    let (table, _) = house.table(json!({ "game": "set", "seats": [{ "kind": "me" }] })).await;
    let refused = house.get("/api/replay/1/review").await.refusal();
    assert_eq!(refused, (404, "game".to_owned()));
    assert!(house.get(&format!("/api/replay/{table}/review")).await.status >= 400);
}
