//! A client that sends more than its pace allows delays only itself.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::json;
use tercet_server::Proxies;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{House, legal, state};

/// How much of an address is listened to in a second here; four times as much may come at once.
const RATE: u32 = 50;

async fn slow_house() -> House {
    House::with(|options| options.limits.rate = RATE).await
}

async fn connect_from(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// The status of one request over a connection of its own; nothing, if the connection is cut without an answer.
async fn status(from: Ipv4Addr, house: &House) -> Option<String> {
    let mut stream = connect_from(from, house.address).await;
    let head = format!("GET /api/catalog HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", house.address);
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut said = String::new();
    stream.read_to_string(&mut said).await.ok()?;
    said.split(' ').nth(1).map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_messages_is_heard_slowly_and_to_its_end() {
    let house = slow_house().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, view) = house.watch(&table, &tokens).await;
    let begun = Instant::now();
    let messages = u64::from(RATE) * 5;
    for id in 1..=messages {
        socket.say(json!({ "type": "act", "id": id, "table": table, "state": 99, "action": "none" })).await;
    }
    for id in 1..=messages {
        assert_eq!(socket.hear_refused().await["id"], id, "nothing is lost");
    }
    assert!(begun.elapsed() >= Duration::from_millis(900), "{:?}", begun.elapsed());
    // A move is one message like others: it is taken, whatever came before.
    socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_frames_that_are_no_messages_waits_too() {
    let house = slow_house().await;
    let mut stream = connect_from(Ipv4Addr::LOCALHOST, house.address).await;
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream
        .write_all(format!("GET /ws HTTP/1.1\r\nhost: {}\r\n{upgrade}", house.address).as_bytes())
        .await
        .unwrap();
    let begun = Instant::now();
    // Pings without words. Each is answered by a pong of two bytes.
    let pings = RATE as usize * 5;
    stream.write_all(&[0x89, 0x80, 1, 2, 3, 4].repeat(pings)).await.unwrap();
    let (mut said, mut pongs) = (vec![0; 4096], 0);
    while pongs < pings {
        let read = stream.read(&mut said).await.unwrap();
        pongs += said[..read].windows(2).filter(|bytes| *bytes == [0x8a, 0]).count();
    }
    assert!(begun.elapsed() >= Duration::from_millis(900), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_connects_again_and_again_waits_or_is_refused_and_others_are_not() {
    let house = slow_house().await;
    let (many, other) = (Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3));
    let begun = Instant::now();
    let asked = futures_util::future::join_all((0..RATE * 8).map(|_| status(many, &house)));
    let (answers, calm) = tokio::join!(asked, async {
        let begun = Instant::now();
        (status(other, &house).await, begun.elapsed())
    });
    let count = |wanted: &str| answers.iter().flatten().filter(|answer| *answer == wanted).count();
    // A connection and its request count for three.
    assert!(count("200") >= RATE as usize, "{} of {} were answered", count("200"), answers.len());
    assert!(count("503") > 0, "none was told to come again");
    assert!(begun.elapsed() >= Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(calm.0.as_deref(), Some("200"));
    assert!(calm.1 < Duration::from_secs(4), "another visitor waited {:?}", calm.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_long_answers_waits_as_one_who_asks_for_many_short_ones() {
    let house = slow_house().await;
    let deal = format!("given {}", "5:2 ".repeat(40_000).trim_end());
    let (table, tokens) = house.table(json!({ "game": "triangle", "deal": deal })).await;
    let (mut socket, _) = house.watch(&table, &tokens).await;
    let begun = Instant::now();
    // Each answer has 160 KB, which count for nine more: forty of them are eight seconds' worth, of which four may come at once.
    for id in 1..=40 {
        socket.say(json!({ "type": "watch", "id": id, "table": table, "tokens": tokens })).await;
        assert_eq!(socket.receive("table").await["id"], id);
    }
    assert!(begun.elapsed() >= Duration::from_secs(3), "{:?}", begun.elapsed());
    let begun = Instant::now();
    for _ in 0..5 {
        house.get(&format!("/api/tables/{table}")).await.ok();
    }
    assert!(begun.elapsed() >= Duration::from_millis(700), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_there_already_counts_as_one_that_is_sent() {
    let house = slow_house().await;
    let begun = Instant::now();
    let first = house.get("/page/join/app+table+games/machi.js").await;
    let tag = first.headers["etag"].clone();
    // What was gathered counts, though nothing is sent.
    let counted = (first.body.len() / (16 * 1024)) as u32;
    let asked = 5 * RATE / counted + 1;
    for _ in 0..asked {
        let again =
            house.send("GET", "/page/join/app+table+games/machi.js", &[("if-none-match", &tag)], "").await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
    assert!(begun.elapsed() >= Duration::from_millis(900), "{asked} of {counted}: {:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_through_a_proxy_is_counted_for_himself() {
    let house = House::with(|options| {
        options.proxies = Proxies { networks: vec!["127.0.0.1".parse().unwrap()], ..Proxies::default() };
        options.limits.rate = RATE;
    })
    .await;
    let ask =
        async |client: &str| house.send("GET", "/api/catalog", &[("x-forwarded-for", client)], "").await;
    let begun = Instant::now();
    let asked = (0..RATE * 5 / 2).map(|_| ask("192.0.2.1"));
    let (answers, _) = tokio::join!(futures_util::future::join_all(asked), ask("192.0.2.2"));
    assert!(answers.iter().all(|answer| answer.status == 200));
    assert!(begun.elapsed() >= Duration::from_millis(900), "{:?}", begun.elapsed());
    let asked = (0..RATE * 8).map(|_| ask("192.0.2.3"));
    let answers = futures_util::future::join_all(asked).await;
    let refused = answers.iter().find(|answer| answer.status == 429).expect("none was refused");
    assert_eq!(refused.refusal(), (429, "limit".to_owned()));
}
