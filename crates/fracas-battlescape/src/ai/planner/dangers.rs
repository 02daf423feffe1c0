//! What a unit is expected to suffer on a hex until its next turn (B-284).

use super::Scene;
use super::foes::{Foe, Posture};
use crate::field::Spot;
use crate::hex::Dir;
use crate::state::Cover;

/// Time units of a step.
const STEP: i64 = 4;

impl<'a> Scene<'_, 'a> {
    /// What all enemies together are expected to take on a hex, in cover
    /// toward a side or without, in hundredths.
    pub(super) fn danger(&self, at: Spot, cover: Option<Dir>) -> i64 {
        self.foes.iter().map(|foe| self.danger_from(foe, at, cover)).sum()
    }

    /// The least that it can be, whatever stands between.
    pub(super) fn least_danger(&self, at: Spot) -> i64 {
        self.foes.iter().map(|foe| self.closing_in(foe, at, true, true)).sum()
    }

    fn danger_from(&self, foe: &Foe<'a>, at: Spot, cover: Option<Dir>) -> i64 {
        let view = &self.brain.view;
        let distance = view.field().distance(foe.at, at);
        let faces = cover.is_some_and(|dir| view.in_front(at, dir, foe.at));
        let posture = match (faces, cover) {
            (true, _) => Posture::Covered,
            (false, Some(_)) => Posture::Flanked,
            (false, None) => Posture::Open,
        };
        let lean = foe.seen.filter(|seen| seen.cover != Cover::None).map(|seen| seen.facing);
        let line = view.partials((at, cover), (foe.at, lean));
        let Some(partials) = line else {
            return self.closing_in(foe, at, faces, true);
        };
        let rate = foe.rate(view, distance, posture);
        let stays = rate * self.figures.its_time / 100 * foe.force * foe.sure / 10_000;
        let stays = stays * (10 - 2 * i64::from(partials)) / 10;
        stays.max(self.closing_in(foe, at, faces, false))
    }

    /// What an enemy does that comes closer first; around the cover if there
    /// is some.
    fn closing_in(&self, foe: &Foe<'a>, at: Spot, covered: bool, hidden: bool) -> i64 {
        let view = &self.brain.view;
        let distance = i64::from(view.field().distance(foe.at, at));
        let near = if foe.melee { 1 } else { 3 };
        let detour = if covered { 4 } else { 0 } + if hidden { 2 } else { 0 };
        let steps = (distance - near).max(0) + detour;
        let left = self.figures.its_time - STEP * steps;
        if left < 20 {
            return 0;
        }
        let rate = foe.rate(view, near as u32, Posture::Open) * left / 100;
        let roams = if hidden { self.figures.finds } else { self.figures.roams };
        rate * foe.force * foe.sure / 10_000 * roams / 100
    }
}
