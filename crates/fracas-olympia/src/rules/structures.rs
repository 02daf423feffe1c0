//! Chapter 7: structures under attack (O-53, O-59).

use fracas_core::watch::Watch;

use super::rows;
use crate::battle::{Battle, SideId};
use crate::events::Event;
use crate::state::{State, Wall};

/// A structure after points against it. O-53: they come off its defense
/// first; what is left over damages it, up to 100 percent.
pub fn struck(wall: Wall, points: u32) -> Wall {
    let off_defense = points.min(wall.defense);
    let damage = (wall.damage + points - off_defense).min(100);
    Wall { stands: damage < 100, defense: wall.defense - off_defense, damage }
}

/// Puts the structure of `side` into a state, with the cover it gives there.
pub fn stand(b: &Battle, st: &mut State, side: SideId, wall: Wall) {
    let force = &mut st.forces[side.index()];
    force.wall = wall;
    for band in force.bands.clone() {
        let [open, covered] = &mut st.stances[band].defense;
        *covered = *open + wall.cover(&b.bands[band].stats);
    }
}

/// Points against the structure of `side`.
pub fn batter<W: Watch<Event>>(b: &Battle, st: &mut State, side: SideId, points: u32, w: &mut W) {
    let before = st.forces[side.index()].wall;
    let after = struck(before, points);
    stand(b, st, side, after);
    if before.defense > 0 && after.defense == 0 {
        w.event(|| Event::Breached { side });
    }
    if !after.stands {
        w.event(|| Event::Collapsed { side });
        // O-59: at once it is no target, and engines against it are useless.
        rows::form_up(b, st, side.foe(), w);
    }
}
