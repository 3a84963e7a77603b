//! The owner, visitors, and whom a proxy brings.

use serde_json::json;
use tercet_server::{Proxies, ServeOptions, Server, Token};

use crate::client::{House, legal, state};

const OWNER: &str = "the owner's own token";

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_can_be_guessed_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let short = |change: fn(&mut ServeOptions, Option<Token>), text: &str| {
        let mut options = ServeOptions::local(dir.path());
        change(&mut options, Some(Token::given(text)));
        options
    };
    let why = async |options: &ServeOptions| Server::open(options).await.err().map(|error| error.to_string());
    let token = |options: &mut ServeOptions, token| options.token = token;
    let output = why(&short(token, "")).await;
    assert_eq!(output.unwrap(), "--token has 0 bytes; give at least 16, drawn at random");
    let output = why(&short(|options, token| options.mcp_token = token, "fifteen letters")).await;
    assert_eq!(output.unwrap(), "--mcp-token has 15 bytes; give at least 16, drawn at random");
    let output = why(&short(|options, token| options.owner_token = token, "mine")).await;
    assert_eq!(output.unwrap(), "--owner-token has 4 bytes; give at least 16, drawn at random");
    assert_eq!(why(&short(token, "sixteen letters.")).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_the_owners_is_refused_to_visitors() {
    let house = House::with(|options| options.owner_token = Some(Token::given(OWNER))).await;
    let (table, _) = house.table(json!({ "game": "triangle" })).await;
    let delete = format!("/api/tables/{table}");
    let asks = [
        ("GET", "/api/owner"),
        ("HEAD", "/api/owner"),
        ("GET", "/api/export/games.csv"),
        ("POST", "/api/tournaments"),
        ("POST", "/api/tournaments/1/stop"),
        ("POST", "/api/tournaments/1/resume"),
        ("DELETE", delete.as_str()),
    ];
    for (method, path) in asks {
        assert_eq!(house.send(method, path, &[], "").await.status, 403, "{method} {path}");
        let asked = house.send(method, path, &[("tercet-access", OWNER)], "").await;
        assert_ne!(asked.status, 403, "{method} {path}");
    }
    let why = "only the owner may do that, who knows the owner's token";
    let refused = house.get("/api/owner").await;
    assert_eq!(refused.json(), json!({ "code": "owner", "why": why }));
    assert_eq!(house.get(&delete).await.refusal(), (404, "table".to_owned()), "the owner deleted it");
    house.get("/api/tournaments").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_enters_like_everybody_and_tries_are_limited() {
    let house = House::with(|options| {
        options.owner_token = Some(Token::given(OWNER));
        options.limits.entries_a_minute = 3;
    })
    .await;
    let enter = async |token: &str| house.post("/api/enter", json!({ "token": token })).await;
    let refused = enter("not the owner's token").await;
    assert_eq!(refused.refusal(), (403, "owner".to_owned()));
    let entered = enter(OWNER).await;
    let cookie = entered.headers["set-cookie"].split(';').next().unwrap().to_owned();
    assert_eq!(house.send("GET", "/api/owner", &[("cookie", &cookie)], "").await.status, 204);
    enter("another guess").await;
    assert_eq!(enter(OWNER).await.refusal(), (429, "limit".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_for_others_keeps_a_token_for_its_owner() {
    let dir = tempfile::tempdir().unwrap();
    let options = ServeOptions { is_public: true, ..ServeOptions::local(dir.path()) };
    let running = Server::open(&options).await.unwrap().start().unwrap();
    let path = running.owner_file.clone().unwrap();
    assert_eq!(path, dir.path().join("owner-token"));
    assert_eq!(std::fs::read_to_string(&path).unwrap().trim().len(), 22);
    running.stop().await;
    let own = House::open().await;
    assert_eq!(own.get("/api/owner").await.status, 204, "who sits at this machine is the owner");
    let handed_on = [("x-forwarded-for", "192.0.2.7")];
    assert_eq!(own.send("GET", "/api/owner", &handed_on, "").await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_is_gone_for_all_who_are_at_it() {
    let house = House::open().await;
    let (table, tokens) = house.table(json!({ "game": "triangle" })).await;
    let (mut socket, view) = house.watch(&table, &tokens).await;
    let path = format!("/api/tables/{table}");
    assert_eq!(house.send("DELETE", &path, &[], "").await.status, 204);
    let action = &legal(&view, 0)[0];
    socket.say(json!({ "type": "act", "table": table, "state": state(&view), "action": action })).await;
    let refused = socket.hear_refused().await;
    assert_eq!(
        (&refused["code"], &refused["why"]),
        (&json!("table"), &json!(format!("table `{table}` was deleted")))
    );
    assert_eq!(house.get(&path).await.refusal(), (404, "table".to_owned()));
    assert_eq!(house.send("DELETE", &path, &[], "").await.refusal(), (404, "table".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_count_whom_a_proxy_brings_and_not_the_proxy() {
    let house = House::with(|options| {
        options.proxies = Proxies { networks: vec!["127.0.0.1".parse().unwrap()], ..Proxies::default() };
        options.hosts = vec!["games.example".to_owned()];
        options.limits.new_tables_a_minute = 1;
    })
    .await;
    let make = async |client: &str| {
        let headers = [("host", "games.example"), ("x-forwarded-for", client)];
        house.send("POST", "/api/tables", &headers, r#"{"game":"set"}"#).await.status
    };
    assert_eq!([make("192.0.2.1").await, make("192.0.2.1").await], [201, 429]);
    assert_eq!(make("192.0.2.2").await, 201);
    assert_eq!(make("192.0.2.9, 192.0.2.1").await, 429, "what a client makes up is not counted");
    assert_eq!(
        [make("2001:db8::1").await, make("2001:db8::2").await, make("2001:db8:0:1::2").await],
        [201, 429, 201]
    );
    let other = [("host", "evil.example")];
    assert_eq!(house.send("GET", "/api/catalog", &other, "").await.refusal(), (403, "origin".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tokens_in_headers_are_counted_and_then_no_token_opens() {
    const ACCESS: &str = "the server's own token";
    let house = House::with(|options| {
        options.token = Some(Token::given(ACCESS));
        options.owner_token = Some(Token::given(OWNER));
        options.mcp_token = Some(Token::given("the agents' own token"));
        options.limits.wrong_tokens_a_minute = 4;
    })
    .await;
    let ask = async |name: &str, value: &str, path: &str| {
        house.send("GET", path, &[(name, value)], "").await.refusal()
    };
    let limit = (429, "limit".to_owned());
    // Who may not do something with a right token has not guessed, and who gives none has not either.
    for _ in 0..5 {
        assert_eq!(ask("tercet-access", ACCESS, "/api/owner").await, (403, "owner".to_owned()));
        assert_eq!(house.get("/api/games").await.refusal(), (401, "access".to_owned()));
    }
    for (name, value, path) in [
        ("tercet-access", "a guess", "/api/games"),
        ("cookie", "tercet_access=b3Blbg", "/api/tables/none"),
        ("authorization", "Bearer a guess", "/mcp"),
        ("tercet-access", "another", "/t/none/0.svg"),
    ] {
        assert_eq!(ask(name, value, path).await, (401, "access".to_owned()), "{path}");
    }
    assert_eq!(ask("tercet-access", "a fifth", "/api/games").await, limit);
    assert_eq!(
        ask("tercet-access", ACCESS, "/api/games").await,
        limit,
        "the right one opens no more, for a while"
    );
    assert_eq!(house.get("/").await.status, 200, "the page needs none");
}
