//! What can be fought but was hardly meant (§23).

mod danger;
mod hunt;
mod means;
mod walk;
mod winnable;

use fracas_core::document::{Checked, Diagnostics, Place};

use super::Map;
use super::units::{Recruit, Roster};
use crate::battle::{Object, Objective, Side, Task, UnitId, Zone};
use crate::data::{Data, ItemId, Mode};
use crate::field::{Spot, Spots};
use crate::generate::on_foot;

/// Everything the warnings look at.
pub struct Scene<'a> {
    /// The file.
    pub file: &'a Checked,
    /// The data.
    pub data: &'a Data,
    /// The map.
    pub map: &'a Map,
    /// Who fights.
    pub roster: &'a Roster,
    /// Where they begin.
    pub spots: &'a [Option<Spot>],
    /// What lies on the ground.
    pub lying: Vec<ItemId>,
    /// The objects.
    pub objects: &'a [Object],
    /// The zones.
    pub zones: &'a [Zone],
    /// What is to be done.
    pub objectives: &'a [Objective],
}

impl Scene<'_> {
    /// Gives all warnings of a scenario without errors.
    pub fn warn(&self, out: &mut Diagnostics) {
        self.warn_of_idleness(out);
        self.warn_of_dear_weapons(out);
        if !self.warn_of_solitude(out) {
            self.warn_of_hermits(out);
        }
        self.warn_of_mercy(out);
        self.warn_of_hopelessness(out);
        if let Some(reached) = self.reached() {
            self.warn_of_spawns(&reached, out);
            self.warn_of_objectives(&reached, out);
        }
    }

    fn players(&self) -> impl Iterator<Item = (usize, &Recruit)> {
        let recruits = self.roster.recruits.iter().enumerate();
        recruits.filter(|(_, recruit)| recruit.sheet.side == Side::Player)
    }

    /// Everybody holds a place although the battle is about going somewhere.
    fn warn_of_idleness(&self, out: &mut Diagnostics) {
        let idle = self.players().all(|(_, recruit)| recruit.sheet.mode == Mode::Hold);
        let goal = self.objectives.iter().find(|objective| objective.primary);
        let moves = goal.filter(|goal| needs_movement(&goal.task));
        if let Some(goal) = moves.filter(|_| idle && self.players().next().is_some()) {
            let message =
                format!("all player units are on `hold`, but `{}` needs movement", goal.name);
            out.warning("B-272", &self.file.key_place("squad"), message);
        }
    }

    /// What the player's units reach on foot; none if all of them fly.
    fn reached(&self) -> Option<Spots> {
        let walkers: Vec<Spot> = self
            .players()
            .filter(|(_, recruit)| !recruit.sheet.flies)
            .filter_map(|(unit, _)| self.spots[unit])
            .collect();
        (!walkers.is_empty()).then(|| on_foot(self.map, self.data, walkers))
    }

    fn warn_of_spawns(&self, reached: &Spots, out: &mut Diagnostics) {
        for (number, squad) in self.roster.squads.iter().enumerate() {
            let Some(zone) = squad.spawn.filter(|_| squad.side != Side::Player) else { continue };
            let units = self.roster.recruits.iter().zip(self.spots);
            let mut own =
                units.filter(|(recruit, _)| recruit.squad == number && recruit.at.is_none());
            if own.any(|(_, spot)| spot.is_some_and(|spot| !reached.has(spot))) {
                unreachable(
                    &format!("the zone `{}`", self.map.zones[zone].0),
                    &squad.spawn_place,
                    out,
                );
            }
        }
    }

    fn warn_of_objectives(&self, reached: &Spots, out: &mut Diagnostics) {
        for (objective, entry) in self.objectives.iter().zip(self.file.tables("objective")) {
            let zone = |zone: usize, key: &str, out: &mut Diagnostics| {
                let (name, spots) = &self.map.zones[zone];
                if !spots.iter().any(|spot| reached.has(spot)) {
                    unreachable(&format!("the zone `{name}`"), &entry.place(key), out);
                }
            };
            let unit = |unit: UnitId, key: &str, out: &mut Diagnostics| {
                let sheet = &self.roster.recruits[unit.index()].sheet;
                if self.spots[unit.index()].is_some_and(|spot| !self.is_near(spot, reached)) {
                    unreachable(&sheet.name, &entry.place(key), out);
                }
            };
            match &objective.task {
                Task::Reach(at, _) | Task::Hold(at, _) | Task::Escape(at, _) => {
                    zone(*at, "zone", out);
                }
                Task::Rescue { units, to, .. } => {
                    let exits = || self.zones.iter().filter(|zone| zone.exit);
                    match to {
                        Some(to) => zone(*to, "to", out),
                        None if !exits()
                            .any(|exit| exit.spots.iter().any(|spot| reached.has(spot))) =>
                        {
                            unreachable("the way out", &entry.place("kind"), out);
                        }
                        None => {}
                    }
                    for who in units.iter() {
                        unit(who, if entry.has("unit") { "unit" } else { "units" }, out);
                    }
                }
                Task::Capture(who) => unit(*who, "unit", out),
                Task::Interact(object) => {
                    let object = &self.objects[*object];
                    if !self.is_near(object.at, reached) {
                        unreachable(&object.name, &entry.place("object"), out);
                    }
                }
                Task::Eliminate | Task::Assassinate(_) | Task::Survive(_) | Task::Protect(..) => {}
            }
        }
    }

    /// Whether a hex or a neighbour of it is reached.
    fn is_near(&self, spot: Spot, reached: &Spots) -> bool {
        self.map.field.within(spot, 1).any(|hex| reached.has(hex))
    }
}

fn unreachable(what: &str, place: &Place, out: &mut Diagnostics) {
    let message = format!("{what} cannot be reached on foot");
    out.warning("B-32", place, message).help("without swimming, hazards, fire or cliffs");
}

/// Whether an objective cannot be done from where one stands.
fn needs_movement(task: &Task) -> bool {
    match task {
        Task::Reach(..)
        | Task::Hold(..)
        | Task::Interact(_)
        | Task::Rescue { .. }
        | Task::Escape(..)
        | Task::Capture(_) => true,
        Task::Eliminate | Task::Assassinate(_) | Task::Survive(_) | Task::Protect(..) => false,
    }
}
