//! Whether an attack may be made, what with and at what price (B-66, B-80,
//! B-97, B-130).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::Fight;
use super::sight::true_line;
use crate::battle::{Battle, UnitId};
use crate::data::{FireMode, TerrainId, WeaponId};
use crate::events::Event;
use crate::field::Spot;
use crate::orders::{Refused, Target, refuse};
use crate::state::{Cover, State};

/// An attack that may be made: what with and at what price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// The weapon.
    pub weapon: WeaponId,
    /// The hex aimed at.
    pub at: Spot,
    /// Time units.
    pub tu: u16,
    /// Rounds, no more than are loaded (B-66); 1 for a strike.
    pub rounds: u8,
}

/// What a unit strikes with (B-80): the weapon in hand if it is one for that,
/// else the other, else bare hands.
pub fn striking_weapon(battle: &Battle, state: &State, unit: UnitId) -> WeaponId {
    let weapons = state.unit(unit).weapons.iter().map(|armed| armed.weapon);
    let mut melee = weapons.filter(|weapon| battle.data.weapon(*weapon).is_melee());
    melee.next().unwrap_or(battle.sheet(unit).unarmed)
}

/// Whether a strike can be made from one hex into another (B-80).
pub fn in_reach(battle: &Battle, state: &State, from: Spot, to: Spot) -> bool {
    let level = |spot: Spot| battle.elevation[spot.index()];
    in_reach_over(battle, &state.ground.terrain, level, from, to)
}

/// The same over ground as somebody knows it.
pub fn in_reach_over(
    battle: &Battle,
    terrain: &[TerrainId],
    level: impl Fn(Spot) -> i16,
    from: Spot,
    to: Spot,
) -> bool {
    let parries = |spot: Spot| battle.data.terrain(terrain[spot.index()]).parries;
    battle.field.adjacent(from, to)
        && level(from).abs_diff(level(to)) <= 1
        && !parries(from)
        && !parries(to)
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Whether a unit may make an attack, time units apart (B-130), and what
    /// with.
    pub fn may_attack(
        &self,
        unit: UnitId,
        target: Target,
        mode: FireMode,
        head: bool,
        force: bool,
    ) -> Result<Means, Refused> {
        self.may_fight(unit, "attack")?;
        let observer = self.state.observer(self.battle, unit);
        let at = match target {
            Target::Unit(target) => {
                if target == unit {
                    return refuse("a unit cannot attack itself");
                }
                if !self.state.sees(observer, target) {
                    return refuse(format!("{} is not visible", self.name(target)));
                }
                if !force && !self.state.hostile(self.battle, unit, target) {
                    let name = self.name(target);
                    return refuse(format!("{name} is no enemy: attack it with force only"));
                }
                self.state.unit(target).at()
            }
            Target::Hex(at) => {
                if !self.state.known[observer.index()].visible.has(at) {
                    return refuse(format!("the hex {} is not visible", self.at(at)));
                }
                at
            }
        };
        let means = self.means(unit, at, mode)?;
        let weapon = self.battle.data.weapon(means.weapon);
        if weapon.blast.is_none() && matches!(target, Target::Hex(_)) {
            return refuse(format!("{} needs a unit as its target, not a hex", weapon.id));
        }
        if head && (mode != FireMode::Aimed || weapon.blast.is_some()) {
            return refuse("only aimed fire can be directed at the head");
        }
        Ok(means)
    }

    /// What a unit would attack a hex with in a mode, if weapon, rounds, range
    /// and line allow it.
    pub fn means(&self, unit: UnitId, at: Spot, mode: FireMode) -> Result<Means, Refused> {
        let from = self.state.unit(unit).at();
        if mode == FireMode::Strike {
            let weapon = striking_weapon(self.battle, self.state, unit);
            let Some(cost) = self.battle.data.weapon(weapon).modes[mode as usize] else {
                return self.no_mode(weapon, mode);
            };
            if !in_reach(self.battle, self.state, from, at) {
                let distance = self.battle.field.distance(from, at);
                return refuse(format!(
                    "out of reach: {} is {distance} hexes away or cannot be struck from here, a \
                     strike reaches 1",
                    self.at(at)
                ));
            }
            return Ok(Means { weapon, at, tu: cost.tu, rounds: 1 });
        }
        let Some(armed) = self.state.unit(unit).in_hand() else {
            return refuse("there is no weapon in hand");
        };
        let weapon = self.battle.data.weapon(armed.weapon);
        let Some(cost) = weapon.modes[mode as usize] else {
            return self.no_mode(armed.weapon, mode);
        };
        if armed.loaded == 0 {
            return refuse(format!("not enough rounds: 1 needed, 0 left in the {}", weapon.id));
        }
        let distance = self.battle.field.distance(from, at);
        if distance > weapon.range() {
            let range = weapon.range();
            return refuse(format!("out of range: distance {distance}, range {range}"));
        }
        if let Some(blocking) = true_line(self.battle, self.state, from, at).blocked {
            return refuse(format!("no line: {} blocks it", self.at(blocking)));
        }
        let rounds = cost.rounds.max(1).min(armed.loaded);
        Ok(Means { weapon: armed.weapon, at, tu: cost.tu, rounds })
    }

    /// Refuses attacks and throws from full cover, in the water, stunned or
    /// in panic (B-78, B-111, B-130).
    pub(super) fn may_fight(&self, unit: UnitId, what: &str) -> Result<(), Refused> {
        let now = self.state.unit(unit);
        let why = if !now.is_here() {
            "a unit that is not here"
        } else if now.stun > 0 {
            "a stunned unit"
        } else if now.panic.is_some() {
            "a panicked unit"
        } else if now.cover == Cover::Full {
            "a unit in full cover"
        } else if self.is_swimming(unit) {
            "a swimming unit"
        } else {
            return Ok(());
        };
        refuse(format!("{why} cannot {what}"))
    }

    fn no_mode(&self, weapon: WeaponId, mode: FireMode) -> Result<Means, Refused> {
        let weapon = self.battle.data.weapon(weapon);
        let offered =
            FireMode::ALL.into_iter().filter(|mode| weapon.modes[*mode as usize].is_some());
        let offered: Vec<&str> = offered.map(FireMode::name).collect();
        refuse(format!("{} has no mode {}, only {}", weapon.id, mode.name(), offered.join(", ")))
    }
}
