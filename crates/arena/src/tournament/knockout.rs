//! Knock-out for two: the loser is out.

/// The first round of a bracket in which the best, given in order, meet as late as can be; `None` is a bye.
pub(super) fn bracket(order: &[usize]) -> Vec<[Option<usize>; 2]> {
    let size = order.len().next_power_of_two().max(2);
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|place| [place, last - place]).collect();
    }
    let entrant = |place: usize| order.get(place).copied();
    places.chunks(2).map(|pair| [entrant(pair[0]), entrant(pair[1])]).collect()
}

/// Rounds until one is left.
pub(super) fn rounds(entrants: usize) -> u32 {
    entrants.next_power_of_two().max(2).trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_last_and_have_the_byes() {
        let order: Vec<usize> = (10..18).collect();
        let pairs = |order: &[usize]| bracket(order);
        assert_eq!(pairs(&order), [[10, 17], [13, 14], [11, 16], [12, 15]].map(|pair| pair.map(Some)));
        assert_eq!(
            pairs(&order[..5]),
            [[Some(10), None], [Some(13), Some(14)], [Some(11), None], [Some(12), None]]
        );
        assert_eq!(pairs(&order[..2]), [[Some(10), Some(11)]]);
        assert_eq!([2, 3, 4, 5, 8, 9].map(rounds), [1, 2, 2, 3, 3, 4]);
    }
}
