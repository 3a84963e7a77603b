//! The cards of one game: chosen by the config, checked once.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use tercet_game::ConfigError;

use crate::action::Kind;
use crate::card::{Card, Color, slug};
use crate::config::Config;
use crate::effect::{Each, Effect, When};
use crate::facts::{self, Expansion, Landmark, STARTING_CARDS};

/// The cards that a game is played with, in the order of the card table (R3): base, Harbor, Millionaire's
/// Row, promo, custom. A [`Kind`] is a place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSet {
    cards: Vec<Card>,
    /// Is the card one of the box, as it came?
    official: Vec<bool>,
    copies: Vec<u8>,
    slugs: Vec<String>,
    /// The sum of a card's totals and its cost.
    rolls_and_cost: Vec<u32>,
}

impl CardSet {
    /// The cards that a config asks for.
    ///
    /// # Errors
    /// If a custom card is wrong or the supply names no card; the error lists everything that is wrong.
    pub(crate) fn new(config: &Config) -> Result<CardSet, ConfigError> {
        let mut cards: Vec<Card> = official(&config.expansions).cloned().collect();
        if let Some(sushi) = cards.iter_mut().find(|card| card.name == "Sushi Bar") {
            sushi.cost = config.sushi_bar_cost;
        }
        let mut official = alloc::vec![true; cards.len()];
        let complaints = complaints(&config.cards, &config.expansions);
        if !complaints.is_empty() {
            let all: Vec<String> = complaints.iter().map(CardProblem::to_string).collect();
            return Err(ConfigError::new("cards", all.join("; ")));
        }
        for custom in &config.cards {
            if let Some(place) = cards.iter().position(|card| card.slug() == custom.slug()) {
                let aliases = cards[place].aliases.clone();
                cards[place] = Card { aliases, ..custom.clone() };
                official[place] = false;
            } else {
                cards.push(custom.clone());
                official.push(false);
            }
        }
        let copies = cards.iter().map(|card| card.copies_for(config.players)).collect();
        let slugs = cards.iter().map(Card::slug).collect();
        let rolls_and_cost = cards.iter().map(|card| card.rolls.sum() + u32::from(card.cost)).collect();
        let mut set = CardSet { cards, official, copies, slugs, rolls_and_cost };
        set.supply(&config.supply)?;
        Ok(set)
    }

    fn supply(&mut self, supply: &[(String, u8)]) -> Result<(), ConfigError> {
        for (place, (name, copies)) in supply.iter().enumerate() {
            let error = |why: String| Err(ConfigError::new("supply", why));
            let Some(kind) = self.find(name) else {
                return error(format!("`{name}` is no card of this game"));
            };
            if self.slug(kind) != *name {
                return error(format!("`{name}` is written {} here", self.slug(kind)));
            }
            if *copies > Card::MAX_COPIES {
                return error(format!("{copies} copies of {name} are not from 0 to {}", Card::MAX_COPIES));
            }
            if supply[..place].iter().any(|(other, _)| other == name) {
                return error(format!("`{name}` is named twice"));
            }
            self.copies[kind.index()] = *copies;
        }
        Ok(())
    }

    /// How many kinds there are.
    #[allow(
        clippy::len_without_is_empty,
        reason = "it is never empty: Wheat Field and Bakery are always there"
    )]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// All kinds with their cards.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &Card)> {
        self.cards.iter().enumerate().map(|(index, card)| (Kind(index as u8), card))
    }

    /// The card of a kind.
    ///
    /// # Panics
    /// If the kind is not of this game.
    pub fn card(&self, kind: Kind) -> &Card {
        &self.cards[kind.index()]
    }

    /// How many copies of it are in the game.
    pub fn copies(&self, kind: Kind) -> u8 {
        self.copies[kind.index()]
    }

    /// The sum of its totals and its cost: how players who look no further compare cards.
    #[inline]
    pub fn rolls_and_cost(&self, kind: Kind) -> u32 {
        self.rolls_and_cost[kind.index()]
    }

    /// Is it a card of the box, as it came?
    pub fn is_official(&self, kind: Kind) -> bool {
        self.official[kind.index()]
    }

    /// The kind's name in texts that programs read.
    pub fn slug(&self, kind: Kind) -> &str {
        &self.slugs[kind.index()]
    }

    /// The kind with this name or alias, in whatever spelling.
    pub fn find(&self, name: &str) -> Option<Kind> {
        let wanted = slug(name);
        let exact = self.iter().find(|(_, card)| card.slug() == wanted);
        exact.or_else(|| self.iter().find(|(_, card)| card.is_called(name))).map(|(kind, _)| kind)
    }
}

/// The official cards with these expansions, in the order of the card table.
pub fn official(expansions: &[Expansion]) -> impl Iterator<Item = &'static Card> + use<> {
    let with = |expansion, cards: &'static [Card]| if expansions.contains(&expansion) { cards } else { &[] };
    let sets = [
        facts::BASE,
        with(Expansion::Harbor, facts::HARBOR),
        with(Expansion::MillionairesRow, facts::MILLIONAIRES_ROW),
        with(Expansion::Promo, facts::PROMO),
    ];
    sets.into_iter().flatten()
}

/// Something wrong with a custom card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardProblem {
    /// Which card of the list, counted from zero.
    pub card: usize,
    /// Its name.
    pub name: String,
    /// Which field.
    pub field: &'static str,
    /// What is wrong with it, and what would be right.
    pub why: String,
}

