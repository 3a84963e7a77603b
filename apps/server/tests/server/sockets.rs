//! Sockets that ask too much, say too much, or read too little.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{House, legal, state, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_more_than_16_kib_ends_the_socket() {
    let house = House::open().await;
    let mut socket = house.socket().await;
    socket.say_text(&"x".repeat(16 * 1024)).await.unwrap();
    assert_eq!(socket.refusal().await, "json");
    socket.say_text(&"x".repeat(16 * 1024 + 1)).await.unwrap();
    assert_eq!(socket.farewell().await, Some((1009, "a message has 16 KiB at most".to_owned())));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_watches_16_tables_at_most() {
    let house = House::open().await;
    let mut socket = house.socket().await;
    let mut first = None;
    for _ in 0..16 {
        let (table, _) = house.table(json!({ "game": "triangle" })).await;
        socket.say(json!({ "type": "watch", "table": table })).await;
        socket.receive("table").await;
        first.get_or_insert(table);
    }
    let (table, _) = house.table(json!({ "game": "triangle" })).await;
    socket.say(json!({ "type": "watch", "table": table })).await;
    assert_eq!(socket.refusal().await, "limit");
    socket.say(json!({ "type": "unwatch", "id": 5, "table": first })).await;
    assert_eq!(socket.receive("done").await["id"], 5);
    socket.say(json!({ "type": "watch", "table": table })).await;
    assert_eq!(socket.receive("table").await["table"], json!(table));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_dropped_and_the_others_go_on() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut eager, first) = house.watch(&table, &tokens).await;
    eager.act(&table, 0, &legal(&first, 0)[0]).await;
    // The first to be taken back marks the seat; from then on only who leaves changes the seats.
    eager.say(json!({ "type": "undo", "table": table, "state": 1 })).await;
    let mut view = eager.receive("moved").await;
    eager.receive("seats").await;
    let mut lazy = house.socket().await;
    // Words make its messages long; the system's own buffers take some megabytes of them.
    lazy.say(json!({ "type": "watch", "table": table, "tokens": tokens, "words": true })).await;
    eager.receive("seats").await;
    let mut is_dropped = false;
    while !is_dropped {
        assert!(state(&view) < 20_000, "the slow one was never dropped");
        let is_first = state(&view).is_multiple_of(2);
        eager
            .say(if is_first {
                json!({ "type": "act", "table": table, "state": state(&view), "action": legal(&view, 0)[0] })
            } else {
                json!({ "type": "undo", "table": table, "state": state(&view) })
            })
            .await;
        loop {
            let message = eager.next().await;
            is_dropped |= message["type"] == "seats";
            match message["type"].as_str() {
                Some("moved") => view = message,
                Some("done") => break,
                _ => {}
            }
        }
    }
    let why = "messages to you are not being read; 256 KiB may wait";
    assert_eq!(lazy.farewell().await, Some((1008, why.to_owned())));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_answers_no_ping_is_dropped_and_others_stay() {
    let house = House::with(|options| {
        options.limits.ping = Duration::from_millis(50);
        options.limits.silence = Duration::from_secs(2);
    })
    .await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut alive, view) = house.watch(&table, &tokens).await;
    // Pings are answered while a socket is read, and this one is not.
    let mut dead = house.socket().await;
    dead.say(json!({ "type": "watch", "table": table })).await;
    let mut watching = vec![alive.receive("seats").await["watching"].clone()];
    while watching.last() != Some(&json!(0)) || watching.len() < 2 {
        watching.push(alive.receive("seats").await["watching"].clone());
    }
    watching.dedup();
    assert_eq!(watching.last_chunk(), Some(&[json!(1), json!(0)]), "it looked on, and was dropped");
    alive.act(&table, 0, &legal(&view, 0)[0]).await;
    assert_eq!(dead.farewell().await, Some((1008, "nothing was heard of you for 2 s".to_owned())));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_gives_no_more_tokens_than_a_table_may_have_seats() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let mut socket = house.socket().await;
    let watch = |others: usize| {
        let all: Vec<String> =
            tokens.iter().cloned().chain((0..others).map(|number| number.to_string())).collect();
        json!({ "type": "watch", "id": 1, "table": table, "tokens": all })
    };
    socket.say(watch(64)).await;
    assert_eq!(socket.refusal().await, "limit");
    socket.say(watch(63)).await;
    assert_eq!(socket.receive("table").await["you"], json!([0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_again_is_no_news_for_others() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "seed": 1 })).await;
    let (mut player, view) = house.watch(&table, &tokens).await;
    let (mut onlooker, _) = house.watch(&table, &[]).await;
    for id in 0..3 {
        onlooker.say(json!({ "type": "watch", "id": id, "table": table })).await;
        onlooker.receive("table").await;
    }
    player
        .say(json!({ "type": "act", "table": table, "state": state(&view), "action": legal(&view, 0)[0] }))
        .await;
    let mut heard = Vec::new();
    while heard.last().is_none_or(|kind| kind != "done") {
        heard.push(text(&player.next().await["type"]));
    }
    assert_eq!(heard, ["seats", "moved", "done"], "somebody came once");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_can_t_turn_the_page_around_and_comes_one_after_another() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, _) = house.watch(&table, &tokens).await;
    let say = |words: &str| json!({ "type": "say", "id": 1, "table": table, "words": words });
    socket.say(say("good\u{202e}  luck\u{0}\u{200b}\n!")).await;
    assert_eq!(socket.receive("said").await["words"], "good luck !");
    for (words, code) in [("again", "limit"), ("\u{202e}\u{2066}", "chat"), (&"x".repeat(201), "chat")] {
        socket.say(say(words)).await;
        assert_eq!(socket.refusal().await, code, "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_can_t_decide_whether_to_be_ready_does_not_flood_the_others() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (table, tokens) = house.table(json!({ "game": "set", "seats": seats, "waits": true })).await;
    let (mut socket, _) = house.watch(&table, &tokens).await;
    let ready = |ready: bool| json!({ "type": "ready", "id": 1, "table": table, "ready": ready });
    socket.say(ready(true)).await;
    socket.receive("done").await;
    socket.say(ready(false)).await;
    socket.receive("done").await;
    socket.say(ready(true)).await;
    assert_eq!(socket.refusal().await, "limit");
    let mut output = 0;
    for _ in 0..20 {
        socket.say(ready(false)).await;
        loop {
            match text(&socket.next().await["type"]).as_str() {
                "done" => break,
                _ => output += 1,
            }
        }
    }
    assert!(output <= 2, "the same again is no news: {output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_is_no_crowd_at_a_table() {
    let house = House::open().await;
    let (table, _) = house.table(json!({ "game": "triangle" })).await;
    let mut crowd = Vec::new();
    for _ in 0..64 {
        crowd.push(house.watch(&table, &[]).await);
    }
    let mut one_more = house.socket().await;
    one_more.say(json!({ "type": "watch", "id": 1, "table": table })).await;
    assert_eq!(one_more.refusal().await, "limit");
    let (first, _) = &mut crowd[0];
    first.say(json!({ "type": "watch", "id": 2, "table": table, "words": true })).await;
    first.receive("table").await;
    drop(crowd.pop());
    loop {
        one_more.say(json!({ "type": "watch", "id": 1, "table": table })).await;
        if one_more.next().await["type"] == "table" {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_and_goes_all_the_time_does_not_flood_the_others() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "seed": 1 })).await;
    let (mut player, view) = house.watch(&table, &tokens).await;
    let (mut restless, begun) = (house.socket().await, Instant::now());
    for id in 0..100 {
        restless.say(json!({ "type": "watch", "id": id, "table": table })).await;
        restless.receive("table").await;
        restless.say(json!({ "type": "unwatch", "id": id, "table": table })).await;
        restless.receive("done").await;
    }
    restless.say(json!({ "type": "watch", "id": 100, "table": table })).await;
    restless.receive("table").await;
    player
        .say(json!({ "type": "act", "table": table, "state": state(&view), "action": legal(&view, 0)[0] }))
        .await;
    let mut heard = 0;
    while player.next().await["type"] != "done" {
        heard += 1;
    }
    // Some at once, then one every 300 ms, and the move.
    let most = 12 + begun.elapsed().as_millis() / 300;
    assert!(heard <= most, "{heard} of 201 were told, not {most}");
    while player.receive("seats").await["watching"] != 1 {}
}
