//! The income of most totals as sums for all seats at once, without a branch: dice are random, and a branch that is predicted
//! wrongly costs more than adding zeros.
//!
//! It is a second form of R8, R9 and most of R11, for games without a log; with a log, `MachiKoro::red`, `blue` and `carry_on`
//! do the same step by step. `tests/silence.rs` and conformance compare the two.

use tercet_game::Seat;

use crate::action::Kind;
use crate::cities::{Cities, City};
use crate::effect::{Toll, When};
use crate::facts::{Landmark, PURSE_LIMIT};
use crate::packed::counts::LandmarkBits;
use crate::state::seat_after;
use crate::tables::{CompiledEffect, Count};

/// A condition on the landmarks of a city: one of the [`LandmarkBits`], or the lack of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Built {
    bit: u8,
    /// All ones where the bit must not be set, else 0.
    flip: u64,
}

impl Built {
    /// Everybody has built no landmark or more.
    const ANY: Built = Built::at_least(0);
    /// Nobody has built so many landmarks.
    const NONE: Built = Built::at_least(u8::MAX);
    const MALL: Built = Built { bit: LandmarkBits::landmark(Landmark::ShoppingMall), flip: 0 };

    const fn at_least(count: u8) -> Built {
        Built { bit: LandmarkBits::at_least(count), flip: 0 }
    }

    /// What the owner and the roller have built where the condition holds (R12).
    fn of(when: When) -> (Built, Built) {
        match when {
            When::Always => (Built::ANY, Built::ANY),
            When::Harbor => (Built { bit: LandmarkBits::landmark(Landmark::Harbor), flip: 0 }, Built::ANY),
            When::Fewer(count) => (Built { flip: u64::MAX, ..Built::at_least(count) }, Built::ANY),
            When::Roller(count) => (Built::ANY, Built::at_least(count)),
        }
    }

    /// All ones in the byte of each seat where it holds.
    #[inline]
    fn lanes(self, cities: &Cities) -> u64 {
        cities.landmark_bits().lanes(self.bit) ^ self.flip
    }

    /// 1 if it holds in a city with these bits, else 0.
    #[inline]
    fn has(self, bits: u32) -> u32 {
        (bits ^ self.flip as u32) >> self.bit & 1
    }
}

/// What each seat gets, in 16 bits each: the seats of even numbers in the first word, the others in the second.
#[derive(Clone, Copy)]
pub(crate) struct Gains([u64; 2]);

impl Gains {
    /// No seat gets more.
    pub(crate) const MOST: u32 = u16::MAX as u32;

    /// So many coins for each copy; the copies are given in a byte a seat.
    #[inline]
    fn of(copies: u64, coins: u64) -> Gains {
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        Gains([copies & EVEN, copies >> 8 & EVEN].map(|copies| copies * coins))
    }

    #[inline]
    fn plus(self, more: Gains) -> Gains {
        Gains([self.0[0] + more.0[0], self.0[1] + more.0[1]])
    }

    /// The sum over all seats, which must fit 16 bits: the multiplication adds the four lanes up in the top one.
    #[inline]
    fn total(self) -> u32 {
        ((self.0[0] + self.0[1]).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    }

    #[inline]
    pub(crate) fn of_seat(self, seat: usize) -> u32 {
        u32::from((self.0[seat % 2] >> (seat / 2 * 16)) as u16)
    }

    /// What of it a purse can pay: the player before the roller is paid first (R8).
    fn in_turn(self, mut purse: u32, roller: Seat, players: u8) -> Gains {
        let mut paid = Gains([0; 2]);
        for steps in (1..players).rev() {
            let seat = seat_after(roller.0, steps, players).index();
            let coins = self.of_seat(seat).min(purse);
            purse -= coins;
            let part = u64::from(coins) << (seat / 2 * 16);
            paid = paid.plus([Gains([part, 0]), Gains([0, part])][seat % 2]);
        }
        paid
    }
}

/// A red kind that takes a fixed sum from the roller for each copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FixedTake {
    pub(crate) kind: Kind,
    /// For each copy.
    pub(crate) coins: u64,
    /// All ones if the owner's Shopping Mall adds one for each, else 0.
    pub(crate) mall: u64,
    pub(crate) owner: Built,
    pub(crate) roller: Built,
}

