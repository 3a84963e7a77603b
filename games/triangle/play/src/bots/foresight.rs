//! The hand that is there, then hands that may come.

use tercet_game::{Answer, Game as _, Player, Rng, Seat};
use tercet_triangle::{Action, Field, Puzzle, State};

use super::beam::{Sweep, by_first, most_boards};
use super::evaluator::Evaluator;
use super::hand::{Board, Hand};
use super::worth::Weights;
use crate::learned::Source;
use tercet_search::Stop;
use tercet_search::{BotLimits, Compared, Limits};

/// How a [`Foresight`] thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForesightOptions {
    /// How many boards it looks at before a placement; one more hand may be begun than that allows.
    pub boards: u64,
    /// How many boards are compared over the hands that may come.
    pub plans: usize,
    /// The width of the beam with which those are placed.
    pub next_width: usize,
    /// What a hand costs that can't be placed, in the hundredths of [`Weights`].
    pub lost: i32,
}

impl Default for ForesightOptions {
    fn default() -> ForesightOptions {
        ForesightOptions { boards: 100_000, plans: 8, next_width: 2, lost: 50_000 }
    }
}

impl ForesightOptions {
    /// The width of the beam with which the hand is placed: such that it takes a quarter of the boards or so.
    pub fn width(&self) -> usize {
        (self.boards / 400).clamp(8, 512) as usize
    }
}

/// Places its hand as [`Beam`](super::Beam) does, then plays the most promising boards on with hands drawn at random,
/// the same ones for all, and takes the board that is worth most on average. Halves what it compares again and again,
/// so that most of the work goes to the best.
#[derive(Clone, Debug)]
pub struct Foresight {
    evaluator: Evaluator,
    options: ForesightOptions,
    seed: u64,
    stop: Stop,
    memory: u64,
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What can be done first, with the mean worth of the best board that it leads to, the best first.
    pub compared: Vec<Compared<Action>>,
    /// How many hands were tried.
    pub hands: u32,
    /// How many boards were looked at.
    pub looked: u64,
}

/// A board that is compared, and what it was worth over all hands so far.
struct Plan<F> {
    board: Board<F>,
    total: i64,
}

impl Foresight {
    /// The player who draws the hands that may come from the stream of this seed.
    pub fn new(options: ForesightOptions, seed: u64) -> Foresight {
        let (evaluator, stop) = (Evaluator::tuned(Weights::default()), Stop::default());
        Foresight { evaluator, options, seed, stop, memory: Limits::LARGEST.memory }
    }

    /// The same, to whom boards are worth what was learned.
    #[must_use]
    pub fn learned(self, source: Source) -> Foresight {
        Foresight { evaluator: Evaluator::learned(source), ..self }
    }

    pub(super) fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The same, which keeps to these limits.
    #[must_use]
    pub(super) fn on_terms(self, bot_limits: &BotLimits) -> Foresight {
        Foresight { stop: bot_limits.stop.clone(), memory: bot_limits.limits.memory, ..self }
    }

    /// The word that ends its thinking; it answers with the best that it has found then.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Comes to an end when this is requested.
    pub(super) fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Thinks about what to do.
    pub fn compare<F: Field>(&mut self, game: &Puzzle<F>, state: &State<F>) -> Thought {
        if self.evaluator.settle(game).is_err() {
            return Thought { compared: Vec::new(), hands: 0, looked: 0 };
        }
        let mut sweep = Sweep::new(game, &self.evaluator);
        sweep.stop = Some(&self.stop);
        let hand = Hand::of(game, state);
        let width = self.options.width().min(most_boards::<F>(self.memory));
        let boards = sweep.place(state.field(), &hand, width, self.options.plans);
        let mut plans: Vec<Plan<F>> = boards.iter().map(|&board| Plan { board, total: 0 }).collect();
        let mut rng = Rng::stream(self.seed, &[state.steps().into()]);
        let mut dropped = Vec::new();
        let mut hands = 0;
        let is_lost = plans.first().is_none_or(|plan| plan.board.is_lost());
        while !is_lost && plans.len() > 1 && !self.stop.is_requested() {
            let rounds = u64::from(plans.len().next_power_of_two().ilog2());
            let share = self.options.boards.saturating_sub(sweep.looked) / rounds;
            hands += self.round(game, &mut sweep, &mut plans, share, &mut rng);
            plans.sort_by_key(|plan| std::cmp::Reverse(plan.total));
            let rest = plans.split_off(plans.len().div_ceil(2));
            dropped.splice(0..0, rest.into_iter().map(|plan| (plan, hands)));
        }
        let all = plans.into_iter().map(|plan| (plan, hands)).chain(dropped);
        let values = all
            .filter_map(|(plan, hands)| Some((plan.board.first?, self.evaluator.shown(mean(&plan, hands)))));
        Thought { compared: by_first(values), hands, looked: sweep.looked }
    }

    /// Tries hands on all plans until so many boards are looked at; at least one hand, unless a stop is requested.
    fn round<F: Field>(
        &self,
        game: &Puzzle<F>,
        sweep: &mut Sweep<F>,
        plans: &mut [Plan<F>],
        share: u64,
        rng: &mut Rng,
    ) -> u32 {
        let end = sweep.looked + share;
        let templates = game.config().templates.len() as u32;
        let mut hands = 0;
        while hands == 0 || sweep.looked < end {
            let draw = |_| game.piece_of(rng.below(templates) as usize).map(|piece| piece.0);
            let hand = Hand::new((0..game.config().slots).map(draw));
            let worth: Vec<i32> = plans.iter().map(|plan| self.outlook(sweep, &plan.board, &hand)).collect();
            // A hand that was not tried to its end on all plans alike says nothing.
            if self.stop.is_requested() {
                break;
            }
            plans.iter_mut().zip(worth).for_each(|(plan, worth)| plan.total += i64::from(worth));
            hands += 1;
        }
        hands
    }

    /// What a board is worth after this hand.
    pub(super) fn outlook<F: Field>(&self, sweep: &mut Sweep<F>, board: &Board<F>, hand: &Hand) -> i32 {
        let best = sweep.place(&board.field, hand, self.options.next_width, 1).first();
        match best {
            Some(best) if !best.is_lost() => board.earned + best.value,
            _ => board.earned - self.evaluator.lost(self.options.lost),
        }
    }
}

fn mean<F>(plan: &Plan<F>, hands: u32) -> f64 {
    if hands == 0 { plan.board.value.into() } else { plan.total as f64 / f64::from(hands) }
}

impl<F: Field> Player<Puzzle<F>> for Foresight {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, _seat: Seat) -> Option<Answer<Action>> {
        self.compare(game, state).compared.first().map(|best| Answer::now(best.action))
    }
}
