//! The curve of a review.

use tercet_entry::{Estimate, Review, ReviewUnit};
use tercet_scene::Scene;

use crate::Interval;
use crate::chart::Curve;
use crate::chart::curves::curves_within;

/// The chart of a review's curve; chances are in percent.
pub fn review(review: &Review) -> Scene {
    let curve = &review.curve;
    let (scale, unit, within) = match curve.unit {
        ReviewUnit::Percent => (100.0, ", percent", (0.0, 100.0)),
        ReviewUnit::Seconds => (1.0, ", seconds", (0.0, f64::INFINITY)),
        ReviewUnit::Number => (1.0, "", (f64::NEG_INFINITY, f64::INFINITY)),
    };
    let scaled = |estimate: &Estimate| {
        let interval = estimate.interval.map(|(low, high)| Interval { low: scale * low, high: scale * high });
        (scale * estimate.value, interval)
    };
    let line = |(nth, series): (usize, &tercet_entry::Series)| {
        let points = curve.points.iter().filter_map(|point| {
            let (value, interval) = scaled(point.values.get(nth)?);
            Some((point.along.into(), value, interval))
        });
        Curve { label: series.label.clone(), points: points.collect() }
    };
    let all: Vec<Curve> = curve.series.iter().enumerate().map(line).collect();
    curves_within(&format!("{}: {}{unit}", review.game, curve.measure), &curve.along, &all, within)
}
