//! What the battle cost: men, nobles, structures.

use super::words::{self, wrapped};
use crate::battle::{Battle, SideId};
use crate::state::State;

/// Losses of a side: men by kind in one line, then a line for each noble with
/// a fate.
pub fn of(b: &Battle, st: &State, side: SideId) -> String {
    let mut text = String::new();
    let bands = b.sides[side.index()].bands.clone();
    let lost =
        bands.map(|band| (b.bands[band].who, u64::from(b.bands[band].count - st.standing[band])));
    let lost = words::men_by_kind(b, lost);
    if !lost.is_empty() {
        text.push_str(&wrapped(
            0,
            &format!("{} lost {}.", words::leader(b, side), words::list(&lost)),
        ));
    }
    for unit in b.sides[side.index()].units.clone() {
        if let Some(fate) = fate(b, st, unit) {
            let name = words::noble(&b.units[unit].noble);
            text.push_str(&wrapped(0, &format!("{name} {fate}.")));
        }
    }
    text
}

/// What became of a noble, if anything.
fn fate(b: &Battle, st: &State, unit: usize) -> Option<String> {
    let now = st.nobles[unit];
    let fell_ill = now.ill && !b.units[unit].noble.ill;
    let illness = if fell_ill { " and fell ill" } else { "" };
    let wounded = if now.survived {
        "survived a fatal wound by skill".to_owned()
    } else {
        format!("was wounded to health {}{illness}", now.health)
    };
    let fate = match (now.captured, now.hit) {
        _ if now.drowned => "went down with the ship".to_owned(),
        _ if now.health == 0 => "was killed".to_owned(),
        (true, true) => format!("{wounded}, and was taken prisoner"),
        (true, false) => "was taken prisoner".to_owned(),
        (false, true) => wounded,
        (false, false) => return None,
    };
    Some(fate)
}

/// The structure of a side before and after, if it was touched.
pub fn of_structure(b: &Battle, st: &State, side: SideId) -> String {
    let Some(before) = b.wall(side) else { return String::new() };
    let after = st.forces[side.index()].wall;
    if (before.defense, before.damage) == (after.defense, after.damage) {
        return String::new();
    }
    let name = words::structure(before);
    let mut changes = Vec::new();
    if before.defense != after.defense {
        changes.push(format!("defense {} -> {}", before.defense, after.defense));
    }
    if before.damage != after.damage {
        changes.push(format!("damage {}% -> {}%", before.damage, after.damage));
    }
    let end = match (after.stands, before.kind.is_ship()) {
        (true, _) => "",
        (false, true) => "; it sank",
        (false, false) => "; it collapsed",
    };
    wrapped(0, &format!("{name}: {}{end}.", changes.join(", ")))
}
