//! Purses followed together for as long as a payment may fall short, or depends on who has most.
//!
//! Positions are expanded roll by roll until what each player can still lose is in his purse. From there on no payment depends
//! on what was paid before, so the rest of the round is a convolution that is the same for all such positions. A player whose
//! own purse covers what may still be asked of it is rich: how much he has no longer tells positions apart.
//!
//! Chains have no end, so that any purse could be emptied. What is taken to be covered though it may not be comes to less than
//! [`UNSEEN`] in a whole round, or to what [`Odds::within`](crate::Odds::within) asks for ([`COMPARED`] where purses are
//! compared too); what is left of chains that are cut off comes to less than [`CUT`].

use super::CUT;
use super::chain::Factors;
use super::cover::{Cover, Turn};
use super::joint::{Joint, Memory, Rolls, Step};
use super::ledger::{PLAYERS, Page, Purses};
use crate::Pmf;
use crate::pmf::Sum;

/// The chance of all that is taken to be covered because it so rarely is not, if nothing else is asked for.
pub(crate) const UNSEEN: f64 = 1e-9;

/// The same where turns may follow on doubles and another player's card asks who has most: then all purses count to the last
/// coin, and there are too many of them.
const COMPARED: f64 = 1e-6;

/// What may be left of a roller's chain when it is cut off.
const LEFT: f64 = CUT / (2 * PLAYERS) as f64;

/// What may be taken from the ends of a list of sums, to be added to the last that is kept: of thousands of them.
const TRIM: f64 = CUT / 1e4;

/// The change of a player's purse by turns of these rollers, one after the other.
pub(crate) fn round(pages: &[Page], purses: &Purses, player: usize, unseen: f64) -> Pmf {
    let turns: Vec<Turn<'_>> = pages.iter().map(|page| Turn::new(page, player)).collect();
    let cover = Cover::new(&turns, player);
    let is_vast = !cover.is_known() && pages.iter().any(|page| page.powers.again);
    let unseen = if is_vast { unseen.max(COMPARED) } else { unseen };
    let is_covered = cover.risk(purses) <= unseen / 2.0;
    let sums = if is_covered { rest(&turns) } else { Round::new(&turns, player, unseen).play(purses) };
    sums.pmf().expect("chances go somewhere").trimmed()
}

/// What these turns bring where every payment is covered.
fn rest(turns: &[Turn<'_>]) -> Sum {
    let (long, short): (Vec<_>, Vec<_>) = turns.iter().partition(|turn| turn.chain.is_long());
    short.iter().chain(&long).fold(Sum::certain(0), |sums, turn| turn.chain.after(&sums))
}

/// A round in which payments may fall short.
struct Round<'a> {
    turns: &'a [Turn<'a>],
    player: usize,
    /// By turn, and after the last.
    covers: Vec<Cover>,
    /// The player's gains where everything is covered from this turn on.
    settled: Vec<Sum>,
    /// What may still be taken to be covered because it hardly comes up.
    unseen: f64,
}

impl<'a> Round<'a> {
    /// One half of what may be unseen is for players who are rich wherever they are met, the other for rare positions.
    fn new(turns: &'a [Turn<'a>], player: usize, unseen: f64) -> Round<'a> {
        let each = unseen / (2 * PLAYERS) as f64;
        let covers =
            (0..=turns.len()).map(|place| Cover::new(&turns[place..], player).with_rich(each)).collect();
        let settled = (0..=turns.len()).map(|_| Sum::default()).collect();
        Round { turns, player, covers, settled, unseen: unseen / 2.0 }
    }

    fn play(mut self, purses: &Purses) -> Sum {
        let mut joint = Joint::default();
        joint.at(purses).new.add(0, 1.0);
        for place in 0..self.turns.len() {
            let play = Play {
                place,
                joint,
                ended: Joint::default(),
                memory: Memory::default(),
                left: LEFT,
                round: &mut self,
            };
            joint = play.run();
        }
        let mut sums = Sum::default();
        for (turn, settled) in self.turns.iter().zip(&self.settled) {
            sums.add_shifted(settled, 0, 1.0);
            if !sums.is_empty() {
                sums = turn.chain.after(&sums);
            }
        }
        sums.add_shifted(&self.settled[self.turns.len()], 0, 1.0);
        sums
    }

    /// Settles what is covered for sure; takes the rest among the positions.
    fn arrive(&mut self, place: usize, mut purses: Purses, more: &Shifted<'_>, joint: &mut Joint) {
        if more.weight > 0.0 && !more.sums.is_empty() {
            let is_covered = self.covers[place].mark(&mut purses);
            let to = if is_covered { &mut self.settled[place] } else { &mut joint.at(&purses).new };
            to.add_shifted(more.sums, more.change, more.weight);
        }
    }

    fn change(&self, after: &Purses, before: &Purses) -> i32 {
        after[self.player] as i32 - before[self.player] as i32
    }
}

/// Sums that come with a weight and a change.
struct Shifted<'a> {
    sums: &'a Sum,
    change: i32,
    weight: f64,
}

