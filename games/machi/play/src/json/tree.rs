//! A small tree of a JSON or TOML text in which everything knows its line.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use tercet_entry::json::without_place;

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
    let places = Places::of(text);
    if errors.is_empty() {
        return Ok(Node { line: 1, value: toml_table(&places, table.get_ref()) });
    }
    let error = |error: &toml::de::Error| {
        let (line, column) = places.line_and_column(error.span().map_or(0, |span| span.start));
        SyntaxError { line, column, why: error.message().to_owned() }
    };
    let mut errors: Vec<SyntaxError> = errors.iter().map(error).collect();
    errors.sort_by_key(|error| (error.line, error.column));
    Err(errors)
}

fn toml_node(places: &Places<'_>, node: &Spanned<DeValue>) -> Node {
    let value = match node.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let read = i64::from_str_radix(&number.as_str().replace('_', ""), number.radix());
            read.map_or(Value::Other("a number beyond all bounds"), Value::Number)
        }
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Boolean(_) => Value::Other("true or false"),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(items) => Value::List(items.iter().map(|item| toml_node(places, item)).collect()),
        DeValue::Table(table) => toml_table(places, table),
    };
    Node { line: places.line(node.span().start), value }
}

fn toml_table(places: &Places<'_>, table: &DeTable) -> Value {
    let mut fields: Vec<(usize, String, Node)> = table
        .iter()
        .map(|(name, value)| (name.span().start, name.get_ref().to_string(), toml_node(places, value)))
        .collect();
    fields.sort_by_key(|(start, ..)| *start);
    Value::Table(fields.into_iter().map(|(_, name, node)| (name, node)).collect())
}

/// Reads JSON.
pub(super) fn read_json(text: &str) -> Result<Node, Vec<SyntaxError>> {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(raw) => Ok(json_node(&Places::of(text), raw, 0)),
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            Err(vec![SyntaxError { line, column, why: without_place(&error) }])
        }
    }
}

/// Deeper than this no card file has anything to say, and a text of a million brackets must not fill the stack.
const DEPTH: usize = 4;

fn json_node(places: &Places<'_>, raw: &RawValue, depth: usize) -> Node {
    let part = raw.get();
    // The part is a piece of the text, so its address gives its place.
    let start = part.as_ptr() as usize - places.text.as_ptr() as usize;
    let line = places.line(start);
    let value = match part.as_bytes().first() {
        Some(b'{') if depth < DEPTH => {
            let Fields(fields) = serde_json::from_str(part).unwrap_or_default();
            let field = |(name, raw): (String, &RawValue)| (name, json_node(places, raw, depth + 1));
            Value::Table(fields.into_iter().map(field).collect())
        }
        Some(b'[') if depth < DEPTH => {
            let items: Vec<&RawValue> = serde_json::from_str(part).unwrap_or_default();
            Value::List(items.into_iter().map(|raw| json_node(places, raw, depth + 1)).collect())
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

/// Where the lines of a text begin: the text is looked through once, however many places are asked for.
struct Places<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Places<'t> {
    fn of(text: &'t str) -> Places<'t> {
        let after = |(at, _): (usize, &str)| at + 1;
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(after)).collect();
        Places { text, starts }
    }

    fn line(&self, byte: usize) -> usize {
        self.line_and_column(byte).0
    }

    /// Line and column of a byte, both from one.
    fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|&start| {
            #[cfg(test)]
            tests::look();
            start <= byte
        });
        (line, byte - self.starts[line - 1] + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fmt::Write as _;

    use super::*;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    /// Counts a look at where a line begins.
    pub(super) fn look() {
        LOOKS.set(LOOKS.get() + 1);
    }

    fn looks(read: fn(&str) -> Result<Node, Vec<SyntaxError>>, text: &str) -> usize {
        LOOKS.set(0);
        read(text).unwrap();
        LOOKS.get()
    }

    fn toml(cards: usize) -> String {
        (0..cards).fold(String::new(), |mut text, card| {
            writeln!(text, "[[card]]\nname = \"{card}\"\nrolls = [1, 2]").unwrap();
            text
        })
    }

    fn json(cards: usize) -> String {
        let cards: Vec<String> = (0..cards).map(|card| format!("{{\"name\":\"{card}\"}}")).collect();
        format!("{{\"cards\":[{}]}}", cards.join(",\n"))
    }

    #[test]
    fn four_times_the_cards_are_four_times_the_work() {
        let few = [looks(read_toml, &toml(500)), looks(read_json, &json(500))];
        let many = [looks(read_toml, &toml(2000)), looks(read_json, &json(2000))];
        for (few, many) in few.into_iter().zip(many) {
            assert!(many < 5 * few, "{few} looks, then {many}");
        }
    }

    #[test]
    fn places_are_told_from_one() {
        let places = Places::of("a\nbc\n");
        let output = [0, 1, 2, 4, 5, 99].map(|byte| places.line_and_column(byte));
        assert_eq!(output, [(1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 1)]);
    }
}
