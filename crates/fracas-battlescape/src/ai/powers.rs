//! Abilities as attacks (B-280).

use super::Brain;
use super::attacks::Attack;
use crate::data::{AbilityId, AbilityKind};
use crate::field::Spot;
use crate::orders::{Order, Target};
use crate::rules::blast::can_hold_fire;
use crate::view::Seen;

/// What panic, slowness, control and fire are worth in hit points (B-280).
pub(crate) const PANIC: i64 = 10;
pub(crate) const SLOW: i64 = 4;
pub(crate) const CONTROL: i64 = 20;
pub(crate) const FIRE: i64 = 5;

impl<'a> Brain<'a> {
    /// An ability of a kind that the unit can use now, and its radius.
    pub(in crate::ai) fn power(&self, kind: AbilityKind) -> Option<(AbilityId, u8)> {
        let data = self.view.data();
        if self.me.morale < data.morale.shaken && !self.sheet.mindless {
            return None;
        }
        self.sheet.abilities.iter().copied().find_map(|id| {
            let ability = data.ability(id);
            let can = ability.kind == kind
                && (ability.base.is_none() || !self.me.cast)
                && ability.tu <= self.me.tu
                && ability.energy <= self.me.energy;
            can.then_some((id, ability.radius))
        })
    }

    /// The best ability against any enemy that is seen.
    pub(in crate::ai) fn best_power(&self) -> Option<Attack> {
        use AbilityKind::{MindBlast, MindControl, PsiPanic, Pyrokinesis, Slow};
        let mut best: Option<Attack> = None;
        for kind in [PsiPanic, MindBlast, Slow, MindControl, Pyrokinesis] {
            let Some((id, _)) = self.power(kind) else { continue };
            for enemy in &self.threats {
                if let Some(attack) = self.weigh_power(id, enemy) {
                    best = Some(attack.better(best));
                }
            }
        }
        best
    }

    fn weigh_power(&self, id: AbilityId, enemy: &Seen<'a>) -> Option<Attack> {
        let ability = self.view.data().ability(id);
        let near = self.view.field().distance(self.me.at(), enemy.at) <= u32::from(ability.range);
        if !near || !self.view.has_line(self.unit, enemy.at) {
            return None;
        }
        let chance = i64::from(self.view.psi_chance(self.unit, id, enemy));
        let mind = !enemy.mindless();
        // In hundredths: a percent of a hit point is one.
        let expected = match ability.kind {
            AbilityKind::PsiPanic if mind && !enemy.panicked && !self.hardened() => chance * PANIC,
            AbilityKind::MindBlast if mind => {
                chance * i64::from(self.view.mean_loss(ability.dice, enemy.hp)) / 100
            }
            AbilityKind::Slow => chance * SLOW,
            AbilityKind::MindControl if mind && enemy.side == enemy.uniform() => chance * CONTROL,
            AbilityKind::Pyrokinesis if !enemy.burning && self.can_burn(enemy.at) => 100 * FIRE,
            _ => return None,
        };
        let target = match ability.kind {
            AbilityKind::Pyrokinesis => Target::Hex(enemy.at),
            _ => Target::Unit(enemy.unit),
        };
        Some(Attack::worth(Order::Cast { ability: id, target }, expected, ability.tu))
    }

    /// Whether so many of those in sight panic that the others are hard to
    /// reach (B-204).
    fn hardened(&self) -> bool {
        let panicked = self.threats.iter().filter(|enemy| enemy.panicked).count();
        panicked > 0 && 2 * (panicked + 1) > self.threats.len()
    }

    fn can_burn(&self, at: Spot) -> bool {
        let terrain = self.view.terrain(at).map(|id| self.view.data().terrain(id));
        terrain.is_some_and(can_hold_fire)
    }
}
