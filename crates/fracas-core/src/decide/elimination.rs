//! A few states that lead to each other, solved one by one.
//!
//! A state is taken out by sending whatever would come to it on to where it
//! leads. Nothing is ever subtracted, so no digits are lost where a set is
//! hardly ever left.

/// States with the chances of going from one to the other.
#[derive(Default)]
pub(super) struct Elimination {
    size: usize,
    /// Row by row: from, to.
    inside: Vec<f64>,
    /// The chance that a state leads out of the set.
    out: Vec<f64>,
    /// That chance times what lies there.
    worth: Vec<f64>,
}

impl Elimination {
    /// Ready for so many states.
    pub fn start(&mut self, size: usize) {
        self.size = size;
        self.inside.clear();
        self.inside.resize(size * size, 0.0);
        for list in [&mut self.out, &mut self.worth] {
            list.clear();
            list.resize(size, 0.0);
        }
    }

    /// A way from one state to another, which may be itself.
    pub fn goes(&mut self, from: usize, to: usize, p: f64) {
        self.inside[from * self.size + to] += p;
    }

    /// A way out of the set to something worth so much.
    pub fn leaves(&mut self, from: usize, p: f64, worth: f64) {
        self.out[from] += p;
        self.worth[from] += p * worth;
    }

    /// What each state is worth. Who never leaves gets nothing.
    pub fn solve(&mut self) -> &[f64] {
        for last in (0..self.size).rev() {
            self.take_out(last);
        }
        for state in 0..self.size {
            let (before, row) = self.row(state);
            let leaving = self.out[state] + before.iter().sum::<f64>();
            let known: f64 = before.iter().zip(&self.worth).map(|(p, worth)| p * worth).sum();
            debug_assert_eq!(row, state * self.size);
            self.worth[state] =
                if leaving > 0.0 { (self.worth[state] + known) / leaving } else { 0.0 };
        }
        &self.worth
    }

    /// The chances of a state to lead to those before it.
    fn row(&self, state: usize) -> (&[f64], usize) {
        let first = state * self.size;
        (&self.inside[first..first + state], first)
    }

    /// Sends what comes to the last state on to those before it, and out.
    fn take_out(&mut self, last: usize) {
        let (row, worth, out) = (last * self.size, self.worth[last], self.out[last]);
        let leaving = out + self.inside[row..row + last].iter().sum::<f64>();
        for state in 0..last {
            let comes = self.inside[state * self.size + last];
            if comes == 0.0 {
                continue;
            }
            if leaving <= 0.0 {
                // It never comes out again: as good as left, for nothing.
                self.out[state] += comes;
                continue;
            }
            let share = comes / leaving;
            self.out[state] += share * out;
            self.worth[state] += share * worth;
            for to in 0..last {
                self.inside[state * self.size + to] += share * self.inside[row + to];
            }
        }
    }
}
