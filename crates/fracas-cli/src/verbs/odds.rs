//! `fracas odds`: how a battle ends, and how sure one can be of it.

use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use fracas::core::procedure::{Procedure, Progress};
use fracas::{
    Ask, Battle, Budget, Capability, Effort, Goal, Mark, Method, Odds, OddsQuestion, OddsReport,
    Registry, SensitivityAsk, SensitivityError, Way,
};
use fracas_report::say_odds;

use crate::args::{FILES, Json, Scenario, Seed, Threads, large_number};
use crate::failure::{Failure, STOPPED, remark, say};
use crate::input::{self, files_read, opened, written_tally};
use crate::live::Live;
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::progress::work;
use crate::report::{Origin, Reporting};
use crate::show::{Paint, by_outcome, csv, odds, paragraph};
use crate::verb::Run;
use crate::verbs::{impact, sensitivity};
use fracas_report::numbers::whole;

/// Tell how a battle ends, with intervals that hold
#[derive(Args)]
pub struct OddsOf {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    way: WayOf,

    /// Weigh so many falls of the dice before exact odds are given up; usually what a
    /// tenth of the time of sampling pays for, and 5e9 with --exact
    #[arg(long, value_name = "N", value_parser = large_number, help_heading = WAY)]
    #[arg(conflicts_with_all = ["trials", "error", "range"])]
    budget: Option<u64>,

    /// Tell how likely a measure is to reach a value; may be given several
    /// times
    #[arg(long, value_name = "MEASURE=N", help_heading = WHAT)]
    at_least: Vec<Mark>,

    /// Tell how likely a measure is to stay at or below a value; may be given
    /// several times
    #[arg(long, value_name = "MEASURE=N", help_heading = WHAT)]
    at_most: Vec<Mark>,

    /// Tell how likely a condition is, such as
    /// 'attacker and attacker_lost <= 12'; may be given several times
    #[arg(long, value_name = "CONDITION", help_heading = WHAT)]
    that: Vec<String>,

    /// Tell every measure for each way the battle ends
    #[arg(long, conflicts_with_all = ["csv", "show", "say"], help_heading = WHAT)]
    by_outcome: bool,

    /// Draw how a measure is distributed; may be given several times
    #[arg(long, value_name = "MEASURE", conflicts_with_all = ["json", "say"], help_heading = WHAT)]
    show: Vec<String>,

    /// Print how a measure, or all of them, is distributed as CSV and nothing
    /// else. Large values are counted a few together, under the lowest
    #[arg(long, value_name = "MEASURE|all", help_heading = WHAT)]
    #[arg(conflicts_with_all = ["json", "show", "say"])]
    csv: Option<String>,

    /// Show everybody and everything that is known, however long that is
    #[arg(long, help_heading = WHAT)]
    all: bool,

    /// Rank everybody by what leaving him out does to the odds: exactly where
    /// that is cheap, else over --trials battles with the same dice (usually
    /// 20,000, or what can be had soon)
    #[arg(long, conflicts_with_all = ["error", "exact", "range", "budget", "at_least", "at_most"])]
    #[arg(conflicts_with_all = ["show", "csv", "tally", "that", "by_outcome"])]
    #[arg(conflicts_with_all = ["report", "plot", "say"])]
    #[arg(help_heading = WHAT)]
    impact: bool,

    /// Rank the numbers of the scenario by what changing each by a notch (one,
    /// or about a tenth) does to the odds of --for, with the same dice
    #[arg(long, conflicts_with_all = ["error", "exact", "range", "budget", "at_least", "at_most"])]
    #[arg(conflicts_with_all = ["show", "csv", "tally", "that", "by_outcome", "impact"])]
    #[arg(conflicts_with_all = ["report", "plot", "say"])]
    #[arg(help_heading = WHAT)]
    sensitivity: bool,

    /// Whose odds --sensitivity tells, such as defender or 'attacker or draw';
    /// usually the first outcome
    #[arg(long = "for", value_name = "OUTCOME", requires = "sensitivity", help_heading = WHAT)]
    of: Option<String>,

    /// How many values --sensitivity tells; usually 10, in JSON all
    #[arg(long, value_name = "N", requires = "sensitivity", help_heading = WHAT)]
    top: Option<usize>,

    /// Also write the counts of --range or --trials to this file, for `merge`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["error", "exact", "budget"])]
    #[arg(help_heading = FILES)]
    tally: Option<PathBuf>,

    #[command(flatten)]
    reporting: Reporting,

    #[command(flatten)]
    threads: Threads,
}

/// Above flags that say how the odds are found.
const WAY: &str = "Exact or sampled";
/// Above flags that ask for more than outcomes and means.
const WHAT: &str = "What to tell";

