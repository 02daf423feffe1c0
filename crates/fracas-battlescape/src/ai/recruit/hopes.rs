//! The most a hex may promise, found without looking along a line (B-277).
//!
//! Of the hundred hexes in reach most are not worth a closer look. What stands
//! in a line only takes from an attack, and all else that decides on it is the
//! same for many hexes.

use crate::ai::Brain;
use crate::data::FireMode;
use crate::view::{Seen, Situation, Stand};

/// How many situations are remembered.
const REMEMBERED: usize = 64;

/// What attacks on one enemy may be worth at most.
pub(super) struct Hopes<'a> {
    enemy: Seen<'a>,
    known: [Option<(Situation, Option<i64>)>; REMEMBERED],
}

impl<'a> Hopes<'a> {
    pub fn of(enemy: &Seen<'a>) -> Self {
        Self { enemy: *enemy, known: [None; REMEMBERED] }
    }

    /// The most that any attack from a place is worth; none if there is no
    /// attack.
    pub fn most(&mut self, brain: &Brain<'a>, stand: Stand) -> Option<i64> {
        let there = brain.view.situation(brain.unit, stand, &self.enemy);
        let place = (4 * there.distance as usize + there.arc as usize) % REMEMBERED;
        match self.known[place] {
            Some((known, most)) if known == there => most,
            _ => {
                let most = brain.hoped_for(there, &self.enemy);
                self.known[place] = Some((there, most));
                most
            }
        }
    }
}

impl<'a> Brain<'a> {
    fn hoped_for(&self, there: Situation, enemy: &Seen<'a>) -> Option<i64> {
        let hope = self.view.hope(self.unit, there, enemy)?;
        let attacks = FireMode::ALL.into_iter().filter_map(|m| self.weigh(&hope, m, self.me.tu));
        attacks.map(|attack| attack.value).max()
    }
}
