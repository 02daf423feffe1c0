//! Values over two things that vary, as a map with a front line where they cross
//! a half.

use fracas::Table;
use maud::{Markup, html};
use serde_json::json;

use super::{Chart, Drawing, Tone, fitting, line, n, text, width_of};
use crate::clean::cut;
use crate::numbers::{share, short, told};

/// A map of values.
pub struct Heat {
    /// What it shows.
    pub title: String,
    /// What varies across.
    pub across: String,
    /// Its values.
    pub columns: Vec<String>,
    /// What varies upwards.
    pub up: String,
    /// Its values, the lowest first.
    pub rows: Vec<String>,
    /// The values with both ends of their intervals, row by row; none where
    /// nothing is known.
    pub values: Vec<Vec<Option<(f64, f64, f64)>>>,
    /// Whose what is shown is.
    pub tone: Tone,
    /// Whether values are shares of one, told in percent.
    pub share: bool,
}

const TALL: f64 = 30.0;
const TOP: f64 = 22.0;

impl Heat {
    fn point(&self, row: usize, column: usize) -> Option<(f64, f64, f64)> {
        let point = self.values.get(row)?.get(column).copied().flatten();
        point.filter(|(value, ..)| value.is_finite())
    }

    fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.point(row, column).map(|(value, ..)| value)
    }

    /// All that are known, the lowest first.
    fn sorted(&self) -> Vec<(f64, f64, f64)> {
        let known = self.values.iter().flatten().flatten().copied();
        let mut known: Vec<_> = known.filter(|(value, ..)| value.is_finite()).collect();
        known.sort_by(|a, b| a.0.total_cmp(&b.0));
        known
    }

    fn ends(&self) -> (f64, f64) {
        if self.share {
            return (0.0, 1.0);
        }
        let known = self.sorted();
        match (known.first(), known.last()) {
            (Some((low, ..)), Some((high, ..))) if low < high => (*low, *high),
            _ => (0.0, 1.0),
        }
    }

    /// In a field of the map, where there is little room.
    fn briefly(&self, (value, low, high): (f64, f64, f64)) -> String {
        if self.share { share(value, low, high, 0) } else { short(value) }
    }

    /// Between fields on either side of a half.
    fn front(&self, left: f64, wide: f64) -> Markup {
        let above = |row, column| self.value(row, column).map(|value| value >= 0.5);
        let differ =
            |a: Option<bool>, b: Option<bool>| matches!((a, b), (Some(a), Some(b)) if a != b);
        let count = self.rows.len();
        let y_of = |row: usize| TOP + (count - row) as f64 * TALL;
        let x_of = |column: usize| left + column as f64 * wide;
        html! {
            @for row in 0..count {
                @for column in 0..self.columns.len() {
                    @if differ(above(row, column), above(row, column + 1)) {
                        (line("front", (x_of(column + 1), y_of(row)), (x_of(column + 1), y_of(row + 1))))
                    }
                    @if differ(above(row, column), above(row + 1, column)) {
                        (line("front", (x_of(column), y_of(row + 1)), (x_of(column + 1), y_of(row + 1))))
                    }
                }
            }
        }
    }
}

impl Chart for Heat {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn words(&self) -> String {
        let known = self.sorted();
        let [low, high] = [known.first(), known.last()]
            .map(|point| point.map_or_else(String::new, |point| told(*point, self.share)));
        let line = if self.share { "; a line is drawn where it crosses a half" } else { "" };
        format!("{} over {} and {}: from {low} to {high}{line}.", self.title, self.across, self.up)
    }

    fn table(&self) -> Table {
        let corner = format!("{} \\ {}", self.up, self.across);
        let mut heads = vec![corner.as_str()];
        heads.extend(self.columns.iter().map(String::as_str));
        let mut table = Table::new(&self.title, &heads);
        for (place, row) in self.rows.iter().enumerate() {
            let value = |column| self.point(place, column).map(|point| told(point, self.share));
            let cells = std::iter::once(json!(row))
                .chain((0..self.columns.len()).map(|column| json!(value(column))));
            table.row(cells.collect());
        }
        table
    }

    fn draw(&self, width: f64, _id: &str) -> Drawing {
        let left = self.rows.iter().map(|row| width_of(row)).fold(0.0, f64::max);
        let left = left.clamp(20.0, width * 0.3) + 10.0;
        let (columns, rows) = (self.columns.len().max(1), self.rows.len());
        let wide = (width - left) / columns as f64;
        let (low, high) = self.ends();
        let bottom = TOP + rows as f64 * TALL;
        let every = (self.columns.iter().map(|mark| width_of(mark)).fold(0.0, f64::max) / wide)
            .ceil()
            .max(1.0);
        let body = html! {
            (text("soft small", 0.0, 12.0, &cut(&self.up, fitting(width))))
            @for row in 0..rows {
                @let y = TOP + (rows - 1 - row) as f64 * TALL;
                (text("small end", left - 8.0, y + TALL / 2.0 + 4.0, &cut(&self.rows[row], fitting(left - 8.0))))
                @for column in 0..self.columns.len() {
                    @let x = left + column as f64 * wide;
                    @match self.point(row, column) {
                        Some(point) => {
                            @let part = (point.0 - low) / (high - low);
                            rect class=(format!("{} gap", self.tone.class())) x=(n(x)) y=(n(y)) width=(n(wide)) height=(n(TALL))
                                fill-opacity=(format!("{:.2}", 0.05 + 0.95 * part)) {}
                            @let told = self.briefly(point);
                            @if wide > width_of(&told) + 4.0 {
                                (text(if part > 0.55 { "small on mid" } else { "small mid" }, x + wide / 2.0, y + TALL / 2.0 + 4.0, &told))
                            }
                        },
                        None => { rect class="track gap" x=(n(x)) y=(n(y)) width=(n(wide)) height=(n(TALL)) {} }
                    }
                }
            }
            @if self.share {
                (self.front(left, wide))
            }
            @for (place, mark) in self.columns.iter().enumerate().step_by(every as usize) {
                (text("small mid", left + (place as f64 + 0.5) * wide, bottom + 18.0, mark))
            }
            (text("soft small", left, bottom + 38.0, &cut(&self.across, fitting(width - left))))
        };
        Drawing { width, height: bottom + 46.0, body }
    }
}
