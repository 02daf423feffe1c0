//! Numbers as people read them, and no surer than they are.

use fracas::core::odds::grouped;

/// A whole number with commas between thousands.
pub fn whole(number: i128) -> String {
    grouped(number)
}

/// A number with as many places as its size makes worth reading.
pub fn rounded(number: f64) -> String {
    let places = match number.abs() {
        size if size < 10.0 => 2,
        size if size < 1000.0 => 1,
        _ => return whole(number.round() as i128),
    };
    signed(format!("{number:.places$}"))
}

/// A sampled mean and half of its interval, with as many places as it takes to
/// tell that half from nothing.
///
/// ```
/// use fracas_report::numbers::mean_and_error;
/// let told = |mean, half| mean_and_error(mean, half);
/// assert_eq!(told(412.73, 0.26), ("412.7".into(), "0.26".into()));
/// assert_eq!(told(0.0021, 0.0013), ("0.002".into(), "0.001".into()));
/// ```
pub fn mean_and_error(mean: f64, half: f64) -> (String, String) {
    if half == 0.0 || shows(&rounded(half)) {
        return (rounded(mean), rounded(half));
    }
    let places = (3..MOST_PLACES).find(|&places| shows(&format!("{half:.places$}")));
    let places = places.unwrap_or(MOST_PLACES);
    (signed(format!("{mean:.places$}")), format!("{half:.places$}"))
}

/// Whether a number is more than noughts.
fn shows(text: &str) -> bool {
    text.contains(|sign| ('1'..='9').contains(&sign))
}

/// A difference of shares in percentage points.
pub fn rounded_points(share: f64) -> String {
    let points = format!("{:+.1}", 100.0 * share);
    if points == "-0.0" { "+0.0".to_owned() } else { points }
}

/// A number that was rounded to nothing has no sign.
pub fn signed(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) if !shows(rest) => rest.to_owned(),
        _ => text,
    }
}

/// A probability in percent. One that is rounded to never or always, but is
/// not that, says so.
pub fn percent(share: f64, places: usize) -> String {
    if share.is_nan() {
        return "–".to_owned();
    }
    let text = format!("{:.places$}", share * 100.0);
    let step = 0.1f64.powi(places as i32);
    if share > 0.0 && text == format!("{:.places$}", 0.0) {
        format!("<{step:.places$}")
    } else if share < 1.0 && text == format!("{:.places$}", 100.0) {
        format!(">{:.places$}", 100.0 - step)
    } else {
        text
    }
}

/// A probability in percent, known within an interval. Where it is rounded to
/// never or always, the end of the interval says how near that is.
pub fn share(p: f64, low: f64, high: f64, places: usize) -> String {
    let text = percent(p, places);
    if low == high || p.is_nan() {
        text
    } else if text.starts_with('<') || p == 0.0 {
        format!("<{}", at_most(high, places))
    } else if text.starts_with('>') || p == 1.0 {
        format!(">{}", at_least(low, places))
    } else {
        text
    }
}

/// A sampled probability in percent with half of its interval; where that would
/// reach beyond never or always, the two ends instead.
///
/// ```
/// use fracas_report::numbers::with_error;
/// assert_eq!(with_error(0.577, 0.567, 0.587), "57.7 ±1.0");
/// assert_eq!(with_error(0.997, 0.989, 0.9998), "98.9–99.98");
/// assert_eq!(with_error(0.003, 0.0002, 0.011), "0.02–1.1");
/// assert_eq!(with_error(1.0, 0.9972, 1.0), ">99.7");
/// assert_eq!(with_error(0.0004, 0.0003, 0.0005), "0.040 ±0.010");
/// ```
pub fn with_error(p: f64, low: f64, high: f64) -> String {
    if p == 0.0 || p == 1.0 || p.is_nan() {
        return share(p, low, high, 1);
    }
    if !is_even(p, low, high) {
        return ends(low, high);
    }
    let half = (high - low) / 2.0;
    let plain = percent(p, 1);
    let places = if plain.starts_with(['<', '>']) { places_for(half).max(2) } else { 1 };
    let error = match format!("{:.places$}", half * 100.0) {
        error if shows(&error) => error,
        _ => at_most(half, places),
    };
    format!("{} ±{error}", percent(p, places))
}

/// Whether a probability with this interval is told by half of its width: not
/// where that reaches beyond never or always.
pub fn is_even(p: f64, low: f64, high: f64) -> bool {
    let half = (high - low) / 2.0;
    p - half >= 0.0 && p + half <= 1.0
}

/// The two ends of an interval in percent, neither of which is never or always
/// if it is not.
pub fn ends(low: f64, high: f64) -> String {
    format!("{}–{}", low_end(low), high_end(high))
}

/// Places that a bound has at most.
const MOST_PLACES: usize = 6;

/// A low end with as many places as it takes to tell it from never.
fn low_end(low: f64) -> String {
    let told = (1..=MOST_PLACES).map(|places| at_least(low, places));
    told.into_iter().find(|text| shows(text)).unwrap_or_else(|| "0".to_owned())
}

