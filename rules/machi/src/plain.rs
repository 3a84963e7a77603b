//! What most totals bring, as sums without a branch: dice are random, and a wrong guess of the processor costs more than the
//! sums. It is a second form of what the cards do, for games that nobody listens to; the laws of conformance compare the two.

use tercet_game::Seat;

use crate::action::Kind;
use crate::cities::{Cities, City, Signs};
use crate::effect::{Toll, When};
use crate::facts::{Landmark, PURSE_LIMIT};
use crate::state::seat_after;
use crate::tables::{Count, Deed};

/// A condition on the landmarks of a city: one of their [`Signs`], or the lack of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Built {
    sign: u8,
    /// All ones where the sign must not be there.
    flip: u64,
}

impl Built {
    /// Everybody has built no landmark or more.
    const ANY: Built = Built::at_least(0);
    /// Nobody has built so many landmarks.
    const NONE: Built = Built::at_least(u8::MAX);
    const MALL: Built = Built { sign: Signs::landmark(Landmark::ShoppingMall), flip: 0 };

    const fn at_least(count: u8) -> Built {
        Built { sign: Signs::level(count), flip: 0 }
    }

    /// What the owner and the roller have built where the condition holds (R12).
    fn of(when: When) -> (Built, Built) {
        match when {
            When::Always => (Built::ANY, Built::ANY),
            When::Harbor => (Built { sign: Signs::landmark(Landmark::Harbor), flip: 0 }, Built::ANY),
            When::Fewer(count) => (Built { flip: u64::MAX, ..Built::at_least(count) }, Built::ANY),
            When::Roller(count) => (Built::ANY, Built::at_least(count)),
        }
    }

    /// All ones in the byte of each seat where it holds.
    #[inline]
    fn lanes(self, cities: &Cities) -> u64 {
        cities.signs().lanes(self.sign) ^ self.flip
    }

    /// 1 if it holds where these signs are, else 0.
    #[inline]
    fn has(self, signs: u32) -> u32 {
        (signs ^ self.flip as u32) >> self.sign & 1
    }
}

/// What everybody gets, in 16 bits each: the seats of even numbers in the first word, the others in the second.
#[derive(Clone, Copy)]
pub(crate) struct Gains([u64; 2]);

impl Gains {
    /// Nobody gets more.
    pub(crate) const MOST: u32 = u16::MAX as u32;

    /// So many coins for each copy, a byte a seat.
    #[inline]
    fn of(copies: u64, coins: u64) -> Gains {
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        Gains([copies & EVEN, copies >> 8 & EVEN].map(|copies| copies * coins))
    }

    #[inline]
    fn plus(self, more: Gains) -> Gains {
        Gains([self.0[0] + more.0[0], self.0[1] + more.0[1]])
    }

    /// All together, which must fit 16 bits.
    #[inline]
    fn total(self) -> u32 {
        ((self.0[0] + self.0[1]).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    }

    #[inline]
    pub(crate) fn of_seat(self, seat: usize) -> u32 {
        u32::from((self.0[seat % 2] >> (seat / 2 * 16)) as u16)
    }

    /// What of it a purse can pay, the player before the roller first.
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

/// A red kind that takes a fixed sum for each copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bill {
    pub(crate) kind: Kind,
    /// For each copy.
    pub(crate) coins: u64,
    /// All ones if the owner's Shopping Mall adds one for each, else 0.
    pub(crate) mall: u64,
    pub(crate) owner: Built,
    pub(crate) roller: Built,
}

/// A blue kind that pays for nothing but its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    /// For each copy.
    pub(crate) coins: u64,
    pub(crate) owner: Built,
}

/// A green kind that pays the roller for what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sale {
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

/// What a total brings before the first decision. A place that is not needed holds a card that pays nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) bill: Bill,
    pub(crate) fields: [Field; Plain::PLACES],
    pub(crate) sales: [Sale; Plain::PLACES],
    /// The green kinds that are not among the sales: they fire after them.
    pub(crate) late: u64,
    /// Are the second places needed?
    pub(crate) is_full: bool,
}

impl Plain {
    /// Of the official cards at most two of a color pay on one total.
    pub(crate) const PLACES: usize = 2;
    /// The most that a card of the plain form pays a copy: what somebody gets by three of them must fit [`Gains`].
    const MOST: u32 = 63;

