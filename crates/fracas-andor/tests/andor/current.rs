//! Chapter 9: conditions and effects of profile `current`.

use crate::common::{battle, fight, near, p, sampled};

/// A hero of one blow a turn against a monster of one blow a turn.
fn scene(player: &str, rest: &str, monster: &str) -> String {
    format!(
        "profile = 'current'\n[player]\nbase = {{ hp = 20, attack_cost = 10, damage = 2, attack_chance = 90 }}\n{player}\n{rest}\n\
         [[monster]]\nname = 'rat'\nhp = 9\nattack_chance = 90\ndamage = 1\n{monster}\n"
    )
}

const POISON: &str = "[condition.poison]\nname = 'Poison'\nisStacking = true\nroundEffect = { increaseCurrentHP = -2 }\n";

#[test]
fn a_100_classic_has_none_of_it() {
    // The same file without effects is fought alike by both, but for A-3.
    let text = "[player]\nbase = { attack_cost = 10, block = 0 }\n[[monster]]\nname = 'rat'\n";
    let script = "hit 1/100, damage 1/1";
    assert_eq!(
        fight(text, script).log(),
        fight(&format!("profile = 'current'\n{text}"), script).log()
    );
}

#[test]
fn a_107_a_109_a_111_a_bite_that_poisons() {
    let bite = "hit_effect = { conditionsTarget = [{ condition = 'poison', magnitude = 1, duration = 2, chance = '50' }] }";
    let told = fight(
        &scene("", POISON, bite),
        "hit 100/100, hit 1/100, damage 1/1, takes hold 50/100,
         condition 1/1, hit 100/100, hit 100/100,
         condition 1/1, hit 1/100, damage 1/1, hit 100/100,
         hit 1/100, damage 1/1, hit 100/100, hit 1/100, damage 1/1, hit 100/100, hit 1/100, damage 1/1, hit 100/100, hit 1/100, damage 1/1",
    );
    let log = told.log();
    let expected = [
        "turn 1",
        "Hero at rat: miss",
        "rat at Hero: hit 1, 19 left",
        "Hero: Poison x1 2",
        "turn 2",
        "Hero, Poison: -2 hp +0 ap, 17 left",
        "Hero at rat: miss",
        "rat at Hero: miss",
        "turn 3",
        "Hero, Poison: -2 hp +0 ap, 15 left",
        "Hero: Poison x0 0",
        "Hero at rat: hit 2, 7 left",
    ];
    assert_eq!(log[..expected.len()], expected);
    assert_eq!(told.measure("hp"), 15);
}

#[test]
fn a_110_stacking_adds_equal_durations_and_keeps_others_apart() {
    let bite = "attack_cost = 5\nhit_effect = { conditionsTarget = [{ condition = 'poison', magnitude = 1, duration = 3, chance = '100' }] }";
    let text = scene("", POISON, bite).replace("hp = 9", "hp = 2");
    let told = fight(
        &text,
        "hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, hit 1/100, damage 1/1, takes hold 1/100,
         condition 1/1, hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, hit 100/100,
         condition 1/1, condition 1/1, hit 1/100, damage 1/1,
         condition 1/1, condition 1/1",
    );
    let log = told.log();
    assert!(log.contains(&"Hero: Poison x2 3".to_owned()), "{log:?}");
    assert!(log.contains(&"Hero, Poison: -4 hp +0 ap, 14 left".to_owned()), "{log:?}");
    // after the win he ticks once more, as part of the aftermath.
    assert_eq!(told.measure("hp"), 20 - 3 - 4 - 6);
    let after = told.next();
    assert_eq!(after.start.hero.hp, 20 - 3 - 4 - 6 - 6);
    // What is still active is written after that tick.
    assert_eq!(after.afflictions.len(), 1);
    assert_eq!((after.afflictions[0].magnitude, after.afflictions[0].duration), (1, 1));
}

