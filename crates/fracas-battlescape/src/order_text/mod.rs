//! Orders as short readable lines, such as `Vega: move 7,3 run`: what records
//! of a played battle hold and what a player may type. Names are read in
//! whatever case, and units by their sign on the map too: `1: attack snap at a`.
//!
//! | order | line |
//! |---|---|
//! | move | `move 7,3`, with `run` or `crouch`, `hazards`, `press-on`, `reserve 20` |
//! | disengage, turn | `disengage NE`, `turn W` |
//! | take cover | `cover E half`, `cover E full step NE` |
//! | prone, stand | `prone`, `stand` |
//! | attack | `attack aimed at Sectoid 1`, with `head`, `force` before or behind that; `at 7,3` for a hex |
//! | throw | `throw frag_grenade at 7,3`, or at whom one sees; `toss …` without detonation |
//! | items | `prepare frag_grenade`, `use medikit on Vega`, `pick-up medikit` |
//! | ability | `cast psi_panic at Sectoid 1` |
//! | weapon | `reload`, `switch` |
//! | door, object | `door 7,3`, `interact terminal` |
//! | vigils | `ready 2 30` (shots, accuracy), `suppress 7,3` |
//! | leave, end | `exit`, `end` |

mod read;
mod words;

pub use read::{read, read_order};
pub use words::{hex, mode_named};

use std::fmt::Write;

use fracas_core::document::nearest;

use crate::battle::{Battle, UnitId};
use crate::data::ItemId;
use crate::field::Spot;
use crate::orders::{Order, Pace, Target};
use crate::report::ascii::mark;
use crate::state::Cover;

/// The first words of all orders.
pub const VERBS: &[&str] = &[
    "move",
    "disengage",
    "turn",
    "cover",
    "prone",
    "stand",
    "attack",
    "throw",
    "toss",
    "prepare",
    "use",
    "cast",
    "reload",
    "switch",
    "door",
    "interact",
    "pick-up",
    "ready",
    "suppress",
    "exit",
    "end",
];

/// The word that was probably meant, as the end of a sentence.
pub fn meant(word: &str, known: &[&str]) -> String {
    let near = nearest(word, known.iter().copied());
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// An order to a unit as a line.
pub fn spell(battle: &Battle, unit: UnitId, order: &Order) -> String {
    format!("{}: {}", battle.sheet(unit).name, spell_order(battle, order))
}

/// An order as a line without the unit's name.
pub fn spell_order(battle: &Battle, order: &Order) -> String {
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = write_order(battle, order, &mut line);
    line
}

fn write_order(battle: &Battle, order: &Order, line: &mut String) -> std::fmt::Result {
    let hex = |spot: Spot| {
        let at = battle.field.col_row(spot);
        format!("{},{}", at.0, at.1)
    };
    let target = |target: Target| match target {
        Target::Unit(unit) => battle.sheet(unit).name.clone(),
        Target::Hex(spot) => hex(spot),
    };
    let item = |item: ItemId| &battle.data.item(item).id;
    match *order {
        Order::Move { to, pace, allow_hazards, press_on, reserve } => {
            write!(line, "move {}", hex(to))?;
            if pace != Pace::Walk {
                write!(line, " {}", pace.name())?;
            }
            line.push_str(if allow_hazards { " hazards" } else { "" });
            line.push_str(if press_on { " press-on" } else { "" });
            if reserve > 0 {
                write!(line, " reserve {reserve}")?;
            }
            Ok(())
        }
        Order::Disengage(dir) => write!(line, "disengage {}", dir.name()),
        Order::Turn(dir) => write!(line, "turn {}", dir.name()),
        Order::TakeCover { step, toward, cover } => {
            let how = if cover == Cover::Full { "full" } else { "half" };
            write!(line, "cover {} {how}", toward.name())?;
            step.map_or(Ok(()), |step| write!(line, " step {}", step.name()))
        }
        Order::Prone => write!(line, "prone"),
        Order::Stand => write!(line, "stand"),
        Order::Attack { target: at, mode, head, force } => {
            let head = if head { " head" } else { "" };
            let force = if force { " force" } else { "" };
            write!(line, "attack {}{head}{force} at {}", mode.name(), target(at))
        }
        Order::Throw { item: thrown, at, live } => {
            let verb = if live { "throw" } else { "toss" };
            write!(line, "{verb} {} at {}", item(thrown), hex(at))
        }
        Order::Prepare(grenade) => write!(line, "prepare {}", item(grenade)),
        Order::Use { item: used, on } => {
            write!(line, "use {} on {}", item(used), battle.sheet(on).name)
        }
        Order::Cast { ability, target: at } => {
            write!(line, "cast {} at {}", battle.data.ability(ability).id, target(at))
        }
        Order::Reload => write!(line, "reload"),
        Order::Switch => write!(line, "switch"),
        Order::Door(at) => write!(line, "door {}", hex(at)),
        Order::Interact(object) => write!(line, "interact {}", battle.objects[object].name),
        Order::PickUp(lying) => write!(line, "pick-up {}", item(lying)),
        Order::Ready { max_shots, min_accuracy } => {
            write!(line, "ready {max_shots} {min_accuracy}")
        }
        Order::Suppress(at) => write!(line, "suppress {}", hex(at)),
        Order::Exit => write!(line, "exit"),
        Order::End => write!(line, "end"),
    }
}

/// The unit that has this sign on the map as text, if it has it alone; in the
/// other case, if nobody has the very sign.
fn marked(battle: &Battle, text: &str, known: impl Fn(&UnitId) -> bool) -> Option<UnitId> {
    let mut signs = text.chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else { return None };
    let fit = |fits: &dyn Fn(char) -> bool| -> Vec<UnitId> {
        battle.units().filter(|unit| known(unit) && fits(mark(battle, *unit))).collect()
    };
    let mut units = fit(&|mark| mark == sign);
    if units.is_empty() {
        units = fit(&|mark| mark.eq_ignore_ascii_case(&sign));
    }
    match units[..] {
        [unit] => Some(unit),
        _ => None,
    }
}

/// The unit that is meant by its name, in whatever case, or by its sign on the
/// map.
pub fn unit_named(
    battle: &Battle,
    text: &str,
    known: impl Fn(&UnitId) -> bool + Copy,
) -> Option<UnitId> {
    let name = |unit: &UnitId| battle.sheet(*unit).name.as_str();
    let all = || battle.units().filter(known);
    let exactly = all().find(|unit| name(unit) == text);
    let alike = || all().find(|unit| name(unit).eq_ignore_ascii_case(text));
    exactly.or_else(alike).or_else(|| marked(battle, text, known))
}
