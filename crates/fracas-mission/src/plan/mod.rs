//! Questions before a squad goes (section 14): its odds, whom to send, when to
//! strike, when to turn back, what to improve.
//!
//! Every answer is a [`Table`] of battles that differ in one thing, each weighed
//! exactly where that is quick and else by many battles of the same dice.

mod change;
mod cost;
mod outlook;
mod rest;
mod retreat;
mod squad;
mod threat;

pub use cost::Cost;
pub use outlook::{Outlook, Risk, Weighing};
pub use squad::{Least, Wanted};
pub use threat::{Threat, threat};

use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::table::Table;
use serde_json::{Value, json};

use crate::battle::{AgentState, Assignment, Battle};
use crate::campaign::Campaign;
use crate::muster::{self, Written};
use crate::scenario;

/// A battle that can be varied.
#[derive(Clone, Debug)]
pub struct Plan {
    written: Written,
    /// The file's own seed.
    seed: Option<u64>,
}

impl Plan {
    /// Reads a scenario, or a campaign of which the named site is meant, else
    /// the first that is deployed or active. Everything wrong is told.
    pub fn load(
        source: Source,
        site: Option<&str>,
    ) -> Result<(Self, Diagnostics), Box<Diagnostics>> {
        let mut out = Diagnostics::new(source.clone());
        let Some(parsed) = parse(&mut out) else { return Err(Box::new(out)) };
        if !scenario::is_mission(&parsed, &mut out) {
            return Err(Box::new(out));
        }
        let file = check(&parsed, &scenario::SCENARIO, &mut out);
        if file.has("site") {
            let (campaign, mut out) = Campaign::load(source)?;
            return match Self::of_campaign(&campaign, site) {
                Some(plan) => Ok((plan, out)),
                None => {
                    let ids: Vec<&str> =
                        campaign.sites.iter().map(|now| now.site.id.as_str()).collect();
                    let named =
                        campaign.sites.iter().find(|now| Some(now.site.id.as_str()) == site);
                    let message = match (site, named) {
                        (_, Some(now)) if !now.is_open() => {
                            format!(
                                "{} is {}: there is nothing to plan",
                                now.site.id,
                                now.state.word()
                            )
                        }
                        (Some(site), _) => format!("there is nothing to plan at `{site}`"),
                        (None, _) => "no site is open, or nobody can come".to_owned(),
                    };
                    out.error("M-64", &file.place("site"), message)
                        .help(format!("sites are {}", ids.join(", ")));
                    Err(Box::new(out))
                }
            };
        }
        match scenario::written(&file, &mut out) {
            Some(written) if !out.has_errors() => {
                let seed = file.whole("seed").and_then(|seed| u64::try_from(seed).ok());
                Ok((Self { written, seed }, out))
            }
            _ => Err(Box::new(out)),
        }
    }

    /// A site of a campaign, with those who are there or, if nobody is, with
    /// everybody who lives and is not away.
    pub fn of_campaign(campaign: &Campaign, site: Option<&str>) -> Option<Self> {
        let open = campaign.deployed().next();
        let place = match site {
            Some(id) => campaign.sites.iter().position(|now| now.site.id == id)?,
            None => open.or_else(|| campaign.sites.iter().position(|now| now.is_active()))?,
        };
        if !campaign.sites[place].is_open() {
            return None;
        }
        let mut roster = campaign.roster.clone();
        let there = Assignment::Site(place as u32);
        let stationed: Vec<usize> =
            (0..roster.len()).filter(|&agent| roster[agent].now.assignment == there).collect();
        for &agent in &stationed {
            roster[agent].now.state = AgentState::Available;
            roster[agent].now.assignment = Assignment::Standby;
        }
        let squad = if stationed.is_empty() {
            let can_come = |&agent: &usize| {
                crate::rules::recovery::turns_to_rest(&roster[agent].now).is_some()
            };
            (0..roster.len()).filter(can_come).collect()
        } else {
            stationed
        };
        if squad.is_empty() || campaign.sites[place].site.enemies.is_empty() {
            return None;
        }
        Some(Self {
            written: Written {
                world: campaign.world.clone(),
                chain: vec![campaign.sites[place].site.clone()],
                rest_turns: 0,
                keep_enemies: false,
                continue_after_failure: false,
                roster,
                accounts: campaign.accounts.clone(),
                squad,
            },
            seed: campaign.seed,
        })
    }

    /// The file's own seed, if it has one.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The battle as it is written; of a campaign, with those who are ready.
    pub fn battle(&self) -> Option<Battle> {
        self.with(self.written.rest_turns, &self.ready(self.written.rest_turns))
    }

    /// Turns until the first of the squad is available.
    pub fn first_ready(&self) -> u32 {
        let forced = |agent: usize| self.written.world.agents[agent].force;
        let turns = self.written.squad.iter().filter_map(|&agent| {
            let needed = crate::rules::recovery::turns_to_rest(&self.written.roster[agent].now);
            if forced(agent) { Some(0) } else { needed }
        });
        turns.min().unwrap_or(0).saturating_sub(self.written.rest_turns)
    }

    /// Who of the squad could go after so many turns.
    fn ready(&self, turns: u32) -> Vec<usize> {
        let ready = |&agent: &usize| {
            let needed = crate::rules::recovery::turns_to_rest(&self.written.roster[agent].now);
            self.written.world.agents[agent].force || needed.is_some_and(|needed| needed <= turns)
        };
        self.written.squad.iter().copied().filter(ready).collect()
    }

    /// The battle of a squad after so many turns of rest.
    fn with(&self, rest_turns: u32, squad: &[usize]) -> Option<Battle> {
        if squad.is_empty() {
            return None;
        }
        Some(muster::battle(Written { rest_turns, squad: squad.to_vec(), ..self.written.clone() }))
    }

    /// Odds before deploying: outcomes, what it costs, and everybody's risk.
    pub fn odds(&self, weighing: &Weighing) -> Option<Vec<Table>> {
        let b = self.battle()?;
        let outlook = Outlook::of(&b, weighing);
        let heads = ["agent", "skill", "hp", "exhaustion", "death %", "± %"];
        let mut risks = Table::new("risks", &heads);
        for (fighter, risk) in b.start.fight.fighters.iter().zip(&outlook.risks) {
            risks.row(vec![
                json!(risk.id),
                json!(fighter.skill),
                json!(fighter.hp),
                json!(fighter.exhaustion),
                percent(risk.death),
                percent(risk.error),
            ]);
        }
        risks.note = Some(outlook.verdict());
        Some(vec![outlook.table(), risks])
    }
}

/// A number with two decimals.
fn decimal(number: f64) -> Value {
    json!((number * 100.0).round() / 100.0)
}

/// A probability in percent with one decimal.
fn percent(p: f64) -> Value {
    json!((p * 1000.0).round() / 10.0)
}
