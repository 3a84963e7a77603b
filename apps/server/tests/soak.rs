//! Long checks of several servers over one `PostgreSQL`: `cargo xtask soak` runs them.

#![allow(dead_code, reason = "the parts are those of the short tests")]

#[path = "cluster/crowd.rs"]
mod crowd;
#[path = "cluster/database.rs"]
mod database;
#[path = "cluster/node.rs"]
mod node;
#[path = "cluster/player.rs"]
mod player;
#[path = "cluster/web.rs"]
mod web;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Mutex;

use crate::database::Database;
use crate::node::Node;
use crate::web::{Socket, legal, make};

/// How long moves are counted.
const LASTS: Duration = Duration::from_secs(20);
/// How many tables there are at each of two servers.
const TABLES: usize = 100;

/// Held by the one check that runs: another beside it would be measured too.
static ALONE: Mutex<()> = Mutex::const_new(());

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_owners_are_killed_and_nothing_is_lost_or_doubled() {
    let _alone = ALONE.lock().await;
    let database = Database::start();
    let (moves, longest) = crowd::kill_owners(&database, 100, 8).await;
    println!("100 kills, {moves} moves, 0 lost, 0 doubled; the longest move took {longest:?}");
    assert!(moves > 500, "{moves}");
}

/// Plays as fast as the server answers; how long each move took.
async fn hurry(address: SocketAddr, first: usize, until: Instant) -> Vec<Duration> {
    let (mut times, mut choice) = (Vec::new(), first);
    while Instant::now() < until {
        let (table, tokens) = make(address, json!({ "game": "triangle" })).await;
        let mut socket = Socket::open(address).await;
        socket.say(json!({ "type": "watch", "table": table, "tokens": tokens })).await;
        let mut view = socket.receive("table").await;
        while view["over"].is_null() && Instant::now() < until {
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let actions = legal(&view);
            let action = &actions[(choice >> 33) % actions.len()];
            let begun = Instant::now();
            socket
                .say(json!({ "type": "act", "table": table, "state": view["state"], "action": action }))
                .await;
            view = socket.receive("moved").await;
            socket.receive("done").await;
            times.push(begun.elapsed());
        }
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_take_a_thousand_moves_a_second() {
    let _alone = ALONE.lock().await;
    let database = Database::durable();
    let nodes = [Node::start(&database.url()), Node::start(&database.url())];
    let begun = Instant::now();
    let until = begun + LASTS;
    let players =
        (0..2 * TABLES).map(|number| tokio::spawn(hurry(nodes[number % 2].address, number * 7919, until)));
    let mut times = Vec::new();
    for player in players.collect::<Vec<_>>() {
        times.extend(player.await.unwrap());
    }
    let seconds = begun.elapsed().as_secs_f64();
    times.sort();
    let rate = times.len() as f64 / seconds;
    let at = |percent: usize| times[times.len() * percent / 100];
    println!("{rate:.0} moves a second at two servers, p50 {:?}, p99 {:?}", at(50), at(99));
    assert!(rate >= 1000.0, "{rate:.0} moves a second");
}
