//! Dealing: the first board, refills, three more, and the guarantee that a deal holds a Set.

use tercet_game::{End, Log, Seats};

use crate::action::{Cell, Claim, Event, Illegal};
use crate::card::{Card, CardSet};
use crate::config::{DealRule, Exhausted, Guarantee, Refill, Variant};
use crate::facts::BOARD_INCREASE_STEP;
use crate::rules::SetGame;
use crate::rules::claims::could_hold_claim;
use crate::state::{Phase, State};

impl SetGame {
    /// Puts the dealer's card on the board (R4).
    #[inline]
    pub(crate) fn take_card(
        &self,
        state: &mut State,
        card: Card,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        if state.owed == 0 {
            let is_over = matches!(state.phase, Phase::Over(_));
            return Err(if is_over { Illegal::GameOver } else { Illegal::NoCardOwed });
        }
        if !state.unseen.remove(card) {
            return Err(Illegal::NotInDeck(card));
        }
        let index = self.vacant(state);
        state.cells[index] = card;
        state.stock -= 1;
        state.len = state.len.max(index as u8 + 1);
        state.fresh |= 1 << index;
        state.owed -= 1;
        log.push(|| Event::Dealt { cell: Cell::of(index as u8), card });
        if state.owed == 0 {
            self.finish_deal(state, log);
        }
        Ok(())
    }

    /// How many cards lie on the board; only boards that keep holes have to count.
    #[inline]
    pub(crate) fn on_board(&self, state: &State) -> u8 {
        if self.config.refill == Refill::InPlace { state.on_board() } else { state.len }
    }

    /// The cell for the next card: the first hole, if holes are kept, or else the end of the board (R7).
    #[inline]
    fn vacant(&self, state: &State) -> usize {
        let len = usize::from(state.len);
        match self.config.refill {
            Refill::InPlace => state.cells[..len].iter().position(|&card| card == Card::NONE).unwrap_or(len),
            Refill::Compact | Refill::OnDeal => len,
        }
    }

    /// The last card owed has come: keep the deal, or send it back, or mend it (R5, R6, R16).
    fn finish_deal(&self, state: &mut State, log: &mut impl Log<Event>) {
        let is_guaranteed = match state.phase {
            Phase::Dealing => self.config.guarantee != Guarantee::None,
            Phase::Refilling => self.config.guarantee == Guarantee::InitialAndRefill,
            _ => false,
        };
        if self.config.variant == Variant::Puzzle {
            let sets = self.with_claims(state, <[Claim]>::len);
            if sets != usize::from(self.config.puzzle_sets) {
                return send_back(state, log);
            }
        } else if is_guaranteed && !self.has_claim(state) && !self.mend(state, log) {
            return;
        }
        state.fresh = 0;
        state.redeals = 0;
        state.phase = Phase::Playing;
        self.end_if_stuck(state, log);
    }

    /// A guaranteed deal holds no Set. `true` if the game goes on with it all the same.
    #[inline(never)]
    fn mend(&self, state: &mut State, log: &mut impl Log<Event>) -> bool {
        let pool = state.unseen.or(fresh_cards(state));
        let new = state.fresh.count_ones() as usize;
        let hopeless = state.stock == 0 || !could_hold_claim(self, state, pool, new);
        if !hopeless && state.redeals < self.config.redeals {
            state.redeals += 1;
            send_back(state, log);
            return false;
        }
        match self.config.exhausted {
            Exhausted::Error if !hopeless => {
                Self::end(state, End::Void, log);
                return false;
            }
            Exhausted::Force if !hopeless && self.force(state, log) => {}
            _ => {
                state.waived = true;
                log.push(|| Event::Waived);
            }
        }
        true
    }

    /// Swaps the last card for one of the deck that makes a Set; `false` if no single card does (R5).
    fn force(&self, state: &mut State, log: &mut impl Log<Event>) -> bool {
        let last = Cell::of(state.fresh.ilog2() as u8);
        let Some(card) = self.forcing_card(state, last) else { return false };
        let back = state.cells[last.index()];
        state.cells[last.index()] = card;
        state.unseen.remove(card);
        state.unseen.insert(back);
        log.push(|| Event::Forced { cell: last, back, card });
        true
    }

    /// The card that completes the first pair that the deck can complete; for claims of another kind, the
    /// lowest card that makes one.
    fn forcing_card(&self, state: &State, last: Cell) -> Option<Card> {
        let with = |card: Card| {
            let mut forced = *state;
            forced.cells[last.index()] = card;
            forced
        };
        if self.config.variant == Variant::Ultra || state.shown().is_some() {
            return state.unseen.iter().find(|&card| self.has_claim(&with(card)));
        }
        let mut pairs = state.cards().filter(|&(cell, _)| cell != last).flat_map(|(cell, a)| {
            state.cards().filter(move |&(other, _)| other > cell && other != last).map(move |(_, b)| (a, b))
        });
        pairs.find_map(|(a, b)| Some(a.third(b)).filter(|&card| state.unseen.contains(card)))
    }

    /// Why cards can't be dealt now, in the order: full board, empty deck, something to claim (R8).
    pub(crate) fn deal_refusal(
        &self,
        state: &State,
        has_claim: impl FnOnce() -> bool,
    ) -> Result<(), Illegal> {
        if self.config.variant == Variant::Puzzle {
            return Err(Illegal::NoDealing);
        }
        if self.on_board(state) >= self.config.max_board() {
            return Err(Illegal::BoardFull);
        }
        if state.stock == 0 {
            return Err(Illegal::DeckDepleted);
        }
        if self.config.deal_rule == DealRule::OnlyIfNoSet && has_claim() {
            return Err(Illegal::SetOnBoard);
        }
        Ok(())
    }

