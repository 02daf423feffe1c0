//! Which trials a tally covers.

use crate::order::Ordered;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A set of trial numbers: stretches in rising order that neither touch nor
/// overlap. In JSON a list of `[first, end]`, the end not included.
///
/// ```
/// use fracas_core::odds::Trials;
/// let both = Trials::of(0..64).union(&Trials::of(100..128)).unwrap();
/// assert_eq!((both.count(), both.contains(99), both.stretches().count()), (92, false, 2));
/// assert_eq!(both.union(&Trials::of(60..80)), Err(60..64));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Trials(Vec<(u64, u64)>);

/// One above the highest trial number: a number that every reader of JSON
/// keeps exactly.
const END: u64 = 1 << 53;

impl Trials {
    /// No trials.
    pub const NONE: Self = Self(Vec::new());

    /// One stretch of trials.
    pub fn of(stretch: Range<u64>) -> Self {
        if stretch.is_empty() {
            return Self::default();
        }
        Self(vec![(stretch.start, stretch.end)])
    }

    /// How many trials there are.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(first, end)| end - first).sum()
    }

    /// The stretches in rising order.
    pub fn stretches(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.0.iter().map(|&(first, end)| first..end)
    }

    /// Whether a trial is among them.
    pub fn contains(&self, trial: u64) -> bool {
        self.stretches().any(|stretch| stretch.contains(&trial))
    }

    /// This set without some stretches of it.
    pub fn without(self, mut left_out: Vec<Range<u64>>) -> Self {
        left_out.retain(|stretch| !stretch.is_empty());
        left_out.put_in_order_by_key(|stretch| stretch.start);
        let mut kept = Vec::new();
        for stretch in self.stretches() {
            let mut first = stretch.start;
            for gap in &left_out {
                if first < gap.end && gap.start < stretch.end {
                    kept.push((first, gap.start));
                    first = gap.end;
                }
            }
            kept.push((first, stretch.end));
        }
        kept.retain(|(first, end)| first < end);
        Self(kept)
    }

    /// Both sets in one, or the first trials that are in both.
    pub fn union(&self, other: &Self) -> Result<Self, Range<u64>> {
        let mut all: Vec<(u64, u64)> = self.0.iter().chain(&other.0).copied().collect();
        all.put_in_order();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(all.len());
        for (first, end) in all {
            match joined.last_mut() {
                Some(last) if first < last.1 => return Err(first..end.min(last.1)),
                Some(last) if first == last.1 => last.1 = end,
                _ => joined.push((first, end)),
            }
        }
        Ok(Self(joined))
    }
}

/// A stretch that cannot be where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("trials {0} to {1}: stretches must rise, not touch, and end at 2^53")]
pub struct TrialsError(u64, u64);

impl From<Trials> for Vec<(u64, u64)> {
    fn from(trials: Trials) -> Self {
        trials.0
    }
}

impl TryFrom<Vec<(u64, u64)>> for Trials {
    type Error = TrialsError;

    fn try_from(stretches: Vec<(u64, u64)>) -> Result<Self, TrialsError> {
        let mut free = 0;
        for (place, &(first, end)) in stretches.iter().enumerate() {
            let touches = place > 0 && first <= free;
            if touches || first >= end || end > END {
                return Err(TrialsError(first, end));
            }
            free = end;
        }
        Ok(Self(stretches))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_overlap_is_named() {
        let ours = Trials::of(0..100);
        assert_eq!(ours.union(&Trials::of(90..120)), Err(90..100));
        assert_eq!(ours.union(&Trials::of(20..30)), Err(20..30));
    }

    #[test]
    fn only_a_proper_list_is_read() {
        let read = |text: &str| serde_json::from_str::<Trials>(text);
        assert_eq!(read("[[0,64],[128,192]]").unwrap().count(), 128);
        for bad in
            ["[[5,5]]", "[[7,5]]", "[[0,9],[9,12]]", "[[4,9],[0,2]]", "[[0,9007199254740993]]"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_left_out_is_missing() {
        let some = Trials::of(10..100).without(vec![70..80, 10..12, 95..100, 40..40]);
        let stretches: Vec<_> = some.stretches().collect();
        assert_eq!(stretches, [12..70, 80..95]);
        assert_eq!(Trials::of(5..8).without(vec![0..6, 6..9]), Trials::default());
    }

    proptest! {
        /// Stretches put together in any order are the set of their trials.
        #[test]
        fn a_union_is_a_set(mut parts in prop::collection::vec((0u64..60, 1u64..6), 1..12)) {
            parts.sort_unstable();
            let mut whole = Trials::default();
            let mut set = std::collections::BTreeSet::new();
            for &(first, length) in parts.iter().rev() {
                let part = first..first + length;
                match whole.union(&Trials::of(part.clone())) {
                    Ok(union) => {
                        whole = union;
                        for trial in part {
                            prop_assert!(set.insert(trial));
                        }
                    }
                    Err(both) => {
                        prop_assert!(!both.is_empty());
                        prop_assert!(both.clone().all(|trial| set.contains(&trial) && part.contains(&trial)));
                    }
                }
            }
            prop_assert_eq!(whole.count(), set.len() as u64);
            prop_assert!((0..70).all(|trial| whole.contains(trial) == set.contains(&trial)));
            let written: Vec<(u64, u64)> = whole.clone().into();
            prop_assert_eq!(Trials::try_from(written), Ok(whole));
        }
    }
}
