//! `fracas turn`: a campaign of missions, turn by turn.

use std::path::{Path, PathBuf};

use clap::Args;
use fracas::Detail;
use fracas::mission::campaign::{Campaign, Deployment, TurnReport};
use fracas::mission::report;
use serde_json::json;

use crate::args::{Json, Seed};
use crate::failure::{Failure, complain, say};
use crate::input::read;
use crate::out_dir::OutDir;
use crate::page::Page;

/// Advance a campaign of missions by a turn and write the next campaign file
#[derive(Args)]
pub struct Turn {
    /// The campaign; `-` reads it from standard input
    file: String,

    /// Deploy agents to a site first; may be given several times
    #[arg(long = "deploy", value_name = "SITE=AGENT,AGENT")]
    deployments: Vec<Deployment>,

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

impl Turn {
    /// Deploys, advances, reports, writes.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let (mut campaign, warnings) =
            Campaign::load(read(&self.file)?).map_err(Failure::Scenario)?;
        complain(&warnings);
        campaign
            .deploy(&self.deployments)
            .map_err(|why| Failure::Input(why.0.join("\nerror: ")))?;
        if let Some(why) = campaign.lost() {
            return Err(Failure::Input(format!("the game is lost already: {why}")));
        }
        // The same file always goes the same way, unless another seed is given.
        let seed = self.seed.seed.or(campaign.seed).unwrap_or(0);
        let mut reports = Vec::new();
        let mut told = Vec::new();
        for _ in 0..self.turns {
            let report = self.advance(&mut campaign, seed, &mut told)?;
            let decide = report.decide;
            reports.push(report);
            if decide {
                break;
            }
        }
        let next = campaign.write();
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

    fn advance(
        &self,
        campaign: &mut Campaign,
        seed: u64,
        told: &mut Vec<String>,
    ) -> Result<TurnReport, Failure> {
        campaign
            .advance_rolled(seed, &mut |event| {
                if self.log {
                    told.extend(report::tell(&event, Detail::All));
                }
            })
            .map_err(|fault| Failure::Machine(fault.to_string()))
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
