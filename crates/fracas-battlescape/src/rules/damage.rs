//! The damage pipeline (B-150..B-158) and the types of damage (B-160).

use super::accuracy::{Mark, Shot};
use super::cover::{cover_share, share_by_arc};
use crate::battle::Battle;
use crate::data::{Arc, DamageType};
use crate::events::Harm;
use crate::state::Cover;

/// A product over a power of ten, rounded half up (B-1).
fn part(value: i32, share: i64, of: i64) -> i32 {
    ((2 * i64::from(value) * share + of) / (2 * of)) as i32
}

/// What the dice of a blast showed (B-182).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlastDice {
    /// Damage.
    pub roll: i32,
    /// Whether it is critical to the unit on its centre.
    pub crit: bool,
}

/// All that turns a roll of the dice into damage to one unit. Shots, strikes,
/// blasts and clouds are blows with different figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Percent of the roll that counts (D2).
    pub power: i32,
    /// Added to it (D2).
    pub strength: i32,
    /// Matrix, cover and falloff multiplied, in millionths (D3).
    pub share: i64,
    /// The armour that counts (D4).
    pub armour: i32,
    /// Percent for the flank (D6).
    pub flank: i32,
    /// Percent of a critical hit (D8).
    pub crit: i32,
}

impl Blow {
    /// Damage that nothing adds to or takes from.
    pub const PLAIN: Blow =
        Blow { power: 100, strength: 0, share: 1_000_000, armour: 0, flank: 100, crit: 100 };

    /// A round or a strike on its target.
    pub fn of(shot: &Shot<'_>, target: &Mark) -> Self {
        let data = &shot.battle.data;
        let numbers = &data.damage;
        let strike = shot.is_strike();
        let mode = i32::from(data.modes[shot.mode as usize].damage_pct);
        let height = if shot.above > 0 { i32::from(numbers.height_pct) } else { 0 };
        let per = if strike { numbers.strike_strength_per } else { numbers.strength_per };
        let strength = i32::from(shot.shooter.strength).div_euclid(i32::from(per).max(1));
        let cover = if strike { Cover::None } else { target.cover };
        let damage = shot.weapon.damage;
        let through = cover_share(shot.battle, cover, target.arc).1;
        let arc_pct = if target.arc == Arc::Rear { numbers.rear_armour_pct } else { 100 };
        Self {
            power: (100 + mode + height).max(0),
            strength,
            share: matrix(shot.battle, target, damage) * i64::from(through) * 100,
            armour: armour(shot.battle, target, damage, arc_pct)
                + cover_armour(shot.battle, cover, target.arc),
            flank: match target.arc {
                Arc::Front => 100,
                Arc::Side => i32::from(numbers.side_pct),
                Arc::Rear => i32::from(numbers.rear_pct),
            },
            crit: i32::from(if shot.head { numbers.head_crit_pct } else { numbers.crit_pct }),
        }
    }

    /// A blast on a unit `distance` hexes from its centre, whose arc is that
    /// toward the centre (B-182). Without a type it ignores armour and matrix
    /// (B-191).
    pub fn blast(
        battle: &Battle,
        target: &Mark,
        damage: Option<DamageType>,
        distance: u32,
    ) -> Self {
        let cover = if distance == 0 { Cover::None } else { target.cover };
        let through = i64::from(cover_share(battle, cover, target.arc).1);
        let shelter = cover_armour(battle, cover, target.arc);
        Self {
            power: 100,
            strength: 0,
            share: damage.map_or(100, |damage| matrix(battle, target, damage))
                * through
                * i64::from(falloff(battle, distance)),
            armour: damage.map_or(0, |damage| armour(battle, target, damage, 100) + shelter),
            flank: 100,
            crit: i32::from(battle.data.damage.blast_crit_pct),
        }
    }

    /// What a chemical hit does to somebody near its target, out of the same
    /// D2 (B-164).
    pub fn cloud(battle: &Battle, target: &Mark) -> Self {
        let damage = DamageType::Chemical;
        Self {
            power: 100,
            strength: 0,
            share: matrix(battle, target, damage) * 100 * 50,
            armour: armour(battle, target, damage, 100),
            flank: 100,
            crit: 100,
        }
    }

