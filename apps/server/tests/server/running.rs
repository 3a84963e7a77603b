//! Running a server: its metrics and health, and how it stops.

use std::time::Duration;

use serde_json::json;
use tercet_server::{MetricsPort, Retention, ServeOptions, Server};

use crate::client::{House, Response, legal, state, text};

async fn watched() -> House {
    House::with(|options| options.metrics = MetricsPort::At(0)).await
}

/// The value of a line of the metrics.
fn value(metrics: &Response, name: &str) -> f64 {
    let line = metrics.text().lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not in\n{}", metrics.text())).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_what_happens() {
    let house = watched().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, view) = house.watch(&table, &tokens).await;
    let moved = socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
    socket.say(json!({ "type": "undo", "table": table, "state": state(&moved) + 9 })).await;
    assert_eq!(socket.refusal().await, "stale");
    assert_eq!(house.get("/api/tables/none").await.refusal(), (404, "table".to_owned()));
    let metrics = house.metrics("/metrics").await;
    assert_eq!(metrics.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    for (name, count) in [
        ("tercet_tables", 1.0),
        ("tercet_sockets", 1.0),
        ("tercet_move_seconds_count", 1.0),
        ("tercet_refusals_total{code=\"stale\"}", 1.0),
        ("tercet_refusals_total{code=\"table\"}", 1.0),
        ("tercet_responses_total{status=\"404\"}", 1.0),
        ("tercet_responses_total{status=\"201\"}", 1.0),
    ] {
        assert!((value(&metrics, name) - count).abs() < 0.5, "{name}\n{}", metrics.text());
    }
    for name in ["tercet_connections", "tercet_archive_bytes", "tercet_request_seconds_count"] {
        assert!(value(&metrics, name) >= 1.0, "{name}");
    }
    assert!(!metrics.text().contains(&table) && !metrics.text().contains(&tokens[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn health_readiness_and_version_are_told_on_their_own_port() {
    let house = watched().await;
    assert_eq!(house.metrics("/health").await.text(), "ok\n");
    assert_eq!(house.metrics("/ready").await.text(), "ready\n");
    let version = json!({ "name": "tercet", "version": env!("CARGO_PKG_VERSION") });
    assert_eq!(house.metrics("/version").await.ok(), version);
    assert_eq!(house.metrics("/api/catalog").await.status, 404);
    assert_eq!(house.get("/metrics").await.refusal(), (404, "route".to_owned()), "others don't see them");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_metrics_port_that_is_taken_matters_only_if_it_was_chosen() {
    let house = House::open().await;
    let dir = tempfile::tempdir().unwrap();
    let port = house.address.port();
    let at = |metrics| ServeOptions { metrics, ..ServeOptions::local(dir.path()) };
    let error = Server::open(&at(MetricsPort::At(port))).await.err().unwrap().to_string();
    let why = format!(
        "port {port} is in use, perhaps by another `tercet serve`; choose another with --metrics-port"
    );
    assert_eq!(error, why);
    let running = Server::open(&at(MetricsPort::Try(port))).await.unwrap().start().unwrap();
    assert_eq!(running.metrics, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_a_number_of_its_own() {
    let house = House::open().await;
    let mut ids = Vec::new();
    for path in ["/", "/api/catalog", "/nowhere"] {
        ids.push(house.get(path).await.headers["x-request-id"].clone());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_when_to_come_back_and_keeps_every_move() {
    let mut house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, mut view) = house.watch(&table, &tokens).await;
    for _ in 0..3 {
        view = socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
    }
    let (stopped, output) =
        tokio::join!(tokio::time::timeout(Duration::from_secs(5), house.stop()), socket.farewell(),);
    assert!(stopped.is_ok(), "it takes no longer than five seconds");
    assert_eq!(output, Some((1012, "the server restarts; come back in 1 s".to_owned())));
    let log = std::fs::metadata(house.dir.path().join("archive.sqlite-wal"));
    assert!(log.is_err() || log.unwrap().len() == 0, "the archive is one file");
    house.restart().await;
    let again = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    assert_eq!((state(&again), &again["you"]), (state(&view), &json!([0])));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_kept_as_long_as_was_asked_for() {
    let mut house = House::open().await;
    let (open, _) = house.table(json!({ "game": "triangle" })).await;
    let bots = json!([{ "kind": "bot", "bot": "random" }, { "kind": "bot", "bot": "random" }]);
    let (table, _) = house.table(json!({ "game": "machi", "seats": bots })).await;
    let (mut socket, mut view) = house.watch(&table, &[]).await;
    while view["over"].is_null() {
        view = socket.receive("moved").await;
    }
    drop(socket);
    let games = async |house: &House| house.get("/api/games").await.ok()["games"].as_array().unwrap().len();
    while games(&house).await == 0 {}
    house.restart_with(|options| options.retention.time = Some(Duration::from_hours(24))).await;
    assert_eq!(games(&house).await, 1, "it is not a day old");
    // A quota of one byte is less than an empty archive has: all that may go goes.
    let retention = Retention { time: None, quota: Some(1) };
    house.restart_with(|options| options.retention = retention).await;
    while games(&house).await > 0 {}
    let gone = house.get(&format!("/api/tables/{table}")).await;
    assert_eq!((gone.status, text(&gone.json()["code"])), (404, "table".to_owned()));
    house.get(&format!("/api/tables/{open}")).await.ok();
}
