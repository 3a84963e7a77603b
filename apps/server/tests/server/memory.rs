//! Which tables stay in memory: no visitor fills it, and who comes back finds all as it was.

use serde_json::{Value, json};
use tercet_server::MetricsPort;

use crate::client::{House, Socket, legal, state, text};

/// A puzzle that is over after one move.
fn short() -> Value {
    json!({ "game": "triangle", "options": { "limit": "1" } })
}

async fn in_memory(house: &House) -> usize {
    let metrics = house.metrics("/metrics").await;
    let line = metrics.text().lines().find_map(|line| line.strip_prefix("tercet_tables ")).unwrap();
    line.parse().unwrap()
}

async fn watched(limit: usize) -> House {
    House::with(|options| {
        options.metrics = MetricsPort::At(0);
        options.limits.tables = limit;
        options.limits.new_tables_a_minute = 1000;
        options.limits.kept_kib_a_minute = 1_000_000;
    })
    .await
}

async fn unwatch(socket: &mut Socket, table: &str) {
    socket.say(json!({ "type": "unwatch", "id": 2, "table": table })).await;
    socket.receive("done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_goes_with_its_last_onlooker_and_comes_back() {
    let house = watched(100).await;
    let (table, tokens) = house.table(short()).await;
    let (mut player, view) = house.watch(&table, &tokens).await;
    let (mut onlooker, _) = house.watch(&table, &[]).await;
    player.act(&table, 0, &legal(&view, 0)[0]).await;
    unwatch(&mut player, &table).await;
    assert_eq!(in_memory(&house).await, 1, "somebody looks on");
    unwatch(&mut onlooker, &table).await;
    assert_eq!(in_memory(&house).await, 0);
    let at = format!("/api/tables/{table}");
    let view = house.get_as(&tokens[0], &at).await.ok();
    assert_eq!(
        (&view["over"]["places"], state(&view), view["log"].as_array().unwrap().len()),
        (&json!([1]), 1, 1)
    );
    let next = house.post_as(&tokens[0], &format!("{at}/rematch"), json!({})).await.ok();
    let next = format!("/api/tables/{}", text(&next["next"]));
    assert!(!legal(&house.get_as(&tokens[0], &next).await.ok(), 0).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_counts_as_a_table() {
    let house = House::with(|options| options.limits.new_tables_a_minute = 2).await;
    let (mut table, tokens) = house.table(short()).await;
    let mut again = Vec::new();
    for _ in 0..2 {
        let (mut player, view) = house.watch(&table, &tokens).await;
        player.act(&table, 0, &legal(&view, 0)[0]).await;
        let answer = house.post_as(&tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await;
        again.push(answer.status);
        player.say(json!({ "type": "rematch", "id": 3, "table": table })).await;
        if answer.status == 200 {
            assert_eq!(player.refusal().await, "limit", "by a socket too");
            table = text(&answer.json()["next"]);
        } else {
            assert_eq!(answer.refusal(), (429, "limit".to_owned()));
        }
    }
    assert_eq!(again, [200, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_memory_is_full_tables_go_that_nobody_looks_at() {
    let house = watched(4).await;
    let mut made = Vec::new();
    for _ in 0..10 {
        made.push(house.table(json!({ "game": "set" })).await);
        assert!(in_memory(&house).await <= 4);
    }
    let mut sockets = Vec::new();
    for (table, tokens) in &made[..4] {
        let (socket, view) = house.watch(table, tokens).await;
        assert_eq!(view["type"], "table", "it is read again");
        sockets.push(socket);
    }
    let refused = house.post("/api/tables", json!({ "game": "set" })).await;
    assert_eq!(refused.refusal(), (429, "limit".to_owned()), "all are looked at");
    let refused = house.get(&format!("/api/tables/{}", made[9].0)).await;
    assert_eq!(refused.refusal(), (429, "limit".to_owned()));
    drop(sockets.pop());
    let asked = format!("/api/tables/{}", made[9].0);
    while house.get(&asked).await.status == 429 {}
    assert_eq!(house.get(&asked).await.ok()["game"], "set");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_deals_of_one_visitor_make_room_for_each_other() {
    let house = watched(1000).await;
    let long = format!("given {}", vec!["5:2"; 60_000].join(" "));
    let mut made = Vec::new();
    for _ in 0..60 {
        made.push(house.table(json!({ "game": "triangle", "deal": long })).await.0);
    }
    let count = in_memory(&house).await;
    assert!((10..52).contains(&count), "{count} tables of a megabyte each");
    let first = house.get(&format!("/api/tables/{}", made[0])).await.ok();
    assert_eq!((&first["state"], text(&first["deal"])), (&json!(0), long));
}
