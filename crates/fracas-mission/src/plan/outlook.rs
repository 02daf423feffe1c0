//! The odds of one battle, as a commander asks for them.

use fracas_core::odds::{Budget, Effort, Odds, clopper_pearson, sample};
use fracas_core::table::Table;
use serde_json::json;

use super::percent;
use crate::battle::Battle;
use crate::exact::exact;
use crate::mission::Mission;
use crate::state::Outcome;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Weighing {
    /// Battles to be fought where exact odds would take long.
    pub trials: u64,
    /// Their seed.
    pub seed: u64,
    /// How many are fought at once.
    pub threads: usize,
}

impl Default for Weighing {
    fn default() -> Self {
        Self { trials: 20_000, seed: 0, threads: 1 }
    }
}

/// An interval misses the truth with at most this probability.
const ALPHA: f64 = 0.05;

/// Branches that are followed before battles are fought.
const BUDGET: Budget = Budget(500_000);

/// What to expect of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The probability of each outcome.
    pub outcomes: [f64; 4],
    /// Half the width of the widest of their intervals; 0 if exact.
    pub error: f64,
    /// The same of success alone.
    pub success_error: f64,
    /// Every deployed agent.
    pub risks: Vec<Risk>,
    /// Mean number of rounds.
    pub rounds: f64,
    /// Mean skill gained.
    pub skill_gained: f64,
    /// Battles fought; none if exact.
    pub trials: Option<u64>,
}

/// What an agent risks.
#[derive(Clone, Debug, PartialEq)]
pub struct Risk {
    /// Who.
    pub id: String,
    /// The probability of losing him.
    pub death: f64,
    /// Half the width of its interval; 0 if exact.
    pub error: f64,
}

impl Outlook {
    /// Weighs a battle.
    pub fn of(b: &Battle, weighing: &Weighing) -> Self {
        let odds = match exact(b, BUDGET) {
            Ok(found) => found.odds,
            Err(_) => {
                let effort = Effort { threads: weighing.threads, ..Effort::default() };
                let trials = 0..weighing.trials.max(1);
                Odds::sampled(&sample::<Mission>(b, weighing.seed, trials, &effort), ALPHA, "")
            }
        };
        let mean = |name: &str| {
            let found = odds.measures.iter().find(|measure| measure.name == name);
            found.and_then(|measure| measure.mean).unwrap_or(0.0)
        };
        let risk = |id: &str| {
            let death = (1.0 - mean(&format!("unit.{id}.alive"))).max(0.0);
            let error = odds.trials.map_or(0.0, |trials| {
                let deaths = (death * trials as f64).round() as u64;
                half_width(clopper_pearson(deaths, trials, ALPHA))
            });
            Risk { id: id.to_owned(), death, error }
        };
        let mut outcomes = [0.0; 4];
        let mut errors = [0.0; 4];
        for (place, outcome) in odds.outcomes.iter().enumerate() {
            outcomes[place] = outcome.p;
            errors[place] = half_width((outcome.low, outcome.high));
        }
        Self {
            outcomes,
            error: errors.into_iter().fold(0.0, f64::max),
            success_error: errors[Outcome::Success.index()],
            risks: b.units[..b.squad].iter().map(|unit| risk(&unit.id)).collect(),
            rounds: mean("rounds"),
            skill_gained: mean("skill_gained"),
            trials: odds.trials,
        }
    }

    /// The probability of success.
    pub fn success(&self) -> f64 {
        self.outcomes[Outcome::Success.index()]
    }

    /// The agent most at risk, and how much.
    pub fn worst(&self) -> (&str, f64) {
        let first = ("nobody", 0.0);
        self.risks.iter().fold(first, |worst, risk| {
            if risk.death > worst.1 { (&risk.id, risk.death) } else { worst }
        })
    }

    /// How many agents are lost on average.
    pub fn lost(&self) -> f64 {
        self.risks.iter().map(|risk| risk.death).sum()
    }

    /// One line to decide by.
    pub fn verdict(&self) -> String {
        let (who, death) = self.worst();
        let success = self.success();
        let word = match () {
            () if success >= 0.9 && death <= 0.05 => "Go",
            () if success >= 0.9 => "Sure to win, but not for free",
            () if success >= 0.7 => "Worth a try",
            () if success >= 0.4 => "A gamble",
            () => "Stay away",
        };
        let margin = match self.trials {
            Some(_) => format!(" ± {:.1}", 100.0 * self.success_error),
            None => String::new(),
        };
        let risk = if death > 0.0 {
            let lost = self.lost();
            format!("most at risk {who} with {:.1} %, {lost:.2} lost on average", 100.0 * death)
        } else {
            "nobody at risk".to_owned()
        };
        format!("{word}: success {:.1}{margin} %, {risk}", 100.0 * success)
    }

    /// Outcomes in percent.
    pub fn table(&self) -> Table {
        let heads =
            ["success %", "retreat %", "wiped %", "stalemate %", "± %", "rounds", "skill gained"];
        let mut table = Table::new("odds", &heads);
        let mut row: Vec<_> = self.outcomes.iter().map(|p| percent(*p)).collect();
        row.push(percent(self.error));
        row.push(json!((self.rounds * 100.0).round() / 100.0));
        row.push(json!((self.skill_gained * 10.0).round() / 10.0));
        table.row(row);
        table.note = Some(match self.trials {
            Some(trials) => format!("of {trials} battles"),
            None => "exact".to_owned(),
        });
        table
    }
}

fn half_width((low, high): (f64, f64)) -> f64 {
    (high - low) / 2.0
}
