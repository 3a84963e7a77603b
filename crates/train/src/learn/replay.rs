//! Replay by priority: rows that a learner was surprised by come back more often.

use tercet_game::Rng;

use crate::learn::LearnError;
use crate::learn::columns::{Column, Ring};
use crate::learn::sums::{Sums, checked};

/// How a replay draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayOptions {
    /// How many rows it keeps.
    pub capacity: usize,
    /// How much priorities count: 0 for not at all.
    pub alpha: f64,
    /// What is added to an error, so that no row is lost for ever.
    pub epsilon: f64,
    /// How much weights make good for priorities, at first.
    pub beta: f64,
    /// After how many samples they make good for them wholly; 0 for never.
    pub beta_steps: u64,
    /// What draws depend on.
    pub seed: u64,
}

impl Default for ReplayOptions {
    fn default() -> ReplayOptions {
        ReplayOptions {
            capacity: 100_000,
            alpha: 0.6,
            epsilon: 1e-5,
            beta: 0.4,
            beta_steps: 100_000,
            seed: 0,
        }
    }
}

/// A ring of rows with priorities. Rows have ids that count up from 0 and are never used again, so that a learner who comes late with
/// the error of a row that was replaced meanwhile does not change another one.
///
/// ```
/// use tercet_train::learn::{Column, Drawn, Replay, ReplayOptions};
///
/// let column = Column { name: "reward".to_owned(), kind: "u8".to_owned(), shape: vec![], width: 1 };
/// let mut replay = Replay::new(vec![column], ReplayOptions { capacity: 4, ..ReplayOptions::default() })?;
/// replay.add(3, &[&[10, 20, 30]], None)?;
/// replay.update(&[0, 2], &[0.0, 0.0])?;
/// replay.update(&[1], &[1e6])?;
/// let (mut ids, mut weights, mut rewards) = ([0; 8], [0.0; 8], [0; 8]);
/// replay.sample(None, Drawn { ids: &mut ids, weights: &mut weights, cells: &mut [&mut rewards] })?;
/// assert_eq!(rewards, [20; 8]);
/// # Ok::<(), tercet_train::learn::LearnError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    options: ReplayOptions,
    ring: Ring,
    sums: Sums,
    /// How many rows were ever added.
    added: u64,
    /// How many samples were drawn.
    samples: u64,
    /// The highest priority so far: that of rows that nobody has learnt from yet.
    max: f64,
}

/// Where a sample goes: as many rows as there is room for.
#[derive(Debug)]
pub struct Drawn<'a, 'c> {
    /// The ids of the rows.
    pub ids: &'a mut [i64],
    /// By how much each row counts, so that the mean is that of even draws; the largest is 1.
    pub weights: &'a mut [f32],
    /// The rows, column by column.
    pub cells: &'a mut [&'c mut [u8]],
}

impl Replay {
    /// An empty replay; its memory is asked for now and never again.
    ///
    /// # Errors
    /// If an option or a column can't be.
    pub fn new(columns: Vec<Column>, options: ReplayOptions) -> Result<Replay, LearnError> {
        check(&options)?;
        let sums = Sums::new(options.capacity)?;
        let ring = Ring::new(columns, options.capacity)?;
        Ok(Replay { options, ring, sums, added: 0, samples: 0, max: 1.0 })
    }

    /// How it draws.
    pub fn options(&self) -> &ReplayOptions {
        &self.options
    }

    /// Its columns.
    pub fn columns(&self) -> &[Column] {
        self.ring.columns()
    }

    /// How many rows it holds.
    pub fn len(&self) -> usize {
        self.added.min(self.options.capacity as u64) as usize
    }

    /// Does it hold nothing?
    pub fn is_empty(&self) -> bool {
        self.added == 0
    }

    /// How many rows were ever added.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// How many samples were drawn.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// All priorities together.
    pub fn total(&self) -> f64 {
        self.sums.total()
    }

    /// The priority that new rows get: the highest so far, and at least 1.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// The priorities, slot by slot.
    pub fn priorities(&self) -> &[f64] {
        &self.sums.leaves()[..self.len()]
    }

    /// The bytes of a column, slot by slot.
    pub(crate) fn bytes(&self, column: usize) -> &[u8] {
        self.ring.bytes(column, self.len())
    }

    /// How much weights make good for priorities after so many samples.
    pub fn beta(&self, samples: u64) -> f64 {
        let ReplayOptions { beta, beta_steps, .. } = self.options;
        if beta_steps == 0 {
            return beta;
        }
        beta + (1.0 - beta) * (samples as f64 / beta_steps as f64).min(1.0)
    }

    /// Adds rows, with the learner's errors or with the highest priority so far: the id of the first.
    ///
    /// # Errors
    /// If columns do not have so many rows, there are more than slots, or an error is not finite; nothing has changed then.
    pub fn add(&mut self, rows: usize, cells: &[&[u8]], errors: Option<&[f64]>) -> Result<u64, LearnError> {
        let capacity = self.options.capacity;
        if rows > capacity {
            return Err(LearnError::TooMany { rows, capacity });
        }
        self.ring.check(rows, cells)?;
        let fresh = self.max;
        let priorities = match errors {
            Some(errors) => self.priorities_of(rows, errors)?,
            None => vec![fresh; rows],
        };
        let first = self.added;
        self.ring.put((first % capacity as u64) as usize, rows, cells);
        for (id, priority) in (first..).zip(priorities) {
            self.set(id, priority);
        }
        self.added += rows as u64;
        Ok(first)
    }

