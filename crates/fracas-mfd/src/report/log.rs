//! What the log says of each event (F-60).

use fracas_core::capability::Detail;

use super::{is_large, some, stats_line};
use crate::battle::{Battle, SideId};
use crate::events::{Event, StatsLine};
use crate::rate::Rate;
use crate::state::Totals;

/// The line for an event, if that much detail is wanted. Turning points are
/// who comes, who dies and who is left; of a large battle they are all that is
/// told unless all is asked for, and totals with them.
pub fn tell(b: &Battle, event: &Event, detail: Detail) -> Option<String> {
    let whole = match detail {
        Detail::None => return None,
        Detail::Phases => false,
        Detail::All | Detail::Reasons => true,
    };
    match event {
        Event::Round { round } => Some(format!("\nRound {round}")),
        Event::Joined { side, fighters } if whole => {
            Some(format!("  Reinforcements for the {}:{}", side.key(), lines(fighters)))
        }
        Event::Joined { side, fighters } => {
            Some(format!("  {} reinforcements for the {}", fighters.len(), side.key()))
        }
        Event::Standing { side, fighters } if whole && fighters.is_empty() => {
            Some(format!("  {}: nobody", side.title()))
        }
        Event::Standing { side, fighters } if whole => {
            Some(format!("  {}:{}", side.title(), lines(fighters)))
        }
        Event::Standing { side, fighters } => {
            let hp: i64 = fighters.iter().map(|line| line.hp).sum();
            Some(format!("  {}: {} alive with {hp} HP", side.title(), fighters.len()))
        }
        Event::Fallen { fighters, .. } if fighters.is_empty() => None,
        Event::Fallen { side, fighters } => {
            let dead = if whole { fighters.join(", ") } else { some(fighters) };
            Some(format!("  Dead {}: {dead}", side.key()))
        }
        Event::Totals { side, totals } => {
            (!whole && is_large(b)).then(|| totals_line(*side, totals))
        }
        Event::Retreat { side } => Some(format!("  The {} retreat.", side.key())),
        _ if !whole => None,
        Event::Healed { fighter, given, to_defend, hp } => {
            Some(format!("  {fighter} {}", healed(*given, *to_defend, *hp)))
        }
        Event::Intercepted { by, aimed, bodyguard } => {
            Some(format!("  {bodyguard} steps in for {aimed} against {by}"))
        }
        Event::Attack { by, at, hits, blocks, damage, hp } => {
            let result = match damage {
                0 => "miss".to_owned(),
                damage => format!("{damage} damage"),
            };
            let (hits, blocks) = (counted(*hits, "hit"), counted(*blocks, "block"));
            Some(format!("  {by} attacks {at}: {hits}, {blocks}: {result}, HP {hp}"))
        }
        Event::Link { fighter, linked_to } => {
            Some(format!("  {fighter} dies, being linked to {linked_to}"))
        }
    }
}

fn lines(fighters: &[StatsLine]) -> String {
    fighters.iter().map(|line| format!("\n    {}", stats_line(line))).collect()
}

fn healed(given: i64, to_defend: Rate, hp: i64) -> String {
    let rest = format!("is rested by {} ToDefend", to_defend.percent());
    match (given, to_defend) {
        (0, _) => rest,
        (given, Rate::ZERO) => format!("is healed by {given}, HP {hp}"),
        (given, _) => format!("is healed by {given}, HP {hp}, and {rest}"),
    }
}

fn counted(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn totals_line(side: SideId, totals: &Totals) -> String {
    let Totals { attacks, intercepted, hits, blocks, damage, .. } = totals;
    format!(
        "  {}: {attacks} attacks ({intercepted} intercepted), {hits} hits, {blocks} blocked by \
         dice, {damage} damage",
        side.title()
    )
}
