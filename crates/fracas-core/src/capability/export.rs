//! Files for the game's own programs.

use crate::ruleset::Ruleset;

/// A ruleset whose battles leave files besides the usual ones.
pub trait Export<R: Ruleset = Self>: Sync {
    /// What the file is called that a log is written to.
    fn log_file(&self) -> &'static str;
    /// What the files beside the log are called.
    fn names(&self) -> &'static [&'static str];
    /// Their texts after a battle, in that order.
    fn texts(&self, battle: &R::Battle, state: &R::State) -> Vec<String>;
}
