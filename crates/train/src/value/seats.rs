//! A small network that scores the seats of a game of several players.
//!
//! All seats are scored by the same weights: a sum of the inputs, and a layer of units that fire above zero. The chance of a seat to win is
//! its share of the exponentials of all scores. It learns by temporal differences: the chances of a position move towards those
//! of the position that followed, and at the end towards who won.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Learner, TdOptions};

/// Units of the hidden layer.
pub const HIDDEN: usize = 16;

/// The most seats of a game.
pub const MOST_SEATS: usize = 8;

/// A number for each seat; zero beyond the last.
pub type SeatShares = [f32; MOST_SEATS];

/// How many weights the network of so many inputs has: for each input one that counts by itself and one for each hidden unit, then
/// each hidden unit's start, then what it counts.
pub fn seat_weights(inputs: usize) -> usize {
    inputs * (1 + HIDDEN) + 2 * HIDDEN
}

/// The weights of a network, for scoring.
#[derive(Clone, Copy, Debug)]
pub struct SeatView<'w> {
    inputs: usize,
    weights: &'w [f32],
}

impl<'w> SeatView<'w> {
    /// The network with these weights; `None` if it has another number of them.
    pub fn new(inputs: usize, weights: &'w [f32]) -> Option<SeatView<'w>> {
        (weights.len() == seat_weights(inputs)).then_some(SeatView { inputs, weights })
    }

    fn linear(&self) -> &'w [f32] {
        &self.weights[..self.inputs]
    }

    fn rows(&self) -> &'w [[f32; HIDDEN]] {
        self.weights[self.inputs..self.inputs * (1 + HIDDEN)].as_chunks().0
    }

    fn ends(&self) -> &'w [[f32; HIDDEN]] {
        self.weights[self.inputs * (1 + HIDDEN)..].as_chunks().0
    }

    /// The score of one seat, and what its hidden units come to.
    #[inline]
    fn scored(&self, inputs: &[f32]) -> (f32, [f32; HIDDEN]) {
        let [start, counts] = self.ends() else { unreachable!("a network has two rows at its end") };
        let (mut score, mut units) = (0.0, *start);
        for ((&input, &weight), row) in inputs.iter().zip(self.linear()).zip(self.rows()) {
            if input != 0.0 {
                score += input * weight;
                for (unit, weight) in units.iter_mut().zip(row) {
                    *unit += input * weight;
                }
            }
        }
        for (unit, count) in units.iter_mut().zip(counts) {
            *unit = unit.max(0.0);
            score += *unit * count;
        }
        (score, units)
    }

    /// The score of one seat.
    #[inline]
    pub fn score(&self, inputs: &[f32]) -> f32 {
        self.scored(inputs).0
    }

    /// The chances of all seats, whose inputs stand one behind the other.
    pub fn chances(&self, inputs: &[f32]) -> SeatShares {
        let mut scores = [f32::NEG_INFINITY; MOST_SEATS];
        for (score, seat) in scores.iter_mut().zip(inputs.chunks_exact(self.inputs)) {
            *score = self.score(seat);
        }
        shares(&scores)
    }

    /// Adds the slope of one seat's score, times this, to the slopes of all weights.
    fn slope(&self, inputs: &[f32], by: f32, slopes: &mut [f32]) {
        let (_, units) = self.scored(inputs);
        let [_, counts] = self.ends() else { unreachable!("a network has two rows at its end") };
        let mut back = [0.0; HIDDEN];
        for ((back, unit), count) in back.iter_mut().zip(&units).zip(counts) {
            *back = if *unit > 0.0 { by * count } else { 0.0 };
        }
        let (linear, rest) = slopes.split_at_mut(self.inputs);
        let (rows, ends) = rest.split_at_mut(self.inputs * HIDDEN);
        for ((&input, slope), row) in inputs.iter().zip(linear).zip(rows.as_chunks_mut::<HIDDEN>().0) {
            if input != 0.0 {
                *slope += input * by;
                for (slope, back) in row.iter_mut().zip(&back) {
                    *slope += input * back;
                }
            }
        }
        let (start, counted) = ends.split_at_mut(HIDDEN);
        for (place, (start, counted)) in start.iter_mut().zip(counted).enumerate() {
            *start += back[place];
            *counted += by * units[place];
        }
    }
}

