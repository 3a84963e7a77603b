//! Purses followed together for as long as a payment may fall short, or depends on who has most.
//!
//! Positions are expanded roll by roll until what each player can still lose is in his purse. From there on no payment depends
//! on what was paid before, so the rest of the round is a convolution that is the same for all such positions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::ledger::{PLAYERS, Page, Purses};
use super::plan::{Plan, Powers};
use super::{CUT, chain, change};
use crate::Pmf;
use crate::pmf::Sum;

/// Purses packed into one number, so that equal ones meet quickly.
type Joint = HashMap<u128, f64, BuildHasherDefault<Mix>>;

/// Bits of a purse in the packed form: enough for any purse that a ledger takes.
const BITS: u32 = 25;

/// How likely a payment may fall short unnoticed, in a whole round: then turns count as independent though a chain of
/// doubles without end could empty any purse.
const UNNOTICED: f64 = 1e-9;

/// More than anybody can lose.
const RICH: u32 = 1_000_000;

/// The change of a player's purse by turns of these rollers, one after the other.
pub(crate) fn round(pages: &[Page], purses: &Purses, player: usize) -> Pmf {
    let turns: Vec<Turn> = pages.iter().map(|page| Turn::new(page, player)).collect();
    let start = purses[player];
    if short(&turns, purses, player) <= UNNOTICED / 2.0 {
        return rest(&turns);
    }
    let mut sum = Sum::default();
    let mut joint = Joint::default();
    joint.insert(pack(purses), 1.0);
    let mut budget = UNNOTICED;
    for place in 0..turns.len() {
        let (left, later) = (&turns[place..], &turns[place + 1..]);
        let mut settled = Sum::default();
        let mut play = Play { turns: left, player, settled: &mut settled, budget: &mut budget };
        joint = play.run(joint, &Scope::new(left, player), &Scope::new(later, player), start);
        if let Some(settled) = settled.pmf() {
            sum.add_all(&settled.convolve(&rest(left)));
        }
    }
    for (key, chance) in joint {
        sum.add(gain(start, &unpack(key), player), chance);
    }
    sum.pmf().expect("chances go somewhere")
}

fn gain(start: u32, purses: &Purses, player: usize) -> i32 {
    purses[player] as i32 - start as i32
}

/// What these turns bring where every payment is covered.
fn rest(turns: &[Turn]) -> Pmf {
    let pmfs = turns.iter().map(|turn| chain(&turn.plan, &turn.change));
    pmfs.reduce(|sum, turn| sum.convolve(&turn)).unwrap_or(Pmf::certain(0))
}

/// A roller's turn, and what it does where every payment is covered.
struct Turn {
    page: Page,
    plan: Plan,
    change: [i32; 15],
    losses: [Loss; PLAYERS],
}

/// What a player can lose: once by any roll, and again by each roll of doubles that costs him.
#[derive(Clone, Copy)]
struct Loss {
    once: u32,
    again: u32,
    /// 1 by the logarithm of the chance that one more such roll follows; 0 where none does.
    rarity: f64,
}

impl Turn {
    fn new(page: &Page, player: usize) -> Turn {
        let purses = [RICH; PLAYERS];
        let (gains, after) = page.gains(&purses);
        let plan = Plan::best(&gains, page.powers);
        let losses = std::array::from_fn(|other| Loss::new(page, &plan, other));
        Turn { page: *page, plan, change: change(&after, &purses, player), losses }
    }
}

impl Loss {
    fn new(page: &Page, plan: &Plan, player: usize) -> Loss {
        let costs = |total: &usize| page.loss(player, *total) > 0;
        let costly: f64 = page.powers.totals().filter(costs).map(|total| plan.again[total]).sum();
        // One more costly roll, after any number of those that cost nothing.
        let chance = costly / (1.0 - (plan.chance_again() - costly));
        let rarity = if costly > 0.0 { chance.ln().recip() } else { 0.0 };
        Loss { once: page.worst(player, false), again: page.worst(player, true), rarity }
    }

    /// How likely more is lost than this, beyond the first loss.
    fn exceeds(&self, slack: u32) -> f64 {
        if self.rarity == 0.0 || self.again == 0 {
            return 0.0;
        }
        (f64::from(slack / self.again + 1) / self.rarity).exp()
    }
}

/// How likely a payment falls short in these turns, at most. Where none does, nothing depends on what was paid before. Whom a
/// card takes from must be known too.
fn short(turns: &[Turn], purses: &Purses, player: usize) -> f64 {
    let is_known = |page: &Page| !page.compares() || page.players() == 2 || page.roller() == player;
    if !turns.iter().all(|turn| is_known(&turn.page)) {
        return 1.0;
    }
    let spare = u32::from(turns[0].page.has_city_hall());
    let of = |other: usize| {
        let losses = || turns.iter().map(|turn| &turn.losses[other]);
        let once = losses().fold(spare, |sum, loss| sum.saturating_add(loss.once));
        let Some(slack) = purses[other].checked_sub(once) else { return 1.0 };
        let chains = losses().filter(|loss| loss.rarity != 0.0).count().max(1);
        losses().map(|loss| loss.exceeds(slack / chains as u32)).sum()
    };
    (0..turns[0].page.players()).map(of).sum::<f64>().min(1.0)
}

