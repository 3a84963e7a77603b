//! What cards do: a closed list with numbers, and its text form.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tercet_game::NotationError;

use crate::card::{Color, is_word};

/// What a card does when it fires. Icons and cards are named; the rules turn the names into tables.
///
/// ```
/// use tercet_machi::Effect;
///
/// let effect: Effect = "bank 6 per card vineyard then close".parse()?;
/// assert_eq!(effect.to_string(), "bank 6 per card vineyard then close");
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The bank pays: `bank 3`, `bank 3 per cow`, `bank 3 if harbor`, `… then close` (R9, R11, R18).
    Bank {
        /// How much.
        coins: u8,
        /// For what.
        each: Each,
        /// Under which condition.
        when: When,
        /// Does the card close after it paid?
        closes: bool,
    },
    /// The bank pays the sum of a throw of two dice: `throw if harbor` (R10).
    Throw {
        /// Under which condition.
        when: When,
    },
    /// The roller pays: `take 2`, `take all if roller has 3 landmarks` (R8).
    Take {
        /// How much.
        toll: Toll,
        /// Under which condition.
        when: When,
    },
    /// The bank pays when it is built, and is paid when it fires: `loan 5 pay 2` (R17).
    Loan {
        /// What the bank pays.
        grant: u8,
        /// What it is paid.
        fee: u8,
    },
    /// A landmark is un-built: `demolish 8` (R17).
    Demolish {
        /// What the bank pays for it.
        coins: u8,
    },
    /// A card is given away: `move 4` (R17).
    Move {
        /// What the bank pays for it.
        coins: u8,
    },
    /// Every opponent pays: `each 2`, `each 1 per cup or bread` (R15).
    Each {
        /// How much.
        coins: u8,
        /// For each card of his with one of these icons; once, if there are none.
        icons: Cow<'static, [Cow<'static, str>]>,
    },
    /// One opponent pays: `one 5` (R15).
    One {
        /// How much.
        coins: u8,
    },
    /// A card is exchanged: `exchange` (R16).
    Exchange,
    /// Every opponent with so many coins pays half of them: `tax 10` (R15).
    Tax {
        /// From how many on.
        from: u8,
    },
    /// All copies of a card close: `renovate 1` (R19).
    Renovate {
        /// What an opponent pays for each of his.
        coins: u8,
    },
    /// Every opponent pays what was put on the card: `invest` (R20).
    Invest,
    /// All coins are shared out: `share` (R21).
    Share,
    /// One kind of the roller's cards is activated: `exhibit` (R22).
    Exhibit,
}

/// What a sum is paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Each {
    /// The card itself.
    Copy,
    /// Every card of the owner with this icon.
    Icon(Cow<'static, str>),
    /// Every card of any player with this icon.
    IconOfAll(Cow<'static, str>),
    /// Every copy that the owner has of the card with this name.
    Card(Cow<'static, str>),
}

/// What a red card takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toll {
    /// So many coins.
    Coins(u8),
    /// All that the roller has.
    All,
}

/// Under which condition a card activates (R12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// If the owner has built Harbor.
    Harbor,
    /// If the owner has built fewer landmarks than this.
    Fewer(u8),
    /// If the roller has built at least so many landmarks.
    Roller(u8),
}

impl Effect {
    /// The colors that a card with this effect may have (R30).
    pub fn colors(&self) -> &'static [Color] {
        match self {
            Effect::Bank { closes: true, .. }
            | Effect::Loan { .. }
            | Effect::Demolish { .. }
            | Effect::Move { .. } => &[Color::Green],
            Effect::Bank { .. } => &[Color::Blue, Color::Green],
            Effect::Throw { .. } => &[Color::Blue],
            Effect::Take { .. } => &[Color::Red],
            _ => &[Color::Purple],
        }
    }

    /// The condition, where the effect has one.
    pub fn when(&self) -> When {
        match *self {
            Effect::Bank { when, .. } | Effect::Throw { when } | Effect::Take { when, .. } => when,
            _ => When::Always,
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Bank { coins, each, when, closes } => {
                write!(f, "bank {coins}{each}{when}{}", if *closes { " then close" } else { "" })
            }
            Effect::Throw { when } => write!(f, "throw{when}"),
            Effect::Take { toll, when } => write!(f, "take {toll}{when}"),
            Effect::Loan { grant, fee } => write!(f, "loan {grant} pay {fee}"),
            Effect::Demolish { coins } => write!(f, "demolish {coins}"),
            Effect::Move { coins } => write!(f, "move {coins}"),
            Effect::Each { coins, icons } => {
                write!(f, "each {coins}")?;
                let mut word = " per";
                for icon in icons.iter() {
                    write!(f, "{word} {icon}")?;
                    word = " or";
                }
                Ok(())
            }
            Effect::One { coins } => write!(f, "one {coins}"),
            Effect::Exchange => f.write_str("exchange"),
            Effect::Tax { from } => write!(f, "tax {from}"),
            Effect::Renovate { coins } => write!(f, "renovate {coins}"),
            Effect::Invest => f.write_str("invest"),
            Effect::Share => f.write_str("share"),
            Effect::Exhibit => f.write_str("exhibit"),
        }
    }
}

