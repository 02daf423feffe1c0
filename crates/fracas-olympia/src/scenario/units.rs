//! Units of a stack (E-1, E-2, E-3, E-13, E-18).

use std::cell::LazyCell;

use fracas_core::document::{Checked, Diagnostics, Place, suggestion};

use super::names::Names;
use crate::battle::{Item, Noble, SideId, Unit, WrittenRatings};
use crate::kinds::{Kind, KindId};
use crate::rules::limits;

/// Adds the units of a stack.
pub fn read_stack(
    table: &Checked,
    side: SideId,
    kinds: &[Kind],
    units: &mut Vec<Unit>,
    names: &mut Names,
    out: &mut Diagnostics,
) {
    let first = units.len();
    let stack = table.tables("stack");
    // What is beyond the limit is counted by `check_limits`.
    let stack = &stack[..stack.len().min(limits::UNITS)];
    if stack.is_empty() && table.has("stack") {
        out.error("E-3", &table.place("stack"), "the stack is empty")
            .help("each unit needs a noble, and a stack is led by one");
    }
    for unit in stack {
        read_unit(unit, side, kinds, units, names, out);
    }
    nest(stack, first, units, out);
}

fn read_unit(
    table: &Checked,
    side: SideId,
    kinds: &[Kind],
    units: &mut Vec<Unit>,
    names: &mut Names,
    out: &mut Diagnostics,
) {
    let noble = read_noble(table, kinds, out);
    names.add(&noble, table.place("noble"), side);
    let prisoners = table.tables("prisoners");
    let read_prisoner = |held: &Checked| {
        let noble = read_noble(held, kinds, out);
        names.add(&noble, held.place("noble"), side);
        noble
    };
    units.push(Unit {
        prisoners: prisoners.iter().map(read_prisoner).collect(),
        noble,
        under: None,
        row: table.whole("behind").unwrap_or(0) as u8,
        men: read_men(table, kinds, out),
        items: table.tables("items").iter().map(read_item).collect(),
        goods: read_goods(table, kinds, out),
        bands: 0..0,
        side,
    });
}

fn read_noble(table: &Checked, kinds: &[Kind], out: &mut Diagnostics) -> Noble {
    let rating = |key| table.whole(key).map(|rating| rating as u32);
    let kind = table.text("kind").and_then(|key| {
        let fighters = || kinds.iter().filter(|kind| !kind.engine).map(|kind| kind.key.as_str());
        let found = kinds.iter().position(|kind| kind.key == key && !kind.engine);
        if found.is_none() {
            let engine = kinds.iter().any(|kind| kind.key == key);
            let what = if engine { "an engine, not a fighter" } else { "no known kind" };
            out.error("E-18", &table.place("kind"), format!("`{key}` is {what}"))
                .help(suggestion(key, fighters()));
        }
        found.map(KindId)
    });
    let name = table.text("noble");
    if name == Some("") {
        out.error("E-3", &table.place("noble"), "the noble has no name")
            .help("each unit needs a noble");
    }
    check_name(name.unwrap_or_default(), &table.place("noble"), out);
    Noble {
        name: name.unwrap_or_default().to_owned(),
        code: table.text("code").map(str::to_owned),
        kind,
        written: WrittenRatings {
            attack: rating("attack"),
            defense: rating("defense"),
            missile: rating("missile"),
        },
        health: table.whole("health").unwrap_or(100) as u8,
        ill: table.flag("ill").unwrap_or(false),
        survive_fatal: table.flag("survive_fatal").unwrap_or(false),
    }
}

/// O-94: how long a name may be.
pub fn check_name(name: &str, place: &Place, out: &mut Diagnostics) {
    let length = name.chars().count();
    if length > limits::NAME {
        let message = format!("a name of {length} characters; allowed are {}", limits::NAME);
        out.error("E-2", place, message);
    }
}

/// E-1: men and engines by kind; a count of 0 is none.
fn read_men(table: &Checked, kinds: &[Kind], out: &mut Diagnostics) -> Vec<(KindId, u32)> {
    let mut men = Vec::new();
    for (key, item) in table.map("men") {
        let Some(index) = kinds.iter().position(|kind| kind.key == key) else {
            if !out.is_one_too_many() {
                let place = item.key_place();
                out.error("E-1", &place, format!("{place} is no known kind of man or engine"))
                    .help(suggestion(key, kinds.iter().map(|kind| kind.key.as_str())));
            }
            continue;
        };
        if let Some(count) = item.whole().filter(|&count| count > 0) {
            men.push((KindId(index), count as u32));
        }
    }
    men
}

