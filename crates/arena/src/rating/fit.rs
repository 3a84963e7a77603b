//! Strengths that explain all results at once.
//!
//! The model is Bradley and Terry's: of two players, the one finishes before the other with the odds of their strengths,
//! and a draw is half a win for each. A table of several is the pairs at it. Under Plackett and Luce's model, in which
//! the places of a table are drawn one after the other, every pair follows Bradley and Terry, so pairs of tables of
//! any size measure the same strengths. The pairs of a table are not independent, though:
//!
//! - Each pair of a table of `n` weighs `3 / (n + 1)`. Between equals that is exactly the information in the places of a table.
//! - Standard errors are Godambe's: curvature inverse, variance of the slopes, curvature inverse, where the variance is that
//!   of whole tables under Plackett and Luce.
//! - Draws make results vary less. The variance is scaled by how much less it was, over all pairs (Wedderburn's
//!   quasi-likelihood); a draw between unequals is taken to be rarer just as their results vary less.
//!
//! Everybody has one more game, a draw against a player of the middle: without it, who won everything would be infinitely
//! strong. The equations are solved by Newton's method on sums of whole numbers, so they don't know the order of games.

use super::evidence::{Evidence, PairResults, pairs};
use super::matrix::Matrix;
use super::{Interval, elo};

/// How strong a player is, on the scale of Elo: 400 points are ten to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The strength.
    pub value: f64,
    /// Where it lies in 95 of 100 cases, compared with the mean of those who are set to 1500.
    pub interval: Interval,
    /// No chain of games connects players of different groups: their strengths can't be compared.
    pub group: usize,
}

/// The most likely strengths of a field.
///
/// ```
/// use tercet_arena::{Evidence, Fit};
///
/// let mut evidence = Evidence::default();
/// for game in 0..100 {
///     let places = if game < 64 { [1, 2] } else { [2, 1] };
///     evidence.count(&[0, 1], &places);
/// }
/// let strengths = Fit::new(&evidence, 2).strengths(&[]);
/// let [Some(better), Some(worse)] = strengths[..] else { panic!("both played") };
/// assert_eq!((better.value + worse.value).round(), 3000.0);
/// // 64 % of points are a hundred points of Elo.
/// assert_eq!((better.value - worse.value).round(), 99.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    groups: Vec<Group>,
    /// Each player's group and number there; `None` for a player without opponents.
    seats: Vec<Option<(usize, usize)>>,
}

/// Players who are connected by games. Strengths are logarithms of odds here.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    members: Vec<usize>,
    strengths: Vec<f64>,
    /// How sure they are.
    covariance: Matrix,
}

impl Fit {
    /// Fits so many players to the evidence.
    ///
    /// # Panics
    /// If the evidence is of more players.
    pub fn new(evidence: &Evidence, players: usize) -> Fit {
        let members = groups(evidence, players);
        let mut seats = vec![None; players];
        for (group, members) in members.iter().enumerate() {
            for (number, &player) in members.iter().enumerate() {
                seats[player] = Some((group, number));
            }
        }
        let groups = members.into_iter().map(|members| Group::fit(members, evidence, &seats)).collect();
        Fit { groups, seats }
    }

    /// How many groups there are that can't be compared with each other.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Everybody's strength; `None` for a player without opponents. Those of the list have the mean of 1500; in groups of which
    /// nobody is listed, everybody together.
    pub fn strengths(&self, listed: &[usize]) -> Vec<Option<Strength>> {
        let mut strengths = vec![None; self.seats.len()];
        for (number, group) in self.groups.iter().enumerate() {
            let there = |player: &&usize| self.seats[**player].is_some_and(|(of, _)| of == number);
            let listed: Vec<usize> =
                listed.iter().filter(there).filter_map(|&player| Some(self.seats[player]?.1)).collect();
            let everybody = || (0..group.members.len()).collect();
            let zero = if listed.is_empty() { everybody() } else { listed };
            for (&player, (value, deviation)) in group.members.iter().zip(group.measured(&zero)) {
                let interval = Interval::around(value, deviation);
                strengths[player] = Some(Strength { value, interval, group: number });
            }
        }
        strengths
    }
}