/// The shares of the exponentials.
fn shares(scores: &SeatShares) -> SeatShares {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = scores.map(|score| (score - most).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// The positions of one game in order, and who won.
#[derive(Clone, Debug, Default)]
pub struct SeatTrajectory {
    inputs: Vec<f32>,
    ends: Vec<usize>,
    before: Vec<Option<SeatShares>>,
    result: Option<(SeatShares, Option<SeatShares>)>,
}

impl SeatTrajectory {
    /// Adds a position by the inputs of its seats, one behind the other. `before` are the chances just before chance decided which position
    /// followed on the one before, if they are known: an average over all that could have happened teaches more than what did.
    pub fn push(&mut self, inputs: &[f32], before: Option<SeatShares>) {
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len());
        self.before.push(before);
    }

    /// Says who won: a share for each seat; `before` as in [`SeatTrajectory::push`]. A game without this was cut, and its last position is
    /// taken as it is.
    pub fn ended(&mut self, result: SeatShares, before: Option<SeatShares>) {
        self.result = Some((result, before));
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.ends.clear();
        self.before.clear();
        self.result = None;
    }

    fn position(&self, place: usize) -> &[f32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.inputs[start..self.ends[place]]
    }

    /// Sums the slopes of all positions' errors: each moves towards what followed.
    fn slopes(&self, net: SeatView<'_>, lambda: f32, slopes: &mut [f32]) {
        let mut target = self.result.map(|(won, before)| mixed(before.unwrap_or(won), won, lambda));
        for place in (0..self.len()).rev() {
            let inputs = self.position(place);
            let chances = net.chances(inputs);
            let aim = target.unwrap_or(chances);
            for (seat, inputs) in inputs.chunks_exact(net.inputs).enumerate() {
                net.slope(inputs, chances[seat] - aim[seat], slopes);
            }
            let near = self.before[place].unwrap_or(chances);
            target = Some(mixed(near, aim, lambda));
        }
    }
}

/// What is expected near by, and so much of what came.
fn mixed(near: SeatShares, came: SeatShares, lambda: f32) -> SeatShares {
    std::array::from_fn(|seat| near[seat] + lambda * (came[seat] - near[seat]))
}

/// How long the steps are at first, and after how many games they are half as long.
const STEP: f32 = 0.002;
const HALF: f32 = 10_000.0;

/// How much of the past the means of slopes and of their squares keep.
const KEEP: [f32; 2] = [0.9, 0.999];

/// A network of seats that is learning. Threads take turns: once a game for a moment.
#[derive(Debug)]
pub struct SeatNet {
    inputs: usize,
    learned: Mutex<Learned>,
}

#[derive(Debug)]
struct Learned {
    weights: Vec<f32>,
    /// The mean slope of each weight, and the mean of its square.
    means: Vec<f32>,
    squares: Vec<f32>,
    games: u32,
    slopes: Vec<f32>,
}

impl SeatNet {
    /// A network of so many inputs that knows nothing: all seats are alike. The hidden units begin apart from each other.
    pub fn new(inputs: usize) -> SeatNet {
        let mut weights = vec![0.0; seat_weights(inputs)];
        let mut rng = tercet_game::Rng::new(inputs as u64);
        let size = (2.0 / inputs as f32).sqrt() / 1000.0;
        for weight in &mut weights[inputs..inputs * (1 + HIDDEN)] {
            *weight = size * (rng.below(2001) as f32 - 1000.0);
        }
        let none = vec![0.0; weights.len()];
        let (means, squares) = (none.clone(), none.clone());
        SeatNet { inputs, learned: Mutex::new(Learned { weights, means, squares, games: 0, slopes: none }) }
    }

    fn learned(&self) -> MutexGuard<'_, Learned> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the weights as they are now.
    pub fn copy_to(&self, weights: &mut Vec<f32>) {
        weights.clear();
        weights.extend_from_slice(&self.learned().weights);
    }
}

impl Learned {
    /// One step down the slopes, each weight by its own measure (Adam).
    fn step(&mut self) {
        self.games = self.games.saturating_add(1);
        let games = self.games as f32;
        let length = STEP / (1.0 + games / HALF);
        let [first, second] = KEEP.map(|keep| 1.0 - keep.powf(games));
        let all = self.weights.iter_mut().zip(&self.slopes).zip(&mut self.means).zip(&mut self.squares);
        for (((weight, slope), mean), square) in all {
            *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * slope;
            *square = KEEP[1] * *square + (1.0 - KEEP[1]) * slope * slope;
            *weight -= length * (*mean / first) / ((*square / second).sqrt() + 1e-8);
        }
    }
}

impl Learner for SeatNet {
    type Trajectory = SeatTrajectory;

    fn forget(trajectory: &mut SeatTrajectory) {
        trajectory.clear();
    }

    fn learn_from(&self, trajectory: &SeatTrajectory, td: &TdOptions) {
        let mut learned = self.learned();
        let Learned { weights, slopes, .. } = &mut *learned;
        slopes.fill(0.0);
        let net = SeatView::new(self.inputs, weights).expect("the weights are as many as the inputs need");
        trajectory.slopes(net, td.lambda, slopes);
        let share = 1.0 / trajectory.len().max(1) as f32;
        for slope in &mut *slopes {
            *slope *= share;
        }
        learned.step();
    }

    fn count(&self) -> usize {
        self.learned().weights.len()
    }

    /// The weights, their mean slopes, and the means of the slopes' squares with the number of games behind them.
    fn to_parts(&self) -> [Vec<f32>; 3] {
        let learned = self.learned();
        let mut squares = learned.squares.clone();
        squares.push(f32::from_bits(learned.games));
        [learned.weights.clone(), learned.means.clone(), squares]
    }

    fn of_parts([weights, means, squares]: [&[f32]; 3]) -> Option<SeatNet> {
        let inputs = weights.len().checked_sub(2 * HIDDEN)? / (1 + HIDDEN);
        let (games, squares) = squares.split_last()?;
        let fits = weights.len() == seat_weights(inputs)
            && means.len() == weights.len()
            && squares.len() == weights.len();
        let (weights, means, squares) = (weights.to_vec(), means.to_vec(), squares.to_vec());
        let slopes = vec![0.0; weights.len()];
        let learned = Learned { weights, means, squares, games: games.to_bits(), slopes };
        fits.then_some(SeatNet { inputs, learned: Mutex::new(learned) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LESSON: TdOptions = TdOptions { discount: 1.0, lambda: 0.5 };

    /// The slopes match those that small changes of each weight give.
    #[test]
    fn slopes_are_what_small_changes_say() {
        let net = SeatNet::new(3);
        let mut weights = Vec::new();
        net.copy_to(&mut weights);
        let mut rng = tercet_game::Rng::new(3);
        for weight in &mut weights {
            *weight = rng.below(2001) as f32 / 1000.0 - 1.0;
        }
        let mut trajectory = SeatTrajectory::default();
        trajectory.push(&[0.5, 0.0, 2.0, 1.0, -0.5, 0.25], None);
        let mut result = SeatShares::default();
        result[0] = 1.0;
        trajectory.ended(result, None);
        let loss = |weights: &[f32]| {
            let net = SeatView::new(3, weights).expect("they fit");
            -f64::from(net.chances(trajectory.position(0))[0]).ln()
        };
        let mut slopes = vec![0.0; weights.len()];
        trajectory.slopes(SeatView::new(3, &weights).expect("they fit"), 1.0, &mut slopes);
        for place in 0..weights.len() {
            let mut near = [weights.clone(), weights.clone()];
            near[0][place] -= 1e-2;
            near[1][place] += 1e-2;
            let slope = (loss(&near[1]) - loss(&near[0])) / 2e-2;
            assert!((slope - f64::from(slopes[place])).abs() < 2e-3, "{place}: {slope} {}", slopes[place]);
        }
    }

    #[test]
    fn it_learns_who_wins_and_its_parts_go_on_as_it_would() {
        let net = SeatNet::new(2);
        let teach = |net: &SeatNet, games: u32| {
            for game in 0..games {
                let strong = (game % 2) as usize;
                let mut inputs = [0.0, 1.0, 0.0, 1.0];
                inputs[2 * strong] = 1.0;
                let mut trajectory = SeatTrajectory::default();
                (0..3).for_each(|_| trajectory.push(&inputs, None));
                let mut result = SeatShares::default();
                result[strong] = 1.0;
                trajectory.ended(result, None);
                net.learn_from(&trajectory, &LESSON);
            }
        };
        teach(&net, 600);
        let [weights, means, squares] = net.to_parts();
        let view = SeatView::new(2, &weights).expect("they fit");
        assert!(view.chances(&[1.0, 1.0, 0.0, 1.0])[0] > 0.9);
        let again = SeatNet::of_parts([&weights, &means, &squares]).expect("they fit");
        teach(&net, 10);
        teach(&again, 10);
        assert_eq!(again.to_parts()[0], net.to_parts()[0]);
        assert!(SeatNet::of_parts([&weights[1..], &means, &squares]).is_none());
    }

    #[test]
    fn a_game_that_was_cut_teaches_nothing_at_its_last_position() {
        let net = SeatNet::new(2);
        let mut trajectory = SeatTrajectory::default();
        trajectory.push(&[1.0, 0.0, 0.0, 1.0], None);
        net.learn_from(&trajectory, &LESSON);
        assert_eq!(net.to_parts()[0], SeatNet::new(2).to_parts()[0]);
    }
}
