//! `/api/purchases`: what buying things was worth.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};
use tercet_formats::arena::purchases_json;
use tercet_store::{Filter, bargains_of, has_wares, traded_records};

use super::archive::heavy;
use crate::app::App;
use crate::refusal::Refusal;

/// How many games are replayed if nothing else is said, and at most.
const USUAL: u32 = 500;
const MOST: u32 = 5000;

#[derive(Deserialize)]
pub(crate) struct PurchasesQuery {
    game: String,
    tournament: Option<i64>,
    games: Option<u32>,
}

/// `GET /api/purchases?game=machi`: what the newest games tell of the things that were bought in them.
pub(crate) async fn purchases(
    State(app): State<Arc<App>>,
    Query(query): Query<PurchasesQuery>,
) -> Result<Json<Value>, Refusal> {
    let unknown = |error: tercet_catalog::UnknownGame| Refusal::new("game", error.to_string());
    if !has_wares(&query.game).map_err(unknown)? {
        return Err(Refusal::new("game", "nothing is bought in this game"));
    }
    let filter = Filter {
        game: Some(query.game.clone()),
        event: query.tournament,
        newest: Some(query.games.unwrap_or(USUAL).min(MOST)),
        ..Filter::default()
    };
    let records = app.hall.blocking(move |archive| Ok(traded_records(archive, &filter)?)).await?;
    let bargains = heavy(move || Ok(bargains_of(&records)?)).await?;
    let mut value = purchases_json(&bargains.purchases);
    value["game"] = json!(query.game);
    value["left_out"] = json!(bargains.skipped);
    Ok(Json(value))
}
