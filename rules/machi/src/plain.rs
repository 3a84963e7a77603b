//! What most totals bring, as sums without a branch: dice are random, and a wrong guess of the processor costs more than the
//! sums. It is a second form of what the cards do, for games that nobody listens to; the laws of conformance compare the two.

use crate::action::Kind;
use crate::effect::{Toll, When};
use crate::facts::Landmark;
use crate::tables::{Count, Deed};

/// A set of sets of landmarks, a bit each. A condition in this form is one shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Built(u64);

impl Built {
    const ANY: Built = Built(u64::MAX);

    fn where_true(test: impl Fn(u8) -> bool) -> Built {
        let sets = 0..1_u8 << Landmark::ALL.len();
        Built(sets.filter(|&built| test(built)).fold(0, |sets, built| sets | 1 << built))
    }

    /// What the owner and the roller have built where the condition holds (R12).
    fn of(when: When) -> (Built, Built) {
        match when {
            When::Always => (Built::ANY, Built::ANY),
            When::Harbor => (Built::where_true(|built| built & Landmark::Harbor.bit() != 0), Built::ANY),
            When::Fewer(count) => (Built::where_true(|built| built.count_ones() < count.into()), Built::ANY),
            When::Roller(count) => {
                (Built::ANY, Built::where_true(|built| built.count_ones() >= count.into()))
            }
        }
    }

    /// 1 if what is built is among the sets, else 0.
    #[inline]
    pub(crate) fn has(self, landmarks: u8) -> u32 {
        (self.0 >> (landmarks & 63)) as u32 & 1
    }
}

/// A red kind that takes a fixed sum for each copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bill {
    pub(crate) kind: Kind,
    /// For each copy.
    pub(crate) coins: u32,
    /// 1 if the owner's Shopping Mall adds one, else 0.
    pub(crate) mall: u32,
    pub(crate) owner: Built,
    pub(crate) roller: Built,
}

/// A blue kind that pays for nothing but its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    /// For each copy.
    pub(crate) coins: u32,
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
}

impl Plain {
    /// Of the official cards at most two of a color pay on one total.
    pub(crate) const PLACES: usize = 2;

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
        Kind::all(late).all(waits).then_some(Plain { bill, fields, sales, late })
    }

    /// How many places are needed for a color at most.
    pub(crate) fn needed(&self) -> usize {
        let fields = self.fields.iter().filter(|&&field| field != Field::NOTHING).count();
        let sales = self.sales.iter().filter(|&&sale| sale != Sale::NOTHING).count();
        fields.max(sales)
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
        Some(Bill { kind, coins: coins.into(), mall: self.mall(kind), owner, roller })
    }

    fn field(self, kind: Kind) -> Option<Field> {
        match self.deeds[kind.index()] {
            Deed::Bank { coins, each: Count::One, when, closes: false } if self.mall(kind) == 0 => {
                let (owner, roller) = Built::of(when);
                (roller == Built::ANY).then_some(Field { kind, coins, owner })
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
    const NOTHING: Bill = Bill { kind: Kind(0), coins: 0, mall: 0, owner: Built::ANY, roller: Built::ANY };
}

impl Field {
    const NOTHING: Field = Field { kind: Kind(0), coins: 0, owner: Built::ANY };
}

impl Sale {
    const NOTHING: Sale =
        Sale { kind: Kind(0), coins: 0, mall: 0, always: 0, counted: [(Kind(0), 0); 2], owner: Built::ANY };
}
