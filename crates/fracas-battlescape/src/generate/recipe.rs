//! The recipe of a map, in the order of B-31.

use fracas_core::chance::{Chance, Die, Purpose, Rolled};

use super::guarantees::CLEAR;
use super::{MapRequest, STRIPS};
use crate::data::{Biome, Data, TerrainId};
use crate::field::{Field, Spot, Spots};
use crate::scenario::Map;

/// Dice of the map are not part of any log.
const DIE: Die = Die("map");
/// Tries to find room for a building, a course, a hill or a zone.
pub(super) const TRIES: usize = 50;
/// Hexes of a medium map (B-30).
const GROUND: usize = 28 * 20;

/// A map under way. Whatever is drawn on a mirrored map is drawn twice: where
/// it is, and where a turn by 180 degrees brings it.
pub(super) struct Draft<'a> {
    pub(super) request: &'a MapRequest,
    pub(super) biome: &'a Biome,
    pub(super) data: &'a Data,
    dice: Rolled,
    /// How many sub-seeds gave no valid map before.
    pub(super) failed: usize,
    pub(super) map: Map,
    /// Hexes of buildings and rivers.
    pub(super) built: Spots,
    /// Hexes that must lie at level 0.
    pub(super) level: Spots,
    /// Hexes before doors, which no river may take.
    pub(super) fronts: Spots,
    /// Hexes around a wreck, where its crew is (B-41).
    pub(super) wreck: Option<Spots>,
}

impl<'a> Draft<'a> {
    /// Nothing but the base terrain yet, and the dice of one sub-seed.
    pub fn new(request: &'a MapRequest, biome: &'a Biome, data: &'a Data, failed: usize) -> Self {
        let field = Field::new(request.size.0, request.size.1);
        let dice = Rolled::new(request.seed, failed as u64, Purpose::Map);
        let count = field.count();
        let map = Map {
            terrain: vec![biome.base; count],
            elevation: vec![0; count],
            smoke: vec![0; count],
            fire: vec![false; count],
            zones: Vec::new(),
            field,
        };
        let [built, level, fronts] = [(); 3].map(|()| Spots::none(&map.field));
        Self { request, biome, data, dice, failed, map, built, level, fronts, wreck: None }
    }

    /// The map by B-31; none if what belongs on it finds no room.
    pub fn drawn(mut self) -> Option<Map> {
        self.scatter();
        self.buildings()?;
        self.river_or_road()?;
        self.strips();
        self.hills()?;
        self.zones()?;
        Some(self.map)
    }

    pub(super) fn roll(&mut self, low: usize, high: usize) -> usize {
        low + self.dice.below((high - low + 1) as u64, DIE) as usize
    }

    pub(super) fn percent(&mut self, percent: u64) -> bool {
        self.dice.face(100, DIE) <= percent
    }

    /// One of several hexes.
    pub(super) fn pick(&mut self, spots: &[Spot]) -> Option<Spot> {
        let last = spots.len().checked_sub(1)?;
        Some(spots[self.roll(0, last)])
    }

    /// How often something is to be drawn that the biome has so many of. On a
    /// mirrored map that is half of an even number, the table's if it has one.
    pub(super) fn number(&mut self, (low, high): (u8, u8)) -> usize {
        let (low, high) = (usize::from(low) * self.grounds(), usize::from(high) * self.grounds());
        let number = self.roll(low, high);
        match self.request.mirror {
            false => number,
            true if number == high && number > low => number / 2,
            true => number.div_ceil(2),
        }
    }

    /// Whether something was drawn often enough for the biome.
    pub(super) fn is_enough(&self, drawn: usize, (low, _): (u8, u8)) -> bool {
        let each = if self.request.mirror { 2 } else { 1 };
        drawn * each >= usize::from(low) * self.grounds()
    }

    /// B-31: how many times the map is as large as a medium one, for which the
    /// table is; only one thing fell from the sky, however large it is.
    pub(super) fn grounds(&self) -> usize {
        let count = self.map.field.count();
        if self.biome.wreck { 1 } else { ((count + GROUND / 2) / GROUND).max(1) }
    }

