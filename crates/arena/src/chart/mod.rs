//! Charts as SVG text: no font or style from outside, light and dark readable, each with a title for readers.

mod canvas;

use crate::Interval;
use crate::chart::canvas::{COLORS, Canvas, GREY};

/// A share from 0 to 1 with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Whose.
    pub label: String,
    /// The share.
    pub value: f64,
    /// Where it may lie.
    pub interval: Interval,
}

/// Values over time, each with its interval, if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Whose.
    pub label: String,
    /// When and what; times are whole numbers of any unit.
    pub points: Vec<(u64, f64, Option<Interval>)>,
}

const LEFT: f64 = 130.0;
const TOP: f64 = 46.0;
const PLOT: f64 = 480.0;

/// Horizontal bars with their intervals.
///
/// ```
/// use tercet_arena::Interval;
/// use tercet_arena::chart::{Bar, bars};
///
/// let bar = Bar { label: "a<b".to_owned(), value: 0.5, interval: Interval { low: 0.4, high: 0.6 } };
/// let svg = bars("wins", &[bar]);
/// assert!(svg.starts_with("<svg ") && svg.contains("a&lt;b") && svg.ends_with("</svg>\n"));
/// ```
pub fn bars(title: &str, bars: &[Bar]) -> String {
    let row = 26.0;
    let mut canvas = Canvas::new(title, LEFT + PLOT + 70.0, TOP + row * bars.len() as f64 + 34.0);
    let x = |share: f64| LEFT + PLOT * share;
    let bottom = TOP + row * bars.len() as f64;
    for tenth in (0..=10).step_by(2) {
        let share = f64::from(tenth) / 10.0;
        canvas.line((x(share), TOP), (x(share), bottom), GREY, 0.5);
        canvas.text((x(share), bottom + 16.0), "middle", &format!("{} %", tenth * 10));
    }
    for (number, bar) in bars.iter().enumerate() {
        let middle = TOP + row * (number as f64 + 0.5);
        let color = COLORS[number % COLORS.len()];
        canvas.text((LEFT - 8.0, middle + 4.0), "end", &bar.label);
        canvas.rect((LEFT, middle - 8.0), (PLOT * bar.value, 16.0), color, 0.75);
        canvas.line((x(bar.interval.low), middle), (x(bar.interval.high), middle), "currentColor", 1.5);
        for end in [bar.interval.low, bar.interval.high] {
            canvas.line((x(end), middle - 5.0), (x(end), middle + 5.0), "currentColor", 1.5);
        }
        canvas.text((x(1.0) + 10.0, middle + 4.0), "start", &format!("{:.1} %", 100.0 * bar.value));
    }
    canvas.finish()
}

/// How often each number came up, in at most 40 bins.
pub fn histogram(title: &str, counts: &[(i64, u64)]) -> String {
    let (min, max) = (counts.first().map_or(0, |first| first.0), counts.last().map_or(0, |last| last.0));
    let width = min.abs_diff(max) / 40 + 1;
    let bin = |number: i64| (min.abs_diff(number) / width) as usize;
    let mut bins = vec![0u64; bin(max) + 1];
    for &(number, times) in counts {
        bins[bin(number)] += times;
    }
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    let (height, step) = (240.0, PLOT / bins.len() as f64);
    let mut canvas = Canvas::new(title, LEFT + PLOT + 40.0, TOP + height + 40.0);
    for (bin, &count) in bins.iter().enumerate() {
        let tall = height * count as f64 / most as f64;
        let at = (LEFT + step * bin as f64, TOP + height - tall);
        canvas.rect(at, ((step - 1.0).max(0.5), tall), COLORS[0], 0.8);
    }
    canvas.line((LEFT, TOP + height), (LEFT + PLOT, TOP + height), "currentColor", 1.0);
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let number = min as f64 + share * (bins.len() as f64 * width as f64);
        canvas.text((LEFT + PLOT * share, TOP + height + 18.0), "middle", &format!("{number:.0}"));
        let count = most as f64 * share;
        canvas.text((LEFT - 8.0, TOP + height * (1.0 - share) + 4.0), "end", &format!("{count:.0}"));
    }
    canvas.finish()
}