#[test]
fn a_110_what_does_not_stack_is_kept_or_replaced() {
    use fracas_andor::rules::conditions::apply;
    use fracas_andor::state::Actor;
    use fracas_core::watch::Scores;
    let b = battle(&scene(
        "conditions = [{ id = 'curse', magnitude = 2, duration = 5 }]",
        "[condition.curse]\n",
        "",
    ));
    let mut st = b.start.clone();
    let mut scores = Scores::new(vec![0; 6]);
    let mut put = |magnitude, duration| {
        apply(&b, &mut st, Actor::Hero, 0, (magnitude, duration), &mut scores);
        st.active.iter().map(|active| (active.magnitude, active.duration)).collect::<Vec<_>>()
    };
    assert_eq!(put(1, 9), [(2, 5)]);
    assert_eq!(put(2, 5), [(2, 5)]);
    assert_eq!(put(2, 6), [(2, 6)]);
    assert_eq!(put(3, 1), [(3, 1)]);
    // Removed; then removed and immune, the longer immunity staying.
    assert_eq!(put(-99, 0), []);
    assert_eq!(put(-99, 4), [(-99, 4)]);
    assert_eq!(put(-99, 2), [(-99, 4)]);
    assert_eq!(put(1, 3), [(-99, 4)]);
}

#[test]
fn a_107_effects_of_the_struck_and_of_misses() {
    let monster = "hit_received_effect = { increaseAttackerCurrentHP = -3, increaseCurrentHP = 1 }\nmiss_received_effect = { increaseCurrentHP = '1-2' }\nmiss_effect = { increaseCurrentAP = 2 }\nhp_now = 5";
    let told = fight(
        &scene("", "", monster),
        "hit 1/100, damage 1/1, effect 1/1, effect 1/1, hit 100/100, effect 1/1, hit 100/100, effect 2/2, hit 100/100, effect 1/1, hit 1/100, damage 1/1, effect 1/1, effect 1/1, hit 100/100, effect 1/1,
         hit 1/100, damage 1/1, effect 1/1, effect 1/1, hit 100/100, effect 1/1, hit 1/100, damage 1/1, effect 1/1, effect 1/1, hit 100/100, effect 1/1, hit 1/100, damage 1/1, effect 1/1, effect 1/1, hit 100/100, effect 1/1, hit 1/100, damage 1/1, effect 1/1, effect 1/1",
    );
    let log = told.log();
    // The struck one's own points first, then those of the attacker.
    assert_eq!(
        log[1..4],
        [
            "Hero at rat: hit 2, 3 left",
            "rat, effect: +1 hp +0 ap, 4 left",
            "Hero, effect: -3 hp +0 ap, 17 left",
        ]
    );
    assert_eq!(told.outcome(), "win");
}

#[test]
fn a_108_whoever_an_effect_brings_to_0_dies_at_once() {
    let thorns = "hit_received_effect = { increaseAttackerCurrentHP = -50 }";
    let told = fight(&scene("", "", thorns), "hit 1/100, damage 1/1, effect 1/1");
    assert_eq!(told.outcome(), "lose");
    // The hero's own thorns kill the monster: his kill.
    let coat = "equip = ['coat']\n[item.coat]\nslot = 'body'\nhit_received_effect = { increaseAttackerCurrentHP = -50 }\n";
    let text = scene(coat, "", "xp = 5");
    let told = fight(&text, "hit 100/100, hit 1/100, damage 1/1, effect 1/1");
    assert_eq!((told.outcome(), told.measure("xp")), ("win", 5));
}