impl fmt::Display for Each {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Each::Copy => Ok(()),
            Each::Icon(icon) => write!(f, " per {icon}"),
            Each::IconOfAll(icon) => write!(f, " per {icon} of all"),
            Each::Card(name) => write!(f, " per card {name}"),
        }
    }
}

impl fmt::Display for Toll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Toll::Coins(coins) => write!(f, "{coins}"),
            Toll::All => f.write_str("all"),
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Always => Ok(()),
            When::Harbor => f.write_str(" if harbor"),
            When::Fewer(count) => write!(f, " if fewer than {count} landmarks"),
            When::Roller(count) => write!(f, " if roller has {count} landmarks"),
        }
    }
}

impl FromStr for Effect {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Effect, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        read(&words).ok_or_else(|| NotationError::new(text, why_unread(words[0])))
    }
}

/// What an effect of this first word looks like.
fn why_unread(word: &str) -> &'static str {
    match word {
        "bank" => {
            "`bank` reads like `bank 3`, `bank 3 per cow`, `bank 1 per cup of all`, `bank 1 per card \
             flower_garden`, with `if harbor` or `if fewer than 2 landmarks`, then `then close`; numbers are 1 to 99"
        }
        "throw" => "`throw` reads like `throw` or `throw if harbor`",
        "take" => {
            "`take` reads like `take 2`, `take all`, `take 3 if harbor`, `take 5 if roller has 2 landmarks`"
        }
        "loan" => "`loan` reads like `loan 5 pay 2`",
        "each" => "`each` reads like `each 2` or `each 1 per cup or bread`",
        "demolish" | "move" | "one" | "tax" | "renovate" => "it takes one number from 1 to 99, as in `one 5`",
        "exchange" | "invest" | "share" | "exhibit" => "it stands alone, without numbers",
        _ => {
            "there is no such effect; effects are bank, throw, take, loan, demolish, move, each, one, exchange, tax, \
             renovate, invest, share and exhibit"
        }
    }
}

fn read(words: &[&str]) -> Option<Effect> {
    Some(match words {
        ["bank", coins, rest @ ..] => return read_bank(number(coins)?, rest),
        ["throw", rest @ ..] => Effect::Throw { when: read_when(rest)? },
        ["take", "all", rest @ ..] => Effect::Take { toll: Toll::All, when: read_when(rest)? },
        ["take", coins, rest @ ..] => {
            Effect::Take { toll: Toll::Coins(number(coins)?), when: read_when(rest)? }
        }
        ["loan", grant, "pay", fee] => Effect::Loan { grant: number(grant)?, fee: number(fee)? },
        ["demolish", coins] => Effect::Demolish { coins: number(coins)? },
        ["move", coins] => Effect::Move { coins: number(coins)? },
        ["each", coins] => Effect::Each { coins: number(coins)?, icons: Cow::Borrowed(&[]) },
        ["each", coins, "per", icons @ ..] => {
            Effect::Each { coins: number(coins)?, icons: Cow::Owned(read_icons(icons)?) }
        }
        ["one", coins] => Effect::One { coins: number(coins)? },
        ["exchange"] => Effect::Exchange,
        ["tax", from] => Effect::Tax { from: number(from)? },
        ["renovate", coins] => Effect::Renovate { coins: number(coins)? },
        ["invest"] => Effect::Invest,
        ["share"] => Effect::Share,
        ["exhibit"] => Effect::Exhibit,
        _ => return None,
    })
}

fn read_bank(coins: u8, words: &[&str]) -> Option<Effect> {
    let (words, closes) = match words {
        [words @ .., "then", "close"] => (words, true),
        words => (words, false),
    };
    let (each, words) = match words {
        ["per", "card", name, rest @ ..] => (Each::Card(word_of_name(name)?), rest),
        ["per", icon, "of", "all", rest @ ..] => (Each::IconOfAll(word(icon)?), rest),
        ["per", icon, rest @ ..] => (Each::Icon(word(icon)?), rest),
        rest => (Each::Copy, rest),
    };
    Some(Effect::Bank { coins, each, when: read_when(words)?, closes })
}

fn read_when(words: &[&str]) -> Option<When> {
    Some(match words {
        [] => When::Always,
        ["if", "harbor"] => When::Harbor,
        ["if", "fewer", "than", count, "landmarks"] => When::Fewer(number(count)?),
        ["if", "roller", "has", count, "landmarks"] => When::Roller(number(count)?),
        _ => return None,
    })
}

fn read_icons(words: &[&str]) -> Option<Vec<Cow<'static, str>>> {
    let icons: Option<Vec<_>> = words.iter().step_by(2).map(|icon| word(icon)).collect();
    let joined = words.iter().skip(1).step_by(2).all(|&word| word == "or");
    icons.filter(|_| joined && words.len() % 2 == 1)
}

fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| (1..=99).contains(number) && !text.starts_with(['0', '+']))
}

fn word(text: &str) -> Option<Cow<'static, str>> {
    is_word(text).then(|| text.to_owned().into())
}

/// A card's name as programs write it.
fn word_of_name(text: &str) -> Option<Cow<'static, str>> {
    (crate::card::slug(text) == text).then(|| text.to_owned().into())
}
