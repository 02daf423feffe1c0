//! The scenario that is left when the battle is over (F-78).

use std::fmt::Write;

use fracas_core::document::write_text;

use crate::battle::{Battle, Constants, Row, SideId};
use crate::finals::survivors;
use crate::rate::Rate;
use crate::rules::ends::strength;
use crate::state::{Presence, State};

/// Writes the scenario. Stopping here and going on from it has the same odds
/// as not stopping (F-65); the seed is left out, or the same dice would fall
/// again.
pub fn write(b: &Battle, st: &State) -> String {
    let mut text = String::from("ruleset = \"mfd\"\n");
    let written = &b.written;
    if let Some(name) = &written.name {
        line(&mut text, "name", &write_text(name));
    }
    if let Some(limit) = written.max_rounds {
        line(&mut text, "max_rounds", &limit.to_string());
    }
    if written.compat {
        line(&mut text, "compat", "\"fight.rkt\"");
    }
    if written.report {
        line(&mut text, "report", "true");
    }
    constants(&mut text, b.constants());
    for side in SideId::BOTH {
        write_side(&mut text, b, st, side);
    }
    text
}

/// The scenario of a battle that is yet to be fought, every fighter written out.
pub fn written_out(b: &Battle) -> String {
    write(b, &b.start)
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

fn constants(text: &mut String, now: &Constants) {
    if *now == Constants::default() {
        return;
    }
    text.push_str("\n[constants]\n");
    line(text, "base_hp", &now.base_hp.to_string());
    line(text, "base_aoe", &now.base_aoe.to_string());
    line(text, "base_to_hit", &now.base_to_hit.to_string());
    line(text, "base_to_defend", &now.base_to_defend.to_string());
    line(text, "min_to_hit", &now.to_hit.0.to_string());
    line(text, "max_to_hit", &now.to_hit.1.to_string());
    line(text, "min_to_defend", &now.to_defend.0.to_string());
    line(text, "max_to_defend", &now.to_defend.1.to_string());
    line(text, "exhaustion", &now.exhaustion.to_string());
    line(text, "xp_per_die", &now.xp_per_die.to_string());
}

fn write_side(text: &mut String, b: &Battle, st: &State, side: SideId) {
    let key = side.key();
    let _ = write!(text, "\n[{key}]\n");
    let left = survivors(b, st, side);
    if left.is_empty() {
        line(text, "fighters", "[]");
    }
    write_retreat(text, b, st, side);
    for row in &left {
        let _ = write!(text, "\n[[{key}.fighters]]\n");
        for (key, value) in keys(b, row) {
            line(text, key, &value);
        }
    }
    for (round, rows) in &b.written.sides[side.index()].reinforcements {
        if *round > st.round {
            let _ = write!(text, "\n[[{key}.reinforcements]]\n");
            line(text, "round", &(round - st.round).to_string());
            let rows: Vec<String> = rows.iter().map(|row| inline(b, row)).collect();
            line(text, "fighters", &format!("[\n  {},\n]", rows.join(",\n  ")));
        }
    }
    write_healing(text, b, st, side);
}

/// `of` is written out: the share goes on being one of those who began.
fn write_retreat(text: &mut String, b: &Battle, st: &State, side: SideId) {
    let Some(leaves) = &b.side(side).leaves else { return };
    let mut parts = Vec::new();
    if let Some(below) = leaves.below {
        parts.push(format!("below = {below}"));
    }
    parts.push(format!("of = {}", strength(b, st, side, leaves.of)));
    let falls: Vec<u32> = leaves.falls.iter().copied().filter(|who| !is_dead(st, *who)).collect();
    parts.push(format!("falls = {}", names(b, &falls)));
    line(text, "retreat", &format!("{{ {} }}", parts.join(", ")));
}

/// Entries carried out are dropped, and so are those of the dead alone.
fn write_healing(text: &mut String, b: &Battle, st: &State, side: SideId) {
    for treatment in &b.side(side).healing {
        if treatment.round <= st.round {
            continue;
        }
        let who = treatment
            .who
            .as_ref()
            .map(|who| who.iter().copied().filter(|who| !is_dead(st, *who)).collect::<Vec<u32>>());
        if who.as_ref().is_some_and(Vec::is_empty) {
            continue;
        }
        let _ = write!(text, "\n[[{}.healing]]\n", side.key());
        line(text, "round", &(treatment.round - st.round).to_string());
        if let Some(who) = who {
            line(text, "who", &names(b, &who));
        }
        line(text, "hp", &treatment.hp.to_string());
        line(text, "to_defend", &treatment.to_defend.to_string());
        if let Some(most) = treatment.up_to {
            line(text, "up_to", &most.to_string());
        }
    }
}

fn is_dead(st: &State, who: u32) -> bool {
    st.presence(who as usize) == Presence::Dead
}

fn names(b: &Battle, who: &[u32]) -> String {
    let name = |who: &u32| write_text(&b.fighters[*who as usize].row.name);
    format!("[{}]", who.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// The keys of a fighter that are not what they would be if left out.
fn keys(b: &Battle, row: &Row) -> Vec<(&'static str, String)> {
    let mut keys = vec![("name", write_text(&row.name)), ("xp", row.xp.to_string())];
    for (key, number, usual) in [
        ("bonus_xp", row.bonus_xp, 0),
        ("bonus_hp", row.bonus_hp, 0),
        ("aoe", row.aoe, b.constants().base_aoe),
    ] {
        if number != usual {
            keys.push((key, number.to_string()));
        }
    }
    for (key, rate) in
        [("bonus_to_hit", row.bonus_to_hit), ("bonus_to_defend", row.bonus_to_defend)]
    {
        if rate != Rate::ZERO {
            keys.push((key, rate.to_string()));
        }
    }
    for (key, name) in [("bodyguard_for", &row.bodyguard_for), ("linked_to", &row.linked_to)] {
        if !name.is_empty() {
            keys.push((key, write_text(name)));
        }
    }
    if !row.buffs.is_empty() {
        let buff = |buff: &crate::battle::Buff| {
            let who: Vec<String> = buff.who.iter().map(|name| write_text(name)).collect();
            format!(
                "{{ name = {}, who = [{}], offense = {}, defense = {} }}",
                write_text(&buff.name),
                who.join(", "),
                buff.offense,
                buff.defense
            )
        };
        let buffs: Vec<String> = row.buffs.iter().map(buff).collect();
        keys.push(("buffs", format!("[{}]", buffs.join(", "))));
    }
    keys
}

fn inline(b: &Battle, row: &Row) -> String {
    let pairs: Vec<String> =
        keys(b, row).into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", pairs.join(", "))
}
