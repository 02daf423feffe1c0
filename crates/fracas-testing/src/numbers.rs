//! Numbers that look random and are the same in every run.

/// A plain series of numbers, the same in every run.
pub struct Numbers(pub u64);

impl Numbers {
    /// The next one below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Once in so many.
    pub fn once_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}
