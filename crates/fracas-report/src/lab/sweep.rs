//! A sweep: how it ends along one value or over two.

use fracas::lab::{Points, Row, Sweep};
use fracas::{Heading, Method, Rules, Table};
use serde_json::json;

use super::{LabAnswer, Shown};
use crate::chart::{Chart, Heat, Lines, Series};
use crate::clean::capital;
use crate::endings::words_of;
use crate::numbers::{told, whole};
use crate::paths::path_heads;

/// The rows of a sweep, put together as they come, to be shown as one answer.
///
/// ```
/// use fracas::lab::{Points, Sweep};
/// use fracas::{Effort, Goal, Registry, Scenario};
/// use fracas_report::{LabAnswer, Shown, Swept};
///
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// duel.set("defender.stack[0].men.pikeman", 5)?;
/// let points = Points::grid(vec!["attacker.stack[0].men.pikeman=0..20..4".parse()?])?;
/// let mut sweep = Sweep::new(Registry::standard(), duel, points)?.to(Goal::Error(0.02))?;
/// let mut swept = Swept::new(&sweep, Shown::read(&[], &sweep)?);
/// sweep.run(&Effort::default(), |row| swept.take(&row));
/// assert_eq!(
///     swept.sentence(),
///     "from pikeman of attacker = 8 on, the attacker wins most often"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Swept {
    heading: Heading,
    rules: Rules,
    seed: u64,
    axes: Vec<(String, Vec<String>)>,
    shown: Vec<Shown>,
    /// The last axis varies fastest; none at points that are not known.
    points: Vec<Option<Point>>,
    known: u64,
    exact: u64,
    battles: u64,
}

/// How many points there are, and where their odds come from.
///
/// ```
/// use fracas_report::points_told;
/// assert_eq!(points_told(13, 13, 0, 7), "13 points, all exact");
/// let told = points_told(7, 1, 22_912, 0);
/// assert!(told.starts_with("7 points, 1 exact, 22,912 battles in all; same dice at every point"));
/// assert!(points_told(1, 0, 64, 0).starts_with("1 point, 64 battles; seed 0;"));
/// ```
pub fn points_told(points: u64, exact: u64, battles: u64, seed: u64) -> String {
    let number = match points {
        1 => "1 point".to_owned(),
        points => format!("{} points", whole(points.into())),
    };
    let exactly = match exact {
        0 => String::new(),
        1 if points == 1 => return format!("{number}, exact"),
        exact if exact == points => return format!("{number}, all exact"),
        exact => format!(", {} exact", whole(exact.into())),
    };
    let (battles, legend) = (whole(battles.into()), Shown::LEGEND);
    let fought = match points - exact {
        0 | 1 => format!("{battles} battles; seed {seed}"),
        _ => format!("{battles} battles in all; same dice at every point, seed {seed}"),
    };
    format!("{number}{exactly}, {fought}; {legend}")
}

/// Axes with their paths in words.
fn in_words(points: &Points) -> Vec<(String, Vec<String>)> {
    let mut heads = path_heads(&points.paths()).into_iter();
    let named = |(paths, (_, values)): (usize, (String, Vec<String>))| {
        (heads.by_ref().take(paths).collect::<Vec<_>>().join(", "), values)
    };
    points.widths().into_iter().zip(points.axes()).map(named).collect()
}

/// What is shown of a point, and whether it is exact.
type Point = (Vec<Option<(f64, f64, f64)>>, bool);

impl Swept {
    /// So many points are drawn at most.
    pub const MOST: u64 = 10_000;

    /// Nothing is known yet.
    pub fn new(sweep: &Sweep, shown: Vec<Shown>) -> Self {
        let points = vec![None; sweep.points().count().min(Self::MOST) as usize];
        Self {
            heading: sweep.base().inspect().heading,
            rules: *sweep.base().rules(),
            seed: sweep.seed(),
            axes: in_words(sweep.points()),
            shown,
            points,
            known: 0,
            exact: 0,
            battles: 0,
        }
    }

