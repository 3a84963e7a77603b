//! What was acknowledged is on disk: another server over the same archive goes on with every table.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tercet_catalog::CATALOG;
use tercet_server::{ServeOptions, Server};

use crate::client::{House, ageless, legal, state};

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_table_goes_on_after_a_restart() {
    let mut house = House::open().await;
    let two = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let tables = [
        json!({ "game": "triangle" }),
        json!({ "game": "set" }),
        json!({ "game": "set", "seats": two }),
        json!({ "game": "machi", "seats": two, "options": { "expansions": "harbor" } }),
        json!({ "game": "triangle", "study": true }),
    ];
    let mut before: Vec<(String, Vec<String>, Value)> = Vec::new();
    for new in tables {
        let (table, tokens) = house.table(new).await;
        for number in 0..4 {
            let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
            let Some(action) = legal(&view, 0).first().cloned() else { break };
            let act = json!({ "state": number, "action": action });
            house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
        }
        if tokens.len() == 1 {
            let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
            let undo = json!({ "state": state(&view) });
            house.post_as(&tokens[0], &format!("/api/tables/{table}/undo"), undo).await.ok();
        }
        let view = house.get_as(&tokens[0], &format!("/api/tables/{table}?words=true")).await.ok();
        before.push((table, tokens, view));
    }
    house.restart().await;
    for (table, tokens, view) in before {
        let after = house.get_as(&tokens[0], &format!("/api/tables/{table}?words=true")).await.ok();
        assert_eq!(ageless(after.clone()), ageless(view));
        if let Some(action) = legal(&after, 0).first() {
            let act = json!({ "state": state(&after), "action": action });
            house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_does_not_wait_for_its_tables() {
    let mut house = House::with(|options| options.limits.new_tables_a_minute = 1000).await;
    let mut tables = Vec::new();
    for _ in 0..300 {
        tables.push(house.table(json!({ "game": "triangle" })).await);
    }
    let began = Instant::now();
    house.restart().await;
    let (table, tokens) = &tables[150];
    let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    assert_eq!(view["you"], json!([0]));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_tampered_with_fails_alone() {
    let mut house = House::open().await;
    let (bad, bad_tokens) = house.table(json!({ "game": "triangle" })).await;
    let (good, good_tokens) = house.table(json!({ "game": "triangle" })).await;
    let view = house.get_as(&bad_tokens[0], &format!("/api/tables/{bad}")).await.ok();
    let act = json!({ "state": 0, "action": legal(&view, 0)[0] });
    house.post_as(&bad_tokens[0], &format!("/api/tables/{bad}/act"), act).await.ok();
    let file = rusqlite::Connection::open(house.dir.path().join("archive.sqlite")).unwrap();
    file.execute("UPDATE moves SET state = state + 1", []).unwrap();
    drop(file);
    house.restart().await;
    let output = house.get(&format!("/api/tables/{bad}")).await;
    assert_eq!(output.refusal(), (500, "broken".to_owned()));
    let why = "moves 1 to 1 of this table are damaged: move 1 of this table does not replay; they are kept as they are";
    assert_eq!(output.json()["why"], why);
    house.get_as(&good_tokens[0], &format!("/api/tables/{good}")).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_or_lost_tail_is_told_and_not_dropped() {
    let mut house = House::open().await;
    let new = json!({ "game": "triangle", "options": { "grid": "hexagon 2" } });
    let (table, tokens) = house.table(new).await;
    let at = format!("/api/tables/{table}");
    let (last, game) = loop {
        let view = house.get_as(&tokens[0], &at).await.ok();
        if let Some(game) = view["over"]["game"].as_i64() {
            break (state(&view), game);
        }
        let act = json!({ "state": state(&view), "action": legal(&view, 0)[0] });
        house.post_as(&tokens[0], &format!("{at}/act"), act).await.ok();
    };
    let file = rusqlite::Connection::open(house.dir.path().join("archive.sqlite")).unwrap();
    let why = async |house: &House| house.get(&at).await.json()["why"].as_str().unwrap().to_owned();
    file.execute("UPDATE moves SET input = 'nonsense' WHERE number = ?1", [last as i64 - 1]).unwrap();
    house.restart().await;
    let damaged = format!(
        "moves {} to {last} of this table are damaged: `nonsense` is no input; they are kept as they are",
        last - 1
    );
    assert_eq!(why(&house).await, damaged);
    let kept: i64 = file.query_row("SELECT count(*) FROM moves", [], |row| row.get(0)).unwrap();
    assert_eq!(kept.cast_unsigned(), last);
    file.execute("DELETE FROM moves WHERE number >= ?1", [last as i64 - 1]).unwrap();
    house.restart().await;
    let gone = format!("the moves after {} of this table are gone; game {game} has them", last - 2);
    assert_eq!(why(&house).await, gone);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_has_one_server_and_others_still_read_and_add() {
    let mut house = House::open().await;
    let second = Server::open(&ServeOptions::local(house.dir.path())).await;
    let error = second.err().unwrap().to_string();
    let begin =
        format!("`{}` is served by process {} since ", house.dir.path().display(), std::process::id());
    assert!(error.starts_with(&begin), "{error}");
    let mut beside = tercet_store::Archive::open(house.dir.path(), CATALOG).unwrap();
    beside.begin_tournament("set", "{}", 1).unwrap();
    house.restart().await;
    assert_eq!(house.get("/api/games").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_archive_is_not_served() {
    let house = House::open().await;
    house.table(json!({ "game": "triangle" })).await;
    let other = tempfile::tempdir().unwrap();
    let copy = other.path().join("archive.sqlite");
    tercet_store::Archive::open(house.dir.path(), CATALOG).unwrap().backup(&copy).unwrap();
    // The page of the last index or table that has rows is written over.
    let mut bytes = std::fs::read(&copy).unwrap();
    let end = bytes.len();
    bytes[end - 4096..].fill(0x5a);
    std::fs::write(&copy, &bytes).unwrap();
    let error = Server::open(&ServeOptions::local(other.path())).await.err().unwrap().to_string();
    assert!(error.contains("damaged") || error.contains("malformed"), "{error}");
    // The first hundred bytes say that it has a write-ahead log now.
    assert!(std::fs::read(&copy).unwrap()[100..] == bytes[100..], "its pages are left as they were");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_can_not_be_kept_was_not_made() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut onlooker, _) = house.watch(&table, &[]).await;
    let file = rusqlite::Connection::open(house.dir.path().join("archive.sqlite")).unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'no room'); END";
    file.execute_batch(full).unwrap();
    let before = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    let act = json!({ "state": 0, "action": legal(&before, 0)[0] });
    let refused = house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act.clone()).await;
    assert_eq!(refused.refusal(), (503, "archive".to_owned()));
    let after = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    assert_eq!(ageless(after), ageless(before));
    file.execute_batch("DROP TRIGGER full").unwrap();
    house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
    // The first thing that anybody hears of a move is the one that was kept.
    assert_eq!(onlooker.receive("moved").await["number"], 1);
}
