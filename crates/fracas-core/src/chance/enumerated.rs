//! Every branch of chance, one after another.

use super::{Binomial, Chance, Die, Good, Runs, Test};

/// Visits every branch of a piece of rule code, with its probability.
///
/// The code is run again and again from the same start. Each run follows one
/// path through its requests; [`Enumerated::next_path`] moves on to the next.
///
/// ```
/// use fracas_core::chance::{Chance, Die, Enumerated};
/// let mut dice = Enumerated::new();
/// let mut mean = 0.0;
/// loop {
///     let damage = if dice.hit(1, 3, Die("hit")) { dice.face(6, Die("damage")) } else { 0 };
///     mean += dice.probability() * damage as f64;
///     if !dice.next_path() { break }
/// }
/// assert!((mean - 3.5 / 3.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    /// The requests of the present path.
    path: Vec<Fork>,
    /// The branches of all of them, request by request.
    branches: Vec<Branch>,
    /// How many requests this run has passed.
    depth: usize,
    probability: f64,
    /// Whether failures that change nothing are added up and not followed.
    adds_up: bool,
    /// The probability of those that this run was the first to pass.
    nothing: f64,
}

/// A request: where its branches begin, and the one that is taken.
#[derive(Clone, Copy, Debug)]
struct Fork {
    first: usize,
    taken: usize,
}

/// What one branch of a fork answers, and how likely it is.
#[derive(Clone, Copy, Debug)]
struct Branch {
    answer: u64,
    probability: f64,
}

impl Enumerated {
    /// At the first path of nothing yet.
    pub fn new() -> Self {
        Self { probability: 1.0, ..Self::default() }
    }

    /// The same for code that is over, with nothing done, wherever a
    /// [`Chance::test_or_nothing`] fails: such failures are not followed, and
    /// [`Self::nothing`] tells how likely they are.
    ///
    /// ```
    /// use fracas_core::chance::{Chance, Die, Enumerated, Good};
    /// let mut dice = Enumerated::adding_up_failures();
    /// // One branch is run, that of the hit; the miss is added up.
    /// assert!(dice.test_or_nothing(1, 4, Good::Low, Die("hit")).success);
    /// assert_eq!((dice.probability(), dice.nothing()), (0.25, 0.75));
    /// assert!(!dice.next_path());
    /// ```
    pub fn adding_up_failures() -> Self {
        Self { adds_up: true, ..Self::new() }
    }

    /// The probability of the path just run.
    #[inline]
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// The probability of failures that were passed by the path just run, and
    /// by none before it, and are not followed.
    #[inline]
    pub fn nothing(&self) -> f64 {
        self.nothing
    }

    /// Goes back to the start with the next path; false, and ready for other
    /// code, when all were run.
    #[inline]
    pub fn next_path(&mut self) -> bool {
        debug_assert_eq!(self.depth, self.path.len(), "the same start must ask the same");
        self.depth = 0;
        self.probability = 1.0;
        self.nothing = 0.0;
        while let Some(last) = self.path.last_mut() {
            last.taken += 1;
            if last.taken < self.branches.len() {
                return true;
            }
            self.branches.truncate(last.first);
            self.path.pop();
        }
        false
    }

    /// What this path answers to the present request. One that was not met
    /// before lists its branches.
    #[inline]
    fn fork(&mut self, list: impl FnOnce(&mut Vec<Branch>)) -> u64 {
        if self.depth == self.path.len() {
            let first = self.branches.len();
            list(&mut self.branches);
            self.path.push(Fork { first, taken: first });
        }
        let branch = self.branches[self.path[self.depth].taken];
        self.depth += 1;
        self.probability *= branch.probability;
        branch.answer
    }
}

impl Chance for Enumerated {
    const PATIENT: bool = true;

    fn below(&mut self, sides: u64, _die: Die) -> u64 {
        let probability = 1.0 / sides as f64;
        self.fork(|out| out.extend((0..sides).map(|answer| Branch { answer, probability })))
    }

    fn choose<L: Runs>(&mut self, list: &L, _die: Die) -> u64 {
        self.fork(|out| {
            let total = list.total() as f64;
            let mut place = 0;
            list.each(|length| {
                if length > 0 {
                    out.push(Branch { answer: place, probability: length as f64 / total });
                }
                place += length;
            });
        })
    }

    /// Two branches, or one where the test is certain.
    #[inline]
    fn test(&mut self, chances: u64, of: u64, _good: Good, _die: Die) -> Test {
        let chances = chances.min(of);
        let answer = self.fork(|out| {
            for (answer, cases) in [(1, chances), (0, of - chances)] {
                if cases > 0 {
                    out.push(Branch { answer, probability: cases as f64 / of as f64 });
                }
            }
        });
        Test { success: answer == 1, face: 0 }
    }

    /// Where failures are added up, one branch; a test that cannot succeed
    /// fails as any other.
    #[inline]
    fn test_or_nothing(&mut self, chances: u64, of: u64, good: Good, die: Die) -> Test {
        if !self.adds_up || chances == 0 {
            return self.test(chances, of, good, die);
        }
        if self.depth == self.path.len() {
            let failures = of.saturating_sub(chances);
            self.nothing += self.probability * (failures as f64 / of as f64);
        }
        let probability = chances.min(of) as f64 / of as f64;
        self.fork(|out| out.push(Branch { answer: 1, probability }));
        Test { success: true, face: 0 }
    }

    fn successes(&mut self, table: &Binomial, _die: Die) -> u32 {
        let counts = u64::from(table.first())..;
        let branches = counts.zip(table.probabilities());
        let branches = branches.map(|(answer, &probability)| Branch { answer, probability });
        self.fork(|out| out.extend(branches)) as u32
    }

