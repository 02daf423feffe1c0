//! The status line of a unit (B-55).

use super::words::count;
use crate::battle::{Sheet, UnitId};
use crate::data::Data;
use crate::rules::morale::is_shaken;
use crate::rules::status::{Health, health};
use crate::state::{Cover, Fate, Stance, Unit, Vigil};
use crate::view::View;

/// HP, TU, energy, ammunition, status and cover of a unit of a side in one
/// line; none for units of others.
pub fn status_line(view: &View<'_>, unit: UnitId) -> Option<String> {
    view.unit(unit).map(|now| line(view.data(), view.sheet(unit), now) + &vigil(view, now))
}

/// What a unit waits for in the other side's phase (B-210, B-215).
fn vigil(view: &View<'_>, now: &Unit) -> String {
    match now.vigil {
        Vigil::None => String::new(),
        Vigil::Ready { max_shots, min_accuracy, shots } => {
            let left = count(usize::from(max_shots.saturating_sub(shots)), "shot", "shots");
            format!(", READY: {left} from {min_accuracy}%")
        }
        Vigil::Suppress { at, .. } => format!(", SUPPRESSES {}", view.field().col_row(at)),
    }
}

fn line(data: &Data, sheet: &Sheet, now: &Unit) -> String {
    let mut line = format!(
        "{}: HP {}/{}, TU {}/100, energy {}/{}",
        sheet.name, now.hp, sheet.max_hp, now.tu, now.energy, sheet.max_energy
    );
    if let Some(rounds) = rounds(data, now) {
        line.push_str(&format!(", {rounds}"));
    }
    let states = states(data, sheet, now);
    let states = if states.is_empty() { "fit".to_owned() } else { states.join(" ") };
    let cover = match now.cover {
        Cover::None => "no cover".to_owned(),
        Cover::Half => format!("half cover {}", now.facing.name()),
        Cover::Full => format!("full cover {}", now.facing.name()),
    };
    format!("{line}, {states}, {cover}")
}

/// Rounds loaded, the magazine, and rounds in spares of the weapon in hand:
/// `rounds 28/30 +90`.
pub fn rounds(data: &Data, unit: &Unit) -> Option<String> {
    let armed = unit.in_hand()?;
    let magazine = data.weapon(armed.weapon).magazine;
    if magazine == 0 {
        return None;
    }
    let spare: u32 = armed.spares.iter().map(|rounds| u32::from(*rounds)).sum();
    Some(format!("rounds {}/{magazine} +{spare}", armed.loaded))
}

/// All states a unit is in, in words.
pub fn states(data: &Data, sheet: &Sheet, now: &Unit) -> Vec<String> {
    let mut states = Vec::new();
    let mut say = |holds: bool, word: String| {
        if holds {
            states.push(word);
        }
    };
    match now.fate {
        Fate::Dead => return vec!["dead".to_owned()],
        Fate::Escaped => say(true, "escaped".to_owned()),
        Fate::Here => {}
    }
    match health(data, now.hp, sheet.max_hp) {
        Health::Well => {}
        Health::Wounded => say(true, "wounded".to_owned()),
        Health::Critical => say(true, "critical".to_owned()),
    }
    say(now.stun > 0, format!("stunned({})", now.stun));
    say(now.panic.is_some(), "panicked".to_owned());
    say(now.burn.is_some(), "burning".to_owned());
    say(now.poison > 0, "poisoned".to_owned());
    let suppressed = now.suppression >= data.suppression.suppressed;
    say(suppressed, "suppressed".to_owned());
    say(now.slowed > 0, "slowed".to_owned());
    say(now.controlled.is_some(), "controlled".to_owned());
    say(is_shaken(data, sheet, now), "shaken".to_owned());
    say(now.stance == Stance::Prone, "prone".to_owned());
    states
}
