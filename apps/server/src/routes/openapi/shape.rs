//! What requests and answers look like, as JSON schemas.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use tercet_draw::THEMES;
use tercet_scene::Layer;

/// What a body is.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// JSON of a type.
    Typed(fn(&mut Schemas) -> Value),
    /// JSON of this form: all that the example has is there, and nothing is said of what is `null` or empty in it.
    Like(&'static str),
    /// Bytes of one of these kinds.
    Bytes(&'static [&'static str]),
    /// No body.
    Nothing,
}

/// The fields of a query, by name.
pub(super) type Fields = fn(&mut Schemas) -> Value;

/// Schemas of answers and of requests; a field that is optional in a request may be required in an answer.
pub(super) struct Schemas {
    output: SchemaGenerator,
    heard: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.transforms.push(Box::new(Ranges));
            })
        };
        Schemas {
            output: settings().for_serialize().into_generator(),
            heard: settings().for_deserialize().into_generator(),
        }
    }

    /// Does the schema of a body have fields that must be there?
    pub(super) fn requires(&self, schema: &Value) -> bool {
        let name = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next()).unwrap_or("");
        let fields = self.heard.definitions().get(name).and_then(|schema| schema.get("required"));
        fields.and_then(Value::as_array).is_some_and(|fields| !fields.is_empty())
    }

    /// All that were referred to.
    pub(super) fn all(mut self) -> Map<String, Value> {
        let mut all = self.output.take_definitions(true);
        all.extend(self.heard.take_definitions(true));
        all.into_iter().collect()
    }
}

/// The type of an answer.
pub(super) fn answer<T: JsonSchema>(schemas: &mut Schemas) -> Value {
    schemas.output.subschema_for::<T>().to_value()
}

/// The type of a request's body.
pub(super) fn body<T: JsonSchema>(schemas: &mut Schemas) -> Value {
    schemas.heard.subschema_for::<T>().to_value()
}

/// The type of a query.
pub(super) fn fields<T: JsonSchema>(schemas: &mut Schemas) -> Value {
    let mut schema = T::json_schema(&mut schemas.heard);
    Ranges.transform(&mut schema);
    schema.to_value()
}

pub(super) fn no_fields(_: &mut Schemas) -> Value {
    json!({})
}

/// How a picture can be asked for; `pictures.rs` reads these itself, as some may come several times.
pub(super) fn picture_fields(_: &mut Schemas) -> Value {
    let texts = |about: &str| json!({ "type": "array", "items": { "type": "string" }, "description": about });
    let text = |about: &str| json!({ "type": "string", "description": about });
    let layer = Layer::ALL.map(Layer::name).join("|");
    let layers = format!("^(({layer})(,({layer}))*)?$");
    json!({ "properties": {
        "seat": { "type": "integer", "minimum": 0, "maximum": 255, "description": "as this seat sees it" },
        "theme": { "type": "string", "enum": THEMES, "description": "its colours; the page's own if none is named" },
        "show": { "type": "string", "pattern": layers, "description": "layers, with commas between them" },
        "pick": texts("what is picked, as the picture names it"),
        "hint": text("an action that is advised"),
        "ghost": text("an action that is thought of"),
        "name": texts("what seats are called, from the first"),
        "scale": { "type": "number", "minimum": 0.1, "maximum": 4, "description": "1 if none is named" },
    } })
}

impl Shape {
    /// As `OpenAPI` has it; nothing where there is no body.
    pub(super) fn content(self, schemas: &mut Schemas) -> Option<Value> {
        match self {
            Shape::Typed(of) => Some(json!({ "application/json": { "schema": of(schemas) } })),
            Shape::Like(example) => {
                let example: Value = serde_json::from_str(example).expect("examples are JSON");
                Some(json!({ "application/json": { "schema": like(&example), "example": example } }))
            }
            Shape::Bytes(kinds) => Some(kinds.iter().map(|kind| ((*kind).to_owned(), json!({}))).collect()),
            Shape::Nothing => None,
        }
    }
}

/// The schema of what has the form of an example.
fn like(example: &Value) -> Value {
    match example {
        Value::Null => json!({}),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::String(_) => json!({ "type": "string" }),
        Value::Number(number) if number.is_f64() => json!({ "type": "number" }),
        Value::Number(_) => json!({ "type": "integer" }),
        Value::Array(items) => json!({ "type": "array", "items": items.first().map_or(json!({}), like) }),
        Value::Object(fields) => {
            let properties: Map<String, Value> =
                fields.iter().map(|(name, value)| (name.clone(), like(value))).collect();
            let names: Vec<&String> = fields.keys().collect();
            json!({ "type": "object", "properties": properties, "required": names })
        }
    }
}

/// Says how large a whole number may be, where only its format says so.
#[derive(Clone)]
struct Ranges;

impl Transform for Ranges {
    fn transform(&mut self, schema: &mut Schema) {
        let range = match schema.get("format").and_then(Value::as_str) {
            Some("uint32") => Some((json!(0), json!(u32::MAX))),
            Some("uint64" | "uint") => Some((json!(0), json!(u64::MAX))),
            Some("int32") => Some((json!(i32::MIN), json!(i32::MAX))),
            Some("int64") => Some((json!(i64::MIN), json!(i64::MAX))),
            _ => None,
        };
        if let Some((least, most)) = range {
            schema.insert("minimum".to_owned(), least);
            schema.insert("maximum".to_owned(), most);
        }
        transform_subschemas(self, schema);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_says_what_is_there() {
        let schema = like(&json!({ "a": 1, "b": [0.5], "c": null, "d": {} }));
        let d = json!({ "type": "object", "properties": {}, "required": [] });
        let b = json!({ "type": "array", "items": { "type": "number" } });
        assert_eq!(schema["properties"], json!({ "a": { "type": "integer" }, "b": b, "c": {}, "d": d }));
        assert_eq!(schema["required"], json!(["a", "b", "c", "d"]));
    }

    #[test]
    fn a_field_has_the_range_of_its_type() {
        #[derive(JsonSchema)]
        #[expect(dead_code, reason = "only its schema is looked at")]
        struct Asked {
            at: Option<usize>,
            limit: u32,
        }
        let asked = fields::<Asked>(&mut Schemas::new());
        assert_eq!(asked["properties"]["at"]["maximum"], json!(u64::MAX));
        assert_eq!(asked["properties"]["limit"]["maximum"], json!(u32::MAX));
    }
}
