//! What each total does to the purses, where cards and landmarks stay as they are through the round: the fast path.

use tercet_game::{Game, Seat};
use tercet_machi::{BusinessCenter, Color, Compat, Expansion, Landmark, State, Toll};

use super::cover::RICH;
use super::plan::Powers;
use crate::Odds;
use crate::facts::{Fact, Pays, count, counted, holds, totals};

/// The most players.
pub(crate) const PLAYERS: usize = 5;

/// What everybody has in the purse.
pub(crate) type Purses = [u32; PLAYERS];

/// A due that no purse covers.
const ALL: u32 = u32::MAX;

/// What Airport pays who builds nothing.
const AIRPORT: u32 = 10;

/// The mean of two dice.
const MEAN_THROW: u32 = 7;

/// What a total does on one roller's turn.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// What the roller owes each for red cards.
    red: Purses,
    /// What the bank pays each, blue and green.
    bank: Purses,
    /// What the roller owes the bank after that.
    fee: u32,
    /// What each owes the roller for purple cards.
    each: Purses,
    /// What the richest owes him, and how often.
    one: (u32, u8),
    /// Who has so much pays half of it.
    tax: Option<u32>,
    /// All is shared out.
    share: bool,
}

impl Entry {
    /// Does nothing happen after the bank has paid?
    fn is_quiet(&self) -> bool {
        self.fee == 0 && self.each == [0; PLAYERS] && self.one.1 == 0 && self.tax.is_none() && !self.share
    }
}

/// All turns of one roller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    roller: usize,
    players: usize,
    pub(crate) powers: Powers,
    entries: [Entry; 15],
    has_city_hall: bool,
    has_airport: bool,
}

impl Odds {
    /// Are cards and landmarks the same after the round, whatever falls, and is nothing thrown?
    pub(crate) fn has_ledger(&self, state: &State) -> bool {
        let config = self.game.config();
        let rich = |seat: Seat| state.city(seat).coins() > 100_000;
        config.compat == Compat::Official
            && !self.seats().any(|seat| rich(seat) || !self.is_plain(state, seat))
    }

    fn is_plain(&self, state: &State, seat: Seat) -> bool {
        let city = state.city(seat);
        let optional = self.game.config().business_center == BusinessCenter::Optional;
        let mut purples = [0u64; 15];
        for (kind, _) in city.cards() {
            let fact = &self.facts[kind.index()];
            let is_steady = match fact.pays {
                Pays::Bank { closes, .. } => !closes,
                Pays::Throw { when } => !holds(when, city, city),
                Pays::Changes => false,
                Pays::Nothing => optional || !self.is_exchange(kind),
                _ => true,
            };
            if !is_steady || city.closed(kind) > 0 {
                return false;
            }
            if fact.color == Color::Purple && fact.pays != Pays::Nothing {
                totals(fact.totals).for_each(|total| purples[total] |= 1 << kind.index());
            }
        }
        purples.iter().all(|&kinds| kinds.count_ones() < 2 || self.is_ordered(kinds))
    }

    /// Do these purple cards fire in the order in which a page books them: fixed sums from all, then from one?
    fn is_ordered(&self, kinds: u64) -> bool {
        let of = |test: &dyn Fn(&Fact) -> bool| {
            let facts = self.facts.iter().filter(|fact| kinds >> fact.kind.index() & 1 == 1 && test(fact));
            facts.fold(0u64, |mask, fact| mask | 1 << fact.kind.index())
        };
        let official = of(&|fact| self.game.cards().is_official(fact.kind));
        let each = of(&|fact| matches!(fact.pays, Pays::Each { icons: None, .. }));
        let one = of(&|fact| matches!(fact.pays, Pays::One { .. }));
        official == kinds && each | one == kinds && one.count_ones() < 2 && (one == 0 || each < one)
    }

    /// The roller's page; only where [`Odds::has_ledger`].
    pub(crate) fn page(&self, state: &State, roller: Seat) -> Page {
        let city = state.city(roller);
        let mut page = Page {
            roller: roller.index(),
            players: usize::from(self.game.seats()),
            powers: Powers::of(city),
            entries: [Entry::default(); 15],
            has_city_hall: self.game.config().has(Expansion::Harbor),
            has_airport: city.has(Landmark::Airport),
        };
        for owner in self.seats() {
            for (kind, copies) in state.city(owner).cards() {
                let fact = &self.facts[kind.index()];
                if fact.fires(owner == roller) {
                    Odds::book(&mut page, state, owner, fact, copies.into());
                }
            }
        }
        page
    }

    /// The roller's page as far as it is known without following cards: what is thrown counts with its mean, what moves, closes
    /// or un-builds as nothing, closed cards as open.
    pub(crate) fn rough_page(&self, state: &State, roller: Seat) -> Page {
        let mut page = self.page(state, roller);
        for owner in self.seats() {
            let city = state.city(owner);
            for (kind, copies) in city.cards() {
                let fact = &self.facts[kind.index()];
                if matches!(fact.pays, Pays::Throw { when } if holds(when, city, city)) {
                    let coins = MEAN_THROW * u32::from(copies);
                    totals(fact.totals).for_each(|total| page.entries[total].bank[owner.index()] += coins);
                }
            }
        }
        page
    }

