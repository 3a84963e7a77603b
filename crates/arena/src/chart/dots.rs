//! Values as dots, with whiskers where they may lie.

use tercet_scene::{Anchor, Node, Role, Scene, Stroke};

use crate::Interval;
use crate::chart::TOP;
use crate::chart::axis::Axis;
use crate::chart::sheet::{Sheet, color, label, path, rect, rule, units};

/// A value with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Whose.
    pub label: String,
    /// The value.
    pub value: f64,
    /// Where it may lie.
    pub interval: Interval,
}

const ROW: f64 = 28.0;
const LEFT: f64 = 176.0;
const PLOT: f64 = 440.0;
const RADIUS: f64 = 6.0;

/// Dots with whiskers, one below the other; `what` is measured along the axis.
///
/// ```
/// use tercet_arena::Interval;
/// use tercet_arena::chart::{Dot, dots};
///
/// let interval = Interval { low: 1520.4, high: 1603.5 };
/// let scene = dots("set", "strength", &[Dot { label: "racer:3".to_owned(), value: 1562.0, interval }]);
/// assert_eq!(scene.group("dot-1").unwrap().name.as_deref(), Some("racer:3: 1562, 1520 to 1604"));
/// ```
pub fn dots(title: &str, what: &str, dots: &[Dot]) -> Scene {
    let bottom = TOP + ROW * dots.len() as f64;
    let mut sheet = Sheet::new(title, LEFT + PLOT + 84.0, bottom + 62.0);
    let low = dots.iter().map(|dot| dot.interval.low).fold(f64::INFINITY, f64::min);
    let high = dots.iter().map(|dot| dot.interval.high).fold(f64::NEG_INFINITY, f64::max);
    let axis = if low > high { Axis::around(0.0, 1.0, 6) } else { Axis::around(low, high, 6) };
    let x = |value: f64| LEFT + PLOT * axis.share(value);
    for tick in axis.ticks() {
        sheet.line((x(tick), TOP - 4.0), (x(tick), bottom + 4.0), rule());
        sheet.text((x(tick), bottom + 18.0), Anchor::Middle, &format!("{tick}"));
    }
    sheet.text((LEFT + PLOT / 2.0, bottom + 42.0), Anchor::Middle, what);
    for (number, dot) in dots.iter().enumerate() {
        let Interval { low, high } = dot.interval;
        let words = format!("{}: {:.0}, {low:.0} to {high:.0}", dot.label, dot.value);
        let nodes = row(dot, TOP + ROW * (number as f64 + 0.5), &x);
        sheet.group(format!("dot-{}", number + 1), words, nodes);
    }
    sheet.finish()
}

fn row(dot: &Dot, middle: f64, x: &dyn Fn(f64) -> f64) -> Vec<Node> {
    let Interval { low, high } = dot.interval;
    let whisker = Stroke::new(Role::Ink, units(1.6));
    let name = label((LEFT - 10.0, middle), Anchor::End, &dot.label).within(units(LEFT - 26.0));
    let value = label((LEFT + PLOT + 12.0, middle), Anchor::Start, &format!("{:.0}", dot.value)).bold();
    let mut nodes = vec![name.into(), value.into(), path([(x(low), middle), (x(high), middle)], whisker)];
    nodes.extend([low, high].map(|end| path([(x(end), middle - 5.0), (x(end), middle + 5.0)], whisker)));
    let corner = (x(dot.value) - RADIUS, middle - RADIUS);
    nodes.push(rect(corner, (2.0 * RADIUS, 2.0 * RADIUS), RADIUS, color(0)));
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_holds_every_whisker() {
        let dot = |value: f64, wide: f64| Dot {
            label: format!("bot {value}"),
            value,
            interval: Interval { low: value - wide, high: value + wide },
        };
        let scene = dots("set", "strength", &[dot(1700.0, 80.0), dot(1300.0, 250.0)]);
        let words = scene.nodes.iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.words.as_str()),
            _ => None,
        });
        assert_eq!(words.collect::<Vec<_>>(), ["set", "1000", "1200", "1400", "1600", "1800", "strength"]);
        let names: Vec<&str> = scene.groups().filter_map(|group| group.name.as_deref()).collect();
        assert_eq!(names, ["bot 1700: 1700, 1620 to 1780", "bot 1300: 1300, 1050 to 1550"]);
    }
}
