//! Boards dealt by a [`DealPolicy`] from a deck in anybody's order: for those who bring their own generator.

use alloc::string::ToString;
use alloc::vec::Vec;

use tercet_game::{Game, Turn};

use crate::action::Event;
use crate::card::Card;
use crate::config::{Config, Guarantee, Refill};
use crate::dealer::Pile;
use crate::pieces::{Board, DealOptions, DealPolicy, Deck, TypesError};
use crate::rules::SetGame;
use crate::solver::count_sets;
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
    /// use tercet_set::{Card, DealOptions, DealPolicy, TypesError};
    ///
    /// let reversed = |cards: &mut [Card]| Ok::<(), TypesError>(cards.reverse());
    /// let dealt = DealPolicy::default().deal(DealOptions::default(), reversed)?;
    /// assert_eq!((dealt.board.occupied(), dealt.deck.len()), (12, 69));
    /// # Ok::<(), TypesError>(())
    /// ```
    pub fn deal<E: From<TypesError>>(
        &self,
        options: DealOptions,
        shuffle: impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<Dealt, E> {
        self.deal_sets(options, 0, shuffle)
    }

    /// Deals a first board with at least so many Sets (R19).
    pub(crate) fn deal_sets<E: From<TypesError>>(
        self,
        options: DealOptions,
        sets: u32,
        mut shuffle: impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<Dealt, E> {
        let game = self.game(options)?;
        let mut pile = Pile::new(Card::all());
        shuffle(pile.rest())?;
        // The game itself sees to what is promised: one Set, or none.
        let promised = u32::from(game.config.guarantee != Guarantee::None);
        if sets > promised {
            self.resample(&mut pile, sets, &mut shuffle)?;
        }
        settle(&game, game.start(), pile, &mut shuffle)
    }

    /// Shuffles again, as redeals do, until the board on top of the pile has so many Sets.
    fn resample<E: From<TypesError>>(
        self,
        pile: &mut Pile,
        sets: u32,
        shuffle: &mut impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<(), E> {
        let DealPolicy { board_capacity, max_resample_attempts, .. } = self;
        let mut most = 0;
        for attempt in 0..=max_resample_attempts {
            if attempt > 0 {
                shuffle(pile.rest())?;
            }
            let found = count_sets(&pile.rest()[..board_capacity.into()]);
            if found as u64 >= u64::from(sets) {
                return Ok(());
            }
            most = most.max(found);
        }
        let why = alloc::format!(
            "target_min_sets: no board with {sets} Sets after {max_resample_attempts} redeals, the best had {most}; \
             ask for fewer, or raise max_resample_attempts"
        );
        Err(TypesError::InvariantViolation(why).into())
    }

    /// Fills a board's holes in order from the top of the deck, up to the capacity (R6, R7); beyond it, the last cards
    /// fill them. `shuffle` orders what is left of the deck for each redeal.
    ///
    /// # Errors
    /// As [`DealPolicy::deal`]; [`TypesError::DuplicateCard`] if a card of the deck lies on the board.
    pub fn refill<E: From<TypesError>>(
        &self,
        options: DealOptions,
        board: &Board,
        deck: &Deck,
        mut shuffle: impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<Dealt, E> {
        let game = self.game(options)?;
        let setup = Setup { board: board.cells().to_vec(), deck: deck.cards().to_vec(), ..Setup::default() };
        let mut state = setup.place(&game.config).map_err(|error| match error {
            SetupError::Twice(card) => TypesError::DuplicateCard(card),
            other => TypesError::InvariantViolation(other.to_string()),
        })?;
        game.begin_refill(&mut state);
        settle(&game, state, Pile::new(deck.cards().iter().copied()), &mut shuffle)
    }

    fn game(self, options: DealOptions) -> Result<SetGame, TypesError> {
        let config = self.apply(options, &Config { refill: Refill::InPlace, ..Config::engine() });
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
            pile.observe(&event);
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
