//! The map of a scenario: text, one sign per hex (B-20..B-22).

use fracas_core::document::{Checked, Diagnostics, Item, Place};

use super::names::Names;
use crate::data::{Data, TerrainId};
use crate::field::{Field, MAX_SIDE, Spot, Spots};

/// A map before anybody stands on it.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its shape.
    pub field: Field,
    /// Terrain.
    pub terrain: Vec<TerrainId>,
    /// Levels.
    pub elevation: Vec<i16>,
    /// Smoke.
    pub smoke: Vec<u8>,
    /// Whether it burns.
    pub fire: Vec<bool>,
    /// Zones by name.
    pub zones: Vec<(String, Spots)>,
}

/// Text with one sign per hex, and where each stands in the file.
struct Layer<'a> {
    item: &'a Item,
    /// The signs of each row, with the byte they begin at in the text.
    rows: Vec<Vec<(usize, char)>>,
    /// Where the text begins in the file, if it stands there as it is.
    start: Option<usize>,
}

impl<'a> Layer<'a> {
    fn of(item: &'a Item, out: &Diagnostics) -> Self {
        let text = item.text().unwrap_or_default();
        let mut rows = Vec::new();
        let mut at = 0;
        for line in text.split('\n') {
            let signs = line.char_indices().filter(|(_, sign)| !sign.is_whitespace());
            let row: Vec<(usize, char)> = signs.map(|(place, sign)| (at + place, sign)).collect();
            if !row.is_empty() {
                rows.push(row);
            }
            at += line.len() + 1;
        }
        Self { item, rows, start: start_of(item, text, out) }
    }

    /// Where a stretch of the text stands in the file.
    fn place(&self, from: usize, to: usize) -> Place {
        let mut place = self.item.place.clone();
        if let Some(start) = self.start {
            place.span = Some((start + from..start + to).into());
        }
        place
    }

    fn sign_place(&self, (at, sign): (usize, char)) -> Place {
        self.place(at, at + sign.len_utf8())
    }

    fn row_place(&self, row: usize) -> Place {
        match (self.rows[row].first(), self.rows[row].last()) {
            (Some((from, _)), Some((to, sign))) => self.place(*from, to + sign.len_utf8()),
            _ => self.item.place.clone(),
        }
    }

    /// Complains of rows of unequal length.
    fn is_even(&self, cols: usize, of: &str, out: &mut Diagnostics) -> bool {
        let odd: Vec<usize> =
            (0..self.rows.len()).filter(|row| self.rows[*row].len() != cols).collect();
        for row in &odd {
            let count = self.rows[*row].len();
            let message =
                format!("row {row} of {} has {count} hexes, {of} has {cols}", self.item.place);
            out.error("B-22", &self.row_place(*row), message)
                .help("rows are counted from 0, as in [column, row]; blanks do not count");
        }
        odd.is_empty()
    }
}

/// Where the characters of a text begin in the file, if they stand there
/// without escapes.
fn start_of(item: &Item, text: &str, out: &Diagnostics) -> Option<usize> {
    let span = item.place.span?;
    let file = &out.source(item.place.source).text;
    let written = file.get(span.start..span.end)?;
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|q| written.starts_with(q))?;
    let inside = &written[quotes.len()..];
    // A line end right after the quotes is not part of the text.
    let skip = ["\r\n", "\n"].into_iter().find(|end| inside.starts_with(end)).map_or(0, str::len);
    [skip, 0]
        .into_iter()
        .map(|skip| (span.start + quotes.len() + skip, &inside[skip..]))
        .find_map(|(start, inside)| inside.starts_with(text).then_some(start))
}

