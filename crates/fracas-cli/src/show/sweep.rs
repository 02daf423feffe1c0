//! Rows of a sweep as they come, and charts of one and of two axes.

use fracas::Method;
use fracas::lab::{Points, Row, Sweep};
use unicode_width::UnicodeWidthStr;

use super::words::{Paint, cut, paragraph, title};
use fracas_report::numbers::{rounded, whole};
use fracas_report::{Shown, path_heads, points_told, quoted};

/// How rows are written. JSON lines are written by whoever has the row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Columns.
    Table,
    /// Comma-separated values.
    Csv,
    /// JSON, a line for each point.
    Json,
    /// Markdown.
    Markdown,
}

/// Charts are drawn of at most so many points.
const MOST_CHARTED: u64 = 10_000;
/// Words in columns are not wider than this.
const WIDEST_HEAD: usize = 24;
/// Room for a probability with its error.
const CELL: usize = 12;

/// Heads are not cut to less than this.
const NARROWEST: usize = 8;

/// What stands above its column.
fn head_of(shown: &Shown, widest: usize) -> String {
    let sign = if shown.is_share() { " %" } else { "" };
    cut(&shown.words(), widest.saturating_sub(sign.len()).min(WIDEST_HEAD)) + sign
}

/// Columns of a line of that width: what is widest is cut first, nothing to less
/// than its least.
fn fitted(mut widths: Vec<usize>, least: &[usize], columns: usize) -> Vec<usize> {
    while widths.iter().map(|width| width + 2).sum::<usize>() > columns {
        let spare = |place: &usize| widths[*place] > least[*place];
        let widest = (0..widths.len()).filter(spare).max_by_key(|place| widths[*place]);
        let Some(widest) = widest else { break };
        widths[widest] -= 1;
    }
    widths
}

/// Rows in one of the formats.
pub struct Rows {
    format: Format,
    shown: Vec<Shown>,
    points: Points,
    heading: String,
    paint: Paint,
    seed: u64,
    /// What is varied, in words.
    heads: Vec<String>,
    widths: Vec<usize>,
    /// Of what is shown.
    cells: Vec<usize>,
    told: u64,
    exact: u64,
    battles: u64,
    /// The first that is shown, by point.
    chart: Vec<f64>,
}

impl Rows {
    /// No rows yet.
    pub fn new(format: Format, shown: Vec<Shown>, sweep: &Sweep, paint: Paint) -> Self {
        let points = sweep.points().clone();
        let heads = path_heads(&points.paths());
        let mut values = vec![NARROWEST; heads.len()];
        for point in 0..points.count().min(MOST_CHARTED) {
            for (width, value) in values.iter_mut().zip(points.values(point)) {
                *width = value.width().min(WIDEST_HEAD).max(*width);
            }
        }
        let widths = heads.iter().zip(&values).map(|(head, least)| head.width().max(*least));
        let cells = shown.iter().map(|shown| head_of(shown, usize::MAX).width().max(CELL));
        let least = [values.clone(), vec![CELL; shown.len()]].concat();
        let widths = fitted(widths.chain(cells).collect(), &least, paint.columns);
        let (widths, cells) = widths.split_at(heads.len());
        let (widths, cells) = (widths.to_vec(), cells.to_vec());
        let charted = format == Format::Table && points.count() <= MOST_CHARTED;
        let chart = if charted { vec![f64::NAN; points.count() as usize] } else { Vec::new() };
        let heading = title(&sweep.base().inspect().heading, paint);
        let seed = sweep.seed();
        let (told, exact, battles) = (0, 0, 0);
        Self {
            format,
            shown,
            points,
            heading,
            paint,
            seed,
            heads,
            widths,
            cells,
            told,
            exact,
            battles,
            chart,
        }
    }

