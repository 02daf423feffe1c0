//! The odds of one battle, as a commander asks for them.

use fracas_core::odds::{Budget, Odds, clopper_pearson};
use fracas_core::table::Table;
use serde_json::json;

use super::{Sampling, decimal, decimal_margin, percent, percent_margin};
use crate::battle::Battle;
use crate::exact::exact;
use crate::state::Outcome;

/// An interval misses the truth with at most this probability.
const ALPHA: f64 = 0.05;
/// So many standard errors either way miss it as often.
const STANDARD_ERRORS: f64 = 1.96;

/// Branches that are followed before battles are fought.
const BUDGET: Budget = Budget(500_000);

/// What to expect of a battle. Every figure has half the width of its
/// interval beside it, which is 0 if it is exact.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleOdds {
    /// The probability of each outcome.
    pub outcomes: [f64; 4],
    /// Of the widest of their intervals.
    pub error: f64,
    /// Of the interval of success alone.
    pub success_error: f64,
    /// Every deployed agent.
    pub risks: Vec<Risk>,
    /// How many agents are lost.
    pub lost: Mean,
    /// Rounds fought.
    pub rounds: Mean,
    /// Skill gained.
    pub skill_gained: Mean,
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

/// A number that battles have on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of its interval; 0 if exact.
    pub error: f64,
}

impl Mean {
    /// Of a mean with this standard error.
    pub(super) fn new(value: f64, standard_error: f64) -> Self {
        Self { value, error: STANDARD_ERRORS * standard_error }
    }
}

impl BattleOdds {
    /// Exactly where that is quick, else by fighting.
    pub fn of(b: &Battle, sampling: &Sampling<'_>) -> Self {
        match exact(b, BUDGET) {
            Ok(found) => Self::read(b, &found.odds),
            Err(_) => Self::sampled(b, sampling),
        }
    }

    /// By fighting.
    pub fn sampled(b: &Battle, sampling: &Sampling<'_>) -> Self {
        Self::read(b, &Odds::sampled(&sampling.tally(b), ALPHA, ""))
    }

    fn read(b: &Battle, odds: &Odds) -> Self {
        let mean = |name: &str| {
            let found = odds.measures.iter().find(|measure| measure.name == name);
            let mean = found.and_then(|measure| measure.mean).unwrap_or(0.0);
            let error = found.filter(|_| odds.trials.is_some()).and_then(|measure| measure.se);
            Mean::new(mean, error.unwrap_or(0.0))
        };
        let risk = |id: &str| {
            let death = (1.0 - mean(&format!("unit.{id}.alive")).value).max(0.0);
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
        let risks: Vec<Risk> = b.units[..b.squad].iter().map(|unit| risk(&unit.id)).collect();
        let deaths: f64 = risks.iter().map(|risk| risk.death).sum();
        Self {
            outcomes,
            error: errors.into_iter().fold(0.0, f64::max),
            success_error: errors[Outcome::Success.index()],
            risks,
            // Whoever is not alive is lost: their errors are the same.
            lost: Mean { value: deaths, ..mean("agents_alive") },
            rounds: mean("rounds"),
            skill_gained: mean("skill_gained"),
            trials: odds.trials,
        }
    }

    /// The probability of success.
    pub fn success(&self) -> f64 {
        self.outcomes[Outcome::Success.index()]
    }

    /// The agent most at risk; nobody if nobody can die.
    pub fn worst(&self) -> Option<&Risk> {
        let at_risk = self.risks.iter().filter(|risk| risk.death > 0.0);
        // The first of equals.
        at_risk.reduce(|worst, risk| if risk.death > worst.death { risk } else { worst })
    }

    /// The largest probability of death, with half the width of its interval.
    pub fn worst_death(&self) -> (f64, f64) {
        let first = self.risks.first();
        self.worst().or(first).map_or((0.0, 0.0), |risk| (risk.death, risk.error))
    }

    /// One line to decide by.
    pub fn verdict(&self) -> String {
        let success = self.success();
        let (death, _) = self.worst_death();
        let word = match () {
            () if success >= 0.9 && death <= 0.05 => "Go",
            () if success >= 0.9 => "Sure to win, but not for free",
            () if success >= 0.7 => "Worth a try",
            () if success >= 0.4 => "A gamble",
            () => "Stay away",
        };
        let margin = |error: f64, digits: usize| match self.trials {
            // Rounding does not make it exact.
            Some(_) => format!(" ± {:.digits$}", error.max(0.1f64.powi(digits as i32))),
            None => String::new(),
        };
        let risk = match self.worst() {
            Some(Risk { id, death, error }) => format!(
                "most at risk {id} with {:.1}{} %, {:.2}{} lost on average",
                100.0 * death,
                margin(100.0 * error, 1),
                self.lost.value,
                margin(self.lost.error, 2)
            ),
            None => "nobody at risk".to_owned(),
        };
        let error = margin(100.0 * self.success_error, 1);
        format!("{word}: success {:.1}{error} %, {risk}", 100.0 * success)
    }

    /// Outcomes in percent.
    pub fn table(&self) -> Table {
        let heads = [
            "success %",
            "retreat %",
            "wiped %",
            "stalemate %",
            "± %",
            "rounds",
            "± rounds",
            "skill gained",
            "± skill",
        ];
        let mut table = Table::new("odds", &heads);
        let mut row: Vec<_> = self.outcomes.iter().map(|p| percent(*p)).collect();
        row.push(percent_margin(self.error));
        row.extend([decimal(self.rounds.value), decimal_margin(self.rounds.error)]);
        row.extend(self.skill_cells());
        table.row(row);
        table.note = Some(match self.trials {
            Some(trials) => format!("of {trials} battles"),
            None => "exact".to_owned(),
        });
        table
    }

    /// Skill gained and its margin, for a table.
    pub(super) fn skill_cells(&self) -> [serde_json::Value; 2] {
        let Mean { value, error } = self.skill_gained;
        [json!((value * 10.0).round() / 10.0), percent_margin(error / 100.0)]
    }

    /// The largest probability of death and the number lost, with their
    /// margins, for a table; the heads are [`RISK_HEADS`].
    pub(super) fn risk_cells(&self) -> [serde_json::Value; 4] {
        let (death, error) = self.worst_death();
        let lost = self.lost;
        [percent(death), percent_margin(error), decimal(lost.value), decimal_margin(lost.error)]
    }
}

/// The heads of [`BattleOdds::risk_cells`].
pub(super) const RISK_HEADS: [&str; 4] = ["worst death %", "± death %", "lost", "± lost"];

fn half_width((low, high): (f64, f64)) -> f64 {
    (high - low) / 2.0
}
