//! Units that cannot do what they came for (§23): a weapon beyond their time
//! units, two sides or single units that never meet, captors who stun nobody.

use fracas_core::document::Diagnostics;

use super::{Scene, walk};
use crate::battle::{Side, Task};
use crate::data::{DamageType, Data, Dice, Grenade, ItemId, ItemKind, Sight, TerrainId};
use crate::field::{Spot, Spots};
use crate::rules::time::{MOST, PER_PHASE};
use crate::scenario::Map;
use crate::scenario::units::Recruit;

impl Scene<'_> {
    /// B-60, B-63: the cheapest mode of a weapon costs more than its unit has.
    pub(super) fn warn_of_dear_weapons(&self, out: &mut Diagnostics) {
        let mut told = Vec::new();
        for recruit in &self.roster.recruits {
            for armed in &recruit.weapons {
                let weapon = self.data.weapon(armed.weapon);
                let least = weapon.modes.iter().flatten().map(|mode| mode.tu).min();
                let Some(least) = least.filter(|least| *least > PER_PHASE) else { continue };
                // Of units alike one is enough.
                let kind = (recruit.squad, recruit.sheet.class, armed.weapon);
                if told.contains(&kind) {
                    continue;
                }
                told.push(kind);
                let how = match least > MOST {
                    true => format!("nobody ever has more than {MOST}"),
                    false => format!("a turn gives {PER_PHASE}, the rest must be saved up"),
                };
                let message = format!(
                    "{} can hardly use its {}: its cheapest mode costs {least} TU, {how}",
                    recruit.sheet.name, weapon.id
                );
                out.warning("B-63", &recruit.place, message);
            }
        }
    }

    /// No way leads from one side to the other, and nothing that one could see
    /// through either, nor can anybody make a way. Whether it was so.
    pub(super) fn warn_of_solitude(&self, out: &mut Diagnostics) -> bool {
        let alone = !self.can_meet(self.map) && !self.can_meet(&self.broken());
        if alone {
            let message = "the two sides cannot meet: no way leads from one to the other, and \
                           neither can see the other";
            out.warning("B-32", &self.file.key_place("squad"), message)
                .help("a door, a window or a gap would do, or something that breaks walls");
        }
        alone
    }

    /// Whether somebody of one side can see, or get to, where somebody of the
    /// other can get to.
    fn can_meet(&self, map: &Map) -> bool {
        let (ours, theirs) = (self.in_view(map), self.within_reach(map, Side::Enemy));
        ours.is_empty() || theirs.is_empty() || theirs.iter().any(|spot| ours.has(spot))
    }

    /// What the player's units can see from wherever they can get to.
    fn in_view(&self, map: &Map) -> Spots {
        in_view_of(map, self.data, &self.within_reach(map, Side::Player))
    }

    /// The same of single units that are to be killed.
    pub(super) fn warn_of_hermits(&self, out: &mut Diagnostics) {
        let broken = self.broken();
        let views = [self.map, &broken].map(|map| (map, self.in_view(map)));
        let is_met = |unit: usize| {
            let (at, flies) = (self.spots[unit], self.roster.recruits[unit].sheet.flies);
            let meets = |(map, view): &(&Map, Spots)| {
                at.is_none_or(|at| {
                    walk::range(map, self.data, flies, at).iter().any(|to| view.has(to))
                })
            };
            views[0].1.is_empty() || views.iter().any(meets)
        };
        for (objective, entry) in self.objectives.iter().zip(self.file.tables("objective")) {
            let (targets, key): (Vec<usize>, _) = match objective.task {
                Task::Assassinate(unit) => (vec![unit.index()], "unit"),
                Task::Eliminate => (self.units_of(Side::Enemy).collect(), "kind"),
                _ => continue,
            };
            if let Some(unit) = targets.into_iter().find(|unit| !is_met(*unit)) {
                let name = &self.roster.recruits[unit].sheet.name;
                let message =
                    format!("{name} cannot be met: no way leads there, and nobody can see it");
                out.warning("B-32", &entry.place(key), message)
                    .help("a door, a window or a gap would do, or something that breaks walls");
            }
        }
    }

    /// B-255: somebody is to be captured, and nobody has what stuns (B-166, B-191).
    pub(super) fn warn_of_mercy(&self, out: &mut Diagnostics) {
        let flashes = |item: ItemId| {
            matches!(
                self.data.item(item).kind,
                ItemKind::Thrown { what: Grenade::Flash { .. }, .. }
            )
        };
        let stuns = |recruit: &Recruit| {
            recruit.weapons.iter().any(|armed| self.data.weapon(armed.weapon).stun > 0)
                || recruit.items.iter().any(|carried| flashes(carried.item))
        };
        let anybody = self.roster.recruits.iter().any(stuns);
        if anybody || self.lying.iter().any(|item| flashes(*item)) {
            return;
        }
        for (objective, entry) in self.objectives.iter().zip(self.file.tables("objective")) {
            let Task::Capture(unit) = objective.task else { continue };
            let name = &self.roster.recruits[unit.index()].sheet.name;
            let message = format!("{name} cannot be captured: nobody has anything that stuns");
            out.warning("B-255", &entry.place("unit"), message)
                .help("a stun_rod or a flash_grenade would do");
        }
    }

    /// The map with everything broken and burnt down that somebody carries the
    /// means for (B-183, B-191).
    pub(super) fn broken(&self) -> Map {
        let most =
            |dice: Dice| i32::from(dice.count) * i32::from(dice.sides) + i32::from(dice.plus);
        let (mut blast, mut fire) = (0, false);
        for recruit in &self.roster.recruits {
            for weapon in recruit.weapons.iter().map(|armed| self.data.weapon(armed.weapon)) {
                if weapon.blast.is_some() && weapon.damage == DamageType::Kinetic {
                    blast = blast.max(most(weapon.dice));
                }
            }
            for item in &recruit.items {
                match self.data.item(item.item).kind {
                    ItemKind::Thrown {
                        what: Grenade::Blast { dice, damage: DamageType::Kinetic, .. },
                        ..
                    } => blast = blast.max(most(dice)),
                    ItemKind::Thrown { what: Grenade::Fire { .. }, .. } => fire = true,
                    _ => {}
                }
            }
        }
        let left = |id: &TerrainId| {
            let terrain = self.data.terrain(*id);
            match terrain.tough.is_some_and(|tough| blast >= i32::from(tough)) {
                true => terrain.becomes,
                false if fire && terrain.burns => terrain.burnt,
                false => *id,
            }
        };
        Map { terrain: self.map.terrain.iter().map(left).collect(), ..self.map.clone() }
    }

    /// The units of a side.
    pub(super) fn units_of(&self, side: Side) -> impl Iterator<Item = usize> {
        let recruits = self.roster.recruits.iter().enumerate();
        let own = recruits.filter(move |(_, recruit)| recruit.sheet.side == side);
        own.map(|(unit, _)| unit)
    }

    /// Every hex that somebody of a side can get to.
    fn within_reach(&self, map: &Map, side: Side) -> Spots {
        let mut all = Spots::none(&map.field);
        for unit in self.units_of(side) {
            let (recruit, Some(at)) = (&self.roster.recruits[unit], self.spots[unit]) else {
                continue;
            };
            if recruit.sheet.flies || !all.has(at) {
                let more = walk::range(map, self.data, recruit.sheet.flies, at);
                more.iter().for_each(|spot| all.put(spot));
            }
        }
        all
    }
}

/// Every hex that a line of sight could lead to from some others: whatever
/// is not hidden behind what blocks sight on all sides (B-93). Where ground
/// lies higher than a blocker's top, one may see over it.
fn in_view_of(map: &Map, data: &Data, from: &Spots) -> Spots {
    let highest = map.elevation.iter().copied().max().unwrap_or(0);
    let blocks = |spot: Spot| {
        let terrain = data.terrain(map.terrain[spot.index()]);
        let top = map.elevation[spot.index()] + terrain.height;
        terrain.sight == Sight::Block && terrain.walk.is_none() && top > highest
    };
    let mut seen = from.clone();
    let mut steps: Vec<Spot> = from.iter().collect();
    while let Some(spot) = steps.pop() {
        for (_, step) in map.field.neighbours(spot) {
            if !seen.has(step) && !blocks(step) {
                seen.put(step);
                steps.push(step);
            }
        }
    }
    seen
}
