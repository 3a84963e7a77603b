//! What an establishment is: facts that a table or a file can hold.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tercet_game::{NotationError, named};

use crate::effect::Effect;

named! {
    /// When a card activates, and for whom (R7).
    pub enum Color {
        /// On anybody's roll, for its owner.
        Blue = "blue",
        /// On its owner's roll.
        Green = "green",
        /// On the others' rolls; the roller pays.
        Red = "red",
        /// On its owner's roll, one a player; the others pay.
        Purple = "purple",
    }
}

/// The totals that activate a card, from 1 to 14.
///
/// ```
/// use tercet_machi::Rolls;
///
/// let rolls: Rolls = "11-13".parse()?;
/// assert!(rolls.contains(12) && !rolls.contains(14));
/// assert_eq!(rolls.to_string(), "11-13");
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rolls(u16);

impl Rolls {
    /// The highest total: two sixes and two more.
    pub const MAX: u8 = 14;

    /// The totals from `low` to `high`.
    pub(crate) const fn range(low: u8, high: u8) -> Rolls {
        Rolls((1 << (high + 1)) - (1 << low))
    }

    /// These totals; `None` if there are none, or one is not from 1 to 14.
    pub fn new(totals: &[u8]) -> Option<Rolls> {
        let all = totals.iter().all(|total| (1..=Rolls::MAX).contains(total));
        (all && !totals.is_empty()).then(|| Rolls(totals.iter().fold(0, |bits, total| bits | 1 << total)))
    }

    /// Is the total among them?
    pub fn contains(self, total: u8) -> bool {
        total <= Rolls::MAX && self.0 >> total & 1 == 1
    }

    /// The totals, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=Rolls::MAX).filter(move |&total| self.contains(total))
    }

    pub(crate) fn sum(self) -> u32 {
        self.iter().map(u32::from).sum()
    }

    /// The lowest total.
    pub fn lowest(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The highest total.
    pub fn highest(self) -> u8 {
        15 - self.0.leading_zeros() as u8
    }
}

impl fmt::Display for Rolls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut rest = self.0;
        while rest != 0 {
            let low = rest.trailing_zeros();
            let high = low + (rest >> low).trailing_ones() - 1;
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&low.to_string());
            if high > low {
                text.push('-');
                text.push_str(&high.to_string());
            }
            rest = (u32::from(rest) >> (high + 1) << (high + 1)) as u16;
        }
        f.pad(&text)
    }
}

impl FromStr for Rolls {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Rolls, NotationError> {
        let unread =
            || NotationError::new(text, "rolls are totals from 1 to 14, as in `9`, `2-3` or `2,5-6`");
        let total = |part: &str| part.parse::<u8>().ok().filter(|total| (1..=Rolls::MAX).contains(total));
        let mut bits = 0;
        for part in text.split(',') {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let (low, high) = (total(low).ok_or_else(unread)?, total(high).ok_or_else(unread)?);
            if low > high {
                return Err(unread());
            }
            bits |= Rolls::range(low, high).0;
        }
        Ok(Rolls(bits))
    }
}

/// An establishment: the same facts for a card of the box and for one of a user's file (R3, R30).
///
/// ```
/// use tercet_machi::Card;
///
/// let card: Card = "Tea House|green|8|4|cup|bank 2 per wheat|-".parse()?;
/// assert_eq!((card.slug().as_str(), card.cost), ("tea_house", 4));
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name for people.
    pub name: Cow<'static, str>,
    /// Names of other editions, by which it is found too.
    pub aliases: Cow<'static, [&'static str]>,
    /// When it activates, and for whom.
    pub color: Color,
    /// The totals that activate it.
    pub rolls: Rolls,
    /// What it costs.
    pub cost: u8,
    /// What it counts as for other cards; `bread` and `cup` are the Shopping Mall's.
    pub icon: Cow<'static, str>,
    /// What it does.
    pub effect: Effect,
    /// How many there are; `None` for six, or one a player if it is purple.
    pub copies: Option<u8>,
}

impl Card {
    /// The most that a card may cost.
    pub const MAX_COST: u8 = 99;
    /// The most copies of a card.
    pub const MAX_COPIES: u8 = 20;
    /// The most letters of a name: what can be read on the smallest tile of a picture.
    pub const MAX_NAME: usize = 30;
    /// The most letters of an icon.
    pub const MAX_ICON: usize = 20;
    /// The most icons that an effect names.
    pub const MAX_ICONS: usize = 4;

