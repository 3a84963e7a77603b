//! The race on a prompt: bots act first whose virtual time is below the time that the person really took.

use std::io;
use std::time::{Duration, Instant};

use tercet_game::{Answer, Game, Seat};
use tercet_set::{Action, Card, Claim, Event};

use crate::games::set::session::{Session, is_new_board};
use crate::games::set::typed;

impl Session<'_> {
    /// Lets those act who were quicker than the person. What is left of the person's action then, if anything.
    pub(super) fn after_quicker_bots(&mut self, action: Action) -> io::Result<Option<Action>> {
        if self.has_run_out() {
            let expired = self.table.expire().map_err(|error| io::Error::other(error.to_string()))?;
            self.happened(&expired)?;
            self.let_bots_act()?;
            return Ok(None);
        }
        let cards = self.named(action);
        let is_new = self.quicker_bots_act()?;
        if self.table.is_over() {
            return Ok(None);
        }
        let left = if is_new { self.on_new_board(action, &cards) } else { Some(action) };
        if left.is_none() {
            self.screen.line("too late: the board is another one now")?;
        }
        Ok(left)
    }

    /// Lets those bots act that have found something by now. `true` if the board is another one then.
    pub(super) fn quicker_bots_act(&mut self) -> io::Result<bool> {
        let mut is_new = false;
        while let Some((seat, answer)) = self.table.quickest_bot()
            && self.since.elapsed() > delay(answer)
        {
            self.since += delay(answer);
            is_new |= self.bot_acts(seat, answer)?;
        }
        Ok(self.let_bots_act()? || is_new)
    }

    /// A claim follows its cards; whatever else was meant for the old board is void.
    fn on_new_board(&self, action: Action, cards: &[Card]) -> Option<Action> {
        let Action::Claim(claim) = action else { return None };
        let cells: Option<Vec<_>> = cards.iter().map(|&card| typed::find(card, self.table.state())).collect();
        let cells = cells.filter(|cells| cells.len() == claim.cells().len())?;
        Claim::new(&cells).ok().map(Action::Claim)
    }

    /// The person has called, and has not claimed in time.
    fn has_run_out(&self) -> bool {
        let window = self.table.game().window(self.table.state());
        let is_mine = self.table.state().caller() == Some(self.table.me());
        is_mine && window.is_some_and(|window| self.since.elapsed() > Duration::from_millis(window.into()))
    }

    /// An empty line: in a race, the next bot acts.
    pub(super) fn wait(&mut self) -> io::Result<()> {
        match self.table.quickest_bot() {
            Some((seat, answer)) => {
                self.bot_acts(seat, answer)?;
                self.since = Instant::now();
                self.let_bots_act()?;
            }
            None if self.table.is_race() => self.screen.line("nobody else acts now")?,
            None => {}
        }
        Ok(())
    }

    /// Lets bots act for as long as the person can't, or has nothing left to do but wait for cards. `true` if the
    /// board is another one then.
    pub(super) fn let_bots_act(&mut self) -> io::Result<bool> {
        let mut is_new = false;
        while !self.table.is_over() && self.is_waiting() {
            let Some((seat, answer)) = self.table.quickest_bot() else { break };
            is_new |= self.bot_acts(seat, answer)?;
            self.since = Instant::now();
        }
        Ok(is_new)
    }

    fn is_waiting(&self) -> bool {
        let (me, state) = (self.table.me(), self.table.state());
        let has_asked = state.asking().contains(me) && self.table.game().first_claim(state).is_none();
        has_asked || !self.table.acting().contains(me)
    }

    /// The bot's action, or the end of its time if it has called and takes too long. `true` if the board is
    /// another one then.
    fn bot_acts(&mut self, seat: Seat, answer: Answer<Action>) -> io::Result<bool> {
        let window = self.table.game().window(self.table.state());
        let is_late = window.is_some_and(|window| answer.delay_ms > window);
        let events = if is_late { self.table.expire() } else { self.table.play(seat, answer.action) };
        let events: Vec<Event> = events.map_err(|error| io::Error::other(error.to_string()))?;
        self.happened(&events)?;
        Ok(events.iter().any(is_new_board))
    }
}

fn delay(answer: Answer<Action>) -> Duration {
    Duration::from_millis(answer.delay_ms.into())
}
