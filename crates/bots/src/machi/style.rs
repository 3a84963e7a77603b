//! What tells the named strategies apart: how they choose what to build.

use tercet_game::{Game, Seat, Seats, named};
use tercet_machi::{BASE, Kind, Landmark, Site, State};
use tercet_odds::{Odds, Purchase};

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
type Wish = (&'static str, u8);

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
const FROMAGE: [Wish; 18] = [
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

/// A position in which the seat is to build, and what it can pay for.
pub(super) struct Shop<'a> {
    pub(super) odds: &'a Odds,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    /// The kinds that it can pay for.
    pub(super) kinds: Vec<Kind>,
}

impl Style {
    /// What to build; `None` for nothing.
    pub(super) fn choose(self, shop: &Shop<'_>) -> Option<Site> {
        let landmark = || shop.landmark().map(Site::Landmark);
        match self {
            Style::Thoughtful => landmark().or_else(|| shop.thoughtful()),
            Style::Fromage => landmark().or_else(|| shop.fromage()),
            Style::Ev => shop.best(1, |option| option.delta_ev >= 0.0, |option| [option.delta_ev, 0.0]),
            Style::Coverage => landmark().or_else(|| {
                let any = |option: &Purchase| option.delta_coverage > 0.0 || option.delta_ev > 0.0;
                shop.best(1, any, |option| [option.delta_coverage, option.delta_ev])
            }),
            Style::Impatient => landmark().or_else(|| shop.nearest()),
            Style::Marathon => landmark().or_else(|| shop.likelier(shop.marathon_rounds())),
            Style::Kinematic => landmark().or_else(|| shop.likelier(shop.kinematic_rounds())),
            Style::Tuv => {
                shop.best(1, |option| option.delta_tuv <= 0.0, |option| [-option.delta_tuv, option.delta_ev])
            }
        }
    }
}

impl Shop<'_> {
    fn has(&self, landmark: Landmark) -> bool {
        self.state.city(self.seat).has(landmark)
    }

    /// The dearest landmark that can be paid for.
    fn landmark(&self) -> Option<Landmark> {
        let coins = self.state.city(self.seat).coins();
        let in_game = |landmark: &Landmark| self.odds.game().landmarks().any(|other| other == *landmark);
        LANDMARKS
            .into_iter()
            .filter(in_game)
            .find(|&landmark| !self.has(landmark) && u32::from(landmark.cost()) <= coins)
    }

    /// The kind of this name, if it can be paid for.
    fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().copied().find(|&kind| self.odds.game().cards().slug(kind) == name)
    }

    fn has_icon(&self, icon: &str) -> bool {
        let cards = self.odds.game().cards();
        self.state.city(self.seat).cards().any(|(kind, _)| cards.card(kind).icon == icon)
    }

    fn thoughtful(&self) -> Option<Site> {
        let two = self.has(Landmark::TrainStation).then_some(TWO_DICE).into_iter().flatten();
        let two = two.filter(|(_, icon)| icon.is_none_or(|icon| self.has_icon(icon))).map(|(name, _)| name);
        let listed = two.chain(ANY_DICE).find_map(|name| self.kind(name)).map(Site::Card);
        listed.or_else(|| self.unlisted())
    }

    fn fromage(&self) -> Option<Site> {
        let city = self.state.city(self.seat);
        let wanted = |&(name, cap): &Wish| self.kind(name).filter(|&kind| city.copies(kind) < cap);
        FROMAGE.iter().find_map(wanted).map(Site::Card).or_else(|| self.unlisted())
    }

    /// What the lists don't know: the card of an expansion or a file that brings the most coins.
    fn unlisted(&self) -> Option<Site> {
        let cards = self.odds.game().cards();
        let listed = |kind: Kind| BASE.iter().any(|card| card.slug() == cards.slug(kind));
        let unknown = |option: &Purchase| match option.site {
            Site::Card(kind) => !listed(kind) && option.delta_ev > 0.0,
            Site::Landmark(_) => false,
        };
        if self.kinds.iter().all(|&kind| listed(kind)) {
            return None;
        }
        self.best(1, unknown, |option| [option.delta_ev, 0.0])
    }

    /// The thing that can be paid for, passes the test and has the highest value; of equals the first in the order
    /// of the odds' list.
    fn best(
        &self,
        rounds: u32,
        test: impl Fn(&Purchase) -> bool,
        value: impl Fn(&Purchase) -> [f64; 2],
    ) -> Option<Site> {
        let coins = self.state.city(self.seat).coins();
        let options = self.odds.score_purchase_options(self.state, self.seat, &self.kinds, rounds);
        let mut best: Option<([f64; 2], Site)> = None;
        for option in options.iter().filter(|option| u32::from(option.cost) <= coins && test(option)) {
            let value = value(option);
            if best.is_none_or(|(other, _)| is_more(value, other)) {
                best = Some((value, option.site));
            }
        }
        best.map(|(_, site)| site)
    }

    /// What leaves the fewest turns until victory by its income alone, whatever it costs; of equals the most uncertain.
    fn nearest(&self) -> Option<Site> {
        let now = self.odds.tuv_expected(self.state, self.seat);
        let mut best: Option<([f64; 2], Kind)> = None;
        for &kind in &self.kinds {
            let with = self.odds.game().with_site(self.state, self.seat, Site::Card(kind));
            let round = self.odds.round_pmf(&with, self.seat);
            let turns = self.odds.tuv_at(&with, self.seat, round.mean());
            let value = [-turns, round.variance()];
            if turns < now && best.is_none_or(|(other, _)| is_more(value, other)) {
                best = Some((value, kind));
            }
        }
        best.map(|(_, kind)| Site::Card(kind))
    }

    /// What raises the chance to be done within so many rounds the most.
    fn likelier(&self, rounds: u32) -> Option<Site> {
        self.best(rounds, |option| option.delta_victory > 0.0, |option| [option.delta_victory, 0.0])
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        Seats::first(self.odds.game().seats()).iter().filter(|&other| other != self.seat)
    }

    fn cap(&self) -> f64 {
        if self.odds.game().seats() == 2 { 20.0 } else { 17.0 }
    }

    /// `marathon`: one round before the quickest opponent, at his present income.
    fn marathon_rounds(&self) -> u32 {
        let quickest =
            self.others().map(|other| self.odds.tuv_expected(self.state, other)).fold(f64::MAX, f64::min);
        whole((quickest.floor() - 1.0).clamp(1.0, self.cap()))
    }

    /// `kinematic`: one round before the quickest opponent, whose income grows steadily.
    fn kinematic_rounds(&self) -> u32 {
        let quickest = self.others().map(|other| self.rounds_of(other)).fold(f64::MAX, f64::min);
        whole((quickest.min(self.cap()) - 1.0).max(1.0))
    }

    fn rounds_of(&self, other: Seat) -> f64 {
        let growth = 0.45 * (f64::from(self.odds.game().seats()) + 3.0) / 7.0;
        let income = self.odds.round_pmf(self.state, other).mean();
        let needed = f64::from(self.odds.coins_needed(self.state, other));
        match (needed, income) {
            _ if needed <= 0.0 => 1.0,
            _ if income <= 0.0 => 999.0,
            _ => ((income.mul_add(income, 2.0 * growth * needed).sqrt() - income) / growth).ceil(),
        }
    }
}

/// A whole number of rounds that is at least 1.
#[allow(clippy::cast_sign_loss, reason = "it is at least 1")]
fn whole(rounds: f64) -> u32 {
    rounds as u32
}

/// By the first number, then the second; differences that are rounding alone don't count.
fn is_more(a: [f64; 2], b: [f64; 2]) -> bool {
    const NEAR: f64 = 1e-9;
    match a[0] - b[0] {
        more if more > NEAR => true,
        less if less < -NEAR => false,
        _ => a[1] - b[1] > NEAR,
    }
}
