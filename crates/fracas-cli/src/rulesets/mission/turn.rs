//! `fracas turn`: a campaign of missions, turn by turn.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use fracas::mission::Mission;
use fracas::mission::campaign::{Campaign, Deployment, TurnReport};
use fracas::mission::events::Event;
use fracas::mission::report;
use fracas::{Detail, Fingerprint, Registry};
use serde_json::json;

use crate::args::{Changes, FILES, Json, Seed};
use crate::failure::{Failure, complain, say};
use crate::input::{changed, plain};
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::verb::Run;

/// Advance a campaign of missions by a turn and write the next campaign file
#[derive(Args)]
pub struct Turn {
    /// The campaign; `-` reads it from standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,

    #[command(flatten)]
    changes: Changes,

    /// Deploy agents to a site first; may be given several times
    #[arg(long = "deploy", value_name = "SITE=AGENT,AGENT")]
    deployments: Vec<Deployment>,

    /// Hire a fresh agent of this name first; may be given several times
    #[arg(long = "hire", value_name = "AGENT")]
    hired: Vec<String>,

    /// Go on for so many turns, as long as nothing needs a decision
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    turns: u32,

    #[command(flatten)]
    seed: Seed,

    /// Tell every attack
    #[arg(long)]
    log: bool,

    #[command(flatten)]
    json: Json,

    /// Where to write the next campaign; else beside the file, with the turn
    /// in its name, or on standard output if it was read from a pipe
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    out: Option<PathBuf>,

    /// Write it even in the place of a file that somebody has edited
    #[arg(long, help_heading = FILES)]
    force: bool,
}

impl Run for Turn {
    const NAME: &'static str = "turn";
    const EXAMPLES: &'static str = "  fracas turn dawn.toml --deploy hideout=vega,mori\n\
        \x20 fracas turn - < dawn.toml > next.toml";

    /// Deploys, advances, reports, writes.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let scenario = changed(registry, &self.file, &self.changes)?;
        let read = scenario.read_as::<Mission, _>(Campaign::read)?;
        complain(&read.warnings);
        let mut campaign = read.value;
        let orders = [campaign.hire(&self.hired), campaign.deploy(&self.deployments)];
        let wrong: Vec<String> =
            orders.into_iter().filter_map(Result::err).flat_map(|why| why.0).collect();
        if !wrong.is_empty() {
            return Err(Failure::Input(wrong.join("\nerror: ")));
        }
        if let Some(why) = campaign.lost() {
            return Err(Failure::Input(format!("the game is lost already: {why}")));
        }
        // The same file always goes the same way, unless another seed is given.
        let seed = self.seed.seed.or(campaign.seed).unwrap_or(0);
        let mut reports = Vec::new();
        let mut told = Vec::new();
        for _ in 0..self.turns {
            let report = self.advance(&mut campaign, seed, &mut told)?;
            let quiet = report.decide.is_empty();
            reports.push(report);
            if !quiet {
                break;
            }
        }
        let next = campaign.write_onto(unmarked(scenario.text()));
        let target = self.target(campaign.accounts.turn);
        let written = match &target {
            Some(target) => {
                self.refuse_edited(target)?;
                OutDir::file(target)?.fill(&marked(&next))?
            }
            None => Vec::new(),
        };
        let lines: String =
            written.iter().map(|path| format!("\nwrote {}\n", path.display())).collect();
        if self.json.json {
            page.json(&json!({ "seed": seed, "turns": reports, "campaign": next }))?;
            say(&lines);
            return Ok(());
        }
        let texts: Vec<String> = reports.iter().map(TurnReport::to_string).collect();
        let told: String = told.iter().map(|line| format!("{line}\n")).collect();
        let report = format!("{told}{}{}{lines}", texts.join("\n"), self.stopped(&reports));
        if target.is_some() {
            return page.text(&report);
        }
        // The campaign goes on through the pipe, its report aside.
        say(&report);
        page.text(&next)
    }
}

impl Turn {
    fn advance(
        &self,
        campaign: &mut Campaign,
        seed: u64,
        told: &mut Vec<String>,
    ) -> Result<TurnReport, Failure> {
        let names: Vec<String> =
            campaign.sites.iter().map(|now| now.site.called().to_owned()).collect();
        let mut at = None;
        campaign
            .advance_rolled(seed, &mut |site, event| {
                if !self.log {
                    return;
                }
                if at.replace(site) != Some(site) {
                    told.push(names[site].clone());
                }
                let last = matches!(event, Event::End { .. });
                told.extend(report::tell(&event, Detail::All));
                told.extend(last.then(String::new));
            })
            .map_err(|fault| Failure::Machine(fault.to_string()))
    }

    /// Why it did not go on for all turns that were asked for.
    fn stopped(&self, reports: &[TurnReport]) -> String {
        match reports.last() {
            Some(last) if reports.len() < self.turns as usize => {
                let turns = format!("{} of {} turns", reports.len(), self.turns);
                format!("\nstopped after {turns}: {}\n", last.decide.join(", "))
            }
            _ => String::new(),
        }
    }

    /// Refuses to replace a file that fracas did not write, or that somebody
    /// has changed since.
    fn refuse_edited(&self, target: &Path) -> Result<(), Failure> {
        let is_file = target.metadata().is_ok_and(|found| found.is_file());
        if self.force || !is_file || plain(target).is_ok_and(|text| is_own(&text)) {
            return Ok(());
        }
        Err(Failure::Input(format!(
            "{}: somebody has written or edited this file; --force replaces it, --out FILE writes \
             the next campaign elsewhere",
            target.display()
        )))
    }

    /// The file that the next campaign goes to: none if it came from a pipe and
    /// nothing was said.
    fn target(&self, turn: u32) -> Option<PathBuf> {
        if let Some(out) = &self.out {
            return Some(out.clone());
        }
        if self.file == "-" {
            return None;
        }
        let path = Path::new(&self.file);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let plain = match stem.rsplit_once("-turn-") {
            Some((plain, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => plain,
            _ => &stem,
        };
        Some(path.with_file_name(format!("{plain}-turn-{turn}.toml")))
    }
}

/// What the first line of a campaign begins with that fracas has written; the
/// fingerprint of the rest follows.
const MARK: &str = "# written by fracas turn; edit it freely: ";

fn marked(text: &str) -> String {
    format!("{MARK}{}\n{text}", fingerprint(text))
}

/// A campaign without the mark of an earlier turn.
fn unmarked(text: &str) -> &str {
    match text.strip_prefix(MARK) {
        Some(rest) => rest.split_once('\n').map_or("", |(_, campaign)| campaign),
        None => text,
    }
}

/// Whether fracas has written this text, every sign of it.
fn is_own(text: &str) -> bool {
    text == marked(unmarked(text))
}

fn fingerprint(text: &str) -> Fingerprint {
    let mut print = Fingerprint::default();
    print.add(text);
    print
}
