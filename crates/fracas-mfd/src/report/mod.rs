//! Battle logs (F-59..F-61): words and order as the seed has them.

mod fighters;
mod log;

pub use log::tell;

use fracas_core::capability::{Detail, Ending};

use crate::battle::{Battle, Constants, SideId};
use crate::events::StatsLine;
use crate::muster::SAFETY_LIMIT;
use crate::state::State;

/// What each outcome means, and whose it is.
pub const ENDINGS: &[Ending] = &[
    Ending { words: "the heroes win", side: Some(0) },
    Ending { words: "the villains win", side: Some(1) },
    Ending { words: "both sides are wiped out", side: None },
    Ending { words: "nobody wins", side: None },
];

/// Above so many fighters, or attacks a round, a log tells totals unless every
/// blow is asked for.
const LARGE: usize = 100;

/// Whether a log of every blow would be more than anybody reads.
pub fn is_large(b: &Battle) -> bool {
    let attacks: usize = b.fighters.iter().map(|fighter| fighter.aoe as usize).sum();
    b.fighters.len().max(attacks) > LARGE
}

/// F-60: every blow, unless that is more than anybody reads.
pub fn usual_detail(b: &Battle) -> Detail {
    if is_large(b) { Detail::Phases } else { Detail::All }
}

/// What kind of battle it is, and what is odd about it.
pub fn opening(b: &Battle) -> String {
    let mut text = String::new();
    if b.compat() {
        text.push_str("Fought as the original program does (compat = \"fight.rkt\").\n");
    }
    let name = b.written.name.as_deref().unwrap_or("Heroes against villains");
    let count = |side: SideId| b.side(side).at_start;
    text.push_str(&format!(
        "{name}: {} {} against {} {}.\n",
        count(SideId::Heroes),
        plural(SideId::Heroes, count(SideId::Heroes)),
        count(SideId::Villains),
        plural(SideId::Villains, count(SideId::Villains)),
    ));
    text.push_str(&constants(b.constants()));
    text.push_str(&dead_before(b));
    text.push_str(&warnings(b));
    text
}

fn plural(side: SideId, count: u32) -> &'static str {
    if count == 1 { side.one() } else { side.key() }
}

/// F-80: the log says when a constant is not that of the book.
fn constants(now: &Constants) -> String {
    let usual = Constants::default();
    let mut changed = Vec::new();
    let mut compare = |key: &str, now: String, usual: String| {
        if now != usual {
            changed.push(format!("{key} = {now}"));
        }
    };
    compare("base_hp", now.base_hp.to_string(), usual.base_hp.to_string());
    compare("base_aoe", now.base_aoe.to_string(), usual.base_aoe.to_string());
    for (key, now, usual) in [
        ("base_to_hit", now.base_to_hit, usual.base_to_hit),
        ("base_to_defend", now.base_to_defend, usual.base_to_defend),
        ("min_to_hit", now.to_hit.0, usual.to_hit.0),
        ("max_to_hit", now.to_hit.1, usual.to_hit.1),
        ("min_to_defend", now.to_defend.0, usual.to_defend.0),
        ("max_to_defend", now.to_defend.1, usual.to_defend.1),
        ("exhaustion", now.exhaustion, usual.exhaustion),
    ] {
        compare(key, now.to_string(), usual.to_string());
    }
    compare("xp_per_die", now.xp_per_die.to_string(), usual.xp_per_die.to_string());
    if changed.is_empty() {
        return String::new();
    }
    format!(
        "Constants of its own: {}. Final files assume the same when they are fed back.\n",
        changed.join(", ")
    )
}

/// F-25: one line for each file and kind.
fn warnings(b: &Battle) -> String {
    b.written.warnings.iter().map(|sentence| format!("Warning: {sentence}\n")).collect()
}

/// F-63: who is in a file and does not fight.
fn dead_before(b: &Battle) -> String {
    let mut text = String::new();
    for side in SideId::BOTH {
        let dead = &b.written.sides[side.index()].dead;
        let names: Vec<&str> = dead.iter().map(|(_, row)| row.name.as_str()).collect();
        if !names.is_empty() {
            text.push_str(&format!("Dead {} before the battle: {}\n", side.key(), some(&names)));
        }
    }
    text
}

/// So many names are given where a log does not tell all.
const NAMES: usize = 12;

/// Names, but not more than anybody reads.
fn some(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(NAMES).map(AsRef::as_ref).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The announcement (F-55, F-56, C-9), and the report by fighter if asked for.
pub fn closing(b: &Battle, st: &State) -> String {
    let fought = rounds(st.round);
    let gone = SideId::BOTH.map(|side| st.living(side).is_empty());
    let at_limit = st.round >= b.limit;
    let mut text = String::new();
    if at_limit && (b.compat() || gone == [false, false] && st.retreated == [false, false]) {
        match b.written.max_rounds {
            Some(limit) => text.push_str(&format!("The limit of {} is reached.\n", rounds(limit))),
            None => text.push_str(&format!(
                "Warning: the battle is given up after {SAFETY_LIMIT} rounds.\n"
            )),
        }
    }
    text.push_str(&match (gone, st.retreated) {
        ([true, true], _) => format!("Both sides are eliminated after {fought}.\n"),
        ([false, true], _) => format!("The villains are eliminated after {fought}: heroes win.\n"),
        ([true, false], _) => format!("The heroes are eliminated after {fought}: villains win.\n"),
        (_, [true, true]) => format!("Both sides retreat after {fought}: undecided.\n"),
        (_, [true, false]) => format!("The heroes retreat after {fought}: villains win.\n"),
        (_, [false, true]) => format!("The villains retreat after {fought}: heroes win.\n"),
        (_, [false, false]) => format!("Undecided after {fought}.\n"),
    });
    for side in SideId::BOTH {
        let living = st.living(side);
        let hp: i64 = living.iter().map(|&who| st.hp_at_end(b, who as usize)).sum();
        text.push_str(&format!("{}: {} alive with {hp} HP.\n", side.title(), living.len()));
    }
    if b.written.report {
        text.push_str(&fighters::table(b, st));
    }
    text
}

fn rounds(count: u32) -> String {
    if count == 1 { "1 round".to_owned() } else { format!("{count} rounds") }
}

/// F-61.
pub fn stats_line(line: &StatsLine) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "<no one>".to_owned());
    format!(
        "{}: HP({}), ToHit({}), ToDefend({}), AOE({}), Total XP({}), OffenseDice({}), \
         DefenseDice({}), Bodyguarding {}, LinkedTo {}",
        line.name,
        line.hp,
        line.to_hit.percent(),
        line.to_defend.percent(),
        line.aoe,
        line.total_xp,
        line.offense_dice,
        line.defense_dice,
        name(&line.bodyguard_for),
        name(&line.linked_to),
    )
}
