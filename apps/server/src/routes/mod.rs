//! What the server answers, route by route.

mod address;
mod archive;
pub(crate) mod body;
mod catalog;
mod fallbacks;
mod openapi;
mod page;
mod pictures;
mod purchases;
mod runs;
mod socket;
mod studies;
mod tables;
mod tournaments;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use self::fallbacks::{explain, for_browsers};
pub use self::openapi::description as openapi;
pub(crate) use self::tournaments::refusal as tournament_refusal;
use crate::app::App;
use crate::games::machi::cards;
use crate::mcp;

/// All routes.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .merge(pages())
        .merge(tables())
        .merge(studies())
        .route("/ws", get(socket::open))
        .route("/api/cards", post(cards::check))
        .route("/api/catalog", get(catalog::catalog))
        .route("/api/openapi.json", get(openapi::describe))
        .route("/api/enter", post(page::enter))
        .route("/api/owner", get(page::owner))
        .nest_service("/mcp", mcp::service(&app))
        .fallback(fallbacks::missing)
        .method_not_allowed_fallback(fallbacks::other_method)
        .with_state(app)
}

fn pages() -> Router<Arc<App>> {
    let mut pages = Router::new()
        .route("/page/{*file}", get(page::file))
        .route("/pictures.css", get(page::pictures_css))
        .route("/t/{table}/{picture}", get(pictures::of_table))
        .route("/r/{game}/{picture}", get(archive::picture));
    for route in [
        "/",
        "/t/{table}",
        "/r/{game}",
        "/debug/triangle",
        "/tournaments",
        "/tournaments/{id}",
        "/stats",
        "/training",
    ] {
        pages = pages.route(route, get(page::shell));
    }
    pages
}

fn studies() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games", get(archive::list))
        .route("/api/games/{game}", get(archive::one))
        .route("/api/games/{game}/record", get(archive::record))
        .route("/api/replay/{game}", get(archive::replay))
        .route("/api/replay/{game}/log", get(archive::log))
        .route("/api/replay/{game}/review", get(archive::review))
        .route("/api/replay/{game}/continue", post(archive::go_on))
        .route("/api/import", post(archive::import))
        .route("/api/tables/{table}/insight", get(studies::insight))
        .route("/api/tables/{table}/best", get(studies::best))
        .route("/api/tables/{table}/log", get(tables::log))
        .route("/api/tables/{table}/times", get(studies::times))
        .route("/api/best", get(studies::usual_best))
        .route("/api/stats", get(studies::stats))
        .route("/api/purchases", get(purchases::purchases))
        .route("/api/ratings", get(studies::ratings))
        .route("/api/daily", get(studies::puzzle))
        .route("/api/runs", get(runs::runs))
        .route("/api/export/{file}", get(studies::download))
        .route("/api/tournaments", get(tournaments::list).post(tournaments::start))
        .route("/api/tournaments/{tournament}", get(tournaments::look))
        .route("/api/tournaments/{tournament}/stop", post(tournaments::stop))
        .route("/api/tournaments/{tournament}/resume", post(tournaments::resume))
}

fn tables() -> Router<Arc<App>> {
    Router::new()
        .route("/api/lobby", get(tables::lobby))
        .route("/api/tables", post(tables::make))
        .route("/api/tables/{table}", get(tables::look).delete(tables::delete))
        .route("/api/tables/{table}/legal", get(tables::legal))
        .route("/api/tables/{table}/record", get(tables::record))
        .route("/api/tables/{table}/result", get(tables::result))
        .route("/api/tables/{table}/join", post(tables::join))
        .route("/api/tables/{table}/act", post(tables::act))
        .route("/api/tables/{table}/undo", post(tables::undo))
        .route("/api/tables/{table}/edit", post(tables::edit))
        .route("/api/tables/{table}/hint", post(tables::hint))
        .route("/api/tables/{table}/seat", post(tables::seat))
        .route("/api/tables/{table}/rematch", post(tables::rematch))
}
