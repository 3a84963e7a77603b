//! The state: what lies in the cities and in the market, and what is asked for.

use core::array;

use tercet_game::{Digest, End, Seat, Stable};

use crate::action::{Action, Kind};
use crate::cities::{Cities, City};
use crate::config::Config;
use crate::market::Market;

const KINDS: usize = Kind::MAX as usize;

/// What kind of input the game waits for. Chance's phases come first and those of two answers next, so that telling them apart
/// is one comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(4))]
pub enum Phase {
    /// Chance: a card comes into the market, before the first turn or after something was built (R26).
    Deal {
        /// Into this part of it, by number.
        row: u8,
    },
    /// Chance: the dice fall (R4).
    Roll {
        /// How many.
        dice: u8,
    },
    /// Chance: two dice are thrown for boats (R10).
    Throw {
        /// Only for the roller's boats of this kind, because an Exhibit Hall set them off (R22).
        exhibited: Option<Kind>,
    },
    /// The roller chooses one die or two (R4).
    ChooseDice,
    /// The roller keeps the dice or rolls again (R5).
    KeepOrReroll,
    /// The roller adds two or not (R6).
    AddTwo,
    /// The roller puts a coin on a card or not (R20).
    Invest,
    /// The roller un-builds a landmark (R17).
    Demolish {
        /// By this card.
        by: Kind,
        /// So many times.
        left: u8,
    },
    /// The roller gives a card away (R17).
    Move {
        /// By this card.
        by: Kind,
        /// So many times.
        left: u8,
    },
    /// The roller names the purple card that fires next (R14).
    Activate,
    /// The roller names who pays (R15).
    Target {
        /// For this card.
        by: Kind,
    },
    /// The roller names whom to exchange with, or declines (R16).
    Exchange {
        /// By this card.
        by: Kind,
    },
    /// The roller names the card to give (R16).
    Give {
        /// To whom.
        with: Seat,
    },
    /// The roller names the card to take (R16).
    Take {
        /// From whom.
        with: Seat,
        /// The card given for it.
        give: Kind,
    },
    /// The roller names the card that closes (R19).
    Renovate {
        /// By this card.
        by: Kind,
    },
    /// The roller names the card that is activated, or declines (R22).
    Exhibit {
        /// By this card.
        by: Kind,
    },
    /// The roller builds (R24).
    Build,
    /// Nothing: the game has ended.
    Over {
        /// How.
        end: End,
        /// Who has all landmarks.
        winner: Option<Seat>,
    },
}

/// A position: plain data.
///
/// Invariants: those of the cities; the masks say which counts are not zero; cities beyond the players are empty; kinds wait to fire only while the income of a roll goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) cities: Cities,
    pub(crate) market: Market,
    /// The roller's green kinds that have still to fire, a bit each.
    pub(crate) greens: u64,
    /// The purple kinds that have still to fire, a bit each.
    pub(crate) purples: u64,
    /// A purple kind of which so many more copies have still to fire: only where one may be owned twice (R29, R31).
    pub(crate) encore: Option<(Kind, u8)>,
    /// The Exhibit Hall that goes back to the market when what it shows has fired (R22).
    pub(crate) returning: Option<Kind>,
    pub(crate) phase: Phase,
    /// Turns begun; 0 before the first. As wide as it is read: a wider reading would wait for what lies beside it.
    pub(crate) turn: u32,
    pub(crate) roller: Seat,
    /// The dice that fell last, 0 for none.
    pub(crate) dice: [u8; 2],
    /// The dice and what was added.
    pub(crate) total: u8,
    pub(crate) rerolled: bool,
    /// Had the roller an Amusement Park when doubles fell?
    pub(crate) again: bool,
}

impl State {
    pub(crate) const EMPTY: State = State {
        cities: Cities::EMPTY,
        market: Market::EMPTY,
        greens: 0,
        purples: 0,
        encore: None,
        returning: None,
        phase: Phase::Roll { dice: 1 },
        turn: 0,
        roller: Seat::FIRST,
        dice: [0; 2],
        total: 0,
        rerolled: false,
        again: false,
    };

    /// What a player has.
    ///
    /// # Panics
    /// If no game has such a seat.
    pub fn city(&self, seat: Seat) -> City<'_> {
        assert!(seat.0 < Config::MAX_PLAYERS, "there is no {seat}");
        self.cities.of(seat)
    }

    /// What can be built.
    pub fn market(&self) -> &Market {
        &self.market
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the turn, from 1.
    pub fn turn(&self) -> u16 {
        self.turn.max(1) as u16
    }

    /// Whose turn it is.
    pub fn roller(&self) -> Seat {
        self.roller
    }

    /// The dice of this turn: none, one or two.
    pub fn dice(&self) -> &[u8] {
        let count = self.dice.iter().filter(|&&die| die > 0).count();
        &self.dice[..count]
    }

    /// The dice and what was added to them.
    pub fn total(&self) -> u8 {
        self.total
    }

    /// Has the roller rolled again in this turn?
    pub fn is_rerolled(&self) -> bool {
        self.rerolled
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Seat> {
        if let Phase::Over { winner, .. } = self.phase { winner } else { None }
    }

    #[inline]
    pub(crate) fn own(&self) -> City<'_> {
        self.cities.of(self.roller)
    }

    /// The other seats in turn order after the roller.
    #[inline]
    pub(crate) fn others(&self, players: u8) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        let roller = self.roller.0;
        (1..players).map(move |step| seat_after(roller, step, players))
    }
}

