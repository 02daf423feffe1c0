//! Whom to send: the smallest, cheapest or least valuable squad that does it.

use fracas_core::table::Table;
use serde_json::{Value, json};

use super::{Cost, Outlook, Plan, Weighing, percent};
use crate::rules::skill;

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

impl Plan {
    /// Picks a squad from those who are ready, and shows what was tried.
    ///
    /// The strongest agents come first: if the strongest of some number do not
    /// reach it, no squad of that number is taken to. To spare money, larger
    /// squads are tried too: they may be hurt less. To spare skill, each is
    /// exchanged for the weakest with whom it is still reached.
    pub fn squad(&self, wanted: &Wanted, weighing: &Weighing) -> Table {
        let mut trials = Trials::new(self, wanted, weighing);
        let mut ready = self.ready(self.written.rest_turns);
        // Strongest first; the order of the roster decides among equals.
        ready.sort_by_key(|&agent| std::cmp::Reverse(self.strength(agent)));
        let found = (1..=ready.len()).find(|&count| trials.reaches(&ready[..count]));
        let squad = found.map(|count| match wanted.least {
            Least::Agents => ready[..count].to_vec(),
            Least::Cost => trials.cheapest(&ready, count),
            Least::Skill => {
                let mut squad = ready[..count].to_vec();
                let mut spare: Vec<usize> = ready[count..].to_vec();
                spare.sort_by_key(|&agent| self.strength(agent));
                let strength = |agent| self.strength(agent);
                exchange(&mut squad, &mut spare, strength, |squad| trials.reaches(squad));
                squad
            }
        });
        let mut table = trials.table;
        table.note = Some(match squad {
            Some(squad) => format!("send {}", self.names(&squad)),
            None => format!(
                "nobody can do it: {:.0} % success with at most {:.0} % deaths is out of reach",
                100.0 * wanted.success,
                100.0 * wanted.death
            ),
        });
        table
    }

    /// Effective skill as it is now.
    fn strength(&self, agent: usize) -> u32 {
        let now = &self.written.roster[agent].now;
        let max_hp = self.written.world.agents[agent].max_hp;
        let free = self.written.world.constants.exhaustion_free;
        skill::effective(now.skill, now.hp, max_hp, now.exhaustion, free)
    }

    /// Total base skill: what there is to lose.
    fn value(&self, squad: &[usize]) -> u64 {
        squad.iter().map(|&agent| u64::from(self.written.roster[agent].now.skill)).sum()
    }

    fn names(&self, squad: &[usize]) -> String {
        let ids: Vec<&str> =
            squad.iter().map(|&agent| self.written.world.agents[agent].id.as_str()).collect();
        ids.join(", ")
    }
}

/// Squads that were tried, a row each.
struct Trials<'a> {
    plan: &'a Plan,
    wanted: &'a Wanted,
    weighing: &'a Weighing,
    table: Table,
    /// What the last one costs on average, if it reached what is wanted.
    cost: Option<f64>,
}

impl<'a> Trials<'a> {
    fn new(plan: &'a Plan, wanted: &'a Wanted, weighing: &'a Weighing) -> Self {
        let mut heads = vec!["agents", "skill", "success %", "± %", "worst death %", "reached"];
        if wanted.least == Least::Cost {
            heads.push("cost");
        }
        heads.push("squad");
        Self { plan, wanted, weighing, table: Table::new("squad", &heads), cost: None }
    }

    /// Whether a squad reaches what is wanted.
    fn reaches(&mut self, squad: &[usize]) -> bool {
        let Some(b) = self.plan.with(self.plan.written.rest_turns, squad) else { return false };
        let outlook = Outlook::of(&b, self.weighing);
        let (success, death) = (outlook.success(), outlook.worst().1);
        let reached = success >= self.wanted.success && death <= self.wanted.death;
        let mut row = vec![
            json!(squad.len()),
            json!(self.plan.value(squad)),
            percent(success),
            percent(outlook.success_error),
            percent(death),
            json!(if reached { "yes" } else { "no" }),
        ];
        if self.wanted.least == Least::Cost {
            self.cost = reached.then(|| Cost::of(&b, self.weighing).money);
            row.push(self.cost.map_or(Value::Null, |money| json!(money.round() as i64)));
        }
        row.push(json!(self.plan.names(squad)));
        self.table.row(row);
        reached
    }

    /// The cheapest of the strongest, from the number that was tried last on,
    /// as long as a larger squad could cost less if nobody were hurt.
    fn cheapest(&mut self, ready: &[usize], smallest: usize) -> Vec<usize> {
        let mut best = (self.cost.unwrap_or(f64::INFINITY), smallest);
        for count in smallest + 1..=ready.len() {
            let squad = &ready[..count];
            let Some(b) = self.plan.with(self.plan.written.rest_turns, squad) else { break };
            if Cost::least(&b) >= best.0 {
                break;
            }
            if self.reaches(squad) && self.cost.is_some_and(|cost| cost < best.0) {
                best = (self.cost.unwrap_or(best.0), count);
            }
        }
        ready[..best.1].to_vec()
    }
}

/// Exchanges each of the squad, strongest first, for the weakest in reserve
/// with whom it is still reached.
fn exchange(
    squad: &mut [usize],
    spare: &mut [usize],
    strength: impl Fn(usize) -> u32,
    mut reaches: impl FnMut(&[usize]) -> bool,
) {
    for place in 0..squad.len() {
        for other in spare.iter_mut() {
            if strength(*other) >= strength(squad[place]) {
                break;
            }
            std::mem::swap(&mut squad[place], other);
            if reaches(squad) {
                break;
            }
            std::mem::swap(&mut squad[place], other);
        }
    }
}