    pub(super) fn named(&self, id: &str) -> TerrainId {
        self.data.terrain_named(id).unwrap_or(self.biome.base)
    }

    /// The hex that a turn by 180 degrees brings here: with an even number of
    /// rows the map lies on itself again.
    fn image(&self, spot: Spot) -> Spot {
        Spot((self.map.field.count() - 1 - spot.index()) as u16)
    }

    /// A hex and the one that is always like it: on a mirrored map its image,
    /// else itself.
    pub(super) fn twins(&self, spot: Spot) -> [Spot; 2] {
        if self.request.mirror { [spot, self.image(spot)] } else { [spot; 2] }
    }

    pub(super) fn put(&mut self, spot: Spot, terrain: TerrainId) {
        for spot in self.twins(spot) {
            self.map.terrain[spot.index()] = terrain;
            self.map.fire[spot.index()] = false;
        }
    }

    /// Marks a hex as built upon, and so level.
    pub(super) fn build_on(&mut self, spot: Spot) {
        for spot in self.twins(spot) {
            self.built.put(spot);
            self.level.put(spot);
        }
    }

    /// (2): every hex draws against the scatter list; what burns comes last.
    fn scatter(&mut self) {
        let biome = self.biome;
        for spot in self.map.field.spots() {
            let mut face = self.dice.face(100, DIE);
            let listed = biome.scatter.iter().find(|(_, percent)| {
                let hit = face <= u64::from(*percent);
                face = face.saturating_sub(u64::from(*percent));
                hit
            });
            self.put(spot, listed.map_or(biome.base, |(terrain, _)| *terrain));
            let burns = listed.is_none() && (1..=u64::from(biome.fire)).contains(&face);
            for twin in self.twins(spot) {
                self.map.fire[twin.index()] = burns;
            }
        }
    }

    /// (6): they lie level, so that hills rise beside them. A crew is not at the
    /// edge but at its wreck.
    fn strips(&mut self) {
        let (cols, _) = self.request.size;
        let strip = self.request.strip;
        let crew = self.wreck.take();
        let mut sides = [Spots::none(&self.map.field), Spots::none(&self.map.field)];
        for spot in self.map.field.spots() {
            let col = usize::from(self.map.field.col_row(spot).0);
            let side = match col {
                col if col < strip => 0,
                col if col >= cols - strip && crew.is_none() => 1,
                _ => continue,
            };
            sides[side].put(spot);
            self.put(spot, self.biome.base);
            self.level.put(spot);
        }
        if let Some(crew) = crew {
            for spot in crew.iter() {
                self.level.put(spot);
                let col = usize::from(self.map.field.col_row(spot).0);
                // B-32: nobody of it before the other side's eyes.
                if self.is_open(spot) && col > strip + CLEAR as usize {
                    sides[1].put(spot);
                }
            }
        }
        let named = STRIPS.map(str::to_owned).into_iter().zip(sides);
        self.map.zones.extend(named);
    }

    /// (7): passable hexes around a centre, away from the strips.
    fn zones(&mut self) -> Option<()> {
        for name in &self.request.zones {
            let zone = self.zone()?;
            self.map.zones.push((name.clone(), zone));
        }
        Some(())
    }

    fn zone(&mut self) -> Option<Spots> {
        let (cols, rows) = self.request.size;
        let strip = self.request.strip;
        // The player does not begin beside what he is to reach.
        let west = strip + (cols - 2 * strip) / 3;
        for _ in 0..TRIES {
            let (col, row) = (self.roll(west, cols - strip - 1), self.roll(0, rows - 1));
            let centre = self.map.field.at(col, row).filter(|centre| self.is_open(*centre));
            let Some(centre) = centre else { continue };
            let mut zone = Spots::none(&self.map.field);
            for spot in self.map.field.within(centre, 1).filter(|spot| self.is_open(*spot)) {
                for twin in self.twins(spot).into_iter().filter(|twin| self.is_open(*twin)) {
                    zone.put(twin);
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
