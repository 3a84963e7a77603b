//! Cards, their names and numbers, and sets of cards.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tercet_game::NotationError;

use crate::facts::{Color, DECK_SIZE, Number, Shading, Shape, THIRD};

/// One of the 81 cards (R1).
///
/// Its id is `number + 3·colour + 9·shape + 27·shading`. Its text is compact, `2rto` for «two red striped
/// ovals»: number, colour (r g p), shading (s solid, t striped, e open: an empty outline), shape (d s o).
///
/// ```
/// use tercet_set::Card;
///
/// let card: Card = "two red striped ovals".parse()?;
/// assert_eq!(card.to_string(), "2rto");
/// assert_eq!(card, "2rto".parse()?);
/// assert_eq!(card.words(), "two red striped ovals");
/// assert_eq!(card.id(), 46);
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card with these attributes.
    pub fn new(number: Number, color: Color, shape: Shape, shading: Shading) -> Card {
        Card(number as u8 + 3 * color as u8 + 9 * shape as u8 + 27 * shading as u8)
    }

    /// The card with this id; `None` above 80.
    pub fn from_id(id: usize) -> Option<Card> {
        (id < DECK_SIZE).then_some(Card(id as u8))
    }

    /// All 81 cards by id.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..DECK_SIZE as u8).map(Card)
    }

    /// All 81 cards by id, as a constant.
    pub(crate) const fn by_id() -> [Card; DECK_SIZE] {
        let mut cards = [Card::FIRST; DECK_SIZE];
        let mut id = 0;
        while id < DECK_SIZE {
            cards[id] = Card(id as u8);
            id += 1;
        }
        cards
    }

    /// The id, 0 to 80.
    pub fn id(self) -> usize {
        usize::from(self.0)
    }

    /// How many symbols.
    pub fn number(self) -> Number {
        Number::ALL[self.id() % 3]
    }

    /// Their colour.
    pub fn color(self) -> Color {
        Color::ALL[self.id() / 3 % 3]
    }

    /// Their shape.
    pub fn shape(self) -> Shape {
        Shape::ALL[self.id() / 9 % 3]
    }

    /// Their shading.
    pub fn shading(self) -> Shading {
        Shading::ALL[self.id() / 27]
    }

    /// The card that completes a Set with this one and another; the card itself with itself.
    #[must_use]
    pub fn third(self, other: Card) -> Card {
        Card(THIRD[self.id()][other.id()])
    }

    /// The number that the original SET environment for agents gave this card: shading weighs 9 there and
    /// shape 27. Only for reading its traces. Doing it twice gives the id again.
    pub fn env_code(self) -> usize {
        self.id() % 9 + 9 * self.shading() as usize + 27 * self.shape() as usize
    }

    /// The card with this number of the original environment; `None` above 80.
    pub fn from_env_code(code: usize) -> Option<Card> {
        Card::from_id(code).map(|mirror| Card(mirror.env_code() as u8))
    }

    /// The card in words: «one green solid squiggle», «two red striped ovals».
    pub fn words(self) -> String {
        let plural = if self.number() == Number::One { "" } else { "s" };
        format!("{} {} {} {}{plural}", self.number(), self.color(), self.shading(), self.shape())
    }

    /// What stands in a cell without a card; it never leaves the crate.
    pub(crate) const NONE: Card = Card(u8::MAX);

    /// The first card: what arrays of cards are filled with before they are used.
    pub(crate) const FIRST: Card = Card(0);

    pub(crate) fn raw(self) -> u8 {
        self.0
    }

    pub(crate) fn some(self) -> Option<Card> {
        (self != Card::NONE).then_some(self)
    }
}

const COLORS: [char; 3] = ['r', 'g', 'p'];
const SHADINGS: [char; 3] = ['s', 't', 'e'];
const SHAPES: [char; 3] = ['d', 's', 'o'];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = COLORS[self.color() as usize];
        let shading = SHADINGS[self.shading() as usize];
        let shape = SHAPES[self.shape() as usize];
        write!(f, "{}{color}{shading}{shape}", self.number() as u8 + 1)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A state prints its empty cells too.
        if *self == Card::NONE { f.write_str("-") } else { fmt::Display::fmt(self, f) }
    }
}

impl FromStr for Card {
    type Err = NotationError;

    /// Reads the compact form, the words (in any order, upper or lower case) or the id (R3).
    fn from_str(text: &str) -> Result<Card, NotationError> {
        let text = text.trim();
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            return text
                .parse()
                .ok()
                .and_then(Card::from_id)
                .ok_or_else(|| NotationError::new(text, "card ids are 0 to 80"));
        }
        compact(text).map_or_else(|| words(text), Ok)
    }
}

fn compact(text: &str) -> Option<Card> {
    let mut letters = text.chars();
    let mut next = |alphabet: &[char; 3]| {
        let letter = letters.next()?.to_ascii_lowercase();
        alphabet.iter().position(|&each| each == letter)
    };
    let number = Number::ALL[next(&['1', '2', '3'])?];
    let color = Color::ALL[next(&COLORS)?];
    let shading = Shading::ALL[next(&SHADINGS)?];
    let shape = Shape::ALL[next(&SHAPES)?];
    letters.next().is_none().then(|| Card::new(number, color, shape, shading))
}

