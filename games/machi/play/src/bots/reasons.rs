//! What a strategist compares where it does not build: dice, whom to take from, what to exchange, what the expansions ask.

use tercet_game::Seat;
use tercet_machi::{Action, Kind, Phase, Site, State};

use super::decision::Decision;
use super::style::Style;
use tercet_search::{Compared, Explanation};

/// The numbers behind one decision.
pub(super) struct Reasons {
    why: &'static str,
    measure: &'static str,
    /// Is the highest the best, or the lowest?
    order: Order,
    compared: Vec<(Action, f64)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Most,
    Least,
}

use Order::{Least, Most};

impl Reasons {
    fn new(why: &'static str, measure: &'static str, order: Order, compared: Vec<(Action, f64)>) -> Reasons {
        Reasons { why, measure, order, compared }
    }

    /// The reasons for what is done: that first, then the others from the best on.
    pub(super) fn of(self, action: Action) -> Explanation<Action> {
        let mut compared: Vec<Compared<Action>> =
            self.compared.into_iter().map(|(action, value)| Compared { action, value }).collect();
        let sign = if self.order == Most { -1.0 } else { 1.0 };
        compared.sort_by(|a, b| {
            (a.action != action)
                .cmp(&(b.action != action))
                .then((sign * a.value).total_cmp(&(sign * b.value)))
        });
        let answer = tercet_game::Answer::now(action);
        Explanation { answer, why: self.why.to_owned(), measure: self.measure, compared }
    }
}

impl Decision<'_> {
    /// What is compared in everything but building; `None` where nothing is decided.
    pub(super) fn reasons(&self) -> Option<Reasons> {
        Some(match self.state.phase() {
            Phase::ChooseDice => {
                let (measure, [one, two]) = self.by_dice();
                Reasons::new(
                    "that many dice pay more on average",
                    measure,
                    Most,
                    vec![(Action::Roll(1), one), (Action::Roll(2), two)],
                )
            }
            Phase::KeepOrReroll => {
                let (measure, kept, least) = self.kept_and_least();
                let compared = vec![(Action::Keep, kept), (Action::Reroll, least)];
                Reasons::new("it rolls again only when a roll pays too little", measure, Most, compared)
            }
            Phase::AddTwo => {
                let income = self.odds.income_by_total(self.state, self.seat).map(f64::from);
                let total = usize::from(self.state.total());
                let compared = vec![(Action::Stay, income[total]), (Action::AddTwo, income[total + 2])];
                Reasons::new("that total brings more", "coins by the total", Most, compared)
            }
            Phase::Target { .. } => self.by_seat(Action::Target),
            Phase::Exchange { .. } => self.exchanges(),
            Phase::Give { .. } => self.gifts(),
            Phase::Take { with, .. } => self.takings(with),
            Phase::Demolish { .. } => {
                let landmarks = self.state.city(self.seat).landmarks();
                let cost = |landmark| {
                    (Action::Demolish(landmark), f64::from(self.game.cost(Site::Landmark(landmark))))
                };
                Reasons::new(
                    "it costs the least to build again",
                    "cost",
                    Least,
                    landmarks.map(cost).collect(),
                )
            }
            Phase::Move { .. } => self.moves(),
            Phase::Renovate { .. } | Phase::Exhibit { .. } | Phase::Activate => Reasons::new(
                "it brings the most at once",
                "coins at once, less what it costs",
                Most,
                self.by_coins(),
            ),
            Phase::Invest => {
                let compared = vec![(Action::Invest, self.coin_returns()), (Action::Save, 1.0)];
                Reasons::new(
                    "it puts a coin down only if more than one comes back",
                    "coins for the coin",
                    Most,
                    compared,
                )
            }
            Phase::Build
            | Phase::Deal { .. }
            | Phase::Roll { .. }
            | Phase::Throw { .. }
            | Phase::Over { .. } => {
                return None;
            }
        })
    }

    /// The others, as who is taken from.
    fn by_seat(&self, action: impl Fn(Seat) -> Action) -> Reasons {
        let turns = |seat| (action(seat), self.odds.tuv_expected(self.state, seat));
        let coins = |seat| (action(seat), f64::from(self.state.city(seat).coins()));
        if self.is_runner() {
            return Reasons::new(
                "that player is the quickest",
                "turns until victory",
                Least,
                self.others().map(turns).collect(),
            );
        }
        Reasons::new("that player has the most", "coins", Most, self.others().map(coins).collect())
    }

    fn exchanges(&self) -> Reasons {
        if self.style != Style::Tuv {
            return self.by_seat(Action::Exchange);
        }
        let with = |with| Some((Action::Exchange(with), self.after_exchange(with)?));
        let mut compared: Vec<_> = self.others().filter_map(with).collect();
        compared.push((Action::Decline, self.worth(self.state)));
        let compared = compared.into_iter().map(|(action, worth)| (action, -worth[0])).collect();
        Reasons::new("that leaves the fewest turns", "turns until victory", Least, compared)
    }

    fn gifts(&self) -> Reasons {
        let without = |kind| self.game.without_card(self.state, self.seat, kind);
        self.cards(self.seat, without, Action::Give)
            .unwrap_or_else(|| self.by_rolls_and_cost("it is the lowest by its rolls and its cost"))
    }

    fn takings(&self, from: Seat) -> Reasons {
        let with = |kind| self.game.with_site(self.state, self.seat, Site::Card(kind));
        self.cards(from, with, Action::Take).unwrap_or_else(|| {
            let copies = |kind| (Action::Take(kind), f64::from(self.state.city(from).copies(kind)));
            let compared = self.movable(from).map(copies).collect();
            Reasons::new("it was picked at random", "copies", Most, compared)
        })
    }

    /// Cards by what the city is worth after each change, to styles that look at that.
    fn cards(
        &self,
        owner: Seat,
        after: impl Fn(Kind) -> State,
        action: impl Fn(Kind) -> Action,
    ) -> Option<Reasons> {
        let cards = self.movable(owner);
        Some(match self.style {
            Style::Tuv => {
                let turns = |kind| (action(kind), -self.worth(&after(kind))[0]);
                Reasons::new(
                    "it leaves the fewest turns",
                    "turns until victory",
                    Least,
                    cards.map(turns).collect(),
                )
            }
            Style::Impatient => {
                let turns = |kind| (action(kind), -self.worth_alone(&after(kind))[0]);
                let measure = "turns until victory if nobody else played";
                Reasons::new("it leaves the fewest turns", measure, Least, cards.map(turns).collect())
            }
            Style::Marathon | Style::Kinematic => {
                let chance = |kind| (action(kind), self.worth_alone(&after(kind))[0]);
                let measure = "chance to be done in time";
                Reasons::new("it leaves the best chance", measure, Most, cards.map(chance).collect())
            }
            _ => return None,
        })
    }

    fn by_rolls_and_cost(&self, why: &'static str) -> Reasons {
        let value = |kind| (Action::Give(kind), f64::from(self.game.cards().rolls_and_cost(kind)));
        Reasons::new(
            why,
            "sum of its rolls and its cost",
            Least,
            self.movable(self.seat).map(value).collect(),
        )
    }

    fn moves(&self) -> Reasons {
        let to = self.slowest().unwrap_or(self.seat);
        let turns = |kind| {
            let without = self.game.without_card(self.state, self.seat, kind);
            (Action::Move(kind, to), -self.worth(&without)[0])
        };
        let compared = self.movable(self.seat).map(turns).collect();
        Reasons::new(
            "it is missed least, and goes to the slowest",
            "turns until victory without it",
            Least,
            compared,
        )
    }
}
