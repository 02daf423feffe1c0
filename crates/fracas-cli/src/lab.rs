//! Answers of the laboratory: told, drawn, and written down.

use std::path::{Path, PathBuf};

use clap::Args;
use fracas::{Registry, Rules, Scenario};
use fracas_report::{Asked, LabAnswer, cautions, lab_sentence, say_lab};
use serde::Serialize;

use crate::args::{self, Json};
use crate::failure::{Failure, STOPPED, remark, say};
use crate::input::files_read;
use crate::page::Page;
use crate::report::{Drafts, Reporting, typed};
use crate::show::words::{caution, wrap};
use crate::show::{Paint, paragraph, table, title};

/// How an answer is told.
#[derive(Args)]
pub struct Telling {
    #[command(flatten)]
    json: Json,

    /// Answer in CSV
    #[arg(long, conflicts_with_all = ["json", "say"])]
    csv: bool,

    #[command(flatten)]
    reporting: Reporting,
}

/// What was asked about.
pub struct Subject {
    /// The rules.
    pub rules: Rules,
    /// The scenarios, each with its name.
    pub scenarios: Vec<(String, String)>,
}

impl Subject {
    /// One scenario.
    pub fn of(rules: &Rules, scenario: &Scenario) -> Self {
        let name = scenario.get("name").ok().flatten().unwrap_or_default();
        Self { rules: *rules, scenarios: vec![(name, scenario.text().to_owned())] }
    }
}

impl Telling {
    /// Begins the files that are asked for, none of which may be one of those
    /// that were read.
    pub fn open(&self, read: &[PathBuf]) -> Result<Drafts, Failure> {
        self.reporting.open(read)
    }

    /// The same of a scenario, with what was asked about. One that makes no
    /// battle before it is changed has read nothing but its own file.
    pub fn begin(
        &self,
        registry: &Registry,
        args: &args::Scenario,
        scenario: &Scenario,
    ) -> Result<(Drafts, Subject), Failure> {
        let (rules, read) = match (registry.battle(scenario), registry.named_by(scenario)) {
            (Ok(battle), _) => (*battle.rules(), files_read(args, &battle)),
            (Err(why), None) => return Err(why.into()),
            (Err(_), Some(rules)) => {
                let file = args.file.as_ref().and_then(|file| Path::new(file).canonicalize().ok());
                (*rules, file.into_iter().collect())
            }
        };
        Ok((self.open(&read)?, Subject::of(&rules, scenario)))
    }

    /// Tells an answer as asked, with so many rows where many are alike.
    pub fn tell(
        &self,
        found: &(impl LabAnswer + Serialize),
        subject: &Subject,
        drafts: Drafts,
        most: usize,
        page: &mut Page,
    ) -> Result<(), Failure> {
        written(found, subject, drafts)?;
        if self.reporting.say {
            return page.line(&say_lab(found));
        }
        if self.json.json {
            return page.json(found);
        }
        if let Some(text) = found.csv().filter(|_| self.csv) {
            if found.is_provisional() {
                remark(STOPPED);
            }
            return page.text(&text);
        }
        page.text(&show(found, most, page.paint()))
    }
}

/// Writes pages and pictures of an answer.
pub fn written(found: &dyn LabAnswer, subject: &Subject, drafts: Drafts) -> Result<(), Failure> {
    let command = typed();
    let Subject { rules, scenarios } = subject;
    let asked = Asked { rules, scenarios, command: &command };
    for path in drafts.lab(found, &asked)?.finish()? {
        say(&format!("wrote {}\n", path.display()));
    }
    Ok(())
}

/// The answer in a sentence, its numbers, and how it was found.
fn show(found: &dyn LabAnswer, most: usize, paint: Paint) -> String {
    let mut text = title(&found.heading(), paint);
    text.push('\n');
    for line in wrap(&lab_sentence(found), paint.columns - 2) {
        text.push_str(&format!("  {}\n", paint.bold(&line)));
    }
    text.push('\n');
    text.push_str(&table::show_all(&found.tables(most), paint));
    text.push('\n');
    text.push_str(&paragraph(&found.how(), paint));
    for words in cautions(found) {
        text.push_str(&caution(&words, paint));
    }
    text
}
