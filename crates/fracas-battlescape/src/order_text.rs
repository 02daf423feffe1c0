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
//! | attack | `attack aimed at Sectoid 1`, with `head`, `force`; `at 7,3` for a hex |
//! | throw | `throw frag_grenade at 7,3`, or at whom one sees; `toss …` without detonation |
//! | items | `prepare frag_grenade`, `use medikit on Vega`, `pick-up medikit` |
//! | ability | `cast psi_panic at Sectoid 1` |
//! | weapon | `reload`, `switch` |
//! | door, object | `door 7,3`, `interact terminal` |
//! | vigils | `ready 2 30` (shots, accuracy), `suppress 7,3` |
//! | leave, end | `exit`, `end` |

use std::fmt::Write;

use fracas_core::document::nearest;

use crate::battle::{Battle, UnitId};
use crate::data::{AbilityId, FireMode, ItemId};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::{Order, Pace, Refused, Target, refuse};
use crate::report::ascii::mark;
use crate::state::Cover;
use crate::view::View;

/// Reaction shots of `ready` where none are given (B-211).
const SHOTS: u8 = 1;
/// Least accuracy of `ready` where none is given (B-211).
const ACCURACY: u8 = 20;

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

/// Reads a line with a unit and its order. Whoever has a view can order but the
/// own side, and name but whom it sees.
pub fn read(
    battle: &Battle,
    line: &str,
    view: Option<&View<'_>>,
) -> Result<(UnitId, Order), Refused> {
    let line = line.trim_start();
    let known = |unit: &UnitId| view.is_none_or(|view| view.has_name(*unit));
    // A name may hold a colon itself: the longest one that fits is meant.
    let begins = |name: &str| {
        let (written, rest) = line.split_at_checked(name.len())?;
        let rest = rest.trim_start().strip_prefix(':')?;
        written.eq_ignore_ascii_case(name).then_some((written == name, rest))
    };
    let by_name = battle.units().filter(known).filter_map(|unit| {
        let name = &battle.sheet(unit).name;
        begins(name).map(|(exactly, rest)| ((name.len(), exactly), unit, rest))
    });
    let named = by_name.max_by_key(|(fit, ..)| *fit).map(|(_, unit, rest)| (unit, rest));
    let marked = || {
        let (mark, rest) = line.split_once(':')?;
        Some((marked(battle, mark.trim(), known)?, rest))
    };
    let Some((unit, words)) = named.or_else(marked) else {
        return refuse(format!("`{line}` does not begin with the name of a unit and a colon"));
    };
    if view.is_some_and(|view| !view.is_own(unit) && !view.has_lost(unit)) {
        return refuse(format!("{} is not yours to command", battle.sheet(unit).name));
    }
    Ok((unit, read_order(battle, words, view)?))
}

/// The unit that has this sign on the map as text, if it has it alone.
fn marked(battle: &Battle, text: &str, known: impl Fn(&UnitId) -> bool) -> Option<UnitId> {
    let mut signs = text.chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else { return None };
    let mut units = battle.units().filter(|unit| known(unit) && mark(battle, *unit) == sign);
    units.next().filter(|_| units.next().is_none())
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

/// Reads an order without the unit's name.
pub fn read_order(battle: &Battle, line: &str, view: Option<&View<'_>>) -> Result<Order, Refused> {
    let reader = Reader { battle, view };
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match verb.to_ascii_lowercase().as_str() {
        "move" => reader.movement(rest),
        "disengage" => Ok(Order::Disengage(reader.direction(rest)?)),
        "turn" => Ok(Order::Turn(reader.direction(rest)?)),
        "cover" => reader.cover(rest),
        "prone" => Ok(Order::Prone),
        "stand" => Ok(Order::Stand),
        "attack" => reader.attack(rest),
        "throw" | "toss" => {
            let (item, at) = reader.pair(rest, " at ", "throw frag_grenade at 7,3")?;
            let (item, at) = (reader.item(item)?, reader.place(at)?);
            Ok(Order::Throw { item, at, live: verb.eq_ignore_ascii_case("throw") })
        }
        "prepare" => Ok(Order::Prepare(reader.item(rest)?)),
        "use" => {
            let (item, on) = reader.pair(rest, " on ", "use medikit on Vega")?;
            Ok(Order::Use { item: reader.item(item)?, on: reader.unit(on)? })
        }
        "cast" => {
            let (ability, at) = reader.pair(rest, " at ", "cast rally at 7,3")?;
            Ok(Order::Cast { ability: reader.ability(ability)?, target: reader.target(at)? })
        }
        "reload" => Ok(Order::Reload),
        "switch" => Ok(Order::Switch),
        "door" => Ok(Order::Door(reader.hex(rest)?)),
        "interact" => reader.object(rest),
        "pick-up" => Ok(Order::PickUp(reader.item(rest)?)),
        "ready" => reader.ready(rest),
        "suppress" => Ok(Order::Suppress(reader.hex(rest)?)),
        "exit" => Ok(Order::Exit),
        "end" => Ok(Order::End),
        _ => refuse(format!("`{verb}` is no order{}", meant(verb, VERBS))),
    }
}

struct Reader<'a> {
    battle: &'a Battle,
    view: Option<&'a View<'a>>,
}

