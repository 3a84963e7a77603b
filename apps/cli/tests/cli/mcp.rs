//! `tercet mcp`: an agent that knows nothing but the tools, over stdin and stdout.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Agent {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
}

impl Agent {
    fn start(data: &std::path::Path) -> Agent {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tercet"))
            .args(["mcp", "--log-level", "trace", "--data"])
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut agent = Agent { child, input, output, id: 0 };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let greeting = agent.ask("initialize", &hello);
        assert_eq!(greeting["serverInfo"]["name"], "tercet");
        agent.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
        self.input.flush().unwrap();
    }

    /// Asks; every line of stdout must be an answer, so nothing else may be written there.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        let id = self.id;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not an answer: {line}"));
        assert_eq!((&answer["id"], &answer["error"]), (&json!(id), &Value::Null), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool: its text, and whether a picture came with it.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let result = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let content = result["content"].as_array().unwrap();
        assert_ne!(result["isError"], true, "{content:?}");
        let has_picture = content.iter().any(|part| part["type"] == "image");
        (content[0]["text"].as_str().unwrap().to_owned(), has_picture)
    }

    /// Plays a game to its end; its score.
    fn play(&mut self, game: &str) -> f64 {
        let (begun, has_picture) = self.call("new_game", &json!({ "game": game, "seed": 9 }));
        assert!(has_picture);
        let which = json!({ "game_id": line(&begun, "game_id"), "seat_token": line(&begun, "seat_token") });
        let mut choice = 1_usize;
        while !self.call("status", &which).0.contains("\nover: ") {
            let (legal, _) = self.call("legal_actions", &which);
            let actions: Vec<&str> =
                legal.lines().skip(1).filter_map(|line| line.split(": ").next()).collect();
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut act = which.clone();
            act["action"] = json!(actions[(choice >> 33) % actions.len()]);
            act["text_only"] = json!(true);
            self.call("act", &act);
        }
        line(&self.call("result", &which).0, "score").parse().unwrap()
    }
}

/// The value of a line `key: value`.
fn line(text: &str, key: &str) -> String {
    let found = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {key} in {text}")).split(' ').next().unwrap().to_owned()
}

#[test]
fn an_agent_plays_every_game_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let mut agent = Agent::start(data.path());
    for game in ["set", "triangle", "machi"] {
        let score = agent.play(game);
        assert!((0.0..=1.0).contains(&score), "{game}: {score}");
    }
    drop(agent.input);
    assert!(agent.child.wait().unwrap().success(), "the end of input is the end of the program");
}

#[test]
fn a_new_list_for_evaluation_leaves_the_old_secret_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("games");
    let rotate = || crate::shell::tercet("mcp --new-list --data").word(&data).prints();
    let list = |report: &str| report.split(' ').nth(5).unwrap().to_owned();
    let first = list(&rotate());
    let report = rotate();
    assert_ne!(list(&report), first);
    let old = data.join(format!("evaluation-{first}.key"));
    assert!(report.ends_with(&format!("the old list's secret is {}\n", old.display())), "{report}");
    assert_eq!(std::fs::read_to_string(old).unwrap().len(), 65);
}
