//! Win chances by playing games to their end.

use rayon::prelude::*;
use tercet_game::{Game, Input, Live, Player, Rng, Seat, Stream, Turn, stream_seed};
use tercet_machi::{Config, MachiKoro, State};

const PLAYERS: usize = Config::MAX_PLAYERS as usize;

/// So many standard deviations hold 95 % of a bell.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// How often each seat won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinChances {
    games: u32,
    wins: [u32; PLAYERS],
}

impl WinChances {
    /// How many games were played.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many of them the seat won. Games that end by their limit nobody wins.
    pub fn wins(&self, seat: Seat) -> u32 {
        self.wins[seat.index()]
    }

    /// The share of games that the seat won.
    pub fn chance(&self, seat: Seat) -> f64 {
        f64::from(self.wins(seat)) / f64::from(self.games.max(1))
    }

    /// Where the chance lies with 95 % confidence (Wilson's interval).
    pub fn interval(&self, seat: Seat) -> (f64, f64) {
        let (games, chance) = (f64::from(self.games.max(1)), self.chance(seat));
        let scale = 1.0 / (1.0 + Z * Z / games);
        let middle = scale * (chance + Z * Z / (2.0 * games));
        let half = scale * Z * (chance * (1.0 - chance) / games + Z * Z / (4.0 * games * games)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// The chances of games that these seats won.
    pub(crate) fn of(winners: impl Iterator<Item = Option<Seat>>) -> WinChances {
        winners.fold(WinChances::default(), |mut chances, winner| {
            chances.games += 1;
            if let Some(seat) = winner {
                chances.wins[seat.index()] += 1;
            }
            chances
        })
    }

    fn add(mut self, other: WinChances) -> WinChances {
        self.games += other.games;
        self.wins.iter_mut().zip(other.wins).for_each(|(wins, more)| *wins += more);
        self
    }
}

/// Plays so many games from a position that can be played on, each seat by a player of its own made from a seed. Game by
/// game the dice and the players have their own streams of `seed`: the result is the same on any number of threads.
/// A player that has no answer, or an illegal one, passes the game to nobody, and so does a game that does not go on.
pub fn win_chances<P: Player<MachiKoro>>(
    game: &MachiKoro,
    state: &State,
    player: impl Fn(Seat, u64) -> P + Sync,
    games: u32,
    seed: u64,
    goes_on: impl Fn() -> bool + Sync,
) -> WinChances {
    let one = |number: u32| {
        let mut chances = WinChances { games: 1, ..WinChances::default() };
        if let Some(winner) = winner(game, state, &player, (number, seed), &goes_on) {
            chances.wins[winner.index()] = 1;
        }
        chances
    };
    (0..games).into_par_iter().map(one).reduce(WinChances::default, WinChances::add)
}

/// Who wins the game of this number; the same number deals alike from any position. Nobody once it does not go on.
pub(crate) fn winner<P: Player<MachiKoro>>(
    game: &MachiKoro,
    state: &State,
    player: &impl Fn(Seat, u64) -> P,
    (number, seed): (u32, u64),
    goes_on: &dyn Fn() -> bool,
) -> Option<Seat> {
    // Before players are made: the games that are left after a stop, which may be millions, must cost nothing.
    if !goes_on() {
        return None;
    }
    let name = u64::from(number);
    let seat_seed = |seat: Seat| stream_seed(seed, &[name, 1 + u64::from(seat.0)]);
    let players = (0..game.seats()).map(Seat).map(|seat| player(seat, seat_seed(seat))).collect();
    let dealer = Stream::from(Rng::stream(seed, &[name, 0]));
    play(game, Live::at(*state, dealer, ()), players, goes_on)
}

fn play<P: Player<MachiKoro>>(
    game: &MachiKoro,
    mut live: Live<MachiKoro, Stream>,
    mut players: Vec<P>,
    goes_on: &dyn Fn() -> bool,
) -> Option<Seat> {
    loop {
        if !goes_on() {
            return None;
        }
        match game.turn(live.state()) {
            Turn::Over => return live.state().winner(),
            Turn::Chance => live.draw(game, &mut ()).ok()?,
            Turn::Seats(_) => {
                let seat = live.state().roller();
                let answer = players[seat.index()].answer(game, live.state(), seat)?;
                live.take(game, Input::Play(seat, answer.action), &mut ()).ok()?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_the_textbooks() {
        let chances = WinChances { games: 100, wins: [20, 80, 0, 0, 0] };
        let (low, high) = chances.interval(Seat(0));
        assert!((low - 0.1334).abs() < 1e-4 && (high - 0.2888).abs() < 1e-4, "{low} {high}");
        assert!(chances.interval(Seat(2)).0 < 1e-12 && chances.interval(Seat(2)).1 > 0.0);
    }
}
