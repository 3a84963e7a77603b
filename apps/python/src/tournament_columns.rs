//! The tables of a tournament as columns: strengths, ratings and shares, each with the ends of its interval.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_arena::{Interval, Rating, Strength};

pub(crate) fn strength_columns(columns: &Bound<'_, PyDict>, strengths: &[Option<Strength>]) -> PyResult<()> {
    let each =
        |part: fn(Strength) -> f64| strengths.iter().map(|strength| strength.map(part)).collect::<Vec<_>>();
    columns.set_item("strength", each(|strength| strength.value))?;
    columns.set_item("strength_low", each(|strength| strength.interval.low))?;
    columns.set_item("strength_high", each(|strength| strength.interval.high))?;
    let groups = strengths.iter().map(|strength| strength.map(|strength| strength.group));
    columns.set_item("group", groups.collect::<Vec<_>>())
}

pub(crate) fn rating_columns(columns: &Bound<'_, PyDict>, ratings: &[Rating]) -> PyResult<()> {
    let each = || ratings.iter();
    let ends = |rating: &Rating| rating.elo_interval();
    columns.set_item("elo", each().map(|rating| rating.elo).collect::<Vec<_>>())?;
    columns
        .set_item("elo_low", each().map(|rating| ends(rating).map(|ends| ends.low)).collect::<Vec<_>>())?;
    columns
        .set_item("elo_high", each().map(|rating| ends(rating).map(|ends| ends.high)).collect::<Vec<_>>())?;
    columns.set_item("glicko", each().map(|rating| rating.glicko).collect::<Vec<_>>())?;
    columns.set_item("glicko_deviation", each().map(|rating| rating.deviation).collect::<Vec<_>>())?;
    columns.set_item("skill_mu", each().map(|rating| rating.mu).collect::<Vec<_>>())?;
    columns.set_item("skill_sigma", each().map(|rating| rating.sigma).collect::<Vec<_>>())
}

/// A share with the ends of its interval, in three columns.
pub(crate) fn share_columns(
    columns: &Bound<'_, PyDict>,
    name: &str,
    shares: impl Iterator<Item = Option<(f64, Interval)>>,
) -> PyResult<()> {
    let shares: Vec<Option<(f64, Interval)>> = shares.collect();
    let each =
        |part: fn((f64, Interval)) -> f64| shares.iter().map(|share| share.map(part)).collect::<Vec<_>>();
    columns.set_item(name, each(|(share, _)| share))?;
    columns.set_item("low", each(|(_, interval)| interval.low))?;
    columns.set_item("high", each(|(_, interval)| interval.high))
}
