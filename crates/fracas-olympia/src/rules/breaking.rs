//! Chapter 8: breaking and the winner (O-60 to O-64, O-87).

use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use super::attack::Target;
use super::hits::Blow;
use crate::battle::{Battle, SideId};
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

/// O-61: looks at a side after a hit that took a man away.
pub fn broken<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    target: Target,
    blow: Blow,
    w: &mut W,
) -> Next {
    let (Target::Member { band, .. }, Blow::Killed | Blow::Wounded(_)) = (target, blow) else {
        return Next::On;
    };
    let fight = &b.bands[band].fight;
    let side = &b.sides[fight.side.index()];
    let value = st.forces[fight.side.index()].value;
    let quarters_lost = |value: u64| (side.value - value) * 4 / side.value.max(1);
    if quarters_lost(value) > quarters_lost(value + u64::from(fight.value)) {
        w.event(|| Event::Quarter {
            side: fight.side,
            quarters: quarters_lost(value),
        });
    }
    if value <= side.break_point {
        return end(st, Verdict::Won(fight.side.foe()));
    }
    Next::On
}

/// The battle is over.
pub fn end(st: &mut State, verdict: Verdict) -> Next {
    st.verdict = Some(verdict);
    Next::Over(match verdict {
        Verdict::Won(SideId::Attacker) => ATTACKER_WINS,
        Verdict::Won(SideId::Defender) => DEFENDER_WINS,
        Verdict::Draw | Verdict::Stalemate => DRAW,
    })
}
