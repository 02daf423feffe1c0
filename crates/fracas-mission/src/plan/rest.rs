//! When to strike: how the odds grow with each turn of rest, against the
//! site's expiry (M-65).

use fracas_core::table::Table;
use serde_json::json;

use super::odds::RISK_HEADS;
use super::{
    BattleOdds, LEAST_SHOWN, Plan, STOPPED, Sampling, margin_words, percent, percent_margin,
};
use crate::battle::Condition;
use crate::rules::recovery;

impl Plan {
    /// The odds after each turn of waiting, as long as the site is there and
    /// waiting changes anything, at most `most` turns.
    pub fn rest(&self, most: u32, sampling: &Sampling<'_>) -> Table {
        let mut heads = vec!["turns", "agents", "skill", "success %", "± %"];
        heads.extend(RISK_HEADS);
        let mut table = Table::new("rest", &heads);
        let expires_in = self.setup.chain.first().and_then(|site| site.expires_in);
        let last = expires_in.map_or(most, |turns| most.min(turns.saturating_sub(1)));
        let mut choices = Vec::new();
        let mut cut = false;
        let mut squad_now: Vec<Condition> =
            self.setup.squad.iter().map(|&agent| self.setup.roster[agent].now).collect();
        for turns in 0..=last {
            let squad = self.ready(turns);
            let everybody = squad.len() == self.setup.squad.len();
            if let Some(b) = self.with(turns, &squad) {
                let odds = BattleOdds::of(&b, sampling);
                let mut row = vec![
                    json!(turns),
                    json!(squad.len()),
                    json!(b.start.fight.base[0]),
                    percent(odds.success()),
                    percent_margin(odds.success_error),
                ];
                row.extend(odds.risk_cells());
                table.row(row);
                choices.push((turns, odds));
            }
            if sampling.is_stopped() {
                cut = turns < last;
                break;
            }
            if !self.rest_a_turn(&mut squad_now) && everybody {
                break;
            }
        }
        let until =
            expires_in.map_or(String::new(), |turns| format!("; the site expires in {turns}"));
        table.note = Some(match best(&choices) {
            _ if cut => format!("{STOPPED}, longer rest was not tried{until}"),
            _ if sampling.is_stopped() => format!("{STOPPED}{until}"),
            None => format!("nobody is available in time{until}"),
            Some((turns, odds)) => {
                let when = match turns {
                    0 => "strike now".to_owned(),
                    1 => "strike after 1 turn".to_owned(),
                    turns => format!("strike after {turns} turns"),
                };
                let margin = margin_words(100.0 * odds.success_error, 1);
                format!("{when}: success {:.1}{margin} %{until}", 100.0 * odds.success())
            }
        });
        table
    }

    /// One more turn of rest for the squad; whether it changes anybody.
    fn rest_a_turn(&self, squad_now: &mut [Condition]) -> bool {
        let mut changed = false;
        for (now, &agent) in squad_now.iter_mut().zip(&self.setup.squad) {
            let before = *now;
            let max_hp = self.setup.world.agents[agent].max_hp;
            recovery::rest(now, max_hp, &self.setup.world.constants);
            changed |= *now != before;
        }
        changed
    }
}

/// M-129: the first turn of those that no other beats in success, nor, with
/// the same success, in the largest death chance. What is within the margins,
/// or too little to be shown, is the same.
fn best(choices: &[(u32, BattleOdds)]) -> Option<&(u32, BattleOdds)> {
    let same =
        |difference: f64, one: f64, other: f64| difference <= LEAST_SHOWN.max(one.hypot(other));
    let by_success = |one: &&(u32, BattleOdds), other: &&(u32, BattleOdds)| {
        one.1.success().total_cmp(&other.1.success())
    };
    let (_, most) = choices.iter().max_by(by_success)?;
    let unbeaten = choices.iter().filter(|(_, odds)| {
        same(most.success() - odds.success(), most.success_error, odds.success_error)
    });
    let deaths = unbeaten.clone().map(|(_, odds)| odds.worst_death());
    let (least, error) = deaths.min_by(|one, other| one.0.total_cmp(&other.0))?;
    let mut first = unbeaten.filter(|(_, odds)| {
        let (death, of_death) = odds.worst_death();
        same(death - least, error, of_death)
    });
    first.next()
}
