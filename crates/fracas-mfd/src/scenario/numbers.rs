//! Numbers as cells hold them (F-11): no exponents, fractions, percent signs
//! or separators.

use crate::rate::Rate;

/// What a cell holds instead of a number of the wanted kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoNumber {
    /// No number at all; perhaps what was meant by it.
    Malformed(Option<String>),
    /// A number that is not whole.
    Fraction,
}

/// More than any limit allows.
const HUGE: i64 = 1_000_000_000_000_000;

/// A whole number; `13000.0` is one too.
pub fn whole(text: &str) -> Result<i64, NoNumber> {
    let (negative, units, fraction) = digits(text).ok_or_else(|| malformed(text))?;
    if fraction.bytes().any(|digit| digit != b'0') {
        return Err(NoNumber::Fraction);
    }
    Ok(signed(negative, units.parse().unwrap_or(HUGE).min(HUGE)))
}

/// A rate, rounded to the nearest millionth, and whether it had to be.
pub fn rate(text: &str) -> Result<(Rate, bool), NoNumber> {
    let (negative, units, fraction) = digits(text).ok_or_else(|| malformed(text))?;
    let units: i64 = if units.is_empty() { 0 } else { units.parse().unwrap_or(HUGE) };
    let kept = fraction.len().min(6);
    let millionths: i64 = format!("{:0<6}", &fraction[..kept]).parse().unwrap_or(0);
    let rest = &fraction.as_bytes()[kept..];
    let up = i64::from(rest.first().is_some_and(|digit| *digit >= b'5'));
    let all = units.min(HUGE / Rate::ONE.0) * Rate::ONE.0 + millionths + up;
    Ok((Rate(signed(negative, all)), rest.iter().any(|digit| *digit != b'0')))
}

/// A rate as a cell holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateCell {
    pub rate: Rate,
    /// Whether it had more decimals than are kept.
    pub rounded: bool,
    /// Whether its point is a comma.
    pub comma: bool,
}

/// A rate in a cell, with a point or a comma before its decimals. Where commas
/// part cells, `1,000` may as well be a thousand and is refused, unless it is
/// `certain` that commas are for decimals.
pub fn rate_cell(text: &str, certain: bool) -> Result<RateCell, NoNumber> {
    let comma = has_decimal_comma(text) && (certain || thousands(text).is_none());
    let (rate, rounded) = if comma {
        rate(&text.replace(',', ".")).map_err(|_| malformed(text))?
    } else {
        rate(text)?
    };
    Ok(RateCell { rate, rounded, comma })
}

/// A whole number in a cell: `13000.0` and `13000,0` are one, but `13.000` and
/// `13,000` may be thirteen or thirteen thousand.
pub fn whole_cell(text: &str) -> Result<i64, NoNumber> {
    if thousands(text).is_some() {
        return Err(malformed(text));
    }
    if has_decimal_comma(text) { whole(&text.replace(',', ".")) } else { whole(text) }
}

fn has_decimal_comma(text: &str) -> bool {
    text.matches(',').count() == 1 && !text.contains('.')
}

fn signed(negative: bool, number: i64) -> i64 {
    if negative { -number } else { number }
}

/// Sign, digits before and after the point; none if it is no number.
fn digits(text: &str) -> Option<(bool, &str, &str)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (units, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let plain = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    let some = !units.is_empty() || !fraction.is_empty();
    // The value of leading zeros is none, but they may be more than fit.
    let units = units.trim_start_matches('0');
    let units = if units.is_empty() && some { "0" } else { units };
    (some && plain(units) && plain(fraction)).then_some((text.starts_with('-'), units, fraction))
}

/// A guess at what was meant.
fn malformed(text: &str) -> NoNumber {
    let meant = if let Some(percent) = text.strip_suffix('%') {
        rate(percent.trim()).ok().map(|(rate, _)| Rate(rate.0 / 100).to_string())
    } else if let Some((above, below)) = text.split_once('/') {
        quotient(above.trim(), below.trim())
    } else if text.matches(',').count() == 1 && thousands(text).is_none() {
        let point = text.replace(',', ".");
        rate(&point).ok().map(|(rate, _)| rate.to_string())
    } else {
        thousands(text)
    };
    NoNumber::Malformed(meant)
}

/// What people put between thousands.
pub fn is_separator(sign: char) -> bool {
    matches!(sign, ',' | '.' | '\'' | '’' | '_') || sign.is_whitespace()
}

