//! `tercet serve` as who runs it meets it: few files, signals, sockets that are handed over, logs without tokens.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::Serving;
use crate::shell::tercet;

/// A shell that becomes the program.
fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("TERCET", env!("CARGO_BIN_EXE_tercet"));
    command
}

fn terminate(child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
}

/// The exit code, which comes within the five seconds that are promised (and some for a loaded machine).
fn ended(mut child: Child) -> i32 {
    let begun = Instant::now();
    let code = child.wait().unwrap().code().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(8), "it took {:?}", begun.elapsed());
    code
}

#[test]
fn silent_connections_lock_nobody_out_when_files_are_few() {
    let data = tempfile::tempdir().unwrap();
    let mut command =
        shell("ulimit -n 128; exec \"$TERCET\" serve --port 0 --metrics-port off --data \"$DATA\"");
    command.env("DATA", data.path()).stderr(Stdio::null());
    let serving = Serving::start(command);
    // More than the program may open files at all.
    let silent: Vec<TcpStream> = (0..200).filter_map(|_| TcpStream::connect(&serving.address).ok()).collect();
    assert!(silent.len() > 128);
    // New ones are left alone for a moment, in which others are told to come again.
    let make = || serving.ask("POST", "/api/tables", "", &json!({ "game": "triangle" }));
    let begun = Instant::now();
    while make().is_none_or(|made| !made["table"].is_string()) {
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "who says nothing holds a place for ten seconds at most"
        );
    }
    serving.kill();
}

#[test]
fn sigterm_ends_it_with_zero_and_one_file() {
    let data = tempfile::tempdir().unwrap();
    let serving =
        Serving::start(tercet("serve --port 0 --metrics-port off --data").word(data.path()).command());
    let made = serving.ask("POST", "/api/tables", "", &json!({ "game": "triangle" })).unwrap();
    assert!(made["table"].is_string());
    // Somebody who says nothing holds nothing up.
    let _silent = TcpStream::connect(&serving.address).unwrap();
    terminate(&serving.child);
    assert_eq!(ended(serving.child), 0);
    let log = std::fs::metadata(data.path().join("archive.sqlite-wal"));
    assert!(log.is_err() || log.unwrap().len() == 0);
}

/// A server that listens with somebody else's socket, as under systemd.
fn inherit(listener: &TcpListener, data: &Path) -> Serving {
    let script = "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$TERCET\" serve --metrics-port off --data \"$DATA\" 3<&0 0</dev/null";
    let mut command = shell(script);
    command.env("DATA", data).stdin(Stdio::from(OwnedFd::from(listener.try_clone().unwrap())));
    Serving::start(command)
}

#[test]
fn who_comes_during_a_restart_is_answered_after_it() {
    let data = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let first = inherit(&listener, data.path());
    assert_eq!(first.address, address);
    let made = first.ask("POST", "/api/tables", "", &json!({ "game": "triangle" })).unwrap();
    terminate(&first.child);
    assert_eq!(ended(first.child), 0);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let mut early = TcpStream::connect(&address).expect("somebody listens all the time");
    let ask = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    early.write_all(ask.as_bytes()).unwrap();
    let second = inherit(&listener, data.path());
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    second.kill();
}

#[test]
fn logs_are_json_and_have_no_token() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let secret = "a very secret token";
    let mut command =
        tercet("serve --port 0 --metrics-port off --log-format json --log-level info --log-file")
            .word(&log)
            .word("--data")
            .word(data.path())
            .env("TERCET_TOKEN", secret)
            .command();
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.strip_prefix("Tercet is at http://").unwrap().split('/').next().unwrap().to_owned();
    assert_eq!(first, format!("Tercet is at http://{address}/ (Ctrl-C to stop)"));
    assert_eq!(
        lines.next().unwrap().unwrap(),
        "It wants the token that --token or TERCET_TOKEN gave: add #access=TOKEN to the address"
    );
    let owner = data.path().join("owner-token");
    assert_eq!(lines.next().unwrap().unwrap(), format!("The owner's token is in {}", owner.display()));
    let serving = Serving { child, address };
    let body = json!({ "token": secret });
    assert_eq!(serving.ask("GET", "/api/catalog", "a seat's token", &Value::Null).unwrap()["code"], "access");
    serving.ask("POST", "/api/enter?token=a+very+secret+token", "a seat's token", &body);
    terminate(&serving.child);
    assert_eq!(ended(serving.child), 0);
    let text = std::fs::read_to_string(&log).unwrap();
    let output: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |target: &str| output.iter().filter(|line| line["target"] == target).collect::<Vec<_>>();
    let (access, audit) = (of("tercet::access"), of("tercet::audit"));
    assert_eq!(
        (access.len(), &access[0]["route"], &access[0]["status"]),
        (2, &json!("/api/catalog"), &json!(401))
    );
    assert_eq!((&audit[0]["code"], &audit[0]["id"]), (&json!("access"), &access[0]["id"]));
    assert!(output.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()));
    for hidden in [secret, "a+very+secret", "seat's token", std::fs::read_to_string(owner).unwrap().trim()] {
        assert!(!text.contains(hidden), "{text}");
    }
}

#[test]
fn what_an_agent_sends_is_in_no_log() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let secret = "an agent's own secret";
    let command = tercet("serve --port 0 --metrics-port off --log-level trace --log-file")
        .word(&log)
        .word("--data")
        .word(data.path())
        .env("TERCET_MCP_TOKEN", secret)
        .command();
    let serving = Serving::start(command);
    let look =
        json!({ "name": "look", "arguments": { "game_id": "nowhere", "seat_token": "a seat's own token" } });
    let calls = [
        json!({ "jsonrpc": "2.0", "id": "x".repeat(20_000), "method": "y".repeat(20_000) }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": look }),
    ];
    for call in calls {
        let answer = serving.ask("POST", "/mcp", secret, &call).unwrap();
        assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
    }
    terminate(&serving.child);
    assert_eq!(ended(serving.child), 0);
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("request"), "what we tell ourselves is there: {text}");
    for hidden in [secret, "seat's own token", "xxx", "yyy"] {
        assert!(!text.contains(hidden), "{text}");
    }
}

#[test]
fn health_is_told_by_the_exit_code() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    let data = tempfile::tempdir().unwrap();
    let health = || tercet("health --metrics-port").word(&port).run();
    let none = health();
    assert_eq!(none.code, 1);
    assert!(
        none.out.starts_with(&format!("no server tells of itself at 127.0.0.1:{port}: ")),
        "{}",
        none.out
    );
    let command =
        tercet("serve --port 0 --metrics-port").word(&port).word("--data").word(data.path()).command();
    let serving = Serving::start(command);
    let ready = health();
    assert_eq!((ready.code, ready.out.as_str()), (0, "ready\n"));
    serving.kill();
}

#[test]
fn a_token_that_is_set_to_nothing_is_not_no_token() {
    let data = tempfile::tempdir().unwrap();
    let done = tercet("serve --port 0 --data").word(data.path()).env("TERCET_TOKEN", "").run();
    assert_eq!(
        (done.code, done.err.as_str()),
        (1, "error: --token has 0 bytes; give at least 16, drawn at random\n")
    );
}
