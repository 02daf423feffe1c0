//! What the rules make of a scenario before the first die.

use fracas_core::table::{Cell, Table};
use serde_json::{Value, json};

use crate::battle::{Battle, SideId};
use crate::rate::Rate;
use crate::rules::stats::stats;
use crate::state::{Presence, State};
use crate::tables::Tables;

/// Fighters, and the chances of single attacks between the sides.
pub fn inspect(b: &Battle) -> Vec<Table> {
    let mut tables = vec![fighters(b)];
    tables.extend(SideId::BOTH.map(|side| attacks(b, side)));
    tables
}

/// The derived stats of everybody in the first round; of those who come
/// later, in the round they come, everybody else living (F-26..F-36). Columns
/// in which nobody has anything are left out.
pub fn fighters(b: &Battle) -> Table {
    let heads = [
        "side",
        "name",
        "hp",
        "xp",
        "base",
        "raw hit %",
        "hit %",
        "offense",
        "raw defend %",
        "defend %",
        "defense",
        "aoe",
        "guards",
        "linked",
        "joins",
    ];
    let mut table = Table::new("fighters", &heads);
    let all = everybody(b);
    for (who, fighter) in b.fighters.iter().enumerate() {
        let state = if fighter.joins > 1 { &all } else { &b.start };
        let stats = stats(b, state, who, fighter.joins);
        let name = |place: Option<u32>| match place {
            Some(place) => json!(b.fighters[place as usize].row.name).into(),
            None => Cell::from(Value::Null),
        };
        let percent =
            |rate: Rate| Cell::told(rate.percentage(), rate.percent().trim_end_matches('%'));
        table.row(vec![
            json!(fighter.side).into(),
            json!(fighter.row.name).into(),
            json!(fighter.hp).into(),
            json!(fighter.row.xp + fighter.row.bonus_xp).into(),
            json!(fighter.base_dice).into(),
            percent(stats.raw_to_hit),
            percent(stats.to_hit),
            json!(stats.offense_dice).into(),
            percent(stats.raw_to_defend),
            percent(stats.to_defend),
            json!(stats.defense_dice).into(),
            json!(fighter.aoe).into(),
            name(fighter.guards),
            name(fighter.linked_to),
            if fighter.joins > 1 { json!(fighter.joins).into() } else { Value::Null.into() },
        ]);
    }
    table.note = Some(
        "offense and defense: dice in the first round; of who joins later, in that round"
            .to_owned(),
    );
    drop_empty_columns(table)
}

fn drop_empty_columns(mut table: Table) -> Table {
    for column in (0..table.columns.len()).rev() {
        if table.rows.iter().all(|row| row[column].is_null()) {
            table.columns.remove(column);
            for row in &mut table.rows {
                row.remove(column);
            }
        }
    }
    table
}

/// The state as if everybody had come.
fn everybody(b: &Battle) -> State {
    let mut all = b.start.clone();
    for who in 0..b.fighters.len() {
        all.put(who, Presence::Living);
    }
    all.line_up(b);
    all
}

/// So many rows of single attacks are shown.
const MOST_ATTACKS: usize = 100;

/// One attack in the first round: the chance to wound, the mean damage, and
/// the chance to kill an unhurt defender.
fn attacks(b: &Battle, side: SideId) -> Table {
    let heads = ["attacker", "defender", "wounds", "mean damage", "kills"];
    let mut table = Table::new(format!("one attack of the {}", side.key()), &heads);
    let mut tables = Tables::default();
    let [attackers, defenders] = [side, side.foe()].map(|side| b.start.living(side));
    for &by in attackers {
        for &at in defenders {
            if table.rows.len() == MOST_ATTACKS {
                let count = attackers.len() * defenders.len();
                table.note = Some(format!("the first {MOST_ATTACKS} of {count}"));
                return table;
            }
            let (by, at) = (by as usize, at as usize);
            let dice =
                [stats(b, &b.start, by, 1).dice().hits, stats(b, &b.start, at, 1).dice().blocks];
            let damage = tables.damage(dice);
            let mean: f64 = (0..).zip(&damage).map(|(points, p)| f64::from(points) * p).sum();
            let hp = b.fighters[at].hp.unsigned_abs() as usize;
            table.row(vec![
                json!(b.fighters[by].row.name),
                json!(b.fighters[at].row.name),
                json!(rounded(damage.iter().skip(1).sum())),
                json!(rounded(mean)),
                json!(rounded(damage.iter().skip(hp).sum())),
            ]);
        }
    }
    table
}

/// Four decimals are plenty for eyes.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
