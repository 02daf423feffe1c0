//! the ladder against every branch, against dice, and against time.

use fracas_andor::Andor;
use fracas_core::capability::ExactOdds;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::{Budget, Refusal};
use fracas_testing::made_up::andor::small;
use fracas_testing::takes_shortcut;

use crate::common::{battle, duel, followed, mean, near, p, sampled, sd, solved};

fn agree(text: &str) {
    let b = battle(text);
    let [ladder, branches] = [solved(&b).odds, followed(&b).odds];
    for outcome in ["win", "lose", "fled", "stalemate"] {
        near(p(&ladder, outcome), p(&branches, outcome), 1e-12);
    }
    for measure in ["turns", "xp", "gold", "xp_lost"] {
        near(mean(&ladder, measure), mean(&branches, measure), 1e-9);
        near(sd(&ladder, measure), sd(&branches, measure), 1e-6);
    }
    if p(&ladder, "win") > 1e-6 {
        near(mean(&ladder, "hp"), mean(&branches, "hp"), 1e-9);
        near(mean(&ladder, "potions"), mean(&branches, "potions"), 1e-9);
    }
}

#[test]
fn a_76_both_ways_agree_up_to_60_by_60() {
    agree(&duel("60/10/3/90/3-9/12x2/30/1", &["60/10/4/80/2-8/5x3/20/2"], ""));
    agree(&duel("60/10/5/70/1-20/30x1.5/10/0", &["60/10/9/95/5-25/-/15/3"], "starts = 'monsters'"));
    agree(&duel("17/11/2/55/0-4/50x0.5/0/1", &["23/10/3/60/0-3/100x2/0/1"], ""));
    agree(&duel("40/10/4/90/4-4/-/0/0", &["33/10/5/70/1-1/-/9/0"; 3], ""));
}

#[test]
fn a_76_both_ways_agree_on_policies() {
    for target in ["first", "weakest", "strongest"] {
        let text = format!(
            "[player]\nlevel = 3\nxp = 500\nhp = 22\nbase = {{ hp = 25, attack_cost = 4, attack_chance = 85, damage = '2-6' }}\n\
             bag = {{ weak = 1, strong = 1, dust = 2 }}\n[policy]\ndrink_below = 55\nflee_below = 25\ndrink = ['strong', 'weak']\ntarget = '{target}'\n\
             [item.weak]\nheal = '2-5'\n[item.strong]\nheal = '6-12'\n[item.dust]\nheal = 1\n\
             [[monster]]\nhp = 7\nattack_cost = 5\nattack_chance = 80\ndamage = '1-5'\nxp = 12\nloot = [{{ item = 'gold', chance = '1/3', qty = '2-5' }}]\n\
             [[monster]]\nhp = 11\nattack_chance = 95\ndamage = '2-6'\nxp = 9\n[[monster]]\nhp = 5\nattack_chance = 60\ndamage = 3\n"
        );
        agree(&text);
        agree(&format!("profile = 'current'\n{text}"));
    }
}

#[test]
fn those_who_come_over_are_followed_branch_by_branch() {
    let text = "[player]\nbase = { hp = 12, attack_cost = 5, attack_chance = 80, damage = '1-3' }\n\
        [[monster]]\nhp = 4\nattack_chance = 70\ndamage = '1-2'\n[[monster]]\nat = [3, 3]\nmove_cost = 4\nattack_cost = 6\nhp = 5\nattack_chance = 70\ndamage = '1-3'\n";
    let b = battle(text);
    let exact = solved(&b).odds;
    let fought = sampled(&b, 40_000);
    near(p(&exact, "win") + p(&exact, "lose"), 1.0, 1e-12);
    near(p(&exact, "win"), p(&fought, "win"), 0.01);
    near(mean(&exact, "turns"), mean(&fought, "turns"), 0.05);
}

#[test]
fn a_76_a_large_duel_is_solved() {
    let b = battle(&duel("150/10/3/130/6-28/15x2.5/40/0", &["1000/10/5/80/0-9/-/60/0"], ""));
    let exact = solved(&b);
    assert_eq!(exact.states, 150_000);
    let fought = sampled(&b, 4_000);
    near(p(&exact.odds, "win"), p(&fought, "win"), 0.02);
    near(mean(&exact.odds, "turns"), mean(&fought, "turns"), 0.6);
}

/// Memory goes by how far a blow reaches and not by everybody's hit points: with
/// whole grids these two million situations would be 140 MB.
#[test]
fn a_76_potions_are_drunk_on_the_way_down() {
    let hero = "base = { hp = 400, attack_chance = 90, damage = '2-9', attack_cost = 4 }";
    let text = format!(
        "[player]\n{hero}\nbag = {{ tonic = 8 }}\n[policy]\ndrink_below = 60\n\
         [item.tonic]\nheal = '20-60'\n\
         [[monster]]\nhp = 600\nattack_chance = 80\ndamage = '1-9'\nattack_cost = 3\n"
    );
    let b = battle(&text);
    let exact = solved(&b);
    assert_eq!(exact.states, 9 * 600 * 400);
    let fought = sampled(&b, 4_000);
    near(p(&exact.odds, "win"), p(&fought, "win"), 0.02);
    near(mean(&exact.odds, "potions"), mean(&fought, "potions"), 0.2);
}

