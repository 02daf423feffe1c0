//! Enemies who wait where nobody can come within reach of them in time (§23).
//!
//! All of it errs on the side of the squad: what could bring the two nearer is
//! taken to do so.

use super::Scene;
use crate::battle::{Side, Task};
use crate::data::{AbilityKind, ItemKind, Mode};
use crate::field::Spot;
use crate::report::zone_of;
use crate::rules::morale::is_shaken_at;
use crate::rules::throws::throw_range;
use crate::scenario::units::{Placement, Recruit};

/// How far from its target a blast or a cloud may go off, and a ricochet fly
/// (B-162, B-181).
const ASTRAY: u32 = 4;
/// The farthest a panicked unit runs in a turn (B-222).
const WILD: u32 = 6;

impl Scene<'_> {
    /// The turn in which somebody can come within reach of all who have to be
    /// killed or caught and who stay where they are (B-272), if nothing hinders
    /// anybody; 1 where they may come closer themselves.
    pub(super) fn hunt(&self, task: &Task, limit: u32) -> u32 {
        let prey: Vec<usize> = match *task {
            Task::Assassinate(unit) | Task::Capture(unit) => vec![unit.index()],
            Task::Eliminate => self.units_of(Side::Enemy).collect(),
            _ => return 1,
        };
        let turns = prey.into_iter().filter_map(|unit| self.hunt_for(unit, limit));
        turns.max().unwrap_or(1)
    }

    /// Somebody who has to be killed or caught and stays out of reach.
    pub(super) fn out_of_reach(&self, task: &Task, limit: u32) -> Option<&Recruit> {
        let prey: Vec<usize> = match *task {
            Task::Assassinate(unit) | Task::Capture(unit) => vec![unit.index()],
            Task::Eliminate => self.units_of(Side::Enemy).collect(),
            _ => return None,
        };
        let far = |unit: &usize| self.hunt_for(*unit, limit).is_some_and(|turn| turn > limit);
        prey.into_iter().find(far).map(|unit| &self.roster.recruits[unit])
    }

    /// The same for one; none if it may come closer, or die without the squad.
    fn hunt_for(&self, unit: usize, limit: u32) -> Option<u32> {
        let recruit = &self.roster.recruits[unit];
        let stays = recruit.sheet.side == Side::Enemy && recruit.sheet.mode == Mode::Hold;
        if !stays || self.is_anywhere(recruit) || self.is_unruly() {
            return None;
        }
        // B-275: who keeps a zone goes about in it.
        let at = self.spots[unit]?;
        let aims = self.objectives.iter().filter_map(|objective| zone_of(&objective.task));
        let kept = aims.map(|zone| &self.zones[zone].spots).filter(|spots| spots.has(at));
        let mut places: Vec<Spot> = kept.flat_map(|spots| spots.iter()).collect();
        places.push(at);
        if places.iter().any(|spot| self.hurts(*spot)) {
            return None;
        }
        // Side steps into cover, and fire that spreads (B-111, B-241).
        let panics = self.units_of(Side::Enemy).nth(1).is_some()
            || is_shaken_at(self.data, &recruit.sheet, recruit.morale);
        let strays = limit * (1 + if panics { WILD } else { 0 });
        let turns = self.players().map(|(hunter, armed)| {
            let from = self.spots[hunter].filter(|_| !self.is_anywhere(armed))?;
            let near = places.iter().map(|place| self.map.field.distance(from, *place)).min()?;
            // As if all the way were open ground.
            let way = near.saturating_sub(self.reach_of(armed) + ASTRAY + strays);
            Some(self.turns_for(way * u32::from(self.data.tu.walk), armed.tu.into()))
        });
        let turns: Option<Vec<u32>> = turns.collect();
        turns?.into_iter().min()
    }

    /// Whether dice say where it begins (B-41).
    pub(super) fn is_anywhere(&self, recruit: &Recruit) -> bool {
        recruit.at.is_none() && self.roster.squads[recruit.squad].placement != Placement::Order
    }

    /// Whether enemies may be killed by others than the squad: by those whose
    /// minds it takes, by civilians, by fire.
    fn is_unruly(&self) -> bool {
        let controls = |recruit: &Recruit| {
            let mut all = recruit.sheet.abilities.iter();
            all.any(|ability| self.data.ability(*ability).kind == AbilityKind::MindControl)
        };
        self.players().any(|(_, recruit)| controls(recruit))
            || self
                .units_of(Side::Neutral)
                .any(|unit| !self.roster.recruits[unit].weapons.is_empty())
            || self.map.fire.iter().any(|fire| *fire)
    }

    /// Whether standing on a hex may kill.
    fn hurts(&self, spot: Spot) -> bool {
        self.data.terrain(self.map.terrain[spot.index()]).hazard > 0
            || self.zones.iter().any(|zone| zone.danger > 0 && zone.spots.has(spot))
    }

    /// How far away somebody can harm anybody, with his own weapons, with
    /// whatever can be thrown, and with his mind.
    fn reach_of(&self, recruit: &Recruit) -> u32 {
        let weapons = recruit.weapons.iter().map(|armed| {
            let weapon = self.data.weapon(armed.weapon);
            weapon.range() + u32::from(weapon.blast.unwrap_or(0))
        });
        let abilities = recruit.sheet.abilities.iter().map(|ability| {
            let ability = self.data.ability(*ability);
            u32::from(ability.range) + u32::from(ability.radius)
        });
        // Grenades of others may be picked up.
        let radius = self.data.items.iter().map(|item| match item.kind {
            ItemKind::Thrown { radius, .. } => u32::from(radius),
            _ => 0,
        });
        let throw = throw_range(&recruit.sheet) + radius.max().unwrap_or(0);
        weapons.chain(abilities).max().unwrap_or(1).max(throw)
    }
}
