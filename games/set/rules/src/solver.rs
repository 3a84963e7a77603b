//! The solver: is it a Set, what completes a pair, which Sets are there.
//!
//! Boards are slices of distinct cards and answers are positions in them, `i < j < k`, in lexicographic
//! order; [`CardSet`] has the same questions for unordered hands. Each pair of cards is completed by one
//! card, so a board of `n` cards takes `n(n-1)/2` look-ups instead of trying all triples.

use alloc::vec::Vec;

use crate::card::{Card, CardSet};
use crate::facts::{DECK_SIZE, MAX_BOARD_SIZE, ROW, THIRD};

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
#[inline]
pub fn find_set(cards: &[Card]) -> Option<[usize; 3]> {
    scan(cards, Some)
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

/// Calls `found` with the positions of each Set. The usual twelve cards are the fastest.
#[inline]
pub fn for_each_set(cards: &[Card], mut found: impl FnMut([usize; 3])) {
    let Ok(twelve) = <&[Card; 12]>::try_from(cards) else {
        scan(cards, |set| -> Option<()> {
            found(set);
            None
        });
        return;
    };
    let places = Places::of(twelve);
    let mut pairs = completed_pairs(twelve, &places);
    while pairs != 0 {
        found(first_completed(twelve, &places, pairs));
        pairs &= pairs - 1;
    }
}

/// How many Sets there are.
pub fn count_sets(cards: &[Card]) -> usize {
    if let Ok(twelve) = <&[Card; 12]>::try_from(cards) {
        return completed_pairs(twelve, &Places::of(twelve)).count_ones() as usize;
    }
    let mut count = 0;
    for_each_set(cards, |_| count += 1);
    count
}

/// Calls `visit` with the positions of each Set until it answers.
#[inline]
fn scan<A>(cards: &[Card], mut visit: impl FnMut([usize; 3]) -> Option<A>) -> Option<A> {
    let places = Places::of(cards);
    for i in 0..cards.len() {
        let row = &THIRD[cards[i].id()];
        for (j, &b) in (i + 1..).zip(&cards[i + 1..]) {
            let k = places.third(row, b);
            if k > j
                && let Some(answer) = visit([i, j, k])
            {
                return Some(answer);
            }
        }
    }
    None
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
    cards: [Card; DECK_SIZE],
    len: usize,
}

impl Hand {
    fn of(set: CardSet) -> Hand {
        let mut hand = Hand { cards: [Card::FIRST; DECK_SIZE], len: 0 };
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
        self.0[card.id()] = position as u8;
    }

    /// The position of the card that completes the row's card and `other`.
    #[inline]
    pub(crate) fn third(&self, row: &[u8; ROW], other: Card) -> usize {
        usize::from(self.0[usize::from(row[other.id()])])
    }
}

/// More Sets than 21 cards can hold: each of the 210 pairs is in one Set at most, and a Set has three pairs.
pub(crate) const MOST_SETS: usize = 71;
const _: () = assert!(MAX_BOARD_SIZE * (MAX_BOARD_SIZE - 1) / 6 < MOST_SETS);

/// Counts the Sets of twelve cards, asks `choose` for one by its number, and gives that one: `None` if there
/// are not so many.
#[inline]
pub(crate) fn choose_set(cards: &[Card; 12], choose: impl FnOnce(u32) -> u32) -> Option<[usize; 3]> {
    let places = Places::of(cards);
    let mut pairs = completed_pairs(cards, &places);
    for _ in 0..choose(pairs.count_ones()) {
        pairs &= pairs.wrapping_sub(1);
    }
    (pairs != 0).then(|| first_completed(cards, &places, pairs))
}

#[inline]
fn first_completed(cards: &[Card; 12], places: &Places, pairs: u64) -> [usize; 3] {
    let [i, j] = PAIRS[pairs.trailing_zeros() as usize % PAIRS.len()].map(usize::from);
    [i, j, places.third(&THIRD[cards[i].id()], cards[j])]
}

/// The pairs whose third card lies behind them, a bit a pair in the order of [`PAIRS`]. There is no branch on
/// what is found: 2.8 of the pairs have their third card, which no branch predictor guesses. Three rows of
/// work that don't wait for each other are faster than one.
#[inline]
fn completed_pairs(cards: &[Card; 12], places: &Places) -> u64 {
    let head = completed_rows::<0, 2>(cards, places);
    let middle = completed_rows::<2, 4>(cards, places);
    let tail = completed_rows::<4, 10>(cards, places);
    head | middle << 19 | tail << 34
}

/// The bits of the pairs that begin at the positions from `FROM` up to but without `TO`.
#[inline]
fn completed_rows<const FROM: usize, const TO: usize>(cards: &[Card; 12], places: &Places) -> u64 {
    let mut pairs = 0;
    for i in (FROM..TO).rev() {
        let row = &THIRD[cards[i].id()];
        for j in (i + 1..11).rev() {
            pairs = pairs << 1 | u64::from(places.third(row, cards[j]) > j);
        }
    }
    pairs
}

/// The pairs of twelve positions that can begin a Set, in lexicographic order: the last position can't be the
/// second of three. A word has a bit for each of the 55, with some to spare.
static PAIRS: [[u8; 2]; 64] = {
    let mut pairs = [[0; 2]; 64];
    let (mut count, mut i) = (0, 0);
    while i < 10 {
        let mut j = i + 1;
        while j < 11 {
            pairs[count] = [i, j];
            count += 1;
            j += 1;
        }
        i += 1;
    }
    assert!(count == 55);
    pairs
};
