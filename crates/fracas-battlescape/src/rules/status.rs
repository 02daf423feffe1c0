//! Health and states: wounded, dead, stunned, panicked, burning, poisoned
//! (B-220..B-223).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use serde::Serialize;

use super::{Fight, Known};
use crate::battle::{Sheet, UnitId};
use crate::data::{Data, TargetType};
use crate::events::{Event, What};
use crate::state::{Burn, Casualty, Cover, Fate, Observer, Panic, Vigil};

/// How long burns and poison last (B-223).
const LASTS: u8 = 3;
/// How badly a unit is hurt (B-220).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// Not to speak of.
    Well,
    /// Moves at 110%.
    Wounded,
    /// Moves at 125%, aims badly.
    Critical,
}

/// How badly a unit with so many hit points of so many is hurt (B-220).
#[inline]
pub fn health(data: &Data, hp: u16, max: u16) -> Health {
    let (now, whole) = (u32::from(hp) * 100, u32::from(max));
    if now <= u32::from(data.status.critical) * whole {
        Health::Critical
    } else if now <= u32::from(data.status.wounded) * whole {
        Health::Wounded
    } else {
        Health::Well
    }
}

/// Whether a unit can be set on fire (B-163).
#[inline]
pub fn can_burn(sheet: &Sheet) -> bool {
    !sheet.hazard_proof && !matches!(sheet.target_type, TargetType::Mechanical | TargetType::Energy)
}