    /// Owes three more cards, or as many as there are and fit (R8).
    pub(crate) fn add_cards(&self, state: &mut State) {
        let room = usize::from(self.config.max_board() - self.on_board(state));
        state.owed = BOARD_INCREASE_STEP.min(room).min(state.stock.into()) as u8;
        state.phase = Phase::Adding;
        board_changes(state);
    }

    /// Takes a claim's cards off the board and owes the refill (R7).
    #[inline]
    pub(crate) fn take_claim(&self, state: &mut State, claim: Claim, log: &mut impl Log<Event>) {
        if self.config.variant == Variant::Puzzle {
            return self.mark_found(state, claim, log);
        }
        if self.config.variant == Variant::Chain {
            show(state, claim);
        }
        let mask = claim.board_mask();
        let taken = match self.config.variant {
            Variant::Chain => mask.count_ones() as u8,
            _ => self.config.claim_size() as u8,
        };
        let left = self.on_board(state) - taken;
        let refill = if self.config.refill == Refill::OnDeal {
            0
        } else {
            self.config.capacity.saturating_sub(left).min(state.stock)
        };
        match self.config.refill {
            Refill::InPlace => {
                close_holes(state, mask, (left + refill).max(self.config.capacity.min(state.len)));
            }
            Refill::Compact | Refill::OnDeal => compact(state, mask),
        }
        board_changes(state);
        if refill == 0 {
            return self.end_if_stuck(state, log);
        }
        state.owed = refill;
        state.phase = Phase::Refilling;
    }

    /// Closes the board up after cards were taken off by hand, and owes the refill (R7).
    pub(crate) fn begin_refill(&self, state: &mut State) {
        let left = self.on_board(state);
        let refill = self.config.capacity.saturating_sub(left).min(state.stock);
        close_holes(state, 0, (left + refill).max(self.config.capacity.min(state.len)));
        if refill > 0 {
            state.owed = refill;
            state.phase = Phase::Refilling;
        }
    }

    /// A puzzle's Set is found; the board stays (R16).
    #[inline(never)]
    fn mark_found(&self, state: &mut State, claim: Claim, log: &mut impl Log<Event>) {
        state.found |= self.puzzle_bit(state, claim);
        board_changes(state);
        self.end_if_stuck(state, log);
    }

    /// Ends the game if nothing can be claimed and nothing dealt (R9).
    #[inline]
    pub(crate) fn end_if_stuck(&self, state: &mut State, log: &mut impl Log<Event>) {
        let is_puzzle = self.config.variant == Variant::Puzzle;
        let may_deal = !is_puzzle && state.stock > 0 && state.len < self.config.max_board();
        if may_deal {
            return;
        }
        let can_deal = !is_puzzle && state.stock > 0 && self.on_board(state) < self.config.max_board();
        if !can_deal && !self.has_claim(state) {
            Self::end(state, End::Finished, log);
        }
    }

    pub(crate) fn end(state: &mut State, end: End, log: &mut impl Log<Event>) {
        state.phase = Phase::Over(end);
        state.owed = 0;
        state.fresh = 0;
        log.push(|| Event::Over { end });
    }
}

/// A new board: locks open, asking is over, a waived guarantee is forgotten (R10, R11).
fn board_changes(state: &mut State) {
    state.locked = Seats::NONE.bits() as u8;
    state.asking = Seats::NONE.bits() as u8;
    state.waived = false;
    state.fresh = 0;
    state.redeals = 0;
}

/// In a chain the Set taken last stays on show (R14).
fn show(state: &mut State, claim: Claim) {
    let mut shown = [Card::NONE; 3];
    for (card, cell) in shown.iter_mut().zip(claim.cells()) {
        *card = state.cells[cell.index()];
    }
    state.cells[Cell::SHOWN.index()..].copy_from_slice(&shown);
}

fn fresh_cards(state: &State) -> CardSet {
    state.cards().filter(|(cell, _)| state.fresh >> cell.index() & 1 == 1).map(|(_, card)| card).collect()
}

/// The deal goes back into the deck and is owed again.
#[inline(never)]
fn send_back(state: &mut State, log: &mut impl Log<Event>) {
    let cards = state.fresh.count_ones() as u8;
    state.unseen = state.unseen.or(fresh_cards(state));
    state.stock += cards;
    for index in (0..usize::from(state.len)).rev().filter(|index| state.fresh >> index & 1 == 1) {
        state.cells[index] = Card::NONE;
        if index + 1 == usize::from(state.len) {
            state.len -= 1;
        }
    }
    state.fresh = 0;
    state.owed = cards;
    log.push(|| Event::Redealt { cards });
}

/// The cards that stay move left.
#[inline]
fn compact(state: &mut State, taken: u32) {
    let len = usize::from(state.len);
    let mut kept = 0;
    let board = &mut state.cells[..len];
    for index in 0..len {
        board[kept] = board[index];
        kept += usize::from(taken >> index & 1 == 0);
    }
    // At most four, one by one: a call of `memset` for them takes longer than the rest.
    for gone in board.iter_mut().skip(kept).take(4) {
        *gone = Card::NONE;
    }
    state.len = kept as u8;
}

/// The cards beyond the new length move into the holes, first to first.
#[inline(never)]
fn close_holes(state: &mut State, taken: u32, len: u8) {
    for index in 0..usize::from(state.len) {
        if taken >> index & 1 == 1 {
            state.cells[index] = Card::NONE;
        }
    }
    let mut hole = 0;
    for index in usize::from(len)..usize::from(state.len) {
        if state.cells[index] == Card::NONE {
            continue;
        }
        while state.cells[hole] != Card::NONE {
            hole += 1;
        }
        state.cells.swap(hole, index);
    }
    state.len = state.len.min(len);
}