#[test]
fn a_107_kill_and_death_effects_and_a_115_cleave_and_eater() {
    let player = "hp = 10\nskills = { cleave = 2, eater = 1 }\nequip = ['fang']\n[item.fang]\nslot = 'neck'\nkill_effect = { increaseCurrentHP = 2 }\n";
    let text =
        scene(player, "", "death_effect = { increaseCurrentHP = -4 }").replace("hp = 9", "hp = 2");
    let text = format!("{text}[[monster]]\nname = 'cat'\nhp = 2\n");
    let told = fight(
        &text,
        "hit 1/100, damage 1/1, effect 1/1, effect 1/1, hit 100/100, hit 1/100, damage 1/1, effect 1/1",
    );
    let log = told.log();
    assert_eq!(
        log[2..6],
        [
            "rat dies",
            "Hero, effect: +1 hp +6 ap, 11 left",
            "Hero, effect: +2 hp +0 ap, 13 left",
            "Hero, effect: -4 hp +0 ap, 9 left",
        ]
    );
}

#[test]
fn a_109_abilities_change_statistics_while_they_last() {
    let weak = "[condition.weak]\nabilityEffect = { increaseAttackChance = -20, increaseMaxAP = -2, increaseAttackDamage = -1 }\n";
    let b =
        battle(&scene("conditions = [{ id = 'weak', magnitude = 2, duration = 998 }]", weak, ""));
    let hero = &b.start.hero;
    assert_eq!((hero.max_ap, b.start.monsters[0].taken.low), (6, 0));
    assert_eq!(b.start.monsters[0].taken.hit, 50);
}

#[test]
fn a_113_worn_conditions_last_and_make_immune() {
    let poison = "[condition.poison]\nroundEffect = { increaseCurrentHP = 1 }\nisPositive = true\n";
    let player = "hp = 10\nequip = ['charm']\n[item.charm]\nslot = 'neck'\nadded_conditions = [{ condition = 'poison' }]\n";
    let told = fight(
        &scene(player, poison, "hp_now = 2"),
        "hit 100/100, hit 100/100, condition 1/1, hit 1/100, damage 1/1, condition 1/1",
    );
    assert!(told.log().contains(&"Hero, poison: +1 hp +0 ap, 11 left".to_owned()));
    assert!(told.next().afflictions.is_empty());
    let immune = player.replace("condition = 'poison'", "condition = 'poison', magnitude = -99");
    let bite = "hp_now = 2\nhit_effect = { conditionsTarget = [{ condition = 'poison', magnitude = 1, duration = 2, chance = '100' }] }";
    let told = fight(
        &scene(&immune, poison, bite),
        "hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, hit 1/100, damage 1/1",
    );
    assert!(!told.log().iter().any(|line| line.contains("poison")));
}

#[test]
fn a_112_the_last_tick_may_kill_after_a_win() {
    let text = scene(
        "level = 5\nxp = 2000\nhp = 2\nconditions = [{ id = 'poison', duration = 5 }]",
        POISON,
        "hp_now = 2",
    );
    let told = fight(&text, "hit 1/100, damage 1/1, condition 1/1");
    // The outcome is from before the tick, the loss counts it.
    assert_eq!((told.outcome(), told.measure("hp"), told.measure("xp_lost")), ("win", 2, 70));
    assert_eq!(told.next().hero.xp, 1930);
    assert_eq!(told.next().start.hero.hp, 20);
}

