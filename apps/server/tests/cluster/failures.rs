//! Owners that are killed in the middle of moves, paused past their lease, cut off from the database.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::crowd::kill_owners;
use crate::database::Database;
use crate::node::{LEASE, Node};
use crate::web::{Socket, ask, get, legal, make, post_as};

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_is_killed_loses_and_doubles_nothing() {
    let database = Database::start();
    let (moves, longest) = kill_owners(&database, 4, 4).await;
    println!("{moves} moves, the longest took {longest:?}");
    assert!(moves > 20, "{moves} moves were made");
    assert!(longest < Duration::from_secs(15), "somebody waited for {longest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_was_paused_past_its_lease_writes_nothing() {
    let database = Database::start();
    let (paused, other) = (Node::start(&database.url()), Node::start(&database.url()));
    let (table, tokens) = make(paused.address, json!({ "game": "triangle" })).await;
    let path = format!("/api/tables/{table}");
    let act = format!("{path}/act");
    let mut socket = Socket::open(paused.address).await;
    socket.say(json!({ "type": "watch", "id": 1, "table": table, "tokens": tokens })).await;
    let view = socket.receive("table").await;
    paused.signal("STOP");
    let begun = Instant::now();
    let first = json!({ "state": 0, "action": legal(&view)[0] });
    // The paused server does not answer; when its lease is over the other one does, by itself or when asked again.
    let mut reply = post_as(other.address, &tokens[0], &act, first.clone()).await;
    while reply.status == 503 {
        assert!(begun.elapsed() < 5 * LEASE, "nobody takes the table over");
        reply = post_as(other.address, &tokens[0], &act, first.clone()).await;
    }
    let moved = if reply.status == 200 { reply.json() } else { get(other.address, &path).await.ok() };
    assert_eq!(moved["state"], 1, "{}", reply.text);
    assert!(begun.elapsed() < 4 * LEASE, "it took {:?}", begun.elapsed());
    paused.signal("CONT");
    assert_eq!(socket.farewell().await, 1012, "who was there is told to look for the table");
    // What was meant for the state before is refused, whichever server is asked.
    let late = json!({ "state": 0, "action": legal(&view)[1] });
    let reply = post_as(paused.address, &tokens[0], &act, late).await;
    assert_eq!((reply.status, reply.code().as_str()), (409, "stale"), "{}", reply.text);
    let second = json!({ "state": 1, "action": legal(&moved)[0] });
    assert_eq!(post_as(paused.address, &tokens[0], &act, second).await.ok()["state"], 2);
    assert_eq!(get(other.address, &format!("{path}?since=0")).await.ok()["log"].as_array().unwrap().len(), 2);
}

/// A port in front of the database that can be cut: nothing goes through then, in either direction.
struct Cable {
    port: u16,
    is_cut: watch::Sender<bool>,
}

impl Cable {
    async fn to(port: u16) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (is_cut, cut) = watch::channel(false);
        let own = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, port, cut.clone()));
            }
        });
        Cable { port: own, is_cut }
    }
}

/// Carries one connection until the cable is cut. Neither end hears of that until it is mended.
async fn carry(mut client: TcpStream, port: u16, mut cut: watch::Receiver<bool>) {
    until(&mut cut, false).await;
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => return,
        () = until(&mut cut, true) => {}
    }
    until(&mut cut, false).await;
}

async fn until(cut: &mut watch::Receiver<bool>, wanted: bool) {
    let _ = cut.wait_for(|is_cut| *is_cut == wanted).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_is_cut_off_refuses_and_comes_back() {
    let database = Database::start();
    let cable = Cable::to(database.port()).await;
    let (lonely, other) = (Node::start(&Database::url_at(cable.port)), Node::start(&database.url()));
    let (table, tokens) = make(lonely.address, json!({ "game": "triangle" })).await;
    let (path, act) = (format!("/api/tables/{table}"), format!("/api/tables/{table}/act"));
    let view =
        ask(lonely.address, "GET", &path, &[("authorization", &format!("Bearer {}", tokens[0]))], "").await;
    let actions = legal(&view.unwrap().ok());
    cable.is_cut.send(true).unwrap();
    let first = json!({ "state": 0, "action": actions[0] });
    let refused = post_as(lonely.address, &tokens[0], &act, first.clone()).await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    assert!(refused.head.contains("retry-after: 1"), "{}", refused.head);
    let begun = Instant::now();
    let mut reply = post_as(other.address, &tokens[0], &act, first.clone()).await;
    while reply.status == 503 && begun.elapsed() < 5 * LEASE {
        reply = post_as(other.address, &tokens[0], &act, first.clone()).await;
    }
    assert!(reply.status == 200 || reply.code() == "repeated", "{}: {}", reply.status, reply.text);
    // Without the database nobody is told of a state that may be old.
    let blind = get(lonely.address, &path).await;
    assert_eq!(blind.status, 503, "{}", blind.text);
    cable.is_cut.send(false).unwrap();
    let begun = Instant::now();
    let mut healed = get(lonely.address, &path).await;
    while healed.status == 503 && begun.elapsed() < 8 * LEASE {
        tokio::time::sleep(Duration::from_millis(100)).await;
        healed = get(lonely.address, &path).await;
    }
    assert_eq!(healed.ok()["state"], 1);
}
