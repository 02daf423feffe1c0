//! Farming: what each monster of a list pays, by turn and potion.

use fracas_core::table::Table;
use serde_json::json;

use super::{Evaluator, StudyOptions, figure, figure_of, mean, percent, wins};
use crate::battle::{Battle, Kind};
use crate::measures::potions;
use crate::muster;

/// Fewer potions than this are as good as none.
const RARELY: f64 = 0.005;

/// One row a monster, the best experience a turn first.
pub fn table(b: &Battle, bestiary: &[Kind], options: StudyOptions<'_>) -> Table {
    let heads = [
        "monster",
        "hp",
        "win %",
        "turns",
        "potions used",
        "xp",
        "gold",
        "xp a turn",
        "gold a turn",
        "xp a potion",
    ];
    let mut table = Table::new("farming", &heads);
    let mut rows = Vec::new();
    let mut evaluator = Evaluator::each(options);
    for kind in bestiary {
        let variant = muster::against(b, kind);
        let odds = evaluator.odds(&variant);
        let turns = mean(&odds, 0).unwrap_or(f64::NAN);
        let carried = potions(&variant, &variant.start) as f64;
        let used = mean(&odds, 2).map(|left| carried - left);
        let (xp, gold) = (mean(&odds, 3).unwrap_or(0.0), mean(&odds, 4).unwrap_or(0.0));
        let reward = variant.fights[0].reward as f64;
        let a_turn = xp / turns;
        rows.push((
            a_turn,
            vec![
                json!(kind.name),
                json!(kind.hp_now),
                percent(wins(&odds)),
                figure(turns, 2),
                figure_of(used, 3),
                figure(xp, 2),
                figure(gold, 2),
                figure(a_turn, 3),
                figure(gold / turns, 3),
                // Potions are known given a win: so is what it pays.
                figure_of(used.filter(|used| *used >= RARELY).map(|used| reward / used), 2),
            ],
        ));
    }
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (_, row) in rows {
        table.row(row);
    }
    table.note = Some(format!(
        "each alone, the hero at full hit points; experience and gold as expected, defeats \
         included; potions used, and experience a potion, given a win; {}",
        evaluator.said()
    ));
    table
}
