//! The named strategies: they share how they roll, whom they take from and what they exchange, and differ in what they build.

use tercet_game::{Answer, Game, Player, Seat, Seats};
use tercet_machi::{Action, Config, Kind, Landmark, MachiKoro, Phase, Site, State};
use tercet_odds::{Model, Odds};

use super::random::richest;
use super::style::{Shop, Style};

/// A player with a named strategy. It draws nothing at random.
#[derive(Clone, Debug)]
pub struct Strategist {
    style: Style,
    /// The mathematics of the game that is played, made when it begins.
    odds: Option<Box<(Config, Odds)>>,
}

impl Strategist {
    /// The player of this style.
    pub fn new(style: Style) -> Strategist {
        Strategist { style, odds: None }
    }

    /// How it chooses.
    pub fn style(&self) -> Style {
        self.style
    }

    fn odds(&mut self, game: &MachiKoro) -> &Odds {
        if self.odds.as_ref().is_none_or(|made| made.0 != *game.config()) {
            self.odds = Some(Box::new((game.config().clone(), Odds::new(game, Model::Harmonictook))));
        }
        &self.odds.as_ref().expect("it was just made").1
    }
}

impl Player<MachiKoro> for Strategist {
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        let style = self.style;
        let mind = Mind { game, state, seat, style, odds: self.odds(game) };
        Some(Answer::now(mind.decide()?))
    }
}

/// One decision of a strategist.
struct Mind<'a> {
    game: &'a MachiKoro,
    state: &'a State,
    seat: Seat,
    style: Style,
    odds: &'a Odds,
}

