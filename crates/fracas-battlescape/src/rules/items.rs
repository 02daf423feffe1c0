//! Items: using, preparing, reloading, switching, picking up (B-25, B-67,
//! B-190).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::time::MOST;
use super::{Fight, Known};
use crate::battle::{Side, Task, UnitId};
use crate::data::{Item, ItemId, ItemKind};
use crate::events::{Event, What};
use crate::orders::{Order, Refused, refuse};
use crate::state::Carried;

/// The most grenades a unit carries (B-190).
pub const MOST_GRENADES: usize = 5;
/// The most consumables.
pub const MOST_CONSUMABLES: usize = 3;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out `Use`, `Prepare`, `Reload`, `Switch`, `PickUp` or
    /// `Interact`.
    pub fn handle(&mut self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        match *order {
            Order::Use { item, on } => self.use_item(unit, item, on),
            Order::Prepare(item) => self.prepare(unit, item),
            Order::Reload => self.reload(unit),
            Order::Switch => self.switch(unit),
            Order::PickUp(item) => self.pick_up(unit, item),
            Order::Interact(object) => self.interact(unit, object),
            _ => refuse("this is no order for hands"),
        }
    }

    /// Gives a unit time units, up to the most (B-61).
    pub fn give_tu(&mut self, unit: UnitId, tu: u16) {
        let now = self.state.unit_mut(unit);
        let before = now.tu;
        now.tu = (before + tu).min(MOST).max(before);
        let (gained, now) = (now.tu - before, now.tu);
        self.tell(Known::Unit(unit), |fight| What::Gained {
            unit: fight.name(unit),
            tu: gained,
            now,
        });
    }

    fn use_item(&mut self, unit: UnitId, item: ItemId, on: UnitId) -> Result<(), Refused> {
        let data = &self.battle.data.item(item);
        let place = self.state.unit(unit).items.iter().position(|carried| carried.item == item);
        let Some(place) = place else {
            return refuse(format!("{} is not carried", data.id));
        };
        if matches!(data.kind, ItemKind::Thrown { .. } | ItemKind::Scanner { .. }) {
            let why = if data.uses == 0 { "works by itself" } else { "is thrown" };
            return refuse(format!("{} cannot be used on anybody: it {why}", data.id));
        }
        let observer = self.state.observer(self.battle, unit);
        // B-267: how far away somebody unseen is, no refusal tells.
        if self.state.observer(self.battle, on) != observer && !self.state.sees(observer, on) {
            return refuse(format!("{} is not visible", self.name(on)));
        }
        if on != unit {
            let (from, to) = (self.state.unit(unit).at(), self.state.unit(on).at());
            if !self.state.unit(on).is_here() || !self.battle.field.adjacent(from, to) {
                let distance = self.battle.field.distance(from, to);
                return refuse(format!("out of range: distance {distance}, range 1"));
            }
            if self.state.hostile(self.battle, unit, on) {
                return refuse(format!("{} is no friend", self.name(on)));
            }
        }
        let tu = self.battle.data.tu.use_item;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        let items = &mut self.state.unit_mut(unit).items;
        items[place].uses = items[place].uses.saturating_sub(1);
        if items[place].uses == 0 {
            items.remove(place);
        }
        self.tell(Known::Units(unit, on), |fight| What::Used {
            unit: fight.name(unit),
            item: fight.battle.data.item(item).id.clone(),
            on: fight.name(on),
            tu,
            left: Some(fight.state.unit(unit).tu),
        });
        match data.kind {
            ItemKind::Medikit { heals } => self.heal(on, heals),
            ItemKind::Stim { .. } if self.state.unit(on).stun > 0 => self.wake(on),
            ItemKind::Stim { tu } => self.give_tu(on, tu),
            ItemKind::Thrown { .. } | ItemKind::Scanner { .. } => {}
        }
        Ok(())
    }

    /// Gives hit points up to the maximum and cures burns and poison (B-191).
    fn heal(&mut self, unit: UnitId, heals: u16) {
        let most = self.battle.sheet(unit).max_hp;
        let now = self.state.unit_mut(unit);
        let before = now.hp;
        now.hp = (before + heals).min(most).max(before);
        let (by, hp) = (now.hp - before, now.hp);
        let burnt = now.burn.take().is_some();
        let poisoned = std::mem::take(&mut now.poison) > 0;
        self.tell(Known::Unit(unit), |fight| What::Healed { unit: fight.name(unit), by, hp });
        if burnt {
            self.tell_recovered(unit, "burn");
            self.refresh_unit(unit);
        }
        if poisoned {
            self.tell_recovered(unit, "poison");
        }
    }

    fn prepare(&mut self, unit: UnitId, item: ItemId) -> Result<(), Refused> {
        let data = &self.battle.data.item(item);
        if !data.is_grenade() {
            return refuse(format!("{} is no grenade", data.id));
        }
        let items = &self.state.unit(unit).items;
        let fits = items.iter().position(|carried| carried.item == item && !carried.prepared);
        let Some(place) = fits else {
            return refuse(format!("there is no {} to prepare", data.id));
        };
        let tu = self.battle.data.tu.prepare;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.state.unit_mut(unit).items[place].prepared = true;
        self.tell(Known::Unit(unit), |fight| What::Prepared {
            unit: fight.name(unit),
            item: fight.battle.data.item(item).id.clone(),
            tu,
        });
        Ok(())
    }

    /// Loads the fullest spare magazine and keeps the other if it still holds
    /// rounds (B-67).
    fn reload(&mut self, unit: UnitId) -> Result<(), Refused> {
        let Some(armed) = self.state.unit(unit).in_hand() else {
            return refuse("there is no weapon in hand");
        };
        let weapon = self.battle.data.weapon(armed.weapon);
        if weapon.magazine == 0 {
            return refuse(format!("{} needs no rounds", weapon.id));
        }
        if armed.loaded >= weapon.magazine {
            return refuse(format!("{} is loaded already", weapon.id));
        }
        let fullest = (0..armed.spares.len())
            .rev()
            .max_by_key(|place| armed.spares[*place])
            .filter(|place| armed.spares[*place] > 0);
        let Some(fullest) = fullest else {
            return refuse(format!("not enough rounds: no spare magazine left for {}", weapon.id));
        };
        let tu = self.battle.data.tu.reload;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        let armed = &mut self.state.unit_mut(unit).weapons[0];
        let removed = std::mem::replace(&mut armed.loaded, armed.spares[fullest]);
        if removed > 0 {
            armed.spares[fullest] = removed;
        } else {
            armed.spares.remove(fullest);
        }
        let rounds = Some(armed.loaded);
        self.tell(Known::Unit(unit), |fight| What::Reloaded { unit: fight.name(unit), rounds, tu });
        Ok(())
    }

    /// Swaps the weapon in hand and the other one (B-67). A sniper's sight
    /// depends on it (B-91).
    fn switch(&mut self, unit: UnitId) -> Result<(), Refused> {
        if self.state.unit(unit).weapons.len() < 2 {
            return refuse("there is no other weapon");
        }
        let tu = self.battle.data.tu.switch;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.state.unit_mut(unit).weapons.swap(0, 1);
        self.tell(Known::Unit(unit), |fight| {
            let weapon = fight.state.unit(unit).weapons[0].weapon;
            What::Switched {
                unit: fight.name(unit),
                weapon: fight.battle.data.weapon(weapon).id.clone(),
                tu,
            }
        });
        self.refresh_unit(unit);
        Ok(())
    }

    fn pick_up(&mut self, unit: UnitId, item: ItemId) -> Result<(), Refused> {
        let (data, at) = (self.battle.data.item(item), self.state.unit(unit).at());
        let lies = |(spot, carried): &(_, Carried)| *spot == at && carried.item == item;
        let Some(place) = self.state.ground.items.iter().position(lies) else {
            return refuse(format!("no {} lies here", data.id));
        };
        let items = &self.state.unit(unit).items;
        let count = |fits: fn(&Item) -> bool| {
            items.iter().filter(|carried| fits(self.battle.data.item(carried.item))).count()
        };
        if data.is_grenade() && count(Item::is_grenade) >= MOST_GRENADES {
            return refuse(format!("a unit carries at most {MOST_GRENADES} grenades"));
        }
        if data.is_consumable() && count(Item::is_consumable) >= MOST_CONSUMABLES {
            return refuse(format!("a unit carries at most {MOST_CONSUMABLES} consumables"));
        }
        let tu = self.battle.data.tu.interact;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        let (_, carried) = self.state.ground.items.remove(place);
        self.state.unit_mut(unit).items.push(carried);
        self.tell(Known::Unit(unit), |fight| What::PickedUp {
            unit: fight.name(unit),
            item: fight.battle.data.item(item).id.clone(),
            tu,
        });
        Ok(())
    }

    /// Uses an object in the own hex or beside it (B-25). Only the player's
    /// own units get objectives done by it (B-255).
    fn interact(&mut self, unit: UnitId, object: usize) -> Result<(), Refused> {
        let Some(thing) = self.battle.objects.get(object) else {
            return refuse("there is no such object");
        };
        let distance = self.battle.field.distance(self.state.unit(unit).at(), thing.at);
        if distance > 1 {
            let name = &thing.name;
            return refuse(format!("{name} is out of range: distance {distance}, range 1"));
        }
        let tu = self.battle.data.tu.interact;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        let own = self.battle.sheet(unit).side == Side::Player;
        if own && self.state.side(self.battle, unit) == Side::Player {
            for number in 0..self.battle.objectives.len() {
                let about = self.battle.objectives[number].task == Task::Interact(object);
                // B-250: what is used before its time must be used again.
                if about && self.has_come(number, true) {
                    self.state.progress[number].used = true;
                }
            }
        }
        self.tell(Known::Unit(unit), |fight| What::Interacted {
            unit: fight.name(unit),
            object: thing.name.clone(),
            tu,
        });
        Ok(())
    }
}
