//! Farming: what each monster of a list pays, by turn and potion.

use fracas_core::order::Ordered;
use fracas_core::table::Table;
use serde_json::json;

use super::share::{alone, share};
use super::{
    StudyOptions, figure, figure_of, in_a_list, joined, left_out, mean, percent_of_wins,
    said_of_list,
};
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
    let fighters: Vec<&Kind> = bestiary.iter().filter(|kind| !kind.townsfolk).collect();
    let each = StudyOptions { effort: alone(&options.effort), ..options };
    let found = share(fighters.len(), &options.effort, |place| {
        let variant = muster::against(b, fighters[place]);
        let evaluated = in_a_list(&variant, &each);
        (variant, evaluated)
    });
    let left = found.iter().filter(|found| found.is_none()).count();
    let left = left_out(left, fighters.len(), "monsters");
    let any_fought = found.iter().flatten().any(|(_, evaluated)| evaluated.fought);
    let found = fighters.into_iter().zip(found).filter_map(|(kind, found)| Some((kind, found?)));
    for (kind, (variant, evaluated)) in found {
        let odds = evaluated.odds;
        let turns = mean(&odds, 0).unwrap_or(f64::NAN);
        let carried = potions(&variant, &variant.start) as f64;
        let used = mean(&odds, 2).map(|left| carried - left);
        let (xp, gold) = (mean(&odds, 3).unwrap_or(0.0), mean(&odds, 4).unwrap_or(0.0));
        let reward = variant.fights[0].reward as f64;
        let a_turn = xp / turns;
        rows.push((
            a_turn,
            vec![
                json!(kind.name).into(),
                json!(kind.hp_now).into(),
                percent_of_wins(&odds),
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
    rows.put_in_order_by(|one, other| other.0.total_cmp(&one.0));
    for (_, row) in rows {
        table.row(row);
    }
    let meant = "each alone, the hero at full hit points; experience and gold as expected, defeats \
                 included; potions used, and experience a potion, given a win";
    let how = said_of_list(&table, options.trials, any_fought);
    table.note = Some(joined([meant.to_owned(), how, left]));
    table
}
