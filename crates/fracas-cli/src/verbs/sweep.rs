//! `fracas sweep`: the odds along one or several values of a scenario.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum, ValueHint};
use fracas::lab::{Axis, BadPoints, Points, Row, Store, StoreError, Sweep, SweepError};
use fracas::{Budget, Effort, Goal, Registry, Way};
use fracas_report::numbers::whole;
use fracas_report::{Shown, Swept, say_lab};

use crate::args::{FILES, Scenario, Seed, Threads, large_number};
use crate::failure::{Failure, complain};
use crate::heard::Kept;
use crate::input::{self, files_read, plain};
use crate::lab::{Subject, written};
use crate::page::Page;
use crate::progress::{beside_bar, work_on};
use crate::report::{Drafts, Reporting};
use crate::show::sweep::{Format, Rows};
use crate::verb::Run;
use crate::verbs::odds::error;

/// Tell how the odds change along values of a scenario
#[derive(Args)]
pub struct SweepOf {
    #[command(flatten)]
    scenario: Scenario,

    /// What to vary: path=lo..hi..step, both ends included, or a list such as
    /// path=plain,swamp; may be given several times for every combination
    #[arg(long, value_name = "PATH=VALUES", value_parser = axis)]
    vary: Vec<Axis>,

    /// Take points from a spreadsheet whose columns are paths
    #[arg(long, value_name = "CSV", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,

    /// Show this outcome, the mean of this measure, or how likely this
    /// condition is; may be given several times, usually all outcomes
    #[arg(long, value_name = "WHAT")]
    show: Vec<String>,

    /// How rows are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "table")]
    format: FormatOf,

    /// JSON lines, the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    way: WayOf,

    /// Keep every finished point in this SQLite file, go on where it was, and
    /// share it with other processes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = FILES)]
    store: Option<PathBuf>,

    #[command(flatten)]
    reporting: Reporting,

    #[command(flatten)]
    threads: Threads,
}

/// How the odds of a point are to be found.
#[derive(Args)]
#[group(multiple = false)]
struct WayOf {
    /// Know every outcome within this error, such as 1% or 0.01; usually half
    /// a point, or what can be had within a second a point
    #[arg(long, value_name = "E", value_parser = error)]
    error: Option<f64>,

    /// Fight so many battles at each point
    #[arg(long, value_name = "N", value_parser = large_number)]
    trials: Option<u64>,

    /// Exact odds or none, however long they take
    #[arg(long)]
    exact: bool,
}

/// How rows are written.
#[derive(Clone, Copy, ValueEnum)]
enum FormatOf {
    /// Columns, with a chart for one or two axes
    Table,
    /// Comma-separated values
    Csv,
    /// JSON, a line for each point
    Json,
    /// Markdown
    Md,
}

/// Several lines: what is wrong, and carets under it.
fn axis(text: &str) -> Result<Axis, String> {
    text.parse().map_err(|bad: fracas::lab::BadAxis| bad.to_string())
}

impl SweepOf {
    fn points(&self) -> Result<Points, Failure> {
        let bad = |bad: BadPoints| Failure::Input(bad.to_string());
        let rows = match &self.variants {
            Some(file) => {
                Some(Points::rows(&file.display().to_string(), &plain(file)?).map_err(bad)?)
            }
            None => None,
        };
        match (rows, self.vary.is_empty()) {
            (Some(rows), true) => Ok(rows),
            (Some(rows), false) => {
                rows.with(Points::grid(self.vary.clone()).map_err(bad)?).map_err(bad)
            }
            (None, _) => Points::grid(self.vary.clone()).map_err(bad),
        }
    }

    fn way(&self) -> Way {
        match self.way {
            WayOf { error: Some(error), .. } => Way::Planned(Goal::Error(error)),
            WayOf { trials: Some(trials), .. } => Way::Sampled(Goal::Trials(trials)),
            WayOf { exact: true, .. } => Way::Exact(Budget::PATIENT),
            WayOf { .. } => Way::default(),
        }
    }

    fn format(&self) -> Format {
        match self.format {
            _ if self.json => Format::Json,
            FormatOf::Table => Format::Table,
            FormatOf::Csv => Format::Csv,
            FormatOf::Json => Format::Json,
            FormatOf::Md => Format::Markdown,
        }
    }

