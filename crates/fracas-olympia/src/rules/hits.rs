//! Chapter 6: what a hit does (O-40 to O-45, O-90).

use fracas_core::chance::{Chance, Die};
use fracas_core::watch::Watch;

use super::attack::Target;
use super::{rows, structures};
use crate::battle::{Battle, Part};
use crate::events::Event;
use crate::state::{NobleState, State};

/// Whether a blessed soldier dies (O-41).
pub const SAVE: Die = Die("blessed save");
/// How badly a noble is hurt (O-42).
pub const WOUND: Die = Die("wound");
/// How hard an engine strikes (O-45).
pub const ENGINE: Die = Die("engine points");

/// What comes of one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    /// Nothing.
    Miss,
    /// A man dies.
    Killed,
    /// A blessed soldier is hit and unharmed.
    Saved,
    /// An engine is destroyed.
    Destroyed,
    /// A structure takes points.
    Battered(u32),
    /// A noble leaves the fight; `None` while the wound is still to be drawn.
    Wounded(Option<u8>),
}

/// Draws what a hit does to its target.
pub fn blow<C: Chance + ?Sized>(b: &Battle, striker: usize, target: Target, c: &mut C) -> Blow {
    let band = match target {
        // O-45.
        Target::Wall(_) if b.bands[striker].fight.part == Part::Engine => {
            return Blow::Battered(4 + c.face(6, ENGINE) as u32);
        }
        Target::Wall(_) => return Blow::Battered(1),
        Target::Member { band, .. } => band,
    };
    let fight = &b.bands[band].fight;
    match fight.part {
        // O-42.
        Part::Noble if C::PATIENT => Blow::Wounded(None),
        Part::Noble => Blow::Wounded(Some(draw_wound(c))),
        // O-44.
        Part::Engine => Blow::Destroyed,
        // O-41: 1 is dead, 2 unharmed.
        _ if fight.blessed && !c.hit(1, 2, SAVE) => Blow::Saved,
        // O-40.
        _ => Blow::Killed,
    }
}

/// O-42: 1 to 100 points of health.
pub fn draw_wound<C: Chance + ?Sized>(c: &mut C) -> u8 {
    c.face(100, WOUND) as u8
}

/// Lets the blow take effect.
pub fn land<W: Watch<Event>>(b: &Battle, st: &mut State, target: Target, blow: Blow, w: &mut W) {
    match (target, blow) {
        (_, Blow::Miss | Blow::Saved) => {}
        (Target::Wall(side), Blow::Battered(points)) => {
            structures::batter(b, st, side, points, w);
        }
        (Target::Member { band, .. }, Blow::Destroyed) => rows::destroy(b, st, band),
        (Target::Member { band, .. }, Blow::Wounded(wound)) => {
            let unit = b.bands[band].unit;
            st.nobles[unit].hit = true;
            match wound {
                Some(wound) => suffer(b, st, unit, wound, w),
                None => st.nobles[unit].wound_due = true,
            }
            rows::fall(b, st, band, w);
        }
        (Target::Member { band, .. }, _) => rows::fall(b, st, band, w),
        // Points are drawn for structures only.
        (Target::Wall(_), _) => {}
    }
}

/// A noble after a wound.
pub fn wounded(before: NobleState, wound: u8, survive_fatal: bool) -> NobleState {
    let health = before.health.saturating_sub(wound);
    let survived = health == 0 && survive_fatal;
    NobleState {
        wound_due: false,
        // O-90: instead of dying he is whole again, once.
        health: if survived { 100 } else { health },
        survived,
        ..before
    }
}

/// O-42: the noble's health after the wound.
pub fn suffer<W: Watch<Event>>(b: &Battle, st: &mut State, unit: usize, wound: u8, w: &mut W) {
    let before = st.nobles[unit];
    let after = wounded(before, wound, b.units[unit].noble.survive_fatal);
    st.nobles[unit] = after;
    let measures = b.measures.noble(unit);
    w.book(measures.killed, i64::from(after.health == 0));
    w.book(measures.health, i64::from(after.health) - i64::from(before.health));
}
