//! The first battle that fits a description.

use std::ops::Range;

use fracas_core::document::nearest;
use fracas_core::odds::{Effort, Search};
use thiserror::Error;

use crate::ask::UnknownMeasure;
use crate::battle::Battle;

/// What a battle must be like: an outcome, measures, or both, such as
/// `attacker & attacker_lost >= 50`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(Vec<Part>);

/// Why a text does not say what a battle is to be like.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadCondition {
    /// There is no such outcome.
    #[error("`{name}` is no outcome; {help}")]
    Outcome {
        /// What was asked for.
        name: String,
        /// What may have been meant, and what there is.
        help: String,
    },
    /// A measure stands alone.
    #[error("write what `{0}` is to be, such as `{0} >= 1`")]
    NoValue(String),
    /// A measure is compared with something else than a number.
    #[error("`{value}` is not a whole number; write `{measure} >= 50`")]
    NotWhole {
        /// The measure.
        measure: String,
        /// What it is compared with.
        value: String,
    },
    /// There is no such measure.
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Outcome(usize),
    Measure {
        place: usize,
        /// A measure that counts one outcome says nothing about the others.
        given: Option<usize>,
        sign: Sign,
        value: i64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    AtLeast,
    AtMost,
    Above,
    Below,
    Is,
}

/// In the order they are looked for: the longer before their beginnings.
const SIGNS: [(&str, Sign); 5] = [
    (">=", Sign::AtLeast),
    ("<=", Sign::AtMost),
    (">", Sign::Above),
    ("<", Sign::Below),
    ("=", Sign::Is),
];

impl Condition {
    /// Whether a battle fits.
    fn fits(&self, outcome: usize, values: &[i64]) -> bool {
        self.0.iter().all(|part| match part {
            Part::Outcome(wanted) => *wanted == outcome,
            Part::Measure { place, given, sign, value } => {
                given.is_none_or(|given| given == outcome) && sign.holds(values[*place], *value)
            }
        })
    }
}

impl Sign {
    fn holds(self, found: i64, wanted: i64) -> bool {
        match self {
            Self::AtLeast => found >= wanted,
            Self::AtMost => found <= wanted,
            Self::Above => found > wanted,
            Self::Below => found < wanted,
            Self::Is => found == wanted,
        }
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
    /// let wrong = duel.condition("atacker").unwrap_err().to_string();
    /// assert!(wrong.starts_with("`atacker` is no outcome; did you mean `attacker`?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn condition(&self, text: &str) -> Result<Condition, BadCondition> {
        let parts = text.split('&').map(|part| self.part(part.trim()));
        parts.collect::<Result<Vec<Part>, _>>().map(Condition)
    }

    fn part(&self, text: &str) -> Result<Part, BadCondition> {
        let outcomes = self.rules.outcomes;
        if let Some(outcome) = outcomes.iter().position(|name| *name == text) {
            return Ok(Part::Outcome(outcome));
        }
        let sign = SIGNS.iter().find_map(|(sign, kind)| Some((text.split_once(sign)?, *kind)));
        let Some(((name, value), sign)) = sign else {
            return Err(self.no_outcome(text));
        };
        let (name, value) = (name.trim(), value.trim());
        let value = value.replace(['_', ','], "").parse().map_err(|_| BadCondition::NotWhole {
            measure: name.to_owned(),
            value: value.to_owned(),
        })?;
        let measures = self.erased.measures();
        let Some(place) = measures.iter().position(|measure| measure.name == name) else {
            let known = measures.iter().map(|measure| measure.name.as_str());
            return Err(UnknownMeasure::new(name, known).into());
        };
        let given = measures[place].given.map(|outcome| outcome.index());
        Ok(Part::Measure { place, given, sign, value })
    }

    fn no_outcome(&self, text: &str) -> BadCondition {
        let outcomes = self.rules.outcomes;
        let measures = self.measures();
        if measures.iter().any(|name| name == text) {
            return BadCondition::NoValue(text.to_owned());
        }
        let known = outcomes.iter().copied().chain(measures.iter().map(String::as_str));
        let near = nearest(text, known)
            .map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let help = format!(
            "{near}outcomes are {}; a measure is written as `{} >= 50`",
            outcomes.join(", "),
            measures.first().map_or("measure", String::as_str)
        );
        BadCondition::Outcome { name: text.to_owned(), help }
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
mod tests {
    use super::*;
    use crate::Scenario;
    use std::sync::atomic::AtomicBool;

    fn siege() -> Battle {
        let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\nmen.soldier = 20\n\
                    [[defender.stack]]\nnoble = \"B\"\nmen.pikeman = 15\n";
        Scenario::new("siege.toml", text).battle().unwrap()
    }

    #[test]
    fn the_first_is_found_by_any_number_of_threads() {
        let siege = siege();
        for text in ["attacker", "attacker_lost<=4", "defender & attacks > 95 & defender_lost = 9"]
        {
            let condition = siege.condition(text).unwrap();
            let fits = |trial: &u64| {
                let fought = siege.run(7, *trial, None);
                let outcome = siege.rules.outcomes.iter().position(|name| *name == fought.outcome);
                let values: Vec<i64> = fought.measures.iter().map(|(_, value)| *value).collect();
                condition.fits(outcome.unwrap(), &values)
            };
            let first = Search::Found((5..3000).find(fits).unwrap());
            for threads in [0, 1, 2, 5] {
                let effort = Effort { threads, ..Effort::default() };
                assert_eq!(siege.find(&condition, 7, 5..3000, &effort), first, "{text}");
            }
        }
    }

    #[test]
    fn a_search_may_find_nothing_or_be_halted() {
        let siege = siege();
        let never = siege.condition("attacks < 0").unwrap();
        let effort = Effort { threads: 2, ..Effort::default() };
        assert_eq!(siege.find(&never, 7, 0..200, &effort), Search::Nowhere);
        assert_eq!(siege.find(&never, 7, 5..5, &effort), Search::Nowhere);
        let stop = AtomicBool::new(true);
        let effort = Effort { stop: Some(&stop), ..effort };
        assert_eq!(siege.find(&never, 7, 0..200, &effort), Search::Halted { tried: 0 });
    }

    #[test]
    fn what_cannot_be_looked_for_is_explained() {
        let siege = siege();
        let wrong = |text| siege.condition(text).unwrap_err().to_string();
        assert!(wrong("atacker").starts_with("`atacker` is no outcome; did you mean `attacker`?"));
        assert!(wrong("").contains("outcomes are attacker, defender, draw"));
        assert_eq!(wrong("attacks"), "write what `attacks` is to be, such as `attacks >= 1`");
        assert!(wrong("atacks >= 3").contains("did you mean `attacks`?"));
        assert!(wrong("attacks >= many").starts_with("`many` is not a whole number"));
        assert!(wrong("attacker & attacks").contains("such as `attacks >= 1`"));
    }
}
