//! The Swiss day: four rounds in which everybody plays.

use tercet_game::Rng;

/// Rounds of a day.
pub(super) const ROUNDS: u32 = 4;
/// Fields are padded to a multiple of this, so that pairs, triples and quads come out even.
pub const SWISS_MULTIPLE: usize = 12;

/// How many sit at a table of this round.
pub(super) fn table_size(round: u32) -> usize {
    match round {
        0 | 1 => 2,
        2 => 3,
        _ => 4,
    }
}

/// Random pairs.
pub(super) fn random_pairs(entrants: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..entrants).collect();
    for last in (1..entrants).rev() {
        order.swap(last, rng.below(last as u32 + 1) as usize);
    }
    order.chunks(2).map(<[usize]>::to_vec).collect()
}

/// Neighbours in the order play each other, but nobody a second time if that can be avoided.
pub(super) fn fresh_pairs(order: &[usize], has_met: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut pairs = Vec::with_capacity(order.len() / 2);
    if pair_up(&mut order.to_vec(), &has_met, &mut pairs) { pairs } else { adjacent(order, 2) }
}

/// Pairs the first of the order with the nearest fresh one that leaves the others a way to pair up too. Each has at
/// most one opponent behind them when this is asked, so the first or second try succeeds.
fn pair_up(
    order: &mut Vec<usize>,
    has_met: &impl Fn(usize, usize) -> bool,
    pairs: &mut Vec<Vec<usize>>,
) -> bool {
    if order.is_empty() {
        return true;
    }
    let first = order.remove(0);
    for at in 0..order.len() {
        if has_met(first, order[at]) {
            continue;
        }
        let other = order.remove(at);
        pairs.push(vec![first, other]);
        if pair_up(order, has_met, pairs) {
            return true;
        }
        pairs.pop();
        order.insert(at, other);
    }
    order.insert(0, first);
    false
}

/// Neighbours in the order share a table: 1 to 4, 5 to 8, …
pub(super) fn adjacent(order: &[usize], size: usize) -> Vec<Vec<usize>> {
    order.chunks(size).map(<[usize]>::to_vec).collect()
}

/// Each table gets one of the best, one of the next, and so on: of twelve, 1 4 7 10, 2 5 8 11, 3 6 9 12.
pub(super) fn striped(order: &[usize], size: usize) -> Vec<Vec<usize>> {
    let tables = order.len() / size;
    (0..tables).map(|table| order.iter().skip(table).step_by(tables).copied().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeat_is_avoided_by_the_nearest_other_pairing() {
        let met = |met: &'static [(usize, usize)]| {
            move |a: usize, b: usize| met.contains(&(a, b)) || met.contains(&(b, a))
        };
        let order = [0, 1, 2, 3, 4, 5];
        assert_eq!(fresh_pairs(&order, met(&[])), [[0, 1], [2, 3], [4, 5]]);
        assert_eq!(fresh_pairs(&order, met(&[(0, 1)])), [[0, 2], [1, 3], [4, 5]]);
        assert_eq!(fresh_pairs(&order, met(&[(4, 5)])), [[0, 1], [2, 4], [3, 5]]);
        assert_eq!(fresh_pairs(&order, met(&[(0, 1), (2, 3), (4, 5)])), [[0, 2], [1, 4], [3, 5]]);
    }

    #[test]
    fn where_a_repeat_can_not_be_avoided_neighbours_play_again() {
        assert_eq!(fresh_pairs(&[1, 0], |_, _| true), [[1, 0]]);
    }

    #[test]
    fn tables_of_neighbours_and_striped_tables() {
        let order: Vec<usize> = (0..12).collect();
        assert_eq!(adjacent(&order, 4), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
        assert_eq!(striped(&order, 4), [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]);
    }

    #[test]
    fn random_pairs_seat_everybody_once() {
        let pairs = random_pairs(24, &mut Rng::new(3));
        let mut seated: Vec<usize> = pairs.concat();
        seated.sort_unstable();
        assert_eq!((pairs.len(), seated), (12, (0..24).collect()));
        assert_ne!(pairs, random_pairs(24, &mut Rng::new(4)));
    }
}
