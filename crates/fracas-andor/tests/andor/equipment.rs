//! Chapter 2 and what `current` makes of it: equipped statistics.

use fracas_andor::battle::Battle;
use fracas_andor::rules::conditions::hero_stats;
use fracas_andor::stats::Stats;
use fracas_core::capability::Inspect;

use crate::common::{battle, fight};

fn stats(b: &Battle) -> Stats {
    hero_stats(b, &b.start)
}

const KNIGHT: &str = "[player]\nbase = { hp = 40, attack_chance = 75, damage = '4', block = 6 }\n\
    equip = ['sword', 'armour', 'shield', 'gloves', 'boots', 'ring', 'ring']\n\
    [item.sword]\nslot = 'weapon'\nattack_cost = 4\nattack_chance = 25\ndamage = '3-7'\n\
    [item.armour]\nslot = 'body'\nblock = 13\n\
    [item.shield]\nslot = 'shield'\nattack_chance = -5\nblock = 8\n\
    [item.gloves]\nslot = 'hand'\nblock = 4\n[item.boots]\nslot = 'feet'\nblock = 4\n\
    [item.ring]\nslot = 'ring'\ndamage = 1\n[[monster]]\n";

#[test]
fn a_10_a_11_a_15_the_rulebooks_knight() {
    for profile in ["classic", "current"] {
        let found = stats(&battle(&format!("profile = '{profile}'\n{KNIGHT}")));
        assert_eq!((found.attack_cost, found.attack_chance, found.block), (4, 95, 35));
        assert_eq!((found.damage.min, found.damage.max), (9, 13));
    }
}

#[test]
fn a_10_every_statistic_adds() {
    let text = "[player]\nbase = { hp = 20 }\nequip = ['charm']\n[item.charm]\nslot = 'neck'\nhp = 7\nap = 2\n\
                move_cost = -1\nuse_cost = -2\nreequip_cost = 3\nresistance = 2\n[[monster]]\n";
    let found = stats(&battle(text));
    assert_eq!((found.hp, found.ap, found.move_cost), (27, 12, 5));
    assert_eq!((found.use_cost, found.reequip_cost, found.resistance), (3, 8, 2));
}

#[test]
///
fn a_11_a_12_a_13_a_14_a_103_cost_critical_and_multiplier() {
    let text = |profile: &str, critical: &str| {
        format!(
            "profile = '{profile}'\n[player]\nbase = {{ critical_multiplier = 1 }}\nequip = ['axe', 'chain', 'ring']\n\
         [item.axe]\nslot = 'weapon'\nattack_cost = 10\n{critical} = 15\ncritical_multiplier = 2\n\
         [item.chain]\nslot = 'neck'\nattack_cost = -1\n\
         [item.ring]\nslot = 'ring'\n{critical} = 7\ncritical_multiplier = 0.5\n[[monster]]\n"
        )
    };
    let classic = stats(&battle(&text("classic", "critical_chance")));
    assert_eq!((classic.attack_cost, classic.critical, classic.multiplier), (10, 15, 35_000));
    let current = stats(&battle(&text("current", "critical_skill")));
    assert_eq!((current.attack_cost, current.critical, current.multiplier), (9, 22, 20_000));
    // without a weapon the base values hold, whatever else is worn.
    let bare = text("classic", "critical_chance").replace("'axe', ", "");
    let bare = stats(&battle(&bare));
    assert_eq!((bare.attack_cost, bare.critical), (3, 0));
}

#[test]
fn a_4_a_weapon_without_attack_cost_leaves_the_base_cost() {
    let text = "[player]\nbase = { attack_cost = 6, critical_chance = 9 }\nequip = ['stick']\n[item.stick]\nslot = 'weapon'\n[[monster]]\n";
    let found = stats(&battle(text));
    // One that states no critical chance has 0.
    assert_eq!((found.attack_cost, found.critical), (6, 0));
}

#[test]
fn a_16_a_weapon_in_the_shield_slot_alone_is_the_weapon() {
    let text = "[player]\nequip = { shield = 'knife' }\n[item.knife]\nslot = 'weapon'\nattack_cost = 2\ncritical_chance = 8\n[[monster]]\n";
    let found = stats(&battle(text));
    assert_eq!((found.attack_cost, found.critical), (2, 8));
}

#[test]
fn a_17_monsters_may_wear_things() {
    let text = "[item.club]\nslot = 'weapon'\nattack_cost = 5\ndamage = '1-2'\n[[monster]]\nhp = 4\ndamage = 3\nequip = ['club']\n";
    let kind = &battle(text).kinds[0];
    assert_eq!((kind.stats.attack_cost, kind.stats.damage.max), (5, 5));
}

