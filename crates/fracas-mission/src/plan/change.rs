//! What to improve: the odds after one change to the squad.

use fracas_core::table::Table;
use serde_json::json;

use super::{Outlook, Plan, Weighing, decimal, percent};
use crate::battle::{Agent, LIMIT};
use crate::muster::Written;
use crate::state::Member;

/// A change, and its words.
type Change = (&'static str, fn(&mut Written));

const CHANGES: [Change; 5] = [
    ("as it is", |_| {}),
    ("skill +10", |written| {
        for_squad(written, |_, member| member.now.skill = (member.now.skill + 10).min(LIMIT));
    }),
    ("damage +2", |written| {
        for_squad(written, |agent, _| {
            let weapon = &mut agent.gear.weapon;
            weapon.max = (weapon.max + 2).min(LIMIT);
            weapon.min = (weapon.min + 2).min(weapon.max);
        });
    }),
    ("hp +5", |written| {
        for_squad(written, |agent, member| {
            let more = 5.min(LIMIT - agent.max_hp);
            agent.max_hp += more;
            member.now.hp += more;
        });
    }),
    ("one fresh agent more", |written| {
        let known = |id: &str| written.world.agents.iter().any(|agent| agent.id == id);
        let mut id = "fresh".to_owned();
        while known(&id) {
            id.push('+');
        }
        let agent = Agent::fresh(id, &written.world.constants);
        written.squad.push(written.roster.len());
        written.roster.push(Member::of(&agent));
        written.world.agents.push(agent);
    }),
];

/// Changes everybody of the squad.
fn for_squad(written: &mut Written, change: impl Fn(&mut Agent, &mut Member)) {
    for &place in &written.squad {
        change(&mut written.world.agents[place], &mut written.roster[place]);
    }
}

impl Plan {
    /// The odds after each of some changes, all with the same dice.
    pub fn changes(&self, weighing: &Weighing) -> Table {
        let heads = ["change", "success %", "± %", "gain", "worst death %", "lost"];
        let mut table = Table::new("changes", &heads);
        let mut as_it_is = None;
        let mut best = ("", 0.0);
        for (words, change) in CHANGES {
            let mut plan = self.clone();
            plan.written.squad = self.ready(self.written.rest_turns);
            change(&mut plan.written);
            let Some(b) = plan.battle() else { continue };
            let outlook = Outlook::of(&b, weighing);
            let success = outlook.success();
            let gain = success - *as_it_is.get_or_insert(success);
            if gain > best.1 {
                best = (words, gain);
            }
            table.row(vec![
                json!(words),
                percent(success),
                percent(outlook.success_error),
                percent(gain),
                percent(outlook.worst().1),
                decimal(outlook.lost()),
            ]);
        }
        table.note = Some(match best {
            ("", _) => "none of these would win more often".to_owned(),
            (words, gain) => format!("most is bought by {words}: {:+.1} points", 100.0 * gain),
        });
        table
    }
}
