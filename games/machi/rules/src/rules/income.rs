//! Income: red, blue and green cards, throws and closed cards. R7 to R13, R17, R18.

use tercet_game::{Log, Seat, Seats};

use super::MachiKoro;
use crate::action::{Event, Kind};
use crate::cities::City;
use crate::effect::{Toll, When};
use crate::facts::Landmark;
use crate::state::{Phase, State, seat_after};
use crate::tables::{CompiledEffect, Count};

impl MachiKoro {
    /// R7: what the roll brings, up to the first decision.
    #[inline]
    pub(super) fn income(&self, state: &mut State, log: &mut impl Log<Event>) {
        let firing = &self.tables.firing[usize::from(state.total)];
        let greens = match &firing.fast {
            Some(fast)
                if log.is_silent() && state.cities.shut() & firing.open == 0 && !state.cities.is_rich() =>
            {
                fast.pay(&mut state.cities, state.roller, self.tables.players);
                fast.late
            }
            _ => {
                self.red(state, firing.red, log);
                self.blue(state, firing.blue, log);
                firing.green
            }
        };
        let own = state.own().owned();
        let (greens, purples) = (own & greens, own & firing.purple);
        if greens | purples | firing.throw == 0 && !self.tables.is_compat {
            return self.before_building(state, log);
        }
        (state.greens, state.purples) = (greens, purples);
        if self.tables.is_compat {
            state.purples |= self.stadiums(state, firing.purple);
        }
        if firing.throw != 0 && self.throws(state, firing.throw, log) {
            state.phase = Phase::Throw { exhibited: None };
        } else {
            self.carry_on(state, log);
        }
    }

    /// R8: the roller pays, the previous player first. R31: in the order of seats.
    fn red(&self, state: &mut State, kinds: u64, log: &mut impl Log<Event>) {
        let players = self.tables.players;
        if self.tables.is_compat {
            let roller = state.roller;
            for owner in (0..players).map(Seat).filter(|&seat| seat != roller) {
                self.collect(state, owner, kinds, log);
            }
            return;
        }
        let roller = Seats::one(state.roller);
        for owner in after(state.cities.owners(kinds).without(roller), state.roller, players).rev() {
            self.collect(state, owner, kinds, log);
        }
    }

    #[inline]
    fn collect(&self, state: &mut State, owner: Seat, kinds: u64, log: &mut impl Log<Event>) {
        for kind in Kind::all(state.city(owner).owned() & kinds) {
            let CompiledEffect::Take { toll, when } = self.tables.effect(kind) else { continue };
            if !holds(when, state.city(owner), state.own()) {
                continue;
            }
            let open = activate(state, owner, kind, log);
            if open == 0 {
                continue;
            }
            let due = match toll {
                Toll::Coins(coins) => {
                    (u32::from(coins) + self.mall(state.city(owner), kind)) * u32::from(open)
                }
                Toll::All => u32::MAX,
            };
            let from = state.roller;
            let coins = transfer(state, from, owner, due);
            if coins > 0 {
                log.push(|| Event::Collect { seat: owner, from, kind, coins });
            }
        }
    }

    /// R9.
    fn blue(&self, state: &mut State, kinds: u64, log: &mut impl Log<Event>) {
        for owner in after(state.cities.owners(kinds), state.roller, self.tables.players) {
            for kind in Kind::all(state.city(owner).owned() & kinds) {
                self.bank_one(state, owner, kind, log);
            }
        }
    }

    #[inline]
    fn bank_one(&self, state: &mut State, owner: Seat, kind: Kind, log: &mut impl Log<Event>) {
        let CompiledEffect::Bank { coins, each, when, closes } = self.tables.effect(kind) else { return };
        if !holds(when, state.city(owner), state.own()) {
            return;
        }
        let open = activate(state, owner, kind, log);
        if open == 0 {
            return;
        }
        let count = match each {
            Count::One => 1,
            Count::Own(kinds) => state.city(owner).count(kinds),
            Count::OfAll(kinds) => state.cities.iter().map(|city| city.count(kinds)).sum(),
        };
        let coins = (coins + self.mall(state.city(owner), kind)) * count * u32::from(open);
        pay(state, owner, kind, coins, log);
        if closes {
            close(state, owner, kind, open, log);
        }
    }

    /// R13: what the owner's Shopping Mall adds for each copy.
    #[inline]
    fn mall(&self, city: City<'_>, kind: Kind) -> u32 {
        u32::from((self.tables.mall & kind.bit() != 0) & city.has(Landmark::ShoppingMall))
    }

    /// R10: is there a throw for these kinds? Where all boats are closed, they open without one.
    fn throws(&self, state: &mut State, kinds: u64, log: &mut impl Log<Event>) -> bool {
        let boats = |state: &State, seat: Seat| self.boats(state, seat, kinds);
        let seats = || (0..self.tables.players).map(Seat);
        if seats().any(|seat| Kind::all(boats(state, seat)).any(|kind| state.city(seat).open(kind) > 0)) {
            return true;
        }
        for seat in seats() {
            for kind in Kind::all(boats(state, seat)) {
                activate(state, seat, kind, log);
            }
        }
        false
    }

