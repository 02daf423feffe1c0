//! Section 11: bad input and what to say.

use crate::common::{read_with, refuse};

#[test]
fn e_1_no_opponents() {
    refuse("[player]\n", "E-1", "monster", &["the battle has no opponents"]);
    refuse("[[monster]]\ncount = 0\n", "E-1", "monster[0].count", &["the battle has no opponents"]);
    refuse("[[monster]]\n[[next]]\n", "E-1", "next[0].monster", &["no opponents"]);
}

#[test]
fn e_2_hit_and_action_points() {
    refuse(
        "[player]\nbase = { hp = 0 }\n[[monster]]\n",
        "E-2",
        "player.base.hp",
        &["allowed are 1 to 1000000"],
    );
    refuse("[[monster]]\nap = 0\n", "E-2", "monster[0].ap", &["allowed are 1 to 1000"]);
    refuse("[player]\nhp = 26\n[[monster]]\n", "E-2", "player.hp", &["allowed are 1 to 25"]);
    refuse(
        "[[monster]]\nhp = 5\nhp_now = 6\n",
        "E-2",
        "monster[0].hp_now",
        &["allowed are 1 to 5"],
    );
    refuse(
        "[player]\nequip = ['weight']\n[item.weight]\nslot = 'neck'\nhp = -30\n[[monster]]\n",
        "E-2",
        "player",
        &["the equipped maximum of hit points is -5"],
    );
    refuse(
        "[player]\nequip = ['weight']\n[item.weight]\nslot = 'neck'\nap = -10\n[[monster]]\n",
        "E-2",
        "player",
        &["action points is 0"],
    );
    refuse(
        "[item.weight]\nslot = 'neck'\nhp = -3\n[[monster]]\nequip = ['weight']\n",
        "E-2",
        "monster[0]",
        &["is -2"],
    );
}

#[test]
fn e_3_damage() {
    for damage in ["'5-2'", "'a-b'", "-1", "''", "[3, 1]"] {
        let text = format!("[[monster]]\ndamage = {damage}\n");
        refuse(&text, "E-3", "monster[0].damage", &["damage must be N or MIN-MAX, MIN <= MAX"]);
    }
    // An item may take damage away.
    assert!(
        read_with("[item.curse]\nslot = 'ring'\ndamage = '-3--1'\n[[monster]]\n", &[]).0.is_some()
    );
}

#[test]
fn e_4_costs() {
    refuse(
        "[player]\nbase = { attack_cost = 0 }\n[[monster]]\n",
        "E-4",
        "player.base.attack_cost",
        &["cost must be a whole number from 1"],
    );
    refuse(
        "[[monster]]\nmove_cost = 2.5\n",
        "E-4",
        "monster[0].move_cost",
        &["cost must be a whole number from 1"],
    );
    refuse(
        "[player]\nbase = { use_cost = -1 }\n[[monster]]\n",
        "E-4",
        "player.base.use_cost",
        &["from 0"],
    );
    refuse(
        "[item.sword]\nslot = 'weapon'\nattack_cost = 0\n[[monster]]\n",
        "E-4",
        "item.sword.attack_cost",
        &["cost must be a whole number from 1"],
    );
    assert!(
        read_with("[item.ring]\nslot = 'ring'\nattack_cost = -2\n[[monster]]\n", &[]).0.is_some()
    );
}

#[test]
fn e_5_criticals() {
    refuse(
        "[[monster]]\ncritical_chance = 101\n",
        "E-5",
        "monster[0].critical_chance",
        &["0 to 100"],
    );
    refuse(
        "[[monster]]\ncritical_multiplier = -1\n",
        "E-5",
        "monster[0].critical_multiplier",
        &["0 to 1000"],
    );
    refuse(
        "[[monster]]\ncritical_multiplier = 1.00005\n",
        "E-5",
        "monster[0].critical_multiplier",
        &["4 decimal places"],
    );
    refuse(
        "[[monster]]\ncritical_multiplier = inf\n",
        "E-5",
        "monster[0].critical_multiplier",
        &["number"],
    );
    refuse(
        "profile = 'current'\n[[monster]]\ncritical_chance = 5\n",
        "E-5",
        "monster[0].critical_chance",
        &["critical_skill"],
    );
}

#[test]
fn e_6_levels() {
    refuse("[player]\nlevel = 0\n[[monster]]\n", "E-6", "player.level", &["1 to 1000"]);
    refuse(
        "[player]\nlevel = 5\nxp = 1649\n[[monster]]\n",
        "E-6",
        "player.xp",
        &["level 5 needs at least 1650"],
    );
}

