//! Insight, statistics, ratings, the day's puzzle, exports.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tercet_arena::json::{rating_json, statistics_json, strength_json};
use tercet_catalog::games;
use tercet_odds::Model;
use tercet_store::{Archive, BestRow, Filter, Format, RatingRow, StrengthRow, Table, counted, strengths};

use super::address::{PageQuery, Path, Query, check_game};
use super::body::Tokens;
use crate::app::App;
use crate::daily;
use crate::exports::Asked;
use crate::games::machi::insight::Question;
use crate::limits::{LimitedAction, limit_key};
use crate::queue::{Asker, Lane};
use crate::refusal::Refusal;
use crate::studies::JsonBody;
use crate::tables::Page;

type Answer = Result<Json<Value>, Refusal>;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InsightQuery {
    /// How income is counted; `seed` if nothing is said.
    #[schemars(extend("enum" = ["seed", "harmonictook", "exact"]))]
    model: Option<String>,
}

/// `GET /api/tables/TABLE/insight`: what the position is worth to each player.
pub(crate) async fn insight(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Tokens(tokens): Tokens,
    Query(query): Query<InsightQuery>,
) -> Answer {
    let model = query.model.map_or(Ok(Model::Seed), |name| {
        let why =
            || Refusal::new("json", format!("`{name}` is no model; there are seed, harmonictook, exact"));
        Model::from_name(&name).ok_or_else(why)
    })?;
    let handle = app.tables.find(&table).await?;
    let (record, state) = app.tables.insight(&handle, &tokens).await?;
    let asker = Asker { lane: Lane::Insight, visitor: Some(limit_key(address.ip())), table: table.clone() };
    let question = Question { thinkers: app.tables.thinkers().clone(), asker, record };
    let mut insight = app.insights.of((table, state), question, model).await?;
    insight["state"] = json!(state);
    Ok(Json(insight))
}

