//! Which actions are legal, why others are refused, and what has only one answer: R16, R24, R31, R32.

use tercet_game::Seat;

use super::MachiKoro;
use crate::action::{Action, Chance, Illegal};
use crate::choices::Choices;
use crate::cities::City;
use crate::config::BusinessCenter;
use crate::state::{Phase, State};

impl MachiKoro {
    /// What may be decided now: the one test of legality.
    #[inline(never)]
    pub(crate) fn choices(&self, state: &State) -> Choices {
        let own = state.own();
        match state.phase {
            Phase::Build => {
                Choices::Build { kinds: self.buildable(state), landmarks: self.buildable_landmarks(state) }
            }
            Phase::ChooseDice | Phase::KeepOrReroll | Phase::AddTwo | Phase::Invest => {
                state.phase.answers().map_or(Choices::None, Choices::Two)
            }
            Phase::Demolish { .. } => Choices::Demolish { landmarks: own.built_bits() },
            Phase::Move { .. } => {
                Choices::Moves { kinds: own.owned() & !self.tables.purple, seats: self.other_seats(state) }
            }
            Phase::Activate => Choices::Kinds { kinds: state.purples, to: Action::Activate, decline: false },
            Phase::Target { .. } => {
                Choices::Seats { seats: self.other_seats(state), to: Action::Target, decline: false }
            }
            Phase::Exchange { .. } => {
                let decline = self.config.business_center == BusinessCenter::Optional;
                Choices::Seats { seats: self.partners(state), to: Action::Exchange, decline }
            }
            Phase::Give { .. } => {
                Choices::Kinds { kinds: self.movable(own), to: Action::Give, decline: false }
            }
            Phase::Take { with, .. } => {
                Choices::Kinds { kinds: self.movable(state.city(with)), to: Action::Take, decline: false }
            }
            Phase::Renovate { .. } => {
                let kinds = u64::MAX >> (64 - self.cards.len());
                Choices::Kinds { kinds: kinds & !self.tables.purple, to: Action::Renovate, decline: false }
            }
            Phase::Exhibit { .. } => Choices::Kinds {
                kinds: own.owned() & !self.tables.purple,
                to: Action::Exhibit,
                decline: true,
            },
            _ => Choices::None,
        }
    }

    /// The kinds that lie open, can be paid, and are not purple ones that the roller has (R24).
    #[inline]
    pub(super) fn buildable(&self, state: &State) -> u64 {
        let own = state.own();
        state.market.on_show & self.tables.within(own.coins()) & !(own.owned() & self.tables.purple)
    }

    /// The landmarks that can be paid and are not built (R24), a bit each.
    #[inline]
    pub(super) fn buildable_landmarks(&self, state: &State) -> u8 {
        let own = state.own();
        self.tables.landmarks_within(own.coins()) & !own.built_bits()
    }

    fn other_seats(&self, state: &State) -> u8 {
        ((1 << self.tables.players) - 1) & !(1 << state.roller.0)
    }

    /// The kinds of a city that may be exchanged (R16, R31).
    pub(super) fn movable(&self, city: City<'_>) -> u64 {
        if self.tables.is_compat { city.owned() } else { city.owned() & !self.tables.purple }
    }

    /// The seats with which the roller can exchange, a bit each.
    pub(super) fn partners(&self, state: &State) -> u8 {
        if self.movable(state.own()) == 0 {
            return 0;
        }
        let can = |seat: &Seat| self.movable(state.city(*seat)) != 0;
        state.others(self.tables.players).filter(can).fold(0, |seats, seat| seats | 1 << seat.0)
    }

