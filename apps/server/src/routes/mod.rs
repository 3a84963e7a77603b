//! What the server answers, route by route.

mod body;
mod catalog;
mod page;
mod pictures;
mod socket;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;
use crate::mcp;
use crate::refusal::Refusal;

/// All routes.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .merge(pages())
        .merge(tables())
        .route("/ws", get(socket::open))
        .route("/api/catalog", get(catalog::catalog))
        .route("/api/enter", post(page::enter))
        .nest_service("/mcp", mcp::service(Arc::clone(&app.hall)))
        .fallback(async || Refusal::new("route", "there is nothing here"))
        .with_state(app)
}

fn pages() -> Router<Arc<App>> {
    let mut pages = Router::new()
        .route("/page/{*file}", get(page::file))
        .route("/pictures.css", get(page::pictures_css))
        .route("/t/{table}/{picture}", get(pictures::of_table));
    for route in
        ["/", "/t/{table}", "/r/{game}", "/debug/triangle", "/tournaments", "/tournaments/{id}", "/stats"]
    {
        pages = pages.route(route, get(page::shell));
    }
    pages
}

fn tables() -> Router<Arc<App>> {
    Router::new()
        .route("/api/tables", post(tables::make))
        .route("/api/tables/{table}", get(tables::look))
        .route("/api/tables/{table}/legal", get(tables::legal))
        .route("/api/tables/{table}/record", get(tables::record))
        .route("/api/tables/{table}/join", post(tables::join))
        .route("/api/tables/{table}/act", post(tables::act))
        .route("/api/tables/{table}/undo", post(tables::undo))
        .route("/api/tables/{table}/edit", post(tables::edit))
        .route("/api/tables/{table}/hint", post(tables::hint))
        .route("/api/tables/{table}/seat", post(tables::seat))
        .route("/api/tables/{table}/rematch", post(tables::rematch))
}
