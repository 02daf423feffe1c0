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

/// Where trials were all alike, which is all that is known then.
const IN_ALL: &str = "in all battles";

/// The same for a sentence: of an exact one no more places than are read.
pub fn brief(found: &Estimate, share: bool) -> String {
    match share {
        true if found.is_exact() => format!("{}%", percent(found.value, 2)),
        false if found.is_steady() => format!("{} {IN_ALL}", value(found, share)),
        _ => value(found, share),
    }
}

/// Its interval; `exact` if it needs none.
pub fn between(found: &Estimate, share: bool) -> String {
    if found.is_exact() {
        return "exact".to_owned();
    }
    if found.is_steady() {
        return IN_ALL.to_owned();
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
    if found.is_steady() {
        return IN_ALL.to_owned();
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
        let found = Estimate::sampled(0.5312, 0.5301, 0.5323);
        assert_eq!(value(&found, true), "53.12%");
        assert_eq!(between(&found, true), "53.01 – 53.23");
        assert_eq!(difference(&found, true), "+53.12");
        let less = Estimate::sampled(-0.01, -0.02, 0.0);
        assert_eq!(difference_between(&less, true), "-2.0 to +0.0");
        assert_eq!(between(&Estimate::exactly(0.5), true), "exact");
        assert_eq!(value(&Estimate::exactly(12.345), false), "12.3");
    }

    #[test]
    fn a_sample_is_never_exact() {
        let fifteen = Estimate::sampled(15.0, 15.0, 15.0);
        assert_eq!(between(&fifteen, false), "in all battles");
        assert_eq!(difference_between(&fifteen, false), "in all battles");
        assert_eq!(brief(&fifteen, false), "15.0 in all battles");
        assert_eq!(between(&Estimate::exactly(15.0), false), "exact");
    }
}
