//! What the log says of each event (B-266): turn, unit, action, the terms of
//! the sum, dice by name, and the result.

use fracas_core::capability::Detail;

use super::words;
use crate::events::{Bearing, Event, Harm, Term, What};
use crate::field::ColRow;
use crate::state::{Cover, Sound, Stance};

/// The line for an event, if that much detail is wanted.
pub fn tell(event: &Event, detail: Detail) -> Option<String> {
    let wanted = match detail {
        Detail::None => false,
        Detail::Phases => is_turning_point(&event.what),
        Detail::All | Detail::Reasons => true,
    };
    if matches!(event.what, What::Decided { .. }) && detail < Detail::Reasons {
        return None;
    }
    wanted.then(|| match &event.what {
        What::Turn { number } => format!("Turn {number}"),
        what => format!("T{:<3} {}", event.turn, line(what)),
    })
}

fn is_turning_point(what: &What) -> bool {
    matches!(
        what,
        What::Turn { .. }
            | What::Died { .. }
            | What::Stunned { .. }
            | What::Panicked { .. }
            | What::Controlled { .. }
            | What::Blast { .. }
            | What::Explosion { .. }
            | What::Exited { .. }
            | What::Interacted { .. }
            | What::ObjectiveDone { .. }
            | What::ObjectiveLost { .. }
            | What::Over { .. }
    )
}

fn line(what: &What) -> String {
    match what {
        What::Turn { number } => format!("turn {number}"),
        What::Phase { side: "resolution" } => "-- resolution".to_owned(),
        What::Phase { side } => format!("-- {side} phase"),
        What::Die { die, sides, face, need: Some(need) } => {
            let result = if i64::from(*face) <= i64::from(*need) { "yes" } else { "no" };
            format!("     {die} d{sides}: {face}, {need} or less needed: {result}")
        }
        What::Die { die, sides, face, need: None } => format!("     {die} d{sides}: {face}"),
        What::Moved { .. }
        | What::Halted { .. }
        | What::Turned { .. }
        | What::TookCover { .. }
        | What::LostCover { .. }
        | What::Stance { .. }
        | What::Door { .. }
        | What::Exited { .. }
        | What::Ended { .. } => going(what),
        What::Attack { .. }
        | What::Round { .. }
        | What::Felt { .. }
        | What::Threw { .. }
        | What::Blast { .. }
        | What::Explosion { .. } => fighting(what),
        What::Spotted { .. } | What::Vanished { .. } | What::Heard { .. } | What::Marked { .. } => {
            knowing(what)
        }
        What::Used { .. }
        | What::Cast { .. }
        | What::Reloaded { .. }
        | What::Switched { .. }
        | What::Prepared { .. }
        | What::PickedUp { .. }
        | What::Interacted { .. }
        | What::Readied { .. }
        | What::Suppressing { .. } => handling(what),
        What::Decided { unit, why } => format!("     {unit}, why: {why}"),
        What::Terrain { at, from, to } => format!("{at} {from} becomes {to}"),
        What::Fire { at, burning: true } => format!("{at} catches fire"),
        What::Fire { at, burning: false } => format!("{at} the fire is out"),
        What::Cloud { at, radius, of } => format!("{at} {of} spreads over radius {radius}"),
        What::ObjectiveDone { number, name } => format!("objective {number} done: {name}"),
        What::ObjectiveLost { number, name } => format!("objective {number} lost: {name}"),
        What::Danger { unit, zone } => format!("{unit} stands in {zone}"),
        What::Over { ending, reason } => {
            format!("{}: {}", words::ending(*ending), words::reason(*reason))
        }
        _ => faring(what),
    }
}

