//! Card files: TOML with `[[card]]` tables, or JSON with a list `cards`. A file with errors gets all of them at once.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use tercet_machi::{Card, Color, Effect, Expansion, Rolls, complaints};

use super::tree::{Node, SyntaxError, Value, read_json, read_toml};

/// How a card file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFormat {
    /// `[[card]]` tables.
    Toml,
    /// `{"cards":[…]}`.
    Json,
}

impl CardFormat {
    /// The format of a file, by its name or else by how its text begins.
    pub fn of(path: &Path, text: &str) -> CardFormat {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => CardFormat::Json,
            Some("toml") => CardFormat::Toml,
            _ if text.trim_start().starts_with('{') => CardFormat::Json,
            _ => CardFormat::Toml,
        }
    }

    /// The name of the list of cards.
    fn list(self) -> &'static str {
        match self {
            CardFormat::Toml => "card",
            CardFormat::Json => "cards",
        }
    }
}

/// Something wrong with a card file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardError {
    /// The line, from one.
    pub line: usize,
    /// The column, for a text that is no TOML or JSON at all.
    pub column: Option<usize>,
    /// Which card, from one, and its name if it has one.
    pub card: Option<(usize, Option<String>)>,
    /// Which field.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        f.write_str(": ")?;
        if let Some((number, name)) = &self.card {
            write!(f, "card {number}")?;
            if let Some(name) = name {
                write!(f, " ({name})")?;
            }
            f.write_str(if self.field.is_some() { ", " } else { ": " })?;
        }
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.why)
    }
}

/// Reads the cards of a file for a game with these expansions.
///
/// # Errors
/// Everything that is wrong with it, by line.
///
/// ```
/// use tercet_machi_play::json::{CardFormat, read_cards};
///
/// let text = "[[card]]\nname = \"Tea House\"\ncolor = \"green\"\nrolls = [8]\ncost = -4\nicon = \"cup\"\neffect = \"tea\"\n";
/// let errors = read_cards(text, CardFormat::Toml, &[]).unwrap_err();
/// assert_eq!(errors[0].to_string(), "5: card 1 (Tea House), cost: -4 is not from 0 to 99");
/// assert_eq!(errors[1].line, 7);
/// ```
pub fn read_cards(
    text: &str,
    format: CardFormat,
    expansions: &[Expansion],
) -> Result<Vec<Card>, Vec<CardError>> {
    let tree = match format {
        CardFormat::Toml => read_toml(text),
        CardFormat::Json => read_json(text),
    };
    let tree = tree.map_err(|errors| errors.into_iter().map(syntax).collect::<Vec<_>>())?;
    let mut errors = Vec::new();
    let entries: Vec<Entry> = card_nodes(&tree, format, &mut errors)
        .iter()
        .enumerate()
        .map(|(place, node)| Entry::read(place + 1, node, &mut errors))
        .collect();
    let cards: Vec<Card> = entries.iter().map(|entry| entry.card.clone()).collect();
    for complaint in complaints(&cards, expansions) {
        let entry = &entries[complaint.card];
        if !entry.is_unread(complaint.field) {
            errors.push(entry.error(complaint.field, complaint.why));
        }
    }
    errors.sort_by_key(|error| error.line);
    if errors.is_empty() { Ok(cards) } else { Err(errors) }
}

fn syntax(error: SyntaxError) -> CardError {
    let SyntaxError { line, column, why } = error;
    CardError { line, column: Some(column), card: None, field: None, why }
}

/// The list of cards; whatever else stands beside it is an error.
fn card_nodes<'t>(tree: &'t Node, format: CardFormat, errors: &mut Vec<CardError>) -> &'t [Node] {
    let mut complain = |line, field: Option<&str>, why: String| {
        errors.push(CardError { line, column: None, card: None, field: field.map(str::to_owned), why });
    };
    let Value::Table(fields) = &tree.value else {
        complain(tree.line, None, format!("a card file is {{\"cards\": [...]}}, not {}", tree.value.what()));
        return &[];
    };
    let mut cards: Option<&'t [Node]> = None;
    for (name, node) in fields {
        match &node.value {
            Value::List(nodes) if name == format.list() && cards.is_none() => cards = Some(nodes),
            _ if name == format.list() && cards.is_some() => {
                complain(node.line, Some(name), "it is given twice".to_owned());
            }
            other if name == format.list() => {
                cards = Some(&[]);
                complain(node.line, Some(name), format!("it is a list of cards, not {}", other.what()));
            }
            _ => {
                let why = format!("there is no such field; a card file has only `{}`", format.list());
                complain(node.line, Some(name), why);
            }
        }
    }
    cards.unwrap_or_else(|| {
        let why = match format {
            CardFormat::Toml => "there are no cards; each begins with [[card]]",
            CardFormat::Json => "there are no cards; they stand in the list `cards`",
        };
        complain(tree.line, None, why.to_owned());
        &[]
    })
}

/// How many letters of a card's name an error has.
const LONGEST_NAME: usize = 80;

const FIELDS: &str = "name, color (or colour), rolls, cost, icon, effect and copies";

