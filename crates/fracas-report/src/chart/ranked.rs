//! Bars in a row order, each with its interval: who survives, what matters most,
//! who beats whom.

use fracas::Table;
use maud::html;
use serde_json::json;

use super::{Chart, Drawing, Tone, bar, fitting, line, n, text, whisker, width_of};
use crate::clean::cut;

/// Bars under each other.
pub struct Ranked {
    /// What they show.
    pub title: String,
    /// What is measured.
    pub what: String,
    /// From the first to the last.
    pub rows: Vec<RankedRow>,
    /// The scale; none for that of the values, with zero.
    pub scale: Option<(f64, f64)>,
}

/// A bar.
pub struct RankedRow {
    /// Whose.
    pub name: String,
    /// The side.
    pub tone: Tone,
    /// The value.
    pub value: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end of its interval.
    pub high: f64,
    /// The value as it is told.
    pub told: String,
}

const ROW: f64 = 25.0;

impl Ranked {
    fn ends(&self) -> (f64, f64) {
        if let Some(scale) = self.scale {
            return scale;
        }
        let all = || self.rows.iter().flat_map(|row| [row.value, row.low, row.high]);
        let known = || all().filter(|value| value.is_finite());
        let (low, high) = (known().fold(0.0, f64::min), known().fold(0.0, f64::max));
        if low < high { (low, high) } else { (low, low + 1.0) }
    }
}

impl Chart for Ranked {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn words(&self) -> String {
        let each = self.rows.iter().take(12).map(|row| format!("{} {}", row.name, row.told));
        let more = self.rows.len().saturating_sub(12);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("{}: {}{more}.", self.what, each.collect::<Vec<_>>().join("; "))
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&self.title, &["who", &self.what, "from", "to"]);
        let round = |value: f64| json!((value * 1e4).round() / 1e4);
        for row in &self.rows {
            let [value, low, high] = [row.value, row.low, row.high].map(round);
            table.row(vec![json!(row.name), value, low, high]);
        }
        table
    }

    fn draw(&self, width: f64, id: &str) -> Drawing {
        let (low, high) = self.ends();
        let names = self.rows.iter().map(|row| width_of(&row.name)).fold(0.0, f64::max);
        // Broad letters are wider than the average of a long text.
        let names = (names * 1.2).clamp(60.0, width * 0.4) + 10.0;
        let told = self.rows.iter().map(|row| width_of(&row.told)).fold(0.0, f64::max) + 10.0;
        let room = (width - names - told).max(40.0);
        let x_of = |value: f64| names + (value.clamp(low, high) - low) / (high - low) * room;
        let zero = x_of(0.0);
        let height = self.rows.len() as f64 * ROW;
        let body = html! {
            @for (place, row) in self.rows.iter().enumerate() {
                @let y = place as f64 * ROW;
                @let x = x_of(row.value);
                (text("end", names - 10.0, y + 17.0, &cut(&row.name, fitting(names - 10.0))))
                rect class="track" x=(n(names)) y=(n(y + 8.0)) width=(n(room)) height="9" {}
                @if row.value.is_finite() {
                    (bar(zero.min(x), y + 8.0, ((x - zero).abs(), 9.0), row.tone, "", id))
                }
                @if row.high > row.low {
                    (whisker(x_of(row.low), x_of(row.high), y + 12.5, 5.5))
                }
                (text("small end", width, y + 17.0, &row.told))
            }
            @if low < 0.0 {
                (line("axis", (zero, 0.0), (zero, height)))
            }
        };
        Drawing { width, height, body }
    }
}
