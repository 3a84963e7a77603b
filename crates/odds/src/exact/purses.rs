//! Purses followed together, where a payment may fall short or depends on who has most.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::ledger::{PLAYERS, Page, Purses};
use super::plan::Plan;
use super::{CUT, most_again};
use crate::Pmf;

/// Purses packed into one number, so that equal ones meet quickly.
type Joint = HashMap<u128, f64, BuildHasherDefault<Mix>>;

/// Bits of a purse in the packed form: enough for any purse that a ledger takes.
const BITS: u32 = 25;

/// The change of a player's purse by turns of these rollers, one after the other.
pub(crate) fn round(pages: &[Page], purses: &Purses, player: usize) -> Pmf {
    let mut joint = Joint::default();
    joint.insert(pack(purses), 1.0);
    for turn in 0..pages.len() {
        let (during, later) = (Scope::new(&pages[turn..], player), Scope::new(&pages[turn + 1..], player));
        joint = play(&pages[turn], joint, &during, &later);
    }
    let start = purses[player] as i32;
    let mut ends: Vec<(i32, f64)> =
        joint.into_iter().map(|(key, chance)| (unpack(key)[player] as i32 - start, chance)).collect();
    ends.sort_by_key(|(change, _)| *change);
    let (low, high) = (ends[0].0, ends[ends.len() - 1].0);
    let mut chances = vec![0.0; (high - low + 1) as usize];
    ends.iter().for_each(|(change, chance)| chances[(change - low) as usize] += chance);
    Pmf::new(low, chances)
}

/// One roller's turn and those that follow on doubles, from all purses at once.
fn play(page: &Page, joint: Joint, during: &Scope, later: &Scope) -> Joint {
    let mut ended = Joint::default();
    let mut level = joint;
    let mut last: Option<([f64; 15], Plan)> = None;
    loop {
        let mut more = Joint::default();
        for (key, chance) in level {
            let (gains, after) = page.gains(&unpack(key));
            let plan = match last {
                Some((known, plan)) if known == gains => plan,
                _ => Plan::best(&gains, page.powers),
            };
            last = Some((gains, plan));
            for total in page.powers.totals().filter(|&total| plan.weight(total) > 0.0) {
                if plan.plain[total] > 0.0 {
                    *ended.entry(later.key(&after[total])).or_default() += chance * plan.plain[total];
                }
                if plan.again[total] > 0.0 {
                    *more.entry(during.key(&after[total])).or_default() += chance * plan.again[total];
                }
            }
        }
        let left: f64 = more.values().sum();
        if left < CUT {
            more.into_iter().for_each(|(key, chance)| {
                *ended.entry(later.key(&unpack(key))).or_default() += chance;
            });
            return ended;
        }
        level = more;
    }
}

/// Which purses can still matter, and up to how much: a purse that covers all that it may still have to pay is as good as any
/// other that does.
struct Scope {
    most: Purses,
}

impl Scope {
    /// For turns of these rollers that are still to come.
    fn new(pages: &[Page], player: usize) -> Scope {
        let compares = pages.iter().any(Page::compares);
        let mut most = [0; PLAYERS];
        for (other, most) in most.iter_mut().enumerate() {
            let rolls = pages.iter().any(|page| page.roller() == other);
            let pays = rolls || pages.iter().any(|page| page.takes_from(other));
            *most = match (other == player || compares, pays) {
                (true, _) => u32::MAX,
                (false, false) => 0,
                (false, true) => pages.iter().fold(1, |sum, page| sum.saturating_add(at_most(page, other))),
            };
        }
        Scope { most }
    }

    fn key(&self, purses: &Purses) -> u128 {
        pack(&std::array::from_fn(|player| purses[player].min(self.most[player])))
    }
}

/// What a player can lose by a roller's turns, however long their chain.
fn at_most(page: &Page, player: usize) -> u32 {
    // Of three rolls less than one is doubles, whatever is rolled again.
    let more = if page.powers.again { most_again(11.0 / 36.0) } else { 0 };
    page.worst_loss(player, more)
}

fn pack(purses: &Purses) -> u128 {
    purses.iter().fold(0, |key, &purse| key << BITS | u128::from(purse))
}

fn unpack(mut key: u128) -> Purses {
    let mut purses = [0; PLAYERS];
    for purse in purses.iter_mut().rev() {
        *purse = (key & ((1 << BITS) - 1)) as u32;
        key >>= BITS;
    }
    purses
}

/// A quick hash of one number, the same on every machine.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, key: u128) {
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mixed = (self.0 ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purses_are_packed_and_unpacked() {
        let purses = [0, 1, 100_000, 33_554_431, 7];
        assert_eq!(unpack(pack(&purses)), purses);
    }
}
