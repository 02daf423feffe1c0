//! Who inherits from a dead noble of a side that has not lost (O-75, O-82).

use crate::battle::Battle;

/// The heir of `unit`: the first living noble in stack order among all below
/// him, else the nearest above him; for an ally's noble then the defender's
/// leader. `alive` tells who may inherit.
pub fn heir(b: &Battle, unit: usize, alive: impl Fn(usize) -> bool) -> Option<usize> {
    let side = &b.sides[b.units[unit].side.index()];
    let stack = side.stack_of(unit);
    let below = (unit + 1..stack.end)
        .take_while(|&other| is_below(b, other, unit))
        .find(|&other| alive(other));
    below
        .or_else(|| above(b, unit).find(|&other| alive(other)))
        .or_else(|| Some(side.leader()).filter(|&leader| leader != unit && alive(leader)))
}

/// Whether `unit` stands somewhere below `top`.
pub fn is_below(b: &Battle, unit: usize, top: usize) -> bool {
    above(b, unit).any(|other| other == top)
}

/// Those above a unit, nearest first.
pub fn above(b: &Battle, unit: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(b.units[unit].under, |&over| b.units[over].under)
}
