//! Taking cover and getting ready (B-272).

use smallvec::SmallVec;

use crate::ai::Brain;
use crate::data::Mode;
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::Order;
use crate::rules::time::MOST_CARRIED;
use crate::state::{Cover, Stance, Vigil};
use crate::view::Stand;

/// A reaction shot is fired at this accuracy or better (B-211).
const LEAST_REACTION: u8 = 20;

impl Brain<'_> {
    /// Where enemies are, or are to be expected: seen, remembered, heard, or
    /// else the middle of the map.
    fn expected(&self) -> SmallVec<[Spot; 8]> {
        if !self.threats.is_empty() {
            return self.threats.iter().map(|enemy| enemy.at).collect();
        }
        let field = self.view.field();
        let middle = || self.end.middle(field);
        self.suspected().or_else(middle).into_iter().collect()
    }

    /// Where an enemy was seen last, or heard.
    fn suspected(&self) -> Option<Spot> {
        let field = self.view.field();
        let near = |at: &Spot| (field.distance(self.me.at(), *at), self.end.place(*at));
        let ghost = self.view.ghosts().iter().map(|ghost| ghost.at).min_by_key(near);
        ghost.or_else(|| self.view.cues().iter().map(|cue| cue.at).min_by_key(near))
    }

    /// Turns to the greatest threat, or to where one is suspected, so as not
    /// to be shot in the back (B-116). Somebody in cover would lose it.
    pub(in crate::ai) fn face_danger(&self) -> Option<Order> {
        let foe = self.threats.first().map(|enemy| enemy.at).or_else(|| self.suspected())?;
        let here = self.me.at();
        if self.me.cover != Cover::None || self.view.in_front(here, self.me.facing, foe) {
            return None;
        }
        let toward = self.view.field().bearing(here, foe)?;
        let cost = self.view.data().tu.turn * u16::from(self.me.facing.turn_to(toward));
        (cost <= self.me.tu).then_some(Order::Turn(toward))
    }

    /// A defensive unit in the open goes to the nearest cover around its post
    /// (B-272), if time is left to take it and get ready.
    pub(in crate::ai) fn seek_cover(&self) -> Option<Order> {
        if self.is_sheltered() || self.view.swims(self.unit) {
            return None;
        }
        let costs = &self.view.data().tu;
        let budget = self.me.tu.checked_sub(costs.take_cover + costs.ready)?;
        let reach = self.view.reach(self.unit, self.pace(), budget);
        reach
            .free()
            .filter(|(spot, _)| self.allows(*spot) && self.stays_with(*spot))
            .find(|(spot, _)| self.cover_at(*spot).is_some())
            .map(|(spot, _)| self.walk(spot, self.pace()))
    }

    /// A direction in which cover can be taken at a hex against the greatest
    /// threat, and against the most enemies.
    pub(in crate::ai) fn cover_at(&self, spot: Spot) -> Option<Dir> {
        let foes = self.expected();
        let worst = *foes.first()?;
        let faces = |dir: Dir| foes.iter().filter(|at| self.view.in_front(spot, dir, **at)).count();
        self.view
            .field()
            .neighbours(spot)
            .filter(|(_, beside)| self.view.cover_of(*beside) > 0)
            .map(|(dir, _)| dir)
            .filter(|dir| self.view.in_front(spot, *dir, worst))
            .max_by_key(|dir| (faces(*dir), std::cmp::Reverse(self.end.turned(*dir))))
    }

    /// Whether the unit is in cover already or can take it where it stands.
    pub(in crate::ai) fn is_sheltered(&self) -> bool {
        self.is_covered() || self.cover_at(self.me.at()).is_some()
    }

    /// Whether the cover it is in serves against the greatest threat.
    fn is_covered(&self) -> bool {
        let worst = self.threats.first().map(|enemy| enemy.at);
        self.me.cover != Cover::None
            && worst.is_none_or(|at| self.view.in_front(self.me.at(), self.me.facing, at))
    }

    /// Takes half cover here, or one step away if that costs no attack.
    pub(in crate::ai) fn shelter_here(&self) -> Option<Order> {
        let cost = self.view.data().tu.take_cover;
        let free = !self.is_covered()
            && self.me.stance == Stance::Standing
            && self.me.tu >= cost
            && !self.view.swims(self.unit);
        if !free {
            return None;
        }
        if let Some(toward) = self.cover_at(self.me.at()) {
            return Some(Order::TakeCover { step: None, toward, cover: Cover::Half });
        }
        if self.mode == Mode::Hold || self.view.is_engaged(self.unit) {
            return None;
        }
        let left = self.me.tu - cost;
        let hits = |at: Spot| {
            let stand = Stand { at, lean: None, steps: 1 };
            self.threats.iter().any(|enemy| self.attack_from(stand, enemy, left).is_some())
        };
        let must_hit = hits(self.me.at());
        self.end
            .neighbours(self.view.field(), self.me.at())
            .filter(|(_, to)| self.view.can_sidestep(self.unit, *to) && self.allows(*to))
            .filter(|(_, to)| self.stays_with(*to))
            .find_map(|(dir, to)| {
                let toward = self.cover_at(to)?;
                (!must_hit || hits(to)).then_some(Order::TakeCover {
                    step: Some(dir),
                    toward,
                    cover: Cover::Half,
                })
            })
    }

    /// Takes cover with time that buys no attack any more.
    pub(in crate::ai) fn shelter_with_leftovers(&self) -> Option<Order> {
        // Somebody who is ready would give that up by moving (B-213).
        if self.me.vigil != Vigil::None {
            return None;
        }
        // With nobody in sight cover is free only to whom it costs no time of
        // the next turn (B-272 aggressive, B-60).
        let free = self.me.tu >= MOST_CARRIED + self.view.data().tu.take_cover;
        if self.sheet.mode == Mode::Aggressive && self.threats.is_empty() && !free {
            return None;
        }
        self.shelter_here()
    }

    /// Gets ready for reaction fire, if the mode does that.
    pub(in crate::ai) fn get_ready(&self) -> Option<Order> {
        let shots = self.numbers().ready_shots;
        let can = shots > 0
            && self.me.vigil == Vigil::None
            && self.me.tu >= self.view.data().tu.ready
            && self.view.can_ready(self.unit);
        can.then_some(Order::Ready { max_shots: shots, min_accuracy: LEAST_REACTION })
    }
}
