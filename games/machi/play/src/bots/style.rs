//! How the named strategies differ: how they choose what to build.

use tercet_game::{Rng, named};
use tercet_machi::{BASE, Kind, Landmark, Site};
use tercet_odds::Model;

use super::shop::{BuildChoice, Ranked, Shop};

named! {
    /// A way to choose what to build. The names are harmonictook's, but for the last.
    pub enum Style {
        /// Goes down a list, first the landmarks, the dearest first.
        Thoughtful = "thoughtful",
        /// Goes down another list, with a cap for each card: cheese, then the rest.
        Fromage = "fromage",
        /// Builds what brings the most coins.
        Ev = "ev",
        /// Builds what fires on rolls on which nothing fired.
        Coverage = "coverage",
        /// Builds what brings the end nearest.
        Impatient = "impatient",
        /// Builds what makes it likeliest to be done just before the others.
        Marathon = "marathon",
        /// The same, with a guess at the others' growing income.
        Kinematic = "kinematic",
        /// Has as few turns until victory as can be.
        Tuv = "tuv",
    }
}

/// A thing to build and the most copies to have of it.
type Capped = (&'static str, u8);

/// The landmarks, the dearest first.
const LANDMARKS: [Landmark; 6] = [
    Landmark::Airport,
    Landmark::RadioTower,
    Landmark::AmusementPark,
    Landmark::ShoppingMall,
    Landmark::TrainStation,
    Landmark::Harbor,
];

/// What `thoughtful` builds with a Train Station, and the icon that it must have for it.
const TWO_DICE: [(&str, Option<&str>); 6] = [
    ("mine", None),
    ("furniture_factory", Some("gear")),
    ("cheese_factory", Some("cow")),
    ("family_restaurant", None),
    ("apple_orchard", None),
    ("farmers_market", Some("wheat")),
];

/// What `thoughtful` builds otherwise.
const ANY_DICE: [&str; 9] = [
    "tv_station",
    "business_center",
    "stadium",
    "forest",
    "convenience_store",
    "ranch",
    "wheat_field",
    "cafe",
    "bakery",
];

/// What `fromage` builds.
const FROMAGE: [Capped; 18] = [
    ("ranch", 3),
    ("cheese_factory", 1),
    ("convenience_store", 4),
    ("ranch", 5),
    ("mine", 2),
    ("cheese_factory", 2),
    ("ranch", 7),
    ("bakery", 3),
    ("apple_orchard", 2),
    ("wheat_field", 3),
    ("family_restaurant", 1),
    ("forest", 2),
    ("furniture_factory", 1),
    ("tv_station", 1),
    ("business_center", 1),
    ("stadium", 1),
    ("cafe", 1),
    ("farmers_market", 2),
];

impl Style {
    /// How it counts income: the program harmonictook's strategies as that program does, `tuv` by the plain formulas.
    pub(super) fn model(self) -> Model {
        if self == Style::Tuv { Model::Seed } else { Model::Harmonictook }
    }

    /// What to build, and why. The generator is for lists that have come to their end.
    pub(super) fn choose(self, shop: &Shop<'_>, rng: &mut Rng) -> BuildChoice {
        match self {
            Style::Thoughtful => shop.first_of(shop.thoughtful(), rng),
            Style::Fromage => shop.first_of(shop.fromage(), rng),
            Style::Ev => shop.by_coins(),
            Style::Coverage => shop.by_coverage(),
            Style::Impatient => shop.impatient(),
            Style::Marathon => shop.likelier(shop.marathon_rounds()),
            Style::Kinematic => shop.likelier(shop.kinematic_rounds()),
            Style::Tuv => shop.by_turns(),
        }
    }
}

impl Shop<'_> {
    /// What a list says, or where it says nothing anything at all.
    fn first_of(&self, listed: Option<Site>, rng: &mut Rng) -> BuildChoice {
        if let Some(site) = listed {
            return BuildChoice::of(site, "it comes first on its shopping list");
        }
        let sites: Vec<Site> = self.sites().collect();
        match sites.len() as u32 {
            0 => BuildChoice::nothing("it can pay for nothing"),
            count => {
                BuildChoice::of(sites[rng.below(count) as usize], "its shopping list has come to its end")
            }
        }
    }

    /// The dearest landmark that can be paid for.
    fn landmark(&self) -> Option<Site> {
        LANDMARKS.into_iter().map(Site::Landmark).find(|&site| self.sites().any(|other| other == site))
    }

    /// The kind of this name, if it can be paid for.
    fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().copied().find(|&kind| self.odds.game().cards().slug(kind) == name)
    }

    fn has_icon(&self, icon: &str) -> bool {
        let cards = self.odds.game().cards();
        self.city().cards().any(|(kind, _)| cards.card(kind).icon == icon)
    }

    fn thoughtful(&self) -> Option<Site> {
        let two = self.city().has(Landmark::TrainStation).then_some(TWO_DICE).into_iter().flatten();
        let two = two.filter(|(_, icon)| icon.is_none_or(|icon| self.has_icon(icon))).map(|(name, _)| name);
        let listed = || two.chain(ANY_DICE).find_map(|name| self.kind(name)).map(Site::Card);
        self.landmark().or_else(listed).or_else(|| self.unlisted())
    }

    fn fromage(&self) -> Option<Site> {
        let wanted = |&(name, cap): &Capped| self.kind(name).filter(|&kind| self.city().copies(kind) < cap);
        let listed = || FROMAGE.iter().find_map(wanted).map(Site::Card);
        self.landmark().or_else(listed).or_else(|| self.unlisted())
    }

    /// What the lists don't know: the card of an expansion or a file that brings the most coins.
    fn unlisted(&self) -> Option<Site> {
        let cards = self.odds.game().cards();
        let is_listed = |kind: Kind| BASE.iter().any(|card| card.slug() == cards.slug(kind));
        let unknown = self.kinds.iter().copied().filter(|&kind| !is_listed(kind)).map(Site::Card);
        let ranked: Vec<Ranked> = unknown.map(|site| self.coins(site)).collect();
        Ranked::best(&ranked).filter(|best| best.shown > 0.0).map(|best| best.site)
    }
}
