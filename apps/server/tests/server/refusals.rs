//! Every message is authorised: whatever is wrong with it is told by a code, and nothing changes.

use serde_json::{Value, json};

use crate::client::{House, ageless, legal, text};

/// A table of two people: its name, their tokens, and what seat 0 may do first.
async fn machi(house: &House) -> (String, Vec<String>, String) {
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats })).await;
    let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    let action = legal(&view, 0)[0].clone();
    // Who has looked is here: both are, so that no refusal changes that.
    house.get_as(&tokens[1], &format!("/api/tables/{table}")).await.ok();
    (table, tokens, action)
}

/// What everybody can see of a table.
async fn seen(house: &House, table: &str) -> Value {
    ageless(house.get(&format!("/api/tables/{table}")).await.ok())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_seat_turn_or_state_changes_nothing() {
    let house = House::open().await;
    let (table, tokens, action) = machi(&house).await;
    let before = seen(&house, &table).await;
    let act = format!("/api/tables/{table}/act");
    let good = json!({ "state": 0, "action": action });
    let [ana, ben] = [&tokens[0], &tokens[1]];
    let stranger = tercet_server::Token::draw();
    let asks: [(&str, Value, (u16, &str)); 8] = [
        ("", good.clone(), (401, "token")),
        (stranger.reveal(), good.clone(), (401, "token")),
        (ana, json!({ "state": 0, "action": action, "seat": 1 }), (403, "seat")),
        (ana, json!({ "state": 0, "action": action, "seat": 9 }), (403, "seat")),
        (ben, good.clone(), (409, "turn")),
        (ana, json!({ "state": 1, "action": action }), (409, "stale")),
        (ana, json!({ "state": 0, "action": "fly away" }), (422, "notation")),
        (ana, json!({ "state": 0, "move": action }), (400, "json")),
    ];
    for (token, body, (status, code)) in asks {
        let refused = house.post_as(token, &act, body.clone()).await;
        assert_eq!(refused.refusal(), (status, code.to_owned()), "{body}");
        assert_eq!(seen(&house, &table).await, before, "{code} changed something");
    }
    house.post_as(ana, &act, good.clone()).await.ok();
    assert_eq!(house.post_as(ana, &act, good).await.refusal(), (409, "repeated".to_owned()));
    let other = json!({ "state": 0, "action": "pass" });
    assert_eq!(house.post_as(ana, &act, other).await.refusal(), (409, "stale".to_owned()));
    assert_eq!(seen(&house, &table).await["state"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_refused_in_the_same_words() {
    let house = House::open().await;
    let (table, tokens, action) = machi(&house).await;
    let mut socket = house.socket().await;
    let act =
        |state: u64| json!({ "type": "act", "id": 3, "table": table, "state": state, "action": action });
    socket.say(act(0)).await;
    assert_eq!(socket.refusal().await, "table");
    socket.say(json!({ "type": "watch", "table": "nowhere" })).await;
    assert_eq!(socket.refusal().await, "table");
    socket.say(json!({ "type": "watch", "table": table, "tokens": ["wrong"] })).await;
    assert_eq!(socket.refusal().await, "token");
    socket.say(json!({ "type": "watch", "table": table })).await;
    socket.receive("table").await;
    socket.say(act(0)).await;
    assert_eq!(socket.refusal().await, "token");
    socket.say(json!({ "type": "watch", "table": table, "tokens": tokens })).await;
    socket.receive("table").await;
    socket.say(act(0)).await;
    assert_eq!(socket.refusal().await, "seat", "two seats are held, and none is named");
    socket.say(json!({ "type": "act", "table": table, "seat": 1, "state": 0, "action": action })).await;
    assert_eq!(socket.refusal().await, "turn");
    for nonsense in ["", "[]", "{\"type\":\"dance\"}", "{\"type\":\"watch\",\"table\":\"x\",\"extra\":1}"] {
        socket.say_text(nonsense).await.unwrap();
        assert_eq!(socket.refusal().await, "json", "{nonsense}");
    }
    let refused = {
        socket
            .say(json!({ "type": "act", "id": 3, "table": table, "seat": 0, "state": 4, "action": action }))
            .await;
        socket.hear_refused().await
    };
    let why = "state 4 is over, the table is at 0";
    assert_eq!(
        refused,
        json!({ "type": "refused", "id": 3, "table": table, "code": "stale", "why": why, "state": 0 })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_can_not_be_is_refused_with_a_reason() {
    let house = House::open().await;
    let me = json!({ "kind": "me" });
    let bot = |bot: &str| json!({ "kind": "bot", "bot": bot });
    let asks = [
        (json!({ "game": "chess" }), (404, "game")),
        (json!({ "game": "set", "options": { "mood": "good" } }), (422, "config")),
        (json!({ "game": "triangle", "seats": [me, me] }), (422, "config")),
        (json!({ "game": "machi" }), (422, "config")),
        (json!({ "game": "set", "deal": "magic" }), (422, "deal")),
        (json!({ "game": "set", "seats": [me, bot("greedy")] }), (422, "bot")),
        (json!({ "game": "set", "seats": [me, bot("racer:99999999999")] }), (422, "bot")),
        (json!({ "game": "set", "daily": "today" }), (400, "json")),
        (json!({ "name": "set" }), (400, "json")),
    ];
    for (new, (status, code)) in asks {
        assert_eq!(
            house.post("/api/tables", new.clone()).await.refusal(),
            (status, code.to_owned()),
            "{new}"
        );
    }
    assert_eq!(house.get("/api/tables/none").await.refusal(), (404, "table".to_owned()));
    assert_eq!(house.get("/nowhere").await.refusal(), (404, "route".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_once() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (table, _) = house.table(json!({ "game": "set", "seats": seats })).await;
    let join = format!("/api/tables/{table}/join");
    let script = "<img src=x onerror=alert(1)>";
    house.post(&join, json!({ "name": script })).await.ok();
    assert_eq!(house.post(&join, json!({ "name": "Eve" })).await.refusal(), (409, "full".to_owned()));
    assert_eq!(
        house.post(&join, json!({ "name": "Eve", "seat": 0 })).await.refusal(),
        (409, "full".to_owned())
    );
    let view = seen(&house, &table).await;
    assert_eq!(text(&view["seats"][1]["name"]), script, "a name is data; the page shows it as text");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_has_not_begun_is_not_edited() {
    let house = House::open().await;
    let new = json!({ "game": "triangle", "study": true, "waits": true });
    let (table, tokens) = house.table(new).await;
    let edit = json!({ "state": 0, "edit": "toggle 3 4" });
    let refused = house.post_as(&tokens[0], &format!("/api/tables/{table}/edit"), edit).await;
    assert_eq!(refused.refusal(), (409, "waiting".to_owned()));
}
