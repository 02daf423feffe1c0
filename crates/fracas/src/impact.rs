//! Who matters to the odds: the same battles, each time without one of those
//! who take part.

use fracas_core::capability::Part;
use fracas_core::odds::{Effort, Pairs};
use serde::Serialize;

use crate::battle::Battle;
use crate::report::{Heading, Versions};

/// The answer of `odds --impact`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impact {
    /// Of which battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// The seed of the dice.
    pub seed: u64,
    /// How many battles were fought with everybody, and as many without each.
    pub trials: u64,
    /// Everybody, those who matter most first.
    #[serde(rename = "impact")]
    pub parts: Vec<PartImpact>,
    /// By which rules and dice.
    pub versions: Versions,
}

/// What one who takes part means to the odds of its side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartImpact {
    /// Its side.
    pub side: &'static str,
    /// Its name.
    pub name: String,
    /// The chance that its side wins.
    pub with: f64,
    /// The same without it.
    pub without: f64,
    /// What its being there adds to that chance.
    pub impact: f64,
    /// The low end of the impact's 95% interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// So many are left out at once, each in a state of its own.
const AT_ONCE: usize = 32;

impl Battle {
    /// How much everybody matters to the odds: the same battles, so many or as
    /// many as the ruleset affords, with each left out in turn. None where the
    /// ruleset cannot leave anybody out.
    ///
    /// ```
    /// use fracas::{Effort, Scenario};
    /// let bridge = "ruleset = 'mfd'
    ///     heroes.fighters = [{ name = 'Strong', xp = 9000 }, { name = 'Weak', xp = 1000 }]
    ///     villains.fighters = [{ name = 'Rook', xp = 8000 }]";
    /// let bridge = Scenario::new("bridge.toml", bridge).battle()?;
    /// let impact = bridge.impact(7, Some(500), &Effort::default()).ok_or("not in this game")?;
    /// assert_eq!(impact.parts.len(), 3);
    /// assert!(impact.parts[0].impact >= impact.parts[1].impact);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn impact(&self, seed: u64, trials: Option<u64>, effort: &Effort<'_>) -> Option<Impact> {
        let parts = self.erased.parts()?;
        let times = parts.len() as u64 + 1;
        let usual = || self.affordable(&self.first(seed, 0, effort), times);
        let trials = trials.unwrap_or_else(usual).max(1);
        let mut found = Vec::new();
        for start in (0..parts.len()).step_by(AT_ONCE) {
            let group = start..parts.len().min(start + AT_ONCE);
            let share = |part: usize| part as u64 * trials;
            let tell = |done: u64, _: u64| {
                if let Some(progress) = effort.progress {
                    progress(share(start) + done * group.len() as u64, share(parts.len()));
                }
            };
            let within = Effort { progress: Some(&tell), ..*effort };
            let pairs = self.erased.pair_without(group.clone(), seed, trials, &within);
            for (part, pairs) in parts[group.clone()].iter().zip(pairs) {
                found.push(match pairs {
                    Some(pairs) => difference(part, &pairs),
                    None => self.indispensable(part, seed, trials, effort),
                });
            }
            if effort.is_stopped() {
                break;
            }
        }
        // Equal ones stay in the order of the battle.
        found.sort_by(|a, b| b.impact.total_cmp(&a.impact));
        let heading = self.heading();
        Some(Impact { heading, seed, trials, parts: found, versions: self.versions() })
    }

    /// Without anybody left its side never wins.
    fn indispensable(
        &self,
        part: &Part,
        seed: u64,
        trials: u64,
        effort: &Effort<'_>,
    ) -> PartImpact {
        let tally = self.tally(seed, 0..trials, &Effort { progress: None, ..*effort });
        let wins: u64 = part.wins.iter().map(|outcome| tally.outcomes()[outcome.index()]).sum();
        compare(part, tally.trials().count(), 0, wins, 0)
    }
}

fn difference(part: &Part, pairs: &Pairs) -> PartImpact {
    let (both, lost, gained) = pairs.split(part.wins);
    compare(part, pairs.trials(), both, lost, gained)
}

/// The difference of wins over the same trials, with the interval of Agresti
/// and Min for pairs.
fn compare(part: &Part, trials: u64, both: u64, lost: u64, gained: u64) -> PartImpact {
    let [trials, both, lost, gained] = [trials, both, lost, gained].map(|count| count as f64);
    let (a, b, n): (f64, f64, f64) = (lost + 0.5, gained + 0.5, trials + 2.0);
    let middle = (a - b) / n;
    let error = 1.96 * ((a + b - (a - b) * (a - b) / n).max(0.0)).sqrt() / n;
    PartImpact {
        side: part.side,
        name: part.name.clone(),
        with: (both + lost) / trials,
        without: (both + gained) / trials,
        impact: (lost - gained) / trials,
        low: (middle - error).max(-1.0),
        high: (middle + error).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenario;

    const BRIDGE: &str = "ruleset = \"mfd\"
        heroes.fighters = [{ name = 'Strong', xp = 9000 }, { name = 'Weak', xp = 1000 }]
        villains.fighters = [{ name = 'Rook', xp = 8000, bonus_hp = 1 }]";

    #[test]
    fn whoever_matters_most_comes_first() {
        let battle = Scenario::new("bridge.toml", BRIDGE).battle().unwrap();
        let of = |threads| {
            let effort = Effort { threads, ..Effort::default() };
            battle.impact(7, Some(2_000), &effort).unwrap()
        };
        let found = of(1);
        assert_eq!(found, of(3));
        let names: Vec<&str> = found.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["Strong", "Rook", "Weak"]);
        let strong = &found.parts[0];
        assert!(strong.low < strong.impact && strong.impact < strong.high);
        assert!((strong.with - strong.without - strong.impact).abs() < 1e-12);
        // Without the rook the villains have nobody and cannot win.
        assert_eq!(found.parts[1].without, 0.0);
    }

    #[test]
    fn a_ruleset_that_leaves_nobody_out_says_so() {
        let duel = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\n[[defender.stack]]\nnoble = \"B\"\n";
        let duel = Scenario::new("duel.toml", duel).battle().unwrap();
        assert_eq!(duel.impact(7, Some(10), &Effort::default()), None);
    }
}
