//! Pages and pictures that can be passed on, and answers in a sentence.

use std::env;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use fracas::{Battle, Effort, OddsReport, RunReport, Scenario};
use fracas_report::{
    Asked, LabAnswer, Page, Source, lab_page, lab_picture, odds_page, odds_picture, run_page,
    run_picture,
};

use crate::args::{self, FILES};
use crate::failure::Failure;
use crate::input::is_one_of;
use crate::out_dir::OutDir;
use crate::show::shell_word;

/// Flags of answers that can be passed on.
#[derive(Args)]
pub struct Reporting {
    /// Answer in one sentence, to be pasted somewhere
    #[arg(long, conflicts_with = "json")]
    pub say: bool,

    /// Also write a page with charts to this HTML file, which needs nothing
    /// else and can be passed on
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = FILES)]
    report: Option<PathBuf>,

    /// Also draw the answer into this SVG file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = FILES)]
    plot: Option<PathBuf>,
}

/// Files that are begun before the work and filled after it.
pub struct Drafts {
    report: Option<OutDir>,
    plot: Option<OutDir>,
}

impl Reporting {
    /// Begins the files. What takes none is found out before the work, and so
    /// is one that the battle was read from.
    pub fn open(&self, read: &[PathBuf]) -> Result<Drafts, Failure> {
        let begin = |flag: &str, file: &Option<PathBuf>| -> Result<Option<OutDir>, Failure> {
            let Some(file) = file.as_deref() else { return Ok(None) };
            if is_one_of(file, read) {
                let file = file.display();
                let why = format!("{flag} {file}: the battle is read from it; choose another name");
                return Err(Failure::Input(why));
            }
            let is_svg = || file.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg"));
            if flag == "--plot" && !is_svg() {
                let file = file.display();
                let why = format!("{flag} {file}: pictures are SVG; end the name with .svg");
                return Err(Failure::Input(why));
            }
            OutDir::file(file).map(Some)
        };
        if let (Some(report), Some(plot)) = (&self.report, &self.plot)
            && is_same(report, plot)
        {
            let why = "--report and --plot name the same file; choose two names";
            return Err(Failure::Input(why.to_owned()));
        }
        Ok(Drafts { report: begin("--report", &self.report)?, plot: begin("--plot", &self.plot)? })
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(one) == real(other)
}

impl Drafts {
    /// Whether nothing is to be filled.
    pub fn is_empty(&self) -> bool {
        self.report.is_none() && self.plot.is_none()
    }

    /// Fills them with odds, to be given their names.
    pub fn odds(
        self,
        weighed: &OddsReport,
        origin: &Origin<'_>,
        effort: &Effort<'_>,
    ) -> Result<OutDir, Failure> {
        let command = typed();
        let again = |seed, trial| origin.args.run_command(seed, trial);
        let source = origin.source(&command, &again);
        let picture = || Some(odds_picture(weighed, origin.battle.rules()));
        self.fill(|| odds_page(weighed, &source, effort), picture)
    }

    /// Fills them with one battle, to be given their names.
    pub fn run(self, fought: &RunReport, origin: &Origin<'_>) -> Result<OutDir, Failure> {
        let command = typed();
        let again = |seed, trial| origin.args.run_command(seed, trial);
        let source = origin.source(&command, &again);
        self.fill(|| run_page(fought, &source), || run_picture(fought, &source))
    }

    /// Fills them with an answer of the laboratory, to be given their names.
    pub fn lab(self, found: &dyn LabAnswer, asked: &Asked<'_>) -> Result<OutDir, Failure> {
        self.fill(|| lab_page(found, asked), || lab_picture(found, asked.rules))
    }

    fn fill(
        self,
        page: impl FnOnce() -> Page,
        picture: impl FnOnce() -> Option<String>,
    ) -> Result<OutDir, Failure> {
        let mut all = OutDir::default();
        if let Some(report) = self.report {
            all.add(report.filled(&page().html())?);
        }
        if let Some(plot) = self.plot {
            let drawn = picture().ok_or_else(|| {
                Failure::Input("--plot: of this there is nothing to be drawn".to_owned())
            })?;
            all.add(plot.filled(&drawn)?);
        }
        Ok(all)
    }
}

/// What an answer was asked of.
pub struct Origin<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// Its scenario.
    pub scenario: &'a Scenario,
    /// As it was typed.
    pub args: &'a args::Scenario,
}

impl<'a> Origin<'a> {
    fn source(&self, command: &'a str, again: &'a dyn Fn(u64, u64) -> String) -> Source<'a> {
        Source { battle: self.battle, scenario: self.scenario.text(), command, again }
    }
}

/// The command as it was typed.
pub fn typed() -> String {
    let words = env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once("fracas".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
