//! Requests that cost much.

use std::sync::Arc;

use anyhow::{Context, Result};
use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;

use super::{AGENTS, Hostile};

pub(super) fn begin(hostile: &Arc<Hostile>, tasks: &mut JoinSet<()>) {
    hostile.again(tasks, ("exact insight, five seats", 8), insight);
    hostile.again(tasks, ("hints", 24), hint);
    hostile.again(tasks, ("tournaments", 4), tournament);
    hostile.again(tasks, ("exports", 6), export);
    hostile.again(tasks, ("statistics", 8), study);
    hostile.again(tasks, ("imports", 8), import);
    hostile.again(tasks, ("tables", 8), table);
    hostile.again(tasks, ("evaluations", 2), evaluation);
    hostile.again(tasks, ("joins", 8), join);
    hostile.again(tasks, ("agents", 8), agent);
    hostile.again(tasks, ("pictures", 16), picture);
    hostile.again(tasks, ("old games", 16), old_game);
    hostile.again(tasks, ("edits and undo", 4), edit);
    hostile.again(tasks, ("huge queries and heads", 8), huge);
}

/// Asks for exact numbers, then moves on to a position that nobody has asked about.
async fn insight(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let made = &hostile.five[number % hostile.five.len()];
    let path = format!("GET /api/tables/{}/insight?model=exact", made.table);
    let outcome = hostile.outcome(&path, made.token(), "").await?;
    move_on(&hostile, number).await?;
    Ok(outcome)
}

async fn move_on(hostile: &Hostile, number: usize) -> Result<()> {
    #[derive(Deserialize)]
    struct Legal {
        state: u64,
        legal: Vec<Action>,
    }
    #[derive(Deserialize)]
    struct Action {
        action: String,
    }
    let made = &hostile.five[number % hostile.five.len()];
    for seat in &made.tokens {
        let line = format!("GET /api/tables/{}/legal", made.table);
        let answer = hostile.visitor.ask(&line, &seat.token, "").await?;
        let Ok(Legal { state, legal }) = serde_json::from_str(&answer.body) else { continue };
        if let Some(Action { action }) = legal.get(number % legal.len().max(1)) {
            let body = serde_json::json!({ "state": state, "action": action }).to_string();
            hostile.outcome(&format!("POST /api/tables/{}/act", made.table), &seat.token, &body).await?;
        }
    }
    Ok(())
}

