//! What can be seen of a unit (B-105).

use crate::battle::{Battle, Sheet, Side, UnitId};
use crate::data::WeaponId;
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::status::{Health, health};
use crate::state::{Cover, Stance, State};

/// A unit as it is seen: class, weapon in hand, hit points, states, armour,
/// stance, cover and facing (B-105). What its class says of every unit of its
/// kind is known to all.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Which unit.
    pub unit: UnitId,
    sheet: &'a Sheet,
    /// The side it acts for.
    pub side: Side,
    /// Where it is.
    pub at: Spot,
    /// Hit points.
    pub hp: u16,
    health: Health,
    /// Where it faces.
    pub facing: Dir,
    /// How it stands.
    pub stance: Stance,
    /// Its cover.
    pub cover: Cover,
    /// The weapon in hand.
    pub weapon: Option<WeaponId>,
    /// Whether it is stunned.
    pub stunned: bool,
    /// Whether it panics.
    pub panicked: bool,
    /// Whether it burns.
    pub burning: bool,
    /// Whether it is poisoned.
    pub poisoned: bool,
    /// Whether it is suppressed.
    pub suppressed: bool,
}

impl<'a> Seen<'a> {
    pub(crate) fn of(battle: &'a Battle, state: &'a State, unit: UnitId) -> Self {
        let now = state.unit(unit);
        Self {
            unit,
            sheet: battle.sheet(unit),
            side: state.side(battle, unit),
            at: now.at(),
            hp: now.hp,
            health: health(&battle.data, now.hp, battle.sheet(unit).max_hp),
            facing: now.facing,
            stance: now.stance,
            cover: now.cover,
            weapon: now.in_hand().map(|armed| armed.weapon),
            stunned: now.stun > 0,
            panicked: now.panic.is_some(),
            burning: now.burn.is_some(),
            poisoned: now.poison > 0,
            suppressed: now.suppression >= battle.data.suppression.suppressed,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'a str {
        &self.sheet.name
    }

    /// Its class, by its place in the data.
    pub fn class(&self) -> usize {
        self.sheet.class
    }

    /// Hit points when unhurt.
    pub fn max_hp(&self) -> u16 {
        self.sheet.max_hp
    }

    /// Its armour.
    pub fn armour(&self) -> i16 {
        self.sheet.armour
    }

    /// How dangerous it is (B-271).
    pub fn threat(&self) -> i16 {
        self.sheet.threat
    }

    /// Whether it has no mind (B-202).
    pub fn mindless(&self) -> bool {
        self.sheet.mindless
    }

    /// What it resists abilities with (B-200).
    pub fn psi_defence(&self) -> i16 {
        self.sheet.psi_defence
    }

    /// The side it began on, which its looks give away.
    pub fn uniform(&self) -> Side {
        self.sheet.side
    }

    /// What an attack on it has to reckon with.
    pub(super) fn sheet(&self) -> &'a Sheet {
        self.sheet
    }

    /// Whether it can act.
    pub fn is_able(&self) -> bool {
        !self.stunned
    }

    /// How it is, by its hit points.
    pub fn health(&self) -> Health {
        self.health
    }
}
