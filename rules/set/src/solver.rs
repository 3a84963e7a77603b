//! The solver: is it a Set, what completes a pair, which Sets are there.
//!
//! Boards are slices of distinct cards and answers are positions in them, `i < j < k`, in lexicographic
//! order; [`CardSet`] has the same questions for unordered hands. Each pair of cards is completed by one
//! card, so a board of `n` cards takes `n(n-1)/2` look-ups instead of trying all triples.

use alloc::vec::Vec;

use crate::card::{Card, CardSet};
use crate::facts::{MAX_BOARD_SIZE, ROW, THIRD};

/// Are these three different cards that agree or all differ in each attribute? (R2)
///
/// ```
/// use tercet_set::{Card, is_set};
///
/// let [a, b, c] = ["2rss", "1gsd", "3pso"].map(|text| text.parse::<Card>().unwrap());
/// assert!(is_set(a, b, c));
/// assert!(!is_set(a, a, a));
/// ```
pub fn is_set(a: Card, b: Card, c: Card) -> bool {
    a != b && a.third(b) == c
}

/// The positions of the first Set, if there is one.
pub fn find_set(cards: &[Card]) -> Option<[usize; 3]> {
    let places = Places::of(cards);
    for i in 0..cards.len() {
        let row = &THIRD[cards[i].id()];
        for j in i + 1..cards.len() {
            let k = places.after(row, cards[j], j);
            if k != 0 {
                return Some([i, j, k]);
            }
        }
    }
    None
}

/// The positions of all Sets, overlapping ones too.
///
/// ```
/// use tercet_set::{Card, all_sets};
///
/// let cards: Vec<Card> = [0, 1, 2, 3, 6].into_iter().filter_map(Card::from_id).collect();
/// assert_eq!(all_sets(&cards), [[0, 1, 2], [0, 3, 4]]);
/// ```
pub fn all_sets(cards: &[Card]) -> Vec<[usize; 3]> {
    let mut sets = Vec::new();
    for_each_set(cards, |set| sets.push(set));
    sets
}

/// Calls `found` with the positions of each Set.
pub fn for_each_set(cards: &[Card], mut found: impl FnMut([usize; 3])) {
    let places = Places::of(cards);
    for i in 0..cards.len() {
        let row = &THIRD[cards[i].id()];
        for j in i + 1..cards.len() {
            let k = places.after(row, cards[j], j);
            if k != 0 {
                found([i, j, k]);
            }
        }
    }
}

/// How many Sets there are.
pub fn count_sets(cards: &[Card]) -> usize {
    let places = Places::of(cards);
    let mut count = 0;
    for i in 0..cards.len() {
        let row = &THIRD[cards[i].id()];
        for j in i + 1..cards.len() {
            count += usize::from(places.after(row, cards[j], j) != 0);
        }
    }
    count
}

/// The Sets that a sweep takes: all triples in order, each Set found takes its cards away at once, so the
/// Sets share no card. What is left holds no Set.
pub fn sweep(cards: &[Card]) -> Vec<[usize; 3]> {
    let mut taken = CardSet::EMPTY;
    let mut sets = Vec::new();
    for_each_set(cards, |set| {
        let hand: CardSet = set.iter().map(|&position| cards[position]).collect();
        if taken.and(hand).is_empty() {
            taken = taken.or(hand);
            sets.push(set);
        }
    });
    sets
}

impl CardSet {
    /// The first Set in the order of ids, if there is one.
    pub fn find_set(self) -> Option<[Card; 3]> {
        let hand = Hand::of(self);
        find_set(hand.cards()).map(|set| set.map(|position| hand.cards()[position]))
    }

    /// All Sets in the order of ids.
    pub fn all_sets(self) -> Vec<[Card; 3]> {
        let hand = Hand::of(self);
        let mut sets = Vec::new();
        for_each_set(hand.cards(), |set| sets.push(set.map(|position| hand.cards()[position])));
        sets
    }

    /// How many Sets there are.
    pub fn count_sets(self) -> usize {
        count_sets(Hand::of(self).cards())
    }

    /// The Sets that a sweep in the order of ids takes; see [`sweep`].
    pub fn sweep(self) -> Vec<[Card; 3]> {
        let hand = Hand::of(self);
        sweep(hand.cards()).into_iter().map(|set| set.map(|position| hand.cards()[position])).collect()
    }
}

/// A card set spread out by id.
struct Hand {
    cards: [Card; ROW],
    len: usize,
}

impl Hand {
    fn of(set: CardSet) -> Hand {
        let mut hand = Hand { cards: [Card::of(0); ROW], len: 0 };
        for card in set.iter() {
            hand.cards[hand.len] = card;
            hand.len += 1;
        }
        hand
    }

    fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }
}

/// Where each card lies on a board; 0 for the first position and for cards that are not there, which can do
/// no harm: the first position never completes a pair of later ones.
pub(crate) struct Places([u8; ROW]);

impl Places {
    pub(crate) fn of(cards: &[Card]) -> Places {
        let mut places = Places([0; ROW]);
        for (position, &card) in cards.iter().enumerate() {
            places.put(card, position);
        }
        places
    }

    pub(crate) fn put(&mut self, card: Card, position: usize) {
        self.0[card.id() % ROW] = position as u8;
    }

    /// The position of the card that completes `row`'s card and `other`, if it lies after `position`; else 0.
    #[inline]
    fn after(&self, row: &[u8; ROW], other: Card, position: usize) -> usize {
        let place = self.place(row, other);
        if place > position { place } else { 0 }
    }

    #[inline]
    pub(crate) fn place(&self, row: &[u8; ROW], other: Card) -> usize {
        usize::from(self.0[usize::from(row[other.id() % ROW]) % ROW])
    }
}

/// More Sets than 21 cards can hold: each of the 210 pairs is in one Set at most, and a Set has three pairs.
pub(crate) const MOST_SETS: usize = 72;
const _: () = assert!(MAX_BOARD_SIZE * (MAX_BOARD_SIZE - 1) / 6 < MOST_SETS);

/// The positions of all Sets of a board of at most 21 cards, written without a branch on whether a pair has
/// its third card: 2.8 of 66 pairs do, which no branch predictor guesses.
#[inline]
pub(crate) fn board_sets(cards: &[Card], out: &mut [[u8; 4]; MOST_SETS]) -> usize {
    debug_assert!(cards.len() <= MAX_BOARD_SIZE, "a board has at most 21 cards");
    let places = Places::of(cards);
    let mut count = 0;
    for i in 0..cards.len() {
        let row = &THIRD[cards[i].id()];
        for j in i + 1..cards.len() {
            let k = places.place(row, cards[j]);
            out[count % MOST_SETS] = [i as u8, j as u8, k as u8, u8::MAX];
            count += usize::from(k > j);
        }
    }
    count
}
