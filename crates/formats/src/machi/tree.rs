//! A small tree of a JSON or TOML text in which everything knows its line.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::shape::without_place;

/// A value and the line that it begins on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) line: usize,
    pub(super) value: Value,
}

/// What a card file can be made of. Anything else keeps only what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    List(Vec<Node>),
    Table(Vec<(String, Node)>),
    Other(&'static str),
}

impl Value {
    /// What it is, for complaints.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(what) => what,
        }
    }
}

/// Why a text is no JSON or TOML, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) why: String,
}

/// Reads TOML; all of its errors at once.
pub(super) fn read_toml(text: &str) -> Result<Node, Vec<SyntaxError>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(Node { line: 1, value: toml_table(text, table.get_ref()) });
    }
    let error = |error: &toml::de::Error| {
        let (line, column) = place(text, error.span().map_or(0, |span| span.start));
        SyntaxError { line, column, why: error.message().to_owned() }
    };
    let mut errors: Vec<SyntaxError> = errors.iter().map(error).collect();
    errors.sort_by_key(|error| (error.line, error.column));
    Err(errors)
}

fn toml_node(text: &str, node: &Spanned<DeValue>) -> Node {
    let value = match node.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let read = i64::from_str_radix(&number.as_str().replace('_', ""), number.radix());
            read.map_or(Value::Other("a number beyond all bounds"), Value::Number)
        }
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Boolean(_) => Value::Other("true or false"),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(items) => Value::List(items.iter().map(|item| toml_node(text, item)).collect()),
        DeValue::Table(table) => toml_table(text, table),
    };
    Node { line: place(text, node.span().start).0, value }
}

fn toml_table(text: &str, table: &DeTable) -> Value {
    let mut fields: Vec<(usize, String, Node)> = table
        .iter()
        .map(|(name, value)| (name.span().start, name.get_ref().to_string(), toml_node(text, value)))
        .collect();
    fields.sort_by_key(|(start, ..)| *start);
    Value::Table(fields.into_iter().map(|(_, name, node)| (name, node)).collect())
}

/// Reads JSON.
pub(super) fn read_json(text: &str) -> Result<Node, Vec<SyntaxError>> {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(raw) => Ok(json_node(text, raw, 0)),
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            Err(vec![SyntaxError { line, column, why: without_place(&error) }])
        }
    }
}

/// Deeper than this no card file has anything to say, and a text of a million brackets must not fill the stack.
const DEPTH: usize = 4;

fn json_node(text: &str, raw: &RawValue, depth: usize) -> Node {
    let part = raw.get();
    // The part is a piece of the text, so its address tells its place.
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    let line = place(text, start).0;
    let value = match part.as_bytes().first() {
        Some(b'{') if depth < DEPTH => {
            let Fields(fields) = serde_json::from_str(part).unwrap_or_default();
            let field = |(name, raw): (String, &RawValue)| (name, json_node(text, raw, depth + 1));
            Value::Table(fields.into_iter().map(field).collect())
        }
        Some(b'[') if depth < DEPTH => {
            let items: Vec<&RawValue> = serde_json::from_str(part).unwrap_or_default();
            Value::List(items.into_iter().map(|raw| json_node(text, raw, depth + 1)).collect())
        }
        Some(b'{') => Value::Other("a table"),
        Some(b'[') => Value::Other("a list"),
        Some(b'"') => {
            serde_json::from_str(part).map_or(Value::Other("a text that is no Unicode"), Value::Text)
        }
        Some(b't' | b'f') => Value::Other("true or false"),
        Some(b'n') => Value::Other("null"),
        _ => part.parse().map_or(Value::Other("a number with a fraction"), Value::Number),
    };
    Node { line, value }
}

/// The fields of an object in order, doubles too.
#[derive(Default)]
struct Fields<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Fields<'de>, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }

        json.deserialize_map(Object)
    }
}

/// Line and column of a byte, both from one.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..byte.min(text.len())];
    let line = before.split(|&byte| byte == b'\n').count();
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    (line, before.len() - start + 1)
}
