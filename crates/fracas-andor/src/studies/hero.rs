//! The hero otherwise: later levels, and what a point of anything is worth.

use fracas_core::odds::Method;
use fracas_core::table::Table;
use serde_json::json;

use super::{Care, figure, mean, percent, said, weigh, wins};
use crate::battle::{Battle, LevelUp, Profile};
use crate::items::Slot;
use crate::muster;
use crate::rules::levels::{MOST_LEVEL, rise, threshold};
use crate::skills;

/// The chance with which one may come back.
const SAFE: f64 = 0.95;
/// How many levels ahead are looked at.
const AHEAD: u32 = 60;

/// "At which level may I come back?": level by level until a win is safe.
pub fn comeback(b: &Battle, care: Care) -> Table {
    let heads = ["level", "xp", "hp", "attack chance", "damage", "block", "win %", "turns"];
    let mut table = Table::new("comeback", &heads);
    let default = [LevelUp::Hp, LevelUp::Damage, LevelUp::AttackChance, LevelUp::Block];
    let choices = if b.hero.level_up.is_empty() { &default[..] } else { &b.hero.level_up };
    let (mut exact, mut safe) = (true, None);
    let last = (b.hero.level + AHEAD).min(MOST_LEVEL);
    for level in b.hero.level..=last {
        let xp = threshold(level).max(b.hero.xp);
        let risen = rise(b.hero.level, threshold(level), &b.hero.base, choices);
        let variant = muster::variant(b, |hero, _| {
            hero.base = risen.base;
            hero.level = level;
            hero.xp = xp;
        });
        let odds = weigh(&variant, care);
        exact &= odds.method == Method::Exact;
        let stats = crate::rules::conditions::hero_stats(&variant, &variant.start);
        table.row(vec![
            json!(level),
            json!(xp),
            json!(stats.hp),
            json!(stats.attack_chance),
            json!(stats.damage.to_string()),
            json!(stats.block),
            percent(wins(&odds)),
            figure(mean(&odds, 0).unwrap_or(f64::NAN), 2),
        ]);
        if wins(&odds) >= SAFE {
            safe = Some(level);
            break;
        }
    }
    let answer = match safe {
        Some(level) => format!("come back at level {level}: a win is at least 95%"),
        None => format!("not before level {last}"),
    };
    let assumed =
        if b.hero.level_up.is_empty() { "; level-ups in turn, as none are written" } else { "" };
    table.note = Some(format!("{answer}; at full hit points{assumed}; {}", said(exact, care)));
    table
}

/// What a level-up, a skill point, or a thing worn is worth: the difference
/// in P(win).
pub fn worth(b: &Battle, care: Care) -> Table {
    let mut table = Table::new("worth", &["change", "win %", "by", "turns by"]);
    let odds = weigh(b, care);
    let (base, turns) = (wins(&odds), mean(&odds, 0).unwrap_or(f64::NAN));
    let mut exact = odds.method == Method::Exact;
    let mut rows = Vec::new();
    let mut weigh_row = |change: String, variant: &Battle| {
        let odds = weigh(variant, care);
        exact &= odds.method == Method::Exact;
        let by = mean(&odds, 0).unwrap_or(f64::NAN) - turns;
        rows.push((
            wins(&odds) - base,
            vec![json!(change), percent(wins(&odds)), percent(wins(&odds) - base), figure(by, 2)],
        ));
    };
    for (word, choice) in LevelUp::KEYS.iter().zip([
        LevelUp::Hp,
        LevelUp::AttackChance,
        LevelUp::Damage,
        LevelUp::Block,
    ]) {
        let one = rise(1, threshold(2), &b.hero.base, &[choice]);
        let hp = i64::from(b.start.hero.hp) + one.hp;
        let variant = muster::variant(b, |hero, now| {
            hero.base = one.base;
            *now = Some(hp);
        });
        weigh_row(format!("a level-up of {word}"), &variant);
    }
    if b.profile == Profile::Current {
        for (skill, id, most) in skills::ALL {
            let level = b.hero.skills.level(*skill) as u16;
            if level < *most && !needs_condition(b, id) {
                let variant = muster::variant(b, |hero, _| hero.skills.set(*skill, level + 1));
                weigh_row(format!("a point of {id}"), &variant);
            }
        }
    }
    for slot in Slot::ALL {
        if let Some(item) = b.hero.outfit.get(slot) {
            let variant = muster::variant(b, |hero, _| hero.outfit.set(slot, None));
            weigh_row(format!("without {}", b.item(item).name), &variant);
        }
    }
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (_, row) in rows {
        table.row(row);
    }
    table.note = Some(format!("as it is: {:.2}%; {}", 100.0 * base, said(exact, care)));
    table
}

/// Skills that put a condition on somebody which the scenario does not have.
fn needs_condition(b: &Battle, id: &str) -> bool {
    ["concussion", "crit1", "crit2"].contains(&id)
        && !b.conditions.iter().any(|condition| condition.id == id)
}
