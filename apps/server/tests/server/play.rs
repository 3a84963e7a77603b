//! Whole games, by HTTP and by socket, alone, against bots and with others.

use serde_json::{Value, json};

use crate::client::{House, legal, state, text};

/// Plays a seat over HTTP until the game is over, one of its legal actions after the other.
pub(crate) async fn play_out(house: &House, table: &str, token: &str) -> Value {
    let mut choice = 1_usize;
    loop {
        let view = house.get_as(token, &format!("/api/tables/{table}")).await.ok();
        if view["over"].is_object() {
            return view;
        }
        let actions = legal(&view, 0);
        if actions.is_empty() {
            tokio::task::yield_now().await;
            continue;
        }
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = &actions[(choice >> 33) % actions.len()];
        let body = json!({ "state": state(&view), "action": action });
        house.post_as(token, &format!("/api/tables/{table}/act"), body).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_and_archived() {
    let house = House::open().await;
    let bot = json!([{ "kind": "me", "name": "Ana" }, { "kind": "bot", "bot": "random" }]);
    // Alone at SET, Sets are listed only where the result does not count.
    for new in [
        json!({ "game": "triangle" }),
        json!({ "game": "set", "seed": 5 }),
        json!({ "game": "machi", "seats": bot }),
    ] {
        let game = text(&new["game"]);
        let (table, tokens) = house.table(new).await;
        let view = play_out(&house, &table, &tokens[0]).await;
        assert_eq!(view["turn"], json!([]), "{game}");
        assert!(view["over"]["game"].is_i64(), "{game}: {view}");
        let record = house.get(&format!("/api/tables/{table}/record")).await;
        assert_eq!(record.status, 200);
        let record: tercet_game::Record = record.text().parse().unwrap();
        tercet_catalog::CATALOG.verify(&record).unwrap();
        assert_eq!(view["deal"], json!(record.deal.to_string()), "{game}: the seed is told at the end");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_and_a_spectator_hear_the_same_moves() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "open" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats })).await;
    let joined = house.post(&format!("/api/tables/{table}/join"), json!({ "name": "Ben" })).await.ok();
    assert_eq!(joined["seat"], 1);
    let (mut ana, first) = house.watch(&table, &tokens).await;
    let (mut ben, _) = house.watch(&table, &[text(&joined["token"])]).await;
    let (mut eve, onlooker) = house.watch(&table, &[]).await;
    assert_eq!((&first["you"], &onlooker["you"]), (&json!([0]), &json!([])));
    assert_eq!(onlooker["seats"][1]["name"], "Ben");
    assert_eq!(onlooker["legal"], json!({}));
    let action = &legal(&first, 0)[0];
    ana.act(&table, 0, action).await;
    let (of_ben, of_eve) = (ben.receive("moved").await, eve.receive("moved").await);
    for moved in [&of_ben, &of_eve] {
        assert_eq!(moved["number"], 1);
        assert_eq!(moved["input"], json!(format!("seat 1 {action}")));
        assert_eq!(moved["scores"], of_eve["scores"]);
    }
    assert!(text(&of_eve["events"][0]["words"]).starts_with("Ana "), "{of_eve}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_data_reads_no_texts() {
    let house = House::open().await;
    let two = json!([{ "kind": "me" }, { "kind": "open" }]);
    let seats = [("triangle", json!([])), ("set", two.clone()), ("machi", two)];
    for (game, seats) in seats {
        let (table, tokens) = house.table(json!({ "game": game, "seats": seats, "seed": 7 })).await;
        let mut socket = house.socket().await;
        socket.say(json!({ "type": "watch", "table": table, "tokens": tokens, "data": true })).await;
        let view = socket.receive("table").await;
        assert_eq!((&view["legal"], &view["words"]), (&json!({}), &Value::Null), "{game}");
        assert!(view.to_string().len() < 8000, "{game}: {} letters", view.to_string().len());
        let first = &view["actions"]["0"][0];
        match game {
            "triangle" => {
                assert_eq!(first["data"]["type"], "place");
                assert_eq!(view["layout"]["cells"].as_array().map(Vec::len), Some(8));
                assert_eq!(view["board"]["hand"].as_array().map(Vec::len), Some(3));
            }
            "set" => {
                let cells = first["data"]["cells"].as_array().map(Vec::len);
                assert_eq!(
                    (&first["action"], &first["data"]["count"], cells),
                    (&json!("claim"), &json!(3), Some(12))
                );
                assert_eq!(view["board"]["deck"], 69);
            }
            _ => assert_eq!(
                (&first["data"]["type"], &view["board"]["coins"]),
                (&json!("build"), &json!([3, 3]))
            ),
        }
        let path = format!("/api/tables/{table}");
        let plain = house.get_as(&tokens[0], &path).await.ok();
        assert_eq!((&plain["actions"], &plain["board"]), (&Value::Null, &Value::Null), "{game}");
        let action = legal(&plain, 0).pop().unwrap();
        let moved = socket.act(&table, state(&view), &action).await;
        assert!(
            moved["events"].as_array().unwrap().iter().all(|event| event["data"]["type"].is_string()),
            "{moved}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_and_goes_is_told() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats })).await;
    let (mut ana, view) = house.watch(&table, &tokens[..1]).await;
    assert_eq!((&view["seats"][0]["here"], &view["seats"][1]["here"]), (&json!(true), &json!(false)));
    let (ben, _) = house.watch(&table, &tokens[1..]).await;
    assert_eq!(ana.receive("seats").await["seats"][1]["here"], true);
    drop(ben);
    assert_eq!(ana.receive("seats").await["seats"][1]["here"], false);
    let (_eve, _) = house.watch(&table, &[]).await;
    assert_eq!(ana.receive("seats").await["watching"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_hears_what_was_missed() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, mut view) = house.watch(&table, &tokens).await;
    for number in 0..40 {
        let action = legal(&view, 0)[0].clone();
        view = socket.act(&table, number, &action).await;
        if view["over"].is_object() {
            break;
        }
    }
    let last = state(&view);
    drop(socket);
    let mut again = house.socket().await;
    for since in [last - 2, 1] {
        again.say(json!({ "type": "watch", "table": table, "tokens": tokens, "since": since })).await;
        let view = again.receive("table").await;
        let numbers: Vec<u64> =
            view["log"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (since + 1..=last).collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_race_in_real_time_and_windows_close() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "bot", "bot": "first" }]);
    let new = json!({ "game": "set", "seats": seats, "seed": 5, "options": { "call_ms": "100" } });
    let (table, tokens) = house.table(new).await;
    let (mut ana, view) = house.watch(&table, &tokens).await;
    // The bot calls or claims at once, whatever we do.
    let mut last = view;
    let mut expired = false;
    for _ in 0..60 {
        if last["over"].is_object() || expired {
            break;
        }
        let legal = legal(&last, 0);
        if legal.iter().any(|action| action == "call") {
            ana.say(json!({ "type": "act", "table": table, "state": state(&last), "action": "call" })).await;
        }
        loop {
            let message = ana.next().await;
            if message["type"] == "moved" {
                expired |= message["input"] == "expire";
                last = message;
                break;
            }
        }
    }
    assert!(state(&last) > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_to_a_bot_and_taken_back() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let (table, tokens) = house.table(json!({ "game": "machi", "seats": seats })).await;
    let at = |rest: &str| format!("/api/tables/{table}/{rest}");
    let wrong = house.post_as(&tokens[1], &at("seat"), json!({ "seat": 0, "bot": "random" })).await;
    assert_eq!(wrong.refusal(), (403, "seat".to_owned()));
    let (mut ben, _) = house.watch(&table, &tokens[1..]).await;
    let given = house.post_as(&tokens[0], &at("seat"), json!({ "seat": 0, "bot": "random" })).await.ok();
    assert_eq!((&given["seats"][0]["kind"], &given["seats"][0]["replaced"]), (&json!("bot"), &json!(true)));
    let moved = ben.receive("moved").await;
    assert_eq!((&moved["seat"], moved["why"].is_string()), (&json!(0), true));
    let back = house.post_as(&tokens[0], &at("seat"), json!({ "seat": 0 })).await.ok();
    assert_eq!((&back["seats"][0]["kind"], &back["seats"][0]["name"]), (&json!("person"), &json!("Ana")));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_and_keeps_the_others_waiting_is_replaced() {
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    let replace = json!({ "seat": 0, "bot": "random" });
    let patient = House::open().await;
    let (table, tokens) = patient.table(json!({ "game": "machi", "seats": seats })).await;
    let early = patient.post_as(&tokens[1], &format!("/api/tables/{table}/seat"), replace.clone()).await;
    assert_eq!(early.refusal(), (403, "seat".to_owned()), "a minute has not passed");
    let hasty = House::with(|options| options.limits.patience = std::time::Duration::ZERO).await;
    let (table, tokens) = hasty.table(json!({ "game": "machi", "seats": seats })).await;
    let (mut ben, _) = hasty.watch(&table, &tokens[1..]).await;
    let (ana, _) = hasty.watch(&table, &tokens[..1]).await;
    let here = hasty.post_as(&tokens[1], &format!("/api/tables/{table}/seat"), replace.clone()).await;
    assert_eq!(here.refusal(), (403, "seat".to_owned()), "she is here");
    drop(ana);
    while ben.receive("seats").await["seats"][0]["here"] == true {}
    hasty.post_as(&tokens[1], &format!("/api/tables/{table}/seat"), replace).await.ok();
    assert_eq!(ben.receive("moved").await["seat"], 0, "the bot plays on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_same_seats_and_another_deal() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "seed": 3 })).await;
    let early = house.post_as(&tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await;
    assert_eq!(early.refusal(), (409, "over".to_owned()));
    play_out(&house, &table, &tokens[0]).await;
    let next = house.post_as(&tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await.ok();
    let again = house.post_as(&tokens[0], &format!("/api/tables/{table}/rematch"), json!({})).await.ok();
    assert_eq!(next, again, "one rematch is enough");
    let token = text(&next["tokens"][0]["token"]);
    let view = house.get_as(&token, &format!("/api/tables/{}", text(&next["next"]))).await.ok();
    assert_eq!((&view["you"], &view["deal"], &view["state"]), (&json!([0]), &Value::Null, &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_for_who_plays_alone_and_mark_the_game() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let at = format!("/api/tables/{table}");
    let hint = house.post_as(&tokens[0], &format!("{at}/hint"), json!({})).await.ok();
    let view = house.get_as(&tokens[0], &at).await.ok();
    assert!(legal(&view, 0).contains(&text(&hint["action"])));
    assert_eq!((&view["assisted"], &view["rated"]), (&json!(true), &json!(true)));
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (table, tokens) = house.table(json!({ "game": "set", "seats": seats })).await;
    let refused = house.post_as(&tokens[0], &format!("/api/tables/{table}/hint"), json!({})).await;
    assert_eq!(refused.refusal(), (409, "hint".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_of_a_state_number() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "set", "seed": 42 })).await;
    let before = house.get(&format!("/t/{table}/0.svg?seat=0&theme=dark")).await;
    assert_eq!((before.status, before.headers["content-type"].as_str()), (200, "image/svg+xml"));
    assert_eq!(before.headers["cache-control"], "private, max-age=31536000, immutable");
    let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
    let act = json!({ "state": 0, "action": legal(&view, 0)[0] });
    house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
    let after = house.get(&format!("/t/{table}/1.svg?seat=0&theme=dark")).await;
    assert_ne!(before.body, after.body);
    let old = house.get(&format!("/t/{table}/0.svg?seat=0&theme=dark")).await;
    assert_eq!(before.body, old.body, "an old state is drawn again as it was");
    assert_eq!(&house.get(&format!("/t/{table}/1.png")).await.body[1..4], b"PNG");
    assert_eq!(house.get(&format!("/t/{table}/2.svg")).await.refusal(), (409, "stale".to_owned()));
    assert_eq!(house.get(&format!("/t/{table}/1.gif")).await.refusal(), (404, "route".to_owned()));
    assert_eq!(house.get(&format!("/t/{table}/1.svg?theme=pink")).await.refusal(), (400, "json".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_calls_the_seats_by_the_names_that_it_is_asked_with() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (table, _) = house.table(json!({ "game": "machi", "seats": seats, "seed": 1 })).await;
    let picture = async |query: &str| {
        let answer = house.get(&format!("/t/{table}/0.svg{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text().to_owned()
    };
    let plate = |picture: &str, seat: u8| {
        let (_, rest) = picture.split_once(&format!("<g id=\"seat-{seat}\"")).unwrap();
        let (_, rest) = rest.split_once("aria-label=\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(plate(&picture("").await, 2), "seat 2, 4 coins");
    let named = picture("?name=Ana&name=%3Cimg%20src%3Dx%3E").await;
    assert_eq!(plate(&named, 1).split(',').next(), Some("Ana"));
    assert_eq!(plate(&named, 2), "&lt;img src=x&gt;, 4 coins");
    assert!(!named.contains("<img"), "{named}");
}
