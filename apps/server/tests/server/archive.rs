//! Games that are over: lists, replays, going on from them, what they tell.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{House, legal, state, text, today};

/// Plays the puzzle to its end; the game's number in the archive.
async fn finished(house: &House, new: Value) -> i64 {
    let (table, tokens) = house.table(new).await;
    loop {
        let view = house.get_as(&tokens[0], &format!("/api/tables/{table}")).await.ok();
        if let Some(game) = view["over"]["game"].as_i64() {
            return game;
        }
        let act = json!({ "state": state(&view), "action": legal(&view, 0)[0] });
        house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_listed_replayed_and_gone_on_with() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "Ana" }]);
    let id = finished(&house, json!({ "game": "triangle", "seed": 5, "seats": seats })).await;
    let games = house.get("/api/games?game=triangle").await.ok();
    let listed = &games["games"][0];
    assert_eq!(
        (&listed["id"], &listed["seats"][0]["name"], &listed["deal"]),
        (&json!(id), &json!("Ana"), &json!("stream 5"))
    );
    let last = house.get(&format!("/api/replay/{id}")).await.ok();
    let inputs = last["inputs"].as_u64().unwrap();
    assert_eq!((&last["at"], last["over"].is_string()), (&json!(inputs), true));
    let start = house.get(&format!("/api/replay/{id}?at=0")).await.ok();
    assert_eq!((&start["line"], &start["scores"]), (&Value::Null, &json!([0])));
    let log = house.get(&format!("/api/replay/{id}/log")).await.ok();
    let log = log["log"].as_array().unwrap();
    assert_eq!(log.len() as u64, inputs);
    assert_eq!(log[inputs as usize - 1], last["line"]);
    for line in log {
        let seat = if text(&line["input"]).starts_with("seat 1 ") { json!(0) } else { Value::Null };
        assert_eq!(line["seat"], seat, "{line}");
    }
    let made = house.post(&format!("/api/replay/{id}/continue"), json!({ "at": inputs - 4 })).await.created();
    let token = text(&made["tokens"][0]["token"]);
    let view = house.get_as(&token, &format!("/api/tables/{}", text(&made["table"]))).await.ok();
    assert_eq!((&view["rated"], &view["over"], &view["state"]), (&json!(false), &Value::Null, &json!(0)));
    assert_eq!(house.get("/api/games/99").await.refusal(), (404, "game".to_owned()));
    let picture = house.get(&format!("/r/{id}/{inputs}.svg?theme=light")).await;
    assert_eq!((picture.status, picture.headers["content-type"].as_str()), (200, "image/svg+xml"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_tells_the_beginning_of_a_long_deal_and_the_game_all_of_it() {
    let house = House::open().await;
    let deal = format!("given {}", "5:2 ".repeat(20_000).trim_end());
    let id = finished(&house, json!({ "game": "triangle", "deal": deal, "options": { "limit": "1" } })).await;
    let list = house.get("/api/games").await;
    assert!(list.body.len() < 2000, "{} bytes", list.body.len());
    assert_eq!(text(&list.ok()["games"][0]["deal"]), format!("{}…", &deal[..200]));
    assert_eq!(text(&house.get(&format!("/api/games/{id}")).await.ok()["deal"]), deal);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_players_name_has_no_file_read() {
    let house = House::open().await;
    let pipe = house.dir.path().join("pipe");
    // Who opens it waits for a writer, who never comes.
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for bot in ["learned:", "beam:value=", "foresight:value=", "search:value=", "mcts:value="] {
        let path = format!("/api/games?player={bot}{}", pipe.display());
        let games = tokio::time::timeout(Duration::from_secs(10), house.get(&path)).await;
        assert_eq!(games.expect("nobody waits for the pipe").ok(), json!({ "games": [] }), "{bot}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_edited_taken_out_and_put_in_again() {
    let house = House::open().await;
    let (plain, tokens) = house.table(json!({ "game": "triangle" })).await;
    let refused = house
        .post_as(
            &tokens[0],
            &format!("/api/tables/{plain}/edit"),
            json!({ "state": 0, "edit": "toggle 3 4" }),
        )
        .await;
    assert_eq!(refused.refusal(), (409, "study".to_owned()));
    let (table, tokens) = house.table(json!({ "game": "triangle", "seed": 1, "study": true })).await;
    let at = format!("/api/tables/{table}");
    house.post_as(&tokens[0], &format!("{at}/edit"), json!({ "state": 0, "edit": "toggle 3 4" })).await.ok();
    let edited = house
        .post_as(&tokens[0], &format!("{at}/edit"), json!({ "state": 1, "edit": "shapes 5:2 - 0:8" }))
        .await
        .ok();
    assert_eq!((&edited["input"], &edited["can_undo"]), (&json!("edit shapes 5:2 - 0:8"), &json!(true)));
    let wrong =
        house.post_as(&tokens[0], &format!("{at}/edit"), json!({ "state": 2, "edit": "toggle 99 99" })).await;
    assert_eq!(wrong.status, 422);
    let record = house.get(&format!("{at}/record")).await;
    let made = house.send("POST", "/api/import", &[], record.text()).await.created();
    let copy = house.get(&format!("/api/tables/{}", text(&made["table"]))).await.ok();
    assert_eq!((&copy["position"], &copy["study"]), (&edited["position"], &json!(true)));
    let nonsense = house.post("/api/import", json!({ "record": "tercet record 1" })).await;
    assert_eq!(nonsense.refusal(), (422, "record".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_a_day_has_its_results() {
    let house = House::open().await;
    let today = today();
    let new =
        |name: &str| json!({ "game": "triangle", "daily": today, "seats": [{ "kind": "me", "name": name }] });
    let id = finished(&house, new("Ana")).await;
    let day = house.get(&format!("/api/daily?game=triangle&day={today}")).await.ok();
    assert_eq!((&day["results"][0]["game"], &day["results"][0]["name"]), (&json!(id), &json!("Ana")));
    let other = house.get("/api/daily?game=triangle&day=2026-09-30").await.ok();
    assert_eq!(other["results"], json!([]));
    let seed = today.replace('-', "");
    assert_eq!([&day["deal"], &other["deal"]], [&json!(format!("stream {seed}")), &json!("stream 20260930")]);
    for wrong in ["soon", "2026-02-30"] {
        let refusal = house.get(&format!("/api/daily?game=triangle&day={wrong}")).await.refusal();
        assert_eq!(refusal, (400, "json".to_owned()), "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_of_machi_koro_is_seen_through() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }, { "kind": "me" }]);
    let (table, _) = house.table(json!({ "game": "machi", "seats": seats, "seed": 1 })).await;
    let insight = house.get(&format!("/api/tables/{table}/insight")).await.ok();
    let players = insight["players"].as_array().unwrap();
    assert_eq!((players.len(), &insight["state"]), (3, &json!(0)));
    let chances: f64 = players.iter().map(|player| player["win"]["chance"].as_f64().unwrap()).sum();
    assert!((0.9..=1.0 + 1e-9).contains(&chances), "{chances}");
    let mass: f64 =
        players[0]["round_pmf"].as_object().unwrap().values().map(|chance| chance.as_f64().unwrap()).sum();
    assert!((mass - 1.0).abs() < 1e-9, "{mass}");
    let options = insight["options"].as_array().unwrap();
    assert!(options.iter().any(|one| one["name"] == "wheat_field"));
    let nothing = options.iter().find(|one| one["name"] == "nothing").unwrap();
    assert_eq!(
        (&insight["seat"], &insight["among"], &nothing["cost"]),
        (&json!(0), &json!("impatient"), &json!(0))
    );
    assert!(options.iter().all(|one| one["cost"].as_i64().unwrap() <= 4), "what can't be paid is not listed");
    assert_eq!(insight["model"], "seed");
    // The exact numbers come at once or later; until then the quick ones are told, and that they are.
    let exact = loop {
        let output = house.get(&format!("/api/tables/{table}/insight?model=exact")).await.ok();
        if output["late"] != true {
            break output;
        }
        assert_eq!(output["model"], "seed");
    };
    assert_eq!((&exact["model"], &exact["late"]), (&json!("exact"), &Value::Null));
    let bad = house.get(&format!("/api/tables/{table}/insight?model=guess")).await;
    assert_eq!(bad.refusal(), (400, "json".to_owned()));
    for model in ["harmonictook", "exact"] {
        let (table, _) = house.table(json!({ "game": "set" })).await;
        let none = house.get(&format!("/api/tables/{table}/insight?model={model}")).await;
        assert_eq!(none.refusal(), (404, "game".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn best_scores_and_times_are_told_of_a_table() {
    let house = House::open().await;
    let new = |name: &str| json!({ "game": "triangle", "options": { "grid": "hexagon 2" }, "seats": [{ "kind": "me", "name": name }] });
    let id = finished(&house, new("Ana")).await;
    let points = house.get(&format!("/api/games/{id}")).await.ok()["seats"][0]["points"].clone();
    let (table, tokens) = house.table(new("Ben")).await;
    let best = house.get(&format!("/api/tables/{table}/best")).await.ok();
    assert_eq!(best, json!({ "best": [{ "game": id, "name": "Ana", "points": points }] }));
    let (mut socket, view) = house.watch(&table, &tokens).await;
    socket.act(&table, 0, &legal(&view, 0)[0]).await;
    let times = house.get(&format!("/api/tables/{table}/times")).await.ok();
    let first = &times["times"][0];
    assert_eq!(
        (times["times"].as_array().unwrap().len(), &first["number"], &first["seat"]),
        (1, &json!(1), &json!(0))
    );
    assert!(
        first["ms"].as_i64().unwrap() >= 0 && text(&first["events"][0]).starts_with("placed "),
        "{first}"
    );
    let (other, _) = house.table(json!({ "game": "triangle" })).await;
    assert_eq!(house.get(&format!("/api/tables/{other}/best")).await.ok(), json!({ "best": [] }));
    assert_eq!(house.get("/api/best?game=triangle").await.ok(), json!({ "best": [] }));
    assert_eq!(house.get("/api/best?game=machi").await.status, 422, "nobody plays it alone");
    assert_eq!(house.get("/api/best?game=chess").await.refusal(), (404, "game".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_wait_in_line_and_go_on_after_a_stop() {
    let house = House::open().await;
    let start = |games: u32| json!({ "game": "machi", "entrants": ["random", "ev"], "format": "round-robin", "games": games, "seed": 1 });
    let begin =
        async |games| house.post("/api/tournaments", start(games)).await.created()["tournament"].clone();
    let look = async |id: &Value| house.get(&format!("/api/tournaments/{id}")).await.ok();
    let (long, short) = (begin(20_000).await, begin(2).await);
    let waiting = look(&short).await;
    assert_eq!(
        (&waiting["running"], &waiting["waiting"], &waiting["played"]),
        (&json!(false), &json!(1), &json!(0))
    );
    let again = house.post(&format!("/api/tournaments/{short}/resume"), json!({})).await;
    assert_eq!(again.refusal(), (409, "repeated".to_owned()));
    let stop = house.post(&format!("/api/tournaments/{long}/stop"), json!({})).await.ok();
    assert_eq!(stop, json!({ "tournament": long, "stopped": true }));
    let over = loop {
        let view = look(&short).await;
        if view["finished"].is_string() && view["running"] == false {
            break view;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(over["played"], over["games"]);
    let stopped = look(&long).await;
    assert_eq!((&stopped["running"], &stopped["finished"]), (&json!(false), &Value::Null));
    house.post(&format!("/api/tournaments/{long}/resume"), json!({})).await.ok();
    assert_eq!(look(&long).await["running"], true);
    house.post(&format!("/api/tournaments/{long}/stop"), json!({})).await.ok();
    let done = house.post(&format!("/api/tournaments/{short}/resume"), json!({})).await;
    assert_eq!(done.refusal(), (409, "over".to_owned()));
    assert_eq!(house.post("/api/tournaments/99/resume", json!({})).await.refusal(), (404, "game".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_of_more_games_than_can_be_counted_is_refused() {
    let house = House::open().await;
    let start = json!({ "game": "set", "entrants": ["first", "random"], "days": 4_000_000_000_u32, "games": 4_000_000_000_u32 });
    let refused = house.post("/api/tournaments", start).await;
    assert_eq!(refused.refusal(), (429, "limit".to_owned()));
    let why = format!("{} games are too many; 100000 are the most", u64::MAX);
    assert_eq!(refused.json()["why"], why);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_of_a_tournament_have_limits_and_are_stopped_in_the_middle_of_a_move() {
    let house = House::open().await;
    let start = |bot: &str| json!({ "game": "machi", "entrants": [bot, "random"], "format": "round-robin", "games": 2, "seed": 1 });
    let greedy = house.post("/api/tournaments", start("mcts:playouts=100000000")).await;
    assert_eq!(greedy.refusal(), (422, "bot".to_owned()));
    let why = "`mcts` may be asked for 20000 `playouts` at most here, not for 100000000";
    assert!(greedy.text().contains(why), "{}", greedy.text());
    // A game of this bot takes minutes.
    let slow = house.post("/api/tournaments", start("mcts:playouts=20000,turns=1000")).await.created();
    let id = slow["tournament"].as_i64().unwrap();
    house.post(&format!("/api/tournaments/{id}/stop"), json!({})).await.ok();
    let event = loop {
        let event = house.get(&format!("/api/tournaments/{id}")).await.ok();
        if event["running"] == false {
            break event;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!((&event["played"], &event["finished"]), (&json!(0), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_started_watched_and_counted() {
    let house = House::open().await;
    let start = json!({ "game": "set", "entrants": ["first", "random"], "format": "round-robin", "games": 4, "seed": 1 });
    let id = house.post("/api/tournaments", start).await.created()["tournament"].as_i64().unwrap();
    let event = loop {
        let event = house.get(&format!("/api/tournaments/{id}")).await.ok();
        if event["running"] == false {
            break event;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(
        (&event["played"], &event["games"], event["finished"].is_string()),
        (&json!(4), &json!(4), true)
    );
    let players: Vec<String> =
        event["standings"].as_array().unwrap().iter().map(|row| text(&row["player"])).collect();
    assert_eq!(players.len(), 2);
    assert_eq!(house.get("/api/tournaments").await.ok()["tournaments"][0]["tournament"], id);
    let stats = house.get("/api/stats?game=set").await.ok();
    assert_eq!(stats["stats"][0]["statistics"]["tables"], 4);
    let ratings = house.get("/api/ratings?game=set").await.ok();
    assert_eq!(ratings["ratings"].as_array().unwrap().len(), 2);
    let csv = house.get("/api/export/games.csv").await;
    assert_eq!((csv.status, csv.text().lines().count()), (200, 5));
    let parquet = house.get(&format!("/api/export/moves.parquet?tournament={id}")).await;
    assert_eq!(&parquet.body[..4], b"PAR1");
    assert_eq!(house.get("/api/export/secrets.csv").await.refusal(), (404, "route".to_owned()));
    let bad = json!({ "game": "set", "entrants": ["first", "nobody"] });
    assert_eq!(house.post("/api/tournaments", bad).await.refusal(), (422, "bot".to_owned()));
    let mut start =
        json!({ "game": "set", "entrants": ["first", "random"], "format": "round-robin", "games": 1 });
    for seed in [json!("abc"), json!("-1"), json!("18446744073709551616")] {
        start["seed"] = seed;
        assert_eq!(house.post("/api/tournaments", start.clone()).await.refusal(), (422, "config".to_owned()));
    }
    // Exact beyond what JavaScript's numbers hold.
    start["seed"] = json!("9007199254740993");
    let id = house.post("/api/tournaments", start).await.created()["tournament"].clone();
    assert_eq!(house.get(&format!("/api/tournaments/{id}")).await.ok()["seed"], "9007199254740993");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cards_were_worth_is_told() {
    let house = House::open().await;
    let none = json!({ "game": "machi", "games": 0, "usual_win_rate": null, "items": [], "left_out": 0 });
    assert_eq!(house.get("/api/purchases?game=machi").await.ok(), none);
    assert_eq!(house.get("/api/purchases?game=set").await.refusal(), (404, "game".to_owned()));
    assert_eq!(house.get("/api/purchases?game=go").await.refusal(), (404, "game".to_owned()));
    let start = json!({ "game": "machi", "entrants": ["ev", "random"], "format": "round-robin", "games": 6, "seed": 1 });
    let id = house.post("/api/tournaments", start).await.created()["tournament"].as_i64().unwrap();
    while house.get(&format!("/api/tournaments/{id}")).await.ok()["running"] == true {
        tokio::task::yield_now().await;
    }
    let output = house.get(&format!("/api/purchases?game=machi&tournament={id}&games=5")).await.ok();
    assert_eq!((&output["games"], &output["usual_win_rate"]), (&json!(5), &json!(0.5)));
    let items = output["items"].as_array().unwrap();
    let station = items.iter().find(|item| item["name"] == "train_station").unwrap();
    let turns = station["turns"].as_array().unwrap();
    assert_eq!(turns.iter().map(|turn| turn["bought"].as_u64().unwrap()).sum::<u64>(), station["bought"]);
    assert_eq!(house.get("/api/stats?game=machi").await.ok()["stats"][0]["has_purchases"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_of_training_are_told_with_their_best_game_where_it_is_kept_here() {
    let room = tempfile::tempdir().unwrap();
    let house = House::with(|options| options.runs = room.path().to_owned()).await;
    assert_eq!(house.get("/api/runs").await.ok(), json!({ "runs": [] }));
    let seats = json!([{ "kind": "me", "name": "Ana" }]);
    let id = finished(&house, json!({ "game": "triangle", "seed": 5, "seats": seats })).await;
    let answer = house.get(&format!("/api/games/{id}/record")).await;
    let record: tercet_game::Record = answer.text().parse().unwrap();
    for (run, digest) in [("here", record.state), ("elsewhere", record.state ^ 1)] {
        let best = json!({ "score": 9.5, "game": id, "digest": format!("{digest:016x}") });
        let told = json!({
            "game": "triangle", "about": "the usual", "measure": "mean score", "seed": "1", "games": 10, "moves": 99,
            "cpu_seconds": 0.5, "is_over": false, "curve": [], "best": best,
        });
        std::fs::create_dir(room.path().join(run)).unwrap();
        std::fs::write(room.path().join(run).join("run.json"), told.to_string()).unwrap();
    }
    let told = house.get("/api/runs").await.ok();
    let runs = told["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    for run in runs {
        let expected = if run["name"] == "here" { json!(id) } else { Value::Null };
        assert_eq!(run["best"], json!({ "score": 9.5, "game": expected }), "{run}");
    }
    assert_eq!(house.get("/training").await.status, 200);
}
