//! Chapter 8: breaking and the winner (O-60 to O-64, O-87).

use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use crate::battle::{BandStats, Battle, Side, SideId};
use crate::events::Event;
use crate::state::{State, Verdict};

/// The attacker won.
pub const ATTACKER_WINS: OutcomeId = OutcomeId(0);
/// The defender won.
pub const DEFENDER_WINS: OutcomeId = OutcomeId(1);
/// Nobody won (O-64).
pub const DRAW: OutcomeId = OutcomeId(2);

/// O-61, O-87: the value at which a side of this starting value is broken.
pub fn break_point(value: u64, percent: u32) -> u64 {
    value * u64::from(percent) / 100
}

/// O-64: the attacks after which a battle of so many men is given up.
pub fn guard(men: u64) -> u64 {
    10_000_000 + 1_000 * men
}

/// O-61: looks at a side that has just lost a man of this band.
#[inline]
pub fn is_broken<W: Watch<Event>>(
    b: &Battle,
    st: &State,
    side: SideId,
    band: usize,
    w: &mut W,
) -> bool {
    let force = &st.forces[side.index()];
    if W::LOUD {
        tell_quarters(&b.sides[side.index()], &b.bands[band].stats, force.value, w);
    }
    force.value <= force.break_point
}

/// Tells when another quarter of the side's value is gone.
fn tell_quarters<W: Watch<Event>>(side: &Side, stats: &BandStats, value: u64, w: &mut W) {
    let lost = |value: u64| (side.value - value) * 4 / side.value.max(1);
    let quarters = lost(value);
    if quarters > lost(value + u64::from(stats.value)) {
        w.event(|| Event::Quarter { side: stats.side, quarters });
    }
}

/// The battle is over.
pub fn end(st: &mut State, verdict: Verdict) -> Next {
    st.verdict = Some(verdict);
    Next::Over(outcome(verdict))
}

/// How that is reported.
pub fn outcome(verdict: Verdict) -> OutcomeId {
    match verdict {
        Verdict::Won(SideId::Attacker) => ATTACKER_WINS,
        Verdict::Won(SideId::Defender) => DEFENDER_WINS,
        Verdict::Draw | Verdict::Stalemate => DRAW,
    }
}
