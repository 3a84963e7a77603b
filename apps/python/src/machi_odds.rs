//! The mathematics of Machi Koro for `tercet.machi.strategy`. Distributions are dictionaries.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_entry::Contest as _;
use tercet_game::{Game as _, Seat};
use tercet_machi::{Color, Kind, MachiKoro, Rolls, Site, State};
use tercet_machi_play::Machi;
use tercet_machi_play::bots::by_name;
use tercet_machi_play::bots::insight::{InsightError, InsightOptions, insight};
use tercet_machi_play::json::odds::insight_json;
use tercet_odds::{Budget, Growth, Model, Odds, Pmf, Purchase, win_chances};
use tercet_search::BotLimits;
use tercet_search::Stop;

use crate::errors::{Class, OrRaise};
use crate::interrupt::{heeding, interruptible};
use crate::machi::MachiTable;
use crate::machi_events::site;

/// A table that is asked about.
type Table<'py> = PyRef<'py, MachiTable>;
/// A distribution as a dictionary.
type Dictionary<'py> = PyResult<Bound<'py, PyDict>>;
/// Name, cost, and what it changes: coins, coverage, turns until victory, chance of victory; and the turns after it.
type Row = (String, u8, f64, f64, f64, f64, f64);

/// The widest range of a distribution from outside, and how far from zero it may lie: sums of two still fit.
const WIDEST: i32 = 1 << 20;
const FARTHEST: i64 = 1 << 29;

/// The mathematics of a table's rules under one model; positions are tables.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct MachiOdds {
    odds: Odds,
}

impl MachiOdds {
    /// Answers a question about a seat of a table, without Python's lock and within the usual budget.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        table: &MachiTable,
        seat: u8,
        question: impl FnOnce(&Odds, &State, Seat) -> T + Send,
    ) -> PyResult<T> {
        let (seat, state) = (table.seat(py, seat)?, *table.state());
        let budget = Budget::default();
        heeding(py, |stop| {
            let stop = stop.clone();
            self.odds.ask(budget, move || !stop.is_requested(), |odds| question(odds, &state, seat))
        })?
        .or_raise(py)
    }

    fn site(&self, py: Python<'_>, name: &str) -> PyResult<Site> {
        site(py, self.game(), name)
    }

    fn kind(&self, py: Python<'_>, name: &str) -> PyResult<Kind> {
        self.game().read_kind(name).or_raise(py)
    }

    fn kinds(&self, py: Python<'_>, names: &[String]) -> PyResult<Vec<Kind>> {
        names.iter().map(|name| self.kind(py, name)).collect()
    }

    fn game(&self) -> &MachiKoro {
        self.odds.game()
    }

    fn row(&self, purchase: &Purchase) -> Row {
        let name = match purchase.site {
            Site::Card(kind) => self.game().cards().card(kind).name.to_string(),
            Site::Landmark(landmark) => landmark.title().to_owned(),
        };
        let Purchase { cost, delta_ev, delta_coverage, delta_tuv, delta_victory, tuv_after, .. } = *purchase;
        (name, cost, delta_ev, delta_coverage, delta_tuv, delta_victory, tuv_after)
    }
}

/// A distribution as a dictionary, the values that can't come left out.
fn dictionary<'py>(py: Python<'py>, pmf: &Pmf) -> Dictionary<'py> {
    let dictionary = PyDict::new(py);
    for (value, chance) in pmf.iter() {
        dictionary.set_item(value, chance)?;
    }
    Ok(dictionary)
}

/// A whole number; the largest there is for one that is larger still.
fn whole(number: &Bound<'_, PyAny>) -> PyResult<i64> {
    match number.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => Ok(i64::MAX),
        other => other,
    }
}

/// A distribution from a dictionary.
fn distribution(pmf: &Bound<'_, PyDict>) -> PyResult<Pmf> {
    let mut values: Vec<(i32, f64)> = Vec::with_capacity(pmf.len());
    for (value, chance) in pmf {
        let (value, chance) = (whole(&value)?, chance.extract::<f64>()?);
        if !(chance.is_finite() && chance >= 0.0) {
            return Err(PyValueError::new_err(format!("pmf: {chance} at {value} is no chance")));
        }
        if value.abs() > FARTHEST {
            let why = format!("pmf: values are from {} to {FARTHEST}", -FARTHEST);
            return Err(PyValueError::new_err(why));
        }
        values.push((value as i32, chance));
    }
    let low = values.iter().map(|&(value, _)| value).min();
    let high = values.iter().map(|&(value, _)| value).max();
    let (Some(low), Some(high)) = (low, high) else {
        return Err(PyValueError::new_err("pmf: a distribution has at least one value"));
    };
    if high - low >= WIDEST {
        return Err(PyValueError::new_err(format!("pmf: values from {low} to {high} are too far apart")));
    }
    let place = |value: i32| value.abs_diff(low) as usize;
    let mut chances = vec![0.0; place(high) + 1];
    for (value, chance) in values {
        chances[place(value)] += chance;
    }
    Ok(Pmf::new(low, chances))
}

