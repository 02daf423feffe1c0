//! What the log says of each event (B-266): turn, unit, action, the terms of
//! the sum, dice by name, and the result.

use fracas_core::ruleset::Detail;

use super::words;
use crate::battle::{Battle, Side};
use crate::events::{Event, Harm, Term, What};
use crate::state::{Cover, Observer, Sound, Stance};

/// The line for an event, if that much detail is wanted.
pub fn tell(event: &Event, detail: Detail) -> Option<String> {
    let wanted = match detail {
        Detail::None => false,
        Detail::Phases => is_turning_point(&event.what),
        Detail::All => true,
    };
    wanted.then(|| match &event.what {
        What::Turn { number } => format!("Turn {number}"),
        what => format!("T{:<3} {}", event.turn, line(what)),
    })
}

/// The line for an event as a side gets to hear it (B-105, B-267): nothing it
/// does not know, and of units of others neither time units nor rounds nor
/// points.
pub fn tell_to(battle: &Battle, event: &Event, who: Observer, detail: Detail) -> Option<String> {
    if !event.known.get(who.index()).is_some_and(|known| *known) {
        return None;
    }
    let side = if who == Observer::PLAYER { Side::Player } else { Side::Enemy };
    let others =
        |name: &str| battle.sheets.iter().any(|sheet| sheet.name == name && sheet.side != side);
    let line = tell(event, detail)?;
    match &event.what {
        What::Moved { unit, left, .. }
        | What::Attack { unit, left, .. }
        | What::Threw { unit, left, .. }
        | What::Used { unit, left, .. }
            if others(unit) =>
        {
            Some(line.replacen(&format!(", {left} left"), "", 1))
        }
        What::Ended { unit, .. }
        | What::Readied { unit, .. }
        | What::Morale { unit, .. }
        | What::Gained { unit, .. }
            if others(unit) =>
        {
            None
        }
        What::Reloaded { unit, .. } if others(unit) => {
            Some(format!("T{:<3} {unit} reloads", event.turn))
        }
        What::Suppressed { unit, suppressed, .. } if others(unit) => {
            suppressed.then(|| format!("T{:<3}      {unit} is suppressed", event.turn))
        }
        _ => Some(line),
    }
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
        What::Attack { .. } | What::Round { .. } | What::Threw { .. } | What::Blast { .. } => {
            fighting(what)
        }
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
            format!("{unit} {verb} {from} -> {to}, {tu} TU, {left} left")
        }
        What::Halted { unit, at, why } => format!("{unit} halts at {at}: {why}"),
        What::Turned { unit, facing, tu } => format!("{unit} turns {facing}, {tu} TU"),
        What::TookCover { unit, cover, toward, tu } => {
            format!("{unit} takes {} cover toward {toward}, {tu} TU", covers(*cover))
        }
        What::LostCover { unit, why } => format!("{unit} is out of cover: {why}"),
        What::Stance { unit, stance: Stance::Prone, tu } => format!("{unit} goes prone, {tu} TU"),
        What::Stance { unit, stance: Stance::Standing, tu } => format!("{unit} stands up, {tu} TU"),
        What::Door { unit, at, open, tu } => {
            let verb = if *open { "opens" } else { "closes" };
            format!("{unit} {verb} the door at {at}, {tu} TU")
        }
        What::Exited { unit, at } => format!("{unit} leaves the map at {at}"),
        What::Ended { unit, left } => format!("{unit} ends its turn with {left} TU"),
        _ => String::new(),
    }
}

