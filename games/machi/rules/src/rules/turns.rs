//! Turns and dice: R4, R5, R6, R28.

use tercet_game::{End, Log};

use super::MachiKoro;
use crate::action::Event;
use crate::config::{Compat, ParkRule};
use crate::facts::Landmark;
use crate::state::{Phase, State};

impl MachiKoro {
    /// Begins the roller's turn.
    #[inline]
    pub(super) fn begin_turn(state: &mut State, log: &mut impl Log<Event>) {
        state.turn += 1;
        (state.dice, state.total) = ([0; 2], 0);
        (state.rerolled, state.again) = (false, false);
        log.push(|| Event::TurnStart { seat: state.roller, turn: state.turn() });
        Self::choose_dice(state);
    }

    /// R4: one die, or the choice of one or two.
    #[inline]
    fn choose_dice(state: &mut State) {
        let two = state.own().has(Landmark::TrainStation);
        state.phase = if two { Phase::ChooseDice } else { Phase::Roll { dice: 1 } };
    }

    /// The dice have fallen. Before the first roll of a game its first turn begins.
    #[inline]
    pub(super) fn rolled(&self, state: &mut State, dice: [u8; 2], log: &mut impl Log<Event>) {
        if state.turn == 0 {
            Self::begin_turn(state, log);
        }
        state.dice = dice;
        state.total = dice[0] + dice[1];
        state.again = (dice[0] == dice[1]) & state.own().has(Landmark::AmusementPark);
        log.push(|| Event::Roll { seat: state.roller, dice });
        if state.own().has(Landmark::RadioTower) && !state.rerolled {
            state.phase = Phase::KeepOrReroll;
        } else {
            self.keep(state, log);
        }
    }

    /// R5: the dice count. R6: on 10 or more, two may be added.
    #[inline]
    pub(super) fn keep(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.total >= 10 && state.own().has(Landmark::Harbor) {
            state.phase = Phase::AddTwo;
        } else {
            self.income(state, log);
        }
    }

    /// R5.
    pub(super) fn reroll(state: &mut State, log: &mut impl Log<Event>) {
        state.rerolled = true;
        log.push(|| Event::Reroll { seat: state.roller });
        Self::choose_dice(state);
    }

    /// R6.
    pub(super) fn add_two(&self, state: &mut State, log: &mut impl Log<Event>) {
        state.total += 2;
        log.push(|| Event::AddTwo { seat: state.roller, total: state.total });
        self.income(state, log);
    }

    /// R27, R28: the turn is over; another one, the next player's, or the end by the limit.
    #[inline]
    pub(super) fn end_turn(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.turn >= self.config.turn_limit.into() {
            return Self::finish(state, End::Limit, None, log);
        }
        if self.has_bonus_turn(state) {
            log.push(|| Event::BonusTurn { seat: state.roller });
        } else {
            state.roller = self.tables.next(state.roller);
        }
        Self::begin_turn(state, log);
    }

    fn has_bonus_turn(&self, state: &State) -> bool {
        let late = self.config.amusement_park == ParkRule::BoughtThisTurnCounts
            || self.config.compat == Compat::Harmonictook;
        let doubles = state.dice[0] == state.dice[1];
        state.again || (late && doubles && state.own().has(Landmark::AmusementPark))
    }
}