    /// What comes before the first row.
    pub fn head(&self) -> String {
        let names: Vec<&str> = self.shown.iter().map(Shown::name).collect();
        match self.format {
            Format::Json => String::new(),
            Format::Csv => {
                let paths = self.points.paths().into_iter().map(quoted);
                let of =
                    |name: &&str| ["", "_low", "_high"].map(|end| quoted(&format!("{name}{end}")));
                let shown = names.iter().flat_map(of);
                let rest = ["method", "trials", "error"].map(str::to_owned);
                line(paths.chain(shown).chain(rest), ",")
            }
            Format::Markdown => {
                let paths = self.points.paths().into_iter().map(|path| format!("`{path}`"));
                let heads: Vec<String> = paths.chain(self.shown.iter().map(Shown::words)).collect();
                let rule = vec!["---:".to_owned(); heads.len()];
                markdown(heads) + &markdown(rule)
            }
            Format::Table => {
                let heads = self.heads.iter().zip(&self.widths);
                let heads = heads.map(|(head, width)| format!("{:>width$}", cut(head, *width)));
                let names = self.shown.iter().zip(&self.cells);
                let names =
                    names.map(|(shown, width)| format!("{:>width$}", head_of(shown, *width)));
                let heads = line(heads.chain(names), "  ");
                let heads = self.paint.faint(heads.trim_end());
                format!("{}\n  {heads}\n", self.heading)
            }
        }
    }

    /// A row.
    pub fn row(&mut self, row: &Row) -> String {
        self.told += 1;
        if let Ok(odds) = &row.odds {
            self.exact += u64::from(odds.odds.method == Method::Exact);
            self.battles += odds.odds.trials.unwrap_or(0);
            let place = usize::try_from(row.point).ok();
            let slot = place.and_then(|place| self.chart.get_mut(place));
            if let (Some(slot), Some(first)) = (slot, self.shown.first()) {
                *slot = first.of(odds).map_or(f64::NAN, |(value, ..)| value);
            }
        }
        let values = row.values.iter().map(|(_, value)| value.as_str());
        match self.format {
            Format::Json => String::new(),
            Format::Csv => line(values.map(quoted).chain(self.csv(row)), ","),
            Format::Markdown => {
                markdown(values.map(str::to_owned).chain(self.cells(row)).collect())
            }
            Format::Table => {
                let values = values
                    .zip(&self.widths)
                    .map(|(value, width)| format!("{:>width$}", cut(value, *width)));
                let cells = self.cells(row).into_iter().zip(&self.cells);
                let cells = cells.map(|(cell, width)| format!("{cell:>width$}"));
                format!("  {}\n", line(values.chain(cells), "  ").trim_end())
            }
        }
    }

    /// What is shown of a point, or why it is no battle.
    fn cells(&self, row: &Row) -> Vec<String> {
        match &row.odds {
            Ok(odds) => self.shown.iter().map(|shown| shown.cell(odds)).collect(),
            Err(why) => vec![why.to_string()],
        }
    }

    fn csv(&self, row: &Row) -> Vec<String> {
        let odds = match &row.odds {
            Ok(odds) => odds,
            Err(why) => {
                let empty = vec![String::new(); 3 * self.shown.len() + 2];
                return [empty, vec![quoted(&why.to_string())]].concat();
            }
        };
        let mut cells = Vec::new();
        for shown in &self.shown {
            match shown.of(odds) {
                Some((value, low, high)) => cells.extend([value, low, high].map(|n| n.to_string())),
                None => cells.extend([const { String::new() }; 3]),
            }
        }
        let method = if odds.odds.method == Method::Exact { "exact" } else { "sampled" };
        let trials = odds.odds.trials.map_or_else(String::new, |trials| trials.to_string());
        cells.extend([method.to_owned(), trials, String::new()]);
        cells
    }

