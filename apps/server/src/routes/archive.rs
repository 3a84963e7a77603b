//! `/api/games` and `/api/replay`: games that are over.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tercet_catalog::games;
use tercet_entry::Line;
use tercet_entry::clean_name;
use tercet_game::{Record, Seat, Turn};
use tercet_store::{Archive, Filter, GameRow, rfc3339};

use super::address::{PageQuery, Path, Query, check_game};
use super::body::{Body, read_object};
use super::pictures::{PictureOptions, drawn, file_name};
use crate::app::App;
use crate::heavy::{heavy, heavy_with};
use crate::limits::{LimitedAction, limit_key};
use crate::queue::{Asker, Lane};
use crate::refusal::Refusal;
use crate::studies::JsonBody;
use crate::wire::{EventView, MadeTable, NewSeat, in_a_list};

type Answer = Result<Json<Value>, Refusal>;

/// The most games that one list has.
const LONGEST_LIST: u32 = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// Only of this game.
    game: Option<String>,
    /// Only with this player or bot.
    player: Option<String>,
    /// Only from this day on; a time of day may follow.
    #[schemars(regex(pattern = "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"))]
    since: Option<String>,
    /// Only before this day.
    #[schemars(regex(pattern = "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"))]
    until: Option<String>,
    /// Only of this tournament; `none` for games that belong to none.
    #[schemars(regex(pattern = "^(none|[1-9][0-9]{0,17})$"))]
    tournament: Option<String>,
    /// How many, 50 if nothing is said and 500 at most.
    limit: Option<u32>,
}

/// `GET /api/games`: the newest first; with `tournament=none` those that belong to no tournament.
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Query(query): Query<ListQuery>,
) -> Result<JsonBody, Refusal> {
    check_game(query.game.as_deref())?;
    // Names are kept in one form, so they are looked for in it.
    let player = query.player.map(|player| clean_name(&player).unwrap_or(player));
    let outside_tournaments = query.tournament.as_deref() == Some("none");
    let tournament =
        query.tournament.filter(|_| !outside_tournaments).map(|text| tournament_number(&text)).transpose()?;
    let filter = Filter {
        game: query.game,
        player,
        since: query.since,
        until: query.until,
        tournament,
        outside_tournaments,
        newest: Some(query.limit.unwrap_or(50).min(LONGEST_LIST)),
    };
    let list = move |archive: &mut Archive| {
        let mut games = Vec::new();
        archive.for_each_game(&filter, |_, row| {
            games.push(listed_json(row));
            Ok(())
        })?;
        games.reverse();
        Ok(JsonBody::of(&json!({ "games": games })))
    };
    app.tables.blocking(list).await
}

fn tournament_number(text: &str) -> Result<i64, Refusal> {
    let why = || format!("the query can't be read: `tournament` is a number from 1 or `none`, not `{text}`");
    let digits = Some(text).filter(|text| text.starts_with(|first: char| matches!(first, '1'..='9')));
    digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| Refusal::new("json", why()))
}

/// `GET /api/games/ID`
pub(crate) async fn one(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    let game = app.tables.blocking(move |archive| Ok(archive.game(id)?)).await?;
    Ok(Json(game_json(&game)))
}

/// `GET /api/games/ID/record`
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Result<String, Refusal> {
    Ok(recorded(&app, id).await?.1.to_string())
}

fn game_json(row: &GameRow) -> Value {
    let seat = |seat: &tercet_store::SeatRow| json!({ "name": seat.label, "bot": seat.bot, "points": seat.points, "place": seat.finish.place, "assisted": seat.assisted });
    let options: serde_json::Map<String, Value> =
        row.config.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    json!({
        "id": row.id,
        "game": row.game,
        "options": options,
        "deal": row.deal,
        "end": row.end,
        "plays": row.plays,
        "finished": rfc3339(row.finished_ms),
        "tournament": row.slot.map(|slot| slot.tournament),
        "seats": row.seats.iter().map(seat).collect::<Vec<_>>(),
    })
}

/// A game of a list, which is as long as its games are many, and not as their deals and options are long.
fn listed_json(mut row: GameRow) -> Value {
    row.deal = in_a_list(&row.deal);
    row.config.iter_mut().for_each(|(_, value)| *value = in_a_list(value));
    game_json(&row)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtQuery {
    /// After how many inputs; at the end if nothing is said.
    at: Option<usize>,
    /// The position as data, too; without `at` also where things lie in every picture.
    #[serde(default)]
    data: bool,
}

/// `GET /api/replay/ID?at=N`: a moment of a game.
pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Query(query): Query<AtQuery>,
) -> Answer {
    let look = move |(row, record): (GameRow, Record)| {
        let inputs = record.inputs.len();
        let at = query.at.unwrap_or(inputs).min(inputs);
        Ok((game_json(&row), games().replay_step(&record, at, &names(&row))?, at, inputs))
    };
    let (mut game, then, at, inputs) = heavy_with(recorded(&app, id), look).await?;
    if query.at.is_some()
        && let Some(game) = game.as_object_mut()
    {
        // Who goes from moment to moment has had the deal, which may be as long as the game.
        game.remove("deal");
    }
    let turn: Vec<u8> = match then.turn {
        Turn::Seats(seats) => seats.iter().map(|seat| seat.0).collect(),
        Turn::Chance | Turn::Over => Vec::new(),
    };
    let mut answer = json!({
        "game": game,
        "at": at,
        "inputs": inputs,
        "line": then.line.as_ref().map(line_json),
        "turn": turn,
        "scores": then.scores.points(),
        "position": then.position,
        "question": then.question,
        "over": then.end,
    });
    if query.data {
        answer["board"] = then.board;
        if query.at.is_none() {
            answer["layout"] = then.layout;
        }
    }
    Ok(Json(answer))
}

