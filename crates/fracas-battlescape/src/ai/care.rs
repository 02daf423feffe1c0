//! Weapons loaded, wounds dressed, friends led (B-274, B-280).

use super::Brain;
use crate::battle::UnitId;
use crate::data::{AbilityKind, Grenade, ItemId, ItemKind, Mode, Strength};
use crate::orders::{Order, Target};

/// Hit points lost that a medikit is used for (B-280).
const WORTH_DRESSING: u16 = 25;
/// How far a medic goes to dress somebody (B-280).
const FAR: u32 = 16;
/// Friends of low morale that a rally is worth (B-280).
const WORTH_RALLYING: usize = 2;

impl Brain<'_> {
    /// Reloads an empty weapon, or takes the other one.
    pub(in crate::ai) fn rearm(&self) -> Option<Order> {
        if let Some(order) = self.take_what_stuns() {
            return Some(order);
        }
        let hand = self.me.in_hand()?;
        let weapon = self.view.data().weapon(hand.weapon);
        if weapon.is_melee() || hand.loaded > 0 {
            return None;
        }
        let costs = &self.view.data().tu;
        if !hand.spares.is_empty() {
            return (self.me.tu >= costs.reload).then_some(Order::Reload);
        }
        let other = self.me.weapons.get(1)?;
        let useful = other.loaded > 0
            || !other.spares.is_empty()
            || self.view.data().weapon(other.weapon).is_melee();
        (useful && self.me.tu >= costs.switch).then_some(Order::Switch)
    }

    /// Reloads a weapon that is more than half empty, when nobody is near.
    pub(in crate::ai) fn rearm_at_leisure(&self) -> Option<Order> {
        if let Some(order) = self.rearm() {
            return Some(order);
        }
        let hand = self.me.in_hand()?;
        let magazine = self.view.data().weapon(hand.weapon).magazine;
        let fuller = hand.spares.iter().any(|spare| *spare > hand.loaded);
        let low = u16::from(hand.loaded) * 2 < u16::from(magazine);
        (low && fuller && self.me.tu >= self.view.data().tu.reload).then_some(Order::Reload)
    }

    /// Dresses the worst wound in reach, or wakes a friend (B-280).
    pub(in crate::ai) fn heal(&self) -> Option<Order> {
        if self.me.tu < self.view.data().tu.use_item {
            return None;
        }
        let medikit = self.item(|kind| matches!(kind, ItemKind::Medikit { .. }));
        let hurt = self
            .in_reach()
            .map(|friend| {
                let now = self.view.mine(friend);
                let lost = self.view.sheet(friend).max_hp - now.hp;
                (lost, now.burn.is_some(), friend)
            })
            .filter(|(lost, burns, _)| *lost >= WORTH_DRESSING || *burns)
            .max_by_key(|(lost, burns, friend)| (*burns, *lost, std::cmp::Reverse(*friend)));
        if let (Some(item), Some((_, _, on))) = (medikit, hurt) {
            return Some(Order::Use { item, on });
        }
        let stim = self.item(|kind| matches!(kind, ItemKind::Stim { .. }))?;
        let stunned = self.in_reach().find(|friend| self.view.mine(*friend).stun > 0)?;
        Some(Order::Use { item: stim, on: stunned })
    }

    /// With nobody in sight, goes to the nearest friend who is to be dressed
    /// (B-280).
    pub(in crate::ai) fn go_to_the_hurt(&mut self) -> Option<Order> {
        self.item(|kind| matches!(kind, ItemKind::Medikit { .. }))?;
        let stays = matches!(self.mode, Mode::Hold | Mode::Retreat) || self.keeps_goal();
        if self.mind.moves > 0 || stays {
            return None;
        }
        let field = self.view.field();
        let far = |friend: UnitId| field.distance(self.view.mine(friend).at(), self.me.at());
        let hurt = self.view.own().filter(|friend| {
            let now = self.view.mine(*friend);
            let lost = self.view.sheet(*friend).max_hp - now.hp;
            *friend != self.unit && now.is_here() && lost >= WORTH_DRESSING
        });
        let near = hurt.filter(|friend| (2..=FAR).contains(&far(*friend)));
        let nearest = near.min_by_key(|friend| (far(*friend), *friend))?;
        let keep = self.view.data().tu.use_item;
        let order = self.advance(self.view.mine(nearest).at(), keep)?;
        let Order::Move { to, .. } = order else { return None };
        if !self.allows(to) {
            return None;
        }
        self.mind.moves += 1;
        Some(order)
    }

    /// The unit itself and friends beside it.
    fn in_reach(&self) -> impl Iterator<Item = UnitId> + '_ {
        let field = self.view.field();
        self.view
            .own()
            .filter(move |friend| field.distance(self.view.mine(*friend).at(), self.me.at()) <= 1)
    }

    /// An item of some kind that can still be used.
    pub(in crate::ai) fn item(&self, wanted: impl Fn(ItemKind) -> bool) -> Option<ItemId> {
        self.me
            .items
            .iter()
            .find(|carried| carried.uses > 0 && wanted(self.view.data().item(carried.item).kind))
            .map(|carried| carried.item)
    }

    /// Smoke on the own hex of somebody who withdraws under fire (B-280).
    pub(in crate::ai) fn screen(&self) -> Option<Order> {
        let under_fire = self.me.suppression > 0;
        if !under_fire
            || self.view.smoke(self.me.at()) > 0
            || self.me.tu < self.view.data().tu.use_item
            || self.is_hindered()
        {
            return None;
        }
        let smoke = |kind| matches!(kind, ItemKind::Thrown { what: Grenade::Smoke(_), .. });
        let item = self.item(smoke)?;
        Some(Order::Throw { item, at: self.me.at(), live: true })
    }

    /// Rallies friends whose morale is low (B-280).
    pub(in crate::ai) fn lead(&self) -> Option<Order> {
        let (ability, radius) = self.power(AbilityKind::Rally)?;
        let field = self.view.field();
        let shaken = self.view.data().morale.shaken;
        let low = self.view.own().filter(|friend| {
            let now = self.view.mine(*friend);
            now.morale < shaken && field.distance(now.at(), self.me.at()) <= u32::from(radius)
        });
        (low.count() >= WORTH_RALLYING)
            .then_some(Order::Cast { ability, target: Target::Hex(self.me.at()) })
    }

    /// Spurs on the friend with the best attack left (B-280).
    pub(in crate::ai) fn spur(&self) -> Option<Order> {
        let (ability, _) = self.power(AbilityKind::Adrenaline)?;
        let range = u32::from(self.view.data().ability(ability).range);
        let field = self.view.field();
        self.view
            .own()
            .filter(|friend| *friend != self.unit)
            .filter(|friend| {
                let now = self.view.mine(*friend);
                now.is_able()
                    && !now.ended
                    && !now.spurred
                    && now.panic.is_none()
                    && field.distance(now.at(), self.me.at()) <= range
                    && self.view.has_line(self.unit, now.at())
            })
            .filter_map(|friend| {
                let attack = Brain::new(self.view, friend, Strength::Recruit).best_attack_here()?;
                Some((attack.value, std::cmp::Reverse(friend)))
            })
            .max()
            .map(|(_, std::cmp::Reverse(friend))| Order::Cast {
                ability,
                target: Target::Unit(friend),
            })
    }
}
