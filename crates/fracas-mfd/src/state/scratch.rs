//! Memory to work in, apart from the state.

use super::Attack;
use crate::tables::Tables;

/// Memory that a step works in, kept from step to step and from battle to
/// battle. Nothing that a step finds in it has any bearing on the battle.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The attacks of this round, in the order of F-40.
    pub attacks: Vec<Attack>,
    /// The defenders' HP when the present attacker's turn began (C-5).
    pub noted: Vec<i64>,
    /// Whom the present attacker has killed, as far as somebody counts (C-5).
    pub by_hand: Vec<u32>,
    /// Dice made ready.
    pub tables: Tables,
}

/// No part of the state, so a copy of that has scratch memory of its own.
impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }

    #[inline]
    fn clone_from(&mut self, _source: &Self) {}
}
