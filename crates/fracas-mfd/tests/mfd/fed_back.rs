//! F-65: stopping, feeding back and going on has exactly the same odds as not
//! stopping. Proved on small battles: every way the first round can end is fed
//! back, through CSV files and through the aftermath, and weighed exactly.

use fracas_core::capability::Export;
use std::collections::HashMap;

use fracas_core::chance::{Enumerated, Scripted};
use fracas_core::odds::Enumerable;
use fracas_core::ruleset::{Next, Ruleset};
use fracas_core::watch::Scores;
use fracas_mfd::Mfd;
use fracas_mfd::battle::Battle;
use fracas_mfd::state::State;

use crate::common::*;

/// Every state after one round, with outcome and probability.
fn after_a_round(battle: &Battle) -> Vec<(State, Next, f64)> {
    let mut open = vec![(Mfd::start(battle).clone(), 1.0)];
    let mut done = Vec::new();
    let mut scores = Scores::new(Mfd::measures(battle).iter().map(|m| m.start).collect());
    while let Some((from, weight)) = open.pop() {
        let mut dice = Enumerated::new();
        loop {
            let mut state = from.clone();
            let next = Mfd::step(battle, &mut state, &mut dice, &mut scores);
            let p = weight * dice.probability();
            if next == Next::On && state.progress.open {
                open.push((state, p));
            } else {
                done.push((state, next, p));
            }
            if !dice.next_path() {
                break;
            }
        }
    }
    done
}

/// The odds of fighting one round, feeding back by `again`, and going on.
fn in_two_parts(battle: &Battle, again: impl Fn(&Battle, &State) -> Battle) -> [f64; 4] {
    let mut sum = [0.0; 4];
    let mut known: HashMap<<Mfd as Enumerable>::Key, [f64; 4]> = HashMap::new();
    for (state, next, p) in after_a_round(battle) {
        match next {
            Next::Over(outcome) => sum[outcome.index()] += p,
            Next::On => {
                let key = Mfd::key(battle, &state).expect("a small battle has a key");
                let odds = known.entry(key).or_insert_with(|| outcomes(&again(battle, &state)));
                for (sum, odds) in sum.iter_mut().zip(odds) {
                    *sum += p * *odds;
                }
            }
        }
    }
    sum
}

fn assert_same(battle: &Battle, again: impl Fn(&Battle, &State) -> Battle) {
    let (whole, parts) = (outcomes(battle), in_two_parts(battle, again));
    for (a, b) in whole.iter().zip(parts) {
        assert!((a - b).abs() < 1e-12, "{whole:?} is not {parts:?}");
    }
}

fn through_files(battle: &Battle, state: &State) -> Battle {
    let files = Mfd.texts(battle, state);
    csv_battle(&files[0], &files[1], "")
}

fn through_the_aftermath(battle: &Battle, state: &State) -> Battle {
    let text = Mfd::aftermath(battle, state, &mut Scripted::new([]));
    crate::common::battle(&text.replacen("ruleset = \"mfd\"\n", "", 1))
}

#[test]
fn f_65_f_64_feeding_files_back_changes_no_odds() {
    let heroes =
        format!("{HEADER}\nA,3000,,,0.1,0.05,2,,,Song,\"A,B\",0.1,0.15\nB,2000,,-1,,,,A,,,,,\n");
    let villains = format!("{HEADER}\nC,4000,,1,,0.3,,,,,,,\nD,1000,,,,,,,C,,,,\n");
    assert_same(&csv_battle(&heroes, &villains, ""), through_files);
}

#[test]
fn f_65_f_72_f_73_f_74_f_78_going_on_from_the_aftermath_changes_no_odds() {
    let battle = battle(
        "heroes.fighters = [{ name = 'A', xp = 3000, bodyguard_for = 'E' }, { name = 'B', xp = 2000, linked_to = 'A' }]
         heroes.reinforcements = [{ round = 3, fighters = [{ name = 'E', xp = 1000, buffs = [{ name = 'X', who = ['A', 'E'], offense = 0.2, defense = 0.1 }] }] }]
         heroes.healing = [{ round = 2, who = ['A'], hp = 1, to_defend = 0.1, up_to = 2 }, { round = 1, to_defend = 0.05 }]
         heroes.retreat = { below = 0.5, falls = ['E'] }
         villains.fighters = [{ name = 'C', xp = 4000 }, { name = 'D', xp = 1000, aoe = 2 }]
         villains.retreat = { below = 0.9, of = 1 }",
    );
    assert_same(&battle, through_the_aftermath);
}

/// F-37, F-73: also where somebody is as tired as can be, and rests from there.
#[test]
fn f_65_f_37_f_73_going_on_as_tired_as_can_be() {
    let battle = battle(
        "constants = { exhaustion = 0.6, base_to_defend = 100 }
         heroes.fighters = [{ name = 'A', xp = 2000, bonus_to_defend = -99 }]
         heroes.healing = [{ round = 4, to_defend = 0.3 }, { round = 3, to_defend = 0.5 }]
         villains.fighters = [{ name = 'C', xp = 2000, bonus_hp = 2, bonus_to_defend = -99 }]",
    );
    assert_same(&battle, through_the_aftermath);
}

/// C-8: in compat too, wounds not lasting.
#[test]
fn c_8_f_65_feeding_back_in_compat() {
    let text = "compat = 'fight.rkt'
        heroes.fighters = [{ name = 'A', xp = 3000, aoe = 2 }, { name = 'B', xp = 2000, linked_to = 'A' }]
        heroes.healing = [{ round = 1, who = ['B'], hp = 1 }, { round = 3, hp = 1, up_to = 3 }]
        villains.fighters = [{ name = 'C', xp = 4000, bonus_to_defend = 0.7 }, { name = 'D', xp = 3000 }]";
    assert_same(&battle(text), through_the_aftermath);
}

/// F-72: stopping, appending rows and feeding back is an entry of
/// reinforcements for the next round; F-73: raising the cells is healing.
#[test]
fn f_66_f_72_f_73_by_hand_or_as_data() {
    let heroes = format!("{HEADER}\nA,5000,,,,,,,,,,,\n");
    let plan = "heroes.reinforcements = [{ round = 2, csv = 'More.csv' }]
        heroes.healing = [{ round = 2, who = ['A'], hp = 1, to_defend = 0.2 }]";
    let more = format!("{HEADER}\nB,4000,,,,,,A,,,,,\n");
    let files = [("Heroes.csv", heroes.as_str()), ("Villains.csv", &rook()), ("More.csv", &more)];
    let text = format!("heroes.csv = 'Heroes.csv'\nvillains.csv = 'Villains.csv'\n{plan}");
    let (planned, out) = read_with(&text, &files);
    let planned = outcomes(&planned.unwrap_or_else(|| panic!("{}", out.render(false))));

    let by_hand = in_two_parts(&csv_battle(&heroes, &rook(), ""), |battle, state| {
        let files = Mfd.texts(battle, state);
        let row = files[0].lines().nth(1).expect("A lives").to_owned();
        let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
        cells[3] = (cells[3].parse::<i64>().expect("HP") + 1).to_string();
        assert_eq!(cells[5], "-0.1");
        cells[5] = "0.1".to_owned();
        let heroes = format!("{HEADER}\n{}\nB,4000,,,,,,A,,,,,\n", cells.join(","));
        csv_battle(&heroes, &files[1], "")
    });
    for (a, b) in planned.iter().zip(by_hand) {
        assert!((a - b).abs() < 1e-12, "{planned:?} is not {by_hand:?}");
    }
}
