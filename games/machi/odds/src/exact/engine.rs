//! The general path: what a total does is played by the engine, on states that are followed one by one.

use std::collections::HashMap;

use tercet_game::{Game, Seat};
use tercet_machi::{Action, Event, Phase, Roll, State};

use super::defaults::decide;
use super::plan::{Chooser, Plan, Powers};
use crate::budget::Forecast;
use crate::pmf::Sum;
use crate::{Odds, Pmf};

/// Chains that are left with less than this end: states are followed one by one here, and there are many.
const RARE: f64 = 1e-9;

/// What a state takes in a map, with the room that the map keeps to grow.
const STATE: usize = 2 * (size_of::<(State, f64)>() + 1);

/// What it costs to play a total, in steps.
const PLAYED: usize = 2000;

/// What can come of a total: states before the next turn, with their chances.
type Outcomes = Vec<(State, f64)>;

impl Odds {
    /// The change of the seat's purse by turns of these rollers, one after the other.
    pub(crate) fn engine_round(&self, state: &State, seat: Seat, rollers: &[Seat]) -> Pmf {
        let mut joint = HashMap::from([(*state, 1.0)]);
        for &roller in rollers {
            joint = self.engine_turn(joint, roller);
        }
        let start = state.city(seat).coins() as i32;
        let mut ends: Vec<(i32, f64)> = joint
            .into_iter()
            .map(|(state, chance)| (state.city(seat).coins() as i32 - start, chance))
            .collect();
        // In a fixed order, so that sums are the same each time.
        ends.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut sum = Sum::default();
        for (change, chance) in ends {
            sum.add(change, chance);
        }
        self.found(sum.pmf())
    }

    /// One roller's turn and those that follow on doubles, from all states at once.
    fn engine_turn(&self, joint: HashMap<State, f64>, roller: Seat) -> HashMap<State, f64> {
        let mut ended = HashMap::new();
        let mut level = joint;
        let mut held = self.meter.hold(0);
        let mut forecast = Forecast::new(&self.meter);
        while !level.is_empty() {
            let mut more = HashMap::new();
            let waiting = level.len();
            for (state, chance) in level {
                if self.meter.is_spent() {
                    return HashMap::new();
                }
                let (plan, outcomes) = self.engine_plan(&state, roller);
                for (total, all) in outcomes.iter().enumerate().filter(|(total, _)| plan.weight(*total) > 0.0)
                {
                    for (state, share) in all {
                        *ended.entry(*state).or_insert(0.0) += chance * share * plan.plain[total];
                        if plan.again[total] > 0.0 {
                            *more.entry(*state).or_insert(0.0) += chance * share * plan.again[total];
                        }
                    }
                }
                held.set(STATE * (waiting + ended.len() + more.len()));
            }
            // What is too rare to be followed ends there.
            let left = more.values().sum::<f64>();
            forecast.look(left, RARE);
            let least = if left < RARE { 1.0 } else { RARE / 1e3 };
            more.retain(|state, chance| {
                if *chance < least {
                    *ended.entry(*state).or_insert(0.0) += *chance;
                }
                *chance >= least
            });
            level = more;
        }
        ended
    }

    /// The roller's plan, and what comes of each total.
    fn engine_plan(&self, state: &State, roller: Seat) -> (Plan, Vec<Outcomes>) {
        let (gains, outcomes) = self.engine_gains(state, roller);
        (Plan::best(&gains, Powers::of(state.city(roller))), outcomes)
    }

    /// What a roller decides in the model `exact`: the dice for the most income, the rest by simple rules that the
    /// source lists; nothing is built. `None` where nobody has to decide.
    pub fn decision(&self, state: &State) -> Option<Action> {
        let roller = state.roller();
        let mut legal = Vec::new();
        self.game.legal_actions(state, roller, &mut legal);
        let is_about_dice = matches!(state.phase(), Phase::ChooseDice | Phase::KeepOrReroll | Phase::AddTwo);
        if legal.is_empty() || !is_about_dice {
            return decide(&self.game, state, &legal).filter(|_| !legal.is_empty());
        }
        let (gains, _) = self.engine_gains(state, roller);
        let chooser = Chooser::new(&gains, Powers::of(state.city(roller)));
        let (total, dice) = (usize::from(state.total()), state.dice());
        Some(match state.phase() {
            Phase::ChooseDice => Action::Roll(chooser.choose_dice(state.is_rerolled()) as u8),
            Phase::KeepOrReroll if chooser.keeps(total, dice.len() == 2 && dice[0] == dice[1]) => {
                Action::Keep
            }
            Phase::KeepOrReroll => Action::Reroll,
            _ if chooser.settled(total) > total => Action::AddTwo,
            _ => Action::Stay,
        })
    }

    /// What the roller gains by each total in the mean, and what comes of it.
    fn engine_gains(&self, state: &State, roller: Seat) -> ([f64; 15], Vec<Outcomes>) {
        let turn = self.game.turn_of(state, roller);
        let powers = Powers::of(turn.city(roller));
        let mut outcomes = vec![Outcomes::new(); 15];
        let mut gains = [0.0; 15];
        for total in powers.totals() {
            self.meter.work(PLAYED);
            outcomes[total] = self.outcomes(&turn, total);
            let coins = |(state, chance): &(State, f64)| chance * f64::from(state.city(roller).coins());
            let mean: f64 = outcomes[total].iter().map(coins).sum();
            gains[total] = mean - f64::from(turn.city(roller).coins());
        }
        (gains, outcomes)
    }

    /// What comes of a total: one state, or one for each sum of a throw.
    fn outcomes(&self, turn: &State, total: usize) -> Outcomes {
        let mut events: Vec<Event> = Vec::new();
        let first = self.ended(turn, total, 2, &mut events);
        if !events.iter().any(|event| matches!(event, Event::Throw { .. })) {
            return vec![(first, 1.0)];
        }
        let sums = (2..=12u8).map(|sum| (sum, crate::dice::TOTALS[1][usize::from(sum)]));
        sums.map(|(sum, chance)| (self.ended(turn, total, sum, &mut Vec::new()), chance)).collect()
    }

    /// The state after a turn that ends on this total, nothing built, as before anybody's turn.
    fn ended(&self, turn: &State, total: usize, sum: u8, events: &mut Vec<Event>) -> State {
        let game = &self.game;
        let roll = Roll { dice: dice(total), add_two: total > 12, sum: Some(sum) };
        let decided = |state: &State, legal: &[Action]| decide(game, state, legal);
        let mut state = game
            .roll_from(turn, roll, decided, events)
            .expect("dice that the roller has, and an answer to everything");
        let roller = state.roller();
        let played = game.play(&mut state, roller, Action::Pass, &mut ());
        played.expect("nothing may always be built");
        if state.phase() == Phase::Invest {
            game.play(&mut state, roller, Action::Save, &mut ()).expect("a coin may always be kept");
        }
        game.turn_of(&state, Seat::FIRST)
    }
}

/// Dice that make the total, less the two that are added to more than 12.
fn dice(total: usize) -> [u8; 2] {
    match total {
        1..=6 => [total as u8, 0],
        7..=12 => [6, total as u8 - 6],
        _ => [6, total as u8 - 8],
    }
}
