//! Who matters to the odds: the same battles, each time without one of those
//! who take part.

use fracas_core::capability::Part;
use fracas_core::odds::{Budget, Effort, Method};
use serde::Serialize;

use crate::battle::Battle;
use crate::difference::{Difference, probability};
use crate::report::{Heading, Versions};

/// The answer of `odds --impact`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impact {
    /// Of which battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// How it was found.
    pub method: Method,
    /// The seed of the dice, if any were thrown.
    pub seed: Option<u64>,
    /// How many battles were fought with everybody, and at least as many
    /// without each.
    pub trials: Option<u64>,
    /// Whether somebody called a halt before all was fought.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// How many were then not left out in turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
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
    /// The chance that its side wins: that the others lose.
    pub with: f64,
    /// The same without it.
    pub without: f64,
    /// What its being there adds to that chance.
    pub impact: f64,
    /// The low end of the impact's 95% interval; the impact itself if it is
    /// exact.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// So many are left out at once, each in a state of its own.
const AT_ONCE: usize = 32;

impl Battle {
    /// How much everybody matters to the odds, with each left out in turn: in
    /// so many battles with the same dice; or, if nobody says how many,
    /// exactly where that is cheap, else in as many as the ruleset affords.
    /// None where the ruleset cannot leave anybody out.
    ///
    /// ```
    /// use fracas::{Effort, Method, Scenario};
    /// let bridge = "ruleset = 'mfd'
    ///     heroes.fighters = [{ name = 'Strong', xp = 9000 }, { name = 'Weak', xp = 1000 }]
    ///     villains.fighters = [{ name = 'Rook', xp = 8000 }]";
    /// let bridge = Scenario::new("bridge.toml", bridge).battle()?;
    /// let impact = bridge.impact(7, Some(500), &Effort::default()).ok_or("not in this game")?;
    /// assert_eq!((impact.parts.len(), impact.trials), (3, Some(500)));
    /// assert!(impact.parts[0].impact >= impact.parts[1].impact);
    /// let exact = bridge.impact(7, None, &Effort::default()).ok_or("not in this game")?;
    /// assert_eq!((exact.method, exact.trials), (Method::Exact, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn impact(&self, seed: u64, trials: Option<u64>, effort: &Effort<'_>) -> Option<Impact> {
        let parts = self.erased.parts()?;
        let exact = if trials.is_none() { self.impact_exactly(&parts, effort) } else { None };
        let (method, seed, (trials, provisional), mut found) = match exact {
            Some(found) => (Method::Exact, None, (None, false), found),
            None => {
                let times = parts.len() as u64 + 1;
                let usual = || self.affordable(&self.first(seed, 0, effort), times);
                let trials = trials.unwrap_or_else(usual).max(1);
                let (found, fought) = self.impact_sampled(&parts, seed, trials, effort);
                let provisional = fought < trials || found.len() < parts.len();
                (Method::Sampled, Some(seed), (Some(fought), provisional), found)
            }
        };
        // Equal ones stay in the order of the battle.
        found.sort_by(|a, b| b.impact.total_cmp(&a.impact));
        let (heading, versions) = (self.heading(), self.versions());
        let left_out = parts.len() - found.len();
        Some(Impact {
            heading,
            method,
            seed,
            trials,
            provisional,
            left_out,
            parts: found,
            versions,
        })
    }

    /// All of them exactly, within the branches of one usual attempt.
    fn impact_exactly(&self, parts: &[Part], effort: &Effort<'_>) -> Option<Vec<PartImpact>> {
        let budget = Budget(Budget::USUAL.0 / (parts.len() as u64 + 1));
        let base = self.exact(budget, budget).ok()?;
        let mut found = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            if effort.is_stopped() {
                return None;
            }
            let with = probability(&base, part.wins);
            // Without anybody left its side never wins.
            let without = match self.erased.exact_without(place, budget) {
                Some(exact) => probability(&exact.ok()?, part.wins),
                None => 0.0,
            };
            found.push(part_impact(part, Difference::exactly(with, without)));
        }
        Some(found)
    }

    /// As far as somebody lets it come, with how many battles everybody that is
    /// told was left out in at least.
    fn impact_sampled(
        &self,
        parts: &[Part],
        seed: u64,
        trials: u64,
        effort: &Effort<'_>,
    ) -> (Vec<PartImpact>, u64) {
        let mut found = Vec::new();
        let mut fought = trials;
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
                let difference = match pairs {
                    Some(pairs) => {
                        fought = fought.min(pairs.trials());
                        Difference::paired(&pairs, part.wins)
                    }
                    None => self.indispensable(part, seed, trials, effort),
                };
                found.push(part_impact(part, difference));
            }
            if effort.is_stopped() {
                break;
            }
        }
        (found, fought)
    }

    /// Without anybody left its side never wins.
    fn indispensable(
        &self,
        part: &Part,
        seed: u64,
        trials: u64,
        effort: &Effort<'_>,
    ) -> Difference {
        let tally = self.tally(seed, 0..trials, &Effort { progress: None, ..*effort });
        let wins: u64 = part.wins.iter().map(|outcome| tally.outcomes()[outcome.index()]).sum();
        Difference::counted(tally.trials().count(), 0, wins, 0)
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What somebody's absence takes away is what he adds.
fn part_impact(part: &Part, absence: Difference) -> PartImpact {
    PartImpact {
        side: part.side,
        name: part.name.clone(),
        with: absence.before,
        without: absence.after,
        impact: -absence.effect + 0.0,
        low: -absence.high + 0.0,
        high: -absence.low + 0.0,
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
        let of = |threads, trials| {
            let effort = Effort { threads, ..Effort::default() };
            battle.impact(7, trials, &effort).unwrap()
        };
        let found = of(1, Some(2_000));
        assert_eq!(found, of(3, Some(2_000)));
        let exact = of(1, None);
        assert_eq!(exact.method, Method::Exact);
        for found in [&found, &exact] {
            let names: Vec<&str> = found.parts.iter().map(|part| part.name.as_str()).collect();
            assert_eq!(names, ["Strong", "Rook", "Weak"]);
            let strong = &found.parts[0];
            assert!((strong.with - strong.without - strong.impact).abs() < 1e-12);
            // Without the rook the villains have nobody and cannot win.
            assert_eq!(found.parts[1].without, 0.0);
        }
        for (exact, sampled) in exact.parts.iter().zip(&found.parts) {
            assert!(sampled.low <= sampled.impact && sampled.impact <= sampled.high);
            // Three intervals at once: half a width more leaves room for all.
            let room = (sampled.high - sampled.low) / 2.0;
            let (low, high) = (sampled.low - room, sampled.high + room);
            assert!(low <= exact.impact && exact.impact <= high, "{sampled:?}");
            assert_eq!((exact.low, exact.high), (exact.impact, exact.impact));
        }
    }
}
