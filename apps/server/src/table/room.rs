//! Before the game: a table that waits until every seat is taken and everybody is ready. And what is said at a table.

use std::time::Duration;

use tercet_entry::visible;
use tercet_game::Seat;
use tokio::time::Instant;

use super::{Table, message_text};
use crate::refusal::Refusal;
use crate::wire::{SeatKind, ServerMessage};

/// From the last «ready» to the first board.
pub(crate) const COUNTDOWN: Duration = Duration::from_secs(3);
/// The most characters of what is said.
const LONGEST: usize = 200;
/// How long a seat waits between two messages, or two changes of readiness: each goes to everybody.
const PAUSE: Duration = Duration::from_millis(700);

/// What a seat of a race asks cards with.
pub(crate) const DEAL: &str = "deal";
/// Why a seat asks for cards that did not say so itself.
pub(crate) const FORCED: &str = "the others have asked, and time is up";

impl Table {
    /// A seat of a race that has not asked for cards, where another has; `None` where nobody has, or asking may cost.
    pub(crate) fn undecided(&self) -> Option<Seat> {
        let is_free = !self.body.options.iter().any(|(key, value)| key == "deal_rule" && value == "penalty");
        let turn = self.turn();
        if turn.single().is_some() {
            return None;
        }
        let (waiting, asked): (Vec<Seat>, Vec<Seat>) =
            turn.iter().partition(|&seat| self.game.choices(seat).iter().any(|choice| choice.text == DEAL));
        let has_asked = !asked.is_empty() && self.log.back().is_some();
        waiting.first().copied().filter(|_| has_asked && is_free)
    }

    /// Was the last thing that was done a seat's asking because time was up?
    pub(crate) fn was_forced(&self) -> bool {
        self.log.back().is_some_and(|line| line.why.as_deref() == Some(FORCED))
    }

    /// Refuses to show anything of a game that has not begun.
    pub(crate) fn check_begun(&self) -> Result<(), Refusal> {
        if self.body.waits {
            let why = "the game has not begun: it waits until every seat is taken and everybody is ready";
            return Err(Refusal::new("waiting", why));
        }
        Ok(())
    }

    /// Is it for whoever wants to play, and waits for players?
    pub(crate) fn is_in_lobby(&self) -> bool {
        self.body.public && self.body.waits
    }

    /// Is every seat taken, and everybody ready?
    pub(crate) fn is_ready(&self) -> bool {
        let is_ready = |(index, seat): (usize, &super::SeatDetails)| match seat.kind() {
            SeatKind::Bot => true,
            SeatKind::Person => self.ready.contains(Seat(index as u8)),
            SeatKind::Open => false,
        };
        self.body.seats.iter().enumerate().all(is_ready)
    }

    /// A seat is ready to begin, or not yet; was it otherwise before?
    pub(crate) fn set_ready(&mut self, seat: Seat, is_ready: bool) -> Result<bool, Refusal> {
        if !self.body.waits {
            return Err(Refusal::new("waiting", "the game has begun already"));
        }
        if self.ready.contains(seat) == is_ready {
            return Ok(false);
        }
        let changed = &mut self.readied[seat.index()];
        if is_ready && changed.is_some_and(|at| at.elapsed() < PAUSE) {
            return Err(Refusal::new(
                "limit",
                "one after another: wait a moment before you change your mind",
            ));
        }
        *changed = Some(Instant::now());
        self.ready = if is_ready {
            let mut ready = self.ready;
            ready.insert(seat);
            ready
        } else {
            self.ready.without(tercet_game::Seats::one(seat))
        };
        Ok(true)
    }

    /// Tells everybody what a seat says. Nothing of it is kept.
    pub(crate) fn say(&mut self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let words = visible(words);
        let length = words.chars().count();
        if length == 0 || length > LONGEST {
            let why = format!("what is said has 1 to {LONGEST} characters, not {length}");
            return Err(Refusal::new("chat", why));
        }
        let spoken = &mut self.spoken[seat.index()];
        if spoken.is_some_and(|at| at.elapsed() < PAUSE) {
            return Err(Refusal::new("limit", "one after another: wait a moment before you say more"));
        }
        *spoken = Some(Instant::now());
        let said = message_text(&ServerMessage::Said { table: self.name.clone(), seat: seat.0, words });
        self.audience.send(|_| said.clone());
        Ok(())
    }
}
