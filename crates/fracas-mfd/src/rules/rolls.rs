//! Rolls (F-48..F-51): hits against blocks, attack by attack.

use fracas_core::chance::{Chance, Die};
use fracas_core::watch::Watch;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::ledger;
use crate::state::{Attack, Cause, Count, State};

/// The attacker's dice.
pub const HITS: Die = Die("hits");
/// The defender's dice.
pub const BLOCKS: Die = Die("blocks");
/// Both at once, for those who follow every branch.
const DAMAGE: Die = Die("damage");

/// What an attack rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Hits of the attacker.
    pub hits: u32,
    /// Blocks of the defender.
    pub blocks: u32,
}

impl Roll {
    /// F-48.
    pub fn damage(self) -> i64 {
        i64::from(self.hits.saturating_sub(self.blocks))
    }
}

/// Rolls every attack of the round in order.
pub fn roll_all<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    for place in 0..st.scratch.attacks.len() {
        let attack = st.scratch.attacks[place];
        strike(b, st, attack, c, w);
    }
}

/// Rolls one attack: the attacker's offense, the defender's full defense.
#[inline]
pub fn roll<C: Chance + ?Sized>(st: &mut State, attack: Attack, c: &mut C) -> Roll {
    let [hits, blocks] = st.dice_of(attack);
    let hits = st.scratch.tables.throw(hits, c, HITS);
    let blocks = st.scratch.tables.throw(blocks, c, BLOCKS);
    Roll { hits, blocks }
}

/// One attack. F-51: also against somebody who is down already.
#[inline]
pub fn strike<C, W>(b: &Battle, st: &mut State, attack: Attack, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let roll = roll(st, attack, c);
    let falls = take_damage(st, attack.at, roll.damage());
    let hp = st.hp[attack.at as usize];
    ledger::attack(b, st, w, attack, roll);
    if falls {
        ledger::count::<W>(b, st, w, attack.by, Count::Kills, 1);
        ledger::death::<W>(st, attack.at, Cause::Killer(attack.by));
    }
    w.event(|| Event::attack(b, attack, roll, hp));
}

/// F-50: damage comes off at once, below 0 too; whether somebody falls who
/// stood.
#[inline]
fn take_damage(st: &mut State, who: u32, damage: i64) -> bool {
    let hp = &mut st.hp[who as usize];
    let stood = *hp > 0;
    *hp -= damage;
    let falls = stood && *hp <= 0;
    if falls {
        st.fallen.push(who);
    }
    falls
}

/// One attack of which only the damage matters, and of that no more than
/// kills: for those who follow every branch. Nobody is below 0 for them, and
/// attacks on the fallen change nothing (F-51).
pub fn strike_blindly<C: Chance + ?Sized>(st: &mut State, attack: Attack, c: &mut C) {
    let hp = st.hp[attack.at as usize];
    if hp <= 0 {
        return;
    }
    let damage = damage_up_to(st, attack, hp, c);
    take_damage(st, attack.at, damage);
}

/// The damage of an attack, drawn at once, `most` standing for all above it.
pub fn damage_up_to<C: Chance + ?Sized>(
    st: &mut State,
    attack: Attack,
    most: i64,
    c: &mut C,
) -> i64 {
    let dice = st.dice_of(attack);
    st.scratch.tables.throw_damage(dice, most.unsigned_abs(), c, DAMAGE) as i64
}
