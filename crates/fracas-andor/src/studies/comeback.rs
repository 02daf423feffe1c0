//! "At which level may I come back?"

use fracas_core::odds::OutcomeOdds;
use fracas_core::table::Table;
use serde_json::json;

use super::{
    Evaluated, Evaluator, GLANCE, StudyOptions, damage, figure, fought, joined, mean,
    percent_of_wins, wins,
};
use crate::battle::{Battle, LevelUp};
use crate::muster;
use crate::rules::levels::{MOST_LEVEL, rise, threshold};

/// The chance with which one may come back.
const SAFE: f64 = 0.95;
/// What is rarer is no hope.
const HOPE: f64 = 0.005;
/// How many levels ahead are looked at.
const AHEAD: u32 = 60;

/// "At which level may I come back?": level by level until a win is safe.
pub fn comeback(b: &Battle, options: StudyOptions<'_>) -> Table {
    let heads = ["level", "xp", "hp", "attack chance", "damage", "block", "win %", "turns"];
    let mut table = Table::new("comeback", &heads);
    let default = [LevelUp::Hp, LevelUp::Damage, LevelUp::AttackChance, LevelUp::Block];
    let choices = if b.hero.level_up.is_empty() { &default[..] } else { &b.hero.level_up };
    let evaluator = Evaluator::new(b, options);
    let mut any_fought = false;
    let mut hopeless = None;
    let (mut safe, mut close, mut stopped) = (None, false, None);
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
        // A few battles show whether there is any hope.
        let glance = (!evaluator.exact).then(|| fought(&variant, &options, GLANCE));
        if options.effort.is_stopped() {
            stopped = Some(level);
            break;
        }
        if glance.is_some_and(|glance| wins(&glance) == 0.0) {
            hopeless = Some(level);
            any_fought = true;
            continue;
        }
        let Evaluated { odds, fought } = evaluator.odds(&variant);
        if options.effort.is_stopped() {
            stopped = Some(level);
            break;
        }
        any_fought |= fought;
        if wins(&odds) < HOPE {
            hopeless = Some(level);
            continue;
        }
        let stats = crate::rules::conditions::hero_stats(&variant, &variant.start);
        table.row(vec![
            json!(level).into(),
            json!(xp).into(),
            json!(stats.hp).into(),
            json!(stats.attack_chance).into(),
            damage(&stats.damage),
            json!(stats.block).into(),
            percent_of_wins(&odds),
            figure(mean(&odds, 0).unwrap_or(f64::NAN), 2),
        ]);
        let OutcomeOdds { low, high, .. } = odds.outcomes[0];
        if low >= SAFE {
            safe = Some(level);
            break;
        }
        close |= high >= SAFE;
    }
    let answer = match (safe, stopped) {
        (Some(level), _) => format!("come back at level {level}: a win is at least 95%"),
        (None, Some(level)) => format!("from level {level} on nothing was tried"),
        (None, None) if close => {
            format!("up to level {last} it is not sure that a win is at least 95%")
        }
        (None, None) => format!("not before level {last}"),
    };
    let skipped = hopeless.map_or_else(String::new, |level| {
        format!("up to level {level} it is hopeless, with less than one win in 30")
    });
    let assumed =
        if b.hero.level_up.is_empty() { "; level-ups in turn, as none are written" } else { "" };
    let how = evaluator.said(&table, any_fought);
    table.note = Some(joined([answer, skipped, format!("at full hit points{assumed}"), how]));
    table
}
