//! The options of a game.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::{ConfigError, Key, Settings, named};

use crate::card::Card;
use crate::card_set::CardSet;
use crate::facts::{Expansion, STARTING_COINS};

named! {
    /// Which cards lie open to be built (R26).
    pub enum MarketKind {
        /// All of them for the base game, dealt ones with an expansion.
        Auto = "auto",
        /// All of them.
        Total = "total",
        /// Ten different ones.
        Variable = "variable",
        /// Five for low rolls, five for high ones, two purple ones.
        Hybrid = "hybrid",
    }
}

named! {
    /// May a Business Center be declined (R16)?
    pub enum BusinessCenter {
        /// Yes.
        Optional = "optional",
        /// No.
        Mandatory = "mandatory",
    }
}

named! {
    /// What the Shopping Mall adds to cards that pay by the number of another (R13).
    pub enum FlowerShopMall {
        /// One more for each.
        PerGarden = "per_garden",
        /// Nothing.
        None = "none",
    }
}

named! {
    /// When an Amusement Park must stand to give another turn (R28).
    pub enum ParkRule {
        /// When the dice fell.
        OwnedAtRoll = "owned_at_roll",
        /// At the end of the turn.
        BoughtThisTurnCounts = "bought_this_turn_counts",
    }
}

named! {
    /// By whose rules (R31).
    pub enum Compat {
        /// The official ones.
        Official = "official",
        /// Those of the program harmonictook.
        Harmonictook = "harmonictook",
    }
}

/// The options of a game of Machi Koro.
///
/// ```
/// use tercet_game::Settings;
/// use tercet_machi::{Config, Expansion};
///
/// let config = Config::from_pairs([("players", "5"), ("expansions", "harbor")])?;
/// assert_eq!(config, Config { players: 5, expansions: vec![Expansion::Harbor], ..Config::default() });
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How many play.
    pub players: u8,
    /// What is added to the base game, in the order of [`Expansion::ALL`].
    pub expansions: Vec<Expansion>,
    /// Which cards lie open.
    pub market: MarketKind,
    /// Cards that are added, or that replace those of the same name.
    pub cards: Vec<Card>,
    /// Other numbers of copies, by the names of cards.
    pub supply: Vec<(String, u8)>,
    /// Coins at the start.
    pub starting_coins: u8,
    /// What a Sushi Bar costs: 2, or 4 as in the first English print.
    pub sushi_bar_cost: u8,
    /// May a Business Center be declined?
    pub business_center: BusinessCenter,
    /// What the Shopping Mall adds to a Flower Shop.
    pub flower_shop_mall: FlowerShopMall,
    /// When an Amusement Park must stand.
    pub amusement_park: ParkRule,
    /// After how many turns the game ends.
    pub turn_limit: u16,
    /// By whose rules.
    pub compat: Compat,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            players: 2,
            expansions: Vec::new(),
            market: MarketKind::Auto,
            cards: Vec::new(),
            supply: Vec::new(),
            starting_coins: STARTING_COINS,
            sushi_bar_cost: 2,
            business_center: BusinessCenter::Optional,
            flower_shop_mall: FlowerShopMall::PerGarden,
            amusement_park: ParkRule::OwnedAtRoll,
            turn_limit: 1000,
            compat: Compat::Official,
        }
    }
}

impl Config {
    /// The most players.
    pub const MAX_PLAYERS: u8 = 5;

    /// The base game for so many players.
    pub fn base(players: u8) -> Config {
        Config { players, ..Config::default() }
    }

    /// Everything in the box and its expansions, for so many players.
    pub fn everything(players: u8) -> Config {
        Config { players, expansions: Expansion::ALL.to_vec(), ..Config::default() }
    }

    /// Is the expansion in the game?
    pub fn has(&self, expansion: Expansion) -> bool {
        self.expansions.contains(&expansion)
    }

    /// The market that is played with: never [`MarketKind::Auto`].
    pub fn market(&self) -> MarketKind {
        match self.market {
            MarketKind::Auto if self.expansions.is_empty() => MarketKind::Total,
            MarketKind::Auto => MarketKind::Variable,
            market => market,
        }
    }

    /// Is every option within its range, and do they fit together? Makes the card set on the way.
    ///
    /// # Errors
    /// Names the first option that is not.
    pub(crate) fn check(&self) -> Result<CardSet, ConfigError> {
        let most = if self.has(Expansion::Harbor) { 5 } else { 4 };
        if !(2..=most).contains(&self.players) {
            let why = format!("{} is not from 2 to {most} (5 with the expansion harbor)", self.players);
            return Err(ConfigError::new("players", why));
        }
        TURN_LIMIT.within(self.turn_limit, 1..=10_000)?;
        STARTING_COINS_KEY.within(self.starting_coins, 0..=99)?;
        if ![2, 4].contains(&self.sushi_bar_cost) {
            return Err(ConfigError::value(&SUSHI_BAR_COST, &self.sushi_bar_cost.to_string()));
        }
        if self.compat == Compat::Harmonictook && !(self.expansions.is_empty() && self.cards.is_empty()) {
            let why = "harmonictook knows the base game only, without expansions and custom cards";
            return Err(ConfigError::new("compat", why));
        }
        CardSet::new(self)
    }
}

