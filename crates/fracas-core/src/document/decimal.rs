//! Decimal numbers as they are written: 0.1 is one tenth, not nearly so.

use std::cmp::Ordering;

use thiserror::Error;

/// An exact decimal number: `digits` divided by ten to the power of `places`.
///
/// Always in its shortest form (0.10 is 1 with one place), so equal numbers
/// are equal values.
///
/// ```
/// use fracas_core::document::Decimal;
/// let tenth = Decimal::parse("0.10")?;
/// assert_eq!(tenth, Decimal::new(1, 1));
/// assert_eq!((tenth.places(), tenth.scaled(6)), (1, 100_000));
/// let nearly = Decimal::parse("0.099")?;
/// assert!(nearly < tenth && nearly.rounded(2) == tenth && tenth.to_f64() == 0.1);
/// # Ok::<(), fracas_core::document::NoDecimal>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: i64,
    places: u8,
}

/// Why a text is no [`Decimal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoDecimal {
    /// It is no number.
    #[error("this is no number")]
    Malformed,
    /// It is a number with more places than fit.
    #[error("a number has at most {} places", Decimal::MAX_PLACES)]
    TooFine,
    /// It is a number too far from 0.
    #[error("this number is too large")]
    TooLarge,
}

impl Decimal {
    /// The most places a number can have.
    pub const MAX_PLACES: u8 = 18;

    /// `digits` divided by ten to the power of `places`. More than
    /// [`Self::MAX_PLACES`] count as that many.
    pub const fn new(digits: i64, places: u8) -> Self {
        let mut digits = digits;
        let mut places = if places > Self::MAX_PLACES { Self::MAX_PLACES } else { places };
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        Self { digits, places }
    }

    /// Reads a number: sign, digits, point and power of ten, all optional but
    /// a digit. `.5`, `5.`, `+0.1` and `1e3` are fine.
    pub fn parse(text: &str) -> Result<Self, NoDecimal> {
        let (mantissa, power) = match text.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, parse_power(power)?),
            None => (text, 0),
        };
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(NoDecimal::Malformed);
        }
        let mut places = (fraction.len() as i64).saturating_sub(power);
        while digits.last() == Some(&b'0') {
            digits.pop();
            places = places.saturating_sub(1);
        }
        if digits.is_empty() {
            return Ok(Self::default());
        }
        if places > i64::from(Self::MAX_PLACES) {
            return Err(NoDecimal::TooFine);
        }
        let significant = digits.iter().copied().skip_while(|&digit| digit == b'0');
        let zeros = std::iter::repeat_n(b'0', places.min(0).unsigned_abs().min(20) as usize);
        let mut value: i64 = 0;
        for digit in significant.chain(zeros) {
            value = value
                .checked_mul(10)
                .and_then(|value| value.checked_add(i64::from(digit - b'0')))
                .ok_or(NoDecimal::TooLarge)?;
        }
        let value = if mantissa.starts_with('-') { -value } else { value };
        Ok(Self::new(value, places.max(0) as u8))
    }

    /// How many places it needs.
    pub fn places(self) -> u8 {
        self.places
    }

    /// How many units of ten to the minus `places` it is: 0.25 scaled to 4
    /// places is 2500. What is finer is rounded, halves away from zero; what
    /// is too large stops at the ends of the range.
    pub fn scaled(self, places: u8) -> i64 {
        let digits = i128::from(self.digits);
        if places >= self.places {
            let factor = power_of_ten(places - self.places);
            let wide = digits.saturating_mul(factor);
            return wide.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        }
        let unit = power_of_ten(self.places - places);
        let half = if digits < 0 { -unit / 2 } else { unit / 2 };
        // A quotient of an i64 by at least ten fits again.
        ((digits + half) / unit) as i64
    }

    /// The nearest number with at most `places`, halves away from zero.
    pub fn rounded(self, places: u8) -> Self {
        if places >= self.places {
            return self;
        }
        Self::new(self.scaled(places), places)
    }

    /// The nearest binary number, for display and drawing only.
    pub fn to_f64(self) -> f64 {
        self.digits as f64 / power_of_ten(self.places) as f64
    }
}