/// Moves, turns, stances.
fn going(what: &What) -> String {
    match what {
        What::Moved { unit, from, to, pace, tu, left } => {
            let verb = match *pace {
                "run" => "runs",
                "crouch" => "crouches",
                _ => "walks",
            };
            format!("{unit} {verb} {from} -> {to}{}{}", price(*tu), remaining(*left))
        }
        What::Halted { unit, at, why } => format!("{unit} halts at {at}: {why}"),
        What::Turned { unit, facing, tu } => format!("{unit} turns {facing}, {tu} TU"),
        What::TookCover { unit, cover, toward, tu } => {
            format!("{unit} takes {} cover toward {toward}, {tu} TU", covers(*cover))
        }
        What::LostCover { unit, why: "moved" } => format!("{unit} leaves its cover"),
        What::LostCover { unit, why: "gone" } => format!("{unit} has no cover any more"),
        What::LostCover { unit, why } => format!("{unit} is out of cover: {why}"),
        What::Stance { unit, stance: Stance::Prone, tu } => format!("{unit} goes prone, {tu} TU"),
        What::Stance { unit, stance: Stance::Standing, tu } => format!("{unit} stands up, {tu} TU"),
        What::Door { unit, at, open, tu } => {
            let verb = if *open { "opens" } else { "closes" };
            format!("{unit} {verb} the door at {at}{}", price(*tu))
        }
        What::Exited { unit, at } => format!("{unit} leaves the map at {at}"),
        What::Ended { unit, left } => format!("{unit} ends its turn with {left} TU"),
        _ => String::new(),
    }
}

/// Attacks, rounds, throws and blasts.
fn fighting(what: &What) -> String {
    match what {
        What::Attack { .. } => attack(what),
        What::Round { number, accuracy, roll, hit, harm, hp, .. } => {
            let thrown = format!("     round {number}: to_hit {roll} of {accuracy}");
            match harm {
                Some(harm) => format!("{thrown}, hit, {}, {hp} HP left", damage(harm)),
                None if *hit => format!("{thrown}, hit, no damage, {hp} HP left"),
                None => format!("{thrown}, miss"),
            }
        }
        What::Felt { number, hit: false, .. } => format!("     round {number}: miss"),
        What::Felt { number, blocked, crit, damage, hp, .. } => {
            let came = came(*blocked, *crit);
            format!("     round {number}: hit, {came}damage {damage}, {hp} HP left")
        }
        What::Threw { at, accuracy, roll, landed, launched: true, .. } => {
            let lands = lands(*at, *landed);
            match (roll, accuracy) {
                (Some(roll), Some(accuracy)) => {
                    format!("     to_hit {roll} of {accuracy}, {lands}")
                }
                _ => format!("     {lands}"),
            }
        }
        What::Threw { unit, item, at, accuracy, roll, landed, tu, left, .. } => {
            let thrown = format!("{unit} throws {item} at {at}, {tu} TU{}", remaining(*left));
            let lands = lands(*at, *landed);
            match (roll, accuracy) {
                (Some(0), _) => format!("{thrown}: lands at {landed}"),
                (Some(roll), Some(accuracy)) => {
                    format!("{thrown}: to_hit {roll} of {accuracy}, {lands}")
                }
                _ => format!("{thrown}: {lands}"),
            }
        }
        What::Blast { at, radius, roll, what, .. } => {
            let roll = roll.filter(|roll| *roll > 0);
            let roll = roll.map_or_else(String::new, |roll| format!(", damage {roll}"));
            format!("     blast of {what} at {at}, radius {radius}{roll}")
        }
        What::Explosion { at } => format!("an explosion at {at}"),
        _ => String::new(),
    }
}

/// Where something aimed at a hex came down.
fn lands(at: ColRow, landed: ColRow) -> String {
    if at == landed { "on the hex".to_owned() } else { format!("lands at {landed}") }
}

