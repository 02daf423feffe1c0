//! What every fighter must be, wherever it was written (F-13..F-28).

use fracas_core::order::Ordered;
use std::collections::{HashMap, HashSet};

use fracas_core::document::nearest;

use super::origin::{Column, Findings, Origin};
use crate::battle::{Constants, Row, SideId};
use crate::rate::Rate;
use crate::rules::limits;

/// A fighter and where it was written.
pub struct Entry {
    pub row: Row,
    /// Its name in the file, before the scenario changed anything.
    pub read_as: String,
    pub origin: Origin,
    /// Which group of the file each buff is.
    pub groups: Vec<usize>,
    /// Whether all its values could be read.
    pub readable: bool,
}

impl Entry {
    fn buff(&self, buff: usize, place: usize) -> Column {
        Column::Buff(self.groups[buff], place)
    }
}

/// Checks a fighter by itself; sets what counts instead of what is written.
pub fn check_row(
    entry: &mut Entry,
    constants: &Constants,
    compat: bool,
    findings: &mut Findings<'_>,
) {
    check_name(entry, findings);
    check_lengths(entry, findings);
    check_numbers(entry, constants, findings);
    check_aoe(entry, compat, findings);
    for (column, name) in [
        (Column::BODYGUARD_FOR, &entry.row.bodyguard_for),
        (Column::LINKED_TO, &entry.row.linked_to),
    ] {
        if name.contains(',') {
            let wrong = format!("`{name}` has a comma");
            findings.error("E-22", &entry.origin, column, &wrong, "one name only");
        }
    }
    check_buffs(entry, findings);
}

fn check_name(entry: &Entry, findings: &mut Findings<'_>) {
    let name = &entry.row.name;
    let mut wrong = |code, wrong: &str, advice: &str| {
        findings.error(code, &entry.origin, Column::NAME, wrong, advice);
    };
    if name.is_empty() {
        // A missing key was told already.
        if entry.readable || entry.row.cells.is_some() {
            wrong("E-7", "the name is empty", "give the fighter a name");
        }
    } else if name.contains([',', '"']) {
        let what = format!("the name `{name}` has a comma or a quote");
        wrong("E-17", &what, "nobody could name it in BuffWho");
    }
}

/// F-24: an aftermath writes every name into a scenario, which holds no longer
/// ones.
fn check_lengths(entry: &Entry, findings: &mut Findings<'_>) {
    let Entry { row, origin, .. } = entry;
    let own = [
        (Column::NAME, &row.name),
        (Column::BODYGUARD_FOR, &row.bodyguard_for),
        (Column::LINKED_TO, &row.linked_to),
    ];
    let of_buffs = row.buffs.iter().enumerate().flat_map(|(index, buff)| {
        let who = buff.who.iter().map(move |name| (entry.buff(index, 1), name));
        std::iter::once((entry.buff(index, 0), &buff.name)).chain(who)
    });
    for (column, name) in own.into_iter().chain(of_buffs) {
        let length = name.chars().count();
        if length > limits::NAME {
            let wrong = format!("a name of {length} characters");
            let advice = format!("the limit is {}", limits::NAME);
            findings.error("E-19", origin, column, &wrong, &advice);
        }
    }
}

/// F-24, F-27, F-28.
fn check_numbers(entry: &Entry, constants: &Constants, findings: &mut Findings<'_>) {
    let Entry { row, origin, .. } = entry;
    let alive = row.dead.is_empty();
    let mut within = true;
    for (column, xp) in [(Column::XP, row.xp), (Column::BONUS_XP, row.bonus_xp)] {
        if xp.unsigned_abs() > limits::XP.unsigned_abs() {
            let wrong = format!("{xp} XP are too many");
            let advice = format!("the limit is {}", limits::XP);
            findings.error("E-19", origin, column, &wrong, &advice);
            within = false;
        }
    }
    if within {
        let total = row.xp + row.bonus_xp;
        if total < 1 {
            let wrong = format!("total XP is {} + {} = {total}", row.xp, row.bonus_xp);
            findings.error("E-10", origin, Column::BONUS_XP, &wrong, "it must be at least 1");
        } else if total > limits::XP {
            let wrong = format!("total XP is {total}");
            let advice = format!("the limit is {}", limits::XP);
            findings.error("E-19", origin, Column::BONUS_XP, &wrong, &advice);
        }
    }
    let hp = constants.base_hp.saturating_add(row.bonus_hp);
    if hp < 1 && alive {
        let wrong = format!("the fighter would start with {hp} HP");
        findings.error("E-11", origin, Column::BONUS_HP, &wrong, "it must be at least 1");
    } else if hp > limits::HP {
        let wrong = format!("the fighter would start with {hp} HP");
        let advice = format!("the limit is {}", limits::HP);
        findings.error("E-19", origin, Column::BONUS_HP, &wrong, &advice);
    }
    check_rate(row.bonus_to_hit, origin, Column::BONUS_TO_HIT, findings);
    check_rate(row.bonus_to_defend, origin, Column::BONUS_TO_DEFEND, findings);
}

