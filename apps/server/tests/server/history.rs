//! What happened at a table is told in pages, however long the table is.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::client::House;

/// A table for study with so many edits behind it.
async fn long(house: &House, states: u64) -> (String, String) {
    let (table, tokens) = house.table(json!({ "game": "triangle", "study": true })).await;
    let (mut socket, _) = house.watch(&table, &tokens).await;
    for state in 0..states {
        let edit = json!({ "type": "edit", "id": 1, "table": table, "state": state, "edit": "toggle 3 4" });
        socket.say(edit).await;
        socket.receive("done").await;
    }
    (table, tokens[0].clone())
}

/// The numbers of all lines, page by page, and how many pages there are.
async fn numbers(house: &House, path: &str, list: &str, name: &str) -> (Vec<u64>, usize) {
    let (mut all, mut pages, mut after) = (Vec::new(), 0, json!(0));
    while !after.is_null() {
        let mut address = path.to_owned();
        let _ = write!(address, "?after={after}&limit=70");
        let page = house.get(&address).await.ok();
        let lines = page[list].as_array().unwrap();
        assert!(lines.len() <= 70);
        all.extend(lines.iter().map(|line| line[name].as_u64().unwrap()));
        (pages, after) = (pages + 1, page["next"].clone());
    }
    (all, pages)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_comes_in_pages_and_a_look_has_its_end() {
    let house = House::with(|options| options.limits.rate = 100_000).await;
    let (table, token) = long(&house, 150).await;
    let at = format!("/api/tables/{table}");
    let lines = |view: &Value| view["log"].as_array().unwrap().len();
    let view = house.get_as(&token, &format!("{at}?since=0")).await.ok();
    assert_eq!((lines(&view), &view["log"][0]["number"]), (100, &json!(51)));
    let first = house.get_as(&token, &at).await.ok();
    assert_eq!(&first["log"][0]["number"], &json!(135), "what is at hand");
    let (_socket, first) = house.watch(&table, std::slice::from_ref(&token)).await;
    assert_eq!(
        (lines(&first), &first["log"][0]["number"]),
        (100, &json!(51)),
        "who comes to stay sees it all"
    );
    let recent = house.get_as(&token, &format!("{at}?since=90")).await.ok();
    assert_eq!((lines(&recent), &recent["log"][0]["number"]), (60, &json!(91)));
    let whole: Vec<u64> = (1..=150).collect();
    assert_eq!(numbers(&house, &format!("{at}/log"), "log", "number").await, (whole.clone(), 3));
    assert_eq!(numbers(&house, &format!("{at}/times"), "times", "number").await, (whole, 3));
    let page = house.get(&format!("{at}/log?after=148")).await.ok();
    let look = house.get_as(&token, &format!("{at}?since=148&data=true")).await.ok();
    assert_eq!(page["log"], look["log"], "as a look has it");
    for past in ["log?after=150", "log?after=18446744073709551615", "times?after=9999"] {
        let page = house.get(&format!("{at}/{past}")).await.ok();
        assert_eq!((page.as_object().unwrap().len(), &page["next"]), (2, &Value::Null), "{past}");
    }
    assert_eq!(house.get(&format!("{at}/log?after=-1")).await.refusal(), (400, "json".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_a_finished_game_comes_in_pages() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "seed": 5 })).await;
    let at = format!("/api/tables/{table}");
    let bot = json!({ "seat": 0, "bot": "greedy" });
    house.post_as(&tokens[0], &format!("{at}/seat"), bot).await.ok();
    let over = loop {
        let view = house.get(&at).await.ok();
        if view["over"].is_object() {
            break view;
        }
        house.get(&format!("{at}?wait={}", view["state"])).await.ok();
    };
    let replay = format!("/api/replay/{}", over["over"]["game"]);
    let inputs = house.get(&replay).await.ok()["inputs"].as_u64().unwrap();
    let (output, pages) = numbers(&house, &format!("{replay}/log"), "log", "at").await;
    assert_eq!((output, pages as u64), ((1..=inputs).collect(), inputs.div_ceil(70)));
}
