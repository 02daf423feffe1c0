//! Sorting in little room: one sort for lists of all kinds, where a page must
//! load what is compiled and nobody waits for a list to be sorted.

use std::cmp::Ordering;

/// Lists that can be put in order. Equal ones stay as they stand.
///
/// ```
/// use fracas_core::order::Ordered;
/// let mut names = ["Osswid", "Feasel", "Tyra", "Bo"];
/// names.put_in_order_by_key(|name| name.len());
/// assert_eq!(names, ["Bo", "Tyra", "Osswid", "Feasel"]);
/// names.put_in_order();
/// assert_eq!(names, ["Bo", "Feasel", "Osswid", "Tyra"]);
/// names.put_in_order_by(|one, other| other.cmp(one));
/// assert_eq!(names[0], "Tyra");
/// ```
pub trait Ordered<T> {
    /// By a comparison.
    fn put_in_order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// By a key.
    fn put_in_order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.put_in_order_by(|one, other| key(one).cmp(&key(other)));
    }

    /// By what they are.
    fn put_in_order(&mut self)
    where
        T: Ord,
    {
        self.put_in_order_by(T::cmp);
    }

    /// By a comparison, where somebody waits for it and there are mostly few.
    fn put_few_in_order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// By a key, where somebody waits for it and there are mostly few.
    fn put_few_in_order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.put_few_in_order_by(|one, other| key(one).cmp(&key(other)));
    }
}

/// As many are put where they belong one by one.
const FEW: usize = 32;

impl<T> Ordered<T> for [T] {
    #[inline]
    fn put_few_in_order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        if self.len() > FEW {
            self.put_in_order_by(compare);
            return;
        }
        for next in 1..self.len() {
            let mut place = next;
            while place > 0 && compare(&self[place], &self[place - 1]).is_lt() {
                self.swap(place, place - 1);
                place -= 1;
            }
        }
    }

    fn put_in_order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let mut places = places(self.len(), &|one, other| compare(&self[one], &self[other]));
        for start in 0..places.len() {
            while places[start] != start {
                let to = places[start];
                self.swap(start, to);
                places.swap(start, to);
            }
        }
    }
}

/// Where each of so many belongs: runs are merged that double in length.
fn places(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    let mut merged = Vec::with_capacity(len);
    let mut run = 1;
    while run < len {
        merged.clear();
        for pair in order.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let (Some(&one), Some(&other)) = (left.first(), right.first()) {
                let next = if compare(other, one).is_lt() { &mut right } else { &mut left };
                merged.push(next[0]);
                *next = &next[1..];
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    let mut places = vec![0; len];
    for (place, &who) in order.iter().enumerate() {
        places[who] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_order_of_the_standard_sort(
            mut list in prop::collection::vec((0u8..6, 0u32..9), 0..70),
        ) {
            let mut sorted = list.clone();
            sorted.sort_by_key(|(key, _)| *key);
            let mut few = list.clone();
            list.put_in_order_by_key(|(key, _)| *key);
            prop_assert_eq!(&list, &sorted);
            few.put_few_in_order_by_key(|(key, _)| *key);
            prop_assert_eq!(few, sorted);
        }
    }
}
