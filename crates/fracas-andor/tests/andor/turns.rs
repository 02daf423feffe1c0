//! Chapter 3: turns and action points.

use crate::common::{battle, fight, mean, near, p, sampled, solved};
use fracas_core::capability::Tell;

#[test]
fn a_1_a_2_a_3_defaults_of_both_profiles() {
    let classic = battle("[[monster]]\n");
    let hero = classic.hero.base;
    assert_eq!((hero.hp, hero.ap, hero.attack_cost, hero.move_cost), (25, 10, 3, 6));
    assert_eq!((hero.use_cost, hero.reequip_cost, hero.attack_chance, hero.block), (5, 5, 60, 0));
    assert_eq!((hero.damage.min, hero.damage.max, hero.critical, hero.multiplier), (1, 1, 0, 0));
    let monster = classic.kinds[0].stats;
    assert_eq!((monster.hp, monster.ap, monster.attack_cost, monster.move_cost), (1, 10, 10, 10));
    assert_eq!((monster.attack_chance, monster.block, monster.damage.max), (0, 0, 0));
    let current = battle("profile = 'current'\n[[monster]]\n").hero.base;
    assert_eq!((current.attack_cost, current.block, current.multiplier), (4, 9, 10_000));
}

#[test]
fn a_20_a_21_a_26_a_27_whose_turn_is_first_and_in_what_order() {
    let text = "starts = 'monsters'\n[player]\nbase = { attack_cost = 10 }\n\
                [[monster]]\nname = 'rat'\ncount = 2\nattack_cost = 5\nattack_chance = 90\n\
                [[monster]]\nname = 'cat'\nattack_cost = 11\n";
    let told = fight(
        text,
        "hit 100/100, hit 100/100, hit 100/100, hit 100/100,
         hit 1/100, damage 1/1, hit 100/100, hit 100/100,
         hit 1/100, damage 1/1, hit 1/100, damage 1/1",
    );
    let expected = [
        // The first acts until it cannot, then the next; one that cannot
        // afford a blow never strikes.
        "rat 1 at Hero: miss",
        "rat 1 at Hero: miss",
        "rat 2 at Hero: miss",
        "rat 2 at Hero: miss",
        "turn 1",
        "Hero at rat 1: hit 1, 0 left",
        "rat 1 dies",
        "rat 2 at Hero: miss",
        "rat 2 at Hero: miss",
        "turn 2",
        "Hero at rat 2: hit 1, 0 left",
        "rat 2 dies",
        "turn 3",
        "Hero at cat: hit 1, 0 left",
        "cat dies",
    ];
    assert_eq!(told.log(), expected);
    assert_eq!(told.measure("turns"), 3);
}

#[test]
fn a_25_blows_a_turn() {
    for (cost, blows) in [(3, 3), (4, 2), (5, 2), (6, 1), (7, 1), (10, 1)] {
        let text = format!(
            "[player]\nbase = {{ hp = 1, attack_cost = {cost} }}\n[[monster]]\nname = 'rat'\nattack_chance = 90\ndamage = 1\n"
        );
        let script = "hit 100/100, ".repeat(blows) + "hit 1/100, damage 1/1";
        let told = fight(&text, &script);
        assert_eq!(told.log().len(), 1 + blows + 2, "cost {cost}");
    }
    // a cost above the action points is never affordable, and no error.
    let told = fight(
        "[player]\nbase = { hp = 1, attack_cost = 11 }\n[[monster]]\nattack_chance = 90\ndamage = 1\n",
        "hit 1/100, damage 1/1",
    );
    assert_eq!(told.outcome(), "lose");
}

#[test]
fn a_27_the_turn_stops_when_the_player_dies() {
    let text = "starts = 'monsters'\n[player]\nhp = 1\n[[monster]]\ncount = 3\nattack_cost = 5\nattack_chance = 90\ndamage = 9\n";
    let told = fight(text, "hit 100/100, hit 1/100, damage 1/1");
    assert_eq!(told.outcome(), "lose");
    // slain in the opening turn of the monsters.
    assert_eq!(told.measure("turns"), 0);
}

#[test]
fn a_28_healing_stops_at_the_maximum() {
    let text = "[player]\nhp = 4\nbase = { hp = 20, attack_cost = 10 }\nbag = { tonic = 2 }\n\
                [policy]\ndrink_below = 90\n[item.tonic]\nheal = '5-20'\n[[monster]]\nname = 'rat'\n";
    let told = fight(text, "healing 1/16, healing 16/16, hit 100/100, hit 1/100, damage 1/1");
    // Two uses of 5 empty the turn; the blow comes in the next.
    let text = told.log();
    assert_eq!(text[1..3], ["uses tonic: +5, 9", "uses tonic: +11, 20"]);
    assert_eq!(told.measure("potions"), 0);
}

#[test]
fn a_30_what_never_changes_is_a_stalemate() {
    let text = "[player]\nbase = { damage = 1 }\n[[monster]]\nresistance = 5\n";
    let b = battle(text);
    let exact = solved(&b).odds;
    near(p(&exact, "stalemate"), 1.0, 0.0);
    near(mean(&exact, "turns"), 10_000.0, 0.0);
    let fought = sampled(&b, 20);
    near(p(&fought, "stalemate"), 1.0, 0.0);
    near(mean(&fought, "turns"), 10_000.0, 0.0);
    // The generic way finds the same.
    near(mean(&crate::common::followed(&b).odds, "turns"), 10_000.0, 0.0);
    // A fight that may become one later.
    let late = "[player]\nbase = { attack_cost = 10 }\n[[monster]]\n[[monster]]\nresistance = 5\n";
    let exact = solved(&battle(late)).odds;
    near(p(&exact, "stalemate"), 1.0, 1e-12);
    near(mean(&exact, "turns"), 10_000.0, 1e-6);
}

#[test]
fn a_30_a_battle_that_ran_into_the_cap_says_so() {
    use fracas_andor::Andor;
    use fracas_core::chance::{Purpose, Rolled};
    use fracas_core::odds::fight_loud;
    // One blow in a hundred takes one of a million hit points.
    let b = battle(
        "[player]\nbase = { attack_cost = 10, attack_chance = 0 }\n\
         [[monster]]\nhp = 1000000\nblock = 1222\nattack_cost = 11\n",
    );
    let mut dice = Rolled::new(1, 0, Purpose::Battle);
    let fought = fight_loud::<Andor>(&b, &mut dice, &mut |_| {}).unwrap();
    assert_eq!((fought.outcome.index(), fought.scores.values()[0]), (3, 10_000));
    assert!(Andor.closing(&b, &fought.state).contains("could still be lost"));
    assert_eq!(fought.scores.values()[6], 1);
    let fought = sampled(&b, 4);
    near(mean(&fought, "capped"), 1.0, 0.0);
    let [remark] = &Andor.remarks(&fought)[..] else { panic!("one remark") };
    assert!(remark.starts_with("4 of the 4 battles were given up after 10000 turns"));
    // Where nothing can change any more, nothing was cut short.
    let halt = sampled(&battle("[player]\n[[monster]]\nresistance = 5\n"), 4);
    assert_eq!((mean(&halt, "capped"), Andor.remarks(&halt)), (0.0, Vec::new()));
    let lively =
        "profile = 'current'\n[player]\nskills = { eater = 1 }\n[[monster]]\nresistance = 5\n";
    near(mean(&sampled(&battle(lively), 4), "capped"), 0.0, 0.0);
}
