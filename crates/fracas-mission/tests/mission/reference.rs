//! The battle written down once more, slowly and word for word by the rulebook,
//! and many random battles that must go the same way.

use std::collections::HashMap;

use crate::common::{attack, roll};
use fracas_core::chance::{Chance, Die, Purpose, Rolled};
use fracas_mission::natural;

#[derive(Clone, Debug)]
struct Unit {
    id: String,
    skill: u64,
    max_hp: u64,
    hp: u64,
    exhaustion: u64,
    weapon: (u64, u64),
}

impl Unit {
    /// M-8.
    fn eff(&self) -> u64 {
        let w = self.exhaustion.saturating_sub(5).min(100);
        self.skill * self.hp * (100 - w) / (100 * self.max_hp)
    }
}

/// M-14, M-15.
fn contest(a: u64, d: u64) -> u64 {
    match (a, d) {
        (0, _) => 0,
        (_, 0) => 10_000,
        _ => 10_000 * a * a / (a * a + d * d),
    }
}

/// M-25 to M-34: one phase.
fn phase(own: &mut [Unit], others: &mut [Unit], dice: &mut Rolled, log: &mut Vec<String>) {
    let mut order: Vec<usize> = (0..own.len()).filter(|&unit| own[unit].hp > 0).collect();
    order.sort_by(|&one, &two| {
        own[one].skill.cmp(&own[two].skill).then(natural::order(&own[one].id, &own[two].id))
    });
    let mut attacked: HashMap<usize, u32> = HashMap::new();
    for attacker in order {
        let n = |unit: &usize| attacked.get(unit).copied().unwrap_or(0);
        let mut living: Vec<usize> =
            (0..others.len()).filter(|&unit| others[unit].hp > 0).collect();
        let Some(least) = living.iter().map(n).min() else { return };
        living.retain(|unit| n(unit) == least);
        living.sort_by(|&one, &two| {
            let (one, two) = (&others[one], &others[two]);
            one.eff().cmp(&two.eff()).then(natural::order(&one.id, &two.id))
        });
        let target = living[0];
        let (a, d) = (own[attacker].eff(), others[target].eff());
        let threshold = 10_000 - contest(a, d);
        // M-19: what one attack throws is thrown together.
        let mut dice = dice.handful();
        let hit = dice.face(10_000, Die("contest")) > threshold;
        let mut came = "miss".to_owned();
        if hit {
            let (min, max) = own[attacker].weapon;
            let damage = min + dice.below(max - min + 1, Die("damage"));
            others[target].hp = others[target].hp.saturating_sub(damage);
            came = damage.to_string();
        }
        own[attacker].exhaustion += 1;
        if others[target].hp > 0 {
            others[target].exhaustion += 1;
        }
        *attacked.entry(target).or_default() += 1;
        let (by, at) = (&own[attacker], &others[target]);
        log.push(format!("{} ({a}) -> {} ({d}) {threshold}: {came} {}", by.id, at.id, at.hp));
    }
}

/// M-35 to M-41.
fn fight(
    mut agents: Vec<Unit>,
    mut enemies: Vec<Unit>,
    dice: &mut Rolled,
) -> (Vec<String>, &'static str, i64) {
    let total = |units: &[Unit]| units.iter().map(Unit::eff).sum::<u64>();
    let base = total(&agents);
    let mut log = Vec::new();
    for round in 1.. {
        phase(&mut agents, &mut enemies, dice, &mut log);
        phase(&mut enemies, &mut agents, dice, &mut log);
        let dead = |units: &[Unit]| units.iter().all(|unit| unit.hp == 0);
        let outcome = if dead(&enemies) {
            "success"
        } else if dead(&agents) {
            "wiped"
        } else if 2 * total(&agents) < base {
            "retreat"
        } else if total(&agents) + total(&enemies) == 0 || round == 1000 {
            "stalemate"
        } else {
            continue;
        };
        return (log, outcome, round);
    }
    unreachable!("a battle ends")
}

/// A side of random units; few different values, so that ties come up.
fn side(name: &str, count: u64, dice: &mut Rolled) -> Vec<Unit> {
    let mut pick = |values: &[u64]| values[dice.below(values.len() as u64, Die("value")) as usize];
    let unit = |number: u64| {
        let max_hp = pick(&[1, 5, 20, 30, 97]);
        let min = pick(&[0, 1, 5, 10]);
        Unit {
            id: format!("{name}{number}"),
            skill: pick(&[0, 1, 40, 60, 60, 100, 100, 101, 250]),
            max_hp,
            hp: max_hp - pick(&[0, 0, 0, max_hp / 2]),
            exhaustion: pick(&[0, 0, 4, 5, 17, 60, 103]),
            weapon: (min, min + pick(&[0, 3, 10, 40])),
        }
    };
    (0..count).map(unit).collect()
}

fn written(kind: &str, units: &[Unit]) -> String {
    let mut text = String::new();
    for Unit { id, skill, max_hp, hp, exhaustion, weapon } in units {
        text.push_str(&format!(
            "[[{kind}]]\nid = \"{id}\"\nskill = {skill}\nhp = {max_hp}\nwounds = {}\nexhaustion = {exhaustion}\nweapon = [{}, {}]\n",
            max_hp - hp, weapon.0, weapon.1
        ));
    }
    text
}

/// M-20, M-25, M-27, M-29, M-35, M-37: the same dice, the same battle.
#[test]
fn random_battles_go_by_the_book() {
    for case in 0..400 {
        let mut dice = Rolled::new(99, case, Purpose::Battle);
        let most = if case % 10 == 0 { 130 } else { 12 };
        let (own, others) = (dice.face(most, Die("own")), dice.face(most, Die("others")));
        let (agents, enemies) = (side("a", own, &mut dice), side("e", others, &mut dice));
        let told = roll(&(written("agent", &agents) + &written("enemy", &enemies)), case);
        let mut dice = Rolled::new(case, 0, Purpose::Battle);
        let (log, outcome, rounds) = fight(agents, enemies, &mut dice);
        let found: Vec<String> = told.events.iter().filter_map(attack).collect();
        assert_eq!(found, log, "case {case}");
        assert_eq!((told.outcome(), told.measure("rounds")), (outcome, rounds), "case {case}");
    }
}
