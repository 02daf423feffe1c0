//! Who stands where (B-16, B-76). A unit knows its hex and a hex its unit; both
//! change here and nowhere else.

use super::State;
use crate::battle::UnitId;
use crate::field::Spot;

impl State {
    /// Who stands on a hex. A unit that only passes through the hex of another
    /// does not stand there.
    #[inline]
    pub fn occupant(&self, spot: Spot) -> Option<UnitId> {
        self.occupant[spot.index()]
    }

    /// Whether a unit passes through the hex of another just now (B-76).
    #[inline]
    pub fn is_guest(&self, unit: UnitId) -> bool {
        self.guest == Some(unit)
    }

    /// Whether somebody on a hex burns, one that passes through included
    /// (B-92).
    #[inline]
    pub fn burns_on(&self, spot: Spot) -> bool {
        let burns = |unit: UnitId| self.unit(unit).at == spot && self.unit(unit).burn.is_some();
        self.occupant(spot).is_some_and(burns) || self.guest.is_some_and(burns)
    }

    /// Puts a unit on a hex, from wherever it was. Where another stands it is
    /// a guest.
    pub fn move_to(&mut self, unit: UnitId, to: Spot) {
        self.take_off(unit);
        self.unit_mut(unit).at = to;
        match &mut self.occupant[to.index()] {
            Some(_) => self.guest = Some(unit),
            free => *free = Some(unit),
        }
    }

    /// Takes a unit off the map: nobody stands on its hex any more.
    pub fn take_off(&mut self, unit: UnitId) {
        let at = self.unit(unit).at;
        if self.is_guest(unit) {
            self.guest = None;
        } else if self.occupant(at) == Some(unit) {
            self.occupant[at.index()] = None;
        }
    }
}
