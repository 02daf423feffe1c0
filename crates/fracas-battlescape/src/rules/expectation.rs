//! What an attack takes from its target on average, without crits and effects
//! (B-276): quick enough for an AI that weighs thousands of attacks.
//!
//! A round takes at most the target's hit points; the rounds of a mode are
//! added up, and the sum is at most the hit points again. Everything is whole
//! numbers: the dice are counted by the ways each sum can fall, so the answer
//! does not depend on the machine, nor on what was asked before.

use super::accuracy::{Shot, clamp};
use super::damage::Blow;
use crate::data::Dice;

/// How many answers are kept.
const KEPT: usize = 1024;
/// Sums are counted exactly while the ways fit into this; more dice are
/// counted in equal parts of it.
const WAYS: u64 = 1 << 50;
/// What certainty is to a kill chance: products of two fit.
const SURE: u64 = 1 << 32;

/// How likely each sum of some dice is.
#[derive(Clone, Debug)]
struct Sums {
    dice: Dice,
    /// The ways to each sum, from the lowest on.
    ways: Vec<u64>,
    total: u64,
}

impl Sums {
    fn of(dice: Dice) -> Self {
        let mut ways = vec![1_u64];
        for _ in 0..dice.count {
            let mut next = vec![0; ways.len() + usize::from(dice.sides) - 1];
            for (sum, way) in ways.iter().enumerate() {
                for face in 0..usize::from(dice.sides) {
                    next[sum + face] += way;
                }
            }
            let total: u64 = next.iter().sum();
            if total > WAYS {
                next.iter_mut().for_each(|way| *way /= total / WAYS + 1);
            }
            ways = next;
        }
        let total = ways.iter().sum();
        Self { dice, ways, total }
    }

    /// Every roll with its ways.
    fn rolls(&self) -> impl Iterator<Item = (i32, u64)> {
        let least = i32::from(self.dice.count) + i32::from(self.dice.plus);
        self.ways.iter().enumerate().map(move |(sum, ways)| ((least + sum as i32).max(0), *ways))
    }
}

/// The damage of a blow summed over all rolls, and the number of rolls.
#[derive(Clone, Copy, Debug)]
struct Mean {
    sum: u128,
    of: u64,
}

/// Expected losses, with those asked before kept at hand.
#[derive(Clone, Debug)]
pub struct Expectation {
    sums: Vec<Sums>,
    kept: Vec<Option<(Dice, Blow, u16, Mean)>>,
    /// Scratch: the chance of each number of hit points.
    alive: Vec<u64>,
    /// Scratch: damage with its weight.
    weights: Vec<(usize, u64)>,
}

impl Default for Expectation {
    fn default() -> Self {
        Self { sums: Vec::new(), kept: vec![None; KEPT], alive: Vec::new(), weights: Vec::new() }
    }
}

impl Expectation {
    /// With nothing kept yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The expected loss of a target with so many hit points in hundredths,
    /// rounded down, over so many rounds of a shot (B-276). A shot without a
    /// target does nothing.
    pub fn loss(&mut self, shot: &Shot<'_>, hp: u16, rounds: u8) -> u32 {
        self.loss_of_sum(shot, shot.sum(), hp, rounds)
    }

    /// The same for a shot whose sum of B-140 is known already.
    pub(crate) fn loss_of_sum(&mut self, shot: &Shot<'_>, sum: i32, hp: u16, rounds: u8) -> u32 {
        let Some(target) = &shot.target else { return 0 };
        let mean = self.mean(shot.weapon.dice, Blow::of(shot, target), hp);
        let hits: i32 = (1..=u32::from(rounds))
            .map(|round| clamp(&shot.battle.data, sum - shot.recoil(round)))
            .sum();
        at_most(mean, hits as u32, hp)
    }

    /// The expected loss in hundredths by a blow that lands in so many cases
    /// of a hundred.
    pub fn blow(&mut self, dice: Dice, blow: Blow, hp: u16, percent: u32) -> u32 {
        at_most(self.mean(dice, blow, hp), percent, hp)
    }

