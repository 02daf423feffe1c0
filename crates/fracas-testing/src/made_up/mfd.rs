//! Scenarios of `mfd`.

use fracas_core::chance::{Chance, Rolled};

use super::{ANY, one_of};

/// A battle with anything that a scenario can say, up to the limits of F-24.
pub fn scenario(dice: &mut Rolled) -> String {
    let mut text = format!("max_rounds = {}\n", one_of(dice, &["1", "2", "3", "40"]));
    text.push_str(one_of(dice, &["", "", "compat = 'fight.rkt'\n"]));
    let exhaustion = one_of(dice, &["0.1", "0", "0.000001", "60", "100"]);
    let base_hp = one_of(dice, &["2", "1000000"]);
    text.push_str(&format!("constants = {{ exhaustion = {exhaustion}, base_hp = {base_hp} }}\n"));
    for side in ["heroes", "villains"] {
        let name = &side[..1];
        let list = |dice: &mut Rolled, from: u64, count: u64| {
            let one = |n: u64| fighter(dice, name, n, base_hp);
            (from..from + count).map(one).collect::<Vec<_>>().join(", ")
        };
        let count = 1 + dice.below(3, ANY);
        text.push_str(&format!("{side}.fighters = [{}]\n", list(dice, 0, count)));
        if dice.hit(1, 2, ANY) {
            let round = one_of(dice, &["1", "2", "5"]);
            let coming = list(dice, 7, 2);
            text.push_str(&format!(
                "{side}.reinforcements = [{{ round = {round}, fighters = [{coming}] }}]
                 {side}.retreat = {{ below = 0.3, of = {}, falls = ['{name}8'] }}\n",
                one_of(dice, &["1", "3", "1000000"])
            ));
        }
        if dice.hit(1, 2, ANY) {
            let hp = one_of(dice, &["1", "1000000"]);
            text.push_str(&format!(
                "{side}.healing = [{{ round = 2, hp = {hp}, to_defend = 100 }},
                     {{ round = 1, who = ['{name}0'], hp = {hp}, up_to = 5 }}]\n"
            ));
        }
    }
    text
}

fn fighter(dice: &mut Rolled, name: &str, n: u64, base_hp: &str) -> String {
    let bonus_hp = if base_hp == "2" { "1" } else { "-999998" };
    format!(
        "{{ name = '{name}{n}', xp = {}, bonus_hp = {bonus_hp}, bonus_to_hit = {},
            bonus_to_defend = {}, aoe = {}, bodyguard_for = '{name}{}', linked_to = '{name}{}',
            buffs = [{{ name = 'X', who = ['{name}0', '{name}9'], offense = 0.1, defense = {} }}] }}",
        one_of(dice, &["1", "5000", "30000"]),
        one_of(dice, &["-100", "0", "0.4", "40"]),
        one_of(dice, &["-100", "0", "0.4"]),
        1 + dice.below(3, ANY),
        dice.below(9, ANY),
        dice.below(30, ANY),
        one_of(dice, &["-0.05", "0.1", "18"]),
    )
}

/// A battle of a few beginners, for exact odds.
pub fn small(dice: &mut Rolled) -> String {
    let mut text = String::new();
    text.push_str(one_of(dice, &["", "", "compat = 'fight.rkt'\n", "max_rounds = 2\n"]));
    for side in ["heroes", "villains"] {
        let name = &side[..1];
        let fighters: Vec<String> = (0..1 + dice.below(2, ANY))
            .map(|n| {
                format!(
                    "{{ name = '{name}{n}', xp = {}, bonus_hp = {}, bonus_to_defend = {}, \
                     aoe = {}, linked_to = '{name}{}' }}",
                    one_of(dice, &["1", "1000", "3000"]),
                    one_of(dice, &["-1", "0", "1"]),
                    one_of(dice, &["0", "0.2", "-0.1"]),
                    1 + dice.below(2, ANY),
                    dice.below(9, ANY),
                )
            })
            .collect();
        text.push_str(&format!("{side}.fighters = [{}]\n", fighters.join(", ")));
        if dice.hit(1, 3, ANY) {
            text.push_str(&format!("{side}.healing = [{{ round = 2, hp = 1, up_to = 3 }}]\n"));
        }
        if dice.hit(1, 3, ANY) {
            text.push_str(&format!("{side}.retreat = {{ below = 0.6 }}\n"));
        }
    }
    text
}