    /// Books all copies of a card on the totals on which it fires.
    fn book(page: &mut Page, state: &State, owner: Seat, fact: &Fact, copies: u32) {
        let (city, roller) = (state.city(owner), state.city(Seat(page.roller as u8)));
        let mall = u32::from(fact.mall && city.has(Landmark::ShoppingMall));
        let seat = owner.index();
        let bank = match fact.pays {
            Pays::Bank { coins, each, when, .. } if holds(when, city, roller) => {
                (coins + mall) * counted(each, state, owner, page.players as u8) * copies
            }
            _ => 0,
        };
        let red = match fact.pays {
            Pays::Take { toll, when } if holds(when, city, roller) => match toll {
                Toll::Coins(coins) => (u32::from(coins) + mall) * copies,
                Toll::All => ALL,
            },
            _ => 0,
        };
        for total in totals(fact.totals) {
            let entry = &mut page.entries[total];
            entry.bank[seat] += bank;
            entry.red[seat] = entry.red[seat].saturating_add(red);
            match fact.pays {
                Pays::Fee { coins } => entry.fee += coins * copies,
                Pays::Each { coins, icons } => {
                    for other in (0..page.players).filter(|&other| other != seat) {
                        let counted = icons.map_or(1, |icons| count(state.city(Seat(other as u8)), icons));
                        entry.each[other] += coins * copies * counted;
                    }
                }
                Pays::Invest => {
                    let others = (0..page.players).filter(|&other| other != seat);
                    others.for_each(|other| entry.each[other] += city.invested());
                }
                Pays::One { coins } => entry.one = (coins, copies as u8),
                Pays::Tax { from } => entry.tax = Some(from),
                Pays::Share => entry.share = true,
                _ => {}
            }
        }
    }
}

impl Page {
    /// The purses after a turn that ends on this total: R7 to R25, and nothing built.
    pub(crate) fn after(&self, total: usize, before: &Purses) -> Purses {
        let (entry, roller) = (&self.entries[total], self.roller);
        let mut purses = *before;
        // R8: the previous player first.
        if entry.red != [0; PLAYERS] {
            for step in (1..self.players).rev() {
                let owner = (roller + step) % self.players;
                transfer(&mut purses, roller, owner, entry.red[owner]);
            }
        }
        for (purse, bank) in purses.iter_mut().zip(entry.bank) {
            *purse += bank;
        }
        if !entry.is_quiet() {
            self.settle(entry, &mut purses);
        }
        if self.has_city_hall && purses[roller] == 0 {
            purses[roller] = 1;
        }
        purses[roller] += if self.has_airport { AIRPORT } else { 0 };
        purses
    }

    /// Fees, and what purple cards do.
    fn settle(&self, entry: &Entry, purses: &mut Purses) {
        let roller = self.roller;
        purses[roller] -= entry.fee.min(purses[roller]);
        for step in 1..self.players {
            let other = (roller + step) % self.players;
            let due = match entry.tax {
                Some(from) if purses[other] >= from && !is_rich(purses[other]) => purses[other] / 2,
                _ => entry.each[other],
            };
            transfer(purses, other, roller, due);
        }
        for _ in 0..entry.one.1 {
            let richest = self.richest(purses);
            transfer(purses, richest, roller, entry.one.0);
        }
        let purses = &mut purses[..self.players];
        if entry.share && !purses.iter().any(|&purse| is_rich(purse)) {
            let all: u32 = purses.iter().sum();
            purses.fill(all.div_ceil(self.players as u32));
        }
    }

    /// The opponent with the most coins, the first in seat order of equals.
    fn richest(&self, purses: &Purses) -> usize {
        let others = (0..self.players).filter(|&other| other != self.roller);
        others.reduce(|best, other| if purses[other] > purses[best] { other } else { best }).unwrap_or(0)
    }

    /// What a player can lose by a turn that ends on this total.
    pub(crate) fn loss(&self, player: usize, total: usize) -> u32 {
        let entry = &self.entries[total];
        if entry.share || entry.tax.is_some() && player != self.roller {
            return ALL;
        }
        if player == self.roller {
            return entry.red.iter().fold(entry.fee, |sum, &due| sum.saturating_add(due));
        }
        entry.each[player].saturating_add(entry.one.0 * u32::from(entry.one.1))
    }

    /// Does a card ask who is the richest, or how much there is?
    pub(crate) fn compares(&self) -> bool {
        let entries = &self.entries[self.powers.totals()];
        entries.iter().any(|entry| entry.one.1 > 0 || entry.tax.is_some() || entry.share)
    }

    pub(crate) fn roller(&self) -> usize {
        self.roller
    }

    pub(crate) fn players(&self) -> usize {
        self.players
    }

    pub(crate) fn has_city_hall(&self) -> bool {
        self.has_city_hall
    }

    /// What the roller gains by each total, from these purses.
    pub(crate) fn gains(&self, purses: &Purses) -> ([f64; 15], [Purses; 15]) {
        let mut gains = [0.0; 15];
        let mut after = [*purses; 15];
        for total in self.powers.totals() {
            after[total] = self.after(total, purses);
            gains[total] = f64::from(after[total][self.roller]) - f64::from(purses[self.roller]);
        }
        (gains, after)
    }
}

/// Does the purse stand for any that is large enough? How much would be halved or shared is unknown then; whose purse can be halved or
/// shared is taken for rich only where that is too rare to be seen.
pub(super) fn is_rich(purse: u32) -> bool {
    purse > RICH / 2
}

/// One pays another what he has of a due.
fn transfer(purses: &mut Purses, from: usize, to: usize, due: u32) {
    let coins = due.min(purses[from]);
    purses[from] -= coins;
    purses[to] += coins;
}
