//! `GET /api/openapi.json`: every route for programs, kept by hand; a test holds it against the routes.

mod operations;
mod shape;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use self::operations::{OPERATIONS, Operation, Token};
use self::shape::{Schemas, answer};
use crate::refusal::{CODES, Refusal};
use crate::studies::JsonBody;
use crate::wire::RefusalView;

/// What any request may be refused with: no token of the server, another page's, a body that is too slow or too large, too much
/// at once, a fault of the server, no room.
const ALWAYS: [u16; 7] = [401, 403, 408, 413, 429, 500, 503];

/// The description.
pub(crate) async fn describe() -> JsonBody {
    // It never changes, and is long.
    static DESCRIPTION: LazyLock<JsonBody> = LazyLock::new(|| JsonBody::of(&description()));
    DESCRIPTION.clone()
}

/// Every route for programs, in the form of `OpenAPI` 3.1, as `/api/openapi.json` answers it.
pub fn description() -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation_json(operation, &mut schemas);
    }
    let refusal = answer::<RefusalView>(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Tercet", "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables of SET, Machi Koro and the triangle puzzle." },
        "paths": paths,
        "components": {
            "schemas": schemas.all(),
            "responses": refusals(&refusal),
            "securitySchemes": { "seat": { "type": "http", "scheme": "bearer", "description": "a seat's token" } },
        },
    })
}

/// The refusals by status, with their codes.
fn refusals(schema: &Value) -> Map<String, Value> {
    let mut codes: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in CODES {
        codes.entry(Refusal::new(code, "").status().as_u16()).or_default().push(code);
    }
    let refused = |(status, codes): (u16, Vec<&str>)| {
        let name = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
        let about = format!("{}: {}; nothing has changed", name.unwrap_or("Refused"), codes.join(", "));
        let content = json!({ "application/json": { "schema": schema } });
        (status.to_string(), json!({ "description": about, "content": content }))
    };
    codes.into_iter().map(refused).collect()
}

fn operation_json(operation: &Operation, schemas: &mut Schemas) -> Value {
    let parameters = parameters(operation, schemas);
    let mut described = json!({
        "summary": operation.about,
        "responses": responses(operation, schemas, !parameters.is_empty()),
        "parameters": parameters,
    });
    if let Some(content) = operation.body.and_then(|body| body.content(schemas)) {
        // An empty body is an empty object, which will do where nothing is required.
        let is_required = schemas.requires(&content["application/json"]["schema"]);
        described["requestBody"] = json!({ "content": content, "required": is_required });
    }
    match operation.token {
        Token::None => {}
        Token::May => described["security"] = json!([{}, { "seat": [] }]),
        Token::Must => described["security"] = json!([{ "seat": [] }]),
    }
    described
}

fn responses(operation: &Operation, schemas: &mut Schemas, has_parameters: bool) -> Value {
    let mut done = json!({ "description": "done" });
    if let Some(content) = operation.answer.content(schemas) {
        done["content"] = content;
    }
    let mut refused: Vec<u16> = [&ALWAYS[..], operation.refused].concat();
    if has_parameters || operation.body.is_some() {
        refused.push(400);
    }
    if operation.path.contains('{') {
        refused.push(404);
    }
    let mut all: BTreeMap<u16, Value> = BTreeMap::from([(operation.done, done)]);
    for status in refused {
        all.insert(status, json!({ "$ref": format!("#/components/responses/{status}") }));
    }
    all.into_iter().map(|(status, response)| (status.to_string(), response)).collect()
}

fn parameters(operation: &Operation, schemas: &mut Schemas) -> Vec<Value> {
    let in_path = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut all: Vec<Value> = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": place_schema(name) }))
        .collect();
    let query = (operation.query)(schemas);
    let required = |name: &String| query["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    for (name, schema) in query["properties"].as_object().unwrap_or(&Map::new()) {
        all.push(json!({ "name": name, "in": "query", "required": required(name), "schema": given(schema) }));
    }
    all
}

/// A parameter that may be left out is not `null` when it is there.
fn given(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let kinds = schema.get("type").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(kind) = kinds.into_iter().find(|kind| kind != "null") {
        schema["type"] = kind;
    }
    schema
}

/// What may stand at a place of a path.
fn place_schema(name: &str) -> Value {
    match name {
        "game" | "tournament" => json!({ "type": "integer", "minimum": 1, "maximum": i64::MAX }),
        "picture" => json!({ "type": "string", "pattern": "^[0-9]{1,9}\\.(svg|png)$" }),
        "file" => {
            let pattern = "^(games|moves|ratings|strengths|events)\\.(jsonl|csv|parquet)$";
            json!({ "type": "string", "pattern": pattern })
        }
        _ => json!({ "type": "string", "pattern": "^[a-z2-7]{16}$" }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The routes as they stand in the source: `.route("/api/x", get(…).post(…))`.
    fn routes() -> BTreeSet<(String, String)> {
        let source = include_str!("../mod.rs");
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