const PLAYERS: Key = Key { name: "players", values: "2 to 5", about: "how many play; five with harbor" };
const EXPANSIONS: Key = Key {
    name: "expansions",
    values: "none, or a list of harbor, millionaires_row, promo",
    about: "what is added to the base game",
};
const MARKET: Key = Key {
    name: "market",
    values: "auto, total, variable, hybrid",
    about: "which cards lie open to be built",
};
const CARDS: Key = Key {
    name: "cards",
    values: "none, or cards as in `Tea House|green|8|4|cup|bank 2 per wheat|-`, separated by `;`",
    about: "cards that are added, or replace those of the same name",
};
const SUPPLY: Key = Key {
    name: "supply",
    values: "none, or a list as in mine:2,ranch:0",
    about: "other numbers of copies of cards",
};
const STARTING_COINS_KEY: Key =
    Key { name: "starting_coins", values: "0 to 99", about: "the coins of each player at the start" };
const SUSHI_BAR_COST: Key = Key {
    name: "sushi_bar_cost",
    values: "2, 4",
    about: "what a Sushi Bar costs; 4 in the first English print",
};
const BUSINESS_CENTER: Key = Key {
    name: "business_center",
    values: "optional, mandatory",
    about: "whether the exchange may be declined",
};
const FLOWER_SHOP_MALL: Key = Key {
    name: "flower_shop_mall",
    values: "per_garden, none",
    about: "what the Shopping Mall adds to a Flower Shop",
};
const AMUSEMENT_PARK: Key = Key {
    name: "amusement_park",
    values: "owned_at_roll, bought_this_turn_counts",
    about: "when an Amusement Park must stand to give another turn",
};
const TURN_LIMIT: Key =
    Key { name: "turn_limit", values: "1 to 10000", about: "after how many turns the game ends" };
const COMPAT: Key = Key { name: "compat", values: "official, harmonictook", about: "whose rules are played" };

impl Settings for Config {
    const KEYS: &'static [Key] = &[
        PLAYERS,
        EXPANSIONS,
        MARKET,
        CARDS,
        SUPPLY,
        STARTING_COINS_KEY,
        SUSHI_BAR_COST,
        BUSINESS_CENTER,
        FLOWER_SHOP_MALL,
        AMUSEMENT_PARK,
        TURN_LIMIT,
        COMPAT,
    ];

    fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "players" => self.players.to_string(),
            "expansions" => listed(",", self.expansions.iter()),
            "market" => self.market.to_string(),
            "cards" => listed(";", self.cards.iter()),
            "supply" => listed(",", self.supply.iter().map(|(name, copies)| format!("{name}:{copies}"))),
            "starting_coins" => self.starting_coins.to_string(),
            "sushi_bar_cost" => self.sushi_bar_cost.to_string(),
            "business_center" => self.business_center.to_string(),
            "flower_shop_mall" => self.flower_shop_mall.to_string(),
            "amusement_park" => self.amusement_park.to_string(),
            "turn_limit" => self.turn_limit.to_string(),
            "compat" => self.compat.to_string(),
            _ => return None,
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        match key {
            "players" => self.players = PLAYERS.number(value)?,
            "expansions" => self.expansions = read_expansions(value)?,
            "market" => self.market = MARKET.word(value, MarketKind::from_name)?,
            "cards" => self.cards = read_cards(value)?,
            "supply" => self.supply = read_supply(value)?,
            "starting_coins" => self.starting_coins = STARTING_COINS_KEY.number(value)?,
            "sushi_bar_cost" => self.sushi_bar_cost = SUSHI_BAR_COST.number(value)?,
            "business_center" => {
                self.business_center = BUSINESS_CENTER.word(value, BusinessCenter::from_name)?;
            }
            "flower_shop_mall" => {
                self.flower_shop_mall = FLOWER_SHOP_MALL.word(value, FlowerShopMall::from_name)?;
            }
            "amusement_park" => self.amusement_park = AMUSEMENT_PARK.word(value, ParkRule::from_name)?,
            "turn_limit" => self.turn_limit = TURN_LIMIT.number(value)?,
            "compat" => self.compat = COMPAT.word(value, Compat::from_name)?,
            _ => return Err(ConfigError::unknown(key, Self::KEYS)),
        }
        Ok(())
    }
}

fn listed(separator: &str, items: impl Iterator<Item = impl ToString>) -> String {
    let texts: Vec<String> = items.map(|item| item.to_string()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(separator) }
}

fn parts(separator: char, value: &str) -> impl Iterator<Item = &str> {
    (value != "none").then(|| value.split(separator)).into_iter().flatten()
}

/// In any order, each once; kept in their own order.
fn read_expansions(value: &str) -> Result<Vec<Expansion>, ConfigError> {
    let named: Result<Vec<Expansion>, ConfigError> =
        parts(',', value).map(|name| EXPANSIONS.word(name, Expansion::from_name)).collect();
    let mut named = named?;
    named.sort_unstable();
    if named.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(ConfigError::new("expansions", format!("`{value}` names one twice")));
    }
    Ok(named)
}

fn read_cards(value: &str) -> Result<Vec<Card>, ConfigError> {
    parts(';', value)
        .map(|card| card.parse().map_err(|error| ConfigError::new("cards", format!("{error}"))))
        .collect()
}

fn read_supply(value: &str) -> Result<Vec<(String, u8)>, ConfigError> {
    let one = |part: &str| {
        let (name, copies) = part.split_once(':')?;
        let number: u8 = copies.parse().ok().filter(|number: &u8| number.to_string() == copies)?;
        (!name.is_empty() && !name.contains(char::is_control)).then(|| (name.to_owned(), number))
    };
    parts(',', value).map(|part| SUPPLY.word(part, one)).collect()
}