/// A blue kind that pays its owner a fixed sum for each copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopyPay {
    pub(crate) kind: Kind,
    /// For each copy.
    pub(crate) coins: u64,
    pub(crate) owner: Built,
}

/// A green kind that pays the roller, for each copy or for each card of at most two other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RollerPay {
    pub(crate) kind: Kind,
    /// For each copy and each thing that is counted.
    pub(crate) coins: u32,
    /// 1 if a Shopping Mall adds one, else 0.
    pub(crate) mall: u32,
    /// 1 if only the copies count, else 0.
    pub(crate) always: u32,
    /// What else is counted: kinds, each with all ones, or with zero where there is none.
    pub(crate) counted: [(Kind, u8); 2],
    pub(crate) owner: Built,
}

/// What a total brings before the first decision. A place that is not needed holds a card that pays nothing, so that there are
/// always as many sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FastIncome {
    pub(crate) red: FixedTake,
    pub(crate) blue: [CopyPay; FastIncome::PLACES],
    pub(crate) green: [RollerPay; FastIncome::PLACES],
    /// The green kinds that have no such form: they fire one by one afterwards.
    pub(crate) late: u64,
    /// Are the second places needed?
    pub(crate) is_full: bool,
}

impl FastIncome {
    /// Of the official cards at most two of a color pay on one total.
    pub(crate) const PLACES: usize = 2;
    /// The most that a card pays a copy: what a seat gets by three kinds must fit [`Gains`].
    const MOST: u32 = 63;

    /// The form of the cards that fire together, if they have one.
    pub(crate) fn new([red, blue, green]: [u64; 3], cards: Cards<'_>) -> Option<FastIncome> {
        let [red] = places(red, FixedTake::NOTHING, |kind| cards.fixed_take(kind))?;
        let paid = Kind::all(green).filter(|&kind| cards.roller_pay(kind).is_some());
        let paid = paid.fold(0, |kinds, kind| kinds | kind.bit());
        // A card that charges or asks must find the purses as they are in its turn. Business comes last anyway.
        let waits = |kind: Kind| {
            matches!(cards.effects[kind.index()], CompiledEffect::Bank { .. })
                || cards.business & kind.bit() != 0
        };
        let blue = places(blue, CopyPay::NOTHING, |kind| cards.copy_pay(kind))?;
        let late = green & !paid;
        let green = places(paid, RollerPay::NOTHING, |kind| cards.roller_pay(kind))?;
        let is_full = blue[1] != CopyPay::NOTHING || green[1] != RollerPay::NOTHING;
        Kind::all(late).all(waits).then_some(FastIncome { red, blue, green, late, is_full })
    }

    /// R8, R9 and the greens of R11 that have this form. Purses must be far from full.
    #[inline]
    pub(crate) fn pay(&self, cities: &mut Cities, roller: Seat, players: u8) {
        let bits = cities.landmark_bits().of(roller);
        let purse = cities.coins(roller);
        let mut gains = self.red.dues(cities, roller, bits);
        let mut due = gains.total();
        if due > purse {
            (gains, due) = (gains.in_turn(purse, roller, players), purse);
        }
        let green = |card: &RollerPay| card.coins(cities.of(roller), bits);
        let mut own = green(&self.green[0]);
        gains = gains.plus(self.blue[0].coins(cities));
        if self.is_full {
            own += green(&self.green[1]);
            gains = gains.plus(self.blue[1].coins(cities));
        }
        cities.gain_all(gains);
        cities.set_coins(roller, (cities.coins(roller) - due + own).min(PURSE_LIMIT));
    }
}

/// One place a kind, if there are enough and each kind has the form.
fn places<T: Copy, const N: usize>(
    kinds: u64,
    nothing: T,
    form: impl Fn(Kind) -> Option<T>,
) -> Option<[T; N]> {
    let mut places = [nothing; N];
    let mut free = places.iter_mut();
    for kind in Kind::all(kinds) {
        *free.next()? = form(kind)?;
    }
    Some(places)
}

