//! The lines of B-13 over every short displacement, found once for all maps:
//! a line depends on nothing but the displacement of its ends.

use fracas_core::order::Ordered;
use std::sync::OnceLock;

use crate::hex::{Hex, Nudge, on_line};

/// Lines up to this length are kept.
pub(crate) const READY: u32 = 24;
const REACH: i32 = READY as i32;
const WIDTH: i32 = 2 * REACH + 1;

/// A displacement in axial coordinates.
pub(crate) type Shift = (i8, i8);

/// All short lines from one hex.
#[derive(Debug)]
pub(crate) struct Lines {
    /// Where the hexes between the ends of each plus and minus line stand.
    ends: Vec<[(u32, u32); 2]>,
    between: Vec<Shift>,
    /// Where the ends of the lines that run over each hex stand.
    over: Vec<(u32, u32)>,
    behind: Vec<Shift>,
}

/// The place of a displacement of at most [`READY`].
#[inline]
fn place(q: i32, r: i32) -> usize {
    ((q + REACH) * WIDTH + r + REACH) as usize
}

/// The table, made when it is first asked for.
pub(crate) fn lines() -> &'static Lines {
    static LINES: OnceLock<Lines> = OnceLock::new();
    LINES.get_or_init(Lines::make)
}

impl Lines {
    fn make() -> Self {
        let count = (WIDTH * WIDTH) as usize;
        let origin = Hex::default();
        let mut targets: Vec<Hex> = (-REACH..=REACH)
            .flat_map(|q| (-REACH..=REACH).map(move |r| Hex { q, r }))
            .filter(|hex| origin.distance(*hex) <= READY)
            .collect();
        targets.put_in_order_by_key(|hex| origin.distance(*hex));
        let mut ends = vec![[(0, 0); 2]; count];
        let mut between: Vec<Shift> = Vec::new();
        let mut passed: Vec<Vec<Shift>> = vec![Vec::new(); count];
        for &to in &targets {
            let length = origin.distance(to);
            let [plus, minus] = [Nudge::Plus, Nudge::Minus].map(|nudge| {
                (1..length)
                    .map(|i| on_line(origin, to, i, nudge))
                    .map(|hex| (hex.q as i8, hex.r as i8))
                    .collect::<Vec<Shift>>()
            });
            let here = place(to.q, to.r);
            let mut keep = |line: &[Shift]| {
                let first = between.len() as u32;
                between.extend_from_slice(line);
                (first, between.len() as u32)
            };
            let kept = keep(&plus);
            ends[here] = [kept, if minus == plus { kept } else { keep(&minus) }];
            for (i, &(q, r)) in plus.iter().enumerate() {
                passed[place(q.into(), r.into())].push((to.q as i8, to.r as i8));
                if minus[i] != (q, r) {
                    let (q, r) = minus[i];
                    passed[place(q.into(), r.into())].push((to.q as i8, to.r as i8));
                }
            }
        }
        let mut behind: Vec<Shift> = Vec::new();
        let over = passed
            .iter()
            .map(|list| {
                let first = behind.len() as u32;
                behind.extend_from_slice(list);
                (first, behind.len() as u32)
            })
            .collect();
        Self { ends, between, over, behind }
    }

    /// The hexes between the ends of a line of at most [`READY`], seen from
    /// its start.
    #[inline]
    pub(crate) fn between(&self, q: i32, r: i32, nudge: Nudge) -> &[Shift] {
        let (first, last) = self.ends[place(q, r)][nudge as usize];
        &self.between[first as usize..last as usize]
    }

    /// Whether plus and minus line are the same.
    #[inline]
    pub(crate) fn single(&self, q: i32, r: i32) -> bool {
        let [plus, minus] = self.ends[place(q, r)];
        plus == minus
    }

    /// The ends of all lines of at most [`READY`] that run over a hex, the
    /// nearest first.
    pub(crate) fn behind(&self, q: i32, r: i32) -> &[Shift] {
        let (first, last) = self.over[place(q, r)];
        &self.behind[first as usize..last as usize]
    }
}