#[test]
fn a_18_items_raise_the_maximum_and_do_not_heal() {
    let text =
        "[player]\nhp = 10\nequip = ['charm']\n[item.charm]\nslot = 'neck'\nhp = 50\n[[monster]]\n";
    let b = battle(text);
    assert_eq!((b.start.hero.hp, b.start.hero.max_hp), (10, 75));
}

#[test]
fn a_104_two_weapons() {
    let text = |level: u8| {
        format!(
            "profile = 'current'\n[player]\nbase = {{ attack_chance = 0, damage = 0 }}\nequip = ['main', 'off']\n\
         skills = {{ fightstyleDualWield = {level} }}\n\
         [item.main]\nslot = 'weapon'\nattack_cost = 4\ndamage = '1-2'\nattack_chance = 20\n\
         [item.off]\nslot = 'weapon'\nattack_cost = 4\ndamage = '1-2'\nattack_chance = 20\n\
         critical_skill = 20\ncritical_multiplier = 3\n[[monster]]\n"
        )
    };
    let expected =
        [(8, 25, (1, 2), 5, 7_500), (6, 30, (1, 3), 10, 15_000), (4, 40, (2, 4), 20, 30_000)];
    for (level, (cost, chance, damage, skill, multiplier)) in expected.into_iter().enumerate() {
        let found = stats(&battle(&text(level as u8)));
        assert_eq!((found.attack_cost, found.attack_chance), (cost, chance), "level {level}");
        assert_eq!((found.damage.min, found.damage.max), damage);
        assert_eq!((found.critical, found.multiplier), (skill, multiplier));
    }
}

#[test]
fn a_104_bad_sides_of_the_off_hand_count_in_full() {
    let text = "profile = 'current'\n[player]\nequip = ['main', 'off']\n[item.main]\nslot = 'weapon'\n\
        [item.off]\nslot = 'weapon'\nblock = -8\nmove_cost = 3\nuse_cost = -4\n[[monster]]\n";
    let found = stats(&battle(text));
    assert_eq!((found.block, found.move_cost, found.use_cost), (1, 9, 4));
}

#[test]
fn a_105_a_106_other_damage_by_the_weapons_modifier() {
    let text = |base: &str, weapon: &str, modifier: u32| {
        format!(
            "profile = 'current'\n[player]\nbase = {{ damage = '{base}' }}\nequip = ['club']\n\
         [item.club]\nslot = 'weapon'\ndamage = '{weapon}'\ndamage_modifier = {modifier}\n[[monster]]\n"
        )
    };
    for (base, weapon, modifier, expected) in
        [("6", "0-1", 126, (8, 9)), ("3", "4-7", 215, (10, 13)), ("6", "0-0", 75, (5, 5))]
    {
        let damage = stats(&battle(&text(base, weapon, modifier))).damage;
        assert_eq!((damage.min, damage.max), expected);
    }
}

fn skilled(skills: &str, rest: &str) -> Stats {
    stats(&battle(&format!(
        "profile = 'current'\n[player]\nskills = {{ {skills} }}\n{rest}\n[[monster]]\n"
    )))
}

#[test]
fn a_115_skills_that_change_statistics() {
    let found = skilled("weaponChance = 2, weaponDmg = 1, dodge = 1, barkSkin = 3, speed = 2", "");
    assert_eq!((found.attack_chance, found.damage.min, found.damage.max), (84, 1, 3));
    assert_eq!((found.block, found.resistance, found.ap), (18, 3, 12));
    let blade = "equip = ['blade']\n[item.blade]\nslot = 'weapon'\ncritical_skill = 17\ncritical_multiplier = 2.5\n";
    let found = skilled("moreCriticals = 1, betterCriticals = 1", blade);
    assert_eq!((found.critical, found.multiplier), (20, 31_250));
    // A multiplier of 1 is not a critical one.
    assert_eq!(skilled("betterCriticals = 2", "").multiplier, 10_000);
}

