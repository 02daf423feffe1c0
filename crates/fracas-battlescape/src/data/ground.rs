//! Keys of terrain (B-20) and of biomes (B-31).

use fracas_core::document::{Field, Item, Shape, TableShape};

use super::key::{Key, ReadContext, fields, num, table, word};
use super::{Biome, Data, Sight, Terrain, TerrainId};

const PASSABLE: Shape = Shape::OneOf(&[Shape::whole(0, 1000), Shape::Word(&["never"])]);
const NAME: Shape = Shape::text(40);

/// The keys of `terrain.<id>`.
pub static TERRAIN: [Key<Terrain>; 16] = [
    Key::any("glyph", Shape::text(1), "how a map draws it", |terrain, item, context| {
        match item.text().and_then(|text| text.chars().next()) {
            Some(glyph) if !glyph.is_whitespace() => terrain.glyph = glyph,
            _ => {
                let message = format!("{} must be a sign that can be seen", item.place);
                context.out.error("B-20", &item.place, message);
            }
        }
    }),
    Key::any("move", PASSABLE, "percent added to a step, or `never` (B-70)", |terrain, item, _| {
        terrain.walk = item.whole().map(num);
    }),
    Key::any(
        "sight",
        Shape::Word(&["clear", "partial", "block"]),
        "how it hinders sight (B-93)",
        |terrain, item, _| {
            terrain.sight = match item.text() {
                Some("block") => Sight::Block,
                Some("partial") => Sight::Partial,
                _ => Sight::Clear,
            };
        },
    ),
    Key::whole("height", (0, 99), "its height for sight (B-93)", |terrain, n| {
        terrain.height = num(n);
    }),
    Key::any(
        "cover",
        Shape::Word(&["none", "half", "full"]),
        "the cover it offers (B-111)",
        |terrain, item, _| terrain.cover = word(item, &["none", "half", "full"]).unwrap_or(0) as u8,
    ),
    Key::flag("burns", "whether fire spreads to it (B-241)", |terrain, flag| terrain.burns = flag),
    Key::whole(
        "tough",
        (0, 9999),
        "blast damage that destroys it; 0 for never (B-183)",
        |terrain, n| {
            terrain.tough = (n > 0).then(|| num(n));
        },
    ),
    Key::any("becomes", NAME, "what it becomes when destroyed", |terrain, item, context| {
        if let Some(id) = find(item, context) {
            terrain.becomes = id;
            terrain.burnt = id;
        }
    }),
    Key::any(
        "burnt",
        NAME,
        "what it becomes when burnt down, else as `becomes`",
        |terrain, item, context| {
            if let Some(id) = find(item, context) {
                terrain.burnt = id;
            }
        },
    ),
    Key::whole("hazard", (0, 999), "damage on entry and per resolution (B-243)", |terrain, n| {
        terrain.hazard = num(n);
    }),
    Key::flag("swim", "whether entering it is swimming (B-71, B-78)", |terrain, flag| {
        terrain.swim = flag;
    }),
    Key::flag("water", "whether it puts out a burning unit (B-76)", |terrain, flag| {
        terrain.water = flag;
    }),
    Key::any("opens", NAME, "for a closed door, the open one (B-24)", |terrain, item, context| {
        if let Some(id) = find(item, context) {
            terrain.door = Some(id);
            terrain.closed = true;
        }
    }),
    Key::any(
        "closes",
        NAME,
        "for an open door, the closed one (B-24)",
        |terrain, item, context| {
            if let Some(id) = find(item, context) {
                terrain.door = Some(id);
                terrain.closed = false;
            }
        },
    ),
    Key::flag("parries", "whether nobody strikes into or out of it (B-80)", |terrain, flag| {
        terrain.parries = flag;
    }),
    LIKE_TERRAIN,
];

const LIKE_TERRAIN: Key<Terrain> = Key::any("like", NAME, LIKE, |_, _, _| {});

/// What `like` does, for the reference.
pub const LIKE: &str = "for a new id: what it is like but for its other keys";

static TERRAIN_FIELDS: [Field; 16] = fields(&TERRAIN);
/// The table `terrain.<id>`.
pub static TERRAIN_SHAPE: TableShape =
    table("terrain", "A kind of terrain (B-20).", &TERRAIN_FIELDS);

fn find(item: &Item, context: &mut ReadContext<'_>) -> Option<TerrainId> {
    let data = context.data;
    let place =
        context.find("terrain", item, data.terrains.iter().map(|terrain| terrain.id.as_str()));
    place.map(|place| TerrainId(place as u8))
}

