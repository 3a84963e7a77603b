//! Dealers: our own stream, one that nobody can predict, Python's shuffle, and a given order.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tercet_game::{ChaCha20, Deal, DealError, Dealer, Deals, Mt19937, Rng, Source};

use crate::action::Event;
use crate::card::{Card, CardSet};
use crate::config::{Config, Variant};
use crate::facts::DECK_SIZE;
use crate::rules::SetGame;
use crate::solver::count_sets;
use crate::state::State;

/// A deck in order and how much of it is dealt. Cards that go back are the last ones dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pile {
    cards: [Card; DECK_SIZE],
    size: usize,
    dealt: usize,
}

impl Pile {
    pub(crate) fn new(cards: impl Iterator<Item = Card>) -> Pile {
        let mut pile = Pile { cards: [Card::FIRST; DECK_SIZE], size: 0, dealt: 0 };
        for card in cards {
            pile.cards[pile.size] = card;
            pile.size += 1;
        }
        pile
    }

    /// The cards with ids below `size`, in order.
    fn first(size: usize) -> Pile {
        static ALL: [Card; DECK_SIZE] = Card::by_id();
        Pile { cards: ALL, size, dealt: 0 }
    }

    pub(crate) fn rest(&mut self) -> &mut [Card] {
        &mut self.cards[self.dealt..self.size]
    }

    pub(crate) fn top(&mut self) -> Result<Card, DealError> {
        if self.dealt == self.size {
            return Err(self.empty());
        }
        self.dealt += 1;
        Ok(self.cards[self.dealt - 1])
    }

    #[cold]
    fn empty(&self) -> DealError {
        DealError::new(format!("all {} cards of the deck are dealt", self.size))
    }

    /// Follows the table where cards go back or are swapped.
    #[inline]
    pub(crate) fn observe(&mut self, event: &Event) {
        match *event {
            Event::Redealt { cards } => self.dealt -= usize::from(cards),
            Event::Forced { back, card, .. } => {
                let find = |wanted| self.cards[..self.size].iter().position(|&each| each == wanted);
                if let (Some(back), Some(card)) = (find(back), find(card)) {
                    self.cards.swap(back, card);
                }
            }
            _ => {}
        }
    }
}

/// Our own dealer: each card is drawn when it is needed, from the cards that are left, so the order of the
/// deck depends on the source alone, whatever is played. (Cards that go back are drawn anew.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffle<S = Rng> {
    source: S,
    pile: Pile,
    /// So many cards of the pile are drawn already: a puzzle's board is searched before it is dealt.
    drawn: usize,
}

impl Shuffle {
    /// The dealer of this seed, for a deck of the first so many cards: 81, or 27 for junior.
    ///
    /// # Panics
    /// If there are fewer cards than that.
    pub fn new(seed: u64, size: usize) -> Shuffle {
        Shuffle::of(Rng::new(seed), size)
    }

    /// The dealer of this seed who begins with a board of twelve that has exactly this many Sets (R16).
    ///
    /// # Panics
    /// If it is not 1 to 8 Sets: boards with more are too rare to search for.
    pub fn puzzle(seed: u64, sets: usize) -> Shuffle {
        Shuffle::puzzle_of(Rng::new(seed), sets)
    }
}

impl<S: Source> Shuffle<S> {
    fn of(source: S, size: usize) -> Shuffle<S> {
        assert!(size <= DECK_SIZE, "there are 81 cards");
        Shuffle { source, pile: Pile::first(size), drawn: 0 }
    }

    fn puzzle_of(source: S, sets: usize) -> Shuffle<S> {
        assert!((1..=8).contains(&sets), "a puzzle has 1 to 8 Sets");
        let mut shuffle = Shuffle::of(source, DECK_SIZE);
        loop {
            for place in 0..12 {
                shuffle.draw_into(place);
            }
            if count_sets(&shuffle.pile.cards[..12]) == sets {
                shuffle.drawn = 12;
                return shuffle;
            }
        }
    }

