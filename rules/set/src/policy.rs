//! Boards dealt by a [`DealPolicy`] from a deck in anybody's order: for those who bring their own generator.

use alloc::string::ToString;
use alloc::vec::Vec;

use tercet_game::{Game, Turn};

use crate::action::Event;
use crate::card::Card;
use crate::config::{Config, Guarantee, Refill};
use crate::dealer::Pile;
use crate::pieces::{Board, DealPolicy, Deck, TypesError};
use crate::rules::SetGame;
use crate::state::{Phase, Setup, SetupError, State};

/// What a deal comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The board.
    pub board: Board,
    /// The cards that are left, top first.
    pub deck: Deck,
    /// Is there no Set where the policy promises one, because no choice of cards had given any? (R6)
    pub is_waived: bool,
}

impl DealPolicy {
    /// Deals a first board (R5). `shuffle` orders all 81 cards, first of them by id, and what is left of them for each
    /// redeal.
    ///
    /// # Errors
    /// [`TypesError::InvariantViolation`] if the policy can't be, or promises a Set and none came; what `shuffle` says.
    ///
    /// ```
    /// use tercet_set::{Card, DealPolicy, TypesError};
    ///
    /// let dealt = DealPolicy::default().deal(|cards: &mut [Card]| Ok::<(), TypesError>(cards.reverse()))?;
    /// assert_eq!((dealt.board.occupied(), dealt.deck.len()), (12, 69));
    /// # Ok::<(), TypesError>(())
    /// ```
    pub fn deal<E: From<TypesError>>(
        &self,
        mut shuffle: impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<Dealt, E> {
        let game = self.game()?;
        let mut pile = Pile::new(Card::all());
        shuffle(pile.rest())?;
        settle(&game, game.start(), pile, &mut shuffle)
    }

    /// Fills a board's holes in order from the top of the deck, up to the capacity (R6, R7); beyond it, the last cards
    /// fill them. `shuffle` orders what is left of the deck for each redeal.
    ///
    /// # Errors
    /// As [`DealPolicy::deal`]; [`TypesError::DuplicateCard`] if a card of the deck lies on the board.
    pub fn refill<E: From<TypesError>>(
        &self,
        board: &Board,
        deck: &Deck,
        mut shuffle: impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<Dealt, E> {
        let game = self.game()?;
        let setup = Setup { board: board.cells().to_vec(), deck: deck.cards().to_vec(), ..Setup::default() };
        let mut state = setup.place(&game.config).map_err(|error| match error {
            SetupError::Twice(card) => TypesError::DuplicateCard(card),
            other => TypesError::InvariantViolation(other.to_string()),
        })?;
        game.begin_refill(&mut state);
        settle(&game, state, Pile::new(deck.cards().iter().copied()), &mut shuffle)
    }

    fn game(self) -> Result<SetGame, TypesError> {
        let config = self.apply(&Config { refill: Refill::InPlace, ..Config::engine() });
        SetGame::new(&config).map_err(|error| TypesError::InvariantViolation(error.to_string()))
    }
}

/// Deals what is owed.
fn settle<E: From<TypesError>>(
    game: &SetGame,
    mut state: State,
    mut pile: Pile,
    shuffle: &mut impl FnMut(&mut [Card]) -> Result<(), E>,
) -> Result<Dealt, E> {
    let mut events: Vec<Event> = Vec::new();
    while game.turn(&state) == Turn::Chance {
        let violated = |why: &dyn ToString| TypesError::InvariantViolation(why.to_string());
        let card = pile.top().map_err(|error| violated(&error))?;
        game.take_card(&mut state, card, &mut events).map_err(|illegal| violated(&illegal))?;
        for event in events.drain(..) {
            pile.hear(&event);
            if matches!(event, Event::Redealt { .. }) {
                shuffle(pile.rest())?;
            }
        }
    }
    if state.phase == Phase::Over(tercet_game::End::Void) {
        let why = alloc::format!("no Set on the board after {} redeals", game.config.redeals);
        return Err(TypesError::InvariantViolation(why).into());
    }
    let is_promised = game.config.guarantee == Guarantee::InitialAndRefill;
    let is_waived = state.waived || is_promised && !game.has_claim(&state);
    let board = Board::new(state.board().collect())?;
    Ok(Dealt { board, deck: Deck::new(pile.rest().to_vec())?, is_waived })
}
