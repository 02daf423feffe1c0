//! How a measure is spread: columns, and below them the values that half the
//! battles and nine in ten stay within.

use fracas::Table;
use maud::html;
use serde_json::json;

use super::{Chart, Drawing, Tone, bar, line, n, text, width_of};
use crate::clean::{capital, cut};
use crate::numbers::{short, whole};

/// How a measure is spread over battles.
pub struct Spread {
    /// The measure, in words.
    pub name: String,
    /// Whose it is.
    pub tone: Tone,
    /// Lowest value, highest value, and their share, in rising order.
    pub shares: Vec<(i64, i64, f64)>,
    /// The mean.
    pub mean: f64,
    /// One battle in twenty stays at or below this.
    pub p5: i64,
    /// Half the battles stay at or below this.
    pub p50: i64,
    /// Nineteen battles in twenty stay at or below this.
    pub p95: i64,
}

const TOP: f64 = 34.0;
const COLUMNS: f64 = 84.0;
const AXIS: f64 = TOP + COLUMNS + 9.0;

impl Spread {
    fn range(&self) -> (i64, i64) {
        let low = self.shares.first().map_or(0, |share| share.0);
        let high = self.shares.last().map_or(0, |share| share.1);
        (low, high)
    }

    /// Columns of equal width: the lowest value of each, how many values it
    /// holds, and their share.
    fn columns(&self, most: usize) -> (i64, Vec<f64>) {
        let (low, high) = self.range();
        let span = (i128::from(high) - i128::from(low) + 1) as f64;
        let each = nice((span / most as f64).ceil().max(1.0));
        let count = (span / each).ceil().max(1.0) as usize;
        let mut columns = vec![0.0; count];
        for &(from, to, p) in &self.shares {
            let width = (to - from) as f64 + 1.0;
            let (first, last) =
                (((from - low) as f64 / each) as usize, ((to - low) as f64 / each) as usize);
            // Values in one column need no sharing out.
            if first >= last {
                columns[first.min(count - 1)] += p;
                continue;
            }
            for (place, column) in
                columns.iter_mut().enumerate().take(last.min(count - 1) + 1).skip(first)
            {
                // Values that were counted together are taken as even.
                let (start, end) =
                    (low as f64 + place as f64 * each, low as f64 + (place + 1) as f64 * each);
                let inside = (to as f64 + 1.0).min(end) - (from as f64).max(start);
                *column += p * (inside / width).clamp(0.0, 1.0);
            }
        }
        (each as i64, columns)
    }
}

/// The next number that people count in.
fn nice(number: f64) -> f64 {
    let unit = 10f64.powf(number.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * unit).find(|step| *step >= number).unwrap_or(number)
}

impl Chart for Spread {
    fn title(&self) -> String {
        capital(&self.name)
    }

    fn words(&self) -> String {
        format!(
            "{}: {} on average; half the battles stay at or below {}, nine in ten lie between {} and {}.",
            capital(&self.name),
            short(self.mean),
            whole(self.p50.into()),
            whole(self.p5.into()),
            whole(self.p95.into())
        )
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&self.name, &["from", "to", "share %"]);
        let (low, _) = self.range();
        let (each, columns) = self.columns(40);
        for (place, share) in columns.iter().enumerate() {
            let from = low + place as i64 * each;
            table.row(vec![
                json!(from),
                json!(from + each - 1),
                json!((share * 1e4).round() / 1e2),
            ]);
        }
        table
    }

    fn draw(&self, width: f64, id: &str) -> Drawing {
        let (low, high) = self.range();
        let (each, columns) = self.columns((width / 11.0) as usize);
        let span = columns.len() as f64 * each as f64;
        let x_of = |value: f64| (value - low as f64) / span * width;
        let middle = |value: i64| x_of(value as f64 + 0.5);
        let tallest = columns.iter().copied().fold(0.0, f64::max).max(1e-12);
        let step = width / columns.len() as f64;
        let gap = if step > 6.0 { 1.5 } else { 0.0 };
        let (from, to) = (middle(self.p5), middle(self.p95));
        // Labels below the axis, the more important first; those that would
        // touch another are left out.
        let mut labels: Vec<(f64, String, &str)> = Vec::new();
        let wanted = [
            (self.p50, "strong small mid"),
            (self.p5, "small mid"),
            (self.p95, "small mid"),
            (low, "small soft mid"),
            (high, "small soft mid"),
        ];
        for (value, class) in wanted {
            let words = whole(value.into());
            let half = width_of(&words) / 2.0;
            let x = middle(value).clamp(half, width - half);
            let apart = |other: &(f64, String, &str)| {
                (other.0 - x).abs() > half + width_of(&other.1) / 2.0 + 6.0
            };
            if labels.iter().all(apart) {
                labels.push((x, words, class));
            }
        }
        let average = format!("{} on average", short(self.mean));
        let body = html! {
            (text("strong", 0.0, 13.0, &cut(&self.title(), super::fitting(width - width_of(&average) - 10.0))))
            (text("soft small end", width, 13.0, &average))
            @for (place, share) in columns.iter().enumerate() {
                @let tall = share / tallest * COLUMNS;
                @if *share > 0.0 {
                    (bar(place as f64 * step + gap / 2.0, TOP + COLUMNS - tall.max(0.75), (step - gap, tall.max(0.75)), self.tone, "", id))
                }
            }
            (line("grid", (0.0, AXIS), (width, AXIS)))
            rect class="ink" x=(n(from)) y=(n(AXIS - 1.5)) width=(n((to - from).max(1.0))) height="3" {}
            circle class="ink" cx=(n(middle(self.p50))) cy=(n(AXIS)) r="4" {}
            @for (x, words, class) in &labels {
                (text(class, *x, AXIS + 18.0, words))
            }
        };
        Drawing { width, height: AXIS + 26.0, body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(shares: &[(i64, i64, f64)]) -> Spread {
        let shares = shares.to_vec();
        let (name, tone) = ("x".to_owned(), Tone::Plain);
        Spread { name, tone, shares, mean: 0.0, p5: 0, p50: 0, p95: 0 }
    }

    #[test]
    fn columns_hold_all_there_is() {
        for shares in [
            vec![(0, 0, 0.25), (3, 3, 0.5), (41, 41, 0.25)],
            vec![(-7, -7, 0.5), (5000, 5007, 0.5)],
            vec![(4, 4, 1.0)],
            vec![(i64::MIN / 4, i64::MIN / 4, 0.5), (i64::MAX / 4, i64::MAX / 4, 0.5)],
        ] {
            let (each, columns) = spread(&shares).columns(20);
            assert!((columns.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?} {columns:?}");
            assert!(columns.len() <= 21 && each >= 1, "{shares:?}");
        }
    }

    #[test]
    fn people_count_in_nice_numbers() {
        assert_eq!([1.0, 3.0, 7.0, 11.0, 4000.0].map(nice), [1.0, 5.0, 10.0, 20.0, 5000.0]);
    }
}
