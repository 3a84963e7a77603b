//! Win chances of several positions side by side: game by game with the same dice, so that differences are sharp.

use rayon::prelude::*;
use tercet_game::{Player, Seat};
use tercet_machi::{MachiKoro, State};

use crate::WinChances;
use crate::chances::{Z, winner};

/// Who won each game from each of several positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// By game, then by position.
    winners: Vec<Vec<Option<Seat>>>,
}

/// How many games are played between two questions whether to go on.
const BATCH: u32 = 20;

impl Paired {
    /// Plays so many games from each position, as [`crate::win_chances`] does, until `goes_on` says no: every position has
    /// then had the same number of games. It is asked before each move; games that are not over then don't count.
    pub fn play<P: Player<MachiKoro>>(
        game: &MachiKoro,
        states: &[State],
        player: impl Fn(Seat, u64) -> P + Sync,
        (games, seed): (u32, u64),
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Paired {
        let one = |number: u32| -> Option<Vec<Option<Seat>>> {
            let won = |state| winner(game, state, &player, (number, seed), goes_on);
            let winners = states.iter().map(won).collect();
            goes_on().then_some(winners)
        };
        let mut winners: Vec<Vec<Option<Seat>>> = Vec::new();
        let mut from = 0;
        while from < games && goes_on() {
            let to = games.min(from + BATCH);
            let Some(batch) = (from..to).into_par_iter().map(one).collect::<Option<Vec<_>>>() else { break };
            winners.extend(batch);
            from = to;
        }
        Paired { winners }
    }

    /// How many games were played from each position.
    pub fn games(&self) -> u32 {
        self.winners.len() as u32
    }

    /// How often each seat won from the position of this number.
    pub fn chances(&self, position: usize) -> WinChances {
        WinChances::of(self.winners.iter().map(|game| game[position]))
    }

    /// How much likelier the seat wins from one position than from another, and where that lies with 95 % confidence: the
    /// interval of Bonett and Price for pairs.
    pub fn gain(&self, position: usize, over: usize, seat: Seat) -> (f64, f64, f64) {
        let differ = |a: usize, b: usize| {
            let won = |game: &Vec<Option<Seat>>, position: usize| game[position] == Some(seat);
            self.winners.iter().filter(|game| won(game, a) && !won(game, b)).count() as f64
        };
        let (more, less, games) = (differ(position, over), differ(over, position), self.winners.len() as f64);
        let (likelier, unlikelier) = ((more + 1.0) / (games + 2.0), (less + 1.0) / (games + 2.0));
        let middle = likelier - unlikelier;
        let half = Z * ((likelier + unlikelier - middle * middle) / (games + 2.0)).sqrt();
        ((more - less) / games.max(1.0), (middle - half).max(-1.0), (middle + half).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(games: &[([u8; 2], u32)]) -> Paired {
        let winners = games
            .iter()
            .flat_map(|(won, times)| (0..*times).map(|_| won.iter().map(|seat| Some(Seat(*seat))).collect()));
        Paired { winners: winners.collect() }
    }

    #[test]
    fn a_difference_of_pairs_is_sharper_than_two_chances() {
        // Seat 1 wins 60 of 100 from the first position and 50 from the second, and never the other way round.
        let paired = paired(&[([0, 0], 50), ([0, 1], 10), ([1, 1], 40)]);
        assert_eq!((paired.chances(0).wins(Seat(0)), paired.chances(1).wins(Seat(0))), (60, 50));
        let (gain, low, high) = paired.gain(0, 1, Seat(0));
        assert!((gain - 0.1).abs() < 1e-12 && low > 0.0, "{gain}: {low} to {high}");
        let alone = paired.chances(0).interval(Seat(0)).0;
        assert!(alone < paired.chances(1).interval(Seat(0)).1, "the chances alone tell nothing");
        let (back, ..) = paired.gain(1, 0, Seat(0));
        assert!((back + 0.1).abs() < 1e-12);
    }

    #[test]
    fn games_that_agree_still_leave_room() {
        let (gain, low, high) = paired(&[([0, 0], 30), ([1, 1], 30)]).gain(0, 1, Seat(0));
        assert!(gain.abs() < 1e-12 && low < -0.01 && high > 0.01, "{low} to {high}");
    }
}
