//! A sequential test whose pairs are played in parts. They are counted in the order of their numbers, so the pair that decides is the
//! same as on one machine; what was played beyond it is forgotten.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::anyhow;
use serde_json::{Value, json};
use tercet_arena::{Pairs, Verdict, Watch, pack, play_all, unpack};
use tercet_entry::PlayError;

use super::Duel;
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;
use crate::parts::InParts;

pub(super) struct DuelInParts {
    duel: Duel,
    pairs: Pairs,
    /// The number of the next pair to be counted.
    next: u64,
    /// The half points of parts that come later, by the number of their first pair.
    later: BTreeMap<u64, Vec<u8>>,
}

impl DuelInParts {
    pub(super) fn new(duel: Duel) -> DuelInParts {
        DuelInParts { duel, pairs: Pairs::default(), next: 0, later: BTreeMap::new() }
    }

    /// Counts what is next for as long as it is there.
    fn count(&mut self) {
        while let Some(part) = self.later.remove(&self.next) {
            self.next += part.len() as u64;
            for half_points in part {
                self.pairs.count_open(&self.duel.test, half_points.into());
            }
        }
    }
}

impl InParts for DuelInParts {
    fn about(&self) -> Value {
        let Duel { options, seed, rules, .. } = &self.duel;
        json!({ "game": rules.id(), "rules": rules.version(), "seed": seed, "units": self.duel.most(),
                "unit": "pairs", "players": [options.new, options.base] })
    }

    fn play(&self, units: Range<u64>, jobs: usize, watch: &Watch) -> Result<Vec<u8>, Failure> {
        let numbers: Vec<u64> = units.collect();
        let bot_limits = self.duel.options.run.room.bot_limits(watch.word());
        let mut played = vec![None; numbers.len()];
        let keep = |batch: Vec<(usize, usize)>| -> Result<(), PlayError> {
            for (at, half_points) in batch {
                played[at] = Some(half_points as u8);
            }
            Ok(())
        };
        play_all(jobs, watch, &numbers, |&number| self.duel.pair(number, &bot_limits), keep).or_failed()?;
        let played: Option<Vec<u8>> = played.into_iter().collect();
        played.map(|played| pack(&played)).ok_or_else(|| anyhow!("stopped")).or_failed()
    }

    fn add(&mut self, units: Range<u64>, part: &[u8]) -> Result<(), Failure> {
        let part: Vec<u8> = unpack(part).or_failed()?;
        if part.len() as u64 != units.end - units.start || part.iter().any(|&half_points| half_points > 4) {
            return Err(anyhow!("a part of {} pairs is none", units.end - units.start)).or_failed();
        }
        self.later.insert(units.start, part);
        self.count();
        Ok(())
    }

    fn is_decided(&self) -> bool {
        self.duel.test.verdict(&self.pairs) != Verdict::Open
    }

    fn report(&self, screen: &mut Screen) -> Result<Answer, Failure> {
        self.duel.report(&self.pairs, screen)
    }
}
