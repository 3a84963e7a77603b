//! Building, the market, and the end of a turn: R20, R23 to R27.

use tercet_game::{End, Log, Seat};

use super::MachiKoro;
use super::income::pay;
use crate::action::{Chance, Event, Kind, Site};
use crate::facts::{AIRPORT, Landmark};
use crate::market::Market;
use crate::state::{Phase, State};
use crate::tables::CompiledEffect;

impl MachiKoro {
    /// R23, then the roller builds.
    #[inline]
    pub(super) fn before_building(&self, state: &mut State, log: &mut impl Log<Event>) {
        let seat = state.roller;
        if self.tables.has_city_hall && state.own().coins() == 0 {
            state.cities.set_coins(seat, 1);
            log.push(|| Event::CityHall { seat });
        }
        log.push(|| Event::BankStatus { seat, coins: state.own().coins() });
        state.phase = Phase::Build;
    }

    /// R24: an establishment; R17: a loan is paid out; R26: the market is filled up.
    #[inline]
    pub(super) fn build(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        let seat = state.roller;
        let cost = self.tables.costs[kind.index()];
        let is_last = self.is_last(state, kind);
        state.market.sell(kind);
        state.cities.spend(seat, cost.into());
        state.cities.add(seat, kind);
        log.push(|| Event::Build { seat, site: Site::Card(kind), cost });
        if let CompiledEffect::Loan { grant, .. } = self.tables.effect(kind) {
            pay(state, seat, kind, grant, log);
        }
        if self.tables.rows.is_empty() {
            return self.after_building(state, log);
        }
        if is_last {
            self.retire(state, log);
        }
        match self.row_to_fill(&state.market) {
            Some(row) => state.phase = Phase::Deal { row },
            None => self.after_building(state, log),
        }
    }

    /// Is it a purple card, and has everybody it when the roller has built it? Exchanges move no purple card, R31 aside.
    #[inline]
    fn is_last(&self, state: &State, kind: Kind) -> bool {
        let is_purple = self.tables.purple & kind.bit() != 0;
        // One test: whether a card is purple is as good as random, and that everybody has it is seldom.
        (is_purple & state.cities.is_everywhere_else(kind, state.roller, self.tables.players))
            | self.tables.is_compat
    }

    /// R26: purple cards that every player has leave a dealt market.
    pub(crate) fn retire(&self, state: &mut State, log: &mut impl Log<Event>) {
        let seats = (0..self.tables.players).map(Seat);
        let everywhere = seats.fold(self.tables.purple, |kinds, seat| kinds & state.cities.of(seat).owned());
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
        let landmarks = state.own().built_bits() | landmark.bit();
        state.cities.spend(seat, landmark.cost().into());
        state.cities.set_landmarks(seat, landmarks);
        let is_won = landmarks == self.tables.landmarks;
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
        if state.own().has(Landmark::Airport) {
            let coins = state.cities.gain(seat, AIRPORT);
            log.push(|| Event::Airport { seat, coins });
        }
        self.after_building(state, log);
    }

    /// R20: the owner of a card that is invested in is asked; then the turn ends.
    #[inline]
    fn after_building(&self, state: &mut State, log: &mut impl Log<Event>) {
        let own = state.own();
        if (own.owned() & self.tables.invest != 0) & (own.coins() > 0) {
            state.phase = Phase::Invest;
        } else {
            self.end_turn(state, log);
        }
    }

    /// R20: one coin or none is put on the card; the turn ends.
    pub(super) fn invest(&self, state: &mut State, coins: u32, log: &mut impl Log<Event>) {
        let seat = state.roller;
        let lie = state.own().invested() + coins;
        state.cities.spend(seat, coins);
        state.cities.set_invested(seat, lie);
        if coins > 0 {
            log.push(|| Event::Invest { seat, lie });
        }
        self.end_turn(state, log);
    }

    /// R26: may the card come into this part of the market?
    #[inline]
    pub(super) fn can_deal(&self, state: &State, row: u8, kind: Kind) -> bool {
        let kinds = state.market.in_deck & self.tables.row(row).kinds;
        kind.0 < Kind::MAX && kinds & kind.bit() != 0
    }

    /// R26: a card comes into the market.
    #[inline(never)]
    pub(super) fn dealt(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        state.market.deal(kind);
        log.push(|| Event::Dealt { kind });
        match self.row_to_fill(&state.market) {
            Some(row) => state.phase = Phase::Deal { row },
            None if state.turn == 0 => Self::begin_turn(state, log),
            None => self.after_building(state, log),
        }
    }

    /// The card that `below(copies left)` falls on.
    #[inline]
    pub(crate) fn sample_deal(
        &self,
        market: &Market,
        row: u8,
        below: impl FnOnce(u32) -> u32,
    ) -> Option<Chance> {
        market.deck.draw(self.tables.row(row), below).map(Chance::Deal)
    }
}
