//! Battle reports: who met, what happened, what it brought.

mod log;

pub use log::tell;

use fracas_core::capability::Ending;
use std::fmt::Write;

use crate::battle::{Battle, Fight};
use crate::rules::levels::{self, threshold};
use crate::rules::{conditions, rewards, turns::frozen};
use crate::state::{Cause, Party, State, Verdict};
use crate::stats::multiplier_text;

/// What each outcome means, and whose it is.
pub const ENDINGS: &[Ending] = &[
    Ending { words: "the hero wins", side: Some(0) },
    Ending { words: "the hero is beaten", side: Some(1) },
    Ending { words: "the hero flees", side: None },
    Ending { words: "nobody can win", side: None },
];

/// Actor meets whom.
pub fn opening(b: &Battle) -> String {
    let hero = conditions::hero_stats(b, &b.start);
    let mut text = format!(
        "{}, level {}: {} of {} hit points, {} action points, attack chance {}, damage {}, block {}\n",
        b.hero.name,
        b.hero.level,
        b.start.hero.hp,
        b.start.hero.max_hp,
        b.start.hero.max_ap,
        hero.attack_chance,
        hero.damage,
        hero.block
    );
    if hero.multiplier != 0 && hero.critical > 0 {
        let _ = writeln!(text, "criticals {} x{}", hero.critical, multiplier_text(hero.multiplier));
    }
    for (number, fight) in b.fights.iter().enumerate() {
        let before =
            if b.fights.len() > 1 { format!("fight {}: ", number + 1) } else { String::new() };
        let _ = writeln!(text, "{before}against {}", foes(b, fight));
    }
    text
}

fn foes(b: &Battle, fight: &Fight) -> String {
    let mut counted: Vec<(usize, usize)> = Vec::new();
    for foe in &fight.foes {
        match counted.last_mut() {
            Some((kind, count)) if *kind == foe.kind => *count += 1,
            _ => counted.push((foe.kind, 1)),
        }
    }
    let words: Vec<String> = counted
        .iter()
        .map(|(kind, count)| {
            let kind = &b.kinds[*kind];
            let many = if *count > 1 { format!("{count} x ") } else { String::new() };
            let points = if kind.hp_now == 1 { "point" } else { "points" };
            format!("{many}{} ({} hit {points})", kind.name, kind.hp_now)
        })
        .collect();
    words.join(", ")
}

/// How it ended and what it brought.
pub fn closing(b: &Battle, st: &State) -> String {
    let hero = &b.hero.name;
    let turns = match st.all_turns() {
        1 => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    let mut text = match st.verdict {
        Some(Verdict::Win) => format!("{hero} wins after {turns}, {}.\n", left(st)),
        Some(Verdict::Lose) => format!("{hero} dies after {turns}.\n"),
        Some(Verdict::Fled) => format!("{hero} gets away after {turns}, {}.\n", left(st)),
        // the cap, though exact odds would go on.
        Some(Verdict::Stalemate) if !frozen(b, st) => {
            format!("Given up after {turns}, though hit points could still be lost.\n")
        }
        Some(Verdict::Stalemate) | None => {
            format!("Nobody can hurt anybody any more: given up after {turns}.\n")
        }
    };
    if b.fights.len() > 1 {
        let won = usize::from(st.fight) + usize::from(st.verdict == Some(Verdict::Win));
        let _ = writeln!(text, "{won} of {} fights are won.", b.fights.len());
    }
    let xp = rewards::granted(b, st);
    if xp > 0 || st.gold > 0 {
        let _ = writeln!(text, "Experience +{xp}, gold +{}.", st.gold);
    }
    text.push_str(&found(b, st));
    if st.xp_lost > 0 {
        let _ = writeln!(text, "Experience lost: {}.", st.xp_lost);
    }
    text.push_str(&levels(b, st, xp));
    text.push_str(&accounts(b, st));
    text
}

fn left(st: &State) -> String {
    format!("{} of {} hit points left", st.hero.hp, st.hero.max_hp)
}

/// What the bag has more or less than at the start.
fn found(b: &Battle, st: &State) -> String {
    let mut text = String::new();
    for (place, (now, before)) in st.bag.iter().zip(&b.bag).enumerate() {
        let by = i64::from(*now) - i64::from(*before);
        if by != 0 {
            let _ = writeln!(text, "{}: {by:+}, {now} in the bag.", b.stocked(place).name);
        }
    }
    text
}

fn levels(b: &Battle, st: &State, xp: i64) -> String {
    let total = (b.hero.xp + xp - st.xp_lost).min(levels::MOST_TOTAL);
    let risen = levels::rise(b.hero.level, total, &b.hero.base, &b.hero.level_up);
    let alive = st.hero.hp > 0;
    if alive && risen.level > b.hero.level {
        return format!("Level {} is reached.\n", risen.level);
    }
    if alive && b.hero.level < levels::MOST_LEVEL && total >= threshold(b.hero.level + 1) {
        return "A level-up is pending: `level_up` says what it is spent on.\n".to_owned();
    }
    String::new()
}

/// Where the damage came from (section 12).
fn accounts(b: &Battle, st: &State) -> String {
    let mut text = String::new();
    if st.accounts.entries.is_empty() {
        return text;
    }
    text.push_str("\nDamage by source\n");
    // The hero's losses first.
    let (hero, monsters): (Vec<_>, Vec<_>) =
        st.accounts.entries.iter().partition(|(source, _)| source.hurt == Party::Hero);
    for (source, sum) in hero.into_iter().chain(monsters) {
        let hurt = b.party_name(source.hurt);
        let what = match source.cause {
            Cause::Hit => "hits",
            Cause::Critical => "critical hits",
            Cause::Condition(condition) => &b.conditions[usize::from(condition)].name,
            Cause::Effect => "effects",
        };
        let by = source.by.map_or_else(String::new, |by| format!(" of {}", b.party_name(by)));
        let _ = writeln!(text, "  {hurt}: {sum} by {what}{by}");
    }
    text
}
