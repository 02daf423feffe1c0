//! Fights that only dwindle: a step takes one from one of several counts, or
//! changes nothing at all.
//!
//! Then the rung is the number of those gone, a step leads to the very next
//! one, and two rungs are all there is to remember. A state needs no hash: all
//! counts but one number its place on the rung, and that one is what is left.

use super::{Mass, NEGLIGIBLE, Refusal};
use crate::order::Ordered;
use crate::ruleset::OutcomeId;
use crate::watch::MeasureId;

/// A fight of which every step takes one from one of several counts, or
/// changes nothing. Nothing is drawn before the first step.
pub trait Dwindle<S> {
    /// The counts before the first step.
    fn counts(&self) -> Vec<u32>;

    /// The one measure that the fight counts: its steps.
    fn steps(&self) -> MeasureId;

    /// Looks at the fight with so much left of each count: how it ended, if it
    /// is over, else how likely a step is to take one from each of them.
    fn look(&mut self, left: &[u32], falls: &mut [f64]) -> Option<OutcomeId>;

    /// Makes the state of a fight that is over. The state given is that of the
    /// start, or one made here before.
    fn end(&self, left: &[u32], outcome: OutcomeId, state: &mut S);
}

/// Where a count stands in the word that all of them are packed into, and what
/// one of it weighs in the number of a state's place.
#[derive(Clone, Copy)]
struct Dial {
    shift: u32,
    mask: u64,
    weight: usize,
}

/// The states of one rung.
struct Layer {
    /// By place.
    masses: Vec<Mass>,
    /// Those there are: the packed counts, and the place.
    states: Vec<(u64, u32)>,
}

/// The two rungs of such a fight that are worked on.
pub(super) struct Sweep {
    dials: Vec<Dial>,
    now: Layer,
    next: Layer,
}

impl Sweep {
    /// Bytes that a state takes.
    const BYTES: usize = size_of::<Mass>() + size_of::<(u64, u32)>();

    /// Ready to begin with these counts, if they fit a word and two rungs fit
    /// so much memory.
    pub fn new(counts: &[u32], memory: usize) -> Option<Self> {
        // The largest weighs nothing, and the smaller a count the more: those of
        // whom there is one, and who seldom fall, do not keep the others apart.
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.put_in_order_by_key(|&place| std::cmp::Reverse(counts[place]));
        let mut places = 1_usize;
        let mut weights = vec![0; counts.len()];
        for place in order.into_iter().skip(1) {
            weights[place] = places;
            places = places.checked_mul(counts[place] as usize + 1)?;
        }
        let mut shift = 0;
        let mut dials = Vec::new();
        for (count, weight) in counts.iter().zip(weights) {
            let bits = u32::BITS - count.leading_zeros();
            dials.push(Dial { shift, mask: (1 << bits) - 1, weight });
            shift += bits;
        }
        if shift >= u64::BITS || places.checked_mul(2 * Self::BYTES)? > memory {
            return None;
        }
        let rung = || Layer { masses: vec![Mass::default(); places], states: Vec::new() };
        let mut sweep = Self { dials, now: rung(), next: rung() };
        let (word, place) = sweep.dials.iter().zip(counts).fold((0, 0), |(word, at), (dial, n)| {
            (word | u64::from(*n) << dial.shift, at + *n as usize * dial.weight)
        });
        sweep.now.add(word, place, Mass::whole(1.0));
        Some(sweep)
    }
}

impl Layer {
    #[inline]
    fn add(&mut self, word: u64, place: usize, mass: Mass) {
        let sum = &mut self.masses[place];
        if sum.p == 0.0 {
            self.states.push((word, place as u32));
        }
        *sum += mass;
    }
}

/// What came of a fight that dwindled.
#[derive(Default)]
pub(super) struct Swept {
    pub states: u64,
    pub branches: u64,
    pub unresolved: f64,
}

/// Follows the fight rung by rung, as long as `within` allows it. Every end is
/// told with what is left of each count.
pub(super) fn sweep<S>(
    mut rungs: Sweep,
    fight: &mut dyn Dwindle<S>,
    mut within: impl FnMut(&Swept) -> Result<(), Refusal>,
    mut end: impl FnMut(&dyn Dwindle<S>, &[u32], OutcomeId, Mass) -> Result<(), Refusal>,
) -> Result<Swept, Refusal> {
    let mut swept = Swept::default();
    let mut left = vec![0; rungs.dials.len()];
    let mut falls = vec![0.0; rungs.dials.len()];
    while !rungs.now.states.is_empty() {
        let Sweep { dials, now, next } = &mut rungs;
        for (word, place) in now.states.drain(..) {
            let mass = std::mem::take(&mut now.masses[place as usize]);
            for (count, dial) in left.iter_mut().zip(&*dials) {
                *count = ((word >> dial.shift) & dial.mask) as u32;
            }
            falls.fill(0.0);
            if let Some(outcome) = fight.look(&left, &mut falls) {
                end(&*fight, &left, outcome, mass)?;
                continue;
            }
            // The leaving ways are summed: 1 - stay would lose their last digits.
            let leaving: f64 = falls.iter().sum();
            if mass.p < NEGLIGIBLE || leaving <= 0.0 {
                swept.unresolved += mass.p;
                continue;
            }
            swept.states += 1;
            let after = steps_until(mass, leaving);
            for (fall, dial) in falls.iter().zip(&*dials) {
                if *fall > 0.0 {
                    swept.branches += 1;
                    let place = place as usize - dial.weight;
                    next.add(word - (1 << dial.shift), place, after * (fall / leaving));
                }
            }
            // And the step that changed nothing.
            swept.branches += 1;
            within(&swept)?;
        }
        std::mem::swap(&mut rungs.now, &mut rungs.next);
    }
    Ok(swept)
}

/// The mass once a step has changed something, which each does with this
/// probability: a geometric number of steps later.
#[inline]
fn steps_until(mass: Mass, leaving: f64) -> Mass {
    let mean = 1.0 / leaving;
    let square = (2.0 - leaving) * mean * mean;
    Mass {
        p: mass.p,
        first: mass.first + mass.p * mean,
        second: mass.second + 2.0 * mass.first * mean + mass.p * square,
    }
}
