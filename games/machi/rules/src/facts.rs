//! The facts of the box: landmarks, and the official cards in the form that a user's file has too.

use alloc::borrow::Cow;

use tercet_game::named;

use crate::card::{Card, Color, Rolls};
use crate::effect::{Each, Effect, Toll, When};

named! {
    /// What a player builds to win (R2).
    pub enum Landmark {
        /// One die or two (R4).
        TrainStation = "train_station",
        /// Bread and cup cards pay 1 more (R13).
        ShoppingMall = "shopping_mall",
        /// Doubles give another turn (R28).
        AmusementPark = "amusement_park",
        /// Once a turn, roll again (R5).
        RadioTower = "radio_tower",
        /// Two more on 10 or more (R6).
        Harbor = "harbor",
        /// Ten coins for building nothing (R25).
        Airport = "airport",
    }
}

impl Landmark {
    /// What it costs.
    pub const fn cost(self) -> u8 {
        match self {
            Landmark::TrainStation => 4,
            Landmark::ShoppingMall => 10,
            Landmark::AmusementPark => 16,
            Landmark::RadioTower => 22,
            Landmark::Harbor => 2,
            Landmark::Airport => 30,
        }
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Landmark::TrainStation => "Train Station",
            Landmark::ShoppingMall => "Shopping Mall",
            Landmark::AmusementPark => "Amusement Park",
            Landmark::RadioTower => "Radio Tower",
            Landmark::Harbor => "Harbor",
            Landmark::Airport => "Airport",
        }
    }

    /// What it does, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Landmark::TrainStation => "roll one die or two",
            Landmark::ShoppingMall => "your bread and cup cards pay 1 more",
            Landmark::AmusementPark => "doubles give you another turn",
            Landmark::RadioTower => "once a turn you may roll again",
            Landmark::Harbor => "add 2 to a total of 10 or more; opens boats and Sushi Bars",
            Landmark::Airport => "10 coins when you build nothing",
        }
    }

    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

named! {
    /// What can be added to the base game.
    pub enum Expansion {
        /// Harbor: ten cards, two landmarks, City Hall, a fifth player.
        Harbor = "harbor",
        /// Millionaire's Row: thirteen cards, and cards that close.
        MillionairesRow = "millionaires_row",
        /// The promo card Exhibit Hall.
        Promo = "promo",
    }
}

/// The coins of everybody at the start (R1).
pub(crate) const STARTING_COINS: u8 = 3;

/// What everybody has at the start (R1).
pub(crate) const STARTING_CARDS: [&str; 2] = ["wheat_field", "bakery"];

/// What Airport pays (R25).
pub(crate) const AIRPORT: u32 = 10;

/// What a declined Business Center pays in the compatible game (R31).
pub(crate) const DECLINED: u32 = 5;

/// The most coins in a purse (R32).
pub const PURSE_LIMIT: u32 = 1_000_000;

const fn card(
    name: &'static str,
    color: Color,
    (low, high): (u8, u8),
    cost: u8,
    icon: &'static str,
    effect: Effect,
    aliases: &'static [&'static str],
) -> Card {
    Card {
        name: Cow::Borrowed(name),
        aliases: Cow::Borrowed(aliases),
        color,
        rolls: Rolls::range(low, high),
        cost,
        icon: Cow::Borrowed(icon),
        effect,
        copies: None,
    }
}

const fn bank(coins: u8) -> Effect {
    bank_if(coins, When::Always)
}

const fn bank_if(coins: u8, when: When) -> Effect {
    Effect::Bank { coins, each: Each::Copy, when, closes: false }
}

const fn bank_per(coins: u8, each: Each) -> Effect {
    Effect::Bank { coins, each, when: When::Always, closes: false }
}

const fn icon(name: &'static str) -> Each {
    Each::Icon(Cow::Borrowed(name))
}

const fn take(coins: u8, when: When) -> Effect {
    Effect::Take { toll: Toll::Coins(coins), when }
}

const fn each(coins: u8, icons: &'static [Cow<'static, str>]) -> Effect {
    Effect::Each { coins, icons: Cow::Borrowed(icons) }
}

use Color::{Blue, Green, Purple, Red};

