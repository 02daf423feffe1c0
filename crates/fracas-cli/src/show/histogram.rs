//! The distribution of a measure as a histogram.

use fracas::{MeasureOdds, Share, Values};
use unicode_width::UnicodeWidthStr;

use super::bar::bar;
use super::sure::Sure;
use super::words::{Paint, in_words};
use fracas_report::numbers::{rounded, whole};

/// A histogram has no more rows than this.
const MOST_ROWS: i128 = 20;
/// Bars are not longer than this.
const LONGEST_BAR: usize = 40;
/// What a line has beside label, share, bar and marks.
const FRAME: usize = 8;
/// Shares have no less room than this.
const WIDTH: usize = 5;
/// Outside of these shares lie tails that may be put into a row each.
const TAIL: f64 = 0.001;

/// Values from `low` to `high`; an end that is none is open.
#[derive(Debug, PartialEq)]
struct Row {
    low: Option<i128>,
    high: Option<i128>,
    p: f64,
}

/// A row for each value or each few of them, mean and half marked.
/// What a sample has not seen is told by its bound.
pub fn show(measure: &MeasureOdds, values: Option<&Values>, sure: Sure, paint: Paint) -> String {
    let given = measure.given.as_ref().map_or_else(String::new, |given| format!(" given {given}"));
    let mut text = format!("  {}{given}\n", paint.bold(&in_words(&measure.name)));
    let Some(values) = values else { return text + "  no battle counts\n" };
    let rows = rows(values.shares());
    let labels: Vec<String> = rows.iter().map(Row::label).collect();
    let widest = labels.iter().map(|label| label.width()).max().unwrap_or(0);
    let marks: Vec<String> = rows.iter().map(|row| row.marks(measure)).collect();
    let marked = marks.iter().map(|marks| marks.width()).max().unwrap_or(0);
    let shares: Vec<String> = rows.iter().map(|row| sure.share(row.p, values.n())).collect();
    let wide = shares.iter().map(|share| share.width()).max().unwrap_or(0).max(WIDTH);
    let cells = paint.columns.saturating_sub(FRAME + wide + widest + marked).min(LONGEST_BAR);
    let highest = rows.iter().map(|row| row.p).fold(0.0, f64::max);
    for (((row, label), marks), share) in rows.iter().zip(&labels).zip(&marks).zip(&shares) {
        let length = row.p / highest;
        let bar = bar(length, length, length, cells).sure;
        let line = format!("  {label:>widest$}  {share:>wide$} %  {}{marks}", paint.bright(&bar));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

impl Row {
    fn label(&self) -> String {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => whole(low),
            (Some(low), Some(high)) => format!("{} – {}", whole(low), whole(high)),
            (Some(low), None) => format!("{} and more", whole(low)),
            (None, Some(high)) => format!("{} and less", whole(high)),
            (None, None) => "all".to_owned(),
        }
    }

    fn holds(&self, value: f64) -> bool {
        self.low.is_none_or(|low| value >= low as f64)
            && self.high.is_none_or(|high| value < high as f64 + 1.0)
    }

    fn marks(&self, measure: &MeasureOdds) -> String {
        let mut marks = Vec::new();
        if let Some(half) = measure.p50
            && self.holds(half as f64)
        {
            marks.push(format!("half {}", whole(half.into())));
        }
        if let Some(mean) = measure.mean
            && self.holds(mean)
        {
            marks.push(format!("mean {}", rounded(mean)));
        }
        if marks.is_empty() { String::new() } else { format!("  ◂ {}", marks.join(", ")) }
    }
}

/// Values put into rows of equal width: 1, 2 or 5 times a power of ten. Where
/// a few far ones would make the rows coarse they share a row at the end.
fn rows(shares: &[Share]) -> Vec<Row> {
    let (Some(first), Some(last)) = (shares.first(), shares.last()) else { return Vec::new() };
    let (min, max) = (i128::from(first.low), i128::from(last.low));
    let (low, high) = (quantile(shares, TAIL), quantile(shares, 1.0 - TAIL));
    let mut step = 1;
    // Two rows are left for the tails.
    while high.div_euclid(step) - low.div_euclid(step) + 1 > MOST_ROWS - 2 {
        step = next_step(step);
    }
    let (mut from, mut to) = (low.div_euclid(step), high.div_euclid(step));
    let (all_from, all_to) = (min.div_euclid(step), max.div_euclid(step));
    if all_to - all_from < MOST_ROWS {
        (from, to) = (all_from, all_to);
    }
    let row =
        |place: i128| Row { low: Some(place * step), high: Some(place * step + step - 1), p: 0.0 };
    let mut rows: Vec<Row> = (from..=to).map(row).collect();
    let mut below = Row { low: None, high: Some(from * step - 1), p: 0.0 };
    let mut above = Row { low: Some((to + 1) * step), high: None, p: 0.0 };
    for share in shares {
        let place = i128::from(share.low).div_euclid(step);
        let row = match usize::try_from(place - from) {
            Err(_) => &mut below,
            Ok(place) => rows.get_mut(place).unwrap_or(&mut above),
        };
        row.p += share.p;
    }
    if all_from < from {
        rows.insert(0, below);
    }
    if all_to > to {
        rows.push(above);
    }
    rows
}

/// The smallest value that is not exceeded with this probability.
fn quantile(shares: &[Share], p: f64) -> i128 {
    let mut sum = 0.0;
    for share in shares {
        sum += share.p;
        if sum >= p - 1e-12 {
            return share.low.into();
        }
    }
    shares.last().map_or(0, |share| share.low.into())
}

/// 1, 2, 5, 10, 20, 50 and so on.
fn next_step(step: i128) -> i128 {
    let mut power = 1;
    while power * 10 <= step {
        power *= 10;
    }
    match step / power {
        1 => power * 2,
        2 => power * 5,
        _ => power * 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(values: impl IntoIterator<Item = (i64, f64)>) -> Vec<Share> {
        let share = |(value, p)| Share { low: value, high: value, p, count: None };
        values.into_iter().map(share).collect()
    }

    #[test]
    fn few_values_have_a_row_each() {
        let rows = rows(&shares([(-1, 0.25), (2, 0.75)]));
        let labels: Vec<String> = rows.iter().map(Row::label).collect();
        assert_eq!(labels, ["-1", "0", "1", "2"]);
        assert_eq!(rows[1].p, 0.0);
    }

    #[test]
    fn many_values_share_rows_of_round_width() {
        let rows = rows(&shares((0..150).map(|value| (value, 1.0 / 150.0))));
        assert_eq!((rows[0].label(), rows.len()), ("0 – 9".to_owned(), 15));
        let total: f64 = rows.iter().map(|row| row.p).sum();
        assert!((total - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_far_tail_does_not_make_the_rows_coarse() {
        let mut all = shares((0..10).map(|value| (value, 0.09999)));
        all.extend(shares([(1_000_000, 0.0001)]));
        let rows = rows(&all);
        let labels: Vec<String> = rows.iter().map(Row::label).collect();
        assert_eq!((labels.len(), labels[10].as_str()), (11, "10 and more"));
        assert_eq!(rows[10].p, 0.0001);
    }

    #[test]
    fn the_widest_values_there_are_fit() {
        let rows = rows(&shares([(i64::MIN, 0.5), (i64::MAX, 0.5)]));
        assert!(rows.len() <= MOST_ROWS as usize);
    }

    #[test]
    fn steps_are_round() {
        let steps: Vec<i128> =
            std::iter::successors(Some(1), |step| Some(next_step(*step))).take(7).collect();
        assert_eq!(steps, [1, 2, 5, 10, 20, 50, 100]);
    }
}
