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
use super::joint::{Ends, Entry, Joint, Memory, Rolls, Step};
use super::ledger::{PLAYERS, Page, Purses};
use crate::Pmf;
use crate::budget::{Forecast, Held, Meter};
use crate::pmf::Sum;

/// The chance of all that is taken to be covered because it so rarely is not, if nothing else is asked for.
pub(crate) const UNSEEN: f64 = 1e-9;

/// The same where turns may follow on doubles and another player's card asks who has most: then all purses count to the last
/// coin, and there are too many of them.
const COMPARED: f64 = 1e-6;

/// What may be left of a roller's chain when it is cut off.
const LEFT: f64 = CUT / (2 * PLAYERS) as f64;

/// What is nothing at all: where rare positions use up what may be left, there is always a little more than that.
const NOTHING: f64 = 1e-6 * LEFT;

/// What may be taken from the ends of a list of sums, to be added to the last that is kept: of thousands of them.
const TRIM: f64 = CUT / 1e4;

/// What it costs to find out where the rolls of a position lead, and to look at a position in passing; in steps.
const EXPLORED: usize = 2000;
const SCAN: usize = 8;

/// Among how many ends the same is looked for.
const RECENT: usize = 128;

/// The change of a player's purse by turns of these rollers, one after the other.
/// `None` only where the budget is spent.
pub(crate) fn round(
    pages: &[Page],
    purses: &Purses,
    player: usize,
    unseen: f64,
    meter: &Meter,
) -> Option<Pmf> {
    let turns: Vec<Turn<'_>> = pages.iter().map(|page| Turn::new(page, player, meter)).collect();
    let cover = Cover::new(&turns, player);
    let is_vast = !cover.is_known() && pages.iter().any(|page| page.powers.again);
    let unseen = if is_vast { unseen.max(COMPARED) } else { unseen };
    let is_covered = cover.risk(purses) <= unseen / 2.0;
    let sums =
        if is_covered { rest(&turns, meter) } else { Round::new(&turns, player, unseen, meter).play(purses) };
    sums.pmf().map(Pmf::trimmed)
}

