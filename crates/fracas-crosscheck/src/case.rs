//! A made-up scenario and all that is compared about it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fracas::Scenario;
use fracas::core::chance::{Purpose, Rolled};
use fracas_testing::made_up;

use crate::checks;
use crate::difference::Difference;

/// A scenario made up from a seed and a number; the same for ever.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed, of the scenario as of its battles.
    pub seed: u64,
    /// Its number.
    pub number: u64,
    /// Its ruleset.
    pub ruleset: &'static str,
    /// The scenario.
    pub text: String,
}

/// What came of a case in which nothing differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The scenario is wrong, and was refused.
    Refused,
    /// All answers agree.
    Agreed {
        /// Whether exact odds were among them.
        exact: bool,
        /// Whether a slow solver had them too.
        solved: bool,
        /// Whether it was played.
        played: bool,
    },
}

impl Case {
    /// The rulesets of which there are cases.
    pub const RULESETS: [&'static str; 5] = made_up::RULESETS;

    /// The case of this number; rulesets come in turn unless one is given.
    pub fn new(seed: u64, number: u64, ruleset: Option<&'static str>) -> Self {
        let turn = number as usize % Self::RULESETS.len();
        let ruleset = ruleset.unwrap_or(Self::RULESETS[turn]);
        let mut dice = Rolled::new(seed, number, Purpose::Setup);
        Self { seed, number, ruleset, text: made_up::scenario(ruleset, &mut dice) }
    }

    /// Compares everything. A panic is a difference, too.
    pub fn check(&self) -> Result<Found, Difference> {
        match catch_unwind(AssertUnwindSafe(|| self.compare())) {
            Ok(found) => found,
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
                Err(Difference(format!("a panic: {}", words.unwrap_or("without words"))))
            }
        }
    }

    fn compare(&self) -> Result<Found, Difference> {
        let scenario = Scenario::new("case.toml", self.text.as_str());
        let Ok(battle) = scenario.battle() else { return Ok(Found::Refused) };
        // Cases of one seed must not all be fought with the same dice.
        let seed = self.seed ^ self.number << 20;
        checks::texts::printed(&scenario, &battle)?;
        checks::tallies::counted(&battle, seed)?;
        if checks::is_long(&battle, seed) {
            return Ok(Found::Agreed { exact: false, solved: false, played: false });
        }
        checks::replays::fought_again(&battle, seed)?;
        checks::side_logs::known(&battle, seed)?;
        checks::texts::left(&battle, seed)?;
        let played = checks::sessions::played(&battle, seed)?;
        let (exact, solved) = checks::exact::followed(&battle, seed)?;
        Ok(Found::Agreed { exact, solved, played })
    }
}
