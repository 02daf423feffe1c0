//! Rates as they are written: 0.1 is ten percentage points, exactly (F-12).

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A rate in millionths.
///
/// ```
/// use fracas_mfd::rate::Rate;
/// let sum = Rate(100_000) + Rate(200_000);
/// assert_eq!(sum.to_string(), "0.3");
/// assert_eq!(sum.percent(), "30%");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(pub i64);

impl Rate {
    /// Certainty: 1, or 100%.
    pub const ONE: Rate = Rate(1_000_000);
    /// Nothing.
    pub const ZERO: Rate = Rate(0);

    /// In percent, for programs.
    pub fn percentage(self) -> f64 {
        self.0 as f64 / 10_000.0
    }

    /// In percent, without trailing zeros (F-61).
    pub fn percent(self) -> String {
        format!("{}%", decimal(self.0, 10_000))
    }
}

/// The shortest exact decimal form (F-64).
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal(self.0, Rate::ONE.0))
    }
}

/// A number of parts, `whole` of which are 1.
fn decimal(parts: i64, whole: i64) -> String {
    let sign = if parts < 0 { "-" } else { "" };
    let (units, rest) = (parts.unsigned_abs() / whole as u64, parts.unsigned_abs() % whole as u64);
    if rest == 0 {
        return format!("{sign}{units}");
    }
    // A power of ten has one digit more than zeros.
    let places = whole.to_string().len() - 1;
    let digits = format!("{rest:0places$}");
    format!("{sign}{units}.{}", digits.trim_end_matches('0'))
}

impl Add for Rate {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Rate {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i64> for Rate {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Rate {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-61, F-64: shortest exact forms.
    #[test]
    fn f_61_f_64_shortest_exact_forms() {
        for (millionths, decimal, percent) in [
            (0, "0", "0%"),
            (450_000, "0.45", "45%"),
            (125_000, "0.125", "12.5%"),
            (-100_000, "-0.1", "-10%"),
            (1_300_000, "1.3", "130%"),
            (-1, "-0.000001", "-0.0001%"),
            (2_000_000, "2", "200%"),
        ] {
            let rate = Rate(millionths);
            assert_eq!((rate.to_string().as_str(), rate.percent().as_str()), (decimal, percent));
        }
    }
}
