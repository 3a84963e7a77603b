//! Limits: on tables and sockets, never on moves.

use serde_json::json;
use tokio_tungstenite::connect_async;

use crate::client::{House, legal, state};
use crate::play::play_out;

#[tokio::test(flavor = "multi_thread")]
async fn new_tables_and_sockets_are_limited() {
    let house = House::with(|options| {
        options.limits.new_tables_a_minute = 2;
        options.limits.sockets_per_address = 1;
    })
    .await;
    let (table, _) = house.table(json!({ "game": "set" })).await;
    house.table(json!({ "game": "set" })).await;
    assert_eq!(
        house.post("/api/tables", json!({ "game": "set" })).await.refusal(),
        (429, "limit".to_owned())
    );
    let (_socket, _) = house.watch(&table, &[]).await;
    let error = connect_async(format!("ws://{}/ws", house.address)).await.unwrap_err();
    assert_eq!(error.to_string(), "HTTP error: 429 Too Many Requests");
    let few = House::with(|options| options.limits.tables = 1).await;
    let (only, _) = few.table(json!({ "game": "set" })).await;
    // A table that somebody looks at makes no room for another.
    let (_looks, _) = few.watch(&only, &[]).await;
    assert_eq!(few.post("/api/tables", json!({ "game": "set" })).await.refusal(), (429, "limit".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn joins_hints_and_imports_are_limited_each_for_itself() {
    let house = House::with(|options| {
        options.limits.joins_a_minute = 1;
        options.limits.hints_a_minute = 2;
        options.limits.imports_a_minute = 1;
    })
    .await;
    let refused = (429, "limit".to_owned());
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let (table, _) = house.table(json!({ "game": "machi", "seats": seats })).await;
    let join = format!("/api/tables/{table}/join");
    house.post(&join, json!({})).await.ok();
    assert_eq!(house.post(&join, json!({})).await.refusal(), refused);
    let (table, tokens) = house.table(json!({ "game": "triangle", "seed": 1 })).await;
    // Giving one's seat to a bot and taking it back is written down each time, as sitting down is.
    let seat = format!("/api/tables/{table}/seat");
    let reseated = house.post_as(&tokens[0], &seat, json!({ "seat": 0, "bot": "random" })).await;
    assert_eq!(reseated.refusal(), refused);
    let hint = format!("/api/tables/{table}/hint");
    house.post_as(&tokens[0], &hint, json!({})).await.ok();
    let (mut socket, view) = house.watch(&table, &tokens).await;
    socket.say(json!({ "type": "hint", "table": table })).await;
    socket.receive("hint").await;
    socket.say(json!({ "type": "hint", "table": table })).await;
    assert_eq!(socket.refusal().await, "limit");
    assert_eq!(house.post_as(&tokens[0], &hint, json!({})).await.refusal(), refused);
    let record = house.get(&format!("/api/tables/{table}/record")).await;
    house.send("POST", "/api/import", &[], record.text()).await.created();
    let again = house.send("POST", "/api/import", &[], record.text()).await;
    assert_eq!(again.refusal(), refused);
    // A move in turn is taken all the same.
    socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_moves_are_never_limited() {
    let house = House::with(|options| options.limits.new_tables_a_minute = 1).await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, mut view) = house.watch(&table, &tokens).await;
    for _ in 0..300 {
        // A move and back again, as fast as it goes.
        view = socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
        socket.say(json!({ "type": "undo", "table": table, "state": state(&view) })).await;
        view = socket.receive("moved").await;
        socket.receive("done").await;
    }
    assert_eq!(state(&view), 600);
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_of_replays_are_limited_as_those_of_tables_are() {
    let house = House::with(|options| options.limits.studies_a_minute = 1).await;
    let new = json!({ "game": "triangle", "options": { "grid": "hexagon 2" } });
    let (table, tokens) = house.table(new).await;
    let over = play_out(&house, &table, &tokens[0]).await;
    let log = format!("/api/replay/{}/log", over["over"]["game"]);
    house.get(&log).await.ok();
    assert_eq!(house.get(&log).await.refusal(), (429, "limit".to_owned()));
}
