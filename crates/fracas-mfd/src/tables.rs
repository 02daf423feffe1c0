//! Dice thrown by the handful: one table for each number of dice and rate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fracas_core::chance::{Binomial, Chance, Die, Runs};

use crate::rate::Rate;

/// So many dice, each a success with this rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    /// How many.
    pub count: u32,
    /// The chance of each in millionths, 0 to 1 000 000.
    pub rate: u32,
}

impl Dice {
    /// Dice of a rate; what is below 0 never succeeds, what is above 1 always.
    pub fn new(count: u32, rate: Rate) -> Self {
        Self { count, rate: rate.0.clamp(0, Rate::ONE.0) as u32 }
    }

    /// Whether there is anything to draw (F-40).
    fn certain(self) -> Option<u32> {
        match self.rate {
            0 => Some(0),
            CERTAIN => Some(self.count),
            _ => None,
        }
    }
}

const CERTAIN: u32 = 1_000_000;

/// Tables are forgotten when together they hold more than this many counts:
/// some 50 MB.
const MOST_COUNTS: usize = 2_000_000;

/// The tables made so far. They are no part of the battle: whoever starts the
/// next one keeps them.
#[derive(Debug, Default)]
pub struct Tables {
    /// A hash table of twice as many slots as tables, or more.
    slots: Vec<Slot>,
    tables: Vec<Binomial>,
    counts: usize,
    /// What unblocked hits come to, for those who follow every branch.
    damage: HashMap<[Dice; 2], Damage, BuildHasherDefault<DiceHasher>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    dice: Dice,
    /// Counted from 1; 0 is an empty slot.
    table: u32,
}

impl Tables {
    /// Throws the dice: how many succeed.
    #[inline]
    pub fn throw<C: Chance + ?Sized>(&mut self, dice: Dice, chance: &mut C, die: Die) -> u32 {
        match dice.certain() {
            Some(sure) => sure,
            None => chance.successes(self.table(dice), die),
        }
    }

    /// Throws both sides' dice of an attack at once: the damage (F-48), `most`
    /// standing for everything above it. Only for sources that do not care in
    /// what order and number draws are made.
    pub fn throw_damage<C: Chance + ?Sized>(
        &mut self,
        attack: [Dice; 2],
        most: u64,
        chance: &mut C,
        die: Die,
    ) -> u64 {
        let capped = self.damage_of(attack).capped(most);
        if capped.below.is_empty() {
            return 0;
        }
        let mut place = chance.choose(&capped, die);
        let mut points = 0;
        for &weight in capped.below {
            if place < weight {
                break;
            }
            place -= weight;
            points += 1;
        }
        points
    }

    /// The probability of each damage from 0 on.
    pub fn damage(&mut self, attack: [Dice; 2]) -> Vec<f64> {
        let weights = &self.damage_of(attack).weights;
        weights.iter().map(|weight| *weight as f64 / WHOLE as f64).collect()
    }

    fn damage_of(&mut self, attack: [Dice; 2]) -> &Damage {
        if !self.damage.contains_key(&attack) {
            let [hits, blocks] = attack.map(spread);
            let found = Damage::of(&hits, &blocks);
            self.make_room(2 * found.weights.len());
            self.damage.insert(attack, found);
        }
        // It is there by now.
        &self.damage[&attack]
    }

    #[inline]
    fn table(&mut self, dice: Dice) -> &Binomial {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = slot_of(dice) & mask;
        // An empty list of slots has a mask of all ones and no slot at all.
        while let Some(slot) = self.slots.get(at) {
            if slot.dice == dice {
                return &self.tables[slot.table as usize - 1];
            }
            if slot.table == 0 {
                break;
            }
            at = (at + 1) & mask;
        }
        self.make(dice)
    }

