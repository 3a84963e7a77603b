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
        if own.owned & self.tables.invest != 0 && own.coins > 0 {
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
        let mut sum = 0;
        // The copies of all kinds up to the end of each eighth.
        let ends: [u32; EIGHTS] = core::array::from_fn(|eighth| {
            sum += Eight::of(market, kinds, eighth).sum();
            sum
        });
        let rank = below(sum);
        let eighth = ends.iter().filter(|&&end| end <= rank).count();
        let before = if eighth == 0 { 0 } else { ends[eighth - 1] };
        let place = Eight::of(market, kinds, eighth).place(rank - before);
        Some(Chance::Deal(Kind((8 * eighth) as u8 + place)))
    }
}

/// Kinds are counted eight at a time: a deal asks for all counts, and one by one they were a tenth of the instructions of a
/// game with a dealt market (callgrind, four random players with everything, 2026-11-16).
const EIGHTS: usize = Kind::MAX as usize / 8;

/// Every byte one.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The copies of eight kinds in the deck, a byte each.
#[derive(Clone, Copy)]
struct Eight(u64);

impl Eight {
    /// 0 for kinds that are not among these.
    #[inline]
    fn of(market: &Market, kinds: u64, eighth: usize) -> Eight {
        let counts = market.deck.as_chunks::<8>().0[eighth];
        Eight(u64::from_le_bytes(counts) & BYTES[usize::from((kinds >> (8 * eighth)) as u8)])
    }

    /// All copies: below 256, because a card has at most 20.
    #[inline]
    fn sum(self) -> u32 {
        (self.0.wrapping_mul(ONES) >> 56) as u32
    }

    /// The kind whose copies this rank falls into, among the eight. No branch: what is drawn is random.
    #[inline]
    fn place(self, rank: u32) -> u8 {
        let ends = self.0.wrapping_mul(ONES).to_le_bytes();
        ends.iter().map(|&end| u8::from(u32::from(end) <= rank)).sum()
    }
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
