//! Strength against thinking time.

use tercet_scene::{Anchor, Node, Role, Scene, Stroke};

use crate::Interval;
use crate::chart::TOP;
use crate::chart::axis::Axis;
use crate::chart::sheet::{Sheet, color, label, path, rect, rule, stroke, units};

/// One bot: how long it thinks and how strong it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinker {
    /// Its name. Those with the same word before the colon are one bot at several budgets: a line joins them.
    pub label: String,
    /// Milliseconds for a decision.
    pub milliseconds: f64,
    /// How strong.
    pub value: f64,
    /// Where that may lie.
    pub interval: Option<Interval>,
}

impl Thinker {
    fn family(&self) -> &str {
        self.label.split(':').next().unwrap_or_default()
    }

    /// The place along the axis: powers of ten.
    fn power(&self) -> f64 {
        self.milliseconds.max(1e-4).log10()
    }
}

const LEFT: f64 = 70.0;
const PLOT: (f64, f64) = (600.0, 360.0);
const RIGHT: f64 = 190.0;
const RADIUS: f64 = 5.0;

/// Strength against the time for a decision, which is counted in powers of ten; `what` is measured upwards.
///
/// ```
/// use tercet_arena::chart::{Thinker, strength};
///
/// let bot = |boards: u32, milliseconds, value| {
///     Thinker { label: format!("foresight:boards={boards}"), milliseconds, value, interval: None }
/// };
/// let scene = strength("triangle", "points", &[bot(1000, 0.1, 300.0), bot(10_000, 1.0, 400.0)]);
/// assert_eq!(scene.group("bot-2").unwrap().name.as_deref(), Some("foresight:boards=10000: 400.0 at 1.000 ms"));
/// ```
pub fn strength(title: &str, what: &str, bots: &[Thinker]) -> Scene {
    let mut sheet = Sheet::new(title, LEFT + PLOT.0 + RIGHT, TOP + PLOT.1 + 56.0);
    let frame = Frame::around(bots);
    frame.grid(&mut sheet, what);
    let mut families: Vec<&str> = Vec::new();
    for bot in bots {
        if !families.contains(&bot.family()) {
            families.push(bot.family());
        }
    }
    for (number, family) in families.iter().enumerate() {
        let mut members: Vec<&Thinker> = bots.iter().filter(|bot| bot.family() == *family).collect();
        members.sort_by(|one, other| one.milliseconds.total_cmp(&other.milliseconds));
        sheet.put(path(members.iter().map(|bot| frame.at(bot)), stroke(number, 2.0)));
    }
    for (number, bot) in bots.iter().enumerate() {
        let family = families.iter().position(|family| *family == bot.family()).unwrap_or(0);
        let words = format!("{}: {:.1} at {:.3} ms", bot.label, bot.value, bot.milliseconds);
        sheet.group(format!("bot-{}", number + 1), words, frame.dot(bot, family));
    }
    sheet.finish()
}

struct Frame {
    along: Axis,
    up: Axis,
}

impl Frame {
    fn around(bots: &[Thinker]) -> Frame {
        let low = bots.iter().map(|bot| bot.interval.map_or(bot.value, |interval| interval.low));
        let high = bots.iter().map(|bot| bot.interval.map_or(bot.value, |interval| interval.high));
        let (low, high) = (low.fold(f64::INFINITY, f64::min), high.fold(f64::NEG_INFINITY, f64::max));
        let first = bots.iter().map(Thinker::power).fold(f64::INFINITY, f64::min);
        let last = bots.iter().map(Thinker::power).fold(f64::NEG_INFINITY, f64::max);
        let (up, along) =
            if bots.is_empty() { ((0.0, 1.0), (0.0, 1.0)) } else { ((low, high), (first, last)) };
        Frame { along: Axis::whole(along.0, along.1, 12), up: Axis::around(up.0, up.1, 7) }
    }

    fn x(&self, power: f64) -> f64 {
        LEFT + PLOT.0 * self.along.share(power)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + PLOT.1 * (1.0 - self.up.share(value))
    }

    fn at(&self, bot: &Thinker) -> (f64, f64) {
        (self.x(bot.power()), self.y(bot.value))
    }

    fn grid(&self, sheet: &mut Sheet, what: &str) {
        for tick in self.up.ticks() {
            sheet.line((LEFT, self.y(tick)), (LEFT + PLOT.0, self.y(tick)), rule());
            sheet.text((LEFT - 10.0, self.y(tick)), Anchor::End, &format!("{tick}"));
        }
        let bottom = TOP + PLOT.1;
        for tick in self.along.ticks() {
            sheet.line((self.x(tick), TOP), (self.x(tick), bottom + 5.0), rule());
            sheet.text((self.x(tick), bottom + 18.0), Anchor::Middle, &format!("{}", 10_f64.powf(tick)));
        }
        let words = format!("milliseconds of the processor for a decision; upwards: {what}");
        sheet.text((LEFT + PLOT.0 / 2.0, bottom + 40.0), Anchor::Middle, &words);
    }

    /// The dot with its whisker and its name.
    fn dot(&self, bot: &Thinker, family: usize) -> Vec<Node> {
        let (x, y) = self.at(bot);
        let mut nodes = Vec::new();
        if let Some(Interval { low, high }) = bot.interval {
            nodes.push(path([(x, self.y(low)), (x, self.y(high))], Stroke::new(Role::Ink, units(1.4))));
        }
        nodes.push(rect((x - RADIUS, y - RADIUS), (2.0 * RADIUS, 2.0 * RADIUS), RADIUS, color(family)));
        nodes.push(label((x + 9.0, y - 9.0), Anchor::Start, &bot.label).within(units(RIGHT - 12.0)).into());
        nodes
    }
}
