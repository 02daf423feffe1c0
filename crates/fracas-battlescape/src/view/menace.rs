//! What an enemy could do to a unit of this side (B-284), as far as its looks
//! and its class tell.

use super::View;
use super::weigh::expecting;
use crate::battle::UnitId;
use crate::data::{Arc, FireMode, WeaponId};
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::accuracy::{Mark, Shooter, Shot};
use crate::rules::attack::Occasion;
use crate::rules::sight::chosen_line;
use crate::state::Cover;

/// How somebody who is attacked stands to the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// Hexes between them.
    pub distance: u32,
    /// Cover.
    pub cover: Cover,
    /// The arc the attack comes from.
    pub arc: Arc,
    /// Whether the one attacked lies prone (B-119).
    pub prone: bool,
    /// Strides the attacker has made (B-140).
    pub strides: u8,
}

impl View<'_> {
    /// The hit points, in hundredths, that somebody of a class with a weapon
    /// takes from a unit of this side on average with every 100 time units of
    /// its best attack; what the unit has left does not matter.
    pub fn menace(
        &self,
        class: usize,
        weapon: Option<WeaponId>,
        on: UnitId,
        there: Exposure,
    ) -> i64 {
        let (battle, sheet) = (self.battle, self.sheet(on));
        let class = &battle.data.classes[class];
        let weapon = battle.data.weapon(weapon.unwrap_or(sheet.unarmed));
        if there.distance > weapon.range() {
            return 0;
        }
        let mark = Mark::shown(sheet, there.cover, there.arc, there.prone);
        let shooter = Shooter {
            accuracy: class.accuracy,
            strength: class.strength,
            strides: there.strides,
            ran: false,
            prone: false,
            suppressed: false,
            critical: false,
            shaken: false,
        };
        let rate = |mode: FireMode| {
            let cost = weapon.modes[mode as usize]?;
            let shot = Shot {
                battle,
                weapon,
                mode,
                head: false,
                occasion: Occasion::Order,
                distance: there.distance,
                above: 0,
                partials: 0,
                smoke: 0,
                ambush: false,
                shooter,
                target: Some(mark),
            };
            let loss = expecting(|e| e.loss(&shot, sheet.max_hp, cost.rounds));
            Some(i64::from(loss) * 100 / i64::from(cost.tu.max(1)))
        };
        FireMode::ALL.into_iter().filter_map(rate).max().unwrap_or(0)
    }

    /// The partial blockers on the line between two hexes as far as the side
    /// knows the ground, for somebody at the first who leans somewhere; none
    /// if it is blocked.
    pub fn partials(&self, from: (Spot, Option<Dir>), to: (Spot, Option<Dir>)) -> Option<u8> {
        let line = chosen_line(self.battle, self.over(), from, to);
        line.blocked.is_none().then_some(line.partials)
    }
}
