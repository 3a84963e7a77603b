//! Exports and statistics beside everything else.

use serde_json::json;
use tercet_catalog::CATALOG;
use tercet_game::{Deal, Finish};
use tercet_store::{Archive, NewGame, NewSeat};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::{House, legal, state};
use crate::play::play_out;

/// More bytes of moves than the buffers between a server and a client hold.
const GAMES: usize = 1500;
const MOVES: usize = 200;

/// A server with many games in its archive.
async fn full_house(change: impl FnOnce(&mut tercet_server::ServeOptions)) -> House {
    let house = House::with(change).await;
    add_games(&house, GAMES);
    house
}

fn add_games(house: &House, count: usize) {
    let inputs = "chance 2gto\n".repeat(MOVES);
    let deal = Deal::stream(1);
    let seat = |label| NewSeat {
        label,
        bot: label,
        points: 0,
        finish: Finish { place: 1, score: 0 },
        assisted: false,
    };
    let game = || NewGame {
        game: "set",
        rules: 1,
        config: &[],
        deal: &deal,
        inputs: &inputs,
        plays: 0,
        end: None,
        state: 7,
        seats: vec![seat("first")],
        slot: None,
        finished_ms: 0,
    };
    let games: Vec<NewGame<'_>> = (0..count).map(|_| game()).collect();
    Archive::open(house.dir.path(), CATALOG).unwrap().add(&games).unwrap();
}

/// Somebody who asks for all moves and takes only the first bytes.
async fn slow_client(house: &House) -> TcpStream {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head = format!("GET /api/export/moves.jsonl HTTP/1.1\r\nhost: {}\r\n\r\n", house.address);
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut first = [0; 15];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_export_holds_up_nobody_and_ends_with_its_client() {
    let house = full_house(|options| options.limits.exports_a_minute = 1_000_000).await;
    let slow = slow_client(&house).await;
    let busy = house.get("/api/export/games.csv").await;
    assert_eq!((busy.refusal(), busy.headers["retry-after"].as_str()), ((503, "busy".to_owned()), "30"));
    assert_eq!(busy.json()["why"], "an address may have one export at a time; ask again in 30 s");
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, view) = house.watch(&table, &tokens).await;
    socket.act(&table, state(&view), &legal(&view, 0)[0]).await;
    assert_eq!(house.get(&format!("/t/{table}/0.svg")).await.status, 200, "an old picture is drawn");
    assert_eq!(house.get("/api/stats").await.ok()["stats"][0]["games"], GAMES);
    assert_eq!(house.get("/api/games?limit=3").await.ok()["games"].as_array().unwrap().len(), 3);
    drop(slow);
    // Once the server has seen that he is gone, there is room again.
    let whole = loop {
        let asked = house.get("/api/export/moves.jsonl").await;
        if asked.status == 200 {
            break asked;
        }
        assert_eq!(asked.refusal(), (503, "busy".to_owned()));
    };
    assert_eq!(whole.text().lines().count(), GAMES * MOVES);
    assert_eq!(whole.headers["content-type"], "application/jsonl");
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_and_statistics_are_limited_by_address() {
    let house = House::with(|options| {
        options.limits.exports_a_minute = 1;
        options.limits.studies_a_minute = 2;
    })
    .await;
    let refused = (429, "limit".to_owned());
    assert_eq!(house.get("/api/export/secrets.csv").await.refusal(), (404, "route".to_owned()));
    assert_eq!(house.get("/api/export/games.csv").await.status, 200);
    assert_eq!(house.get("/api/export/games.csv").await.refusal(), refused);
    house.get("/api/stats").await.ok();
    house.get("/api/ratings").await.ok();
    for path in ["/api/stats", "/api/ratings", "/api/purchases?game=machi"] {
        assert_eq!(house.get(path).await.refusal(), refused, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_are_of_all_games_that_are_there() {
    let house = full_house(|_| {}).await;
    for _ in 0..2 {
        assert_eq!(house.get("/api/stats?game=set").await.ok()["stats"][0]["games"], GAMES);
        assert_eq!(house.get("/api/stats?game=machi").await.ok()["stats"], json!([]));
    }
    add_games(&house, 1);
    assert_eq!(house.get("/api/stats?game=set").await.ok()["stats"][0]["games"], GAMES + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_packed_export_is_whole() {
    let house = House::open().await;
    add_games(&house, 3);
    let packed = house.send("GET", "/api/export/moves.jsonl", &[("accept-encoding", "gzip")], "").await;
    assert_eq!((packed.status, packed.headers["content-encoding"].as_str()), (200, "gzip"));
    // The last four bytes of what is packed say how long it was; the answer's own end was found already.
    let size = packed.body.last_chunk().copied().map(u32::from_le_bytes);
    let whole = house.get("/api/export/moves.jsonl").await;
    assert_eq!((size, whole.text().lines().count()), (Some(whole.body.len() as u32), 3 * MOVES));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_no_formula_in_a_spreadsheet() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "=HYPERLINK(1)" }]);
    let new = json!({ "game": "triangle", "seats": seats, "options": { "grid": "hexagon 2" } });
    let (table, tokens) = house.table(new).await;
    play_out(&house, &table, &tokens[0]).await;
    let output = async |file: &str| house.get(&format!("/api/export/{file}")).await.text().to_owned();
    let csv = output("games.csv").await;
    assert!(csv.contains(",'=HYPERLINK(1),") && !csv.contains(",=HYPERLINK"), "{csv}");
    assert!(output("games.jsonl").await.contains("\"=HYPERLINK(1)\""), "only spreadsheets need it");
}
