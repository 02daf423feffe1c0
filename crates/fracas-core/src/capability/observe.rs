//! What each side knows of a battle.

use crate::ruleset::Ruleset;

/// A ruleset in which not everybody knows everything.
pub trait Observe<R: Ruleset = Self>: Sync {
    /// The sides that observe, the one that is played first. An observer is
    /// given by its place here.
    fn observers(&self) -> &'static [&'static str];
    /// The lines that open a report, as far as an observer knows.
    fn opening_to(&self, battle: &R::Battle, observer: usize) -> String;
    /// An event as an observer gets to know it; none if it does not. Logs in
    /// words and in JSON both go through here.
    fn known_to(&self, battle: &R::Battle, event: &R::Event, observer: usize) -> Option<R::Event>;
}
