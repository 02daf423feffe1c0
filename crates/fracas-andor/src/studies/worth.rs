//! What a point of anything is worth: the same battle with and without it.

use fracas_core::odds::clopper_pearson;
use fracas_core::order::Ordered;
use fracas_core::table::{Cell, Table};
use serde_json::{Value, json};

use super::paired::{Pair, paired};
use super::{CHEAP, StudyOptions, figure, joined, left_out, mean, percent, wins};
use crate::battle::{Battle, LevelUp, Profile};
use crate::exact::exact;
use crate::items::Slot;
use crate::measures::TURNS;
use crate::muster;
use crate::rules::levels::{rise, threshold};
use crate::skills;

/// How a change by a skill is called.
const POINT: &str = "a point of ";

/// What a level-up, a skill point, or a thing worn is worth: the difference
/// in P(win).
pub fn worth(b: &Battle, options: StudyOptions<'_>) -> Table {
    let mut table = Table::new("worth", &["change", "win %", "by", "±", "turns by"]);
    let (changes, variants): (Vec<String>, Vec<Battle>) = variants(b).into_iter().unzip();
    let base = exactly(b);
    let exact = base.is_some();
    let (base, others) = match base {
        Some(base) => {
            let tried = variants.iter().map(|variant| alone(variant, options));
            // What was under way when a halt was called is not half done.
            (base, tried.take_while(|_| !options.effort.is_stopped()).collect())
        }
        None => fought(b, &variants, options),
    };
    let left = left_out(changes.len() - others.len(), changes.len(), "changes");
    let mut rows: Vec<(f64, Vec<Cell>)> = Vec::new();
    let mut no_difference: Vec<String> = Vec::new();
    for (change, other) in changes.iter().zip(others) {
        let (by, turns_by) = (other.wins - base.wins, other.turns - base.turns);
        if by == 0.0 && turns_by == 0.0 {
            // Skills are many: the first says what the others are, too.
            let short = change.strip_prefix(POINT).filter(|_| !no_difference.is_empty());
            no_difference.push(short.unwrap_or(change).to_owned());
            continue;
        }
        let error = other.error.map_or_else(|| Value::Null.into(), percent);
        let row = vec![
            json!(change).into(),
            percent(other.wins),
            percent(by),
            error,
            figure(turns_by, 2),
        ];
        rows.push((by, row));
    }
    rows.put_in_order_by(|one, other| other.0.total_cmp(&one.0));
    for (_, row) in rows {
        table.row(row);
    }
    let how = match exact {
        true => "exact odds".to_owned(),
        false => format!(
            "{} battles each, all with the same dice; ± is for the difference, 95 % sure",
            base.trials.unwrap_or(0)
        ),
    };
    let seen = if exact { "" } else { " in these" };
    let nothing = match no_difference.is_empty() {
        true => String::new(),
        false => format!("no difference{seen} by {}", no_difference.join(", ")),
    };
    let as_it_is = format!("as it is: {:.2}%", 100.0 * base.wins);
    table.note = Some(joined([as_it_is, how, nothing, left]));
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

/// What is known of a battle.
struct Figures {
    wins: f64,
    turns: f64,
    /// How far the difference in wins may be off, where both were fought.
    error: Option<f64>,
    /// Battles fought; none if exact.
    trials: Option<u64>,
}

/// Exact odds, if they are cheap.
fn exactly(b: &Battle) -> Option<Figures> {
    let exact = exact(b, CHEAP).ok()?;
    let turns = mean(&exact.odds, TURNS.index()).unwrap_or(f64::NAN);
    Some(Figures { wins: wins(&exact.odds), turns, error: None, trials: None })
}

/// Exact odds, or else battles of its own.
fn alone(b: &Battle, options: StudyOptions<'_>) -> Figures {
    exactly(b).unwrap_or_else(|| fought(b, &[], options).0)
}

/// A battle and its variants, fought with the same dice.
fn fought(b: &Battle, variants: &[Battle], options: StudyOptions<'_>) -> (Figures, Vec<Figures>) {
    let counts = paired(b, variants, options.seed, 0..options.trials, &options.effort);
    let trials = counts.trials as f64;
    let figures = |won: u64, turns: i64| Figures {
        wins: won as f64 / trials,
        turns: turns as f64 / trials,
        error: None,
        trials: Some(counts.trials),
    };
    let base = figures(counts.won, counts.turns);
    let others = counts.variants.iter().map(|pair| {
        let other = figures(pair.won(), pair.turns);
        let by = other.wins - base.wins;
        Figures { error: Some(margin(pair, counts.trials, by)), ..other }
    });
    let others = others.collect();
    (base, others)
}

/// How far a difference may be off, 95 % sure.
fn margin(pair: &Pair, trials: u64, by: f64) -> f64 {
    /// Fewer that differ tell no standard error.
    const FEW: u64 = 30;
    let n = trials as f64;
    if pair.differ() < FEW {
        // Each way by itself, with half the error.
        let [(more, most), (less, least)] = [pair.only_variant, pair.only_battle]
            .map(|count| clopper_pearson(count, trials, 0.025));
        return (most - less - by).max(by - (more - least));
    }
    // Battles that both win or both lose say nothing about the difference.
    let variance = (pair.differ() as f64 / n - by * by).max(0.0);
    1.96 * (variance / n).sqrt()
}

/// Skills that put a condition on somebody which the scenario does not have.
fn needs_condition(b: &Battle, id: &str) -> bool {
    ["concussion", "crit1", "crit2"].contains(&id)
        && !b.conditions.iter().any(|condition| condition.id == id)
}
