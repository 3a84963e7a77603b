//! Purple cards: R14 to R16, R19 to R22.

use tercet_game::{Log, Seat, Seats};

use super::MachiKoro;
use super::income::{activate, charge, close, pay, transfer};
use crate::action::{Event, Kind};
use crate::cities::City;
use crate::facts::{DECLINED, PURSE_LIMIT};
use crate::state::{Phase, State};
use crate::tables::CompiledEffect;

impl MachiKoro {
    /// R14: the roller has named the card that fires next.
    pub(super) fn fire_next(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        state.purples &= !kind.bit();
        if !self.fire_purple(state, kind, log) {
            self.carry_on(state, log);
        }
    }

    /// Fires the roller's copies of a purple card, one after the other. Is there something to decide?
    pub(super) fn fire_purple(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) -> bool {
        let effect = self.tables.effect(kind);
        if effect == CompiledEffect::Exchange && self.partners(state) == 0 {
            return false;
        }
        let copies = if self.tables.is_compat && matches!(effect, CompiledEffect::Each { .. }) {
            state.cities.iter().map(|city| city.copies(kind)).sum()
        } else {
            activate(state, state.roller, kind, log)
        };
        if matches!(
            effect,
            CompiledEffect::One { .. }
                | CompiledEffect::Exchange
                | CompiledEffect::Renovate { .. }
                | CompiledEffect::Exhibit
        ) {
            state.encore = Some((kind, copies));
            return self.ask_again(state);
        }
        for _ in 0..copies {
            self.fire_once(state, kind, log);
        }
        false
    }

    /// Asks for the next copy's decision. Is there one?
    pub(super) fn ask_again(&self, state: &mut State) -> bool {
        let Some((by, copies)) = state.encore.take() else { return false };
        let asked = match self.tables.effect(by) {
            _ if copies == 0 => return false,
            CompiledEffect::Exchange if self.partners(state) == 0 => return false,
            CompiledEffect::One { .. } => Phase::Target { by },
            CompiledEffect::Exchange => Phase::Exchange { by },
            CompiledEffect::Renovate { .. } => Phase::Renovate { by },
            _ => Phase::Exhibit { by },
        };
        state.phase = asked;
        state.encore = (copies > 1).then_some((by, copies - 1));
        true
    }

    /// What one copy does that asks nothing.
    fn fire_once(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        match self.tables.effect(kind) {
            CompiledEffect::Each { coins, icons } => self.steal_from_each(state, kind, log, |state, from| {
                coins * icons.map_or(1, |kinds| state.city(from).count(kinds))
            }),
            CompiledEffect::Tax { from } => self.steal_from_each(state, kind, log, |state, victim| {
                let coins = state.city(victim).coins();
                if coins >= from { coins / 2 } else { 0 }
            }),
            CompiledEffect::Invest => {
                let lie = state.own().invested();
                self.steal_from_each(state, kind, log, |_, _| lie);
            }
            CompiledEffect::Share => self.share(state, kind, log),
            _ => {}
        }
    }

    /// R31: the kinds of Stadiums that others have and that fire on this total.
    pub(super) fn stadiums(&self, state: &State, kinds: u64) -> u64 {
        let all = state.cities.iter().fold(0, |all, city| all | city.owned()) & kinds;
        let stadium = |kind: &Kind| matches!(self.tables.effect(*kind), CompiledEffect::Each { .. });
        Kind::all(all).filter(stadium).fold(0, |mask, kind| mask | kind.bit())
    }

    /// R15: the others pay the roller in turn order, each what `due` says.
    fn steal_from_each(
        &self,
        state: &mut State,
        kind: Kind,
        log: &mut impl Log<Event>,
        due: impl Fn(&State, Seat) -> u32,
    ) {
        for from in state.others(self.tables.players) {
            let due = due(state, from);
            steal(state, from, kind, due, log);
        }
    }

    /// R15: TV Station.
    pub(super) fn target(&self, state: &mut State, from: Seat, log: &mut impl Log<Event>) {
        let Phase::Target { by } = state.phase else { return };
        let CompiledEffect::One { coins } = self.tables.effect(by) else { return };
        steal(state, from, by, coins, log);
        self.carry_on(state, log);
    }

    /// R16: the card to give is named; now the one to take.
    pub(super) fn give(state: &mut State, give: Kind) {
        if let Phase::Give { with } = state.phase {
            state.phase = Phase::Take { with, give };
        }
    }

    /// R16.
    pub(super) fn swap(&self, state: &mut State, take: Kind, log: &mut impl Log<Event>) {
        let Phase::Take { with, give } = state.phase else { return };
        let seat = state.roller;
        let given = state.cities.remove(seat, give);
        let taken = state.cities.remove(with, take);
        state.cities.receive(with, give, given);
        state.cities.receive(seat, take, taken);
        log.push(|| Event::Swap { seat, with, give, take });
        self.carry_on(state, log);
    }

    /// R16, R22: done without. R31: a declined exchange pays.
    pub(super) fn decline(&self, state: &mut State, log: &mut impl Log<Event>) {
        let (Phase::Exchange { by } | Phase::Exhibit { by }) = state.phase else { return };
        let seat = state.roller;
        log.push(|| Event::Decline { seat, kind: by });
        if self.tables.is_compat {
            pay(state, seat, by, DECLINED, log);
        }
        self.carry_on(state, log);
    }

    /// R19.
    pub(super) fn renovate(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        let Phase::Renovate { by } = state.phase else { return };
        let CompiledEffect::Renovate { coins } = self.tables.effect(by) else { return };
        log.push(|| Event::Renovate { seat: state.roller, kind });
        close_open(state, state.roller, kind, log);
        for from in state.others(self.tables.players) {
            let closed = close_open(state, from, kind, log);
            steal(state, from, by, coins * u32::from(closed), log);
        }
        self.carry_on(state, log);
    }

    /// R21: each ends with the same share; the bank makes up for what does not divide.
    fn share(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        let players = u32::from(self.tables.players);
        let all: u32 = state.cities.iter().map(City::coins).sum();
        let share = all.div_ceil(players).min(PURSE_LIMIT);
        for seat in Seats::first(self.tables.players).iter() {
            let coins = state.city(seat).coins();
            charge(state, seat, kind, coins.saturating_sub(share), log);
            pay(state, seat, kind, share.saturating_sub(coins), log);
        }
    }

    /// R22: the cards fire, then the hall goes back to the market.
    pub(super) fn exhibit(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) {
        let Phase::Exhibit { by } = state.phase else { return };
        let seat = state.roller;
        state.returning = Some(by);
        log.push(|| Event::Exhibit { seat, hall: by, kind });
        if !self.fire_shown(state, kind, log) {
            self.carry_on(state, log);
        }
    }

    /// R22: what was shown has fired.
    pub(super) fn give_back(state: &mut State) {
        if let Some(hall) = state.returning.take() {
            state.cities.remove(state.roller, hall);
            state.market.set_shown(hall, state.market.shown(hall) + 1);
        }
    }
}

/// A player pays the roller for a purple card.
fn steal(state: &mut State, from: Seat, kind: Kind, due: u32, log: &mut impl Log<Event>) {
    let seat = state.roller;
    let coins = transfer(state, from, seat, due);
    if coins > 0 {
        log.push(|| Event::Steal { seat, from, kind, coins });
    }
}

/// Closes all open copies of a player. How many were they?
fn close_open(state: &mut State, seat: Seat, kind: Kind, log: &mut impl Log<Event>) -> u8 {
    let copies = state.city(seat).open(kind);
    if copies > 0 {
        close(state, seat, kind, copies, log);
    }
    copies
}