    fn sweep(&self, registry: &Registry, scenario: fracas::Scenario) -> Result<Sweep, Failure> {
        let points = self.points()?;
        let sweep = Sweep::new(registry, scenario, points)?;
        complain(sweep.base().warnings());
        let sweep = sweep.by(self.way())?;
        Ok(match self.seed.seed {
            Some(seed) => sweep.with_seed(seed),
            None => sweep,
        })
    }

    /// Begins the files of a page and a picture, which hold not too many points.
    fn drafts(&self, sweep: &Sweep) -> Result<Drafts, Failure> {
        let drafts = self.reporting.open(&files_read(&self.scenario, sweep.base()))?;
        if !drafts.is_empty() && sweep.points().count() > Swept::MOST {
            let most = whole(Swept::MOST.into());
            let why = format!("a page shows at most {most} points; take larger steps");
            return Err(Failure::Input(why));
        }
        Ok(drafts)
    }

    /// Opens the store beforehand: one that does not fit costs nothing.
    fn store(&self, sweep: &Sweep) -> Result<Option<Store>, Failure> {
        let open = |file: &PathBuf| Store::open(file, sweep).map_err(|why| no_store(file, &why));
        self.store.as_ref().map(open).transpose()
    }
}

fn no_store(file: &std::path::Path, why: &StoreError) -> Failure {
    Failure::Input(format!("{}: {why}", file.display()))
}

impl From<SweepError> for Failure {
    fn from(bad: SweepError) -> Self {
        match bad {
            SweepError::Scenario(why) => why.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl Run for SweepOf {
    const NAME: &'static str = "sweep";
    const EXAMPLES: &'static str = "  fracas sweep siege.toml --vary 'attacker.stack[0].men.knight=0..60..5'\n\
        \x20 fracas sweep siege.toml --vary place.terrain=plain,swamp --store s.db";

    /// Tells rows as they come, and at the end a chart.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let Scenario { file, switches, changes } = &self.scenario;
        let scenario = input::scenario(registry, file.as_deref(), switches, changes)?;
        let sweep = self.sweep(registry, scenario.clone())?;
        let wrong = |why| Failure::Input(format!("--show: {why}"));
        let shown = Shown::read(&self.show, &sweep).map_err(wrong)?;
        let conditions = shown.iter().filter_map(Shown::condition).cloned();
        let mut sweep = sweep.asking(conditions.collect())?;
        let drafts = self.drafts(&sweep)?;
        let mut store = self.store(&sweep)?;
        let _kept = store.as_ref().map(|_| Kept::begin());
        let mut swept = Swept::new(&sweep, shown.clone());
        let mut rows = Rows::new(self.format(), shown, &sweep, page.paint());
        let quiet = self.reporting.say;
        if !quiet {
            page.found(&rows.head())?;
        }
        let mut failed = None;
        let done = work_on("points", &self.threads, |effort: &Effort<'_>| {
            let tell = |row: Row| {
                swept.take(&row);
                let told = match self.format() {
                    _ if quiet => Ok(()),
                    Format::Json => {
                        beside_bar(|| page.json_line(&row).and_then(|()| page.found("")))
                    }
                    _ => beside_bar(|| page.found(&rows.row(&row))),
                };
                // Nobody wants to hear more.
                if let (Err(why), Some(stop)) = (told, effort.stop) {
                    failed.get_or_insert(why);
                    stop.store(true, Ordering::Relaxed);
                }
            };
            match &mut store {
                Some(store) => sweep.run_with(store, effort, tell),
                None => Ok(sweep.run(effort, tell)),
            }
        });
        if let Some(why) = failed {
            return Err(why);
        }
        let done = done.map_err(|why| {
            no_store(self.store.as_deref().unwrap_or(std::path::Path::new("")), &why)
        })?;
        let subject = Subject::of(sweep.base().rules(), &scenario);
        written(&swept, &subject, drafts)?;
        if quiet {
            return page.line(&say_lab(&swept));
        }
        page.text(&rows.end(done, self.store.is_some()))
    }
}
