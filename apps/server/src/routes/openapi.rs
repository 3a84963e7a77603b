//! `GET /api/openapi.json`: every route for programs, kept by hand; a test holds it against the routes.

use std::sync::LazyLock;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::studies::Told;
use crate::wire::{
    HintView, MadeTable, Moved, NewTable, RefusalView, RematchView, ResultView, SeatToken, TableView,
};

/// What can be asked for.
struct Operation {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    /// Does it want a seat's token?
    seat: bool,
    query: &'static [&'static str],
    /// The body's schema, or an example of it.
    body: Option<Shape>,
    answer: Shape,
}

/// What a body is.
#[derive(Clone, Copy)]
enum Shape {
    /// One of the schemas.
    Schema(&'static str),
    /// JSON, as in this example.
    Like(&'static str),
    /// Bytes of this kind.
    Bytes(&'static str),
}

use Shape::{Bytes, Like, Schema};

const fn get(
    path: &'static str,
    about: &'static str,
    query: &'static [&'static str],
    answer: Shape,
) -> Operation {
    Operation { method: "get", path, about, seat: false, query, body: None, answer }
}

const fn post(path: &'static str, about: &'static str, seat: bool, body: Shape, answer: Shape) -> Operation {
    Operation { method: "post", path, about, seat, query: &[], body: Some(body), answer }
}

const fn with_seat(mut operation: Operation) -> Operation {
    operation.seat = true;
    operation
}

const PICTURE: &[&str] = &["seat", "theme", "show", "pick", "hint", "ghost", "name", "scale"];

const OPERATIONS: &[Operation] = &[
    get(
        "/api/catalog",
        "Games with their options and bots, themes, layers",
        &[],
        Like(r#"{"games":[],"themes":[],"layers":[]}"#),
    ),
    get("/api/openapi.json", "This description", &[], Like("{}")),
    post(
        "/api/enter",
        "Gives the server's token, or the owner's, for a cookie",
        false,
        Like(r#"{"token":"secret"}"#),
        Like("{}"),
    ),
    get("/api/owner", "Says whether you are the owner: 204 if so, else 403", &[], Like("{}")),
    post("/api/tables", "Makes a table", false, Schema("NewTable"), Schema("MadeTable")),
    with_seat(get(
        "/api/tables/{table}",
        "A table as you see it",
        &["words", "since", "wait"],
        Schema("TableView"),
    )),
    Operation {
        method: "delete",
        path: "/api/tables/{table}",
        about: "Deletes a table and its games; only the owner may",
        seat: false,
        query: &[],
        body: None,
        answer: Like("{}"),
    },
    with_seat(get(
        "/api/tables/{table}/legal",
        "What your seat may do",
        &["seat"],
        Like(r#"{"state":0,"seat":0,"legal":[{"action":"deal","words":""}]}"#),
    )),
    get("/api/tables/{table}/record", "The record, once its deal is no secret", &[], Bytes("text/plain")),
    with_seat(get(
        "/api/tables/{table}/result",
        "How your seat did, with a score from 0 to 1",
        &["seat"],
        Schema("ResultView"),
    )),
    with_seat(get(
        "/api/tables/{table}/insight",
        "What the position is worth to each player (Machi Koro); where the game counts, it is help",
        &["model"],
        Like(r#"{"model":"seed","among":"impatient","games":200,"seat":0,"players":[],"options":[]}"#),
    )),
    get(
        "/api/tables/{table}/best",
        "The best that people have done alone with its options",
        &[],
        Like(r#"{"best":[{"game":1,"name":"Ana","points":120}]}"#),
    ),
    get(
        "/api/tables/{table}/times",
        "How long each thing that was done there took",
        &[],
        Like(r#"{"times":[{"number":1,"seat":0,"ms":5200,"events":[]}]}"#),
    ),
    post(
        "/api/tables/{table}/join",
        "Sits down at an open seat",
        false,
        Like(r#"{"name":"Ben","seat":1}"#),
        Schema("SeatToken"),
    ),
    post(
        "/api/tables/{table}/act",
        "Does something",
        true,
        Like(r#"{"state":0,"action":"deal","seat":0}"#),
        Schema("Moved"),
    ),
    post(
        "/api/tables/{table}/undo",
        "Takes the last play back",
        true,
        Like(r#"{"state":1,"seat":0}"#),
        Schema("Moved"),
    ),
    post(
        "/api/tables/{table}/edit",
        "Changes the position, at a table for study",
        true,
        Like(r#"{"state":1,"edit":"toggle 3 4"}"#),
        Schema("Moved"),
    ),
    post(
        "/api/tables/{table}/hint",
        "Asks a bot what it would do",
        true,
        Like(r#"{"bot":"greedy","seat":0}"#),
        Schema("HintView"),
    ),
    post(
        "/api/tables/{table}/seat",
        "Gives a seat to a bot, or takes it back",
        true,
        Like(r#"{"seat":0,"bot":"random"}"#),
        Like(r#"{"seats":[]}"#),
    ),
    post(
        "/api/tables/{table}/rematch",
        "Another table with the same settings",
        true,
        Like("{}"),
        Schema("RematchView"),
    ),
    get(
        "/t/{table}/{picture}",
        "The picture of a state number: 17.svg, 17.png",
        PICTURE,
        Bytes("image/svg+xml"),
    ),
    get(
        "/r/{game}/{picture}",
        "The picture of an archived game after so many inputs",
        PICTURE,
        Bytes("image/svg+xml"),
    ),
    get(
        "/api/games",
        "Games that are over, the newest first",
        &["game", "player", "since", "until", "tournament", "limit"],
        Like(r#"{"games":[]}"#),
    ),
    get("/api/games/{game}", "One of them", &[], Like(r#"{"id":1,"game":"set","seats":[]}"#)),
    get("/api/games/{game}/record", "Its record", &[], Bytes("text/plain")),
    get("/api/replay/{game}", "A moment of it", &["at"], Like(r#"{"at":0,"inputs":0,"position":""}"#)),
    get("/api/replay/{game}/log", "All that happened in it", &[], Like(r#"{"log":[]}"#)),
    post(
        "/api/replay/{game}/continue",
        "A table that goes on from there",
        false,
        Like(r#"{"at":20,"seats":[{"kind":"me"}]}"#),
        Schema("MadeTable"),
    ),
    post(
        "/api/import",
        "A table for study from a record, as JSON or as plain text",
        false,
        Like(r#"{"record":"tercet record 1\n…","at":20}"#),
        Schema("MadeTable"),
    ),
    get(
        "/api/best",
        "The best that people have done alone with a game's usual options",
        &["game"],
        Like(r#"{"best":[{"game":1,"name":"Ana","points":120}]}"#),
    ),
    get(
        "/api/stats",
        "What games tell of those who played them",
        &["game", "tournament"],
        Like(r#"{"stats":[]}"#),
    ),
    get(
        "/api/purchases",
        "What buying things was worth, from the newest games",
        &["game", "tournament", "games"],
        Like(r#"{"game":"machi","games":0,"usual_win_rate":null,"wares":[],"left_out":0}"#),
    ),
    get(
        "/api/ratings",
        "How strong players are by all games at once, and the newest 5,000 ratings after rounds",
        &["game", "tournament"],
        Like(r#"{"strengths":[],"ratings":[]}"#),
    ),
    get(
        "/api/daily",
        "The puzzle of a day and its results",
        &["game", "day"],
        Like(r#"{"game":"set","day":"2026-11-16","results":[]}"#),
    ),
    get(
        "/api/export/{file}",
        "The archive's tables: games, moves, ratings, strengths or events as .jsonl, .csv or .parquet",
        &["game", "tournament"],
        Bytes("application/octet-stream"),
    ),
    get("/api/tournaments", "All tournaments", &[], Like(r#"{"tournaments":[]}"#)),
    post(
        "/api/tournaments",
        "Starts one",
        false,
        Like(r#"{"game":"set","entrants":["first","random"],"format":"swiss","days":1}"#),
        Like(r#"{"tournament":1}"#),
    ),
    get(
        "/api/tournaments/{tournament}",
        "How one stands",
        &[],
        Like(r#"{"tournament":1,"played":0,"games":0,"groups":1,"repeats":0,"standings":[]}"#),
    ),
    post(
        "/api/tournaments/{tournament}/stop",
        "Stops one",
        false,
        Like("{}"),
        Like(r#"{"tournament":1,"stopped":true}"#),
    ),
    post(
        "/api/tournaments/{tournament}/resume",
        "Goes on with one that was stopped",
        false,
        Like("{}"),
        Like(r#"{"tournament":1}"#),
    ),
];

/// The description.
pub(crate) async fn describe() -> Told {
    // It never changes, and is long.
    static DESCRIPTION: LazyLock<Told> = LazyLock::new(|| Told::of(&description()));
    DESCRIPTION.clone()
}

fn description() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation_json(operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Tercet", "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables of SET, Machi Koro and the triangle puzzle." },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": { "seat": { "type": "http", "scheme": "bearer", "description": "a seat's token" } },
        },
    })
}

fn operation_json(operation: &Operation) -> Value {
    let named = |name: &str, place: &str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
    let in_path = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameters: Vec<Value> = in_path
        .map(|name| named(name, "path"))
        .chain(operation.query.iter().map(|name| named(name, "query")))
        .collect();
    let refused =
        json!({ "description": "refused; nothing has changed", "content": content(Schema("RefusalView")) });
    let mut told = json!({
        "summary": operation.about,
        "parameters": parameters,
        "responses": { "200": { "description": "done", "content": content(operation.answer) }, "default": refused },
    });
    if let Some(body) = operation.body {
        told["requestBody"] = json!({ "content": content(body) });
    }
    if operation.seat {
        told["security"] = json!([{ "seat": [] }]);
    }
    told
}

fn content(shape: Shape) -> Value {
    match shape {
        Schema(name) => {
            json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } })
        }
        Like(example) => {
            let example: Value = serde_json::from_str(example).unwrap_or_default();
            json!({ "application/json": { "example": example } })
        }
        Bytes(kind) => json!({ kind: {} }),
    }
}

/// The schemas of the wire's types, and of those inside them.
fn schemas() -> Map<String, Value> {
    let settings = schemars::generate::SchemaSettings::openapi3();
    let mut generator = settings.into_generator();
    add::<NewTable>(&mut generator);
    add::<MadeTable>(&mut generator);
    add::<TableView>(&mut generator);
    add::<Moved>(&mut generator);
    add::<HintView>(&mut generator);
    add::<RematchView>(&mut generator);
    add::<ResultView>(&mut generator);
    add::<SeatToken>(&mut generator);
    add::<RefusalView>(&mut generator);
    generator.take_definitions(true).into_iter().collect()
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The routes as they stand in the source: `.route("/api/x", get(…).post(…))`.
    fn routes() -> BTreeSet<(String, String)> {
        let source = include_str!("mod.rs");
        let mut routes = BTreeSet::new();
        for part in source.split(".route(\"").skip(1) {
            let (path, rest) = part.split_once('"').unwrap();
            let handlers = rest.split(".route(").next().unwrap();
            for method in ["get", "post", "delete"] {
                if handlers.contains(&format!("{method}(")) {
                    routes.insert((method.to_owned(), path.to_owned()));
                }
            }
        }
        routes
    }

    #[test]
    fn every_route_is_described_and_every_description_has_a_route() {
        let is_page = |path: &str| path.starts_with("/page/") || path == "/pictures.css" || path == "/ws";
        let routes: BTreeSet<_> = routes().into_iter().filter(|(_, path)| !is_page(path)).collect();
        let described: BTreeSet<_> =
            OPERATIONS.iter().map(|each| (each.method.to_owned(), each.path.to_owned())).collect();
        assert_eq!(routes, described);
    }

    #[test]
    fn every_schema_that_is_named_is_there() {
        let description = description();
        let text = description.to_string();
        let named = text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap());
        for name in named {
            assert!(description["components"]["schemas"][name].is_object(), "{name}");
        }
        assert!(description["components"]["schemas"]["TableView"]["properties"]["state"].is_object());
    }
}