#[test]
fn a_115_resistance_regeneration_rejuvenation_taunt() {
    let bite = "hp_now = 2\nhit_effect = { conditionsTarget = [{ condition = 'poison', magnitude = 1, duration = 2, chance = '50' }] }";
    let blood = POISON.replace("isStacking", "category = 'blood'\nisStacking");
    let text = scene("skills = { resistanceBlood = 2 }", &blood, bite);
    // 50% and a fifth less: 4000 in 10000.
    let told = fight(
        &text,
        "hit 100/100, hit 1/100, damage 1/1, takes hold 4001/10000, hit 1/100, damage 1/1",
    );
    assert!(!told.log().iter().any(|line| line.contains("Poison")));
    let certain = text.replace("'50'", "'100'");
    fight(
        &certain,
        "hit 100/100, hit 1/100, damage 1/1, takes hold 100/100, condition 1/1, hit 1/100, damage 1/1, condition 1/1",
    );
    let taunt = scene("skills = { taunt = 1 }", "", "attack_cost = 4\nhp_now = 2");
    let told = fight(
        &taunt,
        "hit 100/100, hit 100/100, skill 75/100, hit 100/100, skill 76/100, hit 1/100, damage 1/1",
    );
    assert_eq!(told.log().iter().filter(|line| line.contains("-2 ap")).count(), 1);
    let rejuvenation = scene(
        "skills = { rejuvenation = 1 }\nconditions = [{ id = 'poison', magnitude = 2, duration = 9 }]",
        &blood,
        "hp_now = 2",
    );
    let told = fight(
        &rejuvenation,
        "hit 100/100, hit 100/100, condition 1/1, rejuvenation 20/100, rejuvenation 1/1, hit 1/100, damage 1/1, condition 1/1, rejuvenation 21/100",
    );
    assert!(told.log().contains(&"Hero: Poison x1 9".to_owned()));
    let far = "profile = 'current'\n[player]\nhp = 5\nskills = { regeneration = 2 }\n[[monster]]\nat = [0, 4]\n";
    let told = fight(far, "hit 1/100, damage 1/1");
    assert!(
        told.log().contains(&"Hero, effect: +2 hp +0 ap, 7 left".to_owned()),
        "{:?}",
        told.log()
    );
}

#[test]
fn a_115_concussion_and_critical_conditions() {
    let stun = "[condition.concussion]\nabilityEffect = { increaseAttackChance = -30 }\n[condition.crit1]\n";
    let player = "skills = { concussion = 1, crit1 = 1 }\nequip = ['pick']\n[item.pick]\nslot = 'weapon'\ncritical_skill = 50\ncritical_multiplier = 2\n";
    let told = fight(
        &scene(player, stun, ""),
        "hit 1/100, damage 1/1, critical 26/100, skill 15/100, skill 50/100, hit 100/100,
         hit 1/100, damage 1/1, critical 27/100, skill 16/100, hit 100/100, hit 1/100, damage 1/1, critical 1/100",
    );
    let log = told.log();
    assert_eq!(
        log[1..4],
        ["Hero at rat: critical 4, 5 left", "rat: concussion x1 5", "rat: crit1 x1 5"]
    );
}

#[test]
///
fn a_117_a_118_nothing_is_silently_ignored() {
    // There is no blow at several, and no key for one.
    let wrong = scene("", "", "splash = 1");
    crate::common::refuse(&wrong, "E-7", "monster[0].splash", &["unknown key"]);
    let wrong = scene("skills = { fireball = 1 }", "", "");
    crate::common::refuse(
        &wrong,
        "E-7",
        "player.skills.fireball",
        &["there is no skill `fireball`"],
    );
}

#[test]
fn effects_that_give_points_for_ever_do_not_hang() {
    let text = scene("", "", "hit_effect = { increaseCurrentAP = 10 }\nmiss_effect = { increaseCurrentAP = 10 }\nhp_now = 2").replace("damage = 1\n", "damage = 0\n");
    let odds = sampled(&battle(&text), 50);
    near(p(&odds, "win") + p(&odds, "lose"), 1.0, 1e-12);
}

#[test]
fn a_111_death_is_checked_after_all_round_effects() {
    let both = "[condition.venom]\nroundEffect = { increaseCurrentHP = -2 }\n\
        [condition.balm]\nisPositive = true\nroundEffect = { increaseCurrentHP = 3 }\n";
    let player = "hp = 2\nconditions = [{ id = 'balm' }, { id = 'venom', magnitude = 1 }]";
    let text = scene(player, both, "hp_now = 2");
    let script = "hit 100/100, hit 100/100, condition 1/1, condition 1/1, hit 1/100, damage 1/1, condition 1/1, condition 1/1";
    let told = fight(&text, script);
    assert_eq!((told.outcome(), told.measure("hp")), ("win", 3));
    let log = told.log();
    assert!(log.contains(&"Hero, venom: -2 hp +0 ap, 0 left".to_owned()), "{log:?}");
    assert!(log.contains(&"Hero, balm: +3 hp +0 ap, 3 left".to_owned()), "{log:?}");
    // What one takes below 0 the other has to make up for: 2 - 6 + 3 is dead.
    let worse = text.replace("magnitude = 1 }", "magnitude = 3 }");
    let told = fight(&worse, "hit 100/100, hit 100/100, condition 1/1, condition 1/1");
    assert_eq!((told.outcome(), told.fought.state.hero.hp), ("lose", 0));
}