/// A high end with as many places as it takes to tell it from always.
fn high_end(high: f64) -> String {
    let told = (1..=MOST_PLACES).map(|places| at_most(high, places));
    told.into_iter().find(|text| !text.starts_with("100")).unwrap_or_else(|| "100".to_owned())
}

/// A number as a chart tells it, with the ends of its interval: a share in
/// percent, no surer than it is.
pub(crate) fn told((value, low, high): (f64, f64, f64), is_share: bool) -> String {
    match is_share {
        _ if value.is_nan() => "–".to_owned(),
        false => short(value),
        true if low == high => format!("{} %", percent(value, 2)),
        true => format!("{} %", share(value, low, high, places_for((high - low) / 2.0))),
    }
}

/// The low end of an interval in percent, not rounded up.
pub fn at_least(share: f64, places: usize) -> String {
    let unit = 10f64.powi(places as i32);
    format!("{:.places$}", (share * 100.0 * unit).floor() / unit)
}

/// The high end of an interval in percent, not rounded down.
pub fn at_most(share: f64, places: usize) -> String {
    let unit = 10f64.powi(places as i32);
    format!("{:.places$}", (share * 100.0 * unit).ceil() / unit)
}

/// How often something happens, for tables: `31.2 %`.
pub fn frequency(share: f64) -> String {
    if share == 0.0 || share == 1.0 {
        return format!("{} %", share * 100.0);
    }
    format!("{} %", percent(share, 1))
}

/// As many places of a percentage as an interval of this half width (a share)
/// makes worth reading: one digit of the error, or two where it is small.
pub fn places_for(half_width: f64) -> usize {
    const MOST: usize = 6;
    let mut unit = 0.1;
    let mut places = 1;
    while half_width * 100.0 < unit * 5.0 && places < MOST {
        unit /= 10.0;
        places += 1;
    }
    places
}

/// As [`rounded`], without places that say nothing.
pub(crate) fn short(number: f64) -> String {
    match number.abs() {
        size if size < 10.0 => plain(format!("{number:.2}")),
        size if size < 1000.0 => plain(format!("{number:.1}")),
        _ => whole(number.round() as i128),
    }
}

/// Without places that say nothing, and without a sign of nothing.
fn plain(text: String) -> String {
    let short =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(whole(0), "0");
        assert_eq!(whole(999), "999");
        assert_eq!(whole(1000), "1,000");
        assert_eq!(whole(-1_234_567), "-1,234,567");
    }

    #[test]
    fn small_numbers_have_more_places() {
        assert_eq!(rounded(0.0), "0.00");
        assert_eq!(rounded(3.456), "3.46");
        assert_eq!(rounded(412.73), "412.7");
        assert_eq!(rounded(41_273.4), "41,273");
        assert_eq!(rounded(-12.34), "-12.3");
        assert_eq!(rounded(-0.001), "0.00");
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(signed("-0.1".to_owned()), "-0.1");
        assert_eq!(rounded_points(-0.0001), "+0.0");
        assert_eq!(rounded_points(-0.123), "-12.3");
    }

    #[test]
    fn what_is_not_certain_is_not_shown_as_certain() {
        assert_eq!(percent(0.5312, 2), "53.12");
        assert_eq!(percent(0.0, 2), "0.00");
        assert_eq!(percent(0.000_001, 2), "<0.01");
        assert_eq!(percent(0.999_999, 2), ">99.99");
        assert_eq!(percent(1.0, 1), "100.0");
        assert_eq!(frequency(0.0), "0 %");
        assert_eq!(frequency(0.0001), "<0.1 %");
        assert_eq!(frequency(0.312), "31.2 %");
    }

    #[test]
    fn shares_at_the_ends_are_bounds() {
        assert_eq!(share(0.0, 0.0, 0.0009, 1), "<0.1");
        assert_eq!(share(0.0003, 0.0, 0.0019, 1), "<0.2");
        assert_eq!(share(1.0, 0.9987, 1.0, 2), ">99.87");
        assert_eq!(share(0.5, 0.49, 0.51, 1), "50.0");
        assert_eq!(share(0.0, 0.0, 0.0, 1), "0.0");
        assert_eq!(share(f64::NAN, 0.0, 1.0, 1), "–");
    }

    #[test]
    fn intervals_are_rounded_outwards() {
        assert_eq!((at_least(0.5, 2), at_most(0.5, 2)), ("50.00".into(), "50.00".into()));
        assert_eq!((at_least(0.0, 2), at_most(0.000_001, 2)), ("0.00".into(), "0.01".into()));
        assert_eq!((at_least(0.999_999, 2), at_most(1.0, 2)), ("99.99".into(), "100.00".into()));
    }

    #[test]
    fn places_follow_the_error() {
        assert_eq!(places_for(0.02), 1);
        assert_eq!(places_for(0.002), 2);
        assert_eq!(places_for(0.0008), 2);
        assert_eq!(places_for(0.0002), 3);
        assert_eq!(places_for(0.0), 6);
    }

    #[test]
    fn numbers_have_no_empty_places() {
        assert_eq!(short(3.0), "3");
        assert_eq!(short(-0.001), "0");
        assert_eq!(short(412.73), "412.7");
        assert_eq!(short(41_273.4), "41,273");
    }
}
