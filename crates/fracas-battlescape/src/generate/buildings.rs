//! Where buildings stand (B-31, step 3): anywhere, or in blocks between streets.

use super::guarantees::CLEAR;
use super::recipe::{Draft, TRIES};
use crate::field::Spot;

/// The least columns and rows of a building.
pub(super) const LEAST: usize = 4;
/// After so many failed maps the most is one less.
const FEWER: usize = 4;
/// How far around its wreck a crew is.
const CREW: u32 = 2;

/// A rectangle of columns and rows.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub col: usize,
    pub row: usize,
    pub cols: usize,
    pub rows: usize,
}

impl Block {
    /// The last column and row.
    pub fn end(self) -> (usize, usize) {
        (self.col + self.cols - 1, self.row + self.rows - 1)
    }
}

impl Draft<'_> {
    /// As many as there is room for; none if that is less than the biome's
    /// least number.
    pub(super) fn buildings(&mut self) -> Option<()> {
        let wanted = self.number(self.biome.buildings);
        if self.biome.streets && self.town(wanted) {
            return Some(());
        }
        let mut built = 0;
        for _ in 0..wanted {
            let Some(block) = (0..TRIES).find_map(|_| self.room()) else { break };
            self.build(block);
            built += 1;
            if self.has_crew() {
                self.wreck = Some(self.around(block, CREW));
            }
        }
        self.is_enough(built, self.biome.buildings).then_some(())
    }

    /// Whether the enemy is at a wreck instead of a strip: both sides of a
    /// mirrored map stand alike, and a narrow one has no room for it.
    pub(super) fn has_crew(&self) -> bool {
        let wide = self.request.size.0 >= 2 * self.request.strip + CLEAR as usize + LEAST + 2;
        self.biome.wreck && !self.request.mirror && wide
    }

    /// Columns and rows of the largest buildings: the longer there was no valid
    /// map, the smaller they are.
    pub(super) fn largest(&self) -> (usize, usize) {
        let most = |most: u8| usize::from(most).saturating_sub(self.failed / FEWER).max(LEAST);
        (most(self.biome.largest.0), most(self.biome.largest.1))
    }

    /// A try to find room for a building, a hex away from strips, edges and
    /// other buildings, its own image included. A wreck lies in the farther
    /// half, where there is room.
    fn room(&mut self) -> Option<Block> {
        let (cols, rows) = self.request.size;
        let strip = self.request.strip;
        let (most_cols, most_rows) = self.largest();
        let (wide, tall) = (self.roll(LEAST, most_cols), self.roll(LEAST, most_rows));
        // Where the crew is at its wreck there is no strip behind it.
        let east = if self.has_crew() { cols } else { cols - strip };
        let last_col = east.checked_sub(wide + 1).filter(|last| *last > strip)?;
        let last_row = rows.checked_sub(tall + 1).filter(|last| *last >= 1)?;
        let first_col = if self.has_crew() { last_col.min(cols / 2) } else { strip + 1 };
        let (col, row) = (self.roll(first_col, last_col), self.roll(1, last_row));
        let block = Block { col, row, cols: wide, rows: tall };
        let around = Block { col: col - 1, row: row - 1, cols: wide + 2, rows: tall + 2 };
        let (inside, around) = (self.hexes(block), self.hexes(around));
        let free = around.iter().all(|spot| !self.built.has(*spot));
        let meets_image =
            self.request.mirror && inside.iter().any(|spot| around.contains(&self.twins(*spot)[1]));
        (free && !meets_image).then_some(block)
    }

    pub(super) fn hexes(&self, block: Block) -> Vec<Spot> {
        (block.row..block.row + block.rows)
            .flat_map(|row| (block.col..block.col + block.cols).map(move |col| (col, row)))
            .filter_map(|(col, row)| self.map.field.at(col, row))
            .collect()
    }
}
