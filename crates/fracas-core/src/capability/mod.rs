//! What only some games can do. Each capability is a small trait that a
//! ruleset has or has not; it names those it has in
//! [`Ruleset::capabilities`](crate::ruleset::Ruleset::capabilities), and
//! whoever needs one looks there, never at the name of the game.

mod exact;
mod export;
mod inspect;
mod observe;
mod parts;
mod picture;
mod play;
mod tell;

use crate::ruleset::Ruleset;

pub use exact::ExactOdds;
pub use export::Export;
pub use inspect::Inspect;
pub use observe::Observe;
pub use parts::{Part, Parts};
pub use picture::Picture;
pub use play::{Choice, Play, Refused, Session};
pub use tell::{Detail, Tell};

/// A capability of a ruleset, looked up at run time.
type Has<T> = Option<&'static T>;

/// The capabilities of a ruleset. A game names those it has and leaves the
/// rest to the default:
///
/// ```ignore
/// fn capabilities() -> Capabilities<Self> {
///     Capabilities { tell: Some(&CoinDuel), exact: Some(&CoinDuel), ..Capabilities::default() }
/// }
/// ```
pub struct Capabilities<R: Ruleset> {
    /// Words for what happens.
    pub tell: Has<dyn Tell<R>>,
    /// What each side knows.
    pub observe: Has<dyn Observe<R>>,
    /// Pictures of a battle under way.
    pub picture: Has<dyn Picture<R>>,
    /// Orders of somebody who plays.
    pub play: Has<dyn Play<R>>,
    /// What the rules make of a scenario before the first die.
    pub inspect: Has<dyn Inspect<R>>,
    /// Odds without sampling.
    pub exact: Has<dyn ExactOdds<R>>,
    /// Who can be left out.
    pub parts: Has<dyn Parts<R>>,
    /// Files for the game's own programs.
    pub export: Has<dyn Export<R>>,
}

// A derive would ask it of the ruleset too.
impl<R: Ruleset> Default for Capabilities<R> {
    fn default() -> Self {
        Self {
            tell: None,
            observe: None,
            picture: None,
            play: None,
            inspect: None,
            exact: None,
            parts: None,
            export: None,
        }
    }
}