/// Attacks, rounds, throws and blasts.
fn fighting(what: &What) -> String {
    match what {
        What::Attack { unit, target, at, weapon, mode, kind, tu, left, terms, accuracy, crit } => {
            let verb = match *kind {
                "reaction" => "reacts to",
                "opportunity" => "strikes at the leaving",
                _ => "attacks",
            };
            format!(
                "{unit} {verb} {target} at {at}, {weapon} {}, {tu} TU, {left} left: {} = {accuracy}%, crit {crit}%",
                mode.name(),
                sum(terms)
            )
        }
        What::Round { number, accuracy, roll, hit, harm, hp } => {
            let thrown = format!("     round {number}: to_hit {roll} of {accuracy}");
            match harm {
                Some(harm) => format!("{thrown}, hit, {}, {hp} HP left", damage(harm)),
                None if *hit => format!("{thrown}, hit, no damage, {hp} HP left"),
                None => format!("{thrown}, miss"),
            }
        }
        What::Threw { unit, item, at, accuracy, roll, landed, tu, left } => {
            let thrown = format!("{unit} throws {item} at {at}, {tu} TU, {left} left");
            match (*roll, at == landed) {
                (0, _) => format!("{thrown}: lands at {landed}"),
                (roll, true) => format!("{thrown}: to_hit {roll} of {accuracy}, on the hex"),
                (roll, false) => {
                    format!("{thrown}: to_hit {roll} of {accuracy}, lands at {landed}")
                }
            }
        }
        What::Blast { at, radius, roll, what } => {
            format!("{what} goes off at {at}, radius {radius}, damage {roll}")
        }
        _ => String::new(),
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
    let came = match (blocked, crit) {
        (true, _) => "blocked, ",
        (false, true) => "critical, ",
        (false, false) => "",
    };
    format!(
        "roll {roll}, with mode and strength {d2}, through cover {d3}, armour {armour}, {came}damage {damage}"
    )
}

/// Items, abilities, objects and vigils.
fn handling(what: &What) -> String {
    match what {
        What::Used { unit, item, on, tu, left } => {
            format!("{unit} uses {item} on {on}, {tu} TU, {left} left")
        }
        What::Cast { unit, ability, target, chance, succeeded, tu, energy } => {
            let cast = format!("{unit} uses {ability} on {target}, {tu} TU, {energy} energy");
            match (chance, succeeded) {
                (None, _) => cast,
                (Some(chance), true) => format!("{cast}, {chance}%: it works"),
                (Some(chance), false) => format!("{cast}, {chance}%: it fails"),
            }
        }
        What::Reloaded { unit, rounds, tu } => format!("{unit} reloads, {rounds} rounds, {tu} TU"),
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
        What::Vanished { side, unit } => format!("     {side} loses sight of {unit}"),
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
            format!("{unit} takes {damage} by {by}, {hp} HP left")
        }
        What::Died { unit, at, killer: Some(killer) } => {
            format!("{unit} is killed at {at} by {killer}")
        }
        What::Died { unit, at, killer: None } => format!("{unit} dies at {at}"),
        What::Stunned { unit, phases } => {
            let phases = words::count(usize::from(*phases), "phase", "phases");
            format!("{unit} is stunned for {phases}")
        }
        What::Panicked { unit } => format!("{unit} panics"),
        What::Burning { unit, severe: true } => format!("{unit} burns badly"),
        What::Burning { unit, severe: false } => format!("{unit} burns"),
        What::Poisoned { unit } => format!("{unit} is poisoned"),
        What::Recovered { unit, from } => format!("{unit} is over it: {from}"),
        What::Suppressed { unit, points, suppressed: true } => {
            let points = words::count(usize::from(*points), "point", "points");
            format!("     {unit} is suppressed, {points}")
        }
        What::Suppressed { unit, points, suppressed: false } => {
            let (one, many) = ("suppression point", "suppression points");
            format!("     {unit} has {}", words::count(usize::from(*points), one, many))
        }
        What::Morale { unit, by, morale, why } => {
            format!("     {unit} morale {by:+} to {morale}: {why}")
        }
        What::Healed { unit, by, hp } => format!("     {unit} gains {by} HP, has {hp}"),
        What::Gained { unit, tu, now } => format!("     {unit} gains {tu} TU, has {now}"),
        What::Controlled { unit, side } => format!("{unit} acts for the {side} side"),
        What::Pinned { unit, by, rounds } => {
            format!("{unit} runs into the fire of {by}, {rounds} rounds")
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
