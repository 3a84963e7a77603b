//! What may be decided in a phase, as a few masks: the one test of legality, from which the list, the draw and the
//! check of an action come.

use tercet_game::{Ranks, Seat, select};

use crate::action::{Action, Kind};
use crate::facts::Landmark;

/// The legal actions of a phase, ascending.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choices {
    /// It is chance's turn, or nobody's.
    None,
    /// One of two.
    Two([Action; 2]),
    /// One of these seats (a bit each), or declining.
    Seats { seats: u8, to: fn(Seat) -> Action, decline: bool },
    /// One of these kinds (a bit each), or declining.
    Kinds { kinds: u64, to: fn(Kind) -> Action, decline: bool },
    /// One of these landmarks (a bit each).
    Demolish { landmarks: u8 },
    /// One of these kinds to one of these seats.
    Moves { kinds: u64, seats: u8 },
    /// One of these kinds or landmarks, or nothing.
    Build { kinds: u64, landmarks: u8 },
}

impl Choices {
    /// How many there are.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        match self {
            Choices::None => 0,
            Choices::Two(_) => 2,
            Choices::Seats { seats, decline, .. } => seats.count_ones() + u32::from(decline),
            Choices::Kinds { kinds, decline, .. } => kinds.count_ones() + u32::from(decline),
            Choices::Demolish { landmarks } => landmarks.count_ones(),
            Choices::Moves { kinds, seats } => kinds.count_ones() * seats.count_ones(),
            Choices::Build { kinds, landmarks } => kinds.count_ones() + landmarks.count_ones() + 1,
        }
    }

    /// The one at this place, which is below the count.
    #[inline]
    pub(crate) fn nth(self, place: u32) -> Action {
        match self {
            Choices::None => unreachable!("a place below zero"),
            Choices::Two(answers) => answers[place as usize],
            Choices::Seats { seats, to, .. } => {
                nth_bit(seats.into(), place).map_or(Action::Decline, |bit| to(Seat(bit)))
            }
            Choices::Kinds { kinds, to, .. } => {
                nth_bit(kinds, place).map_or(Action::Decline, |bit| to(Kind(bit)))
            }
            Choices::Demolish { landmarks } => {
                Action::Demolish(nth_landmark(landmarks, place).expect("a place below the count"))
            }
            Choices::Moves { kinds, seats } => {
                let (kind, seat) = (place / seats.count_ones(), place % seats.count_ones());
                let bit = |mask, place| nth_bit(mask, place).expect("a place below the count");
                Action::Move(Kind(bit(kinds, kind)), Seat(bit(seats.into(), seat)))
            }
            Choices::Build { kinds, landmarks } => {
                let count = kinds.count_ones();
                if place < count {
                    Action::Build(Kind(select(kinds, place) as u8))
                } else {
                    nth_landmark(landmarks, place - count).map_or(Action::Pass, Action::BuildLandmark)
                }
            }
        }
    }

    /// Is the action among them?
    #[inline]
    pub(crate) fn contains(self, action: Action) -> bool {
        let has_kind = |kinds: u64, kind: Kind| kinds & kind.bit() != 0;
        let has_seat = |seats: u8, seat: Seat| seat.0 < 8 && seats >> seat.0 & 1 == 1;
        match (self, action) {
            (Choices::Two(answers), _) => answers.contains(&action),
            (Choices::Seats { decline, .. } | Choices::Kinds { decline, .. }, Action::Decline) => decline,
            (Choices::Seats { seats, to, .. }, _) => {
                action.seat().is_some_and(|seat| has_seat(seats, seat) && to(seat) == action)
            }
            (Choices::Kinds { kinds, to, .. }, _) => {
                action.kind().is_some_and(|kind| has_kind(kinds, kind) && to(kind) == action)
            }
            (Choices::Demolish { landmarks }, Action::Demolish(landmark))
            | (Choices::Build { landmarks, .. }, Action::BuildLandmark(landmark)) => {
                landmarks & landmark.bit() != 0
            }
            (Choices::Moves { kinds, seats }, Action::Move(kind, seat)) => {
                has_kind(kinds, kind) && has_seat(seats, seat)
            }
            (Choices::Build { kinds, .. }, Action::Build(kind)) => has_kind(kinds, kind),
            (Choices::Build { .. }, Action::Pass) => true,
            _ => false,
        }
    }

    /// The only one, if there is just one (R32).
    #[inline]
    pub(crate) fn only(self) -> Option<Action> {
        (self.count() == 1).then(|| self.nth(0))
    }
}

/// The place of the n-th set bit.
#[inline]
fn nth_bit(mask: u64, n: u32) -> Option<u8> {
    let ranks = Ranks::of(mask);
    (n < ranks.count()).then(|| ranks.select(n) as u8)
}

fn nth_landmark(mask: u8, n: u32) -> Option<Landmark> {
    nth_bit(mask.into(), n).map(|bit| Landmark::ALL[usize::from(bit)])
}