    /// D1 to D6: what a roll does if it is not critical.
    pub fn land(&self, roll: i32) -> Harm {
        let d2 = (part(roll, i64::from(self.power), 100) + self.strength).max(0);
        let d3 = part(d2, self.share, 1_000_000);
        let mut harm = Harm { roll, d2, d3, armour: self.armour, ..Harm::default() };
        if d3 > 0 {
            // D5: armour that is worth as much stops it, and a hit does at
            // least 1.
            harm.blocked = self.armour >= d3;
            let through = d3 - self.armour;
            harm.damage = if harm.blocked { 1 } else { part(through, i64::from(self.flank), 100) };
        }
        harm
    }

    /// The same for a blast, which is critical on its centre only (B-182).
    pub fn land_blast(&self, dice: BlastDice, distance: u32) -> Harm {
        let mut harm = self.land(dice.roll);
        if dice.crit && distance == 0 && harm.damage > 0 && !harm.blocked {
            self.make_critical(&mut harm);
        }
        harm
    }

    /// D8: makes a hit critical.
    pub fn make_critical(&self, harm: &mut Harm) {
        harm.crit = true;
        harm.damage = part(harm.damage, i64::from(self.crit), 100);
    }
}

/// Percent of a blast that arrives so far from its centre (B-182).
pub fn falloff(battle: &Battle, distance: u32) -> i32 {
    (100 - i32::from(battle.data.damage.falloff_pct) * distance as i32).max(0)
}

/// What a blast does to terrain (B-183).
pub fn blast_on_terrain(battle: &Battle, roll: i32, distance: u32) -> i32 {
    part(roll, i64::from(falloff(battle, distance)), 100)
}

/// What a ricochet of a hit does to a unit of some armour (B-162).
pub fn ricochet(d3: i32, armour: i16) -> i32 {
    (part(d3, 1, 2) - i32::from(armour)).max(1)
}

/// The least and the most a mode of a weapon can do to its target in a round
/// that is not critical (B-130).
pub fn damage_range(shot: &Shot<'_>, target: &Mark) -> (i32, i32) {
    let (blow, dice) = (Blow::of(shot, target), shot.weapon.dice);
    let (count, plus) = (i32::from(dice.count), i32::from(dice.plus));
    let least = (count + plus).max(0);
    let most = (count * i32::from(dice.sides) + plus).max(0);
    (blow.land(least).damage, blow.land(most).damage)
}

/// Whether a hit that came through may burn its target, and with how many
/// dice (B-163).
pub fn burns(shot: &Shot<'_>, target: &Mark) -> Option<(i32, u8)> {
    let numbers = &shot.battle.data.damage;
    match shot.weapon.damage {
        DamageType::Laser if target.can_burn => Some((i32::from(numbers.laser_burn), 1)),
        DamageType::Plasma if target.can_burn => Some((i32::from(numbers.plasma_burn), 2)),
        _ => None,
    }
}

/// D3: the matrix of B-160.
fn matrix(battle: &Battle, target: &Mark, damage: DamageType) -> i64 {
    i64::from(battle.data.matrix[target.target_type as usize][damage as usize])
}

/// D4 without cover.
fn armour(battle: &Battle, target: &Mark, damage: DamageType, arc_pct: u16) -> i32 {
    let type_pct = battle.data.damage.armour_pct[damage as usize];
    let pct = i64::from(type_pct) * i64::from(arc_pct);
    part(i32::from(target.armour).max(0), pct, 10_000)
}

fn cover_armour(battle: &Battle, cover: Cover, arc: Arc) -> i32 {
    let bonus = match cover {
        Cover::None => return 0,
        Cover::Half => battle.data.cover[0].armour_bonus,
        Cover::Full => battle.data.cover[1].armour_bonus,
    };
    (i32::from(bonus) * share_by_arc(arc)).div_euclid(100)
}
