//! What a squad must reach, and whether one does (M-129).

use std::cmp::Reverse;

use fracas_core::odds::clopper_pearson;
use fracas_core::order::Ordered;
use fracas_core::table::{Cell, Table};
use serde_json::{Value, json};

use super::kinds::{Worth, sent};
use super::{BattleOdds, Cost, Plan, Sampling, percent_margin};
use crate::battle::Battle;

/// What a squad must reach.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The least probability of success.
    pub success: f64,
    /// The largest probability of death for any of them.
    pub death: f64,
    /// What to spare.
    pub least: Least,
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [success, death] = [self.success, self.death].map(|p| (1e6 * p).round() / 1e4);
        write!(f, "{success} % success with at most {death} % deaths")
    }
}

/// What to spare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// The fewest agents.
    Agents,
    /// The least money (see [`Cost`]).
    Cost,
    /// The least total skill.
    Skill,
}

/// A squad, judged by odds of its own.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Places in the roster, in its order.
    pub squad: Vec<usize>,
    /// Their ids, the strongest first.
    pub names: Vec<String>,
    /// The sum of their base skills: what there is to lose.
    pub skill: u64,
    /// Whether it succeeds as often as wanted, with nobody at more risk, as far
    /// as its figures go.
    pub reached: bool,
    /// Whether these hold both what reaches it and what does not, so that it
    /// cannot be told.
    pub close: bool,
    /// Battles fought; none if exact.
    pub trials: Option<u64>,
    /// What it costs, if it reaches what is wanted and money is to be spared.
    pub cost: Option<f64>,
    cells: Vec<Cell>,
}

/// An interval that is to decide misses the truth with at most this probability:
/// many squads are judged.
const DECIDING: f64 = 0.001;

/// Battles that show that a squad risks far too much.
const FIRST_LOOK: u64 = 256;
/// They are believed if the wanted risk is as unlikely as this.
const NEVER: f64 = 1e-6;

impl Plan {
    /// Whether a few battles show that somebody of a squad risks far too much.
    pub fn is_reckless(&self, squad: &[usize], death: f64, sampling: &Sampling<'_>) -> bool {
        let Some(b) = self.of_squad(squad) else { return false };
        let odds = BattleOdds::sampled(&b, &sampling.at_most(FIRST_LOOK));
        let trials = odds.trials.unwrap_or(1);
        let deaths = (odds.worst_death().0 * trials as f64).round() as u64;
        clopper_pearson(deaths, trials, NEVER).0 > death
    }

    /// Judges a squad, given by places in the roster; none of nobody.
    pub fn judge(
        &self,
        squad: &[usize],
        wanted: &Wanted,
        sampling: &Sampling<'_>,
    ) -> Option<Judged> {
        let b = self.of_squad(squad)?;
        let agents = &b.start.fight.fighters[..b.start.fight.agents];
        let skill: u64 = agents.iter().map(|agent| u64::from(agent.skill)).sum();
        let odds = BattleOdds::of(&b, sampling);
        let (success, (death, death_error)) = (odds.success(), odds.worst_death());
        let reached = success >= wanted.success && death <= wanted.death;
        let (success_low, success_high) = odds.success_within(DECIDING);
        let (death_low, death_high) = odds.worst_death_within(DECIDING);
        let is_sure = success_low >= wanted.success && death_high <= wanted.death;
        let is_none = success_high < wanted.success || death_low > wanted.death;
        let close = !is_sure && !is_none;
        let mut cells: Vec<Cell> = vec![
            json!(squad.len()).into(),
            json!(skill).into(),
            percent_beside(success, wanted.success).into(),
            percent_margin(odds.success_error).into(),
            percent_beside(death, wanted.death).into(),
            percent_margin(death_error).into(),
            if close { Cell::told(Value::Null, "close") } else { json!(reached).into() },
        ];
        let spares_money = wanted.least == Least::Cost;
        let money = (reached && spares_money).then(|| Cost::of(&b, sampling).money);
        if spares_money {
            let whole = |money: f64| json!(money.round() as i64);
            let error = money.and_then(|money| money.error);
            let pair = [money.map(|money| money.value), error];
            cells.extend(pair.map(|figure| figure.map_or(Value::Null, whole).into()));
        }
        let names = names(&b);
        cells.push(json!(names).into());
        let cost = money.map(|money| money.value);
        let trials = odds.trials;
        Some(Judged { squad: squad.to_vec(), names, skill, reached, close, trials, cost, cells })
    }
}

/// The ids of a squad that is mustered, the strongest first.
fn names(b: &Battle) -> Vec<String> {
    let mut agents = sent(b);
    agents.put_in_order_by_key(|(agent, fighter)| (Reverse(Worth::of(b, *agent, fighter)), *agent));
    agents.into_iter().map(|(agent, _)| b.world.agents[agent].id.clone()).collect()
}

/// A table of squads that were judged, the smallest first.
pub fn squad_table(wanted: &Wanted, judged: &[Judged]) -> Table {
    let mut heads =
        vec!["agents", "skill", "success %", "± %", "worst death %", "± death %", "reached"];
    if wanted.least == Least::Cost {
        heads.extend(["cost", "± cost"]);
    }
    heads.push("squad");
    let mut table = Table::new("squad", &heads);
    let mut rows: Vec<&Judged> = judged.iter().collect();
    rows.put_in_order_by_key(|row| row.squad.len());
    for row in rows {
        table.row(row.cells.clone());
    }
    table
}

/// A probability in percent, with as many decimals as it takes to stand on the
/// right side of the one that is wanted.
fn percent_beside(p: f64, wanted: f64) -> Value {
    let rounded = |decimals: i32| (p * 10_f64.powi(decimals + 2)).round() / 10_f64.powi(decimals);
    let told_apart = |shown: f64| shown.total_cmp(&(100.0 * wanted)) == p.total_cmp(&wanted);
    let shown = (1..13).map(rounded).find(|&shown| told_apart(shown));
    json!(shown.unwrap_or_else(|| rounded(1)))
}
