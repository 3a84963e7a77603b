//! Round numbers for axes.

/// A scale from one round number to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    step: f64,
}

impl Axis {
    /// The shortest axis that holds both ends and has no more than so many steps of 1, 2 or 5 and zeros.
    pub(super) fn around(low: f64, high: f64, most: u32) -> Axis {
        let least = ((high - low) / f64::from(most)).max(1e-6);
        let power = 10f64.powf(least.log10().floor());
        // One of them is more than nine tenths: rounding never leaves none.
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
        let step = step.into_iter().find(|step| fits(low, high, *step, most)).unwrap_or(20.0 * power);
        let (low, high) = ends(low, high, step);
        Axis { low, high, step }
    }

    /// The same with steps of whole numbers.
    pub(super) fn whole(low: f64, high: f64, most: u32) -> Axis {
        let axis = Axis::around(low, high, most);
        if axis.step >= 1.0 {
            return axis;
        }
        let (low, high) = ends(low, high, 1.0);
        Axis { low, high, step: 1.0 }
    }

    /// The same with these very ends, round or not.
    pub(super) fn exactly(self, low: f64, high: f64) -> Axis {
        Axis { low, high, ..self }
    }

    /// The round numbers on it, ascending.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let Axis { low, high, step } = *self;
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        (first..=last).map(move |nth| step * nth as f64)
    }

    /// Where a number lies, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        (value.clamp(self.low, self.high) - self.low) / (self.high - self.low)
    }
}

fn ends(low: f64, high: f64, step: f64) -> (f64, f64) {
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    if high > low { (low, high) } else { (low, low + step) }
}

fn fits(low: f64, high: f64, step: f64, most: u32) -> bool {
    let (low, high) = ends(low, high, step);
    (high - low) / step <= f64::from(most) + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let ticks = |axis: Axis| axis.ticks().map(|tick| format!("{tick:.2}")).collect::<Vec<_>>().join(" ");
        assert_eq!(ticks(Axis::around(0.0, 0.47, 5)), "0.00 0.10 0.20 0.30 0.40 0.50");
        assert_eq!(ticks(Axis::around(1432.0, 1571.0, 5)), "1400.00 1450.00 1500.00 1550.00 1600.00");
        assert_eq!(ticks(Axis::whole(1.0, 3.0, 8)), "1.00 2.00 3.00");
        assert_eq!(ticks(Axis::whole(7.0, 7.0, 4)), "7.00 8.00");
        assert_eq!(ticks(Axis::whole(3.0, 17.0, 4).exactly(3.0, 17.0)), "5.00 10.00 15.00");
        assert_eq!(ticks(Axis::around(-3.0, 12.0, 4)), "-5.00 0.00 5.00 10.00 15.00");
    }

    #[test]
    fn what_lies_beyond_an_axis_stays_at_its_end() {
        let axis = Axis::around(0.0, 10.0, 5);
        let output = [-5.0, 0.0, 2.5, 10.0, 50.0].map(|value| format!("{:.2}", axis.share(value)));
        assert_eq!(output, ["0.00", "0.00", "0.25", "1.00", "1.00"]);
    }
}
