//! The database goes and comes back; a server goes as it should.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::database::Database;
use crate::node::{House, LEASE};
use crate::web::{Socket, get, legal, make, metric, post, post_as};

#[tokio::test(flavor = "multi_thread")]
async fn while_the_database_is_away_moves_are_refused_and_then_go_on() {
    let mut database = Database::start();
    let house = House::open(&database.url()).await;
    let (table, tokens) = make(house.address, json!({ "game": "triangle" })).await;
    let act = format!("/api/tables/{table}/act");
    let bearer = format!("Bearer {}", tokens[0]);
    let path = format!("/api/tables/{table}");
    let look = async || {
        crate::web::ask(house.address, "GET", &path, &[("authorization", &bearer)], "").await.unwrap()
    };
    let action = legal(&look().await.ok())[0].clone();
    database.kill();
    let refused = post_as(house.address, &tokens[0], &act, json!({ "state": 0, "action": action })).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "archive"), "{}", refused.text);
    assert!(refused.head.contains("retry-after: 1"), "{}", refused.head);
    assert_eq!(post(house.address, "/api/tables", json!({ "game": "set" })).await.status, 503);
    database.begin();
    let begun = Instant::now();
    let mut reply = look().await;
    while reply.status == 503 && begun.elapsed() < 10 * LEASE {
        tokio::time::sleep(Duration::from_millis(100)).await;
        reply = look().await;
    }
    assert_eq!(reply.ok()["state"], 0, "what was refused was not done");
    let moved = post_as(house.address, &tokens[0], &act, json!({ "state": 0, "action": action })).await;
    assert_eq!(moved.ok()["state"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_gives_its_tables_back_at_once() {
    let database = Database::start();
    let (mut first, second) = (House::open(&database.url()).await, House::open(&database.url()).await);
    let (table, tokens) = make(first.address, json!({ "game": "triangle" })).await;
    // A client of the second server, whose table is at the first.
    let mut socket = Socket::open(second.address).await;
    let watch = json!({ "type": "watch", "id": 1, "table": table, "tokens": tokens });
    socket.say(watch.clone()).await;
    let view = socket.receive("table").await;
    let act = |state: u64, action: &str| json!({ "type": "act", "id": 2, "table": table, "state": state, "action": action });
    socket.say(act(0, &legal(&view)[0])).await;
    let moved = socket.receive("moved").await;
    assert_eq!(socket.receive("done").await["state"], 1);
    let stopping = tokio::spawn(async move { first.stop().await });
    assert_eq!(socket.farewell().await, 1012);
    let begun = Instant::now();
    let mut again = Socket::open(second.address).await;
    again.say(watch).await;
    assert_eq!(again.receive("table").await["state"], 1);
    assert!(begun.elapsed() < LEASE / 2, "it took {:?}", begun.elapsed());
    again.say(act(1, &legal(&moved)[0])).await;
    assert_eq!(again.receive("done").await["state"], 2);
    stopping.await.unwrap();
    assert!((metric(second.metrics, "tercet_takeovers_total").await - 1.0).abs() < 0.5);
    assert!((metric(second.metrics, "tercet_relayed_total").await - 1.0).abs() < 0.5);
    assert_eq!(get(second.metrics, "/ready").await.status, 200);
}
