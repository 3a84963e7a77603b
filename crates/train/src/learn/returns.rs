//! What rewards come to: n-step returns and advantages, for many environments at once.
//!
//! Arrays have a row for each moment and a column for each environment. An episode that ended at a moment (`over`) is followed
//! by another one in the next row; nothing is ever added up across that border.

use crate::learn::LearnError;

/// How an episode stands after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// It goes on.
    On,
    /// It is over: what follows is worth nothing.
    Terminal,
    /// It was cut off: what would have followed is worth what the learner thinks.
    Truncated,
}

/// What was played: rewards and ends, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The rewards.
    pub rewards: &'a [f64],
    /// 1 where an episode came to its end, row by row; empty for nowhere.
    pub terminals: &'a [u8],
    /// 1 where an episode was cut off; empty for nowhere. Where both are set, the end counts.
    pub truncations: &'a [u8],
    /// How many environments there are.
    pub envs: usize,
}

/// What becomes of moments whose n steps reach beyond the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// They are summed up without what may follow, as if the last row ended every episode.
    Flush,
    /// What follows the last row is worth what the learner thinks of it.
    Bootstrap,
}

impl Tail {
    /// The tail of a name.
    pub fn from_name(name: &str) -> Option<Tail> {
        [("flush", Tail::Flush), ("bootstrap", Tail::Bootstrap)]
            .into_iter()
            .find_map(|(each, tail)| (each == name).then_some(tail))
    }
}

/// Where n-step returns go, each as long as the rewards.
#[derive(Debug)]
pub struct NStep<'a> {
    /// The discounted sum of up to n rewards.
    pub returns: &'a mut [f64],
    /// What the value of the last of these steps' outcome is multiplied by; 0 where nothing follows.
    pub discounts: &'a mut [f64],
    /// How many rewards were summed up: the outcome is that of row `t + steps - 1`.
    pub steps: &'a mut [i64],
}

impl Played<'_> {
    /// How many moments there are.
    ///
    /// # Errors
    /// If the arrays do not fit together.
    pub fn rows(&self) -> Result<usize, LearnError> {
        let cells = self.rewards.len();
        if self.envs == 0 || !cells.is_multiple_of(self.envs) {
            return Err(LearnError::Rows { cells, envs: self.envs });
        }
        fits("terminals", cells, self.terminals.len(), true)?;
        fits("truncations", cells, self.truncations.len(), true)?;
        Ok(cells / self.envs)
    }

    fn after(&self, cell: usize) -> After {
        let is = |flags: &[u8]| flags.get(cell).is_some_and(|&flag| flag != 0);
        match (is(self.terminals), is(self.truncations)) {
            (true, _) => After::Terminal,
            (false, true) => After::Truncated,
            (false, false) => After::On,
        }
    }

    /// The n-step return of every moment. The steps end early where the episode does; the tail decides about those that the
    /// last row cuts short.
    ///
    /// # Errors
    /// If the arrays do not fit together, `n` is 0, or `gamma` is not from 0 to 1.
    pub fn n_step(&self, n: usize, gamma: f64, tail: Tail, out: NStep<'_>) -> Result<(), LearnError> {
        let rows = self.rows()?;
        let cells = rows * self.envs;
        check_discount("gamma", gamma)?;
        if n == 0 {
            return Err(LearnError::Steps);
        }
        let NStep { returns, discounts, steps } = out;
        fits("returns", cells, returns.len(), false)?;
        fits("discounts", cells, discounts.len(), false)?;
        fits("steps", cells, steps.len(), false)?;
        for cell in 0..cells {
            let (sum, discount, count) = self.from(cell, n, gamma, tail);
            (returns[cell], discounts[cell], steps[cell]) = (sum, discount, count as i64);
        }
        Ok(())
    }

    /// From one moment on: the sum of up to n rewards, the discount of what follows, and how many they were.
    fn from(&self, cell: usize, n: usize, gamma: f64, tail: Tail) -> (f64, f64, usize) {
        let (mut sum, mut power, mut here, mut count) = (0.0, 1.0, cell, 0);
        loop {
            sum += power * self.rewards[here];
            power *= gamma;
            let after = self.after(here);
            (here, count) = (here + self.envs, count + 1);
            let discount = match after {
                After::Terminal => 0.0,
                After::Truncated => power,
                After::On if count == n => power,
                After::On if here >= self.rewards.len() && tail == Tail::Flush => 0.0,
                After::On if here >= self.rewards.len() => power,
                After::On => continue,
            };
            return (sum, discount, count);
        }
    }

    /// Generalised advantages. `values` are what the learner thinks of each moment; `after` of what came of each step, before any
    /// reset: for a step that did not end its episode, the value of the next row.
    ///
    /// # Errors
    /// If the arrays do not fit together, or `gamma` or `lambda` is not from 0 to 1.
    pub fn advantages(
        &self,
        values: &[f64],
        after: &[f64],
        gamma: f64,
        lambda: f64,
        out: &mut [f64],
    ) -> Result<(), LearnError> {
        let rows = self.rows()?;
        let cells = rows * self.envs;
        check_discount("gamma", gamma)?;
        check_discount("lam", lambda)?;
        fits("values", cells, values.len(), false)?;
        fits("next_values", cells, after.len(), false)?;
        fits("advantages", cells, out.len(), false)?;
        for cell in (0..cells).rev() {
            let end = self.after(cell);
            let following = if end == After::Terminal { 0.0 } else { after[cell] };
            let next = cell + self.envs;
            let running = if end == After::On && next < cells { out[next] } else { 0.0 };
            out[cell] = self.rewards[cell] + gamma * following - values[cell] + gamma * lambda * running;
        }
        Ok(())
    }
}

