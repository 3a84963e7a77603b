//! What was acknowledged is on disk: another server over the same archive goes on with every table.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{House, legal, state};

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
        assert_eq!(after, view);
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
    assert_eq!(house.get(&format!("/api/tables/{bad}")).await.refusal(), (500, "broken".to_owned()));
    house.get_as(&good_tokens[0], &format!("/api/tables/{good}")).await.ok();
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
    assert_eq!(after, before);
    file.execute_batch("DROP TRIGGER full").unwrap();
    house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
    // The first thing that anybody hears of a move is the one that was kept.
    assert_eq!(onlooker.hear("moved").await["number"], 1);
}