/// `GET /api/replay/ID/log`: all that happened, page by page.
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<i64>,
    Query(query): Query<PageQuery>,
) -> Result<JsonBody, Refusal> {
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    let show = move |(row, record): (GameRow, Record)| {
        let after = usize::try_from(query.after).unwrap_or(usize::MAX).min(record.inputs.len());
        let end = after.saturating_add(query.most()).min(record.inputs.len());
        let lines = games().event_log(&record, after..end, &names(&row))?;
        let next = (end < record.inputs.len()).then_some(end);
        Ok(JsonBody::of(&json!({ "log": lines.iter().map(line_json).collect::<Vec<_>>(), "next": next })))
    };
    heavy_with(recorded(&app, id), show).await
}

fn line_json(line: &Line) -> Value {
    let events: Vec<EventView> = line.events.iter().cloned().map(EventView::from).collect();
    json!({ "at": line.at, "input": line.input, "seat": line.seat.map(|seat| seat.0), "events": events, "why": line.why })
}

/// `GET /api/replay/ID/review`: the game looked at again, or how far that is.
pub(crate) async fn review(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<i64>,
) -> Result<JsonBody, Refusal> {
    let visitor = Some(limit_key(address.ip()));
    let asker = Asker { lane: Lane::Insight, visitor, table: format!("review {id}") };
    let asked = app.reviews.of(&app.tables, app.data.clone(), asker, id).await?;
    Ok(JsonBody::written(asked.json()))
}

/// `GET /r/ID/AT.svg` and `.png`
pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Path((id, picture)): Path<(i64, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let (at, format) = file_name(&picture)?;
    let options = PictureOptions::read(query.as_deref().unwrap_or(""))?;
    let view = options.view.clone();
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    let look = move |(_, record): (GameRow, Record)| Ok(games().scene_at(&record, at, &view)?);
    let scene = heavy_with(recorded(&app, id), look).await?;
    drawn(scene, options, format).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Continue {
    at: usize,
    #[serde(default)]
    seats: Vec<NewSeat>,
}

/// `POST /api/replay/ID/continue`: a table that goes on from there.
pub(crate) async fn go_on(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<i64>,
    Body(from): Body<Continue>,
) -> Result<(StatusCode, Json<MadeTable>), Refusal> {
    app.limiter.count(address.ip(), LimitedAction::Import)?;
    let (_, record) = recorded(&app, id).await?;
    let made = app.tables.make_from(record, from.at, from.seats, false).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    record: String,
    at: Option<usize>,
    #[serde(default)]
    seats: Vec<NewSeat>,
}

impl Import {
    /// JSON, or the record itself.
    fn read(bytes: &[u8]) -> Result<Import, Refusal> {
        if bytes.starts_with(b"tercet record") {
            let bad = |_| Refusal::new("record", "the record is not UTF-8");
            let record = String::from_utf8(bytes.to_vec()).map_err(bad)?;
            return Ok(Import { record, at: None, seats: Vec::new() });
        }
        read_object(bytes)
    }

    /// The game, after how many of its inputs, and who is to sit there.
    fn parsed(self) -> Result<(Record, usize, Vec<NewSeat>), Refusal> {
        let unreadable = |error: tercet_game::RecordError| Refusal::new("record", error.to_string());
        let record = self.record.parse().map_err(unreadable)?;
        Ok((record, self.at.unwrap_or(usize::MAX), self.seats))
    }
}

/// `POST /api/import`: a table for study with a recorded game's position, edits and all.
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    body: Bytes,
) -> Result<(StatusCode, Json<MadeTable>), Refusal> {
    app.limiter.count(address.ip(), LimitedAction::Import)?;
    let (record, at, seats) = heavy(move || Import::read(&body)?.parsed()).await?;
    let made = app.tables.make_from(record, at, seats, true).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

async fn recorded(app: &Arc<App>, id: i64) -> Result<(GameRow, Record), Refusal> {
    app.tables
        .blocking(move |archive| {
            let row = archive.game(id)?;
            let record = archive.record_of(&row)?;
            Ok((row, record))
        })
        .await
}

fn names(row: &GameRow) -> impl Fn(Seat) -> String + '_ {
    |seat| row.seats.get(seat.index()).map_or_else(|| seat.to_string(), |seat| seat.label.clone())
}
