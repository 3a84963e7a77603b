//! The state: what lies in the cities and in the market, and what is asked for.

use core::array;

use tercet_game::{Digest, End, Seat, Seats, Stable};

use crate::action::Kind;
use crate::config::Config;
use crate::facts::{Landmark, PURSE_LIMIT};

const KINDS: usize = Kind::MAX as usize;
const PLAYERS: usize = Config::MAX_PLAYERS as usize;

/// What kind of input the game waits for. Chance's phases come first, so that telling them apart is one comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(4))]
pub enum Phase {
    /// Chance: a card comes into the market, before the first turn or after something was built (R26).
    Deal,
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
    /// The roller puts a coin on a card or not (R20).
    Invest,
    /// Nothing: the game has ended.
    Over {
        /// How.
        end: End,
        /// Who has all landmarks.
        winner: Option<Seat>,
    },
}

/// What a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct City {
    pub(crate) coins: u32,
    /// Coins on the card that is invested in.
    pub(crate) invested: u32,
    /// The landmarks built, a bit each.
    pub(crate) landmarks: u8,
    /// How many copies of each kind.
    pub(crate) copies: [u8; KINDS],
    /// How many of them are closed.
    pub(crate) closed: [u8; KINDS],
    /// The kinds of which there are copies, a bit each: found out along, because each roll asks for it.
    pub(crate) owned: u64,
    /// The kinds of which copies are closed, a bit each.
    pub(crate) shut: u64,
}

impl City {
    pub(crate) const EMPTY: City = City {
        coins: 0,
        invested: 0,
        landmarks: 0,
        copies: [0; KINDS],
        closed: [0; KINDS],
        owned: 0,
        shut: 0,
    };

    /// What is in the purse.
    pub fn coins(&self) -> u32 {
        self.coins
    }

    /// What lies on the card that is invested in.
    pub fn invested(&self) -> u32 {
        self.invested
    }

    /// How many copies of the kind there are, closed ones too.
    pub fn copies(&self, kind: Kind) -> u8 {
        self.copies[kind.index()]
    }

    /// How many copies of the kind are closed.
    pub fn closed(&self, kind: Kind) -> u8 {
        self.closed[kind.index()]
    }

    /// Is the landmark built?
    #[inline]
    pub fn has(&self, landmark: Landmark) -> bool {
        self.landmarks & landmark.bit() != 0
    }

    /// The landmarks that are built.
    pub fn landmarks(&self) -> impl Iterator<Item = Landmark> + '_ {
        Landmark::ALL.into_iter().filter(|&landmark| self.has(landmark))
    }

    /// The kinds that are there with their numbers of copies.
    pub fn cards(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        Kind::all(self.owned).map(|kind| (kind, self.copies(kind)))
    }

    pub(crate) fn built(&self) -> u8 {
        self.landmarks.count_ones() as u8
    }

    /// How many cards of these kinds there are.
    #[inline]
    pub(crate) fn count(&self, kinds: u64) -> u32 {
        Kind::all(kinds & self.owned).map(|kind| u32::from(self.copies(kind))).sum()
    }

    #[inline]
    pub(crate) fn open(&self, kind: Kind) -> u8 {
        self.copies[kind.index()] - self.closed[kind.index()]
    }

    pub(crate) fn add(&mut self, kind: Kind) {
        self.copies[kind.index()] += 1;
        self.owned |= kind.bit();
    }

    /// Adds one copy that comes from another city, closed if it was (R18).
    pub(crate) fn receive(&mut self, kind: Kind, closed: bool) {
        self.add(kind);
        if closed {
            self.set_closed(kind, self.closed(kind) + 1);
        }
    }

    /// Takes one copy away, an open one if there is one (R18). Was it closed?
    pub(crate) fn remove(&mut self, kind: Kind) -> bool {
        let closed = self.open(kind) == 0;
        self.copies[kind.index()] -= 1;
        if self.copies[kind.index()] == 0 {
            self.owned &= !kind.bit();
        }
        if closed {
            self.set_closed(kind, self.closed(kind) - 1);
        }
        closed
    }

    pub(crate) fn set_closed(&mut self, kind: Kind, closed: u8) {
        self.closed[kind.index()] = closed;
        if closed == 0 {
            self.shut &= !kind.bit();
        } else {
            self.shut |= kind.bit();
        }
    }

    /// Room in the purse (R32).
    pub(crate) fn room(&self) -> u32 {
        PURSE_LIMIT - self.coins
    }
}

/// What lies open to be built, and what may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Market {
    pub(crate) shown: [u8; KINDS],
    pub(crate) deck: [u8; KINDS],
    /// The kinds that lie open, a bit each.
    pub(crate) on_show: u64,
    /// The kinds that may still come, a bit each.
    pub(crate) in_deck: u64,
}

impl Market {
    pub(crate) const EMPTY: Market = Market { shown: [0; KINDS], deck: [0; KINDS], on_show: 0, in_deck: 0 };

    /// How many copies lie open.
    pub fn shown(&self, kind: Kind) -> u8 {
        self.shown[kind.index()]
    }

    /// How many copies may still come.
    pub fn deck(&self, kind: Kind) -> u8 {
        self.deck[kind.index()]
    }

    /// The kinds that lie open with their numbers of copies.
    pub fn cards(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        Kind::all(self.on_show).map(|kind| (kind, self.shown(kind)))
    }

    pub(crate) fn set_shown(&mut self, kind: Kind, copies: u8) {
        self.shown[kind.index()] = copies;
        self.on_show = self.on_show & !kind.bit() | u64::from(copies > 0) << kind.0;
    }

    pub(crate) fn set_deck(&mut self, kind: Kind, copies: u8) {
        self.deck[kind.index()] = copies;
        self.in_deck = self.in_deck & !kind.bit() | u64::from(copies > 0) << kind.0;
    }
}

/// A position: plain data.
///
/// Invariants: closed copies are among the copies; the masks say which counts are not zero; cities beyond the players
/// are empty; kinds wait to fire only while the income of a roll goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) cities: [City; PLAYERS],
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
    /// Turns begun; 0 before the first.
    pub(crate) turn: u16,
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
        cities: [City::EMPTY; PLAYERS],
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
    pub fn city(&self, seat: Seat) -> &City {
        &self.cities[seat.index()]
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
        self.turn.max(1)
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
    pub(crate) fn own(&self) -> &City {
        &self.cities[self.roller.index()]
    }

    #[inline]
    pub(crate) fn own_mut(&mut self) -> &mut City {
        &mut self.cities[self.roller.index()]
    }

    /// The seats that have cards of these kinds. All cities are looked at without a branch: dice are random, and a wrong
    /// guess costs more than the five tests.
    #[inline]
    pub(crate) fn owners(&self, kinds: u64) -> Seats {
        let owns = |seat: usize| u16::from(self.cities[seat].owned & kinds != 0) << seat;
        Seats::from_bits((0..PLAYERS).fold(0, |seats, seat| seats | owns(seat)))
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
        for city in &self.cities {
            digest.number(city.coins, 4);
            digest.number(city.invested, 4);
            digest.number(city.landmarks, 1);
            write_counts(&city.copies, digest);
            write_counts(&city.closed, digest);
        }
        write_counts(&self.market.shown, digest);
        write_counts(&self.market.deck, digest);
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
fn write_counts(counts: &[u8; KINDS], digest: &mut Digest) {
    for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        digest.bytes(&[place as u8, count]);
    }
    digest.bytes(&[u8::MAX]);
}

impl Phase {
    /// How many phases there are.
    pub(crate) const COUNT: usize = 18;

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
            Phase::Deal => (0, [0, 0]),
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
