//! Chapter 4: the attack.

use crate::common::{battle, fight};

const DUEL: &str = "[player]\nbase = { hp = 20, attack_cost = 5, attack_chance = 90, damage = '2-5', \
    critical_chance = 20, critical_multiplier = 2 }\n\
    [[monster]]\nname = 'rat'\nhp = 9\nattack_cost = 10\nattack_chance = 50\ndamage = '1-3'\nresistance = 3\n";

#[test]
fn a_40_a_47_a_48_a_79_draws_of_an_attack_in_order() {
    // Hit, damage, critical; a miss draws nothing more, damage of 1-3 draws no
    // critical for somebody without.
    let told = fight(
        DUEL,
        "hit 75/100, damage 4/4, critical 20/100, hit 76/100,
         hit 50/100, damage 3/3,
         hit 1/100, damage 2/4, critical 21/100, hit 1/100, damage 4/4, critical 20/100",
    );
    let expected = [
        "turn 1",
        "Hero at rat: critical 7, 2 left",
        "Hero at rat: miss",
        "rat at Hero: hit 3, 17 left",
        "turn 2",
        // 3 less 3 is a hit for nothing.
        "Hero at rat: hit 0, 2 left",
        // 10 less 3, and what is too much is lost.
        "Hero at rat: critical 7, 0 left",
        "rat dies",
    ];
    assert_eq!(told.log(), expected);
    assert_eq!(told.outcome(), "win");
}

#[test]
fn a_6_a_79_damage_upside_down_is_drawn_all_the_same() {
    let text =
        "[player]\nbase = { attack_cost = 10, damage = 4 }\n[[monster]]\nname = 'rat'\nhp = 4\n";
    let told = fight(text, "hit 1/100, damage 1/1");
    assert_eq!(told.log(), ["turn 1", "Hero at rat: hit 4, 0 left", "rat dies"]);
}

#[test]
fn a_45_a_multiplier_of_0_or_1_rolls_no_critical() {
    for multiplier in ["0", "1"] {
        let text = format!(
            "[player]\nbase = {{ attack_cost = 10, damage = 4, critical_chance = 50, \
             critical_multiplier = {multiplier} }}\n[[monster]]\nhp = 4\n"
        );
        assert_eq!(fight(&text, "hit 1/100, damage 1/1").outcome(), "win");
    }
}

#[test]
fn a_46_a_multiplied_blow_is_rounded_down_and_exact() {
    // 300 x 0.21 is 63, which binary fractions miss.
    let text = "[player]\nbase = { attack_cost = 10, damage = 300, critical_chance = 100, \
                critical_multiplier = 0.21 }\n[[monster]]\nname = 'rat'\nhp = 63\n";
    let told = fight(text, "hit 1/100, damage 1/1, critical 100/100");
    assert_eq!(told.log()[1], "Hero at rat: critical 63, 0 left");
    let text = text.replace("damage = 300", "damage = 5").replace("0.21", "1.5");
    let told = fight(&text.replace("hp = 63", "hp = 7"), "hit 1/100, damage 1/1, critical 1/100");
    assert_eq!(told.log()[1], "Hero at rat: critical 7, 0 left");
}

#[test]
fn a_49_a_critical_chance_of_100_is_rolled_and_always_critical() {
    let text = "[player]\nbase = { attack_cost = 10, damage = 2, critical_chance = 100, \
                critical_multiplier = 2 }\n[[monster]]\nname = 'rat'\nhp = 4\n";
    let told = fight(text, "hit 1/100, damage 1/1, critical 100/100");
    assert_eq!(told.log()[1], "Hero at rat: critical 4, 0 left");
}

#[test]
fn a_42_a_chance_of_0_is_rolled_and_never_hits() {
    let text = "[player]\nbase = { hp = 1, attack_cost = 10 }\n\
                [[monster]]\nname = 'rat'\nblock = 2000\nattack_chance = 90\ndamage = 1\n";
    let told = fight(text, "hit 1/100, hit 1/100, damage 1/1");
    assert_eq!(told.log()[1..], ["Hero at rat: miss", "rat at Hero: hit 1, 0 left", "Hero dies"]);
    assert_eq!(told.outcome(), "lose");
}

#[test]
fn a_47_a_negative_resistance_adds_damage() {
    let text = "[player]\nbase = { attack_cost = 10, damage = 1 }\n[[monster]]\nname = 'rat'\nhp = 3\nresistance = -2\n";
    let told = fight(text, "hit 1/100, damage 1/1");
    assert_eq!(told.log()[1], "Hero at rat: hit 3, 0 left");
}

#[test]
fn a_5_a_negative_attack_chance_counts_as_0() {
    let b = battle("[player]\nbase = { attack_chance = -500 }\n[[monster]]\nhp = 3\n");
    // C is 0 then, and X 21.
    assert_eq!(b.start.monsters[0].taken.hit, 21);
}
