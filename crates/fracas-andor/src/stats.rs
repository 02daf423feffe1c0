//! Combat statistics and how they add up.

use crate::battle::Profile;

/// A critical multiplier of 1: multipliers are whole numbers of 1/10000.
pub const ONE: i64 = 10_000;

/// Sums stop here: conditions that stack could make them any size.
const MOST_SUM: i64 = 1_000_000_000;

/// Whole numbers from `min` to `max`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The lowest.
    pub min: i64,
    /// The highest.
    pub max: i64,
}

impl Interval {
    /// From `min` to `max`.
    pub const fn new(min: i64, max: i64) -> Self {
        Self { min, max }
    }

    /// with `min` at or above `max` it is always `max`.
    pub fn lowest(self) -> i64 {
        self.min.min(self.max)
    }

    /// How many numbers it holds; 1 for one that is upside down.
    pub fn sides(self) -> u64 {
        if self.min >= self.max { 1 } else { (self.max - self.min) as u64 + 1 }
    }

    /// The number drawn as `face`, counted from 0.
    pub fn at(self, face: u64) -> i64 {
        if self.min >= self.max { self.max } else { self.min + face as i64 }
    }

    /// The mean of what is drawn from it.
    pub fn mean(self) -> f64 {
        if self.min >= self.max { self.max as f64 } else { (self.min + self.max) as f64 / 2.0 }
    }

    /// Every number multiplied.
    pub fn times(self, factor: i64) -> Self {
        Self { min: self.min * factor, max: self.max * factor }
    }
}

/// `2-5`, or `4` where both ends are the same.
impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.min == self.max {
            write!(f, "{}", self.max)
        } else {
            write!(f, "{}-{}", self.min, self.max)
        }
    }
}

/// What an actor fights with, or what an item adds to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Maximum hit points.
    pub hp: i64,
    /// Maximum action points.
    pub ap: i64,
    /// Action points of an attack. Of a weapon: 0 states none.
    pub attack_cost: i64,
    /// Action points of a step.
    pub move_cost: i64,
    /// Action points of using an item.
    pub use_cost: i64,
    /// Action points of putting an item on or off.
    pub reequip_cost: i64,
    /// Attack chance; may exceed 100.
    pub attack_chance: i64,
    /// Damage potential.
    pub damage: Interval,
    /// Critical chance (classic) or skill (current).
    pub critical: i64,
    /// Critical multiplier in 1/10000.
    pub multiplier: i64,
    /// Block chance.
    pub block: i64,
    /// Damage resistance.
    pub resistance: i64,
}

impl Stats {
    /// what holds for the hero where nothing is written.
    pub fn hero(profile: Profile) -> Self {
        let (attack_cost, block, multiplier) = match profile {
            Profile::Classic => (3, 0, 0),
            Profile::Current => (4, 9, ONE),
        };
        Self {
            hp: 25,
            ap: 10,
            attack_cost,
            move_cost: 6,
            use_cost: 5,
            reequip_cost: 5,
            attack_chance: 60,
            damage: Interval::new(1, 1),
            critical: 0,
            multiplier,
            block,
            resistance: 0,
        }
    }

    /// what holds for a monster where nothing is written.
    pub fn monster() -> Self {
        Self { hp: 1, ap: 10, attack_cost: 10, move_cost: 10, ..Self::default() }
    }

    /// Adds every value of another.
    pub fn add(&mut self, other: &Self) {
        self.hp += other.hp;
        self.ap += other.ap;
        self.attack_cost += other.attack_cost;
        self.move_cost += other.move_cost;
        self.use_cost += other.use_cost;
        self.reequip_cost += other.reequip_cost;
        self.attack_chance += other.attack_chance;
        self.damage.min += other.damage.min;
        self.damage.max += other.damage.max;
        self.critical += other.critical;
        self.multiplier += other.multiplier;
        self.block += other.block;
        self.resistance += other.resistance;
    }

    /// Every value multiplied, as a condition of some magnitude is.
    pub fn times(&self, factor: i64) -> Self {
        Self {
            hp: self.hp * factor,
            ap: self.ap * factor,
            attack_cost: self.attack_cost * factor,
            move_cost: self.move_cost * factor,
            use_cost: self.use_cost * factor,
            reequip_cost: self.reequip_cost * factor,
            attack_chance: self.attack_chance * factor,
            damage: self.damage.times(factor),
            critical: self.critical * factor,
            multiplier: self.multiplier * factor,
            block: self.block * factor,
            resistance: self.resistance * factor,
        }
    }

    /// Sums brought within what can be fought with, and
    /// within what fits a state.
    pub fn capped(mut self) -> Self {
        for value in [
            &mut self.hp,
            &mut self.ap,
            &mut self.attack_cost,
            &mut self.move_cost,
            &mut self.use_cost,
            &mut self.reequip_cost,
            &mut self.attack_chance,
            &mut self.damage.min,
            &mut self.damage.max,
            &mut self.critical,
            &mut self.multiplier,
            &mut self.block,
            &mut self.resistance,
        ] {
            *value = (*value).clamp(-MOST_SUM, MOST_SUM);
        }
        self.attack_cost = self.attack_cost.max(1);
        self.move_cost = self.move_cost.max(1);
        self.use_cost = self.use_cost.max(0);
        self.reequip_cost = self.reequip_cost.max(0);
        self.attack_chance = self.attack_chance.max(0);
        if self.damage.max < 0 {
            self.damage = Interval::default();
        }
        self
    }
}

impl Stats {
    /// as somebody fights with them. Conditions may push the maximum of
    /// hit points below 1 and that of action points below 0; they count as 1
    /// and 0 then, so that nobody dies of a maximum.
    pub fn fit_to_fight(self) -> Self {
        Self { hp: self.hp.max(1), ap: self.ap.max(0), ..self }
    }
}

/// A share of a value in percent, rounded down.
pub fn percent(value: i64, of_hundred: i64) -> i64 {
    (value * of_hundred).div_euclid(100)
}

/// `1.5` for a multiplier of 15000.
pub fn multiplier_text(multiplier: i64) -> String {
    fracas_core::document::Decimal::new(multiplier, 4).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_6_an_interval_upside_down_is_its_maximum() {
        let odd = Interval::new(7, 3);
        assert_eq!((odd.sides(), odd.at(0), odd.mean()), (1, 3, 3.0));
        let plain = Interval::new(2, 5);
        assert_eq!((plain.sides(), plain.at(0), plain.at(3)), (4, 2, 5));
        let sunk = Stats { damage: Interval::new(-9, -4), ..Stats::monster() };
        assert_eq!(sunk.capped().damage, Interval::default());
    }

    #[test]
    fn a_4_sums_of_costs_stop_at_1_or_0() {
        let sum = Stats {
            attack_cost: -3,
            move_cost: 0,
            use_cost: -1,
            reequip_cost: -9,
            ..Stats::monster()
        };
        let capped = sum.capped();
        let costs = (capped.attack_cost, capped.move_cost, capped.use_cost, capped.reequip_cost);
        assert_eq!(costs, (1, 1, 0, 0));
    }

    #[test]
    fn a_5_attack_chance_stops_at_0_and_block_does_not() {
        let sum = Stats { attack_chance: -5, block: -5, resistance: -2, ..Stats::monster() };
        let capped = sum.capped();
        assert_eq!((capped.attack_chance, capped.block, capped.resistance), (0, -5, -2));
    }

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(percent(7, 50), 3);
        assert_eq!(percent(-7, 50), -4);
        assert_eq!(multiplier_text(7_500), "0.75");
    }
}