impl Shifted<'_> {
    fn all(sums: &Sum) -> Shifted<'_> {
        Shifted { sums, change: 0, weight: 1.0 }
    }
}

/// One roller's turn and those that follow on doubles, from all purses at once.
struct Play<'r, 'a> {
    round: &'r mut Round<'a>,
    place: usize,
    joint: Joint,
    ended: Joint,
    memory: Memory,
    /// What may still be cut off.
    left: f64,
}

impl Play<'_, '_> {
    /// What comes to each position is handed on by doubles until nearly nothing is left; then all that ever came to it ends by
    /// the other rolls.
    fn run(mut self) -> Joint {
        loop {
            self.settle();
            for number in 0..self.joint.entries.len() {
                self.hand_on(number);
            }
            let pending: f64 = self.joint.entries.iter().map(|entry| entry.new.total()).sum();
            if pending <= self.left / 2.0 {
                break;
            }
        }
        self.end();
        self.ended
    }

    /// Settles what a payment falls short in so rarely that it is not to be seen: all, if half of what may be unseen allows
    /// it, otherwise the rarest that an eighth of it allows.
    fn settle(&mut self) {
        let round = &mut *self.round;
        let cover = &round.covers[self.place];
        let waiting = self.joint.entries.iter_mut().filter(|entry| !entry.new.is_empty());
        let mut waiting: Vec<(f64, &mut Sum)> =
            waiting.map(|entry| (entry.new.total() * cover.risk(&entry.purses), &mut entry.new)).collect();
        waiting.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: f64 = waiting.iter().map(|(lost, _)| lost).sum();
        let mut allowed = if all <= round.unseen / 2.0 { all } else { round.unseen / 8.0 };
        for (lost, new) in waiting {
            if lost > allowed {
                break;
            }
            allowed -= lost;
            round.unseen -= lost;
            round.settled[self.place].add_shifted(&std::mem::take(new), 0, 1.0);
        }
    }

    fn end(&mut self) {
        let (round, next) = (&mut *self.round, self.place + 1);
        for entry in &self.joint.entries {
            round.arrive(next, entry.purses, &Shifted::all(&entry.new), &mut self.ended);
            let Some(rolls) = &entry.rolls else { continue };
            for (after, &weight) in rolls.after.iter().zip(&rolls.plan.plain) {
                let change = round.change(after, &entry.purses);
                round.arrive(next, *after, &Shifted { sums: &entry.all, change, weight }, &mut self.ended);
            }
        }
    }

    /// Plays on from a position with what is new there, unless that is too rare to matter.
    fn hand_on(&mut self, number: usize) {
        let entry = &mut self.joint.entries[number];
        let mut new = std::mem::take(&mut entry.new);
        new.trim(TRIM);
        let (mass, purses) = (new.total(), entry.purses);
        if mass <= self.left / 64.0 {
            self.left -= mass;
            self.round.arrive(self.place + 1, purses, &Shifted::all(&new), &mut self.ended);
        } else if !self.enriches(&purses, mass, &new) {
            self.roll(number, new);
        }
    }

    /// Is somebody rich there but for what is not to be seen? Then this goes to another position.
    fn enriches(&mut self, purses: &Purses, mass: f64, new: &Sum) -> bool {
        let mut richer = *purses;
        let allowed = self.round.unseen / 256.0;
        let lost = self.round.covers[self.place].mark_unseen(&mut richer, allowed, mass);
        if richer == *purses {
            return false;
        }
        self.round.unseen -= lost;
        self.joint.at(&richer).new.add_shifted(new, 0, 1.0);
        true
    }

    fn roll(&mut self, number: usize, new: Sum) {
        let known = self.joint.entries[number].rolls.take();
        let rolls = known.unwrap_or_else(|| Box::new(self.explore(number)));
        let new = match &rolls.back {
            Some(back) => back.divide(new),
            None => new,
        };
        for &Step { to, change, weight } in &rolls.more {
            let to = match to {
                Some(to) => &mut self.joint.entries[to].new,
                None => &mut self.round.settled[self.place],
            };
            to.add_shifted(&new, change, weight);
        }
        let entry = &mut self.joint.entries[number];
        entry.rolls = Some(rolls);
        entry.all.add_shifted(&new, 0, 1.0);
    }

    /// Finds out where each roll leads.
    fn explore(&mut self, number: usize) -> Rolls {
        let page = self.round.turns[self.place].page;
        let purses = self.joint.entries[number].purses;
        let (gains, after) = page.gains(&purses);
        let plan = self.memory.best(gains, page.powers);
        let (mut more, mut back) = (Vec::new(), Vec::new());
        for total in page.powers.totals().filter(|&total| plan.again[total] > 0.0) {
            let (mut then, weight) = (after[total], plan.again[total]);
            let change = self.round.change(&then, &purses);
            let is_covered = self.round.covers[self.place].mark(&mut then);
            match (!is_covered).then(|| self.joint.place(&then)) {
                Some(to) if to == number => back.push((change, weight)),
                to => more.push(Step { to, change, weight }),
            }
        }
        let back = (!back.is_empty()).then(|| Factors::new(&back));
        Rolls { plan, after, more, back }
    }
}
