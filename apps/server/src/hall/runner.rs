//! Bots and clocks: who acts at a table without being asked.

use std::sync::Arc;
use std::time::Duration;

use tercet_catalog::Advice;
use tercet_game::{Rng, Seat};
use tokio::time::Instant;

use super::{Hall, Handle};
use crate::desk::{Asker, Lane};
use crate::table::Table;
use crate::thinkers::{Thinking, Thought};
use crate::wire::SeatKind;

/// Plays for a bot that fails; every game has it.
const STAND_IN: &str = "random";

impl Hall {
    /// Starts whatever goes on by itself in the table's state: its clock, and its bots. What was started for an earlier
    /// state ends.
    pub(crate) fn wake(self: &Arc<Hall>, handle: &Arc<Handle>, table: &mut Table) {
        table.hush();
        if table.is_over() || table.is_broken {
            return;
        }
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

    fn start_clock(self: &Arc<Hall>, handle: &Arc<Handle>, table: &mut Table, window: Duration) {
        let deadline = Instant::now() + window;
        let (hall, own, state) = (Arc::clone(self), Arc::clone(handle), table.state);
        let clock = tokio::spawn(async move {
            tokio::time::sleep_until(deadline).await;
            // Somebody may have acted in time.
            let _ = hall.change(&own, move |table| table.expire(state), |_| ()).await;
        });
        table.deadline = Some(deadline);
        table.tasks.push(clock.abort_handle());
    }

    fn start_bot(self: &Arc<Hall>, handle: &Arc<Handle>, table: &mut Table, seat: Seat) {
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
            is_race: table.turn().single().is_none(),
            pace: Duration::from_millis(table.body.pace_ms.into()),
        };
        let (hall, own) = (Arc::clone(self), Arc::clone(handle));
        let task = tokio::spawn(async move { hall.let_bot_act(own, turn, thinking, stand_in).await });
        table.tasks.push(task.abort_handle());
    }

    async fn let_bot_act(
        self: Arc<Hall>,
        handle: Arc<Handle>,
        turn: BotTurn,
        thinking: Thinking,
        stand_in: Thinking,
    ) {
        let began = Instant::now();
        let Some(advice) = self.advice(&turn, thinking, stand_in).await else { return };
        // In a race the bot's time counts; otherwise only people's patience does.
        let delay = if turn.is_race { Duration::from_millis(advice.delay_ms.into()) } else { Duration::ZERO };
        tokio::time::sleep_until(began + delay.max(turn.pace)).await;
        let BotTurn { seat, state, bot, .. } = turn;
        let act = move |table: &mut Table| table.act(seat, state, &advice.action, Some(advice.because()));
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
    is_race: bool,
    pace: Duration,
}

/// Each decision has a stream of its own.
pub(super) fn bot_seed(table: &Table, seat: Seat) -> u64 {
    let number = table.state << 8 | u64::from(seat.0);
    Rng::new(table.body.bot_seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}
