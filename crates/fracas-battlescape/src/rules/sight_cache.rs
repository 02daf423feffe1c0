//! Sight over the map as it was before the battle, found once per hex.

use fracas_core::order::Ordered;
use std::sync::OnceLock;

use super::sight::{Over, both};
use crate::battle::Battle;
use crate::field::{Field, Spot};
use crate::hex::Dir;
use crate::lines::READY;

/// How far the cache looks.
pub(super) const KEPT: u32 = 16;
const _: () = assert!(KEPT <= READY);

/// Sight over the map as it was before the battle, found once per hex and
/// shared by all battles fought on it.
#[derive(Debug, Default)]
pub struct SightCache {
    hexes: OnceLock<Box<[OnceLock<HexSight>]>>,
    /// The same for somebody who leans past cover there (B-104), by hex and
    /// direction.
    leaning: OnceLock<Box<[OnceLock<Box<Around>>]>>,
}

/// Hexes in sight.
#[derive(Debug)]
struct Around {
    /// The nearest first.
    seen: Box<[Spot]>,
    /// How many of them lie within each distance.
    within: [u16; KEPT as usize + 1],
}

impl Around {
    fn of(field: &Field, from: Spot, mut seen: Vec<Spot>) -> Self {
        seen.put_in_order_by_key(|to| field.distance(from, *to));
        let mut within = [0; KEPT as usize + 1];
        for (radius, count) in within.iter_mut().enumerate() {
            *count = seen.partition_point(|to| field.distance(from, *to) as usize <= radius) as u16;
        }
        Self { seen: seen.into(), within }
    }

    /// What somebody sees besides who leans past a neighbour.
    fn leaning(battle: &Battle, from: Spot, past: Spot) -> Self {
        let field = &battle.field;
        let plain = battle.sight.of_hex(battle, from);
        let mut seen = plain.around.seen.to_vec();
        let over = original(battle);
        for to in field.behind(from, past).take_while(|to| field.distance(from, *to) <= KEPT) {
            if !plain.sees(field, from, to) {
                let lines = both(battle, over, from, to, [Some(past), None]);
                seen.extend(lines.iter().any(|line| line.blocked.is_none()).then_some(to));
            }
        }
        Self::of(field, from, seen)
    }

    fn up_to(&self, range: u32) -> &[Spot] {
        &self.seen[..usize::from(self.within[range.min(KEPT) as usize])]
    }
}

/// The ground before the battle.
fn original(battle: &Battle) -> Over<'_> {
    Over {
        terrain: &battle.terrain,
        elevation: &battle.elevation,
        smoke: &[],
        original: false,
        known: None,
    }
}

/// What is in sight from one hex over the map as it was, without smoke and
/// cover.
#[derive(Debug)]
struct HexSight {
    around: Around,
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
        let over = original(battle);
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
        Self { around: Around::of(field, from, seen), lines }
    }

    #[inline]
    fn place(field: &Field, from: Spot, to: Spot) -> usize {
        let (from, to) = (field.hex(from), field.hex(to));
        let reach = KEPT as i32;
        ((to.q - from.q + reach) * SPAN + to.r - from.r + reach) as usize
    }

    fn sees(&self, field: &Field, from: Spot, to: Spot) -> bool {
        self.lines[Self::place(field, from, to)] != SHUT | SHUT << 2
    }
}

impl SightCache {
    fn of_hex<'a>(&'a self, battle: &Battle, from: Spot) -> &'a HexSight {
        let hexes =
            self.hexes.get_or_init(|| (0..battle.field.count()).map(|_| OnceLock::new()).collect());
        hexes[from.index()].get_or_init(|| HexSight::find(battle, from))
    }

    fn of_leaning<'a>(&'a self, battle: &Battle, from: Spot, dir: Dir, past: Spot) -> &'a Around {
        let count = battle.field.count() * Dir::ALL.len();
        let all = self.leaning.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        all[from.index() * Dir::ALL.len() + dir.index()]
            .get_or_init(|| Box::new(Around::leaning(battle, from, past)))
    }
}

/// Partial blockers on the better of both lines; none if both are blocked. The
/// hexes must lie within [`KEPT`] of each other.
pub(super) fn partials(battle: &Battle, from: Spot, to: Spot) -> Option<u8> {
    let lines = battle.sight.of_hex(battle, from).lines[HexSight::place(&battle.field, from, to)];
    let partials = (lines & 3).min(lines >> 2);
    (partials != SHUT).then_some(partials)
}

/// The hexes in sight within a range, at most [`KEPT`], the nearest first, of
/// somebody who leans in a direction or does not.
pub(super) fn in_sight(battle: &Battle, from: Spot, lean: Option<Dir>, range: u32) -> &[Spot] {
    let past = lean.and_then(|dir| Some((dir, battle.field.step(from, dir)?)));
    let around = match past {
        Some((dir, past)) => battle.sight.of_leaning(battle, from, dir, past),
        None => &battle.sight.of_hex(battle, from).around,
    };
    around.up_to(range)
}
