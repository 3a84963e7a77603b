//! `tercet serve`: a move that was acknowledged survives whatever ends the program.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::shell::tercet;

pub(crate) struct Serving {
    pub(crate) child: Child,
    pub(crate) address: String,
}

fn serve(data: &Path) -> Serving {
    Serving::start(tercet("serve --port 0 --metrics-port off --data").word(data).command())
}

impl Serving {
    /// Starts a server, and waits until it says where it is.
    pub(crate) fn start(mut command: Command) -> Serving {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("Tercet is at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Serving { child, address }
    }

    /// Asks for something; `None` when the server is gone.
    pub(crate) fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Option<Value> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: {}",
            self.address,
            body.len()
        );
        stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Plays one table over and over until the server is gone; the last state that was acknowledged.
fn play(serving: &Serving, table: &str, token: &str, moves: &AtomicU64, is_over: &AtomicBool) -> u64 {
    let mut last = 0;
    while !is_over.load(Ordering::Relaxed) {
        let Some(view) = serving.ask("GET", &format!("/api/tables/{table}"), token, &Value::Null) else {
            break;
        };
        let state = view["state"].as_u64().unwrap();
        let (path, body) = match view["legal"]["0"].as_array() {
            Some(legal) if state % 7 != 6 => {
                ("act", json!({ "state": state, "action": legal[legal.len() / 2] }))
            }
            _ => ("undo", json!({ "state": state })),
        };
        let Some(moved) = serving.ask("POST", &format!("/api/tables/{table}/{path}"), token, &body) else {
            break;
        };
        // The game may be over, and be left alone then.
        let Some(state) = moved["state"].as_u64() else { break };
        last = state;
        moves.fetch_add(1, Ordering::Relaxed);
    }
    last
}

#[test]
fn a_kill_loses_no_acknowledged_move() {
    let data = tempfile::tempdir().unwrap();
    let serving = serve(data.path());
    let make = || {
        let made = serving.ask("POST", "/api/tables", "", &json!({ "game": "triangle" })).unwrap();
        (made["table"].as_str().unwrap().to_owned(), made["tokens"][0]["token"].as_str().unwrap().to_owned())
    };
    let tables: Vec<(String, String)> = (0..4).map(|_| make()).collect();
    let (moves, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let acknowledged: Vec<u64> = thread::scope(|scope| {
        let players: Vec<_> = tables
            .iter()
            .map(|(table, token)| scope.spawn(|| play(&serving, table, token, &moves, &is_over)))
            .collect();
        while moves.load(Ordering::Relaxed) < 40 {
            thread::yield_now();
        }
        // In the middle of whatever is being written now.
        let pid = serving.child.id().to_string();
        assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
        is_over.store(true, Ordering::Relaxed);
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    serving.kill();
    let again = serve(data.path());
    for ((table, token), last) in tables.iter().zip(acknowledged) {
        let view = again.ask("GET", &format!("/api/tables/{table}"), token, &Value::Null).unwrap();
        let state = view["state"].as_u64().unwrap();
        // A move may be on disk whose acknowledgement was lost; never the other way round.
        assert!(state == last || state == last + 1, "{last} was acknowledged, {state} is there");
        assert_eq!(view["you"], json!([0]));
    }
    again.kill();
}

#[test]
fn a_server_for_others_needs_a_token_or_to_be_public() {
    let data = tempfile::tempdir().unwrap();
    let done = tercet("serve --bind 0.0.0.0 --port 0").dir(data.path()).env("TERCET_DATA", "archive").run();
    assert_eq!(done.code, 1);
    assert_eq!(
        done.err,
        "error: others can reach 0.0.0.0: give --token to let in who knows it, or --public to let in everybody\n"
    );
}
