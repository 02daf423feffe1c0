//! What a user writes, checked, and made into a battle (sections 2, 11, 13).

mod cells;
mod checks;
mod header;
mod inline;
mod numbers;
mod origin;
mod plans;
mod rows;
mod shape;

use std::collections::HashSet;

use fracas_core::document::{Checked, Diagnostics, FileError, SourceId};

pub use shape::SCENARIO;

use crate::battle::{Battle, Constants, Row, SideId, Written, WrittenSide};
use crate::muster;
use crate::rate::Rate;
use crate::sheet::Layout;
use checks::{Entry, check_row, check_side};
use origin::{Findings, Oddity};

/// What `fracas new mfd` prints.
pub const TEMPLATE: &str = include_str!("template.toml");

/// Makes a battle of a file whose values are of the right shape.
pub fn read(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
    let constants = constants(file, out);
    let compat = file.text("compat").is_some();
    let mut findings = Findings::new(out);
    check_mirror(file, &mut findings);
    let sides = SideId::BOTH.map(|side| {
        let table = file.table(side.key())?;
        Some(read_side(table, side, &constants, compat, &mut findings))
    });
    let warnings = findings.tell_oddities();
    if out.has_errors() {
        return None;
    }
    let [Some(heroes), Some(villains)] = sides else { return None };
    Some(muster::battle(Written {
        name: file.text("name").map(str::to_owned),
        max_rounds: file.whole("max_rounds").map(|rounds| rounds as u32),
        compat,
        report: file.flag("report").unwrap_or(false),
        constants,
        sides: [heroes, villains],
        warnings,
    }))
}

/// F-80.
fn constants(file: &Checked, out: &mut Diagnostics) -> Constants {
    let usual = Constants::default();
    let Some(table) = file.table("constants") else { return usual };
    let whole = |key: &str, usual: i64| table.whole(key).unwrap_or(usual);
    let rate = |key: &str, usual: Rate| table.decimal(key).map_or(usual, |d| Rate(d.scaled(6)));
    let found = Constants {
        base_hp: whole("base_hp", usual.base_hp),
        base_aoe: whole("base_aoe", usual.base_aoe),
        base_to_hit: rate("base_to_hit", usual.base_to_hit),
        base_to_defend: rate("base_to_defend", usual.base_to_defend),
        to_hit: (rate("min_to_hit", usual.to_hit.0), rate("max_to_hit", usual.to_hit.1)),
        to_defend: (
            rate("min_to_defend", usual.to_defend.0),
            rate("max_to_defend", usual.to_defend.1),
        ),
        exhaustion: rate("exhaustion", usual.exhaustion),
        xp_per_die: whole("xp_per_die", usual.xp_per_die),
    };
    for (what, (min, max)) in [("to_hit", found.to_hit), ("to_defend", found.to_defend)] {
        if min > max {
            let key = format!("min_{what}");
            let message =
                format!("constants.{key} is {min}, above max_{what} {max}; allowed are 0 to {max}");
            out.error("E-24", &table.place(&key), message);
        }
    }
    found
}

/// E-20: the same file for both sides is odd, but allowed.
fn check_mirror(file: &Checked, findings: &mut Findings<'_>) {
    let csv = |side: SideId| file.table(side.key()).and_then(|table| table.text("csv"));
    let [heroes, villains] = SideId::BOTH.map(csv);
    if let (Some(heroes), true) = (heroes, heroes == villains) {
        let detail = format!("{heroes}: heroes and villains are the same file, a mirror match");
        let place = file.table("villains").map(|table| table.place("csv")).unwrap_or_default();
        findings.odd(Oddity {
            code: "E-20",
            file: heroes.to_owned(),
            row: String::new(),
            place,
            kind: "the same file for both sides",
            about: String::new(),
            detail,
        });
    }
}

/// Fighters from one place: a side's own, or one reinforcement's.
struct Roster {
    entries: Vec<Entry>,
    layout: Option<Layout>,
    whole: bool,
}