    /// By the sum, not by the faces.
    fn dice(&mut self, count: u32, sides: u64, _die: Die) -> u64 {
        self.fork(|out| {
            let sums = u64::from(count)..;
            let ways = sums.zip(ways_of_sums(count, sides));
            out.extend(ways.map(|(answer, probability)| Branch { answer, probability }));
        })
    }

    #[inline]
    fn handful(&mut self) -> impl Chance {
        self
    }
}

/// A handful of dice is enumerated as any others.
impl Chance for &mut Enumerated {
    const PATIENT: bool = Enumerated::PATIENT;

    fn below(&mut self, sides: u64, die: Die) -> u64 {
        (**self).below(sides, die)
    }

    fn choose<L: Runs>(&mut self, list: &L, die: Die) -> u64 {
        (**self).choose(list, die)
    }

    #[inline]
    fn test(&mut self, chances: u64, of: u64, good: Good, die: Die) -> Test {
        (**self).test(chances, of, good, die)
    }

    #[inline]
    fn test_or_nothing(&mut self, chances: u64, of: u64, good: Good, die: Die) -> Test {
        (**self).test_or_nothing(chances, of, good, die)
    }

    fn successes(&mut self, table: &Binomial, die: Die) -> u32 {
        (**self).successes(table, die)
    }

    fn dice(&mut self, count: u32, sides: u64, die: Die) -> u64 {
        (**self).dice(count, sides, die)
    }

    #[inline]
    fn handful(&mut self) -> impl Chance {
        (**self).handful()
    }
}

/// The probability of each sum of `count` dice, from the lowest sum on.
fn ways_of_sums(count: u32, sides: u64) -> Vec<f64> {
    let mut sums = vec![1.0];
    for _ in 0..count {
        let mut next = vec![0.0; sums.len() + sides as usize - 1];
        for (sum, probability) in sums.iter().enumerate() {
            for face in 0..sides as usize {
                next[sum + face] += probability / sides as f64;
            }
        }
        sums = next;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::WeightTree;
    use super::*;

    const DIE: Die = Die("test");

    /// Runs `code` over all paths; the answers with their probabilities.
    fn all(mut code: impl FnMut(&mut Enumerated) -> u64) -> Vec<(u64, f64)> {
        let mut dice = Enumerated::new();
        let mut found = Vec::new();
        loop {
            let answer = code(&mut dice);
            found.push((answer, dice.probability()));
            if !dice.next_path() {
                let total: f64 = found.iter().map(|(_, p)| p).sum();
                assert!((total - 1.0).abs() < 1e-12);
                return found;
            }
        }
    }

    #[test]
    fn a_test_has_two_branches_whatever_its_sides() {
        let found = all(|dice| u64::from(dice.hit(3, 7, DIE)));
        assert_eq!(found, [(1, 3.0 / 7.0), (0, 4.0 / 7.0)]);
        assert_eq!(all(|dice| u64::from(dice.hit(7, 7, DIE))), [(1, 1.0)]);
        assert_eq!(all(|dice| u64::from(dice.hit(0, 7, DIE))), [(0, 1.0)]);
    }

    #[test]
    fn failures_that_change_nothing_are_added_up() {
        let mut dice = Enumerated::adding_up_failures();
        let (mut followed, mut nothing) = (Vec::new(), 0.0);
        loop {
            let chances = 1 + dice.below(2, DIE);
            if dice.test_or_nothing(chances, 4, Good::Low, DIE).success {
                followed.push((chances + dice.below(2, DIE), dice.probability()));
            }
            nothing += dice.nothing();
            if !dice.next_path() {
                break;
            }
        }
        assert_eq!(followed, [(1, 0.0625), (2, 0.0625), (2, 0.125), (3, 0.125)]);
        assert_eq!(nothing, 0.5 * 0.75 + 0.5 * 0.5);
        assert!(!dice.test_or_nothing(0, 4, Good::Low, DIE).success);
        assert_eq!((dice.probability(), dice.nothing()), (1.0, 0.0));
        let plain = all(|dice| u64::from(dice.test_or_nothing(1, 4, Good::Low, DIE).success));
        assert_eq!(plain, [(1, 0.25), (0, 0.75)]);
    }

    #[test]
    fn a_choice_has_a_branch_for_each_run() {
        let mut list = WeightTree::new(3);
        list.set_all([5, 0, 3]);
        assert_eq!(all(|dice| dice.choose(&list, DIE)), [(0, 0.625), (5, 0.375)]);
    }

    #[test]
    fn successes_are_counted_from_the_lowest_that_can_come() {
        let certain = Binomial::new(3, 1, 1);
        assert_eq!(all(|dice| u64::from(dice.successes(&certain, DIE))), [(3, 1.0)]);
        let many = Binomial::new(100_000, 1, 2);
        let found = all(|dice| u64::from(dice.successes(&many, DIE)));
        let mean: f64 = found.iter().map(|(count, p)| *count as f64 * p).sum();
        assert!((mean - 50_000.0).abs() < 1e-6);
    }

    #[test]
    fn dice_branch_by_their_sum() {
        let found = all(|dice| dice.dice(2, 6, DIE));
        assert_eq!(found.len(), 11);
        assert_eq!(found[0].0, 2);
        assert!((found[5].1 - 6.0 / 36.0).abs() < 1e-15);
    }

    #[test]
    fn paths_of_different_length_are_all_visited() {
        let found = all(|dice| {
            if dice.hit(1, 2, DIE) {
                dice.below(3, DIE)
            } else {
                10 + u64::from(dice.successes(&Binomial::new(1, 1, 4), DIE))
            }
        });
        let answers: Vec<u64> = found.iter().map(|(answer, _)| *answer).collect();
        assert_eq!(answers, [0, 1, 2, 10, 11]);
    }
}
