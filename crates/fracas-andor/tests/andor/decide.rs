//! The best decisions of the hero against those of a policy
//! against a recursion of its own, and against dice.

use fracas_andor::Andor;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::Budget;
use fracas_testing::decided::{decisions, expect_fought, expect_sound};
use fracas_testing::made_up::andor::small;

use crate::common::{battle, mean, near, p, solved};

fn bear(policy: &str) -> String {
    format!(
        "[player]\nbase = {{ hp = 14, attack_cost = 5, attack_chance = 75, damage = '1-3' }}\nbag = {{ tonic = 2 }}\n\
         [policy]\n{policy}\n[item.tonic]\nheal = '3-5'\n\
         [[monster]]\nname = 'Bear'\nhp = 12\nattack_cost = 5\nattack_chance = 60\ndamage = '1-4'\n"
    )
}

fn wolves(policy: &str) -> String {
    format!(
        "[player]\nbase = {{ hp = 16, attack_cost = 5, attack_chance = 80, damage = '2-3' }}\nbag = {{ tonic = 1 }}\n\
         [policy]\n{policy}\n[item.tonic]\nheal = '4-6'\n\
         [[monster]]\nname = 'Wolf'\ncount = 2\nhp = 6\nattack_cost = 5\nattack_chance = 50\ndamage = '1-2'\n\
         [[monster]]\nname = 'Cub'\nhp = 3\nattack_chance = 40\ndamage = 1\n"
    )
}

#[test]
fn made_up_battles_are_decided_soundly() {
    let mut dice = Rolled::new(4711, 0, Purpose::Setup);
    let mut decided = 0;
    for _ in 0..20 {
        let text = small(&mut dice);
        let b = battle(&text);
        let Ok(exact) = fracas_core::capability::ExactOdds::exact(&Andor, &b, Budget::USUAL) else {
            continue;
        };
        for goal in ["win", "win or fled", "10 win + hp - 5 lose"] {
            if let Some(found) = decisions::<Andor>(&b, 0, goal, Budget(500_000)) {
                expect_sound(&found, &exact.odds);
                decided += 1;
            }
        }
    }
    assert!(decided >= 30, "{decided}");
}

/// every pair of percentages, in steps, by exact odds.
#[test]
fn no_policy_is_better_than_the_best_decisions() {
    for (scenario, goal) in
        [(bear as fn(&str) -> String, "win"), (bear, "win + 0.5 fled"), (wolves, "win")]
    {
        let found = decisions::<Andor>(&battle(&scenario("")), 0, goal, Budget::USUAL).unwrap();
        let mut most = f64::NEG_INFINITY;
        for drink in (0..=100).step_by(10) {
            for flee in (0..=100).step_by(20) {
                let policy = format!("drink_below = {drink}\nflee_below = {flee}");
                let odds = solved(&battle(&scenario(&policy))).odds;
                let fled = if goal == "win" { 0.0 } else { 0.5 * p(&odds, "fled") };
                let worth = p(&odds, "win") + fled;
                assert!(worth <= found.best.worth + 1e-12, "{policy}: {worth} {:?}", found.best);
                most = most.max(worth);
            }
        }
        let line = found.line.expect("a policy");
        assert!(line.valued.worth >= most - 1e-12, "{most} {line:?}");
        // Written into the file, the line is worth what was said.
        let written = line.write.replace(", ", "\n");
        let odds = solved(&battle(&scenario(&written))).odds;
        let fled = if goal == "win" { 0.0 } else { 0.5 * p(&odds, "fled") };
        near(line.valued.worth, p(&odds, "win") + fled, 1e-12);
    }
}

/// The file's policy, whatever target it has, and what is measured at
/// the end of a win.
#[test]
fn the_policy_of_the_file_is_worth_its_exact_odds() {
    for target in ["first", "weakest", "strongest"] {
        let b = battle(&wolves(&format!("drink_below = 40\nflee_below = 20\ntarget = '{target}'")));
        let odds = solved(&b).odds;
        let found = decisions::<Andor>(&b, 0, "hp", Budget::USUAL).unwrap();
        near(found.file.worth, mean(&odds, "hp") * p(&odds, "win"), 1e-10);
        expect_sound(&found, &odds);
    }
}

