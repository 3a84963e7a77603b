//! Taking back: freely alone, otherwise never across dice or another's decision.

use serde_json::{Value, json};

use crate::client::{House, legal, state};

async fn undo(house: &House, table: &str, token: &str, state: u64) -> (u16, Value) {
    let answer = house.post_as(token, &format!("/api/tables/{table}/undo"), json!({ "state": state })).await;
    (answer.status, answer.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_everything_can_be_taken_back_and_the_game_is_marked() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, first) = house.watch(&table, &tokens).await;
    let one = socket.act(&table, 0, &legal(&first, 0)[0]).await;
    socket.act(&table, 1, &legal(&one, 0)[0]).await;
    let (_, back) = undo(&house, &table, &tokens[0], 2).await;
    assert_eq!((state(&back), &back["input"], &back["assisted"]), (3, &json!("seat 1 undo"), &json!(true)));
    assert_eq!((&back["position"], &back["at"]), (&one["position"], &one["at"]));
    assert_eq!(back["can_undo"], true);
    let (_, start) = undo(&house, &table, &tokens[0], 3).await;
    assert_eq!((&start["position"], &start["can_undo"]), (&first["position"], &json!(false)));
    let (status, nothing) = undo(&house, &table, &tokens[0], 4).await;
    assert_eq!((status, &nothing["code"]), (409, &json!("undo")));
    // The number of the state has moved on, so what was meant for the old one is stale.
    let act = json!({ "state": 0, "action": legal(&first, 0)[1] });
    let stale = house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await;
    assert_eq!(stale.refusal(), (409, "stale".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_others_neither_dice_nor_turns_are_taken_back() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats, "seed": 1 })).await;
    let look = async |token: &str| house.get_as(token, &format!("/api/tables/{table}")).await.ok();
    let act = async |seat: usize, action: &str| {
        let view = look(&tokens[seat]).await;
        let body = json!({ "state": state(&view), "action": action });
        house.post_as(&tokens[seat], &format!("/api/tables/{table}/act"), body).await.ok()
    };
    let view = look(&tokens[0]).await;
    assert_eq!(view["can_undo"], false, "nothing was done yet");
    // The first die of each turn is rolled by itself; building ends the turn, and the next one rolls.
    let built = act(0, &legal(&view, 0)[0]).await;
    assert_eq!((&built["turn"], &built["can_undo"]), (&json!([1]), &json!(false)));
    let (status, refused) = undo(&house, &table, &tokens[0], 1).await;
    assert_eq!((status, &refused["why"]), (409, &json!("something was dealt or rolled since")));
    let (status, refused) = undo(&house, &table, &tokens[1], 1).await;
    assert_eq!((status, &refused["why"]), (409, &json!("only what you did last can be taken back")));
    assert_eq!(look(&tokens[0]).await["assisted"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_others_a_decision_of_ones_own_is_taken_back() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats, "seed": 1 })).await;
    let at = format!("/api/tables/{table}");
    let act = async |seat: u64, state: u64, action: &str| {
        let body = json!({ "state": state, "action": action });
        house.post_as(&tokens[seat as usize], &format!("{at}/act"), body).await.ok()
    };
    let (mut seat, mut view) = (0, house.get_as(&tokens[0], &at).await.ok());
    // Everybody saves for the tower with which dice are kept or rolled again: keeping them is a decision after which the same
    // seat goes on, if it can pay for anything, and nothing is rolled in between.
    let (before, kept) = loop {
        let actions = legal(&view, seat as u8);
        let wanted = ["keep", "build radio_tower", "pass", "roll 1"];
        let action = wanted.into_iter().find(|wanted| actions.iter().any(|action| action == wanted)).unwrap();
        let moved = act(seat, state(&view), action).await;
        if action == "keep" && moved["turn"] == view["turn"] {
            break (view, moved);
        }
        seat = moved["turn"][0].as_u64().unwrap();
        view = house.get_as(&tokens[seat as usize], &at).await.ok();
    };
    assert_eq!(kept["can_undo"], true);
    let other = &tokens[1 - seat as usize];
    let (status, refused) = undo(&house, &table, other, state(&kept)).await;
    assert_eq!((status, &refused["why"]), (409, &json!("only what you did last can be taken back")));
    let (status, back) = undo(&house, &table, &tokens[seat as usize], state(&kept)).await;
    assert_eq!((status, state(&back)), (200, state(&before) + 2));
    for field in ["position", "turn", "scores", "legal", "question", "at"] {
        assert_eq!(back[field], before[field], "{field}");
    }
    assert_eq!((&back["assisted"], &back["can_undo"]), (&json!(true), &json!(false)));
    let (status, refused) = undo(&house, &table, &tokens[seat as usize], state(&back)).await;
    assert_eq!((status, &refused["why"]), (409, &json!("only what you did last can be taken back")));
}
