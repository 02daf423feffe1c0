//! Chapter 4: rows, front and rear (O-21 to O-26, O-31, O-33, O-81, O-86).
//!
//! Who is able and who is exposed changes as a whole only when a row gives
//! way, a noble loses his last shield or a structure falls. The lists are
//! made anew then, and kept up man by man in between.

use fracas_core::watch::Watch;

use crate::battle::{BandStats, Battle, CombatRole, Edition, SideId};
use crate::events::Event;
use crate::state::{ROWS, Stance, State};

/// Makes the side's lists of able and exposed members from who still stands.
pub fn form_up<W: Watch<Event>>(b: &Battle, st: &mut State, side: SideId, w: &mut W) {
    let before = st.forces[side.index()].front;
    let front = count_rows(b, st, side);
    if front != before {
        w.event(|| Event::Front { side, row: front });
    }

    let foe_wall = st.forces[side.foe().index()].wall.stands;
    let bands = b.sides[side.index()].bands.clone();
    let first = bands.start;
    let mut able = 0;
    for band in bands {
        let stats = &b.bands[band].stats;
        // O-55: an engine is of use only against a structure.
        let useful = match stats.role {
            CombatRole::Noble | CombatRole::Man => true,
            CombatRole::Engine => foe_wall,
            CombatRole::Baggage => false,
        };
        let strength = match (useful, stats.row <= front) {
            (false, _) => 0,
            // O-23.
            (true, true) => stats.in_front,
            (true, false) => stats.from_rear,
        };
        let standing = st.standing[band];
        // O-31: a rating of 0 is never able.
        let able_now = if strength > 0 { standing } else { 0 };
        // O-33: in front, and not hidden.
        let shown = useful && stats.row <= front && !hidden(b, st, band);
        let exposed_now = if shown { standing } else { 0 };

        let force = &mut st.forces[side.index()];
        st.stances[band] = Stance {
            strength,
            engine: stats.role == CombatRole::Engine,
            defense: [stats.defense, stats.defense + force.wall.cover(stats)],
        };
        force.exposed.set(band - first, exposed_now);
        st.able.set(band, able_now);
        able += u64::from(able_now);
    }
    st.forces[side.index()].able = able;
}

/// O-22: counts the standing men of each row, hidden leaders left out; the
/// foremost row held is the front.
fn count_rows(b: &Battle, st: &mut State, side: SideId) -> u8 {
    let mut rows = [0; ROWS];
    for band in b.sides[side.index()].bands.clone() {
        let stats = &b.bands[band].stats;
        if matches!(stats.role, CombatRole::Noble | CombatRole::Man) && !hidden(b, st, band) {
            rows[usize::from(stats.row)] += st.standing[band];
        }
    }
    let force = &mut st.forces[side.index()];
    force.rows = rows;
    // A side with nobody standing is broken and asks no more.
    let held = rows.iter().position(|&men| men > 0);
    force.front = held.map_or(force.front, |row| row as u8);
    force.front
}

/// Whether the band is a noble whom others still shield.
fn hidden(b: &Battle, st: &State, band: usize) -> bool {
    if b.bands[band].stats.role != CombatRole::Noble {
        return false;
    }
    let unit = b.bands[band].unit;
    let side = b.units[unit].side;
    // O-24: the leader is hit last, whoever else stands.
    if unit == b.sides[side.index()].leader() {
        return st.forces[side.index()].men > 1;
    }
    b.hides_nobles && (hidden_by_stack(b, st, unit) || hidden_by_unit(b, st, unit))
}

/// O-81: an ally leader is hidden while another man of his own stack stands.
fn hidden_by_stack(b: &Battle, st: &State, unit: usize) -> bool {
    let side = &b.sides[b.units[unit].side.index()];
    let Some(ally) = side.allies.iter().find(|ally| ally.units.start == unit) else {
        return false;
    };
    let first = b.units[unit].bands.start;
    let last = b.units[ally.units.end - 1].bands.end;
    (first + 1..last).any(|band| is_standing_man(b, st, band))
}

/// O-86: in the later edition a noble is hidden while a man of his unit stands.
fn hidden_by_unit(b: &Battle, st: &State, unit: usize) -> bool {
    let bands = &b.units[unit].bands;
    b.edition == Edition::Later
        && (bands.start + 1..bands.end).any(|band| is_standing_man(b, st, band))
}

fn is_standing_man(b: &Battle, st: &State, band: usize) -> bool {
    let man = matches!(b.bands[band].stats.role, CombatRole::Noble | CombatRole::Man);
    man && st.standing[band] > 0
}

/// Takes one exposed man out of the fight. True if others step up for him,
/// and the side must form up anew.
#[inline(always)]
pub fn fall(b: &Battle, st: &mut State, side: SideId, band: usize) -> bool {
    let stats = &b.bands[band].stats;
    leave_lists(stats, st, side, band);
    let force = &mut st.forces[side.index()];
    force.value -= u64::from(stats.value);
    force.men -= 1;
    let row = &mut force.rows[usize::from(stats.row) % ROWS];
    *row -= 1;
    let last_of_row = *row == 0;
    // O-22: a row steps up the instant the one before it is gone. So does the
    // leader, who is in no row while he is hidden (O-24).
    last_of_row || (b.hides_nobles && st.standing[band] == 0)
}

/// Takes one exposed engine out of the fight; it shields nobody (O-26).
pub fn destroy(b: &Battle, st: &mut State, side: SideId, band: usize) {
    leave_lists(&b.bands[band].stats, st, side, band);
}

#[inline(always)]
fn leave_lists(stats: &BandStats, st: &mut State, side: SideId, band: usize) {
    st.standing[band] -= 1;
    let force = &mut st.forces[side.index()];
    force.exposed.add(band - force.bands.start, -1);
    // Whoever is exposed stands in front.
    if stats.in_front > 0 {
        st.able.add(band, -1);
        force.able -= 1;
    }
}

/// Lets members of a band come or go until so many are standing. False if
/// others step up or back for them, and both sides must form up anew: while
/// the same bands have men, everybody stays where he is.
#[inline]
pub fn come_and_go(b: &Battle, st: &mut State, band: usize, standing: u32) -> bool {
    let before = std::mem::replace(&mut st.standing[band], standing);
    if standing == before {
        return true;
    }
    let stats = &b.bands[band].stats;
    let by = standing as i32 - before as i32;
    let force = &mut st.forces[stats.side.index()];
    if matches!(stats.role, CombatRole::Noble | CombatRole::Man) {
        force.value = force.value.wrapping_add_signed(i64::from(by) * i64::from(stats.value));
        force.men = force.men.wrapping_add_signed(by);
    }
    if (standing == 0) != (before == 0) {
        return false;
    }
    // More than one at some time: no noble, who alone can be hidden.
    if stats.role == CombatRole::Man {
        let row = &mut force.rows[usize::from(stats.row)];
        *row = row.wrapping_add_signed(by);
    }
    let index = band - force.bands.start;
    if force.exposed.get(index) > 0 {
        force.exposed.add(index, by);
    }
    if st.stances[band].strength > 0 {
        st.able.add(band, by);
        force.able = force.able.wrapping_add_signed(i64::from(by));
    }
    true
}
