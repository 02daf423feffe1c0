//! Pictures of a battle under way.

use crate::ruleset::Ruleset;

/// A ruleset whose battles can be drawn in a terminal.
pub trait Picture<R: Ruleset = Self>: Sync {
    /// A picture of the battle between two steps, where one is worth having;
    /// as far as an observer knows, if one is given.
    fn picture(
        &self,
        battle: &R::Battle,
        state: &R::State,
        observer: Option<usize>,
    ) -> Option<String>;

    /// The picture of the start, for every log, where the opening cannot tell
    /// where everybody is.
    fn start(
        &self,
        _battle: &R::Battle,
        _state: &R::State,
        _observer: Option<usize>,
    ) -> Option<String> {
        None
    }
}