/// A power of ten so large that it does not fit counts as a very large one.
fn parse_power(text: &str) -> Result<i64, NoDecimal> {
    const FAR: i64 = 1_000_000_000;
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.is_empty() || !unsigned.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(NoDecimal::Malformed);
    }
    let power = unsigned.parse().unwrap_or(FAR).min(FAR);
    Ok(if text.starts_with('-') { -power } else { power })
}

/// Exact up to 10^38; the largest power asked for is far above every i64.
fn power_of_ten(power: u8) -> i128 {
    10_i128.pow(u32::from(power.min(38)))
}

impl From<i64> for Decimal {
    fn from(whole: i64) -> Self {
        Self::new(whole, 0)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let common = self.places.max(other.places);
        let scaled =
            |number: &Self| i128::from(number.digits) * power_of_ten(common - number.places);
        scaled(self).cmp(&scaled(other))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.places == 0 {
            return write!(f, "{}", self.digits);
        }
        let unit = power_of_ten(self.places).unsigned_abs();
        let digits = u128::from(self.digits.unsigned_abs());
        let sign = if self.digits < 0 { "-" } else { "" };
        let width = usize::from(self.places);
        write!(f, "{sign}{}.{:0width$}", digits / unit, digits % unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_read_as_written() {
        for (text, shown) in [
            ("0.1", "0.1"),
            ("-.05", "-0.05"),
            ("5.", "5"),
            ("+0.10", "0.1"),
            ("1e3", "1000"),
            ("1.5E-2", "0.015"),
            ("0e999999999999999999999", "0"),
            ("-0.0", "0"),
            ("000123", "123"),
            ("9223372036854775807", "9223372036854775807"),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().to_string(), shown, "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_says_why() {
        for (text, why) in [
            ("", NoDecimal::Malformed),
            (".", NoDecimal::Malformed),
            ("inf", NoDecimal::Malformed),
            ("0,1", NoDecimal::Malformed),
            ("1e", NoDecimal::Malformed),
            ("--1", NoDecimal::Malformed),
            ("1e19", NoDecimal::TooLarge),
            ("1e99999999999999999999", NoDecimal::TooLarge),
            ("9223372036854775808", NoDecimal::TooLarge),
            ("1e-19", NoDecimal::TooFine),
            ("1e-99999999999999999999", NoDecimal::TooFine),
        ] {
            assert_eq!(Decimal::parse(text), Err(why), "{text}");
        }
    }

    #[test]
    fn scaling_rounds_halves_away_from_zero() {
        let number = |text: &str| Decimal::parse(text).unwrap();
        assert_eq!(number("0.25").scaled(4), 2500);
        assert_eq!(number("0.25").scaled(1), 3);
        assert_eq!(number("-0.25").scaled(1), -3);
        assert_eq!(number("0.24").scaled(1), 2);
        assert_eq!(number("9e18").scaled(4), i64::MAX);
        assert_eq!(number("-9e18").scaled(200), i64::MIN);
        assert_eq!(number("0.0000005").rounded(6), number("0.000001"));
        assert_eq!(number("0.5").rounded(6), number("0.5"));
    }

    proptest! {
        #[test]
        fn display_and_parse_are_inverse(digits in any::<i64>(), places in 0u8..=18) {
            let number = Decimal::new(digits, places);
            prop_assume!(digits != i64::MIN);
            prop_assert_eq!(Decimal::parse(&number.to_string()), Ok(number));
        }

        #[test]
        fn order_is_that_of_the_numbers(a in -9999i64..9999, b in -9999i64..9999, p in 0u8..4, q in 0u8..4) {
            let (x, y) = (Decimal::new(a, p), Decimal::new(b, q));
            prop_assert_eq!(x.cmp(&y), x.scaled(4).cmp(&y.scaled(4)));
        }

        #[test]
        fn any_text_is_a_number_or_not(text in "[-+.eE0-9]{0,40}") {
            let _ = Decimal::parse(&text);
        }
    }
}