fn share(name: &str, p: f64) -> PyResult<f64> {
    if (0.0..=1.0).contains(&p) {
        return Ok(p);
    }
    Err(PyValueError::new_err(format!("{name}: {p} is not from 0 to 1")))
}

#[pymethods]
impl MachiOdds {
    #[new]
    fn new(py: Python<'_>, table: Table<'_>, model: &str) -> PyResult<MachiOdds> {
        let known = || Model::ALL.map(Model::name).join(", ");
        let wrong = || Class::Config.error(py, format!("model: `{model}` is none; there are {}", known()));
        let model = Model::from_name(model).ok_or_else(wrong)?;
        Ok(MachiOdds { odds: Odds::new(&table.game, model) })
    }

    /// What a seat earns on its own turn: coins and how likely.
    fn own_turn_pmf<'py>(&self, py: Python<'py>, table: Table<'_>, seat: u8) -> Dictionary<'py> {
        dictionary(py, &self.ask(py, &table, seat, Odds::own_turn_pmf)?)
    }

    /// What a seat earns on another's turn: coins and how likely.
    fn opponent_turn_pmf<'py>(
        &self,
        py: Python<'py>,
        table: Table<'_>,
        seat: u8,
        roller: u8,
    ) -> Dictionary<'py> {
        let roller = table.seat(py, roller)?;
        let pmf =
            self.ask(py, &table, seat, |odds, state, seat| odds.opponent_turn_pmf(state, seat, roller))?;
        dictionary(py, &pmf)
    }

    /// What a seat earns in a round: coins and how likely.
    fn round_pmf<'py>(&self, py: Python<'py>, table: Table<'_>, seat: u8) -> Dictionary<'py> {
        dictionary(py, &self.ask(py, &table, seat, Odds::round_pmf)?)
    }

    /// Rounds until victory and the chance that it takes longer than is followed.
    fn rounds_until_victory<'py>(
        &self,
        py: Python<'py>,
        table: Table<'_>,
        seat: u8,
        grows: bool,
    ) -> PyResult<(Bound<'py, PyDict>, f64)> {
        let growth = if grows { Growth::Landmarks } else { Growth::Fixed };
        let ask = |odds: &Odds, state: &State, seat| odds.rounds_until_victory(state, seat, growth);
        let victory = self.ask(py, &table, seat, ask)?;
        Ok((dictionary(py, victory.rounds())?, victory.later()))
    }

    /// The mean income that one copy of a card brings in a round.
    fn ev(&self, py: Python<'_>, table: Table<'_>, seat: u8, card: &str) -> PyResult<f64> {
        let kind = self.kind(py, card)?;
        self.ask(py, &table, seat, |odds, state, seat| odds.ev(state, seat, kind))
    }

    /// The mean income of a seat in a round.
    fn portfolio_ev(&self, py: Python<'_>, table: Table<'_>, seat: u8, rounds: u32) -> PyResult<f64> {
        self.ask(py, &table, seat, |odds, state, seat| odds.portfolio_ev(state, seat, rounds))
    }

    /// How likely a card fires in a round.
    fn coverage_value(&self, py: Python<'_>, table: Table<'_>, seat: u8, card: &str) -> PyResult<f64> {
        let kind = self.kind(py, card)?;
        self.ask(py, &table, seat, |odds, state, seat| odds.coverage_value(state, seat, kind))
    }

    /// How likely anything of a seat's fires.
    fn portfolio_coverage(&self, py: Python<'_>, table: Table<'_>, seat: u8) -> PyResult<f64> {
        self.ask(py, &table, seat, Odds::portfolio_coverage)
    }

    /// How much likelier anything fires with one more card.
    fn delta_coverage(&self, py: Python<'_>, table: Table<'_>, seat: u8, site: &str) -> PyResult<f64> {
        let site = self.site(py, site)?;
        self.ask(py, &table, seat, |odds, state, seat| odds.delta_coverage(state, seat, site))
    }

    /// How much more a seat earns in a round with one more card or landmark.
    #[pyo3(signature = (table, seat, site, rounds, market=None))]
    fn delta_ev(
        &self,
        py: Python<'_>,
        table: Table<'_>,
        seat: u8,
        site: &str,
        rounds: u32,
        market: Option<Vec<String>>,
    ) -> PyResult<f64> {
        let site = self.site(py, site)?;
        let market = market.map(|names| self.kinds(py, &names)).transpose()?;
        let ask =
            |odds: &Odds, state: &State, seat| odds.delta_ev(state, seat, site, rounds, market.as_deref());
        self.ask(py, &table, seat, ask)
    }

    /// How many landmarks a seat has still to build.
    fn n_landmarks_remaining(&self, py: Python<'_>, table: Table<'_>, seat: u8) -> PyResult<u32> {
        self.ask(py, &table, seat, Odds::n_landmarks_remaining)
    }

    /// What these cost together.
    fn landmark_cost_remaining(&self, py: Python<'_>, table: Table<'_>, seat: u8) -> PyResult<u32> {
        self.ask(py, &table, seat, Odds::landmark_cost_remaining)
    }

    /// The mean number of turns until victory.
    fn tuv_expected(&self, py: Python<'_>, table: Table<'_>, seat: u8) -> PyResult<f64> {
        self.ask(py, &table, seat, Odds::tuv_expected)
    }

    /// The number of turns within which victory comes with this likelihood.
    fn tuv_percentile(&self, py: Python<'_>, table: Table<'_>, seat: u8, p: f64) -> PyResult<f64> {
        let p = share("p", p)?;
        self.ask(py, &table, seat, |odds, state, seat| odds.tuv_percentile(state, seat, p))
    }

    /// The number of turns within which victory comes with this likelihood, from the whole distribution.
    fn turns_percentile(&self, py: Python<'_>, table: Table<'_>, seat: u8, p: f64) -> PyResult<f64> {
        let p = share("p", p)?;
        self.ask(py, &table, seat, |odds, state, seat| odds.turns_percentile(state, seat, p))
    }

    /// The variance of the number of turns until victory.
    fn tuv_variance(&self, py: Python<'_>, table: Table<'_>, seat: u8) -> PyResult<f64> {
        self.ask(py, &table, seat, Odds::tuv_variance)
    }

    /// How many turns fewer or more with one more card or landmark.
    fn delta_tuv(&self, py: Python<'_>, table: Table<'_>, first: u8, second: u8) -> PyResult<f64> {
        let second = table.seat(py, second)?;
        self.ask(py, &table, first, |odds, state, first| odds.delta_tuv(state, first, second))
    }

    /// How likely victory comes within so many rounds.
    fn prob_victory_within_n_rounds(
        &self,
        py: Python<'_>,
        table: Table<'_>,
        seat: u8,
        rounds: u32,
    ) -> PyResult<f64> {
        let ask = |odds: &Odds, state: &State, seat| odds.prob_victory_within_n_rounds(state, seat, rounds);
        self.ask(py, &table, seat, ask)
    }

    /// The finish score of a seat by the turns that it has left.
    fn finish_score(&self, py: Python<'_>, table: Table<'_>, seat: u8) -> PyResult<f64> {
        self.ask(py, &table, seat, Odds::finish_score)
    }

    /// Everything that the seat could buy, by gain. Without a market, that of the table.
    #[pyo3(signature = (table, seat, rounds, market=None))]
    fn purchases(
        &self,
        py: Python<'_>,
        table: Table<'_>,
        seat: u8,
        rounds: u32,
        market: Option<Vec<String>>,
    ) -> PyResult<Vec<Row>> {
        let state = *table.state();
        let own = table.seat(py, seat)?;
        let is_free = |kind: &Kind| {
            self.game().cards().card(*kind).color != Color::Purple || state.city(own).copies(*kind) == 0
        };
        let market = match market {
            Some(names) => self.kinds(py, &names)?,
            None => state.market().cards().map(|(kind, _)| kind).filter(is_free).collect(),
        };
        let ask =
            |odds: &Odds, state: &State, seat| odds.score_purchase_options(state, seat, &market, rounds);
        let purchases = self.ask(py, &table, seat, ask)?;
        Ok(purchases.iter().map(|purchase| self.row(purchase)).collect())
    }
}

