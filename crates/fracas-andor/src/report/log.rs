//! What the log says of each event.

use fracas_core::capability::Detail;

use crate::battle::Battle;
use crate::events::{Event, Outcome};

/// The line for an event, if that much detail is wanted.
pub fn tell(b: &Battle, event: &Event, detail: Detail) -> Option<String> {
    if detail == Detail::None || (detail < Detail::All && !turning_point(event)) {
        return None;
    }
    let hero = &b.hero.name;
    Some(match event {
        Event::Fight { number, of, hp } => format!("Fight {number} of {of} ({hp} hit points)"),
        Event::Turn { number, ap, hp } => {
            format!("Turn {number}: {hp} hit points, {ap} action points")
        }
        Event::MonstersTurn => "The monsters' turn".to_owned(),
        Event::Attack { by, at, chance, roll, result, damage, hp, .. } => {
            let drawn = format!("  {by} at {at} ({chance}%), d100 = {roll}");
            match result {
                Outcome::Miss => format!("{drawn}: miss"),
                Outcome::Hit => format!("{drawn}: hit for {damage}, {hp} left"),
                Outcome::Critical => format!("{drawn}: critical hit for {damage}, {hp} left"),
            }
        }
        Event::Used { item, healed, hp, .. } => {
            format!("  {hero} uses {item}: +{healed} hit points, {hp} now")
        }
        Event::Moved { direction, fails, roll, succeeded } => {
            let drawn = format!("  {hero} moves {direction} (fails {fails}%), d100 = {roll}");
            format!("{drawn}: {}", if *succeeded { "done" } else { "fails, the turn is over" })
        }
        Event::Reequipped { item, on, .. } => {
            let how = if *on { "puts on" } else { "takes off" };
            format!("  {hero} {how} {item}")
        }
        Event::Approached { by, distance, moved } => {
            let how = if *moved { "comes nearer" } else { "finds no way" };
            format!("  {by} {how}, {distance} away")
        }
        Event::Changed { who, by, hp_by, ap_by, hp } => {
            let mut parts = Vec::new();
            if *hp_by != 0 || *ap_by == 0 {
                parts.push(format!("{hp_by:+} hit points, {hp} left"));
            }
            if *ap_by != 0 {
                parts.push(format!("{ap_by:+} action points"));
            }
            format!("  {who}, {by}: {}", parts.join(", "))
        }
        Event::Condition { who, condition, magnitude: 0, .. } => {
            format!("  {who}: {condition} is over")
        }
        Event::Condition { who, condition, magnitude, duration } => {
            let lasts =
                if *duration >= 998 { "lasting".to_owned() } else { format!("{duration} turns") };
            format!("  {who}: {condition} x{magnitude}, {lasts}")
        }
        Event::Died { who } => format!("{who} dies"),
        Event::Found { item, count } if item == "gold" => format!("found {count} gold"),
        Event::Found { item, count } => format!("found {count} x {item}"),
        Event::Over { .. } => return None,
    })
}

/// Whether a log of turning points tells of it.
fn turning_point(event: &Event) -> bool {
    matches!(
        event,
        Event::Fight { .. }
            | Event::Died { .. }
            | Event::Used { .. }
            | Event::Moved { .. }
            | Event::Found { .. }
    )
}
