//! What seats do: claims right and wrong, asking for cards, calls. A game of one seat is the race in which a
//! wrong claim is refused instead of punished.

use tercet_game::{Log, Seat, Seats};

use crate::action::{Action, Cell, Claim, Event, Illegal};
use crate::card::Card;
use crate::config::DealRule;
use crate::rules::SetGame;
use crate::state::{NOBODY, Phase, State};

impl SetGame {
    /// The seats that may act while the game waits for seats (R10, R12).
    pub(crate) fn acting(&self, state: &State) -> Seats {
        match state.caller() {
            Some(caller) => Seats::one(caller),
            None => Seats::first(self.config.seats).without(state.locked()),
        }
    }

    #[inline]
    pub(crate) fn act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        match action {
            Action::Claim(claim) if self.config.seats == 1 => {
                let cards = self.judge(state, claim)?;
                log.push(|| Event::Claimed { seat, claim, cards });
                state.sets[seat.index()] += 1;
                self.take_claim(state, claim, log);
                Ok(())
            }
            Action::Claim(claim) => self.race_claim(state, seat, claim, log),
            Action::Deal => self.ask(state, seat, log),
            Action::Call => self.call(state, seat, log),
        }
    }

    /// Any cards may be claimed in a race; wrong ones cost (R10).
    #[inline(never)]
    fn race_claim(
        &self,
        state: &mut State,
        seat: Seat,
        claim: Claim,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        if self.config.call_ms > 0 && state.caller() != Some(seat) {
            return Err(Illegal::CallFirst);
        }
        let cards = self.named(state, claim)?;
        match self.judge(state, claim) {
            Ok(_) => {
                state.caller = NOBODY;
                state.sets[seat.index()] += 1;
                log.push(|| Event::Claimed { seat, claim, cards });
                self.take_claim(state, claim, log);
            }
            Err(Illegal::AlreadyFound) => return Err(Illegal::AlreadyFound),
            Err(_) => {
                log.push(|| Event::Wrong { seat, claim, cards });
                self.punish(state, seat, log);
            }
        }
        Ok(())
    }

    /// A wrong claim costs the penalty and locks the seat until the board changes (R10, R12).
    #[inline(never)]
    fn punish(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.caller = NOBODY;
        state.lost[seat.index()] += u16::from(self.config.penalty);
        state.locked |= Seats::one(seat).bits() as u8;
        if self.acting(state).is_empty() {
            self.open_locks(state, log);
        } else if self.all_ask(state) {
            self.deal_for_all(state, log);
        }
    }

    /// All seats are locked: three cards are dealt or, where that can't be, everybody may act again (R11).
    fn open_locks(&self, state: &mut State, log: &mut impl Log<Event>) {
        log.push(|| Event::Unlocked);
        if self.deal_refusal(state, || false).is_ok() {
            self.add_cards(state);
        } else {
            state.locked = 0;
            state.asking = 0;
        }
    }

    /// A seat asks for cards; they come when all who may act ask (R8, R11).
    #[inline(never)]
    fn ask(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        if state.caller().is_some() {
            return Err(Illegal::AlreadyCalled);
        }
        self.deal_refusal(state, || self.has_claim(state))?;
        if state.asking().contains(seat) {
            return Err(Illegal::AlreadyAsked(seat));
        }
        state.asking |= Seats::one(seat).bits() as u8;
        log.push(|| Event::Asked { seat });
        if self.all_ask(state) {
            self.deal_for_all(state, log);
        }
        Ok(())
    }

    fn all_ask(&self, state: &State) -> bool {
        let waiting = self.acting(state).without(state.asking());
        waiting.is_empty() && state.asking != 0
    }

    /// Under the penalty rule everybody who asked pays if there was something to claim (R8).
    fn deal_for_all(&self, state: &mut State, log: &mut impl Log<Event>) {
        if self.config.deal_rule == DealRule::Penalty && self.has_claim(state) {
            for seat in state.asking().iter() {
                state.lost[seat.index()] += 1;
                log.push(|| Event::Fined { seat });
            }
        }
        self.add_cards(state);
    }

    /// A seat calls; only it may act until it claims or its time runs out (R12).
    fn call(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        if self.config.call_ms == 0 {
            return Err(Illegal::NoCalls);
        }
        if state.caller().is_some() {
            return Err(Illegal::AlreadyCalled);
        }
        state.caller = seat.0;
        log.push(|| Event::Called { seat });
        Ok(())
    }

    /// The caller's time has run out: as a wrong claim (R12).
    pub(crate) fn time_out(&self, state: &mut State, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        let Some(seat) = state.caller() else { return Err(Illegal::NoWindow) };
        if state.phase != Phase::Playing {
            return Err(Illegal::NoWindow);
        }
        log.push(|| Event::Expired { seat });
        self.punish(state, seat, log);
        Ok(())
    }

    /// Calls `use_it` with each claim that a seat may make in a race, ascending: any cards on the table, but
    /// for Sets of a puzzle that are found. Stops when `use_it` says so.
    pub(crate) fn race_claims(&self, state: &State, mut use_it: impl FnMut(Claim) -> bool) {
        let cells: Table = Table::of(state);
        let size = self.config.claim_size();
        let is_found =
            |claim: Claim| state.found != 0 && self.judge(state, claim) == Err(Illegal::AlreadyFound);
        let mut chosen = [0usize, 1, 2, 3];
        if cells.len < size {
            return;
        }
        loop {
            let raw =
                core::array::from_fn(|place| if place < size { cells.cells[chosen[place]] } else { u8::MAX });
            let claim = Claim::of(raw);
            if !is_found(claim) && !use_it(claim) {
                return;
            }
            let movable = (0..size).rev().find(|&place| chosen[place] < cells.len - size + place);
            let Some(place) = movable else { return };
            chosen[place] += 1;
            for later in place + 1..size {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }
}

/// All cells with a card, the board's and those of the Set on show.
struct Table {
    cells: [u8; Cell::COUNT as usize],
    len: usize,
}

impl Table {
    fn of(state: &State) -> Table {
        let mut table = Table { cells: [0; Cell::COUNT as usize], len: 0 };
        let in_use = |&index: &u8| state.cells[usize::from(index)] != Card::NONE;
        for index in (0..Cell::COUNT).filter(in_use) {
            table.cells[table.len] = index;
            table.len += 1;
        }
        table
    }
}
