//! Lists to choose from: many places, few kinds of them.

/// A list of places in which neighbours may be alike. A uniform choice draws
/// one place; whoever visits all branches needs only one place of each run.
///
/// ```
/// use fracas_core::chance::{Chance, Die, Enumerated, Runs};
///
/// struct Ranks([u64; 2]);
///
/// impl Runs for Ranks {
///     fn total(&self) -> u64 {
///         self.0.iter().sum()
///     }
///     fn each(&self, run: impl FnMut(u64)) {
///         self.0.into_iter().for_each(run);
///     }
/// }
///
/// // Nine soldiers and a knight: two branches, not ten.
/// let (mut dice, mut branches) = (Enumerated::new(), Vec::new());
/// loop {
///     let place = dice.choose(&Ranks([9, 1]), Die("who is hit"));
///     branches.push((place, dice.probability()));
///     if !dice.next_path() { break }
/// }
/// assert_eq!(branches, [(0, 0.9), (9, 0.1)]);
/// ```
pub trait Runs {
    /// How many places there are.
    fn total(&self) -> u64;

    /// Calls `run` with the length of each run, in list order. Runs of no
    /// places may be left out or given.
    fn each(&self, run: impl FnMut(u64));
}

/// Children of a node: a machine vector on every x86-64.
const FAN: usize = 4;

/// Whole-number weights that can be changed one by one and searched by
/// running total, in a few steps whatever their number: a tree whose nodes
/// hold, for each of up to four children, the sum of those before it.
///
/// Sums stay below 2^31.
///
/// ```
/// use fracas_core::chance::WeightTree;
/// let mut men = WeightTree::new(3);
/// men.set_all([5, 0, 2]);
/// assert_eq!(men.total(), 7);
/// assert_eq!(men.find(4), (0, 4));
/// assert_eq!(men.find(5), (2, 0));
/// men.add(0, -1);
/// men.set(1, 0);
/// assert_eq!([men.get(0), men.get(1), men.get(2)], [4, 0, 2]);
/// assert_eq!(men.find(4), (2, 0));
/// ```
#[derive(Debug)]
pub struct WeightTree {
    len: usize,
    total: u32,
    /// The top of the tree; of up to four weights, all of it.
    root: Node,
    /// The level below the root; with it, of up to sixteen weights, all.
    branches: [Node; FAN],
    /// Further levels, leaves first.
    levels: Vec<Vec<Node>>,
}

type Node = [u32; FAN];

impl Clone for WeightTree {
    fn clone(&self) -> Self {
        Self { levels: self.levels.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.len = source.len;
        self.total = source.total;
        self.root = source.root;
        if source.len > FAN {
            self.branches = source.branches;
            self.levels.clone_from(&source.levels);
        }
    }
}

impl WeightTree {
    /// `len` weights, all 0.
    pub fn new(len: usize) -> Self {
        let mut levels = Vec::new();
        let mut width = len;
        while width > FAN * FAN {
            width = width.div_ceil(FAN);
            levels.push(vec![[0; FAN]; width]);
        }
        Self { len, total: 0, root: [0; FAN], branches: [[0; FAN]; FAN], levels }
    }

    /// The sum of all weights.
    #[inline]
    pub fn total(&self) -> u64 {
        u64::from(self.total)
    }

    /// Replaces all weights. Their sum must stay below 2^31.
    pub fn set_all(&mut self, weights: impl IntoIterator<Item = u32>) {
        for (index, weight) in weights.into_iter().enumerate() {
            self.set(index, weight);
        }
    }

    /// Replaces one weight.
    #[inline]
    pub fn set(&mut self, index: usize, weight: u32) {
        self.add(index, weight as i32 - self.get(index) as i32);
    }

    /// Adds to one weight.
    #[inline(always)]
    pub fn add(&mut self, index: usize, by: i32) {
        debug_assert!(index < self.len);
        // Adding what wraps around is taking away.
        let by = by as u32;
        self.total = self.total.wrapping_add(by);
        let mut index = index;
        if self.len > FAN {
            for level in &mut self.levels {
                add_behind(&mut level[index / FAN], index % FAN, by);
                index /= FAN;
            }
            add_behind(&mut self.branches[index / FAN], index % FAN, by);
            index /= FAN;
        }
        add_behind(&mut self.root, index % FAN, by);
    }

    /// The weight whose stretch of the running total holds `place`, and how
    /// far into it `place` lies. `place` must be below the total.
    #[inline(always)]
    pub fn find(&self, place: u64) -> (usize, u32) {
        debug_assert!(place < self.total());
        let (index, place) = descend(&self.root, 0, place as u32);
        if self.len <= FAN {
            return (index, place);
        }
        let (index, place) = descend(&self.branches[index], index, place);
        if self.len <= FAN * FAN {
            return (index, place);
        }
        self.find_below(index, place)
    }

    /// Goes on below the branches.
    #[inline(never)]
    fn find_below(&self, branch: usize, place: u32) -> (usize, u32) {
        let mut found = (branch, place);
        for level in self.levels.iter().rev() {
            found = descend(&level[found.0], found.0, found.1);
        }
        found
    }

    /// One weight.
    #[inline]
    pub fn get(&self, index: usize) -> u32 {
        let start = self.sum_before(index);
        let end = if index + 1 == self.len { self.total } else { self.sum_before(index + 1) };
        end - start
    }

    /// The sum of all weights before one.
    #[inline]
    fn sum_before(&self, index: usize) -> u32 {
        let mut index = index;
        let mut sum = 0;
        if self.len > FAN {
            for level in &self.levels {
                sum += level[index / FAN][index % FAN];
                index /= FAN;
            }
            sum += self.branches[index / FAN][index % FAN];
            index /= FAN;
        }
        sum + self.root[index]
    }
}

/// The child of the node number `index` that holds `place`, numbered within
/// its level, and how far into it `place` lies.
#[inline(always)]
fn descend(node: &Node, index: usize, place: u32) -> (usize, u32) {
    let child = child_at(node, place);
    (index * FAN + child, place - node[child])
}

/// The last child that starts at or before `place`; the first starts at 0.
/// Three comparisons side by side, without a branch.
#[inline(always)]
fn child_at(node: &Node, place: u32) -> usize {
    usize::from(node[1] <= place) + usize::from(node[2] <= place) + usize::from(node[3] <= place)
}

/// Per child, all bits set for those behind it.
static BEHIND: [Node; FAN] = {
    let mut masks = [[0; FAN]; FAN];
    let mut child = 0;
    while child < FAN {
        let mut place = child + 1;
        while place < FAN {
            masks[child][place] = u32::MAX;
            place += 1;
        }
        child += 1;
    }
    masks
};

/// Moves the start of every child behind `child`, in one step of the machine.
#[inline(always)]
fn add_behind(node: &mut Node, child: usize, by: u32) {
    let mask = &BEHIND[child];
    for place in 0..FAN {
        node[place] = node[place].wrapping_add(by & mask[place]);
    }
}

impl Runs for WeightTree {
    #[inline]
    fn total(&self) -> u64 {
        self.total()
    }

    fn each(&self, mut run: impl FnMut(u64)) {
        let mut start = 0;
        for index in 0..self.len {
            let end = if index + 1 == self.len { self.total } else { self.sum_before(index + 1) };
            run(u64::from(end - start));
            start = end;
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
