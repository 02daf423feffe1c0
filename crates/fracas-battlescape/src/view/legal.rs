//! What the units of a side can be told to do (B-51, B-267).

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::Scores;

use super::View;
use crate::battle::UnitId;
use crate::data::{AbilityKind, FireMode, ItemKind};
use crate::field::Spot;
use crate::hex::Dir;
use crate::measures;
use crate::orders::{Order, Pace, Refused, Target};
use crate::rules::Fight;
use crate::rules::throws::throw_range;
use crate::state::Cover;
use crate::view::Preview;

impl View<'_> {
    /// Everything a unit of this side can do now, with what is to be expected
    /// of it.
    pub fn legal(&self, unit: UnitId) -> Vec<(Order, Preview)> {
        let mut orders = self.candidates(unit);
        orders.retain(|order| self.permits(unit, order).is_ok());
        orders.into_iter().map(|order| (order, self.preview(unit, &order))).collect()
    }

    /// Whether the rules allow an order, and if not, why: it is tried out on
    /// a copy of the battle with other dice.
    pub fn permits(&self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        let mut state = self.state.clone();
        let mut fight = Fight {
            battle: self.battle,
            state: &mut state,
            chance: &mut Rolled::new(0, 0, Purpose::Battle),
            watch: &mut Scores::new(vec![0; measures::list(self.battle).len()]),
        };
        fight.act(unit, order)
    }

    /// Orders worth trying: all that may be legal as far as the side can tell.
    pub fn candidates(&self, unit: UnitId) -> Vec<Order> {
        let mut orders = vec![Order::End, Order::Exit, Order::Reload, Order::Switch];
        self.add_moves(unit, &mut orders);
        self.add_stances(unit, &mut orders);
        self.add_attacks(unit, &mut orders);
        self.add_items(unit, &mut orders);
        self.add_abilities(unit, &mut orders);
        self.add_things(unit, &mut orders);
        self.add_vigils(unit, &mut orders);
        orders
    }

    fn add_moves(&self, unit: UnitId, orders: &mut Vec<Order>) {
        for pace in [Pace::Walk, Pace::Run, Pace::Crouch] {
            let reach = self.reach(unit, pace, self.mine(unit).tu);
            orders.extend(reach.free().map(|(to, _)| Order::Move {
                to,
                pace,
                allow_hazards: false,
                press_on: false,
                reserve: 0,
            }));
        }
        let engaged = self.is_engaged(unit);
        for (dir, _) in self.field().neighbours(self.mine(unit).at()) {
            if engaged {
                orders.push(Order::Disengage(dir));
            }
        }
        orders.extend(Dir::ALL.map(Order::Turn));
    }

    fn add_stances(&self, unit: UnitId, orders: &mut Vec<Order>) {
        orders.extend([Order::Prone, Order::Stand]);
        let here = self.mine(unit).at();
        let beside = self.field().neighbours(here).filter(|(_, to)| self.can_sidestep(unit, *to));
        let steps = std::iter::once((None, here)).chain(beside.map(|(dir, to)| (Some(dir), to)));
        for (step, at) in steps {
            for (toward, wall) in self.field().neighbours(at) {
                let offered = self.cover_of(wall);
                if offered >= 1 {
                    orders.push(Order::TakeCover { step, toward, cover: Cover::Half });
                }
                if offered >= 2 {
                    orders.push(Order::TakeCover { step, toward, cover: Cover::Full });
                }
            }
        }
    }

    fn add_attacks(&self, unit: UnitId, orders: &mut Vec<Order>) {
        let attack = |target, mode, head| Order::Attack { target, mode, head, force: false };
        for enemy in self.enemies() {
            let target = Target::Unit(enemy.unit);
            orders.extend(FireMode::ALL.map(|mode| attack(target, mode, false)));
            orders.push(attack(target, FireMode::Aimed, true));
        }
        let Some(armed) = self.mine(unit).in_hand() else { return };
        let weapon = self.data().weapon(armed.weapon);
        if weapon.blast.is_some() {
            for at in self.visible_within(unit, weapon.range()) {
                let modes = FireMode::ALL.into_iter().filter(|mode| *mode != FireMode::Strike);
                let offered = modes.filter(|mode| weapon.modes[*mode as usize].is_some());
                orders.extend(offered.map(|mode| attack(Target::Hex(at), mode, false)));
            }
        }
    }

    fn add_items(&self, unit: UnitId, orders: &mut Vec<Order>) {
        let me = self.mine(unit);
        let mut kinds: Vec<_> = me.items.iter().map(|carried| carried.item).collect();
        kinds.dedup();
        let beside: Vec<UnitId> =
            self.field().within(me.at(), 1).filter_map(|spot| self.occupant(spot)).collect();
        for item in kinds {
            match self.data().item(item).kind {
                ItemKind::Thrown { .. } => {
                    orders.push(Order::Prepare(item));
                    let range = throw_range(self.sheet(unit));
                    let hexes = self.visible_within(unit, range);
                    orders.extend(hexes.map(|at| Order::Throw { item, at, live: true }));
                }
                ItemKind::Medikit { .. } | ItemKind::Stim { .. } => {
                    orders.extend(beside.iter().map(|on| Order::Use { item, on: *on }));
                }
                ItemKind::Scanner { .. } => {}
            }
        }
    }

    fn add_abilities(&self, unit: UnitId, orders: &mut Vec<Order>) {
        for &ability in &self.sheet(unit).abilities {
            let kind = self.data().ability(ability).kind;
            let range = u32::from(self.data().ability(ability).range);
            let cast = |target| Order::Cast { ability, target };
            match kind {
                AbilityKind::Rally => orders.push(cast(Target::Hex(self.mine(unit).at()))),
                AbilityKind::Pyrokinesis => {
                    let hexes = self.visible_within(unit, range);
                    orders.extend(hexes.map(|at| cast(Target::Hex(at))));
                }
                AbilityKind::Clairvoyance => {
                    let hexes = self.field().within(self.mine(unit).at(), range);
                    orders.extend(hexes.map(|at| cast(Target::Hex(at))));
                }
                AbilityKind::Adrenaline => {
                    orders.extend(self.own().map(|friend| cast(Target::Unit(friend))));
                }
                _ => orders.extend(self.enemies().map(|enemy| cast(Target::Unit(enemy.unit)))),
            }
        }
    }

    fn add_things(&self, unit: UnitId, orders: &mut Vec<Order>) {
        let here = self.mine(unit).at();
        let near = |at: Spot| self.field().distance(here, at) <= 1;
        for at in self.field().within(here, 1) {
            if self.terrain(at).is_some_and(|id| self.data().terrain(id).door.is_some()) {
                orders.push(Order::Door(at));
            }
        }
        let objects = self.objects().iter().enumerate().filter(|(_, object)| near(object.at));
        orders.extend(objects.map(|(place, _)| Order::Interact(place)));
        let mut lying: Vec<_> =
            self.items().filter(|(at, _)| *at == here).map(|(_, carried)| carried.item).collect();
        lying.dedup();
        orders.extend(lying.into_iter().map(Order::PickUp));
    }

    fn add_vigils(&self, unit: UnitId, orders: &mut Vec<Order>) {
        for max_shots in 1..=3 {
            orders.push(Order::Ready { max_shots, min_accuracy: 20 });
        }
        let Some(armed) = self.mine(unit).in_hand() else { return };
        let weapon = self.data().weapon(armed.weapon);
        let hails = [FireMode::Burst, FireMode::Auto].map(|mode| weapon.modes[mode as usize]);
        if hails.iter().any(Option::is_some) {
            let hexes = self.visible_within(unit, weapon.range());
            orders.extend(hexes.map(Order::Suppress));
        }
    }

    /// Hexes that are seen within a radius of a unit.
    fn visible_within(&self, unit: UnitId, radius: u32) -> impl Iterator<Item = Spot> + '_ {
        self.field().within(self.mine(unit).at(), radius).filter(|spot| self.visible(*spot))
    }
}
