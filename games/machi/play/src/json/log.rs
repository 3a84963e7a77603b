//! Events as JSON lines, game after game: the file of `--log`.

use serde_json::json;
use tercet_game::{Game as _, Seat, Settings as _};
use tercet_machi::{Event, MachiKoro};

use super::{EventLine, event_json};

/// Writes one game after another.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    game: u64,
    turn: u16,
    has_begun: bool,
}

impl EventLog {
    /// The line that a game begins with: the players, the rules and the dice.
    pub fn begin(&mut self, game: &MachiKoro, players: &[String], deal: &str) -> String {
        if self.has_begun {
            self.game += 1;
        }
        (self.has_begun, self.turn) = (true, 0);
        let options = game.config().pairs().into_iter().map(|(key, value)| (key, json!(value)));
        let options = options.collect::<serde_json::Map<_, _>>();
        let (players, deal) = (json!(players), json!(deal));
        format!(
            "{{\"game\":{},\"turn\":0,\"type\":\"game_start\",\"players\":{players},\"deal\":{deal},\"options\":{}}}\n",
            self.game,
            json!(options)
        )
    }

    /// The line of what a bot decides and why, before what came of it.
    pub fn reason(&self, seat: Seat, action: &str, why: &str) -> String {
        let (action, why) = (json!(action), json!(why));
        format!(
            "{{\"game\":{},\"turn\":{},\"seat\":{},\"type\":\"reason\",\"action\":{action},\"why\":{why}}}\n",
            self.game, self.turn, seat.0
        )
    }

    /// An event's line.
    pub fn line(&mut self, game: &MachiKoro, event: Event) -> String {
        if let Event::TurnStart { turn, .. } = event {
            self.turn = turn;
        }
        EventLine { game: self.game, turn: self.turn, event: event_json(game, event) }.line()
    }
}
