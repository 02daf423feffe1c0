//! When to turn back: what other retreat lines (M-39) would mean.

use fracas_core::table::Table;
use serde_json::json;

use super::{Outlook, Plan, Weighing, decimal, percent};

impl Plan {
    /// Success, losses and skill for every line of `steps` percent.
    pub fn retreat(&self, steps: &[u32], weighing: &Weighing) -> Table {
        let heads = [
            "loss %",
            "success %",
            "retreat %",
            "wiped %",
            "± %",
            "worst death %",
            "lost",
            "skill gained",
        ];
        let mut table = Table::new("retreat", &heads);
        for &loss in steps {
            let mut plan = self.clone();
            plan.written.world.constants.retreat_loss_pct = loss.min(100);
            let Some(b) = plan.battle() else { continue };
            let outlook = Outlook::of(&b, weighing);
            let [success, retreat, wiped, _] = outlook.outcomes;
            table.row(vec![
                json!(loss),
                percent(success),
                percent(retreat),
                percent(wiped),
                percent(outlook.success_error),
                percent(outlook.worst().1),
                decimal(outlook.lost()),
                json!((outlook.skill_gained * 10.0).round() / 10.0),
            ]);
        }
        let usual = self.written.world.constants.retreat_loss_pct;
        table.note = Some(format!("the line of this battle is {usual} %; 100 % never turns back"));
        table
    }
}