/// Who is connected by games, each group in ascending order, that of the lowest player first.
fn groups(evidence: &Evidence, players: usize) -> Vec<Vec<usize>> {
    let mut lower: Vec<usize> = (0..players).collect();
    let mut met = vec![false; players];
    for (company, _) in evidence.tables().filter(|(company, _)| company.first() != company.last()) {
        for &player in company {
            met[player] = true;
            let (one, other) = (root(&mut lower, company[0]), root(&mut lower, player));
            lower[one.max(other)] = one.min(other);
        }
    }
    let mut groups = vec![Vec::new(); players];
    for player in (0..players).filter(|&player| met[player]) {
        groups[root(&mut lower, player)].push(player);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The lowest player of a group, and a shorter way there.
fn root(lower: &mut [usize], player: usize) -> usize {
    let mut at = player;
    while lower[at] != at {
        lower[at] = lower[lower[at]];
        at = lower[at];
    }
    at
}

/// How much each pair of a table of so many weighs.
fn weight(seats: usize) -> f64 {
    3.0 / (seats as f64 + 1.0)
}

/// The chance to finish before somebody who is weaker by this much.
fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

fn log_chance(lead: f64) -> f64 {
    if lead > 0.0 { -(-lead).exp().ln_1p() } else { lead - lead.exp().ln_1p() }
}

/// The most steps of Newton's method; a dozen are usual.
const STEPS: u32 = 200;

impl Group {
    fn fit(members: Vec<usize>, evidence: &Evidence, seats: &[Option<(usize, usize)>]) -> Group {
        let company = |company: &[usize]| -> Option<Vec<usize>> {
            company.iter().map(|&player| seats[player].map(|(_, number)| number)).collect()
        };
        let is_here = |company: &[usize]| company.first().is_some_and(|player| members.contains(player));
        let tables: Vec<(Vec<usize>, &PairResults)> = evidence
            .tables()
            .filter(|(players, _)| is_here(players))
            .filter_map(|(players, meetings)| Some((company(players)?, meetings)))
            .collect();
        let equations = Equations::new(members.len(), &tables);
        let strengths = equations.solve();
        let inverse = equations.curvature(&strengths).cholesky().inverse();
        let covariance = inverse.times(&spread(&tables, &strengths)).times(&inverse);
        Group { members, strengths, covariance }
    }

    /// Value and standard error of each, where the mean of these members is 1500.
    fn measured(&self, zero: &[usize]) -> impl Iterator<Item = (f64, f64)> {
        let share = 1.0 / zero.len() as f64;
        let mean = zero.iter().map(|&member| self.strengths[member]).sum::<f64>() * share;
        let beside =
            move |own: usize| zero.iter().map(|&member| self.covariance.at(own, member)).sum::<f64>() * share;
        let among = zero.iter().map(|&member| beside(member)).sum::<f64>() * share;
        (0..self.members.len()).map(move |own| {
            let variance = self.covariance.at(own, own) - 2.0 * beside(own) + among;
            (elo::START + elo::POINTS * (self.strengths[own] - mean), elo::POINTS * variance.max(0.0).sqrt())
        })
    }
}

/// What the strengths of a group must meet: the weighted points of each pair, of so many weighted games.
struct Equations {
    size: usize,
    /// By own number and the other's.
    points: Matrix,
}

impl Equations {
    fn new(size: usize, tables: &[(Vec<usize>, &PairResults)]) -> Equations {
        let mut points = Matrix::zero(size);
        for (company, meetings) in tables {
            let half = weight(company.len()) / 2.0;
            for ((first, second), &half_points) in pairs(company.len()).zip(&meetings.half_points) {
                let (first, second) = (company[first], company[second]);
                points.add(first, second, half * half_points as f64);
                points.add(second, first, half * (2 * meetings.games - half_points) as f64);
            }
        }
        Equations { size, points }
    }

    fn solve(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.size];
        let mut height = self.height(&strengths);
        for _ in 0..STEPS {
            let mut step = self.curvature(&strengths).cholesky().solve(&self.slope(&strengths));
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            if longest < 1e-10 {
                break;
            }
            // Far from the top a step can go too far: half of it, and half again, does not.
            loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(own, part)| own + part).collect();
                let reached = self.height(&next);
                if reached >= height || step.iter().all(|part| part.abs() < 1e-10) {
                    (strengths, height) = (next, reached.max(height));
                    break;
                }
                for part in &mut step {
                    *part /= 2.0;
                }
            }
        }
        strengths
    }

    /// The logarithm of how likely all results are.
    fn height(&self, strengths: &[f64]) -> f64 {
        let own = |lead: f64| 0.5 * (log_chance(lead) + log_chance(-lead));
        let prior: f64 = strengths.iter().map(|&strength| own(strength)).sum();
        let each = |(first, second): (usize, usize)| {
            let lead = strengths[first] - strengths[second];
            self.points.at(first, second) * log_chance(lead)
                + self.points.at(second, first) * log_chance(-lead)
        };
        prior + pairs(self.size).map(each).sum::<f64>()
    }

    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> = strengths.iter().map(|&strength| 0.5 - chance(strength)).collect();
        for (first, second) in pairs(self.size) {
            let (own, other) = (self.points.at(first, second), self.points.at(second, first));
            let gain = own - (own + other) * chance(strengths[first] - strengths[second]);
            slope[first] += gain;
            slope[second] -= gain;
        }
        slope
    }

    /// Downwards, in all directions.
    fn curvature(&self, strengths: &[f64]) -> Matrix {
        let mut curvature = Matrix::zero(self.size);
        add_prior(&mut curvature, strengths);
        for (first, second) in pairs(self.size) {
            let games = self.points.at(first, second) + self.points.at(second, first);
            let bend = games * variance(strengths[first] - strengths[second]);
            curvature.add(first, first, bend);
            curvature.add(second, second, bend);
            curvature.add_both(first, second, -bend);
        }
        curvature
    }
}

