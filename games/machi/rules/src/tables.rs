//! The card set compiled: what fires on each total, what it does, what can be paid. A turn looks nothing up by name, and
//! a custom card costs nothing extra.

use alloc::vec::Vec;
use core::array;

use tercet_game::Seat;

use crate::action::Kind;
use crate::card::{Card, Color, Rolls};
use crate::card_set::{CardSet, mask, purple, starting};
use crate::config::{Compat, Config, FlowerShopMall, MarketKind};
use crate::effect::{Each, Effect, Toll, When};
use crate::facts::{Expansion, Landmark};
use crate::packed::deck::EIGHTS;
use crate::packed::income::{Cards, FastIncome};
use crate::state::{by_kind, seat_after};

/// What a card does, with masks instead of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompiledEffect {
    Nothing,
    Bank { coins: u32, each: Count, when: When, closes: bool },
    Throw { when: When },
    Take { toll: Toll, when: When },
    Loan { grant: u32, fee: u32 },
    Demolish { coins: u32 },
    Move { coins: u32 },
    Each { coins: u32, icons: Option<u64> },
    One { coins: u32 },
    Exchange,
    Tax { from: u32 },
    Renovate { coins: u32 },
    Invest,
    Share,
    Exhibit,
}

/// What is counted for each copy that fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    Own(u64),
    OfAll(u64),
}

/// What fires on a total, a bit a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Firing {
    pub(crate) red: u64,
    /// Blue without throws.
    pub(crate) blue: u64,
    pub(crate) throw: u64,
    pub(crate) green: u64,
    pub(crate) purple: u64,
    /// The kinds that must have no closed copy for the fast form.
    pub(crate) open: u64,
    /// Red, blue and green as sums, where they have that form and no throw comes between.
    pub(crate) fast: Option<FastIncome>,
}

/// A part of a dealt market: so many different ones of these kinds lie open (R26).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) kinds: u64,
    /// The same with a byte a kind, all ones or all zeros.
    pub(crate) mask: [u64; EIGHTS],
    pub(crate) different: u32,
}

impl Row {
    pub(crate) fn new(kinds: u64, different: u32) -> Row {
        let byte = |place: usize| (kinds >> place & 1) * 0xff;
        let mask = array::from_fn(|eighth| {
            (0..8).fold(0, |bytes, place| bytes | byte(8 * eighth + place) << (8 * place))
        });
        Row { kinds, mask, different }
    }