    #[cold]
    fn make(&mut self, dice: Dice) -> &Binomial {
        let made = Binomial::new(dice.count, u64::from(dice.rate), u64::from(CERTAIN));
        self.make_room(made.probabilities().len());
        self.tables.push(made);
        if self.slots.len() < 2 * self.tables.len() {
            let wider = vec![Slot::default(); (4 * self.tables.len()).next_power_of_two().max(64)];
            let old = std::mem::replace(&mut self.slots, wider);
            for slot in old.into_iter().filter(|slot| slot.table > 0) {
                self.put(slot);
            }
        }
        self.put(Slot { dice, table: self.tables.len() as u32 });
        &self.tables[self.tables.len() - 1]
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = slot_of(slot.dice) & mask;
        while self.slots[at].table > 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    /// Forgets everything if so many counts more would be too many.
    fn make_room(&mut self, counts: usize) {
        if self.counts + counts > MOST_COUNTS {
            *self = Self::default();
        }
        self.counts += counts;
    }
}

fn slot_of(dice: Dice) -> usize {
    let name = u64::from(dice.count) << 32 | u64::from(dice.rate);
    (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

/// The probabilities of so many successes, with the lowest number of them.
fn spread(dice: Dice) -> (u32, Vec<f64>) {
    let table = Binomial::new(dice.count, u64::from(dice.rate), u64::from(CERTAIN));
    (table.first(), table.probabilities().to_vec())
}

/// Hashes dice, which nobody chooses in order to do harm.
#[derive(Debug, Default)]
struct DiceHasher(u64);

impl Hasher for DiceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(u32::from(byte)));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    /// How many they are is always the same.
    fn write_usize(&mut self, _length: usize) {}
}

/// Weights of damage 0, 1, 2 and so on.
#[derive(Clone, Debug)]
struct Damage {
    weights: Vec<u64>,
    /// By damage: its weight and that of everything above it.
    at_least: Vec<u64>,
}

/// What the weights add up to: probabilities are kept to 1e-18.
const WHOLE: u64 = 1 << 60;

impl Damage {
    /// max(0, hits - blocks), all hits against all blocks.
    fn of((fewest_hits, hits): &(u32, Vec<f64>), (fewest, blocks): &(u32, Vec<f64>)) -> Self {
        let most = *fewest_hits as usize + hits.len() - 1;
        let mut points = vec![0.0; most.saturating_sub(*fewest as usize) + 1];
        for (hit, p) in (*fewest_hits as usize..).zip(hits) {
            for (block, q) in (*fewest as usize..).zip(blocks) {
                points[hit.saturating_sub(block)] += p * q;
            }
        }
        let mut weights: Vec<u64> = points.iter().map(|p| (p * WHOLE as f64) as u64).collect();
        while weights.len() > 1 && weights.last() == Some(&0) {
            weights.pop();
        }
        // What rounding lost goes to the likeliest.
        let lost = WHOLE.wrapping_sub(weights.iter().sum());
        if let Some(likeliest) = weights.iter_mut().max_by_key(|weight| **weight) {
            *likeliest = likeliest.wrapping_add(lost);
        }
        let mut at_least = weights.clone();
        for points in (1..at_least.len()).rev() {
            at_least[points - 1] += at_least[points];
        }
        Self { weights, at_least }
    }

    /// Everything above `most` counted as `most`.
    fn capped(&self, most: u64) -> Capped<'_> {
        let end = (self.weights.len() as u64 - 1).min(most) as usize;
        Capped { below: &self.weights[..end], most: self.at_least[end] }
    }
}

/// Damage up to some most: the weights of less than that, and of all else.
struct Capped<'a> {
    below: &'a [u64],
    most: u64,
}

impl Runs for Capped<'_> {
    fn total(&self) -> u64 {
        WHOLE
    }

    fn each(&self, mut run: impl FnMut(u64)) {
        self.below.iter().copied().for_each(&mut run);
        run(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fracas_core::chance::Scripted;

    const DIE: Die = Die("hits");

    fn dice(count: u32, rate: i64) -> Dice {
        Dice::new(count, Rate(rate))
    }

    /// F-40: dice at rate 0 or 1 draw nothing.
    #[test]
    fn f_40_certain_dice_draw_nothing() {
        let mut tables = Tables::default();
        let mut script = Scripted::new([2]);
        assert_eq!(tables.throw(dice(7, 0), &mut script, DIE), 0);
        assert_eq!(tables.throw(dice(7, 1_000_000), &mut script, DIE), 7);
        assert_eq!(tables.throw(dice(7, 1_500_000), &mut script, DIE), 7);
        assert_eq!(tables.throw(dice(7, -200_000), &mut script, DIE), 0);
        assert_eq!(tables.throw(dice(7, 1), &mut script, DIE), 2);
        assert_eq!(script.finish(), Ok(()));
    }

    #[test]
    fn every_table_is_found_again() {
        let mut tables = Tables::default();
        for _ in 0..2 {
            for count in 1..40 {
                for rate in 1..40 {
                    assert_eq!(tables.table(dice(count, rate * 10_000)).tries(), count);
                }
            }
        }
        assert_eq!(tables.tables.len(), 39 * 39);
    }

    /// F-24: memory stays bounded however many tables a battle asks for.
    #[test]
    fn f_24_too_many_tables_are_forgotten() {
        let mut tables = Tables::default();
        for rate in 1..40 {
            let table = tables.table(dice(2_000_000_000, rate * 20_000));
            assert_eq!(table.tries(), 2_000_000_000);
            assert!(tables.counts < MOST_COUNTS);
        }
    }

    /// T-14 to T-18: the damage of one attack.
    #[test]
    fn t_14_to_t_18_damage_of_one_attack() {
        let cases: [([Dice; 2], &[f64], f64); 5] = [
            ([dice(1, 300_000), dice(1, 300_000)], &[0.79, 0.21], 1e-15),
            (
                [dice(3, 500_000), dice(2, 250_000)],
                &[0.3125, 0.359375, 0.2578125, 0.0703125],
                1e-15,
            ),
            (
                [dice(5, 300_000), dice(5, 300_000)],
                &[0.635782, 0.216369, 0.108604, 0.033196, 0.005640, 0.000408],
                6e-7,
            ),
            (
                [dice(6, 360_000), dice(5, 330_000)],
                &[0.497738, 0.237452, 0.162998, 0.075294, 0.022366, 0.003859, 0.000294],
                6e-7,
            ),
            ([dice(2, 50_000), dice(2, 0)], &[0.9025, 0.095, 0.0025], 1e-15),
        ];
        for (attack, expected, error) in cases {
            let found = Tables::default().damage(attack);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < error, "{found} is not {expected}");
            }
        }
    }
}
