//! Ratings, each with an interval: strengths that are fitted to all games at once, and Elo, Glicko-2 and Weng–Lin, which
//! move from game to game.
//!
//! Strengths and Elo are this crate's own. Glicko-2 and Weng–Lin (the Bradley–Terry model with full pairs, as in the package
//! `OpenSkill`) come from `skillratings`; the tests hold them against the published numbers.

mod elo;
mod evidence;
mod fit;
mod matrix;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use tercet_game::Finish;

pub use elo::{elo_changes, expected, result};
pub use evidence::Evidence;
pub use fit::{Fit, Strength};

/// Ends of an interval that holds the true value in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// 1.96 standard deviations to both sides.
    pub(crate) fn around(value: f64, deviation: f64) -> Interval {
        Interval { low: value - 1.96 * deviation, high: value + 1.96 * deviation }
    }
}

/// What is known of one player's strength, in three systems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo.
    pub elo: f64,
    /// The information in the games: the sum over tables of the variance that was expected of them.
    pub information: f64,
    /// Glicko-2's rating.
    pub glicko: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much the rating itself is expected to move.
    pub volatility: f64,
    /// Weng–Lin's mean of the player's skill; beginners have 25.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// How many tables were counted.
    pub games: u64,
}

impl Default for Rating {
    /// A beginner's.
    fn default() -> Rating {
        let (glicko, skill) = (Glicko2Rating::new(), WengLinRating::new());
        Rating {
            elo: elo::START,
            information: 0.0,
            glicko: glicko.rating,
            deviation: glicko.deviation,
            volatility: glicko.volatility,
            mu: skill.rating,
            sigma: skill.uncertainty,
            games: 0,
        }
    }
}

impl Rating {
    /// Where the player's Elo lies; `None` before the first game. Elo itself keeps no uncertainty: this is how far
    /// the games that were played pin a rating down, a table counting as one game.
    pub fn elo_interval(&self) -> Option<Interval> {
        (self.information > 0.0).then(|| Interval::around(self.elo, elo::deviation(self.information)))
    }

    /// Where Glicko-2 has the player.
    pub fn glicko_interval(&self) -> Interval {
        Interval::around(self.glicko, self.deviation)
    }

    /// Where Weng–Lin has the player's skill.
    pub fn skill_interval(&self) -> Interval {
        Interval::around(self.mu, self.sigma)
    }

    fn glicko2(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.glicko, deviation: self.deviation, volatility: self.volatility }
    }

    fn weng_lin(&self) -> WengLinRating {
        WengLinRating { rating: self.mu, uncertainty: self.sigma }
    }
}

/// The ratings of a field, by the entrants' numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    all: Vec<Rating>,
    /// What Glicko-2 will count at the end of the period: opponent and result.
    period: Vec<Vec<(usize, f64)>>,
}

impl Ratings {
    /// A field that starts with these.
    pub fn new(start: Vec<Rating>) -> Ratings {
        Ratings { period: vec![Vec::new(); start.len()], all: start }
    }

    /// One for each entrant.
    pub fn all(&self) -> &[Rating] {
        &self.all
    }

    /// Counts a table: who sat there, and how they came out. Elo and Weng–Lin move at once, Glicko-2 at the end of
    /// the period.
    ///
    /// # Panics
    /// If an entrant is not of this field.
    pub fn count(&mut self, entrants: &[usize], finish: &[Finish]) {
        if entrants.len() < 2 {
            return;
        }
        self.count_elo(entrants, finish);
        self.count_weng_lin(entrants, finish);
        for (seat, &own) in entrants.iter().enumerate() {
            let others = entrants.iter().zip(finish).enumerate().filter(|&(other, _)| other != seat);
            let results = others.map(|(_, (&other, &theirs))| (other, result(finish[seat], theirs)));
            self.period[own].extend(results);
            self.all[own].games += 1;
        }
    }

    fn count_elo(&mut self, entrants: &[usize], finish: &[Finish]) {
        let before: Vec<f64> = entrants.iter().map(|&entrant| self.all[entrant].elo).collect();
        let moves = elo_changes(&before, finish).zip(elo::information(&before));
        for (&entrant, (change, information)) in entrants.iter().zip(moves) {
            self.all[entrant].elo += change;
            self.all[entrant].information += information;
        }
    }

    fn count_weng_lin(&mut self, entrants: &[usize], finish: &[Finish]) {
        let before: Vec<[WengLinRating; 1]> =
            entrants.iter().map(|&entrant| [self.all[entrant].weng_lin()]).collect();
        let place = |own: &Finish| skillratings::MultiTeamOutcome::new(own.place.into());
        let teams: Vec<(&[WengLinRating], _)> =
            before.iter().zip(finish).map(|(team, own)| (&team[..], place(own))).collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (&entrant, team) in entrants.iter().zip(after) {
            self.all[entrant].mu = team[0].rating;
            self.all[entrant].sigma = team[0].uncertainty;
        }
    }

    /// Ends a period of Glicko-2: everybody's results are counted against the ratings that stood at its beginning.
    /// Who did not play stays as they were: bots don't get rusty.
    pub fn close_period(&mut self) {
        let before: Vec<Glicko2Rating> = self.all.iter().map(Rating::glicko2).collect();
        for (entrant, results) in
            self.period.iter_mut().enumerate().filter(|(_, results)| !results.is_empty())
        {
            let results: Vec<(Glicko2Rating, Outcomes)> =
                results.drain(..).map(|(other, score)| (before[other], outcome(score))).collect();
            let after = glicko2_rating_period(&before[entrant], &results, &Glicko2Config::new());
            let rating = &mut self.all[entrant];
            (rating.glicko, rating.deviation, rating.volatility) =
                (after.rating, after.deviation, after.volatility);
        }
    }
}

fn outcome(score: f64) -> Outcomes {
    if score > 0.75 {
        Outcomes::WIN
    } else if score < 0.25 {
        Outcomes::LOSS
    } else {
        Outcomes::DRAW
    }
}
