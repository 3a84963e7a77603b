//! One table's game, and the games that it takes.

use serde::{Deserialize, Serialize};
use tercet_game::stream_seed;

use crate::Tables;

/// A game of a table: who sits where, and from which seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the tournament, from 0.
    pub number: u64,
    /// The number of its table in the round, from 0.
    pub table: u32,
    /// Which of the table's games it is, from 0.
    pub game: u32,
    /// The entrants' numbers, seat by seat.
    pub entrants: Vec<usize>,
    /// The deal's seed.
    pub deal: u64,
    /// The seed of each seat's bot.
    pub bots: Vec<u64>,
}

/// One game to be played: the whole fixture, or in duplicate play one entrant's part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixtureGame {
    /// The fixture's number.
    pub fixture: u64,
    /// Which part of it, from 0.
    pub part: u32,
    /// The entrants' numbers, seat by seat.
    pub entrants: Vec<usize>,
    /// The deal's seed.
    pub deal: u64,
    /// The seed of each seat's bot.
    pub bots: Vec<u64>,
}

/// The pairing that a fixture belongs to: with the tournament's seed it names the streams that are drawn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub(super) seed: u64,
    pub(super) day: u32,
    pub(super) round: u32,
    pub(super) table: u32,
}

impl Pairing {
    /// Game `game` of this pairing. Together, the seats move on by one from game to game, and a deal serves until
    /// everybody has sat everywhere; in duplicate play each game has a deal of its own.
    pub(super) fn fixture(&self, number: u64, game: u32, tables: Tables, entrants: &[usize]) -> Fixture {
        let seats = entrants.len() as u32;
        let mut entrants = entrants.to_vec();
        let block = match tables {
            Tables::Together => {
                entrants.rotate_left((game % seats) as usize);
                game / seats
            }
            Tables::Duplicate => game,
        };
        let bots = (0..entrants.len() as u64).map(|seat| self.stream(game, 1 + seat)).collect();
        Fixture { number, table: self.table, game, entrants, deal: self.stream(block, 0), bots }
    }

    fn stream(&self, game: u32, last: u64) -> u64 {
        let Pairing { seed, day, round, table } = *self;
        stream_seed(seed, &[day.into(), round.into(), table.into(), game.into(), last])
    }
}

impl Fixture {
    /// What has to be played for it.
    pub fn games_to_play(&self, tables: Tables) -> Vec<FixtureGame> {
        let fixture_game = |part: usize, seats: std::ops::Range<usize>| FixtureGame {
            fixture: self.number,
            part: part as u32,
            entrants: self.entrants[seats.clone()].to_vec(),
            deal: self.deal,
            bots: self.bots[seats].to_vec(),
        };
        match tables {
            Tables::Together => vec![fixture_game(0, 0..self.entrants.len())],
            Tables::Duplicate => {
                (0..self.entrants.len()).map(|seat| fixture_game(seat, seat..seat + 1)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRING: Pairing = Pairing { seed: 7, day: 0, round: 1, table: 2 };

    #[test]
    fn seats_rotate_on_the_same_deal() {
        let game = |game| PAIRING.fixture(0, game, Tables::Together, &[4, 9, 6]);
        let seats: Vec<Vec<usize>> = (0..4).map(|number| game(number).entrants).collect();
        assert_eq!(seats, [[4, 9, 6], [9, 6, 4], [6, 4, 9], [4, 9, 6]]);
        assert!(game(0).deal == game(1).deal && game(1).deal == game(2).deal);
        assert_ne!(game(2).deal, game(3).deal);
        assert_ne!(game(0).bots, game(1).bots);
    }

    #[test]
    fn in_duplicate_play_each_sits_alone_at_the_same_deal() {
        let fixture = PAIRING.fixture(5, 1, Tables::Duplicate, &[4, 9]);
        let games_to_play = fixture.games_to_play(Tables::Duplicate);
        let seats: Vec<&[usize]> =
            games_to_play.iter().map(|fixture_game| &fixture_game.entrants[..]).collect();
        assert_eq!(seats, [[4], [9]]);
        assert!(
            games_to_play
                .iter()
                .all(|fixture_game| (fixture_game.deal, fixture_game.fixture) == (fixture.deal, 5))
        );
        assert_ne!(games_to_play[0].bots, games_to_play[1].bots);
        assert_ne!(fixture.deal, PAIRING.fixture(4, 0, Tables::Duplicate, &[4, 9]).deal);
    }

    #[test]
    fn every_pairing_has_streams_of_its_own() {
        let others = [
            Pairing { seed: 8, ..PAIRING },
            Pairing { day: 1, ..PAIRING },
            Pairing { round: 2, ..PAIRING },
            Pairing { table: 3, ..PAIRING },
        ];
        let deal = |pairing: &Pairing| pairing.fixture(0, 0, Tables::Together, &[0, 1]).deal;
        assert!(others.iter().all(|other| deal(other) != deal(&PAIRING)));
    }
}