/// The seat so many steps, fewer than there are players, after this one. No branch: below zero, a seat is large.
#[inline]
pub(crate) fn seat_after(seat: u8, steps: u8, players: u8) -> Seat {
    let seat = seat + steps;
    Seat(seat.min(seat.wrapping_sub(players)))
}

impl Stable for State {
    fn write(&self, digest: &mut Digest) {
        self.cities.write(digest);
        write_counts(self.market.shown, digest);
        write_counts(self.market.deck.counts(), digest);
        digest.number(self.greens, 8);
        digest.number(self.purples, 8);
        let (kind, copies) = self.encore.map_or((u8::MAX, 0), |(kind, copies)| (kind.0, copies));
        digest.bytes(&[kind, copies, self.returning.map_or(u8::MAX, |hall| hall.0)]);
        digest.bytes(&self.phase.code());
        digest.number(self.turn, 2);
        digest.bytes(&[self.roller.0, self.dice[0], self.dice[1], self.total]);
        digest.bytes(&[u8::from(self.rerolled), u8::from(self.again)]);
    }
}

/// The counts that are not zero with their places, then an end mark.
pub(crate) fn write_counts(counts: impl IntoIterator<Item = u8>, digest: &mut Digest) {
    for (place, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        digest.bytes(&[place as u8, count]);
    }
    digest.bytes(&[u8::MAX]);
}

impl Phase {
    /// How many phases there are.
    pub(crate) const COUNT: usize = 18;

    /// The answers, ascending, where there are always these two.
    #[inline]
    pub(crate) fn answers(self) -> Option<[Action; 2]> {
        match self {
            Phase::ChooseDice => Some([Action::Roll(1), Action::Roll(2)]),
            Phase::KeepOrReroll => Some([Action::Keep, Action::Reroll]),
            Phase::AddTwo => Some([Action::AddTwo, Action::Stay]),
            Phase::Invest => Some([Action::Invest, Action::Save]),
            _ => None,
        }
    }

    /// The phase without its data.
    pub(crate) fn number(self) -> usize {
        self.code()[0].into()
    }

    /// The card and the seat that the decision is about, and how many times it is left to make.
    pub(crate) fn details(self) -> (Option<Kind>, Option<Seat>, u8) {
        match self {
            Phase::Demolish { by, left } | Phase::Move { by, left } => (Some(by), None, left),
            Phase::Target { by }
            | Phase::Exchange { by }
            | Phase::Renovate { by }
            | Phase::Exhibit { by } => (Some(by), None, 1),
            Phase::Give { with } => (None, Some(with), 1),
            Phase::Take { with, give } => (Some(give), Some(with), 1),
            _ => (None, None, 0),
        }
    }

    /// The phase and its data in four bytes.
    fn code(self) -> [u8; 4] {
        let (code, data): (u8, [u8; 2]) = match self {
            // The market says which part it is.
            Phase::Deal { .. } => (0, [0, 0]),
            Phase::ChooseDice => (1, [0, 0]),
            Phase::Roll { dice } => (2, [dice, 0]),
            Phase::KeepOrReroll => (3, [0, 0]),
            Phase::AddTwo => (4, [0, 0]),
            Phase::Throw { exhibited } => (5, [exhibited.map_or(u8::MAX, |kind| kind.0), 0]),
            Phase::Demolish { by, left } => (6, [by.0, left]),
            Phase::Move { by, left } => (7, [by.0, left]),
            Phase::Activate => (8, [0, 0]),
            Phase::Target { by } => (9, [by.0, 0]),
            Phase::Exchange { by } => (10, [by.0, 0]),
            Phase::Give { with } => (11, [with.0, 0]),
            Phase::Take { with, give } => (12, [with.0, give.0]),
            Phase::Renovate { by } => (13, [by.0, 0]),
            Phase::Exhibit { by } => (14, [by.0, 0]),
            Phase::Build => (15, [0, 0]),
            Phase::Invest => (16, [0, 0]),
            Phase::Over { end, winner } => (17, [end as u8, winner.map_or(u8::MAX, |seat| seat.0)]),
        };
        let [a, b] = data;
        [code, a, b, 0]
    }
}

/// An array with one entry a kind.
pub(crate) fn by_kind<T>(make: impl FnMut(usize) -> T) -> [T; KINDS] {
    array::from_fn(make)
}
