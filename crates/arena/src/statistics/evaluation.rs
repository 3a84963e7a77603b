//! How strong bots are beside each other: the same deals for all, and how long they think.

use std::time::Duration;

use tercet_entry::{AnyRules, PlayError, Seated, Table, Thought, Timed};
use tercet_game::{Deal, Finish, stream_seed};
use tercet_search::BotLimits;

use crate::{Interval, Watch, play_all};

/// The seed that evaluation's deals derive from: no training draws from it.
pub const EVALUATION_SEED: u64 = 0x7465_7263_6574_0001;

/// What came of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// How many deals each two of them, or each alone, have played.
    pub deals: u64,
    /// How many seats a table has.
    pub seats: u8,
    /// The bots in the order in which they were named.
    pub bots: Vec<Evaluated>,
}

/// How strong one bot is.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// Its name.
    pub name: String,
    /// Alone: its mean points. At tables: its share of wins over all others, each counting the same.
    pub strength: Estimate,
    /// At tables: its share of wins against each of the bots. Alone: how many points more than each it has at the same deals. `None` for itself.
    pub against: Vec<Option<Estimate>>,
    /// How long it thought.
    pub thought: Thought,
}

impl Evaluated {
    /// The processor's time for a decision.
    pub fn time_a_decision(&self) -> Duration {
        self.thought.time.div_f64(self.thought.decisions.max(1) as f64)
    }
}

/// A mean over deals with its standard error; none of a single deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: Option<f64>,
}

impl Estimate {
    fn of(values: &[f64]) -> Estimate {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Estimate { mean, error: (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt()) }
    }

    /// Where the true mean lies in 95 of 100 cases.
    pub fn interval(&self) -> Option<Interval> {
        let wide = 1.96 * self.error?;
        Some(Interval { low: self.mean - wide, high: self.mean + wide })
    }
}

/// One bot's games of a deal: alone, or against another who has all other seats.
struct Task {
    bot: usize,
    other: usize,
    deal: u64,
}

/// What a task says: the first bot's points or share of wins, and what both thought.
type Measured = (f64, [Thought; 2]);

/// Plays so many deals. Alone, each bot plays each deal once. At tables every two bots meet: each deal is played once from
/// each seat, with the other bot at all other seats. `None` if it was stopped. Everything but the times depends on the seed alone.
///
/// # Errors
/// If a bot can't sit, the dealer can't deal, an action is refused or nobody answers.
pub fn evaluate(
    rules: &dyn AnyRules,
    bots: &[String],
    (deals, seed, jobs): (u64, u64, usize),
    bot_limits: &BotLimits,
    watch: &Watch,
) -> Result<Option<Evaluation>, PlayError> {
    let pairs = pairs(bots.len(), rules.seats());
    let tasks: Vec<Task> = (0..deals)
        .flat_map(|deal| pairs.iter().map(move |&(bot, other)| Task { bot, other, deal }))
        .collect();
    let mut results: Vec<Option<Measured>> = vec![None; tasks.len()];
    let keep = |batch: Vec<(usize, Measured)>| {
        for (number, done) in batch {
            results[number] = Some(done);
        }
        Ok(())
    };
    let is_done = play_all(jobs, watch, &tasks, |task| play(rules, bots, task, seed, bot_limits), keep)?;
    let results: Option<Vec<Measured>> = results.into_iter().collect();
    Ok(results.filter(|_| is_done).map(|results| summed(bots, rules.seats(), deals, &tasks, &results)))
}

/// Who plays against whom. At a table of two, one pairing covers both sides.
fn pairs(bots: usize, seats: u8) -> Vec<(usize, usize)> {
    let all = (0..bots).flat_map(|bot| (0..bots).map(move |other| (bot, other)));
    match seats {
        1 => (0..bots).map(|bot| (bot, bot)).collect(),
        2 => all.filter(|(bot, other)| bot < other).collect(),
        _ => all.filter(|(bot, other)| bot != other).collect(),
    }
}

