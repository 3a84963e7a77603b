//! The edges of the routes as a client's author meets them: whatever is wrong is told as JSON with a code, in one way everywhere.

use rusqlite::Connection;
use serde_json::{Value, json};
use tercet_catalog::CATALOG;
use tercet_game::{Deal, Rng, Turn};
use tercet_server::Token;

use crate::client::{House, legal, state, text};

/// What a request is told: its status and its code.
async fn answer_of(house: &House, method: &str, path: &str, body: &str) -> (u16, String) {
    let response = house.send(method, path, &[], body).await;
    assert_eq!(response.headers["content-type"], "application/json", "{method} {path}");
    assert!(!text(&response.json()["why"]).is_empty(), "{method} {path}");
    response.refusal()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_or_query_that_can_not_be_is_told_as_json() {
    let house = House::open().await;
    let wrong = [
        ("/api/nothing", 404, "route"),
        ("/api", 404, "route"),
        ("/api/catalog/", 404, "route"),
        ("/api/games/abc", 404, "route"),
        ("/api/games/99999999999999999999", 404, "route"),
        ("/api/games/%ff", 404, "route"),
        ("/api/games/1", 404, "game"),
        ("/api/tournaments/7", 404, "game"),
        ("/api/tables/none", 404, "table"),
        ("/api/tables/%00", 404, "table"),
        ("/api/tables/none?words=perhaps", 400, "json"),
        ("/api/games?limit=x", 400, "json"),
        ("/api/games?limit=-1", 400, "json"),
        ("/api/games?limit=1&limit=2", 400, "json"),
        ("/api/games?lmit=1", 400, "json"),
        ("/api/games?player=%ff", 400, "json"),
        ("/api/games?since=yesterday", 400, "json"),
        ("/api/games?game=chess", 404, "game"),
        ("/api/stats?game=chess", 404, "game"),
        ("/api/ratings?game=chess", 404, "game"),
        ("/api/daily?game=chess", 404, "game"),
        ("/api/daily?game=set&day=2026-02-31", 400, "json"),
        ("/api/daily", 400, "json"),
        ("/api/best", 400, "json"),
        ("/api/purchases?game=set", 404, "game"),
        ("/api/export/games.exe", 404, "route"),
        ("/api/export/games.csv?game=chess", 404, "game"),
        ("/t/none/x.svg", 404, "route"),
        ("/t/none/1.svg?scale=2&scale=3", 400, "json"),
        ("/t/none/1.svg?mood=good", 400, "json"),
        ("/t/none/1.svg?name=%ff", 400, "json"),
        ("/r/x/1.svg", 404, "route"),
        ("/page/nothing.js", 404, "route"),
        ("/ws", 426, "upgrade"),
        ("/mcp", 404, "route"),
        ("/anything", 404, "route"),
    ];
    for (path, status, code) in wrong {
        assert_eq!(answer_of(&house, "GET", path, "").await, (status, code.to_owned()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_can_not_be_is_told_as_json() {
    let house = House::open().await;
    let many = format!("{{\"game\":\"{}\"}}", "x".repeat(300_000));
    let deep = format!("{{\"game\":{}", "[".repeat(10_000));
    let wrong = [
        ("/api/tables", "", 400, "json"),
        ("/api/tables", "[]", 400, "json"),
        ("/api/tables", "[\"set\",{},[],1]", 400, "json"),
        ("/api/tables", "{\"game\":\"set\",\"seed\":1.5}", 400, "json"),
        ("/api/tables", "{\"game\":7}", 400, "json"),
        ("/api/tables", "{\"game\":\"set\",\"game\":\"set\"}", 400, "json"),
        ("/api/tables", "{\"game\":\"set\",\"seed\":-1}", 400, "json"),
        ("/api/tables", "{\"game\":\"set\",\"seed\":1e99}", 400, "json"),
        ("/api/tables", deep.as_str(), 400, "json"),
        ("/api/tables", many.as_str(), 413, "large"),
        ("/api/import", "{\"record\":\"tercet record 1\"}", 422, "record"),
        ("/api/import", "tercet record 1\nnonsense", 422, "record"),
        ("/api/replay/9/continue", "{\"at\":1}", 404, "game"),
        ("/api/tournaments/9/stop", "", 404, "game"),
        ("/api/tournaments/9/resume", "", 404, "game"),
    ];
    for (path, body, status, code) in wrong {
        assert_eq!(
            answer_of(&house, "POST", path, body).await,
            (status, code.to_owned()),
            "{path} {body:.60}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_at_the_end_of_their_range_break_nothing() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle", "study": true })).await;
    let at = format!("/api/tables/{table}");
    let last = u64::MAX;
    for (place, body) in [
        ("act", json!({ "state": last, "action": "" })),
        ("undo", json!({ "state": last })),
        ("edit", json!({ "state": last, "edit": "" })),
    ] {
        let refused = house.post_as(&tokens[0], &format!("{at}/{place}"), body).await;
        assert_eq!(refused.refusal(), (409, "stale".to_owned()), "{place}");
    }
    let action = legal(&house.get_as(&tokens[0], &at).await.ok(), 0)[0].clone();
    let whole = json!({ "state": 0.0, "seat": 0.0, "action": action });
    house.post_as(&tokens[0], &format!("{at}/act"), whole).await.ok();
    assert_eq!(house.get(&format!("{at}?since={last}&wait={last}")).await.ok()["log"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_is_not_there_is_refused_with_those_that_are() {
    let house = House::open().await;
    for (method, path, allowed) in [
        ("PUT", "/api/catalog", "GET,HEAD"),
        ("GET", "/api/import", "POST"),
        ("POST", "/api/tables/x", "GET,HEAD,DELETE"),
        ("DELETE", "/api/tournaments", "GET,HEAD,POST"),
        ("POST", "/", "GET,HEAD"),
        ("PATCH", "/t/x/1.svg", "GET,HEAD"),
    ] {
        let response = house.send(method, path, &[], "").await;
        assert_eq!(response.refusal(), (405, "method".to_owned()), "{method} {path}");
        assert_eq!(response.headers["allow"], allowed, "{method} {path}");
        let options = house.send("OPTIONS", path, &[], "").await;
        assert_eq!(
            (options.status, options.headers["allow"].as_str(), options.body.len()),
            (204, allowed, 0)
        );
    }
    for (path, status) in [("/", 200), ("/api/catalog", 200), ("/api/nothing", 404), ("/anything", 404)] {
        let (head, get) = (house.send("HEAD", path, &[], "").await, house.get(path).await);
        assert_eq!((head.status, get.status, head.body.len()), (status, status, 0), "{path}");
        assert_eq!(head.headers["content-type"], get.headers["content-type"], "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_sees_a_page_and_a_program_json() {
    let house = House::open().await;
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in ["/anything", "/t/none/1.svg", "/r/7/0.png", "/t/%3Cscript%3E/1.svg"] {
        let page = house.send("GET", path, &browser, "").await;
        assert_eq!((page.status, page.headers["content-type"].as_str()), (404, "text/html; charset=utf-8"));
        let text = page.text();
        assert!(text.contains("<h1>Page not found</h1>") && text.contains("<a href=\"/\""), "{path}: {text}");
        assert!(!text.contains("<script>") && !text.contains("{why}"), "{path}: {text}");
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
    }
    for path in ["/api/nothing", "/page/nothing.js", "/mcp"] {
        assert_eq!(
            house.send("GET", path, &browser, "").await.refusal(),
            (404, "route".to_owned()),
            "{path}"
        );
    }
    assert_eq!(house.send("GET", "/anything", &[("accept", "*/*")], "").await.refusal().0, 404);
    let own = house.send("GET", "/stats", &browser, "").await;
    assert!(own.status == 200 && own.text().contains("id=\"main\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_asks_for_the_games_at_once_where_no_token_is_wanted() {
    let early = "<link rel=\"preload\" href=\"/api/catalog\" as=\"fetch\" crossorigin>";
    let open = House::open().await;
    assert_eq!(open.get("/").await.text().matches(early).count(), 1);
    let closed = House::with(|options| options.token = Some(Token::given("open sesame, please"))).await;
    let page = closed.get("/").await;
    assert!(page.status == 200 && !page.text().contains(early), "{}", page.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slash_at_the_end_of_a_pages_address_is_taken_off() {
    let house = House::open().await;
    for (path, place) in
        [("/stats/", "/stats"), ("/r/3/?at=2", "/r/3?at=2"), ("//evil.example/", "/evil.example")]
    {
        let moved = house.get(path).await;
        assert_eq!((moved.status, moved.headers["location"].as_str()), (308, place), "{path}");
    }
    assert_eq!(house.get("//").await.refusal(), (404, "route".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_the_archive_tells_no_path() {
    let house = House::open().await;
    let file = Connection::open(house.dir.path().join("archive.sqlite")).unwrap();
    file.execute_batch("ALTER TABLE games RENAME TO lost").unwrap();
    let response = house.get("/api/games").await;
    let why = "the archive could not be read or written; the server's log says why";
    assert_eq!((response.status, response.json()), (503, json!({ "code": "archive", "why": why })));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_seen_in_full_and_in_one_form() {
    let house = House::open().await;
    let seats = json!([{ "kind": "me", "name": "  Zoe\u{308}\u{202e} B.\u{200b}" }, { "kind": "open" }]);
    let (table, _) = house.table(json!({ "game": "set", "seats": seats })).await;
    let join = format!("/api/tables/{table}/join");
    for (name, why) in [
        (
            "\u{2066}\u{200d}",
            "nothing of this name can be seen; give one with letters, or none at all".to_owned(),
        ),
        (&"x".repeat(41), "a name has 40 characters at most; this one has 41".to_owned()),
    ] {
        let refused = house.post(&join, json!({ "name": name })).await;
        assert_eq!((refused.status, refused.json()), (422, json!({ "code": "name", "why": why })));
    }
    house.post(&join, json!({ "name": "\u{202e}neB\u{202c}" })).await.ok();
    let view = house.get(&format!("/api/tables/{table}")).await.ok();
    let name = |seat: usize| text(&view["seats"][seat]["name"]);
    assert_eq!((name(0).as_str(), name(1).as_str()), ("Zoë B.", "neB"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_given_deal_is_told_once_and_not_with_every_move() {
    let house = House::open().await;
    let shapes = format!("given{}", " 5:2 17:0 3:1".repeat(2000));
    let (table, tokens) = house.table(json!({ "game": "triangle", "deal": shapes })).await;
    let (mut socket, view) = house.watch(&table, &tokens).await;
    assert_eq!(text(&view["deal"]), shapes, "the first view has it");
    let moved = socket.act(&table, 0, &legal(&view, 0)[0]).await;
    assert_eq!((moved.get("deal"), state(&moved)), (None, 1));
    assert!(moved.to_string().len() < 12_000, "{} bytes", moved.to_string().len());
    let act = json!({ "state": 1, "action": legal(&moved, 0)[0] });
    let over_http = house.post_as(&tokens[0], &format!("/api/tables/{table}/act"), act).await;
    assert_eq!((over_http.ok().get("deal"), over_http.body.len() < 12_000), (None, true));
    let later = house.get_as(&tokens[0], &format!("/api/tables/{table}?since=2")).await;
    assert_eq!((&later.ok()["deal"], later.body.len() < 12_000), (&Value::Null, true));
    let whole = house.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(text(&whole["deal"]), shapes, "it is told again to who asks for everything");
}

/// A game of five with two expansions as it stands after many purchases, as a record.
fn full_cities() -> String {
    let options = [("players", "5"), ("expansions", "harbor,millionaires_row")];
    let mut game = CATALOG.begin("machi", &options, Deal::stream(1)).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..300 {
        let Turn::Seats(seats) = game.turn() else { panic!("the game is over too soon") };
        let seat = seats.iter().next().unwrap();
        let mut actions = game.legal_actions(seat);
        if actions.len() > 1 {
            actions.retain(|action| action != "pass");
        }
        game.play(seat, &actions[rng.below(actions.len() as u32) as usize]).unwrap();
    }
    game.record().to_string()
}

/// What can't be worked out exactly is told by the quick numbers, and that no others will come.
#[tokio::test(flavor = "multi_thread")]
async fn exact_insight_that_needs_too_much_is_given_up() {
    let house = House::open().await;
    let made = house.send("POST", "/api/import", &[], &full_cities()).await.created();
    let insight = format!("/api/tables/{}/insight?model=exact", text(&made["table"]));
    let output = loop {
        let output = house.get(&insight).await.ok();
        if output["late"] != true {
            break output;
        }
    };
    assert_eq!((&output["model"], &output["late"]), (&json!("seed"), &json!(false)));
    assert_eq!(output["players"].as_array().map(Vec::len), Some(5));
}
