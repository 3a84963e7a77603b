//! Cards written as the files that [`read_cards`](super::read_cards) reads.

use std::fmt::Write as _;

use serde::Serialize;
use tercet_machi::Card;

use super::CardFormat;

/// The text of a card file with these cards.
///
/// ```
/// use tercet_machi_play::json::{CardFormat, read_cards, write_cards};
///
/// let cards = vec!["Tea House|green|8|4|cup|bank 2 per wheat|-".parse().unwrap()];
/// let text = write_cards(&cards, CardFormat::Json);
/// assert_eq!(read_cards(&text, CardFormat::Json, &[]), Ok(cards));
/// ```
pub fn write_cards<'c>(cards: impl IntoIterator<Item = &'c Card>, format: CardFormat) -> String {
    let cards: Vec<CardJson> = cards.into_iter().map(CardJson::from).collect();
    match format {
        CardFormat::Toml => cards.iter().map(CardJson::toml).collect::<Vec<_>>().join("\n"),
        CardFormat::Json => {
            let lines: Vec<String> = cards.iter().map(|card| format!("  {}", json(card))).collect();
            format!("{{\"cards\": [\n{}\n]}}\n", lines.join(",\n"))
        }
    }
}

/// A card's fields in the order of files.
#[derive(Serialize)]
struct CardJson<'c> {
    name: &'c str,
    color: &'static str,
    rolls: Vec<u8>,
    cost: u8,
    icon: &'c str,
    effect: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<u8>,
}

impl<'c> From<&'c Card> for CardJson<'c> {
    fn from(card: &'c Card) -> CardJson<'c> {
        CardJson {
            name: &card.name,
            color: card.color.name(),
            rolls: card.rolls.iter().collect(),
            cost: card.cost,
            icon: &card.icon,
            effect: card.effect.to_string(),
            copies: card.copies,
        }
    }
}

impl CardJson<'_> {
    /// A `[[card]]` table. A text's JSON is TOML, too, and so is a list's of numbers.
    fn toml(&self) -> String {
        let CardJson { name, color, rolls, cost, icon, effect, copies } = self;
        let rolls: Vec<String> = rolls.iter().map(u8::to_string).collect();
        let mut text = format!(
            "[[card]]\nname = {}\ncolor = {}\nrolls = [{}]\ncost = {cost}\nicon = {}\neffect = {}\n",
            json(name),
            json(color),
            rolls.join(", "),
            json(icon),
            json(effect)
        );
        if let Some(copies) = copies {
            writeln!(text, "copies = {copies}").expect("a string takes any text");
        }
        text
    }
}

fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("texts and numbers are JSON")
}
