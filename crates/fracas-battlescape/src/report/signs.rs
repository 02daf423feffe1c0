//! What a map as text shows besides the ground and those on it: objects, items,
//! zones that matter, and heights.

use super::words;
use crate::battle::{Battle, Object, Objective, Task, Zone};
use crate::data::Data;
use crate::field::{Field, Spot};
use crate::state::{Carried, State};
use crate::view::View;

/// Behind a hex about which there is nothing to say.
pub const NOTHING: char = ' ';
/// An object, where nobody stands on it.
pub const OBJECT: char = '*';
/// Behind a hex with items.
const ITEM: char = '"';

/// Signs of a map.
pub struct Signs<'a> {
    data: &'a Data,
    objects: &'a [Object],
    /// Zones that matter, each with its letter.
    zones: Vec<(char, &'a Zone)>,
    items: Vec<(Spot, Carried)>,
    /// Whether there is any height to be shown.
    pub heights: bool,
}

impl<'a> Signs<'a> {
    /// All there are.
    pub fn true_ones(battle: &'a Battle, state: &State) -> Self {
        Self {
            data: &battle.data,
            objects: &battle.objects,
            zones: lettered(&battle.zones, battle.objectives.iter()),
            items: state.ground.items.clone(),
            heights: battle.elevation.iter().any(|level| *level > 0),
        }
    }

    /// Those that a side knows of: it has been told where it is to go.
    pub fn known(view: &View<'a>) -> Self {
        let goals = view.every_objective().map(|(objective, _)| objective);
        Self {
            data: view.data(),
            objects: view.objects(),
            zones: lettered(view.zones(), goals),
            items: view.items().collect(),
            heights: view.field().spots().any(|spot| view.elevation(spot) > 0),
        }
    }

    /// Whether an object stands on a hex.
    pub fn has_object(&self, spot: Spot) -> bool {
        self.objects.iter().any(|object| object.at == spot)
    }

    /// What stands behind a hex of this height.
    pub fn tail(&self, spot: Spot, height: i16) -> char {
        let zone = || self.zones.iter().find(|(_, zone)| zone.spots.has(spot));
        if self.items.iter().any(|(at, _)| *at == spot) {
            ITEM
        } else if let Some((letter, _)) = zone() {
            *letter
        } else {
            let digit = u32::try_from(height).ok().filter(|height| *height > 0);
            digit.and_then(|height| char::from_digit(height.min(9), 10)).unwrap_or(NOTHING)
        }
    }

    /// Zones, objects and items with their signs.
    pub fn legend(&self, field: &Field) -> String {
        let zones = self.zones.iter().map(|(letter, zone)| {
            let exit = if zone.exit { " (exit)" } else { "" };
            let danger = match zone.danger {
                0 => String::new(),
                danger => format!(" (danger {danger})"),
            };
            format!("{letter} {}{exit}{danger}", zone.name)
        });
        let objects = self.objects.iter();
        let objects = objects.map(|thing| {
            let kind = if thing.kind == thing.name { "" } else { &thing.kind };
            format!("{OBJECT} {} {} {kind}", thing.name, field.col_row(thing.at))
                .trim_end()
                .to_owned()
        });
        let mut lying: Vec<String> = Vec::new();
        for (at, carried) in &self.items {
            let item = &self.data.item(carried.item).id;
            let words = format!("{ITEM} {item} {}", field.col_row(*at));
            if !lying.contains(&words) {
                lying.push(words);
            }
        }
        let lists = [("Zones", zones.collect()), ("Objects", objects.collect()), ("Items", lying)];
        let lists = lists.into_iter().filter(|(_, list): &(&str, Vec<String>)| !list.is_empty());
        lists.map(|(head, list)| words::listed(head, &list)).collect()
    }
}

/// Exits, zones of danger and those that objectives are about, with the first
/// letter of their name where that is free.
fn lettered<'a>(
    zones: &'a [Zone],
    goals: impl Iterator<Item = &'a Objective>,
) -> Vec<(char, &'a Zone)> {
    let meant: Vec<usize> = goals.filter_map(|goal| zone_of(&goal.task)).collect();
    let mut lettered: Vec<(char, &Zone)> = Vec::new();
    for (place, zone) in zones.iter().enumerate() {
        if !zone.exit && zone.danger == 0 && !meant.contains(&place) {
            continue;
        }
        let own = zone.name.chars().next().map(|letter| letter.to_ascii_uppercase());
        let letters = own.into_iter().filter(char::is_ascii_uppercase);
        let letters = letters.chain('A'..='Z').chain('a'..='z');
        let is_free = |one: &char| lettered.iter().all(|(letter, _)| letter != one);
        let letter = letters.into_iter().find(is_free).unwrap_or('+');
        lettered.push((letter, zone));
    }
    lettered
}

/// The zone that a task is about.
pub fn zone_of(task: &Task) -> Option<usize> {
    match task {
        Task::Reach(zone, _) | Task::Hold(zone, _) | Task::Escape(zone, _) => Some(*zone),
        Task::Rescue { to, .. } => *to,
        _ => None,
    }
}
