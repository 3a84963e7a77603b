//! The pieces as values of their own: a verified Set, an ordered deck, a board with holes, a discard pile, and
//! the deal policy. For those who build on the types rather than on the game; the game's own [`State`](crate::State)
//! is faster and knows the rules.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use tercet_game::Refusal;

use crate::card::{Card, CardSet};
use crate::config::{Config, Exhausted, Guarantee};
use crate::facts::{Color, Number, Shading, Shape};
use crate::solver::is_set;

/// Why cards don't make the piece that they should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypesError {
    /// A card whose attributes and id differ, or an id that is none.
    InvalidCard(String),
    /// A card that stands twice where each stands once.
    DuplicateCard(Card),
    /// Cards that are no Set.
    InvalidSet(Vec<Card>),
    /// A deal that can't keep what its policy promises.
    InvariantViolation(String),
}

impl Refusal for TypesError {
    fn code(&self) -> &'static str {
        match self {
            TypesError::InvalidCard(_) => "invalid_card",
            TypesError::DuplicateCard(_) => "duplicate_card",
            TypesError::InvalidSet(_) => "invalid_set",
            TypesError::InvariantViolation(_) => "invariant_violation",
        }
    }
}

impl fmt::Display for TypesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypesError::InvalidCard(why) | TypesError::InvariantViolation(why) => f.write_str(why),
            TypesError::DuplicateCard(card) => write!(f, "{card} ({}) is there twice", card.words()),
            TypesError::InvalidSet(cards) if cards.len() != 3 => {
                write!(f, "a Set has 3 cards, not {}", cards.len())
            }
            TypesError::InvalidSet(cards) => write!(f, "{} is no Set", crate::card::join(cards)),
        }
    }
}

impl core::error::Error for TypesError {}

impl Card {
    /// The card with these attributes, if the id is theirs.
    ///
    /// # Errors
    /// [`TypesError::InvalidCard`] if it is not.
    pub fn with_id(
        number: Number,
        color: Color,
        shape: Shape,
        shading: Shading,
        id: usize,
    ) -> Result<Card, TypesError> {
        let card = Card::new(number, color, shape, shading);
        if card.id() == id {
            return Ok(card);
        }
        let why = alloc::format!("the id of {} is {}, not {id}", card.words(), card.id());
        Err(TypesError::InvalidCard(why))
    }
}

/// How three cards are judged; [`is_set`] is the rule of the game.
pub trait SetPredicate {
    /// Are these three a Set?
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool;
}

impl<F: Fn(Card, Card, Card) -> bool> SetPredicate for F {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self(a, b, c)
    }
}

/// Three cards that are a Set, in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetTriple([Card; 3]);

impl SetTriple {
    /// Checks the cards by the rule of the game.
    ///
    /// # Errors
    /// [`TypesError::InvalidSet`] if they are not three, or no Set.
    pub fn new(cards: &[Card]) -> Result<SetTriple, TypesError> {
        SetTriple::by(cards, &is_set)
    }

    /// Checks the cards by a rule of one's own.
    ///
    /// # Errors
    /// [`TypesError::InvalidSet`] if they are not three different cards, or the rule says no.
    pub fn by(cards: &[Card], predicate: &impl SetPredicate) -> Result<SetTriple, TypesError> {
        match *cards {
            [a, b, c] if a != b && b != c && a != c && predicate.is_set(a, b, c) => {
                let mut cards = [a, b, c];
                cards.sort_unstable();
                Ok(SetTriple(cards))
            }
            _ => Err(TypesError::InvalidSet(cards.to_vec())),
        }
    }

    /// The cards.
    pub fn cards(&self) -> [Card; 3] {
        self.0
    }
}

/// An ordered deck of different cards, the first on top.
///
/// ```
/// use tercet_set::Deck;
///
/// let mut deck = Deck::standard();
/// assert_eq!(deck.deal(12)?.len(), 12);
/// let error = deck.deal(70).unwrap_err();
/// assert_eq!(error.to_string(), "70 cards can't be dealt, the deck has 69");
/// assert_eq!(deck.len(), 69);
/// # Ok::<(), tercet_set::TypesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck(Vec<Card>);

impl Deck {
    /// All 81 cards by id.
    pub fn standard() -> Deck {
        Deck(Card::all().collect())
    }