#[test]
fn a_111_monsters_that_die_of_one_tick_die_last_first_and_each_at_once() {
    // Both are poisoned by their own blows; each death is felt before the
    // other's conditions act.
    let bite = "hit_effect = { conditionsSource = [{ condition = 'poison', magnitude = 1, duration = 9, chance = '100' }] }\n\
        death_effect = { increaseCurrentHP = -1 }\nhp_now = 2\ncount = 2";
    let told = fight(
        &scene("", POISON, bite),
        "hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, hit 1/100, damage 1/1, takes hold 1/100,
         hit 100/100, condition 1/1, effect 1/1, condition 1/1, effect 1/1",
    );
    let log = told.log();
    assert_eq!(
        log[log.len() - 6..],
        [
            "rat 2, Poison: -2 hp +0 ap, 0 left",
            "rat 2 dies",
            "Hero, effect: -1 hp +0 ap, 17 left",
            "rat 1, Poison: -2 hp +0 ap, 0 left",
            "rat 1 dies",
            "Hero, effect: -1 hp +0 ap, 16 left",
        ]
    );
    assert_eq!(told.outcome(), "win");
    // A hero whom the first death kills sees no other.
    let text = scene("", POISON, bite).replace("[player]\n", "[player]\nhp = 3\n");
    let told = fight(
        &text,
        "hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, hit 1/100, damage 1/1, takes hold 1/100,
         hit 100/100, condition 1/1, effect 1/1",
    );
    assert_eq!((told.outcome(), told.measure("xp")), ("lose", 0));
}

/// A blow that makes the rat the easier or the harder to hit, by 1.
fn shoved(by: i32) -> String {
    let player = "skills = { concussion = 1 }\nequip = ['pick']\n[item.pick]\nslot = 'weapon'\n\
        hit_effect = { conditionsTarget = [{ condition = 'shoved', magnitude = 1, duration = 9, chance = '100' }] }\n";
    let conditions = format!(
        "[condition.concussion]\n[condition.shoved]\nabilityEffect = {{ increaseBlockChance = {by} }}\n"
    );
    // C is 90 - 40 for -1, 90 - 39 for 1.
    let block = if by < 0 { 40 } else { 39 };
    scene(player, &conditions, &format!("hp_now = 5\nblock = {block}"))
}

#[test]
fn a_115_concussion_goes_by_c_before_the_blows_own_effect() {
    // C was 50: no test, though it is 51 now and there is one at the next blow.
    fight(
        &shoved(-1),
        "hit 50/100, damage 1/1, takes hold 1/100, hit 100/100,
         hit 50/100, damage 1/1, takes hold 1/100, skill 100/100, hit 100/100,
         hit 50/100, damage 1/1, takes hold 1/100",
    );
    // C was 51: a test, though it is 50 now and there is none at the next blow.
    fight(
        &shoved(1),
        "hit 50/100, damage 1/1, takes hold 1/100, skill 100/100, hit 100/100,
         hit 50/100, damage 1/1, takes hold 1/100, hit 100/100,
         hit 50/100, damage 1/1, takes hold 1/100",
    );
}