    /// Takes a row.
    pub fn take(&mut self, row: &Row) {
        let place = usize::try_from(row.point).ok();
        let slot = place.and_then(|place| self.points.get_mut(place));
        if let (Some(slot), Ok(odds)) = (slot, &row.odds) {
            let exact = odds.odds.method == Method::Exact;
            *slot = Some((self.shown.iter().map(|shown| shown.of(odds)).collect(), exact));
            self.known += 1;
            self.exact += u64::from(exact);
            self.battles += odds.odds.trials.unwrap_or(0);
        }
    }

    fn found(&self, point: usize, shown: usize) -> Option<(f64, f64, f64)> {
        let (found, _) = self.points.get(point)?.as_ref()?;
        found.get(shown).copied().flatten()
    }

    fn lines(&self, shown: &[usize], title: String) -> Lines {
        let (path, values) = &self.axes[0];
        let unknown = (f64::NAN, f64::NAN, f64::NAN);
        let series = shown.iter().map(|&place| Series {
            name: self.shown[place].words(),
            tone: self.shown[place].tone(&self.rules),
            points: (0..self.points.len())
                .map(|point| self.found(point, place).unwrap_or(unknown))
                .collect(),
        });
        Lines {
            title,
            across: path.clone(),
            marks: values.clone(),
            at: values.iter().map(|value| value.parse().ok()).collect(),
            series: series.collect(),
            levels: Vec::new(),
            share: shown.iter().all(|place| self.shown[*place].is_share()),
        }
    }

    fn map(&self, place: usize) -> Heat {
        let [(up, rows), (across, columns)] = [&self.axes[0], &self.axes[1]];
        let value = |row: usize, column: usize| self.found(row * columns.len() + column, place);
        let row = |row: usize| (0..columns.len()).map(|column| value(row, column)).collect();
        let shown = &self.shown[place];
        let title = match shown {
            Shown::Outcome(name) => capital(&words_of(name, &self.rules)),
            _ => capital(&shown.words()),
        };
        let unit = if shown.is_share() { ", in percent" } else { ", on average" };
        Heat {
            title: title + unit,
            across: across.clone(),
            columns: columns.clone(),
            up: up.clone(),
            rows: rows.clone(),
            values: (0..rows.len()).map(row).collect(),
            tone: shown.tone(&self.rules),
            share: shown.is_share(),
        }
    }

    /// The outcome that is likeliest at a point, of those that are shown.
    fn likeliest(&self, point: usize) -> Option<&str> {
        let outcomes = self.shown.iter().enumerate().filter_map(|(place, shown)| match shown {
            Shown::Outcome(name) => Some((self.found(point, place)?.0, name.as_str())),
            _ => None,
        });
        outcomes.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
    }

    /// Whether values that are numbers go upwards, and the likeliest outcome
    /// changes once on the way.
    fn turns_once(&self, likeliest: &[(usize, &str)]) -> bool {
        let numbers = self.axes.iter().flat_map(|(_, values)| values);
        let numbers: Vec<Option<f64>> = numbers.map(|value| value.parse().ok()).collect();
        let changes = likeliest.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        changes == 1 && numbers.iter().all(Option::is_some) && numbers.is_sorted()
    }

    /// Where the likeliest outcome changes, or what it is everywhere.
    fn turn(&self) -> Option<String> {
        let points = 0..self.points.len();
        let all: Vec<(usize, &str)> =
            points.filter_map(|point| Some((point, self.likeliest(point)?))).collect();
        let (_, first) = all.first()?;
        let words = |outcome: &str| words_of(outcome, &self.rules);
        let change = all.iter().find(|(_, outcome)| outcome != first);
        Some(match (change, self.axes.as_slice()) {
            (None, _) => format!("{} most often, whatever the value", words(first)),
            (Some((place, then)), [(path, values)]) if self.turns_once(&all) => {
                let value = values.get(*place).map_or("", String::as_str);
                format!("from {path} = {value} on, {} most often", words(then))
            }
            _ => {
                let count = |name: &str| all.iter().filter(|(_, other)| *other == name).count();
                let mut names: Vec<&str> = all.iter().map(|(_, outcome)| *outcome).collect();
                names.sort_by_key(|name| std::cmp::Reverse((count(name), *name)));
                names.dedup();
                let each = names.iter().enumerate().map(|(place, name)| {
                    let often = if place == 0 { " most often" } else { "" };
                    let of = if place == 0 {
                        format!(" of {} points", whole(all.len() as i128))
                    } else {
                        String::new()
                    };
                    format!("{}{often} at {}{of}", words(name), whole(count(name) as i128))
                });
                each.collect::<Vec<_>>().join(", ")
            }
        })
    }
}

