//! What only the ruleset `battlescape` has: questions to the referee, maps to
//! be made, and a squad to be played.
//!
//! A battle needs no file:
//!
//! ```
//! use fracas::{NewValue, Scenario};
//!
//! let mut raid = Scenario::of("battlescape");
//! raid.set("map.generate.biome", "forest")?;
//! raid.set("map.generate.seed", 4)?;
//! for (squad, side, class) in [(0, "player", "rifleman"), (1, "enemy", "sectoid")] {
//!     raid.set(&format!("squad[{squad}].side"), side)?;
//!     raid.set(&format!("squad[{squad}].spawn"), side)?;
//!     let unit = NewValue::read(&format!("{{ class = \"{class}\", count = 3 }}"))?;
//!     raid.push(&format!("squad[{squad}].units"), unit)?;
//! }
//! raid.set("objective[0].kind", "eliminate")?;
//! raid.set("objective[0].primary", true)?;
//! let raid = raid.battle()?;
//! assert!(raid.rules().outcomes.contains(&raid.run(7, 0, None).outcome));
//! assert!(raid.referee()?.sight("rifleman 1")?.0.visible.len() > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use fracas_battlescape::ai::decide;
use fracas_battlescape::field::Spot;
use fracas_battlescape::generate::size_named;
use fracas_battlescape::inspect::questions::{path, sight, unit_named};
use fracas_battlescape::inspect::shot::shot;
use fracas_battlescape::order_text::{hex, mode_named};
use fracas_battlescape::set_up::opening_state;
use fracas_battlescape::{Battlescape, report};
use fracas_core::document::nearest;

pub use fracas_battlescape::battle::{Side, UnitId};
pub use fracas_battlescape::data::Strength;
pub use fracas_battlescape::events::Event;
pub use fracas_battlescape::generate::{MapRequest, map_text};
pub use fracas_battlescape::inspect::questions::{Sight, Way};
pub use fracas_battlescape::inspect::shot::ShotOdds;
pub use fracas_battlescape::order_text::{meant, read as read_line, read_order, spell};
pub use fracas_battlescape::orders::{Order, Pace, Refused};
pub use fracas_battlescape::play::Game;
pub use fracas_battlescape::report::ascii::known_painted as map;
pub use fracas_battlescape::report::choices::{
    Choice, attack_odds, best_first, blast, choices, expected, promise, reach, terms,
};
pub use fracas_battlescape::report::status::status_line;
pub use fracas_battlescape::report::{Ink, doubt};
pub use fracas_battlescape::view::{Preview, Standing, View};

use crate::battle::Battle;

/// The referee of a battle of `battlescape`, who can be asked about its start.
///
/// ```
/// use fracas::battlescape::Pace;
/// let template = fracas::Registry::standard().rules("battlescape")?.template();
/// let farm = fracas::Scenario::new("farm.toml", template).battle()?;
/// let referee = farm.referee()?;
/// let (_, map) = referee.sight("Ortiz")?;
/// assert!(map.lines().count() > 5);
/// assert!(referee.path("Ortiz", "4,3", Pace::Walk).is_ok());
/// let unknown = referee.shot("Ortiz", "nobody", None, false).unwrap_err();
/// assert!(unknown.to_string().contains("nobody"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Referee<'a>(&'a fracas_battlescape::battle::Battle);

impl Battle {
    /// The referee of a battle of `battlescape`; of another ruleset, why not.
    pub fn referee(&self) -> Result<Referee<'_>, Refused> {
        self.of::<Battlescape>().map(Referee).ok_or_else(|| {
            Refused(format!("this needs the ruleset battlescape, not {}", self.rules().name))
        })
    }
}

impl Referee<'_> {
    /// Exact odds of an attack in the start state (B-269). Without a mode,
    /// with the first that the weapon in hand has.
    pub fn shot(
        &self,
        shooter: &str,
        target: &str,
        mode: Option<&str>,
        head: bool,
    ) -> Result<ShotOdds, Refused> {
        let pair = (unit_named(self.0, shooter)?, unit_named(self.0, target)?);
        let mode = mode.map(mode_named).transpose()?;
        shot(self.0, &opening_state(self.0), pair, mode, head)
    }

    /// The hexes that a unit alone sees in the start state, and the map with
    /// nothing else on it.
    pub fn sight(&self, unit: &str) -> Result<(Sight, String), Refused> {
        let unit = unit_named(self.0, unit)?;
        let state = opening_state(self.0);
        let seen = sight(self.0, &state, unit);
        Ok((seen, report::ascii::sight(self.0, &state, unit)))
    }

    /// The best way of a unit to a hex in the start state.
    pub fn path(&self, unit: &str, to: &str, pace: Pace) -> Result<Way, Refused> {
        let unit = unit_named(self.0, unit)?;
        let to: Spot = hex(self.0, to)?;
        path(self.0, &opening_state(self.0), unit, to, pace)
    }
}

/// What the AI would order.
///
/// ```
/// use fracas::battlescape::{Game, advice};
/// let template = fracas::Registry::standard().rules("battlescape")?.template();
/// let session = fracas::Scenario::new("farm.toml", template).battle()?.play(7)?;
/// let game = session.game::<Game>().ok_or("another game")?;
/// let view = game.view();
/// let unit = view.own().next().ok_or("nobody is left")?;
/// println!("{}", view.spell(&advice(&view, unit)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advice(view: &View<'_>, unit: UnitId) -> Order {
    decide(view, unit).order
}

/// The same with its reason (B-288).
pub fn reasoned_advice(view: &View<'_>, unit: UnitId) -> (Order, String) {
    let decision = decide(view, unit);
    (decision.order, decision.why.tell(view, unit))
}

/// The size of a map in words: `small`, `medium`, `large`, or columns and rows
/// as in `24x16`.
///
/// ```
/// use fracas::battlescape::map_size;
/// assert_eq!(map_size("24x16"), Ok((24, 16)));
/// assert!(map_size("larg").unwrap_err().to_string().ends_with("did you mean `large`?"));
/// ```
pub fn map_size(size: &str) -> Result<(usize, usize), Refused> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|count| (1..=96).contains(count));
    let pair = || {
        let (cols, rows) = size.split_once(['x', 'X'])?;
        Some((number(cols)?, number(rows)?))
    };
    size_named(size).or_else(pair).ok_or_else(|| {
        let near = nearest(size, ["small", "medium", "large"])
            .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Refused(format!(
            "`{size}` is no size: small, medium, large, or columns and rows up to 96x96, such \
             as 24x16{near}"
        ))
    })
}
