//! The page of a sweep: how it ends along one value or over two.

use fracas::{Rules, Table};
use serde_json::json;

use crate::chart::{Chart, Heat, Lines, Series, picture};
use crate::clean::capital;
use crate::endings::{tone_of, words_of};
use crate::numbers::whole;
use crate::odds::scenario;
use crate::page::{Block, Page, Section};
use crate::{Chance, Source};

/// Odds at every point of a sweep.
pub struct Sweep {
    /// What varies.
    pub axes: Vec<Axis>,
    /// The outcomes of the ruleset at each point, in their order; the last axis
    /// varies fastest. None at points that are not known.
    pub points: Vec<Option<Vec<Chance>>>,
}

/// Something that varies.
pub struct Axis {
    /// Its path in the scenario.
    pub path: String,
    /// Its values, as they are told.
    pub values: Vec<String>,
}

impl Axis {
    /// The values as numbers, if all are.
    fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| value.parse().ok()).collect()
    }
}

/// A page of a sweep.
pub fn sweep_page(sweep: &Sweep, source: &Source<'_>) -> Page {
    let rules = source.battle.rules();
    let known = sweep.points.iter().flatten().count();
    let mut sections = Vec::new();
    let charts = charts(sweep, rules);
    if !charts.is_empty() {
        let blocks = charts.into_iter().map(Block::Chart).collect();
        sections.push(Section::new("How it ends", blocks));
    }
    sections.push(Section::new("Point by point", vec![Block::Table(table(sweep, rules))]));
    sections.push(scenario(source));
    let command = Block::Command(source.command.to_owned());
    sections.push(Section::new("The same again", vec![command]));
    Page {
        name: source.battle.name().to_owned(),
        facts: vec![rules.name.to_owned(), format!("{} points", whole(known as i64))],
        headline: headline(sweep, rules),
        sections,
        ..Page::default()
    }
}

/// The first chart of a sweep as a picture of its own; none where it varies in
/// more than two ways.
pub fn sweep_picture(sweep: &Sweep, rules: &Rules) -> Option<String> {
    charts(sweep, rules).first().map(|chart| picture(&**chart))
}

/// Lines along one value; over two a map of each outcome that somebody fights
/// for.
fn charts(sweep: &Sweep, rules: &Rules) -> Vec<Box<dyn Chart>> {
    match sweep.axes.as_slice() {
        [axis] => vec![Box::new(lines(sweep, axis, rules))],
        [up, across] => {
            let wanted = (0..rules.outcomes.len()).filter(|outcome| {
                let side = rules.endings().get(*outcome).and_then(|ending| ending.side);
                side.is_some() || rules.endings().is_empty()
            });
            wanted.map(|outcome| Box::new(map(sweep, up, across, outcome, rules)) as _).collect()
        }
        _ => Vec::new(),
    }
}

fn lines(sweep: &Sweep, axis: &Axis, rules: &Rules) -> Lines {
    let series = |(outcome, name): (usize, &&'static str)| {
        let point = |point: &Option<Vec<Chance>>| {
            let chance = point.as_ref().and_then(|chances| chances.get(outcome));
            chance.map_or((f64::NAN, f64::NAN, f64::NAN), |chance| {
                (chance.p, chance.low, chance.high)
            })
        };
        Series {
            name: name.replace('_', " "),
            tone: tone_of(name, rules),
            points: sweep.points.iter().map(point).collect(),
        }
    };
    Lines {
        title: format!("How it ends along {}", axis.path),
        across: axis.path.clone(),
        marks: axis.values.clone(),
        at: axis.numbers(),
        series: rules.outcomes.iter().enumerate().map(series).collect(),
        share: true,
    }
}

fn map(sweep: &Sweep, up: &Axis, across: &Axis, outcome: usize, rules: &Rules) -> Heat {
    let value = |row: usize, column: usize| {
        let point = sweep.points.get(row * across.values.len() + column)?.as_ref()?;
        point.get(outcome).map(|chance| chance.p)
    };
    let row = |row: usize| (0..across.values.len()).map(|column| value(row, column)).collect();
    Heat {
        title: format!("{}, in percent", capital(&words_of(rules.outcomes[outcome], rules))),
        across: across.path.clone(),
        columns: across.values.clone(),
        up: up.path.clone(),
        rows: up.values.clone(),
        values: (0..up.values.len()).map(row).collect(),
        share: true,
    }
}

/// Where the likeliest outcome changes, or what it is everywhere.
fn headline(sweep: &Sweep, rules: &Rules) -> String {
    let likeliest = |point: &Option<Vec<Chance>>| {
        let chances = point.as_ref()?.iter().enumerate().filter(|(_, chance)| !chance.p.is_nan());
        let best = chances.max_by(|a, b| a.1.p.total_cmp(&b.1.p))?;
        rules.outcomes.get(best.0).copied()
    };
    let all: Vec<(usize, &str)> = sweep
        .points
        .iter()
        .enumerate()
        .filter_map(|(place, point)| Some((place, likeliest(point)?)))
        .collect();
    let Some((_, first)) = all.first() else { return "Nothing is known yet".to_owned() };
    let words = |outcome: &str| words_of(outcome, rules);
    let change = all.iter().find(|(_, outcome)| outcome != first);
    match (change, sweep.axes.as_slice()) {
        (None, _) => format!("{} most often, whatever the value", capital(&words(first))),
        (Some((place, then)), [axis]) => {
            let value = axis.values.get(*place).map_or("", String::as_str);
            format!("From {} = {value} on, {} most often", axis.path, words(then))
        }
        (Some((_, then)), _) => {
            format!("{} or {}: it depends on the values", capital(&words(first)), words(then))
        }
    }
}

fn table(sweep: &Sweep, rules: &Rules) -> Table {
    let mut heads: Vec<&str> = sweep.axes.iter().map(|axis| axis.path.as_str()).collect();
    heads.extend(rules.outcomes);
    let mut table = Table::new("points", &heads);
    for (place, point) in sweep.points.iter().enumerate() {
        let mut cells = Vec::new();
        let mut rest = place;
        for axis in sweep.axes.iter().rev() {
            let count = axis.values.len().max(1);
            cells.push(json!(axis.values.get(rest % count)));
            rest /= count;
        }
        cells.reverse();
        let told = |outcome: usize| {
            let chance = point.as_ref().and_then(|chances| chances.get(outcome));
            json!(chance.map(|chance| match chance.interval() {
                Some(ends) => format!("{} ({ends})", chance.percent()),
                None => chance.percent(),
            }))
        };
        cells.extend((0..rules.outcomes.len()).map(told));
        table.row(cells);
    }
    table
}
