//! When to strike: how the odds grow with each turn of rest, against the
//! site's expiry (M-65).

use fracas_core::table::Table;
use serde_json::json;

use super::{Outlook, Plan, Weighing, decimal, percent};
use crate::battle::AgentState;

impl Plan {
    /// The odds after each turn of waiting, as long as the site is there and
    /// waiting changes anything, at most `most` turns.
    pub fn rest(&self, most: u32, weighing: &Weighing) -> Table {
        let heads = ["turns", "agents", "skill", "success %", "± %", "worst death %", "lost"];
        let mut table = Table::new("rest", &heads);
        let expires_in = self.written.chain.first().and_then(|site| site.expires_in);
        let last = expires_in.map_or(most, |turns| most.min(turns.saturating_sub(1)));
        let mut best: Option<(u32, f64)> = None;
        for turns in 0..=last {
            let squad = self.ready(turns);
            let Some(b) = self.with(turns, &squad) else { continue };
            let outlook = Outlook::of(&b, weighing);
            let success = outlook.success();
            if best.is_none_or(|(_, so_far)| success > so_far) {
                best = Some((turns, success));
            }
            table.row(vec![
                json!(turns),
                json!(squad.len()),
                json!(b.start.fight.base[0]),
                percent(success),
                percent(outlook.success_error),
                percent(outlook.worst().1),
                decimal(outlook.lost()),
            ]);
            if squad.len() == self.written.squad.len() && self.rested(turns) {
                break;
            }
        }
        let until =
            expires_in.map_or(String::new(), |turns| format!("; the site expires in {turns}"));
        let Some((turns, success)) = best else {
            table.note = Some(format!("nobody is available in time{until}"));
            return table;
        };
        let when = match turns {
            0 => "strike now".to_owned(),
            1 => "strike after 1 turn".to_owned(),
            turns => format!("strike after {turns} turns"),
        };
        table.note = Some(format!("{when}: success {:.1} %{until}", 100.0 * success));
        table
    }

    /// Whether more rest would change nobody of the squad.
    fn rested(&self, turns: u32) -> bool {
        let shed = self.written.world.constants.agent_exhaustion_recovery_per_turn;
        self.written.squad.iter().all(|&agent| {
            let now = &self.written.roster[agent].now;
            let waited = match now.state {
                AgentState::Available => turns,
                AgentState::InTransit => turns.saturating_sub(1),
                _ => turns,
            };
            let free = self.written.world.constants.exhaustion_free;
            shed == 0 || now.exhaustion.saturating_sub(waited.saturating_mul(shed)) <= free
        })
    }
}
