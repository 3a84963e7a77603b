//! Requests whose cost lasts: memory that is held, threads that are kept.

use std::sync::Arc;

use anyhow::Result;
use serde::Deserialize;
use tokio::task::JoinSet;

use super::Hostile;

pub(super) fn begin(hostile: &Arc<Hostile>, tasks: &mut JoinSet<()>) {
    hostile.again(tasks, ("rematches", 4), rematch);
    hostile.again(tasks, ("long deals", 4), long_deal);
    hostile.again(tasks, ("reviews", 8), review);
    hostile.again(tasks, ("custom cards", 4), cards);
    hostile.again(tasks, ("the lobby", 4), lobby);
}

/// A game of one move, and then another, and another.
async fn rematch(hostile: Arc<Hostile>, _number: usize) -> Result<String> {
    #[derive(Deserialize)]
    struct View {
        legal: std::collections::BTreeMap<String, Vec<String>>,
    }
    #[derive(Deserialize)]
    struct Next {
        next: String,
    }
    let made = hostile.visitor.make(r#"{"game":"triangle","options":{"limit":"1"}}"#).await?;
    let mut table = made.table.clone();
    loop {
        let look = hostile.visitor.ask(&format!("GET /api/tables/{table}"), made.token(), "").await?;
        let View { legal } = serde_json::from_str(&look.body)?;
        let body = serde_json::json!({ "state": 0, "action": legal["0"][0] }).to_string();
        hostile.outcome(&format!("POST /api/tables/{table}/act"), made.token(), &body).await?;
        let line = format!("POST /api/tables/{table}/rematch");
        let again = hostile.visitor.ask(&line, made.token(), "").await?;
        match serde_json::from_str(&again.body) {
            Ok(Next { next }) => table = next,
            Err(_) => return Ok(again.outcome()),
        }
    }
}

async fn long_deal(hostile: Arc<Hostile>, _number: usize) -> Result<String> {
    let body = format!(r#"{{"game":"triangle","deal":"given {}"}}"#, "5:2 ".repeat(60_000).trim_end());
    hostile.outcome("POST /api/tables", "", &body).await
}

async fn review(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    hostile.outcome(&format!("GET /api/replay/{}/review", number % 2000 + 1), "", "").await
}

async fn cards(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let text = ["[", "\r", "[[card]]\n", "a."][number % 4];
    let body = serde_json::json!({ "text": text.repeat(19_999 / text.len()) }).to_string();
    hostile.outcome("POST /api/cards", "", &body).await
}

async fn lobby(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    if number.is_multiple_of(8) {
        let body = r#"{"game":"set","seats":[{"kind":"me"},{"kind":"open"}],"waits":true,"public":true}"#;
        return hostile.outcome("POST /api/tables", "", body).await;
    }
    hostile.outcome("GET /api/lobby", "", "").await
}