fn read_side(
    table: &Checked,
    side: SideId,
    constants: &Constants,
    compat: bool,
    findings: &mut Findings<'_>,
) -> WrittenSide {
    let reinforcements = table.tables("reinforcements");
    let round = |entry: &Checked| entry.whole("round").unwrap_or(1) as u32;
    // F-72: who comes in round 1 is there from the start, others or not.
    let may_be_empty = reinforcements.iter().any(|entry| round(entry) == 1);
    let mut rosters = vec![(1, read_roster(table, side, constants, may_be_empty, findings))];
    for entry in reinforcements {
        rosters.push((round(entry), read_roster(entry, side, constants, false, findings)));
    }
    for (_, roster) in &mut rosters {
        for entry in &mut roster.entries {
            check_row(entry, constants, compat, findings);
        }
    }
    let entries: Vec<&Entry> = rosters.iter().flat_map(|(_, roster)| &roster.entries).collect();
    let whole = rosters.iter().all(|(_, roster)| roster.whole);
    check_side(side, &entries, whole, findings);

    let names: HashSet<&str> = entries.iter().map(|entry| entry.row.name.as_str()).collect();
    let (healing, retreat) = if whole {
        (
            plans::healing(table, side, &names, findings.out),
            plans::retreat(table, side, &names, findings.out),
        )
    } else {
        (Vec::new(), None)
    };
    let mut rosters = rosters.into_iter();
    let own = rosters.next().map(|(_, roster)| roster);
    let layout = own.as_ref().and_then(|own| own.layout.clone());
    let (dead, rows) = own.map(by_life).unwrap_or_default();
    WrittenSide {
        layout,
        dead,
        rows,
        // The dead of those to come never were on the field.
        reinforcements: rosters.map(|(round, roster)| (round, by_life(roster).1)).collect(),
        healing,
        retreat,
    }
}

/// The dead, each with its place among all, and the living (F-63).
fn by_life(roster: Roster) -> (Vec<(usize, Row)>, Vec<Row>) {
    let (mut dead, mut living) = (Vec::new(), Vec::new());
    for (place, entry) in roster.entries.into_iter().enumerate() {
        match entry.row.dead.as_str() {
            "" => living.push(entry.row),
            _ => dead.push((place, entry.row)),
        }
    }
    (dead, living)
}

/// E-25: `csv` or `fighters`, one of the two. E-6: with somebody in it, unless
/// it `may_be_empty`; then neither need be written.
fn read_roster(
    table: &Checked,
    side: SideId,
    constants: &Constants,
    may_be_empty: bool,
    findings: &mut Findings<'_>,
) -> Roster {
    let nothing = Roster { entries: Vec::new(), layout: None, whole: false };
    let here = table.here();
    let has = (table.has("csv"), table.has("fighters"));
    if may_be_empty && has == (false, false) {
        return Roster { whole: true, ..nothing };
    }
    if has.0 == has.1 {
        let both = if has.0 { "both csv and fighters" } else { "neither csv nor fighters" };
        let message = format!("{}: {} has {both}; write one of the two", side.key(), here.path);
        findings.out.error("E-25", &here, message);
        return nothing;
    }
    if has.1 && table.has("cells") {
        let message = format!(
            "{}: {} changes cells of a CSV file, and there is none; change fighters instead",
            side.key(),
            table.place("cells").path
        );
        findings.out.error("E-25", &table.place("cells"), message);
    }
    if has.1 {
        // A list that does not fit its shape was told already.
        if table.value("fighters").is_none() {
            return nothing;
        }
        let tables = table.tables("fighters");
        if tables.is_empty() && !may_be_empty {
            let place = table.place("fighters");
            let message = format!("{}: {}: no fighters; add at least one", side.key(), place.path);
            findings.out.error("E-6", &place, message);
        }
        let file = findings.out.source(SourceId::SCENARIO).name.clone();
        let entries = inline::read(tables, side, &file, constants, findings);
        let whole = entries.iter().all(|entry| entry.readable);
        return Roster { entries, whole, ..nothing };
    }
    let Some(name) = table.text("csv") else { return nothing };
    let source = match findings.out.open_sheet(name) {
        Ok(source) => source,
        Err(why) => {
            let advice = match why {
                FileError::NotText { .. } => "; save it as CSV in UTF-8",
                _ => "",
            };
            let message = format!("{name}: cannot be read: {why}{advice}");
            findings.out.error("E-1", &table.place("csv"), message);
            return nothing;
        }
    };
    match rows::read(table, side, (name, source), constants, may_be_empty, findings) {
        None => nothing,
        Some(rows::Sheet { layout, entries, whole }) => {
            Roster { layout: Some(layout), entries, whole }
        }
    }
}
