//! Somebody who plays on whatever happens: asks one server after the other, the same move for the same state, and remembers
//! what was taken.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::web::{Reply, ask, legal};

/// Where the servers are; they change when one is started again.
pub(crate) type Servers = Arc<Mutex<Vec<SocketAddr>>>;

/// How long a move may take before the player gives up: several leases.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Player {
    servers: Servers,
    choice: usize,
    table: String,
    token: String,
    state: u64,
    legal: Vec<String>,
    /// What was taken at the present table.
    taken: Vec<String>,
    /// Moves that were taken in all, and the longest that one took.
    pub(crate) moves: u64,
    pub(crate) longest: Duration,
}

impl Player {
    pub(crate) async fn sit_down(servers: &Servers, number: usize) -> Player {
        let mut player = Player {
            servers: Arc::clone(servers),
            choice: number,
            table: String::new(),
            token: String::new(),
            state: 0,
            legal: Vec::new(),
            taken: Vec::new(),
            moves: 0,
            longest: Duration::ZERO,
        };
        player.begin().await;
        player
    }

    async fn begin(&mut self) {
        // A table whose making was not answered is made again; nobody knows of the first.
        let made = self.insist("POST", "/api/tables", &json!({ "game": "triangle" }).to_string()).await.ok();
        made["table"].as_str().unwrap().clone_into(&mut self.table);
        made["tokens"][0]["token"].as_str().unwrap().clone_into(&mut self.token);
        self.taken.clear();
        let view = self.look().await;
        self.see(&view);
    }

    async fn look(&mut self) -> Value {
        let path = format!("/api/tables/{}?since=0", self.table);
        self.insist("GET", &path, "").await.ok()
    }

    fn see(&mut self, view: &Value) {
        self.state = view["state"].as_u64().unwrap();
        self.legal = if view["over"].is_null() { legal(view) } else { Vec::new() };
    }

    /// One move; at the next table if the game is over here.
    pub(crate) async fn step(&mut self) {
        if self.legal.is_empty() {
            self.check().await;
            self.begin().await;
        }
        self.choice =
            self.choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = self.legal[(self.choice >> 33) % self.legal.len()].clone();
        let body = json!({ "state": self.state, "action": action }).to_string();
        let path = format!("/api/tables/{}/act", self.table);
        let begun = Instant::now();
        let reply = self.insist("POST", &path, &body).await;
        // Asked again after it was taken, it is refused as repeated.
        assert!(reply.status == 200 || reply.code() == "repeated", "{}: {}", reply.status, reply.text);
        self.longest = self.longest.max(begun.elapsed());
        self.moves += 1;
        self.taken.push(action);
        let view = if reply.status == 200 { reply.json() } else { self.look().await };
        assert_eq!(view["state"].as_u64(), Some(self.state + 1), "one move is one state");
        self.see(&view);
    }

    /// All that was taken is there once, in order, and nothing else.
    pub(crate) async fn check(&mut self) {
        let view = self.look().await;
        let line = |line: &Value| line["input"].as_str().unwrap_or("").to_owned();
        let kept: Vec<String> = view["log"].as_array().unwrap().iter().map(line).collect();
        let taken: Vec<String> = self.taken.iter().map(|action| format!("seat 1 {action}")).collect();
        assert_eq!(kept, taken, "table {}", self.table);
        assert_eq!(view["state"].as_u64(), Some(taken.len() as u64));
    }

    /// Asks until some server answers, as HTTP clients do that know 503.
    async fn insist(&mut self, method: &str, path: &str, body: &str) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let headers: &[(&str, &str)] =
            if self.token.is_empty() { &[] } else { &[("authorization", &bearer)] };
        let until = Instant::now() + PATIENCE;
        loop {
            self.choice = self.choice.wrapping_add(1);
            let server = {
                let servers = self.servers.lock().unwrap();
                servers[self.choice % servers.len()]
            };
            match ask(server, method, path, headers, body).await {
                Ok(reply) if reply.status != 503 => return reply,
                _ => {}
            }
            assert!(Instant::now() < until, "nobody has answered {method} {path}");
            sleep(Duration::from_millis(50)).await;
        }
    }
}
