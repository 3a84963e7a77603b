//! The options of a game.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::{ConfigError, named, options};

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
        COINS.within(self.starting_coins, 0..=99)?;
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

options! { Config {
    PLAYERS = "players", number(players), "2 to 5", "how many play; five with harbor";
    EXPANSIONS = "expansions", text(set_expansions, |config: &Config| listed(",", config.expansions.iter())),
        "none, or a list of harbor, millionaires_row, promo", "what is added to the base game";
    MARKET = "market", word(market: MarketKind), "auto, total, variable, hybrid", "which cards lie open to be built";
    CARDS = "cards", text(set_cards, |config: &Config| listed(";", config.cards.iter())),
        "none, or cards as in `Tea House|green|8|4|cup|bank 2 per wheat|-`, separated by `;`",
        "cards that are added, or replace those of the same name";
    SUPPLY = "supply", text(set_supply, write_supply),
        "none, or a list as in mine:2,ranch:0", "other numbers of copies of cards";
    COINS = "starting_coins", number(starting_coins), "0 to 99", "the coins of each player at the start";
    SUSHI_BAR_COST = "sushi_bar_cost", number(sushi_bar_cost),
        "2, 4", "what a Sushi Bar costs; 4 in the first English print";
    BUSINESS_CENTER = "business_center", word(business_center: BusinessCenter),
        "optional, mandatory", "whether the exchange may be declined";
    FLOWER_SHOP_MALL = "flower_shop_mall", word(flower_shop_mall: FlowerShopMall),
        "per_garden, none", "what the Shopping Mall adds to a Flower Shop";
    AMUSEMENT_PARK = "amusement_park", word(amusement_park: ParkRule),
        "owned_at_roll, bought_this_turn_counts", "when an Amusement Park must stand to give another turn";
    TURN_LIMIT = "turn_limit", number(turn_limit), "1 to 10000", "after how many turns the game ends";
    COMPAT = "compat", word(compat: Compat), "official, harmonictook", "whose rules are played";
} }

fn listed(separator: &str, items: impl Iterator<Item = impl ToString>) -> String {
    let texts: Vec<String> = items.map(|item| item.to_string()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(separator) }
}

fn parts(separator: char, value: &str) -> impl Iterator<Item = &str> {
    (value != "none").then(|| value.split(separator)).into_iter().flatten()
}

/// In any order, each once; kept in their own order.
fn set_expansions(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    let named: Result<Vec<Expansion>, ConfigError> =
        parts(',', value).map(|name| EXPANSIONS.word(name, Expansion::from_name)).collect();
    let mut named = named?;
    named.sort_unstable();
    if named.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(ConfigError::new("expansions", format!("`{value}` names one twice")));
    }
    config.expansions = named;
    Ok(())
}

fn set_cards(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    let card = |text: &str| text.parse().map_err(|error| ConfigError::new("cards", format!("{error}")));
    config.cards = parts(';', value).map(card).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_supply(config: &Config) -> String {
    listed(",", config.supply.iter().map(|(name, copies)| format!("{name}:{copies}")))
}

fn set_supply(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    let one = |part: &str| {
        let (name, copies) = part.split_once(':')?;
        let number: u8 = copies.parse().ok().filter(|number: &u8| number.to_string() == copies)?;
        (!name.is_empty() && !name.contains(char::is_control)).then(|| (name.to_owned(), number))
    };
    config.supply = parts(',', value).map(|part| SUPPLY.word(part, one)).collect::<Result<_, _>>()?;
    Ok(())
}