    /// Its name in texts that programs read: `farmers_market`.
    pub fn slug(&self) -> String {
        slug(&self.name)
    }

    /// Is this one of its names, in whatever spelling?
    pub fn is_called(&self, name: &str) -> bool {
        let wanted = slug(name);
        self.slug() == wanted || self.aliases.iter().any(|alias| slug(alias) == wanted)
    }

    /// How many there are in a game of so many players.
    pub fn copies_for(&self, players: u8) -> u8 {
        self.copies.unwrap_or(if self.color == Color::Purple { players } else { 6 })
    }

    /// Everything that is wrong with the card by itself, as (field, complaint).
    pub fn complaints(&self) -> Vec<(&'static str, String)> {
        let mut all = Vec::new();
        let forbidden = |c: char| c == '|' || c == ';' || c.is_control();
        if self.slug().is_empty() || self.name.contains(forbidden) || self.name.trim() != self.name {
            all.push((
                "name",
                format!("`{}` is no name; it takes letters, and neither `|` nor `;`", self.name),
            ));
        }
        all.extend(too_long("name", &self.name, Card::MAX_NAME));
        if !is_word(&self.icon) {
            all.push(("icon", format!("`{}` is no icon; it is one word in lower case", self.icon)));
        }
        all.extend(too_long("icon", &self.icon, Card::MAX_ICON));
        if let Effect::Each { icons, .. } = &self.effect
            && icons.len() > Card::MAX_ICONS
        {
            let (count, most) = (icons.len(), Card::MAX_ICONS);
            all.push(("effect", format!("it names {count} icons; {most} are the most")));
        }
        if self.cost > Card::MAX_COST {
            all.push(("cost", format!("{} is not from 0 to {}", self.cost, Card::MAX_COST)));
        }
        if self.copies.is_some_and(|copies| !(1..=Card::MAX_COPIES).contains(&copies)) {
            let copies = self.copies.unwrap_or_default();
            all.push(("copies", format!("{copies} is not from 1 to {}", Card::MAX_COPIES)));
        }
        if !self.effect.colors().contains(&self.color) {
            let fit = self.effect.colors().iter().map(|color| color.name()).collect::<Vec<_>>().join(" or ");
            all.push(("effect", format!("`{}` is for {fit} cards, not {}", self.effect, self.color)));
        }
        all
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Card { name, color, rolls, cost, icon, effect, copies, .. } = self;
        let copies = copies.map_or("-".to_string(), |copies| copies.to_string());
        write!(f, "{name}|{color}|{rolls}|{cost}|{icon}|{effect}|{copies}")
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Card, NotationError> {
        let unread = |why: &str| NotationError::new(text, why);
        if text.contains(char::is_control) {
            return Err(unread("a card is written in one line, without control characters"));
        }
        let parts: Vec<&str> = text.split('|').collect();
        let [name, color, rolls, cost, icon, effect, copies] = parts[..] else {
            return Err(unread("a card is `name|color|rolls|cost|icon|effect|copies`"));
        };
        let number = |part: &str, why| part.parse::<u8>().map_err(|_| unread(why));
        Ok(Card {
            name: name.to_string().into(),
            aliases: Cow::Borrowed(&[]),
            color: Color::from_name(color)
                .ok_or_else(|| NotationError::new(color, "colors are blue, green, red and purple"))?,
            rolls: rolls.parse()?,
            cost: number(cost, "the cost is a whole number")?,
            icon: icon.to_string().into(),
            effect: effect.parse()?,
            copies: if copies == "-" { None } else { Some(number(copies, "copies are a number, or `-`")?) },
        })
    }
}

/// A name as programs write it: lower case, words joined by `_`, other signs left out.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.trim().chars() {
        match c {
            ' ' | '-' | '_' => slug.push('_'),
            _ if c.is_alphanumeric() => slug.extend(c.to_lowercase()),
            _ => {}
        }
    }
    slug
}

/// What to say of words with too many letters.
fn too_long(field: &'static str, words: &str, most: usize) -> Option<(&'static str, String)> {
    let letters = words.chars().count();
    (letters > most).then(|| (field, format!("`{words}` has {letters} letters; {most} are the most")))
}

/// Is it one word of lower-case letters and digits?
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() && !c.is_uppercase())
}
