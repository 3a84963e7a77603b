//! Claims: which there are, and whether one is right.
//!
//! [`Verdict`] is the one test of a claim; the generators below list the same claims faster, and the
//! conformance suite holds the two against each other.

use crate::action::{Cell, Claim, Illegal, Taken};
use crate::card::{Card, CardSet};
use crate::config::Variant;
use crate::facts::{MAX_BOARD_SIZE, THIRD};
use crate::rules::SetGame;
use crate::solver::{MOST_SETS, Places, board_sets, find_set, is_set};
use crate::state::State;

/// More ultrasets than 21 cards can hold: a card completes ten of their pairs at most, and 210 pairs make 21
/// such groups of 45 couples.
const MOST_ULTRASETS: usize = 946;

impl SetGame {
    /// Is the claim right? Tested in the order: count, range, holes, found before, Set (R2, R7, R14 to R16).
    pub(crate) fn judge(&self, state: &State, claim: Claim) -> Result<Taken, Illegal> {
        let cards = self.named(state, claim)?;
        match (self.config.variant, cards.cards()) {
            (Variant::Chain, &[a, b, c]) if is_set(a, b, c) => {
                let shown = claim.cells().iter().filter(|cell| cell.is_shown()).count();
                let needed = usize::from(state.shown().is_some());
                if shown == needed { Ok(cards) } else { Err(Illegal::NotInChain) }
            }
            (Variant::Ultra, &[a, b, c, d]) if is_ultraset([a, b, c, d]) => Ok(cards),
            (Variant::Puzzle, &[a, b, c]) if is_set(a, b, c) => {
                let found = self.puzzle_bit(state, claim) & state.found != 0;
                if found { Err(Illegal::AlreadyFound) } else { Ok(cards) }
            }
            (Variant::Standard | Variant::Junior, &[a, b, c]) if is_set(a, b, c) => Ok(cards),
            _ => Err(Illegal::NotASet),
        }
    }

    /// The cards that a claim names, if it names enough and they are there.
    pub(crate) fn named(&self, state: &State, claim: Claim) -> Result<Taken, Illegal> {
        let expected = self.config.claim_size();
        if claim.cells().len() != expected {
            return Err(Illegal::WrongCount { expected: expected as u8 });
        }
        for &cell in claim.cells() {
            let there = cell.index() < usize::from(state.len) || cell.is_shown() && state.shown().is_some();
            if !there {
                return Err(Illegal::OutOfRange(cell));
            }
            if state.card(cell).is_none() {
                return Err(Illegal::EmptyCell(cell));
            }
        }
        Ok(Taken::new(claim.cells().iter().filter_map(|&cell| state.card(cell))))
    }

    /// Is there anything that a claim could take?
    pub(crate) fn has_claim(&self, state: &State) -> bool {
        self.first_claim(state).is_some()
    }

    /// The lowest right claim.
    pub fn first_claim(&self, state: &State) -> Option<Claim> {
        match self.config.variant {
            Variant::Standard | Variant::Junior => {
                let board = Board::of(state);
                find_set(board.cards()).map(|[i, j, k]| board.claim([i as u8, j as u8, k as u8, u8::MAX]))
            }
            _ => self.with_claims(state, |claims| claims.first().copied()),
        }
    }

    /// Calls `use_them` with all right claims, ascending. Nothing is allocated.
    pub(crate) fn with_claims<R>(&self, state: &State, use_them: impl FnOnce(&[Claim]) -> R) -> R {
        match self.config.variant {
            Variant::Ultra => {
                let mut claims = [Claim::of([0; 4]); MOST_ULTRASETS];
                let count = ultrasets(&Board::of(state), &mut claims);
                use_them(&claims[..count])
            }
            variant => {
                let mut claims = [Claim::of([0; 4]); MOST_SETS];
                let count = match state.shown() {
                    Some(shown) if variant == Variant::Chain => chain_sets(state, shown, &mut claims),
                    _ => self.plain_sets(state, &mut claims),
                };
                use_them(&claims[..count])
            }
        }
    }