/// How often each seat wins from here on, among these bots: chance, low and high end of the interval.
#[pyfunction]
pub(crate) fn machi_win_chances(
    py: Python<'_>,
    table: Table<'_>,
    bots: Vec<String>,
    games: u32,
    seed: u64,
) -> PyResult<Vec<(f64, f64, f64)>> {
    for name in &bots {
        by_name(name, 0).or_raise(py)?;
    }
    let (game, state) = (std::sync::Arc::clone(&table.game), *table.state());
    if bots.len() != usize::from(game.seats()) {
        let why = format!("{} bots for {} seats; name one for each", bots.len(), game.seats());
        return Err(Class::Config.error(py, why));
    }
    table.check_playable(py)?;
    let stop = Stop::default();
    let bot_limits = BotLimits { stop: stop.clone(), ..BotLimits::own() };
    let sit = |seat: Seat, seed| {
        Machi::bot(&bots[seat.index()], seed, &bot_limits).expect("all names were tried before")
    };
    let goes_on = || !stop.is_requested();
    let chances =
        interruptible(py, || stop.request(), || win_chances(&game, &state, sit, games, seed, goes_on))?;
    let row = |seat| {
        let (low, high) = chances.interval(seat);
        (chances.chance(seat), low, high)
    };
    Ok((0..game.seats()).map(Seat).map(row).collect())
}

