//! Which fighters are of one kind: a battle goes the same way with any two of
//! them exchanged. Exact odds forget which of a kind is which.

use crate::battle::{Battle, Fighter, Grant, Side};
use fracas_core::order::Ordered;

/// Battles of more fighters have no exact odds, and nobody asks for kinds.
pub const MOST_FIGHTERS: usize = 64;

/// The kind of every fighter: the place of the first of that kind.
pub fn kinds(b: &Battle) -> Vec<u32> {
    let mut kinds: Vec<u32> = (0..b.fighters.len() as u32).collect();
    // The report counts what each fighter does on the way.
    if b.fighters.len() > MOST_FIGHTERS || b.written.report {
        return kinds;
    }
    for side in &b.sides {
        for who in side.fighters.clone() {
            let known = (side.fighters.start..who).find(|&other| {
                kinds[other] == other as u32 && alike(b, side, other as u32, who as u32)
            });
            if let Some(known) = known {
                kinds[who] = known as u32;
            }
        }
    }
    if b.compat() {
        keep_turns(b, &mut kinds);
    }
    kinds
}

/// The fighters of each kind, where there is more than one of it.
pub fn groups(b: &Battle) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); b.fighters.len()];
    for (who, fighter) in b.fighters.iter().enumerate() {
        groups[fighter.kind as usize].push(who);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Whether two of a side can be exchanged.
fn alike(b: &Battle, side: &Side, one: u32, other: u32) -> bool {
    let (a, z) = (&b.fighters[one as usize], &b.fighters[other as usize]);
    let swap = |who: u32| match who {
        who if who == one => other,
        who if who == other => one,
        who => who,
    };
    let named_alike = |names: &[u32]| names.contains(&one) == names.contains(&other);
    let others = side.fighters.clone().filter(|&who| who != one as usize && who != other as usize);
    of_one_make(a, z)
        && granted(&a.grants, swap) == granted(&z.grants, |who| who)
        && others.flat_map(|who| &b.fighters[who].grants).all(|grant| named_alike(&grant.to))
        && side.healing.iter().filter_map(|t| t.who.as_deref()).all(named_alike)
        && side.leaves.as_ref().is_none_or(|leaves| named_alike(&leaves.falls))
}

/// Whether both are of the same make and stand in the same relations; who is
/// guarded, or takes somebody with him, is one of a kind.
fn of_one_make(a: &Fighter, z: &Fighter) -> bool {
    let make = |f: &Fighter| {
        let numbers = (f.joins, f.hp, f.base_dice, f.aoe, f.most_to_defend);
        (numbers, f.row.bonus_to_hit, f.row.bonus_to_defend, f.guards, f.linked_to)
    };
    let alone = |f: &Fighter| f.guard_places.is_empty() && f.dependants.is_empty();
    make(a) == make(z) && alone(a) && alone(z)
}

/// What a fighter grants, with names exchanged, in an order of its own.
fn granted(grants: &[Grant], swap: impl Fn(u32) -> u32) -> Vec<(Vec<u32>, i64, i64)> {
    let grant = |grant: &Grant| {
        let mut to: Vec<u32> = grant.to.iter().map(|&who| swap(who)).collect();
        to.put_in_order();
        (to, grant.offense.0, grant.defense.0)
    };
    let mut all: Vec<_> = grants.iter().map(grant).collect();
    all.put_in_order();
    all
}

/// C-5, C-6: in compat it matters who acts before whom. There only neighbours
/// are of a kind: whoever of them is gone, the others act when they did.
fn keep_turns(b: &Battle, kinds: &mut [u32]) {
    for side in &b.sides {
        let mut order: Vec<usize> = side.fighters.clone().collect();
        order.put_in_order_by_key(|&who| b.fighters[who].turn);
        let before = kinds.to_vec();
        for neighbours in order.chunk_by(|&one, &next| before[one] == before[next]) {
            let first = neighbours.iter().min().copied().unwrap_or_default();
            neighbours.iter().for_each(|&who| kinds[who] = first as u32);
        }
    }
}
