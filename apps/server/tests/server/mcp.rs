//! Agents over HTTP: a client that knows nothing but the tools.

use serde_json::{Value, json};
use tercet_server::Token;

use crate::client::{House, Response, text};

async fn house() -> House {
    House::with(|options| options.mcp_token = Some(Token::given("an agent's token"))).await
}

async fn rpc(house: &House, method: &str, params: Value) -> Value {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let answer = raw(house, &[("authorization", "Bearer an agent's token")], &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let answer = answer.json();
    assert_eq!(answer["error"], Value::Null, "{answer}");
    answer["result"].clone()
}

async fn raw(house: &House, headers: &[(&str, &str)], body: &str) -> Response {
    let mut all = vec![
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2025-06-18"),
    ];
    all.extend_from_slice(headers);
    house.send("POST", "/mcp", &all, body).await
}

/// Calls a tool: its text, whether it has a picture, and whether it was refused.
async fn call(house: &House, tool: &str, arguments: Value) -> (String, bool, bool) {
    let result = rpc(house, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    let content = result["content"].as_array().unwrap();
    let has_picture = content.iter().any(|part| {
        part["type"] == "image"
            && part["mimeType"] == "image/png"
            && text(&part["data"]).starts_with("iVBORw0KGgo")
    });
    (text(&content[0]["text"]), has_picture, result["isError"] == true)
}

/// The value of a line `key: value`.
fn line(text: &str, key: &str) -> String {
    let found = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {key} in {text}")).split(' ').next().unwrap().to_owned()
}

/// Plays a game to its end by the tools alone; what `result` says then.
async fn play(house: &House, new: Value) -> String {
    let (begun, has_picture, _) = call(house, "new_game", new).await;
    assert!(has_picture, "{begun}");
    let which = json!({ "game_id": line(&begun, "game_id"), "seat_token": line(&begun, "seat_token") });
    let with = |key: &str, value: Value| {
        let mut arguments = which.clone();
        arguments[key] = value;
        arguments
    };
    let mut choice = 1_usize;
    loop {
        let (status, _, _) = call(house, "status", which.clone()).await;
        if status.contains("\nover: ") {
            return call(house, "result", which.clone()).await.0;
        }
        let (legal, _, _) = call(house, "legal_actions", which.clone()).await;
        let actions: Vec<&str> =
            legal.lines().skip(1).filter_map(|line| line.split_once(": ")).map(|pair| pair.0).collect();
        assert!(!actions.is_empty(), "{status}");
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut act = with("action", json!(actions[(choice >> 33) % actions.len()]));
        act["text_only"] = json!(true);
        let (output, has_picture, is_refused) = call(house, "act", act).await;
        assert!(!is_refused && !has_picture, "{output}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_the_tools_alone() {
    let house = house().await;
    for game in ["set", "triangle", "machi"] {
        let result = play(&house, json!({ "game": game, "seed": 3 })).await;
        let score: f64 = line(&result, "score").parse().unwrap();
        assert!((0.0..=1.0).contains(&score), "{game}: {result}");
        assert_eq!((line(&result, "over"), line(&result, "assisted")), ("yes".to_owned(), "no".to_owned()));
        assert!(result.ends_with("deal: stream 3\n"), "{result}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bots_reason_stands_before_what_came_of_its_move() {
    let house = house().await;
    let new = json!({ "game": "machi", "seed": 3, "opponents": ["impatient"] });
    let (begun, _, _) = call(&house, "new_game", new).await;
    let which = json!({ "game_id": line(&begun, "game_id"), "seat_token": line(&begun, "seat_token") });
    let mut built = 0;
    for _ in 0..12 {
        let (legal, _, _) = call(&house, "legal_actions", which.clone()).await;
        let action = legal.lines().nth(1).and_then(|line| line.split_once(": ")).unwrap().0.to_owned();
        let mut act = which.clone();
        (act["action"], act["text_only"]) = (json!(action), json!(true));
        let (output, _, _) = call(&house, "act", act).await;
        let lines: Vec<&str> = output.lines().collect();
        for pair in lines.windows(2) {
            let Some((_, chosen)) = pair[0].split_once(" chooses build ") else { continue };
            let (name, why) = chosen.split_once(": ").unwrap();
            assert!(why.contains(&format!(": build {name} ")), "{}", pair[0]);
            assert!(pair[1].to_lowercase().contains(&name.replace('_', " ")), "{}\n{}", pair[0], pair[1]);
            built += 1;
        }
    }
    assert!(built > 2, "{built}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tools_have_the_names_of_the_spec() {
    let house = house().await;
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    let greeting = rpc(&house, "initialize", hello).await;
    assert_eq!(greeting["serverInfo"]["name"], "tercet");
    let tools = rpc(&house, "tools/list", json!({})).await;
    let mut names: Vec<String> =
        tools["tools"].as_array().unwrap().iter().map(|tool| text(&tool["name"])).collect();
    names.sort();
    assert_eq!(names, ["act", "hint", "legal_actions", "look", "new_game", "result", "status"]);
    for game in ["set", "machi", "triangle"] {
        let prompt =
            rpc(&house, "prompts/get", json!({ "name": "rules", "arguments": { "game": game } })).await;
        let words = text(&prompt["messages"][0]["content"]["text"]);
        assert!(words.contains("## R1") && words.contains("new_game"), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_told_and_changes_nothing() {
    let house = house().await;
    let (begun, _, _) = call(&house, "new_game", json!({ "game": "set", "seed": 42 })).await;
    let (id, token) = (line(&begun, "game_id"), line(&begun, "seat_token"));
    let act = |action: &str, token: &str| json!({ "game_id": id, "seat_token": token, "action": action });
    for (arguments, code) in [
        (act("claim 1 2 3", &token), "not_a_set"),
        (act("dance", &token), "notation"),
        (act("deal", "wrong"), "token"),
        (json!({ "game_id": id, "seat_token": token, "action": "deal", "state": 5 }), "stale"),
    ] {
        let (output, _, is_refused) = call(&house, "act", arguments).await;
        assert!(is_refused && output.starts_with(&format!("refused ({code}): ")), "{code}: {output}");
    }
    let (missing, _, is_refused) = call(&house, "look", json!({ "game_id": "none" })).await;
    assert!(is_refused && missing.starts_with("refused (table): "), "{missing}");
    let (status, _, _) = call(&house, "status", json!({ "game_id": id })).await;
    assert_eq!(line(&status, "state"), "0");
    let (hint, _, _) = call(&house, "hint", json!({ "game_id": id, "seat_token": token })).await;
    let advised = hint.lines().next().unwrap().split_once(": ").unwrap().1.to_owned();
    // In another order and in capitals: it is clear what is meant.
    let mut words: Vec<&str> = advised.split(' ').collect();
    words[1..].reverse();
    let (output, has_picture, is_refused) =
        call(&house, "act", act(&words.join(", ").to_uppercase(), &token)).await;
    assert!(!is_refused && has_picture && output.starts_with("you took"), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn evaluation_games_are_secret_and_the_same_for_all() {
    let house = house().await;
    let new = |split: &str| json!({ "game": "triangle", "evaluation": { "split": split, "index": 7 } });
    let (one, _, _) = call(&house, "new_game", new("test")).await;
    let (two, _, _) = call(&house, "new_game", new("test")).await;
    let (other, _, _) = call(&house, "new_game", new("train")).await;
    let board = |text: &str| text.split_once("\nstate: ").unwrap().1.to_owned();
    assert_eq!(board(&one), board(&two));
    assert_ne!(board(&one), board(&other));
    assert_eq!((line(&one, "attempt"), line(&two, "attempt")), ("1".to_owned(), "2".to_owned()));
    assert_eq!(line(&one, "commitment"), line(&two, "commitment"), "it is the same deal");
    let which = json!({ "game_id": line(&one, "game_id"), "seat_token": line(&one, "seat_token") });
    let (result, _, _) = call(&house, "result", which.clone()).await;
    assert!(result.ends_with("deal: secret until the end\n"), "{result}");
    let (hint, _, is_refused) = call(&house, "hint", which).await;
    assert!(is_refused && hint.starts_with("refused (hint): "), "{hint}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evaluation_of_set_does_not_give_the_sets_away_and_counts_wrong_claims() {
    let house = house().await;
    let open = json!({ "game": "set", "seed": 42 });
    let listed = json!({ "game": "set", "evaluation": { "split": "test", "index": 0 } });
    let legal = async |new: Value| {
        let (begun, _, _) = call(&house, "new_game", new).await;
        let which = json!({ "game_id": line(&begun, "game_id"), "seat_token": line(&begun, "seat_token") });
        (call(&house, "legal_actions", which.clone()).await.0, which)
    };
    let (output, _) = legal(open).await;
    assert!(output.lines().any(|line| line.starts_with("claim ")), "{output}");
    let (output, which) = legal(listed).await;
    let lines: Vec<&str> = output.lines().collect();
    let find = "claim A B C: three cards that make a Set; which ones is for you to find";
    assert_eq!(lines, ["state: 0", "deal: three more cards", find]);
    let path = format!("/api/tables/{}", text(&which["game_id"]));
    let view = house.get_as(&text(&which["seat_token"]), &format!("{path}?words=true")).await.ok();
    assert_eq!(
        (&view["legal"], &view["words"]),
        (&json!({ "0": ["deal"] }), &json!({ "0": ["three more cards"] }))
    );
    let act = |action: &str| {
        let mut arguments = which.clone();
        arguments["action"] = json!(action);
        arguments
    };
    // All triples of four cards: at most one of them is a Set.
    let mut wrong = 0;
    for claim in ["claim 1 2 3", "claim 1 2 4", "claim 1 3 4", "claim 2 3 4"] {
        let (output, _, is_refused) = call(&house, "act", act(claim)).await;
        assert!(!is_refused || output.starts_with("refused (not_a_set): "), "{output}");
        wrong += u32::from(is_refused);
        if !is_refused {
            break;
        }
    }
    // What comes too late is no mistake about the game.
    let mut stale = act("deal");
    stale["state"] = json!(99);
    assert!(call(&house, "act", stale).await.2);
    let (result, _, _) = call(&house, "result", which.clone()).await;
    assert_eq!(line(&result, "refused"), wrong.to_string());
    assert!(wrong > 0, "{result}");
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_need_their_token_and_a_page_of_ours() {
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} }).to_string();
    let shut = House::open().await;
    let bearer = ("authorization", "Bearer an agent's token");
    assert_eq!(raw(&shut, &[bearer], &list).await.refusal(), (404, "route".to_owned()));
    let house = house().await;
    assert_eq!(raw(&house, &[], &list).await.refusal(), (401, "access".to_owned()));
    assert_eq!(
        raw(&house, &[("authorization", "Bearer agenT")], &list).await.refusal(),
        (401, "access".to_owned())
    );
    let evil = ("origin", "https://evil.example");
    assert_eq!(raw(&house, &[bearer, evil], &list).await.refusal(), (403, "origin".to_owned()));
    let rebound = ("host", "evil.example");
    assert_eq!(raw(&house, &[bearer, rebound], &list).await.refusal(), (403, "origin".to_owned()));
    assert_eq!(raw(&house, &[bearer], &list).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_begins_no_more_games_than_anybody() {
    let house = House::with(|options| {
        options.mcp_token = Some(Token::given("an agent's token"));
        options.limits.new_tables_a_minute = 1;
    })
    .await;
    let new = json!({ "game": "set" });
    assert!(!call(&house, "new_game", new.clone()).await.2);
    let (output, _, is_refused) = call(&house, "new_game", new).await;
    let why = "refused (limit): an address may make 1 tables a minute; wait a moment\nnothing has changed";
    assert_eq!((output.as_str(), is_refused), (why, true));
}

/// One more turn of an agent: the state before it, the state after it, and what was told.
async fn turn(house: &House, which: &Value) -> (u64, u64, String) {
    let (listed, ..) = call(house, "legal_actions", which.clone()).await;
    let action = listed.lines().nth(1).expect("it is the agent's turn").split(':').next().unwrap();
    let mut arguments = which.clone();
    (arguments["action"], arguments["text_only"]) = (json!(action), json!(true));
    let (output, ..) = call(house, "act", arguments).await;
    (line(&listed, "state").parse().unwrap(), line(&output, "state").parse().unwrap(), output)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_bots_did_is_told_however_much_it_was() {
    let house = house().await;
    let new = json!({ "game": "machi", "opponents": ["random", "random", "random", "random"],
                      "options": { "expansions": "harbor,millionaires_row" } });
    for _ in 0..100 {
        let (begun, ..) = call(&house, "new_game", new.clone()).await;
        let (game, token) = (line(&begun, "game_id"), line(&begun, "seat_token"));
        let which = json!({ "game_id": game, "seat_token": token });
        while call(&house, "status", which.clone()).await.0.contains("\nturn: you\n") {
            let (before, after, output) = turn(&house, &which).await;
            // The table itself holds sixteen lines.
            if after - before > 17 {
                let log = house.get_as(&token, &format!("/api/tables/{game}?since={before}")).await.ok();
                let lines = log["log"].as_array().unwrap();
                assert_eq!(lines.len() as u64, after - before);
                for event in lines.iter().flat_map(|line| line["events"].as_array().unwrap()) {
                    assert!(output.contains(&text(&event["words"])), "{event} is not in {output}");
                }
                return;
            }
        }
    }
    panic!("bots never did more than sixteen things in a hundred games");
}
