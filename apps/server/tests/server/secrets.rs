//! What nobody may know is told to nobody: seeds that the server drew, tokens, and, as the table's own tests show, whatever is still to be
//! dealt.

use serde_json::{Value, json};

use crate::client::{House, text, today};

#[tokio::test(flavor = "multi_thread")]
async fn a_drawn_seed_is_told_at_the_end_only_and_a_chosen_one_at_once() {
    let house = House::open().await;
    let two = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (table, tokens) = house.table(json!({ "game": "set", "seats": two })).await;
    let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    assert_eq!((&view["deal"], &view["rated"]), (&Value::Null, &json!(true)));
    let record = house.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.refusal(), (409, "secret".to_owned()));
    let (table, _) = house.table(json!({ "game": "set", "seats": two, "seed": 42 })).await;
    let view = house.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!((text(&view["deal"]), &view["rated"]), ("stream 42".to_owned(), &json!(false)));
    let (table, _) = house.table(json!({ "game": "set", "daily": today() })).await;
    let view = house.get(&format!("/api/tables/{table}")).await.ok();
    assert!(view["deal"].is_string());
    assert_eq!((text(&view["daily"]), &view["rated"]), (today(), &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_kept_as_hashes_only() {
    let house = House::open().await;
    let (table, tokens) =
        house.table(json!({ "game": "set", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    let joined = house.post(&format!("/api/tables/{table}/join"), json!({})).await.ok();
    let second = text(&joined["token"]);
    for entry in std::fs::read_dir(house.dir.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for token in [&tokens[0], &second] {
            assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
        }
    }
    let query = house.get(&format!("/api/tables/{table}?token={}", tokens[0])).await;
    assert_eq!(query.refusal(), (400, "json".to_owned()), "a token in a query opens nothing");
    assert!(!query.text().contains(&tokens[0]), "and is not repeated");
}
