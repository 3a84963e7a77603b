//! Rows and columns as JSON lines and CSV.

use std::borrow::Cow;

use serde_json::json;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whole numbers.
    Int,
    /// Numbers.
    Float,
    /// Texts.
    Text,
    /// Times, in milliseconds since 1970.
    Time,
    /// Lists of whole numbers.
    Ints,
    /// Lists of texts.
    Texts,
    /// Keys with values.
    Pairs,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) kind: Kind,
    /// May a row have nothing there? Lists and pairs are never missing.
    pub(crate) is_optional: bool,
}

impl Column {
    /// A column in which every row has something.
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Column {
        Column { name, kind, is_optional: false }
    }

    /// A column in which some rows may have nothing.
    pub(crate) const fn optional(name: &'static str, kind: Kind) -> Column {
        Column { name, kind, is_optional: true }
    }
}

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Nothing.
    None,
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A text.
    Text(String),
    /// A time: milliseconds since 1970, and as RFC 3339.
    Time(i64, String),
    /// Whole numbers.
    Ints(Vec<i64>),
    /// Texts.
    Texts(Vec<String>),
    /// Keys with values, in order.
    Pairs(Vec<(String, String)>),
}

/// A row as one line of JSON, without its end; what is not there is left out.
pub(crate) fn json_line(columns: &[Column], row: &[Cell]) -> String {
    let entries = columns.iter().zip(row).filter(|(_, cell)| **cell != Cell::None);
    let entry = |(column, cell): (&Column, &Cell)| format!("{}:{}", json!(column.name), json_cell(cell));
    format!("{{{}}}", entries.map(entry).collect::<Vec<_>>().join(","))
}

fn json_cell(cell: &Cell) -> String {
    match cell {
        Cell::None => "null".to_owned(),
        Cell::Int(number) => number.to_string(),
        Cell::Float(number) => json!(number).to_string(),
        Cell::Text(text) | Cell::Time(_, text) => json!(text).to_string(),
        Cell::Ints(numbers) => json!(numbers).to_string(),
        Cell::Texts(texts) => json!(texts).to_string(),
        // By hand, because the order of the entries counts.
        Cell::Pairs(pairs) => {
            let entry = |(key, value): &(String, String)| format!("{}:{}", json!(key), json!(value));
            format!("{{{}}}", pairs.iter().map(entry).collect::<Vec<_>>().join(","))
        }
    }
}

/// The names of the columns as the first line of CSV.
pub(crate) fn csv_head(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",")
}

/// A row as a line of CSV, without its end. Lists are joined by semicolons.
pub(crate) fn csv_line(row: &[Cell]) -> String {
    row.iter().map(|cell| quoted(csv_text(cell)).into_owned()).collect::<Vec<_>>().join(",")
}

/// A cell as CSV has it. What people wrote is no formula in any spreadsheet; numbers stay what they are.
fn csv_text(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Text(_) | Cell::Texts(_) | Cell::Pairs(_) => harmless(plain(cell)),
        Cell::None | Cell::Int(_) | Cell::Float(_) | Cell::Time(..) | Cell::Ints(_) => plain(cell),
    }
}

/// What ends a part of a text: where semicolons stand between columns, as in much of Europe, each part is a cell of its own.
const ENDS: [char; 3] = [';', '\n', '\r'];

/// A text of which no part is read as a formula: an apostrophe stands before each that could be, and before each that begins with
/// one, so that taking one away from every part gives the text back.
fn harmless(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.split(ENDS).any(is_formula) {
        return text;
    }
    let part = |part: &str| if is_formula(part) { format!("'{part}") } else { part.to_owned() };
    text.split_inclusive(ENDS).map(part).collect::<String>().into()
}

/// Could a spreadsheet read it as a formula, or does it begin as what was made harmless does?
fn is_formula(part: &str) -> bool {
    part.starts_with(['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠', '\''])
}

/// A cell as one text.
pub(crate) fn plain(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::None => "".into(),
        Cell::Int(number) => number.to_string().into(),
        Cell::Float(number) => number.to_string().into(),
        Cell::Text(text) | Cell::Time(_, text) => text.into(),
        Cell::Ints(numbers) => numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(";").into(),
        Cell::Texts(texts) => texts.join(";").into(),
        Cell::Pairs(pairs) => {
            pairs.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(";").into()
        }
    }
}

fn quoted(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_cell() {
        let columns = [
            Column::optional("none", Kind::Int),
            Column::new("float", Kind::Float),
            Column::new("time", Kind::Time),
            Column::new("ints", Kind::Ints),
            Column::new("pairs", Kind::Pairs),
            Column::new("text", Kind::Text),
        ];
        let row = [
            Cell::None,
            Cell::Float(0.1),
            Cell::Time(0, "1970-01-01T00:00:00.000Z".to_owned()),
            Cell::Ints(vec![3, -4]),
            Cell::Pairs(vec![("z".to_owned(), "1".to_owned()), ("a".to_owned(), "2".to_owned())]),
            Cell::Text("say \"so\", now".to_owned()),
        ];
        assert_eq!(
            json_line(&columns, &row),
            r#"{"float":0.1,"time":"1970-01-01T00:00:00.000Z","ints":[3,-4],"pairs":{"z":"1","a":"2"},"text":"say \"so\", now"}"#
        );
        assert_eq!(csv_head(&columns), "none,float,time,ints,pairs,text");
        assert_eq!(csv_line(&row), ",0.1,1970-01-01T00:00:00.000Z,3;-4,z=1;a=2,\"say \"\"so\"\", now\"");
    }

    #[test]
    fn no_text_is_a_formula_and_every_text_comes_back() {
        let csv = |text: &str| csv_line(&[Cell::Text(text.to_owned())]);
        for text in ["=1+1", "+1", "-1", "@sum", "\tx", "＝1", "'quoted"] {
            assert_eq!(csv(text), format!("'{text}"), "{text}");
        }
        assert_eq!(csv("=a,\"b\""), "\"'=a,\"\"b\"\"\"", "quotes go around it all");
        assert_eq!(csv("Ana;=1"), "Ana;'=1", "semicolons may stand between columns");
        let names = ["-".to_owned(), "Ana".to_owned(), "=2".to_owned()];
        assert_eq!(csv_line(&[Cell::Texts(names.to_vec())]), "'-;Ana;'=2");
        assert_eq!(csv_line(&[Cell::Ints(vec![-1, 2]), Cell::Int(-3), Cell::Float(-0.5)]), "-1;2,-3,-0.5");
        let back = |text: &str| {
            let part = |part: &str| part.strip_prefix('\'').unwrap_or(part).to_owned();
            text.split_inclusive(ENDS).map(part).collect::<String>()
        };
        for text in ["", "Ana", "=1", "''=;-;+", "a\n=b\r\n'c", "'", "x='=1"] {
            let output = harmless(text.into());
            assert!(!output.split(ENDS).any(|part| part.starts_with(['=', '+', '-', '@'])), "{output}");
            assert_eq!(back(&output), text);
        }
    }

    #[test]
    fn a_row_is_a_line_of_json_or_csv() {
        let columns = [Column::new("id", Kind::Int), Column::new("players", Kind::Texts)];
        let row = [Cell::Int(7), Cell::Texts(vec!["first".to_owned(), "racer:3".to_owned()])];
        assert_eq!(json_line(&columns, &row), r#"{"id":7,"players":["first","racer:3"]}"#);
        assert_eq!(csv_line(&row), "7,first;racer:3");
    }
}