/// One roller's turn and those that follow on doubles, from all purses at once.
struct Play<'a> {
    /// This turn, and those after it.
    turns: &'a [Turn],
    player: usize,
    /// The player's gains where the rest is a convolution.
    settled: &'a mut Sum,
    /// How likely a payment may still fall short unnoticed.
    budget: &'a mut f64,
}

impl Play<'_> {
    fn run(&mut self, joint: Joint, during: &Scope, later: &Scope, start: u32) -> Joint {
        let page = &self.turns[0].page;
        let mut ended = Joint::default();
        let mut level = joint;
        let mut memory = Memory::default();
        while !level.is_empty() {
            let mut more = Joint::default();
            for (key, chance) in self.unsettled(level, start) {
                let purses = unpack(key);
                let (gains, after) = page.gains(&purses);
                let plan = memory.best(gains, page.powers);
                for total in page.powers.totals().filter(|&total| plan.weight(total) > 0.0) {
                    if plan.plain[total] > 0.0 {
                        *ended.entry(later.key(&after[total])).or_default() += chance * plan.plain[total];
                    }
                    if plan.again[total] > 0.0 {
                        *more.entry(during.key(&after[total])).or_default() += chance * plan.again[total];
                    }
                }
            }
            level = more;
        }
        ended
    }

    /// Settles what can be settled: everything, if half of the budget allows it; otherwise, by a small part of it, where a
    /// payment is least likely to fall short. Gives the rest.
    fn unsettled(&mut self, level: Joint, start: u32) -> impl Iterator<Item = (u128, f64)> {
        let risk =
            |(key, chance): (u128, f64)| (chance * short(self.turns, &unpack(key), self.player), key, chance);
        let mut states: Vec<(f64, u128, f64)> = level.into_iter().map(risk).collect();
        states.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let all: f64 = states.iter().map(|(risk, ..)| risk).sum();
        let allowed = if all <= *self.budget / 2.0 { all } else { *self.budget / 8.0 };
        let mut sums = states.iter().scan(0.0, |sum, (risk, ..)| {
            *sum += risk;
            Some(*sum)
        });
        let count =
            if all <= allowed { states.len() } else { sums.position(|sum| sum > allowed).unwrap_or(0) };
        *self.budget -= states[..count].iter().map(|(risk, ..)| risk).sum::<f64>();
        for &(_, key, chance) in &states[..count] {
            self.settled.add(gain(start, &unpack(key), self.player), chance);
        }
        states.into_iter().skip(count).map(|(_, key, chance)| (key, chance))
    }
}

/// The last plan: most purses give the same gains.
#[derive(Default)]
struct Memory(Option<([u64; 15], Plan)>);

impl Memory {
    fn best(&mut self, gains: [f64; 15], powers: Powers) -> Plan {
        let bits = gains.map(f64::to_bits);
        match self.0 {
            Some((known, plan)) if known == bits => plan,
            _ => self.0.insert((bits, Plan::best(&gains, powers))).1,
        }
    }
}

/// Which purses can still matter, and up to how much: a purse that covers all that it may still have to pay is as good as any
/// other that does.
struct Scope {
    most: Purses,
}

impl Scope {
    /// For turns that are still to come.
    fn new(turns: &[Turn], player: usize) -> Scope {
        let compares = turns.iter().any(|turn| turn.page.compares());
        let most = std::array::from_fn(|other| {
            let rolls = turns.iter().any(|turn| turn.page.roller() == other);
            let pays = rolls || turns.iter().any(|turn| turn.page.worst(other, false) > 0);
            match (other == player || compares && !turns.is_empty(), pays) {
                (true, _) => u32::MAX,
                (false, false) => 0,
                (false, true) => {
                    turns.iter().fold(1u32, |sum, turn| sum.saturating_add(at_most(turn, other)))
                }
            }
        });
        Scope { most }
    }

    fn key(&self, purses: &Purses) -> u128 {
        pack(&std::array::from_fn(|player| purses[player].min(self.most[player])))
    }
}

/// What a player can lose by a roller's turns, however long their chain.
fn at_most(turn: &Turn, player: usize) -> u32 {
    // Of 36 rolls at most 11 are doubles, whatever is rolled again.
    let longest = (CUT.ln() / (11.0f64 / 36.0).ln()).ceil() as u32;
    let more = if turn.page.powers.again { longest } else { 0 };
    turn.losses[player].once.saturating_add(turn.losses[player].again.saturating_mul(more))
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
        for &byte in bytes {
            self.write_u128(byte.into());
        }
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
