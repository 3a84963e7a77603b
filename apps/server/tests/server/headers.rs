//! Headers: what protects the page, and which pages may ask.

use serde_json::json;
use tercet_server::{ServeOptions, Server, Token};

use crate::client::House;

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_policy() {
    let house = House::open().await;
    for path in ["/", "/page/index.html", "/pictures.css", "/api/catalog", "/nowhere", "/t/x/1.svg"] {
        let headers = house.get(path).await.headers;
        let policy = &headers["content-security-policy"];
        assert!(policy.starts_with("default-src 'self'; frame-ancestors 'none';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_has_no_inline_script_and_may_be_kept() {
    let house = House::open().await;
    let page = house.get("/t/abc").await;
    assert_eq!((page.status, page.headers["content-type"].as_str()), (200, "text/html; charset=utf-8"));
    assert!(!page.text().contains("<script>") && !page.text().contains("onclick="));
    let tag = [("if-none-match", page.headers["etag"].as_str())];
    assert_eq!(house.send("GET", "/t/abc", &tag, "").await.status, 304);
    assert_eq!(house.get("/page/nothing.js").await.refusal(), (404, "route".to_owned()));
    assert_eq!(house.get("/page/../src/lib.rs").await.refusal(), (404, "route".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_elsewhere_may_not_ask() {
    let house = House::open().await;
    let body = json!({ "game": "set" }).to_string();
    let evil = [("origin", "https://evil.example")];
    assert_eq!(house.send("POST", "/api/tables", &evil, &body).await.refusal(), (403, "origin".to_owned()));
    assert_eq!(house.send("GET", "/ws", &evil, "").await.refusal(), (403, "origin".to_owned()));
    let rebound = [("host", "evil.example")];
    assert_eq!(house.send("GET", "/api/catalog", &rebound, "").await.refusal(), (403, "origin".to_owned()));
    assert_eq!(house.send("GET", "/", &rebound, "").await.refusal(), (403, "origin".to_owned()));
    let own = format!("http://{}", house.address);
    assert_eq!(house.send("POST", "/api/tables", &[("origin", &own)], &body).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_token_wants_it() {
    let house = House::with(|options| options.token = Some(Token::given("open sesame, please"))).await;
    assert_eq!(house.get("/").await.status, 200, "the page itself asks for the token");
    assert_eq!(house.get("/api/catalog").await.refusal(), (401, "access".to_owned()));
    assert_eq!(house.get("/ws").await.refusal(), (401, "access".to_owned()));
    assert_eq!(
        house.post("/api/enter", json!({ "token": "wrong" })).await.refusal(),
        (401, "access".to_owned())
    );
    let entered = house.post("/api/enter", json!({ "token": "open sesame, please" })).await;
    let cookie = &entered.headers["set-cookie"];
    assert_eq!((entered.status, cookie.contains("HttpOnly; SameSite=Strict")), (204, true));
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(house.send("GET", "/api/catalog", &[("cookie", cookie)], "").await.status, 200);
    assert_eq!(
        house.send("GET", "/api/catalog", &[("tercet-access", "open sesame, please")], "").await.status,
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn other_addresses_need_a_token_or_to_be_public() {
    let dir = tempfile::tempdir().unwrap();
    let everywhere = ServeOptions { bind: [0, 0, 0, 0].into(), ..ServeOptions::local(dir.path()) };
    let error = Server::open(&everywhere).await.err().unwrap().to_string();
    assert_eq!(
        error,
        "others can reach 0.0.0.0: give --token to let in who knows it, or --public to let in everybody"
    );
    for allowed in [
        ServeOptions { is_public: true, ..everywhere.clone() },
        ServeOptions { token: Some(Token::draw()), ..everywhere.clone() },
    ] {
        Server::open(&allowed).await.unwrap();
    }
    assert!(ServeOptions::local("x").bind.is_loopback());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_in_use_and_a_bad_directory_are_told() {
    let house = House::open().await;
    let dir = tempfile::tempdir().unwrap();
    let taken = ServeOptions { port: house.address.port(), ..ServeOptions::local(dir.path()) };
    let error = Server::open(&taken).await.err().unwrap().to_string();
    let port = house.address.port();
    assert_eq!(
        error,
        format!("port {port} is in use, perhaps by another `tercet serve`; choose another with --port")
    );
    let file = dir.path().join("file");
    std::fs::write(&file, "no directory").unwrap();
    let error = Server::open(&ServeOptions::local(&file)).await.err().unwrap().to_string();
    assert!(
        error.starts_with(&format!(
            "the archive `{}` can't be opened: ",
            file.join("archive.sqlite").display()
        )),
        "{error}"
    );
}
