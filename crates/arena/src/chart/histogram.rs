//! How often each number came up.

use tercet_scene::{Anchor, Role, Scene, Stroke};

use crate::Tally;
use crate::chart::TOP;
use crate::chart::axis::Axis;
use crate::chart::sheet::{Sheet, color, label, rect, rule, units};

const LEFT: f64 = 76.0;
const PLOT: (f64, f64) = (560.0, 250.0);
/// The most bars.
const BINS: u32 = 40;

/// How often each number came up, in bars of a round width, with the median. `what` is counted along the axis.
pub fn histogram(title: &str, what: &str, counts: &[(i64, u64)]) -> Scene {
    let bottom = TOP + PLOT.1;
    let mut sheet = Sheet::new(title, LEFT + PLOT.0 + 24.0, bottom + 56.0);
    let bins = Bins::of(counts);
    let most = bins.counts.iter().copied().max().unwrap_or(0);
    let along = Axis::whole(bins.from as f64, bins.to() as f64, 10);
    let up = Axis::whole(0.0, most.max(1) as f64, 5);
    let x = |number: f64| LEFT + PLOT.0 * along.share(number);
    let y = |count: f64| bottom - PLOT.1 * up.share(count);
    for tick in up.ticks() {
        sheet.line((LEFT, y(tick)), (LEFT + PLOT.0, y(tick)), rule());
        sheet.text((LEFT - 8.0, y(tick)), Anchor::End, &format!("{tick:.0}"));
    }
    for (nth, &count) in bins.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (left, right) = (x(bins.edge(nth) as f64), x(bins.edge(nth + 1) as f64));
        let top = y(count as f64);
        let bar = rect((left + 0.5, top), ((right - left - 1.0).max(0.5), bottom - top), 0.0, color(0));
        sheet.group(format!("bin-{}", nth + 1), format!("{}: {count}", bins.range(nth)), vec![bar]);
    }
    sheet.line((LEFT, bottom), (LEFT + PLOT.0, bottom), Stroke::new(Role::Ink, units(1.2)));
    for tick in along.ticks() {
        sheet.text((x(tick), bottom + 16.0), Anchor::Middle, &format!("{tick:.0}"));
    }
    sheet.text((LEFT + PLOT.0 / 2.0, bottom + 38.0), Anchor::Middle, what);
    if let Some(median) = median(counts) {
        // A bar stands for the numbers from its left edge on.
        let at = x(median as f64 + 0.5);
        sheet.line(
            (at, TOP - 18.0),
            (at, bottom),
            Stroke::new(Role::Ink, units(1.6)).dashed(units(5.0), units(4.0)),
        );
        let right = LEFT + PLOT.0;
        let (anchor, beside) = if at > right - 110.0 { (Anchor::End, -6.0) } else { (Anchor::Start, 6.0) };
        sheet.put(label((at + beside, TOP - 13.0), anchor, &format!("median {median}")).bold());
    }
    sheet.finish()
}

fn median(counts: &[(i64, u64)]) -> Option<i64> {
    let mut tally = Tally::default();
    for &(number, times) in counts {
        tally.add_many(number, times);
    }
    tally.quantile(0.5)
}

/// Bars of one width, and how many each has.
struct Bins {
    from: i64,
    width: i64,
    counts: Vec<u64>,
}

impl Bins {
    fn of(counts: &[(i64, u64)]) -> Bins {
        let (min, max) = (counts.first().map_or(0, |first| first.0), counts.last().map_or(0, |last| last.0));
        let width = round_width(min.abs_diff(max) + 1);
        let from = min.div_euclid(width) * width;
        let bin = |number: i64| (from.abs_diff(number) / width.unsigned_abs()) as usize;
        let mut bins = vec![0; bin(max) + 1];
        for &(number, times) in counts {
            bins[bin(number)] += times;
        }
        Bins { from, width, counts: bins }
    }

    /// The first number of a bar.
    fn edge(&self, nth: usize) -> i64 {
        self.from + nth as i64 * self.width
    }

    fn to(&self) -> i64 {
        self.edge(self.counts.len())
    }

    fn range(&self, nth: usize) -> String {
        let (first, last) = (self.edge(nth), self.edge(nth + 1) - 1);
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    }
}

/// 1, 2, 5, 10, 20, …: the least of which so few bars cover so many numbers.
fn round_width(numbers: u64) -> i64 {
    let widths = (0..18).flat_map(|power| [1, 2, 5].map(|times| times * 10i64.pow(power)));
    let enough = |width: &i64| numbers.div_ceil(width.unsigned_abs()) < u64::from(BINS);
    widths.into_iter().find(enough).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_a_round_width_and_say_their_range() {
        let scene = histogram("length", "plays", &[(12, 4), (13, 8), (401, 1)]);
        let names: Vec<&str> = scene.groups().filter_map(|group| group.name.as_deref()).collect();
        assert_eq!(names, ["10 to 19: 12", "400 to 409: 1"]);
        let scene = histogram("length", "plays", &[(-1, 4), (2, 8)]);
        let names: Vec<&str> = scene.groups().filter_map(|group| group.name.as_deref()).collect();
        assert_eq!(names, ["-1: 4", "2: 8"]);
    }

    #[test]
    fn widths_are_round() {
        assert_eq!([1, 39, 40, 78, 79, 195, 400, 5000].map(round_width), [1, 1, 2, 2, 5, 5, 20, 200]);
    }
}