/// An attack, as far as its sum is told.
fn attack(what: &What) -> String {
    let What::Attack {
        unit,
        target,
        at,
        weapon,
        mode,
        kind,
        tu,
        left,
        terms,
        accuracy,
        crit,
        heard,
        ..
    } = what
    else {
        return String::new();
    };
    let (verb, place) = match *kind {
        "reaction" => ("reacts to", "at"),
        "opportunity" => ("strikes at", "leaving"),
        _ => ("attacks", "at"),
    };
    let mut line = format!("{unit} {verb} {target}");
    if let Some(at) = at {
        // A launcher aims at a hex, which is its target.
        if *target != at.to_string() {
            line += &format!(" {place} {at}");
        }
    }
    if let (Some(weapon), Some(mode)) = (weapon, mode) {
        line += &format!(", {weapon} {}", mode.name());
    }
    if let Some(tu) = tu {
        line += &price(*tu);
    }
    line += &remaining(*left);
    if let (Some(accuracy), Some(crit)) = (accuracy, crit) {
        line += &format!(": {} = {accuracy}%, crit {crit}%", sum(terms));
    }
    if let Some(Bearing { bearing, far }) = heard {
        line += &format!(", heard {bearing}, {far}");
    }
    line
}

/// What it costs, if anything.
fn price(tu: u16) -> String {
    if tu == 0 { String::new() } else { format!(", {tu} TU") }
}

/// Time units that are left, where they are told.
fn remaining(left: Option<u16>) -> String {
    left.map_or_else(String::new, |left| format!(", {left} left"))
}

fn came(blocked: bool, crit: bool) -> &'static str {
    match (blocked, crit) {
        (true, _) => "blocked, ",
        (false, true) => "critical, ",
        (false, false) => "",
    }
}

/// The terms of a sum: `base 65 weapon +5 mode -10`.
fn sum(terms: &[Term]) -> String {
    let term = |(place, term): (usize, &Term)| match place {
        0 => format!("{} {}", term.name, term.value),
        _ => format!("{} {:+}", term.name, term.value),
    };
    terms.iter().enumerate().map(term).collect::<Vec<_>>().join(" ")
}

fn damage(harm: &Harm) -> String {
    let Harm { roll, d2, d3, armour, blocked, crit, damage } = harm;
    let came = came(*blocked, *crit);
    format!(
        "roll {roll}, with mode and strength {d2}, through cover {d3}, armour {armour}, {came}damage {damage}"
    )
}

/// Items, abilities, objects and vigils.
fn handling(what: &What) -> String {
    match what {
        What::Used { unit, item, on, tu, left } => {
            format!("{unit} uses {item} on {on}, {tu} TU{}", remaining(*left))
        }
        What::Cast { unit, ability, target, chance, succeeded, tu, energy } => {
            let cast = format!("{unit} uses {ability} on {target}, {tu} TU, {energy} energy");
            match (chance, succeeded) {
                (None, true) => cast,
                (None, false) => format!("{cast}: it fails"),
                (Some(chance), true) => format!("{cast}, {chance}%: it works"),
                (Some(chance), false) => format!("{cast}, {chance}%: it fails"),
            }
        }
        What::Reloaded { unit, rounds: Some(rounds), tu } => {
            let rounds = words::count(usize::from(*rounds), "round", "rounds");
            format!("{unit} reloads, {rounds}, {tu} TU")
        }
        What::Reloaded { unit, rounds: None, tu } => format!("{unit} reloads, {tu} TU"),
        What::Switched { unit, weapon, tu } => format!("{unit} takes {weapon}, {tu} TU"),
        What::Prepared { unit, item, tu } => format!("{unit} prepares {item}, {tu} TU"),
        What::PickedUp { unit, item, tu } => format!("{unit} picks up {item}, {tu} TU"),
        What::Interacted { unit, object, tu } => format!("{unit} uses {object}, {tu} TU"),
        What::Readied { unit, max_shots, min_accuracy, tu } => {
            let shots = words::count(usize::from(*max_shots), "shot", "shots");
            format!("{unit} is ready for {shots} at {min_accuracy}% or better, {tu} TU")
        }
        What::Suppressing { unit, at, tu } => {
            format!("{unit} lays suppression fire on {at}, {tu} TU")
        }
        _ => String::new(),
    }
}

