//! R8 and R10 to R12: asking for cards, wrong claims, locks and calls.

use tercet_set::{DealRule, Variant};

use super::game::{Doing, Twin, Why};
use super::solver::choices;

impl Twin {
    /// R10: any cards on the table, but for a puzzle's Sets that are found.
    pub(crate) fn any_claims(&self) -> Vec<Vec<usize>> {
        let size = if self.config.variant == Variant::Ultra { 4 } else { 3 };
        choices(&self.table(), size, |cells| !self.found.iter().any(|found| found == cells))
    }

    /// The runner says that the caller's time is up.
    pub(crate) fn expire(&mut self) {
        let caller = self.caller.take().expect("somebody has called");
        self.punish(caller);
    }

    /// A wrong claim.
    pub(crate) fn punish(&mut self, seat: usize) {
        self.lost[seat] += i32::from(self.config.penalty);
        self.is_locked[seat] = true;
        let all_locked = !self.is_locked.contains(&false);
        if all_locked && self.could_deal() {
            self.add_three();
        } else if all_locked {
            self.is_locked.fill(false);
        } else {
            self.deal_if_all_ask();
        }
    }

    pub(crate) fn ask(&mut self, seat: usize) {
        self.is_asking[seat] = true;
        self.deal_if_all_ask();
    }

    fn deal_if_all_ask(&mut self) {
        let unlocked_ask = (0..self.sets.len()).all(|seat| self.is_locked[seat] || self.is_asking[seat]);
        if !unlocked_ask {
            return;
        }
        if self.config.deal_rule == DealRule::Penalty && !self.claims().is_empty() {
            for seat in 0..self.sets.len() {
                self.lost[seat] += i32::from(self.is_asking[seat]);
            }
        }
        self.add_three();
    }

    /// R8: three cards, or as many as there are and fit.
    fn add_three(&mut self) {
        let room = self.most() - self.on_board();
        self.board_changes();
        self.deal(Why::More, 3.min(room).min(self.deck.len()));
    }

    /// Another board: locks open, nobody asks, and a waived guarantee is forgotten.
    pub(crate) fn board_changes(&mut self) {
        self.is_locked.fill(false);
        self.is_asking.fill(false);
        self.is_waived = false;
        self.doing = Doing::Play;
    }
}
