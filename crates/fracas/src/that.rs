//! How likely conditions are to be true.

use fracas_core::odds::{Budget, Exact, ExactThat, Refusal, Tally, Untold, clopper_pearson};
use serde::Serialize;

use crate::battle::Battle;
use crate::condition::{BadCondition, Condition};

/// How likely a condition is to be true of a battle. In JSON
/// `{"condition": "attacker and attacker_lost <= 12", "p": 0.31, "low": 0.3,
/// "high": 0.32, "example": 4}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Likelihood {
    /// The condition as it was written.
    pub condition: String,
    /// Its probability; not a number if no battle was fought.
    pub p: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
    /// A trial of which it is true.
    pub example: Option<u64>,
}

impl Battle {
    /// The same battle, whose tallies count of how many battles these
    /// conditions are true.
    ///
    /// ```
    /// use fracas::{Effort, Scenario};
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// let duel = duel.battle()?;
    /// let quick = duel.condition("attacker and attacks <= 3")?;
    /// let tally = duel.counting(vec![quick]).tally(7, 0..1000, &Effort::default());
    /// let (condition, battles, first) = tally.conditions().next().ok_or("not counted")?;
    /// assert!(condition == "attacker and attacks <= 3" && battles > 0 && first.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counting(&self, conditions: Vec<Condition>) -> Self {
        Self { counted: conditions.into(), ..self.clone() }
    }

    /// The same, of conditions as they are written.
    pub(crate) fn asked(&self, conditions: &[String]) -> Result<Self, BadCondition> {
        let conditions = conditions.iter().map(|text| self.condition(text));
        Ok(self.counting(conditions.collect::<Result<_, _>>()?))
    }

    /// Exact odds, with how likely the counted conditions are.
    pub(crate) fn exact(&self, budget: Budget) -> Result<Exact, Refusal> {
        let mut sums = vec![0.0; self.counted.len()];
        let mut hear = |outcome: usize, values: &[i64], p: f64| {
            for (condition, sum) in self.counted.iter().zip(&mut sums) {
                *sum += if condition.fits(outcome, values) { p } else { 0.0 };
            }
        };
        let exact = self.erased.exact(budget, &mut hear)?;
        let that = self.counted.iter().zip(&sums).map(|(condition, sum)| ExactThat {
            condition: condition.text().to_owned(),
            // Sums of probabilities may miss 1 by a rounding error.
            p: likelihood(condition, &exact, *sum).map(|p| p.min(1.0)),
        });
        Ok(Exact { that: that.collect(), ..exact })
    }
}

/// Read off a tally, with intervals that miss with at most `alpha`.
pub(crate) fn counted(tally: &Tally, alpha: f64) -> Vec<Likelihood> {
    let n = tally.trials().count();
    let likelihood = |(condition, count, example): (&str, u64, Option<u64>)| {
        let (low, high) = clopper_pearson(count, n, alpha);
        let p = count as f64 / n as f64;
        Likelihood { condition: condition.to_owned(), p, low, high, example }
    };
    tally.conditions().map(likelihood).collect()
}

/// Those that exact odds know; without the others there is no exact answer.
pub(crate) fn told(that: &[ExactThat]) -> Vec<Likelihood> {
    let likelihood = |that: &ExactThat| {
        let p = *that.p.as_ref().ok()?;
        let condition = that.condition.clone();
        Some(Likelihood { condition, p, low: p, high: p, example: None })
    };
    that.iter().filter_map(likelihood).collect()
}

/// Read off exact odds; `sum` is the probability of the ends of which the
/// condition was true.
fn likelihood(condition: &Condition, exact: &Exact, sum: f64) -> Result<f64, Untold> {
    match condition.measures()[..] {
        [] => Ok(of_outcomes(condition, exact)),
        [measure] => of_measure(condition, measure, exact),
        ref measures => {
            let unknown = |place: &&usize| !exact.told.get(**place).is_some_and(|told| *told);
            match measures.iter().find(unknown) {
                Some(place) => Err(Untold::Together(exact.odds.measures[*place].name.clone())),
                None => Ok(sum),
            }
        }
    }
}

fn of_outcomes(condition: &Condition, exact: &Exact) -> f64 {
    let outcomes = exact.odds.outcomes.iter().enumerate();
    outcomes.filter(|(place, _)| condition.fits(*place, &[])).fold(0.0, |sum, (_, o)| sum + o.p)
}

/// A condition about one measure and any outcomes needs to know only how the
/// measure is distributed in each.
fn of_measure(condition: &Condition, measure: usize, exact: &Exact) -> Result<f64, Untold> {
    let mut values = vec![0; exact.odds.measures.len()];
    let mut p = 0.0;
    for (place, outcome) in exact.odds.outcomes.iter().enumerate() {
        let found = exact.by_outcome.get(place).and_then(|of| of.get(measure)?.as_ref());
        match found {
            _ if outcome.p <= 0.0 => {}
            Some(found) => {
                for (value, of_value) in found.values() {
                    values[measure] = value;
                    p += if condition.fits(place, &values) { outcome.p * of_value } else { 0.0 };
                }
            }
            // Where the measure does not count, any value gives the same.
            None if condition.ignores(measure, place) => {
                p += if condition.fits(place, &values) { outcome.p } else { 0.0 };
            }
            None => return alone(condition, measure, exact),
        }
    }
    Ok(p)
}

/// A measure that is not known by outcome may be known over all of them.
fn alone(condition: &Condition, measure: usize, exact: &Exact) -> Result<f64, Untold> {
    let name = || exact.odds.measures[measure].name.clone();
    let Some(found) = exact.distributions.get(measure).and_then(Option::as_ref) else {
        return Err(Untold::Measure(name()));
    };
    if condition.asks_outcome() {
        return Err(Untold::Together(name()));
    }
    let mut values = vec![0; exact.odds.measures.len()];
    let mut p = 0.0;
    for (value, of_value) in found.values() {
        values[measure] = value;
        p += if condition.fits(0, &values) { of_value } else { 0.0 };
    }
    Ok(p)
}
