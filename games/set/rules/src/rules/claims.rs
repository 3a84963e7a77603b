//! Claims: which there are, and whether one is right.
//!
//! `SetGame::judge` is the one test of a claim; the generators below list the same claims faster, and the
//! conformance suite holds the two against each other.

use crate::action::{Cell, Claim, Illegal, Taken};
use crate::card::{Card, CardSet};
use crate::config::{Refill, Variant};
use crate::facts::{MAX_BOARD_SIZE, THIRD};
use crate::rules::SetGame;
use crate::solver::{MOST_SETS, Places, find_set, for_each_set, is_set};
use crate::state::State;

/// More ultrasets than 21 cards can hold: a card completes ten of their pairs at most, and 210 pairs make 21
/// such groups of 45 couples.
const MOST_ULTRASETS: usize = 946;

impl SetGame {
    /// Is the claim right? Tested in this order: how many cells, each of them (there and not empty), Set, chain
    /// or found before (R2, R7, R14 to R16).
    #[inline]
    pub(crate) fn judge(&self, state: &State, claim: Claim) -> Result<Taken, Illegal> {
        let taken = self.named(state, claim)?;
        let [a, b, c, d] = taken.padded();
        let is_right = match self.config.variant {
            Variant::Ultra => is_ultraset([a, b, c, d]),
            _ => is_set(a, b, c),
        };
        if !is_right {
            return Err(Illegal::NotASet);
        }
        match self.config.variant {
            Variant::Chain if shown_cells(claim) != usize::from(state.shown().is_some()) => {
                Err(Illegal::NotInChain)
            }
            Variant::Puzzle if self.puzzle_bit(state, claim) & state.found != 0 => Err(Illegal::AlreadyFound),
            _ => Ok(taken),
        }
    }

    /// The cards that a claim names, if it names enough and they are there.
    #[inline]
    pub(crate) fn named(&self, state: &State, claim: Claim) -> Result<Taken, Illegal> {
        let expected = self.config.claim_size();
        if claim.cells().len() != expected {
            return Err(Illegal::WrongCount { expected: expected as u8 });
        }
        let mut cards = [Card::FIRST; 4];
        for (card, &cell) in cards.iter_mut().zip(claim.cells()) {
            *card = state.cells[cell.index()];
            if *card == Card::NONE {
                let is_hole = cell.index() < usize::from(state.len);
                return Err(if is_hole { Illegal::EmptyCell(cell) } else { Illegal::OutOfRange(cell) });
            }
        }
        Ok(Taken::new(cards, expected as u8))
    }

    /// Is there anything that a claim could take?
    pub(crate) fn has_claim(&self, state: &State) -> bool {
        self.first_claim(state).is_some()
    }

    /// The lowest right claim.
    #[inline]
    pub fn first_claim(&self, state: &State) -> Option<Claim> {
        match self.config.variant {
            Variant::Standard | Variant::Junior => {
                self.with_board(state, |cards, cells| find_set(cards).map(|set| cells.claim(set)))
            }
            _ => self.with_claims(state, |claims| claims.first().copied()),
        }
    }

    /// Calls `use_them` with all right claims, ascending. Nothing is allocated.
    #[inline]
    pub(crate) fn with_claims<R>(&self, state: &State, use_them: impl FnOnce(&[Claim]) -> R) -> R {
        match self.config.variant {
            Variant::Ultra => {
                let mut claims = [Claim::of([0; 4]); MOST_ULTRASETS];
                let count = self.with_board(state, |cards, cells| ultrasets(cards, cells, &mut claims));
                use_them(&claims[..count])
            }
            variant => {
                let mut claims = [Claim::of([0; 4]); MOST_SETS];
                let mut count = 0;
                match state.shown() {
                    Some(shown) if variant == Variant::Chain => {
                        count = self.chain_sets(state, shown, &mut claims);
                    }
                    _ => self.with_board(state, |cards, cells| {
                        for_each_set(cards, |set| {
                            claims[count] = cells.claim(set);
                            count += 1;
                        });
                    }),
                }
                if variant == Variant::Puzzle {
                    count = without_found(&mut claims, count, state.found);
                }
                use_them(&claims[..count])
            }
        }
    }

    /// Calls `use_it` with the cards on the board and their cells; holes are passed over.
    #[inline]
    fn with_board<R>(&self, state: &State, use_it: impl FnOnce(&[Card], &Cells) -> R) -> R {
        let board = &state.cells[..usize::from(state.len)];
        if self.config.refill != Refill::InPlace || !board.contains(&Card::NONE) {
            return use_it(board, &Cells::InOrder);
        }
        let (mut cards, mut cells, mut len) = ([Card::FIRST; MAX_BOARD_SIZE], [0; MAX_BOARD_SIZE], 0);
        for (cell, card) in state.cards() {
            cards[len] = card;
            cells[len] = cell.index() as u8;
            len += 1;
        }
        use_it(&cards[..len], &Cells::At(cells))
    }

