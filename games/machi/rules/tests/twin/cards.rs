//! R2, R3: the cards and landmarks, by slug.

use std::sync::OnceLock;

use serde_json::Value;

/// A row of the card table.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) slug: String,
    /// The slug, the full name and the aliases, in lower case.
    pub(crate) names: Vec<String>,
    pub(crate) colour: String,
    pub(crate) icon: String,
    pub(crate) cost: u32,
    pub(crate) totals: Vec<u32>,
}

impl Card {
    pub(crate) fn is_purple(&self) -> bool {
        self.colour == "purple"
    }
}

/// R2: slug, cost, and whether it comes with Harbor; in the order of lists.
pub(crate) const LANDMARKS: [(&str, u32, bool); 6] = [
    ("train_station", 4, false),
    ("shopping_mall", 10, false),
    ("amusement_park", 16, false),
    ("radio_tower", 22, false),
    ("harbor", 2, true),
    ("airport", 30, true),
];

/// The cards of the base game and the expansions named, in the order of the card table.
pub(crate) fn card_table(expansions: &[String], sushi_bar_cost: u32) -> Vec<Card> {
    let is_here = |set: &str| set == "base" || expansions.iter().any(|each| each == set);
    let mut cards: Vec<Card> =
        recorded().iter().filter(|(set, _)| is_here(set)).map(|(_, card)| card.clone()).collect();
    for card in &mut cards {
        if card.slug == "sushi_bar" {
            card.cost = sushi_bar_cost;
        }
    }
    cards
}

/// The recorded table with the set of each card, read once.
fn recorded() -> &'static [(String, Card)] {
    static TABLE: OnceLock<Vec<(String, Card)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let table: Value = serde_json::from_str(include_str!("../fixtures/cards_official.json")).unwrap();
        let rows = table["establishments"].as_array().unwrap().iter();
        rows.map(|row| (row["expansion"].as_str().unwrap().replace("promo_deluxe", "promo"), card(row)))
            .collect()
    })
}

fn card(row: &Value) -> Card {
    let name = row["name"].as_str().unwrap();
    let aliases = row["aliases"].as_array().unwrap().iter().map(|alias| alias.as_str().unwrap());
    let mut names = vec![slug(name), name.to_lowercase()];
    names.extend(aliases.map(str::to_lowercase));
    Card {
        slug: slug(name),
        names,
        colour: row["colour"].as_str().unwrap().to_owned(),
        icon: row["icon"].as_str().unwrap().to_owned(),
        cost: row["cost"].as_u64().unwrap() as u32,
        totals: row["rolls"].as_array().unwrap().iter().map(|total| total.as_u64().unwrap() as u32).collect(),
    }
}

/// «Texts»: lower case, words joined by `_`, other signs left out.
pub(crate) fn slug(name: &str) -> String {
    let kept = name.to_lowercase().replace(' ', "_");
    kept.chars().filter(|sign| sign.is_alphanumeric() || *sign == '_').collect()
}