/// How the odds are to be found.
#[derive(Args)]
#[group(multiple = false)]
struct WayOf {
    /// Fight so many battles, such as 1000000 or 1e6
    #[arg(long, value_name = "N", value_parser = large_number)]
    trials: Option<u64>,

    /// Fight until every outcome is known within this error, such as 0.1% or
    /// 0.001; usually 0.5%, or what can be had within a second
    #[arg(long, value_name = "E", value_parser = error, help_heading = WAY)]
    error: Option<f64>,

    /// Fight these battles, such as 0..1e6, the last not included
    #[arg(long, value_name = "A..B", value_parser = range, help_heading = WAY)]
    range: Option<Range<u64>>,

    /// Exact odds or none, however long they take
    #[arg(long, help_heading = WAY)]
    exact: bool,
}

impl OddsOf {
    /// The dice to use.
    fn seed(&self, battle: &Battle) -> u64 {
        self.seed.seed.or(battle.seed()).unwrap_or(0)
    }

    fn ask(&self, battle: &Battle) -> Ask {
        let whole = match self.csv.as_deref() {
            Some("all") => battle.measures(),
            Some(measure) => vec![measure.to_owned()],
            None => self.show.clone(),
        };
        Ask {
            way: self.way(),
            at_least: self.at_least.clone(),
            at_most: self.at_most.clone(),
            whole,
            that: self.that.clone(),
        }
    }

    fn way(&self) -> Way {
        match &self.way {
            WayOf { trials: Some(trials), .. } => Way::Sampled(Goal::Trials(*trials)),
            WayOf { error: Some(error), .. } => Way::Sampled(Goal::Error(*error)),
            WayOf { range: Some(range), .. } => Way::Trials(range.clone()),
            WayOf { exact: true, .. } => Way::Exact(self.budget.map_or(Budget::PATIENT, Budget)),
            _ => self.budget.map_or(Way::default(), |budget| Way::Best(Budget(budget))),
        }
    }

    /// Which value of the scenario matters most.
    fn rank_values(&self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let Scenario { file, switches, changes } = &self.scenario;
        let scenario = input::scenario(registry, file.as_deref(), switches, changes)?;
        let seed = self.seed(&registry.battle(&scenario)?);
        let trials = self.way.trials;
        let top = if self.json.json { self.top } else { None };
        let ask = SensitivityAsk { of: self.of.clone(), trials, top };
        let rank = |effort: &Effort<'_>| registry.sensitivity(&scenario, &ask, seed, effort);
        let found = work(&self.threads, rank).map_err(|why| match why {
            SensitivityError::Scenario(wrong) => wrong.into(),
            other => Failure::Input(other.to_string()),
        })?;
        sensitivity::show(&found, self.top, trials, self.json.json, page)
    }

    fn find(&self, battle: &Battle, ask: &Ask, page: &Page) -> Result<OddsReport, Failure> {
        let seed = self.seed(battle);
        let as_page = page.is_terminal() && !self.json.json && self.csv.is_none();
        let live = Live::new(as_page, page.paint().colour);
        Ok(work(&self.threads, |effort| {
            // Exact odds know nothing before the end: Ctrl-C just ends them.
            let stop = effort.stop.filter(|_| !self.way.exact);
            let progress = effort.progress.filter(|_| !live.is_on());
            let effort = Effort { stop, progress, ..*effort };
            battle.odds_watched(ask.clone(), seed, &effort, |question| {
                live.show(|| self.so_far(question, page.paint()));
            })
        })?)
    }

    /// What is known while the answer is worked out.
    fn so_far(&self, question: &OddsQuestion, paint: Paint) -> Option<String> {
        let mut known = question.answer()?.ok().filter(|known| known.odds.provisional)?;
        let Progress { done, planned } = question.progress();
        let (done, planned) = (whole(done.into()), whole(planned.into()));
        let head = format!("provisional: {done} of {planned} battles");
        // The head says it.
        known.odds.provisional = false;
        known.odds.why = "more are being fought".to_owned();
        let shown = odds::Page { whole: &self.show, scenario: None, all: false, around: 1 };
        Some(format!("{}\n{}", paint.warning(&head), odds::show(&known, &shown, paint)))
    }

    /// How to ask for more, of an answer to somebody who did not say how much.
    fn more(&self, weighed: &OddsReport, page: &Page) -> String {
        let asked = self.budget.is_some() || self.way() != Way::default();
        if asked || weighed.odds.provisional || weighed.odds.method == Method::Exact {
            return String::new();
        }
        let Some(goal) = finer(&weighed.odds) else { return String::new() };
        paragraph(&format!("for a finer answer: --error {goal}%"), page.paint())
    }
}

