//! Values along something that varies, with their intervals as bands.

use fracas::Table;
use fracas::core::order::Ordered;
use maud::{Markup, html};
use serde_json::json;

use super::{Chart, Drawing, Tone, fitting, line, n, text, width_of};
use crate::clean::cut;
use crate::numbers::{short, told};

/// Lines along an axis.
pub struct Lines {
    /// What they show.
    pub title: String,
    /// What varies along the axis.
    pub across: String,
    /// Its values, as they are told.
    pub marks: Vec<String>,
    /// Its values as numbers; none where they are words, which then stand evenly.
    pub at: Option<Vec<f64>>,
    /// The lines.
    pub series: Vec<Series>,
    /// What is wanted, drawn across.
    pub levels: Vec<f64>,
    /// Whether values are shares of one, told in percent.
    pub share: bool,
}

/// A line.
pub struct Series {
    /// What it is.
    pub name: String,
    /// Whose it is; lines of the same are told apart by dashes.
    pub tone: Tone,
    /// Value and both ends of its interval, for each of the marks.
    pub points: Vec<(f64, f64, f64)>,
}

const HEIGHT: f64 = 220.0;
const TOP: f64 = 26.0;
const LEFT: f64 = 46.0;

impl Lines {
    /// The lowest and highest value that the drawing shows, and its steps.
    fn scale(&self) -> (f64, f64, f64) {
        if self.share {
            return (0.0, 1.0, 0.25);
        }
        let all = || self.series.iter().flat_map(|series| &series.points);
        let known = || {
            let points = all().flat_map(|point| [point.0, point.1, point.2]);
            points.chain(self.levels.iter().copied()).filter(|value| value.is_finite())
        };
        let (low, high) =
            (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
        if !low.is_finite() {
            return (0.0, 1.0, 0.25);
        }
        let span = (high - low).max(1e-9);
        let unit = 10f64.powf((span / 4.0).log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|by| by * unit).into_iter().find(|step| span / step <= 5.0);
        let step = step.unwrap_or(span);
        ((low / step).floor() * step, (high / step).ceil() * step, step)
    }

    fn places(&self, from: f64, to: f64) -> Vec<f64> {
        let count = self.marks.len();
        let even = || (0..count).map(|place| place as f64).collect::<Vec<_>>();
        let values = self.at.clone().filter(|at| at.len() == count).unwrap_or_else(even);
        let (low, high) =
            (values.first().copied().unwrap_or(0.0), values.last().copied().unwrap_or(1.0));
        let span = if high == low { 1.0 } else { high - low };
        values.into_iter().map(|value| from + (value - low) / span * (to - from)).collect()
    }

    fn dash(&self, place: usize) -> &'static str {
        let tone = self.series[place].tone;
        let before = self.series[..place].iter().filter(|series| series.tone == tone).count();
        ["", "dashed", "dotted"][before.min(2)]
    }

    fn one(&self, place: usize, xs: &[f64], y_of: &dyn Fn(f64) -> f64) -> Markup {
        let series = &self.series[place];
        let there: Vec<(f64, &(f64, f64, f64))> = xs
            .iter()
            .copied()
            .zip(&series.points)
            .filter(|(_, point)| point.0.is_finite())
            .collect();
        let point = |x: f64, y: f64| format!("{} {}", n(x), n(y));
        let joined = |points: Vec<String>| points.join("L");
        let upper = there.iter().map(|(x, p)| point(*x, y_of(p.2)));
        let lower = there.iter().rev().map(|(x, p)| point(*x, y_of(p.1)));
        let band = joined(upper.chain(lower).collect());
        let middle = joined(there.iter().map(|(x, p)| point(*x, y_of(p.0))).collect());
        let tone = series.tone.class();
        html! {
            @if !there.is_empty() {
                path class=(format!("{tone} band")) d=(format!("M{band}Z")) {}
                path class=(format!("line {tone} {}", self.dash(place)).trim_end()) d=(format!("M{middle}")) {}
            }
        }
    }

