//! Grenades and launchers (B-276): what they do to enemies less twice what
//! they do to friends.

use fracas_core::order::Ordered;
use smallvec::SmallVec;

use super::Brain;
use super::attacks::Attack;
use crate::data::FireMode;
use crate::field::Spot;
use crate::orders::{Order, Target};

/// The least that is worth a grenade, in hundredths of a hit point.
const WORTH_THROWING: i64 = 800;
/// Enemies so near to each other may be in the same blast, and friends.
const NEAR: u32 = 3;
const TOO_NEAR: u32 = 2;

impl Brain<'_> {
    /// The best throw of a recruit.
    pub(in crate::ai) fn best_throw(&self) -> Option<Attack> {
        self.best_throw_worth(WORTH_THROWING)
    }

    /// The best throw that is expected to take so much at least.
    pub(in crate::ai) fn best_throw_worth(&self, least: i64) -> Option<Attack> {
        let mut best: Option<Attack> = None;
        for (place, carried) in self.me.items.iter().enumerate() {
            let first = self.me.items[..place].iter().all(|other| other.item != carried.item);
            let costs = &self.view.data().tu;
            let prepared = self.me.items.iter().any(|c| c.item == carried.item && c.prepared);
            let tu = if prepared { costs.throw_prepared } else { costs.use_item };
            if !first || tu > self.me.tu {
                continue;
            }
            let Some(mut grenades) = self.view.grenades(self.unit, carried.item) else { continue };
            for at in self.worthy_hexes(|at| grenades.can_reach(at)) {
                // Nobody counts on missing.
                if grenades.on_target(at) < least {
                    continue;
                }
                let Some(expected) = grenades.thrown_at(at) else { continue };
                if expected >= least {
                    let order = Order::Throw { item: carried.item, at, live: true };
                    best = Some(Attack::worth(order, expected, tu).better(best));
                }
            }
        }
        best
    }

    /// The best shot of a launcher.
    pub(in crate::ai) fn best_blast(&self) -> Option<Attack> {
        let hand = self.me.in_hand()?;
        let weapon = self.view.data().weapon(hand.weapon);
        if hand.loaded == 0 {
            return None;
        }
        let mut rockets = self.view.rockets(self.unit)?;
        let mut best: Option<Attack> = None;
        for mode in FireMode::ALL {
            let Some(cost) = weapon.modes[mode as usize].filter(|cost| cost.tu <= self.me.tu)
            else {
                continue;
            };
            for at in self.worthy_hexes(|_| true) {
                let Some(expected) = rockets.launched_at(at, mode) else { continue };
                if expected >= WORTH_THROWING {
                    let target = Target::Hex(at);
                    let order = Order::Attack { target, mode, head: false, force: false };
                    best = Some(Attack::worth(order, expected, cost.tu).better(best));
                }
            }
        }
        best
    }

    /// The hexes of enemies, and those around them where it may be better to
    /// miss by one: he cannot be aimed at, or somebody else is near (B-276);
    /// as seen from its end.
    fn worthy_hexes(&self, can: impl Fn(Spot) -> bool) -> SmallVec<[Spot; 32]> {
        let field = self.view.field();
        let mut hexes: SmallVec<[Spot; 32]> = SmallVec::new();
        for enemy in &self.threats {
            let within = |at: Spot, most: u32| (1..=most).contains(&field.distance(at, enemy.at));
            let friends = self.view.own().map(|friend| self.view.mine(friend).at());
            let crowded = self.threats.iter().any(|other| within(other.at, NEAR))
                || friends.into_iter().any(|at| within(at, TOO_NEAR));
            if crowded || !can(enemy.at) {
                hexes.extend(field.within(enemy.at, 1));
            } else {
                hexes.push(enemy.at);
            }
        }
        hexes.put_few_in_order_by_key(|at| self.end.place(*at));
        hexes.dedup();
        hexes
    }
}