    /// The kinds of boats whose condition holds.
    fn boats(&self, state: &State, seat: Seat, kinds: u64) -> u64 {
        let city = state.city(seat);
        let fits = |kind: &Kind| match self.tables.effect(*kind) {
            CompiledEffect::Throw { when } => holds(when, city, state.own()),
            _ => false,
        };
        Kind::all(city.owned() & kinds).filter(fits).fold(0, |mask, kind| mask | kind.bit())
    }

    /// R10: each open boat pays the sum; an Exhibit Hall's only the roller's.
    pub(super) fn thrown(
        &self,
        state: &mut State,
        sum: u8,
        exhibited: Option<Kind>,
        log: &mut impl Log<Event>,
    ) {
        log.push(|| Event::Throw { seat: state.roller, sum });
        if let Some(kind) = exhibited {
            self.boats_pay(state, state.roller, kind.bit(), sum, log);
        } else {
            let kinds = self.tables.firing[usize::from(state.total)].throw;
            self.boats_pay(state, state.roller, kinds, sum, log);
            for seat in state.others(self.tables.players) {
                self.boats_pay(state, seat, kinds, sum, log);
            }
        }
        self.carry_on(state, log);
    }

    fn boats_pay(&self, state: &mut State, seat: Seat, kinds: u64, sum: u8, log: &mut impl Log<Event>) {
        for kind in Kind::all(self.boats(state, seat, kinds)) {
            let open = activate(state, seat, kind, log);
            pay(state, seat, kind, u32::from(sum) * u32::from(open), log);
        }
    }

    /// Fires what is left of the roll, up to the next decision: R11, then R14, then building.
    #[inline]
    pub(super) fn carry_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        while state.greens != 0 {
            let others = state.greens & !self.tables.business;
            let next = if others == 0 { state.greens } else { others };
            let kind = Kind::first(next).expect("a green card is left");
            state.greens &= !kind.bit();
            if self.fire_green(state, kind, log) {
                return;
            }
        }
        if state.returning.is_some() {
            Self::give_back(state);
        }
        if state.encore.is_some() && self.ask_again(state) {
            return;
        }
        while let Some(first) = Kind::first(state.purples) {
            let ordered = state.purples & !self.tables.free_order != 0;
            if ordered && state.purples.count_ones() > 1 {
                state.phase = Phase::Activate;
                return;
            }
            state.purples &= !first.bit();
            if self.fire_purple(state, first, log) {
                return;
            }
        }
        self.before_building(state, log);
    }

    /// Fires a green card of the roller. Is there something to decide?
    #[inline]
    fn fire_green(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) -> bool {
        let seat = state.roller;
        match self.tables.effect(kind) {
            CompiledEffect::Bank { .. } => self.bank_one(state, seat, kind, log),
            CompiledEffect::Loan { fee, .. } => {
                let due = fee * u32::from(activate(state, seat, kind, log));
                charge(state, seat, kind, due, log);
            }
            CompiledEffect::Demolish { .. } => {
                let left = activate(state, seat, kind, log);
                return Self::ask_to_demolish(state, kind, left);
            }
            CompiledEffect::Move { .. } => {
                let left = activate(state, seat, kind, log);
                return Self::ask_to_move(state, kind, left);
            }
            _ => {}
        }
        false
    }

    /// R22: fires all of the roller's copies of a kind that is not purple. Is there something to wait for?
    pub(super) fn fire_shown(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) -> bool {
        match self.tables.effect(kind) {
            CompiledEffect::Take { .. } => {
                open(state, state.roller, kind, log);
                false
            }
            CompiledEffect::Throw { .. } => {
                let throws = self.throws_own(state, kind, log);
                if throws {
                    state.phase = Phase::Throw { exhibited: Some(kind) };
                }
                throws
            }
            _ => self.fire_green(state, kind, log),
        }
    }

    fn throws_own(&self, state: &mut State, kind: Kind, log: &mut impl Log<Event>) -> bool {
        if self.boats(state, state.roller, kind.bit()) == 0 {
            return false;
        }
        let throws = state.own().open(kind) > 0;
        if !throws {
            activate(state, state.roller, kind, log);
        }
        throws
    }

    fn ask_to_demolish(state: &mut State, by: Kind, left: u8) -> bool {
        let asks = left > 0 && state.own().built_bits() != 0;
        if asks {
            state.phase = Phase::Demolish { by, left };
        }
        asks
    }

    /// R17: there is always a card to give: the one that fires is one.
    fn ask_to_move(state: &mut State, by: Kind, left: u8) -> bool {
        if left > 0 {
            state.phase = Phase::Move { by, left };
        }
        left > 0
    }

    /// R17.
    pub(super) fn demolish(&self, state: &mut State, landmark: Landmark, log: &mut impl Log<Event>) {
        let Phase::Demolish { by, left } = state.phase else { return };
        let CompiledEffect::Demolish { coins } = self.tables.effect(by) else { return };
        let seat = state.roller;
        state.cities.set_landmarks(seat, state.own().built_bits() & !landmark.bit());
        log.push(|| Event::Demolish { seat, landmark });
        pay(state, seat, by, coins, log);
        if !Self::ask_to_demolish(state, by, left - 1) {
            self.carry_on(state, log);
        }
    }

    /// R17.
    pub(super) fn move_card(&self, state: &mut State, kind: Kind, to: Seat, log: &mut impl Log<Event>) {
        let Phase::Move { by, left } = state.phase else { return };
        let CompiledEffect::Move { coins } = self.tables.effect(by) else { return };
        let seat = state.roller;
        let closed = state.cities.remove(seat, kind);
        state.cities.receive(to, kind, closed);
        log.push(|| Event::Move { seat, to, kind });
        pay(state, seat, by, coins, log);
        if !Self::ask_to_move(state, by, left - 1) {
            self.carry_on(state, log);
        }
    }
}