    /// The chance in hundredths of a percent, to the nearest, that so many
    /// rounds of a shot kill a target of so many hit points without a crit.
    pub fn kill_chance(&mut self, shot: &Shot<'_>, hp: u16, rounds: u8) -> u32 {
        let Some(target) = &shot.target else { return 0 };
        let (blow, sum) = (Blow::of(shot, target), shot.sum());
        self.weigh_damage(shot.weapon.dice, blow, hp);
        let Self { alive, weights, .. } = self;
        let most = weights.last().map_or(0, |(damage, _)| *damage);
        if most * usize::from(rounds) < usize::from(hp) {
            return 0;
        }
        alive.clear();
        alive.resize(usize::from(hp) + 1, 0);
        alive[usize::from(hp)] = SURE;
        for round in 1..=u32::from(rounds) {
            let hit = clamp(&shot.battle.data, sum - shot.recoil(round)) as u64;
            // From the bottom up: a hit only takes away, so what it leads to
            // has been passed already.
            for left in 1..=usize::from(hp) {
                let here = std::mem::take(&mut alive[left]);
                if here == 0 {
                    continue;
                }
                let hits = here * hit / 100;
                let mut spent = 0;
                for (damage, weight) in weights.iter() {
                    let chance = hits * weight / SURE;
                    alive[left.saturating_sub(*damage)] += chance;
                    spent += chance;
                }
                alive[left] += here - spent;
            }
        }
        ((alive[0] * 10_000 + SURE / 2) / SURE) as u32
    }

    /// How likely each number of hit points is to be lost by a hit, in parts
    /// of [`SURE`].
    fn weigh_damage(&mut self, dice: Dice, blow: Blow, hp: u16) {
        let place = self.place(dice);
        let (sums, weights) = (&self.sums[place], &mut self.weights);
        weights.clear();
        for (roll, ways) in sums.rolls() {
            let damage = blow.land(roll).damage.clamp(0, i32::from(hp)) as usize;
            // More dice deal more damage, so equal ones follow each other.
            match weights.last_mut() {
                Some((last, weight)) if *last == damage => *weight += ways,
                _ => weights.push((damage, ways)),
            }
        }
        for (_, weight) in weights {
            let share = u128::from(*weight) * u128::from(SURE) / u128::from(sums.total);
            *weight = share as u64;
        }
    }

    fn mean(&mut self, dice: Dice, blow: Blow, hp: u16) -> Mean {
        let slot = slot(dice, blow, hp);
        if let Some((kept_dice, kept_blow, kept_hp, mean)) = self.kept[slot]
            && (kept_dice, kept_blow, kept_hp) == (dice, blow, hp)
        {
            return mean;
        }
        let place = self.place(dice);
        let sums = &self.sums[place];
        let damage = |roll| blow.land(roll).damage.min(i32::from(hp)) as u128;
        let sum = sums.rolls().map(|(roll, ways)| u128::from(ways) * damage(roll)).sum();
        let mean = Mean { sum, of: sums.total };
        self.kept[slot] = Some((dice, blow, hp, mean));
        mean
    }

    /// Where the sums of some dice are.
    fn place(&mut self, dice: Dice) -> usize {
        let known = self.sums.iter().position(|sums| sums.dice == dice);
        known.unwrap_or_else(|| {
            self.sums.push(Sums::of(dice));
            self.sums.len() - 1
        })
    }
}

/// So many hundredths of a mean, rounded down, at most the hit points.
fn at_most(mean: Mean, hundredths: u32, hp: u16) -> u32 {
    let loss = mean.sum * u128::from(hundredths) / u128::from(mean.of);
    loss.min(u128::from(hp) * 100) as u32
}

/// Where an answer is kept: any spread will do.
fn slot(dice: Dice, blow: Blow, hp: u16) -> usize {
    let parts = [
        u64::from(dice.count) << 32 | u64::from(dice.sides) << 16 | u64::from(dice.plus as u16),
        u64::from(hp) << 32 | blow.armour as u64 & 0xffff,
        blow.share as u64,
        (blow.power as u64) << 40 | (blow.flank as u64) << 16 | blow.strength as u64 & 0xffff,
    ];
    let mixed = parts.iter().fold(0_u64, |mixed, part| {
        (mixed.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 40) as usize % KEPT
}
