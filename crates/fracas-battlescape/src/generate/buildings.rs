//! Buildings (B-31, step 3).

use super::recipe::{Draft, TRIES};
use crate::field::Spot;
use crate::hex::Dir;

/// The least columns and rows of a building, and the most of each.
const LEAST: usize = 4;
const MOST_COLS: usize = 8;
const MOST_ROWS: usize = 7;
/// After so many failed maps the most is one less.
const FEWER: usize = 4;
/// Percent of a building's outer hexes that are windows.
const WINDOWS: u64 = 20;
/// Percent of a building's inner hexes that are crates.
const CRATES: u64 = 12;
/// Percent of a wreck's outer hexes that have come down.
const RUINED: u64 = 30;

/// A rectangle of columns and rows.
#[derive(Clone, Copy)]
struct Block {
    col: usize,
    row: usize,
    cols: usize,
    rows: usize,
}

impl Draft<'_> {
    /// As many as there is room for; none if that is less than the biome's
    /// least number.
    pub(super) fn buildings(&mut self) -> Option<()> {
        let mut built = 0;
        for _ in 0..self.number(self.biome.buildings) {
            let Some(block) = (0..TRIES).find_map(|_| self.room()) else { break };
            self.build(block);
            built += 1;
        }
        self.is_enough(built, self.biome.buildings).then_some(())
    }

    /// A try to find room for a building, a hex away from strips, edges and
    /// other buildings, its own image included.
    fn room(&mut self) -> Option<Block> {
        let (cols, rows) = self.request.size;
        let strip = self.request.strip;
        // The longer there was no valid map, the smaller they are.
        let most = |most: usize| most.saturating_sub(self.failed / FEWER).max(LEAST);
        let (most_cols, most_rows) = (most(MOST_COLS), most(MOST_ROWS));
        let (wide, tall) = (self.roll(LEAST, most_cols), self.roll(LEAST, most_rows));
        let last_col = (cols - strip).checked_sub(wide + 1).filter(|last| *last > strip)?;
        let last_row = rows.checked_sub(tall + 1).filter(|last| *last >= 1)?;
        let (col, row) = (self.roll(strip + 1, last_col), self.roll(1, last_row));
        let block = Block { col, row, cols: wide, rows: tall };
        let around = Block { col: col - 1, row: row - 1, cols: wide + 2, rows: tall + 2 };
        let (inside, around) = (self.hexes(block), self.hexes(around));
        let free = around.iter().all(|spot| !self.built.has(*spot));
        let meets_image =
            self.request.mirror && inside.iter().any(|spot| around.contains(&self.twins(*spot)[1]));
        (free && !meets_image).then_some(block)
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
            self.build_on(spot);
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
        if self.biome.wreck {
            self.ruin(block);
        }
        for _ in 0..self.roll(1, 3) {
            if let Some(door) = self.pick(&sides) {
                self.door(door);
            }
        }
    }

    /// A door, with nothing in the way before it.
    fn door(&mut self, door: Spot) {
        self.put(door, self.named("closed_door"));
        for dir in Dir::ALL {
            let Some(step) = self.map.field.step(door, dir) else { continue };
            if !self.built.has(step) {
                self.put(step, self.biome.base);
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
}
