//! Goals of a game: so many Sets, within so many seconds. They do not end the game; the summary says whether they were reached.

use std::time::{Duration, Instant};

use tercet_set::{SetGame, State, ZenMode};

pub(crate) struct Goals {
    target: Option<u32>,
    limit_s: Option<u64>,
    since: Instant,
}

impl Goals {
    pub(crate) fn new(target: Option<u32>, limit_s: Option<u64>) -> Goals {
        Goals { target, limit_s, since: Instant::now() }
    }

    /// How the goals stand now, a line each.
    pub(crate) fn status(&self, game: &SetGame, state: &State) -> Vec<String> {
        self.after(self.since.elapsed(), game, state)
    }

    /// How they stand after this time.
    pub(crate) fn after(&self, elapsed: Duration, game: &SetGame, state: &State) -> Vec<String> {
        let zen = ZenMode {
            target_min_sets: self.target.unwrap_or(0),
            time_limit_ms: self.limit_s.map(|limit| limit.saturating_mul(1000)),
        };
        let elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let status = zen.status(game, state, elapsed_ms);
        let sets = self.target.map(|target| {
            let met = if status.is_target_met { "reached" } else { "missed" };
            format!("goal: {target} Sets: {met}")
        });
        let time = self.limit_s.map(|limit| {
            let met = if status.is_time_up { "missed" } else { "kept" };
            format!("goal: within {limit} seconds: {met}")
        });
        sets.into_iter().chain(time).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::Game;
    use tercet_set::{Config, Setup};

    #[test]
    fn goals_are_reported_as_reached_or_missed() {
        let game = SetGame::new(&Config::default()).unwrap();
        let state = game.position(&Setup { sets: vec![3], ..Setup::default() }).unwrap();
        let after = |target, limit, seconds| {
            Goals::new(target, limit).after(Duration::from_secs(seconds), &game, &state)
        };
        assert_eq!(after(Some(3), Some(60), 59), ["goal: 3 Sets: reached", "goal: within 60 seconds: kept"]);
        assert_eq!(after(Some(4), Some(60), 60), ["goal: 4 Sets: missed", "goal: within 60 seconds: missed"]);
        assert_eq!(after(None, None, 0), Vec::<String>::new());
    }
}
