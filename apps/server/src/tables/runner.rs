//! Bots and clocks: who acts at a table without being asked.

use std::sync::Arc;
use std::time::Duration;

use tercet_entry::Advice;
use tercet_game::{Rng, Seat};
use tokio::time::Instant;

use super::{Handle, Tables};
use crate::queue::{Asker, Lane};
use crate::table::{COUNTDOWN, DEAL, FORCED, Table};
use crate::thinkers::{Thinking, Thought};
use crate::wire::SeatKind;

/// How long those who have not asked for cards may think after somebody has.
const UNDECIDED: Duration = Duration::from_secs(6);
/// Plays for a bot that fails; every game has it.
const STAND_IN: &str = "random";

impl Tables {
    /// Starts whatever goes on by itself in the table's state: its clock, and its bots. What was started for an earlier
    /// state ends.
    pub(crate) fn wake(self: &Arc<Tables>, handle: &Arc<Handle>, table: &mut Table) {
        table.hush();
        if table.is_over() || table.is_broken {
            return;
        }
        if table.body.waits {
            self.await_players(handle, table);
            return;
        }
        self.start_dealing(handle, table);
        if let Some(window) = table.game.window() {
            self.start_clock(handle, table, Duration::from_millis(window.into()));
        }
        // Bots among themselves play for an audience.
        if table.body.people() == 0 && table.audience.is_empty() {
            return;
        }
        for seat in table.turn().iter() {
            if table.body.seats[seat.index()].kind() == SeatKind::Bot {
                self.start_bot(handle, table, seat);
            }
        }
    }

    /// Begins the game a moment after everybody is ready, unless somebody is no more.
    fn await_players(self: &Arc<Tables>, handle: &Arc<Handle>, table: &mut Table) {
        table.starts = table.is_ready().then(|| Instant::now() + COUNTDOWN);
        let Some(starts) = table.starts else { return };
        let (tables, own) = (Arc::clone(self), Arc::clone(handle));
        let countdown = tokio::spawn(async move {
            tokio::time::sleep_until(starts).await;
            // A task of its own: waking the table ends this one.
            tokio::spawn(async move { tables.begin(&own).await });
        });
        table.tasks.push(countdown.abort_handle());
    }

    /// In a race without a Set cards come when all have asked for them. Somebody who has asked waits for the others only for a
    /// while: then they ask, too, whether they are there or not.
    fn start_dealing(self: &Arc<Tables>, handle: &Arc<Handle>, table: &mut Table) {
        let Some(seat) = table.undecided() else { return };
        let (tables, own, state) = (Arc::clone(self), Arc::clone(handle), table.state);
        let deadline = Instant::now() + if table.was_forced() { Duration::ZERO } else { UNDECIDED };
        let dealing = tokio::spawn(async move {
            tokio::time::sleep_until(deadline).await;
            let deal = move |table: &mut Table| table.act(seat, state, DEAL, Some(FORCED.to_owned()));
            tokio::spawn(async move { tables.change(&own, deal, |_| ()).await });
        });
        if !table.was_forced() {
            table.deadline = Some(deadline);
        }
        table.tasks.push(dealing.abort_handle());
    }

    fn start_clock(self: &Arc<Tables>, handle: &Arc<Handle>, table: &mut Table, window: Duration) {
        let deadline = Instant::now() + window;
        let (tables, own, state) = (Arc::clone(self), Arc::clone(handle), table.state);
        let clock = tokio::spawn(async move {
            tokio::time::sleep_until(deadline).await;
            // Somebody may have acted in time.
            let _ = tables.change(&own, move |table| table.expire(state), |_| ()).await;
        });
        table.deadline = Some(deadline);
        table.tasks.push(clock.abort_handle());
    }

    fn start_bot(self: &Arc<Tables>, handle: &Arc<Handle>, table: &mut Table, seat: Seat) {
        let bot = table.body.seats[seat.index()].bot.clone().unwrap_or_default();
        let seed = bot_seed(table, seat);
        let thinking = [bot.as_str(), STAND_IN].map(|bot| Thinking::of(&*table.game, bot, seed, seat));
        let [Ok(thinking), Ok(stand_in)] = thinking else {
            tracing::error!(table = table.name, bot, "a bot is gone");
            return;
        };
        let turn = BotTurn {
            seat,
            state: table.state,
            bot,
            asker: handle.asker(Lane::Live, table),
            several: table.turn().single().is_none(),
            seats: table.body.seats.len(),
            pace: Duration::from_millis(table.body.pace_ms.into()),
        };
        let (tables, own) = (Arc::clone(self), Arc::clone(handle));
        let task = tokio::spawn(async move { tables.let_bot_act(own, turn, thinking, stand_in).await });
        table.tasks.push(task.abort_handle());
    }