/// What these turns bring where every payment is covered.
fn rest(turns: &[Turn<'_>], meter: &Meter) -> Sum {
    let (long, short): (Vec<_>, Vec<_>) = turns.iter().partition(|turn| turn.chain.is_long());
    short.iter().chain(&long).fold(Sum::certain(0), |sums, turn| turn.chain.after(&sums, meter))
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
    meter: &'a Meter,
}

impl<'a> Round<'a> {
    /// One half of what may be unseen is for players who are rich wherever they occur, the other for rare positions.
    fn new(turns: &'a [Turn<'a>], player: usize, unseen: f64, meter: &'a Meter) -> Round<'a> {
        let each = unseen / (2 * PLAYERS) as f64;
        let covers =
            (0..=turns.len()).map(|place| Cover::new(&turns[place..], player).with_rich(each)).collect();
        let settled = (0..=turns.len()).map(|_| Sum::default()).collect();
        Round { turns, player, covers, settled, unseen: unseen / 2.0, meter }
    }

    fn play(mut self, purses: &Purses) -> Sum {
        let mut joint = Joint::default();
        joint.at(purses).new.add(0, 1.0);
        for place in 0..self.turns.len() {
            let play = Play {
                place,
                held: self.meter.hold(joint.bytes()),
                joint,
                ended: Joint::default(),
                ends: Vec::new(),
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
                sums = turn.chain.after(&sums, self.meter);
            }
        }
        sums.add_shifted(&self.settled[self.turns.len()], 0, 1.0);
        sums
    }

    fn change(&self, after: &Purses, before: &Purses) -> i32 {
        after[self.player] as i32 - before[self.player] as i32
    }
}

/// One roller's turn and those that follow on doubles, from all purses at once.
struct Play<'r, 'a> {
    round: &'r mut Round<'a>,
    place: usize,
    joint: Joint,
    ended: Joint,
    ends: Vec<Ends>,
    memory: Memory,
    /// What may still be cut off.
    left: f64,
    /// What all that takes.
    held: Held<'a>,
}

impl Play<'_, '_> {
    /// What comes to each position is handed on by doubles until nearly nothing is left; then all that ever came to it ends by
    /// the other rolls, together with all others from which they do the same.
    fn run(mut self) -> Joint {
        let mut forecast = Forecast::new(self.round.meter);
        loop {
            self.settle();
            for number in 0..self.joint.entries.len() {
                if self.round.meter.is_spent() {
                    return Joint::default();
                }
                self.hand_on(number);
            }
            self.round.meter.work(SCAN * self.joint.len());
            let pending: f64 = self.joint.entries.iter().map(|entry| entry.new.total()).sum();
            if pending <= self.left / 2.0 || pending <= NOTHING {
                break;
            }
            forecast.look(pending, self.left / 2.0);
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
            let new = std::mem::take(new);
            self.held.give_back(new.bytes());
            round.settled[self.place].add_shifted(&new, 0, 1.0);
        }
    }

    fn end(&mut self) {
        for number in 0..self.joint.entries.len() {
            let Entry { purses, new, .. } = &mut self.joint.entries[number];
            let (purses, new) = (*purses, std::mem::take(new));
            self.leave(&purses, &new);
        }
        for Ends { steps, all } in std::mem::take(&mut self.ends) {
            for step in &steps {
                if self.round.meter.is_spent() {
                    return;
                }
                self.end_by(step, &all);
            }
        }
    }

    /// Ends there, without another roll.
    fn leave(&mut self, purses: &Purses, sums: &Sum) {
        if !sums.is_empty() {
            let stay = self.step(self.place + 1, purses, purses, 1.0);
            self.end_by(&stay, sums);
        }
    }

    fn end_by(&mut self, &Step { to, change, weight }: &Step, sums: &Sum) {
        let to = match to {
            Some(to) => &mut self.ended.entries[to].new,
            None => &mut self.round.settled[self.place + 1],
        };
        self.held.pour(to, sums, change, weight);
    }

    /// Plays on from a position with what is new there, unless that is too rare to matter.
    fn hand_on(&mut self, number: usize) {
        let entry = &mut self.joint.entries[number];
        let mut new = std::mem::take(&mut entry.new);
        self.held.give_back(new.bytes());
        new.trim(TRIM);
        let (mass, purses) = (new.total(), entry.purses);
        if mass <= self.left / 64.0 {
            self.left -= mass;
            self.leave(&purses, &new);
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
        let known = self.joint.len();
        let place = self.joint.place(&richer);
        self.held.add((self.joint.len() - known) * Joint::BYTES);
        self.held.pour(&mut self.joint.entries[place].new, new, 0, 1.0);
        true
    }

    fn roll(&mut self, number: usize, new: Sum) {
        let known = self.joint.entries[number].rolls.take();
        let rolls = known.unwrap_or_else(|| self.explore(number));
        let new = match &rolls.back {
            Some(back) => back.divide(new, self.round.meter),
            None => new,
        };
        for &Step { to, change, weight } in &rolls.more {
            let to = match to {
                Some(to) => &mut self.joint.entries[to].new,
                None => &mut self.round.settled[self.place],
            };
            self.held.pour(to, &new, change, weight);
        }
        self.held.pour(&mut self.ends[rolls.ends].all, &new, 0, 1.0);
        self.joint.entries[number].rolls = Some(rolls);
    }

    /// Finds out where each roll leads.
    fn explore(&mut self, number: usize) -> Rolls {
        let page = self.round.turns[self.place].page;
        let purses = self.joint.entries[number].purses;
        let (gains, after) = page.gains(&purses);
        let known = self.memory.len();
        self.round.meter.work(EXPLORED);
        let plan = self.memory.best(gains, page.powers);
        self.held.add((self.memory.len() - known) * Memory::BYTES);
        let (mut more, mut back, mut ends) = (Vec::with_capacity(8), Vec::new(), Vec::with_capacity(12));
        for total in page.powers.totals() {
            let (again, plain) = (plan.again[total], plan.plain[total]);
            if again > 0.0 {
                match self.step(self.place, &purses, &after[total], again) {
                    Step { to, change, weight } if to == Some(number) => back.push((change, weight)),
                    step => step.join(&mut more),
                }
            }
            if plain > 0.0 {
                self.step(self.place + 1, &purses, &after[total], plain).join(&mut ends);
            }
        }
        let back = (!back.is_empty()).then(|| Factors::new(&back, self.round.meter));
        self.held.add(back.as_ref().map_or(0, Factors::bytes) + Rolls::bytes(&more));
        Rolls { more, back, ends: self.ends(ends) }
    }

    /// The step to these purses, before a turn of this roller or the next; everybody who is rich then is marked.
    fn step(&mut self, place: usize, before: &Purses, after: &Purses, weight: f64) -> Step {
        let (mut then, change) = (*after, self.round.change(after, before));
        let joint = if place == self.place { &mut self.joint } else { &mut self.ended };
        let is_covered = self.round.covers[place].mark(&mut then);
        let known = joint.len();
        let to = (!is_covered).then(|| joint.place(&then));
        self.held.add((joint.len() - known) * Joint::BYTES);
        Step { to, change, weight }
    }

    /// The number of the ends that lead there. Only the last ones are looked through: where purses are compared there may be
    /// hundreds of thousands, all different.
    fn ends(&mut self, steps: Vec<Step>) -> usize {
        let first = self.ends.len().saturating_sub(RECENT);
        let known = self.ends[first..].iter().rposition(|ends| ends.steps == steps);
        known.map_or_else(
            || {
                self.held.add(Ends::bytes(&steps));
                self.ends.push(Ends { steps, all: Sum::default() });
                self.ends.len() - 1
            },
            |place| first + place,
        )
    }
}
