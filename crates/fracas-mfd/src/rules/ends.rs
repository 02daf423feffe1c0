//! The end of a round (F-37..F-39, F-55..F-57) and retreat (F-74).

use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId};
use crate::events::Event;
use crate::rate::Rate;
use crate::rules::{ledger, limits};
use crate::state::{Count, Presence, State};

/// The other side is gone.
pub const HEROES: OutcomeId = OutcomeId(0);
/// The other side is gone.
pub const VILLAINS: OutcomeId = OutcomeId(1);
/// The same round emptied both sides.
pub const BOTH: OutcomeId = OutcomeId(2);
/// Round limit, or both sides left.
pub const UNDECIDED: OutcomeId = OutcomeId(3);

/// Removes the dead, tires the rest, and looks whether the battle is over
/// (F-75).
pub fn end_round<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    count_rounds(b, st, w);
    remove_dead(b, st, w);
    if W::LOUD {
        tell_round(b, st, w);
    }
    verdict(b, st, w)
}

/// F-76: everybody who began the round has fought it.
fn count_rounds<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) {
    if !W::LOUD && !b.written.report {
        return;
    }
    for side in SideId::BOTH {
        for place in 0..st.living(side).len() {
            let who = st.living(side)[place];
            ledger::count::<W>(b, st, w, who, Count::Rounds, 1);
        }
    }
}

/// F-39: the dead leave at the end of the round.
fn remove_dead<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) {
    if st.fallen.is_empty() {
        return;
    }
    st.remove_fallen(b);
    for side in SideId::BOTH {
        w.event(|| Event::fallen(b, st, side));
    }
    st.fallen.clear();
}

/// What each side did, and who is left (F-60).
fn tell_round<W: Watch<Event>>(b: &Battle, st: &State, w: &mut W) {
    for side in SideId::BOTH {
        w.event(|| Event::Totals { side, totals: st.totals[side.index()] });
    }
    for side in SideId::BOTH {
        w.event(|| Event::standing(b, st, side));
    }
}

/// F-55, F-56: elimination, then retreat, then the round limit.
fn verdict<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    match SideId::BOTH.map(|side| st.living(side).is_empty()) {
        [true, true] => return Next::Over(BOTH),
        [false, true] => return Next::Over(HEROES),
        [true, false] => return Next::Over(VILLAINS),
        [false, false] => {}
    }
    // F-74: both sides are tested in the same state.
    st.retreated = SideId::BOTH.map(|side| leaves(b, st, side));
    for side in SideId::BOTH {
        if st.retreated[side.index()] {
            w.event(|| Event::Retreat { side });
        }
    }
    match st.retreated {
        [true, true] => Next::Over(UNDECIDED),
        [false, true] => Next::Over(HEROES),
        [true, false] => Next::Over(VILLAINS),
        [false, false] if st.round >= b.limit => Next::Over(UNDECIDED),
        [false, false] => Next::On,
    }
}

/// Whether a side has had enough.
fn leaves(b: &Battle, st: &State, side: SideId) -> bool {
    let Some(leaves) = &b.side(side).leaves else { return false };
    let fallen = |who: &u32| st.presence(*who as usize) == Presence::Dead;
    if leaves.falls.iter().any(fallen) {
        return true;
    }
    let Some(below) = leaves.below else { return false };
    let living = st.living(side).len() as i64;
    living * Rate::ONE.0 < below.0 * i64::from(strength(b, st, side, leaves.of))
}

/// What a share is a share of: those at the start, and everybody who came
/// since, up to what a scenario can say.
pub fn strength(b: &Battle, st: &State, side: SideId, at_start: u32) -> u32 {
    let came = |who: &usize| (2..=st.round).contains(&b.fighters[*who].joins);
    let all = at_start + b.side(side).fighters.clone().filter(came).count() as u32;
    all.min(limits::STRENGTH)
}
