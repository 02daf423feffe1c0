//! The recipe of a map, in the order of B-31.

use fracas_core::chance::{Chance, Die, Rolled};

use super::{STRIPS, Wish};
use crate::data::{Data, TerrainId};
use crate::field::{Field, Spot, Spots};
use crate::hex::Dir;
use crate::scenario::Map;

/// Dice of the map are not part of any log.
const DIE: Die = Die("map");
/// Tries to find room for a building or a zone.
const TRIES: usize = 50;
/// Percent of a building's outer hexes that are windows.
const WINDOWS: u64 = 20;
/// Percent of a building's inner hexes that are crates.
const CRATES: u64 = 12;
/// Percent of a wreck's outer hexes that have come down.
const RUINED: u64 = 30;

/// A map under way.
pub struct Draft<'a> {
    wish: &'a Wish<'a>,
    data: &'a Data,
    dice: Rolled,
    map: Map,
    /// Hexes of buildings and their doorsteps, and of rivers.
    built: Spots,
    /// Hexes that must lie at level 0.
    level: Spots,
}

/// A rectangle of columns and rows.
#[derive(Clone, Copy)]
struct Block {
    col: usize,
    row: usize,
    cols: usize,
    rows: usize,
}

impl<'a> Draft<'a> {
    /// Nothing but the base terrain yet.
    pub fn new(wish: &'a Wish<'a>, data: &'a Data, field: Field, dice: Rolled) -> Self {
        let count = field.count();
        let map = Map {
            terrain: vec![wish.biome.base; count],
            elevation: vec![0; count],
            smoke: vec![0; count],
            fire: vec![false; count],
            zones: Vec::new(),
            field,
        };
        let (built, level) = (Spots::none(&map.field), Spots::none(&map.field));
        Self { wish, data, dice, map, built, level }
    }

    /// The map by B-31; none if its zones find no room.
    pub fn drawn(mut self) -> Option<Map> {
        self.scatter();
        self.buildings();
        self.river_or_road();
        self.hills();
        if self.wish.mirror {
            self.mirror();
        }
        self.strips();
        self.zones()?;
        Some(self.map)
    }

    fn roll(&mut self, low: usize, high: usize) -> usize {
        low + self.dice.below((high - low + 1) as u64, DIE) as usize
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.dice.face(100, DIE) <= percent
    }

    fn named(&self, id: &str) -> TerrainId {
        self.data.terrain_named(id).unwrap_or(self.wish.biome.base)
    }

    fn put(&mut self, spot: Spot, terrain: TerrainId) {
        self.map.terrain[spot.index()] = terrain;
        self.map.fire[spot.index()] = false;
    }

    /// (2): every hex draws against the scatter list; what burns comes last.
    fn scatter(&mut self) {
        let biome = self.wish.biome;
        for spot in self.map.field.spots() {
            let mut face = self.dice.face(100, DIE);
            let listed = biome.scatter.iter().find(|(_, percent)| {
                let hit = face <= u64::from(*percent);
                face = face.saturating_sub(u64::from(*percent));
                hit
            });
            match listed {
                Some((terrain, _)) => self.put(spot, *terrain),
                None => self.map.fire[spot.index()] = (1..=u64::from(biome.fire)).contains(&face),
            }
        }
    }

    /// (3)
    fn buildings(&mut self) {
        let (low, high) = self.wish.biome.buildings;
        for _ in 0..self.roll(usize::from(low), usize::from(high)) {
            if let Some(block) = self.room() {
                self.build(block);
            }
        }
    }

    /// Room for a building, a hex away from strips, edges and other buildings.
    fn room(&mut self) -> Option<Block> {
        let (cols, rows) = self.wish.size;
        let strip = self.wish.strip;
        for _ in 0..TRIES {
            let (wide, tall) = (self.roll(4, 8), self.roll(4, 7));
            let last_col = (cols - strip).checked_sub(wide + 1);
            let last_row = rows.checked_sub(tall + 1);
            let (Some(last_col), Some(last_row)) = (last_col, last_row) else { continue };
            if last_col < strip + 1 || last_row < 1 {
                continue;
            }
            let (col, row) = (self.roll(strip + 1, last_col), self.roll(1, last_row));
            let around = Block { col: col - 1, row: row - 1, cols: wide + 2, rows: tall + 2 };
            if self.hexes(around).iter().all(|spot| !self.built.has(*spot)) {
                return Some(Block { col, row, cols: wide, rows: tall });
            }
        }
        None
    }

    fn hexes(&self, block: Block) -> Vec<Spot> {
        (block.row..block.row + block.rows)
            .flat_map(|row| (block.col..block.col + block.cols).map(move |col| (col, row)))
            .filter_map(|(col, row)| self.map.field.at(col, row))
            .collect()
    }

