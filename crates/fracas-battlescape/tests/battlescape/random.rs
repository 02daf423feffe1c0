//! Random maps from a fixed series of numbers.

use fracas_battlescape::state::{Burn, Cover};
pub use fracas_testing::Numbers;

use crate::table::{Table, man, scene};

/// A map with everything on it.
pub struct Map {
    glyphs: Vec<Vec<char>>,
    levels: Vec<Vec<usize>>,
    free: Vec<(usize, usize)>,
}

impl Map {
    /// Of so many columns and rows, with levels from 0 to `top`.
    pub fn wild(numbers: &mut Numbers, cols: usize, rows: usize, top: usize) -> Map {
        let kinds: Vec<char> = ".........,,,==::#WOncHbT~w+/bTc#".chars().collect();
        let mut glyphs: Vec<Vec<char>> = (0..rows)
            .map(|_| (0..cols).map(|_| kinds[numbers.below(kinds.len())]).collect())
            .collect();
        let levels = (0..rows)
            .map(|_| (0..cols).map(|_| numbers.below(3 * top + 1).min(top)).collect())
            .collect();
        let mut free = Vec::new();
        while free.len() < 12 {
            let place = (numbers.below(cols), numbers.below(rows));
            if !free.contains(&place) {
                free.push(place);
                glyphs[place.1][place.0] = '.';
            }
        }
        Map { glyphs, levels, free }
    }

    /// A battle of so many a side on it.
    pub fn table(&self, more: &str, count: usize) -> Table {
        let lines = |cells: &[Vec<String>]| {
            cells.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
        };
        let text = |cells: Vec<Vec<String>>| format!("\"\"\"\n{}\n\"\"\"", lines(&cells));
        let glyphs =
            self.glyphs.iter().map(|row| row.iter().map(char::to_string).collect()).collect();
        let levels =
            self.levels.iter().map(|row| row.iter().map(usize::to_string).collect()).collect();
        let map = format!("rows = {}\nelevation = {}", text(glyphs), text(levels));
        let squad = |from: usize, class: &str, name: &str| {
            let units = self.free[from..from + count].iter().enumerate();
            let units =
                units.map(|(n, (col, row))| man(class, &format!("{name} {n}"), *col, *row, ""));
            units.collect::<Vec<_>>().join(", ")
        };
        scene(more, &map, &squad(0, "rifleman", "Man"), &squad(6, "sectoid", "Grey"))
    }

    /// Smoke, fire, flares, cover, burning units and, if wished, changed
    /// terrain.
    pub fn disturb(&self, numbers: &mut Numbers, table: &mut Table, much: bool) {
        let spots: Vec<_> = table.battle.field.spots().collect();
        for spot in spots {
            let ground = &mut table.state.ground;
            if numbers.once_in(if much { 3 } else { 20 }) {
                ground.smoke.set(spot, 1 + numbers.below(3) as u8);
            }
            if numbers.once_in(30) {
                ground.fire[spot.index()] = 2;
            }
            if numbers.once_in(25) {
                let other = numbers.below(ground.terrain.len());
                ground.terrain[spot.index()] = ground.terrain[other];
                ground.changed = true;
            }
        }
        let flare = table.hex(self.free[0].0, self.free[0].1);
        table.state.ground.flares.push((flare, 2, 3));
        for unit in &mut table.state.units {
            if numbers.once_in(2) {
                unit.cover = Cover::Half;
            }
            if numbers.once_in(4) {
                unit.burn = Some(Burn { dice: 1, turns: 2 });
            }
        }
    }
}
