//! The normal distribution, by + - x / and square root alone: what is decided
//! by it is decided alike on every machine.

/// How many standard deviations to either side leave `alpha` outside.
///
/// Below 1e-12 it stays what it is there.
///
/// ```
/// use fracas_core::odds::deviations;
/// assert!((deviations(0.05) - 1.959_963_984_540_054).abs() < 1e-9);
/// ```
pub fn deviations(alpha: f64) -> f64 {
    const WIDEST: f64 = 7.2;
    const HALVINGS: usize = 60;
    let (mut inner, mut outer) = (0.0, WIDEST);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(inner, outer);
        if outside(middle) > alpha {
            inner = middle;
        } else {
            outer = middle;
        }
    }
    outer
}

/// The probability to lie more than `z` deviations from the mean, by the
/// series of its complement: density x (z + z^3/3 + z^5/15 + …).
fn outside(z: f64) -> f64 {
    let mut term = z;
    let mut sum = z;
    let mut odd = 1.0;
    while term > sum * 1e-18 {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    // 2 / sqrt(2 pi).
    1.0 - 0.797_884_560_802_865_4 * sum * exp_of_minus(z * z / 2.0)
}

/// e to the power of `-x`, `x` from 0 to some dozens: a short series for a small
/// part of it, squared again and again.
fn exp_of_minus(x: f64) -> f64 {
    const SQUARINGS: i32 = 5;
    let part = -x / f64::from(1 << SQUARINGS);
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..26 {
        term *= part / f64::from(n);
        sum += term;
    }
    (0..SQUARINGS).fold(sum, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, Normal};

    #[test]
    fn deviations_are_those_of_the_tables() {
        let normal = Normal::new(0.0, 1.0).unwrap();
        for alpha in [0.5, 0.3173, 0.05, 0.045, 0.005, 1e-4, 1e-6, 1e-8, 1e-10] {
            let known = -normal.inverse_cdf(alpha / 2.0);
            assert!((deviations(alpha) - known).abs() < 1e-4, "{alpha}: {}", deviations(alpha));
        }
        assert!(deviations(0.0) <= 7.2 && deviations(0.0) > 6.8);
    }
}
