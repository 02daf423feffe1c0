//! Words for endings, reasons, tasks and rounds.

use crate::battle::{Battle, Light, Objective, Task, UnitId};
use crate::data::Dice;
use crate::state::{Ending, Reason};

/// How a battle ended, as headlines say it.
pub fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "VICTORY",
        Ending::Defeat => "DEFEAT",
        Ending::Failed => "MISSION FAILED",
        Ending::Withdrawn => "WITHDRAWN",
    }
}

/// Why, as a clause.
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::SquadLost => "no able unit of the squad is left",
        Reason::ObjectiveDone => "the primary objective is done",
        Reason::Escaped => "everybody able has left the map",
        Reason::ObjectiveLost => "the primary objective cannot be done any more",
        Reason::TimeLimit => "the time is up",
        Reason::Stalemate => "nothing came of it in sixty turns",
    }
}

/// Why, as JSON says it.
pub fn reason_key(reason: Reason) -> &'static str {
    match reason {
        Reason::SquadLost => "squad_lost",
        Reason::ObjectiveDone => "objective_done",
        Reason::Escaped => "escaped",
        Reason::ObjectiveLost => "objective_lost",
        Reason::TimeLimit => "time_limit",
        Reason::Stalemate => "stalemate",
    }
}

/// The outcome, as JSON says it.
pub fn ending_key(ending: Ending) -> &'static str {
    ["victory", "defeat", "failed", "withdrawn"][ending as usize]
}

/// Light, as scenarios write it.
pub fn light(light: Light) -> &'static str {
    ["day", "dusk", "night", "dark"][light as usize]
}

/// Dice as scenarios write them.
pub fn dice(dice: Dice) -> String {
    let Dice { count, sides, plus } = dice;
    match plus {
        0 => format!("{count}d{sides}"),
        plus => format!("{count}d{sides}{plus:+}"),
    }
}

/// The kind of an objective, as scenarios write it.
pub fn kind(task: &Task) -> &'static str {
    match task {
        Task::Eliminate => "eliminate",
        Task::Assassinate(_) => "assassinate",
        Task::Reach(..) => "reach",
        Task::Hold(..) => "hold",
        Task::Survive(_) => "survive",
        Task::Interact(_) => "interact",
        Task::Rescue { .. } => "rescue",
        Task::Protect(..) => "protect",
        Task::Escape(..) => "escape",
        Task::Capture(_) => "capture",
    }
}

/// What is to be done, in a sentence.
pub fn task(battle: &Battle, objective: &Objective) -> String {
    let unit = |unit: UnitId| &battle.sheet(unit).name;
    let zone = |zone: usize| &battle.zones[zone].name;
    let men = |need: Option<u32>| match need {
        Some(1) => "one unit".to_owned(),
        Some(need) => format!("{need} units"),
        None => "all able units".to_owned(),
    };
    match &objective.task {
        Task::Eliminate => "leave no able enemy".to_owned(),
        Task::Assassinate(target) => format!("kill {}", unit(*target)),
        Task::Reach(to, need) => format!("bring {} to {}", men(*need), zone(*to)),
        Task::Hold(at, turns) => format!("hold {} for {turns} turns in a row", zone(*at)),
        Task::Survive(turns) => format!("survive to the end of turn {turns}"),
        Task::Interact(object) => format!("use {}", battle.objects[*object].name),
        Task::Rescue { units, to, need } => {
            let names: Vec<&str> = units.iter().map(|who| unit(who).as_str()).collect();
            let to = to.map_or("an exit", |to| zone(to).as_str());
            match need {
                Some(need) => format!("bring {need} of {} to {to}", names.join(", ")),
                None => format!("bring {} to {to}", names.join(", ")),
            }
        }
        Task::Protect(who, Some(turn)) => format!("keep {} alive to turn {turn}", unit(*who)),
        Task::Protect(who, None) => format!("keep {} alive", unit(*who)),
        Task::Escape(over, need) => format!("lead {} off the map over {}", men(*need), zone(*over)),
        Task::Capture(target) => format!("stun {} and stand beside it", unit(*target)),
    }
}

/// What has to be done before an objective counts (B-250), as the end of a
/// sentence.
pub fn after(objective: &Objective) -> String {
    objective.after.map_or_else(String::new, |first| format!(", after objective {}", first + 1))
}

/// A number with its noun.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Lines are kept within so many columns where they can be.
pub const COLUMNS: usize = 80;

/// A list behind its head, `Squad: Ortiz, Vega.`, broken into lines.
pub fn listed(head: &str, items: &[String]) -> String {
    let mut lines = vec![format!("{head}:")];
    for (place, item) in items.iter().enumerate() {
        let stop = if place + 1 == items.len() { "." } else { "," };
        let line = lines.last_mut().map_or(0, |line| width(line));
        if line + 1 + width(item) + 1 > COLUMNS {
            lines.push(" ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!(" {item}{stop}"));
        }
    }
    lines.join("\n") + "\n"
}

/// How many columns a text takes, colours being none.
fn width(text: &str) -> usize {
    let mut painting = false;
    let takes = |sign: &char| {
        let before = painting;
        painting = if painting { *sign != 'm' } else { *sign == '\u{1b}' };
        !before && !painting
    };
    text.chars().filter(takes).count()
}
