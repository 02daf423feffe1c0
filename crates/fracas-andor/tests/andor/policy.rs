//! Chapter 6: policies.

use crate::common::{battle, fight};

fn scene(policy: &str, hp: i64) -> String {
    format!(
        "[player]\nhp = {hp}\nbase = {{ hp = 20, attack_cost = 10 }}\nbag = {{ weak = 1, strong = 1 }}\n\
         [policy]\n{policy}\n[item.weak]\nheal = 1\n[item.strong]\nheal = 9\n[[monster]]\nname = 'rat'\n"
    )
}

#[test]
fn a_70_drinks_strictly_below_the_line() {
    // 8 of 20 is exactly 40%: nothing is drunk.
    let told = fight(&scene("drink_below = 40", 8), "hit 1/100, damage 1/1");
    assert_eq!(told.log()[1], "Hero at rat: hit 1, 0 left");
    let told =
        fight(&scene("drink_below = 40", 7), "healing 1/1, hit 100/100, hit 1/100, damage 1/1");
    // by default the order of the bag.
    assert_eq!(told.log()[1], "uses weak: +1, 8");
}

#[test]
fn a_71_drinks_by_the_list() {
    let told = fight(
        &scene("drink_below = 40\ndrink = ['strong', 'weak']", 7),
        "healing 1/1, hit 100/100, hit 1/100, damage 1/1",
    );
    assert_eq!(told.log()[1], "uses strong: +9, 16");
}

#[test]
fn a_71_targets() {
    let monsters = "[[monster]]\nname = 'a'\nhp = 2\n[[monster]]\nname = 'b'\nhp = 1\n[[monster]]\nname = 'c'\nhp = 2\n";
    for (target, first) in [("first", "a"), ("weakest", "b"), ("strongest", "a")] {
        let b = battle(&format!("[policy]\ntarget = '{target}'\n{monsters}"));
        let chosen = fracas_andor::rules::policy::target(&b, &b.start).unwrap();
        assert_eq!(b.fights[0].foes[chosen].name, first, "{target}");
    }
    // Once attacked it is kept, though another is stronger now.
    let text = format!(
        "[player]\nbase = {{ attack_cost = 5 }}\n[policy]\ntarget = 'strongest'\n{monsters}"
    );
    let told = fight(
        &text,
        "hit 1/100, damage 1/1, hit 1/100, damage 1/1, hit 100/100, hit 100/100, hit 1/100, damage 1/1, hit 1/100, damage 1/1, hit 100/100, hit 1/100, damage 1/1",
    );
    let blows: Vec<String> =
        told.log().into_iter().filter(|line| line.starts_with("Hero at")).collect();
    assert_eq!(blows[..2], ["Hero at a: hit 1, 1 left", "Hero at a: hit 1, 0 left"]);
}

#[test]
fn a_72_presets_and_keys_over_them() {
    let policy = |text: &str| battle(&format!("[policy]\n{text}\n[[monster]]\n")).policy;
    assert_eq!(policy("preset = 'attack'").drink_below, 0);
    assert_eq!(policy("preset = 'cautious'").drink_below, 40);
    let coward = policy("preset = 'coward'\nflee_below = 55");
    assert_eq!((coward.drink_below, coward.flee_below), (0, 55));
    assert_eq!(policy("preset = 'coward'").flee_below, 30);
}

#[test]
fn a_22_a_70_drinks_before_he_flees_and_flees_before_he_strikes() {
    let text = scene("drink_below = 40\nflee_below = 60", 3);
    // Weak, then strong: 13 of 20 is no longer below 60%.
    let told = fight(&text, "healing 1/1, healing 1/1, hit 100/100, hit 1/100, damage 1/1");
    assert_eq!(told.log()[1..3], ["uses weak: +1, 4", "uses strong: +9, 13"]);
}
