//! chains of fights.

use fracas_andor::Andor;
use fracas_core::capability::Tell;
use fracas_core::ruleset::Ruleset;

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
    // all three were won.
    assert_eq!(told.measure("fights_won"), 3);
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
    for measure in ["turns", "hp", "potions", "xp", "gold", "xp_lost", "fights_won"] {
        near(mean(&ladder, measure), mean(&branches, measure), 1e-9);
        near(mean(&ladder, measure), mean(&fought, measure), 0.25);
    }
    // whoever wins the chain has won all three fights.
    let all_won = &solved(&b).distributions[7].clone().unwrap();
    let third: f64 = all_won.values().filter(|(won, _)| *won == 3).map(|(_, p)| p).sum();
    near(third, p(&ladder, "win"), 1e-12);
}

/// a single fight counts none; the fights of a chain are called by what
/// is met in them.
#[test]
fn a_77_a_chain_names_its_fights() {
    let names = |text: &str| {
        let battles = Andor.battles(&battle(text));
        battles.into_iter().map(|battle| battle.name).collect::<Vec<_>>()
    };
    assert_eq!(names(CRAWL), ["rat", "cat", "dog"]);
    let many = CRAWL.replace("name = 'cat'", "name = 'cat'\ncount = 2");
    assert_eq!(names(&many)[1], "2 cat");
    let single = CRAWL.split("[[next]]").next().unwrap();
    assert!(names(single).is_empty());
    assert_eq!(Andor::measures(&battle(single)).len(), 7);
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
    assert_eq!(told.measure("fights_won"), 0);
}

/// A rat that leaves gold and a tail and may poison; then a cat.
const LARDER: &str = "[player]\nhp = 6\ngold = 1\nbase = { hp = 10, attack_cost = 10, attack_chance = 90, damage = 3 }\nbag = { tonic = 2 }\n\
    [policy]\ndrink_below = 50\n[item.tonic]\nheal = 3\n\
    [[monster]]\nname = 'rat'\nhp = 3\nattack_chance = 90\ndamage = 2\n\
    loot = [{ item = 'gold', qty = 5 }, { item = 'tail' }, { item = 'tonic', qty = 3 }]\n\
    [[next]]\n[[next.monster]]\nname = 'cat'\nhp = 9\nattack_chance = 90\ndamage = 8\nloot = [{ item = 'gold', qty = 50 }]\n";

#[test]
fn a_63_a_65_what_an_earlier_fight_left_is_kept_when_a_later_one_is_lost() {
    let told = fight(
        LARDER,
        "hit 100/100, hit 1/100, damage 1/1, healing 1/1, hit 1/100, damage 1/1, hit 1/100, damage 1/1,
         drop 1/100, quantity 1/1, drop 1/100, quantity 1/1, drop 1/100, quantity 1/1,
         hit 100/100, hit 1/100, damage 1/1",
    );
    assert_eq!((told.outcome(), told.measure("gold")), ("lose", 5));
    let next = told.next();
    assert_eq!(next.hero.gold, 1 + 5);
    let bag: Vec<(&str, u32)> = (0..next.stock.len())
        .map(|place| (next.stocked(place).id.as_str(), next.bag[place]))
        .collect();
    assert_eq!(bag, [("tonic", 2 - 1 + 3), ("tail", 1)]);
}

#[test]
fn a_63_a_112_a_death_after_a_fight_loses_what_that_fight_left() {
    let poison = "conditions = [{ id = 'venom', duration = 999 }]\n[condition.venom]\nroundEffect = { increaseCurrentHP = -4 }\n";
    let text = format!("profile = 'current'\n{LARDER}")
        .replace("[policy]", &format!("{poison}[policy]"))
        .replace("hp = 6", "hp = 4")
        .replace("drink_below = 50", "drink_below = 0");
    let script = "hit 1/100, damage 1/1, drop 1/100, quantity 1/1, drop 1/100, quantity 1/1, drop 1/100, quantity 1/1, condition 1/1";
    // Between two fights, and after the last.
    for (text, outcome) in
        [(text.clone(), "lose"), (text.split("[[next]]").next().unwrap().to_owned(), "win")]
    {
        let told = fight(&text, script);
        assert_eq!((told.outcome(), told.measure("gold")), (outcome, 5));
        let next = told.next();
        assert_eq!((next.hero.gold, next.bag.iter().sum::<u32>()), (1, 2));
        assert!(!told.aftermath().contains("item.tail"));
    }
}

#[test]
fn a_23_a_65_who_changed_his_clothes_wears_them_in_the_next_fight() {
    use fracas_andor::items::Slot;
    use fracas_andor::play::Game;
    use fracas_andor::rules::policy::Order;
    let text = "[player]\nbase = { hp = 20, attack_cost = 5, attack_chance = 2000, damage = 2 }\nbag = { coat = 1 }\n\
        [item.coat]\nslot = 'body'\nhp = 7\nattack_chance = -1950\n\
        [[monster]]\nattack_cost = 11\n[[next]]\n[[next.monster]]\nattack_cost = 11\n";
    let b = battle(text);
    // A seed by which the first two blows hit.
    let b = std::sync::Arc::new(b);
    let game = (0..99).find_map(|seed| {
        let mut game = Game::new(b.clone(), seed, &mut |_| {});
        game.order(Order::PutOn(0, Slot::Body), &mut |_| {}).unwrap();
        game.order(Order::Attack(0), &mut |_| {}).unwrap();
        (game.state().fight == 1).then_some(game)
    });
    let st = game.expect("a blow of 50% hits").state().clone();
    assert_eq!((st.hero.max_hp, st.hero.hp, st.monsters[0].taken.hit), (27, 20, 50));
}
