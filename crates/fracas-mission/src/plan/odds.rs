//! The odds of one battle, as a commander asks for them.

use fracas_core::odds::{Budget, Odds, clopper_pearson};
use fracas_core::table::Table;
use serde_json::json;

use super::{Sampling, decimal, decimal_margin, margin_words, percent, percent_margin};
use crate::battle::Battle;
use crate::exact::exact;
use crate::state::Outcome;

/// An interval misses the truth with at most this probability.
const ALPHA: f64 = 0.05;
/// So many standard errors either way miss it as often.
const STANDARD_ERRORS: f64 = 1.96;

/// Branches that are followed before battles are fought.
const BUDGET: Budget = Budget(500_000);

/// What to expect of a battle. Every figure has the larger part of its interval
/// to either side beside it, which is 0 if it is exact.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleOdds {
    /// The probability of each outcome.
    pub outcomes: [f64; 4],
    /// The margin of the one that is known least.
    pub error: f64,
    /// That of success alone.
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
    /// How far the truth may be from it; 0 if exact.
    pub error: f64,
    /// The number of battles he died in, where they were fought.
    deaths: u64,
}

/// A number that battles have on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// How far the truth may be from it; 0 if exact, none if the battles say
    /// nothing about that.
    pub error: Option<f64>,
}

impl Mean {
    /// Of so many battles with this standard error. A few say nothing about it,
    /// nor do any number that were all alike.
    pub(super) fn of_battles(value: f64, standard_error: f64, battles: u64) -> Self {
        let is_known = battles >= FEW && standard_error > 0.0;
        Self { value, error: is_known.then_some(STANDARD_ERRORS * standard_error) }
    }
}

/// Fewer battles than this tell no standard error.
const FEW: u64 = 5;

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
            let value = found.and_then(|measure| measure.mean).unwrap_or(0.0);
            match odds.trials {
                None => Mean { value, error: Some(0.0) },
                Some(trials) => {
                    let error = found.and_then(|measure| measure.se).unwrap_or(0.0);
                    Mean::of_battles(value, error, trials)
                }
            }
        };
        let risk = |id: &str| {
            let death = (1.0 - mean(&format!("unit.{id}.alive")).value).max(0.0);
            let deaths = (death * odds.trials.unwrap_or(0) as f64).round() as u64;
            let error = odds
                .trials
                .map_or(0.0, |trials| larger_part(death, clopper_pearson(deaths, trials, ALPHA)));
            Risk { id: id.to_owned(), death, error, deaths }
        };
        // Battles in which the same number was lost each time: in how many it may be
        // another, and nobody loses more than all.
        let alike = |lost: Mean| match (lost.error, odds.trials) {
            (None, Some(trials)) => {
                let other = clopper_pearson(0, trials, ALPHA).1;
                Mean { error: Some(other * b.squad as f64), ..lost }
            }
            _ => lost,
        };
        let mut outcomes = [0.0; 4];
        let mut errors = [0.0; 4];
        for (place, outcome) in odds.outcomes.iter().enumerate() {
            outcomes[place] = outcome.p;
            errors[place] = larger_part(outcome.p, (outcome.low, outcome.high));
        }
        let risks: Vec<Risk> = b.units[..b.squad].iter().map(|unit| risk(&unit.id)).collect();
        let deaths: f64 = risks.iter().map(|risk| risk.death).sum();
        Self {
            outcomes,
            error: errors.into_iter().fold(0.0, f64::max),
            success_error: errors[Outcome::Success.index()],
            risks,
            // Whoever is not alive is lost: their errors are the same.
            lost: alike(Mean { value: deaths, ..mean("agents_alive") }),
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

    /// The interval of success that misses the truth with this probability.
    pub(super) fn success_within(&self, alpha: f64) -> (f64, f64) {
        let success = self.success();
        self.trials.map_or((success, success), |trials| {
            clopper_pearson((success * trials as f64).round() as u64, trials, alpha)
        })
    }

    /// The same of the largest probability of death.
    pub(super) fn worst_death_within(&self, alpha: f64) -> (f64, f64) {
        let (death, _) = self.worst_death();
        let deaths = self.worst().map_or(0, |risk| risk.deaths);
        self.trials.map_or((death, death), |trials| clopper_pearson(deaths, trials, alpha))
    }

    /// The largest probability of death, with its margin.
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
        let risk = match self.worst() {
            Some(Risk { id, death, error, .. }) => format!(
                "most at risk {id} with {:.1}{} %, {:.2}{} lost on average",
                100.0 * death,
                margin_words(100.0 * error, 1),
                self.lost.value,
                margin_words(self.lost.error.unwrap_or(0.0), 2)
            ),
            None => "nobody at risk".to_owned(),
        };
        let error = margin_words(100.0 * self.success_error, 1);
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
        let error = error.map(|error| percent_margin(error / 100.0));
        [json!((value * 10.0).round() / 10.0), error.unwrap_or_default()]
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

/// What an interval has to that side of a figure that has more.
fn larger_part(p: f64, (low, high): (f64, f64)) -> f64 {
    (p - low).max(high - p)
}
