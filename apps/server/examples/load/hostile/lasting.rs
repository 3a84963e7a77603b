//! Requests whose cost lasts: memory that is held, threads that are kept.

use std::sync::Arc;

use anyhow::Result;
use serde::Deserialize;
use tokio::task::JoinSet;

use super::Hostile;
use crate::visitor::Made;

pub(super) fn begin(hostile: &Arc<Hostile>, tasks: &mut JoinSet<()>) {
    hostile.again(tasks, ("rematches", 4), rematch);
    hostile.again(tasks, ("long deals", 4), long_deal);
    hostile.again(tasks, ("reviews", 8), review);
    hostile.again(tasks, ("custom cards", 4), cards);
    hostile.again(tasks, ("the lobby", 4), lobby);
    hostile.again(tasks, ("names of files", 2), name_of_a_file);
    hostile.again(tasks, ("long answers", 8), long_answer);
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
    hostile.outcome("POST /api/tables", "", &super::long()).await
}

async fn review(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    hostile.outcome(&format!("GET /api/replay/{}/review", number % 2000 + 1), "", "").await
}

async fn cards(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let text = ["[", "\r", "[[card]]\n", "a."][number % 4];
    let body = serde_json::json!({ "text": text.repeat(19_999 / text.len()) }).to_string();
    hostile.outcome("POST /api/cards", "", &body).await
}

/// Asks for the games of a bot that would be read from a file without an end.
async fn name_of_a_file(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let bot = ["learned:", "beam:value=", "search:value=", "cmd:cat%20"][number % 4];
    hostile.outcome(&format!("GET /api/games?player={bot}/dev/zero"), "", "").await
}

/// The longest that there is to be had for a short question.
async fn long_answer(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let line = match number % 4 {
        0 => format!("GET /api/tables/{}", hostile.long.table),
        1 => "GET /page/style/all.css".to_owned(),
        2 => "GET /page/join/app+table+games/nothing.js".to_owned(),
        _ => "GET /page/join/app+table+games/machi.js".to_owned(),
    };
    Ok(hostile.visitor.ask_with(&line, "accept-encoding: gzip\r\n", "").await?.outcome())
}

/// Makes rooms for everybody, is there as long as a look counts, and asks for the list.
async fn lobby(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    if number.is_multiple_of(8) {
        let body = r#"{"game":"set","seats":[{"kind":"me"},{"kind":"open"}],"waits":true,"public":true}"#;
        let answer = hostile.visitor.ask("POST /api/tables", "", body).await?;
        let Ok(made) = serde_json::from_str::<Made>(&answer.body) else { return Ok(answer.outcome()) };
        return hostile.outcome(&format!("GET /api/tables/{}", made.table), made.token(), "").await;
    }
    hostile.outcome("GET /api/lobby", "", "").await
}
