//! Every attack of a unit on every enemy in sight, with exact odds (B-269).

use fracas_core::order::Ordered;
use serde::Serialize;
use serde_json::{Value, json};

use crate::battle::UnitId;
use crate::data::FireMode;
use crate::field::ColRow;
use crate::inspect::shot::ShotOdds;
use crate::orders::{Order, Target};
use crate::view::{Seen, View};

/// An enemy in sight and what can be done about it.
#[derive(Serialize)]
struct Enemy {
    name: String,
    at: ColRow,
    hp: u16,
    max_hp: u16,
    distance: u32,
    /// Whether it could shoot at where the unit stands (B-105).
    watches: bool,
    attacks: Vec<Attack>,
    /// Why it cannot be attacked at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// One way to attack.
#[derive(Serialize)]
pub struct Attack {
    order: String,
    head: bool,
    #[serde(flatten)]
    odds: ShotOdds,
    /// Why it is refused now, such as too few time units.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// The enemies that a unit could attack, nearest first.
pub fn targets(view: &View<'_>, unit: UnitId) -> Value {
    let mut enemies: Vec<Enemy> = view.enemies().map(|seen| enemy(view, unit, &seen)).collect();
    enemies.put_in_order_by_key(|enemy| (enemy.attacks.is_empty(), enemy.distance));
    json!({ "unit": view.sheet(unit).name, "targets": enemies })
}

fn enemy(view: &View<'_>, unit: UnitId, seen: &Seen<'_>) -> Enemy {
    let here = view.mine(unit).at();
    let mut attacks = Vec::new();
    let mut why = None;
    let aims = FireMode::ALL.map(|mode| (mode, false)).into_iter();
    for (mode, head) in aims.chain([(FireMode::Aimed, true)]) {
        match attack(view, unit, seen, mode, head) {
            Ok(attack) => attacks.push(attack),
            // Of why not, the first reason is the one of the weapon's own modes.
            Err(refused) => why = why.or(Some(refused)),
        }
    }
    Enemy {
        name: seen.name().to_owned(),
        at: view.field().col_row(seen.at),
        hp: seen.hp,
        max_hp: seen.max_hp(),
        distance: view.field().distance(here, seen.at),
        watches: view.in_sight_of(seen, here),
        why: if attacks.is_empty() { why } else { None },
        attacks,
    }
}

/// One attack on somebody in sight.
pub fn attack(
    view: &View<'_>,
    unit: UnitId,
    seen: &Seen<'_>,
    mode: FireMode,
    head: bool,
) -> Result<Attack, String> {
    let odds = view.attack_odds(unit, seen, mode, head).map_err(|why| why.0)?;
    let order = Order::Attack { target: Target::Unit(seen.unit), mode, head, force: false };
    let refused = view.permits(unit, &order).err().map(|why| why.0);
    Ok(Attack { order: view.spell_to(unit, &order), head, odds, refused })
}
