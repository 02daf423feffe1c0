//! chains of fights.

use crate::common::{battle, fight, followed, mean, near, p, sampled, solved};

const CRAWL: &str = "[player]\nlevel = 1\nxp = 50\nbase = { hp = 20, attack_cost = 10, attack_chance = 90, damage = '1-3' }\n\
    bag = { tonic = 1 }\nlevel_up = ['hp']\n[policy]\ndrink_below = 50\n[item.tonic]\nheal = 4\n\
    [[monster]]\nname = 'rat'\nhp = 3\nattack_chance = 60\ndamage = '1-4'\nxp = 10\nloot = [{ item = 'gold', qty = '1-2' }]\n\
    [[next]]\nstarts = 'monsters'\n[[next.monster]]\nname = 'cat'\nhp = 4\nattack_chance = 80\ndamage = '2-5'\nxp = 30\n\
    [[next]]\nrest = true\n[[next.monster]]\nname = 'dog'\nhp = 5\nattack_chance = 90\ndamage = '3-6'\n";

#[test]
fn a_63_a_65_the_hero_comes_out_of_one_fight_into_the_next() {
    let told = fight(
        CRAWL,
        "hit 100/100, hit 1/100, damage 4/4, hit 1/100, damage 3/3, drop 1/100, quantity 2/2,
         hit 1/100, damage 4/4, hit 1/100, damage 3/3, hit 100/100, hit 1/100, damage 1/3,
         hit 1/100, damage 3/3, hit 100/100, hit 1/100, damage 2/3",
    );
    assert_eq!(told.outcome(), "win");
    let log = told.log();
    // 16 left, and 5 for the level-up between the fights; the cat is first.
    let second = log.iter().position(|line| line == "fight 2").unwrap();
    assert_eq!(log[second + 1], "cat at Hero: hit 5, 16 left");
    // Rest: full before the last.
    assert_eq!((told.measure("hp"), told.measure("turns")), (25, 6));
    assert_eq!((told.measure("xp"), told.measure("gold"), told.measure("potions")), (40, 2, 1));
    let next = told.next();
    assert_eq!((next.fights.len(), next.hero.level, next.hero.xp, next.hero.gold), (1, 2, 90, 2));
}

#[test]
fn a_65_exact_odds_of_a_chain_agree() {
    let b = battle(CRAWL);
    let [ladder, branches, fought] = [solved(&b).odds, followed(&b).odds, sampled(&b, 20_000)];
    for outcome in ["win", "lose", "fled", "stalemate"] {
        near(p(&ladder, outcome), p(&branches, outcome), 1e-12);
        near(p(&ladder, outcome), p(&fought, outcome), 0.015);
    }
    for measure in ["turns", "hp", "potions", "xp", "gold", "xp_lost"] {
        near(mean(&ladder, measure), mean(&branches, measure), 1e-9);
        near(mean(&ladder, measure), mean(&fought, measure), 0.25);
    }
}

#[test]
fn a_65_a_lost_fight_ends_the_chain() {
    let told = fight(
        &CRAWL
            .replace("base = { hp = 20", "hp = 1\nbase = { hp = 20")
            .replace("bag = { tonic = 1 }\n", ""),
        "hit 100/100, hit 1/100, damage 1/4",
    );
    assert_eq!((told.outcome(), told.measure("turns"), told.measure("xp")), ("lose", 1, 0));
}
