//! Many who play while servers are killed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::database::Database;
use crate::node::Node;
use crate::player::{Player, Servers};

/// Players who go on until they are told to end; how many moves they made, and the longest that one took.
struct Crowd {
    is_over: Arc<AtomicBool>,
    players: Vec<tokio::task::JoinHandle<Player>>,
}

impl Crowd {
    async fn begin(servers: &Servers, count: usize) -> Crowd {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut players = Vec::new();
        for number in 0..count {
            let (mut player, is_over) =
                (Player::sit_down(servers, number * 7919).await, Arc::clone(&is_over));
            players.push(tokio::spawn(async move {
                while !is_over.load(Ordering::Relaxed) {
                    player.step().await;
                }
                player
            }));
        }
        Crowd { is_over, players }
    }

    async fn end(self) -> (u64, Duration) {
        self.is_over.store(true, Ordering::Relaxed);
        let (mut moves, mut longest) = (0, Duration::ZERO);
        for player in self.players {
            let mut player = player.await.unwrap();
            player.check().await;
            (moves, longest) = (moves + player.moves, longest.max(player.longest));
        }
        (moves, longest)
    }
}

/// Kills owners one after the other while people play; each time another server takes over.
pub(crate) async fn kill_owners(database: &Database, kills: usize, players: usize) -> (u64, Duration) {
    let url = database.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let servers: Servers = Arc::new(Mutex::new(nodes.iter().map(|node| node.address).collect()));
    let crowd = Crowd::begin(&servers, players).await;
    for kill in 0..kills {
        // Moves are under way all the time; how far they are differs from kill to kill.
        tokio::time::sleep(Duration::from_millis(200 + 37 * (kill as u64 % 11))).await;
        let victim = kill % nodes.len();
        nodes[victim].kill_and_restart(&url);
        servers.lock().unwrap()[victim] = nodes[victim].address;
    }
    crowd.end().await
}
