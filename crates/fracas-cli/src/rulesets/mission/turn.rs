//! `fracas turn`: a campaign of missions, turn by turn.

use std::path::{Path, PathBuf};

use clap::Args;
use fracas::mission::Mission;
use fracas::mission::campaign::{Campaign, Deployment, TurnReport};
use fracas::mission::events::Event;
use fracas::mission::report;
use fracas::{Detail, Registry};
use serde_json::json;

use crate::args::{Changes, Json, Seed};
use crate::failure::{Failure, complain, say};
use crate::input::changed;
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::verb::Run;

/// Advance a campaign of missions by a turn and write the next campaign file
#[derive(Args)]
pub struct Turn {
    /// The campaign; `-` reads it from standard input
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
    /// in its name
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Run for Turn {
    const NAME: &'static str = "turn";

    /// Deploys, advances, reports, writes.
    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let scenario = changed(&self.file, &self.changes)?;
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
        let next = campaign.write_onto(scenario.text());
        let target = self.target(campaign.accounts.turn);
        let written = match &target {
            Some(target) => OutDir::file(target)?.fill(&next)?,
            None => Vec::new(),
        };
        if self.json.json {
            page.json(&json!({ "seed": seed, "turns": reports, "campaign": next }))?;
        } else {
            for line in &told {
                page.line(line)?;
            }
            let texts: Vec<String> = reports.iter().map(TurnReport::to_string).collect();
            page.text(&texts.join("\n"))?;
            page.text(&self.stopped(&reports))?;
        }
        let lines: String =
            written.iter().map(|path| format!("\nwrote {}\n", path.display())).collect();
        if self.json.json {
            say(&lines)
        } else {
            page.text(&lines)?
        }
        Ok(())
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

    /// Where the next campaign goes: nowhere if the file came from a pipe and
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