/// What a side gets to know.
fn knowing(what: &What) -> String {
    match what {
        What::Spotted { side, unit, at } => format!("     {side} sees {unit} at {at}"),
        What::Vanished { side, unit, at } => format!("     {side} loses sight of {unit} at {at}"),
        What::Heard { side, sound, bearing, far } => {
            format!("     {side} hears {}, {bearing}, {far}", sounds(*sound))
        }
        What::Marked { side, at } => format!("     {side}'s scanner marks {at}"),
        _ => String::new(),
    }
}

/// What happens to a unit.
fn faring(what: &What) -> String {
    match what {
        What::Hurt { unit, by, damage, hp } => {
            format!("     {unit} takes {damage} by {}, {hp} HP left", harms(by))
        }
        What::Died { unit, at, killer } => {
            let at = at.map_or_else(String::new, |at| format!(" at {at}"));
            match killer {
                Some(killer) => format!("{unit} is killed{at} by {killer}"),
                None => format!("{unit} dies{at}"),
            }
        }
        What::Stunned { unit, phases } => {
            let phases = words::count(usize::from(*phases), "phase", "phases");
            format!("{unit} is stunned for {phases}")
        }
        What::Panicked { unit } => format!("{unit} panics"),
        What::Burning { unit, severe: true } => format!("{unit} burns badly"),
        What::Burning { unit, severe: false } => format!("{unit} burns"),
        What::Poisoned { unit } => format!("{unit} is poisoned"),
        What::Recovered { unit, from } => format!("{unit} {}", recovers(from)),
        What::Suppressed { unit, points: Some(points), suppressed: true, .. } => {
            format!("     {unit} is suppressed, {points} points")
        }
        What::Suppressed { unit, points: Some(points), suppressed: false, .. } => {
            let points = usize::from(*points);
            let points = words::count(points, "suppression point", "suppression points");
            format!("     {unit} has {points}")
        }
        What::Suppressed { unit, points: None, suppressed: true, .. } => {
            format!("     {unit} is suppressed")
        }
        What::Suppressed { unit, points: None, suppressed: false, .. } => {
            format!("     {unit} is no longer suppressed")
        }
        What::Morale { unit, by, morale, why } => {
            format!("     {unit} morale {by:+} to {morale}: {}", why.replace('_', " "))
        }
        What::Healed { unit, by, hp } => format!("     {unit} gains {by} HP, has {hp}"),
        What::Gained { unit, tu, now } => format!("     {unit} gains {tu} TU, has {now}"),
        What::Controlled { unit, side } => format!("{unit} acts for the {side} side"),
        What::Pinned { unit, by, rounds } => {
            let rounds = rounds.map(|rounds| words::count(usize::from(rounds), "round", "rounds"));
            let rounds = rounds.map_or_else(String::new, |rounds| format!(", {rounds}"));
            format!("{unit} runs into the fire of {by}{rounds}")
        }
        What::StoodDown { unit } => format!("     {unit} stands down"),
        _ => String::new(),
    }
}

/// The word for cover.
pub fn covers(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "no",
        Cover::Half => "half",
        Cover::Full => "full",
    }
}

fn recovers(from: &str) -> &'static str {
    match from {
        "stun" => "comes to",
        "panic" => "is calm again",
        "burn" => "burns no longer",
        "poison" => "gets over the poison",
        _ => "is its own master again",
    }
}

fn harms(by: &str) -> &str {
    match by {
        "blast" => "the blast",
        "ricochet" => "a ricochet",
        "chemical" => "the cloud",
        "hazard" => "the ground",
        "burn" => "its burns",
        "danger" => "the danger zone",
        other => other,
    }
}

fn sounds(sound: Sound) -> &'static str {
    match sound {
        Sound::Steps => "steps",
        Sound::Door => "a door",
        Sound::Gunfire => "gunfire",
        Sound::Throw => "a throw",
        Sound::Explosion => "an explosion",
        Sound::Melee => "a scuffle",
        Sound::Whisper => "a whisper",
    }
}