    fn build(&mut self, block: Block) {
        let (wall, floor) = (self.named("wall"), self.named("ground"));
        let (window, crates) = (self.named("window"), self.named("crate"));
        let (right, bottom) = (block.col + block.cols - 1, block.row + block.rows - 1);
        let mut sides = Vec::new();
        for spot in self.hexes(block) {
            let place = self.map.field.col_row(spot);
            let (col, row) = (usize::from(place.0), usize::from(place.1));
            let ends = [col == block.col, col == right, row == block.row, row == bottom];
            self.built.put(spot);
            self.level.put(spot);
            match ends.iter().filter(|end| **end).count() {
                0 => {
                    let inside = if self.percent(CRATES) { crates } else { floor };
                    self.put(spot, inside);
                }
                1 => {
                    let side = if self.percent(WINDOWS) { window } else { wall };
                    self.put(spot, side);
                    sides.push(spot);
                }
                _ => self.put(spot, wall),
            }
        }
        if self.wish.biome.wreck {
            self.ruin(block);
        }
        for _ in 0..self.roll(1, 3) {
            let door = sides[self.roll(0, sides.len() - 1)];
            self.door(door);
        }
    }

    /// A door, with nothing in the way before it.
    fn door(&mut self, door: Spot) {
        self.put(door, self.named("closed_door"));
        for dir in Dir::ALL {
            let Some(step) = self.map.field.step(door, dir) else { continue };
            if !self.built.has(step) {
                self.put(step, self.wish.biome.base);
            } else if self.map.terrain[step.index()] == self.named("crate") {
                self.put(step, self.named("ground"));
            }
        }
    }

    fn ruin(&mut self, block: Block) {
        let rubble = self.named("rubble");
        for spot in self.hexes(block) {
            let stands = self.data.terrain(self.map.terrain[spot.index()]).walk.is_none();
            if stands && self.percent(RUINED) {
                self.put(spot, rubble);
            }
        }
    }

    /// (4)
    fn river_or_road(&mut self) {
        if self.percent(u64::from(self.wish.biome.river)) {
            self.river();
        }
        if self.percent(u64::from(self.wish.biome.road)) {
            self.road();
        }
    }

    /// From the north edge to the south, with a bridge.
    fn river(&mut self) {
        let (cols, rows) = self.wish.size;
        let strip = self.wish.strip;
        let (west, east) = (strip, cols - strip - 1);
        let mut course = Vec::new();
        let source = self.roll(west, east);
        let mut at = self.map.field.at(source, 0);
        while let Some(spot) = at {
            course.push(spot);
            let ways = [1, 2].map(Dir::number).map(|dir| self.map.field.step(spot, dir));
            let fits = |step: &Spot| {
                let col = usize::from(self.map.field.col_row(*step).0);
                (west..=east).contains(&col) && !self.built.has(*step)
            };
            let fit: Vec<Spot> = ways.into_iter().flatten().filter(fits).collect();
            at = match fit.as_slice() {
                [] => ways.into_iter().flatten().next(),
                [only] => Some(*only),
                several => Some(several[self.roll(0, several.len() - 1)]),
            };
        }
        let (water, road) = (self.named("deep_water"), self.named("road"));
        course.retain(|spot| !self.built.has(*spot));
        for spot in &course {
            self.put(*spot, water);
            self.built.put(*spot);
            self.level.put(*spot);
        }
        let middle = course.len().saturating_sub(1).min(rows / 4);
        let bridge =
            self.roll(middle, (course.len().saturating_sub(1)).max(middle).min(3 * rows / 4));
        if let Some(bridge) = course.get(bridge).copied() {
            self.put(bridge, road);
            for end in [Dir::number(0), Dir::number(3)] {
                let ramp = self.map.field.step(bridge, end);
                if let Some(ramp) = ramp.filter(|ramp| !self.built.has(*ramp)) {
                    self.put(ramp, road);
                }
            }
        }
    }

    /// From the west edge to the east, around buildings and over rivers.
    fn road(&mut self) {
        let (_, rows) = self.wish.size;
        let road = self.named("road");
        let start = self.roll(0, rows - 1);
        let mut at = self.map.field.at(0, start);
        while let Some(spot) = at {
            let water = self.map.terrain[spot.index()] == self.named("deep_water");
            if water || !self.built.has(spot) {
                self.put(spot, road);
            }
            // East, or as often a little north or south of it.
            let ways = [0, 0, 1, 5].map(Dir::number).map(|dir| self.map.field.step(spot, dir));
            let free = |step: &Spot| !self.built.has(*step);
            let fit: Vec<Spot> = ways.into_iter().flatten().filter(free).collect();
            at = match fit.as_slice() {
                [] => ways[0],
                several => Some(several[self.roll(0, several.len() - 1)]),
            };
        }
    }