    /// Where each name stands beside the end of its line, none over another.
    fn names(&self, y_of: &dyn Fn(f64) -> f64) -> Vec<(usize, f64)> {
        let end = |series: &Series| {
            let last = series.points.iter().rev().find(|point| point.0.is_finite());
            last.map_or(0.0, |point| y_of(point.0))
        };
        let mut names: Vec<(usize, f64)> =
            self.series.iter().enumerate().map(|(place, series)| (place, end(series))).collect();
        names.put_in_order_by(|a, b| a.1.total_cmp(&b.1));
        let mut free = f64::NEG_INFINITY;
        for (_, y) in &mut names {
            *y = y.max(free);
            free = *y + 17.0;
        }
        // Those that were pushed below the axis push the others up.
        let mut free = TOP + HEIGHT - 6.0;
        for (_, y) in names.iter_mut().rev() {
            *y = y.min(free);
            free = *y - 17.0;
        }
        names
    }

    /// A mark of the scale.
    fn mark(&self, value: f64) -> String {
        if self.share { format!("{:.0} %", value * 100.0) } else { short(value) }
    }
}

impl Chart for Lines {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn words(&self) -> String {
        let each = self.series.iter().map(|series| {
            let known = || series.points.iter().filter(|point| point.0.is_finite());
            let [first, last] = [known().next(), known().next_back()]
                .map(|point| point.map_or_else(String::new, |point| told(*point, self.share)));
            format!("{} goes from {first} to {last}", series.name)
        });
        let [first, last] =
            [self.marks.first(), self.marks.last()].map(|mark| mark.map_or("", String::as_str));
        let each = each.collect::<Vec<_>>().join("; ");
        format!("As {} goes from {first} to {last}, {each}.", self.across)
    }

    fn table(&self) -> Table {
        let mut heads = vec![self.across.as_str()];
        heads.extend(self.series.iter().map(|series| series.name.as_str()));
        let mut table = Table::new(&self.title, &heads);
        for (place, mark) in self.marks.iter().enumerate() {
            let value = |series: &Series| {
                series
                    .points
                    .get(place)
                    .map_or(json!(null), |point| json!(told(*point, self.share)))
            };
            let cells = std::iter::once(json!(mark)).chain(self.series.iter().map(value));
            table.row(cells.collect());
        }
        table
    }

    fn draw(&self, width: f64, _id: &str) -> Drawing {
        let widest = self.series.iter().map(|series| width_of(&series.name)).fold(0.0, f64::max);
        let beside = (widest + 14.0).clamp(50.0, width * 0.3);
        let (low, high, step) = self.scale();
        let right = width - beside;
        let bottom = TOP + HEIGHT;
        let y_of = |value: f64| bottom - (value.clamp(low, high) - low) / (high - low) * HEIGHT;
        let xs = self.places(LEFT, right);
        let steps = ((high - low) / step).round() as usize;
        // As many marks as fit: values may stand close together.
        let widest = self.marks.iter().map(|mark| width_of(mark)).fold(0.0, f64::max) + 8.0;
        let mut free = f64::NEG_INFINITY;
        let marks = xs.iter().copied().zip(&self.marks).filter(move |(x, _)| {
            let fits = *x >= free;
            if fits {
                free = *x + widest;
            }
            fits
        });
        let body = html! {
            @for number in 0..=steps {
                @let value = low + number as f64 * step;
                (line("grid", (LEFT, y_of(value)), (right, y_of(value))))
                (text("soft small end", LEFT - 8.0, y_of(value) + 4.0, &self.mark(value)))
            }
            @for level in &self.levels {
                (line("axis dashed", (LEFT, y_of(*level)), (right, y_of(*level))))
            }
            @for place in 0..self.series.len() {
                (self.one(place, &xs, &y_of))
            }
            @for (place, y) in self.names(&y_of) {
                (text("", right + 8.0, y + 4.5, &cut(&self.series[place].name, fitting(beside - 8.0))))
            }
            (line("axis", (LEFT, bottom), (right, bottom)))
            @for (x, mark) in marks {
                (text("small mid", x, bottom + 18.0, mark))
            }
            (text("soft small", LEFT, bottom + 38.0, &cut(&self.across, fitting(width - LEFT))))
        };
        Drawing { width, height: bottom + 46.0, body }
    }
}
