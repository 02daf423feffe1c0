//! Made-up maps (B-30..B-34): a biome's recipe, tried with one sub-seed after
//! another until the map keeps its guarantees.

mod buildings;
mod courses;
mod guarantees;
mod hills;
mod houses;
mod print;
mod recipe;
mod streets;
mod walking;

use fracas_core::document::{Checked, Diagnostics};

pub use print::print;
pub use walking::on_foot;

use crate::data::key::suggest;
use crate::data::{Biome, Data};
use crate::orders::{Refused, refuse};
use crate::scenario::Map;
use recipe::Draft;

/// B-32: so many sub-seeds are tried.
const TRIES: usize = 50;

/// B-30.
const SIZES: [(&str, (usize, usize)); 3] =
    [("small", (20, 14)), ("medium", (28, 20)), ("large", (40, 28))];

/// The most columns and rows of a map (B-22).
const MOST: usize = 96;

/// The zones of the strips, player and enemy (B-31, B-41).
const STRIPS: [&str; 2] = ["player", "enemy"];

/// Whether a zone of this name is where a side begins that says nothing else
/// (B-41).
pub fn is_strip(zone: &str) -> bool {
    STRIPS.contains(&zone)
}

/// What kind of map is wanted (B-30).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapRequest {
    /// The id of the biome.
    pub biome: String,
    /// Columns and rows.
    pub size: (usize, usize),
    /// The map's own seed.
    pub seed: u64,
    /// How many columns a spawn strip has.
    pub strip: usize,
    /// Names of the zones to make beside the strips.
    pub zones: Vec<String>,
    /// Whether the east is the west turned by 180 degrees.
    pub mirror: bool,
}

impl MapRequest {
    /// A small map of a biome, of seed 0, with strips of three columns.
    pub fn new(biome: impl Into<String>) -> Self {
        let (biome, size) = (biome.into(), SIZES[0].1);
        Self { biome, size, seed: 0, strip: 3, zones: Vec::new(), mirror: false }
    }
}

/// Columns and rows of a size that has a name: small, medium or large (B-30).
pub fn size_named(word: &str) -> Option<(usize, usize)> {
    SIZES.into_iter().find(|(known, _)| *known == word).map(|(_, size)| size)
}

/// Why there is no such map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMap {
    /// The key of `[map.generate]` that is to blame, if one is.
    key: Option<&'static str>,
    rule: &'static str,
    message: String,
    help: String,
}

/// Makes a map with the built-in data and writes it as the table `[map]` of a
/// scenario, ready to be edited (B-33).
///
/// ```
/// use fracas_battlescape::generate::{MapRequest, map_text};
///
/// let text = map_text(&MapRequest { seed: 4, ..MapRequest::new("forest") }).unwrap();
/// assert!(text.starts_with("[map]\nrows = '''\n"));
/// ```
pub fn map_text(request: &MapRequest) -> Result<String, Refused> {
    let data = Data::built_in();
    match make(request, &data) {
        Ok(map) => Ok(print::print_map(&map, &data)),
        Err(NoMap { message, help, .. }) => refuse(format!("{message}; {help}")),
    }
}

/// Makes the first map that keeps the guarantees of B-32, of at most `TRIES`.
pub fn make(request: &MapRequest, data: &Data) -> Result<Map, NoMap> {
    let known = data.biomes.iter().map(|biome| biome.id.as_str());
    let Some(place) = known.clone().position(|id| id == request.biome) else {
        return Err(NoMap {
            key: Some("biome"),
            rule: "B-292",
            message: format!("there is no biome `{}`", request.biome),
            help: suggest(&request.biome, known),
        });
    };
    let (cols, rows) = request.size;
    if !(1..=MOST).contains(&cols) || !(1..=MOST).contains(&rows) {
        return Err(NoMap {
            key: Some("size"),
            rule: "B-22",
            message: format!("a map of {cols} x {rows} hexes is not possible"),
            help: format!("columns and rows are 1 to {MOST}"),
        });
    }
    if request.mirror && rows % 2 == 1 {
        return Err(NoMap {
            key: Some("mirror"),
            rule: "B-30",
            message: format!("a map of {rows} rows cannot be turned onto itself"),
            help: "odd rows lie half a hex to the right: `mirror` needs an even number of rows"
                .to_owned(),
        });
    }
    let biome = &data.biomes[place];
    let valid = (0..TRIES).find_map(|failed| attempted(request, biome, data, failed));
    valid.ok_or_else(|| no_valid_map(request))
}

/// The map of the next sub-seed after so many that failed, if it keeps the
/// guarantees.
fn attempted(request: &MapRequest, biome: &Biome, data: &Data, failed: usize) -> Option<Map> {
    if request.size.0 <= 2 * request.strip {
        return None;
    }
    let map = Draft::new(request, biome, data, failed).drawn()?;
    guarantees::are_kept(&map, data).then_some(map)
}

fn no_valid_map(request: &MapRequest) -> NoMap {
    let (cols, rows) = request.size;
    // So wide that the strips lie too far apart to see each other.
    let wide = 2 * request.strip + guarantees::CLEAR as usize;
    let help = match cols < wide {
        true => format!(
            "nobody may begin in sight of an enemy {} hexes away: take {wide} columns or more",
            guarantees::CLEAR
        ),
        false => "take another seed, a larger size, narrower strips or fewer zones".to_owned(),
    };
    let message = format!(
        "no valid map of biome {}, size {cols} x {rows}, seed {} in {TRIES} tries",
        request.biome, request.seed
    );
    NoMap { key: None, rule: "B-32", message, help }
}

/// Makes the map that `[map.generate]` describes.
pub fn read(table: &Checked, data: &Data, out: &mut Diagnostics) -> Option<Map> {
    let size = match (table.text("size"), table.list("size")) {
        (_, [cols, rows]) => (cols.whole()? as usize, rows.whole()? as usize),
        (word, _) => size_named(word.unwrap_or("small"))?,
    };
    let mut zones: Vec<String> = Vec::new();
    for item in table.list("zones") {
        let name = item.text().unwrap_or_default().to_owned();
        if zones.contains(&name) || STRIPS.contains(&name.as_str()) {
            out.error("B-290", &item.place, format!("two zones are called `{name}`"));
            return None;
        }
        zones.push(name);
    }
    let request = MapRequest {
        biome: table.text("biome")?.to_owned(),
        size,
        seed: table.whole("seed").map_or(0, |seed| seed as u64),
        strip: table.whole("strip").map_or(3, |strip| strip as usize),
        zones,
        mirror: table.flag("mirror").unwrap_or(false),
    };
    match make(&request, data) {
        Ok(map) => Some(map),
        Err(NoMap { key, rule, message, help }) => {
            let place = key.map_or_else(|| table.here(), |key| table.place(key));
            out.error(rule, &place, message).help(help);
            None
        }
    }
}