/// E-1: goods may have any name but that of a kind.
fn read_goods(table: &Checked, kinds: &[Kind], out: &mut Diagnostics) -> Vec<(String, u64)> {
    let mut goods = Vec::new();
    for (key, item) in table.map("goods") {
        check_name(key, &item.key_place(), out);
        if kinds.iter().any(|kind| kind.key == key) {
            let place = item.key_place();
            out.error("E-1", &place, format!("{place} is a kind of man or engine"))
                .help("men belong under `men`");
        } else if let Some(count) = item.whole().filter(|&count| count > 0) {
            goods.push((key.to_owned(), count as u64));
        }
    }
    goods
}

fn read_item(table: &Checked) -> Item {
    let bonus = |key| table.whole(key).unwrap_or(0) as u32;
    Item {
        name: table.text("name").unwrap_or_default().to_owned(),
        code: table.text("code").map(str::to_owned),
        attack: bonus("attack"),
        defense: bonus("defense"),
        missile: bonus("missile"),
    }
}

/// O-94: units and men of a side, allies included.
pub fn check_limits(side: &Checked, units: &[Unit], out: &mut Diagnostics) {
    let place = side.here();
    let stacks = std::iter::once(side).chain(side.tables("ally"));
    let count: usize = stacks.map(|stack| stack.tables("stack").len()).sum();
    if count > limits::UNITS {
        out.error("E-2", &place, format!("{count} units; allowed are {} a side", limits::UNITS));
    }
    let men: u64 =
        units.iter().flat_map(|unit| &unit.men).map(|(_, count)| u64::from(*count)).sum();
    if men > limits::MEN_OF_SIDE {
        let message = format!("{men} men and engines; allowed are {} a side", limits::MEN_OF_SIDE);
        out.error("E-2", &place, message);
    }
}

/// E-13: finds whom each unit is under, and checks that the stack is written
/// depth first.
fn nest(stack: &[Checked], first: usize, units: &mut [Unit], out: &mut Diagnostics) {
    let names: Vec<String> = units[first..].iter().map(|unit| unit.noble.name.clone()).collect();
    let order = LazyCell::new(|| depth_first(stack, &names));
    let order = || order.as_ref().map(|order| format!("an order that would do: {order}"));
    for (index, table) in stack.iter().enumerate() {
        let place = table.place("under");
        let over = match table.text("under") {
            None if index == 0 => continue,
            None => 0,
            Some(over) => match find_over(over, index, &names, order) {
                Ok(over) => over,
                Err((message, help)) => {
                    out.error("E-13", &place, message).help(help);
                    // As if nothing were written, lest one mistake be two.
                    units[first + index].under = (index > 0).then_some(first);
                    continue;
                }
            },
        };
        units[first + index].under = Some(first + over);
        // Depth first: under the unit just before, or under one of those above it.
        let mut above = (index > 0).then(|| first + index - 1);
        while above.is_some_and(|unit| unit != first + over) {
            above = above.and_then(|unit| units[unit].under);
        }
        if above.is_none() {
            let place = if table.has("under") { place } else { table.here() };
            let message =
                format!("{} stands apart from {}, whom he is under", names[index], names[over]);
            out.error("E-13", &place, message).help(order().unwrap_or_default());
        }
    }
}

/// Whom a unit is under; else what is wrong with it, and what would be right.
fn find_over(
    over: &str,
    index: usize,
    names: &[String],
    order: impl Fn() -> Option<String>,
) -> Result<usize, (String, String)> {
    let found = names.iter().position(|name| name == over);
    let message = match found {
        _ if index == 0 => {
            let message = "the first unit is the leader's and is under nobody";
            return Err((message.to_owned(), "leave out `under`".to_owned()));
        }
        Some(found) if found == index => format!("{over} cannot be under himself"),
        Some(found) if found > index => format!("{over} is written after the unit under him"),
        None => format!("nobody in this stack is called {over}"),
        Some(found) => return Ok(found),
    };
    let later = found.is_some_and(|found| found > index);
    let earlier =
        || format!("he can be under one written before him: {}", names[..index].join(", "));
    let help = order().filter(|_| later).unwrap_or_else(earlier);
    Err((message, help))
}

/// The stack with every unit right behind the one it is under; none if units
/// are under each other in a circle.
fn depth_first(stack: &[Checked], names: &[String]) -> Option<String> {
    let over = |index: usize| {
        let over = stack[index].text("under")?;
        names.iter().position(|name| name == over)
    };
    let mut under_each: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    for unit in (1..names.len()).rev() {
        under_each[over(unit).unwrap_or(0)].push(unit);
    }
    let mut order = Vec::new();
    let mut waiting = vec![0];
    while let Some(unit) = waiting.pop() {
        order.push(names[unit].as_str());
        waiting.append(&mut under_each[unit]);
    }
    (order.len() == names.len()).then(|| order.join(", "))
}
