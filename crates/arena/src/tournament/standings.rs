//! Who stands where.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use tercet_game::Finish;

use crate::tournament::field::shown;
use crate::{Format, Plan, Rating, Strength, result};

/// One line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The entrant's number.
    pub entrant: usize,
    /// Its name.
    pub label: String,
    /// Does it only fill the field up?
    pub is_filler: bool,
    /// Games at tables.
    pub games: u64,
    /// Games won alone.
    pub won: u64,
    /// Wins shared.
    pub shared: u64,
    /// Points: for each game the share of the others at the table who were beaten, draws counting half.
    pub points: f64,
    /// The mean finish score.
    pub finish: f64,
    /// How many different opponents it had.
    pub met: usize,
    /// Rounds of knock-outs survived.
    pub survived: u32,
    /// How strong it is, by all games of the tournament at once; `None` before its first game.
    pub strength: Option<Strength>,
    /// Its ratings, which move from game to game.
    pub rating: Rating,
}

impl Standing {
    /// What the entrant is called where people read.
    pub fn shown(&self) -> String {
        shown(&self.label, self.is_filler)
    }
}

/// What is counted of each entrant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scoreboard(Vec<Score>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Score {
    games: u64,
    won: u64,
    shared: u64,
    points: f64,
    finish: i64,
    survived: u32,
    met: BTreeSet<usize>,
}

impl Scoreboard {
    pub(super) fn new(entrants: usize) -> Scoreboard {
        Scoreboard(vec![Score::default(); entrants])
    }

    pub(super) fn count(&mut self, entrants: &[usize], finish: &[Finish]) {
        let winners = finish.iter().filter(|own| own.place == 1).count();
        for (seat, &entrant) in entrants.iter().enumerate() {
            let others = (0..entrants.len()).filter(|&other| other != seat);
            let beaten: f64 = others.clone().map(|other| result(finish[seat], finish[other])).sum();
            let score = &mut self.0[entrant];
            score.games += 1;
            score.points += beaten / (entrants.len() - 1).max(1) as f64;
            score.finish += finish[seat].score;
            score.met.extend(others.map(|other| entrants[other]));
            match (finish[seat].place == 1, winners) {
                (true, 1) => score.won += 1,
                (true, _) => score.shared += 1,
                (false, _) => {}
            }
        }
    }

    pub(super) fn advance(&mut self, entrant: usize) {
        self.0[entrant].survived += 1;
    }

    /// Best first: a Swiss field by Elo, a round robin by points, a knock-out by rounds survived; then by strength, then
    /// in the order of the field.
    pub(super) fn standings(
        &self,
        plan: &Plan,
        ratings: &[Rating],
        strengths: &[Option<Strength>],
    ) -> Vec<Standing> {
        let standing = |(entrant, score): (usize, &Score)| Standing {
            entrant,
            label: plan.entrants[entrant].label.clone(),
            is_filler: plan.entrants[entrant].is_filler,
            games: score.games,
            won: score.won,
            shared: score.shared,
            points: score.points,
            finish: if score.games == 0 { 0.0 } else { score.finish as f64 / score.games as f64 },
            met: score.met.len(),
            survived: score.survived,
            strength: strengths[entrant],
            rating: ratings[entrant],
        };
        let mut standings: Vec<Standing> = self.0.iter().enumerate().map(standing).collect();
        standings.sort_by(|own, other| order(plan.format, own, other));
        standings
    }
}

fn order(format: Format, own: &Standing, other: &Standing) -> Ordering {
    let first = match format {
        Format::Swiss => other.rating.elo.total_cmp(&own.rating.elo),
        Format::RoundRobin => other.points.total_cmp(&own.points),
        Format::Knockout => other.survived.cmp(&own.survived),
    };
    // Rounding must not order those who are equal.
    let strength = |standing: &Standing| standing.strength.map(|strength| (strength.value * 1e6).round());
    let stronger = strength(other).partial_cmp(&strength(own)).unwrap_or(Ordering::Equal);
    first.then(stronger)
}
