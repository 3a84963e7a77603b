//! A simulation that is played in parts, and put together here.

use std::ops::Range;

use anyhow::anyhow;
use serde_json::{Value, json};
use tercet_arena::{Series, Watch, pack, unpack};

use super::{Simulation, played};
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;
use crate::parts::InParts;

/// A simulation, and what was learnt so far.
pub(super) struct Simulated<S: Simulation> {
    simulation: S,
    sums: S::Sums,
    games: u64,
}

impl<S: Simulation> Simulated<S> {
    pub(super) fn boxed(simulation: S) -> Result<Box<dyn InParts>, Failure> {
        if let Some(option) = simulation.local_option() {
            let why = anyhow!(
                "{option} writes game after game into one file; play that on one machine, with `tercet simulate`"
            );
            return Err(why).or_usage();
        }
        Ok(Box::new(Simulated { simulation, sums: S::Sums::default(), games: 0 }))
    }
}

impl<S: Simulation> InParts for Simulated<S> {
    fn about(&self) -> Value {
        let (Series { games, seed, .. }, (game, version)) =
            (*self.simulation.series(), self.simulation.rules());
        json!({ "game": game, "rules": version, "seed": seed, "units": games, "unit": "games",
                "players": self.simulation.players() })
    }

    fn play(&self, units: Range<u64>, jobs: usize, watch: &Watch) -> Result<Vec<u8>, Failure> {
        let whole = self.simulation.series();
        let series = Series { first: units.start, games: units.end - units.start, jobs, ..*whole };
        let outcome = self.simulation.play(&series, watch)?;
        if outcome.games < series.games {
            return Err(anyhow!("stopped after {} of {} games", outcome.games, series.games)).or_failed();
        }
        Ok(pack(&(outcome.games, outcome.study)))
    }

    fn add(&mut self, units: Range<u64>, part: &[u8]) -> Result<(), Failure> {
        let (games, sums): (u64, S::Sums) = unpack(part).or_failed()?;
        if games != units.end - units.start {
            return Err(anyhow!("a part of {} games has {games}", units.end - units.start)).or_failed();
        }
        S::add(&mut self.sums, sums);
        self.games += games;
        Ok(())
    }

    fn report(&self, screen: &mut Screen) -> Result<Answer, Failure> {
        let whole = self.simulation.series();
        let series = played(whole, self.games)?;
        self.simulation.report(&series, &self.sums, screen)?;
        Ok(if series.games < whole.games { Answer::No } else { Answer::Yes })
    }
}
