//! A bot for any game: it does the first thing that is legal. See docs/bot-protocol.md.

use std::io::{self, BufRead as _, Write as _};

use serde_json::{Value, json};

/// The answer to a message, if it wants one.
fn answer(message: &Value) -> Option<Value> {
    match message["type"].as_str()? {
        "hello" => Some(json!({ "protocol": 1, "reproducible": true })),
        "decide" => Some(json!({ "action": message["legal"][0] })),
        _ => None,
    }
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        if let Some(answer) = answer(&serde_json::from_str(&line?)?) {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_greets_and_does_the_first_thing() {
        assert_eq!(answer(&json!({ "type": "hello" })), Some(json!({ "protocol": 1, "reproducible": true })));
        let decide = json!({ "type": "decide", "legal": ["roll", "hold"] });
        assert_eq!(answer(&decide), Some(json!({ "action": "roll" })));
        assert_eq!(answer(&json!({ "type": "game", "seed": "1" })), None);
    }
}