fn check_rate(rate: Rate, origin: &Origin, column: Column, findings: &mut Findings<'_>) {
    if rate.0.abs() > limits::RATE * Rate::ONE.0 {
        let advice = format!("a rate is between -{0} and {0}", limits::RATE);
        findings.error("E-19", origin, column, &format!("{rate} is out of range"), &advice);
    }
}

/// F-14, and C-7 in compat.
fn check_aoe(entry: &mut Entry, compat: bool, findings: &mut Findings<'_>) {
    let aoe = entry.row.aoe;
    let origin = &entry.origin;
    if aoe > limits::AOE {
        let advice = format!("the limit is {}", limits::AOE);
        findings.error("E-19", origin, Column::AOE, &format!("{aoe} attacks a round"), &advice);
    } else if aoe < 0 && compat {
        let wrong = format!("AOE is {aoe}");
        findings.error("E-19", origin, Column::AOE, &wrong, "in compat it must be 0 or more");
    } else if aoe < 1 && !compat {
        let kind = "AOE below 1 counted as 1";
        let detail = format!("AOE {aoe} counts as 1");
        findings.warning("F-14", (origin, Column::AOE), kind, &entry.row.name, &detail);
        entry.row.aoe = 1;
    }
}

fn check_buffs(entry: &mut Entry, findings: &mut Findings<'_>) {
    for index in 0..entry.row.buffs.len() {
        let buff = &entry.row.buffs[index];
        let (name, who) = (entry.buff(index, 0), entry.buff(index, 1));
        let origin = &entry.origin;
        if buff.name.is_empty() {
            let advice = "give the buff a name or empty all four cells";
            findings.error("E-15", origin, name, "the buff has no name", advice);
        }
        check_rate(buff.offense, origin, entry.buff(index, 2), findings);
        check_rate(buff.defense, origin, entry.buff(index, 3), findings);
        let names: Vec<String> = buff.who.iter().map(|name| name.trim().to_owned()).collect();
        if buff.who.iter().zip(&names).any(|(raw, name)| raw != name || name.is_empty()) {
            let detail = "blanks around names and empty names are ignored";
            let kind = "blanks around names or empty names in BuffWho, ignored";
            findings.warning("F-21", (origin, who), kind, &buff.name, detail);
        }
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        if names.len() > limits::FIGHTERS {
            let wrong = format!("{} names", names.len());
            let advice = format!("the limit is {}", limits::FIGHTERS);
            findings.error("E-19", origin, who, &wrong, &advice);
        }
        if names.is_empty() {
            let detail = format!("the buff {} helps nobody: BuffWho is empty", buff.name);
            let kind = "buffs that help nobody";
            findings.warning("F-23", (origin, who), kind, &buff.name, &detail);
        }
        entry.row.buffs[index].who = names;
    }
}

/// Checks the fighters of a side against each other, reinforcements included.
/// `whole` is false where some rows could not be read: who they are is then
/// unknown, and nobody is told that a name is nobody's.
pub fn check_side(side: SideId, entries: &[&Entry], whole: bool, findings: &mut Findings<'_>) {
    let mut names: HashMap<&str, &Entry> = HashMap::new();
    for entry in entries.iter().filter(|entry| !entry.row.name.is_empty()) {
        let name = entry.row.name.as_str();
        if let Some(first) = names.get(name) {
            let wrong = format!("the name {name} is taken by {}", first.origin.number());
            let advice = format!("{} needs another", entry.origin.number());
            findings.error("E-8", &entry.origin, Column::NAME, &wrong, &advice);
        } else {
            names.insert(name, entry);
        }
    }
    check_sums(side, entries, findings);
    if whole {
        // What the dead name has no effect, whoever that is.
        for entry in entries.iter().filter(|entry| entry.row.dead.is_empty()) {
            check_names(entry, &names, findings);
        }
    }
}

