//! Numbers that are drawn: uniform, Gumbel, normal, gamma, Dirichlet.

use tercet_game::Rng;

/// Between 0 and 1, neither of them.
fn uniform(rng: &mut Rng) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// The standard Gumbel distribution: the largest of logits with such noise is drawn as the softmax says.
pub(super) fn gumbel(rng: &mut Rng) -> f32 {
    -(-uniform(rng).ln()).ln() as f32
}

/// The standard normal distribution, by Box and Muller.
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * uniform(rng)).cos()
}

/// The gamma distribution of this shape and scale 1, by Marsaglia and Tsang.
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * uniform(rng).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// So many shares of 1, symmetric.
pub(super) fn dirichlet(alpha: f32, count: usize, rng: &mut Rng) -> Vec<f32> {
    let draws: Vec<f64> = (0..count).map(|_| gamma(alpha.into(), rng)).collect();
    // With a tiny alpha all may round to zero: one of them has it all then.
    let sum: f64 = draws.iter().sum();
    if sum > 0.0 {
        return draws.iter().map(|draw| (draw / sum) as f32).collect();
    }
    let mut shares = vec![0.0; count];
    if count > 0 {
        shares[rng.below(count as u32) as usize] = 1.0;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means and variances of many draws against those of the distributions.
    #[test]
    fn draws_are_as_the_distributions_say() {
        let mut rng = Rng::new(1);
        let moments = |draws: Vec<f64>| {
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            (mean, draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / draws.len() as f64)
        };
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.03, "{found} {expected}");
        let (mean, variance) = moments((0..100_000).map(|_| gumbel(&mut rng).into()).collect());
        near(mean, 0.5772);
        near(variance, std::f64::consts::PI.powi(2) / 6.0);
        for shape in [0.3, 2.5] {
            let (mean, variance) = moments((0..100_000).map(|_| gamma(shape, &mut rng)).collect());
            near(mean, shape);
            near(variance, shape);
        }
        let first: Vec<f64> = (0..50_000).map(|_| dirichlet(0.5, 4, &mut rng)[0].into()).collect();
        let (mean, variance) = moments(first);
        near(mean, 0.25);
        // a (s - a) / (s² (s + 1)) with a = 0.5, s = 2.
        near(variance, 0.0625);
        assert!((dirichlet(1e-6, 3, &mut rng).iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