/// These seats in turn order, from the roller on.
#[inline]
fn after(seats: Seats, roller: Seat, players: u8) -> impl DoubleEndedIterator<Item = Seat> {
    // The seats twice, one after the other: the roller is the lowest of the second half, or of what is left of the first.
    let bits = u32::from(seats.bits());
    let rotated = (bits >> roller.0 | bits << (players - roller.0)) & ((1 << players) - 1);
    Turns { left: rotated, roller: roller.0, players }
}

/// Seats as steps from the roller, a bit a step.
struct Turns {
    left: u32,
    roller: u8,
    players: u8,
}

impl Turns {
    #[inline]
    fn take(&mut self, step: u32) -> Seat {
        self.left &= !(1 << step);
        seat_after(self.roller, step as u8, self.players)
    }
}

impl Iterator for Turns {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        (self.left != 0).then(|| self.take(self.left.trailing_zeros()))
    }
}

impl DoubleEndedIterator for Turns {
    #[inline]
    fn next_back(&mut self) -> Option<Seat> {
        (self.left != 0).then(|| self.take(self.left.ilog2()))
    }
}

/// R12.
#[inline]
fn holds(when: When, owner: City<'_>, roller: City<'_>) -> bool {
    match when {
        When::Always => true,
        When::Harbor => owner.has(Landmark::Harbor),
        When::Fewer(count) => owner.built() < count,
        When::Roller(count) => roller.built() >= count,
    }
}

/// R18: closed copies open; so many were open and fire.
#[inline]
pub(super) fn activate(state: &mut State, seat: Seat, kind: Kind, log: &mut impl Log<Event>) -> u8 {
    let city = state.cities.of(seat);
    let closed = city.closed(kind);
    let copies = city.copies(kind) - closed;
    if copies > 0 {
        log.push(|| Event::Activates { seat, kind, copies });
    }
    if closed > 0 {
        open(state, seat, kind, log);
    }
    copies
}

/// R18: closed copies open.
fn open(state: &mut State, seat: Seat, kind: Kind, log: &mut impl Log<Event>) {
    let copies = state.cities.of(seat).closed(kind);
    if copies > 0 {
        state.cities.set_closed(seat, kind, 0);
        log.push(|| Event::Open { seat, kind, copies });
    }
}

/// R18, R19: so many open copies close.
pub(super) fn close(state: &mut State, seat: Seat, kind: Kind, copies: u8, log: &mut impl Log<Event>) {
    state.cities.set_closed(seat, kind, state.cities.of(seat).closed(kind) + copies);
    log.push(|| Event::Close { seat, kind, copies });
}

/// The bank pays for a card.
#[inline]
pub(super) fn pay(state: &mut State, seat: Seat, kind: Kind, coins: u32, log: &mut impl Log<Event>) {
    let coins = state.cities.gain(seat, coins);
    if coins > 0 {
        log.push(|| Event::Payout { seat, kind, coins });
    }
}

/// A player pays the bank for a card, as much as he has.
pub(super) fn charge(state: &mut State, seat: Seat, kind: Kind, due: u32, log: &mut impl Log<Event>) {
    let coins = state.cities.spend(seat, due);
    if coins > 0 {
        log.push(|| Event::Fee { seat, kind, coins });
    }
}

/// A player pays another, as much as he has. How much was it?
#[inline]
pub(super) fn transfer(state: &mut State, from: Seat, to: Seat, due: u32) -> u32 {
    let coins = due.min(state.cities.of(to).room());
    let coins = state.cities.spend(from, coins);
    state.cities.gain(to, coins);
    coins
}
