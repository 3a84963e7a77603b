//! `/api/tournaments`: started, watched, stopped. What is said of one is read from the archive, so it is the same whoever
//! plays it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tercet_arena::json::standing_json;
use tercet_arena::{Format, TournamentError, TournamentOptions, TournamentPlan};
use tercet_store::{Archive, TournamentRow, TournamentStoreError, rfc3339, standings_of};

use super::address::Path;
use super::body::Body;
use crate::app::App;
use crate::refusal::Refusal;
use crate::studies::JsonBody;
use crate::tokens::seed;
use crate::tournaments::Standing;

type Answer = Result<Json<Value>, Refusal>;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    game: String,
    entrants: Vec<String>,
    #[serde(default = "swiss")]
    format: String,
    #[serde(default = "one")]
    days: u32,
    games: Option<u32>,
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    finish: Option<String>,
    seed: Option<Seed>,
}

/// A seed as a number, or as text: JavaScript's numbers are not exact beyond 2^53.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Seed {
    Number(u64),
    Text(String),
}

impl Seed {
    fn read(&self) -> Result<u64, Refusal> {
        match self {
            Seed::Number(number) => Ok(*number),
            Seed::Text(text) => text.trim().parse().map_err(|_| {
                let why = format!("`{text}` is no seed; a seed is a whole number from 0 to {}", u64::MAX);
                Refusal::new("config", why)
            }),
        }
    }
}

fn swiss() -> String {
    "swiss".to_owned()
}

fn one() -> u32 {
    1
}

/// `POST /api/tournaments`
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Body(start): Body<Start>,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    let bad = || {
        Refusal::new(
            "config",
            format!("`{}` is no format; there are swiss, round-robin, knockout", start.format),
        )
    };
    let format = Format::from_name(&start.format).ok_or_else(bad)?;
    let options = TournamentOptions {
        entrants: start.entrants,
        format,
        days: start.days,
        games: start.games,
        table: None,
        is_striped: false,
        finish: start.finish,
        options: start.options.into_iter().collect(),
        seed: start.seed.map_or_else(|| Ok(seed()), |seed| seed.read())?,
        ratings: Vec::new(),
    };
    let id = app.tournaments.start(start.game, options).await?;
    Ok((StatusCode::CREATED, Json(json!({ "tournament": id }))))
}

/// `GET /api/tournaments`
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<JsonBody, Refusal> {
    let list = |archive: &mut Archive| {
        let rows = archive.tournaments()?;
        let row = |row: &TournamentRow| Ok(tournament_json(row, &plan_of(row)?));
        let all = rows.iter().map(row).collect::<Result<Vec<Value>, Refusal>>()?;
        Ok(JsonBody::of(&json!({ "tournaments": all })))
    };
    app.tables.blocking(list).await
}

/// `GET /api/tournaments/ID`: how it stands.
pub(crate) async fn look(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    let place = app.tournaments.standing(id);
    let mut json = app.studies.count(move |archive| standing(archive, id)).await?;
    json["running"] = json!(place == Standing::Running);
    json["waiting"] = match place {
        Standing::Waiting(before) => json!(before),
        Standing::Running | Standing::Idle => Value::Null,
    };
    Ok(Json(json))
}

/// `POST /api/tournaments/ID/resume`: goes on where it was stopped.
pub(crate) async fn resume(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    app.tournaments.resume(id).await?;
    Ok(Json(json!({ "tournament": id })))
}

/// `POST /api/tournaments/ID/stop`: it can be gone on with later.
pub(crate) async fn stop(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    app.tables.blocking(move |archive| Ok(archive.tournament(id)?)).await?;
    let was_running = app.tournaments.stop(id);
    Ok(Json(json!({ "tournament": id, "stopped": was_running })))
}

fn standing(archive: &Archive, id: i64) -> Result<Value, Refusal> {
    let row = archive.tournament(id)?;
    let plan = plan_of(&row)?;
    let state = standings_of(archive, id, &plan).map_err(|error| refusal(&error))?;
    let mut json = tournament_json(&row, &plan);
    json["groups"] = json!(state.fit().groups());
    json["repeats"] = json!(state.repeats());
    json["standings"] = state.standings().iter().map(standing_json).collect();
    Ok(json)
}

fn plan_of(row: &TournamentRow) -> Result<TournamentPlan, Refusal> {
    TournamentPlan::from_json(&row.plan).map_err(|error| Refusal::new("archive", error.to_string()))
}

fn tournament_json(row: &TournamentRow, plan: &TournamentPlan) -> Value {
    let entrants: Vec<&str> = plan.plan.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
    json!({
        "tournament": row.id,
        "game": row.game,
        "format": plan.plan.format.name(),
        "seed": plan.plan.seed.to_string(),
        "entrants": entrants,
        "played": row.games,
        "games": plan.plan.game_count(),
        "started": rfc3339(row.started_ms),
        "finished": row.finished_ms.map(rfc3339),
    })
}

/// Whose fault it is.
pub(crate) fn refusal(error: &TournamentStoreError) -> Refusal {
    let code = match error {
        TournamentStoreError::Game(_) => "game",
        TournamentStoreError::Tournament(TournamentError::Bot(_)) => "bot",
        TournamentStoreError::Tournament(_) => "config",
        TournamentStoreError::Store(error) => return Refusal::stored(error),
    };
    Refusal::new(code, error.to_string())
}
