//! What only the ruleset `battlescape` has: questions to the referee, maps to
//! be made, and a squad to be played.

use fracas_battlescape::ai::decide;
use fracas_battlescape::field::Spot;
use fracas_battlescape::generate::print;
use fracas_battlescape::inspect::questions::{path, sight, unit_named};
use fracas_battlescape::inspect::shot::shot;
use fracas_battlescape::order_text::{hex, mode_named};
use fracas_battlescape::set_up::opening_state;
use fracas_battlescape::{Battlescape, report};
use fracas_core::document::{nearest, write_text};

pub use fracas_battlescape::battle::{Side, UnitId};
pub use fracas_battlescape::events::Event;
pub use fracas_battlescape::inspect::questions::{Sight, Way};
pub use fracas_battlescape::inspect::shot::ShotOdds;
pub use fracas_battlescape::order_text::{meant, read as read_line, read_order, spell};
pub use fracas_battlescape::orders::{Order, Pace, Refused};
pub use fracas_battlescape::play::Game;
pub use fracas_battlescape::report::ascii::map;
pub use fracas_battlescape::report::choices::{
    Choice, attack_odds, choices, expected, reach, terms,
};
pub use fracas_battlescape::report::status::status_line;
pub use fracas_battlescape::state::Observer;
pub use fracas_battlescape::view::{Preview, View};

use crate::battle::Battle;
use crate::scenario::Scenario;

/// The referee of a battle of `battlescape`, who can be asked about its start.
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
pub fn advice(view: &View<'_>, unit: UnitId) -> Order {
    decide(view, unit).order
}

/// What kind of map is wanted (B-30).
#[derive(Clone, Debug)]
pub struct MapWish<'a> {
    /// The country.
    pub biome: &'a str,
    /// `small`, `medium`, `large`, or columns and rows as in `24x16`.
    pub size: &'a str,
    /// The map's own seed.
    pub seed: u64,
    /// Whether the east is the west turned by 180 degrees.
    pub mirror: bool,
}

/// Words for sizes (B-30).
const SIZES: [&str; 3] = ["small", "medium", "large"];

/// Makes a map and writes it as the table `[map]` of a scenario, ready to be
/// edited (B-33).
pub fn generate(wish: &MapWish<'_>) -> Result<String, Refused> {
    let size = match SIZES.contains(&wish.size) {
        true => write_text(wish.size),
        false => columns_and_rows(wish.size)?,
    };
    // The smallest scenario that has such a map.
    let text = format!(
        "ruleset = \"battlescape\"\n[map.generate]\nbiome = {}\nsize = {size}\nseed = {}\n\
         mirror = {}\n[[squad]]\nside = \"player\"\nspawn = \"player\"\n\
         units = [{{ class = \"rifleman\" }}]\n[[squad]]\nside = \"enemy\"\n\
         spawn = \"enemy\"\nunits = [{{ class = \"sectoid\" }}]\n\
         [[objective]]\nkind = \"eliminate\"\nprimary = true\n",
        write_text(wish.biome),
        wish.seed,
        wish.mirror
    );
    let made = Scenario::new("map", text).battle().map_err(|bad| {
        let first = bad.diagnostics().and_then(|wrong| wrong.iter().next());
        let help = |found: &fracas_core::document::Diagnostic| {
            found.help.as_ref().map_or_else(String::new, |help| format!("; {help}"))
        };
        Refused(first.map_or_else(String::new, |found| format!("{}{}", found.message, help(found))))
    })?;
    let Referee(battle) = made.referee()?;
    Ok(print(battle, &battle.start))
}

fn columns_and_rows(size: &str) -> Result<String, Refused> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|count| (1..=96).contains(count));
    let pair = size.split_once(['x', 'X']).map(|(cols, rows)| (number(cols), number(rows)));
    match pair {
        Some((Some(cols), Some(rows))) => Ok(format!("[{cols}, {rows}]")),
        _ => {
            let near = nearest(size, SIZES).map(|near| format!("; did you mean `{near}`?"));
            Err(Refused(format!(
                "`{size}` is no size: small, medium, large, or columns and rows up to 96x96, such \
                 as 24x16{}",
                near.unwrap_or_default()
            )))
        }
    }
}
