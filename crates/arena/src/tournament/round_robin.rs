//! Everybody against everybody.

/// All tables of this size. Pairs come round by round, so that nobody waits long; larger tables in the order of
/// their members.
pub(super) fn tables(entrants: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 2 { circle(entrants) } else { combinations(entrants, size) }
}

/// The circle: the last stays, the others move on by one each round.
fn circle(entrants: usize) -> Vec<Vec<usize>> {
    let places = entrants.next_multiple_of(2);
    let ring = places.saturating_sub(1);
    let mut pairs = Vec::new();
    for round in 0..ring {
        let at = |place: usize| (round + place) % ring;
        pairs.push(vec![ring, at(0)]);
        pairs.extend((1..places / 2).map(|place| vec![at(place), at(ring - place)]));
    }
    // With an odd field, whoever would meet the missing one sits out.
    pairs.retain(|pair| pair.iter().all(|&entrant| entrant < entrants));
    pairs
}

fn combinations(entrants: usize, size: usize) -> Vec<Vec<usize>> {
    if size > entrants {
        return Vec::new();
    }
    let mut table: Vec<usize> = (0..size).collect();
    let mut tables = vec![table.clone()];
    // The last member that can still move on does; those behind it follow closely.
    while let Some(at) = (0..size).rev().find(|&at| table[at] < entrants - size + at) {
        table[at] += 1;
        for next in at + 1..size {
            table[next] = table[next - 1] + 1;
        }
        tables.push(table.clone());
    }
    tables
}

/// How many tables there are.
pub(super) fn count(entrants: usize, size: usize) -> u64 {
    (0..size as u64).fold(1, |ways, taken| ways * (entrants as u64).saturating_sub(taken) / (taken + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_pair_meets_once() {
        for entrants in 2..=9 {
            let pairs = circle(entrants);
            let met: BTreeSet<BTreeSet<usize>> =
                pairs.iter().map(|pair| pair.iter().copied().collect()).collect();
            assert_eq!((pairs.len(), met.len()), (entrants * (entrants - 1) / 2, pairs.len()), "{entrants}");
        }
        assert_eq!(circle(4), [[3, 0], [1, 2], [3, 1], [2, 0], [3, 2], [0, 1]]);
    }

    #[test]
    fn every_table_is_there_once() {
        assert_eq!(combinations(4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(combinations(5, 5), [[0, 1, 2, 3, 4]]);
        assert_eq!(combinations(3, 4), Vec::<Vec<usize>>::new());
        for (entrants, size) in [(6, 2), (9, 4), (7, 5), (3, 4), (8, 1)] {
            assert_eq!(tables(entrants, size).len() as u64, count(entrants, size), "{entrants} {size}");
        }
    }
}
