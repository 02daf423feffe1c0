//! When to turn back: what other retreat lines (M-39) would mean.

use fracas_core::table::Table;
use serde_json::json;

use super::odds::RISK_HEADS;
use super::{BattleOdds, Plan, Sampling, percent, percent_margin, stopped};

impl Plan {
    /// Success, losses and skill for every line of `steps` percent.
    pub fn retreat(&self, steps: &[u32], sampling: &Sampling<'_>) -> Table {
        let mut heads = vec!["loss %", "success %", "retreat %", "wiped %", "± %"];
        heads.extend(RISK_HEADS);
        heads.extend(["skill gained", "± skill"]);
        let mut table = Table::new("retreat", &heads);
        let mut untried = 0;
        for &loss in steps {
            if sampling.is_stopped() && !table.rows.is_empty() {
                untried += 1;
                continue;
            }
            let mut plan = self.clone();
            plan.setup.world.constants.retreat_loss_pct = loss.min(100);
            let Some(b) = plan.battle() else { continue };
            let odds = BattleOdds::of(&b, sampling);
            let [success, retreat, wiped, _] = odds.outcomes.map(percent);
            let mut row = vec![json!(loss), success, retreat, wiped, percent_margin(odds.error)];
            row.extend(odds.risk_cells());
            row.extend(odds.skill_cells());
            table.row(row);
        }
        let usual = self.setup.world.constants.retreat_loss_pct;
        let early = match sampling.is_stopped() {
            true => stopped(untried, steps.len(), "lines") + "; ",
            false => String::new(),
        };
        table.note =
            Some(format!("{early}the line of this battle is {usual} %; 100 % never turns back"));
        table
    }
}
