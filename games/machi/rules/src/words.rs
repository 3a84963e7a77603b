//! What cards do, in words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use crate::action::Kind;
use crate::card::Color;
use crate::card_set::CardSet;
use crate::effect::{Each, Effect, Toll, When};

impl CardSet {
    /// When a card activates and what it does then, as a sentence without its end: «on your own roll: 3 coins from the
    /// bank for each cow».
    pub fn rule(&self, kind: Kind) -> String {
        let card = self.card(kind);
        let when = match card.color {
            Color::Blue => "on anyone's roll",
            Color::Green | Color::Purple => "on your own roll",
            Color::Red => "on another's roll",
        };
        format!("{when}: {}", card.effect.words(self))
    }
}

impl Effect {
    /// What it does, in a few words; `cards` says what the cards are called that it names.
    ///
    /// ```
    /// use tercet_game::Game;
    /// use tercet_machi::{Config, Effect, MachiKoro};
    ///
    /// let game = MachiKoro::new(&Config::base(2))?;
    /// let effect: Effect = "bank 3 per cow".parse()?;
    /// assert_eq!(effect.words(game.cards()), "3 coins from the bank for each cow");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn words(&self, cards: &CardSet) -> String {
        match self {
            Effect::Bank { coins, each, when, closes } => {
                let then = if *closes { ", then it closes" } else { "" };
                let (coins, each) = (coin_words(*coins), each.words(cards));
                format!("{coins} from the bank{each}{}{then}", when.words())
            }
            Effect::Throw { when } => {
                format!("the throw of two dice in coins from the bank{}", when.words())
            }
            Effect::Take { toll, when } => format!("{} from the roller{}", toll.words(), when.words()),
            Effect::Loan { grant, fee } => {
                format!("pay {} to the bank; it gives {grant} when this is built", coin_words(*fee))
            }
            Effect::Demolish { coins } => {
                format!("un-build a landmark of yours for {} from the bank", coin_words(*coins))
            }
            Effect::Move { coins } => {
                format!("give a card to a player for {} from the bank", coin_words(*coins))
            }
            Effect::Each { coins, icons } if icons.is_empty() => {
                format!("{} from each player", coin_words(*coins))
            }
            Effect::Each { coins, icons } => {
                format!("{} from each player for each {} of his", coin_words(*coins), icons.join(" or "))
            }
            Effect::One { coins } => format!("{} from a player of your choice", coin_words(*coins)),
            Effect::Exchange => "exchange a card with a player".to_owned(),
            Effect::Tax { from } => {
                format!("half of his coins from each player who has {from} or more")
            }
            Effect::Renovate { coins } => {
                format!("close all copies of a card; {} for each from its owner", coin_words(*coins))
            }
            Effect::Invest => "from each player as many coins as lie on this".to_owned(),
            Effect::Share => "all coins are shared out evenly".to_owned(),
            Effect::Exhibit => "activate one kind of yours; then this goes back to the market".to_owned(),
        }
    }
}

impl Each {
    fn words(&self, cards: &CardSet) -> String {
        match self {
            Each::Copy => String::new(),
            Each::Icon(icon) => format!(" for each {icon}"),
            Each::IconOfAll(icon) => format!(" for each {icon} of all players"),
            Each::Card(name) => {
                let title = cards.find(name).map_or(name.as_ref(), |kind| cards.card(kind).name.as_ref());
                format!(" for each {title}")
            }
        }
    }
}

impl Toll {
    fn words(self) -> String {
        match self {
            Toll::Coins(coins) => coin_words(coins),
            Toll::All => "all coins".to_owned(),
        }
    }
}

impl When {
    fn words(self) -> String {
        match self {
            When::Always => String::new(),
            When::Harbor => " if you have Harbor".to_owned(),
            When::Fewer(count) => format!(" if you have fewer than {count} landmarks"),
            When::Roller(count) => format!(" if he has {count} or more landmarks"),
        }
    }
}

fn coin_words(coins: u8) -> String {
    format!("{coins} {}", if coins == 1 { "coin" } else { "coins" })
}
