//! What only some games can do. Each capability is a small trait that a
//! ruleset has or has not; it names those it has in
//! [`Ruleset::capabilities`], and whoever needs one looks there, never at the
//! name of the game.

mod decide;
mod exact;
mod export;
mod inspect;
mod observe;
mod parts;
mod picture;
mod play;
mod scenes;
mod sides;
mod tell;

use crate::ruleset::Ruleset;

pub use decide::Decide;
pub use exact::ExactOdds;
pub use export::Export;
pub use inspect::Inspect;
pub use observe::Observe;
pub use parts::{Part, Parts};
pub use picture::Picture;
pub use play::{Choice, Play, Refused, Session};
pub use scenes::{
    Board, Grid, Land, MOST_UNITS, Scene, SceneSide, SceneUnit, SceneZone, Scenes, Structure,
    TerrainKind, UnitState,
};
pub use sides::{Side, Sides};
pub use tell::{ChainedBattle, Detail, Ending, Tell};

/// A capability of a ruleset, looked up at run time.
type Has<T> = Option<&'static T>;

/// The capabilities of a ruleset. A game names those it has and leaves the
/// rest to the default:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
/// use fracas_core::capability::{Capabilities, Detail, ExactOdds, Tell};
/// use fracas_core::odds::{Budget, Exact, Refusal, exact};
///
/// impl Tell for Toss {
///     fn opening(&self, battle: &Points) -> String {
///         format!("{} points against {}.\n", battle.left[0], battle.left[1])
///     }
///     fn tell(&self, _: &Points, heads: &bool, detail: Detail) -> Option<String> {
///         (*heads && detail == Detail::All).then(|| "heads".to_owned())
///     }
///     fn closing(&self, _: &Points, now: &Points) -> String {
///         format!("{} points are left.\n", now.left.iter().sum::<i64>())
///     }
/// }
///
/// impl ExactOdds for Toss {
///     fn exact(&self, battle: &Points, budget: Budget) -> Result<Exact, Refusal> {
///         exact::<Toss>(battle, budget)
///     }
/// }
///
/// // This then stands in `impl Ruleset for Toss`.
/// fn capabilities() -> Capabilities<Toss> {
///     Capabilities { tell: Some(&Toss), exact: Some(&Toss), ..Capabilities::default() }
/// }
/// # fn main() {
/// # let battle = Points { left: [1, 1], turn: 0 };
/// # let can = capabilities();
/// # assert_eq!(can.tell.unwrap().opening(&battle), "1 points against 1.\n");
/// # let odds = can.exact.unwrap().exact(&battle, Budget::USUAL).unwrap().odds;
/// # assert!((odds.outcomes[0].p - 2.0 / 3.0).abs() < 1e-12);
/// # }
/// ```
pub struct Capabilities<R: Ruleset> {
    /// Words for what happens.
    pub tell: Has<dyn Tell<R>>,
    /// What each side knows.
    pub observe: Has<dyn Observe<R>>,
    /// Pictures of a battle under way.
    pub picture: Has<dyn Picture<R>>,
    /// What a viewer shows at a moment.
    pub scenes: Has<dyn Scenes<R>>,
    /// Orders of somebody who plays.
    pub play: Has<dyn Play<R>>,
    /// What the rules make of a scenario before the first die.
    pub inspect: Has<dyn Inspect<R>>,
    /// Odds without sampling.
    pub exact: Has<dyn ExactOdds<R>>,
    /// The best decisions.
    pub decide: Has<dyn Decide<R>>,
    /// Who can be left out.
    pub parts: Has<dyn Parts<R>>,
    /// Files for the game's own programs.
    pub export: Has<dyn Export<R>>,
    /// Which keys of a scenario are whose.
    pub sides: Has<dyn Sides>,
}

// A derive would ask it of the ruleset too.
impl<R: Ruleset> Default for Capabilities<R> {
    fn default() -> Self {
        Self {
            tell: None,
            observe: None,
            picture: None,
            scenes: None,
            play: None,
            inspect: None,
            exact: None,
            decide: None,
            parts: None,
            export: None,
            sides: None,
        }
    }
}
