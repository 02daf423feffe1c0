//! The board: tiles, neighbours, steps.

use crate::battle::Tile;
use crate::state::{Bits, State};

/// The eight directions in the order of A-31: N, NE, E, SE, S, SW, W, NW.
pub const AROUND: [(i16, i16); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Their names.
pub const DIRECTIONS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

impl Tile {
    /// The neighbour in a direction of [`AROUND`].
    #[inline]
    pub fn neighbour(self, direction: usize) -> Self {
        let (x, y) = AROUND[direction];
        Self { x: self.x + x, y: self.y + y }
    }

    /// Chebyshev distance.
    #[inline]
    pub fn distance(self, other: Self) -> i32 {
        let dx = (i32::from(self.x) - i32::from(other.x)).abs();
        let dy = (i32::from(self.y) - i32::from(other.y)).abs();
        dx.max(dy)
    }

    /// Squared Euclidean distance.
    fn squared(self, other: Self) -> i32 {
        let dx = i32::from(self.x) - i32::from(other.x);
        let dy = i32::from(self.y) - i32::from(other.y);
        dx * dx + dy * dy
    }
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// Whether nobody stands there.
fn is_free(st: &State, tile: Tile) -> bool {
    tile != st.hero.at && !st.living().any(|monster| st.monsters[monster].at == tile)
}

/// Works out who stands next to the hero.
pub fn mark_adjacent(st: &mut State) {
    let at = st.hero.at;
    let next_to = |monster: &usize| st.monsters[*monster].at.distance(at) == 1;
    st.adjacent = st.living().filter(next_to).map(State::bit).sum();
}

/// the free neighbour with the fewest living monsters next to it, as a
/// direction. None if all eight are taken.
pub fn flee_direction(st: &State) -> Option<usize> {
    let crowd = |tile: Tile| {
        st.living().filter(|monster| st.monsters[*monster].at.distance(tile) == 1).count()
    };
    (0..8)
        .map(|direction| (direction, st.hero.at.neighbour(direction)))
        .filter(|(_, tile)| is_free(st, *tile))
        .min_by_key(|(_, tile)| crowd(*tile))
        .map(|(direction, _)| direction)
}

/// The directions the hero can move to.
pub fn free_directions(st: &State) -> impl Iterator<Item = usize> + '_ {
    (0..8).filter(|direction| is_free(st, st.hero.at.neighbour(*direction)))
}

/// where a monster steps to on its way to the hero, if that is nearer.
pub fn step_towards(st: &State, monster: usize) -> Option<Tile> {
    let from = st.monsters[monster].at;
    let far = |tile: Tile| (tile.distance(st.hero.at), tile.squared(st.hero.at));
    (0..8)
        .map(|direction| from.neighbour(direction))
        .filter(|tile| is_free(st, *tile))
        .min_by_key(|tile| far(*tile))
        .filter(|tile| far(*tile) < far(from))
}

/// where monsters without a position stand, in order, given the tiles
/// that are taken: around the hero, then in rings clockwise from the north.
pub fn free_places(taken: &[Tile]) -> impl Iterator<Item = Tile> + '_ {
    let ring = |radius: i16| {
        // Clockwise from (0, r): east along the top, down, west, up, east.
        let top = (0..=radius).map(move |x| (x, radius));
        let right = (1..=2 * radius).map(move |down| (radius, radius - down));
        let bottom = (1..=2 * radius).map(move |west| (radius - west, -radius));
        let left = (1..=2 * radius).map(move |up| (-radius, up - radius));
        let rest = (1..radius).map(move |east| (east - radius, radius));
        top.chain(right).chain(bottom).chain(left).chain(rest)
    };
    (1..).flat_map(ring).map(|(x, y)| Tile { x, y }).filter(move |tile| !taken.contains(tile))
}

/// nobody is adjacent and nobody who lives can come.
#[inline]
pub fn out_of_reach(st: &State) -> bool {
    st.adjacent == 0 && !Bits(st.living).any(|monster| st.monsters[monster].mobile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_31_places_go_around_and_then_in_rings_clockwise() {
        let taken = [Tile { x: 1, y: 1 }];
        let places: Vec<(i16, i16)> =
            free_places(&taken).map(|tile| (tile.x, tile.y)).take(23).collect();
        assert_eq!(places[..4], [(0, 1), (1, 0), (1, -1), (0, -1)]);
        assert_eq!(places[7..12], [(0, 2), (1, 2), (2, 2), (2, 1), (2, 0)]);
        assert_eq!(places[22], (-1, 2));
        let third = free_places(&[]).nth(24).unwrap();
        assert_eq!((third.x, third.y), (0, 3));
        // Every tile of the first three rings comes once.
        let mut all: Vec<Tile> = free_places(&[]).take(48).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 48);
    }
}
