//! Whom to send: the smallest or least valuable squad that does it.

use fracas_core::table::Table;
use serde_json::json;

use super::{Outlook, Plan, Weighing, percent};
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
    /// The least total skill.
    Skill,
}

impl Plan {
    /// Picks a squad from those who are ready, and shows what was tried.
    ///
    /// The strongest agents come first: if the strongest of some number do not
    /// reach it, no squad of that number is taken to. To spare skill, each is
    /// then exchanged for the weakest with whom it is still reached.
    pub fn squad(&self, wanted: &Wanted, weighing: &Weighing) -> Table {
        let heads = ["agents", "skill", "success %", "± %", "worst death %", "reached", "squad"];
        let mut table = Table::new("squad", &heads);
        let mut try_squad = |squad: &[usize]| {
            let Some(b) = self.with(self.written.rest_turns, squad) else { return false };
            let outlook = Outlook::of(&b, weighing);
            let reached = outlook.success() >= wanted.success && outlook.worst().1 <= wanted.death;
            table.row(vec![
                json!(squad.len()),
                json!(self.value(squad)),
                percent(outlook.success()),
                percent(outlook.error),
                percent(outlook.worst().1),
                json!(if reached { "yes" } else { "no" }),
                json!(self.names(squad)),
            ]);
            reached
        };
        let mut ready = self.ready(self.written.rest_turns);
        // Strongest first; the order of the roster decides among equals.
        ready.sort_by_key(|&agent| std::cmp::Reverse(self.strength(agent)));
        let found = (1..=ready.len()).find(|&count| try_squad(&ready[..count]));
        let squad = found.map(|count| {
            let mut squad = ready[..count].to_vec();
            if wanted.least == Least::Skill {
                let mut spare: Vec<usize> = ready[count..].to_vec();
                spare.sort_by_key(|&agent| self.strength(agent));
                exchange(&mut squad, &mut spare, |agent| self.strength(agent), &mut try_squad);
            }
            squad
        });
        table.note = Some(match squad {
            Some(squad) => format!("send {}", self.names(&squad)),
            None => format!(
                "nobody can do it: {:.0} % success and at most {:.0} % deaths are out of reach",
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

/// Exchanges each of the squad, strongest first, for the weakest in reserve
/// with whom it is still reached.
fn exchange(
    squad: &mut [usize],
    spare: &mut [usize],
    strength: impl Fn(usize) -> u32,
    reaches: &mut impl FnMut(&[usize]) -> bool,
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
