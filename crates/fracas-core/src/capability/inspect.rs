//! What the rules make of a scenario before the first die.

use crate::ruleset::Ruleset;
use crate::table::Table;

/// A ruleset that shows what it makes of a scenario.
pub trait Inspect<R: Ruleset = Self>: Sync {
    /// Ratings, chances, whatever the rules work out beforehand.
    fn inspect(&self, battle: &R::Battle) -> Vec<Table>;
    /// What a check shows of a battle that can be fought.
    fn checked(&self, _battle: &R::Battle) -> Vec<Table> {
        Vec::new()
    }
}
