//! the ladder against every branch, against dice, and against time.

use fracas_core::odds::{Budget, Refusal};
use fracas_core::ruleset::Ruleset;

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

#[test]
fn e_16_what_is_too_large_says_its_size() {
    let b = battle(&duel("100000/10/3/130/6-28/15x2.5/40/0", &["100000/10/5/80/0-9/-/60/0"], ""));
    let refused = fracas_andor::Andor::exact(&b, Budget::USUAL).err().unwrap();
    let words = refused.to_string();
    assert!(words.contains("10000000000 states") && words.contains("simulate"), "{words}");
    let lively = battle("profile = 'current'\n[player]\nskills = { eater = 1 }\n[[monster]]\n");
    assert!(matches!(fracas_andor::Andor::exact(&lively, Budget::USUAL), Err(Refusal::Because(_))));
}