/// One blow or one drink a turn, 1 point a blow: worked out by a recursion
/// that knows none of the machinery.
#[test]
fn a_small_duel_agrees_with_plain_recursion() {
    const HP: usize = 6;
    const HEAL: usize = 3;
    let text = format!(
        "[player]\nbase = {{ hp = {HP}, ap = 5, attack_cost = 5, attack_chance = 60, damage = 1 }}\nbag = {{ tonic = 2 }}\n\
         [item.tonic]\nheal = {HEAL}\n\
         [[monster]]\nhp = 5\nap = 5\nattack_cost = 5\nattack_chance = 70\ndamage = 1\n"
    );
    let b = battle(&text);
    let found = decisions::<Andor>(&b, 0, "win", Budget::USUAL).unwrap();
    let foe = &b.start.monsters[0];
    // what a chance of 60 and of 70 comes to.
    let chances = [&foe.taken, &foe.blow].map(|blow| f64::from(blow.hit) / 100.0);
    near(found.best.worth, win(HP, 5, 2, chances), 1e-12);
    assert!(found.best.worth > found.file.worth + 0.05);

    /// With so many hit points on both sides and so many tonics.
    fn win(hp: usize, foe: usize, tonics: usize, chances: [f64; 2]) -> f64 {
        if hp == 0 {
            return 0.0;
        }
        if foe == 0 {
            return 1.0;
        }
        let [hit, hurt] = chances;
        let win = |hp, foe, tonics| win(hp, foe, tonics, chances);
        let struck = |hp: usize, foe: usize, tonics: usize| {
            if foe == 0 {
                return 1.0;
            }
            hurt * win(hp - 1, foe, tonics) + (1.0 - hurt) * win(hp, foe, tonics)
        };
        // Both miss: the same again, so that is divided out.
        let again = (1.0 - hit) * (1.0 - hurt);
        let strike = (hit * struck(hp, foe - 1, tonics)
            + (1.0 - hit) * hurt * win(hp - 1, foe, tonics))
            / (1.0 - again);
        if tonics == 0 {
            return strike;
        }
        strike.max(struck((hp + HEAL).min(HP), foe, tonics - 1))
    }
}

#[test]
fn the_table_is_one_that_a_player_can_use() {
    let found = decisions::<Andor>(&battle(&bear("")), 0, "win", Budget::USUAL).unwrap();
    assert!(found.rows.len() <= 12);
    let drink = found.rows.iter().find(|row| row.choice == "use tonic").expect("a drink");
    let hp = drink.when.iter().find(|condition| condition.fact == "hit points").expect("a bound");
    assert!(hp.most.is_some_and(|most| most < 14), "{hp:?}");
    assert!(found.table.worth > found.file.worth, "{found:?}");
    // Every state that is told is one in which something can be decided.
    assert!(found.whole.iter().all(|seen| seen.facts.len() == found.facts.len()));
}

/// equipment in the bag is put on where that pays.
#[test]
fn equipment_is_changed_where_that_pays() {
    let b = battle(
        "[player]\nbase = { hp = 12, attack_cost = 4, attack_chance = 60, damage = 1 }\nbag = { axe = 1 }\n\
         [item.axe]\nslot = 'weapon'\nattack_cost = 5\ndamage = '4-6'\n\
         [[monster]]\nname = 'Troll'\nhp = 15\nattack_cost = 5\nattack_chance = 60\ndamage = '1-3'\n",
    );
    let found = decisions::<Andor>(&b, 0, "win", Budget::USUAL).unwrap();
    assert!(found.decides.contains("change equipment"), "{}", found.decides);
    assert!(found.rows.iter().any(|row| row.choice == "put on axe (weapon)"), "{:?}", found.rows);
    assert!(found.best.worth > found.file.worth + 0.1, "{found:?}");
    expect_sound(&found, &solved(&b).odds);
    expect_fought::<Andor>(&b, 0, "win", 5_000);
}

/// conditions, whose states come back, are decided too.
#[test]
fn conditions_are_decided() {
    let b = battle(
        "profile = 'current'\n[player]\nbag = { tonic = 1 }\n\
         base = { hp = 12, attack_cost = 5, attack_chance = 85, damage = '2-3' }\n\
         [policy]\ndrink_below = 40\n[item.tonic]\nheal = '3-4'\n\
         [condition.poison]\nroundEffect = { increaseCurrentHP = -1 }\n\
         [[monster]]\nhp = 10\nattack_cost = 5\nattack_chance = 70\ndamage = '1-2'\n\
         hit_effect = { conditionsTarget = [{ condition = 'poison', magnitude = 1, duration = 3, chance = '50' }] }\n",
    );
    let found = decisions::<Andor>(&b, 0, "win", Budget::USUAL).unwrap();
    expect_sound(&found, &solved(&b).odds);
    expect_fought::<Andor>(&b, 0, "win", 5_000);
}

/// a hero who cannot hurt anybody need not wait for ever if he can flee.
#[test]
fn who_can_flee_is_not_in_a_stalemate() {
    let b = battle(
        "[player]\nbase = { hp = 5, attack_chance = 50, damage = 1 }\n[[monster]]\nhp = 5\nresistance = 9\ndamage = 0\n",
    );
    let found = decisions::<Andor>(&b, 0, "fled", Budget::USUAL).unwrap();
    near(found.best.worth, 1.0, 1e-12);
    assert_eq!(found.file.worth, 0.0);
}

#[test]
fn battles_fought_by_the_best_decisions_are_worth_as_much() {
    expect_fought::<Andor>(&battle(&bear("")), 0, "win", 20_000);
    expect_fought::<Andor>(&battle(&wolves("")), 0, "10 win + hp", 10_000);
}