/// `13,000` and `1'000'000` without their separators.
fn thousands(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut groups = unsigned.split(is_separator);
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let grouped = !rest.is_empty() && rest.iter().all(|group| group.len() == 3);
    let sign = if text.starts_with('-') { "-" } else { "" };
    let plain = format!("{sign}{first}{}", rest.concat());
    // 0,125 has a comma for a point, and so has 5000,000.
    (grouped && first.len() <= 3 && !first.starts_with('0') && whole(&plain).is_ok())
        .then_some(plain)
}

/// One whole number divided by another, if that is a decimal number.
fn quotient(above: &str, below: &str) -> Option<String> {
    let (above, below) = (whole(above).ok()?, whole(below).ok()?);
    let millionths = above.checked_mul(Rate::ONE.0)?;
    (below != 0 && millionths % below == 0).then(|| Rate(millionths / below).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(text: &str) -> Option<String> {
        match rate(text) {
            Err(NoNumber::Malformed(meant)) => meant,
            other => panic!("{text} gives {other:?}"),
        }
    }

    /// F-11: what a number may look like.
    #[test]
    fn f_11_numbers() {
        for (text, millionths) in [
            (".5", 500_000),
            ("5.", 5_000_000),
            ("-.05", -50_000),
            ("+0.1", 100_000),
            ("-0", 0),
            ("0.000001", 1),
            ("0000000000000000000000000.1", 100_000),
        ] {
            assert_eq!(rate(text), Ok((Rate(millionths), false)), "{text}");
        }
        assert_eq!(whole("13000.0"), Ok(13_000));
        assert_eq!(whole("-7"), Ok(-7));
        assert_eq!(whole("1.5"), Err(NoNumber::Fraction));
        assert_eq!(whole("99999999999999999999"), Ok(HUGE));
        for text in ["", "-", ".", "1e4", "5k", "1.2.3", "--1", "٣", "0x10", "inf"] {
            assert!(whole(text).is_err(), "{text}");
        }
    }

    /// F-11, F-12: more decimals are rounded, halves away from zero.
    #[test]
    fn f_11_f_12_finer_rates_are_rounded() {
        assert_eq!(rate("-0.30000000000000004"), Ok((Rate(-300_000), true)));
        assert_eq!(rate("0.0000005"), Ok((Rate(1), true)));
        assert_eq!(rate("-0.0000005"), Ok((Rate(-1), true)));
        assert_eq!(rate("0.00000049"), Ok((Rate(0), true)));
        assert_eq!(rate("0.1000000000"), Ok((Rate(100_000), false)));
    }

    /// E-9, E-12: what was probably meant.
    #[test]
    fn e_9_e_12_what_was_meant() {
        assert_eq!(meant("10%").as_deref(), Some("0.1"));
        assert_eq!(meant("1/2").as_deref(), Some("0.5"));
        assert_eq!(meant("0,1").as_deref(), Some("0.1"));
        assert_eq!(meant("0,125").as_deref(), Some("0.125"));
        assert_eq!(meant("1/3"), None);
        assert_eq!(meant("1/0"), None);
        assert_eq!(whole("13,000"), Err(NoNumber::Malformed(Some("13000".to_owned()))));
        assert_eq!(whole("5k"), Err(NoNumber::Malformed(None)));
    }

    /// F-11: commas before decimals, and what may be thousands.
    #[test]
    fn f_11_e_12_commas_in_cells() {
        let rate = |text, certain| {
            rate_cell(text, certain).map(|cell| (cell.rate.0, cell.comma)).map_err(|_| ())
        };
        assert_eq!(rate("-0,15", false), Ok((-150_000, true)));
        assert_eq!(rate("0,125", false), Ok((125_000, true)));
        assert_eq!(rate("0.1", true), Ok((100_000, false)));
        assert_eq!(rate("1,125", true), Ok((1_125_000, true)));
        assert_eq!(rate("1,125", false), Err(()));
        assert_eq!(rate("1.000,5", true), Err(()));
        assert_eq!(whole_cell("13000,0"), Ok(13_000));
        assert_eq!(whole_cell("13000.0"), Ok(13_000));
        assert_eq!(whole_cell("5000.000"), Ok(5_000));
        assert_eq!(whole_cell("13,5"), Err(NoNumber::Fraction));
        for text in ["13.000", "13,000", "13\u{a0}000", "13\u{202f}000", "13’000", "13 000"] {
            let meant = NoNumber::Malformed(Some("13000".to_owned()));
            assert_eq!(whole_cell(text), Err(meant), "{text}");
        }
        let meant = NoNumber::Malformed(Some("-1500".to_owned()));
        assert_eq!(whole_cell("-1.500"), Err(meant));
    }
}
