//! What a battle is to be like: one small language for all who ask.
//!
//! | written | meaning |
//! |---|---|
//! | `attacker` | an outcome |
//! | `attacker_lost <= 12`, `attacker lost ≤ 12` | a measure, as JSON or as tables have it |
//! | `attacker_lost < defender_lost` | two measures |
//! | `'noble.Mr. Smith.hit' = 1` | quotes where a name holds words of the language |
//! | `a and b`, `a & b`, `a && b` | both |
//! | <code>a or b</code>, <code>a \| b</code>, <code>a \|\| b</code> | at least one |
//! | `not a`, `!a`, `(a or b) and c` | as everywhere |
//!
//! Comparisons are `< <= = == != >= >`. A measure that counts the battles of
//! one outcome only compares as false in all others: `hp given win >= 20` is
//! `win and hp >= 20`, and is told so.

mod claim;
mod error;
mod expression;
mod names;
mod reader;

use fracas_core::order::Ordered;
use std::fmt;
use std::ops::Range;

use fracas_core::odds::{Effort, Search};
use fracas_core::ruleset::Measure;

use crate::battle::Battle;
use expression::Expression;
use names::Names;
use reader::Reader;

pub use claim::Claim;
pub use error::{BadCondition, ConditionFault};
pub use expression::Sign;

/// What a battle must be like, such as `attacker and attacker_lost >= 50`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    text: String,
    expression: Expression,
}

impl Condition {
    /// As it was written, but that `hp given win >= 20` says what it means, which
    /// is `win and hp >= 20`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a battle fits, given by the place of its outcome and by its
    /// measures in the order of the battle.
    #[inline]
    pub fn fits(&self, outcome: usize, values: &[i64]) -> bool {
        self.expression.holds(outcome, values)
    }

    /// The places of the measures that it compares, in rising order.
    pub fn measures(&self) -> Vec<usize> {
        let mut places = Vec::new();
        self.expression.each_measure(&mut |place| places.push(place.index));
        places.put_in_order();
        places.dedup();
        places
    }

    /// Whether a measure says nothing about battles of this outcome.
    pub(crate) fn ignores(&self, measure: usize, outcome: usize) -> bool {
        let mut ignores = true;
        self.expression.each_measure(&mut |place| {
            let counts = place.given.is_none_or(|given| given == outcome);
            ignores &= place.index != measure || !counts;
        });
        ignores
    }

    /// Whether it asks for an outcome, by name or because it compares a
    /// measure that counts only one.
    pub fn asks_outcome(&self) -> bool {
        self.expression.asks_outcome()
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Battle {
    /// Reads what a battle is to be like. An error says what is allowed.
    ///
    /// ```
    /// use fracas::{Effort, Scenario, Search};
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// let duel = duel.battle()?;
    /// let long = duel.condition("attacker & attacks > 3")?;
    /// let Search::Found(trial) = duel.find(&long, 7, 0..1000, &Effort::default()) else {
    ///     panic!("a thousand battles and none like that");
    /// };
    /// assert_eq!(duel.run(7, trial, None).outcome, "attacker");
    /// // Or as far as the ruleset affords to look.
    /// assert_eq!(duel.seek(&long, 7, 0, None, &Effort::default()).0, Search::Found(trial));
    ///
    /// let wrong = duel.condition("defender or atacker").unwrap_err().to_string();
    /// assert_eq!(wrong.lines().collect::<Vec<_>>(), [
    ///     "`atacker` is neither an outcome nor a measure; did you mean `attacker`?",
    ///     "  defender or atacker",
    ///     "              ^^^^^^^",
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn condition(&self, text: &str) -> Result<Condition, BadCondition> {
        self.with_names(|names| {
            let mut reader = Reader::new(text, names)?;
            let expression = reader.condition()?;
            reader.end()?;
            Ok(Condition { text: reader.told(), expression })
        })
    }

    /// Reads what is claimed of the odds.
    pub fn claim(&self, text: &str) -> Result<Claim, BadCondition> {
        self.with_names(|names| Claim::read(text, names))
    }

    fn with_names<T>(&self, read: impl FnOnce(&Names<'_>) -> T) -> T {
        let measures: Vec<Measure> = self.erased.measures();
        read(&Names { outcomes: self.rules.outcomes, measures: &measures })
    }

    /// Looks for the first of these trials that fits.
    pub fn find(
        &self,
        condition: &Condition,
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Search {
        let fits = |outcome, values: &[i64]| condition.fits(outcome, values);
        self.erased.search(&fits, seed, trials, effort)
    }
}

#[cfg(test)]
mod tests;
