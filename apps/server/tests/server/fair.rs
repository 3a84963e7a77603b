//! Fair play: help is marked for good, presence without a socket, days to come, and deals that nobody can change.

use std::time::Duration;

use serde_json::{Value, json};
use tercet_catalog::CATALOG;
use tercet_entry::commitment;
use tercet_game::Record;

use crate::client::{House, legal, state, text, today};
use crate::play::play_out;

const SEATS: &str = r#"[{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]"#;

fn ana_and_ben() -> Value {
    serde_json::from_str(SEATS).unwrap()
}

/// Which seats are marked.
async fn marks(house: &House, table: &str) -> Vec<bool> {
    let view = house.get(&format!("/api/tables/{table}")).await.ok();
    view["seats"].as_array().unwrap().iter().map(|seat| seat["assisted"] == true).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_a_bot_played_for_is_marked_for_good() {
    let mut house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }]);
    let (table, tokens) = house.table(json!({ "game": "triangle", "seats": seats })).await;
    let at = |rest: &str| format!("/api/tables/{table}{rest}");
    let (mut socket, _) = house.watch(&table, &tokens).await;
    house.post_as(&tokens[0], &at("/seat"), json!({ "seat": 0, "bot": "greedy" })).await.ok();
    socket.receive("moved").await;
    house.post_as(&tokens[0], &at("/seat"), json!({ "seat": 0 })).await.ok();
    assert_eq!(marks(&house, &table).await, [true]);
    drop(socket);
    house.restart().await;
    assert_eq!(marks(&house, &table).await, [true], "a restart forgets nothing");
    let over = play_out(&house, &table, &tokens[0]).await;
    assert_eq!((&over["assisted"], &over["rated"]), (&json!(true), &json!(true)));
    let game = house.get(&format!("/api/games/{}", over["over"]["game"])).await.ok();
    assert_eq!((&game["seats"][0]["name"], &game["seats"][0]["assisted"]), (&json!("Ana"), &json!(true)));
    assert_eq!(house.get(&at("/best")).await.ok()["best"], json!([]));
    let exported = house.get("/api/export/games.jsonl").await;
    assert!(exported.text().contains(r#""assisted":[1]"#), "{}", exported.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_help_is_in_the_list_of_the_best_and_in_no_mark() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }]);
    let (table, tokens) = house.table(json!({ "game": "triangle", "seats": seats })).await;
    play_out(&house, &table, &tokens[0]).await;
    assert_eq!(marks(&house, &table).await, [false]);
    assert_eq!(house.get(&format!("/api/tables/{table}/best")).await.ok()["best"][0]["name"], "Ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn help_at_the_puzzle_of_the_day_is_no_result_of_the_day() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "daily": today() })).await;
    let record = house.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.refusal(), (409, "secret".to_owned()), "it could be studied elsewhere");
    house.post_as(&tokens[0], &format!("/api/tables/{table}/hint"), json!({})).await.ok();
    play_out(&house, &table, &tokens[0]).await;
    assert_eq!(house.get("/api/daily?game=triangle").await.ok()["results"], json!([]));
    assert_eq!(house.get(&format!("/api/tables/{table}/record")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_is_marked_and_nobody_else() {
    let house = House::open().await;
    let new = json!({ "game": "machi", "seats": ana_and_ben(), "hints": true });
    let (table, tokens) = house.table(new).await;
    house.post_as(&tokens[0], &format!("/api/tables/{table}/hint"), json!({})).await.ok();
    assert_eq!(marks(&house, &table).await, [true, false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn insight_is_help_where_the_game_counts() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats, "pace_ms": 5000 })).await;
    let insight = format!("/api/tables/{table}/insight");
    assert_eq!(house.get(&insight).await.refusal(), (409, "hint".to_owned()), "a second browser");
    assert_eq!(marks(&house, &table).await, [false, false]);
    let output = house.get_as(&tokens[0], &insight).await.ok();
    assert_eq!(output["players"].as_array().unwrap().len(), 2);
    assert_eq!(marks(&house, &table).await, [true, false]);

    let (table, tokens) = house.table(json!({ "game": "machi", "seats": ana_and_ben() })).await;
    let refused = house.get_as(&tokens[0], &format!("/api/tables/{table}/insight")).await;
    assert_eq!(refused.refusal(), (409, "hint".to_owned()), "several people play");
    assert_eq!(marks(&house, &table).await, [false, false]);

    let (table, _) = house.table(json!({ "game": "machi", "seats": seats, "seed": 1 })).await;
    house.get(&format!("/api/tables/{table}/insight")).await.ok();
    assert_eq!(marks(&house, &table).await, [false, false], "this one counts for nothing anyway");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_deal_marks_everybody() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "study": true, "seed": 1 })).await;
    let edit = json!({ "state": 0, "edit": "toggle 1 4" });
    house.post_as(&tokens[0], &format!("/api/tables/{table}/edit"), edit).await.ok();
    assert_eq!(marks(&house, &table).await, [true]);
    let record = house.get(&format!("/api/tables/{table}/record")).await.text().to_owned();
    let copy = house.post("/api/import", json!({ "record": record })).await.created();
    assert_eq!(marks(&house, &text(&copy["table"])).await, [true]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_polls_is_here_and_keeps_the_seat() {
    let house = House::with(|options| options.limits.patience = Duration::ZERO).await;
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": ana_and_ben() })).await;
    let at = format!("/api/tables/{table}");
    // She waits for news; there are some already, so the answer comes at once.
    let view = house.get_as(&tokens[0], &format!("{at}?wait=99")).await.ok();
    assert_eq!((&view["seats"][0]["here"], &view["seats"][1]["here"]), (&json!(true), &json!(false)));
    let replace = json!({ "seat": 0, "bot": "random" });
    let refused = house.post_as(&tokens[1], &format!("{at}/seat"), replace.clone()).await;
    assert_eq!(refused.refusal(), (403, "seat".to_owned()));
    let (other, strangers) = house.table(json!({ "game": "machi", "seats": ana_and_ben() })).await;
    house.post_as(&strangers[1], &format!("/api/tables/{other}/seat"), replace).await.ok();
    assert_eq!(marks(&house, &other).await, [true, false], "and who is replaced is marked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_to_come_is_refused_and_an_earlier_one_counts_for_nothing() {
    let house = House::open().await;
    let future = house.post("/api/tables", json!({ "game": "triangle", "daily": "9999-12-31" })).await;
    assert_eq!(future.refusal(), (422, "daily".to_owned()));
    let (table, tokens) = house.table(json!({ "game": "triangle", "daily": "2026-01-01" })).await;
    let over = play_out(&house, &table, &tokens[0]).await;
    assert_eq!((&over["daily"], &over["rated"]), (&Value::Null, &json!(false)));
    assert_eq!(text(&over["deal"]), "stream 20260101");
    let results = house.get("/api/daily?game=triangle&day=2026-01-01").await.ok();
    assert_eq!(results["results"], json!([]));
}

/// The key of a table's deal, from the archive.
fn key_of(house: &House, table: &str) -> String {
    let archive = rusqlite::Connection::open(house.dir.path().join("archive.sqlite")).unwrap();
    let body: String =
        archive.query_row("SELECT body FROM tables WHERE name = ?1", [table], |row| row.get(0)).unwrap();
    let body: Value = serde_json::from_str(&body).unwrap();
    text(&body["deal"]).strip_prefix("chacha20 ").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_never_tells_its_key_and_a_finished_one_proves_its_deal() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats })).await;
    let at = |rest: &str| format!("/api/tables/{table}{rest}");
    let key = key_of(&house, &table);
    let (mut socket, first) = house.watch(&table, &tokens).await;
    let mut said = vec![first.to_string()];
    for rest in ["", "?words=true&since=0", "/legal", "/record", "/insight", "/result", "/best", "/times"] {
        said.push(house.get_as(&tokens[0], &at(rest)).await.text().to_owned());
    }
    said.push(house.get(&format!("/t/{table}/0.svg")).await.text().to_owned());
    let action = &legal(&first, 0)[0];
    said.push(socket.act(&table, state(&first), action).await.to_string());
    assert!(said.iter().all(|text| !text.contains(&key)), "{said:?}");
    let promised = text(&first["commitment"]);
    let over = play_out(&house, &table, &tokens[0]).await;
    assert_eq!(
        (text(&over["deal"]), text(&over["commitment"])),
        (format!("chacha20 {key}"), promised.clone())
    );
    let record: Record = house.get(&at("/record")).await.text().parse().unwrap();
    assert_eq!(commitment(&record.deal), Some(promised));
    CATALOG.verify(&record).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_a_key_of_its_own_and_a_chosen_seed_has_none() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let before = play_out(&house, &table, &tokens[0]).await;
    let next = house.post_as(&tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await.ok();
    let after = house.get(&format!("/api/tables/{}", text(&next["next"]))).await.ok();
    assert_ne!(after["commitment"], before["commitment"]);
    assert_ne!(key_of(&house, &table), key_of(&house, &text(&next["next"])));
    let (table, _) = house.table(json!({ "game": "triangle", "seed": 3 })).await;
    let chosen = house.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!((&chosen["commitment"], text(&chosen["deal"])), (&Value::Null, "stream 3".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_result_counts_no_door_lists_what_has_to_be_found() {
    let house = House::open().await;
    // The board of the day is a puzzle, where nothing is dealt.
    let kinds = [
        (json!({ "game": "set" }), &["deal"][..], &["three more cards"][..]),
        (json!({ "game": "set", "daily": today() }), &[][..], &[][..]),
    ];
    for (new, actions, words) in kinds {
        let (table, tokens) = house.table(new).await;
        let at = format!("/api/tables/{table}");
        let view = house.get_as(&tokens[0], &format!("{at}?words=true")).await.ok();
        assert_eq!((&view["legal"], &view["assisted"]), (&json!({ "0": actions }), &json!(false)));
        assert_eq!(view["words"], json!({ "0": words }));
        let listed = house.get_as(&tokens[0], &format!("{at}/legal")).await.ok();
        assert_eq!(listed["legal"].as_array().unwrap().len(), actions.len(), "{listed}");
        let screen = house.get_as(&tokens[0], &format!("{at}?data=true")).await.ok();
        assert!(!screen["actions"].to_string().contains("claim "), "{}", screen["actions"]);
        let (mut socket, watched) = house.watch(&table, &tokens).await;
        assert_eq!(watched["legal"], json!({ "0": actions }));
        if actions.is_empty() {
            continue;
        }
        let moved = socket.act(&table, 0, "deal").await;
        assert!(!moved["legal"].to_string().contains("claim "), "{moved}");
        let plain = house.get(&format!("/t/{table}/1.svg?show=last")).await;
        let shown = house.get(&format!("/t/{table}/1.svg?show=legal,last")).await;
        assert_eq!(plain.text(), shown.text(), "no layer of the picture shows them");
    }
    let (table, tokens) = house.table(json!({ "game": "set", "seed": 42 })).await;
    let open = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    assert!(legal(&open, 0).len() > 1, "where nothing counts they are listed");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_the_board_of_a_game_that_has_not_begun() {
    let house = House::open().await;
    for game in ["set", "machi", "triangle"] {
        let seats = if game == "triangle" { json!([{ "kind": "me" }]) } else { ana_and_ben() };
        let (table, tokens) = house.table(json!({ "game": game, "seats": seats, "waits": true })).await;
        let api = |rest: &str| format!("/api/tables/{table}/{rest}");
        for path in [api("legal?seat=0"), api("record"), format!("/t/{table}/0.svg")] {
            let answer = house.get_as(&tokens[0], &path).await;
            assert_eq!(answer.refusal(), (409, "waiting".to_owned()), "{game} {path}");
        }
        let view = house.get_as(&tokens[0], &format!("/api/tables/{table}?words=true&data=true")).await.ok();
        assert_eq!(view["position"], json!(""), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_under_the_name_of_a_bot() {
    let house = House::open().await;
    let taken = (422, "name".to_owned());
    for name in ["perfect", "Racer:4", "seat 2", "Ana (assisted)"] {
        let seats = json!([{ "kind": "me", "name": name }, { "kind": "open" }]);
        let made = house.post("/api/tables", json!({ "game": "set", "seats": seats })).await;
        assert_eq!(made.refusal(), taken, "{name}");
        let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "open" }]);
        let (table, _) = house.table(json!({ "game": "set", "seats": seats })).await;
        let joined = house.post(&format!("/api/tables/{table}/join"), json!({ "name": name })).await;
        assert_eq!(joined.refusal(), taken, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_of_ones_own_rate_nobody() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "bot", "bot": "random" }]);
    let rated = async |options: Value| {
        let (table, _) = house.table(json!({ "game": "machi", "seats": seats, "options": options })).await;
        house.get(&format!("/api/tables/{table}")).await.ok()["rated"] == true
    };
    assert!(rated(json!({})).await);
    assert!(rated(json!({ "expansions": "harbor", "market": "variable" })).await);
    assert!(!rated(json!({ "turn_limit": "1" })).await);
    assert!(!rated(json!({ "starting_coins": "99" })).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn options_hide_no_letters() {
    let house = House::open().await;
    for card in ["Wheat\u{202e}Field", "Wheat  Barn", "Tea\u{200b}House"] {
        let cards = format!("{card}|green|8|4|cup|bank 2 per wheat|-");
        let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
        let made = json!({ "game": "machi", "seats": seats, "options": { "cards": cards } });
        assert_eq!(house.post("/api/tables", made).await.refusal(), (422, "config".to_owned()), "{card}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_of_somebody_who_left_a_waiting_room_is_given_to_a_bot() {
    let house = House::with(|options| options.limits.patience = Duration::ZERO).await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "open" }]);
    let (table, tokens) = house.table(json!({ "game": "set", "seats": seats, "waits": true })).await;
    let at = |rest: &str| format!("/api/tables/{table}{rest}");
    let joined = house.post(&at("/join"), json!({ "name": "Ben" })).await.ok();
    let given = json!({ "seat": 1, "bot": "random" });
    house.post_as(&tokens[0], &at("/seat"), given.clone()).await.ok();
    // He comes back, looks, and keeps his seat then.
    let his = joined["token"].as_str().unwrap().to_owned();
    house.post_as(&his, &at("/seat"), json!({ "seat": 1 })).await.ok();
    let (_socket, _) = house.watch(&table, &[his]).await;
    assert_eq!(house.post_as(&tokens[0], &at("/seat"), given).await.refusal().1, "seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_visitor_has_kept_is_bounded() {
    let house = House::with(|options| options.limits.kept_kib_a_minute = 2).await;
    house.table(json!({ "game": "set" })).await;
    house.table(json!({ "game": "set" })).await;
    assert_eq!(
        house.post("/api/tables", json!({ "game": "set" })).await.refusal(),
        (429, "limit".to_owned())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_that_counts_has_no_name_of_a_bot() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "greedy" }]);
    let new = json!({ "game": "triangle", "seats": seats, "seed": 1, "options": { "grid": "hexagon 2" } });
    let (table, tokens) = house.table(new).await;
    let over = play_out(&house, &table, &tokens[0]).await;
    assert_eq!((&over["seats"][0]["name"], &over["rated"]), (&json!("greedy"), &json!(false)));
    let next = house.post_as(&tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await.ok();
    let view = house.get(&format!("/api/tables/{}", text(&next["next"]))).await.ok();
    assert_eq!((&view["seats"][0]["name"], &view["rated"]), (&json!("seat 1"), &json!(true)));
}