/// Reads the map's rows and layers.
pub fn read(map: &Checked, data: &Data, out: &mut Diagnostics) -> Option<Map> {
    let base = read_base(map, data, out);
    let letters = read_letters(map, out);
    let Some(rows) = map.value("rows") else {
        if !map.has("rows") {
            out.error("B-22", &map.here(), "the map has neither `rows` nor `generate`");
        }
        return None;
    };
    let layer = Layer::of(rows, out);
    let (cols, count) = (layer.rows.first().map_or(0, Vec::len), layer.rows.len());
    let widest = layer.rows.iter().map(Vec::len).max().unwrap_or(0);
    if count == 0 || count > MAX_SIDE || widest > MAX_SIDE {
        let message = format!("the map is {widest} columns by {count} rows");
        out.error("B-22", &rows.place, message)
            .help(format!("allowed are 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows"));
        return None;
    }
    let even = layer.is_even(cols, "row 0", out);
    let field = Field::new(cols, count);
    let mut zones: Vec<(String, Spots)> =
        letters.iter().map(|(_, name, _)| (name.clone(), Spots::none(&field))).collect();
    let mut terrain = Vec::with_capacity(field.count());
    for (row, signs) in layer.rows.iter().enumerate() {
        for (col, &(at, glyph)) in signs.iter().enumerate() {
            let zone = letters.iter().position(|(letter, ..)| *letter == glyph);
            match (data.terrain_drawn(glyph), zone) {
                (Some(kind), _) => terrain.push(kind),
                (None, Some(zone)) => {
                    if let Some(spot) = field.at(col, row) {
                        zones[zone].1.put(spot);
                    }
                    terrain.push(base);
                }
                (None, None) => {
                    terrain.push(base);
                    let place = layer.sign_place((at, glyph));
                    let message = format!("unknown glyph `{glyph}` at [{col},{row}]");
                    out.error("B-20", &place, message).help(known_glyphs(data, &letters));
                }
            }
        }
    }
    if !even {
        return None;
    }
    let mut made = Map {
        elevation: vec![0; field.count()],
        smoke: vec![0; field.count()],
        fire: vec![false; field.count()],
        field,
        terrain,
        zones,
    };
    read_layers(map, &mut made, &letters, out);
    check_zones(&made, &letters, out);
    Some(made)
}

fn known_glyphs(data: &Data, letters: &[(char, String, Place)]) -> String {
    let glyphs: String = data.terrains.iter().map(|terrain| terrain.glyph).collect();
    let zones: String = letters.iter().map(|(letter, ..)| *letter).collect();
    match zones.as_str() {
        "" => format!("known are {glyphs}; letters of zones are named in `zones`"),
        _ => format!("known are {glyphs}, and for zones {zones}"),
    }
}

fn read_base(map: &Checked, data: &Data, out: &mut Diagnostics) -> TerrainId {
    let Some(item) = map.value("base") else { return TerrainId(0) };
    let mut context = crate::data::key::ReadContext { data, out };
    let known = data.terrains.iter().map(|terrain| terrain.id.as_str());
    context.find("terrain", item, known).map_or(TerrainId(0), |place| TerrainId(place as u8))
}

/// The letters of zones: letter, name, and where that is written.
fn read_letters(map: &Checked, out: &mut Diagnostics) -> Vec<(char, String, Place)> {
    let mut letters: Vec<(char, String, Place)> = Vec::new();
    for (letter, name) in map.map("zones") {
        let mut signs = letter.chars();
        let (Some(sign), None) = (signs.next(), signs.next()) else {
            let message = format!("`{letter}` is no letter for a zone");
            out.error("B-22", &name.key_place(), message).help("write one sign for each zone");
            continue;
        };
        if sign == '.' || sign.is_whitespace() {
            out.error("B-22", &name.key_place(), format!("`{sign}` cannot stand for a zone"));
            continue;
        }
        let text = name.text().unwrap_or_default().to_owned();
        if letters.iter().any(|(_, other, _)| *other == text) {
            out.error("B-290", &name.place, format!("two zones are called `{text}`"));
            continue;
        }
        letters.push((sign, text, name.key_place()));
    }
    letters
}