/// `GET /api/tables/TABLE/best`: the best that people have done alone with this table's options.
pub(crate) async fn best(State(app): State<Arc<App>>, Path(table): Path<String>) -> Answer {
    let handle = app.tables.find(&table).await?;
    let (game, options) = {
        let table = handle.lock().await;
        (table.body.game.clone(), table.body.options.clone())
    };
    best_of(&app, game, options).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BestQuery {
    game: String,
}

/// `GET /api/best`: the same with a game's usual options.
pub(crate) async fn usual_best(State(app): State<Arc<App>>, Query(query): Query<BestQuery>) -> Answer {
    let options = games().table_options(&query.game, &[], 1)?;
    best_of(&app, query.game, options).await
}

async fn best_of(app: &Arc<App>, game: String, options: Vec<(String, String)>) -> Answer {
    let rows = app.tables.blocking(move |archive| Ok(archive.best(&game, &options, LONGEST_BEST)?)).await?;
    let row = |row: &BestRow| json!({ "game": row.game, "name": row.name, "points": row.points });
    Ok(Json(json!({ "best": rows.iter().map(row).collect::<Vec<_>>() })))
}

/// How many names a list of best scores has.
const LONGEST_BEST: u32 = 100;

/// `GET /api/tables/TABLE/times`: how long each thing that was done there took.
pub(crate) async fn times(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Query(query): Query<PageQuery>,
) -> Answer {
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    let handle = app.tables.find(&table).await?;
    let page = Page { after: query.after, most: query.most() };
    let (times, next) = app.tables.times(&handle, page).await?;
    Ok(Json(json!({ "times": times, "next": next })))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameQuery {
    game: Option<String>,
    tournament: Option<i64>,
}

/// `GET /api/stats`: statistics of the players in the archive's games.
pub(crate) async fn stats(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<GameQuery>,
) -> Result<JsonBody, Refusal> {
    check_game(query.game.as_deref())?;
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    let asked = format!("stats {:?} {:?}", query.game, query.tournament);
    let count = move |archive: &mut Archive| {
        let mut games = Vec::new();
        for (game, count) in games_meant(archive, query.game.as_deref())? {
            let counted = counted(archive, &game, query.tournament)?;
            let statistics = statistics_json(&counted.names, &counted.statistics);
            let has_purchases =
                tercet_catalog::games().game(&game).is_ok_and(|entry| entry.usual().has_purchases());
            games.push(
                json!({ "game": game, "games": count, "has_purchases": has_purchases, "statistics": statistics }),
            );
        }
        Ok(json!({ "stats": games }))
    };
    app.studies.of(&app.tables, asked, count).await
}

/// The game that is asked for, or all, with how many of it there are.
fn games_meant(archive: &Archive, asked: Option<&str>) -> Result<Vec<(String, u64)>, Refusal> {
    let mut games = archive.counts()?;
    games.retain(|(game, _)| asked.is_none_or(|asked| asked == game));
    Ok(games)
}

/// The most ratings of an answer; an export has all.
const LONGEST_RATINGS: u32 = 5000;

/// `GET /api/ratings`: how strong bots are by all games at once, and how ratings moved from round to round.
pub(crate) async fn ratings(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<GameQuery>,
) -> Result<JsonBody, Refusal> {
    check_game(query.game.as_deref())?;
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    let asked = format!("ratings {:?} {:?}", query.game, query.tournament);
    let count = move |archive: &mut Archive| {
        let mut strong = Vec::new();
        for (game, _) in games_meant(archive, query.game.as_deref())? {
            let rows = strengths(archive, &game, query.tournament)?.rows();
            strong.extend(rows.iter().map(|row| strength_row(&game, row)));
        }
        let rows = archive.ratings(query.game.as_deref(), Some(LONGEST_RATINGS))?;
        Ok(json!({ "strengths": strong, "ratings": rows.iter().map(rating_row).collect::<Vec<_>>() }))
    };
    app.studies.of(&app.tables, asked, count).await
}

fn rating_row(row: &RatingRow) -> Value {
    json!({
        "game": row.game, "tournament": row.tournament, "day": row.day, "round": row.round, "player": row.label,
        "rating": rating_json(&row.rating),
    })
}

fn strength_row(game: &str, row: &StrengthRow) -> Value {
    let strength = strength_json(&row.strength);
    json!({ "game": game, "player": row.player, "tables": row.tables, "strength": strength })
}

/// How many results of a day are listed, the best first: anybody may play as often as they like.
const LONGEST_DAILY: usize = 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DailyQuery {
    /// Which game.
    game: String,
    /// Which day; today in UTC if nothing is said.
    #[schemars(regex(pattern = "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"))]
    day: Option<String>,
}

/// `GET /api/daily`: the day's puzzle and who has played it.
pub(crate) async fn puzzle(State(app): State<Arc<App>>, Query(query): Query<DailyQuery>) -> Answer {
    check_game(Some(&query.game))?;
    let day = query.day.unwrap_or_else(tercet_store::today);
    let deal = tercet_game::Deal::stream(daily::seed(&day)?).to_string();
    let (game, date) = (query.game.clone(), day.clone());
    let results = app.tables.blocking(move |archive| Ok(archive.daily(&game, &date)?)).await?;
    let result = |row: &tercet_store::DailyRow| {
        json!({
            "game": row.game, "name": row.name, "points": row.points,
            "seconds": row.spent_ms / 1000,
        })
    };
    let results: Vec<Value> = results.iter().take(LONGEST_DAILY).map(result).collect();
    Ok(Json(json!({ "game": query.game, "day": day, "deal": deal, "results": results })))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportQuery {
    game: Option<String>,
    tournament: Option<i64>,
}

/// `GET /api/export/TABLE.FORMAT`: the archive's tables for other programs.
pub(crate) async fn download(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(file): Path<String>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Refusal> {
    let unknown = || {
        Refusal::new(
            "route",
            "exports are games, moves, ratings, strengths or events, as .jsonl, .csv or .parquet",
        )
    };
    let (table, format) = file.rsplit_once('.').ok_or_else(unknown)?;
    let (table, format) =
        (Table::from_name(table).ok_or_else(unknown)?, Format::from_name(format).ok_or_else(unknown)?);
    check_game(query.game.as_deref())?;
    let filter = Filter { game: query.game, tournament: query.tournament, ..Filter::default() };
    app.limiter.count(address.ip(), LimitedAction::Export)?;
    let body = app.exports.begin(limit_key(address.ip()), Asked { table, format, filter }).await?;
    let kind = match format {
        Format::Jsonl => "application/jsonl",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Parquet => "application/vnd.apache.parquet",
    };
    let name = format!("attachment; filename=\"{file}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], body).into_response())
}
