//! How far an objective has come, as the player's side can tell (B-255).

use serde::Serialize;

use super::View;
use crate::battle::{Objective, Task, UnitId, Units};
use crate::field::{ColRow, Spot};
use crate::report::{words, zone_of};
use crate::rules::objectives::escaped;
use crate::state::Progress;

/// An objective and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// What reports call it.
    pub name: String,
    /// What is to be done.
    pub task: String,
    /// Whether the battle is about it.
    pub primary: bool,
    /// `open`, `done` or `lost`.
    pub stands: &'static str,
    /// The turn from which it counts.
    pub from_turn: u32,
    /// The number of the objective that must be done before it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// How much is done and how much is needed, where that can be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<(u32, u32)>,
    /// The zone it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Where the object or the unit is that it is about, if that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<ColRow>,
}

impl View<'_> {
    /// The objectives with how far they have come. What is counted is what the
    /// side knows: its own units, those in sight, turns, and held zones.
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |(objective, progress): (&Objective, Progress)| Standing {
            name: objective.name.clone(),
            task: words::task(self.battle, objective),
            primary: objective.primary,
            stands: match progress {
                Progress { done: true, .. } => "done",
                Progress { lost: true, .. } => "lost",
                _ => "open",
            },
            from_turn: objective.trigger,
            after: objective.after.map(|first| first + 1),
            progress: self.counted(&objective.task, progress),
            zone: zone_of(&objective.task).map(|zone| self.battle.zones[zone].name.clone()),
            at: self.places(&objective.task),
        };
        self.every_objective().map(standing).collect()
    }

    fn counted(&self, task: &Task, progress: Progress) -> Option<(u32, u32)> {
        let able = || self.own().filter(|unit| self.mine(*unit).is_able());
        match *task {
            Task::Reach(zone, need) => {
                let inside = able().filter(|unit| self.in_zone(zone, self.mine(*unit).at()));
                Some((inside.count() as u32, need.unwrap_or(able().count().max(1) as u32)))
            }
            Task::Hold(_, turns) => Some((progress.held, turns)),
            Task::Survive(turns) => Some((self.turn().min(turns), turns)),
            Task::Protect(_, until) => {
                until.or(self.time_limit()).map(|until| (self.turn().min(until), until))
            }
            Task::Interact(_) => Some((progress.used.into(), 1)),
            Task::Rescue { units, to, need } => {
                Some((self.saved(units, to), need.unwrap_or(units.iter().count() as u32)))
            }
            Task::Escape(zone, need) => {
                let away = escaped(self.battle, self.state, |at| self.in_zone(zone, at)) as u32;
                Some((away, need.unwrap_or(away + able().count() as u32)))
            }
            Task::Eliminate | Task::Assassinate(_) | Task::Capture(_) => None,
        }
    }

    /// How many of these are seen where they are to be brought.
    fn saved(&self, units: Units, to: Option<usize>) -> u32 {
        let safe = |at: Spot| match to {
            Some(zone) => self.in_zone(zone, at),
            None => self.zones().iter().any(|zone| zone.exit && zone.spots.has(at)),
        };
        units.iter().filter_map(|unit| self.seen(unit)).filter(|seen| safe(seen.at)).count() as u32
    }

    fn in_zone(&self, zone: usize, at: Spot) -> bool {
        self.battle.zones[zone].spots.has(at)
    }

    /// Where those are that a task is about.
    fn places(&self, task: &Task) -> Vec<ColRow> {
        let seen = |unit: UnitId| self.seen(unit).map(|seen| seen.at);
        let at = match task {
            Task::Interact(object) => vec![self.battle.objects[*object].at],
            Task::Assassinate(unit) | Task::Protect(unit, _) | Task::Capture(unit) => {
                seen(*unit).into_iter().collect()
            }
            Task::Rescue { units, .. } => units.iter().filter_map(seen).collect(),
            _ => Vec::new(),
        };
        at.into_iter().map(|spot| self.field().col_row(spot)).collect()
    }
}