    /// All Sets of the board; a puzzle leaves out those that are found.
    #[inline]
    fn plain_sets(&self, state: &State, out: &mut [Claim; MOST_SETS]) -> usize {
        let board = Board::of(state);
        let mut raw = [[0; 4]; MOST_SETS];
        let count = board_sets(board.cards(), &mut raw);
        let mut kept = 0;
        for (index, &set) in raw[..count].iter().enumerate() {
            out[kept] = board.claim(set);
            let found = self.config.variant == Variant::Puzzle && state.found >> index & 1 == 1;
            kept += usize::from(!found);
        }
        kept
    }

    /// The bit of a puzzle's Set: its place in the list of all, found or not.
    pub(crate) fn puzzle_bit(&self, state: &State, claim: Claim) -> u16 {
        let unfound = State { found: 0, ..*state };
        let index = self.with_claims(&unfound, |claims| claims.binary_search(&claim));
        index.map_or(0, |index| 1 << index)
    }
}

/// Do two pairs of these four cards have the same third card? Then it is none of the four.
pub(crate) fn is_ultraset([a, b, c, d]: [Card; 4]) -> bool {
    a.third(b) == c.third(d) || a.third(c) == b.third(d) || a.third(d) == b.third(c)
}

/// The cards on the board without its holes, and where each lies.
pub(crate) struct Board {
    cards: [Card; MAX_BOARD_SIZE],
    cells: [u8; MAX_BOARD_SIZE],
    len: usize,
    has_holes: bool,
}

impl Board {
    #[inline]
    pub(crate) fn of(state: &State) -> Board {
        let mut board = Board {
            cards: [Card::of(0); MAX_BOARD_SIZE],
            cells: [0; MAX_BOARD_SIZE],
            len: 0,
            has_holes: false,
        };
        for (cell, card) in state.cards() {
            board.cards[board.len] = card;
            board.cells[board.len] = cell.index() as u8;
            board.len += 1;
        }
        board.has_holes = board.len < usize::from(state.len);
        board
    }

    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells[..self.len].iter().map(|&cell| Cell::of(cell))
    }

    /// Positions among the cards as a claim on their cells.
    #[inline]
    fn claim(&self, positions: [u8; 4]) -> Claim {
        if !self.has_holes {
            return Claim::of(positions);
        }
        Claim::of(positions.map(|position| self.cells.get(usize::from(position)).copied().unwrap_or(u8::MAX)))
    }
}

/// The Sets of two cards of the board and one on show.
fn chain_sets(state: &State, shown: [Card; 3], out: &mut [Claim; MOST_SETS]) -> usize {
    let board = Board::of(state);
    let mut places = Places::of(&[]);
    for (index, &card) in shown.iter().enumerate() {
        places.put(card, Cell::SHOWN.index() + index);
    }
    let mut count = 0;
    for (i, &a) in board.cards().iter().enumerate() {
        let row = &THIRD[a.id()];
        for (j, &b) in board.cards().iter().enumerate().skip(i + 1) {
            let shown_at = places.place(row, b);
            if shown_at != 0 {
                out[count] = Claim::of([board.cells[i], board.cells[j], shown_at as u8, u8::MAX]);
                count += 1;
            }
        }
    }
    count
}

/// All couples of pairs that one card completes, ascending.
fn ultrasets(board: &Board, out: &mut [Claim; MOST_ULTRASETS]) -> usize {
    let cards = board.cards();
    let mut count = 0;
    for i in 0..cards.len() {
        for j in i + 1..cards.len() {
            for k in j + 1..cards.len() {
                for l in k + 1..cards.len() {
                    if is_ultraset([cards[i], cards[j], cards[k], cards[l]]) {
                        out[count] = board.claim([i as u8, j as u8, k as u8, l as u8]);
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
        _ => all.all_sets().iter().any(|set| set.iter().map(|&card| cost(card)).sum::<usize>() <= new),
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
