//! Chapter 5: rewards and defeat.

use fracas_core::ruleset::Ruleset;

use crate::common::{battle, fight, mean, near, solved};

const LOOT: &str = "[player]\nbase = { attack_cost = 10 }\ngold = 5\n[[monster]]\nname = 'rat'\nxp = 7\n\
    loot = [{ item = 'gold', chance = '70%', qty = '3-6' }, { item = 'tail', chance = '1/3' }, { item = 'fur', chance = 0 }]\n";

#[test]
fn a_50_a_51_a_52_a_53_a_79_a_win_pays_entry_by_entry() {
    let told =
        fight(LOOT, "hit 1/100, damage 1/1, drop 70/100, quantity 2/4, drop 2/3, drop 1/100");
    assert_eq!(told.outcome(), "win");
    assert_eq!((told.measure("xp"), told.measure("gold"), told.measure("xp_lost")), (7, 4, 0));
    assert_eq!(told.log().last().unwrap(), "found 4 gold");
}

#[test]
fn a_51_a_54_a_55_a_77_a_defeat_pays_nothing_and_takes_a_share() {
    let text = "[player]\nlevel = 5\nxp = 2000\nhp = 1\nbase = { attack_cost = 11 }\n[[monster]]\nattack_chance = 90\ndamage = 1\nxp = 50\nloot = [{ item = 'gold' }]\n";
    let told = fight(text, "hit 1/100, damage 1/1");
    assert_eq!((told.measure("xp"), told.measure("gold"), told.measure("xp_lost")), (0, 0, 105));
    assert_eq!(told.next().hero.xp, 1895);
    // full again.
    assert_eq!(told.next().start.hero.hp, 25);
}

#[test]
fn a_114_current_takes_a_fifth_and_pays_each_kill() {
    let text = "profile = 'current'\n[player]\nlevel = 5\nxp = 2000\nhp = 1\nbase = { attack_cost = 10 }\n\
        [[monster]]\nxp = 50\n[[monster]]\nname = 'cat'\nattack_chance = 90\ndamage = 1\n";
    let told = fight(text, "hit 1/100, damage 1/1, hit 1/100, damage 1/1");
    assert_eq!(told.outcome(), "lose");
    // Built up 350 and 50 for the kill: a fifth of 400.
    assert_eq!((told.measure("xp"), told.measure("xp_lost")), (50, 80));
    assert_eq!(told.next().hero.xp, 1970);
    // What the killed ones left is picked up on the run.
    let text = "profile = 'current'\n[player]\nhp = 20\nbase = { hp = 20, attack_cost = 10 }\n[policy]\nflee_below = 90\n\
        [[monster]]\nxp = 9\nloot = [{ item = 'gold', qty = 3 }]\n[[monster]]\nname = 'cat'\nattack_chance = 90\ndamage = 5\n";
    let told = fight(
        text,
        "hit 1/100, damage 1/1, hit 1/100, damage 1/1, move 100/100, drop 1/100, quantity 1/1",
    );
    assert_eq!((told.outcome(), told.measure("xp"), told.measure("gold")), ("fled", 9, 3));
}

#[test]
fn a_75_expected_loot() {
    let gold = |chance: &str, qty: &str| {
        let text = format!(
            "[player]\nbase = {{ attack_chance = 2000 }}\n[[monster]]\nloot = [{{ item = 'gold', chance = '{chance}', qty = '{qty}' }}]\n"
        );
        mean(&solved(&battle(&text)).odds, "gold")
    };
    near(gold("70%", "16-23"), 13.65, 1e-9);
    near(gold("100", "2-4"), 3.0, 1e-9);
    near(gold("50", "3-5"), 2.0, 1e-9);
    near(gold("1/1000", "1"), 0.001, 1e-12);
    near(gold("100/50", "1"), 1.0, 1e-12);
    // Three monsters, only given a win: 0.8 x 3 x 3.15 is 7.56.
    let three = battle(
        "[player]\nbase = { hp = 6, attack_cost = 10 }\n[[monster]]\ncount = 3\nattack_chance = 60\ndamage = 1\nloot = [{ item = 'gold', chance = '70%', qty = '3-6' }]\n",
    );
    let odds = solved(&three).odds;
    near(mean(&odds, "gold"), crate::common::p(&odds, "win") * 9.45, 1e-9);
    near(0.8 * 9.45, 7.56, 1e-12);
}

#[test]
fn a_77_measures_are_the_contracts() {
    let names: Vec<String> = fracas_andor::Andor::measures(&battle(LOOT))
        .into_iter()
        .map(|measure| measure.name)
        .collect();
    assert_eq!(names, ["turns", "hp", "potions", "xp", "gold", "xp_lost", "capped"]);
    assert_eq!(fracas_andor::Andor::OUTCOMES, ["win", "lose", "fled", "stalemate"]);
}

#[test]
fn a_115_skills_of_rewards() {
    let text = "profile = 'current'\n[player]\nbase = { attack_cost = 10 }\nskills = { moreExp = 2, coinfinder = 1 }\n\
        [[monster]]\nxp = 7\nloot = [{ item = 'gold', chance = '50', qty = '3-4' }]\n";
    // 50% and 30% of it are 6500 in 10000; 3 and half of it are 4.
    let told = fight(text, "hit 1/100, damage 1/1, drop 6500/10000, quantity 1/2");
    assert_eq!((told.measure("xp"), told.measure("gold")), (8, 4));
    let text = "profile = 'current'\nflee_fail = 20\n[player]\nlevel = 5\nxp = 2000\nhp = 1\nbase = { attack_cost = 11 }\n\
        skills = { lowerExploss = 2, evasion = 3 }\n[[monster]]\nattack_chance = 90\ndamage = 1\n";
    assert_eq!(battle(text).flee_fail, 5);
    // 70, less two fifths.
    assert_eq!(fight(text, "hit 1/100, damage 1/1").measure("xp_lost"), 42);
    // 11, less 6: what three fifths of it are, rounded down.
    let eleven =
        text.replace("xp = 2000", "xp = 1705").replace("lowerExploss = 2", "lowerExploss = 3");
    assert_eq!(fight(&eleven, "hit 1/100, damage 1/1").measure("xp_lost"), 11 - 6);
    let spared = text.replace("lowerExploss = 2", "lowerExploss = 9");
    assert_eq!(fight(&spared, "hit 1/100, damage 1/1").measure("xp_lost"), 0);
}
