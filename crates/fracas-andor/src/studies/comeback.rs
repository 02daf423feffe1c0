//! "At which level may I come back?"

use fracas_core::table::Table;
use serde_json::json;

use super::{Evaluator, StudyOptions, figure, mean, percent, wins};
use crate::battle::{Battle, LevelUp};
use crate::muster;
use crate::rules::levels::{MOST_LEVEL, rise, threshold};

/// The chance with which one may come back.
const SAFE: f64 = 0.95;
/// How many levels ahead are looked at.
const AHEAD: u32 = 60;

/// "At which level may I come back?": level by level until a win is safe.
pub fn comeback(b: &Battle, options: StudyOptions<'_>) -> Table {
    let heads = ["level", "xp", "hp", "attack chance", "damage", "block", "win %", "turns"];
    let mut table = Table::new("comeback", &heads);
    let default = [LevelUp::Hp, LevelUp::Damage, LevelUp::AttackChance, LevelUp::Block];
    let choices = if b.hero.level_up.is_empty() { &default[..] } else { &b.hero.level_up };
    let mut evaluator = Evaluator::new(b, options);
    let mut safe = None;
    let last = (b.hero.level + AHEAD).min(MOST_LEVEL);
    for level in b.hero.level..=last {
        let xp = threshold(level).max(b.hero.xp);
        let risen = rise(b.hero.level, threshold(level), &b.hero.base, choices);
        let variant = muster::variant(b, |hero, hp| {
            hero.base = risen.base;
            hero.level = level;
            hero.xp = xp;
            *hp = None;
        });
        let odds = evaluator.odds(&variant);
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
    table.note = Some(format!("{answer}; at full hit points{assumed}; {}", evaluator.said()));
    table
}
