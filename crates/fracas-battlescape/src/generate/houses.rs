//! What buildings are inside (B-31, step 3): walls, windows, rooms, doors.

use super::buildings::Block;
use super::recipe::Draft;
use crate::field::{Spot, Spots};
use crate::hex::Dir;

/// Percent of a building's outer hexes that are windows.
const WINDOWS: u64 = 20;
/// Percent of a building's inner hexes that are crates.
const CRATES: u64 = 12;
/// Percent of a wreck's outer hexes that have come down.
const RUINED: u64 = 30;
/// Percent of doors between rooms that stand open.
const OPEN: u64 = 40;
/// A room has at least so many columns and rows.
const ROOM: usize = 2;

/// A wall between two rooms.
struct Partition {
    /// Its hexes, from one end to the other.
    hexes: Vec<Spot>,
    /// Where its rooms are.
    sides: [Vec<Dir>; 2],
}

impl Draft<'_> {
    pub(super) fn build(&mut self, block: Block) {
        let wall = self.biome.wall.unwrap_or_else(|| self.named("wall"));
        let (floor, window) = (self.named("ground"), self.named("window"));
        let (right, bottom) = block.end();
        let (mut sides, mut floors) = (Vec::new(), Vec::new());
        for spot in self.hexes(block) {
            let place = self.map.field.col_row(spot);
            let (col, row) = (usize::from(place.0), usize::from(place.1));
            let ends = [col == block.col, col == right, row == block.row, row == bottom];
            self.build_on(spot);
            match ends.iter().filter(|end| **end).count() {
                0 => {
                    self.put(spot, floor);
                    floors.push(spot);
                }
                1 => {
                    let side = if self.percent(WINDOWS) { window } else { wall };
                    self.put(spot, side);
                    sides.push(spot);
                }
                _ => self.put(spot, wall),
            }
        }
        let mut partitions = Vec::new();
        if self.percent(u64::from(self.biome.rooms)) {
            let inside = Block {
                col: block.col + 1,
                row: block.row + 1,
                cols: block.cols - 2,
                rows: block.rows - 2,
            };
            self.divide(inside, &mut partitions);
        }
        for spot in partitions.iter().flat_map(|partition| &partition.hexes) {
            self.put(*spot, wall);
        }
        floors.retain(|spot| self.map.terrain[spot.index()] == floor);
        self.furnish(&floors);
        if self.biome.wreck {
            self.ruin(block);
        }
        for partition in &partitions {
            self.inner_door(partition);
        }
        self.outer_doors(&sides);
        // B-31: some windows, whatever the dice said.
        let open = sides.iter().any(|spot| self.map.terrain[spot.index()] == window);
        let solid: Vec<Spot> =
            sides.into_iter().filter(|spot| self.map.terrain[spot.index()] == wall).collect();
        if !open && let Some(spot) = self.pick(&solid) {
            self.put(spot, window);
        }
    }

    /// Some crates inside, at least one.
    fn furnish(&mut self, floors: &[Spot]) {
        let crates = self.named("crate");
        let mut some = false;
        for spot in floors {
            if self.percent(CRATES) {
                self.put(*spot, crates);
                some = true;
            }
        }
        if !some && let Some(spot) = self.pick(floors) {
            self.put(spot, crates);
        }
    }

    /// Divides a room by a wall across its longer side, and the halves again,
    /// while they are large enough.
    fn divide(&mut self, room: Block, partitions: &mut Vec<Partition>) {
        let across = room.cols >= room.rows;
        let long = if across { room.cols } else { room.rows };
        if long < 2 * ROOM + 1 {
            return;
        }
        let at = self.roll(ROOM, long - ROOM - 1);
        let dirs = |numbers: &[usize]| numbers.iter().map(|number| Dir::number(*number)).collect();
        let (wall, one, other, sides) = match across {
            true => (
                Block { col: room.col + at, cols: 1, ..room },
                Block { cols: at, ..room },
                Block { col: room.col + at + 1, cols: room.cols - at - 1, ..room },
                // West and east of it, straight.
                [dirs(&[3]), dirs(&[0])],
            ),
            false => (
                Block { row: room.row + at, rows: 1, ..room },
                Block { rows: at, ..room },
                Block { row: room.row + at + 1, rows: room.rows - at - 1, ..room },
                [dirs(&[4, 5]), dirs(&[1, 2])],
            ),
        };
        partitions.push(Partition { hexes: self.hexes(wall), sides });
        self.divide(one, partitions);
        self.divide(other, partitions);
    }

    /// A door from room to room, where both sides are floor.
    fn inner_door(&mut self, partition: &Partition) {
        let is_floor = |spot: Spot, dirs: &[Dir]| {
            let steps = dirs.iter().filter_map(|dir| self.map.field.step(spot, *dir));
            steps.into_iter().any(|step| self.is_walked(step))
        };
        let fits = |spot: &&Spot| partition.sides.iter().all(|dirs| is_floor(**spot, dirs));
        let fit: Vec<Spot> = partition.hexes.iter().filter(fits).copied().collect();
        if let Some(door) = self.pick(&fit) {
            let kind = if self.percent(OPEN) { "open_door" } else { "closed_door" };
            self.put(door, self.named(kind));
            self.clear_crates(door);
        }
    }

    /// One to three doors to the outside.
    fn outer_doors(&mut self, sides: &[Spot]) {
        let leads_in = |spot: &&Spot| {
            let near = self.map.field.neighbours(**spot);
            near.into_iter().any(|(_, step)| self.built.has(step) && self.is_walked(step))
        };
        let mut fit: Vec<Spot> = sides.iter().filter(leads_in).copied().collect();
        for _ in 0..self.roll(1, 3) {
            let Some(door) = self.pick(&fit) else { return };
            // Two doors side by side are one.
            fit.retain(|other| *other != door && !self.map.field.adjacent(*other, door));
            self.outer_door(door);
        }
    }

    /// A door, with nothing in the way before it.
    fn outer_door(&mut self, door: Spot) {
        self.put(door, self.named("closed_door"));
        self.clear_crates(door);
        let near = self.map.field.neighbours(door).map(|(_, step)| step);
        let outside: Vec<Spot> = near.filter(|step| !self.built.has(*step)).collect();
        for step in outside {
            self.put(step, self.biome.base);
            for twin in self.twins(step) {
                self.fronts.put(twin);
            }
        }
    }

    fn clear_crates(&mut self, door: Spot) {
        let crates = self.named("crate");
        let near: Vec<Spot> = self.map.field.neighbours(door).map(|(_, step)| step).collect();
        for step in near {
            if self.built.has(step) && self.map.terrain[step.index()] == crates {
                self.put(step, self.named("ground"));
            }
        }
    }

    fn is_walked(&self, spot: Spot) -> bool {
        self.data.terrain(self.map.terrain[spot.index()]).walk.is_some()
    }

    fn ruin(&mut self, block: Block) {
        let rubble = self.named("rubble");
        for spot in self.hexes(block) {
            if !self.is_walked(spot) && self.percent(RUINED) {
                self.put(spot, rubble);
            }
        }
    }

    /// The hexes within some distance of a building, its own included.
    pub(super) fn around(&self, block: Block, distance: u32) -> Spots {
        let mut around = Spots::none(&self.map.field);
        for spot in self.hexes(block) {
            self.map.field.within(spot, distance).for_each(|near| around.put(near));
        }
        around
    }
}
