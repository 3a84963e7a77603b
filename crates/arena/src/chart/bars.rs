//! Shares as bars.

use tercet_scene::{Anchor, Node, Role, Scene, Stroke};

use crate::Interval;
use crate::chart::axis::Axis;
use crate::chart::sheet::{Sheet, color, label, path, rect, rule, units};
use crate::chart::{TOP, percent};

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

const ROW: f64 = 28.0;
const LEFT: f64 = 176.0;
const PLOT: f64 = 440.0;

/// Horizontal bars with their intervals.
///
/// ```
/// use tercet_arena::Interval;
/// use tercet_arena::chart::{Bar, bars};
///
/// let bar = Bar { label: "greedy".to_owned(), value: 0.5, interval: Interval { low: 0.4, high: 0.6 } };
/// let scene = bars("wins", &[bar]);
/// assert_eq!(scene.group("bar-1").unwrap().name.as_deref(), Some("greedy: 50.0 %, 40.0 % to 60.0 %"));
/// ```
pub fn bars(title: &str, bars: &[Bar]) -> Scene {
    let bottom = TOP + ROW * bars.len() as f64;
    let mut sheet = Sheet::new(title, LEFT + PLOT + 84.0, bottom + 40.0);
    let most = bars.iter().map(|bar| bar.interval.high).fold(0.0, f64::max);
    let axis = Axis::around(0.0, most.max(0.05), 6);
    let x = |share: f64| LEFT + PLOT * axis.share(share);
    for tick in axis.ticks() {
        sheet.line((x(tick), TOP - 4.0), (x(tick), bottom + 4.0), rule());
        sheet.text((x(tick), bottom + 18.0), Anchor::Middle, &format!("{:.0} %", 100.0 * tick));
    }
    for (number, bar) in bars.iter().enumerate() {
        let middle = TOP + ROW * (number as f64 + 0.5);
        let Interval { low, high } = bar.interval;
        let words = format!("{}: {}, {} to {}", bar.label, percent(bar.value), percent(low), percent(high));
        let nodes = row(bar, middle, &x);
        sheet.group(format!("bar-{}", number + 1), words, nodes);
    }
    sheet.finish()
}

fn row(bar: &Bar, middle: f64, x: &dyn Fn(f64) -> f64) -> Vec<Node> {
    let Interval { low, high } = bar.interval;
    let whisker = Stroke::new(Role::Ink, units(1.6));
    let name = label((LEFT - 10.0, middle), Anchor::End, &bar.label).within(units(LEFT - 26.0));
    let share = label((LEFT + PLOT + 12.0, middle), Anchor::Start, &percent(bar.value)).bold();
    let mut nodes = vec![
        name.into(),
        rect((LEFT, middle - 9.0), (x(bar.value) - LEFT, 18.0), 2.0, color(0)),
        share.into(),
        path([(x(low), middle), (x(high), middle)], whisker),
    ];
    nodes.extend([low, high].map(|end| path([(x(end), middle - 5.0), (x(end), middle + 5.0)], whisker)));
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_ends_where_the_widest_interval_does() {
        let bar = |value: f64| Bar {
            label: format!("bot {value}"),
            value,
            interval: Interval { low: value / 2.0, high: value + 0.05 },
        };
        let scene = bars("wins", &[bar(0.25), bar(0.1)]);
        let words: Vec<&str> = scene.nodes.iter().filter_map(words).collect();
        assert_eq!(words, ["wins", "0 %", "5 %", "10 %", "15 %", "20 %", "25 %", "30 %"]);
        let names: Vec<&str> = scene.groups().filter_map(|group| group.name.as_deref()).collect();
        assert_eq!(names, ["bot 0.25: 25.0 %, 12.5 % to 30.0 %", "bot 0.1: 10.0 %, 5.0 % to 15.0 %"]);
    }

    fn words(node: &Node) -> Option<&str> {
        match node {
            Node::Text(text) => Some(&text.words),
            _ => None,
        }
    }
}