impl Mind<'_> {
    fn decide(&self) -> Option<Action> {
        Some(match self.state.phase() {
            Phase::ChooseDice => Action::Roll(1 + u8::from(self.two_dice())),
            Phase::KeepOrReroll if self.rerolls() => Action::Reroll,
            Phase::KeepOrReroll => Action::Keep,
            Phase::AddTwo if self.adds_two() => Action::AddTwo,
            Phase::AddTwo => Action::Stay,
            Phase::Target { .. } => Action::Target(richest(self.game, self.state, self.seat)),
            Phase::Exchange { .. } => self.exchange(),
            Phase::Give { .. } => Action::Give(self.least()?),
            Phase::Take { with, .. } => Action::Take(self.most_of(with)?),
            Phase::Demolish { .. } => Action::Demolish(self.cheapest()?),
            Phase::Move { .. } => Action::Move(self.least()?, self.slowest()?),
            Phase::Renovate { .. } | Phase::Exhibit { .. } | Phase::Activate => self.most_coins()?,
            Phase::Build => self.build(),
            Phase::Invest if self.invests() => Action::Invest,
            Phase::Invest => Action::Save,
            Phase::Deal | Phase::Roll { .. } | Phase::Throw { .. } | Phase::Over { .. } => return None,
        })
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        Seats::first(self.game.seats()).iter().filter(|&other| other != self.seat)
    }

    fn two_dice(&self) -> bool {
        let mean = |dice| self.odds.mean_with_dice(self.state, self.seat, dice);
        mean(2) >= mean(1)
    }

    /// `impatient` rolls again what is among the four poorest totals; the others what is below the mean.
    fn rerolls(&self) -> bool {
        let income = self.odds.income_by_total(self.state, self.seat);
        let coins = income[usize::from(self.state.total())];
        if self.style == Style::Impatient {
            let mut by_coins = income[1..=12].to_vec();
            by_coins.sort_unstable();
            return coins <= by_coins[3];
        }
        let dice = 1 + u8::from(self.two_dice());
        f64::from(coins) < self.odds.roll_mean(self.state, self.seat, dice)
    }

    fn adds_two(&self) -> bool {
        let income = self.odds.income_by_total(self.state, self.seat);
        let total = usize::from(self.state.total());
        income[total + 2] > income[total]
    }

    /// What the cities are worth to the seat: the fewer turns until victory the better, then the more income.
    fn worth(&self, state: &State) -> [f64; 2] {
        let mean = self.odds.round_pmf(state, self.seat).mean();
        [-self.odds.tuv_at(state, self.seat, mean), mean]
    }

    /// The own card that is missed least.
    fn least(&self) -> Option<Kind> {
        let without = |kind| self.worth(&self.game.without_card(self.state, self.seat, kind));
        self.movable(self.seat).max_by(|&a, &b| order(without(a), without(b)))
    }

    /// The other's card that helps most.
    fn most_of(&self, with: Seat) -> Option<Kind> {
        let helped = |kind| self.worth(&self.game.with_site(self.state, self.seat, Site::Card(kind)));
        self.movable(with).max_by(|&a, &b| order(helped(a), helped(b)))
    }

    fn movable(&self, seat: Seat) -> impl Iterator<Item = Kind> {
        let cards = self.state.city(seat).cards().map(|(kind, _)| kind);
        cards.filter(|&kind| self.game.may_be_exchanged(kind))
    }

    /// With whom the exchange helps most; none, if it helps with nobody.
    fn exchange(&self) -> Action {
        let Some(give) = self.least() else { return Action::Decline };
        let less = self.game.without_card(self.state, self.seat, give);
        let after = |with: Seat| {
            let take = self.most_of(with)?;
            Some((self.worth(&self.game.with_site(&less, self.seat, Site::Card(take))), with))
        };
        let best = self.others().filter_map(after).max_by(|(a, _), (b, _)| order(*a, *b));
        let optional = self.game.config().business_center == tercet_machi::BusinessCenter::Optional;
        match best {
            Some((worth, _)) if optional && order(worth, self.worth(self.state)).is_le() => Action::Decline,
            Some((_, with)) => Action::Exchange(with),
            None => Action::Decline,
        }
    }

    fn cheapest(&self) -> Option<Landmark> {
        self.state.city(self.seat).landmarks().min_by_key(|landmark| landmark.cost())
    }

    /// The opponent who is farthest from victory.
    fn slowest(&self) -> Option<Seat> {
        let turns = |seat| self.odds.tuv_expected(self.state, seat);
        self.others().max_by(|&a, &b| turns(a).total_cmp(&turns(b)))
    }

    /// What brings the most coins at once. A card that is exhibited goes back, so it must bring what it cost.
    fn most_coins(&self) -> Option<Action> {
        let mut legal = Vec::new();
        self.game.legal_actions(self.state, self.seat, &mut legal);
        let coins = |action: Action| {
            let mut after = *self.state;
            let done = self.game.play(&mut after, self.seat, action, &mut ());
            let before = i64::from(self.state.city(self.seat).coins());
            done.map_or(i64::MIN, |()| i64::from(after.city(self.seat).coins()) - before - self.price(action))
        };
        // Of equals the first: the order of the list.
        legal.into_iter().rev().max_by_key(|&action| coins(action))
    }

    /// What an action costs beside coins: the hall that goes back, own copies that close.
    fn price(&self, action: Action) -> i64 {
        let open = |kind| {
            let city = self.state.city(self.seat);
            i64::from(city.copies(kind) - city.closed(kind))
        };
        match (self.state.phase(), action) {
            (Phase::Exhibit { by }, Action::Exhibit(_)) => self.game.cost(Site::Card(by)).into(),
            (_, Action::Renovate(kind)) => 2 * open(kind),
            _ => 0,
        }
    }

    fn build(&self) -> Action {
        let kinds = self.game.affordable(self.state).collect();
        let shop = Shop { odds: self.odds, state: self.state, seat: self.seat, kinds };
        match self.style.choose(&shop) {
            Some(Site::Card(kind)) => Action::Build(kind),
            Some(Site::Landmark(landmark)) => Action::BuildLandmark(landmark),
            None => Action::Pass,
        }
    }

    /// A coin comes back from each opponent once in twelve turns of two dice.
    fn invests(&self) -> bool {
        let turns = self.odds.tuv_expected(self.state, self.seat);
        let opponents = f64::from(self.game.seats() - 1);
        self.state.city(self.seat).has(Landmark::TrainStation) && turns * opponents / 12.0 > 1.0
    }
}

fn order(a: [f64; 2], b: [f64; 2]) -> std::cmp::Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}
