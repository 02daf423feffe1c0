//! Probability on a grid, spread over intervals without visiting their cells.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use crate::rules::attack::Blow;

/// Probability, with first and second moment of the turns so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mass {
    /// Probability.
    pub p: f64,
    /// Probability times turns.
    pub first: f64,
    /// Probability times turns squared.
    pub second: f64,
}

impl Mass {
    /// Probability `p` after no turns.
    pub fn whole(p: f64) -> Self {
        Self { p, first: 0.0, second: 0.0 }
    }

    /// The same one turn later.
    pub fn one_turn_more(self) -> Self {
        Self {
            p: self.p,
            first: self.first + self.p,
            second: self.second + 2.0 * self.first + self.p,
        }
    }

    /// The same with this many turns, whatever they were.
    pub fn with_turns(self, turns: f64) -> Self {
        Self { p: self.p, first: self.p * turns, second: self.p * turns * turns }
    }

    /// What a loop adds up to that comes back with probability `stay`, one
    /// turn later, and leaves with probability `leave`.
    pub fn looped(self, stay: f64, leave: f64) -> Self {
        let p = self.p / leave;
        let first = (self.first + stay * p) / leave;
        let second = (self.second + stay * (2.0 * first + p)) / leave;
        Self { p, first, second }
    }
}

impl Add for Mass {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            p: self.p + other.p,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }
}

impl Sub for Mass {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            p: self.p - other.p,
            first: self.first - other.first,
            second: self.second - other.second,
        }
    }
}

impl AddAssign for Mass {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Mass {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<f64> for Mass {
    type Output = Self;
    #[inline]
    fn mul(self, by: f64) -> Self {
        Self { p: self.p * by, first: self.first * by, second: self.second * by }
    }
}

/// Losses of a blow: none, each of an interval alike, and single values.
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
        let hit = f64::from(blow.hit) / 100.0;
        let critical = f64::from(blow.critical) / 100.0;
        let mut losses = Self { none: f64::from(100 - blow.hit) / 100.0, ..Self::default() };
        let each = hit / f64::from(blow.sides);
        losses.add(blow, false, each * (1.0 - critical));
        losses.add(blow, true, each * critical);
        losses.some =
            losses.runs.iter().map(|run| run.each * f64::from(run.to - run.from + 1)).sum();
        losses
    }

    fn add(&mut self, blow: &Blow, critical: bool, each: f64) {
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

    /// How many intervals there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }
}
