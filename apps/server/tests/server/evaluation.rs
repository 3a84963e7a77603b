//! Evaluation over HTTP and WebSocket: the same list, the same counting as for agents.

use serde_json::{Value, json};
use tercet_server::Token;

use crate::client::{House, text};

fn asked(index: u32) -> Value {
    json!({ "game": "set", "evaluation": { "split": "test", "index": index } })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_door_counts_what_the_rules_refuse() {
    let house = House::open().await;
    let (table, tokens) = house.table(asked(0)).await;
    let at = format!("/api/tables/{table}");
    let result = async || house.get_as(&tokens[0], &format!("{at}/result")).await.ok();
    let over_http = json!({ "state": 0, "action": "claim 1 1 1" });
    house.post_as(&tokens[0], &format!("{at}/act"), over_http).await;
    assert_eq!(result().await["refused"], 1);
    let (mut socket, _) = house.watch(&table, &tokens).await;
    socket.say(json!({ "type": "act", "table": table, "state": 0, "action": "dance" })).await;
    assert_eq!(socket.refusal().await, "notation");
    assert_eq!(result().await["refused"], 2);
    let late = json!({ "state": 99, "action": "deal" });
    house.post_as(&tokens[0], &format!("{at}/act"), late).await;
    assert_eq!(result().await["refused"], 2, "what comes too late is no mistake about the game");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_try_is_counted_and_told() {
    let mut house = House::open().await;
    for attempt in 1..=2 {
        let (table, tokens) = house.table(asked(7)).await;
        let result = house.get_as(&tokens[0], &format!("/api/tables/{table}/result")).await.ok();
        assert_eq!(result["attempt"], attempt);
        assert!(text(&result["evaluation"]).starts_with("test 7 of "), "{result}");
    }
    house.restart().await;
    let (table, tokens) = house.table(asked(7)).await;
    let again = house.get_as(&tokens[0], &format!("/api/tables/{table}/result")).await.ok();
    assert_eq!(again["attempt"], 3, "a restart forgets nothing");
    let (table, tokens) = house.table(asked(8)).await;
    let other = house.get_as(&tokens[0], &format!("/api/tables/{table}/result")).await.ok();
    assert_eq!(other["attempt"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_have_lists_of_their_own() {
    let (one, other) = (House::open().await, House::open().await);
    let board = async |house: &House| {
        let (table, _) = house.table(asked(0)).await;
        text(&house.get(&format!("/api/tables/{table}")).await.ok()["position"])
    };
    assert_eq!(board(&one).await, board(&one).await);
    assert_ne!(board(&one).await, board(&other).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evaluation_gives_no_help_and_fixes_everything() {
    let house = House::open().await;
    let new = json!({ "game": "machi", "evaluation": { "split": "train", "index": 3 } });
    let (table, tokens) = house.table(new.clone()).await;
    let at = format!("/api/tables/{table}");
    let view = house.get_as(&tokens[0], &at).await.ok();
    assert_eq!((view["seats"].as_array().unwrap().len(), &view["deal"]), (4, &Value::Null));
    for path in ["insight", "record"] {
        assert_eq!(house.get_as(&tokens[0], &format!("{at}/{path}")).await.status, 409, "{path}");
    }
    let hint = house.post_as(&tokens[0], &format!("{at}/hint"), json!({})).await;
    assert_eq!(hint.refusal(), (409, "hint".to_owned()));
    for (key, value) in [
        ("seed", json!(1)),
        ("deal", json!("stream 1")),
        ("options", json!({ "expansions": "harbor" })),
        ("hints", json!(true)),
        ("seats", json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }])),
    ] {
        let mut other = new.clone();
        other[key] = value;
        assert_eq!(house.post("/api/tables", other).await.refusal(), (422, "config".to_owned()), "{key}");
    }
}

/// Plays a table's only seat to the end, by a bot that sees every Set: over HTTP they are not listed here.
async fn finished(house: &House, table: &str, token: &str) {
    let at = format!("/api/tables/{table}");
    house.post_as(token, &format!("{at}/seat"), json!({ "seat": 0, "bot": "random" })).await.ok();
    loop {
        let view = house.get(&at).await.ok();
        if view["over"].is_object() {
            return;
        }
        house.get(&format!("{at}?wait={}", view["state"])).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_begins_a_game_twice_is_seen_in_both() {
    let mut house = House::open().await;
    let (first, token) = house.table(asked(3)).await;
    let (second, other) = house.table(asked(3)).await;
    let result = async |house: &House, table: &str, token: &str| {
        let result = house.get_as(token, &format!("/api/tables/{table}/result")).await.ok();
        (result["attempt"].as_u64().unwrap(), result["begun"].as_u64().unwrap())
    };
    finished(&house, &second, &other[0]).await;
    assert_eq!(result(&house, &second, &other[0]).await, (2, 2));
    finished(&house, &first, &token[0]).await;
    assert_eq!(result(&house, &first, &token[0]).await, (1, 2), "its deal was to be seen elsewhere");
    let (third, last) = house.table(asked(3)).await;
    assert_eq!(result(&house, &third, &last[0]).await, (3, 3));
    house.restart().await;
    assert_eq!(result(&house, &first, &token[0]).await, (1, 2), "what comes after the end does not count");
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_burn_no_game_of_the_list() {
    const OWNER: &str = "the owner's own token";
    const AGENTS: &str = "the agents' own token";
    let house = House::with(|options| {
        options.owner_token = Some(Token::given(OWNER));
        options.mcp_token = Some(Token::given(AGENTS));
        options.limits.wrong_tokens_a_minute = 2;
    })
    .await;
    let bearer = format!("Bearer {AGENTS}");
    let begin = async |name: &str, value: &str| {
        house.send("POST", "/api/tables", &[(name, value)], &asked(0).to_string()).await
    };
    let refused = (403, "owner".to_owned());
    assert_eq!(house.post("/api/tables", asked(0)).await.refusal(), refused);
    assert_eq!(begin("authorization", "Bearer of another token").await.refusal(), refused);
    let agents = begin("authorization", &bearer).await.created();
    let path = format!("/api/tables/{}/result", text(&agents["table"]));
    let result = house.get_as(&text(&agents["tokens"][0]["token"]), &path).await.ok();
    assert_eq!(result["attempt"], 1, "what was refused is no try");
    begin("tercet-access", OWNER).await.created();
    assert_eq!(begin("tercet-access", "the owner's, or so").await.refusal(), refused);
    let limit = (429, "limit".to_owned());
    assert_eq!(begin("authorization", "Bearer of a third token").await.refusal(), limit);
    assert_eq!(begin("authorization", &bearer).await.refusal(), limit, "no token is found by trying");
    house.post("/api/tables", json!({ "game": "set" })).await.created();
}