    fn set(&mut self, id: u64, priority: f64) {
        self.sums.set((id % self.options.capacity as u64) as usize, priority);
        self.max = self.max.max(priority);
    }

    fn priorities_of(&self, rows: usize, errors: &[f64]) -> Result<Vec<f64>, LearnError> {
        if errors.len() != rows {
            return Err(LearnError::Count { name: "errors", rows, found: errors.len() });
        }
        let priority = |&error: &f64| {
            let priority = (error.abs() + self.options.epsilon).powf(self.options.alpha);
            if priority.is_finite() { Ok(priority) } else { Err(LearnError::Error { error }) }
        };
        errors.iter().map(priority).collect()
    }

    /// Gives rows new priorities by the learner's errors: how many of them were still there.
    ///
    /// # Errors
    /// If a row was never added, or an error is not finite; nothing has changed then.
    pub fn update(&mut self, ids: &[i64], errors: &[f64]) -> Result<usize, LearnError> {
        let priorities = self.priorities_of(ids.len(), errors)?;
        let added = self.added;
        let known = |&id: &i64| u64::try_from(id).ok().filter(|&id| id < added);
        if let Some(&id) = ids.iter().find(|&id| known(id).is_none()) {
            return Err(LearnError::Row { id, added });
        }
        let oldest = added - self.len() as u64;
        let mut updated = 0;
        for (id, priority) in ids.iter().filter_map(known).zip(priorities) {
            if id >= oldest {
                self.set(id, priority);
                updated += 1;
            }
        }
        Ok(updated)
    }

    /// Draws rows by priority, one from each of equal parts of the total. `step` says how far the learner is; without it, the
    /// number of samples so far does.
    ///
    /// # Errors
    /// If there is nothing to draw, or arrays do not fit together; nothing has changed then.
    pub fn sample(&mut self, step: Option<u64>, out: Drawn<'_, '_>) -> Result<(), LearnError> {
        let Drawn { ids, weights, cells } = out;
        let rows = ids.len();
        self.ring.check(rows, cells)?;
        if weights.len() != rows {
            return Err(LearnError::Count { name: "weights", rows, found: weights.len() });
        }
        if self.is_empty() {
            return Err(LearnError::Empty);
        }
        if self.total() <= 0.0 {
            return Err(LearnError::NoPriority);
        }
        let beta = self.beta(step.unwrap_or(self.samples));
        let slots = self.draw(rows);
        self.weigh(&slots, beta, weights);
        for (id, &slot) in ids.iter_mut().zip(&slots) {
            *id = self.id_at(slot) as i64;
        }
        self.ring.take(&slots, cells);
        self.samples += 1;
        Ok(())
    }

    /// A stream for each sample, so that where the replay stands is one number.
    fn draw(&self, rows: usize) -> Vec<usize> {
        let mut rng = Rng::stream(self.options.seed, &[self.samples]);
        let part = self.total() / rows as f64;
        (0..rows).map(|row| self.sums.below((row as f64 + even(&mut rng)) * part)).collect()
    }

    fn weigh(&self, slots: &[usize], beta: f64, out: &mut [f32]) {
        let raw = |slot: usize| (self.len() as f64 * self.sums.get(slot) / self.total()).powf(-beta);
        let largest = slots.iter().map(|&slot| raw(slot)).fold(0.0, f64::max);
        for (weight, &slot) in out.iter_mut().zip(slots) {
            *weight = (raw(slot) / largest) as f32;
        }
    }

    /// The id of the row in a slot.
    fn id_at(&self, slot: usize) -> u64 {
        let (capacity, slot) = (self.options.capacity as u64, slot as u64);
        let last = self.added - 1;
        last - (last + capacity - slot) % capacity
    }

    /// The replay that was saved.
    ///
    /// # Errors
    /// If it could not have come about.
    pub(crate) fn restored(
        columns: Vec<Column>,
        options: ReplayOptions,
        (added, samples, max): (u64, u64, f64),
        priorities: &[f64],
        cells: &[Vec<u8>],
    ) -> Result<Replay, LearnError> {
        let damaged = |why: &str| LearnError::Damaged { why: why.to_owned() };
        let mut replay = Replay { added, samples, max, ..Replay::new(columns, options)? };
        let rows = replay.len();
        if priorities.len() != rows || !(max.is_finite() && max >= 1.0) {
            return Err(damaged("not one priority for each row"));
        }
        for &priority in priorities {
            checked(priority)?;
        }
        replay.ring.check(rows, cells)?;
        for (column, bytes) in cells.iter().enumerate() {
            replay.ring.bytes_mut(column, rows).copy_from_slice(bytes);
        }
        replay.sums.fill(priorities);
        Ok(replay)
    }
}

fn check(options: &ReplayOptions) -> Result<(), LearnError> {
    let is_share = |value: f64| (0.0..=1.0).contains(&value);
    let wrong = |name, value, expected| Err(LearnError::Option { name, value, expected });
    if !is_share(options.alpha) {
        return wrong("alpha", options.alpha, "from 0 to 1");
    }
    if !is_share(options.beta) {
        return wrong("beta", options.beta, "from 0 to 1");
    }
    if !(options.epsilon.is_finite() && options.epsilon >= 0.0) {
        return wrong("epsilon", options.epsilon, "a finite number from 0 on");
    }
    Ok(())
}

/// A number from 0 to below 1, of 53 bits.
fn even(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