/// A card as far as it reads. What does not read stands as something harmless, so that the rest can be checked.
struct Entry {
    number: usize,
    line: usize,
    name: Option<String>,
    lines: Vec<(&'static str, usize)>,
    unread: Vec<&'static str>,
    card: Card,
}

impl Entry {
    fn read(number: usize, node: &Node, errors: &mut Vec<CardError>) -> Entry {
        let mut entry = Entry {
            number,
            line: node.line,
            name: None,
            lines: Vec::new(),
            unread: Vec::new(),
            card: harmless(number),
        };
        let Value::Table(fields) = &node.value else {
            errors.push(entry.error("", format!("it is a table of fields, not {}", node.value.what())));
            entry.unread = NEEDED.to_vec();
            return entry;
        };
        if let Some((_, Node { value: Value::Text(name), .. })) =
            fields.iter().find(|(name, _)| name == "name")
        {
            // Each error has the name: a long one must not be written out a thousand times.
            entry.name = Some(name.chars().take(LONGEST_NAME).collect());
        }
        for (name, node) in fields {
            entry.field(name, node, errors);
        }
        for field in NEEDED {
            if entry.lines.iter().all(|(name, _)| *name != field) {
                entry.unread.push(field);
                errors.push(entry.error(field, "it is missing".to_owned()));
            }
        }
        entry
    }

    fn field(&mut self, name: &str, node: &Node, errors: &mut Vec<CardError>) {
        let known = ["name", "color", "rolls", "cost", "icon", "effect", "copies"];
        let plain = if name == "colour" { "color" } else { name };
        let Some(&field) = known.iter().find(|field| **field == plain) else {
            let why = format!("there is no such field; a card has {FIELDS}");
            errors.push(CardError { line: node.line, field: Some(name.to_owned()), ..self.error("", why) });
            return;
        };
        if self.lines.iter().any(|(name, _)| *name == field) {
            let why = "it is given twice".to_owned();
            errors.push(CardError { line: node.line, ..self.error(field, why) });
            return;
        }
        self.lines.push((field, node.line));
        if let Err(why) = set(&mut self.card, field, &node.value) {
            self.unread.push(field);
            errors.push(self.error(field, why));
        }
    }

    /// Was the field not read, so that nothing more can be said of it? An effect is judged beside its colour.
    fn is_unread(&self, field: &str) -> bool {
        self.unread.contains(&field) || field == "effect" && self.unread.contains(&"color")
    }

    fn error(&self, field: &str, why: String) -> CardError {
        let own = self.lines.iter().find(|(name, _)| *name == field);
        CardError {
            line: own.map_or(self.line, |(_, line)| *line),
            column: None,
            card: Some((self.number, self.name.clone())),
            field: (!field.is_empty()).then(|| field.to_owned()),
            why,
        }
    }
}

const NEEDED: [&str; 6] = ["name", "color", "rolls", "cost", "icon", "effect"];

fn harmless(number: usize) -> Card {
    let text = format!("Card number {number} without a name|blue|1|1|wheat|bank 1|-");
    text.parse().expect("this is a card")
}

fn set(card: &mut Card, field: &str, value: &Value) -> Result<(), String> {
    match field {
        "name" => card.name = Cow::Owned(text(value)?),
        "color" => {
            let name = text(value)?;
            let color = Color::from_name(&name);
            card.color = color
                .ok_or_else(|| format!("`{name}` is no color; colors are blue, green, red and purple"))?;
        }
        "rolls" => card.rolls = rolls(value)?,
        "cost" => card.cost = number(value, 0, Card::MAX_COST)?,
        "icon" => card.icon = Cow::Owned(text(value)?),
        "effect" => card.effect = text(value)?.parse::<Effect>().map_err(|error| error.to_string())?,
        _ => card.copies = Some(number(value, 1, Card::MAX_COPIES)?),
    }
    Ok(())
}

fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::Text(text) => Ok(text.clone()),
        other => Err(format!("it is a text, not {}", other.what())),
    }
}

fn number(value: &Value, least: u8, most: u8) -> Result<u8, String> {
    match value {
        Value::Number(number) => {
            let within = u8::try_from(*number).ok().filter(|number| (least..=most).contains(number));
            within.ok_or_else(|| format!("{number} is not from {least} to {most}"))
        }
        other => Err(format!("it is a whole number, not {}", other.what())),
    }
}

/// `[2, 3]`, `2` or `"2-3"`.
fn rolls(value: &Value) -> Result<Rolls, String> {
    match value {
        Value::Text(text) => text.parse().map_err(|error: tercet_game::NotationError| error.to_string()),
        Value::List(nodes) => {
            let totals: Result<Vec<u8>, String> =
                nodes.iter().map(|node| number(&node.value, 1, Rolls::MAX)).collect();
            Rolls::new(&totals?).ok_or_else(|| "it names no total; a card needs one at least".to_owned())
        }
        Value::Number(_) => {
            let total = number(value, 1, Rolls::MAX)?;
            Rolls::new(&[total]).ok_or_else(|| "it names no total".to_owned())
        }
        other => Err(format!("it is a list of totals or a text like \"2-3\", not {}", other.what())),
    }
}
