//! Hills (B-31, step 5): cones that rise from level ground.

use super::recipe::{Draft, TRIES};
use crate::field::Spot;

/// A hill's top lies at least so far from level ground, and so rises to that.
const RISE: i16 = 2;

/// A hill before it is drawn.
struct Hill {
    top: Spot,
    radius: u32,
}

impl Draft<'_> {
    /// As many as there is room for; none if that is less than the biome's
    /// least number.
    pub(super) fn hills(&mut self) -> Option<()> {
        let limit = self.slopes();
        let mut hills: Vec<Hill> = Vec::new();
        let mut raised = 0;
        for _ in 0..self.number(self.biome.hills) {
            let Some(pair) = (0..TRIES).find_map(|_| self.hill(&limit, &hills)) else { break };
            hills.extend(pair);
            raised += 1;
        }
        for spot in self.map.field.spots() {
            let rise = |hill: &Hill| {
                hill.radius.saturating_sub(self.map.field.distance(hill.top, spot)) as i16
            };
            let height = hills.iter().map(rise).max().unwrap_or(0);
            self.map.elevation[spot.index()] = height.min(limit[spot.index()]);
        }
        self.is_enough(raised, self.biome.hills).then_some(())
    }

    /// A try to find room for a hill and its twin: tops away from level ground
    /// and from the slopes of others.
    fn hill(&mut self, limit: &[i16], others: &[Hill]) -> Option<[Hill; 2]> {
        let radius = self.roll(2, 4) as u32;
        let top = Spot(self.roll(0, self.map.field.count() - 1) as u16);
        let [top, twin] = self.twins(top);
        let distance = |other: Spot| self.map.field.distance(top, other);
        let apart = others.iter().all(|other| distance(other.top) > radius.max(other.radius));
        let alone = twin == top || distance(twin) > radius;
        (limit[top.index()] >= RISE && apart && alone)
            .then(|| [top, twin].map(|top| Hill { top, radius }))
    }

    /// How high each hex may lie: one more a step away from what must lie at
    /// level 0.
    fn slopes(&self) -> Vec<i16> {
        let mut steps: Vec<Spot> = self.level.iter().collect();
        let mut limit = vec![i16::MAX; self.map.field.count()];
        for spot in &steps {
            limit[spot.index()] = 0;
        }
        let mut next = 0;
        while let Some(spot) = steps.get(next).copied() {
            next += 1;
            for (_, step) in self.map.field.neighbours(spot) {
                if limit[step.index()] == i16::MAX {
                    limit[step.index()] = limit[spot.index()] + 1;
                    steps.push(step);
                }
            }
        }
        limit
    }
}