/// The base game's cards.
#[rustfmt::skip]
pub const BASE: &[Card] = &[
    card("Wheat Field", Blue, (1, 1), 1, "wheat", bank(1), &[]),
    card("Ranch", Blue, (2, 2), 1, "cow", bank(1), &["Livestock Farm"]),
    card("Forest", Blue, (5, 5), 3, "gear", bank(1), &[]),
    card("Mine", Blue, (9, 9), 6, "gear", bank(5), &[]),
    card("Apple Orchard", Blue, (10, 10), 3, "wheat", bank(3), &[]),
    card("Bakery", Green, (2, 3), 1, "bread", bank(1), &[]),
    card("Convenience Store", Green, (4, 4), 2, "bread", bank(3), &[]),
    card("Cheese Factory", Green, (7, 7), 5, "factory", bank_per(3, icon("cow")), &[]),
    card("Furniture Factory", Green, (8, 8), 3, "factory", bank_per(3, icon("gear")), &[]),
    card("Farmer's Market", Green, (11, 12), 2, "fruit", bank_per(2, icon("wheat")), &["Fruit and Vegetable Market", "Produce Market"]),
    card("Cafe", Red, (3, 3), 2, "cup", take(1, When::Always), &["Café"]),
    card("Family Restaurant", Red, (9, 10), 3, "cup", take(2, When::Always), &["Restaurant"]),
    card("Stadium", Purple, (6, 6), 6, "major", each(2, &[]), &[]),
    card("TV Station", Purple, (6, 6), 7, "major", Effect::One { coins: 5 }, &[]),
    card("Business Center", Purple, (6, 6), 8, "major", Effect::Exchange, &["Business Complex"]),
];

/// The cards of Harbor.
#[rustfmt::skip]
pub const HARBOR: &[Card] = &[
    card("Flower Garden", Blue, (4, 4), 2, "wheat", bank(1), &["Flower Orchard", "Flower Field"]),
    card("Mackerel Boat", Blue, (8, 8), 2, "boat", bank_if(3, When::Harbor), &[]),
    card("Tuna Boat", Blue, (12, 14), 5, "boat", Effect::Throw { when: When::Harbor }, &[]),
    card("Flower Shop", Green, (6, 6), 1, "bread", bank_per(1, Each::Card(Cow::Borrowed("flower_garden"))), &[]),
    card("Food Warehouse", Green, (12, 13), 2, "factory", bank_per(2, icon("cup")), &[]),
    card("Sushi Bar", Red, (1, 1), 2, "cup", take(3, When::Harbor), &[]),
    card("Pizza Joint", Red, (7, 7), 1, "cup", take(1, When::Always), &[]),
    card("Hamburger Stand", Red, (8, 8), 1, "cup", take(1, When::Always), &[]),
    card("Publisher", Purple, (7, 7), 5, "major", each(1, &[Cow::Borrowed("cup"), Cow::Borrowed("bread")]), &[]),
    card("Tax Office", Purple, (8, 9), 4, "major", Effect::Tax { from: 10 }, &[]),
];

/// The cards of Millionaire's Row.
#[rustfmt::skip]
pub const MILLIONAIRES_ROW: &[Card] = &[
    card("Corn Field", Blue, (3, 4), 2, "wheat", bank_if(1, When::Fewer(2)), &[]),
    card("Vineyard", Blue, (7, 7), 3, "wheat", bank(3), &[]),
    card("General Store", Green, (2, 2), 0, "bread", bank_if(2, When::Fewer(2)), &[]),
    card("Demolition Company", Green, (4, 4), 2, "business", Effect::Demolish { coins: 8 }, &["Remodelling"]),
    card("Loan Office", Green, (5, 6), 0, "business", Effect::Loan { grant: 5, fee: 2 }, &["Money Lending Office"]),
    card("Winery", Green, (9, 9), 3, "factory", Effect::Bank { coins: 6, each: Each::Card(Cow::Borrowed("vineyard")), when: When::Always, closes: true }, &[]),
    card("Moving Company", Green, (9, 10), 2, "business", Effect::Move { coins: 4 }, &[]),
    card("Soda Bottling Plant", Green, (11, 11), 5, "factory", bank_per(1, Each::IconOfAll(Cow::Borrowed("cup"))), &["Drinks Factory"]),
    card("French Restaurant", Red, (5, 5), 3, "cup", take(5, When::Roller(2)), &["High Class Restaurant", "5-star Restaurant"]),
    card("Member's Only Club", Red, (12, 14), 4, "cup", Effect::Take { toll: Toll::All, when: When::Roller(3) }, &["Private Club", "Private Member's Bar"]),
    card("Renovation Company", Purple, (8, 8), 4, "major", Effect::Renovate { coins: 1 }, &["Cleaning Company"]),
    card("Tech Startup", Purple, (10, 10), 1, "major", Effect::Invest, &["IT Venture"]),
    card("Park", Purple, (11, 13), 3, "major", Effect::Share, &[]),
];

/// The promo card.
#[rustfmt::skip]
pub const PROMO: &[Card] = &[
    card("Exhibit Hall", Purple, (10, 10), 7, "major", Effect::Exhibit, &["Convention Center", "Gaming Mega Store", "International Exhibit Hall"]),
];
