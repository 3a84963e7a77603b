//! Win rates by bot and seat, and who beats whom.

use tercet_game::Finish;

use crate::{Interval, Tally, games_needed, result, sign_test, wilson};

/// What is learnt of bots from tables, one table after another. Bots are numbers here; the caller has their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotStatistics {
    rows: Vec<BotRow>,
    /// By own number and the other's.
    pairs: Vec<Vec<HeadToHead>>,
    seats: Vec<Seat>,
    length: Tally,
    tables: u64,
}

/// One bot's results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotRow {
    /// How many tables it sat at.
    pub tables: u64,
    /// How many it won alone.
    pub won: u64,
    /// How many wins it shared.
    pub shared: u64,
    wins: u64,
    seats: Vec<Seat>,
    finish: (f64, f64),
}

/// Tables at a seat, and wins there in parts of [`WIN`].
type Seat = (u64, u64);

/// A win in whole parts: shared by up to 16 it divides without a rest, so that sums don't depend on their order.
pub(super) const WIN: u64 = 720_720;

fn in_wins(seats: &[Seat]) -> Vec<(u64, f64)> {
    seats.iter().map(|&(tables, parts)| (tables, parts as f64 / WIN as f64)).collect()
}

impl BotRow {
    /// Wins, a shared one counting as its part.
    pub fn wins(&self) -> f64 {
        self.wins as f64 / WIN as f64
    }

    /// Tables and wins at each seat.
    pub fn seats(&self) -> Vec<(u64, f64)> {
        in_wins(&self.seats)
    }

    /// The share of tables won, and its interval; `None` before the first.
    pub fn win_rate(&self) -> Option<(f64, Interval)> {
        Some((self.wins() / self.tables as f64, wilson(self.wins(), self.tables)?))
    }

    /// The mean finish score, and the standard deviation of one, estimated from at least two tables.
    pub fn finish(&self) -> Option<(f64, Option<f64>)> {
        let n = self.tables as f64;
        let mean = self.finish.0 / n;
        let deviation = || ((self.finish.1 - n * mean * mean).max(0.0) / (n - 1.0)).sqrt();
        (self.tables > 0).then(|| (mean, (self.tables > 1).then(deviation)))
    }
}

/// One bot against another, over all tables at which both sat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// How often it finished before the other.
    pub won: u64,
    /// How often level.
    pub drawn: u64,
    /// How often behind.
    pub lost: u64,
}

impl HeadToHead {
    /// How many games they played against each other.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of points, a draw being half a point, and its interval; `None` if they never played each other.
    pub fn share(&self) -> Option<(f64, Interval)> {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        Some((points / self.games() as f64, wilson(points, self.games())?))
    }

    /// How likely so large a difference is between equals.
    pub fn chance(&self) -> f64 {
        sign_test(self.won, self.lost)
    }

    /// How many games would show a difference as large as was seen; `None` of none.
    pub fn needed(&self) -> Option<u64> {
        games_needed(self.share()?.0)
    }
}

impl BotStatistics {
    /// Counts a table: who sat at which seat, how they came out, and how long it took.
    pub fn count(&mut self, bots: &[usize], finish: &[Finish], plays: u64) {
        self.grow(bots, finish.len());
        self.tables += 1;
        self.length.add(plays as i64);
        let winners = finish.iter().filter(|own| own.place == 1).count() as u64;
        for (seat, (&bot, &own)) in bots.iter().zip(finish).enumerate() {
            let win = if own.place == 1 { WIN / winners } else { 0 };
            self.rows[bot].count(seat, own.score, win);
            add(&mut self.seats, seat, win);
            for (&other, &theirs) in bots.iter().zip(finish).filter(|&(&other, _)| other != bot) {
                self.pairs[bot][other].count(result(own, theirs));
            }
        }
    }

    /// How many tables were counted.
    pub fn tables(&self) -> u64 {
        self.tables
    }

    /// One bot's results; those of nobody if it was never seen.
    pub fn bot(&self, bot: usize) -> BotRow {
        self.rows.get(bot).cloned().unwrap_or_default()
    }

    /// One bot against another.
    pub fn pair(&self, bot: usize, other: usize) -> HeadToHead {
        self.pairs.get(bot).and_then(|row| row.get(other)).copied().unwrap_or_default()
    }

