//! Questions about one roll in any position (R29).

use alloc::format;
use alloc::vec::Vec;

use tercet_game::{Game, Log, Seat};

use super::MachiKoro;
use crate::action::{Action, Event, Kind, Site};
use crate::facts::{Landmark, PURSE_LIMIT};
use crate::market::Market;
use crate::position::{Position, PositionError};
use crate::state::{Phase, State};

/// The dice of a question about one roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roll {
    /// One die and 0, or two.
    pub dice: [u8; 2],
    /// Are two added (R6)?
    pub add_two: bool,
    /// The sum thrown for boats (R10).
    pub sum: Option<u8>,
}

impl MachiKoro {
    /// What one roll brings in any position, up to the time to build, City Hall's coin included. `decide` is asked where
    /// the roller has to choose, and names one of the actions that it is shown.
    ///
    /// # Errors
    /// If the position names what is not in the game, the dice are none, a throw is needed and not given, or
    /// there is no decision where one is needed, or a wrong one.
    pub fn what_if(
        &self,
        position: &Position,
        roll: Roll,
        mut decide: impl FnMut(&State, &[Action]) -> Option<Action>,
        log: &mut impl Log<Event>,
    ) -> Result<State, PositionError> {
        self.roll_from(&self.any_position(position)?, roll, &mut decide, log)
    }

    /// What one roll brings from the beginning of a turn: see [`MachiKoro::what_if`] and [`MachiKoro::turn_of`].
    ///
    /// # Errors
    /// As there, the position aside.
    pub fn roll_from(
        &self,
        state: &State,
        roll: Roll,
        mut decide: impl FnMut(&State, &[Action]) -> Option<Action>,
        log: &mut impl Log<Event>,
    ) -> Result<State, PositionError> {
        let mut state = *state;
        take_roll(&mut state, roll)?;
        self.income(&mut state, log);
        let mut legal = Vec::new();
        while state.phase != Phase::Build {
            if let Phase::Throw { exhibited } = state.phase {
                let sum = roll.sum.filter(|sum| (2..=12).contains(sum));
                let needed = || {
                    PositionError::new(
                        "boats pay on this roll: the sum of their throw is needed, from 2 to 12",
                    )
                };
                self.thrown(&mut state, sum.ok_or_else(needed)?, exhibited, log);
                continue;
            }
            legal.clear();
            self.legal_actions(&state, state.roller, &mut legal);
            let action = match legal[..] {
                [only] => only,
                _ => decide(&state, &legal).ok_or_else(|| self.undecided(&state))?,
            };
            if !self.choices(&state).contains(action) {
                return Err(PositionError::new(format!("{}", self.refusal(&state, action))));
            }
            self.take(&mut state, action, log);
        }
        Ok(state)
    }

    /// The position before the seat's roll, with an empty market: the turn of a question, not of a game.
    #[must_use]
    pub fn turn_of(&self, state: &State, seat: Seat) -> State {
        let two = state.city(seat).has(Landmark::TrainStation);
        let phase = if two { Phase::ChooseDice } else { Phase::Roll { dice: 1 } };
        State { cities: state.cities, market: Market::EMPTY, phase, turn: 1, roller: seat, ..State::EMPTY }
    }

    /// The position in which the seat has one more of it, whatever it costs and wherever it comes from.
    #[must_use]
    pub fn with_site(&self, state: &State, seat: Seat, site: Site) -> State {
        let mut state = *state;
        let city = state.city(seat);
        match site {
            Site::Card(kind) if city.copies(kind) < u8::MAX => state.cities.add(seat, kind),
            Site::Card(_) => {}
            Site::Landmark(landmark) => {
                state.cities.set_landmarks(seat, city.built_bits() | landmark.bit());
            }
        }
        state
    }

    /// The position in which the roller is to build with what he has, as if a roll had brought nothing; as it is where he has
    /// already rolled.
    #[must_use]
    pub fn time_to_build(&self, state: &State) -> State {
        match state.phase {
            Phase::Roll { .. } | Phase::ChooseDice if !state.rerolled => {
                State { phase: Phase::Build, turn: state.turn.max(1), ..*state }
            }
            _ => *state,
        }
    }

    /// The position in which the seat has not built the landmark.
    #[must_use]
    pub fn without_landmark(&self, state: &State, seat: Seat, landmark: Landmark) -> State {
        let mut state = *state;
        state.cities.set_landmarks(seat, state.city(seat).built_bits() & !landmark.bit());
        state
    }

    /// The position in which the seat has so many coins.
    #[must_use]
    pub fn with_coins(&self, state: &State, seat: Seat, coins: u32) -> State {
        let mut state = *state;
        state.cities.set_coins(seat, coins.min(PURSE_LIMIT));
        state
    }

    /// The position in which the seat has one copy less of the kind, if it has any.
    #[must_use]
    pub fn without_card(&self, state: &State, seat: Seat, kind: Kind) -> State {
        let mut state = *state;
        if state.city(seat).copies(kind) > 0 {
            state.cities.remove(seat, kind);
        }
        state
    }

    fn undecided(&self, state: &State) -> PositionError {
        let card = match state.phase {
            Phase::Demolish { by, .. }
            | Phase::Move { by, .. }
            | Phase::Target { by }
            | Phase::Exchange { by }
            | Phase::Renovate { by }
            | Phase::Exhibit { by } => self.cards.card(by).name.as_ref(),
            Phase::Activate => "the order of purple cards",
            _ => "an exchange",
        };
        PositionError::new(format!("{card} asks for a decision, and none is given"))
    }
}

fn take_roll(state: &mut State, roll: Roll) -> Result<(), PositionError> {
    let die = |die: u8| (1..=6).contains(&die);
    let [first, second] = roll.dice;
    state.dice = match (first.min(second), first.max(second)) {
        (0, one) if die(one) => [one, 0],
        (low, high) if die(low) && die(high) => [low, high],
        _ => return Err(PositionError::new("the dice are one or two numbers from 1 to 6")),
    };
    state.total = state.dice[0] + state.dice[1];
    if roll.add_two {
        if state.total < 10 || !state.own().has(Landmark::Harbor) {
            return Err(PositionError::new("two are added to 10 or more, by a roller who has Harbor"));
        }
        state.total += 2;
    }
    Ok(())
}
