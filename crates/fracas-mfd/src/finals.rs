//! The final CSV files (F-62..F-65): the survivors, ready to be fed back.

use crate::battle::{Battle, Row, SideId};
use crate::csv::{self, BASE, BUFF};
use crate::state::{Presence, State};

/// The texts of both files.
pub fn files(b: &Battle, st: &State) -> Vec<String> {
    SideId::BOTH.into_iter().map(|side| file(b, st, side)).collect()
}

/// One side: columns and rows in the order read; in compat, rows by name
/// (C-8).
fn file(b: &Battle, st: &State, side: SideId) -> String {
    let written = &b.written.sides[side.index()];
    let columns = written.columns.unwrap_or([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let rows: Vec<Row> = survivors(b, st, side);
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let groups = cells.iter().map(|cells| (cells.len() - BASE.len()) / BUFF.len());
    let groups = groups.max().unwrap_or(0).max(written.groups);
    let mut header: Vec<&str> = columns.iter().map(|&column| BASE[column]).collect();
    for _ in 0..groups {
        header.extend(BUFF);
    }
    let mut text = header.join(",");
    text.push('\n');
    for cells in cells {
        let base = columns.iter().map(|&column| cells[column].as_str());
        let buffs = (BASE.len()..BASE.len() + groups * BUFF.len())
            .map(|place| cells.get(place).map_or("", String::as_str));
        let line: Vec<String> = base.chain(buffs).map(csv::write).collect();
        text.push_str(&line.join(","));
        text.push('\n');
    }
    text
}

/// The living as rows that carry their wounds and tiredness (F-64), in the
/// order of the file they are written to.
pub fn survivors(b: &Battle, st: &State, side: SideId) -> Vec<Row> {
    let mut living: Vec<usize> =
        b.side(side).fighters.clone().filter(|&who| st.presence(who) == Presence::Living).collect();
    living.sort_by_key(|&who| b.fighters[who].turn);
    living.into_iter().map(|who| after(b, st, who)).collect()
}

/// A fighter's row after the battle. In compat no wound lasts (C-8).
fn after(b: &Battle, st: &State, who: usize) -> Row {
    let fighter = &b.fighters[who];
    let raw = st.raw(who);
    let tired = raw.exhaustion(b.constants(), i64::from(st.rounds_fought(b, who)));
    Row {
        bonus_hp: st.hp_at_end(b, who) - b.constants().base_hp,
        bonus_to_defend: raw.own_to_defend - tired,
        ..fighter.row.clone()
    }
}

/// The cells of a row: as read but for HP and ToDefend.
fn cells(row: &Row) -> Vec<String> {
    let mut cells = row.cells.clone().unwrap_or_else(|| written_cells(row));
    cells[3] = row.bonus_hp.to_string();
    cells[5] = row.bonus_to_defend.to_string();
    cells
}

/// F-71: the cells of a fighter that was written in the scenario.
fn written_cells(row: &Row) -> Vec<String> {
    let mut cells = vec![
        row.name.clone(),
        row.xp.to_string(),
        row.bonus_xp.to_string(),
        String::new(),
        row.bonus_to_hit.to_string(),
        String::new(),
        row.aoe.to_string(),
        row.bodyguard_for.clone(),
        row.linked_to.clone(),
    ];
    for buff in &row.buffs {
        cells.extend([
            buff.name.clone(),
            buff.who.join(","),
            buff.offense.to_string(),
            buff.defense.to_string(),
        ]);
    }
    cells
}