#[test]
fn e_7_unknown_words_and_keys() {
    refuse("profile = 'clasic'\n[[monster]]\n", "E-7", "profile", &["did you mean \"classic\"?"]);
    refuse("starts = 'hero'\n[[monster]]\n", "E-7", "starts", &["player, monsters"]);
    refuse(
        "[policy]\ndrnk_below = 4\n[[monster]]\n",
        "E-7",
        "policy.drnk_below",
        &["did you mean `drink_below`?"],
    );
    refuse("[policy]\ntarget = 'weekest'\n[[monster]]\n", "E-7", "policy.target", &["weakest"]);
    refuse("[item.x]\nslot = 'tail'\n[[monster]]\n", "E-7", "item.x.slot", &["leftring"]);
    refuse(
        "[player]\nequip = { hed = 'x' }\n[item.x]\nslot = 'head'\n[[monster]]\n",
        "E-7",
        "player.equip.hed",
        &["did you mean head?"],
    );
    refuse(
        "profile = 'current'\n[player]\nskills = { speed = 3 }\n[[monster]]\n",
        "E-7",
        "player.skills.speed",
        &["0 to 2"],
    );
}

#[test]
fn a_85_e_7_every_other_key_is_an_error() {
    refuse("colour = 1\n[[monster]]\n", "E-7", "colour", &["unknown key", "flee_fail"]);
}

#[test]
fn e_9_what_cannot_be_worn_together() {
    let items = "[item.a]\nslot = 'head'\n[item.sword]\nslot = 'weapon'\n[item.great]\nslot = 'weapon'\ntwo_handed = true\n[item.shield]\nslot = 'shield'\n[item.coin]\n[[monster]]\n";
    refuse(
        &format!("[player]\nequip = ['a', 'a']\n{items}"),
        "E-9",
        "player.equip[1]",
        &["two items in one slot"],
    );
    refuse(
        &format!("[player]\nequip = ['great', 'shield']\n{items}"),
        "E-9",
        "player.equip",
        &["a two-handed weapon leaves no hand"],
    );
    refuse(
        &format!("[player]\nequip = ['sword', 'sword']\n{items}"),
        "E-9",
        "player.equip",
        &["two weapons need profile = current"],
    );
    refuse(
        &format!("[player]\nequip = ['coin']\n{items}"),
        "E-9",
        "player.equip[0]",
        &["is not worn"],
    );
    refuse(
        &format!("[player]\nequip = {{ feet = 'a' }}\n{items}"),
        "E-9",
        "player.equip.feet",
        &["not worn as feet"],
    );
}

#[test]
fn e_10_crowds() {
    refuse("[[monster]]\nat = [0, 0]\n", "E-10", "monster[0].at", &["the player stands there"]);
    refuse(
        "[[monster]]\nat = [1, 0]\n[[monster]]\nat = [1, 0]\n",
        "E-10",
        "monster[1].at",
        &["another monster stands there"],
    );
    refuse("[[monster]]\ncount = 65\n", "E-10", "monster", &["at most 64"]);
}

#[test]
fn e_11_those_who_would_never_join() {
    refuse(
        "[[monster]]\nat = [0, 2]\naggression = 'none'\n",
        "E-11",
        "monster[0]",
        &["would never join the fight"],
    );
    refuse(
        "[[monster]]\nat = [0, 2]\nmove_cost = 11\n",
        "E-11",
        "monster[0]",
        &["its move cost is above its action points"],
    );
    refuse("[[monster]]\ncount = 9\naggression = 'none'\n", "E-11", "monster[0]", &["never join"]);
}

#[test]
fn e_12_percentages_and_drinks() {
    refuse("flee_fail = 101\n[[monster]]\n", "E-12", "flee_fail", &["0 to 100"]);
    refuse(
        "[policy]\ndrink_below = -1\n[[monster]]\n",
        "E-12",
        "policy.drink_below",
        &["0 to 100"],
    );
    refuse(
        "[policy]\ndrink = ['stone']\n[item.stone]\n[[monster]]\n",
        "E-12",
        "policy.drink[0]",
        &["`stone` does not heal"],
    );
    refuse(
        "[policy]\ndrink = ['ston']\n[item.stone]\n[[monster]]\n",
        "E-8",
        "policy.drink[0]",
        &["did you mean `stone`?"],
    );
}

