//! The measures of odds, in tables.
//!
//! Most measures are rows of one table. Those of many alike, such as
//! `noble.Osswid.hit`, are a [roster](super::roster); those that are 0 or 1
//! say how often; those that never vary are told in a line.

use fracas::MeasureOdds;

use super::grid::{Column, Grid};
use super::roster::{Roster, is_flag, is_steady, rosters};
use super::sure::Sure;
use super::words::{Paint, in_words, paragraph, parts_of};
use fracas_report::numbers::{rounded, whole};

/// The first screen has no fewer rows of the table than this, and no fewer
/// lines of a roster.
const FEWEST_ROWS: usize = 3;
const FEWEST_OF_ROSTER: usize = 2;

/// What the columns of the whole table mean.
const LEGEND: &str = "sd: standard deviation; 5 %, half, 95 %: so many battles stay at or below \
                      that; most: the highest of all";

/// Measures sorted into those of the battle, those of many alike, and those
/// that are always the same.
struct Sorted<'a> {
    varying: Vec<&'a MeasureOdds>,
    steady: Vec<&'a MeasureOdds>,
    rosters: Vec<Roster<'a>>,
}

impl<'a> Sorted<'a> {
    fn new(measures: &'a [MeasureOdds]) -> Self {
        let (alike, single): (Vec<_>, Vec<_>) =
            measures.iter().partition(|measure| parts_of(&measure.name).is_some());
        let (steady, varying) = single.into_iter().partition(|measure| is_steady(measure));
        Self { varying, steady, rosters: rosters(&alike) }
    }

    /// What is the same in all battles, in a sentence.
    fn steadily(&self, sure: Sure) -> Option<String> {
        let each = self.steady.iter().map(|measure| {
            let value = match (measure.min, measure.mean) {
                (Some(value), _) => whole(value.into()),
                (None, mean) => mean.map_or_else(unknown, |mean| whole(mean.round() as i128)),
            };
            format!("{} {value}", label(measure))
        });
        let list = each.collect::<Vec<_>>().join(", ");
        (!list.is_empty()).then(|| format!("in {}: {list}", sure.every()))
    }
}

/// All measures, with all that is known of them.
pub fn show(measures: &[MeasureOdds], sure: Sure, paint: Paint) -> String {
    let sorted = Sorted::new(measures);
    let mut parts = Vec::new();
    if !sorted.varying.is_empty() {
        parts.push(whole_table(&sorted.varying, sure, paint) + &paragraph(LEGEND, paint));
    }
    parts.extend(sorted.rosters.iter().map(|roster| roster.show(sure, paint)));
    parts.extend(sorted.steadily(sure).map(|line| paragraph(&line, paint)));
    parts.join("\n")
}

/// As much as fits into so many lines, what matters most first, with a word on
/// how to see the rest.
pub fn show_first(measures: &[MeasureOdds], sure: Sure, paint: Paint, lines: usize) -> String {
    let mut sorted = Sorted::new(measures);
    // What is told of the battle as a whole comes before its parts, such as
    // the losses of each kind.
    sorted.varying.sort_by_key(|measure| measure.name.contains('.'));
    sorted.steady.sort_by_key(|measure| measure.name.contains('.'));
    sorted.rosters =
        sorted.rosters.into_iter().map(|roster| roster.narrowed(sure, paint)).collect();
    let mut cut = Cut {
        rows: sorted.varying.len().min(lines),
        heights: sorted.rosters.iter().map(|roster| roster.lines(sure, paint).min(lines)).collect(),
        steady: true,
        tight: false,
        bare: false,
    };
    loop {
        let text = cut.show(&sorted, sure, paint);
        if text.lines().count() <= lines || !cut.shorten() {
            return text;
        }
    }
}

/// How much of everything is shown.
struct Cut {
    /// Rows of the table.
    rows: usize,
    /// Lines of each roster.
    heights: Vec<usize>,
    /// Whether what is always the same is told.
    steady: bool,
    /// Whether rosters stand without an empty line between them.
    tight: bool,
    /// Nor between them and the table.
    bare: bool,
}

impl Cut {
    /// Takes a line from what has most of them; false if nothing can be spared.
    fn shorten(&mut self) -> bool {
        let longest = self.heights.iter_mut().filter(|height| **height > FEWEST_OF_ROSTER).max();
        match longest {
            _ if !self.tight => self.tight = true,
            Some(height) if *height > self.rows || self.rows <= FEWEST_ROWS => *height -= 1,
            _ if self.steady => self.steady = false,
            _ if self.rows > FEWEST_ROWS => self.rows -= 1,
            _ if !self.bare => self.bare = true,
            _ => return false,
        }
        true
    }

    fn show(&self, sorted: &Sorted<'_>, sure: Sure, paint: Paint) -> String {
        let mut text = String::new();
        let mut missing = Vec::new();
        if self.rows > 0 {
            text.push_str(&short_table(&sorted.varying[..self.rows], sure, paint));
        }
        let mut apart = self.rows > 0 && !self.bare;
        for (roster, &height) in sorted.rosters.iter().zip(&self.heights) {
            let (of_roster, not_shown) = roster.show_open(sure, paint, height);
            let gap = if apart { "\n" } else { "" };
            text.push_str(&format!("{gap}{of_roster}"));
            apart = !self.tight;
            if not_shown > 0 {
                missing.push(format!("{} of {}", whole(not_shown as i128), roster.kind()));
            }
        }
        let mut figures = sorted.varying.len() - self.rows;
        match sorted.steadily(sure) {
            Some(line) if self.steady => text.push_str(&paragraph(&line, paint)),
            _ => figures += sorted.steady.len(),
        }
        if figures > 0 {
            let word = if figures == 1 { "figure" } else { "figures" };
            missing.push(format!("{} {word} of the battle", whole(figures as i128)));
        }
        if !missing.is_empty() {
            text.push_str(&paragraph(
                &format!("not shown: {}; see --all", missing.join(", ")),
                paint,
            ));
        }
        text
    }
}

