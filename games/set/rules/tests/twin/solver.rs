//! R2 and R15 word for word, and searches that try every triple.

use tercet_set::Card;

/// R2: three different cards such that in each attribute all three agree or all three differ.
pub(crate) fn is_set(a: Card, b: Card, c: Card) -> bool {
    let are_different = a != b && b != c && a != c;
    are_different
        && fits(a.number(), b.number(), c.number())
        && fits(a.color(), b.color(), c.color())
        && fits(a.shape(), b.shape(), c.shape())
        && fits(a.shading(), b.shading(), c.shading())
}

fn fits<T: Copy + PartialEq>(x: T, y: T, z: T) -> bool {
    let all_agree = x == y && y == z;
    let all_differ = x != y && y != z && x != z;
    all_agree || all_differ
}

/// The card that completes a pair of different cards, found by trying all.
pub(crate) fn third(a: Card, b: Card) -> Card {
    Card::all().find(|&c| is_set(a, b, c)).expect("each pair is completed by one card")
}

/// R15: two pairs of the four that the same third card completes.
pub(crate) fn is_ultraset([a, b, c, d]: [Card; 4]) -> bool {
    third(a, b) == third(c, d) || third(a, c) == third(b, d) || third(a, d) == third(b, c)
}

pub(crate) fn all_sets(cards: &[Card]) -> Vec<[usize; 3]> {
    let mut sets = Vec::new();
    for i in 0..cards.len() {
        for j in i + 1..cards.len() {
            for k in j + 1..cards.len() {
                if is_set(cards[i], cards[j], cards[k]) {
                    sets.push([i, j, k]);
                }
            }
        }
    }
    sets
}

pub(crate) fn find_set(cards: &[Card]) -> Option<[usize; 3]> {
    all_sets(cards).into_iter().next()
}

pub(crate) fn count_sets(cards: &[Card]) -> usize {
    all_sets(cards).len()
}

/// The first Set of all leaves, then the first of what is left, and so on.
pub(crate) fn sweep(cards: &[Card]) -> Vec<[usize; 3]> {
    let mut sets: Vec<[usize; 3]> = Vec::new();
    loop {
        let is_left = |place: &usize| !sets.iter().flatten().any(|taken| taken == place);
        let places: Vec<usize> = (0..cards.len()).filter(is_left).collect();
        let left: Vec<Card> = places.iter().map(|&place| cards[place]).collect();
        let Some(set) = find_set(&left) else { return sets };
        sets.push(set.map(|place| places[place]));
    }
}

/// Calls `test` with each way to choose `count` of the items, in the order of their places, until it is true.
pub(crate) fn any_choice<T: Copy>(items: &[T], count: usize, test: &mut impl FnMut(&[T]) -> bool) -> bool {
    choose(items, count, &mut Vec::new(), test)
}

fn choose<T: Copy>(
    items: &[T],
    count: usize,
    chosen: &mut Vec<T>,
    test: &mut impl FnMut(&[T]) -> bool,
) -> bool {
    if chosen.len() == count {
        return test(chosen);
    }
    for (place, &item) in items.iter().enumerate() {
        chosen.push(item);
        if choose(&items[place + 1..], count, chosen, test) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// All ways to choose `count` of the items for which `test` is true.
pub(crate) fn choices<T: Copy>(items: &[T], count: usize, test: impl Fn(&[T]) -> bool) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    any_choice(items, count, &mut |chosen| {
        if test(chosen) {
            all.push(chosen.to_vec());
        }
        false
    });
    all
}
