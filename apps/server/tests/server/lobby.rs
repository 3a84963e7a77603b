//! Tables that wait for whoever wants to play, and cards of one's own for them.

use serde_json::{Value, json};

use crate::client::{House, text};

/// The names of the tables that are listed.
async fn listed(house: &House) -> Vec<String> {
    let lobby = house.get("/api/lobby").await.ok();
    lobby["tables"].as_array().unwrap().iter().map(|table| text(&table["table"])).collect()
}

fn room(public: bool) -> Value {
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "open" }]);
    json!({ "game": "set", "seats": seats, "waits": true, "public": public })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_listed_while_somebody_waits_there_for_others() {
    let house = House::open().await;
    let (table, tokens) = house.table(room(true)).await;
    let (private, own) = house.table(room(false)).await;
    let _there = house.watch(&private, &own).await;
    assert_eq!(listed(&house).await, [""; 0], "nobody is there");
    let (socket, _) = house.watch(&table, &tokens).await;
    assert_eq!(listed(&house).await, std::slice::from_ref(&table));
    drop(socket);
    while !listed(&house).await.is_empty() {}
    let (_socket, _) = house.watch(&table, &tokens).await;
    assert_eq!(listed(&house).await, std::slice::from_ref(&table), "who comes back waits again");
    house.post(&format!("/api/tables/{table}/join"), json!({ "name": "Ben" })).await.ok();
    assert_eq!(listed(&house).await, [""; 0], "no seat is free");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_has_three_tables_in_the_lobby_and_the_newest() {
    let house = House::open().await;
    let (mut made, mut there) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let (table, tokens) = house.table(room(true)).await;
        there.push(house.watch(&table, &tokens).await);
        made.push(table);
    }
    let mut newest = made.split_off(2);
    newest.sort();
    assert_eq!(listed(&house).await, newest);
    drop(there);
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_checked_before_a_table_is_made() {
    let house = House::open().await;
    let check = async |text: &str| house.post("/api/cards", json!({ "text": text })).await;
    let barn = "[[card]]\nname = \"Barn\"\ncolor = \"green\"\nrolls = \"8\"\ncost = 4\nicon = \"cup\"\neffect = \"bank 2 per wheat\"\n";
    let read = check(barn).await.ok();
    assert_eq!((&read["names"], &read["errors"]), (&json!(["Barn"]), &json!([])), "{read}");
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    house.table(json!({ "game": "machi", "seats": seats, "options": { "cards": read["cards"] } })).await;
    let wrong = check(&barn.replace("green", "grey")).await.ok();
    assert_eq!((&wrong["cards"], &wrong["errors"][0]["line"]), (&json!(""), &json!(3)), "{wrong}");
    assert_eq!(check(&"#".repeat(20_001)).await.refusal(), (422, "config".to_owned()));
    for deep in ["[", "{\"cards\":", "a=[", "[[card]]\n", "a.b.", "\r", "a={a="] {
        let read = check(&deep.repeat(20_000 / deep.len())).await.ok();
        let errors = read["errors"].as_array().unwrap().len();
        assert!((1..=20).contains(&errors), "{deep}: {errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_of_cards_are_counted_with_imports() {
    let house = House::with(|options| options.limits.imports_a_minute = 1).await;
    house.post("/api/cards", json!({ "text": "" })).await.ok();
    assert_eq!(house.post("/api/cards", json!({ "text": "" })).await.refusal(), (429, "limit".to_owned()));
    assert_eq!(house.post("/api/import", json!({ "record": "" })).await.refusal().0, 429);
}
