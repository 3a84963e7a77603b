//! The normal distribution.

/// The part of a normal distribution that lies below `x` standard deviations.
///
/// Marsaglia's series of the integral from 0; beyond 8 the rest is below what a double can add to 1.
pub(super) fn cumulative(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut denominator) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        denominator += 2.0;
        term *= x * x / denominator;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::cumulative;

    #[test]
    fn known_values() {
        let known = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_05),
            (1.959_963_984_540_054, 0.975),
            (-3.0, 0.001_349_898_031_630_094_5),
            (9.0, 1.0),
            (-9.0, 0.0),
        ];
        for (x, value) in known {
            assert!((cumulative(x) - value).abs() < 1e-14, "{x}: {}", cumulative(x));
        }
    }
}
