//! Lists to choose from: many places, few kinds of them.

/// A list of places in which neighbours may be alike. A uniform choice draws
/// one place; whoever visits all branches needs only one place of each run.
pub trait Runs {
    /// How many places there are.
    fn total(&self) -> u64;

    /// Calls `run` with the length of each run, in list order. Runs of no
    /// places may be left out or given.
    fn each(&self, run: impl FnMut(u64));
}

/// Children of a node. Two machine vectors of four on every x86-64.
const FAN: usize = 8;

/// Whole-number weights that can be changed one by one and searched by
/// running total, in a few steps whatever their number: a tree whose nodes
/// hold the running totals of up to eight children.
///
/// ```
/// use fracas_core::chance::WeightTree;
/// let mut men = WeightTree::new(3);
/// men.set_all([5, 0, 2]);
/// assert_eq!(men.total(), 7);
/// assert_eq!(men.find(4), (0, 4));
/// assert_eq!(men.find(5), (2, 0));
/// men.add(0, -1);
/// assert_eq!(men.find(4), (2, 0));
/// ```
#[derive(Debug)]
pub struct WeightTree {
    len: usize,
    total: u32,
    /// Where each level starts in `nodes`, leaves first.
    levels: [u32; MOST_LEVELS],
    height: usize,
    nodes: Vec<[u32; FAN]>,
}

/// Enough for eight to the eighth, some 16 million weights.
const MOST_LEVELS: usize = 8;

impl Clone for WeightTree {
    fn clone(&self) -> Self {
        Self {
            len: self.len,
            total: self.total,
            levels: self.levels,
            height: self.height,
            nodes: self.nodes.clone(),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.len = source.len;
        self.total = source.total;
        self.levels = source.levels;
        self.height = source.height;
        self.nodes.clone_from(&source.nodes);
    }
}

impl WeightTree {
    /// `len` weights, all 0.
    pub fn new(len: usize) -> Self {
        let mut levels = [0; MOST_LEVELS];
        let mut height = 0;
        let mut nodes = 0;
        let mut width = len.max(1);
        loop {
            width = width.div_ceil(FAN);
            levels[height] = nodes as u32;
            height += 1;
            nodes += width;
            if width == 1 {
                break;
            }
        }
        Self {
            len,
            total: 0,
            levels,
            height,
            nodes: vec![[0; FAN]; nodes],
        }
    }

    /// The sum of all weights.
    #[inline]
    pub fn total(&self) -> u64 {
        u64::from(self.total)
    }

    /// Replaces all weights. Their sum must stay below 2^31.
    pub fn set_all(&mut self, weights: impl IntoIterator<Item = u32>) {
        self.nodes.fill([0; FAN]);
        self.total = 0;
        for (index, weight) in weights.into_iter().enumerate() {
            if weight > 0 {
                self.add(index, weight as i32);
            }
        }
    }

    /// Adds to one weight.
    #[inline]
    pub fn add(&mut self, index: usize, by: i32) {
        debug_assert!(index < self.len);
        self.total = self.total.wrapping_add_signed(by);
        let mut index = index;
        for &level in &self.levels[..self.height] {
            let node = &mut self.nodes[level as usize + index / FAN];
            let child = (index % FAN) as u32;
            for (place, sum) in node.iter_mut().enumerate() {
                let step = if place as u32 >= child { by } else { 0 };
                *sum = sum.wrapping_add_signed(step);
            }
            index /= FAN;
        }
    }

    /// The weight whose stretch of the running total holds `place`, and how
    /// far into it `place` lies. `place` must be below the total.
    #[inline]
    pub fn find(&self, place: u64) -> (usize, u32) {
        debug_assert!(place < self.total());
        let mut place = place as u32;
        let mut index = 0;
        for &level in self.levels[..self.height].iter().rev() {
            let node = &self.nodes[level as usize + index];
            let mut child = 0;
            let mut before = 0;
            for &sum in node {
                // Totals stay below 2^31, so signed comparison is right and quick.
                let passed = (sum as i32) <= (place as i32);
                child += usize::from(passed);
                before = if passed { sum } else { before };
            }
            // A place below the total never passes all children.
            index = index * FAN + child;
            place -= before;
        }
        (index, place)
    }

    /// One weight.
    pub fn get(&self, index: usize) -> u32 {
        let node = &self.nodes[index / FAN];
        let child = index % FAN;
        node[child] - if child > 0 { node[child - 1] } else { 0 }
    }
}

impl Runs for WeightTree {
    fn total(&self) -> u64 {
        self.total()
    }

    fn each(&self, mut run: impl FnMut(u64)) {
        for index in 0..self.len {
            run(u64::from(self.get(index)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_tree_is_a_list_of_weights(
            mut weights in prop::collection::vec(0u32..5, 1..700),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0u32..9), 0..40),
        ) {
            let mut tree = WeightTree::new(weights.len());
            tree.set_all(weights.iter().copied());
            for (index, to) in changes {
                let index = index.index(weights.len());
                tree.add(index, to as i32 - weights[index] as i32);
                weights[index] = to;
            }
            let sum: u32 = weights.iter().sum();
            prop_assert_eq!(tree.total(), u64::from(sum));
            let mut place = 0;
            for (index, &weight) in weights.iter().enumerate() {
                prop_assert_eq!(tree.get(index), weight);
                for within in 0..weight {
                    prop_assert_eq!(tree.find(place), (index, within));
                    place += 1;
                }
            }
        }
    }
}