    #[inline]
    fn draw_into(&mut self, place: usize) {
        let left = self.pile.size - place;
        let chosen = place + self.source.below(left as u32) as usize;
        self.pile.cards.swap(place, chosen);
    }
}

impl<S: Source> Dealer<SetGame> for Shuffle<S> {
    #[inline]
    fn draw(&mut self, _game: &SetGame, _state: &State) -> Result<Card, DealError> {
        let place = self.pile.dealt;
        if place >= self.pile.size {
            return Err(self.pile.empty());
        }
        if place >= self.drawn {
            self.draw_into(place);
        }
        self.pile.dealt += 1;
        Ok(self.pile.cards[place])
    }

    #[inline]
    fn observe(&mut self, event: &Event) {
        self.pile.observe(event);
    }
}

/// The dealer of the original environment: the codes 0 to 80 of its own encoding, shuffled as Python's
/// `random.Random(seed).shuffle` does, the first one on top. A board that goes back is shuffled anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpython {
    mt: Mt19937,
    pile: Pile,
    /// How often it has shuffled.
    shuffles: u64,
}

impl Cpython {
    /// The dealer of a Python integer in decimal digits, of any size; the sign does not matter, as in Python.
    ///
    /// # Errors
    /// If it is no whole number.
    pub fn new(seed: &str) -> Result<Cpython, DealError> {
        let mt = Mt19937::from_key(&words(seed)?);
        let mut dealer = Cpython { mt, pile: Pile::new(env_order()), shuffles: 0 };
        dealer.next_game();
        Ok(dealer)
    }

    /// Goes on to another game: a fresh deck, shuffled by the same generator.
    pub fn next_game(&mut self) {
        self.pile = Pile::new(env_order());
        self.shuffle();
    }

    /// How often it has shuffled, the first time included.
    pub fn shuffles(&self) -> u64 {
        self.shuffles
    }

    fn shuffle(&mut self) {
        self.mt.python_shuffle(self.pile.rest());
        self.shuffles += 1;
    }
}

fn env_order() -> impl Iterator<Item = Card> {
    (0..DECK_SIZE).filter_map(Card::from_env_code)
}

impl Dealer<SetGame> for Cpython {
    fn draw(&mut self, _game: &SetGame, _state: &State) -> Result<Card, DealError> {
        self.pile.top()
    }

    fn observe(&mut self, event: &Event) {
        self.pile.observe(event);
        if matches!(event, Event::Redealt { .. }) {
            if self.pile.dealt == 0 {
                self.pile = Pile::new(env_order());
            }
            self.shuffle();
        }
    }
}

/// More digits than Python itself reads into an integer without being asked to.
const MOST_DIGITS: usize = 4300;

/// A decimal number as words of 32 bits, lowest first, at least one.
fn words(seed: &str) -> Result<Vec<u32>, DealError> {
    let digits = seed.strip_prefix('-').unwrap_or(seed);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.len() > MOST_DIGITS {
        let why = format!(
            "`{seed}` is not a seed of `cpython`; it takes a whole number of up to {MOST_DIGITS} digits"
        );
        return Err(DealError::new(why));
    }
    let mut words = Vec::from([0u32]);
    for digit in digits.bytes() {
        let mut carry = u64::from(digit - b'0');
        for word in &mut words {
            let product = u64::from(*word) * 10 + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            words.push(carry as u32);
        }
    }
    Ok(words)
}

/// Deals the cards in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pile: Pile,
    sent_back: bool,
}

impl Given {
    /// The dealer of this order, the first card on top.
    ///
    /// # Errors
    /// If a card is there twice, is missing, or does not belong to the deck.
    pub fn new(order: &[Card], deck: CardSet) -> Result<Given, DealError> {
        let mut left = deck;
        for &card in order {
            if !left.remove(card) {
                let why =
                    if deck.contains(card) { "is there twice" } else { "is not in this variant's deck" };
                return Err(DealError::new(format!("{card} ({}) {why}", card.words())));
            }
        }
        match left.nth(0) {
            Some(card) => Err(DealError::new(format!(
                "the order has {} cards, the deck has {}; {card} ({}) is missing",
                order.len(),
                deck.len(),
                card.words()
            ))),
            None => Ok(Given { pile: Pile::new(order.iter().copied()), sent_back: false }),
        }
    }
}

