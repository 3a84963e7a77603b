//! `/api/cards`: custom cards as people write them, TOML or JSON, checked before a table is made.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet_game::Settings;
use tercet_machi::Config;
use tercet_machi_play::json::{CardFormat, read_cards};

use crate::app::App;
use crate::heavy::heavy;
use crate::limits::LimitedAction;
use crate::refusal::Refusal;
use crate::routes::body::Body;

/// The most letters of a file of cards.
const LONGEST: usize = 20_000;
/// The most errors in one answer.
const MOST_ERRORS: usize = 20;

/// The body of `POST /api/cards`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardText {
    /// The cards as TOML or JSON.
    text: String,
    /// The expansions that they are played with, as the option `expansions` has them.
    #[serde(default = "none")]
    expansions: String,
}

fn none() -> String {
    "none".to_owned()
}

/// What was read.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CardsView {
    /// The value of the option `cards`; empty where something is wrong.
    cards: String,
    /// The names of the cards.
    names: Vec<String>,
    /// What is wrong, by line.
    errors: Vec<CardErrorView>,
}

/// Something that is wrong with a card.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CardErrorView {
    /// The line, from one.
    line: usize,
    /// The whole complaint, which begins with its line.
    why: String,
}

/// `POST /api/cards`
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(CardText { text, expansions }): Body<CardText>,
) -> Result<Json<CardsView>, Refusal> {
    app.limiter.count(address.ip(), LimitedAction::Import)?;
    if text.len() > LONGEST {
        return Err(Refusal::new(
            "config",
            format!("cards have {LONGEST} letters at most, not {}", text.len()),
        ));
    }
    heavy(move || read(&text, &expansions)).await.map(Json)
}

fn read(text: &str, expansions: &str) -> Result<CardsView, Refusal> {
    let mut config = Config::default();
    config.set("expansions", expansions).map_err(|error| Refusal::new("config", error.to_string()))?;
    let cards = read_cards(text, CardFormat::of(Path::new(""), text), &config.expansions);
    Ok(cards.map_or_else(
        |errors| CardsView {
            cards: String::new(),
            names: Vec::new(),
            errors: errors
                .iter()
                .take(MOST_ERRORS)
                .map(|error| CardErrorView { line: error.line, why: error.to_string() })
                .collect(),
        },
        |cards| CardsView {
            names: cards.iter().map(|card| card.name.to_string()).collect(),
            cards: Config { cards, ..config }.get("cards").unwrap_or_default(),
            errors: Vec::new(),
        },
    ))
}
