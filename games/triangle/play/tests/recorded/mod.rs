//! What was recorded of the reference program.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

/// The records of a file, one a line.
pub(crate) fn records(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/fixtures").join(name);
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The items of a list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
