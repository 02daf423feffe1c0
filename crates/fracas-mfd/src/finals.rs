//! The final CSV files (F-62..F-65): all combatants, the dead marked, ready to
//! be fed back.

use crate::battle::{Battle, Fighter, Row, SideId};
use crate::csv;
use crate::rate::Rate;
use crate::sheet::{BASE, BUFF, Head, Layout};
use crate::state::{Presence, State};
use fracas_core::order::Ordered;

/// The texts of both files.
pub fn files(b: &Battle, st: &State) -> Vec<String> {
    SideId::BOTH.into_iter().map(|side| file(b, st, side)).collect()
}

/// One side, laid out as its file was.
fn file(b: &Battle, st: &State, side: SideId) -> String {
    let written = &b.written.sides[side.index()];
    let rows = combatants(b, st, side);
    let layout = layout(written.layout.as_ref(), &rows);
    let mut text = String::from(if layout.mark { "\u{feff}" } else { "" });
    let line = |text: &mut String, cells: Vec<&str>| {
        let cells: Vec<String> =
            cells.into_iter().map(|cell| csv::write(cell, layout.separator)).collect();
        text.push_str(&cells.join(layout.separator.encode_utf8(&mut [0; 4])));
        text.push('\n');
    };
    line(&mut text, layout.heads.iter().map(Head::name).collect());
    for row in &rows {
        let cells = cells(row, layout.comma);
        line(&mut text, layout.heads.iter().map(|head| cell(row, &cells, head)).collect());
    }
    text
}

/// The columns that these rows need: those of the file, and what else somebody
/// has who came from elsewhere, or has died.
fn layout(read: Option<&Layout>, rows: &[Row]) -> Layout {
    let mut layout = read.cloned().unwrap_or_else(|| Layout::plain(0));
    let groups = |row: &Row| match &row.cells {
        Some(cells) => (cells.len() - BASE.len()) / BUFF.len(),
        None => row.buffs.len(),
    };
    layout.grow(rows.iter().map(groups).max().unwrap_or(0));
    if rows.iter().any(|row| !row.dead.is_empty()) && !layout.heads.contains(&Head::Dead) {
        let last = layout.heads.iter().rposition(|head| matches!(head, Head::Base(_)));
        layout.heads.insert(last.map_or(0, |last| last + 1), Head::Dead);
    }
    for (name, _) in rows.iter().flat_map(|row| &row.others) {
        let head = Head::Other(name.clone());
        if !layout.heads.contains(&head) {
            layout.heads.push(head);
        }
    }
    layout
}

fn cell<'a>(row: &'a Row, cells: &'a [String], head: &Head) -> &'a str {
    let place = match head {
        Head::Base(place) => *place,
        Head::Buff(group, place) => BASE.len() + group * BUFF.len() + place,
        Head::Dead => return &row.dead,
        Head::Other(name) => {
            let found = row.others.iter().find(|(of, _)| of == name);
            return found.map_or("", |(_, cell)| cell);
        }
    };
    cells.get(place).map_or("", String::as_str)
}

/// F-63: everybody who was on the field or in the file, in the order of the
/// file they are written to: as read, and in compat by name (C-8).
fn combatants(b: &Battle, st: &State, side: SideId) -> Vec<Row> {
    let mut rows = Vec::new();
    for who in in_order(b, side) {
        match st.presence(who) {
            Presence::Living => rows.push(after(b, st, who)),
            Presence::Dead => rows.push(fallen(b, st, who)),
            Presence::Away => {}
        }
    }
    for (place, row) in &b.written.sides[side.index()].dead {
        rows.insert((*place).min(rows.len()), row.clone());
    }
    if b.compat() {
        rows.put_in_order_by(|one, other| one.name.cmp(&other.name));
    }
    rows
}

/// The living as rows that carry their wounds and tiredness (F-64), in the
/// order they act.
pub fn survivors(b: &Battle, st: &State, side: SideId) -> Vec<Row> {
    let living = |who: &usize| st.presence(*who) == Presence::Living;
    in_order(b, side).into_iter().filter(living).map(|who| after(b, st, who)).collect()
}

fn in_order(b: &Battle, side: SideId) -> Vec<usize> {
    let mut order: Vec<usize> = b.side(side).fighters.clone().collect();
    order.put_in_order_by_key(|&who| b.fighters[who].turn);
    order
}

/// A fighter's row after the battle. In compat no wound lasts (C-8).
fn after(b: &Battle, st: &State, who: usize) -> Row {
    let fighter = &b.fighters[who];
    let bonus_hp = st.hp_at_end(b, who) - b.constants().base_hp;
    let bonus_to_defend = tired(b, st, who, st.rounds_fought(b, who));
    Row { bonus_hp, bonus_to_defend, ..fighter.row.clone() }
}

/// The row of a fighter that died: marked, and as it was when it did.
fn fallen(b: &Battle, st: &State, who: usize) -> Row {
    let Fighter { row, joins, .. } = &b.fighters[who];
    let death = st.ledger.get(who).and_then(|record| record.death);
    // F-37: the round in which it died no longer tires it.
    let rounds = death.map_or(st.rounds_fought(b, who), |death| death.round - joins);
    let hp = if b.compat() { st.full_hp(b, who) } else { st.hp[who] };
    Row {
        bonus_hp: hp - b.constants().base_hp,
        bonus_to_defend: tired(b, st, who, rounds),
        dead: death.map_or("dead".to_owned(), |death| format!("round {}", death.round)),
        ..row.clone()
    }
}

fn tired(b: &Battle, st: &State, who: usize, rounds: u32) -> Rate {
    let raw = st.raw(who);
    raw.own_to_defend - raw.exhaustion(b.constants(), i64::from(rounds))
}

/// The cells of a row: as read but for HP and ToDefend.
fn cells(row: &Row, comma: bool) -> Vec<String> {
    let decimal = |rate: Rate| match comma {
        true => rate.to_string().replace('.', ","),
        false => rate.to_string(),
    };
    let mut cells = row.cells.clone().unwrap_or_else(|| written_cells(row, decimal));
    cells[3] = row.bonus_hp.to_string();
    cells[5] = decimal(row.bonus_to_defend);
    cells
}

/// F-71: the cells of a fighter that was written in the scenario.
fn written_cells(row: &Row, decimal: impl Fn(Rate) -> String) -> Vec<String> {
    let mut cells = vec![
        row.name.clone(),
        row.xp.to_string(),
        row.bonus_xp.to_string(),
        String::new(),
        decimal(row.bonus_to_hit),
        String::new(),
        row.aoe.to_string(),
        row.bodyguard_for.clone(),
        row.linked_to.clone(),
    ];
    for buff in &row.buffs {
        cells.extend([
            buff.name.clone(),
            buff.who.join(","),
            decimal(buff.offense),
            decimal(buff.defense),
        ]);
    }
    cells
}
