//! A state packed into a few numbers, and made of them again.

use crate::battle::{Battle, Tile};
use crate::conditions::REMOVE;
use crate::items::{Fits, ItemId, Slot};
use crate::rules::{board, conditions};
use crate::state::{Active, Actor, Phase, Settling, State, Verdict};
use fracas_core::order::Ordered;

/// A packed state. Two states of the same key have the same future; what was
/// booked and how many turns went by is forgotten.
pub type Key = Vec<i32>;

/// A monster that is dead and gone. Whoever falls in the same moment as the
/// hero is dead, but was never buried.
const BURIED: i32 = -1;

/// Packs a state.
pub fn pack(b: &Battle, st: &State) -> Key {
    let over = st.verdict.is_some();
    let mut key =
        Key::with_capacity(9 + st.bag.len() + 3 * st.monsters.len() + 4 * st.active.len());
    key.push(i32::from(st.fight));
    key.push(match st.phase {
        Phase::Monster(monster) if !over => i32::from(monster),
        Phase::Spoils if !over => -2,
        _ => -1,
    });
    key.push(st.verdict.map_or(-1, |verdict| verdict as i32));
    key.push(match st.settling {
        Settling::Open => -1,
        Settling::Loot(monster, entry) => i32::from(monster) << 8 | i32::from(entry),
        Settling::Tick => -2,
        Settling::Done => -3,
    });
    let asked = b.policy.asked;
    key.push(i32::from(st.fresh && !over && asked.is_none()));
    key.push(st.hero.hp);
    key.push(if st.phase == Phase::Hero && !over { st.hero.ap } else { 0 });
    // Whoever is free to strike anybody need not remember whom he struck.
    let any_target = asked.is_some_and(|freedom| freedom.targets);
    key.push(if over || any_target { -1 } else { st.target.map_or(-1, i32::from) });
    key.push(if over { 0 } else { packed(st.hero.at) });
    for (place, count) in st.bag.iter().enumerate() {
        if b.stocked(place).heal.is_some() {
            key.push(*count as i32);
        }
    }
    if changes_outfit(b) {
        push_outfit(b, st, &mut key);
    }
    let first = key.len();
    for (place, monster) in st.monsters.iter().enumerate() {
        let lives = st.lives(place);
        key.push(if lives { monster.hp } else { BURIED });
        key.push(if lives && st.phase != Phase::Hero && !over { monster.ap } else { 0 });
        key.push(if lives && !over { packed(monster.at) } else { 0 });
    }
    let alike = asked.is_some_and(|freedom| freedom.alike);
    if alike && st.phase == Phase::Hero && !over {
        sort_alike(b, st, &mut key[first..]);
    }
    if b.lively {
        push_conditions(b, st, &mut key);
    }
    key
}

/// Monsters of one entry in the order of their hit points, the dead last: who
/// has lost how many is then of no account.
fn sort_alike(b: &Battle, st: &State, monsters: &mut [i32]) {
    let fight = &b.fights[usize::from(st.fight)];
    let (monsters, _) = monsters.as_chunks_mut::<3>();
    let mut first = 0;
    for entry in fight.foes.chunk_by(|one, other| one.kind == other.kind) {
        let copies = &mut monsters[first..first + entry.len()];
        copies.put_few_in_order_by_key(|[hp, ..]| if *hp == BURIED { i32::MAX } else { *hp });
        for ([hp, _, at], place) in copies.iter_mut().zip(first..) {
            *at = if *hp == BURIED { 0 } else { packed(fight.stage.monsters[place].at) };
        }
        first += entry.len();
    }
}