    /// What comes after the last row.
    pub fn end(&self, done: bool, stored: bool) -> String {
        if self.format != Format::Table {
            return String::new();
        }
        let mut text = String::from("\n");
        if done {
            text.push_str(&self.drawn());
        } else {
            let again = if stored { "; the same command goes on from here" } else { "" };
            let of = whole(self.points.count().into());
            let note = format!("stopped: {} of {of} points{again}", whole(self.told.into()));
            text.push_str(&format!("  {}\n", self.paint.warning(&note)));
        }
        let note = points_told(self.told, self.exact, self.battles, self.seed);
        text.push_str(&paragraph(&note, self.paint));
        text
    }

    /// A line for one axis, a map for two.
    fn drawn(&self) -> String {
        let Some(first) = self.shown.first() else { return String::new() };
        let known = self.chart.iter().copied().filter(|value| value.is_finite());
        let (low, high) = match first {
            Shown::Outcome(_) | Shown::That(_) => (0.0, 1.0),
            Shown::Measure(_) => (
                known.clone().fold(f64::INFINITY, f64::min),
                known.clone().fold(f64::NEG_INFINITY, f64::max),
            ),
        };
        let level = |value: f64, levels: usize| {
            let share = if high > low { (value - low) / (high - low) } else { 0.5 };
            ((share * levels as f64) as usize).min(levels - 1)
        };
        let name = first.words();
        match self.points.extents().as_slice() {
            [along] if (3..=self.room(&name)).contains(along) => {
                let spark = self.chart.iter().map(|value| match value.is_finite() {
                    true => SPARKS[level(*value, SPARKS.len())],
                    false => ' ',
                });
                let spark: String = spark.collect();
                format!(
                    "  {name}  {}  {}\n\n",
                    self.paint.bright(&spark),
                    scale(first, '▁', low, high)
                )
            }
            [down, along] if *along >= 2 && *down >= 2 && 2 * along <= self.room(&name) => {
                let mut text = format!("  {name}: {}\n", scale(first, '·', low, high));
                let heads = self.widths.first().copied().unwrap_or(0);
                for row in 0..*down {
                    let start = row * along;
                    let cells: String = (start..start + along)
                        .map(|point| match self.chart[point as usize] {
                            value if value.is_finite() => {
                                SHADES[level(value, SHADES.len())].to_string().repeat(2)
                            }
                            _ => "??".to_owned(),
                        })
                        .collect();
                    let value = self.points.values(start).first().copied().unwrap_or_default();
                    let value = format!("{:>heads$}", cut(value, heads));
                    text.push_str(&format!("  {value} {}\n", self.paint.bright(&cells)));
                }
                let along_values = |point| self.points.values(point).last().copied().unwrap_or("");
                let (from, to) = (along_values(0), along_values(along - 1));
                let name = self.heads.last().map_or("", String::as_str);
                text.push_str(&format!("  {:>heads$} {name} {from} to {to}\n\n", ""));
                text
            }
            _ => String::new(),
        }
    }

    fn room(&self, name: &str) -> u64 {
        self.paint.columns.saturating_sub(name.width() + 20) as u64
    }
}

/// Low to high.
const SPARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Rare to often.
const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];

/// What the shades of a chart mean.
fn scale(shown: &Shown, lowest: char, low: f64, high: f64) -> String {
    match shown.is_share() {
        true => format!("{lowest} 0 % to █ 100 %"),
        false => format!("{lowest} {} to █ {}", rounded(low), rounded(high)),
    }
}

/// A row of Markdown; a bar in a cell ends none.
fn markdown(cells: Vec<String>) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn line(cells: impl IntoIterator<Item = String>, between: &str) -> String {
    let mut text = cells.into_iter().collect::<Vec<_>>().join(between);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_columns_are_cut_until_the_line_fits() {
        assert_eq!(fitted(vec![30, 12, 12], &[8, 12, 12], 80), [30, 12, 12]);
        assert_eq!(fitted(vec![30, 22, 12], &[8, 12, 12], 60), [21, 21, 12]);
        assert_eq!(fitted(vec![30, 12], &[28, 12], 20), [28, 12]);
    }
}