/// Whether a unit can be poisoned (B-165).
#[inline]
pub fn can_be_poisoned(sheet: &Sheet) -> bool {
    can_burn(sheet)
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Takes hit points; kills at 0 (B-158, B-220). Returns whether the unit
    /// died. `by` gets the experience (B-254).
    pub fn hurt(&mut self, unit: UnitId, damage: i32, by: Option<UnitId>) -> bool {
        if !self.state.unit(unit).is_here() || damage <= 0 {
            return false;
        }
        self.note_blood(unit);
        let now = self.state.unit_mut(unit);
        now.hp = now.hp.saturating_sub(damage.min(i32::from(u16::MAX)) as u16);
        let dead = now.hp == 0;
        if let Some(by) = by.filter(|by| self.is_foe(*by, unit)) {
            let (xp, leader) = (&self.battle.data.xp, self.battle.sheet(unit).leader);
            let attacker = self.state.unit_mut(by);
            if !attacker.drew_blood {
                attacker.drew_blood = true;
                attacker.xp += xp.first_blood;
            }
            if dead {
                attacker.xp += if leader { xp.leader } else { xp.kill };
            }
        }
        if dead {
            self.fall(unit, by);
        }
        dead
    }

    /// The same, and tells what hurt it.
    pub fn hurt_by(
        &mut self,
        unit: UnitId,
        damage: i32,
        by: Option<UnitId>,
        what: &'static str,
    ) -> bool {
        if !self.state.unit(unit).is_here() || damage <= 0 {
            return false;
        }
        self.tell(Known::Unit(unit), |fight| What::Hurt {
            unit: fight.name(unit),
            by: what,
            damage,
            hp: fight.state.unit(unit).hp.saturating_sub(damage.min(i32::from(u16::MAX)) as u16),
        });
        self.hurt(unit, damage, by)
    }

    /// Stuns a unit for so many own phases; the larger number holds (B-221).
    pub fn stun(&mut self, unit: UnitId, phases: u8) {
        if !self.state.unit(unit).is_here() || phases == 0 {
            return;
        }
        self.release(unit);
        let now = self.state.unit_mut(unit);
        let was_able = now.stun == 0;
        now.stun = now.stun.max(phases);
        now.tu = 0;
        self.tell(Known::Unit(unit), |fight| What::Stunned {
            unit: fight.name(unit),
            phases: fight.state.unit(unit).stun,
        });
        self.stand_down(unit);
        self.drop_cover(unit, "stunned");
        if was_able {
            self.refresh_unit(unit);
        }
    }

    /// Makes a unit panic (B-222), unless it does already or has no mind
    /// (B-202).
    pub fn panic(&mut self, unit: UnitId) {
        let now = self.state.unit(unit);
        if !now.is_here() || now.panic.is_some() || self.battle.sheet(unit).mindless {
            return;
        }
        self.state.unit_mut(unit).panic = Some(Panic { resolutions: 0, lost_phase: false });
        self.tell(Known::Unit(unit), |fight| What::Panicked { unit: fight.name(unit) });
        self.stand_down(unit);
        self.drop_cover(unit, "panic");
    }

    /// Ends panic and tells it.
    pub fn calm(&mut self, unit: UnitId) {
        if self.state.unit_mut(unit).panic.take().is_some() {
            self.tell_recovered(unit, "panic");
        }
    }

    /// Sets a unit on fire with so many dice per resolution, unless it cannot
    /// burn. A new burn replaces a weaker or shorter one (B-163). One that did
    /// not burn before loses morale (B-231).
    pub fn ignite(&mut self, unit: UnitId, dice: u8) {
        let before = self.state.unit(unit).burn;
        let stays = before.is_some_and(|burn| burn.dice >= dice && burn.turns >= LASTS);
        if !self.state.unit(unit).is_here() || !can_burn(self.battle.sheet(unit)) || stays {
            return;
        }
        self.state.unit_mut(unit).burn = Some(Burn { dice, turns: LASTS });
        self.tell(Known::Unit(unit), |fight| What::Burning {
            unit: fight.name(unit),
            severe: dice > 1,
        });
        if before.is_none() {
            self.lose_morale(unit, self.battle.data.morale.burning, "burning");
        }
    }

    /// Poisons a unit, unless it cannot be (B-165); again starts anew (B-223).
    pub fn poison(&mut self, unit: UnitId) {
        let now = self.state.unit(unit);
        if !now.is_here() || !can_be_poisoned(self.battle.sheet(unit)) || now.poison == LASTS {
            return;
        }
        self.state.unit_mut(unit).poison = LASTS;
        self.tell(Known::Unit(unit), |fight| What::Poisoned { unit: fight.name(unit) });
    }

    /// Ends stun and tells it.
    pub fn wake(&mut self, unit: UnitId) {
        if self.state.unit(unit).stun == 0 {
            return;
        }
        self.state.unit_mut(unit).stun = 0;
        self.tell_recovered(unit, "stun");
        self.refresh_unit(unit);
    }

    /// Tells that a state is over.
    pub fn tell_recovered(&mut self, unit: UnitId, from: &'static str) {
        self.tell(Known::Unit(unit), |fight| What::Recovered { unit: fight.name(unit), from });
    }

    /// Whether two units began on sides that fight each other. Casualties,
    /// experience and morale go by that, whoever controls them now (B-201).
    pub(super) fn is_foe(&self, unit: UnitId, other: UnitId) -> bool {
        self.battle.hostile(self.battle.sheet(unit).side, self.battle.sheet(other).side)
    }

    /// Both sides remember whether blood was shed in their sight (B-278).
    fn note_blood(&mut self, unit: UnitId) {
        for who in [Observer::PLAYER, Observer::ENEMY] {
            let own = self.battle.sheet(unit).side as u8 == who.0;
            if own || self.state.sees(who, unit) {
                self.state.known[who.index()].blood = true;
            }
        }
    }

    /// A unit dies: its items drop, its body stays where it fell (B-220).
    fn fall(&mut self, unit: UnitId, by: Option<UnitId>) {
        let seen = [Observer::PLAYER, Observer::ENEMY].map(|who| self.state.sees(who, unit));
        self.state.fallen.push(Casualty { unit, seen });
        self.tell(Known::Fate(unit), |fight| What::Died {
            unit: fight.name(unit),
            at: Some(fight.at(fight.state.unit(unit).at())),
            killer: by.map(|by| fight.name(by)),
        });
        let at = self.state.unit(unit).at();
        let now = self.state.unit_mut(unit);
        now.fate = Fate::Dead;
        now.killer = by;
        now.tu = 0;
        now.cover = Cover::None;
        now.vigil = Vigil::None;
        now.controlled = None;
        now.panic = None;
        now.burn = None;
        now.poison = 0;
        now.stun = 0;
        let items = std::mem::take(&mut now.items);
        self.state.ground.items.extend(items.into_iter().map(|item| (at, item)));
        self.state.take_off(unit);
        self.refresh_unit(unit);
    }
}