/// The attributes that a text's words name, each at most once.
#[derive(Default)]
struct Named {
    number: Option<Number>,
    color: Option<Color>,
    shape: Option<Shape>,
    shading: Option<Shading>,
}

fn words(text: &str) -> Result<Card, NotationError> {
    let mut named = Named::default();
    for word in text.split_whitespace() {
        let known = named.take(&word.to_ascii_lowercase());
        known.map_err(|why| NotationError::new(text, format!("{why} `{word}`; {HOW}")))?;
    }
    match named {
        Named { number: Some(n), color: Some(c), shape: Some(s), shading: Some(h) } => {
            Ok(Card::new(n, c, s, h))
        }
        _ => Err(NotationError::new(text, format!("not a card; {HOW}"))),
    }
}

const HOW: &str = "a card is `2rto`, `two red striped ovals` or an id from 0 to 80";

impl Named {
    fn take(&mut self, word: &str) -> Result<(), &'static str> {
        let number = Number::from_name(word).or(match word {
            "1" => Some(Number::One),
            "2" => Some(Number::Two),
            "3" => Some(Number::Three),
            _ => None,
        });
        let shading = Shading::from_name(word).or(match word {
            "empty" | "outline" | "outlined" | "hollow" => Some(Shading::Open),
            _ => None,
        });
        let shape = Shape::from_name(word.strip_suffix('s').unwrap_or(word));
        if let Some(number) = number {
            fill(&mut self.number, number)
        } else if let Some(color) = Color::from_name(word) {
            fill(&mut self.color, color)
        } else if let Some(shading) = shading {
            fill(&mut self.shading, shading)
        } else if let Some(shape) = shape {
            fill(&mut self.shape, shape)
        } else {
            Err("unknown word")
        }
    }
}

fn fill<T>(slot: &mut Option<T>, value: T) -> Result<(), &'static str> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err("a second word for the same attribute:"),
    }
}

/// A set of cards as 81 bits of a `u128`, kept as its two words: testing one bit of a word is a third of the
/// work of shifting both.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet([u64; 2]);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet([0; 2]);

    /// The cards with ids below `count`.
    ///
    /// # Panics
    /// If `count` is above 81.
    pub fn first(count: usize) -> CardSet {
        assert!(count <= DECK_SIZE, "there are 81 cards");
        CardSet::words((1 << count) - 1)
    }

    /// One bit a card, by id; `None` if a bit above the deck is set.
    pub fn from_bits(bits: u128) -> Option<CardSet> {
        (bits >> DECK_SIZE == 0).then_some(CardSet::words(bits))
    }

    fn words(bits: u128) -> CardSet {
        CardSet([bits as u64, (bits >> 64) as u64])
    }

    /// One bit a card, by id.
    pub fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// Is the card in the set?
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.0[usize::from(card.0 >> 6 & 1)] >> (card.0 & 63) & 1 == 1
    }

    /// Puts a card in; `false` if it was in.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let word = &mut self.0[usize::from(card.0 >> 6 & 1)];
        let before = *word;
        *word |= 1 << (card.0 & 63);
        *word != before
    }

    /// Takes a card out; `false` if it was not in.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let word = &mut self.0[usize::from(card.0 >> 6 & 1)];
        let before = *word;
        *word &= !(1 << (card.0 & 63));
        *word != before
    }

    /// How many cards.
    pub fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// No card at all?
    pub fn is_empty(self) -> bool {
        self == CardSet::EMPTY
    }

    /// The cards in both.
    #[must_use]
    pub fn and(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The cards in either.
    #[must_use]
    pub fn or(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The card that has `rank` cards of the set below it.
    pub fn nth(self, rank: usize) -> Option<Card> {
        let low = self.0[0].count_ones() as usize;
        if rank < low {
            return Some(Card(select(self.0[0], rank)));
        }
        let rank = rank - low;
        (rank < self.0[1].count_ones() as usize).then(|| Card(64 + select(self.0[1], rank)))
    }

    /// The cards by id.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut words = self.0;
        core::iter::from_fn(move || {
            let which = usize::from(words[0] == 0);
            let word = words[which];
            words[which] &= word.wrapping_sub(1);
            (word != 0).then(|| Card((which as u32 * 64 + word.trailing_zeros()) as u8))
        })
    }
}

/// The place of the bit that has `rank` set bits below it: halves of the word are passed over while they hold
/// too few.
fn select(mut word: u64, rank: usize) -> u8 {
    let (mut rank, mut place) = (rank as u32, 0u8);
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (word & ((1 << width) - 1)).count_ones();
        if rank >= low {
            rank -= low;
            word >>= width;
            place += width;
        }
    }
    place
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |mut set, card| {
            set.insert(card);
            set
        })
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Cards as their compact forms with a space between.
pub fn join(cards: &[Card]) -> String {
    let texts: Vec<String> = cards.iter().map(|card| format!("{card}")).collect();
    texts.join(" ")
}
