//! The types of the wire as the page's checker reads them: `page/wire.d.ts` is written from the Rust types.

use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};
use tercet_conformance::golden;
use tercet_server::wire::{
    ClientMessage, HintView, Lobby, MadeTable, Moved, NewTable, RefusalView, RematchView, ResultView,
    SeatToken, ServerMessage, TableView, TimeView,
};

const HEAD: &str = "\
// The types of apps/server/src/wire.rs for the checker; no browser loads this file. A test writes it: `cargo xtask golden`.
";

#[test]
fn golden_types_of_the_page() {
    let mut said = SchemaSettings::draft2020_12().for_serialize().into_generator();
    add::<TableView>(&mut said);
    add::<Moved>(&mut said);
    add::<HintView>(&mut said);
    add::<Lobby>(&mut said);
    add::<MadeTable>(&mut said);
    add::<RematchView>(&mut said);
    add::<ResultView>(&mut said);
    add::<SeatToken>(&mut said);
    add::<RefusalView>(&mut said);
    add::<TimeView>(&mut said);
    add::<ServerMessage>(&mut said);
    let mut heard = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    add::<NewTable>(&mut heard);
    add::<ClientMessage>(&mut heard);
    let mut types = said.take_definitions(true);
    types.extend(heard.take_definitions(true));
    let mut text = HEAD.to_owned();
    for (name, schema) in &types {
        write!(text, "\n{}{}\n", about(schema, ""), declaration(name, schema)).unwrap();
    }
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page/wire.d.ts"), &text);
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

fn declaration(name: &str, schema: &Value) -> String {
    if schema["properties"].is_object() && schema.get("$ref").is_none() {
        format!("export interface {name} {}", object(schema, ""))
    } else {
        format!("export type {name} = {};", of(schema, ""))
    }
}

/// What a schema says of itself, as a comment.
fn about(schema: &Value, indent: &str) -> String {
    let words = schema["description"].as_str().map(|words| words.replace('\n', " "));
    words.map_or(String::new(), |words| format!("{indent}/** {words} */\n"))
}

/// A schema as a type.
fn of(schema: &Value, indent: &str) -> String {
    if schema == &Value::Bool(true) {
        return "any".to_owned();
    }
    let unions = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array());
    if let Some(parts) = unions {
        return parts.iter().map(|part| of(part, indent)).collect::<Vec<_>>().join(" | ");
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or(reference).to_owned();
        let is_more = schema["properties"].is_object();
        return if is_more { format!("({} & {name})", object(schema, indent)) } else { name };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            kinds.iter().map(|kind| plain(kind, schema, indent)).collect::<Vec<_>>().join(" | ")
        }
        kind => plain(kind, schema, indent),
    }
}

fn plain(kind: &Value, schema: &Value, indent: &str) -> String {
    match kind.as_str().unwrap_or("?") {
        "integer" | "number" => "number".to_owned(),
        "array" => format!("{}[]", of(&schema["items"], indent)),
        "object" if schema["properties"].is_object() => object(schema, indent),
        "object" => format!("Record<string, {}>", of(entry(schema), indent)),
        other => other.to_owned(),
    }
}

/// What the entries of a map are.
fn entry(schema: &Value) -> &Value {
    let by_pattern = schema["patternProperties"].as_object().and_then(|patterns| patterns.values().next());
    by_pattern.unwrap_or(&schema["additionalProperties"])
}

fn object(schema: &Value, indent: &str) -> String {
    let none = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&none);
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let inner = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for (name, field) in fields {
        let mark = if required(name) { "" } else { "?" };
        writeln!(text, "{}{inner}{name}{mark}: {};", about(field, &inner), of(field, &inner)).unwrap();
    }
    format!("{text}{indent}}}")
}