/// Makes a state of a key.
pub fn unpack(b: &Battle, key: &Key, st: &mut State) {
    let mut key = key.iter().copied();
    // Keys are made above and have all their numbers.
    let mut next = || key.next().unwrap_or(0);
    let fight = next() as u16;
    let stage = &b.fights[usize::from(fight)].stage;
    st.clone_from(&b.start);
    st.hero = stage.hero;
    st.monsters.clone_from(&stage.monsters);
    st.fight = fight;
    st.opening = false;
    st.phase = match next() {
        -1 => Phase::Hero,
        -2 => Phase::Spoils,
        monster => Phase::Monster(monster as u8),
    };
    st.verdict = match next() {
        0 => Some(Verdict::Win),
        1 => Some(Verdict::Lose),
        2 => Some(Verdict::Fled),
        3 => Some(Verdict::Stalemate),
        _ => None,
    };
    st.settling = match next() {
        -1 => Settling::Open,
        -2 => Settling::Tick,
        -3 => Settling::Done,
        place => Settling::Loot((place >> 8) as u8, place as u8),
    };
    st.fresh = next() != 0;
    st.hero.hp = next();
    st.hero.ap = next();
    st.target = u8::try_from(next()).ok();
    st.hero.at = unpacked(next());
    for place in 0..st.bag.len() {
        if b.stocked(place).heal.is_some() {
            st.bag[place] = next() as u32;
        }
    }
    if changes_outfit(b) {
        restore_outfit(b, &mut next, st);
    }
    st.living = 0;
    for place in 0..st.monsters.len() {
        let monster = &mut st.monsters[place];
        let hp = next();
        monster.hp = hp.max(0);
        monster.ap = next();
        monster.at = unpacked(next());
        if hp != BURIED {
            st.living |= State::bit(place);
        }
    }
    if b.lively {
        restore_conditions(key, st);
        conditions::refresh(b, st);
    } else if st.outfit != b.hero.outfit {
        conditions::refresh(b, st);
    }
    board::mark_adjacent(st);
}

/// Whether what the hero wears may change while he fights.
fn changes_outfit(b: &Battle) -> bool {
    b.policy.asked.is_some_and(|freedom| freedom.outfit)
}

/// What is worn, and what could be.
fn push_outfit(b: &Battle, st: &State, key: &mut Key) {
    key.extend(Slot::ALL.map(|slot| st.outfit.get(slot).map_or(-1, |item| item.0 as i32)));
    let wearable = |(place, _): &(usize, &u32)| b.stocked(*place).fits != Fits::Nowhere;
    key.extend(st.bag.iter().enumerate().filter(wearable).map(|(_, count)| *count as i32));
}

fn restore_outfit(b: &Battle, mut next: impl FnMut() -> i32, st: &mut State) {
    for slot in Slot::ALL {
        st.outfit.set(slot, usize::try_from(next()).ok().map(ItemId));
    }
    for place in 0..st.bag.len() {
        if b.stocked(place).fits != Fits::Nowhere {
            st.bag[place] = next() as u32;
        }
    }
}

fn packed(tile: Tile) -> i32 {
    i32::from(tile.x) << 16 | i32::from(tile.y) & 0xffff
}

fn unpacked(tile: i32) -> Tile {
    Tile { x: (tile >> 16) as i16, y: tile as i16 }
}

/// Everybody's conditions. Nobody asks for those of the dead, nor, once the
/// fight is over, for those of monsters.
fn push_conditions(b: &Battle, st: &State, key: &mut Key) {
    let over = st.verdict.is_some();
    let counts = |active: &&Active| match active.who {
        Actor::Hero => st.hero.hp > 0,
        Actor::Monster(monster) => !over && st.lives(usize::from(monster)),
    };
    // Which came first makes no difference if all of them only harm, or all
    // only do good.
    let plain = |active: &Active| {
        let magnitude = i64::from(active.magnitude);
        magnitude == REMOVE
            || magnitude > 0 && b.conditions[usize::from(active.condition)].is_one_way()
    };
    let start = key.len();
    let mut sorted = true;
    for active in st.active.iter().filter(counts) {
        sorted &= plain(active);
        let who = match active.who {
            Actor::Hero => -1,
            Actor::Monster(monster) => i32::from(monster),
        };
        let kind = i32::from(active.condition) << 1 | i32::from(active.worn);
        key.extend([who, kind, active.duration, active.magnitude]);
    }
    if sorted {
        let (entries, _) = key[start..].as_chunks_mut::<4>();
        entries.put_few_in_order_by(Ord::cmp);
    }
}

fn restore_conditions(mut key: impl Iterator<Item = i32>, st: &mut State) {
    st.active.clear();
    while let (Some(who), Some(kind), Some(duration), Some(magnitude)) =
        (key.next(), key.next(), key.next(), key.next())
    {
        st.active.push(Active {
            who: u8::try_from(who).map_or(Actor::Hero, Actor::Monster),
            condition: (kind >> 1) as u16,
            magnitude,
            duration,
            worn: kind & 1 == 1,
        });
    }
}