/// Means, and where most battles lie.
fn short_table(measures: &[&MeasureOdds], sure: Sure, paint: Paint) -> String {
    let most = if sure.is_exact() { "at most" } else { "most seen" };
    let heads = ["mean", "9 in 10 battles", most];
    let columns = [Column::text("")].into_iter().chain(heads.map(Column::number));
    let mut grid = Grid::new(columns.collect());
    for measure in measures {
        let mut cells = vec![label(measure)];
        if is_flag(measure) {
            cells.push(sure.often(measure));
        } else {
            cells.push(measure.mean.map_or_else(unknown, rounded));
            cells.push(match (measure.p5, measure.p95) {
                (Some(low), Some(high)) => {
                    format!("{} – {}", whole(low.into()), whole(high.into()))
                }
                _ => unknown(),
            });
            cells.push(measure.max.map_or_else(unknown, |value| whole(value.into())));
        }
        cells.resize(1 + heads.len(), String::new());
        grid.row(cells);
    }
    grid.show(paint)
}

/// Everything that is known.
fn whole_table(measures: &[&MeasureOdds], sure: Sure, paint: Paint) -> String {
    let heads = ["mean", "sd", "5 %", "half", "95 %", "most"];
    let columns = [Column::text("")].into_iter().chain(heads.map(Column::number));
    let mut grid = Grid::new(columns.collect());
    for measure in measures {
        let mut cells = vec![label(measure)];
        if is_flag(measure) {
            cells.push(sure.often(measure));
            cells.resize(1 + heads.len(), String::new());
        } else {
            let value = |value: Option<i64>| value.map_or_else(unknown, |v| whole(v.into()));
            cells.extend([measure.mean, measure.sd].map(|v| v.map_or_else(unknown, rounded)));
            cells.extend([measure.p5, measure.p50, measure.p95, measure.max].map(value));
        }
        grid.row(cells);
    }
    grid.show(paint)
}

fn unknown() -> String {
    "–".to_owned()
}

fn label(measure: &MeasureOdds) -> String {
    match &measure.given {
        Some(given) => format!("{} given {given}", in_words(&measure.name)),
        None => in_words(&measure.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(name: &str, mean: f64, min: i64, max: i64) -> MeasureOdds {
        MeasureOdds {
            name: name.to_owned(),
            mean: Some(mean),
            sd: Some(1.5),
            min: Some(min),
            p5: Some(min),
            p50: Some(min),
            p95: Some(max),
            max: Some(max),
            ..MeasureOdds::default()
        }
    }

    fn siege() -> Vec<MeasureOdds> {
        let mut given = measure("hp", 12.0, 3, 40);
        given.given = Some("win".to_owned());
        let mut counted = measure("turns", 7.5, 0, 0);
        (counted.min, counted.p5, counted.p50) = (None, None, None);
        (counted.p95, counted.max) = (None, None);
        vec![
            measure("attacks", 1412.7, 90, 12_901),
            measure("noble.St. Ives.hit", 0.25, 0, 1),
            measure("noble.St. Ives.health", 93.0, 0, 100),
            measure("lost.knight", 0.31, 0, 2),
            measure("noble.Bo.hit", 0.0, 0, 0),
            measure("loot.gold", 500.0, 500, 500),
            measure("wall_collapsed", 0.31, 0, 1),
            given,
            counted,
            measure("noble.Bo.health", 100.0, 100, 100),
        ]
    }

    #[test]
    fn measures_are_sorted_into_tables() {
        let expected = "
                    mean    sd  5 %  half    95 %    most
  attacks          1,413  1.50   90    90  12,901  12,901
  lost: knight      0.31  1.50    0     0       2       2
  wall collapsed  31.0 %
  hp given win      12.0  1.50    3     3      40      40
  turns             7.50  1.50    –     –       –       –
  sd: standard deviation; 5 %, half, 95 %: so many battles stay at or below
  that; most: the highest of all

  noble        hit  health
  St. Ives  25.0 %    93.0
  Bo           0 %   100.0

  in every battle: loot: gold 500
";
        assert_eq!(format!("\n{}", show(&siege(), Sure::EXACT, Paint::PLAIN)), expected);
    }

    #[test]
    fn the_first_screen_keeps_to_its_lines() {
        let expected = "
                    mean  9 in 10 battles  most seen
  attacks          1,413      90 – 12,901     12,901
  wall collapsed  31.0 %
  hp given win      12.0           3 – 40         40
  turns             7.50                –          –

  noble        hit  health
  St. Ives  25.0 %    93.0
  Bo        <0.1 %   100.0
  not shown: 2 figures of the battle; see --all
";
        let shown = show_first(&siege(), Sure::sampled(4096), Paint::PLAIN, 10);
        assert_eq!(format!("\n{shown}"), expected);
        let all = show_first(&siege(), Sure::sampled(4096), Paint::PLAIN, 40);
        assert!(all.ends_with("100.0\n  in all 4,096 battles: loot: gold 500\n"), "{all}");
    }

    #[test]
    fn a_thousand_names_fit_a_screen() {
        let name = |number| format!("unit.{number}.alive");
        let measures: Vec<_> = (0..1000).map(|n| measure(&name(n), 0.5, 0, 1)).collect();
        let shown = show_first(&measures, Sure::sampled(4096), Paint::PLAIN, 12);
        assert!(shown.lines().count() <= 12, "{shown}");
        assert!(shown.ends_with(" of unit; see --all\n"), "{shown}");
    }
}