    /// Why an action that is not among the choices is refused.
    #[cold]
    pub(super) fn refusal(&self, state: &State, action: Action) -> Illegal {
        let coins = state.own().coins();
        match (state.phase, action) {
            (Phase::Build, Action::Build(kind)) if kind.index() >= self.cards.len() => {
                Illegal::NotACard(kind)
            }
            (Phase::Build, Action::Build(kind)) if state.market.shown(kind) == 0 => {
                Illegal::NotInMarket(kind)
            }
            (Phase::Build, Action::Build(kind)) if u32::from(self.tables.costs[kind.index()]) > coins => {
                Illegal::TooDear { cost: self.tables.costs[kind.index()], coins }
            }
            (Phase::Build, Action::Build(kind)) => Illegal::OwnedAlready(kind),
            (Phase::Build, Action::BuildLandmark(landmark)) => {
                let free = self.tables.landmarks & !state.own().built_bits() & landmark.bit() != 0;
                let dear = Illegal::TooDear { cost: landmark.cost(), coins };
                if free { dear } else { Illegal::BuiltAlready(landmark) }
            }
            (Phase::Exchange { .. }, Action::Decline) => Illegal::Mandatory,
            (Phase::Target { .. }, Action::Target(seat))
            | (Phase::Exchange { .. }, Action::Exchange(seat)) => Illegal::NotATarget(seat),
            (Phase::Move { .. }, Action::Move(kind, seat)) => {
                let mine = state.own().owned() & !self.tables.purple & kind.bit() != 0;
                if mine { Illegal::NotATarget(seat) } else { Illegal::NotACard(kind) }
            }
            (Phase::Demolish { .. }, Action::Demolish(landmark)) => Illegal::NotALandmark(landmark),
            (Phase::Give { .. }, Action::Give(kind))
            | (Phase::Take { .. }, Action::Take(kind))
            | (Phase::Renovate { .. }, Action::Renovate(kind))
            | (Phase::Exhibit { .. }, Action::Exhibit(kind))
            | (Phase::Activate, Action::Activate(kind)) => Illegal::NotACard(kind),
            (phase, _) => Illegal::NotAsked(asked(phase)),
        }
    }

    /// Why an outcome that can't come is refused.
    #[cold]
    pub(super) fn misfit(state: &State, chance: Chance) -> Illegal {
        Illegal::Impossible(match state.phase {
            Phase::Roll { dice: 1 } => "one die is to fall: `die 1` to `die 6`",
            Phase::Roll { .. } => "two dice are to fall, the lower first: `dice 2 5`",
            Phase::Throw { .. } => "two dice are thrown for boats: `throw 2` to `throw 12`",
            Phase::Deal { .. } if matches!(chance, Chance::Deal(_)) => {
                "no copy of that card can come into the market now"
            }
            Phase::Deal { .. } => "a card is to be dealt: `deal ranch`",
            Phase::Over { .. } => return Illegal::GameOver,
            _ => return Illegal::NoChance,
        })
    }
}

/// What is to be done in a phase, in words that follow «now is the time to».
fn asked(phase: Phase) -> &'static str {
    match phase {
        Phase::ChooseDice => "choose the number of dice: `roll 1` or `roll 2`",
        Phase::KeepOrReroll => "`keep` the dice or `reroll`",
        Phase::AddTwo => "`add_two` or `stay`",
        Phase::Demolish { .. } => "`demolish` a landmark",
        Phase::Move { .. } => "`move` a card to a seat",
        Phase::Activate => "`activate` the next purple card",
        Phase::Target { .. } => "`target` a seat",
        Phase::Exchange { .. } => "`exchange` with a seat or `decline`",
        Phase::Give { .. } => "`give` a card",
        Phase::Take { .. } => "`take` a card",
        Phase::Renovate { .. } => "`renovate` a card",
        Phase::Exhibit { .. } => "`exhibit` a card or `decline`",
        Phase::Build => "`build` something or `pass`",
        Phase::Invest => "`invest` or `save`",
        Phase::Deal { .. } | Phase::Roll { .. } | Phase::Throw { .. } => "draw",
        Phase::Over { .. } => "stop",
    }
}
