//! Skills of profile `current`.

/// A skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// +12 attack chance.
    WeaponChance,
    /// +2 maximum damage.
    WeaponDmg,
    /// +9 block.
    Dodge,
    /// +1 resistance.
    BarkSkin,
    /// +20% critical skill.
    MoreCriticals,
    /// +25% multiplier.
    BetterCriticals,
    /// +1 maximum action points.
    Speed,
    /// +3 action points a kill.
    Cleave,
    /// +1 hit point a kill.
    Eater,
    /// -5 points flee failure.
    Evasion,
    /// +10% experience.
    MoreExp,
    /// -20% of the loss.
    LowerExploss,
    /// +30% gold chance, +50% gold quantity.
    Coinfinder,
    /// +50% chance for items that are not ordinary.
    Magicfinder,
    /// -10% chance of mental conditions.
    ResistanceMental,
    /// -10% chance of physical conditions.
    ResistancePhysical,
    /// -10% chance of conditions of the blood.
    ResistanceBlood,
    /// +1 hit point a turn with no adjacent monster.
    Regeneration,
    /// 20% a tick to weaken a bad condition.
    Rejuvenation,
    /// 75%: a monster that misses loses 2 action points.
    Taunt,
    /// 15%: `concussion` on a hit with C > 50.
    Concussion,
    /// 50%: `crit1` on a critical hit.
    Crit1,
    /// 50%: `crit2` on a critical hit.
    Crit2,
    /// Proficiency with daggers.
    Dagger,
    /// Proficiency with one-handed swords.
    OneHandSword,
    /// Proficiency with two-handed swords.
    TwoHandSword,
    /// Proficiency with axes.
    Axe,
    /// Proficiency with blunt weapons.
    Blunt,
    /// Proficiency with pole weapons.
    Pole,
    /// Proficiency with bare hands.
    Unarmed,
    /// Proficiency with shields.
    Shield,
    /// Proficiency without armour.
    Unarmored,
    /// Proficiency with light armour.
    Light,
    /// Proficiency with heavy armour.
    Heavy,
    /// Style: two hands.
    TwoHand,
    /// Style: weapon and shield.
    WeaponShield,
    /// Style: two weapons.
    DualWield,
    /// Style: no weapon, no armour.
    UnarmedUnarmored,
    /// Specialisation: two hands.
    SpecialTwoHand,
    /// Specialisation: weapon and shield.
    SpecialWeaponShield,
    /// Specialisation: two weapons.
    SpecialDualWield,
}

/// Every skill with its id in files and its highest level.
pub const ALL: &[(Skill, &str, u16)] = &[
    (Skill::WeaponChance, "weaponChance", MOST),
    (Skill::WeaponDmg, "weaponDmg", MOST),
    (Skill::Dodge, "dodge", MOST),
    (Skill::BarkSkin, "barkSkin", 5),
    (Skill::MoreCriticals, "moreCriticals", MOST),
    (Skill::BetterCriticals, "betterCriticals", MOST),
    (Skill::Speed, "speed", 2),
    (Skill::Cleave, "cleave", MOST),
    (Skill::Eater, "eater", MOST),
    (Skill::Evasion, "evasion", MOST),
    (Skill::MoreExp, "moreExp", MOST),
    (Skill::LowerExploss, "lowerExploss", MOST),
    (Skill::Coinfinder, "coinfinder", MOST),
    (Skill::Magicfinder, "magicfinder", MOST),
    (Skill::ResistanceMental, "resistanceMental", MOST),
    (Skill::ResistancePhysical, "resistancePhysical", MOST),
    (Skill::ResistanceBlood, "resistanceBlood", MOST),
    (Skill::Regeneration, "regeneration", MOST),
    (Skill::Rejuvenation, "rejuvenation", MOST),
    (Skill::Taunt, "taunt", MOST),
    (Skill::Concussion, "concussion", MOST),
    (Skill::Crit1, "crit1", MOST),
    (Skill::Crit2, "crit2", MOST),
    (Skill::Dagger, "weaponProficiencyDagger", 3),
    (Skill::OneHandSword, "weaponProficiency1hsword", 3),
    (Skill::TwoHandSword, "weaponProficiency2hsword", 3),
    (Skill::Axe, "weaponProficiencyAxe", 3),
    (Skill::Blunt, "weaponProficiencyBlunt", 3),
    (Skill::Pole, "weaponProficiencyPole", 3),
    (Skill::Unarmed, "weaponProficiencyUnarmed", 3),
    (Skill::Shield, "armorProficiencyShield", 2),
    (Skill::Unarmored, "armorProficiencyUnarmored", 3),
    (Skill::Light, "armorProficiencyLight", 3),
    (Skill::Heavy, "armorProficiencyHeavy", 4),
    (Skill::TwoHand, "fightstyle2hand", 2),
    (Skill::WeaponShield, "fightstyleWeaponShield", 2),
    (Skill::DualWield, "fightstyleDualWield", 2),
    (Skill::UnarmedUnarmored, "fightstyleUnarmedUnarmored", 3),
    (Skill::SpecialTwoHand, "specialization2hand", 1),
    (Skill::SpecialWeaponShield, "specializationWeaponShield", 1),
    (Skill::SpecialDualWield, "specializationDualWield", 1),
];

