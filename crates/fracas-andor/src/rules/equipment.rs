//! Chapter 2: equipped statistics, and what `current` makes of
//! them.

use crate::battle::Profile;
use crate::items::{Item, Size, Slot};
use crate::skills::{Skill, Skills, proficiency_of};
use crate::stats::{Interval, ONE, Stats, percent};

/// Where some of the equipped statistics come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The actor himself.
    Base,
    /// What is worn in a slot.
    Worn(Slot),
    /// What the weapon in a slot has instead of the actor's own value, as the
    /// difference to it.
    Instead(Slot),
    /// A skill, by its id.
    Skill(&'static str),
    /// Conditions.
    Conditions,
    /// The weapon's modifier of all other damage.
    Modifier,
}

/// An actor to be equipped.
#[derive(Clone, Copy)]
pub struct Wearer<'a> {
    /// Which rules.
    pub profile: Profile,
    /// Without items.
    pub base: &'a Stats,
    ///
    pub skills: &'a Skills,
    /// What conditions add, magnitudes included.
    pub conditions: &'a Stats,
}

impl Wearer<'_> {
    /// The equipped statistics.
    pub fn equipped<'i>(&self, worn: impl Iterator<Item = (Slot, &'i Item)>) -> Stats {
        self.parts(worn, |_, _| {})
    }

    /// The equipped statistics; `told` hears of every part that makes them up.
    pub fn parts<'i>(
        &self,
        worn: impl Iterator<Item = (Slot, &'i Item)>,
        mut told: impl FnMut(Origin, &Stats),
    ) -> Stats {
        let mut items: [Option<&Item>; 9] = [None; 9];
        for (slot, item) in worn {
            items[slot.index()] = Some(item);
        }
        let mut sum = *self.base;
        told(Origin::Base, &sum);
        let mut add = |part: Origin, stats: Stats, sum: &mut Stats| {
            if stats != Stats::default() {
                told(part, &stats);
                sum.add(&stats);
            }
        };
        match self.profile {
            Profile::Classic => self.classic(&items, &mut sum, &mut add),
            Profile::Current => self.current(&items, &mut sum, &mut add),
        }
        sum.capped()
    }

    fn classic(
        &self,
        items: &[Option<&Item>; 9],
        sum: &mut Stats,
        add: &mut impl FnMut(Origin, Stats, &mut Stats),
    ) {
        // a weapon worn only in the shield slot is the weapon.
        let weapon = weapon_slot(items);
        for slot in Slot::ALL {
            let Some(item) = items[slot.index()] else { continue };
            let mut stats = item.stats;
            if Some(slot) == weapon {
                // the weapon's alone, instead of the base value.
                let own = Stats {
                    attack_cost: weapon_cost(item, self.base) - self.base.attack_cost,
                    critical: stats.critical - self.base.critical,
                    ..Stats::default()
                };
                add(Origin::Instead(slot), own, sum);
            }
            // other items change neither.
            stats.attack_cost = 0;
            stats.critical = 0;
            add(Origin::Worn(slot), stats, sum);
        }
    }

    fn current(
        &self,
        items: &[Option<&Item>; 9],
        sum: &mut Stats,
        add: &mut impl FnMut(Origin, Stats, &mut Stats),
    ) {
        let weapon = weapon_slot(items);
        let main = weapon.and_then(|slot| items[slot.index()]);
        let off = items[Slot::Shield.index()]
            .filter(|item| item.is_weapon() && weapon == Some(Slot::Weapon));
        let dual_level = self.skills.level(Skill::DualWield);
        let mut weapon_damage = Interval::default();

        // base, weapon, shield slot, fighting style, other slots.
        if let (Some(main), Some(slot)) = (main, weapon) {
            // the main weapon's, instead of the base values.
            let own = Stats {
                attack_cost: weapon_cost(main, self.base) - self.base.attack_cost,
                multiplier: main.stats.multiplier - self.base.multiplier,
                ..Stats::default()
            };
            add(Origin::Instead(slot), own, sum);
            weapon_damage = main.stats.damage;
            let rest = Stats { attack_cost: 0, multiplier: 0, ..main.stats };
            add(Origin::Worn(slot), rest, sum);
        }
        if let (Some(main), Some(off)) = (main, off) {
            let stats = off_hand(main, off, self.base, dual_level);
            weapon_damage.min += stats.damage.min;
            weapon_damage.max += stats.damage.max;
            add(Origin::Worn(Slot::Shield), stats, sum);
        } else if let Some(shield) = items[Slot::Shield.index()].filter(|item| !item.is_weapon()) {
            add(Origin::Worn(Slot::Shield), not_a_weapon(shield), sum);
        }
        self.styles(items, main, off, sum, add);
        for slot in &Slot::ALL[2..] {
            if let Some(item) = items[slot.index()] {
                add(Origin::Worn(*slot), not_a_weapon(item), sum);
            }
        }
        self.proficiencies(items, main, off, sum, add);
        self.plain_skills(sum, add);
        add(Origin::Conditions, *self.conditions, sum);

        // last, all damage that is not the weapons' own.
        let modifier = damage_modifier(main, off, dual_level);
        if modifier != 100 {
            let change = |all: i64, weapon: i64| {
                ((all - weapon) * (modifier - 100) * 2 + 100).div_euclid(200)
            };
            let damage = Interval::new(
                change(sum.damage.min, weapon_damage.min),
                change(sum.damage.max, weapon_damage.max),
            );
            add(Origin::Modifier, Stats { damage, ..Stats::default() }, sum);
        }
    }

    /// fighting styles and their specialisations.
    fn styles(
        &self,
        items: &[Option<&Item>; 9],
        main: Option<&Item>,
        off: Option<&Item>,
        sum: &mut Stats,
        add: &mut impl FnMut(Origin, Stats, &mut Stats),
    ) {
        let level = |skill| self.skills.level(skill);
        let Some(main) = main else { return };
        if let Some(off) = off {
            let share = 50 * level(Skill::SpecialDualWield);
            let both = |one: i64, other: i64| gain(one, share) + gain(other, share);
            let stats = Stats {
                attack_chance: both(main.stats.attack_chance, off.stats.attack_chance),
                block: both(main.stats.block, off.stats.block),
                ..Stats::default()
            };
            add(Origin::Skill("specializationDualWield"), stats, sum);
        } else if main.two_handed {
            let style = 30 * level(Skill::TwoHand);
            let stats = Stats { damage: gain_of(main, style), ..Stats::default() };
            add(Origin::Skill("fightstyle2hand"), stats, sum);
            let special = level(Skill::SpecialTwoHand);
            let stats = Stats {
                damage: gain_of(main, 50 * special),
                attack_chance: gain(main.stats.attack_chance, 20 * special),
                ..Stats::default()
            };
            add(Origin::Skill("specialization2hand"), stats, sum);
        } else if let Some(shield) = items[Slot::Shield.index()].filter(|item| !item.is_weapon()) {
            let style = 25 * level(Skill::WeaponShield);
            let stats = Stats {
                attack_chance: gain(main.stats.attack_chance, style),
                block: gain(shield.stats.block, style),
                ..Stats::default()
            };
            add(Origin::Skill("fightstyleWeaponShield"), stats, sum);
            let special = level(Skill::SpecialWeaponShield);
            let stats = Stats {
                attack_chance: gain(main.stats.attack_chance, 50 * special),
                damage: gain_of(main, 20 * special),
                ..Stats::default()
            };
            add(Origin::Skill("specializationWeaponShield"), stats, sum);
        }
    }

    /// proficiencies with weapons and armour.
    fn proficiencies(
        &self,
        items: &[Option<&Item>; 9],
        main: Option<&Item>,
        off: Option<&Item>,
        sum: &mut Stats,
        add: &mut impl FnMut(Origin, Stats, &mut Stats),
    ) {
        let level = |skill| self.skills.level(skill);
        for weapon in [main, off].into_iter().flatten() {
            let Some(skill) = proficiency_of(&weapon.class) else { continue };
            let level = level(skill);
            let stats = Stats {
                attack_chance: gain(weapon.stats.attack_chance, 30 * level),
                block: gain(weapon.stats.block, 30 * level),
                critical: gain(weapon.stats.critical, 10 * level),
                ..Stats::default()
            };
            add(Origin::Skill(id_of(skill)), stats, sum);
        }
        let armour = || {
            [Slot::Head, Slot::Body, Slot::Hand, Slot::Feet]
                .into_iter()
                .filter_map(|slot| items[slot.index()])
        };
        let unarmoured = armour().next().is_none();
        // A shield is a thing in the hand: who holds one is not unarmed.
        let unarmed = main.is_none() && items[Slot::Shield.index()].is_none();
        if unarmed {
            let level = level(Skill::Unarmed);
            let stats = Stats {
                attack_chance: 20 * level,
                damage: Interval::new(2 * level, 2 * level),
                block: 5 * level,
                ..Stats::default()
            };
            add(Origin::Skill("weaponProficiencyUnarmed"), stats, sum);
        }
        if items[Slot::Shield.index()].is_some_and(|item| !item.is_weapon()) {
            let stats = Stats { resistance: level(Skill::Shield), ..Stats::default() };
            add(Origin::Skill("armorProficiencyShield"), stats, sum);
        }
        if unarmoured {
            let stats = Stats { block: 10 * level(Skill::Unarmored), ..Stats::default() };
            add(Origin::Skill("armorProficiencyUnarmored"), stats, sum);
        }
        let style = level(Skill::UnarmedUnarmored);
        if unarmed && unarmoured && style > 0 {
            let stats = Stats {
                block: 5 * style,
                resistance: style,
                attack_chance: 12 * style,
                damage: Interval::new(0, 4 * style),
                multiplier: ONE + ONE / 4 * style - sum.multiplier,
                ..Stats::default()
            };
            add(Origin::Skill("fightstyleUnarmedUnarmored"), stats, sum);
        }
        let [mut light, mut heavy] = [Stats::default(); 2];
        for item in armour() {
            match item.size {
                Size::Light => light.block += gain(item.stats.block, 30 * level(Skill::Light)),
                Size::Large => {
                    let level = level(Skill::Heavy);
                    heavy.block += gain(item.stats.block, 20 * level);
                    // A quarter less of what it costs in action points.
                    let relief = |cost: i64| -gain(cost, 25 * level);
                    heavy.attack_cost += relief(item.stats.attack_cost);
                    heavy.move_cost += relief(item.stats.move_cost);
                    heavy.use_cost += relief(item.stats.use_cost);
                    heavy.reequip_cost += relief(item.stats.reequip_cost);
                }
                Size::None | Size::Std => {}
            }
        }
        add(Origin::Skill("armorProficiencyLight"), light, sum);
        add(Origin::Skill("armorProficiencyHeavy"), heavy, sum);
    }

    /// skills that only change statistics.
    fn plain_skills(&self, sum: &mut Stats, add: &mut impl FnMut(Origin, Stats, &mut Stats)) {
        let level = |skill| self.skills.level(skill);
        let zero = Stats::default();
        let chance = Stats { attack_chance: 12 * level(Skill::WeaponChance), ..zero };
        add(Origin::Skill("weaponChance"), chance, sum);
        let damage = Interval::new(0, 2 * level(Skill::WeaponDmg));
        add(Origin::Skill("weaponDmg"), Stats { damage, ..zero }, sum);
        add(Origin::Skill("dodge"), Stats { block: 9 * level(Skill::Dodge), ..zero }, sum);
        let bark = Stats { resistance: level(Skill::BarkSkin), ..zero };
        add(Origin::Skill("barkSkin"), bark, sum);
        add(Origin::Skill("speed"), Stats { ap: level(Skill::Speed), ..zero }, sum);
        let more = gain(sum.critical, 20 * level(Skill::MoreCriticals));
        add(Origin::Skill("moreCriticals"), Stats { critical: more, ..zero }, sum);
        if sum.multiplier != 0 && sum.multiplier != ONE {
            let better = percent(sum.multiplier, 25 * level(Skill::BetterCriticals));
            add(Origin::Skill("betterCriticals"), Stats { multiplier: better, ..zero }, sum);
        }
    }
}

