//! Fixed numbers for actions, and the board as rows of ones and zeros, for learning.
//!
//! Claims have the numbers of their combinations of cells in lexicographic order: three of the board's 21 cells, four for
//! an ultraset, and of 24 where a Set is on show. Then comes dealing and, in races with calls, the call. Numbers
//! name cells, not cards, and a wrong claim has one too.

use tercet_game::{Encode, Game, Seat, Turn};

use crate::action::{Action, Cell, Claim};
use crate::card::Card;
use crate::config::Variant;
use crate::facts::MAX_BOARD_SIZE;
use crate::rules::SetGame;
use crate::state::State;

/// Numbers of a cell: is there a card, then a one among three for number, colour, shape and shading.
const ROW: usize = 13;

/// The row of each card; the last, of no card, is empty.
static ROWS: [[i8; ROW]; 256] = {
    let mut rows = [[0; ROW]; 256];
    let mut id = 0;
    while id < 81 {
        rows[id][0] = 1;
        let (mut attribute, mut rest) = (0, id);
        while attribute < 4 {
            rows[id][1 + 3 * attribute + rest % 3] = 1;
            rest /= 3;
            attribute += 1;
        }
        id += 1;
    }
    rows
};

impl SetGame {
    /// The cells that claims may name: those of a Set on show only where there can be one.
    pub fn cell_count(&self) -> usize {
        if self.config.variant == Variant::Chain { Cell::COUNT.into() } else { MAX_BOARD_SIZE }
    }

    /// How many claims there are, right or wrong.
    pub fn claim_count(&self) -> usize {
        binomial(self.cell_count(), self.config.claim_size())
    }

    fn claim_number(&self, claim: Claim) -> usize {
        let (cells, size) = (self.cell_count(), self.config.claim_size());
        let mut first = 0;
        let mut number = 0;
        for (place, cell) in claim.cells().iter().take(size).map(|cell| cell.index()).enumerate() {
            let left = size - place;
            // All claims that have a lower cell here: those from the first free one on, less those from this one on.
            number += binomial(cells - first, left) - binomial(cells - cell, left);
            first = cell + 1;
        }
        number
    }

    /// The claim with a number below [`SetGame::claim_count`].
    #[inline]
    fn numbered_claim(&self, number: usize) -> Claim {
        if self.config.variant != Variant::Chain && self.config.claim_size() == 3 {
            return Claim::of(TRIPLES[number]);
        }
        Claim::of(combination(number, self.cell_count(), self.config.claim_size()))
    }

    fn is_to_act(&self, state: &State, seat: Seat) -> bool {
        matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat))
    }

    fn each_legal(&self, state: &State, seat: Seat, mut mark: impl FnMut(usize)) {
        if !self.is_to_act(state, seat) {
            return;
        }
        let mut actions = alloc::vec::Vec::new();
        self.legal_actions(state, seat, &mut actions);
        for action in actions {
            mark(self.action_number(seat, action));
        }
    }
}

impl Encode for SetGame {
    type Cell = i8;

    fn action_count(&self) -> usize {
        self.claim_count() + 1 + usize::from(self.config.call_ms > 0)
    }

    fn action_number(&self, _seat: Seat, action: Action) -> usize {
        match action {
            Action::Claim(claim) => self.claim_number(claim),
            Action::Deal => self.claim_count(),
            Action::Call => self.claim_count() + 1,
        }
    }

    #[inline]
    fn numbered_action(&self, _seat: Seat, number: usize) -> Option<Action> {
        let claims = self.claim_count();
        match number.checked_sub(claims) {
            None => Some(Action::Claim(self.numbered_claim(number))),
            Some(0) => Some(Action::Deal),
            Some(1) if self.config.call_ms > 0 => Some(Action::Call),
            Some(_) => None,
        }
    }

    /// What is legal is the solution: alone, only Sets are. An environment that asks for the Sets shows another mask.
    fn write_mask(&self, state: &State, seat: Seat, mask: &mut [u8]) {
        assert_eq!(mask.len(), self.action_count(), "a mask has one entry an action");
        mask.fill(0);
        self.each_legal(state, seat, |number| mask[number] = 1);
    }

    fn write_mask_bits(&self, state: &State, seat: Seat, words: &mut [u64]) {
        assert_eq!(words.len(), self.mask_words(), "a mask has one bit an action");
        words.fill(0);
        self.each_legal(state, seat, |number| words[number / 64] |= 1 << (number % 64));
    }

    /// A row for each cell: is there a card, then its number, colour, shape and shading, each a one among three.
    fn plane_shape(&self) -> [usize; 3] {
        [1, self.cell_count(), ROW]
    }

    #[inline]
    fn write_planes(&self, state: &State, _seat: Seat, planes: &mut [i8]) {
        assert_eq!(planes.len(), self.cell_count() * ROW, "a position has a row for each cell");
        let (rows, _) = planes.as_chunks_mut::<ROW>();
        for (row, card) in rows.iter_mut().zip(&state.cells) {
            *row = ROWS[usize::from(Card::raw(*card))];
        }
    }
}

/// How many ways there are to choose some of so many things.
const fn binomial(of: usize, some: usize) -> usize {
    let (mut ways, mut nth) = (1, 0);
    while nth < some {
        if nth >= of {
            return 0;
        }
        ways = ways * (of - nth) / (nth + 1);
        nth += 1;
    }
    ways
}

/// The combination of cells with a number, ascending; `u8::MAX` for no fourth.
const fn combination(number: usize, cells: usize, size: usize) -> [u8; 4] {
    let mut chosen = [u8::MAX; 4];
    let (mut rest, mut cell, mut place) = (number, 0, 0);
    while place < size {
        let with = binomial(cells - cell - 1, size - place - 1);
        if rest < with {
            chosen[place] = cell as u8;
            place += 1;
        } else {
            rest -= with;
        }
        cell += 1;
    }
    chosen
}

/// The triples of the board's cells by their numbers.
static TRIPLES: [[u8; 4]; binomial(MAX_BOARD_SIZE, 3)] = {
    let mut triples = [[0; 4]; binomial(MAX_BOARD_SIZE, 3)];
    let mut number = 0;
    while number < triples.len() {
        triples[number] = combination(number, MAX_BOARD_SIZE, 3);
        number += 1;
    }
    triples
};