/// F-24: limits over a whole side.
fn check_sums(side: SideId, entries: &[&Entry], findings: &mut Findings<'_>) {
    let Some(last) = entries.last() else { return };
    if entries.len() > limits::FIGHTERS {
        let wrong = format!("the {} are more than {} fighters", side.key(), limits::FIGHTERS);
        let advice = format!("the limit is {}", limits::FIGHTERS);
        findings.error("E-19", &last.origin, Column::NAME, &wrong, &advice);
    }
    let living: Vec<&Entry> =
        entries.iter().copied().filter(|entry| entry.row.dead.is_empty()).collect();
    let attacks: i64 = living.iter().map(|entry| entry.row.aoe.clamp(0, limits::AOE)).sum();
    if attacks > limits::SIDE_AOE {
        let wrong = format!("the {} make {attacks} attacks a round", side.key());
        let advice = format!("the limit is {}", limits::SIDE_AOE);
        findings.error("E-19", &last.origin, Column::AOE, &wrong, &advice);
    }
    // Own bonus and all positive buffs; a rate that is too high by itself was
    // told already.
    let most = limits::BONUS;
    let mut best: HashMap<&str, (Rate, Rate)> = HashMap::new();
    for entry in &living {
        let sums = best.entry(&entry.row.name).or_default();
        sums.0 += entry.row.bonus_to_hit.min(most);
        sums.1 += entry.row.bonus_to_defend.min(most);
    }
    for buff in living.iter().flat_map(|entry| &entry.row.buffs) {
        let who: HashSet<&str> = buff.who.iter().map(String::as_str).collect();
        for name in who {
            if let Some(sums) = best.get_mut(name) {
                sums.0 += buff.offense.clamp(Rate::ZERO, most);
                sums.1 += buff.defense.clamp(Rate::ZERO, most);
            }
        }
    }
    for entry in living {
        let Some((to_hit, to_defend)) = best.get(entry.row.name.as_str()) else { continue };
        for (column, sum) in [(Column::BONUS_TO_HIT, to_hit), (Column::BONUS_TO_DEFEND, to_defend)]
        {
            if *sum > most {
                let wrong = format!("with all buffs that name it the bonus is {sum}");
                let advice = format!("the limit is {}", limits::RATE);
                findings.error("E-19", &entry.origin, column, &wrong, &advice);
            }
        }
    }
}

/// F-16, F-17, F-20: names that nobody has, and one's own.
fn check_names(entry: &Entry, names: &HashMap<&str, &Entry>, findings: &mut Findings<'_>) {
    let row = &entry.row;
    for (column, name, own, nobody) in [
        (
            Column::BODYGUARD_FOR,
            &row.bodyguard_for,
            "fighters that are their own bodyguard",
            "names in BodyguardFor that nobody has",
        ),
        (
            Column::LINKED_TO,
            &row.linked_to,
            "fighters linked to themselves",
            "names in LinkedTo that nobody has",
        ),
    ] {
        if name.is_empty() || name.contains(',') {
            continue;
        }
        if *name == row.name {
            let detail = format!("{name} names itself, which has no effect");
            findings.warning("F-17", (&entry.origin, column), own, name, &detail);
        } else if !names.contains_key(name.as_str()) {
            let detail =
                format!("nobody is called {name}, so it has no effect{}", near(name, names));
            findings.warning("F-16", (&entry.origin, column), nobody, name, &detail);
        }
    }
    for (index, buff) in row.buffs.iter().enumerate() {
        for name in buff.who.iter().filter(|name| !names.contains_key(name.as_str())) {
            let column = entry.buff(index, 1);
            let detail = format!("nobody is called {name}, who is ignored{}", near(name, names));
            let kind = "names in BuffWho that nobody has";
            findings.warning("F-20", (&entry.origin, column), kind, name, &detail);
        }
    }
}

/// "; did you mean …?", where somebody has nearly that name.
fn near(name: &str, names: &HashMap<&str, &Entry>) -> String {
    // Comparing with thousands of names for each of thousands would take minutes.
    if names.len() > 200 {
        return String::new();
    }
    let mut known: Vec<&str> = names.keys().copied().collect();
    known.put_in_order();
    match nearest(name, known) {
        Some(near) if !differ_by_number(name, near) => format!("; did you mean {near}?"),
        _ => String::new(),
    }
}

/// Clone 3 is not Clone 4 misspelt: it is another, perhaps dead.
fn differ_by_number(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.replace(|sign: char| sign.is_ascii_digit(), "");
    letters(one) == letters(other)
}
