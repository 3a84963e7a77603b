//! The options, read from pairs of texts.

use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) players: usize,
    pub(crate) expansions: Vec<String>,
    /// `total`, `variable` or `hybrid`; `auto` is resolved.
    pub(crate) market: String,
    pub(crate) sushi_bar_cost: u32,
    /// `optional` or `mandatory`.
    pub(crate) business_center: String,
    /// `per_garden` or `none`.
    pub(crate) flower_shop_mall: String,
    pub(crate) does_bought_park_count: bool,
    pub(crate) starting_coins: u32,
    pub(crate) supply: BTreeMap<String, u8>,
    pub(crate) turn_limit: u32,
    /// R31.
    pub(crate) is_harmonictook: bool,
}

impl Options {
    /// What is not named has its default. Panics where a pair is nonsense: tests write them.
    pub(crate) fn read(pairs: &[(&str, &str)]) -> Options {
        let text = |name: &str, default: &'static str| -> String {
            let pair = pairs.iter().find(|(each, _)| *each == name);
            pair.map_or(default, |(_, value)| *value).to_owned()
        };
        let number = |name: &str, default: &'static str| -> u32 { text(name, default).parse().unwrap() };
        let expansions = list(&text("expansions", "none"));
        let market = match (text("market", "auto").as_str(), expansions.is_empty()) {
            ("auto", true) => "total".to_owned(),
            ("auto", false) => "variable".to_owned(),
            (market, _) => market.to_owned(),
        };
        let is_harmonictook = text("compat", "official") == "harmonictook";
        let bought = text("amusement_park", "owned_at_roll") == "bought_this_turn_counts";
        Options {
            players: number("players", "2") as usize,
            expansions,
            market,
            sushi_bar_cost: number("sushi_bar_cost", "2"),
            business_center: text("business_center", "optional"),
            flower_shop_mall: text("flower_shop_mall", "per_garden"),
            does_bought_park_count: bought || is_harmonictook,
            starting_coins: number("starting_coins", "3"),
            supply: list(&text("supply", "none")).iter().map(|item| copies(item)).collect(),
            turn_limit: number("turn_limit", "1000"),
            is_harmonictook,
        }
    }

    pub(crate) fn has(&self, expansion: &str) -> bool {
        self.expansions.iter().any(|each| each == expansion)
    }
}

fn list(text: &str) -> Vec<String> {
    if text == "none" { Vec::new() } else { text.split(',').map(|item| item.trim().to_owned()).collect() }
}

fn copies(item: &str) -> (String, u8) {
    let (slug, count) = item.split_once(':').unwrap();
    (slug.to_owned(), count.parse().unwrap())
}
