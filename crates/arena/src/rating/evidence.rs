//! Who finished before whom, counted so that the order of games can't matter.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The results of all tables that players sat at together: everything that [`Fit`](crate::Fit) reads. Only whole
/// numbers are summed, so the same games in any order are the same evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// By who sat at the table, in ascending order.
    tables: BTreeMap<Vec<usize>, PairResults>,
}

/// All games of one company.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PairResults {
    pub(super) games: u64,
    /// For each pair of [`pairs`], the half points of its first: 2 for finishing before the other, 1 for a draw.
    pub(super) half_points: Vec<u64>,
    /// Pairs of different players that drew, over all games.
    pub(super) draws: u64,
}

impl Evidence {
    /// Counts a table: who sat there, and in which place each finished. The lower place is the better one, and equal
    /// places are a draw.
    ///
    /// # Panics
    /// If there is not one place for each.
    ///
    /// ```
    /// use tercet_arena::Evidence;
    ///
    /// let (mut one, mut other) = (Evidence::default(), Evidence::default());
    /// one.count(&[0, 1, 2], &[1, 2, 2]);
    /// other.count(&[2, 0, 1], &[2, 1, 2]);
    /// assert_eq!(one, other);
    /// ```
    pub fn count<P: Ord>(&mut self, players: &[usize], places: &[P]) {
        assert!(players.len() == places.len(), "one place for each player");
        if players.len() < 2 {
            return;
        }
        let mut seats: Vec<(usize, &P)> = players.iter().copied().zip(places).collect();
        seats.sort_by_key(|&(player, _)| player);
        let company: Vec<usize> = seats.iter().map(|&(player, _)| player).collect();
        let meetings = self.tables.entry(company).or_default();
        meetings.half_points.resize(seats.len() * (seats.len() - 1) / 2, 0);
        meetings.games += 1;
        for ((first, second), half_points) in pairs(seats.len()).zip(&mut meetings.half_points) {
            let ((own, place), (other, theirs)) = (seats[first], seats[second]);
            match place.cmp(theirs) {
                Ordering::Less => *half_points += 2,
                Ordering::Equal => *half_points += 1,
                Ordering::Greater => {}
            }
            meetings.draws += u64::from(own != other && place == theirs);
        }
    }

    /// The same with these players only, numbered anew in this order; tables at which anybody else sat are left out.
    #[must_use]
    pub fn only(&self, players: &[usize]) -> Evidence {
        let number: BTreeMap<usize, usize> =
            players.iter().enumerate().map(|(number, &player)| (player, number)).collect();
        let mut left = Evidence::default();
        for (company, meetings) in &self.tables {
            let Some(renamed) =
                company.iter().map(|player| number.get(player).copied()).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            left.add(&renamed, meetings);
        }
        left
    }

    /// Adds the games of a company that is in any order.
    fn add(&mut self, company: &[usize], added: &PairResults) {
        let mut order: Vec<usize> = (0..company.len()).collect();
        order.sort_by_key(|&seat| company[seat]);
        let meetings = self.tables.entry(order.iter().map(|&seat| company[seat]).collect()).or_default();
        meetings.half_points.resize(added.half_points.len(), 0);
        meetings.games += added.games;
        meetings.draws += added.draws;
        let at: BTreeMap<(usize, usize), u64> =
            pairs(company.len()).zip(added.half_points.iter().copied()).collect();
        for ((first, second), half_points) in pairs(company.len()).zip(&mut meetings.half_points) {
            let (first, second) = (order[first], order[second]);
            *half_points += match at.get(&(first, second)) {
                Some(&own) => own,
                None => 2 * added.games - at[&(second, first)],
            };
        }
    }

    /// Companies with their games, always in the same order.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&[usize], &PairResults)> {
        self.tables.iter().map(|(company, meetings)| (&company[..], meetings))
    }
}

/// All pairs of so many seats, the first below the second.
pub(super) fn pairs(seats: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..seats).flat_map(move |first| (first + 1..seats).map(move |second| (first, second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_can_be_numbered_anew() {
        let (mut all, mut some) = (Evidence::default(), Evidence::default());
        all.count(&[4, 7, 9], &[1, 2, 3]);
        all.count(&[9, 4, 7], &[1, 1, 3]);
        all.count(&[4, 1], &[2, 1]);
        some.count(&[2, 0, 1], &[1, 2, 3]);
        some.count(&[1, 2, 0], &[1, 1, 3]);
        assert_eq!(all.only(&[7, 9, 4]), some);
        assert_eq!(all.only(&[7, 9]), Evidence::default());
    }

    #[test]
    fn a_table_of_one_is_no_evidence() {
        let mut alone = Evidence::default();
        alone.count(&[3], &[1]);
        assert_eq!(alone, Evidence::default());
    }
}
