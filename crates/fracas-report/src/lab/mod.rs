//! Answers of the laboratory in words, tables and charts. A terminal, a page
//! and a notebook tell the same of them.

mod best;
mod compare;
mod decide;
mod matrix;
mod shown;
mod solve;
mod sweep;

pub use shown::Shown;
pub use sweep::{Swept, points_told};

use fracas::{Heading, Registry, Rules, Table};

use crate::chart::{Chart, Ranked, RankedRow, Tone, picture};
use crate::clean::capital;
use crate::endings::{tone_of, words_of};
use crate::estimate;
use crate::page::{Block, Page, Section};
use fracas::lab::Estimate;

/// An answer of the laboratory.
///
/// ```
/// use fracas::lab::{Compare, CompareAsk};
/// use fracas::{Effort, Scenario};
/// use fracas_report::{Asked, LabAnswer, lab_page};
///
/// let mut few = Scenario::of("olympia");
/// few.set("attacker.stack[0].noble", "Osswid")?;
/// few.set("attacker.stack[0].men.pikeman", 4)?;
/// few.set("defender.stack[0].noble", "Feasel")?;
/// few.set("defender.stack[0].men.pikeman", 5)?;
/// let mut many = few.clone();
/// many.set("attacker.stack[0].men.pikeman", 9)?;
///
/// let both = vec![("few".to_owned(), few.battle()?), ("many".to_owned(), many.battle()?)];
/// let found = Compare::new(both, CompareAsk::default(), 0)?.carry_out(&Effort::default());
/// assert!(found.sentence().starts_with("with many the attacker wins most often"));
///
/// let battle = few.battle()?;
/// let scenarios = [("few".to_owned(), few.text().to_owned())];
/// let asked = Asked { rules: battle.rules(), scenarios: &scenarios, command: "fracas compare …" };
/// assert!(lab_page(&found, &asked).html().contains("<h1>With many the attacker wins most often"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LabAnswer {
    /// What it is about.
    fn heading(&self) -> Heading;

    /// The answer in a sentence, without its full stop.
    fn sentence(&self) -> String;

    /// Whether somebody called a halt before its end.
    fn is_provisional(&self) -> bool;

    /// What nobody should overlook besides that.
    fn cautions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Its numbers; where many are alike, so many of these.
    fn tables(&self, most: usize) -> Vec<Table>;

    /// How it was found.
    fn how(&self) -> String;

    /// Drawn, each under a title.
    fn charts(&self, rules: &Rules) -> Vec<(String, Box<dyn Chart>)>;

    /// For a spreadsheet, if it is to be had whole.
    fn csv(&self) -> Option<String> {
        None
    }
}

/// What a question of the laboratory was asked of.
pub struct Asked<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The scenarios, each with its name.
    pub scenarios: &'a [(String, String)],
    /// The command that asks again.
    pub command: &'a str,
}

impl Asked<'_> {
    /// What every page ends with.
    fn sections(&self, how: String) -> Vec<Section> {
        let text = |text: &String| Block::Text(text.clone());
        let shown: Vec<Block> = match self.scenarios {
            [(_, only)] => vec![text(only)],
            several => {
                let each = several.iter();
                each.map(|(name, only)| Block::More(name.clone(), vec![text(only)])).collect()
            }
        };
        let title = if shown.len() == 1 { "The scenario" } else { "The scenarios" };
        let again = vec![
            Block::Words(format!("{}.", capital(&how))),
            Block::Words("The same numbers again, on any machine:".to_owned()),
            Block::Command(self.command.to_owned()),
        ];
        vec![Section::new(title, shown), Section::new("How this was computed", again)]
    }
}

/// So many rows stand in the tables of a page where many are alike.
const MOST_ALIKE: usize = 50;

/// The answer in a sentence, which says so if it is not the last word.
pub fn lab_sentence(answer: &dyn LabAnswer) -> String {
    let sentence = answer.sentence();
    if answer.is_provisional() { format!("so far: {sentence}") } else { sentence }
}

