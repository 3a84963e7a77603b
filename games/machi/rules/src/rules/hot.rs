//! The commonest cases first. Two decisions in three are about building, and most others have two answers; one branch that is
//! predicted well costs less than a large match (a quarter of the base game's time: `cargo bench -p tercet-machi-play --bench machi`).
//!
//! Nothing here is a rule. Each function equals the plain expression that its comment names; debug builds assert it at every
//! call, so every test compares the two.

use tercet_game::Log;

use super::MachiKoro;
use crate::action::{Action, Event, Kind};
use crate::state::{Phase, State};

impl MachiKoro {
    /// Equals `self.choices(state).contains(action)`.
    #[inline]
    pub(super) fn is_legal(&self, state: &State, action: Action) -> bool {
        // `matches!`, not `==`: comparing phases, which carry data, is a call in large programs.
        let is_legal = match action {
            Action::Build(kind) => {
                matches!(state.phase, Phase::Build)
                    && kind.0 < Kind::MAX
                    && self.buildable(state) & kind.bit() != 0
            }
            Action::Roll(dice) => matches!(state.phase, Phase::ChooseDice) && (dice == 1 || dice == 2),
            Action::Keep | Action::Reroll => matches!(state.phase, Phase::KeepOrReroll),
            Action::AddTwo | Action::Stay => matches!(state.phase, Phase::AddTwo),
            Action::Invest | Action::Save => matches!(state.phase, Phase::Invest),
            _ => self.choices(state).contains(action),
        };
        debug_assert_eq!(is_legal, self.choices(state).contains(action), "{action:?} in {:?}", state.phase);
        is_legal
    }

    /// Equals `self.choices(state).only()`.
    #[inline]
    pub(super) fn only_choice(&self, state: &State) -> Option<Action> {
        let only = match state.phase {
            Phase::Deal { .. }
            | Phase::Roll { .. }
            | Phase::Throw { .. }
            | Phase::ChooseDice
            | Phase::KeepOrReroll
            | Phase::AddTwo
            | Phase::Invest => None,
            Phase::Build => {
                let nothing = self.buildable(state) | u64::from(self.buildable_landmarks(state)) == 0;
                nothing.then_some(Action::Pass)
            }
            _ => self.choices(state).only(),
        };
        debug_assert_eq!(only, self.choices(state).only(), "in {:?}", state.phase);
        only
    }

    /// Equals `self.take(state, action, log)`.
    #[inline]
    pub(super) fn take_inline(&self, state: &mut State, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Build(kind) => self.build(state, kind, log),
            Action::Roll(dice) => state.phase = Phase::Roll { dice },
            _ => self.take(state, action, log),
        }
    }
}
