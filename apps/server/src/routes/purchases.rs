//! `/api/purchases`: what buying things was worth.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tercet_arena::json::purchases_json;
use tercet_catalog::games;
use tercet_store::{Archive, Filter, count_purchases};

use super::address::{Query, check_game};

use crate::app::App;
use crate::limits::LimitedAction;
use crate::refusal::Refusal;
use crate::studies::JsonBody;

/// How many games are replayed if nothing else is said, and at most.
const USUAL: u32 = 500;
const MOST: u32 = 5000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PurchasesQuery {
    game: String,
    tournament: Option<i64>,
    games: Option<u32>,
}

/// `GET /api/purchases?game=machi`: statistics of purchases in the newest games.
pub(crate) async fn purchases(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<PurchasesQuery>,
) -> Result<JsonBody, Refusal> {
    check_game(Some(&query.game))?;
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    if !games().game(&query.game).is_ok_and(|entry| entry.usual().has_purchases()) {
        return Err(Refusal::new("game", "nothing is bought in this game"));
    }
    let newest = query.games.unwrap_or(USUAL).min(MOST);
    let filter = Filter {
        game: Some(query.game.clone()),
        tournament: query.tournament,
        newest: Some(newest),
        ..Filter::default()
    };
    let asked = format!("purchases {:?} {:?} {newest}", query.game, query.tournament);
    let count = move |archive: &mut Archive| {
        let bought = count_purchases(archive, &filter)?;
        let mut value = purchases_json(&bought.purchases);
        value["game"] = json!(query.game);
        value["left_out"] = json!(bought.skipped);
        Ok(value)
    };
    app.studies.of(&app.tables, asked, count).await
}
