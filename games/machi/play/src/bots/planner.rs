//! Monte Carlo tree search by the chances to win.

use std::fmt::Write as _;

use tercet_game::{Answer, Player, Rng, Sample, Seat};
use tercet_machi::{Action, Kind, Landmark, MachiKoro, Phase, State};
use tercet_odds::Odds;

use super::random::richest;
use super::win_estimator::{CachedEstimator, ValueSource};
use tercet_search::{BotLimits, Compared, Explanation, Limits};
use tercet_search::{Mcts, MctsOptions, Policy, Stop};

/// How its tree grows. Chances to win differ by few percent, so little is enough to try another action.
const OPTIONS: MctsOptions =
    MctsOptions { exploration: 0.2, width: 3.0, growth: 0.6, memory: Limits::LARGEST.memory };

/// Grows a tree of what may happen, values its ends by the estimator, and takes what it came back to most.
#[derive(Clone, Debug)]
pub struct Planner {
    playouts: u32,
    turns: u16,
    rng: Rng,
    stop: Stop,
    memory: u64,
    estimator: CachedEstimator,
}

impl Planner {
    /// How many playouts a decision takes, if nothing else is said.
    pub const PLAYOUTS: u32 = 1000;
    /// How many turns a playout goes on beyond the tree, if nothing else is said: none, because the estimator is better than what
    /// a few quick turns show.
    pub const TURNS: u16 = 0;

    /// A player of so many playouts a decision, each of so many turns beyond the tree, drawing from the stream of this seed.
    pub fn new(playouts: u32, turns: u16, seed: u64) -> Planner {
        let (rng, stop) = (Rng::new(seed), Stop::default());
        Planner {
            playouts,
            turns,
            rng,
            stop,
            memory: Limits::LARGEST.memory,
            estimator: CachedEstimator::new(turns),
        }
    }

    /// The same, which keeps to these limits.
    #[must_use]
    pub(super) fn on_terms(self, bot_limits: &BotLimits) -> Planner {
        Planner { stop: bot_limits.stop.clone(), memory: bot_limits.limits.memory, ..self }
    }

    /// The same that values positions by this source.
    #[must_use]
    pub fn judged_by(self, source: ValueSource) -> Planner {
        Planner { estimator: CachedEstimator::by(source, self.turns), ..self }
    }

    pub(super) fn estimator(&mut self) -> &mut CachedEstimator {
        &mut self.estimator
    }

    /// The same player of another seed.
    #[must_use]
    pub(super) fn reseeded(&self, seed: u64) -> Planner {
        Planner { rng: Rng::new(seed), ..self.clone() }
    }

    /// Comes to an end when this is requested.
    pub(super) fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// What can be done, the best first; and how it was found.
    fn compare(&mut self, game: &MachiKoro, state: &State) -> (Vec<Compared<Action>>, String) {
        let seed = self.rng.next_u64();
        let Ok(estimator) = self.estimator.estimator(game) else { return (Vec::new(), String::new()) };
        let quick = Quick { odds: estimator.odds() };
        let options = MctsOptions { memory: self.memory, ..OPTIONS };
        let mut search = Mcts::new(game, state, (estimator, &quick), options, seed);
        let played = search.think(self.playouts, &self.stop);
        let mut why = format!("it looked best in {played} games played on from here");
        if search.is_full() {
            write!(why, "; stopped at {} nodes: memory", search.nodes()).expect("a string takes any text");
        }
        (search.compared(), why)
    }

    /// The answer with what was compared.
    pub(super) fn explain(&mut self, game: &MachiKoro, state: &State) -> Option<Explanation<Action>> {
        let (compared, why) = self.compare(game, state);
        let answer = Answer::now(compared.first()?.action);
        Some(Explanation { answer, why, measure: "chance to win", compared })
    }
}

impl Player<MachiKoro> for Planner {
    fn answer(&mut self, game: &MachiKoro, state: &State, _: Seat) -> Option<Answer<Action>> {
        self.compare(game, state).0.first().map(|best| Answer::now(best.action))
    }
}

/// The quick way to play of the playouts: a landmark if it can be paid for, else the card that pays most; two dice if they
/// pay more, again what pays less than the mean; the richest pays.
pub(crate) struct Quick<'a> {
    pub(crate) odds: &'a Odds,
}

impl Policy<MachiKoro> for Quick<'_> {
    fn choose(&self, game: &MachiKoro, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        Some(match state.phase() {
            Phase::ChooseDice => {
                let mean = |dice| self.odds.roll_mean(state, seat, dice);
                Action::Roll(if mean(2) >= mean(1) { 2 } else { 1 })
            }
            Phase::KeepOrReroll => {
                let income = self.odds.income_by_total(state, seat);
                let dice = state.dice().len() as u8;
                let is_poor =
                    f64::from(income[usize::from(state.total())]) < self.odds.roll_mean(state, seat, dice);
                if is_poor { Action::Reroll } else { Action::Keep }
            }
            Phase::Target { .. } => Action::Target(richest(game, state, seat)),
            Phase::Build => self.build(game, state, seat),
            _ => return game.sample_action(state, seat, rng),
        })
    }
}

impl Quick<'_> {
    fn build(&self, game: &MachiKoro, state: &State, seat: Seat) -> Action {
        let coins = state.city(seat).coins();
        let affordable = |landmark: &Landmark| u32::from(landmark.cost()) <= coins;
        let landmarks = self.odds.landmarks_left(state, seat).filter(affordable);
        if let Some(landmark) = landmarks.max_by_key(|landmark| landmark.cost()) {
            return Action::BuildLandmark(landmark);
        }
        let mut best: Option<(f64, Kind)> = None;
        for kind in game.affordable(state) {
            let coins = self.odds.ev(state, seat, kind);
            if best.is_none_or(|(other, _)| coins > other) {
                best = Some((coins, kind));
            }
        }
        best.map_or(Action::Pass, |(_, kind)| Action::Build(kind))
    }
}
