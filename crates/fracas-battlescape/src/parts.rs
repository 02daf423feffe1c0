//! Who can be left out of a battle: every unit of the two sides that fight.

use fracas_core::capability::Part;
use fracas_core::ruleset::OutcomeId;

use crate::battle::{Battle, Side, UnitId};
use crate::state::Fate;

/// The outcomes that a side fights for (B-251, B-256): the player wins by
/// victory alone; the enemy wherever the player has lost, failed or left.
fn won_by(side: Side) -> &'static [OutcomeId] {
    match side {
        Side::Player => &[OutcomeId(0)],
        _ => &[OutcomeId(1), OutcomeId(2), OutcomeId(3)],
    }
}

/// Those who fight and are there at the start.
fn fighters(battle: &Battle) -> Vec<UnitId> {
    let fights = |unit: &UnitId| {
        battle.sheet(*unit).side != Side::Neutral && battle.start.unit(*unit).is_here()
    };
    battle.units().filter(fights).collect()
}

/// Everybody who fights.
pub fn parts(battle: &Battle) -> Vec<Part> {
    let part = |unit: UnitId| {
        let sheet = battle.sheet(unit);
        Part { name: sheet.name.clone(), side: sheet.side.name(), wins: won_by(sheet.side) }
    };
    fighters(battle).into_iter().map(part).collect()
}

/// The battle without one unit, which counts as dead before it begins; none if
/// it is the last of the player's.
pub fn without(battle: &Battle, part: usize) -> Option<Battle> {
    let fighters = fighters(battle);
    let out = *fighters.get(part)?;
    let of_player = |unit: &&UnitId| battle.sheet(**unit).side == Side::Player;
    if of_player(&&out) && fighters.iter().filter(of_player).count() == 1 {
        return None;
    }
    let mut start = battle.start.clone();
    start.take_off(out);
    let unit = start.unit_mut(out);
    (unit.fate, unit.hp) = (Fate::Dead, 0);
    let mut dealt = battle.dealt.clone();
    dealt.iter_mut().for_each(|dealt| dealt.units.retain(|unit| *unit != out));
    Some(Battle { dealt, start, ..battle.clone() })
}