    /// Is every kind in it?
    #[inline]
    pub(crate) fn is_all(&self) -> bool {
        self.kinds == u64::MAX
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tables {
    pub(crate) players: u8,
    pub(crate) effects: [CompiledEffect; Kind::MAX as usize],
    pub(crate) costs: [u8; Kind::MAX as usize],
    pub(crate) firing: [Firing; Rolls::MAX as usize + 1],
    /// The kinds that cost at most so much.
    within: [u64; Card::MAX_COST as usize + 1],
    pub(crate) purple: u64,
    /// What everybody has at the start (R1): found once, because games begin often.
    pub(crate) starting: u64,
    pub(crate) business: u64,
    /// Purple kinds whose order among each other changes nothing (R14).
    pub(crate) free_order: u64,
    /// Kinds that pay 1 more a copy with a Shopping Mall (R13).
    pub(crate) mall: u64,
    /// The landmarks of the game, a bit each.
    pub(crate) landmarks: u8,
    pub(crate) rows: Vec<Row>,
    /// The kind that is invested in, as a bit; 0 for none.
    pub(crate) invest: u64,
    pub(crate) has_city_hall: bool,
    pub(crate) is_compat: bool,
}

impl Tables {
    pub(crate) fn new(config: &Config, set: &CardSet) -> Tables {
        let is_compat = config.compat == Compat::Harmonictook;
        let mut effects = by_kind(|_| CompiledEffect::Nothing);
        let mut costs = by_kind(|_| 0);
        for (kind, card) in set.iter() {
            effects[kind.index()] = compile(&card.effect, set);
            costs[kind.index()] = card.cost;
        }
        let purple = purple(set);
        let mall = mall(config, set, is_compat);
        let business = mask(set, |card| card.icon == "business");
        let cards = Cards { effects: &effects, mall, business };
        let firing: [Firing; _] = array::from_fn(|total| firing(set, cards, is_compat, total as u8));
        Tables {
            players: config.players,
            effects,
            costs,
            firing,
            within: array::from_fn(|coins| mask(set, |card| usize::from(card.cost) <= coins)),
            purple,
            starting: starting(set).fold(0, |mask, kind| mask | kind.bit()),
            business,
            free_order: free_order(set),
            mall,
            landmarks: if config.has(Expansion::Harbor) { 0b11_1111 } else { 0b1111 },
            rows: rows(config.market(), set, purple),
            invest: set
                .iter()
                .find(|(_, card)| card.effect == Effect::Invest)
                .map_or(0, |(kind, _)| kind.bit()),
            has_city_hall: config.has(Expansion::Harbor),
            is_compat,
        }
    }

    #[inline]
    pub(crate) fn effect(&self, kind: Kind) -> CompiledEffect {
        self.effects[kind.index()]
    }

    /// A part of a dealt market.
    #[inline]
    pub(crate) fn row(&self, row: u8) -> &Row {
        &self.rows[usize::from(row)]
    }

    /// The kinds that cost at most so much.
    #[inline]
    pub(crate) fn within(&self, coins: u32) -> u64 {
        self.within[(coins as usize).min(self.within.len() - 1)]
    }

    /// The landmarks that cost at most so much, a bit each.
    #[inline]
    pub(crate) fn landmarks_within(&self, coins: u32) -> u8 {
        const WITHIN: [u8; 31] = landmarks_within();
        WITHIN[(coins as usize).min(WITHIN.len() - 1)] & self.landmarks
    }

    #[inline]
    pub(crate) fn next(&self, seat: Seat) -> Seat {
        seat_after(seat.0, 1, self.players)
    }
}

const fn landmarks_within() -> [u8; 31] {
    let mut within = [0; 31];
    let mut coins = 0;
    while coins < within.len() {
        let mut place = 0;
        while place < Landmark::ALL.len() {
            let landmark = Landmark::ALL[place];
            if landmark.cost() as usize <= coins {
                within[coins] |= landmark.bit();
            }
            place += 1;
        }
        coins += 1;
    }
    within
}

fn icon_mask(set: &CardSet, icon: &str) -> u64 {
    mask(set, |card| card.icon == icon)
}

fn compile(effect: &Effect, set: &CardSet) -> CompiledEffect {
    match *effect {
        Effect::Bank { coins, ref each, when, closes } => {
            let each = match each {
                Each::Copy => Count::One,
                Each::Icon(icon) => Count::Own(icon_mask(set, icon)),
                Each::IconOfAll(icon) => Count::OfAll(icon_mask(set, icon)),
                Each::Card(name) => Count::Own(mask(set, |card| card.slug() == *name)),
            };
            CompiledEffect::Bank { coins: coins.into(), each, when, closes }
        }
        Effect::Throw { when } => CompiledEffect::Throw { when },
        Effect::Take { toll, when } => CompiledEffect::Take { toll, when },
        Effect::Loan { grant, fee } => CompiledEffect::Loan { grant: grant.into(), fee: fee.into() },
        Effect::Demolish { coins } => CompiledEffect::Demolish { coins: coins.into() },
        Effect::Move { coins } => CompiledEffect::Move { coins: coins.into() },
        Effect::Each { coins, ref icons } => {
            let kinds = icons.iter().fold(0, |kinds, icon| kinds | icon_mask(set, icon));
            CompiledEffect::Each { coins: coins.into(), icons: (!icons.is_empty()).then_some(kinds) }
        }
        Effect::One { coins } => CompiledEffect::One { coins: coins.into() },
        Effect::Exchange => CompiledEffect::Exchange,
        Effect::Tax { from } => CompiledEffect::Tax { from: from.into() },
        Effect::Renovate { coins } => CompiledEffect::Renovate { coins: coins.into() },
        Effect::Invest => CompiledEffect::Invest,
        Effect::Share => CompiledEffect::Share,
        Effect::Exhibit => CompiledEffect::Exhibit,
    }
}

fn firing(set: &CardSet, cards: Cards<'_>, is_compat: bool, total: u8) -> Firing {
    let of = |test: &dyn Fn(&Card) -> bool| mask(set, |card| card.rolls.contains(total) && test(card));
    let throws = |card: &Card| matches!(card.effect, Effect::Throw { .. });
    let blue = of(&|card| card.color == Color::Blue && !throws(card));
    let (red, green) = (of(&|card| card.color == Color::Red), of(&|card| card.color == Color::Green));
    let (throw, purple) = (of(&throws), of(&|card| card.color == Color::Purple));
    let may_be_fast = throw == 0 && !is_compat;
    let fast = may_be_fast.then(|| FastIncome::new([red, blue, green], cards)).flatten();
    Firing { red, blue, throw, green, purple, open: red | blue | green, fast }
}

/// R14: official cards that take a fixed sum or exchange. What is taken from one player is the same in any order, and
/// an exchange moves no coins.
fn free_order(set: &CardSet) -> u64 {
    let fixed = |effect: &Effect| match effect {
        Effect::Each { icons, .. } => icons.is_empty(),
        Effect::One { .. } | Effect::Exchange => true,
        _ => false,
    };
    set.iter()
        .filter(|(kind, card)| set.is_official(*kind) && fixed(&card.effect))
        .fold(0, |mask, (kind, _)| mask | kind.bit())
}

/// R13, R31.
fn mall(config: &Config, set: &CardSet, is_compat: bool) -> u64 {
    if is_compat {
        return mask(set, |card| ["Convenience Store", "Cafe", "Family Restaurant"].contains(&&*card.name));
    }
    let by_card = |card: &Card| matches!(card.effect, Effect::Bank { each: Each::Card(_), .. });
    let counted = config.flower_shop_mall == FlowerShopMall::PerGarden;
    mask(set, |card| (card.icon == "bread" || card.icon == "cup") && (counted || !by_card(card)))
}

/// R26.
fn rows(market: MarketKind, set: &CardSet, purple: u64) -> Vec<Row> {
    let low = mask(set, |card| card.rolls.lowest() <= 6) & !purple;
    match market {
        MarketKind::Auto | MarketKind::Total => Vec::new(),
        MarketKind::Variable => alloc::vec![Row::new(u64::MAX, 10)],
        MarketKind::Hybrid => {
            alloc::vec![Row::new(low, 5), Row::new(!low & !purple, 5), Row::new(purple, 2)]
        }
    }
}
