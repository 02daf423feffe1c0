//! Who matters to the odds: the same battles, each time without one of those
//! who take part.

use std::sync::Arc;

use fracas_core::capability::Part;
use fracas_core::odds::{Effort, Method};
use fracas_core::order::Ordered;
use fracas_core::procedure::{Found, Piece, Procedure, Progress};
use serde::Serialize;

use crate::battle::Battle;
use crate::changes::{Changes, Made, carry_out};
use crate::difference::Difference;
use crate::lab::Variants;
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
        Some(self.impact_question(seed, trials)?.carry_out(effort))
    }

    /// The same as a procedure, for whoever does the work himself.
    pub fn impact_question(&self, seed: u64, trials: Option<u64>) -> Option<ImpactQuestion> {
        let parts = self.erased.parts()?;
        let variants = (1..=parts.len() as u64).collect();
        let changes =
            Changes::all(self.clone(), seed, trials.map(|trials| trials.max(1)), variants);
        let whole = self.clone();
        let without = move |variant: u64| {
            let erased = whole.erased.without(variant as usize - 1)?;
            Some(Battle { erased, ..whole.clone() })
        };
        let variants = Made::new(self.clone(), without);
        Some(ImpactQuestion { parts, seed, changes, variants })
    }
}

/// Who matters, with everybody left out in turn: a [`Procedure`].
pub struct ImpactQuestion {
    parts: Vec<Part>,
    seed: u64,
    changes: Changes,
    variants: Arc<dyn Variants + Send>,
}

impl ImpactQuestion {
    /// The battles it is about, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.variants.clone()
    }

    /// Carries it out on threads, to its end or until somebody calls a halt.
    pub fn carry_out(mut self, effort: &Effort<'_>) -> Impact {
        let variants = self.variants();
        carry_out(&mut self, &*variants, effort);
        self.impact()
    }

    fn impact(&self) -> Impact {
        let (method, trials, done) = self.changes.method();
        let of = |(place, part): (usize, &Part)| {
            Some(part_impact(part, self.changes.effect(place, part.wins)?))
        };
        let mut found: Vec<PartImpact> = self.parts.iter().enumerate().filter_map(of).collect();
        // Equal ones stay in the order of the battle.
        found.put_in_order_by(|a, b| b.impact.total_cmp(&a.impact));
        let battle = self.changes.battle();
        Impact {
            heading: battle.heading(),
            method,
            seed: trials.map(|_| self.seed),
            trials,
            provisional: !done,
            left_out: self.parts.len() - found.len(),
            parts: found,
            versions: battle.versions(),
        }
    }
}

impl Procedure for ImpactQuestion {
    type Answer = Impact;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        self.changes.ask(capacity)
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        self.changes.take(piece, found);
    }

    fn lose(&mut self, piece: &Piece) {
        self.changes.lose(piece);
    }

    fn is_done(&self) -> bool {
        self.changes.is_done()
    }

    fn answer(&self) -> Option<Impact> {
        self.changes.is_known().then(|| self.impact())
    }

    fn progress(&self) -> Progress {
        self.changes.progress()
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

    /// Whoever does the work, in whatever order, and however often it is lost.
    #[test]
    fn it_is_a_procedure() {
        let battle = Scenario::new("bridge.toml", BRIDGE).battle().unwrap();
        for trials in [None, Some(500)] {
            let mut question = battle.impact_question(7, trials).unwrap();
            let variants = question.variants();
            let mut lost = false;
            while !question.is_done() {
                for piece in question.ask(3).iter().rev() {
                    lost = !lost;
                    if lost {
                        question.lose(piece);
                    } else {
                        let found = crate::lab::work(&*variants, piece, &Effort::default());
                        question.take(piece, found);
                    }
                }
            }
            assert_eq!(question.answer(), battle.impact(7, trials, &Effort::default()));
        }
    }
}
