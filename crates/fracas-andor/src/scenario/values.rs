//! Written intervals and chances.

use fracas_core::document::{Checked, Decimal, Diagnostics, Item, NoDecimal};

use crate::conditions::Odds;
use crate::stats::Interval;

/// Ends of intervals (section 11, 17).
const MOST: i64 = 1_000_000;

/// Reads an interval: "N", "MIN-MAX", a number, a pair, or `{ min, max }`.
/// None if it is none; both ends may be negative and upside down.
pub fn interval(item: &Item) -> Option<Interval> {
    if let Some(whole) = item.whole() {
        return Some(Interval::new(whole, whole));
    }
    if let [min, max] = item.list() {
        return Some(Interval::new(min.whole()?, max.whole()?));
    }
    if let Some(table) = item.table() {
        return Some(Interval::new(table.whole("min").unwrap_or(0), table.whole("max")?));
    }
    interval_of(item.text()?)
}

/// `4`, `2-5`, `-3--1`.
pub fn interval_of(text: &str) -> Option<Interval> {
    let number = |digits: &str| {
        let number: i64 = digits.trim().parse().ok()?;
        (-MOST..=MOST).contains(&number).then_some(number)
    };
    if let Some(both) = number(text) {
        return Some(Interval::new(both, both));
    }
    // The dash that divides is the first after a digit.
    let start = text.find(|sign: char| sign.is_ascii_digit())?;
    let dash = start + text[start..].find('-')?;
    Some(Interval::new(number(&text[..dash])?, number(&text[dash + 1..])?))
}

/// The interval of a key, from `least` on and not upside down; what is wrong
/// with it goes to `out`.
pub fn read_interval(
    table: &Checked,
    key: &str,
    least: i64,
    code: &'static str,
    out: &mut Diagnostics,
) -> Option<Interval> {
    let item = table.value(key)?;
    let found = interval(item);
    match found {
        Some(found) if found.min <= found.max && found.min >= least => Some(found),
        _ => {
            let message = format!("{key} must be N or MIN-MAX, MIN <= MAX");
            let from = if least == 0 { ", from 0" } else { "" };
            out.error(code, &item.place, message)
                .help(format!("such as 4, \"2-5\" or [2, 5]{from}"));
            None
        }
    }
}

/// "p", "p%", "a/b" or a number of percent. Decimals are scaled to
/// whole numbers.
pub fn odds_of(text: &str) -> Option<Odds> {
    let text = text.trim();
    if let Some((chances, of)) = text.split_once('/') {
        let of: u64 = of.trim().parse().ok().filter(|of| (1..=MOST as u64 * 1000).contains(of))?;
        let chances: u64 = chances.trim().parse().ok()?;
        return Some(Odds::new(chances, of));
    }
    let percent = text.strip_suffix('%').unwrap_or(text).trim();
    match Decimal::parse(percent) {
        Ok(percent) => odds_of_percent(percent),
        Err(NoDecimal::Malformed | NoDecimal::TooFine | NoDecimal::TooLarge) => None,
    }
}

/// A number of percent, at most nine places.
pub fn odds_of_percent(percent: Decimal) -> Option<Odds> {
    let places = percent.places();
    if places > 9 {
        return None;
    }
    let chances = u64::try_from(percent.scaled(places)).ok()?;
    Some(Odds::new(chances, 100 * 10_u64.pow(u32::from(places))))
}

/// The chance of a key; 100% if there is none.
pub fn read_odds(table: &Checked, key: &str, out: &mut Diagnostics) -> Odds {
    let Some(item) = table.value(key) else { return Odds::CERTAIN };
    let found = match item.text() {
        Some(text) => odds_of(text),
        None => item.decimal().and_then(odds_of_percent),
    };
    found.unwrap_or_else(|| {
        out.error("E-13", &item.place, "this is no chance")
            .help("write \"p\" or \"p%\" for percent, or \"a/b\" with b from 1");
        Odds::CERTAIN
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_86_intervals_are_written_in_several_ways() {
        assert_eq!(interval_of("4"), Some(Interval::new(4, 4)));
        assert_eq!(interval_of("2-5"), Some(Interval::new(2, 5)));
        assert_eq!(interval_of(" 2 - 5 "), Some(Interval::new(2, 5)));
        assert_eq!(interval_of("-3--1"), Some(Interval::new(-3, -1)));
        assert_eq!(interval_of("-4"), Some(Interval::new(-4, -4)));
        for wrong in ["", "a-b", "2-", "-", "2-5-7", "1e3", "99999999999999999999"] {
            assert_eq!(interval_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_53_chances_are_percent_or_fractions() {
        assert_eq!(odds_of("70"), Some(Odds { chances: 70, of: 100 }));
        assert_eq!(odds_of("70%"), odds_of("70"));
        assert_eq!(odds_of("1/1000"), Some(Odds { chances: 1, of: 1000 }));
        assert_eq!(odds_of("100/50"), Some(Odds { chances: 50, of: 50 }));
        assert_eq!(odds_of("0.1"), Some(Odds { chances: 1, of: 1000 }));
        assert_eq!(odds_of("0"), Some(Odds { chances: 0, of: 100 }));
        assert_eq!(odds_of("250"), Some(Odds { chances: 100, of: 100 }));
        for wrong in ["", "1/0", "-5", "x", "1/2/3", "0.0000000001"] {
            assert_eq!(odds_of(wrong), None, "{wrong}");
        }
    }
}
