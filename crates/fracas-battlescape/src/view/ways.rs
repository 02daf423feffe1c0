//! Where units of a side can go, as far as the side knows the map (B-74).

use std::cell::RefCell;

use super::View;
use crate::battle::UnitId;
use crate::ends::End;
use crate::field::Spot;
use crate::orders::Pace;
use crate::rules::paths::{Path, Reached, Ways, searching};

/// The hexes a unit can reach.
#[derive(Clone, Debug, Default)]
pub struct Reach(Vec<Reached>);

thread_local! {
    /// The memory of the last one that is gone, for the next.
    static SPARE: RefCell<Vec<Reached>> = const { RefCell::new(Vec::new()) };
}

impl Drop for Reach {
    fn drop(&mut self) {
        SPARE.replace(std::mem::take(&mut self.0));
    }
}

impl Reach {
    /// Hexes where a move can end and what it costs, cheapest first.
    pub fn free(&self) -> impl Iterator<Item = (Spot, u16)> + '_ {
        self.0.iter().map(|reached| (reached.at, reached.cost.min(u32::from(u16::MAX)) as u16))
    }
}

impl Reach {
    /// The same with the number of steps.
    pub fn walks(&self) -> impl Iterator<Item = (Spot, u16, u8)> + '_ {
        let small = |n: u32| n.min(u32::from(u16::MAX)) as u16;
        self.0.iter().map(move |to| (to.at, small(to.cost), to.steps.min(255) as u8))
    }
}

impl View<'_> {
    /// The hexes a unit of this side can reach within so many time units,
    /// keeping away from hazards.
    pub fn reach(&self, unit: UnitId, pace: Pace, tu: u16) -> Reach {
        let mut reach = Reach(SPARE.take());
        let ways = self.ways(unit, pace, false);
        searching(|search| search.reach(&ways, u32::from(tu), &mut reach.0));
        reach.0.retain(|reached| !ways.is_hazard(reached.at));
        reach
    }

    /// The best path of a unit of this side to a hex (B-74).
    pub fn path(&self, unit: UnitId, to: Spot, pace: Pace, hazards: bool) -> Option<Path> {
        let ways = self.ways(unit, pace, hazards);
        searching(|search| search.path(&ways, to))
    }

    /// The last hex on the way to another that so many time units reach, and
    /// where the unit can stop; if somebody stands on the goal, on the way to
    /// the hexes beside it.
    pub fn toward(&self, unit: UnitId, goal: Spot, pace: Pace, tu: u16) -> Option<Spot> {
        self.toward_within(unit, goal, pace, tu, |_| true)
    }

    /// The same among hexes where the unit may be at the end.
    pub fn toward_within(
        &self,
        unit: UnitId,
        goal: Spot,
        pace: Pace,
        tu: u16,
        may_be: impl Fn(Spot) -> bool,
    ) -> Option<Spot> {
        let here = self.mine(unit).at();
        let path = self.path(unit, goal, pace, false).or_else(|| {
            self.end(unit)
                .neighbours(self.field(), goal)
                .filter(|(_, beside)| *beside != here)
                .filter_map(|(_, beside)| self.path(unit, beside, pace, false))
                .min_by_key(|path| path.cost)
        })?;
        let ways = self.ways(unit, pace, false);
        let (mut at, mut sum, mut last) = (here, 0, None);
        for &next in &path.steps {
            sum += ways.step(at, next)?;
            if ways.with_wounds(sum) > u32::from(tu) {
                break;
            }
            at = next;
            if !ways.is_taken(next) && !ways.is_hazard(next) && may_be(next) {
                last = Some(next);
            }
        }
        last
    }

    /// The end of the map a unit of this side breaks ties from (B-289).
    pub fn end(&self, unit: UnitId) -> End {
        End::of(self.field(), self.mine(unit).mind.post)
    }

    pub(crate) fn ways(&self, unit: UnitId, pace: Pace, hazards: bool) -> Ways<'_> {
        debug_assert!(self.is_own(unit));
        Ways::known(self.battle, self.state, unit, pace, hazards)
    }

    /// Whether a hex is known to cost nothing extra and hold no danger
    /// (B-279); one never seen is planned as plain ground.
    pub fn is_plain(&self, spot: Spot) -> bool {
        self.terrain(spot).is_none_or(|id| {
            let terrain = self.data().terrain(id);
            terrain.walk == Some(0) && terrain.hazard == 0
        }) && !self.burning(spot)
    }

    /// Whether the step that taking cover includes can go to a neighbour
    /// (B-110).
    pub fn can_sidestep(&self, unit: UnitId, to: Spot) -> bool {
        let here = self.mine(unit).at();
        let closed = self.terrain(to).is_some_and(|id| self.data().terrain(id).closed);
        self.is_plain(to)
            && !closed
            && self.occupant(to).is_none()
            && self.elevation(here) == self.elevation(to)
    }
}
