//! For content designers: a reference hero, level by level, against a whole
//! list, and monsters that stand out.

use fracas_core::table::{Cell, Table};
use serde_json::json;

use super::share::{alone, share};
use super::{StudyOptions, in_a_list, joined, left_out, percent_of_wins, said_of_list};
use crate::battle::{Battle, Kind, LevelUp};
use crate::data::experience;
use crate::muster;
use crate::rules::levels::{rise, threshold};

/// Levels of the table, as steps above the reference hero's own.
const STEPS: [u32; 8] = [0, 2, 5, 10, 15, 20, 30, 40];
/// A reward that differs this much from the game's own formula is out of line.
const OUT_OF_LINE: f64 = 3.0;

/// P(win) by level, then the outliers.
pub fn tables(b: &Battle, bestiary: &[Kind], options: StudyOptions<'_>) -> Vec<Table> {
    let default = [LevelUp::Hp, LevelUp::Damage, LevelUp::AttackChance, LevelUp::Block];
    let choices = if b.hero.level_up.is_empty() { &default[..] } else { &b.hero.level_up };
    let heroes: Vec<Battle> = STEPS
        .iter()
        .map(|step| {
            let level = b.hero.level + step;
            let risen = rise(b.hero.level, threshold(level), &b.hero.base, choices);
            muster::variant(b, |hero, hp| {
                hero.base = risen.base;
                hero.level = level;
                hero.xp = threshold(level);
                *hp = None;
            })
        })
        .collect();
    let mut heads = vec!["monster".to_owned(), "xp".to_owned()];
    heads.extend(heroes.iter().map(|hero| format!("level {}", hero.hero.level)));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut odds_table = Table::new("wins", &heads);
    let mut flags = Table::new("outliers", &["monster", "flag", "why"]);
    let fighters: Vec<&Kind> = bestiary.iter().filter(|kind| !kind.townsfolk).collect();
    let each = StudyOptions { effort: alone(&options.effort), ..options };
    let found = share(fighters.len(), &options.effort, |place| {
        let kind = fighters[place];
        let against = |hero: &Battle| in_a_list(&muster::against(hero, kind), &each);
        let odds: Vec<_> = heroes.iter().map(against).collect();
        (odds, outliers(&heroes, kind))
    });
    let mut fought = false;
    let left = found.iter().filter(|found| found.is_none()).count();
    let found = fighters.iter().zip(found).filter_map(|(kind, found)| Some((kind, found?)));
    for (kind, (odds, odd)) in found {
        let mut row = vec![Cell::from(json!(kind.name)), json!(kind.xp).into()];
        for evaluated in &odds {
            row.push(percent_of_wins(&evaluated.odds));
            fought |= evaluated.fought;
        }
        odds_table.row(row);
        for (flag, why) in odd {
            flags.row(vec![json!(kind.name), json!(flag), json!(why)]);
        }
    }
    let left = left_out(left, fighters.len(), "monsters");
    let how = said_of_list(&odds_table, options.trials, fought);
    odds_table.note = Some(joined(["percent of wins, one monster each".to_owned(), how, left]));
    let townsfolk = bestiary.len() - fighters.len();
    if townsfolk > 0 {
        flags.note = Some(format!("without {townsfolk} townsfolk, whom nobody fights"));
    }
    vec![odds_table, flags]
}

/// What is odd about a monster, whoever fights it.
fn outliers(heroes: &[Battle], kind: &Kind) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let Some(weakest) = heroes.first() else { return found };
    let Some(strongest) = heroes.last() else { return found };
    let stats = &kind.stats;
    let face = |hero: &Battle| muster::against(hero, kind).start.monsters[0];
    if stats.attack_cost > stats.ap {
        found.push((
            "never attacks",
            format!("attack cost {} of {} action points", stats.attack_cost, stats.ap),
        ));
    } else if face(weakest).blow.most() == 0 {
        found.push(("never hurts", "even the weakest hero loses nothing".to_owned()));
    } else if face(weakest).blow.hit < 5 {
        found.push(("never hits", format!("{}% against the weakest hero", face(weakest).blow.hit)));
    }
    if face(strongest).taken.most() == 0 {
        found.push(("cannot be hurt", format!("resistance {}", stats.resistance)));
    }
    if stats.damage.min > stats.damage.max {
        found.push(("min > max", format!("damage {}-{}", stats.damage.min, stats.damage.max)));
    }
    let expected = experience(stats, false).max(1) as f64;
    let ratio = kind.xp as f64 / expected;
    if kind.xp > 0 && !(1.0 / OUT_OF_LINE..=OUT_OF_LINE).contains(&ratio) {
        found.push((
            "reward out of line",
            format!("pays {}, its danger is worth {expected}", kind.xp),
        ));
    }
    found
}