impl fmt::Display for CardProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {} ({}), {}: {}", self.card + 1, self.name, self.field, self.why)
    }
}

/// Everything that is wrong with custom cards in a game with these expansions (R30). A list of any length is looked through
/// once: it may come from an untrusted client.
pub fn complaints(custom: &[Card], expansions: &[Expansion]) -> Vec<CardProblem> {
    let names = Names::of(custom, expansions);
    let mut found = Vec::new();
    for (place, card) in custom.iter().enumerate() {
        let mut push =
            |field, why| found.push(CardProblem { card: place, name: card.name.to_string(), field, why });
        card.complaints().into_iter().for_each(|(field, why)| push(field, why));
        if let Some(why) = names.name_complaint(card, place) {
            push("name", why);
        }
        if let Some(why) = names.reference_complaint(card, expansions) {
            push("effect", why);
        }
        if card.effect == Effect::Invest && names.investing.len() > 1 {
            push("effect", "only one kind of card may be invested in".to_string());
        }
    }
    if let Some(place) = one_too_many(custom, expansions) {
        let name = custom[place].name.to_string();
        let why = format!("a game has at most {} kinds", Kind::MAX);
        found.push(CardProblem { card: place, name, field: "name", why });
    }
    found
}

/// What cards are called, to be found without a look at every other card.
struct Names<'c> {
    /// Where the custom card of a name stands first.
    first: BTreeMap<String, usize>,
    all: BTreeSet<String>,
    /// Whose other name it is, each with its own.
    aliases: BTreeMap<String, Vec<(String, &'c str)>>,
    icons: BTreeSet<&'c str>,
    /// The cards that are invested in.
    investing: BTreeSet<String>,
}

impl<'c> Names<'c> {
    fn of(custom: &'c [Card], expansions: &[Expansion]) -> Names<'c> {
        let mut names = Names {
            first: BTreeMap::new(),
            all: BTreeSet::new(),
            aliases: BTreeMap::new(),
            icons: BTreeSet::new(),
            investing: BTreeSet::new(),
        };
        official(expansions).for_each(|card| names.add(card));
        for (place, card) in custom.iter().enumerate() {
            names.add(card);
            names.first.entry(card.slug()).or_insert(place);
        }
        names
    }

    fn add(&mut self, card: &'c Card) {
        let own = card.slug();
        for alias in card.aliases.iter() {
            self.aliases.entry(slug(alias)).or_default().push((own.clone(), &*card.name));
        }
        self.icons.insert(&*card.icon);
        if card.effect == Effect::Invest {
            self.investing.insert(own.clone());
        }
        self.all.insert(own);
    }

    /// Is the name of the custom card at this place given twice, a landmark's, or another card's alias?
    fn name_complaint(&self, card: &Card, place: usize) -> Option<String> {
        let own = card.slug();
        if let Some(first) = self.first.get(&own).filter(|&&first| first < place) {
            return Some(format!("`{}` is the name of card {} too", card.name, first + 1));
        }
        if Landmark::from_name(&own).is_some() || own == "city_hall" {
            return Some(format!("`{}` is a landmark", card.name));
        }
        let (_, other) = self.aliases.get(&own)?.iter().find(|(other, _)| *other != own)?;
        Some(format!("`{}` is another name of {other}", card.name))
    }

    /// Does the effect name an icon or a card that is not there, or a landmark that is not in the game?
    fn reference_complaint(&self, card: &Card, expansions: &[Expansion]) -> Option<String> {
        let no_icon =
            |icon: &str| (!self.icons.contains(icon)).then(|| format!("no card has the icon `{icon}`"));
        if card.effect.when() == When::Harbor && !expansions.contains(&Expansion::Harbor) {
            return Some("`if harbor` needs the expansion harbor".to_string());
        }
        match &card.effect {
            Effect::Bank { each: Each::Icon(icon) | Each::IconOfAll(icon), .. } => no_icon(icon),
            Effect::Bank { each: Each::Card(name), .. } => {
                (!self.all.contains(&**name)).then(|| format!("there is no card `{name}`"))
            }
            Effect::Each { icons, .. } => icons.iter().find_map(|icon| no_icon(icon)),
            _ => None,
        }
    }
}

/// The first custom card that makes more kinds than a game may have.
fn one_too_many(custom: &[Card], expansions: &[Expansion]) -> Option<usize> {
    let official: BTreeSet<String> = official(expansions).map(Card::slug).collect();
    let mut kinds = official.len();
    custom.iter().position(|card| {
        kinds += usize::from(!official.contains(&card.slug()));
        kinds > usize::from(Kind::MAX)
    })
}

/// The kinds that everybody starts with (R1).
pub(crate) fn starting(set: &CardSet) -> impl Iterator<Item = Kind> {
    STARTING_CARDS.into_iter().map(|name| set.find(name).expect("the base game's cards are in every set"))
}

/// The kinds that satisfy a test, a bit a kind.
pub(crate) fn mask(set: &CardSet, test: impl Fn(&Card) -> bool) -> u64 {
    set.iter().filter(|(_, card)| test(card)).fold(0, |mask, (kind, _)| mask | kind.bit())
}

/// The purple kinds.
pub(crate) fn purple(set: &CardSet) -> u64 {
    mask(set, |card| card.color == Color::Purple)
}
