//! A probability as a bar on a scale of 0 to 100 %.

/// Eighths of a cell.
const PARTS: [&str; 9] = ["·", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// A bar in three pieces: what is sure, what the interval leaves open, and
/// the rest.
#[derive(Debug, PartialEq, Eq)]
pub struct Bar {
    /// Filled.
    pub sure: String,
    /// Perhaps filled.
    pub open: String,
    /// Not filled.
    pub rest: String,
}

/// A bar of `cells` for a probability and its interval.
///
/// An interval narrower than a cell cannot be seen: then the bar ends at the
/// probability itself, to an eighth of a cell.
pub fn bar(p: f64, low: f64, high: f64, cells: usize) -> Bar {
    let at = |share: f64| share.clamp(0.0, 1.0) * cells as f64;
    if high - low < 1.0 / cells as f64 {
        let eighths = (at(p) * 8.0).round() as usize;
        let (full, part) = (eighths / 8, eighths % 8);
        let end = if part > 0 { PARTS[part] } else { "" };
        let used = full + usize::from(part > 0);
        return Bar {
            sure: "█".repeat(full) + end,
            open: String::new(),
            rest: "·".repeat(cells - used),
        };
    }
    let from = at(low).round() as usize;
    let to = (at(high).round() as usize).max(from);
    Bar { sure: "█".repeat(from), open: "▒".repeat(to - from), rest: "·".repeat(cells - to) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(p: f64, low: f64, high: f64) -> String {
        let Bar { sure, open, rest } = bar(p, low, high, 8);
        assert_eq!((sure.clone() + &open + &rest).chars().count(), 8);
        sure + &open + &rest
    }

    #[test]
    fn a_narrow_interval_is_a_plain_bar() {
        assert_eq!(drawn(0.0, 0.0, 0.01), "········");
        assert_eq!(drawn(0.5, 0.49, 0.51), "████····");
        assert_eq!(drawn(0.5625, 0.55, 0.57), "████▌···");
        assert_eq!(drawn(1.0, 0.99, 1.0), "████████");
        assert_eq!(drawn(0.999, 0.99, 1.0), "████████");
        assert_eq!(drawn(f64::NAN, f64::NAN, f64::NAN), "········");
    }

    #[test]
    fn a_wide_interval_is_shown() {
        assert_eq!(drawn(0.5, 0.25, 0.75), "██▒▒▒▒··");
        assert_eq!(drawn(0.0, 0.0, 0.3), "▒▒······");
        assert_eq!(drawn(1.0, 0.5, 1.0), "████▒▒▒▒");
    }
}
