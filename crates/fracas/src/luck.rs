//! Where one battle lies among all that might have been.

use fracas_core::odds::{ALPHA, Effort, Tally, clopper_pearson};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::battle::Battle;
use crate::report::RunReport;
use crate::values::{Share, Values};

/// Where the trials begin that one is compared with: far from where people
/// look.
const FAR: u64 = 1 << 52;

/// Where a battle lies among others of its seed.
///
/// In JSON, under `luck`: `trials`, how many battles it was compared with;
/// `outcome`, how likely its outcome is (`p`, `low`, `high`); and by measure
/// its `value` and the shares of the battles `below`, with the `same` and
/// `above` it; `provisional` where a halt was called.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// How many battles it is compared with.
    pub trials: u64,
    /// How likely its outcome was.
    pub outcome: Likely,
    /// Where its measures lie; those that count another outcome are left out.
    pub measures: Vec<(String, Standing)>,
    /// Whether a halt was called before it was compared with all of them.
    pub provisional: bool,
}

/// A probability with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Likely {
    /// The probability.
    pub p: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// Where a value lies in its distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The value.
    pub value: i64,
    /// The share of battles with less.
    pub below: f64,
    /// The share of battles with the same.
    pub same: f64,
    /// The share of battles with more.
    pub above: f64,
}

impl Serialize for Luck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("trials", &self.trials)?;
        map.serialize_entry("outcome", &self.outcome)?;
        let measures = self.measures.iter().map(|(name, standing)| (name, standing));
        map.serialize_entry("measures", &Map(measures.collect()))?;
        if self.provisional {
            map.serialize_entry("provisional", &true)?;
        }
        map.end()
    }
}

/// Pairs that are a map in JSON, in their own order.
struct Map<'a>(Vec<(&'a String, &'a Standing)>);

impl Serialize for Map<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl Battle {
    /// Compares a fought battle with others of a seed: with so many, or with
    /// as many as can be had soon.
    ///
    /// ```
    /// use fracas::{Effort, Scenario};
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// let duel = duel.battle()?;
    /// let luck = duel.luck(&duel.run(7, 3, None), 7, Some(1000), &Effort::default());
    /// let (name, attacks) = &luck.measures[0];
    /// assert_eq!((name.as_str(), luck.trials), ("attacks", 1000));
    /// assert!((attacks.below + attacks.same + attacks.above - 1.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn luck(
        &self,
        fought: &RunReport,
        seed: u64,
        trials: Option<u64>,
        effort: &Effort<'_>,
    ) -> Luck {
        let tally = self.others(fought.trial.unwrap_or(0), seed, trials, effort);
        let trials = tally.trials().count();
        let outcome = self.rules.outcomes.iter().position(|name| *name == fought.outcome);
        let count = outcome.map_or(0, |outcome| tally.outcomes()[outcome]);
        let (low, high) = clopper_pearson(count, trials, ALPHA);
        let mut measures = Vec::new();
        for (place, measure) in self.erased.measures().into_iter().enumerate() {
            let counts = measure.given.is_none_or(|given| Some(given.index()) == outcome);
            let values = tally.spread(place).map(|spread| Values::counted(&spread));
            let value = fought.measures.get(place).map(|(_, value)| *value);
            if let (true, Some(values), Some(value)) = (counts, values, value) {
                measures.push((measure.name, standing(&values, value)));
            }
        }
        let outcome = Likely { p: count as f64 / trials as f64, low, high };
        Luck { trials, outcome, measures, provisional: effort.is_stopped() }
    }

    /// Battles that this trial is not among.
    fn others(&self, trial: u64, seed: u64, trials: Option<u64>, effort: &Effort<'_>) -> Tally {
        let start = if trial < FAR { FAR } else { 0 };
        // Somebody waits for a word about a battle that is over: half of what
        // odds may take is enough.
        let soon = || self.affordable(&self.first(seed, start, effort), 2);
        let trials = trials.unwrap_or_else(soon);
        self.tally(seed, start..start + trials, effort)
    }
}

/// Sums of counts, so that nothing is nothing and all is all. Values that
/// were counted together with this one count as the same.
fn standing(values: &Values, value: i64) -> Standing {
    let share = |fits: &dyn Fn(&Share) -> bool| {
        let fitting = values.shares().iter().filter(|share| fits(share));
        let count: u64 = fitting.filter_map(|share| share.count).sum();
        count as f64 / values.n().unwrap_or(1) as f64
    };
    Standing {
        value,
        below: share(&|share| share.high < value),
        same: share(&|share| share.low <= value && value <= share.high),
        above: share(&|share| share.low > value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Scenario};

    #[test]
    fn a_battle_stands_among_others() {
        let template = Registry::standard().rules("olympia").unwrap().template();
        let siege = Scenario::new("siege.toml", template).battle().unwrap();
        let fought = siege.run(7, 3, None);
        let effort = Effort { threads: 2, ..Effort::default() };
        let luck = siege.luck(&fought, 7, None, &effort);
        assert_eq!(luck.trials, crate::USUAL_TRIALS);
        let Likely { p, low, high } = luck.outcome;
        assert!(low <= p && p <= high && high - low < 0.02);
        assert_eq!(luck.measures.len(), fought.measures.len());
        for ((name, value), (luck_name, standing)) in fought.measures.iter().zip(&luck.measures) {
            assert_eq!((name, *value), (luck_name, standing.value));
            let whole = standing.below + standing.same + standing.above;
            assert!((whole - 1.0).abs() < 1e-9, "{name}: {whole}");
        }
        let alone = siege.luck(&fought, 7, None, &Effort::default());
        assert_eq!(alone, luck);
        assert_eq!(siege.luck(&fought, 7, Some(300), &effort).trials, 300);
    }
}