#[test]
fn e_16_what_is_too_large_says_its_size() {
    let b = battle(&duel("100000/10/3/130/6-28/15x2.5/40/0", &["100000/10/5/80/0-9/-/60/0"], ""));
    let refused = fracas_andor::Andor.exact(&b, Budget::USUAL).err().unwrap();
    assert!(refused.to_string().contains("10,000,000,000 situations"), "{refused}");
    let poisoned = battle(&poison(2_000));
    let refused = fracas_andor::Andor.exact(&poisoned, Budget::USUAL).err().unwrap();
    assert!(matches!(&refused, Refusal::Because(why) if why.contains("situations")), "{refused}");
}

/// A bite that poisons, twice as badly if it bites twice; the hero has so many
/// hit points.
fn poison(hp: u32) -> String {
    format!(
        "profile = 'current'\n[player]\nlevel = 3\nxp = 500\nbag = {{ tonic = 1 }}\n\
         base = {{ hp = {hp}, attack_cost = 4, attack_chance = 85, damage = '2-5', block = 20 }}\n\
         [policy]\ndrink_below = 40\n[item.tonic]\nheal = '3-6'\n\
         [condition.poison]\nisStacking = true\nroundEffect = {{ increaseCurrentHP = -1 }}\n\
         [[monster]]\nhp = 14\nattack_cost = 5\nattack_chance = 90\ndamage = '1-2'\nblock = 15\n\
         xp = 20\nloot = [{{ item = 'gold', chance = '50%', qty = '1-3' }}]\n\
         hit_effect = {{ conditionsTarget = [{{ condition = 'poison', magnitude = 1, duration = 3, chance = '50' }}] }}\n"
    )
}

/// Everything that odds tell, both ways.
fn meets(text: &str, trials: u64) {
    let b = battle(text);
    let exact = solved(&b).odds;
    let fought = sampled(&b, trials);
    for outcome in &fought.outcomes {
        let p = p(&exact, &outcome.name);
        // As wide as those of measures: an interval of 95% is left by one in twenty.
        let se = (p * (1.0 - p) / trials as f64).sqrt();
        near(p, outcome.p, 4.0 * se + 1e-9);
    }
    for measure in &fought.measures {
        let (Some(sampled), Some(se)) = (measure.mean, measure.se) else { continue };
        near(mean(&exact, &measure.name), sampled, 4.0 * se + 1e-9);
    }
    let open = exact.unresolved;
    assert!((0.0..1e-12).contains(&open), "{open}");
}

#[test]
fn conditions_are_followed_round_by_round() {
    //
    meets(&poison(17), 40_000);
    meets(&format!("starts = 'monsters'\n{}", poison(24)), 40_000);
    // Effects that give hit and action points, to both sides, and skills.
    let leech = "profile = 'current'\n[player]\nequip = ['fang']\nskills = { cleave = 1, eater = 2, taunt = 1 }\n\
        base = { hp = 20, attack_chance = 80, damage = '1-3' }\n\
        [item.fang]\nslot = 'weapon'\nattack_cost = 4\nhit_effect = { increaseCurrentHP = 1 }\nmiss_effect = { increaseCurrentAP = 1 }\n\
        [[monster]]\ncount = 2\nhp = 8\nattack_cost = 4\nattack_chance = 75\ndamage = '1-4'\nhit_effect = { increaseCurrentHP = '0-2' }\n";
    meets(leech, 40_000);
}

#[test]
fn a_76_effects_that_do_nothing_change_nothing() {
    let plain = "profile = 'current'\n[player]\nbase = { hp = 30, attack_cost = 4, attack_chance = 85, damage = '2-5' }\n\
        bag = { tonic = 2 }\n[policy]\ndrink_below = 40\nflee_below = 20\n[item.tonic]\nheal = '4-8'\n\
        [condition.gloom]\n[[monster]]\nhp = 28\nattack_cost = 5\nattack_chance = 90\ndamage = '2-4'\nblock = 15\nxp = 7\n";
    let lively = format!(
        "{plain}hit_effect = {{ conditionsTarget = [{{ condition = 'gloom', magnitude = 1, duration = 3, chance = '0' }}] }}\n"
    );
    let [ladder, rounds] = [plain, &lively].map(|text| solved(&battle(text)).odds);
    // Two solvers: they go through different situations.
    assert_ne!(ladder.why, rounds.why);
    for outcome in ["win", "lose", "fled", "stalemate"] {
        near(p(&ladder, outcome), p(&rounds, outcome), 1e-12);
    }
    for measure in ["turns", "hp", "potions", "xp", "gold", "xp_lost", "capped"] {
        near(mean(&ladder, measure), mean(&rounds, measure), 1e-9);
        near(sd(&ladder, measure), sd(&rounds, measure), 1e-6);
    }
}