/// The slot whose weapon counts as the weapon.
fn weapon_slot(items: &[Option<&Item>; 9]) -> Option<Slot> {
    [Slot::Weapon, Slot::Shield]
        .into_iter()
        .find(|slot| items[slot.index()].is_some_and(Item::is_weapon))
}

/// a weapon that states no attack cost leaves the base cost.
fn weapon_cost(weapon: &Item, base: &Stats) -> i64 {
    match weapon.stats.attack_cost {
        0 => base.attack_cost,
        cost => cost,
    }
}

/// What an item that is no weapon adds: everything but the multiplier.
fn not_a_weapon(item: &Item) -> Stats {
    Stats { multiplier: 0, ..item.stats }
}

/// what the off-hand weapon adds to the main one.
fn off_hand(main: &Item, off: &Item, base: &Stats, level: i64) -> Stats {
    let share = match level {
        0 => 25,
        1 => 50,
        _ => 100,
    };
    // Positive values by their share, negative ones in full.
    let good = |value: i64| if value > 0 { percent(value, share) } else { value };
    // Costs the other way round.
    let bad = |value: i64| if value > 0 { value } else { percent(value, share) };
    let (one, other) = (weapon_cost(main, base), weapon_cost(off, base));
    let cost = match level {
        0 => one + other,
        1 => one.max(other) + one.min(other).div_euclid(2),
        _ => one.max(other),
    };
    let multiplier = main.stats.multiplier.max(percent(off.stats.multiplier, share));
    let max = good(off.stats.damage.max);
    Stats {
        hp: good(off.stats.hp),
        ap: good(off.stats.ap),
        attack_cost: cost - one,
        move_cost: bad(off.stats.move_cost),
        use_cost: bad(off.stats.use_cost),
        reequip_cost: bad(off.stats.reequip_cost),
        attack_chance: good(off.stats.attack_chance),
        damage: Interval::new(good(off.stats.damage.min).min(max), max),
        critical: good(off.stats.critical),
        multiplier: multiplier - main.stats.multiplier,
        block: good(off.stats.block),
        resistance: good(off.stats.resistance),
    }
}

/// percent of all damage that is not the weapons' own.
fn damage_modifier(main: Option<&Item>, off: Option<&Item>, level: i64) -> i64 {
    match (main, off) {
        (None, _) => 100,
        (Some(main), None) => main.damage_modifier,
        (Some(main), Some(off)) => {
            let (one, other) = (main.damage_modifier, off.damage_modifier);
            match level {
                0 => one.min(other),
                1 => (one + other).div_euclid(2),
                _ => one.max(other),
            }
        }
    }
}

/// A percentage of an item's own positive value, rounded down.
fn gain(value: i64, of_hundred: i64) -> i64 {
    if value > 0 { percent(value, of_hundred) } else { 0 }
}

fn gain_of(weapon: &Item, of_hundred: i64) -> Interval {
    let damage = weapon.stats.damage;
    Interval::new(gain(damage.min, of_hundred), gain(damage.max, of_hundred))
}

fn id_of(skill: Skill) -> &'static str {
    crate::skills::ALL[skill as usize].1
}
