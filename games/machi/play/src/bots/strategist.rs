//! The named strategies: they share how they roll, whom they take from and what they exchange, and differ in what they build.

use std::sync::Arc;

use tercet_game::{Answer, Game, Player, Rng, Seat};
use tercet_machi::{Action, Config, MachiKoro, Phase, Site, State};
use tercet_odds::Odds;

use super::decision::Decision;
use super::shop::BuildChoice;
use super::style::Style;
use tercet_search::{Compared, Explanation};

/// A player with a named strategy. It draws at random only where its rules say so: what to do when a list has come to its end,
/// and which card to take in an exchange.
#[derive(Clone, Debug)]
pub struct Strategist {
    style: Style,
    rng: Rng,
    /// The mathematics of the game that is played, made when it begins; shared with players made from this one.
    odds: Option<Arc<(Config, Odds)>>,
}

impl Strategist {
    /// The player of this style, drawing from the stream of this seed.
    pub fn new(style: Style, seed: u64) -> Strategist {
        Strategist { style, rng: Rng::new(seed), odds: None }
    }

    /// The same player of another seed.
    #[must_use]
    pub(super) fn reseeded(&self, seed: u64) -> Strategist {
        Strategist { style: self.style, rng: Rng::new(seed), odds: self.odds.clone() }
    }

    /// How it chooses.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Makes the mathematics of this game, if they are not there.
    pub(crate) fn prepare(&mut self, game: &MachiKoro) {
        if self.odds.as_ref().is_none_or(|made| made.0 != *game.config()) {
            self.odds = Some(Arc::new((game.config().clone(), Odds::new(game, self.style.model()))));
        }
    }

    /// Thinks about one decision, with the odds of the game that is played and the own generator.
    fn think<T>(
        &mut self,
        game: &MachiKoro,
        state: &State,
        seat: Seat,
        about: impl FnOnce(&Decision<'_>, &mut Rng) -> T,
    ) -> T {
        self.prepare(game);
        let odds = &self.odds.as_ref().expect("it was just made").1;
        about(&Decision { game, state, seat, style: self.style, odds }, &mut self.rng)
    }

    /// The answer with its reasons.
    pub(super) fn explain(
        &mut self,
        game: &MachiKoro,
        state: &State,
        seat: Seat,
    ) -> Option<Explanation<Action>> {
        self.think(game, state, seat, |decision, rng| {
            if state.phase() == Phase::Build {
                return Some(explained(decision.build(rng)));
            }
            let reasons = decision.reasons()?;
            Some(reasons.of(decision.decide(rng)?))
        })
    }
}

/// What is built, with what was compared.
fn explained(verdict: BuildChoice) -> Explanation<Action> {
    let BuildChoice { site, why, measure, compared } = verdict;
    let compared = compared.into_iter().map(|(site, value)| Compared { action: building(Some(site)), value });
    Explanation { answer: Answer::now(building(site)), why, measure, compared: compared.collect() }
}

impl Player<MachiKoro> for Strategist {
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        let action = self.think(game, state, seat, |decision, rng| match state.phase() {
            Phase::Build => Some(building(decision.build(rng).site)),
            _ => decision.decide(rng),
        });
        action.map(Answer::now)
    }
}

/// Building this, or nothing, as an action.
fn building(site: Option<Site>) -> Action {
    match site {
        Some(Site::Card(kind)) => Action::Build(kind),
        Some(Site::Landmark(landmark)) => Action::BuildLandmark(landmark),
        None => Action::Pass,
    }
}
