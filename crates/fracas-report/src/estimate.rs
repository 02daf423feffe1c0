//! Numbers of the laboratory with their intervals.

use fracas::lab::Estimate;

use crate::numbers::{at_least, at_most, percent, places_for, rounded, share as bounded, signed};

/// Places of exact percentages.
const EXACT_PLACES: usize = 4;

/// A probability or a mean.
pub fn value(found: &Estimate, share: bool) -> String {
    match share {
        true => format!("{}%", bounded(found.value, found.low, found.high, places(found))),
        false => rounded(found.value),
    }
}

/// The same for a sentence: of an exact one no more places than are read.
pub fn brief(found: &Estimate, share: bool) -> String {
    match share && found.is_exact() {
        true => format!("{}%", percent(found.value, 2)),
        false => value(found, share),
    }
}

/// Its interval; `exact` if it needs none.
pub fn between(found: &Estimate, share: bool) -> String {
    if found.is_exact() {
        return "exact".to_owned();
    }
    match share {
        true => {
            let places = places(found);
            format!("{} – {}", at_least(found.low, places), at_most(found.high, places))
        }
        false => format!("{} – {}", rounded(found.low), rounded(found.high)),
    }
}

/// A difference: points of probability, or of a mean.
pub fn difference(found: &Estimate, share: bool) -> String {
    with_sign(found.value, share, places(found))
}

/// The interval of a difference; nothing of an exact one.
pub fn difference_between(found: &Estimate, share: bool) -> String {
    if found.is_exact() {
        return String::new();
    }
    let places = places(found);
    let low = with_sign(found.low, share, places);
    format!("{low} to {}", with_sign(found.high, share, places))
}

fn with_sign(number: f64, share: bool, places: usize) -> String {
    let text = match share {
        true => signed(format!("{:.places$}", number * 100.0)),
        false => rounded(number),
    };
    if text.starts_with('-') || number.is_nan() { text } else { format!("+{text}") }
}

fn places(found: &Estimate) -> usize {
    if found.is_exact() { EXACT_PLACES } else { places_for(found.error()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_and_signs() {
        let found = Estimate { value: 0.5312, low: 0.5301, high: 0.5323 };
        assert_eq!(value(&found, true), "53.12%");
        assert_eq!(between(&found, true), "53.01 – 53.23");
        assert_eq!(difference(&found, true), "+53.12");
        let less = Estimate { value: -0.01, low: -0.02, high: 0.0 };
        assert_eq!(difference_between(&less, true), "-2.0 to +0.0");
        assert_eq!(between(&Estimate::exactly(0.5), true), "exact");
        assert_eq!(value(&Estimate::exactly(12.345), false), "12.3");
    }
}
