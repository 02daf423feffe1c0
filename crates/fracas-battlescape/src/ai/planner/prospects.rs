//! The most that attacks from a hex may be worth, found without looking along
//! a line (B-282): of the hundreds of hexes in reach few are worth a closer
//! look.

use std::cell::Cell;

use super::Scene;
use super::foes::Foe;
use crate::data::{Arc, FireMode};
use crate::field::Spot;
use crate::state::Cover;
use crate::view::{LEAST, Seen, Situation};

/// Distances, and the ways to meet an attack, that are told apart.
const FAR: usize = 33;
const SIDES: usize = 2;
/// What an attack from the side or from behind takes at most, in percent of
/// one from the front on somebody without cover.
const SIDE: i64 = 120;
const REAR: i64 = 190;

/// What attacks of the unit on one enemy may take at most.
pub(super) struct Prospect<'s, 'a> {
    pub foe: &'s Foe<'a>,
    seen: Seen<'a>,
    /// How near the unit may come before the enemy turns to it (B-82).
    turns: Option<u32>,
    /// Distances as told apart.
    alike: [u8; FAR],
    /// Hundredths of a hit point for every 100 time units, after one stride.
    rates: [[Cell<i32>; FAR]; SIDES],
}

impl<'a> Scene<'_, 'a> {
    /// What may be expected of attacks on every enemy in sight.
    pub(super) fn prospects(&self) -> impl Iterator<Item = Prospect<'_, 'a>> {
        let alike = std::array::from_fn(|distance| self.alike(distance as u32) as u8);
        self.foes.iter().filter_map(move |foe| {
            let seen = foe.seen.filter(|seen| !self.brain.spares(seen.unit))?;
            let turns = self.brain.view.turns_within(self.brain.unit, &seen);
            let rates = std::array::from_fn(|_| std::array::from_fn(|_| Cell::new(-1)));
            Some(Prospect { foe, seen, turns, alike, rates })
        })
    }

    /// The nearest distance at which attacks of the unit are as good as at
    /// another: range bands, the least range and the reach of blows are all
    /// that tells them apart (B-140).
    fn alike(&self, distance: u32) -> u32 {
        if distance <= 1 {
            return distance;
        }
        let hand = self.brain.me.in_hand();
        let weapon = hand.map(|armed| self.brain.view.data().weapon(armed.weapon));
        let Some(weapon) = weapon.filter(|weapon| !weapon.is_melee()) else { return 2 };
        let nearer = weapon.bands.iter().rev().find(|last| u32::from(**last) < distance);
        let first = nearer.map_or(2, |last| u32::from(*last) + 1).max(2);
        let least = u32::from(weapon.min_range);
        if distance < least { first } else { first.max(least) }
    }
}

impl<'a> Prospect<'_, 'a> {
    /// What 100 time units may take from a hex after so many strides: each
    /// takes about an eighth.
    pub fn rate(&self, scene: &Scene<'_, 'a>, from: Spot, strides: u8) -> i64 {
        let view = &scene.brain.view;
        let distance = view.field().distance(from, self.seen.at);
        if distance as usize >= FAR {
            return 0;
        }
        let turns = self.turns.is_some_and(|within| distance <= within);
        let (side, cover, percent) = match view.arc_of(&self.seen, from) {
            Arc::Front if self.seen.cover != Cover::None => (0, self.seen.cover, 100),
            Arc::Front => (1, Cover::None, 100),
            _ if turns => (1, Cover::None, 100),
            Arc::Side => (1, Cover::None, SIDE),
            Arc::Rear => (1, Cover::None, REAR),
        };
        let distance = u32::from(self.alike[distance as usize]);
        let cell = &self.rates[side][distance as usize];
        if cell.get() < 0 {
            let there = Situation::level(distance, Arc::Front, cover, 1);
            let aim = view.hope(scene.brain.unit, there, &self.seen);
            let rate = |mode| {
                let aim = aim.as_ref()?;
                let cost = aim.cost(mode)?;
                Some(100 * aim.expected_at(mode, LEAST)? / u32::from(cost.max(1)))
            };
            let most = FireMode::ALL.into_iter().filter_map(rate).max().unwrap_or(0);
            cell.set(most as i32);
        }
        i64::from(cell.get()) * percent * (9 - i64::from(strides.clamp(1, 7))) / 800
    }
}
