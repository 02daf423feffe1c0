//! Questions before a squad goes (section 14): its odds, whom to send, when to
//! strike, when to turn back, what to improve.
//!
//! Every answer is a [`Table`] of battles that differ in one thing, each with
//! exact odds where these are quick and else by many battles of the same dice.

mod change;
mod cost;
mod kinds;
mod odds;
mod rest;
mod retreat;
mod sampling;
mod squad;
mod threat;

pub use cost::Cost;
pub use kinds::{Kind, squads};
pub use odds::{BattleOdds, Mean, Risk};
pub use sampling::Sampling;
pub use squad::{Judged, Least, Wanted, squad_table};
pub use threat::{Threat, threat};

use fracas_core::document::{Checked, Diagnostics};
use fracas_core::table::Table;
use serde_json::{Value, json};

use crate::battle::{AgentState, Assignment, Battle};
use crate::campaign::Campaign;
use crate::muster::{self, Setup};
use crate::rules::recovery;
use crate::scenario::{self, Waiting};

/// A battle that can be varied.
#[derive(Clone, Debug)]
pub struct Plan {
    setup: Setup,
    /// The file's own seed.
    seed: Option<u64>,
}

impl Plan {
    /// Reads a scenario, or a campaign of which the named site is meant, else
    /// the first that is deployed or active. Everything wrong is told.
    pub fn read(file: &Checked, site: Option<&str>, out: &mut Diagnostics) -> Option<Self> {
        if !file.has("site") {
            // M-129: whoever recovers in time may be waited for.
            let setup = scenario::setup(file, Waiting::Allowed, out)?;
            let seed = file.whole("seed").and_then(|seed| u64::try_from(seed).ok());
            return Some(Self { setup, seed });
        }
        let campaign = Campaign::read(file, out)?;
        let plan = Self::of_campaign(&campaign, site);
        if plan.is_none() {
            let ids: Vec<&str> = campaign.sites.iter().map(|now| now.site.id.as_str()).collect();
            let named = campaign.sites.iter().find(|now| Some(now.site.id.as_str()) == site);
            let message = match (site, named) {
                (_, Some(now)) if !now.is_open() => {
                    format!("{} is {}: there is nothing to plan", now.site.id, now.state.word())
                }
                (Some(site), _) => format!("there is nothing to plan at `{site}`"),
                (None, _) => "no site is open, or nobody can come".to_owned(),
            };
            out.error("M-64", &file.place("site"), message)
                .help(format!("sites are {}", ids.join(", ")));
        }
        plan
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
            // M-122: reserves stay at home.
            let can_come = |&agent: &usize| {
                let returns = recovery::turns_to_rest(&roster[agent].now).is_some();
                campaign.world.agents[agent].deploy && returns
            };
            (0..roster.len()).filter(can_come).collect()
        } else {
            stationed
        };
        if squad.is_empty() || campaign.sites[place].site.enemies.is_empty() {
            return None;
        }
        Some(Self {
            setup: Setup {
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

    /// What it is called, if it has a name.
    pub fn name(&self) -> Option<&str> {
        self.setup.world.name.as_deref()
    }

    /// The sites that are planned for, by their titles.
    pub fn part(&self) -> Option<String> {
        crate::report::part(&self.setup.chain)
    }

    /// The id of the first of them.
    pub fn site(&self) -> &str {
        self.setup.chain.first().map_or("", |site| &site.id)
    }

    /// The file's own seed, if it has one.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The battle as it is written; of a campaign, with those who are ready.
    pub fn battle(&self) -> Option<Battle> {
        self.with(self.setup.rest_turns, &self.ready(self.setup.rest_turns))
    }

    /// Turns until the first of the squad is available.
    pub fn first_ready(&self) -> u32 {
        let forced = |agent: usize| self.setup.world.agents[agent].force;
        let turns = self.setup.squad.iter().filter_map(|&agent| {
            let needed = recovery::turns_to_rest(&self.setup.roster[agent].now);
            if forced(agent) { Some(0) } else { needed }
        });
        turns.min().unwrap_or(0).saturating_sub(self.setup.rest_turns)
    }

    /// Who of the squad could go after so many turns.
    fn ready(&self, turns: u32) -> Vec<usize> {
        let ready = |&agent: &usize| {
            let needed = recovery::turns_to_rest(&self.setup.roster[agent].now);
            self.setup.world.agents[agent].force || needed.is_some_and(|needed| needed <= turns)
        };
        self.setup.squad.iter().copied().filter(ready).collect()
    }

    /// The battle of a squad after so many turns of rest.
    fn with(&self, rest_turns: u32, squad: &[usize]) -> Option<Battle> {
        if squad.is_empty() {
            return None;
        }
        Some(muster::battle(Setup { rest_turns, squad: squad.to_vec(), ..self.setup.clone() }))
    }

    /// Odds before deploying: outcomes, what it costs, and everybody's risk.
    pub fn odds(&self, sampling: &Sampling<'_>) -> Option<Vec<Table>> {
        let b = self.battle()?;
        let odds = BattleOdds::of(&b, sampling);
        let heads = ["agent", "skill", "hp", "exhaustion", "death %", "± %"];
        let mut risks = Table::new("risks", &heads);
        for (fighter, risk) in b.start.fight.fighters.iter().zip(&odds.risks) {
            risks.row(vec![
                json!(risk.id),
                json!(fighter.skill),
                json!(fighter.hp),
                json!(fighter.exhaustion),
                percent(risk.death),
                percent_margin(risk.error),
            ]);
        }
        let mut table = odds.table();
        risks.note = Some(odds.verdict());
        if sampling.is_stopped() {
            table.note = table.note.map(|note| format!("{STOPPED}; {note}"));
            risks.note = risks.note.map(|note| format!("so far: {note}"));
        }
        Some(vec![table, risks])
    }
}

/// Half of what one decimal of a percent can show: less is no difference.
const LEAST_SHOWN: f64 = 0.0005;

/// A number with two decimals.
fn decimal(number: f64) -> Value {
    json!((number * 100.0).round() / 100.0)
}

/// A probability in percent with one decimal.
fn percent(p: f64) -> Value {
    json!((p * 1000.0).round() / 10.0)
}

/// What begins a note about battles that were not all fought.
const STOPPED: &str = "provisional: stopped early";

/// The same where some of so many were not tried at all.
fn stopped(untried: usize, all: usize, what: &str) -> String {
    match untried {
        0 => STOPPED.to_owned(),
        _ => format!("{STOPPED}, {untried} of {all} {what} were not tried"),
    }
}

/// A margin in a sentence, of a figure with so many decimals; nothing if it is
/// exact. Rounding does not make it so.
fn margin_words(error: f64, decimals: usize) -> String {
    let least = 0.1_f64.powi(decimals as i32);
    if error > 0.0 { format!(" ± {:.decimals$}", error.max(least)) } else { String::new() }
}

/// The margin of a percentage; rounding does not make it exact.
pub(crate) fn percent_margin(error: f64) -> Value {
    json!(margin(1000.0 * error) / 10.0)
}

/// The same of a number with two decimals; nothing if it is not known.
fn decimal_margin(error: Option<f64>) -> Value {
    error.map_or(Value::Null, |error| json!(margin(100.0 * error) / 100.0))
}

fn margin(error: f64) -> f64 {
    if error > 0.0 { error.round().max(1.0) } else { 0.0 }
}
