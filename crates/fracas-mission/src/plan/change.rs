//! What to improve: the odds after one change to the squad.

use fracas_core::table::Table;
use serde_json::json;

use super::odds::RISK_HEADS;
use super::{
    BattleOdds, LEAST_SHOWN, Plan, Sampling, margin_words, percent, percent_margin, stopped,
};
use crate::battle::{Agent, LIMIT};
use crate::muster::Setup;
use crate::state::Member;

/// A change, and its words.
type Change = (&'static str, fn(&mut Setup));

const CHANGES: [Change; 5] = [
    ("as it is", |_| {}),
    ("skill +10", |setup| {
        for_squad(setup, |_, member| member.now.skill = (member.now.skill + 10).min(LIMIT));
    }),
    ("damage +2", |setup| {
        for_squad(setup, |agent, _| {
            let weapon = &mut agent.gear.weapon;
            weapon.max = (weapon.max + 2).min(LIMIT);
            weapon.min = (weapon.min + 2).min(weapon.max);
        });
    }),
    ("hp +5", |setup| {
        for_squad(setup, |agent, member| {
            let more = 5.min(LIMIT - agent.max_hp);
            agent.max_hp += more;
            member.now.hp += more;
        });
    }),
    ("one fresh agent more", |setup| {
        let known = |id: &str| setup.world.agents.iter().any(|agent| agent.id == id);
        let mut id = "fresh".to_owned();
        while known(&id) {
            id.push('+');
        }
        let agent = Agent::fresh(id, &setup.world.constants);
        setup.squad.push(setup.roster.len());
        setup.roster.push(Member::of(&agent));
        setup.world.agents.push(agent);
    }),
];

/// Changes everybody of the squad.
fn for_squad(setup: &mut Setup, change: impl Fn(&mut Agent, &mut Member)) {
    for &place in &setup.squad {
        change(&mut setup.world.agents[place], &mut setup.roster[place]);
    }
}

impl Plan {
    /// The odds after each of some changes, all with the same dice.
    pub fn changes(&self, sampling: &Sampling<'_>) -> Table {
        let mut heads = vec!["change", "success %", "± %", "gain", "± gain"];
        heads.extend(RISK_HEADS);
        let mut table = Table::new("changes", &heads);
        let mut as_it_is = None;
        let mut best = ("", 0.0, 0.0);
        let mut exact = true;
        let mut untried = 0;
        for (words, change) in CHANGES {
            if sampling.is_stopped() && as_it_is.is_some() {
                untried += 1;
                continue;
            }
            let mut plan = self.clone();
            plan.setup.squad = self.ready(self.setup.rest_turns);
            change(&mut plan.setup);
            let Some(b) = plan.battle() else { continue };
            let odds = BattleOdds::of(&b, sampling);
            exact &= odds.trials.is_none();
            let now = (odds.success(), odds.success_error);
            let before = *as_it_is.get_or_insert(now);
            // Nothing differs from itself.
            let error = if words == CHANGES[0].0 { 0.0 } else { now.1.hypot(before.1) };
            let gain = now.0 - before.0;
            // What is within the margins may be no gain at all.
            if gain > best.1 && gain > error.max(LEAST_SHOWN) {
                best = (words, gain, error);
            }
            let mut row = vec![
                json!(words),
                percent(now.0),
                percent_margin(now.1),
                percent(gain),
                percent_margin(error),
            ];
            row.extend(odds.risk_cells());
            table.row(row);
        }
        table.note = Some(match best {
            // What so few battles show is not worth a sentence.
            _ if sampling.is_stopped() => stopped(untried, CHANGES.len(), "changes"),
            ("", ..) if exact => "none of these would win more often".to_owned(),
            ("", ..) => "none of these wins more often beyond the margins".to_owned(),
            (words, gain, error) => {
                let margin = margin_words(100.0 * error, 1);
                format!("most is bought by {words}: {:+.1}{margin} points", 100.0 * gain)
            }
        });
        table
    }
}
