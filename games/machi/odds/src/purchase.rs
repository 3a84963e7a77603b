//! What a purchase is worth: expected coins, activations, coverage, and the change of each by one thing more.

use tercet_game::Seat;
use tercet_machi::{Kind, Landmark, Site, State};

use crate::dice::{TOTALS, p_hits};
use crate::facts::{Pays, totals};
use crate::value::turns_gap;
use crate::{Model, Odds};

/// What one thing that can be bought would change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purchase {
    /// The thing.
    pub site: Site,
    /// What it costs.
    pub cost: u8,
    /// More coins in the rounds asked for.
    pub delta_ev: f64,
    /// More coverage.
    pub delta_coverage: f64,
    /// Turns until victory once it is paid; infinite if never.
    pub tuv_after: f64,
    /// More turns until victory, once it is paid: less than 0 is good. Minus infinity for what leads out of never winning,
    /// 0 for what does not.
    pub delta_tuv: f64,
    /// More chance to earn all that victory costs within the rounds asked for, once it is paid.
    pub delta_victory: f64,
}

/// How much a turn counts for more if its roller has an Amusement Park: turns follow on turns, once in six.
const PARK_TURNS: f64 = 1.2;

impl Odds {
    /// Expected coins a round of one copy of a card, over the turns on which it fires: the chance of its totals by what it
    /// pays, by the turns that a round is expected to have.
    pub fn ev(&self, state: &State, seat: Seat, kind: Kind) -> f64 {
        let fact = &self.facts[kind.index()];
        let rolls = self.game.cards().card(kind).rolls;
        let fires = self.seats().filter(|&roller| fact.fires(roller == seat));
        fires
            .map(|roller| {
                let coins = f64::from(self.simple().payout(fact, state, seat, roller));
                self.coin_turns(state, seat, roller) * p_hits(rolls, Odds::dice(state, roller)) * coins
            })
            .sum()
    }

    /// How many turns' income a turn of the roller is for the seat.
    fn coin_turns(&self, state: &State, seat: Seat, roller: Seat) -> f64 {
        let (rolls, two) = (state.city(roller), Odds::dice(state, roller) == 2);
        match self.model {
            _ if !rolls.has(Landmark::AmusementPark) => 1.0,
            Model::Seed if roller != seat || !two => 1.0,
            Model::Seed | Model::Harmonictook => 7.0 / 6.0,
            Model::Exact if two => PARK_TURNS,
            Model::Exact => 1.0,
        }
    }

    /// Expected activations a round of one copy of a card, whatever it pays.
    pub fn coverage_value(&self, state: &State, seat: Seat, kind: Kind) -> f64 {
        let fact = &self.facts[kind.index()];
        let rolls = self.game.cards().card(kind).rolls;
        let fires = self.seats().filter(|&roller| fact.fires(roller == seat));
        fires.map(|roller| turn_weight(state, roller) * p_hits(rolls, Odds::dice(state, roller))).sum()
    }

    /// Expected activations a round of all cards.
    pub fn portfolio_coverage(&self, state: &State, seat: Seat) -> f64 {
        let cards = state.city(seat).cards();
        cards.map(|(kind, copies)| f64::from(copies) * self.coverage_value(state, seat, kind)).sum()
    }

    /// The chance that a roll of so many dice fires an own card on the own turn.
    pub fn own_coverage(&self, state: &State, seat: Seat, dice: u8) -> f64 {
        let covered = self.covered(state, seat, true);
        totals(covered).map(|total| TOTALS[usize::from(dice) - 1][total]).sum()
    }

    /// The totals on which a card of the seat fires, a bit each.
    fn covered(&self, state: &State, seat: Seat, is_own: bool) -> u16 {
        let facts = state.city(seat).cards().map(|(kind, _)| &self.facts[kind.index()]);
        facts.filter(|fact| fact.fires(is_own)).fold(0, |all, fact| all | fact.totals)
    }

    /// How much more is covered: for a card the chance of the rolls on which none fired before, summed over the turns of a
    /// round; for a landmark what it does for the own roll.
    pub fn delta_coverage(&self, state: &State, seat: Seat, site: Site) -> f64 {
        let covered = self.own_coverage(state, seat, Odds::dice(state, seat));
        match site {
            Site::Card(kind) => {
                let fact = &self.facts[kind.index()];
                let fires = self.seats().filter(|&roller| fact.fires(roller == seat));
                fires
                    .map(|roller| {
                        let new = fact.totals & !self.covered(state, seat, roller == seat);
                        let dice = usize::from(Odds::dice(state, roller));
                        let chance: f64 = totals(new).map(|total| TOTALS[dice - 1][total]).sum();
                        turn_weight(state, roller) * chance
                    })
                    .sum()
            }
            Site::Landmark(Landmark::TrainStation) => {
                self.own_coverage(state, seat, 2) - self.own_coverage(state, seat, 1)
            }
            Site::Landmark(Landmark::RadioTower) => (1.0 - covered) * covered,
            Site::Landmark(Landmark::AmusementPark) => covered / 6.0,
            Site::Landmark(Landmark::ShoppingMall | Landmark::Harbor | Landmark::Airport) => 0.0,
        }
    }

