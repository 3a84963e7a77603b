//! One decision of a strategist: dice, whom to take from, what to exchange, and what the expansions ask.

use tercet_game::{Game, Rng, Seat, Seats};
use tercet_machi::{Action, BusinessCenter, Effect, Kind, Landmark, MachiKoro, Phase, Site, State};
use tercet_odds::Odds;

use super::random::{any_card, meanest, richest};
use super::shop::{BuildChoice, Shop};
use super::style::Style;

/// A position in which a strategist decides.
pub(super) struct Decision<'a> {
    pub(super) game: &'a MachiKoro,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    pub(super) style: Style,
    pub(super) odds: &'a Odds,
}

/// Bots that look at totals alone roll again below this.
const LOW: u8 = 5;

impl Decision<'_> {
    /// Everything but building.
    pub(super) fn decide(&self, rng: &mut Rng) -> Option<Action> {
        Some(match self.state.phase() {
            Phase::ChooseDice => Action::Roll(1 + u8::from(self.two_dice())),
            Phase::KeepOrReroll if self.rerolls() => Action::Reroll,
            Phase::KeepOrReroll => Action::Keep,
            Phase::AddTwo if self.adds_two() => Action::AddTwo,
            Phase::AddTwo => Action::Stay,
            Phase::Target { .. } => Action::Target(self.target()),
            Phase::Exchange { .. } => self.exchange(),
            Phase::Give { .. } => Action::Give(self.give()?),
            Phase::Take { with, .. } => Action::Take(self.take(with, rng)?),
            Phase::Demolish { .. } => Action::Demolish(self.cheapest()?),
            Phase::Move { .. } => Action::Move(self.least()?, self.slowest()?),
            Phase::Renovate { .. } | Phase::Exhibit { .. } | Phase::Activate => self.most_coins()?,
            Phase::Invest if self.invests() => Action::Invest,
            Phase::Invest => Action::Save,
            Phase::Build
            | Phase::Deal { .. }
            | Phase::Roll { .. }
            | Phase::Throw { .. }
            | Phase::Over { .. } => {
                return None;
            }
        })
    }

    /// What to build.
    pub(super) fn build(&self, rng: &mut Rng) -> BuildChoice {
        self.style.choose(&self.shop(), rng)
    }

    fn shop(&self) -> Shop<'_> {
        let kinds = self.game.affordable(self.state).collect();
        Shop { odds: self.odds, state: self.state, seat: self.seat, kinds }
    }

    pub(super) fn others(&self) -> impl Iterator<Item = Seat> {
        Seats::first(self.game.seats()).iter().filter(|&other| other != self.seat)
    }

    /// Does the style look at rounds to come when it rolls, takes and exchanges?
    pub(super) fn is_runner(&self) -> bool {
        matches!(self.style, Style::Marathon | Style::Kinematic)
    }

    /// The rounds that a runner gives itself.
    fn rounds(&self) -> u32 {
        let shop = self.shop();
        if self.style == Style::Marathon { shop.marathon_rounds() } else { shop.kinematic_rounds() }
    }

    fn two_dice(&self) -> bool {
        let (_, [one, two]) = self.by_dice();
        if self.style == Style::Coverage { two > one } else { two >= one }
    }

    /// What one die and two are compared by.
    pub(super) fn by_dice(&self) -> (&'static str, [f64; 2]) {
        match self.style {
            Style::Coverage => {
                let covered = |dice| self.odds.own_coverage(self.state, self.seat, dice);
                ("chance that something fires", [1, 2].map(covered))
            }
            _ if self.is_runner() => ("chance to be done in time", self.shop().done_with_dice(self.rounds())),
            _ => {
                let mean = |dice| self.odds.mean_with_dice(self.state, self.seat, dice);
                ("coins of the turn in the mean", [1, 2].map(mean))
            }
        }
    }

    fn rerolls(&self) -> bool {
        let (_, kept, least) = self.kept_and_least();
        kept < least
    }

    /// What the dice bring, and the least that is kept. `impatient` and the runners roll again what is among the four poorest
    /// totals, a runner on his last lap whatever does not bring him home; `tuv` what is below the mean; the others what is low.
    pub(super) fn kept_and_least(&self) -> (&'static str, f64, f64) {
        let total = usize::from(self.state.total());
        match self.style {
            Style::Tuv => {
                let dice = 1 + u8::from(self.two_dice());
                let income = self.odds.income_by_total(self.state, self.seat);
                let mean = self.odds.roll_mean(self.state, self.seat, dice);
                ("coins of this roll, and of one in the mean", f64::from(income[total]), mean)
            }
            Style::Impatient | Style::Marathon | Style::Kinematic => {
                let income = self.income_by_total();
                let kept = f64::from(income[total]);
                if self.is_runner() && self.shop().own_rounds() == 1 {
                    let needed = self.odds.coins_needed(self.state, self.seat);
                    return ("coins of this roll, and what is needed to win", kept, f64::from(needed));
                }
                let mut by_coins = income[1..=12].to_vec();
                by_coins.sort_unstable();
                ("coins of this roll, and more than the four poorest bring", kept, f64::from(by_coins[3] + 1))
            }
            _ => ("the total, and the least that is kept", f64::from(self.state.total()), f64::from(LOW)),
        }
    }

    /// What a roll brings: blue and green cards, and what a purple one takes from one player who has enough.
    fn income_by_total(&self) -> [u32; 15] {
        let mut income = self.odds.alone_by_total(self.state, self.seat);
        for (kind, _) in self.state.city(self.seat).cards() {
            let card = self.game.cards().card(kind);
            if let Effect::Each { coins, .. } | Effect::One { coins } = card.effect {
                card.rolls.iter().for_each(|total| income[usize::from(total)] += u32::from(coins));
            }
        }
        income
    }

    fn adds_two(&self) -> bool {
        let income = self.odds.income_by_total(self.state, self.seat);
        let total = usize::from(self.state.total());
        income[total + 2] > income[total]
    }

    /// Runners take from the quickest, of equals the richest; the others from the richest.
    fn target(&self) -> Seat {
        let richest = richest(self.game, self.state, self.seat);
        if !self.is_runner() {
            return richest;
        }
        let turns = |seat| self.odds.tuv_expected(self.state, seat);
        let coins = |seat| self.state.city(seat).coins();
        let is_quicker =
            |a: Seat, b: Seat| turns(b).total_cmp(&turns(a)).then(coins(a).cmp(&coins(b))).is_gt();
        self.others()
            .reduce(|best, other| if is_quicker(other, best) { other } else { best })
            .unwrap_or(richest)
    }

    /// What the cities are worth to the seat: the fewer turns until victory the better, then the more income.
    pub(super) fn worth(&self, state: &State) -> [f64; 2] {
        let mean = self.odds.round_pmf(state, self.seat).mean();
        [-self.odds.tuv_at(state, self.seat, mean), mean]
    }

    /// What they are worth as if nobody else played, to who exchanges by that.
    pub(super) fn worth_alone(&self, state: &State) -> [f64; 2] {
        let round = self.odds.alone_pmf(state, self.seat);
        if self.style == Style::Impatient {
            return [-self.odds.tuv_at(state, self.seat, round.mean()), 0.0];
        }
        let needed = self.odds.coins_needed(state, self.seat);
        [round.reached_within(needed, self.shop().own_rounds()), 0.0]
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

    pub(super) fn movable(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Kind> {
        let cards = self.game.exchangeable(self.state.city(seat)).map(|(kind, _)| kind);
        cards.collect::<Vec<Kind>>().into_iter()
    }

    /// The card to give in an exchange.
    fn give(&self) -> Option<Kind> {
        match self.style {
            Style::Tuv => self.least(),
            Style::Impatient | Style::Marathon | Style::Kinematic => {
                let worth = |kind| self.worth_alone(&self.game.without_card(self.state, self.seat, kind));
                // Of equals the first.
                self.movable(self.seat).rev().max_by(|&a, &b| order(worth(a), worth(b)))
            }
            _ => meanest(self.game, self.state, self.seat),
        }
    }

    /// The card to take in an exchange.
    fn take(&self, with: Seat, rng: &mut Rng) -> Option<Kind> {
        match self.style {
            Style::Tuv => self.most_of(with),
            Style::Impatient | Style::Marathon | Style::Kinematic => {
                let helped = |kind| self.game.with_site(self.state, self.seat, Site::Card(kind));
                let worth = |kind| self.worth_alone(&helped(kind));
                self.movable(with).rev().max_by(|&a, &b| order(worth(a), worth(b)))
            }
            _ => any_card(self.game, self.state, with, rng),
        }
    }

    /// `tuv` exchanges with whom it helps most, if it helps; the others with whom they take from.
    fn exchange(&self) -> Action {
        if self.style == Style::Tuv {
            return self.best_exchange();
        }
        let with = self.target();
        if self.movable(with).next().is_some() { Action::Exchange(with) } else { Action::Decline }
    }

    fn best_exchange(&self) -> Action {
        let after = |with: Seat| Some((self.after_exchange(with)?, with));
        let best = self.others().filter_map(after).max_by(|(a, _), (b, _)| order(*a, *b));
        let optional = self.game.config().business_center == BusinessCenter::Optional;
        match best {
            Some((worth, _)) if optional && order(worth, self.worth(self.state)).is_le() => Action::Decline,
            Some((_, with)) => Action::Exchange(with),
            None => Action::Decline,
        }
    }

    /// What the cities are worth after the best exchange with a player.
    pub(super) fn after_exchange(&self, with: Seat) -> Option<[f64; 2]> {
        let less = self.game.without_card(self.state, self.seat, self.least()?);
        let take = self.most_of(with)?;
        Some(self.worth(&self.game.with_site(&less, self.seat, Site::Card(take))))
    }

    fn cheapest(&self) -> Option<Landmark> {
        self.state.city(self.seat).landmarks().min_by_key(|landmark| landmark.cost())
    }

    /// The opponent who is farthest from victory.
    pub(super) fn slowest(&self) -> Option<Seat> {
        let turns = |seat| self.odds.tuv_expected(self.state, seat);
        self.others().max_by(|&a, &b| turns(a).total_cmp(&turns(b)))
    }

    /// What brings the most coins at once. A card that is exhibited goes back, so it must bring what it cost.
    fn most_coins(&self) -> Option<Action> {
        // Of equals the first: the order of the list.
        let best = self.by_coins().into_iter().rev().max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map(|(action, _)| action)
    }

    /// What each action brings at once, less what it costs.
    pub(super) fn by_coins(&self) -> Vec<(Action, f64)> {
        let mut legal = Vec::new();
        self.game.legal_actions(self.state, self.seat, &mut legal);
        let coins = |action: Action| {
            let mut after = *self.state;
            let done = self.game.play(&mut after, self.seat, action, &mut ());
            let before = i64::from(self.state.city(self.seat).coins());
            let change = i64::from(after.city(self.seat).coins()) - before - self.price(action);
            done.map_or(f64::NEG_INFINITY, |()| change as f64)
        };
        legal.into_iter().map(|action| (action, coins(action))).collect()
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

    fn invests(&self) -> bool {
        self.coin_returns() > 1.0
    }

    /// How often a coin that is invested comes back: from each opponent once in twelve turns of two dice.
    pub(super) fn coin_returns(&self) -> f64 {
        let turns = self.odds.tuv_expected(self.state, self.seat).min(Odds::MOST_TURNS);
        let opponents = f64::from(self.game.seats() - 1);
        let has_two_dice = self.state.city(self.seat).has(Landmark::TrainStation);
        if has_two_dice { turns * opponents / 12.0 } else { 0.0 }
    }
}

fn order(a: [f64; 2], b: [f64; 2]) -> std::cmp::Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}