    /// The Sets of two cards of the board and one on show.
    fn chain_sets(&self, state: &State, shown: [Card; 3], out: &mut [Claim; MOST_SETS]) -> usize {
        let mut places = Places::of(&[]);
        for (index, &card) in shown.iter().enumerate() {
            places.put(card, Cell::SHOWN.index() + index);
        }
        let mut count = 0;
        self.with_board(state, |cards, cells| {
            for (i, a) in cards.iter().enumerate() {
                let row = &THIRD[a.id()];
                for (j, &b) in cards.iter().enumerate().skip(i + 1) {
                    let shown_at = places.third(row, b);
                    if shown_at != 0 {
                        out[count] = Claim::of([cells.of(i), cells.of(j), shown_at as u8, u8::MAX]);
                        count += 1;
                    }
                }
            }
        });
        count
    }

    /// The bit of a puzzle's Set: its place in the list of all, found or not.
    pub(crate) fn puzzle_bit(&self, state: &State, claim: Claim) -> u16 {
        let unfound = State { found: 0, ..*state };
        let index = self.with_claims(&unfound, |claims| claims.binary_search(&claim));
        index.map_or(0, |index| 1 << index)
    }
}

fn shown_cells(claim: Claim) -> usize {
    claim.cells().iter().filter(|cell| cell.is_shown()).count()
}

/// Do two pairs of these four cards have the same third card? Then it is none of the four.
pub(crate) fn is_ultraset([a, b, c, d]: [Card; 4]) -> bool {
    a.third(b) == c.third(d) || a.third(c) == b.third(d) || a.third(d) == b.third(c)
}

/// Leaves out a puzzle's Sets that are found.
fn without_found(claims: &mut [Claim; MOST_SETS], count: usize, found: u16) -> usize {
    let mut kept = 0;
    for index in 0..count {
        claims[kept] = claims[index];
        kept += usize::from(found >> index & 1 == 0);
    }
    kept
}

/// The cells of the cards that a solver was given.
pub(crate) enum Cells {
    /// The first, the second, and so on: a board without holes.
    InOrder,
    /// These.
    At([u8; MAX_BOARD_SIZE]),
}

impl Cells {
    /// The cell of the card at this position.
    #[inline]
    fn of(&self, position: usize) -> u8 {
        match self {
            Cells::InOrder => position as u8,
            Cells::At(cells) => cells[position],
        }
    }

    #[inline]
    fn claim(&self, [i, j, k]: [usize; 3]) -> Claim {
        Claim::of([self.of(i), self.of(j), self.of(k), u8::MAX])
    }
}

/// All couples of pairs that one card completes, ascending.
fn ultrasets(cards: &[Card], cells: &Cells, out: &mut [Claim; MOST_ULTRASETS]) -> usize {
    let mut count = 0;
    for i in 0..cards.len() {
        for j in i + 1..cards.len() {
            for k in j + 1..cards.len() {
                for l in k + 1..cards.len() {
                    if is_ultraset([cards[i], cards[j], cards[k], cards[l]]) {
                        out[count] = Claim::of([i, j, k, l].map(|position| cells.of(position)));
                        count += 1;
                    }
                }
            }
        }
    }
    count
}

/// Could the cells dealt last have been filled from `pool` so that there is a claim? (R6)
pub(crate) fn could_hold_claim(game: &SetGame, state: &State, pool: CardSet, new: usize) -> bool {
    let old: CardSet = state
        .cards()
        .filter(|(cell, _)| state.fresh >> cell.index() & 1 == 0)
        .map(|(_, card)| card)
        .collect();
    let cost = |card: Card| usize::from(pool.contains(card));
    let all = old.or(pool);
    match (game.config.variant, state.shown()) {
        (Variant::Chain, Some(shown)) => shown.iter().any(|&show| {
            all.iter().any(|a| {
                let b = a.third(show);
                a != b && all.contains(b) && cost(a) + cost(b) <= new
            })
        }),
        (Variant::Ultra, _) => Card::all().any(|third| cheapest_couple(all, third, cost) <= new),
        _ => all.iter().any(|a| {
            all.iter().any(|b| {
                let c = a.third(b);
                a < b && b < c && all.contains(c) && cost(a) + cost(b) + cost(c) <= new
            })
        }),
    }
}

/// The fewest new cards that two pairs with this third card need.
fn cheapest_couple(all: CardSet, third: Card, cost: impl Fn(Card) -> usize) -> usize {
    let mut cheapest = [usize::MAX / 2; 2];
    for a in all.iter() {
        let b = a.third(third);
        if a < b && all.contains(b) {
            let pair = cost(a) + cost(b);
            if pair < cheapest[0] {
                cheapest = [pair, cheapest[0]];
            } else {
                cheapest[1] = cheapest[1].min(pair);
            }
        }
    }
    cheapest[0] + cheapest[1]
}
