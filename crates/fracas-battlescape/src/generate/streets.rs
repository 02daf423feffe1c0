//! A town (B-31, step 3): streets, and blocks between them with a house, a yard
//! or a park.

use super::buildings::{Block, LEAST};
use super::recipe::Draft;

/// How wide a street is.
const STREET: usize = 2;
/// A block with its street is at most so wide and tall, and at least as much as
/// the smallest house takes.
const MOST_PITCH: usize = 12;
const LEAST_PITCH: usize = LEAST + STREET;
/// Percent of a park's hexes that are trees, and bushes.
const TREES: u64 = 15;
const BUSHES: u64 = 12;

impl Draft<'_> {
    /// Lays streets and builds so many houses between them; false if there is
    /// no room for as many blocks as the biome has buildings.
    pub(super) fn town(&mut self, wanted: usize) -> bool {
        let Some(mut blocks) = self.blocks(wanted) else { return false };
        // What is left over of the blocks are parks.
        while blocks.len() > wanted {
            let park = self.roll(0, blocks.len() - 1);
            let park = blocks.swap_remove(park);
            self.park(park);
        }
        self.clear_main_street();
        for block in blocks {
            let ground = self.named("ground");
            for spot in self.hexes(block) {
                if self.map.terrain[spot.index()] == self.biome.base {
                    self.put(spot, ground);
                }
            }
            let (most_cols, most_rows) = self.largest();
            let size = |draft: &mut Self, room: usize, most: usize| {
                let most = room.min(most);
                draft.roll((most.saturating_sub(2)).max(LEAST), most)
            };
            let (cols, rows) =
                (size(self, block.cols, most_cols), size(self, block.rows, most_rows));
            let col = block.col + self.roll(0, block.cols - cols);
            let row = block.row + self.roll(0, block.rows - rows);
            self.build(Block { col, row, cols, rows });
        }
        true
    }

    /// As few and large blocks as make this many, or as many as fit; none if
    /// these are fewer than the biome's least.
    fn blocks(&self, wanted: usize) -> Option<Vec<Block>> {
        let (cols, rows) = self.request.size;
        let strip = self.request.strip;
        // A lane along strips and edges; a mirrored town is half a town.
        let east = if self.request.mirror { cols / 2 - 1 } else { cols - strip - 1 };
        let wide = east.checked_sub(strip + 1)?;
        let tall = rows.checked_sub(2)?;
        let count = |room: usize, pitch: usize| (room + STREET) / pitch;
        let (across, down) = (LEAST_PITCH..=MOST_PITCH)
            .rev()
            .map(|pitch| (count(wide, pitch), count(tall, pitch)))
            .find(|(across, down)| across * down >= wanted)
            .unwrap_or((count(wide, LEAST_PITCH), count(tall, LEAST_PITCH)));
        if !self.is_enough(across * down, self.biome.buildings) {
            return None;
        }
        let span = |room: usize, number: usize, place: usize| {
            let from = (room + STREET) * place / number;
            (from, (room + STREET) * (place + 1) / number - STREET - from)
        };
        let mut blocks = Vec::new();
        for down_place in 0..down {
            for across_place in 0..across {
                let ((col, cols), (row, rows)) =
                    (span(wide, across, across_place), span(tall, down, down_place));
                blocks.push(Block { col: strip + 1 + col, row: 1 + row, cols, rows });
            }
        }
        Some(blocks)
    }

    fn park(&mut self, block: Block) {
        let [grass, tree, bush] = ["grass", "tree", "bush"].map(|id| self.named(id));
        for spot in self.hexes(block) {
            let what = match () {
                () if self.percent(TREES) => tree,
                () if self.percent(BUSHES) => bush,
                () => grass,
            };
            self.put(spot, what);
        }
    }

    /// The lane along the northern edge is free from side to side, and on a
    /// mirrored map so is its image.
    fn clear_main_street(&mut self) {
        let (cols, _) = self.request.size;
        for col in 0..cols {
            if let Some(spot) = self.map.field.at(col, 0) {
                self.put(spot, self.biome.base);
            }
        }
    }
}