impl<'a> Reader<'a> {
    fn movement(&self, rest: &str) -> Result<Order, Refused> {
        let mut words = rest.split_whitespace();
        let to = self.hex(words.next().unwrap_or_default())?;
        let (mut pace, mut allow_hazards, mut press_on, mut reserve) =
            (Pace::Walk, false, false, 0);
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "walk" => pace = Pace::Walk,
                "run" => pace = Pace::Run,
                "crouch" => pace = Pace::Crouch,
                "hazards" => allow_hazards = true,
                "press-on" => press_on = true,
                "reserve" => reserve = number(words.next().unwrap_or_default())?,
                _ => return refuse(format!("`{word}` is no way to move")),
            }
        }
        Ok(Order::Move { to, pace, allow_hazards, press_on, reserve })
    }

    fn cover(&self, rest: &str) -> Result<Order, Refused> {
        let mut words = rest.split_whitespace();
        let toward = self.direction(words.next().unwrap_or_default())?;
        let (mut cover, mut step) = (Cover::Half, None);
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "half" => cover = Cover::Half,
                "full" => cover = Cover::Full,
                "step" => step = Some(self.direction(words.next().unwrap_or_default())?),
                _ => return refuse(format!("`{word}` is no cover: half or full")),
            }
        }
        Ok(Order::TakeCover { step, toward, cover })
    }

    fn attack(&self, rest: &'a str) -> Result<Order, Refused> {
        let (how, at) = match rest.split_once(' ') {
            Some((word, at)) if word.eq_ignore_ascii_case("at") => ("", at),
            _ => self.pair(rest, " at ", "attack aimed at 7,3")?,
        };
        let (mut mode, mut head, mut force) = (None, false, false);
        for word in how.split_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "head" => head = true,
                "force" => force = true,
                _ => mode = Some(mode_named(word)?),
            }
        }
        let Some(mode) = mode else {
            let modes = FireMode::ALL.map(FireMode::name).join(", ");
            return refuse(format!("an attack needs a mode of fire: {modes}"));
        };
        Ok(Order::Attack { target: self.target(at)?, mode, head, force })
    }

    fn ready(&self, rest: &str) -> Result<Order, Refused> {
        let mut words = rest.split_whitespace();
        let max_shots = words.next().map_or(Ok(SHOTS), number)?;
        let min_accuracy = words.next().map_or(Ok(ACCURACY), number)?;
        Ok(Order::Ready { max_shots, min_accuracy })
    }

    fn object(&self, name: &str) -> Result<Order, Refused> {
        let objects = &self.battle.objects;
        let exactly = objects.iter().position(|object| object.name == name);
        let alike = || objects.iter().position(|object| object.name.eq_ignore_ascii_case(name));
        exactly.or_else(alike).map(Order::Interact).ok_or_else(|| {
            let known: Vec<&str> = objects.iter().map(|object| object.name.as_str()).collect();
            match name {
                "" if known.is_empty() => Refused("there are no objects to use".to_owned()),
                "" => Refused(format!("an object is missing: {}", known.join(", "))),
                _ => Refused(format!("`{name}` is no object{}", meant(name, &known))),
            }
        })
    }

    /// Splits at the first such word, which stands before a name; `such` is
    /// how it is done.
    fn pair(&self, rest: &'a str, word: &str, such: &str) -> Result<(&'a str, &'a str), Refused> {
        let place = rest.to_ascii_lowercase().find(word);
        let found = place.map(|place| (&rest[..place], &rest[place + word.len()..]));
        found.ok_or_else(|| Refused(format!("`{}` is missing: `{such}`", word.trim())))
    }

    fn direction(&self, name: &str) -> Result<Dir, Refused> {
        Dir::named(&name.to_ascii_uppercase())
            .ok_or_else(|| Refused(format!("`{name}` is no direction")))
    }

    fn hex(&self, text: &str) -> Result<Spot, Refused> {
        hex(self.battle, text)
    }

    /// A hex, or the one where somebody is seen.
    fn place(&self, text: &str) -> Result<Spot, Refused> {
        let seen = |view: &View<'_>| {
            let unit = self.unit(text).ok()?;
            match view.is_own(unit) {
                true => Some(view.mine(unit).at()),
                false => view.seen(unit).map(|seen| seen.at),
            }
        };
        self.view.and_then(seen).map_or_else(|| self.hex(text), Ok)
    }

    fn unit(&self, name: &str) -> Result<UnitId, Refused> {
        let known = |unit: &UnitId| self.view.is_none_or(|view| view.has_name(*unit));
        let found = unit_named(self.battle, name.trim(), known);
        found.ok_or_else(|| Refused(format!("`{name}` is no unit in sight")))
    }

    fn target(&self, text: &str) -> Result<Target, Refused> {
        match self.unit(text) {
            Ok(unit) => Ok(Target::Unit(unit)),
            Err(_) => match self.hex(text) {
                Ok(spot) => Ok(Target::Hex(spot)),
                Err(_) => {
                    refuse(format!("`{text}` is neither a unit in sight nor a hex of the map"))
                }
            },
        }
    }

    fn item(&self, id: &str) -> Result<ItemId, Refused> {
        let place = self.battle.data.items.iter().position(|item| item.id.eq_ignore_ascii_case(id));
        let item = place.map(|place| ItemId(place as u8));
        item.ok_or_else(|| {
            let known: Vec<&str> = self.battle.data.items.iter().map(|item| &*item.id).collect();
            Refused(format!("`{id}` is no item{}", meant(id, &known)))
        })
    }

    fn ability(&self, id: &str) -> Result<AbilityId, Refused> {
        let place = self
            .battle
            .data
            .abilities
            .iter()
            .position(|ability| ability.id.eq_ignore_ascii_case(id));
        let ability = place.map(|place| AbilityId(place as u8));
        ability.ok_or_else(|| {
            let abilities = self.battle.data.abilities.iter();
            let known: Vec<&str> = abilities.map(|ability| &*ability.id).collect();
            Refused(format!("`{id}` is no ability{}", meant(id, &known)))
        })
    }
}

/// The mode of fire of this name.
pub fn mode_named(name: &str) -> Result<FireMode, Refused> {
    let names = FireMode::ALL.map(FireMode::name);
    let known = FireMode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name));
    known.ok_or_else(|| {
        let modes = names.join(", ");
        Refused(format!("`{name}` is no mode of fire: {modes}{}", meant(name, &names)))
    })
}

/// The hex of the map that a text such as `7,3` or `[7,3]` means.
pub fn hex(battle: &Battle, text: &str) -> Result<Spot, Refused> {
    if text.is_empty() {
        return refuse("a hex is missing, such as 7,3".to_owned());
    }
    let field = &battle.field;
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let (col, row) = bare.split_once(',').unwrap_or((bare, ""));
    let place = || field.at(col.trim().parse().ok()?, row.trim().parse().ok()?);
    place().ok_or_else(|| {
        let (cols, rows) = (field.cols() - 1, field.rows() - 1);
        Refused(format!("`{text}` is no hex of the map, which has 0,0 to {cols},{rows}"))
    })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Refused> {
    text.parse().map_err(|_| Refused(format!("`{text}` is not a number that fits here")))
}
