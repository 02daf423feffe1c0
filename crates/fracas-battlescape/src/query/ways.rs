//! Where a unit can go, and where it would stand behind cover.

use serde_json::{Value, json};

use crate::battle::UnitId;
use crate::field::{ColRow, Spot};
use crate::orders::{Pace, Refused, refuse};
use crate::state::Stance;
use crate::view::View;

/// The hexes a unit can reach with what they cost, and cover beside them.
pub fn reach(view: &View<'_>, unit: UnitId, pace: Pace) -> Result<Value, Refused> {
    let me = view.mine(unit);
    if pace == Pace::Run && me.stance == Stance::Prone {
        return refuse(format!("{} is prone and cannot run", view.sheet(unit).name));
    }
    let mut hexes: Vec<(ColRow, u16)> = Vec::new();
    let mut covered = Vec::new();
    if view.can_act(unit) {
        for (to, cost) in view.reach(unit, pace, me.tu).free() {
            // A run is at least two hexes (B-71).
            if pace == Pace::Run && view.field().distance(me.at(), to) < 2 {
                continue;
            }
            hexes.push((view.field().col_row(to), cost));
            let sides = cover(view, to);
            if !sides.is_empty() {
                covered.push((view.field().col_row(to), sides));
            }
        }
    }
    Ok(json!({
        "unit": view.sheet(unit).name,
        "pace": pace,
        "from": view.field().col_row(me.at()),
        "tu": me.tu,
        "hexes": hexes,
        "cover": covered,
    }))
}

/// The sides of a hex that something gives cover on: 1 half, 2 full.
pub fn cover(view: &View<'_>, at: Spot) -> Vec<(&'static str, u8)> {
    let sides = view.field().neighbours(at).map(|(dir, wall)| (dir.name(), view.cover_of(wall)));
    sides.filter(|(_, cover)| *cover > 0).collect()
}

/// The hexes that a unit sees by itself (B-90).
pub fn sight(view: &View<'_>, unit: UnitId) -> Value {
    let hexes: Vec<ColRow> = view.sight(unit).map(|spot| view.field().col_row(spot)).collect();
    json!({ "unit": view.sheet(unit).name, "hexes": hexes })
}