/// A kind of terrain before its keys are read: bare ground that stays what
/// it is.
pub fn blank_terrain(id: &str, place: usize) -> Terrain {
    let itself = TerrainId(place as u8);
    Terrain {
        id: id.to_owned(),
        glyph: '?',
        walk: Some(0),
        swim: false,
        water: false,
        sight: Sight::Clear,
        height: 0,
        cover: 0,
        burns: false,
        tough: None,
        becomes: itself,
        burnt: itself,
        hazard: 0,
        door: None,
        closed: false,
        parries: false,
    }
}

const RANGE: Shape = Shape::exactly(2, &Shape::whole(0, 20));

/// The keys of `biome.<id>`.
pub static BIOME: [Key<Biome>; 13] = [
    Key::any("base", NAME, "the terrain of every hex at first", |biome, item, context| {
        if let Some(id) = find(item, context) {
            biome.base = id;
        }
    }),
    Key::any(
        "scatter",
        Shape::map(&Shape::whole(0, 100), 40),
        "percent of hexes that become another terrain",
        |biome, item, context| {
            biome.scatter.clear();
            for (id, percent) in item.map() {
                let known = context.data.terrains.iter().map(|terrain| terrain.id.as_str());
                match known.clone().position(|known| known == id) {
                    Some(place) => {
                        let percent = percent.whole().map_or(0, num);
                        biome.scatter.push((TerrainId(place as u8), percent));
                    }
                    None => context.unknown("terrain", id, percent, known),
                }
            }
        },
    ),
    Key::whole("fire", (0, 100), "percent of hexes that burn", |biome, n| biome.fire = num(n)),
    Key::any("buildings", RANGE, "how many buildings, from and to", |biome, item, context| {
        if let Some(range) = range(item, context) {
            biome.buildings = range;
        }
    }),
    Key::flag("wreck", "whether its building is a wreck, where the enemy begins", |biome, flag| {
        biome.wreck = flag;
    }),
    Key::flag("streets", "whether its buildings stand in blocks between streets", |biome, flag| {
        biome.streets = flag;
    }),
    Key::any("wall", NAME, "what its buildings are built of", |biome, item, context| {
        biome.wall = find(item, context);
    }),
    Key::any(
        "largest",
        Shape::exactly(2, &Shape::whole(4, 16)),
        "columns and rows of its largest buildings",
        |biome, item, _| {
            if let [Some(cols), Some(rows)] = [0, 1].map(|place| item.list().get(place)?.whole()) {
                biome.largest = (num(cols), num(rows));
            }
        },
    ),
    Key::whole("rooms", (0, 100), "percent of its buildings that have rooms", |biome, n| {
        biome.rooms = num(n);
    }),
    Key::any("hills", RANGE, "how many hills, from and to", |biome, item, context| {
        if let Some(range) = range(item, context) {
            biome.hills = range;
        }
    }),
    Key::whole("river", (0, 100), "percent of maps with a river", |biome, n| biome.river = num(n)),
    Key::whole("road", (0, 100), "percent of maps with a road", |biome, n| biome.road = num(n)),
    Key::any("like", NAME, LIKE, |_, _, _| {}),
];
static BIOME_FIELDS: [Field; 13] = fields(&BIOME);
/// The table `biome.<id>`.
pub static BIOME_SHAPE: TableShape =
    table("biome", "A biome of the map generator (B-31).", &BIOME_FIELDS);

fn range(item: &Item, context: &mut ReadContext<'_>) -> Option<(u8, u8)> {
    let [low, high] = item.list() else { return None };
    let (low, high) = (low.whole()?, high.whole()?);
    if low > high {
        context.out.error("B-292", &item.place, format!("{} is {low} to {high}", item.place));
        return None;
    }
    Some((num(low), num(high)))
}

/// A biome before its keys are read.
pub fn blank_biome(id: &str) -> Biome {
    Biome {
        id: id.to_owned(),
        base: TerrainId(0),
        scatter: Vec::new(),
        fire: 0,
        buildings: (0, 0),
        wreck: false,
        streets: false,
        wall: None,
        largest: (8, 7),
        rooms: 0,
        hills: (0, 0),
        river: 0,
        road: 0,
    }
}

impl Data {
    /// The kind of terrain of this id.
    pub fn terrain_named(&self, id: &str) -> Option<TerrainId> {
        self.terrains
            .iter()
            .position(|terrain| terrain.id == id)
            .map(|place| TerrainId(place as u8))
    }

    /// The kind of terrain that maps draw so.
    pub fn terrain_drawn(&self, glyph: char) -> Option<TerrainId> {
        let place = self.terrains.iter().position(|terrain| terrain.glyph == glyph);
        place.map(|place| TerrainId(place as u8))
    }
}
