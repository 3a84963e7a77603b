//! What servers share: tables, finished games, lists for evaluation; and that nobody else poses as one of them.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::database::Database;
use crate::node::{AGENTS, House};
use crate::web::{ask, get, legal, make, metric, post, post_as};

/// Plays a game to its end at one server; the number that it has in the archive.
async fn play_out(address: std::net::SocketAddr, table: &str, token: &str) -> i64 {
    let bearer = format!("Bearer {token}");
    let path = format!("/api/tables/{table}");
    let mut view = ask(address, "GET", &path, &[("authorization", &bearer)], "").await.unwrap().ok();
    while view["over"].is_null() {
        let body = json!({ "state": view["state"], "action": legal(&view)[0] });
        view = post_as(address, token, &format!("{path}/act"), body).await.ok();
    }
    view["over"]["game"].as_i64().unwrap_or_else(|| panic!("no number in {}", view["over"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_have_one_number_everywhere_and_go_everywhere() {
    let database = Database::start();
    let (first, second) = (House::open(&database.url()).await, House::open(&database.url()).await);
    let (table, tokens) = make(first.address, json!({ "game": "triangle" })).await;
    let game = play_out(second.address, &table, &tokens[0]).await;
    assert!(metric(second.metrics, "tercet_forwarded_total").await > 1.0);
    let record = format!("/api/games/{game}/record");
    let here = get(first.address, &record).await;
    assert_eq!((here.status, &here.text), (200, &get(second.address, &record).await.text));
    let next =
        post_as(second.address, &tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await.ok();
    let next = next["next"].as_str().unwrap();
    assert_eq!(get(second.address, &format!("/api/tables/{next}")).await.ok()["state"], 0);
    let picture = get(second.address, &format!("/t/{table}/0.svg")).await;
    assert!(picture.status == 200 && picture.text.starts_with("<svg"), "{}", picture.status);
    // The owner of the second server deletes what the first one has.
    assert_eq!(
        ask(second.address, "DELETE", &format!("/api/tables/{table}"), &[], "").await.unwrap().status,
        204
    );
    for house in [&first, &second] {
        assert_eq!(get(house.address, &format!("/api/tables/{table}")).await.status, 404);
        let until = Instant::now() + Duration::from_secs(10);
        while get(house.address, &record).await.status != 404 {
            assert!(Instant::now() < until, "the game stays in an archive");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_hints_and_tries_are_the_same_at_all_servers() {
    let database = Database::start();
    let (first, second) = (House::open(&database.url()).await, House::open(&database.url()).await);
    let (table, tokens) =
        make(first.address, json!({ "game": "set", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    let path = format!("/api/tables/{table}");
    let joined = post(second.address, &format!("{path}/join"), json!({ "name": "Bo" })).await.ok();
    assert_eq!(joined["seat"], 1);
    assert_eq!(get(first.address, &path).await.ok()["seats"][1]["name"], "Bo");
    let (puzzle, own) = make(first.address, json!({ "game": "triangle", "hints": true })).await;
    let hint = post_as(second.address, &own[0], &format!("/api/tables/{puzzle}/hint"), json!({})).await.ok();
    assert!(hint["action"].is_string(), "{hint}");
    assert_eq!(
        get(second.address, &format!("/api/tables/{puzzle}")).await.ok()["seats"][0]["assisted"],
        true
    );
    let begin = async |house: &House| {
        make(house.address, json!({ "game": "triangle", "evaluation": { "split": "test", "index": 7 } }))
            .await
    };
    let result = async |house: &House, (table, tokens): &(String, Vec<String>)| {
        let bearer = format!("Bearer {}", tokens[0]);
        let path = format!("/api/tables/{table}/result");
        let output = ask(house.address, "GET", &path, &[("authorization", &bearer)], "").await.unwrap().ok();
        (output["attempt"].clone(), output["begun"].clone(), output["evaluation"].clone())
    };
    let one = begin(&first).await;
    let (attempt, begun, list) = result(&first, &one).await;
    assert_eq!((attempt, begun), (json!(1), json!(1)));
    let two = begin(&second).await;
    assert_eq!(result(&second, &two).await, (json!(2), json!(2), list.clone()), "they have the same list");
    play_out(second.address, &two.0, &two.1[0]).await;
    play_out(first.address, &one.0, &one.1[0]).await;
    begin(&second).await;
    assert_eq!(
        result(&second, &one).await,
        (json!(1), json!(2), list),
        "its deal was seen at the other server"
    );
    drop(tokens);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_does_not_pass_for_a_server() {
    let database = Database::start();
    let house = House::open(&database.url()).await;
    let (table, _) = make(house.address, json!({ "game": "triangle" })).await;
    let peer = database.value("SELECT address FROM tercet.nodes").parse().unwrap();
    let path = format!("/api/tables/{table}");
    let headers: [&[(&str, &str)]; 3] = [
        &[],
        &[("tercet-client", "192.0.2.7")],
        &[("tercet-client", "192.0.2.7"), ("tercet-peer", "a-token-that-is-none-0")],
    ];
    for headers in headers {
        let refused = ask(peer, "GET", &path, headers, "").await.unwrap();
        assert_eq!((refused.status, refused.code().as_str()), (401, "access"));
    }
    let token = database.value("SELECT peer_token FROM tercet.about");
    let known = [("tercet-client", "192.0.2.7"), ("tercet-peer", token.as_str())];
    assert_eq!(ask(peer, "GET", &path, &known, "").await.unwrap().status, 200);
    // The public port takes nobody's word for who asks.
    let body = json!({ "game": "triangle" }).to_string();
    let headers = [known[0], known[1], ("x-forwarded-for", "192.0.2.7")];
    assert_eq!(ask(house.address, "DELETE", &path, &headers, &body).await.unwrap().status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_another_server_hands_on_goes_no_further() {
    let database = Database::start();
    let (first, second) = (House::open(&database.url()).await, House::open(&database.url()).await);
    let (table, _) = make(first.address, json!({ "game": "triangle" })).await;
    let token = database.value("SELECT peer_token FROM tercet.about");
    // The second server is asked as if by a third one, for a table that it has not.
    let peer =
        database.value("SELECT address FROM tercet.nodes ORDER BY epoch DESC LIMIT 1").parse().unwrap();
    let known = [("tercet-client", "192.0.2.7"), ("tercet-peer", token.as_str())];
    let refused = ask(peer, "GET", &format!("/api/tables/{table}"), &known, "").await.unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (503, "moved"));
    drop(second);
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_reach_their_game_by_any_server() {
    let database = Database::start();
    let (first, second) = (House::open(&database.url()).await, House::open(&database.url()).await);
    let (table, tokens) = make(first.address, json!({ "game": "triangle" })).await;
    let arguments = json!({ "game_id": table, "seat_token": tokens[0] });
    let params = json!({ "name": "status", "arguments": arguments });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let bearer = format!("Bearer {AGENTS}");
    let headers = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2025-06-18"),
        ("authorization", bearer.as_str()),
    ];
    let output = async |house: &House| {
        let answer = ask(house.address, "POST", "/mcp", &headers, &call).await.unwrap().ok();
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        answer["result"]["content"][0]["text"].clone()
    };
    assert_eq!(output(&first).await, output(&second).await);
    assert!(metric(second.metrics, "tercet_forwarded_total").await > 0.5);
}