    /// A deck of these cards.
    ///
    /// # Errors
    /// [`TypesError::DuplicateCard`] if one is there twice.
    pub fn new(cards: Vec<Card>) -> Result<Deck, TypesError> {
        different(cards.iter().copied())?;
        Ok(Deck(cards))
    }

    /// The cards, top first.
    pub fn cards(&self) -> &[Card] {
        &self.0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes so many cards from the top.
    ///
    /// # Errors
    /// [`TypesError::InvariantViolation`] if there are fewer; the deck is as before then.
    pub fn deal(&mut self, count: usize) -> Result<Vec<Card>, TypesError> {
        if count > self.len() {
            let why = alloc::format!("{count} cards can't be dealt, the deck has {}", self.len());
            return Err(TypesError::InvariantViolation(why));
        }
        Ok(self.0.drain(..count).collect())
    }
}

/// A board with a fixed number of cells, some of them empty, all cards different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(Vec<Option<Card>>);

impl Board {
    /// A board of these cells.
    ///
    /// # Errors
    /// [`TypesError::DuplicateCard`] if a card is there twice.
    pub fn new(cells: Vec<Option<Card>>) -> Result<Board, TypesError> {
        different(cells.iter().copied().flatten())?;
        Ok(Board(cells))
    }

    /// The cells.
    pub fn cells(&self) -> &[Option<Card>] {
        &self.0
    }

    /// The cards that are there.
    pub fn present(&self) -> CardSet {
        self.0.iter().copied().flatten().collect()
    }

    /// The indexes of the cells that hold a card.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter_map(|(index, card)| card.map(|_| index))
    }

    /// How many cells.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// How many cards.
    pub fn occupied(&self) -> usize {
        self.indices().count()
    }
}

/// Cards that are out of play; their order means nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Discard {
    /// The cards.
    pub cards: CardSet,
}

fn different(cards: impl Iterator<Item = Card>) -> Result<(), TypesError> {
    let mut seen = CardSet::EMPTY;
    for card in cards {
        if !seen.insert(card) {
            return Err(TypesError::DuplicateCard(card));
        }
    }
    Ok(())
}

/// How boards are dealt: the three fields that the engine types name. [`DealOptions`] has the rest.
///
/// ```
/// use tercet_set::DealPolicy;
///
/// let DealPolicy { ensure_at_least_one_set, board_capacity, max_resample_attempts } = DealPolicy::default();
/// assert_eq!((ensure_at_least_one_set, board_capacity, max_resample_attempts), (true, 12, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealPolicy {
    /// Must a fresh board hold a Set? If not, [`DealOptions::guarantee`] counts as none.
    pub ensure_at_least_one_set: bool,
    /// How many cards lie on the board.
    pub board_capacity: u8,
    /// How often a board without a Set is dealt again.
    pub max_resample_attempts: u8,
}

impl Default for DealPolicy {
    /// As [`Config::engine`] deals.
    fn default() -> DealPolicy {
        DealPolicy::of(&Config::engine())
    }
}

impl DealPolicy {
    /// The policy of a config.
    pub fn of(config: &Config) -> DealPolicy {
        DealPolicy {
            ensure_at_least_one_set: config.guarantee != Guarantee::None,
            board_capacity: config.capacity,
            max_resample_attempts: config.redeals,
        }
    }

    /// The config with this policy and these options.
    #[must_use]
    pub fn apply(&self, options: DealOptions, config: &Config) -> Config {
        let guarantee = if self.ensure_at_least_one_set { options.guarantee } else { Guarantee::None };
        Config {
            capacity: self.board_capacity,
            redeals: self.max_resample_attempts,
            exhausted: options.on_exhausted,
            guarantee,
            ..config.clone()
        }
    }
}

/// What a [`DealPolicy`] leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealOptions {
    /// What happens when all redeals held no Set.
    pub on_exhausted: Exhausted,
    /// Which boards are fresh ones.
    pub guarantee: Guarantee,
}

impl Default for DealOptions {
    /// As [`Config::engine`] deals.
    fn default() -> DealOptions {
        DealOptions::of(&Config::engine())
    }
}

impl DealOptions {
    /// The options of a config.
    pub fn of(config: &Config) -> DealOptions {
        DealOptions { on_exhausted: config.exhausted, guarantee: config.guarantee }
    }
}
