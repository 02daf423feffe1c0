//! What a blow takes, as a distribution: the same
//! blow that [`Blow::strike`] rolls, for solvers.

use super::attack::Blow;

/// Losses of a blow: none, or each of some intervals alike.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    /// The probability that nothing is lost.
    pub none: f64,
    /// The probability that anything is lost.
    pub some: f64,
    /// Intervals of losses, each value with the same probability.
    pub runs: Vec<Run>,
}

/// Losses `from..=to`, each with probability `each`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The least, at least 1.
    pub from: i32,
    /// The most.
    pub to: i32,
    /// The probability of each.
    pub each: f64,
}

impl Losses {
    /// What a blow takes.
    pub fn of(blow: &Blow) -> Self {
        let mut losses = Self { none: blow.misses(), ..Self::default() };
        for critical in [false, true] {
            losses.add(blow, critical);
        }
        let sum = |run: &Run| run.each * f64::from(run.to - run.from + 1);
        losses.some = losses.runs.iter().map(sum).sum();
        losses
    }

    /// How likely so much is lost, or more; nothing is not.
    pub fn at_least(&self, loss: usize) -> f64 {
        let values = |run: &Run| (run.to as usize + 1).saturating_sub(loss.max(run.from as usize));
        self.runs.iter().map(|run| run.each * values(run) as f64).sum()
    }

    fn add(&mut self, blow: &Blow, critical: bool) {
        let each = blow.chance_of_face(critical);
        if each <= 0.0 {
            return;
        }
        for face in 0..blow.sides {
            let loss = blow.loss(face, critical);
            if loss == 0 {
                self.none += each;
                continue;
            }
            match self.runs.last_mut() {
                Some(run) if run.to + 1 == loss && (run.each - each).abs() < 1e-18 => run.to = loss,
                _ => self.runs.push(Run { from: loss, to: loss, each }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fracas_core::chance::Enumerated;

    use super::*;

    /// the rolled blow, every branch of it.
    fn struck(blow: &Blow) -> BTreeMap<i32, f64> {
        let mut dice = Enumerated::new();
        let mut found = BTreeMap::new();
        loop {
            let struck = blow.strike(&mut dice);
            *found.entry(struck.loss).or_insert(0.0) += dice.probability();
            if !dice.next_path() {
                return found;
            }
        }
    }

    #[test]
    fn a_40_a_45_a_47_the_distribution_is_that_of_the_rolled_blow() {
        for (hit, critical, multiplier, resistance) in [
            (75, 20, 20_000, 3),
            (0, 20, 20_000, 0),
            (64, 0, 0, 0),
            (99, 100, 5_000, 2),
            (50, 33, 15_000, -2),
        ] {
            let blow = Blow { hit, low: 2, sides: 6, critical, multiplier, resistance };
            let losses = Losses::of(&blow);
            let mut found = BTreeMap::from([(0, losses.none)]);
            for run in &losses.runs {
                for loss in run.from..=run.to {
                    *found.entry(loss).or_insert(0.0) += run.each;
                }
            }
            assert!((losses.none + losses.some - 1.0).abs() < 1e-12);
            let struck = struck(&blow);
            for least in 0..20 {
                let as_much = struck.iter().filter(|(loss, _)| **loss >= least.max(1));
                let p: f64 = as_much.map(|(_, p)| p).sum();
                assert!((losses.at_least(least as usize) - p).abs() < 1e-15, "{blow:?}: {least}");
            }
            for (loss, p) in struck {
                let known = found.remove(&loss).unwrap_or(0.0);
                assert!((known - p).abs() < 1e-15, "{blow:?}: {loss} with {known}, not {p}");
            }
            assert!(found.values().all(|p| *p == 0.0), "{blow:?}: {found:?}");
        }
    }
}