/// What a position is worth and what can be built now, as JSON.
#[pyfunction]
pub(crate) fn machi_insight(
    py: Python<'_>,
    table: Table<'_>,
    model: &str,
    bot: &str,
    games: u32,
    seed: u64,
) -> PyResult<String> {
    let Some(model) = Model::from_name(model) else {
        let why = format!("model: `{model}` is none; there are seed, harmonictook and exact");
        return Err(Class::Config.error(py, why));
    };
    by_name(bot, 0).or_raise(py)?;
    table.check_playable(py)?;
    let (game, state) = (std::sync::Arc::clone(&table.game), *table.state());
    let (player, bot) = (bot.to_owned(), bot);
    let stop = Stop::default();
    let wanted =
        InsightOptions { player: &player, games, seed, stop: stop.clone(), ..InsightOptions::new(model) };
    let found = interruptible(
        py,
        || stop.request(),
        || insight(&game, &state, &wanted).map(|found| insight_json(&game, &found, &wanted).to_string()),
    )?;
    found.map_err(|error| match error {
        InsightError::NoAnswer(why) => Class::Limit.error(py, why),
        InsightError::Bot(_) => Class::Config.error(py, format!("{bot}: {error}")),
    })
}

/// The total of so many dice.
#[pyfunction]
pub(crate) fn die_pmf(py: Python<'_>, dice: u32) -> PyResult<Bound<'_, PyDict>> {
    dictionary(py, &tercet_odds::die_pmf(dice))
}

/// The sum of two independent values.
#[pyfunction]
pub(crate) fn pmf_convolve<'py>(
    py: Python<'py>,
    a: &Bound<'_, PyDict>,
    b: &Bound<'_, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let (a, b) = (distribution(a)?, distribution(b)?);
    dictionary(py, &py.detach(|| a.convolve(&b)))
}

/// The mean of a distribution.
#[pyfunction]
pub(crate) fn pmf_mean(pmf: &Bound<'_, PyDict>) -> PyResult<f64> {
    Ok(distribution(pmf)?.mean())
}

/// The variance of a distribution.
#[pyfunction]
pub(crate) fn pmf_variance(pmf: &Bound<'_, PyDict>) -> PyResult<f64> {
    Ok(distribution(pmf)?.variance())
}

/// The least value that is reached with this likelihood.
#[pyfunction]
pub(crate) fn pmf_percentile(pmf: &Bound<'_, PyDict>, p: f64) -> PyResult<f64> {
    Ok(distribution(pmf)?.percentile(share("p", p)?).into())
}

/// How likely a value is at least this.
#[pyfunction]
pub(crate) fn pmf_mass_at_least(pmf: &Bound<'_, PyDict>, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let value = whole(value)?.clamp(-FARTHEST, FARTHEST + 1);
    Ok(distribution(pmf)?.mass_at_least(value as i32))
}

/// The chance that the total of one die or two is among these.
#[pyfunction]
pub(crate) fn p_hits(rolls: Vec<i64>, dice: u8) -> PyResult<f64> {
    if !(1..=2).contains(&dice) {
        return Err(PyValueError::new_err(format!("num_dice: {dice} is not 1 or 2")));
    }
    // No other total can fall.
    let totals: Vec<u8> = rolls.into_iter().filter_map(|roll| u8::try_from(roll).ok()).collect();
    let totals: Vec<u8> = totals.into_iter().filter(|total| (1..=12).contains(total)).collect();
    Ok(Rolls::new(&totals).map_or(0.0, |rolls| tercet_odds::p_hits(rolls, dice)))
}
