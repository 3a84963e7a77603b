//! Weights that threads share, and how one of them learns.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::{Learner, TdOptions, Trajectory};

/// Weights in flat arrays, each with the sum of its errors and the sum of their sizes, from which its step follows.
///
/// Numbers are floats whose bits stand in atomic words, read and written without any order. So several threads may learn at once: where
/// two change the same weight in the same instant, one of the two changes is lost, and the weight may be one error ahead of its sums.
/// That is noise among thousands of changes; no number is ever torn. One thread alone loses nothing and is reproducible.
#[derive(Debug)]
pub struct Net {
    weights: Vec<AtomicU32>,
    /// The sum of each weight's errors, and of their sizes: side by side, because both are wanted at once.
    errors: Vec<[AtomicU32; 2]>,
    averages: Mutex<Averages>,
}

/// What weights were on average, later times counting more: the last of `n` times counts `n`, the first one. Steps never become
/// small, so weights keep moving about what they should be: two runs differ from each other by more than from their mean, and the
/// average plays far better than the weights of any moment.
#[derive(Clone, Debug, Default)]
struct Averages {
    means: Vec<f32>,
    /// How many times they were taken.
    times: u32,
}

fn load(word: &AtomicU32) -> f32 {
    f32::from_bits(word.load(Relaxed))
}

fn floats(words: &[AtomicU32]) -> Vec<f32> {
    words.iter().map(load).collect()
}

fn word(float: f32) -> AtomicU32 {
    AtomicU32::new(float.to_bits())
}

fn words(floats: &[f32]) -> Vec<AtomicU32> {
    floats.iter().copied().map(word).collect()
}

impl Net {
    /// So many weights, all of which begin with this. An optimistic start, above what can be had, makes a player try what it does
    /// not know.
    pub fn new(weights: usize, first: f32) -> Net {
        let errors = (0..weights).map(|_| <[AtomicU32; 2]>::default()).collect();
        Net { weights: words(&vec![first; weights]), errors, averages: Mutex::default() }
    }

    /// The net with these weights and sums, as [`Net::parts`] gives them; `None` if they don't fit together.
    pub fn from_parts([weights, errors, sizes]: [&[f32]; 3]) -> Option<Net> {
        let fits = weights.len() == errors.len() && weights.len() == sizes.len();
        let errors = || errors.iter().zip(sizes).map(|(&error, &size)| [error, size].map(word)).collect();
        fits.then(|| Net { weights: words(weights), errors: errors(), averages: Mutex::default() })
    }

    fn averages(&self) -> std::sync::MutexGuard<'_, Averages> {
        self.averages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The weights, the sums of errors and the sums of their sizes.
    pub fn parts(&self) -> [Vec<f32>; 3] {
        let sums = |nth: usize| self.errors.iter().map(|sums| load(&sums[nth])).collect();
        [floats(&self.weights), sums(0), sums(1)]
    }

    /// How many weights.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// One weight.
    #[inline]
    pub fn weight(&self, number: usize) -> f32 {
        load(&self.weights[number])
    }

    /// The value of a position with these active weights.
    pub fn value(&self, active: &[u32]) -> f32 {
        active.iter().map(|&number| self.weight(number as usize)).sum()
    }

    /// Moves the value of a position towards this; gives the value after it.
    pub fn learn(&self, active: &[u32], target: f32) -> f32 {
        let error = target - self.value(active);
        let share = error / active.len().max(1) as f32;
        let mut value = 0.0;
        for &number in active {
            let number = number as usize;
            let [errors, sizes] = &self.errors[number];
            let (sum, size) = (load(errors), load(sizes));
            let rate = if size == 0.0 { 1.0 } else { sum.abs() / size };
            let weight = self.weight(number) + share * rate;
            value += weight;
            self.weights[number].store(weight.to_bits(), Relaxed);
            errors.store((sum + error).to_bits(), Relaxed);
            sizes.store((size + error.abs()).to_bits(), Relaxed);
        }
        value
    }
}

impl Learner for Net {
    type Trajectory = Trajectory;

    fn forget(trajectory: &mut Trajectory) {
        trajectory.clear();
    }

    fn learn_from(&self, trajectory: &Trajectory, td: &TdOptions) {
        trajectory.learn(self, td);
    }

    fn average(&self) {
        let mut averages = self.averages();
        let Averages { means, times } = &mut *averages;
        *times = times.saturating_add(1);
        means.resize(self.len(), 0.0);
        let share = 2.0 / (*times as f32 + 1.0);
        for (mean, weight) in means.iter_mut().zip(&self.weights) {
            *mean += (load(weight) - *mean) * share;
        }
    }

    fn to_play(&self) -> Vec<f32> {
        let averages = self.averages();
        if averages.times == 0 { floats(&self.weights) } else { averages.means.clone() }
    }

    fn to_averages(&self) -> Vec<f32> {
        let averages = self.averages();
        let mut all = averages.means.clone();
        all.push(f32::from_bits(averages.times));
        all
    }

    fn with_averages(self, averages: &[f32]) -> Option<Net> {
        let (times, means) = averages.split_last()?;
        let times = times.to_bits();
        let fits = means.len() == if times == 0 { 0 } else { self.len() };
        fits.then(|| Net { averages: Mutex::new(Averages { means: means.to_vec(), times }), ..self })
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn to_parts(&self) -> [Vec<f32>; 3] {
        self.parts()
    }

    fn of_parts(parts: [&[f32]; 3]) -> Option<Net> {
        Net::from_parts(parts)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the expected numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn the_first_lesson_is_learned_whole_and_a_contradiction_halves_the_step() {
        let net = Net::new(3, 0.0);
        assert_eq!(net.learn(&[0, 2], 4.0), 4.0);
        assert_eq!((net.weight(0), net.weight(1), net.weight(2)), (2.0, 0.0, 2.0));
        // An error of -4 takes the sum to zero only after this game; the next does not move at all.
        assert_eq!(net.learn(&[0, 2], 0.0), 0.0);
        assert_eq!(net.learn(&[0, 2], 8.0), 0.0);
    }

    #[test]
    fn an_average_counts_later_times_more_and_goes_on_from_what_was_kept() {
        let net = Net::new(1, 6.0);
        assert_eq!(net.to_play(), [6.0]);
        net.average();
        assert_eq!(net.to_play(), [6.0]);
        net.weights[0].store(12.0_f32.to_bits(), Relaxed);
        net.average();
        // One time six, two times twelve.
        assert_eq!(net.to_play(), [10.0]);
        let [weights, errors, sizes] = net.parts();
        let again = Net::from_parts([&weights, &errors, &sizes]).expect("they fit");
        let again = again.with_averages(&net.to_averages()).expect("they fit");
        net.average();
        again.average();
        assert_eq!((again.to_play(), again.to_play()[0]), (net.to_play(), 11.0));
        assert!(Net::new(2, 0.0).with_averages(&net.to_averages()).is_none());
        assert!(Net::new(2, 0.0).with_averages(&Net::new(9, 0.0).to_averages()).is_some());
    }

    #[test]
    fn parts_make_the_same_net() {
        let net = Net::new(4, 0.25);
        net.learn(&[1, 3], 7.0);
        let [weights, errors, sizes] = net.parts();
        let again = Net::from_parts([&weights, &errors, &sizes]).expect("they fit");
        assert_eq!(again.parts(), net.parts());
        assert!(Net::from_parts([&weights, &errors, &sizes[1..]]).is_none());
    }
}