fn read_layers(
    map: &Checked,
    made: &mut Map,
    letters: &[(char, String, Place)],
    out: &mut Diagnostics,
) {
    each(map, "elevation", made, out, "a digit from 0 to 9", |made, spot, sign| {
        let level = sign.to_digit(10)?;
        made.elevation[spot.index()] = level as i16;
        Some(())
    });
    each(map, "smoke", made, out, "a digit from 0 to 3, or `.`", |made, spot, sign| {
        let density = if sign == '.' { 0 } else { sign.to_digit(4)? };
        made.smoke[spot.index()] = density as u8;
        Some(())
    });
    each(map, "fire", made, out, "`f` or `.`", |made, spot, sign| {
        made.fire[spot.index()] = sign == 'f';
        matches!(sign, 'f' | '.').then_some(())
    });
    each(
        map,
        "zone_rows",
        made,
        out,
        "a letter named in `zones`, or `.`; a hex is in one zone only",
        |made, spot, sign| {
            if sign != '.' {
                let zone = letters.iter().position(|(letter, ..)| *letter == sign)?;
                let other = made.zones.iter().position(|(_, spots)| spots.has(spot));
                if other.is_some_and(|other| other != zone) {
                    return None;
                }
                made.zones[zone].1.put(spot);
            }
            Some(())
        },
    );
}

/// Reads a layer of the map's shape, sign by sign.
fn each(
    map: &Checked,
    key: &str,
    made: &mut Map,
    out: &mut Diagnostics,
    allowed: &str,
    mut put: impl FnMut(&mut Map, Spot, char) -> Option<()>,
) {
    let Some(item) = map.value(key) else { return };
    let layer = Layer::of(item, out);
    let (cols, rows) = (made.field.cols(), made.field.rows());
    if layer.rows.len() != rows {
        let message = format!("{} has {} rows, the map has {rows}", item.place, layer.rows.len());
        out.error("B-22", &item.place, message);
        return;
    }
    if !layer.is_even(cols, "the map", out) {
        return;
    }
    for (row, signs) in layer.rows.iter().enumerate() {
        for (col, &(at, sign)) in signs.iter().enumerate() {
            let Some(spot) = made.field.at(col, row) else { continue };
            if put(made, spot, sign).is_none() {
                let place = layer.sign_place((at, sign));
                let message = format!("`{sign}` at [{col},{row}] of {}", item.place);
                out.error("B-22", &place, message).help(format!("write {allowed}"));
            }
        }
    }
}

fn check_zones(made: &Map, letters: &[(char, String, Place)], out: &mut Diagnostics) {
    for ((letter, name, place), (_, spots)) in letters.iter().zip(&made.zones) {
        if spots.is_empty() {
            let message = format!("the zone `{name}` has no hex: `{letter}` is not on the map");
            out.error("B-22", place, message)
                .help("a letter that is also a glyph of terrain goes into `zone_rows`");
        }
    }
}

impl Map {
    /// The place of a zone by its name.
    pub fn zone(&self, item: &Item, out: &mut Diagnostics) -> Option<usize> {
        let names: Vec<&str> = self.zones.iter().map(|(name, _)| name.as_str()).collect();
        Names { what: "zone", names: &names }.find(item, out)
    }

    /// The hex of a key such as `at`; complains if it is not on the map.
    pub fn hex(&self, item: &Item, who: &str, out: &mut Diagnostics) -> Option<Spot> {
        let [col, row] = item.list() else { return None };
        let (col, row) = (col.whole()?, row.whole()?);
        let spot = self.field.at(usize::try_from(col).ok()?, usize::try_from(row).ok()?);
        if spot.is_none() {
            let (cols, rows) = (self.field.cols(), self.field.rows());
            let message = format!("{who} at [{col},{row}] is off the map");
            out.error("B-22", &item.place, message)
                .help(format!("the map is {cols} columns by {rows} rows, counted from 0"));
        }
        spot
    }
}