fn play(
    rules: &dyn AnyRules,
    bots: &[String],
    task: &Task,
    seed: u64,
    bot_limits: &BotLimits,
) -> Result<Option<Measured>, PlayError> {
    let (mut sum, mut thought) = (0.0, [Thought::default(); 2]);
    let seats = rules.seats();
    for place in 0..seats {
        let sit = |seat: u8| {
            let name = &bots[if seat == place { task.bot } else { task.other }];
            Seated::Bot { name, seed: stream_seed(seed, &[task.deal, 1 + u64::from(seat)]) }
        };
        let deal = Deal::stream(stream_seed(seed, &[task.deal, 0]));
        let table = Table { deal, players: (0..seats).map(sit).collect(), bot_limits };
        let Some(Timed { finish, thought: times }) = rules.play_timed(table)? else { return Ok(None) };
        sum += if seats == 1 { finish[0].score as f64 } else { share(&finish, place.into()) };
        for (seat, time) in times.iter().enumerate() {
            add(&mut thought[usize::from(seat != usize::from(place))], time);
        }
    }
    Ok(Some((sum / f64::from(seats), thought)))
}

/// A win, or a part of one that several share.
fn share(finish: &[Finish], place: usize) -> f64 {
    let first = finish.iter().filter(|finish| finish.place == 1).count();
    if finish[place].place == 1 { 1.0 / first as f64 } else { 0.0 }
}

fn add(sum: &mut Thought, more: &Thought) {
    sum.decisions += more.decisions;
    sum.time += more.time;
}

fn summed(bots: &[String], seats: u8, deals: u64, tasks: &[Task], results: &[Measured]) -> Evaluation {
    let mut thought = vec![Thought::default(); bots.len()];
    let mut shares = vec![vec![Vec::new(); bots.len()]; bots.len()];
    for (task, (value, times)) in tasks.iter().zip(results) {
        add(&mut thought[task.bot], &times[0]);
        add(&mut thought[task.other], &times[1]);
        shares[task.bot][task.other].push(*value);
        if seats == 2 {
            shares[task.other][task.bot].push(1.0 - value);
        }
    }
    let evaluated = |(bot, name): (usize, &String)| {
        let against = |other: usize| (other != bot).then(|| compared(&shares, seats, bot, other));
        let against: Vec<Option<Estimate>> = (0..bots.len()).map(against).collect();
        let strength = if seats == 1 { Estimate::of(&shares[bot][bot]) } else { overall(&shares[bot]) };
        Evaluated { name: name.clone(), strength, against, thought: thought[bot] }
    };
    Evaluation { deals, seats, bots: bots.iter().enumerate().map(evaluated).collect() }
}

/// One bot beside another: its share of wins, or how many points more it has at the same deals.
fn compared(shares: &[Vec<Vec<f64>>], seats: u8, bot: usize, other: usize) -> Estimate {
    if seats > 1 {
        return Estimate::of(&shares[bot][other]);
    }
    let both = shares[bot][bot].iter().zip(&shares[other][other]);
    Estimate::of(&both.map(|(own, other)| own - other).collect::<Vec<_>>())
}

/// The mean share over all opponents, deal by deal: the games of one deal are alike.
fn overall(shares: &[Vec<f64>]) -> Estimate {
    let opponents: Vec<&Vec<f64>> = shares.iter().filter(|shares| !shares.is_empty()).collect();
    let deals = opponents.first().map_or(0, |shares| shares.len());
    let mean = |deal: usize| {
        opponents.iter().map(|shares| shares[deal]).sum::<f64>() / opponents.len().max(1) as f64
    };
    Estimate::of(&(0..deals).map(mean).collect::<Vec<_>>())
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the expected numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn at_tables_of_two_one_pairing_tells_both_sides() {
        assert_eq!(pairs(3, 2), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(2, 3), [(0, 1), (1, 0)]);
        assert_eq!(pairs(2, 1), [(0, 0), (1, 1)]);
        let bots = ["a".to_owned(), "b".to_owned()];
        let tasks: Vec<Task> = (0..4).map(|deal| Task { bot: 0, other: 1, deal }).collect();
        let results: Vec<Measured> =
            [1.0, 1.0, 0.5, 0.5].map(|share| (share, [Thought::default(); 2])).into_iter().collect();
        let evaluation = summed(&bots, 2, 4, &tasks, &results);
        let [a, b] = evaluation.bots.as_slice() else { panic!("two bots") };
        assert_eq!((a.strength.mean, b.strength.mean), (0.75, 0.25));
        assert_eq!((a.against[0], b.against[0].map(|share| share.mean)), (None, Some(0.25)));
        assert!((a.strength.error.unwrap() - 0.25 / 3_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn wins_that_are_shared_count_in_part() {
        let level = Finish::by_score(&[4, 4, 1]);
        assert_eq!((share(&level, 0), share(&level, 2)), (0.5, 0.0));
        assert_eq!(Estimate::of(&[3.0]).error, None);
    }
}
