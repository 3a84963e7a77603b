//! `/api/tables`: tables over plain HTTP.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tercet_game::Seat;
use tokio::time::Instant;

use super::address::{PageQuery, Path, Query};
use super::body::{Body, Tokens};
use crate::app::App;
use crate::guard::check_evaluation;
use crate::limits::LimitedAction;
use crate::refusal::Refusal;
use crate::table::{Table, Viewer};
use crate::tables::{Look, Page};
use crate::wire::{
    ActionView, HintView, Lobby, MadeTable, Moved, NewTable, RematchView, ResultView, SeatToken, TableView,
};

type Answer<T> = Result<Json<T>, Refusal>;
type Place = (State<Arc<App>>, Path<String>, Tokens);

/// `GET /api/lobby`
pub(crate) async fn lobby(State(app): State<Arc<App>>) -> Answer<Lobby> {
    Ok(Json(app.tables.lobby().await?))
}

/// `POST /api/tables`
pub(crate) async fn make(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<MadeTable>), Refusal> {
    app.limiter.count(address.ip(), LimitedAction::Table)?;
    if new.evaluation.is_some() {
        check_evaluation(&app, address.ip(), &headers)?;
    }
    Ok((StatusCode::CREATED, Json(app.tables.make(new).await?)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookQuery {
    /// Each legal action in words too.
    #[serde(default)]
    words: bool,
    /// Data for a screen, as `data` of `watch` has it.
    #[serde(default)]
    data: bool,
    /// The last state that the client has seen: only what came after it is sent.
    since: Option<u64>,
    /// Answers when the state is another than this, or after a while.
    wait: Option<u64>,
}

/// `GET /api/tables/TABLE`
pub(crate) async fn look(
    (State(app), Path(table), Tokens(tokens)): Place,
    Query(query): Query<LookQuery>,
) -> Answer<TableView> {
    let handle = app.tables.find(&table).await?;
    if let Some(state) = query.wait {
        app.tables.until_after(&handle, &tokens, state).await;
    }
    let look = Look { since: query.since, words: query.words, data: query.data };
    Ok(Json(app.tables.look(&handle, &tokens, look).await?))
}

/// `GET /api/tables/TABLE/log`: what happened there, page by page.
pub(crate) async fn log(
    (State(app), Path(table), Tokens(tokens)): Place,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<PageQuery>,
) -> Answer<Value> {
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    let handle = app.tables.find(&table).await?;
    let page = Page { after: query.after, most: query.most() };
    let by = |table: &Table| Ok(Viewer { data: true, ..viewer(table, &tokens) });
    let (log, next) = app.tables.log(&handle, page, by).await?;
    Ok(Json(json!({ "log": log, "next": next })))
}

/// `DELETE /api/tables/TABLE`: the owner deletes it, with the games that were over there.
pub(crate) async fn delete((State(app), Path(table), _): Place) -> Result<StatusCode, Refusal> {
    app.tables.delete(&table).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatQuery {
    /// Which seat; may be left out by a holder of one seat only.
    seat: Option<u8>,
}

/// `GET /api/tables/TABLE/legal`
pub(crate) async fn legal(
    (State(app), Path(table), Tokens(tokens)): Place,
    Query(query): Query<SeatQuery>,
) -> Answer<Value> {
    let handle = app.tables.find(&table).await?;
    let list = move |table: &mut Table| {
        table.check_whole()?;
        let seat = table.authorised(&tokens, query.seat)?;
        table.check_begun()?;
        table.poll(&tokens, Instant::now());
        let described = |action: &String| table.game.describe_action(action).map(ActionView::from);
        let legal = table.listed(seat).iter().map(described).collect::<Result<Vec<_>, _>>()?;
        Ok(Json(json!({ "state": table.state, "seat": seat.0, "legal": legal })))
    };
    handle.look(list).await?
}

/// `GET /api/tables/TABLE/result`
pub(crate) async fn result(
    (State(app), Path(table), Tokens(tokens)): Place,
    Query(query): Query<SeatQuery>,
) -> Answer<ResultView> {
    let handle = app.tables.find(&table).await?;
    Ok(Json(app.tables.result(&handle, &tokens, query.seat).await?))
}

/// `GET /api/tables/TABLE/record`
pub(crate) async fn record((State(app), Path(table), _): Place) -> Result<String, Refusal> {
    let handle = app.tables.find(&table).await?;
    handle.look_for_long(|table| recorded(table)).await?
}

fn recorded(table: &Table) -> Result<String, Refusal> {
    table.check_whole()?;
    table.check_begun()?;
    if table.deal().is_none() {
        return Err(Refusal::new("secret", "the deal is secret until the game is over"));
    }
    if table.body.counts() && !table.is_over() {
        return Err(Refusal::new("secret", "this game counts: its record comes at the end"));
    }
    Ok(table.game.record().to_string())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    #[serde(default)]
    name: String,
    seat: Option<u8>,
}

/// `POST /api/tables/TABLE/join`
pub(crate) async fn join(
    (State(app), Path(table), _): Place,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(Join { name, seat }): Body<Join>,
) -> Answer<SeatToken> {
    app.limiter.count(address.ip(), LimitedAction::Join)?;
    let handle = app.tables.find(&table).await?;
    Ok(Json(app.tables.join(&handle, seat, &name).await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    seat: Option<u8>,
    state: u64,
    action: String,
}

/// `POST /api/tables/TABLE/act`
pub(crate) async fn act(
    (State(app), Path(table), Tokens(tokens)): Place,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(act): Body<Act>,
) -> Answer<Moved> {
    let handle = app.tables.find(&table).await?;
    handle.visited_by(address.ip());
    let viewer = viewer(&*handle.lock().await, &tokens);
    let work = move |table: &mut Table| {
        let seat = table.authorised(&tokens, act.seat)?;
        table.poll(&tokens, Instant::now());
        table.act(seat, act.state, &act.action, None)
    };
    app.tables.attempt(&handle, work, move |table| moved(table, viewer)).await?
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undo {
    seat: Option<u8>,
    state: u64,
}

/// `POST /api/tables/TABLE/undo`
pub(crate) async fn undo(
    (State(app), Path(table), Tokens(tokens)): Place,
    Body(undo): Body<Undo>,
) -> Answer<Moved> {
    let handle = app.tables.find(&table).await?;
    let viewer = viewer(&*handle.lock().await, &tokens);
    let work = move |table: &mut Table| {
        let seat = table.authorised(&tokens, undo.seat)?;
        table.undo(seat, undo.state)
    };
    app.tables.change(&handle, work, move |table| moved(table, viewer)).await?
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    state: u64,
    edit: String,
}

/// `POST /api/tables/TABLE/edit`
pub(crate) async fn edit(
    (State(app), Path(table), Tokens(tokens)): Place,
    Body(edit): Body<Edit>,
) -> Answer<Moved> {
    let handle = app.tables.find(&table).await?;
    let viewer = viewer(&*handle.lock().await, &tokens);
    let work = move |table: &mut Table| {
        table.authorised(&tokens, Some(Seat::FIRST.0))?;
        table.edit(edit.state, &edit.edit)
    };
    app.tables.change(&handle, work, move |table| moved(table, viewer)).await?
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    seat: Option<u8>,
    bot: Option<String>,
}

/// `POST /api/tables/TABLE/hint`
pub(crate) async fn hint(
    (State(app), Path(table), Tokens(tokens)): Place,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(hint): Body<Hint>,
) -> Answer<HintView> {
    app.limiter.count(address.ip(), LimitedAction::Hint)?;
    let handle = app.tables.find(&table).await?;
    handle.visited_by(address.ip());
    Ok(Json(app.tables.hint(&handle, tokens, hint.seat, hint.bot).await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reseat {
    seat: u8,
    bot: Option<String>,
}

/// `POST /api/tables/TABLE/seat`
pub(crate) async fn seat(
    (State(app), Path(table), Tokens(tokens)): Place,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(seat): Body<Reseat>,
) -> Answer<Value> {
    app.limiter.count(address.ip(), LimitedAction::Join)?;
    let handle = app.tables.find(&table).await?;
    app.tables.reseat(&handle, tokens, seat.seat, seat.bot).await?;
    let table = handle.lock().await;
    Ok(Json(json!({ "seats": table.body.seat_views(table.here(), table.ready) })))
}

/// `POST /api/tables/TABLE/rematch`
pub(crate) async fn rematch(
    (State(app), Path(table), Tokens(tokens)): Place,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
) -> Answer<RematchView> {
    app.limiter.count(address.ip(), LimitedAction::Table)?;
    let handle = app.tables.find(&table).await?;
    Ok(Json(app.tables.rematch(&handle, &tokens).await?))
}

fn viewer(table: &Table, tokens: &[crate::tokens::Token]) -> Viewer {
    Viewer { seats: table.body.held(tokens), ..Viewer::default() }
}

fn moved(table: &Table, viewer: Viewer) -> Answer<Moved> {
    let nothing = || Refusal::new("stale", "nothing has happened at this table yet");
    table.moved(viewer).map(Json).ok_or_else(nothing)
}
