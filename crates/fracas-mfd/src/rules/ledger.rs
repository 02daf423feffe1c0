//! The report by fighter (F-76): counted for listeners, and booked as measures
//! where the scenario asks for it.

use fracas_core::watch::Watch;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::rolls::Roll;
use crate::state::{Attack, Cause, Count, Death, Record, State};

/// Makes room for the report when somebody listens.
pub fn open<W: Watch<Event>>(b: &Battle, st: &mut State) {
    if W::LOUD {
        st.ledger.resize(b.fighters.len(), Record::default());
        st.totals = Default::default();
    }
}

/// Adds to a fighter's line.
#[inline]
pub fn count<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    w: &mut W,
    who: u32,
    what: Count,
    by: i64,
) {
    if W::LOUD {
        st.ledger[who as usize].counts[what as usize] += by;
    }
    if b.written.report {
        w.book(b.measures.count(who, what), by);
    }
}

/// Everything an attack adds, kills apart.
#[inline]
pub fn attack<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W, attack: Attack, roll: Roll) {
    if W::LOUD || b.written.report {
        book(b, st, w, attack, roll);
    }
}

/// Apart, so that an attack nobody asks about costs no call.
#[cold]
fn book<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W, attack: Attack, roll: Roll) {
    let Attack { by, at, aimed } = attack;
    count::<W>(b, st, w, by, Count::Attacks, 1);
    count::<W>(b, st, w, by, Count::Hits, i64::from(roll.hits));
    count::<W>(b, st, w, by, Count::DamageDealt, roll.damage());
    count::<W>(b, st, w, at, Count::AttacksReceived, 1);
    count::<W>(b, st, w, at, Count::Blocks, i64::from(roll.blocks));
    count::<W>(b, st, w, at, Count::DamageTaken, roll.damage());
    if at != aimed {
        count::<W>(b, st, w, at, Count::Interceptions, 1);
        count::<W>(b, st, w, aimed, Count::TurnedAway, 1);
    }
    if W::LOUD {
        let totals = &mut st.totals[b.fighters[by as usize].side.index()];
        totals.attacks += 1;
        totals.intercepted += u64::from(at != aimed);
        totals.hits += u64::from(roll.hits);
        totals.blocks += u64::from(roll.blocks);
        totals.damage += roll.damage().unsigned_abs();
    }
}

/// Notes why a fighter dies.
#[inline]
pub fn death<W: Watch<Event>>(st: &mut State, who: u32, cause: Cause) {
    if W::LOUD {
        st.ledger[who as usize].death = Some(Death { round: st.round, cause });
    }
}