/// A page of an answer.
pub fn lab_page(answer: &dyn LabAnswer, asked: &Asked<'_>) -> Page {
    let heading = answer.heading();
    let mut sections: Vec<Section> = Vec::new();
    for (title, chart) in answer.charts(asked.rules) {
        sections.push(Section::new(title, vec![Block::Chart(chart)]));
    }
    let numbers = answer.tables(MOST_ALIKE).into_iter();
    let numbers =
        numbers.flat_map(|table| [Block::Heading(capital(&table.title)), Block::Table(table)]);
    sections.push(Section::new("In numbers", numbers.collect()));
    sections.extend(asked.sections(answer.how()));
    Page {
        name: heading.called(),
        facts: vec![heading.ruleset.to_owned()],
        headline: capital(&lab_sentence(answer)),
        lede: Vec::new(),
        cautions: cautions(answer).iter().map(|words| format!("{}.", capital(words))).collect(),
        sections,
    }
}

/// The first chart of an answer as a picture of its own; none if there is none.
pub fn lab_picture(answer: &dyn LabAnswer, rules: &Rules) -> Option<String> {
    answer.charts(rules).first().map(|(_, chart)| picture(&**chart))
}

/// An answer in one sentence, to be pasted somewhere.
pub fn say_lab(answer: &dyn LabAnswer) -> String {
    let name = answer.heading().called();
    format!("{}: {}.", crate::clean::clean(&name), lab_sentence(answer))
}

/// All that nobody should overlook.
pub fn cautions(answer: &dyn LabAnswer) -> Vec<String> {
    let early = answer.is_provisional().then(|| "provisional: stopped early".to_owned());
    early.into_iter().chain(answer.cautions()).collect()
}

/// Estimates under each other; shares are drawn from nothing to all.
fn ranked(title: &str, what: &str, share: bool, rows: Vec<RankedRow>) -> Ranked {
    let scale = share.then_some((0.0, 1.0));
    Ranked { title: title.to_owned(), what: what.to_owned(), rows, scale }
}

/// A row of them.
fn ranked_row(name: &str, tone: Tone, found: &Estimate, share: bool) -> RankedRow {
    let told = estimate::value(found, share);
    let (value, low, high) = found.point();
    RankedRow { name: name.to_owned(), tone, value, low, high, told }
}

/// A row of differences.
fn difference_row(name: &str, found: &Estimate, share: bool) -> RankedRow {
    let told = estimate::difference(found, share);
    RankedRow { told, ..ranked_row(name, Tone::Plain, found, share) }
}

/// Whose what is asked for is, if it is an outcome.
fn tone_of_aim(aim: &str, rules: &Rules) -> Tone {
    if rules.outcomes.contains(&aim) { tone_of(aim, rules) } else { Tone::Plain }
}

/// What is best at an aim, in words: `the attacker wins most often: 73.8%`, or of
/// a mean `mean attacker_lost is the smallest: 12.3`.
fn best_of(aim: &str, share: bool, least: bool, heading: &Heading, told: &str) -> String {
    let rules = Registry::standard().rules(heading.ruleset).ok();
    let rules = rules.filter(|rules| rules.outcomes.contains(&aim));
    let words = rules.map_or_else(|| aim.to_owned(), |rules| words_of(aim, rules));
    match (share, least) {
        (true, false) => format!("{words} most often: {told}"),
        (true, true) => format!("{words} least often: {told}"),
        (false, false) => format!("{words} is the largest: {told}"),
        (false, true) => format!("{words} is the smallest: {told}"),
    }
}

/// The end of a path, which says what it is.
fn end_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, end)| end)
}

/// Names as a sentence has them: `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A cell of a spreadsheet, in quotes where it must be.
///
/// ```
/// assert_eq!(fracas_report::quoted("Bo, \"Red\""), "\"Bo, \"\"Red\"\"\"");
/// assert_eq!(fracas_report::quoted("Lady Evalin"), "Lady Evalin");
/// ```
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
