//! The own units and what they are here for.

use serde::Serialize;
use serde_json::{Value, json};

use crate::battle::UnitId;
use crate::data::FireMode;
use crate::rules::time::MOST;
use crate::view::{Own, View};

/// A unit of the squad.
#[derive(Serialize)]
struct Soldier {
    #[serde(flatten)]
    own: Own,
    /// Whether it can be given an order now.
    can_act: bool,
    /// The most time units a unit can have.
    most_tu: u16,
    max_energy: u16,
    /// Rounds that a full magazine holds.
    magazine: u8,
    /// What the weapon in hand costs by mode, and how many rounds it fires.
    modes: Vec<(&'static str, u16, u8)>,
    /// Prepared grenades.
    prepared: Vec<String>,
    accuracy: i16,
    reactions: i16,
    /// Whether it is next to an enemy who can act (B-79).
    engaged: bool,
}

/// The squad, the objectives, and when it is.
pub fn squad(view: &View<'_>) -> Value {
    let owns = view.send().own;
    let units: Vec<Soldier> =
        view.own().zip(owns).map(|(unit, own)| soldier(view, unit, own)).collect();
    json!({
        "turn": view.turn(),
        "time_limit": view.time_limit(),
        "acting": view.phase().side() == Some(view.side()),
        "units": units,
        "objectives": view.standings(),
    })
}

fn soldier(view: &View<'_>, unit: UnitId, own: Own) -> Soldier {
    let (me, sheet) = (view.mine(unit), view.sheet(unit));
    let weapon = me.in_hand().map(|armed| view.data().weapon(armed.weapon));
    let modes = weapon.into_iter().flat_map(|weapon| {
        let cost = |mode: FireMode| Some((mode, weapon.modes[mode as usize]?));
        FireMode::ALL.into_iter().filter_map(cost)
    });
    let prepared = me.items.iter().filter(|carried| carried.prepared);
    Soldier {
        can_act: view.can_act(unit),
        most_tu: MOST,
        max_energy: sheet.max_energy,
        magazine: weapon.map_or(0, |weapon| weapon.magazine),
        modes: modes.map(|(mode, cost)| (mode.name(), cost.tu, cost.rounds)).collect(),
        prepared: prepared.map(|carried| view.data().item(carried.item).id.clone()).collect(),
        accuracy: sheet.accuracy,
        reactions: sheet.reactions,
        engaged: view.is_engaged(unit),
        own,
    }
}
