//! The Swiss day: four rounds in which everybody plays.

use std::collections::BTreeSet;

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

/// Who sat at a table with whom, both ways round.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayedPairs(BTreeSet<(usize, usize)>);

impl PlayedPairs {
    /// The pairs that played at these tables.
    pub(super) fn at<'t>(tables: impl IntoIterator<Item = &'t [usize]>) -> PlayedPairs {
        let mut met = PlayedPairs::default();
        for table in tables {
            met.add(table);
        }
        met
    }

    fn add(&mut self, table: &[usize]) {
        for &own in table {
            self.0.extend(table.iter().filter(|&&other| other != own).map(|&other| (own, other)));
        }
    }

    fn has(&self, own: usize, other: usize) -> bool {
        self.0.contains(&(own, other))
    }
}

/// How the tables of a round are meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seating {
    /// Neighbours in the order share a table: 1 to 4, 5 to 8, …
    Neighbours,
    /// Each table gets one of the best, one of the next, and so on: of twelve, 1 4 7 10, 2 5 8 11, 3 6 9 12.
    Stripes,
}

/// Tables of players who have not played each other: the first of the order sits with the nearest who are fresh and leave the others
/// a way to sit so too, then the first of those who are left. Where that can't be, as few meet again as can be found
/// out. In the round of triples it is also seen to that fresh quads are left for the last one.
pub(super) fn fresh_tables(
    order: &[usize],
    size: usize,
    seating: Seating,
    met: &PlayedPairs,
) -> Vec<Vec<usize>> {
    let leaves_quads = |tables: &[Vec<usize>]| {
        let mut met = met.clone();
        for table in tables {
            met.add(table);
        }
        Search::new(order, 4, Seating::Neighbours, &met).tables(0, &|_| true).is_some()
    };
    let search = || Search::new(order, size, seating, met);
    if size == 3
        && let Some(tables) = search().tables(0, &leaves_quads)
    {
        return tables;
    }
    let most = order.len() * (size - 1) / 2;
    let found = (0..=most).find_map(|repeats| search().tables(repeats, &|_| true));
    found.unwrap_or_else(|| order.chunks(size).map(<[usize]>::to_vec).collect())
}

/// How many seats are tried for each number of repeats before one more is put up with. Fields of 12 are searched through
/// with a tenth of it; larger ones have so many ways that a few tries a seat are enough.
const TRIES: u32 = 100_000;

/// A search for tables, seat by seat. Entrants are their places in the order here.
struct Search<'s> {
    order: &'s [usize],
    size: usize,
    seating: Seating,
    met: &'s PlayedPairs,
    is_seated: Vec<bool>,
    tables: Vec<Vec<usize>>,
    tries: u32,
}

type Accepted<'a> = &'a dyn Fn(&[Vec<usize>]) -> bool;