/// What is known of all cards.
#[derive(Clone, Copy)]
pub(crate) struct Cards<'a> {
    pub(crate) effects: &'a [CompiledEffect],
    /// Kinds that pay 1 more a copy with a Shopping Mall (R13).
    pub(crate) mall: u64,
    pub(crate) business: u64,
}

impl Cards<'_> {
    fn mall(self, kind: Kind) -> u32 {
        u32::from(self.mall & kind.bit() != 0)
    }

    fn fixed_take(self, kind: Kind) -> Option<FixedTake> {
        let CompiledEffect::Take { toll: Toll::Coins(coins), when } = self.effects[kind.index()] else {
            return None;
        };
        let (owner, roller) = Built::of(when);
        let mall = u64::from(self.mall(kind)) * u64::MAX;
        (u32::from(coins) <= FastIncome::MOST).then_some(FixedTake {
            kind,
            coins: coins.into(),
            mall,
            owner,
            roller,
        })
    }

    fn copy_pay(self, kind: Kind) -> Option<CopyPay> {
        match self.effects[kind.index()] {
            CompiledEffect::Bank { coins, each: Count::One, when, closes: false }
                if self.mall(kind) == 0 && coins <= FastIncome::MOST =>
            {
                let (owner, roller) = Built::of(when);
                (roller == Built::ANY).then_some(CopyPay { kind, coins: coins.into(), owner })
            }
            _ => None,
        }
    }

    /// For its copies or for at most two kinds of the roller's.
    fn roller_pay(self, kind: Kind) -> Option<RollerPay> {
        let CompiledEffect::Bank { coins, each, when, closes: false } = self.effects[kind.index()] else {
            return None;
        };
        let mut counted = [(Kind(0), 0); 2];
        let always = match each {
            Count::One => 1,
            Count::Own(kinds) if kinds.count_ones() <= 2 => {
                Kind::all(kinds).zip(&mut counted).for_each(|(kind, place)| *place = (kind, u8::MAX));
                0
            }
            _ => return None,
        };
        let (owner, roller) = Built::of(when);
        let has_form = roller == Built::ANY && self.business & kind.bit() == 0;
        has_form.then_some(RollerPay { kind, coins, mall: self.mall(kind), always, counted, owner })
    }
}

impl FixedTake {
    /// What the roller owes each seat.
    #[inline]
    fn dues(self, cities: &Cities, roller: Seat, bits: u32) -> Gains {
        let others = !(0xff << (8 * roller.0 % 64));
        let copies = cities.copies(self.kind) & self.owner.lanes(cities) & others;
        let copies = copies * u64::from(self.roller.has(bits));
        let more = copies & Built::MALL.lanes(cities) & self.mall;
        Gains::of(copies, self.coins).plus(Gains::of(more, 1))
    }

    const NOTHING: FixedTake =
        FixedTake { kind: Kind(0), coins: 0, mall: 0, owner: Built::ANY, roller: Built::NONE };
}

impl CopyPay {
    /// What the bank pays each seat.
    #[inline]
    fn coins(self, cities: &Cities) -> Gains {
        Gains::of(cities.copies(self.kind) & self.owner.lanes(cities), self.coins)
    }

    const NOTHING: CopyPay = CopyPay { kind: Kind(0), coins: 0, owner: Built::ANY };
}

impl RollerPay {
    /// R11: what the bank pays the roller.
    #[inline]
    fn coins(&self, own: City<'_>, bits: u32) -> u32 {
        let count = |(kind, mask): (Kind, u8)| u32::from(own.copies(kind) & mask);
        let count = self.always + count(self.counted[0]) + count(self.counted[1]);
        let each = self.coins + self.mall * Built::MALL.has(bits);
        self.owner.has(bits) * each * count * u32::from(own.copies(self.kind))
    }

    const NOTHING: RollerPay = RollerPay {
        kind: Kind(0),
        coins: 0,
        mall: 0,
        always: 0,
        counted: [(Kind(0), 0); 2],
        owner: Built::ANY,
    };
}