impl Run for OddsOf {
    const NAME: &'static str = "odds";
    const EXAMPLES: &'static str = "  fracas odds siege.toml\n\
        \x20 fracas odds siege.toml --set 'attacker.stack[Osswid].men.knight=60'";

    /// Finds the odds, or as much as is known when the user has seen enough.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        if self.tally.is_some() && self.way.range.is_none() && self.way.trials.is_none() {
            let why = "--tally needs --range or --trials, which say what is to be counted";
            return Err(Failure::Input(why.to_owned()));
        }
        if self.sensitivity {
            return self.rank_values(registry, page);
        }
        let (scenario, battle) = opened(registry, &self.scenario)?;
        if self.impact {
            let seed = self.seed(&battle);
            let rank = |effort: &Effort<'_>| battle.impact(seed, self.way.trials, effort);
            registry.require(battle.rules(), Capability::Parts)?;
            let found = work(&self.threads, rank);
            return found.map_or(Ok(()), |found| {
                impact::show(&found, self.way.trials, self.json.json, page)
            });
        }
        let ask = self.ask(&battle);
        let tally = self.tally.as_deref().map(OutDir::file).transpose()?;
        let reports = self.reporting.open(&files_read(&self.scenario, &battle))?;
        let weighed = self.find(&battle, &ask, page)?;
        let origin = Origin { battle: &battle, scenario: &scenario, args: &self.scenario };
        let mut files = work(&self.threads, |effort| reports.odds(&weighed, &origin, effort))?;
        if let (Some(file), Some(counts)) = (tally, weighed.grounds.tally()) {
            files.add(file.filled(&written_tally(&battle.tally_file(counts.clone()))?)?);
        }
        // All files take their names together.
        for path in files.finish()? {
            say(&format!("wrote {}\n", path.display()));
        }
        if self.reporting.say {
            return page.line(&say_odds(&weighed, battle.rules()));
        }
        if self.json.json {
            return page.json(&weighed);
        }
        if self.csv.is_some() {
            if weighed.odds.provisional {
                remark(STOPPED);
            }
            page.text(csv::HEAD)?;
            return ask.whole.iter().try_for_each(|name| page.text(&csv::lines(&weighed, name)));
        }
        let more = self.more(&weighed, page);
        let shown = odds::Page {
            whole: &self.show,
            scenario: Some(&self.scenario),
            all: self.all,
            around: more.lines().count(),
        };
        page.text(&odds::show(&weighed, &shown, page.paint()))?;
        if self.by_outcome {
            let table = by_outcome::show(&weighed.odds, page.paint());
            page.text(&format!("\n{table}"))?;
        }
        page.text(&more)
    }
}

/// A finer error than that of an answer, in percentage points: about half of
/// it, which takes four times as long.
fn finer(odds: &Odds) -> Option<f64> {
    let widest = odds.outcomes.iter().map(|outcome| outcome.high - outcome.low);
    let points = 50.0 * widest.fold(0.0, f64::max);
    let tidy = [5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
    tidy.into_iter().find(|goal| *goal <= 0.6 * points)
}

/// Trials from the first to one before the last: `0..1000`.
fn range(text: &str) -> Result<Range<u64>, String> {
    let form = "write two trials as 0..1000000; the last is not included";
    let (first, end) = text.split_once("..").ok_or(form)?;
    let (first, end) = (large_number(first.trim())?, large_number(end.trim())?);
    if first < end { Ok(first..end) } else { Err(form.to_owned()) }
}

/// An error in percentage points (`0.1%`) or as a share (`0.001`).
pub fn error(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(points) => (points.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(number) if number > 0.0 && number / unit < 0.5 => Ok(number / unit),
        Ok(_) => Err("an error is above 0 and below 50% (0.5)".to_owned()),
        Err(_) => Err("write an error as 0.1% or 0.001".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_leave_out_their_end() {
        assert_eq!(range("0..1e6"), Ok(0..1_000_000));
        assert_eq!(range("5 .. 1_000"), Ok(5..1000));
        for text in ["", "5", "5..", "..5", "5..5", "7..5", "0..=5", "a..b"] {
            assert!(range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_are_points_or_shares() {
        for text in ["0.1%", "0.1 %", "0.001", "1e-3"] {
            assert!((error(text).unwrap() - 0.001).abs() < 1e-15, "{text}");
        }
        for text in ["0", "-1%", "50%", "0.5", "NaN", "%", "tiny", "inf"] {
            assert!(error(text).is_err(), "{text}");
        }
    }
}
