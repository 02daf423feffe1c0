//! What a map as text shows on each hex: two signs, the first for who or what is
//! there, the second for its height or, where it has none, for what had no room
//! in the first. What has room in neither is named with its hex by the legend.

use crate::battle::{Battle, Object, Objective, Side, Task, Zone};
use crate::data::{Data, Sight, Terrain, TerrainId};
use crate::field::Spot;
use crate::state::{Carried, State};
use crate::view::View;

use super::ascii::mark;

/// What hides behind the fog, and what stands behind a hex about which there is
/// nothing more to say.
pub const NOTHING: (Ink, char) = (Ink::Open, ' ');
/// An object, where nobody stands on it.
pub const OBJECT: char = '*';
/// Items on open ground.
pub const ITEM: char = '"';
/// A burning hex.
pub const FIRE: char = '^';
/// A hex full of smoke.
pub const SMOKE: char = '%';
/// Where an enemy was seen last (B-98).
pub const GHOST: char = '?';
/// What a motion scanner marked (B-99).
pub const MARK: char = '!';
/// A zone for which no letter is left.
const UNLETTERED: char = '_';

/// What a sign stands for, and so how it is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Somebody of a side.
    Side(Side),
    /// An object or an item.
    Thing,
    /// A zone.
    Zone,
    /// Fire, smoke, and what moved.
    Alarm,
    /// Ground that hinders or covers.
    Ground,
    /// Open ground.
    Open,
    /// How high a hex lies.
    Height,
}

/// A hex as it is drawn.
pub struct Cell {
    /// Who or what is there.
    pub sign: (Ink, char),
    /// What stands behind it.
    pub tail: (Ink, char),
    /// The ground, if it is what the sign shows.
    pub ground: Option<TerrainId>,
}

impl Cell {
    /// A hex that nobody knows.
    pub const UNKNOWN: Self = Self { sign: NOTHING, tail: NOTHING, ground: None };

    /// Whether it shows a zone.
    pub fn shows(&self, letter: char) -> bool {
        [self.sign, self.tail].contains(&(Ink::Zone, letter))
    }
}

/// What is known of a hex.
pub struct Known {
    /// Who is there, or what is more urgent than anything lying there.
    pub first: Option<(Ink, char)>,
    /// Whether it is full of smoke.
    pub smoke: bool,
    /// The ground.
    pub terrain: Option<TerrainId>,
    /// Its height.
    pub height: i16,
}

/// Signs of a map.
pub struct Signs<'a> {
    /// The data.
    pub data: &'a Data,
    /// Objects.
    pub objects: &'a [Object],
    /// Zones that matter, each with its letter.
    pub zones: Vec<(char, &'a Zone)>,
    /// What lies about.
    pub items: Vec<(Spot, Carried)>,
}

impl<'a> Signs<'a> {
    /// All there are.
    pub fn true_ones(battle: &'a Battle, state: &State) -> Self {
        let marks: Vec<char> = battle.units().map(|unit| mark(battle, unit)).collect();
        Self {
            data: &battle.data,
            objects: &battle.objects,
            zones: lettered(&battle.data, &battle.zones, battle.objectives.iter(), &marks),
            items: state.ground.items.clone(),
        }
    }

    /// Those that a side knows of: it has been told where it is to go.
    pub fn known(view: &View<'a>) -> Self {
        let goals = view.every_objective().map(|(objective, _)| objective);
        let marks: Vec<char> = view.in_view().map(|seen| view.mark(seen.unit)).collect();
        Self {
            data: view.data(),
            objects: view.objects(),
            zones: lettered(view.data(), view.zones(), goals, &marks),
            items: view.items().collect(),
        }
    }

    /// The ground alone.
    pub fn without_notes(self) -> Self {
        Self { zones: Vec::new(), items: Vec::new(), ..self }
    }

    /// How a hex is drawn.
    pub fn cell(&self, spot: Spot, known: &Known) -> Cell {
        let terrain = known.terrain.map(|id| self.data.terrain(id));
        let hinders = terrain.filter(|terrain| !is_open(terrain));
        let object = self.objects.iter().any(|object| object.at == spot);
        let item = self.items.iter().any(|(at, _)| *at == spot).then_some((Ink::Thing, ITEM));
        let zone = self.zones.iter().find(|(_, zone)| zone.spots.has(spot));
        let zone = zone.map(|(letter, _)| (Ink::Zone, *letter));
        let sign = known
            .first
            .or(object.then_some((Ink::Thing, OBJECT)))
            .or(known.smoke.then_some((Ink::Alarm, SMOKE)))
            .or(hinders.map(|terrain| (Ink::Ground, terrain.glyph)))
            .or(item)
            .or(zone)
            .or(terrain.map(|terrain| (Ink::Open, terrain.glyph)))
            .unwrap_or(NOTHING);
        let digit = u32::try_from(known.height).ok().filter(|height| *height > 0);
        let height = digit.and_then(|height| char::from_digit(height.min(9), 10));
        let tail = height
            .map(|digit| (Ink::Height, digit))
            .or(zone.filter(|zone| *zone != sign))
            .or(item.filter(|item| *item != sign))
            .unwrap_or(NOTHING);
        let shown = matches!(sign.0, Ink::Ground | Ink::Open);
        Cell { sign, tail, ground: known.terrain.filter(|_| shown) }
    }
}

/// Ground that neither hinders nor covers nor hurts anybody.
fn is_open(terrain: &Terrain) -> bool {
    terrain.walk == Some(0)
        && terrain.sight == Sight::Clear
        && terrain.cover == 0
        && terrain.hazard == 0
        && terrain.door.is_none()
        && !terrain.swim
        && !terrain.water
}

/// Exits, zones of danger and those that objectives are about, each with the
/// first letter of its name that means nothing else on a map.
fn lettered<'a>(
    data: &Data,
    zones: &'a [Zone],
    goals: impl Iterator<Item = &'a Objective>,
    marks: &[char],
) -> Vec<(char, &'a Zone)> {
    let meant: Vec<usize> = goals.filter_map(|goal| zone_of(&goal.task)).collect();
    let mut lettered: Vec<(char, &Zone)> = Vec::new();
    for (place, zone) in zones.iter().enumerate() {
        if !zone.exit && zone.danger == 0 && !meant.contains(&place) {
            continue;
        }
        let own = zone.name.chars().map(|letter| letter.to_ascii_uppercase());
        let mut letters = own.filter(char::is_ascii_uppercase).chain('A'..='Z');
        let is_free = |one: &char| {
            lettered.iter().all(|(letter, _)| letter != one)
                && data.terrain_drawn(*one).is_none()
                && !marks.contains(one)
        };
        lettered.push((letters.find(is_free).unwrap_or(UNLETTERED), zone));
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