/// A square of shares, row against column; blue above a half, orange below, empty where two never met.
pub fn heat_map(title: &str, names: &[String], rows: &[Vec<Option<f64>>]) -> String {
    let cell = (PLOT / names.len().max(1) as f64).clamp(34.0, 64.0);
    let side = cell * names.len() as f64;
    let mut canvas = Canvas::new(title, (LEFT + side + 30.0).max(420.0), TOP + side + 110.0);
    for (row, shares) in rows.iter().enumerate() {
        let top = TOP + cell * row as f64;
        canvas.text((LEFT - 8.0, top + cell / 2.0 + 4.0), "end", &names[row]);
        for (column, share) in shares.iter().enumerate() {
            let left = LEFT + cell * column as f64;
            let Some(share) = share else {
                canvas.rect((left, top), (cell - 1.0, cell - 1.0), GREY, 0.15);
                continue;
            };
            let color = if *share >= 0.5 { COLORS[0] } else { COLORS[1] };
            canvas.rect((left, top), (cell - 1.0, cell - 1.0), color, 0.1 + 1.6 * (share - 0.5).abs());
            let middle = (left + cell / 2.0, top + cell / 2.0 + 4.0);
            canvas.text(middle, "middle", &format!("{:.0}", 100.0 * share));
        }
    }
    for (column, name) in names.iter().enumerate() {
        canvas.slanted((LEFT + cell * (column as f64 + 0.5), TOP + side + 12.0), name);
    }
    canvas.finish()
}

/// Curves with bands where their intervals are.
pub fn curves(title: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let last = points().map(|point| point.0).max().unwrap_or(0).max(1);
    // Bands of the first games are so wide that they would flatten all curves: the values choose the scale.
    let low = points().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let high = points().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if low.is_finite() { (low, high) } else { (0.0, 1.0) };
    let margin = ((high - low) * 0.15).max(1.0);
    let (low, high, height) = (low - margin, high + margin, 320.0);
    let x = |time: u64| LEFT - 60.0 + (PLOT + 60.0) * time as f64 / last as f64;
    let y = |value: f64| TOP + height * (1.0 - (value.clamp(low, high) - low) / (high - low));
    let rows = 18.0 * curves.len() as f64;
    let mut canvas = Canvas::new(title, LEFT + PLOT + 170.0, TOP + height.max(rows) + 40.0);
    for fifth in 0..=5 {
        let value = low + (high - low) * f64::from(fifth) / 5.0;
        canvas.line((x(0), y(value)), (x(last), y(value)), GREY, 0.5);
        canvas.text((x(0) - 6.0, y(value) + 4.0), "end", &format!("{value:.0}"));
    }
    for (number, curve) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let with_band = || curve.points.iter().filter_map(|(time, _, interval)| Some((*time, (*interval)?)));
        let upper = with_band().map(|(time, interval)| (x(time), y(interval.high)));
        let lower: Vec<_> = with_band().map(|(time, interval)| (x(time), y(interval.low))).collect();
        let outline: Vec<_> = upper.chain(lower.into_iter().rev()).collect();
        canvas.area(&outline, color, 0.10);
        let line: Vec<_> = curve.points.iter().map(|(time, value, _)| (x(*time), y(*value))).collect();
        canvas.path(&line, color);
        let at = TOP + 18.0 * number as f64 + 10.0;
        canvas.line((x(last) + 12.0, at - 4.0), (x(last) + 30.0, at - 4.0), color, 3.0);
        canvas.text((x(last) + 36.0, at), "start", &curve.label);
    }
    canvas.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every tag is closed, and nothing in it is no number.
    fn check(svg: &str) {
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let (open, close) = (svg.matches("<text").count(), svg.matches("</text>").count());
        assert_eq!(open, close);
    }

    fn interval(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    #[test]
    fn charts_of_something() {
        let bar =
            |value| Bar { label: format!("bot {value}"), value, interval: interval(value / 2.0, value) };
        let drawn = bars("wins & losses", &[bar(0.25), bar(1.0)]);
        check(&drawn);
        assert!(drawn.contains("<title>wins &amp; losses</title>") && drawn.contains(">25.0 %<"));
        let drawn = histogram("length", &[(10, 4), (11, 8), (400, 1)]);
        check(&drawn);
        assert_eq!(drawn.matches("<rect").count(), 40);
        let names = ["a".to_owned(), "b".to_owned()];
        let drawn = heat_map("table", &names, &[vec![None, Some(0.75)], vec![Some(0.25), None]]);
        check(&drawn);
        assert!(drawn.contains(">75<") && drawn.contains(">25<"));
        let points = vec![(1, 1500.0, None), (2, 1516.0, Some(interval(1200.0, 1800.0)))];
        let drawn = curves("elo", &[Curve { label: "a".to_owned(), points }]);
        check(&drawn);
        assert_eq!((drawn.matches("<polyline").count(), drawn.matches("<polygon").count()), (1, 1));
    }

    #[test]
    fn charts_of_nothing() {
        for drawn in [bars("", &[]), histogram("", &[]), heat_map("", &[], &[]), curves("", &[])] {
            check(&drawn);
        }
    }
}
