//! The best decisions of whoever decides in a battle.

use fracas_core::decide::{BadWorth, Decisions, Question, Undecided, Worth};
use fracas_core::document::suggestion;
use fracas_core::odds::Budget;
use serde::Serialize;
use thiserror::Error;

use crate::battle::Battle;
use crate::report::{Heading, Versions};

/// What is asked of the best decisions.
///
/// ```
/// use fracas::DecideAsk;
/// let ask = DecideAsk { goal: Some("win or fled".to_owned()), ..DecideAsk::default() };
/// assert_eq!(ask.rows, DecideAsk::USUAL_ROWS);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecideAsk {
    /// What is to be made as large as can be: outcomes, measures at the end,
    /// or a sum of such; none for what the decider usually fights for.
    pub goal: Option<String>,
    /// Who decides; none for the usual one.
    pub decider: Option<String>,
    /// How many branches may be followed.
    pub budget: Budget,
    /// How many rows the table may have.
    pub rows: usize,
    /// Whether every single state is to be told.
    pub whole: bool,
}

impl DecideAsk {
    /// Rows that a table has at most if nobody says otherwise.
    pub const USUAL_ROWS: usize = 12;
    /// Rows that a table can have.
    pub const MOST_ROWS: usize = 1_000;
    /// Branches that are followed if nobody says otherwise: some seconds.
    pub const USUAL_BUDGET: Budget = Budget(20_000_000);
}

impl Default for DecideAsk {
    fn default() -> Self {
        Self {
            goal: None,
            decider: None,
            budget: Self::USUAL_BUDGET,
            rows: Self::USUAL_ROWS,
            whole: false,
        }
    }
}

/// The answer of `solve --decide`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecideReport {
    /// Of which battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// The decisions.
    #[serde(flatten)]
    pub decisions: Decisions,
    /// By which rules and dice.
    pub versions: Versions,
}

/// Why there are no best decisions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecideError {
    /// The ruleset lets nobody decide.
    #[error("battles of {0} let nobody decide: their rules alone say what comes next")]
    NotOffered(&'static str),
    /// There is nobody of that name who decides.
    #[error("`{name}` does not decide anything here; {help}")]
    Decider {
        /// Who was asked for.
        name: String,
        /// Who may have been meant, or who there is.
        help: String,
    },
    /// It does not say what is to be made as large as can be.
    #[error(transparent)]
    Goal(#[from] BadWorth),
    /// They were not found.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

impl Battle {
    /// The best decisions of whoever decides, exactly: worked out from the
    /// ends of the battle backwards, and told as a table that a player can
    /// use.
    ///
    /// ```
    /// use fracas::{Capability, DecideAsk, Scenario};
    ///
    /// let bear = Scenario::new("bear.toml", r#"
    ///     ruleset = "andor"
    ///     [player]
    ///     base = { hp = 20, attack_chance = 70, damage = "2-4" }
    ///     bag = { tonic = 1 }
    ///     [item.tonic]
    ///     heal = "8"
    ///     [[monster]]
    ///     name = "Bear"
    ///     hp = 24
    ///     attack_chance = 60
    ///     damage = "2-6"
    /// "#).battle()?;
    /// assert!(bear.rules().has(Capability::Decide));
    /// assert_eq!(bear.deciders(), ["hero"]);
    ///
    /// let found = bear.decide(&DecideAsk::default())?.decisions;
    /// // The file has no policy: the hero strikes until the end.
    /// assert!(found.best.worth > found.file.worth);
    /// assert!(found.table.worth <= found.best.worth);
    /// for row in &found.rows {
    ///     println!("{:?}: {}", row.when, row.choice);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, ask: &DecideAsk) -> Result<DecideReport, DecideError> {
        let deciders = self.deciders();
        let decider = match &ask.decider {
            None => 0,
            Some(name) => deciders.iter().position(|known| known == name).ok_or_else(|| {
                let help = suggestion(name, deciders.iter().copied());
                DecideError::Decider { name: name.clone(), help }
            })?,
        };
        let usual = self.erased.usual_goal(decider);
        let usual = usual.ok_or(DecideError::NotOffered(self.rules.name))?;
        let goal = ask.goal.as_ref().unwrap_or(&usual);
        let worth = Worth::read(goal, self.rules.outcomes, &self.erased.measures())?;
        let rows = ask.rows.clamp(1, DecideAsk::MOST_ROWS);
        let question = Question { worth, decider, budget: ask.budget, rows, whole: ask.whole };
        let decisions = self.erased.decide(&question);
        let decisions = decisions.ok_or(DecideError::NotOffered(self.rules.name))??;
        Ok(DecideReport { heading: self.heading(), decisions, versions: self.versions() })
    }

    /// Those who can decide in this battle, the usual one first; nobody where
    /// the rules alone say what comes next.
    pub fn deciders(&self) -> Vec<&'static str> {
        self.erased.deciders()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Capability, Registry, Scenario};

    #[test]
    fn who_has_nothing_to_decide_says_so() {
        for rules in Registry::standard().iter() {
            let battle = Scenario::new("template.toml", rules.template()).battle().unwrap();
            let ask = DecideAsk { budget: Budget(1), ..DecideAsk::default() };
            let refused = battle.decide(&ask).unwrap_err().to_string();
            let says = match rules.has(Capability::Decide) {
                true => "the best decisions would weigh more than 1 falls of the dice".to_owned(),
                false => format!(
                    "battles of {} let nobody decide: their rules alone say what comes next",
                    rules.name
                ),
            };
            assert_eq!(refused, says);
        }
    }

    #[test]
    fn slips_are_told() {
        let template = Registry::standard().rules("olympia").unwrap().template();
        let siege = Scenario::new("siege.toml", template).battle().unwrap();
        let ask = |goal: &str, decider: &str| {
            let (goal, decider) = (Some(goal.to_owned()), Some(decider.to_owned()));
            siege.decide(&DecideAsk { goal, decider, ..DecideAsk::default() }).unwrap_err()
        };
        assert_eq!(
            ask("attacker", "defendr").to_string(),
            "`defendr` does not decide anything here; did you mean defender?"
        );
        assert_eq!(
            ask("atacker", "attacker").to_string(),
            "`atacker` is neither outcome nor measure; did you mean attacker?"
        );
    }
}