/// How much one result varies.
fn variance(lead: f64) -> f64 {
    chance(lead) * chance(-lead)
}

/// The information of the one drawn game against the average player.
fn add_prior(matrix: &mut Matrix, strengths: &[f64]) {
    for (member, &strength) in strengths.iter().enumerate() {
        matrix.add(member, member, variance(strength));
    }
}

/// How much the slopes vary from one set of results to another.
fn spread(tables: &[(Vec<usize>, &PairResults)], strengths: &[f64]) -> Matrix {
    let mut spread = Matrix::zero(strengths.len());
    add_prior(&mut spread, strengths);
    let less = less_by_draws(tables, strengths);
    for (company, meetings) in tables {
        let weight = weight(company.len());
        let games = less * weight * weight * meetings.games as f64;
        let alone = |first: usize, second: usize| variance(strengths[first] - strengths[second]);
        for (first, second) in pairs(company.len()) {
            let (first, second) = (company[first], company[second]);
            add_pair(&mut spread, (first, second), games * alone(first, second));
        }
        for (first, second) in pairs(company.len()) {
            for third in second + 1..company.len() {
                add_triple(&mut spread, [first, second, third].map(|seat| company[seat]), strengths, games);
            }
        }
    }
    spread
}

/// The variance of a pair's result: what one gains the other loses.
fn add_pair(spread: &mut Matrix, (first, second): (usize, usize), variance: f64) {
    spread.add(first, first, variance);
    spread.add(second, second, variance);
    spread.add_both(first, second, -variance);
}

/// What the three pairs of three at a table share: who beats one is likely to have beaten the other, too.
fn add_triple(spread: &mut Matrix, three: [usize; 3], strengths: &[f64], games: f64) {
    for at in 0..3 {
        let [own, other, third] = [0, 1, 2].map(|seat| three[(at + seat) % 3]);
        let lead = |other: usize| strengths[own] - strengths[other];
        let both = 1.0 / (1.0 + (-lead(other)).exp() + (-lead(third)).exp());
        let shared = games * (both - chance(lead(other)) * chance(lead(third)));
        spread.add(own, own, 2.0 * shared);
        spread.add_both(other, third, shared);
        spread.add_both(own, other, -shared);
        spread.add_both(own, third, -shared);
    }
}

/// The share of the variance that draws leave. One more pair that did not draw keeps it above nothing.
fn less_by_draws(tables: &[(Vec<usize>, &PairResults)], strengths: &[f64]) -> f64 {
    let (mut most, mut draws) = (1.0, 0.0);
    for (company, meetings) in tables {
        let both = pairs(company.len()).map(|(first, second)| (company[first], company[second]));
        for (first, second) in both.filter(|(first, second)| first != second) {
            most += 4.0 * meetings.games as f64 * variance(strengths[first] - strengths[second]);
        }
        draws += meetings.draws as f64;
    }
    (most - draws).max(1.0) / most
}
