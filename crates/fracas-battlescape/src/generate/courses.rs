//! Rivers and roads (B-31, step 4): random walks from edge to edge that no
//! building cuts.

use super::recipe::{Draft, TRIES};
use crate::field::Spot;
use crate::hex::Dir;

impl Draft<'_> {
    /// None if there is to be one and none gets through.
    pub(super) fn river_or_road(&mut self) -> Option<()> {
        if self.percent(u64::from(self.biome.river)) {
            let course = (0..TRIES).find_map(|_| self.river_course())?;
            self.river(&course)?;
        }
        // Where there are streets they are its roads.
        if !self.biome.streets && self.percent(u64::from(self.biome.road)) {
            let course = (0..TRIES).find_map(|_| self.road_course())?;
            let road = self.named("road");
            course.into_iter().for_each(|spot| self.put(spot, road));
        }
        Some(())
    }

    /// A walk from the north edge to the south between the strips; none if a
    /// building stops it.
    fn river_course(&mut self) -> Option<Vec<Spot>> {
        let (cols, rows) = self.request.size;
        let (west, east) = (self.request.strip, cols - self.request.strip - 1);
        let source = self.roll(west, east);
        let mut course = vec![self.map.field.at(source, 0)?];
        while course.len() < rows {
            let fits = |step: &Spot| {
                let col = usize::from(self.map.field.col_row(*step).0);
                (west..=east).contains(&col) && !self.built.has(*step) && !self.fronts.has(*step)
            };
            let at = course[course.len() - 1];
            let ways = [1, 2].map(Dir::number).map(|dir| self.map.field.step(at, dir));
            let ways: Vec<Spot> = ways.into_iter().flatten().filter(fits).collect();
            course.push(self.pick(&ways)?);
        }
        Some(course)
    }

    /// Fills a course with water, but for a bridge with a road on both sides,
    /// away from the edges of the map; none if there is no place for one.
    fn river(&mut self, course: &[Spot]) -> Option<()> {
        let (water, road) = (self.named("deep_water"), self.named("road"));
        for spot in course {
            self.put(*spot, water);
            self.build_on(*spot);
        }
        let ramps = |bridge: Spot| {
            let ends = [0, 3].map(Dir::number).map(|dir| self.map.field.step(bridge, dir));
            ends.map(|end| end.filter(|end| !self.built.has(*end)))
        };
        let (first, last) = (course.len() / 4, (3 * course.len() / 4).min(course.len() - 1));
        let fit = course[first..=last].iter().copied();
        let fit: Vec<Spot> = fit.filter(|spot| ramps(*spot).iter().all(Option::is_some)).collect();
        let bridge = self.pick(&fit)?;
        self.put(bridge, road);
        for ramp in [0, 3].map(Dir::number) {
            if let Some(ramp) = self.map.field.step(bridge, ramp) {
                self.put(ramp, road);
            }
        }
        Some(())
    }

    /// A walk from the west edge to the east, around buildings and over
    /// rivers; none if a building stops it.
    fn road_course(&mut self) -> Option<Vec<Spot>> {
        let (_, rows) = self.request.size;
        let water = self.named("deep_water");
        let start = self.roll(0, rows - 1);
        let mut at = self.map.field.at(0, start)?;
        let mut course = vec![at];
        while self.map.field.step(at, Dir::E).is_some() {
            let fits =
                |step: &Spot| !self.built.has(*step) || self.map.terrain[step.index()] == water;
            // East, or as often a little north or south of it.
            let ways = [0, 0, 1, 5].map(Dir::number).map(|dir| self.map.field.step(at, dir));
            let ways: Vec<Spot> = ways.into_iter().flatten().filter(fits).collect();
            at = self.pick(&ways)?;
            course.push(at);
        }
        Some(course)
    }
}
