//! Combinations of values by number.

use super::axis::Axis;

/// Every combination of the values of some axes, numbered with the first axis
/// running fastest.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    axes: Vec<Axis>,
    count: u64,
}

/// Numbers that every machine counts exactly.
const MOST: u64 = 1 << 53;

impl Grid {
    /// All combinations; none if they are too many to be numbered.
    pub fn new(axes: Vec<Axis>) -> Option<Self> {
        let fits = |count: &u64| *count <= MOST;
        let times = |count: u64, axis: &Axis| count.checked_mul(length(axis)).filter(fits);
        let count = axes.iter().try_fold(1, times)?;
        Some(Self { axes, count })
    }

    /// What varies.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// How many combinations there are.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// The numbers of the values of a variant, axis by axis.
    pub fn point(&self, variant: u64) -> Vec<u64> {
        let mut rest = variant;
        let digit = |axis: &Axis| {
            let digit = rest % length(axis);
            rest /= length(axis);
            digit
        };
        self.axes.iter().map(digit).collect()
    }

    /// The variant of such numbers.
    pub fn variant(&self, point: &[u64]) -> u64 {
        let axes = self.axes.iter().zip(point).rev();
        axes.fold(0, |variant, (axis, digit)| variant * length(axis) + digit)
    }
}

/// How many values an axis has.
fn length(axis: &Axis) -> u64 {
    axis.values.len() as u64
}