    async fn let_bot_act(
        self: Arc<Tables>,
        handle: Arc<Handle>,
        turn: BotTurn,
        thinking: Thinking,
        stand_in: Thinking,
    ) {
        let began = Instant::now();
        let Some(advice) = self.advice(&turn, thinking, stand_in).await else { return };
        tokio::time::sleep_until(began + turn.delay(&advice).max(turn.pace)).await;
        let because = turn.because(&advice);
        let BotTurn { seat, state, bot, .. } = turn;
        let act = move |table: &mut Table| table.act(seat, state, &advice.action, Some(because));
        if let Err(refusal) = self.change(&handle, act, |_| ()).await
            && !["stale", "moved"].contains(&refusal.code.as_ref())
        {
            tracing::error!(bot, "a bot's action was refused: {}", refusal.why);
        }
    }

    async fn advice(&self, turn: &BotTurn, thinking: Thinking, stand_in: Thinking) -> Option<Advice> {
        let why = match self.thinkers.think(turn.asker.clone(), thinking).await {
            Ok(Thought::Answer(advice)) => return advice,
            Ok(Thought::Failed(why)) => why.to_owned(),
            Err(refusal) => refusal.why,
        };
        tracing::warn!(bot = turn.bot, "a bot did not answer, `{STAND_IN}` plays for it: {why}");
        match self.thinkers.think(turn.asker.clone(), stand_in).await {
            Ok(Thought::Answer(advice)) => advice,
            Ok(Thought::Failed(_)) | Err(_) => None,
        }
    }
}

/// A bot's turn.
struct BotTurn {
    seat: Seat,
    state: u64,
    bot: String,
    asker: Asker,
    /// Are several seats to act?
    several: bool,
    /// How many sit at the table.
    seats: usize,
    pace: Duration,
}

impl BotTurn {
    /// In a race the bot's own time counts, also while the others are locked and it alone is to act; otherwise only people's
    /// patience does. Only racers take time.
    fn delay(&self, advice: &Advice) -> Duration {
        if self.seats > 1 { Duration::from_millis(advice.delay_ms.into()) } else { Duration::ZERO }
    }

    /// Which of the bot's reasons are sent at once. In a race they would give away what nobody has claimed yet.
    fn because(&self, advice: &Advice) -> String {
        if self.several || !self.delay(advice).is_zero() {
            format!("seen after {:.1} s", f64::from(advice.delay_ms) / 1000.0)
        } else {
            advice.because()
        }
    }
}

/// Each decision has a stream of its own.
pub(super) fn bot_seed(table: &Table, seat: Seat) -> u64 {
    let number = table.state << 8 | u64::from(seat.0);
    Rng::new(table.body.bot_seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(seats: usize, several: bool) -> BotTurn {
        let asker = Asker { lane: Lane::Live, visitor: None, table: "t".to_owned() };
        BotTurn {
            seat: Seat(1),
            state: 0,
            bot: "racer".to_owned(),
            asker,
            several,
            seats,
            pace: Duration::ZERO,
        }
    }

    fn advice(delay_ms: u32) -> Advice {
        let compared = vec![("claim 2 6 8".to_owned(), 13061.0), ("claim 5 7 9".to_owned(), 20008.0)];
        let (action, why) = ("claim 2 6 8".to_owned(), "the first of 2 that it sees".to_owned());
        Advice { action, delay_ms, why, measure: "milliseconds until it is seen", compared }
    }

    #[test]
    fn a_racer_takes_its_time_though_everybody_else_is_locked() {
        assert_eq!(turn(2, false).delay(&advice(13_061)), Duration::from_millis(13_061));
        assert_eq!(turn(1, false).delay(&advice(13_061)), Duration::ZERO);
    }

    #[test]
    fn a_race_is_not_told_what_is_still_to_be_claimed() {
        for several in [true, false] {
            assert_eq!(turn(2, several).because(&advice(13_061)), "seen after 13.1 s");
        }
        assert_eq!(turn(2, true).because(&advice(0)), "seen after 0.0 s");
        assert!(turn(2, false).because(&advice(0)).contains("claim 5 7 9"), "a turn of one seat");
    }
}