    /// Tables and wins of each seat, whoever sat there.
    pub fn seats(&self) -> Vec<(u64, f64)> {
        in_wins(&self.seats)
    }

    /// How many plays the tables took.
    pub fn length(&self) -> &Tally {
        &self.length
    }

    /// The same with these bots only, numbered anew in this order; seats and lengths stay those of all.
    #[must_use]
    pub fn only(&self, bots: &[usize]) -> BotStatistics {
        BotStatistics {
            rows: bots.iter().map(|&bot| self.bot(bot)).collect(),
            pairs: bots
                .iter()
                .map(|&own| bots.iter().map(|&other| self.pair(own, other)).collect())
                .collect(),
            ..self.clone()
        }
    }

    fn grow(&mut self, bots: &[usize], seats: usize) {
        let most = bots.iter().copied().max().map_or(0, |most| most + 1);
        if self.rows.len() < most {
            self.rows.resize_with(most, BotRow::default);
            self.pairs.resize_with(most, Vec::new);
            for row in &mut self.pairs {
                row.resize(most, HeadToHead::default());
            }
        }
        if self.seats.len() < seats {
            self.seats.resize(seats, (0, 0));
        }
    }
}

impl BotRow {
    fn count(&mut self, seat: usize, finish: i64, win: u64) {
        self.tables += 1;
        self.wins += win;
        if win == WIN {
            self.won += 1;
        } else if win > 0 {
            self.shared += 1;
        }
        self.finish.0 += finish as f64;
        self.finish.1 += (finish as f64).powi(2);
        if self.seats.len() <= seat {
            self.seats.resize(seat + 1, (0, 0));
        }
        add(&mut self.seats, seat, win);
    }
}

impl HeadToHead {
    fn count(&mut self, result: f64) {
        if result > 0.75 {
            self.won += 1;
        } else if result < 0.25 {
            self.lost += 1;
        } else {
            self.drawn += 1;
        }
    }
}

fn add(seats: &mut [Seat], seat: usize, win: u64) {
    seats[seat].0 += 1;
    seats[seat].1 += win;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_win_is_a_part_of_one_for_each() {
        let mut seen = BotStatistics::default();
        seen.count(&[0, 1, 2], &Finish::by_score(&[7, 7, 3]), 20);
        seen.count(&[1, 0], &Finish::by_score(&[1, 0]), 10);
        assert_eq!((seen.tables(), seen.length().mean()), (2, Some(15.0)));
        let first = seen.bot(0);
        assert_eq!((first.tables, first.won, first.shared, first.wins()), (2, 0, 1, 0.5));
        assert_eq!(first.seats(), [(1, 0.5), (1, 0.0)]);
        assert_eq!(first.finish(), Some((3.5, Some(24.5f64.sqrt()))));
        assert_eq!(seen.seats(), [(2, 1.5), (2, 0.5), (1, 0.0)]);
        assert_eq!(seen.pair(1, 0), HeadToHead { won: 1, drawn: 1, lost: 0 });
        assert_eq!(seen.pair(0, 1), HeadToHead { won: 0, drawn: 1, lost: 1 });
        assert_eq!(seen.pair(2, 0), HeadToHead { won: 0, drawn: 0, lost: 1 });
        assert_eq!(seen.pair(0, 9), HeadToHead::default());
    }

    #[test]
    fn a_difference_is_told_with_its_chance() {
        let pair = HeadToHead { won: 60, drawn: 20, lost: 20 };
        let (share, interval) = pair.share().unwrap();
        assert_eq!(format!("{share} {:.3} {:.3}", interval.low, interval.high), "0.7 0.604 0.781");
        assert!(pair.chance() < 1e-5);
        assert_eq!((pair.needed(), HeadToHead::default().share()), (Some(50), None));
    }

    /// A bot that sits at a table twice (no tournament does that) is not its own opponent.
    #[test]
    fn nobody_meets_itself() {
        let mut seen = BotStatistics::default();
        seen.count(&[0, 0], &Finish::by_score(&[1, 2]), 1);
        assert_eq!(seen.pair(0, 0), HeadToHead::default());
    }
}