#[test]
fn a_111_a_112_a_tick_by_hand() {
    // One blow a turn that hits half the time; the venom takes 1 of 2 hit
    // points in every tick, also in the one after the fight.
    let b = battle(
        "profile = 'current'\n[player]\nlevel = 2\nxp = 155\nhp = 2\n\
         base = { attack_cost = 10, attack_chance = 50 }\n\
         conditions = [{ id = 'venom', magnitude = 1, duration = 999 }]\n\
         [condition.venom]\nroundEffect = { increaseCurrentHP = -1 }\n[[monster]]\nattack_cost = 11\n",
    );
    let exact = solved(&b).odds;
    near(p(&exact, "win"), 0.75, 1e-15);
    near(mean(&exact, "turns"), 0.5 + 2.0 * 0.25 + 3.0 * 0.25, 1e-15);
    // Whoever wins in the second turn dies in the last tick.
    near(mean(&exact, "xp_lost"), 20.0 * 0.5, 1e-12);
}

#[test]
fn steps_aside_and_halts_are_followed_round_by_round() {
    // Eight around him leave no way out; the first that falls opens one, and
    // a step to it need not lead away.
    let crowd = "[player]\nbase = { hp = 9, attack_cost = 5, attack_chance = 90, damage = 2 }\n[policy]\nflee_below = 70\n\
        [[monster]]\ncount = 8\nhp = 2\nattack_chance = 30\ndamage = 1\n";
    meets(crowd, 20_000);
    // once the first is dead nobody can hurt anybody.
    let halt = "[player]\nbase = { hp = 9, attack_cost = 5, attack_chance = 90, damage = 2 }\n\
        [[monster]]\nhp = 3\nattack_chance = 60\ndamage = 3\n[[monster]]\nat = [0, 3]\nresistance = 2\n";
    meets(halt, 400);
    // In a later fight the turns before would have to be known.
    let later = "[player]\n[[monster]]\n[[next]]\n[[next.monster]]\nresistance = 5\n";
    let refused = fracas_andor::Andor.exact(&battle(later), Budget::USUAL).err().unwrap();
    assert!(refused.to_string().contains("halt"), "{refused}");
}

/// the shorter way through plain fights is the longer
/// one, die by die; where a fight is not plain there is none.
#[test]
fn a_20_the_shorter_way_is_the_longer_one() {
    let mut dice = Rolled::new(20, 0, Purpose::Setup);
    for _ in 0..200 {
        takes_shortcut::<Andor>(&battle(&small(&mut dice)), 130);
    }
    // Short duels, which are fought side by side: of one die, of all, and one with
    // a great blow that hardly ever hits.
    for starts in ["", "starts = 'monsters'\n"] {
        for (damage, chance) in [("1", 50), ("0-2", 50), ("900-990", -400)] {
            let text = format!(
                "{starts}[player]\nbase = {{ hp = 2, attack_cost = 4, attack_chance = 30 }}\n\
                 [[monster]]\nhp = 1000\nattack_chance = {chance}\ndamage = '{damage}'\n"
            );
            assert!(takes_shortcut::<Andor>(&battle(&text), 1000));
        }
    }
    let hero = "base = { hp = 30, attack_cost = 4, attack_chance = 85, damage = '2-5', \
        critical_chance = 10, critical_multiplier = 2, block = 20 }\nlevel = 3\nxp = 400\n";
    let foe = "attack_cost = 3\nattack_chance = 70\ndamage = '1-3'\nblock = 5\nxp = 7\n";
    let fight = |more: &str, foes: &str| {
        let text = format!("{more}\n[player]\n{hero}[[monster]]\nhp = 8\n{foe}{foes}");
        let text = match more.contains("current") {
            true => text.replace("critical_chance", "critical_skill"),
            false => text,
        };
        takes_shortcut::<Andor>(&battle(&text), 500)
    };
    let loot = "loot = [{ item = 'gold', chance = '70%', qty = '3-6' }]\n";
    for profile in ["", "profile = 'current'\n"] {
        assert!(fight(profile, ""));
        assert!(fight(profile, "count = 3\n"));
        assert!(fight(profile, &format!("[[monster]]\nhp = 20\n{foe}")));
        assert!(fight(&format!("{profile}starts = 'monsters'\n"), "count = 2\n"));
        // so long that it is left to the longer way.
        assert!(fight(profile, "resistance = 9\n"));
        assert!(!fight(profile, loot));
        assert!(!fight(&format!("{profile}[policy]\nflee_below = 50\n"), ""));
        assert!(!fight(profile, "[[monster]]\nat = [0, 3]\n"));
        assert!(!fight(profile, "[[next]]\n[[next.monster]]\n"));
    }
}