#[test]
fn a_88_a_116_styles_and_proficiencies() {
    let two_hand = "equip = ['great']\n[item.great]\nslot = 'weapon'\ntwo_handed = true\nclass = '2hsword'\ndamage = '5-11'\nattack_chance = 13\nblock = 5\ncritical_skill = 12\n";
    let found = skilled("fightstyle2hand = 1, specialization2hand = 1", two_hand);
    // 1 + 5 + 1 + 2 and 1 + 11 + 3 + 5; 60 + 13 + 2.
    assert_eq!((found.damage.min, found.damage.max, found.attack_chance), (9, 20, 75));
    let found = skilled("weaponProficiency2hsword = 2", two_hand);
    assert_eq!((found.attack_chance, found.block, found.critical), (80, 17, 14));
    let shield = "equip = ['sword', 'shield']\n[item.sword]\nslot = 'weapon'\nattack_chance = 20\ndamage = '4-10'\n[item.shield]\nslot = 'shield'\nblock = 12\n";
    let found = skilled(
        "fightstyleWeaponShield = 1, specializationWeaponShield = 1, armorProficiencyShield = 2",
        shield,
    );
    assert_eq!((found.attack_chance, found.block, found.resistance), (95, 24, 2));
    assert_eq!((found.damage.min, found.damage.max), (5, 13));
    let two =
        "equip = ['one', 'one']\n[item.one]\nslot = 'weapon'\nattack_chance = 20\nblock = 4\n";
    let found = skilled("fightstyleDualWield = 2, specializationDualWield = 1", two);
    assert_eq!((found.attack_chance, found.block), (60 + 40 + 20, 9 + 8 + 4));
    let found = skilled(
        "weaponProficiencyUnarmed = 1, armorProficiencyUnarmored = 1, fightstyleUnarmedUnarmored = 2",
        "",
    );
    assert_eq!(
        (found.attack_chance, found.block, found.resistance),
        (60 + 20 + 24, 9 + 5 + 10 + 10, 2)
    );
    assert_eq!((found.damage.min, found.damage.max, found.multiplier), (3, 11, 15_000));
    // A shield is held in a hand: no bare hands, with or without armour.
    let held = skilled(
        "weaponProficiencyUnarmed = 1, armorProficiencyUnarmored = 1, fightstyleUnarmedUnarmored = 2",
        "equip = ['shield']\n[item.shield]\nslot = 'shield'\nblock = 12\n",
    );
    assert_eq!((held.attack_chance, held.block, held.resistance), (60, 9 + 12 + 10, 0));
    assert_eq!((held.damage.max, held.multiplier), (1, 10_000));
    // A short sword is a dagger, a whip is blunt.
    let short =
        "equip = ['it']\n[item.it]\nslot = 'weapon'\nclass = 'ssword'\nattack_chance = 20\n";
    let skills = "weaponProficiencyDagger = 1, weaponProficiencyBlunt = 2";
    assert_eq!(skilled(skills, short).attack_chance, 60 + 20 + 6);
    assert_eq!(skilled(skills, &short.replace("ssword", "whip")).attack_chance, 60 + 20 + 12);
    let armour = "equip = ['mail', 'cap']\n[item.mail]\nslot = 'body'\nsize = 'large'\nblock = 20\nmove_cost = 4\n[item.cap]\nslot = 'head'\nsize = 'light'\nblock = 10\n";
    let found = skilled("armorProficiencyLight = 1, armorProficiencyHeavy = 2", armour);
    assert_eq!((found.block, found.move_cost), (9 + 20 + 10 + 3 + 8, 6 + 4 - 2));
}

#[test]
fn a_102_some_monsters_cannot_be_hit_critically() {
    for (class, script) in
        [("ghost", "hit 1/100, damage 1/1"), ("animal", "hit 1/100, damage 1/1, critical 1/100")]
    {
        let text = format!(
            "profile = 'current'\n[player]\nbase = {{ attack_cost = 10, critical_skill = 50, critical_multiplier = 2 }}\n[[monster]]\nclass = '{class}'\n"
        );
        assert_eq!(fight(&text, script).outcome(), "win");
    }
}

#[test]
fn inspect_tells_where_each_point_comes_from() {
    let tables = fracas_andor::Andor.inspect(&battle(KNIGHT));
    let hero = tables.iter().find(|table| table.title == "hero").unwrap();
    let told = |name: &str| {
        let row = hero.rows.iter().find(|row| row[0] == name).unwrap();
        [row[1].words(), row[2].words()]
    };
    assert_eq!(told("attack chance"), ["95", "base 75, sword +25, shield -5"]);
    // the weapon's alone.
    assert_eq!(told("attack cost"), ["4", "sword 4 instead of base 3"]);
    assert_eq!(told("damage")[0], "9-13");
    assert_eq!(told("resistance")[1], "");
    // The same for programs.
    let json = hero.to_json();
    let row = |name: &str| {
        json.as_array().unwrap().iter().find(|row| row["statistic"] == name).unwrap().clone()
    };
    assert_eq!(row("attack chance")["value"], 95);
    let shield = serde_json::json!({ "from": "shield", "value": -5 });
    assert_eq!(row("attack chance")["where_from"][2], shield);
    assert_eq!(row("attack cost")["where_from"][0]["instead_of"]["value"], 3);
    assert_eq!(row("damage")["value"], serde_json::json!({ "low": 9, "high": 13 }));
    let card = tables[0].to_json();
    assert_eq!(card[0]["you_hit_percent"], 76);
    assert_eq!(card[0]["turns_to_die"], serde_json::Value::Null);
    // Actor leaves no gold leaves 0 of it, and not -0.0.
    assert_eq!(card[0]["gold"].to_string(), "0.0");
}
