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
    /// How many of them this run has passed.
    depth: usize,
    probability: f64,
}

#[derive(Clone, Copy, Debug)]
struct Fork {
    /// The branch to take, and how many there are.
    branch: usize,
    branches: usize,
    /// What that branch answers, once it is known.
    taken: Option<Branch>,
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

    /// The probability of the path just run.
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// Goes back to the start with the next path; false, and ready for other
    /// code, when all were run.
    pub fn next_path(&mut self) -> bool {
        debug_assert_eq!(self.depth, self.path.len(), "the same start must ask the same");
        self.depth = 0;
        self.probability = 1.0;
        while let Some(last) = self.path.last_mut() {
            last.branch += 1;
            last.taken = None;
            if last.branch < last.branches {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// What this path answers to the present request, which has so many
    /// branches, each known by its number.
    #[inline]
    fn fork(
        &mut self,
        branches: impl FnOnce() -> usize,
        branch: impl FnOnce(usize) -> Branch,
    ) -> u64 {
        if self.depth == self.path.len() {
            self.path.push(Fork { branch: 0, branches: branches(), taken: None });
        }
        let fork = &mut self.path[self.depth];
        let number = fork.branch;
        let taken = fork.taken.get_or_insert_with(|| branch(number));
        self.depth += 1;
        self.probability *= taken.probability;
        taken.answer
    }
}

impl Chance for Enumerated {
    const PATIENT: bool = true;

    fn below(&mut self, sides: u64, _die: Die) -> u64 {
        let face = |number| Branch { answer: number as u64, probability: 1.0 / sides as f64 };
        self.fork(|| sides as usize, face)
    }

    fn choose<L: Runs>(&mut self, list: &L, _die: Die) -> u64 {
        let runs = || {
            let mut runs = 0;
            list.each(|length| runs += usize::from(length > 0));
            runs
        };
        let run = |number| {
            let mut found = Branch { answer: 0, probability: 0.0 };
            let (mut index, mut place) = (0, 0);
            list.each(|length| {
                if length > 0 && index == number {
                    let probability = length as f64 / list.total() as f64;
                    found = Branch { answer: place, probability };
                }
                index += usize::from(length > 0);
                place += length;
            });
            found
        };
        self.fork(runs, run)
    }

    /// Two branches, or one where the test is certain.
    fn test(&mut self, chances: u64, of: u64, _good: Good, _die: Die) -> Test {
        let chances = chances.min(of);
        let certain = chances == 0 || chances == of;
        let branch = |number| {
            let success = if certain { chances == of } else { number == 0 };
            let cases = if success { chances } else { of - chances };
            Branch { answer: u64::from(success), probability: cases as f64 / of as f64 }
        };
        let success = self.fork(|| if certain { 1 } else { 2 }, branch) == 1;
        Test { success, face: 0 }
    }

    fn successes(&mut self, table: &Binomial, _die: Die) -> u32 {
        let probabilities = table.probabilities();
        let count = |number| Branch { answer: number as u64, probability: probabilities[number] };
        self.fork(|| probabilities.len(), count) as u32
    }

    /// By the sum, not by the faces.
    fn dice(&mut self, count: u32, sides: u64, _die: Die) -> u64 {
        let sums = || count as usize * (sides as usize - 1) + 1;
        let sum = |number| Branch {
            answer: u64::from(count) + number as u64,
            probability: ways_of_sums(count, sides)[number],
        };
        self.fork(sums, sum)
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
    fn a_choice_has_a_branch_for_each_run() {
        let mut list = WeightTree::new(3);
        list.set_all([5, 0, 3]);
        assert_eq!(all(|dice| dice.choose(&list, DIE)), [(0, 0.625), (5, 0.375)]);
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
