//! Chapter 6: what a hit does (O-40 to O-45, O-90).

use fracas_core::chance::{Chance, Die};
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use super::attack::Target;
use super::{breaking, rows, structures};
use crate::battle::{Battle, CombatRole, SideId};
use crate::events::Event;
use crate::state::{NobleState, State, Verdict};

/// Whether a blessed soldier dies (O-41).
pub const SAVE: Die = Die("blessed save");
/// How badly a noble is hurt (O-42).
pub const WOUND: Die = Die("wound");
/// How hard an engine strikes (O-45).
pub const ENGINE: Die = Die("engine points");

/// What comes of one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackResult {
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
#[inline(always)]
pub fn blow<C: Chance + ?Sized>(
    b: &Battle,
    by_engine: bool,
    target: Target,
    c: &mut C,
) -> AttackResult {
    let band = match target {
        Target::Wall { .. } => return AttackResult::Battered(points(by_engine, c)),
        Target::Member { band, .. } => band,
    };
    let stats = &b.bands[band].stats;
    match stats.role {
        // O-42.
        CombatRole::Noble if C::PATIENT => AttackResult::Wounded(None),
        CombatRole::Noble => AttackResult::Wounded(Some(draw_wound(c))),
        // O-44.
        CombatRole::Engine => AttackResult::Destroyed,
        // O-41: 1 is dead, 2 unharmed.
        _ if stats.blessed && !c.hit(1, 2, SAVE) => AttackResult::Saved,
        // O-40.
        _ => AttackResult::Killed,
    }
}

/// O-45: what a hit takes off a structure.
#[inline(always)]
pub fn points<C: Chance + ?Sized>(by_engine: bool, c: &mut C) -> u32 {
    if by_engine { 4 + c.face(6, ENGINE) as u32 } else { 1 }
}

/// O-42: 1 to 100 points of health.
pub fn draw_wound<C: Chance + ?Sized>(c: &mut C) -> u8 {
    c.face(100, WOUND) as u8
}

/// Lets the blow against `side` take effect. One that lost a man may be broken.
#[inline(always)]
pub fn land<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    side: SideId,
    target: Target,
    blow: AttackResult,
    w: &mut W,
) -> Next {
    let band = match (target, blow) {
        (Target::Member { band, .. }, AttackResult::Killed) => band,
        (Target::Member { band, .. }, AttackResult::Wounded(wound)) => {
            leave_wounded(b, st, b.bands[band].unit, wound, w);
            band
        }
        (Target::Member { band, .. }, AttackResult::Destroyed) => {
            rows::destroy(b, st, side, band);
            return Next::On;
        }
        (Target::Wall { .. }, AttackResult::Battered(points)) => {
            structures::batter(b, st, side, points, w);
            return Next::On;
        }
        _ => return Next::On,
    };
    let steps_up = rows::fall(b, st, side, band);
    if breaking::is_broken(b, st, side, band, w) {
        return breaking::end(st, Verdict::Won(side.foe()));
    }
    if steps_up {
        rows::form_up(b, st, side, w);
    }
    st.asked = b.asked == Some(side);
    Next::On
}

/// O-42: a noble who is hit leaves the fight, however small the wound.
pub fn leave_wounded<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    unit: usize,
    wound: Option<u8>,
    w: &mut W,
) {
    st.nobles[unit].hit = true;
    match wound {
        Some(wound) => suffer(b, st, unit, wound, w),
        None => st.nobles[unit].wound_due = true,
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
