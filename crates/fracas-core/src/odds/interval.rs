//! What a number of successes says about their probability.

use std::f64::consts::TAU;

// The same to the last digit on every machine, which those of the standard
// library are not.
use libm::{exp, log};

/// Wilson's score interval for `count` successes among `n`, `z` standard
/// deviations to either side. Made with + - x / and square root alone, so
/// what is decided by it is decided alike on every machine.
///
/// ```
/// use fracas_core::odds::wilson;
/// let (low, high) = wilson(50, 100, 1.96);
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// ```
pub fn wilson(count: u64, n: u64, z: f64) -> (f64, f64) {
    let (n, p) = (n as f64, count as f64 / n as f64);
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    (centre - half, centre + half)
}

/// The interval of Clopper and Pearson for `count` successes among `n`: it
/// misses the truth with a probability of at most `alpha`, whatever the truth.
///
/// ```
/// use fracas_core::odds::clopper_pearson;
/// let (low, high) = clopper_pearson(1024, 2048, 0.05);
/// assert!((low - 0.47811).abs() < 1e-5 && (high - 0.52189).abs() < 1e-5);
/// ```
pub fn clopper_pearson(count: u64, n: u64, alpha: f64) -> (f64, f64) {
    let tail = alpha / 2.0;
    let failures = n - count;
    let share = count as f64 / n as f64;
    let low = match count {
        0 => 0.0,
        _ => outer_root(share, 0.0, |p| at_least(count, n, p, 1.0 - p) > tail),
    };
    let high = match failures {
        0 => 1.0,
        _ => outer_root(share, 1.0, |p| at_least(failures, n, 1.0 - p, p) > tail),
    };
    (low, high)
}

/// Where `holds` changes from true at `inner` to false at `outer`, found by
/// halving and given on the outer side: an interval is never too narrow.
fn outer_root(mut inner: f64, mut outer: f64, holds: impl Fn(f64) -> bool) -> f64 {
    const HALVINGS: usize = 52;
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(inner, outer);
        if holds(middle) {
            inner = middle;
        } else {
            outer = middle;
        }
    }
    outer
}

/// The probability of `count` or more successes among `n`, each with
/// probability `p` (and `q` = 1 - p, given apart because one of the two may
/// be too small to be found by subtracting). For `p` up to about `count` / n,
/// where the terms of the sum soon vanish; `count` must not be 0.
///
/// The quantiles of the beta distribution would say the same, but the usual
/// iteration for them does not end for some counts among very many.
fn at_least(count: u64, n: u64, p: f64, q: f64) -> f64 {
    if p <= 0.0 || q <= 0.0 {
        return if q <= 0.0 { 1.0 } else { 0.0 };
    }
    let odds = p / q;
    let mut term = exactly(count, n, p, q);
    let mut sum = term;
    let mut successes = count;
    while successes < n && term > sum * 1e-17 {
        term *= (n - successes) as f64 / (successes + 1) as f64 * odds;
        successes += 1;
        sum += term;
    }
    sum
}

/// The probability of exactly `count` successes, `count` not 0, by Loader's
/// saddle-point form: precise however many tries there are.
fn exactly(count: u64, n: u64, p: f64, q: f64) -> f64 {
    let (k, tries) = (count as f64, n as f64);
    if count == n {
        return exp(tries * log(p));
    }
    let rest = (n - count) as f64;
    let exponent = stirling_error(n)
        - stirling_error(count)
        - stirling_error(n - count)
        - deviance(k, tries * p)
        - deviance(rest, tries * q);
    exp(exponent) * (tries / (TAU * k * rest)).sqrt()
}

/// ln(n!) less Stirling's formula for it; `n` not 0.
fn stirling_error(n: u64) -> f64 {
    let x = n as f64;
    if n < 16 {
        let factorial: u64 = (1..=n).product();
        return log(factorial as f64) - ((x + 0.5) * log(x) - x + 0.5 * log(TAU));
    }
    let square = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0) / square) / square) / square) / x
}

/// x ln(x / mean) + mean - x, by its series where the terms would cancel.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    let v = difference / (x + mean);
    if v.abs() >= 0.1 {
        return x * log(x / mean) + mean - x;
    }
    let mut sum = difference * v;
    let mut power = 2.0 * x * v;
    for odd in (3..40).step_by(2) {
        power *= v * v;
        sum += power / f64::from(odd);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::function::beta::beta_reg;

    /// The tails beyond both ends, as the incomplete beta function has them.
    #[test]
    fn intervals_leave_out_half_of_alpha_on_each_side() {
        for (count, n) in [
            (1, 1),
            (1, 2),
            (1, 64),
            (5, 2048),
            (1024, 2048),
            (2047, 2048),
            (3, 250_000),
            (120_000, 250_000),
        ] {
            for alpha in [0.05, 0.045, 0.005] {
                let (low, high) = clopper_pearson(count, n, alpha);
                let (k, rest) = (count as f64, (n - count) as f64);
                let below = beta_reg(k, rest + 1.0, low);
                assert!((below / (alpha / 2.0) - 1.0).abs() < 1e-6, "{count} of {n}: {below}");
                if count < n {
                    let above = beta_reg(rest, k + 1.0, 1.0 - high);
                    assert!((above / (alpha / 2.0) - 1.0).abs() < 1e-6, "{count} of {n}: {above}");
                } else {
                    assert_eq!(high, 1.0);
                }
            }
        }
    }

    #[test]
    fn never_and_always_have_intervals_too() {
        let (low, high) = clopper_pearson(0, 2048, 0.05);
        assert_eq!(low, 0.0);
        assert!((high - (1.0 - 0.025f64.powf(1.0 / 2048.0))).abs() < 1e-12);
        let mirrored = clopper_pearson(2048, 2048, 0.05);
        assert!((mirrored.0 - (1.0 - high)).abs() < 1e-12);
        assert_eq!(mirrored.1, 1.0);
    }

    /// Counts for which iterations on beta quantiles may run for ever.
    #[test]
    fn trillions_of_trials_have_an_interval() {
        let n = 1u64 << 40;
        for count in [3, 1 << 20] {
            let (low, high) = clopper_pearson(count, n, 0.05);
            let near = wilson(count, n, 1.96);
            let spread = (count as f64).sqrt() / n as f64;
            assert!((low - near.0).abs() < spread && (high - near.1).abs() < 2.0 * spread);
            assert!(low < count as f64 / n as f64 && high > count as f64 / n as f64);
        }
    }

    #[test]
    fn wilson_known_answers() {
        let (low, high) = wilson(10, 100, 1.96);
        assert!((low - 0.055_229).abs() < 1e-6 && (high - 0.174_367).abs() < 1e-6);
    }
}
