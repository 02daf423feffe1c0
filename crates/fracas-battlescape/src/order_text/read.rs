//! Lines read as orders.

use super::words::{direction, hex, hex_first, mode_named, number};
use super::{VERBS, marked, meant, unit_named};
use crate::battle::{Battle, UnitId};
use crate::data::{AbilityId, FireMode, ItemId};
use crate::field::Spot;
use crate::orders::{Order, Pace, Refused, Target, refuse};
use crate::state::Cover;
use crate::view::View;

/// Reaction shots of `ready` where none are given (B-211).
const SHOTS: u8 = 1;
/// Least accuracy of `ready` where none is given (B-211).
const ACCURACY: u8 = 20;

/// What may stand behind the hex of a move.
const WAYS: &[&str] = &["walk", "run", "crouch", "hazards", "press-on", "reserve"];

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
        let near = meant(line.trim_end(), &["end phase"]);
        return refuse(format!(
            "`{line}` does not begin with the name of a unit and a colon{near}"
        ));
    };
    if view.is_some_and(|view| !view.is_own(unit) && !view.has_lost(unit)) {
        return refuse(format!("{} is not yours to command", battle.sheet(unit).name));
    }
    Ok((unit, read_order(battle, words, view)?))
}

/// Reads an order without the unit's name.
pub fn read_order(battle: &Battle, line: &str, view: Option<&View<'_>>) -> Result<Order, Refused> {
    let reader = Reader { battle, view };
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match verb.to_ascii_lowercase().as_str() {
        "move" => reader.movement(rest),
        "disengage" => Ok(Order::Disengage(direction(rest)?)),
        "turn" => Ok(Order::Turn(direction(rest)?)),
        "cover" => reader.cover(rest),
        "prone" => alone("prone", rest, Order::Prone),
        "stand" => alone("stand", rest, Order::Stand),
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
        "reload" => alone("reload", rest, Order::Reload),
        "switch" => alone("switch", rest, Order::Switch),
        "door" => Ok(Order::Door(reader.hex(rest)?)),
        "interact" => reader.object(rest),
        "pick-up" => Ok(Order::PickUp(reader.item(rest)?)),
        "ready" => ready(rest),
        "suppress" => Ok(Order::Suppress(reader.hex(rest)?)),
        "exit" => alone("exit", rest, Order::Exit),
        "end" => end(rest),
        _ => refuse(format!("`{verb}` is no order{}", meant(verb, VERBS))),
    }
}

/// An order of one word, behind which nothing may stand.
fn alone(verb: &str, rest: &str, order: Order) -> Result<Order, Refused> {
    match rest {
        "" => Ok(order),
        _ => refuse(format!("`{rest}` is not understood after `{verb}`; did you mean `{verb}`?")),
    }
}

/// `end`, which is not to end a unit's turn where the whole squad's is meant.
fn end(rest: &str) -> Result<Order, Refused> {
    let first = rest.split_whitespace().next().unwrap_or_default();
    if rest.eq_ignore_ascii_case("phase") {
        return refuse("`end phase` is for the whole squad, not for one unit; did you mean `end`?");
    }
    match meant(first, &["phase"]).is_empty() {
        true => alone("end", rest, Order::End),
        false => {
            refuse(format!("`{rest}` is not understood after `end`; did you mean `end phase`?"))
        }
    }
}

fn ready(rest: &str) -> Result<Order, Refused> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number_at = |place: usize, none: u8| words.get(place).map_or(Ok(none), |word| number(word));
    let (max_shots, min_accuracy) = (number_at(0, SHOTS)?, number_at(1, ACCURACY)?);
    let verb = format!("ready {max_shots} {min_accuracy}");
    let more = words.get(2..).unwrap_or_default().join(" ");
    alone(&verb, &more, Order::Ready { max_shots, min_accuracy })
}

struct Reader<'a> {
    battle: &'a Battle,
    view: Option<&'a View<'a>>,
}

impl<'a> Reader<'a> {
    fn movement(&self, rest: &str) -> Result<Order, Refused> {
        let (to, rest) = hex_first(self.battle, rest)?;
        let mut words = rest.split_whitespace();
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
                _ => {
                    let (ways, near) = (WAYS.join(", "), meant(word, WAYS));
                    return refuse(format!("`{word}` is no way to move: {ways}{near}"));
                }
            }
        }
        Ok(Order::Move { to, pace, allow_hazards, press_on, reserve })
    }

    fn cover(&self, rest: &str) -> Result<Order, Refused> {
        let mut words = rest.split_whitespace();
        let toward = direction(words.next().unwrap_or_default())?;
        let (mut cover, mut step) = (Cover::Half, None);
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "half" => cover = Cover::Half,
                "full" => cover = Cover::Full,
                "step" => step = Some(direction(words.next().unwrap_or_default())?),
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
        // What is before the target may stand behind it too, unless that is
        // part of a name.
        let mut at = at.trim();
        let target = loop {
            let target = self.target(at);
            let last = at.rsplit_once(char::is_whitespace).filter(|_| target.is_err());
            match last.map(|(before, word)| (before, word.to_ascii_lowercase())) {
                Some((before, word)) if word == "head" => (at, head) = (before.trim_end(), true),
                Some((before, word)) if word == "force" => (at, force) = (before.trim_end(), true),
                _ => break target?,
            }
        };
        Ok(Order::Attack { target, mode, head, force })
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
