//! Values over time.

use tercet_scene::{Anchor, Node, Paint, Scene};

use crate::Interval;
use crate::chart::TOP;
use crate::chart::axis::Axis;
use crate::chart::sheet::{Sheet, color, label, path, polygon, rule, stroke, units};

/// Values over time, each with its interval, if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Whose.
    pub label: String,
    /// When and what; times are whole numbers of any unit.
    pub points: Vec<(u64, f64, Option<Interval>)>,
}

const LEFT: f64 = 70.0;
const PLOT: (f64, f64) = (540.0, 340.0);
const LEGEND: f64 = 230.0;
const ROW: f64 = 20.0;
/// Above so many curves their bands would hide each other: only those of the best are drawn then.
const BANDS: usize = 8;
const BEST: usize = 3;

/// Curves with bands where their intervals are; who ends highest stands first beside them. `when` is counted along the
/// axis.
pub fn curves(title: &str, when: &str, curves: &[Curve]) -> Scene {
    curves_within(title, when, curves, (f64::NEG_INFINITY, f64::INFINITY))
}

/// The same where no value can lie beyond these two, such as 0 and 100 of a percentage: the axis does not either.
pub(super) fn curves_within(title: &str, when: &str, curves: &[Curve], within: (f64, f64)) -> Scene {
    let height = PLOT.1.max(ROW * curves.len() as f64);
    let frame = Frame::around(curves, height, within);
    let mut sheet = Sheet::new(title, LEFT + PLOT.0 + LEGEND, TOP + height + 56.0);
    frame.grid(&mut sheet, when);
    let mut order: Vec<&Curve> = curves.iter().filter(|curve| !curve.points.is_empty()).collect();
    order.sort_by(|one, other| last(other).total_cmp(&last(one)));
    let banded = if order.len() > BANDS { BEST } else { order.len() };
    for (series, curve) in order.iter().enumerate().take(banded) {
        sheet.put(frame.band(curve, color(series).into()));
    }
    // The best lies on top.
    for (series, curve) in order.iter().enumerate().rev() {
        let words = format!("{}: {:.1} at the end", curve.label, last(curve));
        sheet.group(format!("curve-{}", series + 1), words, frame.curve(series, curve));
    }
    sheet.finish()
}

fn last(curve: &Curve) -> f64 {
    curve.points.last().map_or(f64::NEG_INFINITY, |point| point.1)
}

/// Where times and values lie.
struct Frame {
    along: Axis,
    up: Axis,
    height: f64,
}

impl Frame {
    /// Bands of the first games are so wide that they would flatten all curves: the values choose the scale.
    fn around(curves: &[Curve], height: f64, within: (f64, f64)) -> Frame {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let times = || points().map(|point| point.0 as f64);
        let values = || points().map(|point| point.1);
        let (low, high) = ends(values()).unwrap_or((0.0, 1.0));
        let margin = ((high - low) * 0.1).max(0.5);
        let (first, last) = ends(times()).unwrap_or((0.0, 1.0));
        let along = Axis::whole(first, last, 10).exactly(first, last.max(first + 1.0));
        let up = Axis::around((low - margin).max(within.0), (high + margin).min(within.1), 7);
        Frame { along, up, height }
    }

    fn x(&self, time: f64) -> f64 {
        LEFT + PLOT.0 * self.along.share(time)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + self.height * (1.0 - self.up.share(value))
    }

    fn grid(&self, sheet: &mut Sheet, when: &str) {
        for tick in self.up.ticks() {
            sheet.line((LEFT, self.y(tick)), (LEFT + PLOT.0, self.y(tick)), rule());
            sheet.text((LEFT - 10.0, self.y(tick)), Anchor::End, &format!("{tick}"));
        }
        let bottom = TOP + self.height;
        for tick in self.along.ticks() {
            sheet.line((self.x(tick), bottom), (self.x(tick), bottom + 5.0), rule());
            sheet.text((self.x(tick), bottom + 18.0), Anchor::Middle, &format!("{tick}"));
        }
        sheet.text((LEFT + PLOT.0 / 2.0, bottom + 40.0), Anchor::Middle, when);
    }