#[test]
fn a_110_a_113_a_worn_condition_counts_as_active() {
    use fracas_andor::rules::conditions::{apply, hero_stats};
    use fracas_andor::state::Actor;
    use fracas_core::watch::Scores;
    let bless =
        "[condition.bless]\nisPositive = true\nabilityEffect = { increaseAttackChance = 10 }\n";
    let charm = "[item.charm]\nslot = 'ring'\nadded_conditions = [{ condition = 'bless', magnitude = 2 }]\n";
    let b = battle(&scene(&format!("equip = ['charm', 'charm']\n{charm}"), bless, ""));
    let mut st = b.start.clone();
    let mut scores = Scores::new(vec![0; 7]);
    // Two that do not stack are as good as one.
    assert_eq!(hero_stats(&b, &st).attack_chance, 90 + 20);
    let mut put = |magnitude, duration| {
        apply(&b, &mut st, Actor::Hero, 0, (magnitude, duration), &mut scores);
        let own =
            st.active.iter().filter(|active| active.who == Actor::Hero && !active.worn).count();
        (hero_stats(&b, &st).attack_chance, own)
    };
    // No stronger, and never longer than what is worn.
    assert_eq!(put(1, 9), (90 + 20, 0));
    assert_eq!(put(2, 998), (90 + 20, 0));
    // A stronger one takes its place; what is worn is there again afterwards.
    assert_eq!(put(3, 5), (90 + 30, 1));
    assert_eq!(put(-99, 0), (90 + 20, 0));
    // One that stacks adds up.
    let stacks = bless.replace("isPositive", "isStacking = true\nisPositive");
    let b = battle(&scene(&format!("equip = ['charm', 'charm']\n{charm}"), &stacks, ""));
    assert_eq!(hero_stats(&b, &b.start).attack_chance, 90 + 40);
}

#[test]
fn a_110_a_113_what_is_put_on_comes_as_conditions_do() {
    use fracas_andor::items::Slot;
    use fracas_andor::play::Game;
    use fracas_andor::rules::policy::Order;
    let player = "conditions = [{ id = 'poison', magnitude = 2, duration = 9 }]\nbag = { charm = 1 }\n\
        [item.charm]\nslot = 'neck'\nreequip_cost = -5\nadded_conditions = [{ condition = 'poison', magnitude = -99 }]\n";
    let b = battle(&scene(player, POISON, ""));
    let b = std::sync::Arc::new(b);
    let mut game = Game::new(b.clone(), 1, &mut |_| {});
    game.order(Order::PutOn(0, Slot::Neck), &mut |_| {}).unwrap();
    let left: Vec<(i32, bool)> =
        game.state().active.iter().map(|active| (active.magnitude, active.worn)).collect();
    assert_eq!(left, [(-99, true)]);
    game.order(Order::TakeOff(Slot::Neck), &mut |_| {}).unwrap();
    assert!(game.state().active.is_empty());
}

#[test]
fn a_18_a_109_a_maximum_below_1_counts_as_1() {
    let wither =
        "[condition.wither]\nabilityEffect = { increaseMaxHP = -30, increaseMaxAP = -30 }\n";
    let touch = "hp_now = 2\nhit_effect = { conditionsTarget = [{ condition = 'wither', magnitude = 1, duration = 2, chance = '100' }] }";
    // He lives on with 1 of 1 hit points and nothing to act with; when it is
    // over the maximum is back, the hit points are not.
    let told = fight(
        &scene("", wither, touch),
        "hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, hit 100/100, hit 100/100, hit 1/100, damage 1/1",
    );
    assert_eq!((told.outcome(), told.measure("hp")), ("win", 1));
    // What is left in such a state is a scenario.
    let text = scene("conditions = [{ id = 'wither', duration = 9 }]", wither, "hp_now = 2");
    let b = battle(&text);
    assert_eq!((b.start.hero.hp, b.start.hero.max_hp, b.start.hero.max_ap), (1, 1, 0));
    // His hit points may be told as they would be without it.
    let text =
        scene("hp = 8\nconditions = [{ id = 'wither', duration = 9 }]", wither, "hp_now = 2");
    assert_eq!(battle(&text).start.hero.hp, 1);
}
