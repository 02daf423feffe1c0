//! Sight over the map as it was before the battle, found once per hex.

use fracas_core::order::Ordered;
use std::sync::OnceLock;

use super::sight::{Over, both};
use crate::battle::Battle;
use crate::field::{Field, Spot};
use crate::lines::READY;

/// How far the cache looks.
pub(super) const KEPT: u32 = 16;
const _: () = assert!(KEPT <= READY);

/// Sight over the map as it was before the battle, found once per hex and
/// shared by all battles fought on it.
#[derive(Debug, Default)]
pub struct SightCache {
    hexes: OnceLock<Box<[OnceLock<HexSight>]>>,
}

/// What is in sight from one hex over the map as it was, without smoke and
/// cover.
#[derive(Debug)]
struct HexSight {
    /// The hexes in sight, the nearest first.
    seen: Box<[Spot]>,
    /// How many of them lie within each distance.
    within: [u16; KEPT as usize + 1],
    /// Partial blockers on the plus line and, times four, the minus line;
    /// [`SHUT`] for a line that is blocked. By displacement.
    lines: Box<[u8]>,
}

/// A blocked line of an [`HexSight`].
const SHUT: u8 = 3;
const SPAN: i32 = 2 * KEPT as i32 + 1;

impl HexSight {
    fn find(battle: &Battle, from: Spot) -> Self {
        let field = &battle.field;
        let over = Over {
            terrain: &battle.terrain,
            elevation: &battle.elevation,
            smoke: &[],
            original: false,
            known: None,
        };
        let mut lines = vec![SHUT | SHUT << 2; (SPAN * SPAN) as usize].into_boxed_slice();
        let mut seen: Vec<Spot> = Vec::new();
        for to in field.within(from, KEPT) {
            let [plus, minus] = both(battle, over, from, to, [None; 2])
                .map(|line| if line.blocked.is_some() { SHUT } else { line.partials });
            lines[Self::place(field, from, to)] = plus | minus << 2;
            if plus != SHUT || minus != SHUT {
                seen.push(to);
            }
        }
        seen.put_in_order_by_key(|to| field.distance(from, *to));
        let mut within = [0; KEPT as usize + 1];
        for (radius, count) in within.iter_mut().enumerate() {
            *count = seen.partition_point(|to| field.distance(from, *to) as usize <= radius) as u16;
        }
        Self { seen: seen.into(), within, lines }
    }

    #[inline]
    fn place(field: &Field, from: Spot, to: Spot) -> usize {
        let (from, to) = (field.hex(from), field.hex(to));
        let reach = KEPT as i32;
        ((to.q - from.q + reach) * SPAN + to.r - from.r + reach) as usize
    }
}

impl SightCache {
    fn of_hex<'a>(&'a self, battle: &Battle, from: Spot) -> &'a HexSight {
        let hexes =
            self.hexes.get_or_init(|| (0..battle.field.count()).map(|_| OnceLock::new()).collect());
        hexes[from.index()].get_or_init(|| HexSight::find(battle, from))
    }
}

/// Partial blockers on the better of both lines; none if both are blocked. The
/// hexes must lie within [`KEPT`] of each other.
pub(super) fn partials(battle: &Battle, from: Spot, to: Spot) -> Option<u8> {
    let lines = battle.sight.of_hex(battle, from).lines[HexSight::place(&battle.field, from, to)];
    let partials = (lines & 3).min(lines >> 2);
    (partials != SHUT).then_some(partials)
}

/// The hexes in sight within a range, at most [`KEPT`], the nearest first.
pub(super) fn in_sight(battle: &Battle, from: Spot, range: u32) -> &[Spot] {
    let hex = battle.sight.of_hex(battle, from);
    &hex.seen[..usize::from(hex.within[range.min(KEPT) as usize])]
}