impl Search<'_> {
    fn new<'s>(order: &'s [usize], size: usize, seating: Seating, met: &'s PlayedPairs) -> Search<'s> {
        Search {
            order,
            size,
            seating,
            met,
            is_seated: vec![false; order.len()],
            tables: Vec::new(),
            tries: TRIES,
        }
    }

    /// The first tables that are accepted and at which no more pairs than this meet again.
    fn tables(mut self, repeats: usize, accepted: Accepted<'_>) -> Option<Vec<Vec<usize>>> {
        self.seat_next(repeats, accepted).then(|| self.entrants())
    }

    fn entrants(&self) -> Vec<Vec<usize>> {
        let entrants = |table: &Vec<usize>| table.iter().map(|&place| self.order[place]).collect();
        self.tables.iter().map(entrants).collect()
    }

    /// Fills the next seat, and all after it.
    fn seat_next(&mut self, repeats: usize, accepted: Accepted<'_>) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        if self.tables.last().is_none_or(|table| table.len() == self.size) {
            let Some(first) = self.is_seated.iter().position(|seated| !seated) else {
                return accepted(&self.entrants());
            };
            self.tables.push(Vec::new());
            let done = self.seat(first, repeats, accepted);
            if !done {
                self.tables.pop();
            }
            return done;
        }
        let again: Vec<(usize, usize)> =
            self.candidates().into_iter().map(|place| (self.repeats(place), place)).collect();
        let fresh = again.iter().filter(|(again, _)| *again == 0);
        let others = again.iter().filter(|(again, _)| (1..=repeats).contains(again));
        fresh.chain(others).any(|&(again, place)| self.seat(place, repeats - again, accepted))
    }

    fn seat(&mut self, place: usize, repeats: usize, accepted: Accepted<'_>) -> bool {
        let table = self.tables.len() - 1;
        self.is_seated[place] = true;
        self.tables[table].push(place);
        let done = self.seat_next(repeats, accepted);
        if !done {
            self.tables[table].pop();
            self.is_seated[place] = false;
        }
        done
    }

    /// Who may sit down next at the last table, whoever should first.
    fn candidates(&self) -> Vec<usize> {
        let (number, table) = (self.tables.len() - 1, &self.tables[self.tables.len() - 1]);
        let free = |range: std::ops::Range<usize>| range.filter(|&place| !self.is_seated[place]).collect();
        match self.seating {
            Seating::Neighbours => free(table[table.len() - 1] + 1..self.order.len()),
            Seating::Stripes => {
                let stripe = self.order.len() / self.size;
                let first = table.len() * stripe;
                let mut places: Vec<usize> = free(first..first + stripe);
                places.sort_by_key(|place| place.abs_diff(first + number));
                places
            }
        }
    }

    /// How many of the last table a player has already played against.
    fn repeats(&self, place: usize) -> usize {
        let has_met = |other: &&usize| self.met.has(self.order[place], self.order[**other]);
        self.tables.last().map_or(0, |table| table.iter().filter(has_met).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(order: &[usize], met: &[[usize; 2]]) -> Vec<Vec<usize>> {
        fresh_tables(order, 2, Seating::Neighbours, &PlayedPairs::at(met.iter().map(|pair| &pair[..])))
    }

    #[test]
    fn a_repeat_is_avoided_by_the_nearest_other_pairing() {
        let order = [0, 1, 2, 3, 4, 5];
        assert_eq!(pairs(&order, &[]), [[0, 1], [2, 3], [4, 5]]);
        assert_eq!(pairs(&order, &[[0, 1]]), [[0, 2], [1, 3], [4, 5]]);
        assert_eq!(pairs(&order, &[[4, 5]]), [[0, 1], [2, 4], [3, 5]]);
        assert_eq!(pairs(&order, &[[0, 1], [2, 3], [4, 5]]), [[0, 2], [1, 4], [3, 5]]);
    }

    #[test]
    fn where_a_repeat_can_not_be_avoided_there_is_one() {
        assert_eq!(pairs(&[1, 0], &[[0, 1]]), [[1, 0]]);
        // 0 has played everybody; the others need no repeated pair for that.
        assert_eq!(pairs(&[0, 1, 2, 3], &[[0, 1], [0, 2], [0, 3], [2, 3]]), [[0, 2], [1, 3]]);
    }

    #[test]
    fn tables_of_neighbours_and_striped_tables() {
        let order: Vec<usize> = (0..12).collect();
        let none = PlayedPairs::default();
        let tables = |seating| fresh_tables(&order, 4, seating, &none);
        assert_eq!(tables(Seating::Neighbours), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
        assert_eq!(tables(Seating::Stripes), [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]);
        let met = PlayedPairs::at([&[0, 6][..], &[1, 4]]);
        assert_eq!(
            fresh_tables(&order, 4, Seating::Stripes, &met),
            [[0, 3, 7, 9], [1, 5, 6, 10], [2, 4, 8, 11]]
        );
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