#[test]
fn e_13_loot() {
    let loot = |entry: &str| format!("[[monster]]\nloot = [{{ {entry} }}]\n");
    for chance in ["'x'", "'1/0'", "'-5'"] {
        refuse(
            &loot(&format!("item = 'a', chance = {chance}")),
            "E-13",
            "monster[0].loot[0].chance",
            &["this is no chance"],
        );
    }
    refuse(&loot("item = 'a', qty = '3-1'"), "E-13", "monster[0].loot[0].qty", &["MIN <= MAX"]);
    refuse(&loot("item = 'a', qty = -1"), "E-13", "monster[0].loot[0].qty", &["from 0"]);
    refuse(&loot("chance = '5'"), "E-13", "monster[0].loot[0].item", &["missing"]);
}

#[test]
fn a_87_e_15_what_needs_profile_current() {
    let says = &["needs profile = current"];
    refuse("[player]\nskills = { speed = 1 }\n[[monster]]\n", "E-15", "player.skills", says);
    refuse(
        "[player]\nconditions = [{ id = 'x' }]\n[[monster]]\n",
        "E-15",
        "player.conditions",
        says,
    );
    refuse("[condition.x]\n[[monster]]\n", "E-15", "condition.x", says);
    refuse("[[monster]]\nhit_effect = {}\n", "E-15", "monster[0].hit_effect", says);
    refuse("[[monster]]\nclass = 'ghost'\n", "E-15", "monster[0].class", says);
    refuse("[item.x]\ndamage_modifier = 5\n[[monster]]\n", "E-15", "item.x.damage_modifier", says);
    refuse(
        "[item.x]\nadded_conditions = []\n[[monster]]\n",
        "E-15",
        "item.x.added_conditions",
        says,
    );
    refuse("[[monster]]\ncritical_skill = 5\n", "E-15", "monster[0].critical_skill", says);
    refuse(
        "profile = 'current'\n[player]\nconditions = [{ id = 'x' }]\n[[monster]]\n",
        "E-8",
        "player.conditions[0].id",
        &["there is no condition `x`"],
    );
    refuse(
        "profile = 'current'\n[player]\nskills = { crit1 = 1 }\n[[monster]]\n",
        "E-8",
        "player.skills",
        &["needs the condition `crit1`"],
    );
}

#[test]
fn e_17_limits() {
    refuse("[[monster]]\nblock = 1000001\n", "E-17", "monster[0].block", &["-1000000 to 1000000"]);
    refuse("[[monster]]\nat = [1001, 0]\n", "E-17", "monster[0].at[0]", &["-1000 to 1000"]);
    refuse(
        "[[monster]]\nat = [1, 0]\ncount = 2\n",
        "E-17",
        "monster[0].at",
        &["one position cannot hold several"],
    );
    refuse(
        "[player]\ngold = 1000000000001\n[[monster]]\n",
        "E-17",
        "player.gold",
        &["1000000000000"],
    );
    refuse(
        "[player]\nbag = { x = 1000001 }\n[item.x]\n[[monster]]\n",
        "E-17",
        "player.bag.x",
        &["0 to 1000000"],
    );
    refuse("[[monster]]\nhp = 99999999999999999999\n", "E-2", "monster[0].hp", &["1 to 1000000"]);
}

#[test]
fn all_errors_come_in_one_go() {
    let (battle, out) = read_with(
        "profile = 'old'\n[player]\nlevel = 0\nequip = ['x']\n[[monster]]\nap = 0\ndamage = '5-2'\nloot = [{ item = 'a', chance = 'b' }]\n",
        &[],
    );
    assert!(battle.is_none());
    assert_eq!(out.errors(), 6, "{}", out.render(false));
}

#[test]
fn hostile_files_do_no_harm() {
    for text in [
        "[[monster]]\nhp = 1000000\ncount = 64\ndamage = [1000000, 1000000]\nresistance = -1000000\ncritical_chance = 100\ncritical_multiplier = 1000\nattack_chance = 1000000\nattack_cost = 1\nap = 1000\n",
        "profile = 'current'\n[player]\nskills = { moreExp = 100, weaponDmg = 100 }\n[[monster]]\nxp = 1000000000000\n",
        "[player]\nbag = { t = 1000000 }\n[policy]\ndrink_below = 100\n[item.t]\nheal = 1000000\n[[monster]]\nhp = 1000000\n",
    ] {
        let (battle, out) = read_with(text, &[]);
        let battle = battle.unwrap_or_else(|| panic!("{}", out.render(false)));
        crate::common::sampled(&battle, 3);
        let _ = fracas_core::capability::ExactOdds::exact(
            &fracas_andor::Andor,
            &battle,
            fracas_core::odds::Budget::USUAL,
        );
    }
}
