//! Reading a JSON shape strictly, with errors that name the field.

use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a JSON text is not of the shape that it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// It is no JSON, a field is missing or unknown.
    #[error("{0}")]
    Json(String),
    /// A field has a value of the wrong type or out of range.
    #[error("`{field}`: {why}")]
    Field {
        /// The field, with the place in a list: `cells[3]`.
        field: String,
        /// What is wrong.
        why: String,
    },
}

/// A text that is no JSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not JSON: {why} at {}", place(*line, *column))]
pub struct NotJson {
    /// What the reader says.
    pub why: String,
    /// In which line of the text.
    pub line: usize,
    /// After how many bytes of it.
    pub column: usize,
}

impl From<serde_json::Error> for NotJson {
    fn from(error: serde_json::Error) -> NotJson {
        NotJson { why: without_place(&error), line: error.line(), column: error.column() }
    }
}

/// The line is named only where there is more than one.
fn place(line: usize, column: usize) -> String {
    if line == 1 { format!("column {column}") } else { format!("line {line} column {column}") }
}

impl ShapeError {
    /// What is wrong with a field.
    pub fn field(field: impl Into<String>, why: impl Into<String>) -> ShapeError {
        ShapeError::Field { field: field.into(), why: why.into() }
    }
}

/// Reads a shape; nothing but it may stand in the text.
///
/// # Errors
/// If it is none; the error names the field.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, ShapeError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let shape = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() && path != "." && !path.is_empty() {
            return named(&path, &inner);
        }
        ShapeError::Json(inner.to_string())
    })?;
    json.end().map_err(|error| ShapeError::Json(error.to_string()))?;
    Ok(shape)
}

/// Reads a shape from JSON that is read already.
///
/// # Errors
/// As [`read`].
pub fn read_value<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, ShapeError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if path != "." && !path.is_empty() {
            named(&path, &inner)
        } else {
            ShapeError::Json(inner.to_string())
        }
    })
}

/// An unknown field's path is the field itself; its message names it already.
fn named(path: &str, error: &serde_json::Error) -> ShapeError {
    let why = without_place(error);
    if why.starts_with("unknown field") { ShapeError::Json(why) } else { ShapeError::field(path, why) }
}

/// The message without «at line 1 column 20», which says less than the field's name.
pub fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