    fn band(&self, curve: &Curve, paint: Paint) -> Node {
        // A band that is as high as half of the chart says nothing and hides the rest.
        let most = (self.up.high - self.up.low) / 2.0;
        let said = |interval: &Interval| interval.high - interval.low <= most;
        let with_band = || {
            let points = curve.points.iter();
            points.filter_map(|(time, _, interval)| Some((*time as f64, interval.filter(said)?)))
        };
        let upper = with_band().map(|(time, interval)| (self.x(time), self.y(interval.high)));
        let mut lower: Vec<_> =
            with_band().map(|(time, interval)| (self.x(time), self.y(interval.low))).collect();
        lower.reverse();
        polygon(upper.chain(lower), Paint { percent: 10, ..paint })
    }

    /// The line, and its row of the legend.
    fn curve(&self, series: usize, curve: &Curve) -> Vec<Node> {
        let line = curve.points.iter().map(|(time, value, _)| (self.x(*time as f64), self.y(*value)));
        let (left, middle) = (LEFT + PLOT.0 + 16.0, TOP + ROW * (series as f64 + 0.5));
        let value =
            label((LEFT + PLOT.0 + LEGEND - 16.0, middle), Anchor::End, &format!("{:.1}", last(curve)));
        let name = label((left + 30.0, middle), Anchor::Start, &curve.label);
        vec![
            path(line, stroke(series, 2.4)),
            path([(left, middle), (left + 22.0, middle)], stroke(series, 3.0)),
            name.within(units(LEGEND - 116.0)).into(),
            value.bold().into(),
        ]
    }
}

/// The lowest and the highest.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, value| match ends {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_drawn_where_it_says_something() {
        let interval = |wide: f64| Some(Interval { low: 1500.0 - wide, high: 1500.0 + wide });
        let points =
            vec![(1, 1400.0, interval(400.0)), (2, 1600.0, interval(20.0)), (3, 1500.0, interval(10.0))];
        let curves = [Curve { label: "a".to_owned(), points }];
        let frame = Frame::around(&curves, PLOT.1, (0.0, f64::INFINITY));
        let corners = [
            (frame.x(2.0), frame.y(1520.0)),
            (frame.x(3.0), frame.y(1510.0)),
            (frame.x(3.0), frame.y(1490.0)),
            (frame.x(2.0), frame.y(1480.0)),
        ];
        let paint: Paint = color(0).into();
        assert_eq!(frame.band(&curves[0], paint), polygon(corners, Paint { percent: 10, ..paint }));
    }

    #[test]
    fn an_axis_ends_where_values_must() {
        let curves = [Curve { label: "a".to_owned(), points: vec![(1, 0.0, None), (2, 100.0, None)] }];
        let ends = |within| {
            let Frame { up, .. } = Frame::around(&curves, PLOT.1, within);
            (up.low, up.high)
        };
        assert_eq!(ends((0.0, 100.0)), (0.0, 100.0));
        assert_eq!(ends((f64::NEG_INFINITY, f64::INFINITY)), (-20.0, 120.0));
    }

    #[test]
    fn the_best_stands_first_and_is_painted_last() {
        let curve = |label: &str, end: f64| {
            let interval = Some(Interval { low: 1200.0, high: 1800.0 });
            Curve { label: label.to_owned(), points: vec![(1, 1500.0, None), (2, end, interval)] }
        };
        let scene = curves("elo", "round", &[curve("a", 1484.0), curve("b", 1516.0)]);
        let names: Vec<&str> = scene.groups().filter_map(|group| group.name.as_deref()).collect();
        assert_eq!(names, ["a: 1484.0 at the end", "b: 1516.0 at the end"]);
        let ids: Vec<&str> = scene.groups().filter_map(|group| group.id.as_deref()).collect();
        assert_eq!(ids, ["curve-2", "curve-1"]);
    }
}
