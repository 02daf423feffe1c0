//! Places in which nobody lives long enough to do what is to be done there
//! (B-244, §23).

use fracas_core::document::{Checked, Diagnostics};

use super::{Scene, walk};
use crate::battle::{Task, Zone};
use crate::data::{ItemId, ItemKind};
use crate::field::Spot;
use crate::scenario::units::Recruit;

impl Scene<'_> {
    /// Warns of an objective whose place kills everybody before it is done.
    /// Danger is dealt before objectives are looked at, armour ignored.
    pub(super) fn warn_of_danger(&self, number: usize, entry: &Checked, out: &mut Diagnostics) {
        let (turns, zone, need) = match self.objectives[number].task {
            Task::Reach(at, need) => (1, Some(at), need.unwrap_or(1) as usize),
            Task::Hold(at, turns) => (turns, Some(at), 1),
            Task::Survive(turns) => (turns, None, 1),
            _ => return,
        };
        let times = |turns: u32| match turns {
            1 => "a turn".to_owned(),
            more => format!("{more} turns"),
        };
        let why = match zone.map(|at| &self.zones[at]) {
            Some(zone) if zone.danger == 0 => return,
            Some(zone) => {
                let able = self.players().filter(|(_, recruit)| lasts(recruit, zone.danger, 0) > 0);
                let able = able.count();
                let (name, danger) = (&zone.name, zone.danger);
                if turns == 1 && able < need {
                    let who = if able == 0 {
                        "nobody lives".to_owned()
                    } else {
                        format!("only {able} live")
                    };
                    format!("{who} through a turn in the zone `{name}`, which takes {danger} HP")
                } else if self.endures(zone) < turns {
                    let times = times(turns);
                    format!(
                        "the squad cannot live through {times} in the zone `{name}`, which takes \
                         {danger} HP each"
                    )
                } else {
                    return;
                }
            }
            None if self.is_doomed(turns) => {
                format!(
                    "nobody lives through {} in zones of danger, and there is no way out",
                    times(turns)
                )
            }
            None => return,
        };
        let key = if zone.is_some() { "zone" } else { "turns" };
        let message = format!("objective {} cannot be done: {why}", number + 1);
        out.warning("B-244", &entry.place(key), message);
    }

    /// For how many turns at most there is somebody alive in a zone, if one
    /// goes in after the other and all medikits are used up.
    fn endures(&self, zone: &Zone) -> u32 {
        let able = self.players().filter(|(_, recruit)| lasts(recruit, zone.danger, 0) > 0);
        let hp: Vec<u32> = able.map(|(_, recruit)| most_hp(recruit) - 1).collect();
        match hp.is_empty() {
            true => 0,
            false => (hp.iter().sum::<u32>() + self.medicine()) / u32::from(zone.danger),
        }
    }

    /// Whether all of the squad stand where every hex they can get to is in a
    /// zone that kills them before so many turns are over.
    fn is_doomed(&self, turns: u32) -> bool {
        let broken = self.broken();
        let danger = |spot: Spot| {
            let zone = self.zones.iter().find(|zone| zone.spots.has(spot));
            zone.map_or(0, |zone| zone.danger)
        };
        let medicine = self.medicine();
        self.players().all(|(unit, recruit)| {
            // Who has left the map, or is placed by dice, may be anywhere.
            let Some(at) = self.spots[unit].filter(|_| !self.is_anywhere(recruit)) else {
                return false;
            };
            let ranges =
                [self.map, &broken].map(|map| walk::range(map, self.data, recruit.sheet.flies, at));
            let least = ranges.iter().flat_map(|range| range.iter().map(danger)).min();
            least.is_some_and(|least| least > 0 && lasts(recruit, least, medicine) < turns)
        })
    }

    /// The hit points that all medikits together give.
    fn medicine(&self) -> u32 {
        let heals = |item: ItemId, uses: u32| match self.data.item(item).kind {
            ItemKind::Medikit { heals } => u32::from(heals) * uses,
            _ => 0,
        };
        let carried = self.roster.recruits.iter().flat_map(|recruit| &recruit.items);
        let carried: u32 = carried.map(|one| heals(one.item, u32::from(one.uses))).sum();
        let lying = self.lying.iter();
        carried + lying.map(|item| heals(*item, u32::from(self.data.item(*item).uses))).sum::<u32>()
    }
}

fn most_hp(recruit: &Recruit) -> u32 {
    u32::from(recruit.hp.max(recruit.sheet.max_hp)).max(1)
}

/// For how many turns somebody lives with such a loss in each.
fn lasts(recruit: &Recruit, danger: u16, medicine: u32) -> u32 {
    let danger = u32::from(danger).max(1);
    match most_hp(recruit) > danger {
        true => (most_hp(recruit) - 1 + medicine) / danger,
        false => 0,
    }
}