async fn hint(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    const BOTS: [&str; 5] =
        ["mcts:playouts=20000", "search", "tuv", "mcts:playouts=100000000", "mcts:playouts=-1"];
    let made = &hostile.five[number % hostile.five.len()];
    let token = &made.tokens[number % made.tokens.len()].token;
    let body = format!(r#"{{"bot":"{}"}}"#, BOTS[number % BOTS.len()]);
    hostile.outcome(&format!("POST /api/tables/{}/hint", made.table), token, &body).await
}

async fn tournament(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    const FIELDS: [&str; 6] = [
        r#"{"game":"machi","entrants":["mcts:playouts=100000000","random"],"format":"round-robin"}"#,
        r#"{"game":"machi","entrants":["mcts:playouts=20000","search"],"format":"round-robin","games":1000}"#,
        r#"{"game":"triangle","entrants":["foresight:boards=99999999","beam:width=4000000000"],"format":"round-robin"}"#,
        r#"{"game":"triangle","entrants":["foresight","beam:width=20000"],"format":"round-robin","games":4000}"#,
        r#"{"game":"set","entrants":["first","random"],"days":4000000000,"games":4000000000}"#,
        r#"{"game":"machi","entrants":["random","uniform"],"format":"round-robin","games":40000}"#,
    ];
    let path = if number % 16 == 9 { "POST /api/tournaments/2/resume" } else { "POST /api/tournaments" };
    hostile.outcome(path, "", FIELDS[number % FIELDS.len()]).await
}

/// Read slowly, left in the middle, or taken as fast as it comes, packed.
async fn export(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    const FILES: [&str; 6] =
        ["events.jsonl", "moves.jsonl", "events.parquet", "games.csv", "strengths.csv", "events.csv"];
    let line = format!("GET /api/export/{}", FILES[number % FILES.len()]);
    let mut stream = hostile.visitor.connect().await?;
    let head = hostile.visitor.head(&line, "connection: close\r\naccept-encoding: gzip\r\n", 0);
    stream.write_all(format!("{head}\r\n").as_bytes()).await?;
    let mut part = vec![0; 4096];
    let read = stream.read(&mut part).await?;
    let status = String::from_utf8_lossy(&part[..read]).split(' ').nth(1).context("no status")?.to_owned();
    match number % 3 {
        0 => {}
        1 => {
            for _ in 0..10 {
                if stream.read(&mut part[..512]).await? == 0 {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            }
        }
        _ => while stream.read(&mut part).await? > 0 {},
    }
    Ok(status)
}

/// Each asks about another tournament, so that no answer was kept.
async fn study(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let line = match number % 6 {
        5 => "GET /api/runs".to_owned(),
        0 => format!("GET /api/stats?tournament={}", number % 40),
        1 => "GET /api/stats".to_owned(),
        2 => format!("GET /api/ratings?tournament={}", number % 40),
        3 => format!("GET /api/purchases?game=machi&games={}", 4_000_000_000_u32 - number as u32),
        _ => format!("GET /api/tournaments/{}", number % 4),
    };
    hostile.outcome(&line, "", "").await
}

/// A record, a long one with a wrong sum, one of one line, and what is none.
async fn import(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    const LARGEST: usize = 250 * 1024;
    let record = &hostile.record;
    let body = match number % 5 {
        0 => record.clone(),
        1 => {
            let line = record.lines().rev().nth(2).unwrap_or("chance 1");
            let (head, rest) = record.split_at(record.rfind(line).unwrap_or(0));
            format!("{head}{}{rest}", format!("{line}\n").repeat(LARGEST / (line.len() + 1) - 64))
        }
        2 => format!("tercet record 1\n{}", "a".repeat(LARGEST)),
        3 => "[".repeat(LARGEST),
        _ => "{\"record\":\"".to_owned() + &"\\u0000".repeat(LARGEST / 6 - 8) + "\"}",
    };
    hostile.outcome("POST /api/import", "", &body).await
}

/// Tables where strong bots play among themselves, as large as they may be, with too many cards.
async fn table(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let bots = |bot: &str, many: usize| vec![format!(r#"{{"kind":"bot","bot":"{bot}"}}"#); many].join(",");
    let body = match number % 5 {
        0 => format!(
            r#"{{"game":"machi","seats":[{},{{"kind":"me"}}],"options":{{"expansions":"harbor,millionaires_row"}}}}"#,
            bots("mcts:playouts=20000", 4)
        ),
        1 => {
            let cards: Vec<String> =
                (0..4000).map(|card| format!("Card {card}|green|8|4|cup|bank 2 per wheat|-")).collect();
            format!(r#"{{"game":"machi","options":{{"cards":"{}"}}}}"#, cards.join(";"))
        }
        2 => super::LARGE.to_owned(),
        3 => {
            let shapes = vec!["U0,0 D0,1"; 10_000].join("|");
            format!(r#"{{"game":"triangle","options":{{"shapes":"{shapes}"}}}}"#)
        }
        _ => format!(r#"{{"game":"set","seats":[{},{{"kind":"me"}}]}}"#, bots("perfect", 7)),
    };
    hostile.outcome("POST /api/tables", "", &body).await
}

async fn evaluation(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let body = format!(r#"{{"game":"triangle","evaluation":{{"split":"test","index":{number}}}}}"#);
    hostile.outcome("POST /api/tables", "", &body).await
}

async fn join(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let table = &hostile.five[number % hostile.five.len()].table;
    let body = serde_json::json!({ "name": "x".repeat(number * 97 % 60_000) }).to_string();
    hostile.outcome(&format!("POST /api/tables/{table}/join"), "", &body).await
}

async fn agent(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let made = &hostile.five[number % hostile.five.len()];
    let (tool, arguments) = match number % 3 {
        0 => ("new_game", serde_json::json!({ "game": "machi", "opponents": ["mcts:playouts=20000"] })),
        1 => ("look", serde_json::json!({ "game_id": made.table, "seat_token": made.token() })),
        _ => ("look", serde_json::json!({ "game_id": hostile.large.table })),
    };
    let params = serde_json::json!({ "name": tool, "arguments": arguments });
    let body = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let more = format!(
        "authorization: Bearer {AGENTS}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-06-18\r\n"
    );
    let answer = hostile.visitor.ask_with("POST /mcp", &more, &body.to_string()).await?;
    let is_refused = answer.body.contains(r#""isError":true"#);
    Ok(if is_refused { "refused".to_owned() } else { answer.outcome() })
}

async fn picture(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let (large, five) = (&hostile.large.table, &hostile.five[number % hostile.five.len()].table);
    let line = match number % 4 {
        0 => format!("GET /t/{large}/0.png?scale=4&show=labels,legal,numbers,coordinates"),
        1 => format!("GET /t/{five}/0.png?scale=4&theme=dark"),
        2 => format!("GET /t/{large}/0.svg?show=labels,legal,numbers,coordinates"),
        _ => format!("GET /r/{}/90.png?scale=4", number % 900 + 1),
    };
    hostile.outcome(&line, "", "").await
}

async fn old_game(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let game = number % 900 + 1;
    let line = match number % 6 {
        0 => "GET /api/games?limit=500".to_owned(),
        1 => format!("GET /api/replay/{game}/log"),
        2 => format!("GET /api/replay/{game}?at=4000000000"),
        3 => "GET /api/tournaments".to_owned(),
        4 => format!("GET /api/tables/{}?since=0&words=true", hostile.five[game % 8].table),
        _ => {
            let line = format!("GET /api/tables/{}/legal", hostile.large.table);
            return hostile.outcome(&line, hostile.large.token(), "").await;
        }
    };
    hostile.outcome(&line, "", "").await
}

async fn edit(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    #[derive(Deserialize)]
    struct State {
        state: u64,
    }
    let (table, token) = (&hostile.large.table, hostile.large.token());
    let look = hostile.visitor.ask(&format!("GET /api/tables/{table}"), "", "").await?;
    let State { state } = serde_json::from_str(&look.body)?;
    let (verb, body) = match number % 3 {
        0 => (
            "edit",
            format!(r#"{{"state":{state},"edit":"toggle {} {}"}}"#, number % 64 + 1, number % 60 + 1),
        ),
        1 => ("edit", format!(r#"{{"state":{state},"edit":"shapes {}"}}"#, "5:2 ".repeat(16_000))),
        _ => ("undo", format!(r#"{{"state":{state}}}"#)),
    };
    hostile.outcome(&format!("POST /api/tables/{table}/{verb}"), token, &body).await
}

async fn huge(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let table = &hostile.five[0].table;
    let (line, more) = match number % 4 {
        0 => (format!("GET /t/{table}/0.svg?{}", "pick=a&".repeat(7000)), String::new()),
        1 => (format!("GET /api/games?player={}", "%25".repeat(15_000)), String::new()),
        2 => ("GET /api/catalog".to_owned(), "x-a: b\r\n".repeat(3000)),
        _ => ("GET /api/catalog".to_owned(), format!("cookie: {}\r\n", "a=b;".repeat(90_000))),
    };
    Ok(hostile.visitor.ask_with(&line, &more, "").await?.outcome())
}