impl LabAnswer for Swept {
    fn heading(&self) -> Heading {
        self.heading.clone()
    }

    fn sentence(&self) -> String {
        let is_outcome = |shown: &Shown| matches!(shown, Shown::Outcome(_));
        let several = self.shown.iter().filter(|shown| is_outcome(shown)).count() > 1;
        if let Some(turn) = several.then(|| self.turn()).flatten() {
            return turn;
        }
        let values = (0..self.points.len()).filter_map(|point| self.found(point, 0));
        let mut values: Vec<(f64, f64, f64)> = values.collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(shown), Some(low), Some(high)) =
            (self.shown.first(), values.first(), values.last())
        else {
            return "nothing is known yet".to_owned();
        };
        let [low, high] = [low, high].map(|value| told(*value, shown.is_share()));
        format!("{} goes from {low} to {high}", shown.words())
    }

    fn is_provisional(&self) -> bool {
        (self.known as usize) < self.points.len() && self.points.iter().any(Option::is_none)
    }

    fn tables(&self, _most: usize) -> Vec<Table> {
        let mut heads: Vec<String> = self.axes.iter().map(|(path, _)| path.clone()).collect();
        heads.extend(self.shown.iter().map(|shown| {
            if shown.is_share() { format!("{} %", shown.words()) } else { shown.words() }
        }));
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = Table::new("point by point", &heads);
        for (place, point) in self.points.iter().enumerate() {
            let mut cells = Vec::new();
            let mut rest = place;
            for (_, values) in self.axes.iter().rev() {
                let count = values.len().max(1);
                cells.push(json!(values.get(rest % count)));
                rest /= count;
            }
            cells.reverse();
            let exact = point.as_ref().is_some_and(|(_, exact)| *exact);
            cells.extend(self.shown.iter().enumerate().map(|(place_shown, shown)| {
                json!(self.found(place, place_shown).map(|found| shown.told(found, exact)))
            }));
            table.row(cells);
        }
        vec![table]
    }

    fn how(&self) -> String {
        points_told(self.known, self.exact, self.battles, self.seed)
    }

    /// Lines along one value, chances together and each mean by itself; over
    /// two values a map of each that somebody fights for; of more than two
    /// there is no picture.
    fn charts(&self, _rules: &Rules) -> Vec<(String, Box<dyn Chart>)> {
        let places = 0..self.shown.len();
        let mut charts: Vec<(String, Box<dyn Chart>)> = Vec::new();
        match self.axes.len() {
            1 => {
                let (shares, means): (Vec<usize>, Vec<usize>) =
                    places.partition(|place| self.shown[*place].is_share());
                if !shares.is_empty() {
                    let title = format!("How it ends along {}", self.axes[0].0);
                    charts.push(("How it ends".to_owned(), Box::new(self.lines(&shares, title))));
                }
                for mean in means {
                    let name = capital(&self.shown[mean].words());
                    let title = format!("{name} along {}", self.axes[0].0);
                    charts.push((name, Box::new(self.lines(&[mean], title))));
                }
            }
            2 => {
                for place in places.filter(|place| self.shown[*place].is_fought_for(&self.rules)) {
                    let map = self.map(place);
                    charts.push((map.title.clone(), Box::new(map)));
                }
            }
            _ => {}
        }
        charts
    }
}