    /// The plain form of the cards that fire together, if they have one.
    pub(crate) fn new([red, blue, green]: [u64; 3], cards: Cards<'_>) -> Option<Plain> {
        let [bill] = places(red, Bill::NOTHING, |kind| cards.bill(kind))?;
        let sold = Kind::all(green).filter(|&kind| cards.sale(kind).is_some());
        let sold = sold.fold(0, |kinds, kind| kinds | kind.bit());
        // What charges or asks must find the purses as they are in its turn. Business comes last anyway.
        let waits = |kind: Kind| {
            matches!(cards.deeds[kind.index()], Deed::Bank { .. }) || cards.business & kind.bit() != 0
        };
        let fields = places(blue, Field::NOTHING, |kind| cards.field(kind))?;
        let sales = places(sold, Sale::NOTHING, |kind| cards.sale(kind))?;
        let late = green & !sold;
        let is_full = fields[1] != Field::NOTHING || sales[1] != Sale::NOTHING;
        Kind::all(late).all(waits).then_some(Plain { bill, fields, sales, late, is_full })
    }

    /// R8, R9 and what of R11 is among the sales. Purses must be far from full.
    #[inline]
    pub(crate) fn pay(&self, cities: &mut Cities, roller: Seat, players: u8) {
        let signs = cities.signs().of(roller);
        let purse = cities.coins(roller);
        let mut gains = self.bill.dues(cities, roller, signs);
        let mut due = gains.total();
        if due > purse {
            (gains, due) = (gains.in_turn(purse, roller, players), purse);
        }
        let price = |sale: &Sale| sale.price(cities.of(roller), signs);
        let mut sold = price(&self.sales[0]);
        gains = gains.plus(self.fields[0].harvest(cities));
        if self.is_full {
            sold += price(&self.sales[1]);
            gains = gains.plus(self.fields[1].harvest(cities));
        }
        cities.gain_all(gains);
        cities.set_coins(roller, (cities.coins(roller) - due + sold).min(PURSE_LIMIT));
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
    pub(crate) deeds: &'a [Deed],
    /// Kinds that pay 1 more a copy with a Shopping Mall (R13).
    pub(crate) mall: u64,
    pub(crate) business: u64,
}

impl Cards<'_> {
    fn mall(self, kind: Kind) -> u32 {
        u32::from(self.mall & kind.bit() != 0)
    }

    fn bill(self, kind: Kind) -> Option<Bill> {
        let Deed::Take { toll: Toll::Coins(coins), when } = self.deeds[kind.index()] else { return None };
        let (owner, roller) = Built::of(when);
        let mall = u64::from(self.mall(kind)) * u64::MAX;
        (u32::from(coins) <= Plain::MOST).then_some(Bill { kind, coins: coins.into(), mall, owner, roller })
    }

    fn field(self, kind: Kind) -> Option<Field> {
        match self.deeds[kind.index()] {
            Deed::Bank { coins, each: Count::One, when, closes: false }
                if self.mall(kind) == 0 && coins <= Plain::MOST =>
            {
                let (owner, roller) = Built::of(when);
                (roller == Built::ANY).then_some(Field { kind, coins: coins.into(), owner })
            }
            _ => None,
        }
    }

    /// For its copies or for at most two kinds of the roller's.
    fn sale(self, kind: Kind) -> Option<Sale> {
        let Deed::Bank { coins, each, when, closes: false } = self.deeds[kind.index()] else { return None };
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
        let is_sale = roller == Built::ANY && self.business & kind.bit() == 0;
        is_sale.then_some(Sale { kind, coins, mall: self.mall(kind), always, counted, owner })
    }
}

impl Bill {
    /// What the roller owes everybody.
    #[inline]
    fn dues(self, cities: &Cities, roller: Seat, signs: u32) -> Gains {
        let others = !(0xff << (8 * roller.0 % 64));
        let copies = cities.copies(self.kind) & self.owner.lanes(cities) & others;
        let copies = copies * u64::from(self.roller.has(signs));
        let more = copies & Built::MALL.lanes(cities) & self.mall;
        Gains::of(copies, self.coins).plus(Gains::of(more, 1))
    }

    const NOTHING: Bill = Bill { kind: Kind(0), coins: 0, mall: 0, owner: Built::ANY, roller: Built::NONE };
}

impl Field {
    /// What the bank pays everybody.
    #[inline]
    fn harvest(self, cities: &Cities) -> Gains {
        Gains::of(cities.copies(self.kind) & self.owner.lanes(cities), self.coins)
    }

    const NOTHING: Field = Field { kind: Kind(0), coins: 0, owner: Built::ANY };
}

impl Sale {
    /// R11: what the bank pays the roller.
    #[inline]
    fn price(&self, own: City<'_>, signs: u32) -> u32 {
        let count = |(kind, mask): (Kind, u8)| u32::from(own.copies(kind) & mask);
        let count = self.always + count(self.counted[0]) + count(self.counted[1]);
        let each = self.coins + self.mall * Built::MALL.has(signs);
        self.owner.has(signs) * each * count * u32::from(own.copies(self.kind))
    }

    const NOTHING: Sale =
        Sale { kind: Kind(0), coins: 0, mall: 0, always: 0, counted: [(Kind(0), 0); 2], owner: Built::ANY };
}
