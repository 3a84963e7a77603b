//! Two bots in pairs of games, until the test is decided.

use tercet_entry::{AnyRules, PlayError, Seated, Table};
use tercet_game::{Deal, Finish, stream_seed};
use tercet_search::BotLimits;

use crate::{Pairs, Sprt, Verdict, Watch, play_all, result};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The bot that may be better.
    New,
    /// The bot that it is held against.
    Base,
}

/// One game of a pair: who sits where, and from which seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelGame {
    /// The deal's seed.
    pub deal: u64,
    /// Each seat's side and its bot's seed.
    pub seats: Vec<(Side, u64)>,
}

impl DuelGame {
    /// The new bot's half points out of a game of two, by how each seat came out: 0, 1 or 2.
    ///
    /// # Panics
    /// If two don't sit there, or there is not one finish for each.
    pub fn half_points(&self, finish: &[Finish]) -> usize {
        assert!(self.seats.len() == 2 && finish.len() == 2, "two seats, and a finish for each");
        let new = usize::from(self.seats[0].0 == Side::Base);
        result_in_halves(finish[new], finish[1 - new])
    }
}

/// The games of pair `number` where both sit at one table: the same deal, the seats swapped.
///
/// ```
/// use tercet_arena::{Side, duel_games};
///
/// let [first, second] = duel_games(1, 0);
/// assert_eq!((first.deal, first.seats[0].0), (second.deal, Side::New));
/// assert_eq!(second.seats[0].0, Side::Base);
/// ```
pub fn duel_games(seed: u64, number: u64) -> [DuelGame; 2] {
    let stream = |last: u64| stream_seed(seed, &[number, last]);
    let seats = [(Side::New, stream(1)), (Side::Base, stream(2))];
    let swapped = [(Side::Base, stream(4)), (Side::New, stream(3))];
    [seats, swapped].map(|seats| DuelGame { deal: stream(0), seats: seats.into() })
}

/// The halves of one of pair `number`'s two games for one: each side alone, at the same deal.
pub fn duel_alone(seed: u64, number: u64, second: bool) -> [DuelGame; 2] {
    let number = 2 * number + u64::from(second);
    let stream = |last: u64| stream_seed(seed, &[number, last]);
    let halves = [(Side::New, stream(1)), (Side::Base, stream(2))];
    halves.map(|half| DuelGame { deal: stream(0), seats: vec![half] })
}

/// The new bot's half points out of pair `number`: 0 to 4, or `None` if it was stopped. `sit` says who plays a side, with the seed of
/// its stream.
///
/// # Errors
/// If a bot can't sit, the dealer can't deal, an action is refused or nobody answers.
pub fn play_pair<'t>(
    rules: &dyn AnyRules,
    seed: u64,
    number: u64,
    bot_limits: &'t BotLimits,
    sit: impl Fn(Side, u64) -> Seated<'t>,
) -> Result<Option<usize>, PlayError> {
    let play = |one: &DuelGame| -> Result<Option<Vec<Finish>>, PlayError> {
        let players = one.seats.iter().map(|&(side, seed)| sit(side, seed)).collect();
        let table = Table { deal: Deal::stream(one.deal), players, bot_limits };
        Ok(rules.play_recorded(table, 0)?.map(|played| played.finish))
    };
    let mut half_points = 0;
    for second in [false, true] {
        let halves = if rules.seats() == 1 {
            let [own, other] = duel_alone(seed, number, second);
            play(&own)?.zip(play(&other)?).map(|(own, other)| {
                let alone = Finish::by_score(&[own[0].score, other[0].score]);
                result_in_halves(alone[0], alone[1])
            })
        } else {
            let game = &duel_games(seed, number)[usize::from(second)];
            play(game)?.map(|finish| game.half_points(&finish))
        };
        let Some(halves) = halves else { return Ok(None) };
        half_points += halves;
    }
    Ok(Some(half_points))
}

fn result_in_halves(own: Finish, other: Finish) -> usize {
    #[allow(clippy::cast_sign_loss)] // Points are not negative.
    let half_points = (2.0 * result(own, other)) as usize;
    half_points
}

/// Pairs between two looks at the verdict; the verdict itself is asked after each, in order.
const BATCH: u64 = 256;

/// Plays pairs on so many threads (0 for as many as there are cores) until the test is decided, at most so many. `pair` gives the
/// new bot's half points out of a pair by its number, `heard` is called after each batch. What comes of it does not
/// depend on the number of threads.
///
/// # Errors
/// The first of `pair`'s.
pub fn duel<E: Send>(
    test: &Sprt,
    most: u64,
    jobs: usize,
    watch: &Watch,
    pair: impl Fn(u64) -> Result<Option<usize>, E> + Sync,
    mut heard: impl FnMut(&Pairs),
) -> Result<Pairs, E> {
    let mut pairs = Pairs::default();
    let mut first = 0;
    while first < most && test.verdict(&pairs) == Verdict::Open && !watch.is_stopped() {
        let numbers: Vec<u64> = (first..most.min(first + BATCH)).collect();
        let mut played = vec![None; numbers.len()];
        let keep = |batch: Vec<(usize, usize)>| {
            for (at, half_points) in batch {
                played[at] = Some(half_points);
            }
            Ok(())
        };
        play_all(jobs, watch, &numbers, |&number| pair(number), keep)?;
        for half_points in played.into_iter().map_while(|half_points| half_points) {
            if !pairs.count_open(test, half_points) {
                break;
            }
        }
        first += BATCH;
        heard(&pairs);
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    fn decided(jobs: usize, half_points: impl Fn(u64) -> usize + Sync) -> Pairs {
        let pair = |number| Ok::<_, ()>(Some(half_points(number)));
        duel(&TEST, 10_000, jobs, &Watch::default(), pair, |_| {}).unwrap()
    }

    #[test]
    fn a_duel_ends_with_the_pair_that_decides_it_on_any_number_of_threads() {
        let strong = |number: u64| if number.is_multiple_of(4) { 2 } else { 4 };
        let pairs = decided(1, strong);
        assert_eq!((TEST.verdict(&pairs), &pairs), (Verdict::Better, &decided(3, strong)));
        let counts = pairs.counts();
        assert_eq!(counts[2], pairs.total().div_ceil(4));
        assert!(pairs.total() < BATCH);
        assert_eq!(TEST.verdict(&decided(2, |_| 0)), Verdict::NotBetter);
    }

    #[test]
    fn a_duel_ends_when_so_many_were_played_or_it_fails() {
        let level = |_| Ok::<_, ()>(Some(2));
        let wide = Sprt { elo0: -200.0, elo1: 200.0, ..TEST };
        let pairs = duel(&wide, 5, 1, &Watch::default(), level, |_| {}).unwrap();
        assert_eq!((pairs.total(), wide.verdict(&pairs)), (5, Verdict::Open));
        let fails = |number| if number == 3 { Err("three") } else { Ok(Some(2)) };
        assert_eq!(duel(&wide, 5, 1, &Watch::default(), fails, |_| {}), Err("three"));
    }

    #[test]
    fn half_points_are_the_new_bots() {
        let [first, second] = duel_games(3, 1);
        let [won, level] = [[5, 4], [4, 4]].map(|scores| Finish::by_score(&scores));
        assert_eq!([first.half_points(&won), second.half_points(&won)], [2, 0]);
        assert_eq!(second.half_points(&level), 1);
    }
}
