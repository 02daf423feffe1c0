//! `monsterlist_*`.

use fracas_core::document::Diagnostics;

use super::Afflictions;
use super::entry::Entry;
use crate::battle::Class;
use crate::conditions::{Effects, When};
use crate::stats::{ONE, Stats};

/// A monster of the game's data.
#[derive(Clone, Debug)]
pub struct Creature {
    /// What it is called.
    pub name: String,
    /// Its statistics, with critical skill.
    pub stats: Stats,
    ///
    pub class: Class,
    ///
    pub approaches: bool,
    /// The drop list it leaves.
    pub drops: Option<String>,
    ///
    pub effects: Effects,
    ///
    pub xp: i64,
    /// Whether one can talk to it.
    pub talks: bool,
}

impl Creature {
    /// Reads an entry.
    pub fn read(
        entry: &Entry,
        id: &str,
        conditions: &mut Afflictions,
        out: &mut Diagnostics,
    ) -> Self {
        let fields = entry.fields();
        let mut whole = |key: &str, default: i64| fields.whole(key, out).unwrap_or(default);
        let stats = Stats {
            hp: whole("maxHP", 1).max(1),
            ap: whole("maxAP", 10).clamp(1, 1000),
            move_cost: whole("moveCost", 10).max(1),
            attack_cost: whole("attackCost", 10).max(1),
            attack_chance: whole("attackChance", 0),
            critical: whole("criticalSkill", 0),
            block: whole("blockChance", 0),
            resistance: whole("damageResistance", 0),
            ..Stats::default()
        };
        let stats = Stats {
            damage: fields.damage("attackDamage", out).unwrap_or_default(),
            multiplier: fields.multiplier("criticalMultiplier", out).unwrap_or(0),
            ..stats
        };
        let class = fields.text("monsterClass", out);
        let known = class.as_deref().and_then(Class::of);
        if let (Some(class), None) = (&class, known) {
            out.warning("", &entry.place(), format!("`{id}` is of the unknown class `{class}`"))
                .help(format!("known are {}", Class::KEYS.join(", ")));
        }
        let mut effects = Effects::default();
        for (when, _, key) in When::ALL {
            if let Some(effect) = fields.effect(key, conditions, out) {
                effects.set(when, effect);
            }
        }
        let aggression = fields.text("movementAggressionType", out);
        let bites = effects.get(When::Hit).is_some_and(|effect| !effect.on_opponent.is_empty());
        Self {
            name: entry.name(id, out),
            xp: experience(&stats, bites),
            stats,
            class: known.unwrap_or(Class("humanoid")),
            approaches: aggression.is_some_and(|how| approaches(&how)),
            drops: fields.text("droplistID", out),
            effects,
            talks: fields.text("phraseID", out).is_some(),
        }
    }

    /// Whether it is one of the townsfolk: one talks to it, and it hurts nobody.
    pub fn is_townsfolk(&self) -> bool {
        self.talks && self.stats.damage.max <= 0 && self.effects.is_empty()
    }
}

/// whether a monster of this aggression comes over.
pub fn approaches(aggression: &str) -> bool {
    !matches!(aggression, "none" | "flee")
}

/// what the game pays for a monster, in exact fractions.
///
/// xp = ceil(0.7 (3 atk + def)) + 50 if its hits bring conditions, with
/// atk = n A/100 (min+max)/2 (1 + skill/100 mult), def = HP (1 + B/100) + 9 R.
pub fn experience(stats: &Stats, bites: bool) -> i64 {
    let attacks = i128::from(stats.ap / stats.attack_cost.max(1));
    let one = i128::from(ONE);
    // All over 100 x 2 x 100 x 10000, then times 7/10.
    let damage = i128::from(stats.damage.min + stats.damage.max);
    let critical = 100 * one + i128::from(stats.critical) * i128::from(stats.multiplier);
    let attack = attacks * i128::from(stats.attack_chance) * damage * critical;
    let unit = 100 * 2 * 100 * one;
    let defence = i128::from(stats.hp) * i128::from(100 + stats.block) * (unit / 100)
        + 9 * i128::from(stats.resistance) * unit;
    let whole = 7 * (3 * attack + defence);
    let xp = -((-whole).div_euclid(10 * unit)) as i64;
    xp + if bites { 50 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    #[test]
    fn a_93_experience_is_rounded_up() {
        let rat = Stats {
            hp: 4,
            ap: 10,
            attack_cost: 10,
            attack_chance: 30,
            damage: Interval::new(0, 1),
            ..Stats::default()
        };
        // atk = 0.15, def = 4: 0.7 x 4.45 = 3.115.
        assert_eq!(experience(&rat, false), 4);
        assert_eq!(experience(&rat, true), 54);
        let critical = Stats { critical: 50, multiplier: 20_000, ..rat };
        // 1 + 0.5 x 2 doubles the attack: 0.7 x 4.9 = 3.43.
        assert_eq!(experience(&critical, false), 4);
        let exact = Stats { hp: 10, attack_chance: 0, ..rat };
        assert_eq!(experience(&exact, false), 7);
    }
}
