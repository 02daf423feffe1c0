//! Matchups (F-41..F-47): who attacks whom.

use fracas_core::chance::{Chance, Die, Runs};
use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId};
use crate::events::Event;
use crate::state::{Attack, State};

const TARGET: Die = Die("target");
const BODYGUARD: Die = Die("bodyguard");

/// Draws the attacks of both sides, attacker by attacker (F-40).
pub fn choose<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.scratch.attacks.clear();
    for side in SideId::BOTH {
        for place in 0..st.living(side).len() {
            let by = st.living(side)[place];
            of_attacker(b, st, side, by, c, w);
        }
    }
}

/// Draws all attacks of one attacker.
pub fn of_attacker<C, W>(b: &Battle, st: &mut State, side: SideId, by: u32, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.pool.clear();
    for _ in 0..b.fighters[by as usize].aoe {
        let attack = next(b, st, side, by, c, w);
        st.scratch.attacks.push(attack);
    }
}

/// Draws the next attack of an attacker. Its pool is empty before the first.
pub fn next<C, W>(b: &Battle, st: &mut State, side: SideId, by: u32, c: &mut C, w: &mut W) -> Attack
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let aimed = first_choice(b, st, side, by, c, |_, who, c| below(who.len(), c, TARGET));
    matched(b, st, by, aimed, c, w)
}

/// The same for an attack that is rolled before the next is drawn: opponents
/// in the same condition are alike then, for those who follow every branch.
pub fn next_alone<C, W>(
    b: &Battle,
    st: &mut State,
    side: SideId,
    by: u32,
    c: &mut C,
    w: &mut W,
) -> Attack
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let aimed = first_choice(b, st, side, by, c, |st, who, c| match who.len() {
        // F-40: a choice among one draws nothing.
        1 => 0,
        _ => c.choose(&Opponents { b, st, who }, TARGET) as usize,
    });
    matched(b, st, by, aimed, c, w)
}

/// An attack whose first choice is known.
#[inline]
fn matched<C, W>(b: &Battle, st: &State, by: u32, aimed: u32, c: &mut C, w: &mut W) -> Attack
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let at = bodyguard(b, st, aimed, c).unwrap_or(aimed);
    let attack = Attack { by, aimed, at };
    // C-6: in compat it is not yet known whether the attack happens.
    if !b.compat() {
        tell_interception(b, attack, w);
    }
    attack
}

/// Opponents to choose from. Neighbours of one kind with the same HP are alike.
struct Opponents<'a> {
    b: &'a Battle,
    st: &'a State,
    who: &'a [u32],
}

impl Runs for Opponents<'_> {
    fn total(&self) -> u64 {
        self.who.len() as u64
    }

    fn each(&self, mut run: impl FnMut(u64)) {
        let condition = |&who: &u32| (self.b.fighters[who as usize].kind, self.st.hp[who as usize]);
        let alike = |one: &u32, next: &u32| condition(one) == condition(next);
        self.who.chunk_by(alike).for_each(|of_run| run(of_run.len() as u64));
    }
}

/// Tells of the bodyguard who steps in, if one does.
#[inline]
pub fn tell_interception<W: Watch<Event>>(b: &Battle, attack: Attack, w: &mut W) {
    if attack.at != attack.aimed {
        w.event(|| Event::intercepted(b, attack));
    }
}

/// F-41, F-42: uniform among the living opponents that this attacker has not
/// drawn yet; when all have been drawn the pool is full again. `pick` draws a
/// place among several.
#[inline]
fn first_choice<C: Chance + ?Sized>(
    b: &Battle,
    st: &mut State,
    side: SideId,
    by: u32,
    c: &mut C,
    pick: impl Fn(&State, &[u32], &mut C) -> usize,
) -> u32 {
    let opponents = st.living(side.foe());
    // C-2: with replacement.
    if b.fighters[by as usize].aoe == 1 || b.compat() {
        return opponents[pick(st, opponents, c)];
    }
    if st.pool.is_empty() {
        st.fill_pool(side);
    }
    // The place of the one drawn is taken by the last of the pool.
    let place = pick(st, &st.pool, c);
    st.pool.swap_remove(place)
}

/// F-43, F-44: one of the living bodyguards, who has nobody step in for it.
#[inline]
fn bodyguard<C: Chance + ?Sized>(b: &Battle, st: &State, aimed: u32, c: &mut C) -> Option<u32> {
    let guards = st.guards_of(b, aimed);
    if guards.is_empty() {
        return None;
    }
    Some(guards[below(guards.len(), c, BODYGUARD)])
}

/// F-40: a choice among one draws nothing.
#[inline]
fn below<C: Chance + ?Sized>(count: usize, c: &mut C, die: Die) -> usize {
    if count == 1 { 0 } else { c.below(count as u64, die) as usize }
}
