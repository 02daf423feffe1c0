//! Fighters written in the scenario (F-70, F-79).

use fracas_core::document::{Checked, Item};

use super::checks::Entry;
use super::origin::{BUFF_KEYS, Column, Findings, KEYS, Origin};
use super::rows::ROUNDED;
use crate::battle::{Buff, Constants, Row, SideId};
use crate::rate::Rate;

/// Reads the fighters of a side or of a reinforcement.
pub fn read(
    tables: &[Checked],
    side: SideId,
    file: &str,
    constants: &Constants,
    findings: &mut Findings<'_>,
) -> Vec<Entry> {
    let entry = |(index, table): (usize, &Checked)| {
        let here = table.here();
        let origin = Origin::table(file, here.path, side, index + 1, places(table));
        let rate = |of: &Checked, key: &str, column: Column, findings: &mut Findings<'_>| {
            let Some(decimal) = of.decimal(key) else { return Rate::ZERO };
            let rate = Rate(decimal.scaled(6));
            if decimal.places() > 6 {
                let detail = format!("it has more than six decimals and counts as {rate}");
                findings.warning("F-11", (&origin, column), ROUNDED, &rate.to_string(), &detail);
            }
            rate
        };
        let row = Row {
            name: trimmed(table, "name"),
            xp: table.whole("xp").unwrap_or(1),
            bonus_xp: table.whole("bonus_xp").unwrap_or(0),
            bonus_hp: table.whole("bonus_hp").unwrap_or(0),
            bonus_to_hit: rate(table, "bonus_to_hit", Column::BONUS_TO_HIT, findings),
            bonus_to_defend: rate(table, "bonus_to_defend", Column::BONUS_TO_DEFEND, findings),
            aoe: table.whole("aoe").unwrap_or(constants.base_aoe),
            bodyguard_for: trimmed(table, "bodyguard_for"),
            linked_to: trimmed(table, "linked_to"),
            buffs: table
                .tables("buffs")
                .iter()
                .enumerate()
                .map(|(group, buff)| Buff {
                    name: trimmed(buff, "name"),
                    who: buff
                        .list("who")
                        .iter()
                        .filter_map(Item::text)
                        .map(str::to_owned)
                        .collect(),
                    offense: rate(buff, "offense", Column::Buff(group, 2), findings),
                    defense: rate(buff, "defense", Column::Buff(group, 3), findings),
                })
                .collect(),
            cells: None,
            others: Vec::new(),
            dead: String::new(),
        };
        // What does not fit its shape was told already, and is absent here.
        let readable = ["name", "xp"].iter().all(|key| table.value(key).is_some());
        let groups = (0..row.buffs.len()).collect();
        Entry { read_as: row.name.clone(), row, origin, groups, readable }
    };
    tables.iter().enumerate().map(entry).collect()
}

/// Where each value stands, in the order of columns.
fn places(table: &Checked) -> Vec<fracas_core::document::Place> {
    let mut places: Vec<_> = KEYS.iter().map(|key| table.place(key)).collect();
    for buff in table.tables("buffs") {
        places.extend(BUFF_KEYS.iter().map(|key| buff.place(key)));
    }
    places
}

fn trimmed(table: &Checked, key: &str) -> String {
    table.text(key).unwrap_or_default().trim().to_owned()
}