    /// (5): cones, and flat ground under buildings and rivers.
    fn hills(&mut self) {
        let (low, high) = self.wish.biome.hills;
        let count = self.map.field.count();
        for _ in 0..self.roll(usize::from(low), usize::from(high)) {
            let radius = self.roll(2, 4) as u32;
            let top = Spot(self.roll(0, count - 1) as u16);
            for spot in self.map.field.spots() {
                let far = self.map.field.distance(top, spot);
                let level = radius.saturating_sub(far) as i16;
                let here = &mut self.map.elevation[spot.index()];
                *here = level.max(*here);
            }
        }
        self.flatten();
    }

    /// Levels rise by one per hex from what must lie at 0, at most.
    fn flatten(&mut self) {
        let mut steps: Vec<Spot> = self.level.iter().collect();
        let mut limit: Vec<Option<i16>> = vec![None; self.map.field.count()];
        for spot in &steps {
            limit[spot.index()] = Some(0);
        }
        let mut next = 0;
        while let Some(spot) = steps.get(next).copied() {
            next += 1;
            let above = limit[spot.index()].map(|limit| limit + 1);
            for (_, step) in self.map.field.neighbours(spot) {
                if limit[step.index()].is_none() {
                    limit[step.index()] = above;
                    steps.push(step);
                }
            }
        }
        for (level, limit) in self.map.elevation.iter_mut().zip(limit) {
            *level = limit.map_or(*level, |limit| limit.min(*level));
        }
    }

    /// The hex that a turn by 180 degrees brings here: with an even number of
    /// rows the map lies on itself again.
    fn image(&self, spot: Spot) -> Spot {
        Spot((self.map.field.count() - 1 - spot.index()) as u16)
    }

    /// The west decides what the east is; of the middle column, the north.
    fn mirror(&mut self) {
        let (cols, rows) = self.wish.size;
        let level = std::mem::replace(&mut self.level, Spots::none(&self.map.field));
        for spot in self.map.field.spots() {
            let place = self.map.field.col_row(spot);
            let (twice, row) = (2 * usize::from(place.0) + 1, usize::from(place.1));
            if twice > cols || twice == cols && row >= rows / 2 {
                continue;
            }
            let image = self.image(spot);
            self.map.terrain[image.index()] = self.map.terrain[spot.index()];
            self.map.fire[image.index()] = self.map.fire[spot.index()];
            // The higher of both keeps slopes gentle where the halves meet.
            let levels = [spot, image].map(|spot| self.map.elevation[spot.index()]);
            for half in [spot, image] {
                self.map.elevation[half.index()] = levels[0].max(levels[1]);
                if level.has(spot) {
                    self.level.put(half);
                }
            }
        }
    }

    /// (6)
    fn strips(&mut self) {
        let (cols, _) = self.wish.size;
        let strip = self.wish.strip;
        let mut sides = [Spots::none(&self.map.field), Spots::none(&self.map.field)];
        for spot in self.map.field.spots() {
            let col = usize::from(self.map.field.col_row(spot).0);
            let side = match col {
                col if col < strip => 0,
                col if col >= cols - strip => 1,
                _ => continue,
            };
            sides[side].put(spot);
            self.put(spot, self.wish.biome.base);
            self.level.put(spot);
        }
        self.flatten();
        let named = STRIPS.map(str::to_owned).into_iter().zip(sides);
        self.map.zones.extend(named);
    }

    /// (7): passable hexes around a centre, away from the strips.
    fn zones(&mut self) -> Option<()> {
        for name in self.wish.zones.clone() {
            let zone = self.zone()?;
            self.map.zones.push((name, zone));
        }
        Some(())
    }

    fn zone(&mut self) -> Option<Spots> {
        let (cols, rows) = self.wish.size;
        let strip = self.wish.strip;
        // The player does not begin beside what he is to reach.
        let west = strip + (cols - 2 * strip) / 3;
        for _ in 0..TRIES {
            let (col, row) = (self.roll(west, cols - strip - 1), self.roll(0, rows - 1));
            let centre = self.map.field.at(col, row).filter(|centre| self.is_open(*centre));
            let Some(centre) = centre else { continue };
            let mut zone = Spots::none(&self.map.field);
            for spot in self.map.field.within(centre, 1).filter(|spot| self.is_open(*spot)) {
                zone.put(spot);
                let image = self.image(spot);
                if self.wish.mirror && self.is_open(image) {
                    zone.put(image);
                }
            }
            if zone.count() >= 4 {
                return Some(zone);
            }
        }
        None
    }

    /// Whether a hex can be part of a zone.
    fn is_open(&self, spot: Spot) -> bool {
        let terrain = self.data.terrain(self.map.terrain[spot.index()]);
        let safe = terrain.walk.is_some() && !terrain.swim && terrain.hazard == 0;
        let taken = self.map.zones.iter().any(|(_, zone)| zone.has(spot));
        safe && !taken && !self.map.fire[spot.index()]
    }
}
