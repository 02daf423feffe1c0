//! What a number of successes says about their probability.

use statrs::function::beta::inv_beta_reg;

/// Wilson's score interval for `count` successes among `n`, `z` standard
/// deviations to either side. Made with + - x / and square root alone, so
/// what is decided by it is decided alike on every machine.
pub fn wilson(count: u64, n: u64, z: f64) -> (f64, f64) {
    let (n, p) = (n as f64, count as f64 / n as f64);
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    (centre - half, centre + half)
}

/// The interval of Clopper and Pearson for `count` successes among `n`: it
/// misses the truth with a probability of at most `alpha`, whatever the truth.
pub fn clopper_pearson(count: u64, n: u64, alpha: f64) -> (f64, f64) {
    let (successes, failures) = (count as f64, (n - count) as f64);
    let low = match count {
        0 => 0.0,
        _ => inv_beta_reg(successes, failures + 1.0, alpha / 2.0),
    };
    let high = match n - count {
        0 => 1.0,
        _ => inv_beta_reg(successes + 1.0, failures, 1.0 - alpha / 2.0),
    };
    (low, high)
}