    /// How many more coins so many rounds are expected to bring with one more of it. `market` are the kinds that can be
    /// bought after it: where they are given, a Train Station is worth what it opens in the market.
    pub fn delta_ev(
        &self,
        state: &State,
        seat: Seat,
        site: Site,
        rounds: u32,
        market: Option<&[Kind]>,
    ) -> f64 {
        let once = match (site, market) {
            (Site::Landmark(Landmark::TrainStation), Some(market)) => {
                self.train_station_gain(state, seat, market)
            }
            (Site::Card(kind), _) if self.is_exchange(kind) => self.exchange_gain(state, seat, kind),
            _ => self.gain(state, seat, site),
        };
        f64::from(rounds) * once
    }

    /// The mean of a round with one more of it, less the mean without.
    fn gain(&self, state: &State, seat: Seat, site: Site) -> f64 {
        let with = self.game.with_site(state, seat, site);
        self.round_pmf(&with, seat).mean() - self.round_pmf(state, seat).mean()
    }

    pub(crate) fn is_exchange(&self, kind: Kind) -> bool {
        let fact = &self.facts[kind.index()];
        let card = self.game.cards().card(kind);
        fact.pays == Pays::Nothing && card.effect == tercet_machi::Effect::Exchange
    }

    /// What the cards for two dice gain at the median with a Train Station, over what those for one gain without.
    fn train_station_gain(&self, state: &State, seat: Seat, market: &[Kind]) -> f64 {
        let with = self.game.with_site(state, seat, Site::Landmark(Landmark::TrainStation));
        let rolls = |kind: Kind| self.game.cards().card(kind).rolls;
        let high = market.iter().filter(|&&kind| rolls(kind).lowest() >= 7);
        let high = high.map(|&kind| self.gain(&with, seat, Site::Card(kind))).filter(|&gain| gain > 0.0);
        let low = market.iter().filter(|&&kind| rolls(kind).highest() <= 6);
        let low = low.map(|&kind| self.gain(state, seat, Site::Card(kind)));
        (median(high.collect()) - median(low.collect())).max(0.0)
    }

    /// The best exchange: the card of an opponent that gains most, for that of the own four meanest that helps him least.
    fn exchange_gain(&self, state: &State, seat: Seat, kind: Kind) -> f64 {
        let movable = |seat: Seat| {
            let cards = self.game.exchangeable(state.city(seat));
            cards.map(|(kind, _)| kind).collect::<Vec<Kind>>()
        };
        let mean = self.round_pmf(state, seat).mean();
        let mut own: Vec<(f64, Kind)> = movable(seat)
            .into_iter()
            .map(|kind| {
                let without = self.game.without_card(state, seat, kind);
                (mean - self.round_pmf(&without, seat).mean(), kind)
            })
            .collect();
        own.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        own.truncate(4);
        let best = self.seats().filter(|&other| other != seat).filter_map(|other| {
            let take = movable(other).into_iter().map(|kind| self.gain(state, seat, Site::Card(kind)));
            let take = take.max_by(f64::total_cmp)?;
            let helps = |kind: Kind| self.gain(state, other, Site::Card(kind));
            let (give, _) = own.iter().min_by(|(_, a), (_, b)| helps(*a).total_cmp(&helps(*b)))?;
            Some(take - give)
        });
        let best = best.max_by(f64::total_cmp).unwrap_or(0.0);
        let rolls = self.game.cards().card(kind).rolls;
        best * p_hits(rolls, Odds::dice(state, seat)) * turn_weight(state, seat)
    }

    /// Everything that the seat could buy, affordable or not, by gain: kinds of the market and landmarks not yet
    /// built. Changes are those of so many rounds.
    pub fn score_purchase_options(
        &self,
        state: &State,
        seat: Seat,
        market: &[Kind],
        rounds: u32,
    ) -> Vec<Purchase> {
        let sites = market.iter().map(|&kind| Site::Card(kind));
        let sites = sites.chain(self.landmarks_left(state, seat).map(Site::Landmark));
        let mut options: Vec<Purchase> =
            sites.map(|site| self.purchase(state, seat, site, market, rounds)).collect();
        options.sort_by(|a, b| b.delta_ev.total_cmp(&a.delta_ev));
        options
    }

    fn purchase(&self, state: &State, seat: Seat, site: Site, market: &[Kind], rounds: u32) -> Purchase {
        let with = self.game.with_site(state, seat, site);
        let cost = self.game.cost(site);
        let (before, after) = (self.round_pmf(state, seat), self.round_pmf(&with, seat));
        let needed = self.coins_needed(&with, seat) + i32::from(cost);
        let least = f64::from(self.n_landmarks_remaining(&with, seat));
        let tuv_after = self.turns(least, needed, after.mean());
        Purchase {
            site,
            cost,
            delta_ev: self.delta_ev(state, seat, site, rounds, Some(market)),
            delta_coverage: self.delta_coverage(state, seat, site),
            tuv_after,
            delta_tuv: turns_gap(tuv_after, self.tuv_at(state, seat, before.mean())),
            delta_victory: self.reached_within(&after, needed, rounds)
                - self.reached_within(&before, self.coins_needed(state, seat), rounds),
        }
    }
}

fn turn_weight(state: &State, roller: Seat) -> f64 {
    if state.city(roller).has(Landmark::AmusementPark) { PARK_TURNS } else { 1.0 }
}

/// The median; of an even number the mean of the middle two; of none 0.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        let medians = [vec![], vec![3.0, 1.0, 2.0], vec![4.0, 1.0, 2.0, 9.0]].map(median);
        assert_eq!(medians.map(|median| median as i32), [0, 2, 3]);
    }
}
