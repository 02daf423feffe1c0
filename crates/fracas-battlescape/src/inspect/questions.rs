//! What the referee can ask of the start state beside shots (B-269): what a
//! unit sees, and what a way costs.

use fracas_core::document::nearest;
use serde::Serialize;

use crate::battle::{Battle, UnitId};
use crate::field::{ColRow, Spot};
use crate::orders::{Pace, Refused, refuse};
use crate::rules::paths::{Ways, best_path};
use crate::state::{Stance, State};

/// What one unit sees by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// The hexes, its own included, row by row.
    pub visible: Vec<ColRow>,
}

/// The best way to a hex (B-74).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Time units.
    pub cost: u32,
    /// The hexes entered.
    pub steps: Vec<ColRow>,
    /// The directions of the steps.
    pub directions: Vec<&'static str>,
}

/// The hexes that a unit alone sees.
pub fn sight(battle: &Battle, state: &State, unit: UnitId) -> Sight {
    let own = &state.sights[unit.index()];
    Sight { visible: own.iter().map(|spot| battle.field.col_row(spot)).collect() }
}

/// The best way over the true map, every unit of the other side blocking.
pub fn path(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    to: Spot,
    pace: Pace,
) -> Result<Way, Refused> {
    let (name, goal) = (&battle.sheet(unit).name, battle.field.col_row(to));
    if let Some(other) = state.occupant(to) {
        let here = if other == unit { "it stands there" } else { "it is occupied" };
        return refuse(format!("{name} cannot go to {goal}: {here}"));
    }
    if pace == Pace::Run && state.unit(unit).stance == Stance::Prone {
        return refuse(format!("{name} is prone and cannot run"));
    }
    let Some(path) = best_path(&Ways::truth(battle, state, unit, pace, false), to) else {
        return refuse(format!("there is no path for {name} to {goal}"));
    };
    if pace == Pace::Run && path.steps.len() < 2 {
        return refuse(format!("{goal} is too near to run to: a run is at least 2 hexes"));
    }
    Ok(Way {
        cost: path.cost,
        steps: path.steps.iter().map(|spot| battle.field.col_row(*spot)).collect(),
        directions: path.directions.iter().map(|dir| dir.name()).collect(),
    })
}

/// The unit of a name, or the name that was probably meant.
pub fn unit_named(battle: &Battle, name: &str) -> Result<UnitId, Refused> {
    if let Some(unit) = battle.units().find(|unit| battle.sheet(*unit).name == name) {
        return Ok(unit);
    }
    let names = || battle.sheets.iter().map(|sheet| sheet.name.as_str());
    let help = match nearest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", names().collect::<Vec<_>>().join(", ")),
    };
    refuse(format!("there is no unit `{name}`; {help}"))
}
