//! What may still be asked of each purse, and how likely that is more than it holds.

use super::chain::Chain;
use super::change;
use super::ledger::{PLAYERS, Page, Purses, is_rich};
use super::plan::Plan;
use crate::budget::Meter;

/// The purse of a player who is rich: more than anybody has or can lose.
pub(super) const RICH: u32 = 1 << 24;

/// A roller's turn, and what it does where every payment is covered.
pub(super) struct Turn<'a> {
    pub(super) page: &'a Page,
    pub(super) chain: Chain,
    losses: [Loss; PLAYERS],
}

/// What a player can lose by a roller's turns.
#[derive(Clone, Copy, Default)]
struct Loss {
    /// By the last of them.
    once: u32,
    /// By each one that another follows.
    again: u32,
    /// The chance that one more such turn comes: if the roller follows his plan, and whatever he does.
    planned: f64,
    possible: f64,
}

impl<'a> Turn<'a> {
    pub(super) fn new(page: &'a Page, player: usize, meter: &Meter) -> Turn<'a> {
        let purses = [RICH; PLAYERS];
        let (gains, after) = page.gains(&purses);
        let plan = Plan::best(&gains, page.powers);
        let mut losses = [Loss::default(); PLAYERS];
        for (other, loss) in losses.iter_mut().enumerate().take(page.players()) {
            *loss = Loss::new(page, &plan, &change(&after, &purses, other), other);
        }
        Turn { page, chain: Chain::new(&plan, &change(&after, &purses, player), meter), losses }
    }
}

impl Loss {
    /// From what each total changes in the purse where every payment is covered.
    fn new(page: &Page, plan: &Plan, change: &[i32; 15], player: usize) -> Loss {
        let mut loss = Loss::default();
        let coins: [u32; 15] = std::array::from_fn(|total| page.loss(player, total));
        for total in page.powers.totals() {
            loss.once = loss.once.max(coins[total]);
            // Two more don't change whether a total is even.
            if page.powers.again && total.is_multiple_of(2) {
                loss.again = loss.again.max(coins[total]);
            }
        }
        if loss.again > 0 {
            loss.planned = loss.planned(plan, change, &coins);
            let doubles = (2..=14).step_by(2).filter(|&total| coins[total] > 0).count();
            let most = page.powers.most_doubles(doubles.min(6) as u32);
            loss.possible = most / (1.0 - (page.powers.most_doubles(6) - most));
        }
        loss
    }

    /// The chance that one more loss comes than was made good by gains: x with `worse / x + same + better * x <= 1`.
    fn planned(&self, plan: &Plan, change: &[i32; 15], coins: &[u32; 15]) -> f64 {
        let (mut worse, mut same, mut better) = (0.0, 0.0, 0.0);
        for total in (2..=14).step_by(2) {
            let side = match (coins[total], change[total] >= self.again as i32) {
                (1.., _) => &mut worse,
                (0, false) => &mut same,
                (0, true) => &mut better,
            };
            *side += plan.again[total];
        }
        let first = worse / (1.0 - same - better);
        worse / (1.0 - same - better * first)
    }
}

/// What these turns may still ask of each purse.
pub(super) struct Cover {
    needs: [Need; PLAYERS],
    /// Is it known who pays, or does it make no difference to the player?
    is_known: bool,
    /// Does nobody's purse count against another's?
    is_plain: bool,
}

#[derive(Clone, Copy, Default)]
struct Need {
    once: u32,
    again: u32,
    /// In how many turns there may be more.
    chains: u32,
    planned: f64,
    possible: f64,
    /// The purse from which on a player is rich.
    rich: u32,
}

impl Cover {
    pub(super) fn new(turns: &[Turn<'_>], player: usize) -> Cover {
        let compares = |turn: &&Turn<'_>| turn.page.compares() && turn.page.players() > 2;
        let mut needs = [Need::default(); PLAYERS];
        for turn in turns {
            needs.iter_mut().zip(&turn.losses).for_each(|(need, loss)| need.add(loss));
        }
        if let Some(turn) = turns.first().filter(|turn| turn.page.has_city_hall()) {
            needs[..turn.page.players()].iter_mut().for_each(|need| need.once = need.once.saturating_add(1));
        }
        Cover {
            needs,
            is_known: turns.iter().filter(compares).all(|turn| turn.page.roller() == player),
            is_plain: !turns.iter().any(|turn| compares(&turn)),
        }
    }

    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// From where a player is rich: who falls short with no more than this chance.
    pub(super) fn with_rich(mut self, sure: f64) -> Cover {
        self.needs.iter_mut().for_each(|need| need.rich = need.rich(sure));
        self
    }

    /// How likely a payment falls short, at most.
    pub(super) fn risk(&self, purses: &Purses) -> f64 {
        if !self.is_known {
            return 1.0;
        }
        let mut sum = 0.0;
        for (need, &purse) in self.needs.iter().zip(purses) {
            sum += need.risk(purse, need.planned);
        }
        sum
    }

    /// Marks who is rich. Is everybody?
    pub(super) fn mark(&self, purses: &mut Purses) -> bool {
        let mut are_rich = true;
        for (need, purse) in self.needs.iter().zip(purses) {
            let is_rich = is_rich(*purse) || self.is_plain && *purse >= need.rich;
            *purse = if is_rich { RICH } else { *purse };
            are_rich &= is_rich;
        }
        are_rich
    }

    /// Marks who is rich if no more than this is lost by it, in a position of this chance; gives what is lost.
    pub(super) fn mark_unseen(&self, purses: &mut Purses, allowed: f64, chance: f64) -> f64 {
        let mut lost = 0.0;
        for (need, purse) in self.needs.iter().zip(purses).filter(|_| self.is_plain) {
            let risk = chance * need.risk(*purse, need.possible);
            if risk <= allowed {
                (*purse, lost) = (RICH, lost + risk);
            }
        }
        lost
    }
}

impl Need {
    /// The least purse that falls short with no more than this chance.
    fn rich(&self, sure: f64) -> u32 {
        let mut purse = self.once;
        while self.risk(purse, self.possible) > sure {
            purse = purse.saturating_add(self.again);
            if purse == u32::MAX {
                break;
            }
        }
        purse
    }

    fn add(&mut self, loss: &Loss) {
        self.once = self.once.saturating_add(loss.once);
        self.again = self.again.max(loss.again);
        self.chains += u32::from(loss.again > 0);
        self.planned = self.planned.max(loss.planned);
        self.possible = self.possible.max(loss.possible);
    }

    /// How likely more is asked than is in the purse, where another loss has this chance. Of so many chains each goes on with
    /// that chance, so this is how likely, of that many trials and the number of losses, so many succeed.
    fn risk(&self, purse: u32, chance: f64) -> f64 {
        if purse == RICH {
            return 0.0;
        }
        let Some(slack) = purse.checked_sub(self.once) else { return 1.0 };
        if self.again == 0 {
            return 0.0;
        }
        let losses = slack / self.again + 1;
        let ways: f64 = (1..self.chains).map(|more| f64::from(losses + more) / f64::from(more)).product();
        ways * chance.powi(losses as i32)
    }
}
