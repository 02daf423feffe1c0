//! What a unit is expected to suffer on a hex until its next turn (B-284).

use super::Scene;
use super::endings::Ends;
use super::foes::Foe;
use crate::field::Spot;
use crate::view::Posture;

/// Time units of a step.
const STEP: i64 = 4;

impl<'a> Scene<'_, 'a> {
    /// What all enemies together are expected to take on a hex from a unit that
    /// ends there so, in hundredths.
    pub(super) fn danger(&self, at: Spot, ends: Ends) -> i64 {
        (0..self.foes.len()).map(|foe| self.danger_from(foe, at, ends)).sum()
    }

    /// The same if something worth so much without it may still be worth more
    /// than the bar with it, else none.
    pub(super) fn danger_above(&self, at: Spot, ends: Ends, worth: i64, bar: i64) -> Option<i64> {
        let mut sum = 0;
        for foe in 0..self.foes.len() {
            sum += self.danger_from(foe, at, ends);
            if worth - self.weighed(sum) <= bar {
                return None;
            }
        }
        Some(sum)
    }

    /// The least that it can be, whatever stands between.
    pub(super) fn least_danger(&self, at: Spot) -> i64 {
        self.foes.iter().map(|foe| self.closing_in(foe, at, (true, Posture::Low), true)).sum()
    }

    fn danger_from(&self, place: usize, at: Spot, ends: Ends) -> i64 {
        let foe = &self.foes[place];
        let cover = ends.lean();
        let uncovered = if ends == Ends::Low { Posture::Low } else { Posture::Open };
        let view = &self.brain.view;
        let distance = view.field().distance(foe.at, at);
        let faces = cover.is_some_and(|dir| view.in_front(at, dir, foe.at));
        let posture = match (faces, cover) {
            (true, _) => Posture::Covered,
            (false, Some(_)) => Posture::Flanked,
            (false, None) => uncovered,
        };
        let line = self.line(at, cover, place);
        if line.blocked.is_some() {
            return self.closing_in(foe, at, (faces, uncovered), true);
        }
        let rate = foe.rate(view, distance, posture);
        let stays = rate * self.figures.its_time / 100 * foe.force * foe.sure / 10_000;
        let stays = stays * (4 - i64::from(line.partials)) / 4;
        stays.max(self.closing_in(foe, at, (faces, uncovered), false))
    }

    /// What an enemy does that comes closer first; around the cover if there
    /// is some.
    fn closing_in(
        &self,
        foe: &Foe<'a>,
        at: Spot,
        (covered, posture): (bool, Posture),
        hidden: bool,
    ) -> i64 {
        let view = &self.brain.view;
        let distance = i64::from(view.field().distance(foe.at, at));
        let near = i64::from(foe.comes_within());
        let detour = if covered { 3 } else { 0 } + if hidden { 2 } else { 0 };
        let steps = (distance - near).max(0) + detour;
        let left = self.figures.its_time - STEP * steps;
        if left < 20 {
            return 0;
        }
        let rate = foe.near_rate(posture) * left / 100;
        let roams = if hidden { self.figures.finds } else { self.figures.roams };
        rate * foe.force * foe.sure / 10_000 * roams / 100
    }
}
