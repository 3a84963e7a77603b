//! Masks of the cells that hold cards; they reveal nothing of Sets.

use tercet_game::{Encode, Rng, Seat};
use tercet_set::{Action, Cell, SetGame, State};

/// The claims on boards of each length without holes, made once.
pub(crate) struct Masks {
    boards: Vec<Claims>,
    /// The cells of each claim by its number, a bit a cell.
    cells: Vec<u32>,
    /// The most cards on the board.
    most: usize,
}

struct Claims {
    mask: Vec<u8>,
    numbers: Vec<u16>,
}

impl Masks {
    pub(crate) fn new(game: &SetGame) -> Masks {
        let cells_of = |number| match game.numbered_action(Seat::FIRST, number) {
            Some(Action::Claim(claim)) => claim.cells().iter().fold(0, |bits, cell| bits | 1 << cell.index()),
            _ => u32::MAX,
        };
        let cells: Vec<u32> = (0..game.claim_count()).map(cells_of).collect();
        let boards = (0..=tercet_set::MAX_BOARD_SIZE).map(|length| Claims::new(&cells, (1 << length) - 1));
        Masks { boards: boards.collect(), cells, most: tercet_game::Game::config(game).max_board().into() }
    }

    /// Writes which claims name cards only, and whether dealing is possible; what is behind dealing stays zero.
    pub(crate) fn write(&self, state: &State, mask: &mut [u8]) {
        let (claims, rest) = mask.split_at_mut(self.cells.len());
        rest.fill(0);
        match self.board(state) {
            Ok(board) => claims.copy_from_slice(&board.mask),
            Err(cards) => {
                for (entry, cells) in claims.iter_mut().zip(&self.cells) {
                    *entry = (cells & !cards == 0).into();
                }
            }
        }
        rest[0] = self.can_deal(state).into();
    }

    /// One of those, each as likely as the others.
    pub(crate) fn sample(&self, state: &State, rng: &mut Rng) -> Option<usize> {
        let deal = usize::from(self.can_deal(state));
        let listed;
        let numbers = match self.board(state) {
            Ok(board) => &board.numbers,
            Err(cards) => {
                listed = Claims::new(&self.cells, cards).numbers;
                &listed
            }
        };
        let all = numbers.len() + deal;
        if all == 0 {
            return None;
        }
        let choice = rng.below(all as u32) as usize;
        Some(numbers.get(choice).map_or(self.cells.len(), |&number| number.into()))
    }

    /// What was made once, or the cells with cards where the board has holes or a Set is on show.
    #[inline]
    fn board(&self, state: &State) -> Result<&Claims, u32> {
        let (mut cards, mut count) = (0u32, 0);
        for (cell, _) in state.cards() {
            cards |= 1 << cell.index();
            count += 1;
        }
        if state.shown().is_some() {
            return Err(cards | 0b111 << Cell::SHOWN.index());
        }
        if cards == (1 << count) - 1 { Ok(&self.boards[count]) } else { Err(cards) }
    }

    /// Is there room and a deck? Whether dealing is allowed would reveal whether there is a Set.
    fn can_deal(&self, state: &State) -> bool {
        !state.unseen().is_empty() && state.cards().count() < self.most
    }
}

impl Claims {
    fn new(claims: &[u32], cards: u32) -> Claims {
        let mask: Vec<u8> = claims.iter().map(|cells| (cells & !cards == 0).into()).collect();
        let numbers = (0..claims.len()).filter(|&number| mask[number] == 1);
        Claims { numbers: numbers.map(|number| number as u16).collect(), mask }
    }
}
