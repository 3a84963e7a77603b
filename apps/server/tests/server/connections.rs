//! Connections that are slow, silent or too many: they go, with a reason, and others are answered meanwhile.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;

use crate::client::{House, legal, state};

/// A server whose clients have little time.
async fn hasty() -> House {
    House::with(|options| {
        options.limits.head = Duration::from_millis(300);
        options.limits.body = Duration::from_millis(300);
        options.limits.keep_alive = Duration::from_millis(300);
        options.limits.unread = Duration::from_millis(300);
    })
    .await
}

/// All that the server says until it closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_cut() {
    let house = hasty().await;
    let mut silent = TcpStream::connect(house.address).await.unwrap();
    assert_eq!(rest(&mut silent).await, "");
    let mut half = TcpStream::connect(house.address).await.unwrap();
    half.write_all(b"GET /api/catalog HTTP/1.1\r\nhost: ").await.unwrap();
    assert_eq!(rest(&mut half).await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_drips_is_cut_however_often_a_byte_comes() {
    let house = hasty().await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    writer.write_all(b"GET / HTTP/1.1\r\nx: ").await.unwrap();
    let drip = async {
        while writer.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let mut byte = [0];
    tokio::select! {
        () = drip => {}
        read = reader.read(&mut byte) => assert!(!matches!(read, Ok(1)), "it was answered"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_drips_is_refused_and_a_connection_that_waits_is_closed() {
    let house = hasty().await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head =
        format!("POST /api/tables HTTP/1.1\r\nhost: {}\r\ncontent-length: 99\r\n\r\n{{", house.address);
    stream.write_all(head.as_bytes()).await.unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
    assert!(answer.ends_with(r#"{"code":"slow","why":"the body took longer than 0.3 s"}"#), "{answer}");
    let mut kept = TcpStream::connect(house.address).await.unwrap();
    let ask = format!("GET /api/best?game=set HTTP/1.1\r\nhost: {}\r\n\r\n", house.address);
    kept.write_all(ask.as_bytes()).await.unwrap();
    assert!(rest(&mut kept).await.starts_with("HTTP/1.1 200 OK\r\n"), "one request, and then it is closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_too_large_is_refused_however_it_is_sent() {
    let house = House::open().await;
    let large = "x".repeat(256 * 1024 + 1);
    assert_eq!(house.send("POST", "/api/import", &[], &large).await.refusal(), (413, "large".to_owned()));
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head = format!(
        "POST /api/import HTTP/1.1\r\nhost: {}\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n",
        house.address,
        large.len()
    );
    let _ = stream.write_all((head + &large + "\r\n0\r\n\r\n").as_bytes()).await;
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 413 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_reads_is_given_up() {
    let house = House::with(|options| options.limits.unread = Duration::from_millis(300)).await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    // So many answers that the system's own buffers are full long before the last.
    let ask = format!("GET /page/table.js HTTP/1.1\r\nhost: {}\r\n\r\n", house.address);
    let (mut reader, mut writer) = stream.split();
    // The server reads no further request while an answer waits, and closes the connection then.
    while writer.write_all(ask.as_bytes()).await.is_ok() {}
    let mut bytes = Vec::new();
    let _ = reader.read_to_end(&mut bytes).await;
    house.get("/api/catalog").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_make_room() {
    let house = House::with(|options| options.limits.connections = 4).await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(TcpStream::connect(house.address).await.unwrap());
    }
    // New ones are left alone for a moment, in which others are told to come again, or closed where many are being told.
    let ask =
        format!("GET /api/best?game=set HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", house.address);
    loop {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let _ = stream.write_all(ask.as_bytes()).await;
        if rest(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n") {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn busy_connections_stay_and_sockets_leave_room_for_requests() {
    let house = House::with(|options| {
        options.limits.connections = 8;
        options.limits.grace = Duration::from_hours(1);
    })
    .await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let mut sockets = Vec::new();
    for _ in 0..7 {
        sockets.push(house.watch(&table, &tokens).await);
    }
    let refused = connect_async(format!("ws://{}/ws", house.address)).await.unwrap_err();
    assert_eq!(refused.to_string(), "HTTP error: 429 Too Many Requests");
    // The last place is that of a request that waits.
    let mut waiting = TcpStream::connect(house.address).await.unwrap();
    let ask = format!(
        "GET /api/tables/{table}?wait=0 HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
        house.address
    );
    waiting.write_all(ask.as_bytes()).await.unwrap();
    let full = house.get("/api/catalog").await;
    let why = "the server has as many connections as it can; come again in a moment";
    assert_eq!((full.status, full.json()), (503, json!({ "code": "limit", "why": why })));
    assert_eq!(full.headers["retry-after"], "5");
    // Those who are there go on, and are answered.
    let (mut socket, view) = sockets.pop().unwrap();
    socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
    assert!(rest(&mut waiting).await.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_connections_and_its_sockets_always_fit() {
    let house = House::with(|options| {
        options.limits.connections_per_address = 1;
        options.limits.sockets_per_address = 2;
    })
    .await;
    let mut sockets = Vec::new();
    for _ in 0..2 {
        sockets.push(house.socket().await);
    }
    house.get("/api/catalog").await.ok();
}
