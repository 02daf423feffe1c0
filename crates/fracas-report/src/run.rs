//! The page of one battle.

use fracas::{RunReport, Scene, SceneUnit, Table, UnitState};
use serde_json::json;

use crate::Source;
use crate::chart::{Field, picture};
use crate::clean::{capital, in_words};
use crate::course::watch;
use crate::endings::words_of;
use crate::numbers::whole;
use crate::odds::scenario;
use crate::page::{Block, Page, Section};

/// A page of one battle: how it went, who is left, and what was told of it.
pub fn run_page(fought: &RunReport, source: &Source<'_>) -> Page {
    let rules = source.battle.rules();
    let which = fought.seed.zip(fought.trial);
    let watched = which.and_then(|(seed, trial)| watch(source.battle, seed, trial));
    let mut sections = Vec::new();
    if let Some(watched) = watched {
        let mut how = vec![Block::chart(watched.course), Block::Turns(watched.turns)];
        if !watched.log.is_empty() {
            how.push(Block::Heading("As it was told".to_owned()));
            how.push(Block::Text(watched.log.join("\n")));
        }
        let fields =
            [("Before the first step", watched.first), ("In the end", watched.last.clone())];
        let fields = fields.iter().filter_map(|(title, scene)| {
            let field = Field::of(*title, scene)?;
            Some([Block::Heading((*title).to_owned()), Block::chart(field)])
        });
        how.extend(fields.flatten());
        sections.push(Section::new("How it went", how));
        let left = tables(&watched.last).into_iter();
        let left = left.flat_map(|(side, table)| [Block::Heading(side), Block::Table(table)]);
        sections.push(Section::new("Who is left", left.collect()));
    }
    let mut end = Vec::new();
    if !fought.closing.trim().is_empty() {
        end.push(Block::Text(fought.closing.clone()));
    }
    end.push(Block::More("All measures".to_owned(), vec![Block::Table(measures(fought))]));
    sections.push(Section::new("How it ended", end));
    sections.push(scenario(source));
    if !fought.aftermath.is_empty() {
        sections.push(Section::new("What is left", vec![Block::Text(fought.aftermath.clone())]));
    }
    let again = which.map_or_else(|| source.command.to_owned(), |(s, t)| (source.again)(s, t));
    sections.push(Section::new("This battle again", vec![Block::Command(again)]));
    let dice = match which {
        Some((seed, trial)) => format!("seed {seed}, trial {trial}"),
        None => "written dice".to_owned(),
    };
    Page {
        name: fought.heading.called(),
        facts: vec![fought.heading.ruleset.to_owned(), dice],
        headline: capital(&words_of(fought.outcome, rules)),
        lede: vec![lede(fought)],
        cautions: Vec::new(),
        sections,
    }
}

/// A battle over time as a picture of its own; none where nothing can be seen.
pub fn run_picture(fought: &RunReport, source: &Source<'_>) -> Option<String> {
    let (seed, trial) = fought.seed.zip(fought.trial)?;
    Some(picture(&watch(source.battle, seed, trial)?.course))
}

fn lede(fought: &RunReport) -> String {
    let single = fought.measures.iter().filter(|(name, _)| !name.contains('.'));
    let told = single
        .take(5)
        .map(|(name, value)| format!("{} {}", in_words(name), whole((*value).into())));
    format!("{}.", capital(&told.collect::<Vec<_>>().join(", ")))
}

fn measures(fought: &RunReport) -> Table {
    let mut table = Table::new("measures", &["", "value"]);
    for (name, value) in &fought.measures {
        table.row(vec![json!(in_words(name)), json!(value)]);
    }
    table
}

/// The units of each side in the end.
fn tables(scene: &Scene) -> Vec<(String, Table)> {
    let there = scene.sides.iter().filter(|side| !side.units.is_empty());
    there
        .map(|side| {
            let mut table = Table::new(side.name, &["who", "left", "of", "health", ""]);
            for unit in &side.units {
                let health = unit.health.map(|(now, full)| format!("{now} of {full}"));
                table.row(vec![
                    json!(called(unit)),
                    json!(unit.count),
                    json!(unit.of),
                    json!(health),
                    json!(state(unit)),
                ]);
            }
            (capital(side.name), table)
        })
        .collect()
}

fn called(unit: &SceneUnit) -> String {
    match (unit.name.as_str(), unit.kind.as_str()) {
        (name, "") => name.to_owned(),
        ("", kind) => kind.to_owned(),
        (name, kind) => format!("{name}, {kind}"),
    }
}

fn state(unit: &SceneUnit) -> String {
    let state = match unit.state {
        UnitState::Waiting => "did not come",
        UnitState::Fighting => "",
        UnitState::Down => "out of the fight",
        UnitState::Unseen => "not seen",
        UnitState::Fled => "fled",
        UnitState::Captured => "taken",
        UnitState::Dead => "dead",
    };
    let all = std::iter::once(state).chain(unit.signs.iter().map(String::as_str));
    all.filter(|sign| !sign.is_empty()).collect::<Vec<_>>().join(", ")
}
