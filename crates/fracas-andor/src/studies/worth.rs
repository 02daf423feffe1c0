//! What a point of anything is worth: the same battle with and without it.

use fracas_core::odds::Fighter;
use fracas_core::table::Table;
use serde_json::{Value, json};

use super::{CHEAP, Care, figure, mean, percent, wins};
use crate::Andor;
use crate::battle::{Battle, LevelUp, Profile};
use crate::exact::exact;
use crate::items::Slot;
use crate::measures::{TURNS, WIN};
use crate::muster;
use crate::rules::levels::{rise, threshold};
use crate::skills;

/// How a change by a skill is called.
const POINT: &str = "a point of ";

/// What a level-up, a skill point, or a thing worn is worth: the difference
/// in P(win).
pub fn worth(b: &Battle, care: Care) -> Table {
    let mut table = Table::new("worth", &["change", "win %", "by", "±", "turns by"]);
    let base = Weight::of(b, care, None);
    let mut rows: Vec<(f64, Vec<Value>)> = Vec::new();
    let mut no_difference: Vec<String> = Vec::new();
    for (change, variant) in variants(b) {
        let other = Weight::of(&variant, care, Some(&base));
        let (by, turns_by) = (other.wins - base.wins, other.turns - base.turns);
        if by == 0.0 && turns_by == 0.0 {
            // Skills are many: the first says what the others are, too.
            let short = change.strip_prefix(POINT).filter(|_| !no_difference.is_empty());
            no_difference.push(short.unwrap_or(&change).to_owned());
            continue;
        }
        let error = other.error(&base).map_or(Value::Null, percent);
        let row = vec![json!(change), percent(other.wins), percent(by), error, figure(turns_by, 2)];
        rows.push((by, row));
    }
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (_, row) in rows {
        table.row(row);
    }
    let how = match base.each {
        None => "exact odds".to_owned(),
        Some(_) => format!(
            "{} battles each, all with the same dice; ± is for the difference, 95 % sure",
            care.trials
        ),
    };
    let nothing = match no_difference.is_empty() {
        true => String::new(),
        false => format!("; no difference by {}", no_difference.join(", ")),
    };
    table.note = Some(format!("as it is: {:.2}%; {how}{nothing}", 100.0 * base.wins));
    table
}

/// The battle changed in one thing at a time.
fn variants(b: &Battle) -> Vec<(String, Battle)> {
    let mut found = Vec::new();
    for word in LevelUp::KEYS {
        let Some(choice) = LevelUp::of(word) else { continue };
        let one = rise(1, threshold(2), &b.hero.base, &[choice]);
        let hp = i64::from(b.start.hero.hp) + one.hp;
        let variant = muster::variant(b, |hero, now| {
            hero.base = one.base;
            *now = Some(hp);
        });
        found.push((format!("a level-up of {word}"), variant));
    }
    if b.profile == Profile::Current {
        for (skill, id, most) in skills::ALL {
            let level = b.hero.skills.level(*skill) as u16;
            if level < *most && !needs_condition(b, id) {
                let variant = muster::variant(b, |hero, _| hero.skills.set(*skill, level + 1));
                found.push((format!("{POINT}{id}"), variant));
            }
        }
    }
    for slot in Slot::ALL {
        if let Some(item) = b.hero.outfit.get(slot) {
            let variant = muster::variant(b, |hero, _| hero.outfit.set(slot, None));
            found.push((format!("without {}", b.item(item).name), variant));
        }
    }
    found
}

/// How a battle is weighed: exactly, or fight by fight, so that two battles
/// can be compared die for die.
struct Weight {
    wins: f64,
    turns: f64,
    /// Whether each trial was won; none if the odds are exact.
    each: Option<Vec<bool>>,
}

impl Weight {
    /// As `like` was weighed; without it exactly, if that is cheap.
    fn of(b: &Battle, care: Care, like: Option<&Self>) -> Self {
        if like.is_none_or(|like| like.each.is_none())
            && let Ok(exact) = exact(b, CHEAP)
        {
            let turns = mean(&exact.odds, TURNS.index()).unwrap_or(f64::NAN);
            return Self { wins: wins(&exact.odds), turns, each: None };
        }
        let (each, turns) = fight_all(b, care);
        let won = each.iter().filter(|won| **won).count();
        let trials = care.trials as f64;
        Self { wins: won as f64 / trials, turns: turns as f64 / trials, each: Some(each) }
    }

    /// Half the interval of the difference: battles that both win or both
    /// lose say nothing about it.
    fn error(&self, base: &Self) -> Option<f64> {
        let (Some(here), Some(there)) = (&self.each, &base.each) else { return None };
        let differ = here.iter().zip(there).filter(|(here, there)| here != there).count() as f64;
        let by = self.wins - base.wins;
        let trials = here.len() as f64;
        Some(1.96 * ((differ / trials - by * by).max(0.0) / trials).sqrt())
    }
}

/// Which trials were won, and all their turns.
fn fight_all(b: &Battle, care: Care) -> (Vec<bool>, i64) {
    let share = care.trials.div_ceil(care.threads.max(1) as u64).max(1);
    let starts = (0..care.trials).step_by(share as usize);
    let fight = |start: u64| {
        let mut fighter = Fighter::<Andor>::new(b);
        let mut turns = 0;
        let mut won = Vec::new();
        for trial in start..(start + share).min(care.trials) {
            won.push(fighter.fight(care.seed, trial) == WIN);
            turns += fighter.values()[TURNS.index()];
        }
        (won, turns)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = starts.map(|start| scope.spawn(move || fight(start))).collect();
        let (mut all, mut sum) = (Vec::new(), 0);
        for worker in workers {
            let (won, turns) = worker.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
            all.extend(won);
            sum += turns;
        }
        (all, sum)
    })
}

/// Skills that put a condition on somebody which the scenario does not have.
fn needs_condition(b: &Battle, id: &str) -> bool {
    ["concussion", "crit1", "crit2"].contains(&id)
        && !b.conditions.iter().any(|condition| condition.id == id)
}
