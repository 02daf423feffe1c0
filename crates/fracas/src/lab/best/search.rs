//! Which combinations are affordable, and which lie next to one.

use super::super::choice::Choice;

/// What may be chosen, and the money there is.
#[derive(Clone, Debug)]
pub(super) struct Money {
    choices: Vec<Choice>,
    money: f64,
}

/// Costs that add up to the money but for a rounding error are affordable.
const ROUNDING: f64 = 1e-9;

impl Money {
    pub fn new(choices: Vec<Choice>, money: f64) -> Self {
        Self { choices, money }
    }

    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// How many values a choice has.
    pub fn len(&self, choice: usize) -> u64 {
        self.choices[choice].axis.values.len() as u64
    }

    /// What a combination costs.
    pub fn cost(&self, point: &[u64]) -> f64 {
        self.choices.iter().zip(point).map(|(choice, place)| choice.cost(*place)).sum()
    }

    /// Whether there is money for it.
    pub fn affords(&self, point: &[u64]) -> bool {
        self.cost(point) <= self.money + ROUNDING * self.money.abs()
    }

    fn cheapest_of(&self, choice: usize) -> u64 {
        let cost = |place: &u64| self.choices[choice].cost(*place);
        (0..self.len(choice)).min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(0)
    }

    /// The cheapest combination.
    fn cheapest_point(&self) -> Vec<u64> {
        (0..self.choices.len()).map(|choice| self.cheapest_of(choice)).collect()
    }

    /// What the cheapest combination costs.
    pub fn cheapest(&self) -> f64 {
        self.cost(&self.cheapest_point())
    }

    /// All affordable combinations, but no more than so many.
    pub fn all(&self, most: u64) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        let mut point = self.cheapest_point();
        self.all_from(0, &mut point, most, &mut found);
        found
    }

    /// Goes through the values of a choice and of all after it, which are at
    /// their cheapest: so whatever is affordable leads to some combination.
    fn all_from(&self, choice: usize, point: &mut Vec<u64>, most: u64, found: &mut Vec<Vec<u64>>) {
        if choice == self.choices.len() {
            found.push(point.clone());
            return;
        }
        let cheapest = point[choice];
        for place in 0..self.len(choice) {
            if found.len() as u64 >= most {
                break;
            }
            point[choice] = place;
            if self.affords(point) {
                self.all_from(choice + 1, point, most, found);
            }
        }
        point[choice] = cheapest;
    }

    /// Makes a choice as large as the money allows.
    fn fill(&self, point: &mut [u64], choice: usize) {
        let kept = point[choice];
        let (mut fits, mut too_dear) = (kept, self.len(choice));
        while too_dear - fits > 1 {
            let middle = fits + (too_dear - fits) / 2;
            point[choice] = middle;
            if self.affords(point) {
                fits = middle;
            } else {
                too_dear = middle;
            }
        }
        point[choice] = fits;
    }

    /// Combinations to start from: as much as there is money for of each choice
    /// in turn, and an equal part of the money for each.
    pub fn starts(&self) -> Vec<Vec<u64>> {
        let number = self.choices.len();
        let mut starts = Vec::new();
        for first in 0..number {
            let mut point = self.cheapest_point();
            for turn in 0..number {
                self.fill(&mut point, (first + turn) % number);
            }
            starts.push(point);
        }
        for parts in [number, 2] {
            for first in 0..number {
                let mut point = self.cheapest_point();
                let spare = self.money - self.cost(&point);
                for turn in 0..number {
                    let choice = (first + turn) % number;
                    let part =
                        Self { money: self.cost(&point) + spare / parts as f64, ..self.clone() };
                    if part.money <= self.money {
                        part.fill(&mut point, choice);
                    }
                }
                for turn in 0..number {
                    self.fill(&mut point, (first + turn) % number);
                }
                starts.push(point);
            }
        }
        starts
    }
}

/// Combinations one move away: a little more or less of one choice, or less of
/// one and as much of another as that pays for.
pub(super) fn neighbours(money: &Money, point: &[u64]) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    let number = money.choices().len();
    for choice in 0..number {
        let mut step = 1;
        while step < money.len(choice) {
            for other in [point[choice].checked_sub(step), point[choice].checked_add(step)] {
                let Some(other) = other.filter(|other| *other < money.len(choice)) else {
                    continue;
                };
                let mut near = point.to_vec();
                near[choice] = other;
                for filled in (0..number).filter(|filled| *filled != choice) {
                    let mut near = near.clone();
                    if money.affords(&near) {
                        money.fill(&mut near, filled);
                    } else {
                        // The other has to pay for it.
                        while near[filled] > 0 && !money.affords(&near) {
                            near[filled] -= 1;
                        }
                    }
                    if money.affords(&near) {
                        found.push(near);
                    }
                }
                if money.affords(&near) {
                    found.push(near);
                }
            }
            step *= 2;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(amount: f64) -> Money {
        let choices = ["a=0..3 cost 40", "b=0..12 cost 10"];
        Money::new(choices.map(|choice| choice.parse().unwrap()).to_vec(), amount)
    }

    #[test]
    fn all_that_is_affordable_is_found_once() {
        let money = money(80.0);
        let all = money.all(1000);
        // 0 to 8 b without a, 0 to 4 with one, none with two.
        assert_eq!(all.len(), 9 + 5 + 1);
        assert!(all.iter().all(|point| money.affords(point)));
        assert_eq!(money.all(7).len(), 7);
        assert_eq!(money.starts()[0], [2, 0]);
        assert_eq!(money.starts()[1], [0, 8]);
    }

    #[test]
    fn neighbours_are_affordable_and_lead_everywhere() {
        let money = money(80.0);
        let mut seen = vec![vec![2, 0]];
        let mut next = 0;
        while next < seen.len() {
            for near in neighbours(&money, &seen[next].clone()) {
                assert!(money.affords(&near));
                if !seen.contains(&near) {
                    seen.push(near);
                }
            }
            next += 1;
        }
        assert_eq!(seen.len(), 15);
    }
}
