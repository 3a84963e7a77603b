//! Building, the market, and the end of a turn: R20, R23 to R27.

use tercet_game::{End, Log};

use super::MachiKoro;
use super::income::pay;
use crate::action::{Chance, Event, Illegal, Kind, Site};
use crate::facts::{AIRPORT, Landmark};
use crate::state::{Market, Phase, State};
use crate::tables::Deed;

impl MachiKoro {
    /// R23, then the roller builds.
    #[inline]
    pub(super) fn before_building(&self, state: &mut State, log: &mut impl Log<Event>) {
        let seat = state.roller;
        if self.tables.has_city_hall && state.own().coins == 0 {
            state.own_mut().coins = 1;
            log.push(|| Event::CityHall { seat });
        }
        log.push(|| Event::BankStatus { seat, coins: state.own().coins });
        state.phase = Phase::Build;
    }

    /// R24: an establishment; R17: a loan is paid out; R26: the market is filled up.
    #[inline]
    pub(super) fn build(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        let seat = state.roller;
        let cost = self.tables.costs[kind.index()];
        state.market.set_shown(kind, state.market.shown(kind) - 1);
        let own = state.own_mut();
        own.coins -= u32::from(cost);
        own.add(kind);
        log.push(|| Event::Build { seat, site: Site::Card(kind), cost });
        if let Deed::Loan { grant, .. } = self.tables.deed(kind) {
            pay(state, seat, kind, grant, log);
        }
        if self.tables.rows.is_empty() {
            return self.after_building(state, log);
        }
        self.retire(state, log);
        if self.row_to_fill(&state.market).is_some() {
            state.phase = Phase::Deal;
        } else {
            self.after_building(state, log);
        }
    }

    /// R26: purple cards that every player has leave a dealt market.
    pub(crate) fn retire(&self, state: &mut State, log: &mut impl Log<Event>) {
        let cities = &state.cities[..usize::from(self.tables.players)];
        let everywhere = cities.iter().fold(self.tables.purple, |kinds, city| kinds & city.owned);
        for kind in Kind::all(everywhere & (state.market.on_show | state.market.in_deck)) {
            let copies = state.market.shown(kind) + state.market.deck(kind);
            state.market.set_shown(kind, 0);
            state.market.set_deck(kind, 0);
            log.push(|| Event::Left { kind, copies });
        }
    }

    /// R24: a landmark; R27: the last one wins.
    #[inline]
    pub(super) fn build_landmark(&self, state: &mut State, landmark: Landmark, log: &mut impl Log<Event>) {
        let seat = state.roller;
        let own = state.own_mut();
        own.coins -= u32::from(landmark.cost());
        own.landmarks |= landmark.bit();
        let is_won = own.landmarks == self.tables.landmarks;
        log.push(|| Event::Build { seat, site: Site::Landmark(landmark), cost: landmark.cost() });
        if is_won {
            log.push(|| Event::Win { seat });
            Self::finish(state, End::Finished, Some(seat), log);
        } else {
            self.after_building(state, log);
        }
    }

    /// R24: nothing; R25: Airport pays for it.
    #[inline]
    pub(super) fn pass(&self, state: &mut State, log: &mut impl Log<Event>) {
        let seat = state.roller;
        log.push(|| Event::Pass { seat });
        let own = state.own_mut();
        if own.has(Landmark::Airport) {
            let coins = AIRPORT.min(own.room());
            own.coins += coins;
            log.push(|| Event::Airport { seat, coins });
        }
        self.after_building(state, log);
    }

    /// R20: the owner of a card that is invested in is asked; then the turn ends.
    #[inline]
    fn after_building(&self, state: &mut State, log: &mut impl Log<Event>) {
        let own = state.own();
        if own.coins > 0 && self.tables.invest.is_some_and(|kind| own.owned & kind.bit() != 0) {
            state.phase = Phase::Invest;
        } else {
            self.end_turn(state, log);
        }
    }

    /// R20.
    pub(super) fn invest(&self, state: &mut State, log: &mut impl Log<Event>) {
        let seat = state.roller;
        let own = state.own_mut();
        own.coins -= 1;
        own.invested += 1;
        let lie = own.invested;
        log.push(|| Event::Invest { seat, lie });
        self.end_turn(state, log);
    }

    /// R26: a card comes into the market.
    pub(super) fn dealt(
        &self,
        state: &mut State,
        kind: Kind,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let kinds = self.row_to_fill(&state.market).unwrap_or_default();
        if kind.index() >= self.cards.len() || kinds & kind.bit() == 0 {
            return Err(Illegal::Impossible("no copy of that card can come into the market now"));
        }
        let market = &mut state.market;
        market.set_shown(kind, market.shown(kind) + 1);
        market.set_deck(kind, market.deck(kind) - 1);
        log.push(|| Event::Dealt { kind });
        if self.row_to_fill(&state.market).is_none() {
            if state.turn == 0 {
                Self::begin_turn(state, log);
            } else {
                self.after_building(state, log);
            }
        }
        Ok(())
    }

    /// The card that `below(copies left)` falls on.
    #[inline]
    pub(crate) fn sample_deal(&self, market: &Market, below: impl FnOnce(u32) -> u32) -> Option<Chance> {
        let kinds = self.row_to_fill(market)?;
        let sums: [u32; EIGHTS] = core::array::from_fn(|eighth| sum(counts(market, kinds, eighth)));
        let mut rank = below(sums.iter().sum());
        let eighth = sums.iter().position(|&sum| {
            let here = rank < sum;
            rank -= if here { 0 } else { sum };
            here
        })?;
        let copies = counts(market, kinds, eighth).to_le_bytes();
        let place = copies.iter().position(|&copies| {
            let here = rank < u32::from(copies);
            rank -= if here { 0 } else { u32::from(copies) };
            here
        })?;
        Some(Chance::Deal(Kind((8 * eighth + place) as u8)))
    }
}

/// Kinds are counted eight at a time: a deal asks for all counts, and one by one they were a tenth of the instructions of a
/// game with a dealt market (callgrind, four random players with everything, 2026-11-16).
const EIGHTS: usize = Kind::MAX as usize / 8;

/// The counts of eight kinds in the deck, a byte each; 0 for kinds that are not among these.
#[inline]
fn counts(market: &Market, kinds: u64, eighth: usize) -> u64 {
    let counts = market.deck.as_chunks::<8>().0[eighth];
    u64::from_le_bytes(counts) & BYTES[usize::from((kinds >> (8 * eighth)) as u8)]
}

/// The sum of eight bytes, which is below 256: a card has at most 20 copies.
#[inline]
fn sum(bytes: u64) -> u32 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Eight bits as eight bytes, all ones or all zeros.
static BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 == 1 {
                table[bits] |= 0xff << (8 * bit);
            }
            bit += 1;
        }
        bits += 1;
    }
    table
};
