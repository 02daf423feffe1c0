//! Made-up maps (B-30..B-34): a biome's recipe, tried with one sub-seed after
//! another until the map keeps its guarantees.

mod guarantees;
mod print;
mod recipe;
mod ways;

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::document::{Checked, Diagnostics};

pub use print::print;
pub use ways::on_foot;

use crate::data::key::Desk;
use crate::data::{Biome, Data};
use crate::field::Field;
use crate::scenario::Map;
use recipe::Draft;

/// B-32: so many sub-seeds are tried.
const TRIES: u64 = 50;

/// B-30.
const SIZES: [(&str, (usize, usize)); 3] =
    [("small", (20, 14)), ("medium", (28, 20)), ("large", (40, 28))];

/// What kind of map is wanted.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The country.
    pub biome: &'a Biome,
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

/// Makes the first map that keeps the guarantees of B-32; none if none of
/// `TRIES` does.
pub fn make(wish: &Wish<'_>, data: &Data) -> Option<Map> {
    let (cols, rows) = wish.size;
    if cols <= 2 * wish.strip {
        return None;
    }
    let field = Field::new(cols, rows);
    (0..TRIES).find_map(|attempt| {
        let dice = Rolled::new(wish.seed, attempt, Purpose::Map);
        let map = Draft::new(wish, data, field.clone(), dice).drawn()?;
        guarantees::are_kept(&map, data).then_some(map)
    })
}

/// Makes the map that `[map.generate]` describes.
pub fn read(table: &Checked, data: &Data, out: &mut Diagnostics) -> Option<Map> {
    let biome = table.value("biome")?;
    let known = data.biomes.iter().map(|biome| biome.id.as_str());
    let place = Desk { data, out }.find("biome", biome, known)?;
    let size = match (table.text("size"), table.list("size")) {
        (_, [cols, rows]) => (cols.whole()? as usize, rows.whole()? as usize),
        (word, _) => {
            let word = word.unwrap_or("small");
            SIZES.into_iter().find(|(known, _)| *known == word)?.1
        }
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
    let wish = Wish {
        biome: &data.biomes[place],
        size,
        seed: table.whole("seed").map_or(0, |seed| seed as u64),
        strip: table.whole("strip").map_or(3, |strip| strip as usize),
        zones,
        mirror: table.flag("mirror").unwrap_or(false),
    };
    if wish.mirror && size.1 % 2 == 1 {
        let message = format!("a map of {} rows cannot be turned onto itself", size.1);
        out.error("B-30", &table.place("mirror"), message)
            .help("odd rows lie half a hex to the right: `mirror` needs an even number of rows");
        return None;
    }
    let made = make(&wish, data);
    if made.is_none() {
        let (cols, rows) = wish.size;
        let message = format!(
            "no valid map of biome {}, size {cols} x {rows}, seed {} in {TRIES} tries",
            wish.biome.id, wish.seed
        );
        // So wide that the strips lie too far apart to see each other.
        let wide = 2 * wish.strip + guarantees::CLEAR as usize;
        let help = match cols < wide {
            true => format!(
                "nobody may begin in sight of an enemy {} hexes away: take {wide} columns or more",
                guarantees::CLEAR
            ),
            false => "take another seed, a larger size, narrower strips or fewer zones".to_owned(),
        };
        out.error("B-32", &table.here(), message).help(help);
    }
    made
}

/// The zones of the strips, player and enemy (B-31, B-41).
const STRIPS: [&str; 2] = ["player", "enemy"];