impl Dealer<SetGame> for Given {
    fn draw(&mut self, _game: &SetGame, _state: &State) -> Result<Card, DealError> {
        if self.sent_back {
            let why =
                "the given order deals a board that this config sends back; it goes with `guarantee` none";
            return Err(DealError::new(why));
        }
        self.pile.top()
    }

    fn observe(&mut self, event: &Event) {
        self.pile.observe(event);
        self.sent_back |= matches!(event, Event::Redealt { .. });
    }
}

/// The dealers by name: `stream 42`, `chacha20 0f1e…`, `cpython 42`, `given 0 1 2 …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDealer {
    /// `stream`: a seed of 64 bits.
    Stream(Shuffle),
    /// `chacha20`: a key of 256 bits.
    ChaCha20(Box<Shuffle<ChaCha20>>),
    /// `cpython`: an integer of any size.
    Cpython(Box<Cpython>),
    /// `given`: all cards in order.
    Given(Given),
}

impl Deals for SetGame {
    type Dealer = AnyDealer;

    fn dealer(&self, deal: &Deal) -> Result<AnyDealer, DealError> {
        match deal.name.as_str() {
            "stream" => Ok(AnyDealer::Stream(self.shuffle(deal.seed()?))),
            "chacha20" => {
                let source = ChaCha20::new(&deal.key()?, 0);
                Ok(AnyDealer::ChaCha20(Box::new(self.shuffle_of(source))))
            }
            "cpython" if self.config.deck_size() == DECK_SIZE => {
                Cpython::new(&deal.argument).map(|dealer| AnyDealer::Cpython(Box::new(dealer)))
            }
            "cpython" => Err(DealError::new("`cpython` deals the deck of 81 cards, not the junior one")),
            "given" => self.given(&deal.argument).map(AnyDealer::Given),
            name => Err(DealError::new(format!(
                "there is no dealer `{name}`; there are stream, chacha20, cpython and given"
            ))),
        }
    }
}

impl SetGame {
    /// Our own dealer with this seed.
    pub fn shuffle(&self, seed: u64) -> Shuffle {
        self.shuffle_of(Rng::new(seed))
    }

    fn shuffle_of<S: Source>(&self, source: S) -> Shuffle<S> {
        let Config { variant, puzzle_sets, .. } = self.config;
        match variant {
            Variant::Puzzle => Shuffle::puzzle_of(source, puzzle_sets.into()),
            _ => Shuffle::of(source, self.config.deck_size()),
        }
    }

    fn given(&self, argument: &str) -> Result<Given, DealError> {
        let cards: Result<Vec<Card>, _> = argument.split_whitespace().map(str::parse).collect();
        let cards = cards.map_err(|error| DealError::new(format!("{error}")))?;
        Given::new(&cards, CardSet::first(self.config.deck_size()))
    }
}

impl Dealer<SetGame> for AnyDealer {
    fn draw(&mut self, game: &SetGame, state: &State) -> Result<Card, DealError> {
        match self {
            AnyDealer::Stream(dealer) => dealer.draw(game, state),
            AnyDealer::ChaCha20(dealer) => dealer.draw(game, state),
            AnyDealer::Cpython(dealer) => dealer.draw(game, state),
            AnyDealer::Given(dealer) => dealer.draw(game, state),
        }
    }

    fn observe(&mut self, event: &Event) {
        match self {
            AnyDealer::Stream(dealer) => dealer.observe(event),
            AnyDealer::ChaCha20(dealer) => dealer.observe(event),
            AnyDealer::Cpython(dealer) => dealer.observe(event),
            AnyDealer::Given(dealer) => dealer.observe(event),
        }
    }
}

/// The deal that gives these cards in order.
pub fn given_deal(order: &[Card]) -> Deal {
    Deal { name: String::from("given"), argument: crate::card::join(order) }
}
