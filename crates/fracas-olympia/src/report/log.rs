//! What the log says of each event.

use fracas_core::capability::Detail;

use super::words;
use crate::battle::{Battle, SideId};
use crate::events::{Event, Outcome};

/// The line for an event, if that much detail is wanted.
pub fn tell(b: &Battle, event: &Event, detail: Detail) -> Option<String> {
    if detail == Detail::None {
        return None;
    }
    match event {
        Event::Attack { number, by, at, a, b, roll, result, .. } => {
            let result_words = result_of(result);
            if detail >= Detail::All {
                let drawn = match roll {
                    Some(face) => format!("d{} = {face}", a + b),
                    None => "cannot fail".to_owned(),
                };
                return Some(format!(
                    "{number:>6}  {} ({a}) at {} ({b}), {drawn}: {result_words}",
                    by.words, at.words
                ));
            }
            turning_point(result)
                .then(|| format!("attack {number}: {} hits {}: {result_words}", by.words, at.words))
        }
        Event::Front { side, row } => {
            Some(format!("{}: row {row} steps up to the front", words::leader(b, *side)))
        }
        Event::Breached { side } => {
            Some(format!("the defense of {} is down to 0", words::structure_name(b, *side)))
        }
        Event::Collapsed { side } => Some(collapse(b, *side)),
        Event::Quarter { side, quarters } => {
            let share = ["", "a quarter", "half", "three quarters", "all"];
            let share = share.get(*quarters as usize).copied().unwrap_or("all");
            Some(format!("{}: {share} of the side's strength is lost", words::leader(b, *side)))
        }
        // The closing lines tell what becomes of the nobles.
        Event::Ill { .. } | Event::Captured { .. } | Event::Drowned { .. } => None,
    }
}

fn collapse(b: &Battle, side: SideId) -> String {
    let ship = b.wall(side).is_some_and(|structure| structure.kind.is_ship());
    let verb = if ship { "sinks" } else { "collapses" };
    format!("{} {verb}", words::structure_name(b, side))
}

/// Whether a log of turning points tells of it.
fn turning_point(result: &Outcome) -> bool {
    matches!(result, Outcome::Wounded { .. } | Outcome::Destroyed)
}

fn result_of(result: &Outcome) -> String {
    match result {
        Outcome::Miss => "missed".to_owned(),
        Outcome::Killed => "killed".to_owned(),
        Outcome::Saved => "hit, but blessed and unharmed".to_owned(),
        Outcome::Destroyed => "destroyed".to_owned(),
        Outcome::Battered { points, defense, damage: 0 } => {
            format!("{} off, defense {defense}", plural(*points))
        }
        Outcome::Battered { points, defense, damage } => {
            format!("{} off, defense {defense}, damage {damage}%", plural(*points))
        }
        Outcome::Wounded { wound, survived: true, .. } => {
            format!("a fatal wound of {wound}, survived by skill")
        }
        Outcome::Wounded { wound, health: 0, .. } => format!("a wound of {wound}, killed"),
        Outcome::Wounded { wound, health, .. } => format!("a wound of {wound}, health {health}"),
    }
}

fn plural(points: u32) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}