fn fits(name: &'static str, expected: usize, found: usize, may_lack: bool) -> Result<(), LearnError> {
    if found == expected || (may_lack && found == 0) {
        return Ok(());
    }
    Err(LearnError::Length { name: name.to_owned(), expected, found })
}

fn check_discount(name: &'static str, value: f64) -> Result<(), LearnError> {
    if (0.0..=1.0).contains(&value) { Ok(()) } else { Err(LearnError::Discount { name, value }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_step(played: &Played<'_>, n: usize, gamma: f64, tail: Tail) -> (Vec<f64>, Vec<f64>, Vec<i64>) {
        let cells = played.rewards.len();
        let (mut returns, mut discounts, mut steps) = (vec![0.0; cells], vec![0.0; cells], vec![0; cells]);
        let out = NStep { returns: &mut returns, discounts: &mut discounts, steps: &mut steps };
        played.n_step(n, gamma, tail, out).unwrap();
        (returns, discounts, steps)
    }

    #[test]
    fn a_terminal_end_is_worth_nothing_and_a_cut_one_what_the_learner_thinks() {
        let played = Played {
            rewards: &[1.0, 2.0, 4.0, 8.0, 16.0],
            terminals: &[0, 1, 0, 0, 0],
            truncations: &[0, 0, 0, 1, 0],
            envs: 1,
        };
        let (returns, discounts, steps) = n_step(&played, 3, 0.5, Tail::Flush);
        assert_eq!(returns, [2.0, 2.0, 8.0, 8.0, 16.0]);
        assert_eq!(discounts, [0.0, 0.0, 0.25, 0.5, 0.0]);
        assert_eq!(steps, [2, 1, 2, 1, 1]);
        assert_eq!(n_step(&played, 3, 0.5, Tail::Bootstrap).1, [0.0, 0.0, 0.25, 0.5, 0.5]);
    }

    #[test]
    fn environments_stand_beside_each_other() {
        let rewards = [1.0, 10.0, 1.0, 10.0, 1.0, 10.0];
        let played = Played { rewards: &rewards, terminals: &[0, 1, 0, 0, 1, 0], truncations: &[], envs: 2 };
        let (returns, discounts, steps) = n_step(&played, 2, 1.0, Tail::Bootstrap);
        assert_eq!(returns, [2.0, 10.0, 2.0, 20.0, 1.0, 10.0]);
        assert_eq!(discounts, [1.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(steps, [2, 1, 2, 2, 1, 1]);
    }

    #[test]
    fn advantages_with_lambda_one_are_returns_less_values() {
        let rewards = [1.0, 2.0, 3.0, 4.0];
        let values = [0.5, 0.25, 0.75, 1.0];
        let after = [0.25, 9.0, 1.0, 2.0];
        let played = Played { rewards: &rewards, terminals: &[0, 1, 0, 0], truncations: &[], envs: 1 };
        let mut gains = [0.0; 4];
        played.advantages(&values, &after, 0.5, 1.0, &mut gains).unwrap();
        // 1 + 2/2, 2, 3 + 4/2 + 2/4, 4 + 2/2; each less its value.
        assert_eq!(gains.map(f64::to_bits), [1.5f64, 1.75, 4.75, 4.0].map(f64::to_bits));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let played = Played { rewards: &[1.0, 2.0, 3.0], terminals: &[0], truncations: &[], envs: 1 };
        assert_eq!(played.rows().unwrap_err().to_string(), "`terminals` has 1 numbers where `rewards` has 3");
        let played = Played { terminals: &[], envs: 2, ..played };
        assert_eq!(played.rows().unwrap_err().to_string(), "3 rewards are no rows of 2 environments");
        let played = Played { envs: 1, ..played };
        let error = played.advantages(&[0.0; 3], &[0.0; 3], 1.5, 1.0, &mut [0.0; 3]).unwrap_err();
        assert_eq!(error.to_string(), "gamma: 1.5 is not from 0 to 1");
    }
}