/// Where the rulebook names no highest level.
const MOST: u16 = 100;

/// Levels by skill; all 0 in `classic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skills([u16; ALL.len()]);

impl Default for Skills {
    fn default() -> Self {
        Self([0; ALL.len()])
    }
}

impl Skills {
    /// The level of a skill.
    pub fn level(&self, skill: Skill) -> i64 {
        i64::from(self.0[skill as usize])
    }

    /// Sets the level of a skill.
    pub fn set(&mut self, skill: Skill, level: u16) {
        self.0[skill as usize] = level;
    }

    /// Whether a skill is there at all.
    pub fn has(&self, skill: Skill) -> bool {
        self.0[skill as usize] > 0
    }
}

/// The weapon proficiency that counts for a weapon of this category.
pub fn proficiency_of(class: &str) -> Option<Skill> {
    let starts = |words: &[&str]| words.iter().any(|word| class.starts_with(word));
    match class {
        _ if starts(&["dagger", "ssword"]) => Some(Skill::Dagger),
        _ if starts(&["lsword", "bsword", "rapier", "1hsword"]) => Some(Skill::OneHandSword),
        _ if starts(&["2hsword"]) => Some(Skill::TwoHandSword),
        _ if starts(&["axe", "2haxe", "axe2h"]) => Some(Skill::Axe),
        _ if starts(&[
            "club", "mace", "hammer", "staff", "scepter", "blunt", "whip", "2hhammer",
        ]) =>
        {
            Some(Skill::Blunt)
        }
        _ if starts(&["pole", "spear"]) => Some(Skill::Pole),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_88_every_skill_stands_at_its_own_place() {
        for (place, (skill, id, most)) in ALL.iter().enumerate() {
            assert_eq!(*skill as usize, place, "{id}");
            assert!(*most >= 1);
        }
        let mut skills = Skills::default();
        skills.set(Skill::Speed, 2);
        assert_eq!((skills.level(Skill::Speed), skills.has(Skill::Dodge)), (2, false));
    }

    #[test]
    fn a_116_categories_have_their_proficiency() {
        let known = [
            ("dagger", Skill::Dagger),
            ("ssword", Skill::Dagger),
            ("lsword", Skill::OneHandSword),
            ("bsword", Skill::OneHandSword),
            ("rapier", Skill::OneHandSword),
            ("2hsword", Skill::TwoHandSword),
            ("axe", Skill::Axe),
            ("axe2h", Skill::Axe),
            ("club", Skill::Blunt),
            ("staff", Skill::Blunt),
            ("mace", Skill::Blunt),
            ("scepter", Skill::Blunt),
            ("hammer2h", Skill::Blunt),
            ("whip", Skill::Blunt),
            ("pole", Skill::Pole),
        ];
        for (class, skill) in known {
            assert_eq!(proficiency_of(class), Some(skill), "{class}");
        }
        assert_eq!(proficiency_of("shield"), None);
    }
}
