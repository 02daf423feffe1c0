//! What is to be expected of an order (B-75, B-130, B-184, B-266).

use serde::Serialize;

use super::{Stand, View};
use crate::battle::UnitId;
use crate::data::{FireMode, ItemKind};
use crate::events::Term;
use crate::field::{ColRow, Spot};
use crate::orders::{Order, Target};
use crate::rules::accuracy::Shot;
use crate::rules::damage::damage_range;
use crate::rules::sight::seems_open_to;
use crate::rules::throws::throw_accuracy;
use crate::state::Stance;

/// What is to be expected of an order, as far as the side can tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// Time units it costs.
    pub tu: u16,
    /// Energy it costs.
    #[serde(skip_serializing_if = "is_zero")]
    pub energy: u16,
    /// The hexes a move enters (B-75).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<ColRow>,
    /// Enemies in sight that could react to the move (B-105).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub watchers: Vec<String>,
    /// The chance to hit of every round of an attack, or of a throw or an
    /// ability.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accuracy: Vec<i32>,
    /// The terms of the first round's sum (B-140).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The chance of a critical hit of every round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crit: Vec<i32>,
    /// The least and the most damage of a round that is not critical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<(i32, i32)>,
    /// The hexes something that goes off reaches (B-184).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub area: Vec<ColRow>,
    /// Friends and civilians in that area.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub friends: Vec<String>,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

impl View<'_> {
    /// What is to be expected of an order to a unit of this side.
    pub fn preview(&self, unit: UnitId, order: &Order) -> Preview {
        let (tu, me) = (&self.data().tu, self.mine(unit));
        let costs = |tu: u16| Preview { tu, ..Preview::default() };
        match *order {
            Order::Move { to, pace, allow_hazards, .. } => {
                let path = self.path(unit, to, pace, allow_hazards).unwrap_or_default();
                let mut preview = costs(path.cost.min(u32::from(u16::MAX)) as u16);
                preview.path = self.named(path.steps.iter().copied());
                preview.watchers = self.watchers(&path.steps);
                preview
            }
            Order::Disengage(_) => costs(tu.disengage),
            Order::Turn(to) => costs(u16::from(me.facing.turn_to(to)) * tu.turn),
            // B-111: a prone unit stands up first.
            Order::TakeCover { .. } if me.stance == Stance::Prone => {
                costs(tu.take_cover + tu.stand)
            }
            Order::TakeCover { .. } => costs(tu.take_cover),
            Order::Prone => costs(tu.prone),
            Order::Stand => costs(tu.stand),
            Order::Attack { target: Target::Unit(target), mode, head, .. } => {
                let weapon = me.in_hand().map(|armed| self.data().weapon(armed.weapon));
                let launches = weapon.is_some_and(|weapon| weapon.blast.is_some());
                match self.seen(target) {
                    // B-181: a blast weapon aims at the hex.
                    Some(seen) if launches && mode != FireMode::Strike => {
                        self.preview_launch(unit, seen.at, mode)
                    }
                    _ => self.preview_attack(unit, target, mode, head),
                }
            }
            Order::Attack { target: Target::Hex(at), mode, .. } => {
                self.preview_launch(unit, at, mode)
            }
            Order::Throw { item, at, live } => {
                let ready = me.items.iter().any(|c| c.item == item && c.prepared);
                let cost = match (live, ready) {
                    (false, _) => tu.throw,
                    (true, true) => tu.throw_prepared,
                    (true, false) => tu.use_item,
                };
                let mut preview = costs(cost);
                if let (true, ItemKind::Thrown { radius, .. }) = (live, self.data().item(item).kind)
                {
                    let distance = self.field().distance(me.at(), at);
                    preview.accuracy =
                        vec![throw_accuracy(self.data(), self.sheet(unit), distance)];
                    self.fill_area(&mut preview, at, radius);
                }
                preview
            }
            Order::Prepare(_) => costs(tu.prepare),
            Order::Use { .. } => costs(tu.use_item),
            Order::Cast { ability, target } => {
                let mut preview = costs(self.data().ability(ability).tu);
                preview.energy = self.data().ability(ability).energy;
                if let Target::Unit(on) = target
                    && let Some(seen) = self.seen(on)
                {
                    preview.accuracy = vec![self.psi_chance(unit, ability, &seen)];
                }
                preview
            }
            Order::Reload => costs(tu.reload),
            Order::Switch => costs(tu.switch),
            Order::Door(_) => costs(tu.door),
            Order::Interact(_) | Order::PickUp(_) => costs(tu.interact),
            Order::Ready { .. } => costs(tu.ready),
            Order::Suppress(_) => costs(tu.suppress),
            Order::Exit | Order::End => costs(0),
        }
    }

    fn preview_attack(&self, unit: UnitId, on: UnitId, mode: FireMode, head: bool) -> Preview {
        let me = self.mine(unit);
        let Some(seen) = self.seen(on) else { return Preview::default() };
        let blast = me.in_hand().and_then(|armed| self.data().weapon(armed.weapon).blast);
        if blast.is_some() && mode != FireMode::Strike {
            return self.preview_launch(unit, seen.at, mode);
        }
        let stand = Stand { at: me.at(), lean: me.lean(), steps: 0 };
        let Some(aim) = self.aim(unit, stand, &seen) else { return Preview::default() };
        let shot = Shot { head, ..aim.exactly(mode) };
        let rounds = 1..=u32::from(aim.rounds(mode));
        let accuracy: Vec<i32> = rounds.map(|round| shot.accuracy(round)).collect();
        Preview {
            tu: aim.cost(mode).unwrap_or(0),
            terms: shot.terms(1).into_vec(),
            crit: accuracy.iter().map(|accuracy| shot.crit_chance(*accuracy)).collect(),
            accuracy,
            damage: shot.target.map(|mark| damage_range(&shot, &mark)),
            ..Preview::default()
        }
    }

    fn preview_launch(&self, unit: UnitId, at: Spot, mode: FireMode) -> Preview {
        let Some(armed) = self.mine(unit).in_hand() else { return Preview::default() };
        let weapon = self.data().weapon(armed.weapon);
        let shot = Shot::at_hex(self.battle, self.state, (unit, at), weapon, mode);
        let cost = weapon.modes[mode as usize];
        let rounds = 1..=u32::from(cost.map_or(0, |cost| cost.rounds.min(armed.loaded)));
        let mut preview = Preview {
            tu: cost.map_or(0, |cost| cost.tu),
            accuracy: rounds.map(|round| shot.accuracy(round)).collect(),
            terms: shot.terms(1).into_vec(),
            ..Preview::default()
        };
        self.fill_area(&mut preview, at, weapon.blast.unwrap_or(0));
        preview
    }

    /// The hexes something that goes off on a hex reaches, as far as the side
    /// knows the ground (B-184), and who of the own side and of the civilians
    /// stands there.
    fn fill_area(&self, preview: &mut Preview, at: Spot, radius: u8) {
        let field = self.field();
        let area: Vec<Spot> = field
            .within(at, u32::from(radius))
            .filter(|spot| seems_open_to(self.battle, self.state, self.who, at, *spot))
            .collect();
        let friends = area.iter().filter_map(|spot| self.seen(self.occupant(*spot)?));
        preview.friends = friends
            .filter(|seen| !self.battle.hostile(self.side, seen.side))
            .map(|seen| seen.name().to_owned())
            .collect();
        preview.area = self.named(area.into_iter());
    }

    /// Enemies in sight with a ranged weapon, not stunned, panicked or
    /// suppressed, whose own sight covers a hex of a path (B-105).
    fn watchers(&self, path: &[Spot]) -> Vec<String> {
        self.enemies()
            .filter(|enemy| {
                let armed = enemy.weapon.is_some_and(|id| !self.data().weapon(id).is_melee());
                armed
                    && !enemy.panicked
                    && !enemy.suppressed
                    && path.iter().any(|spot| self.in_sight_of(enemy, *spot))
            })
            .map(|enemy| enemy.name().to_owned())
            .collect()
    }

    fn named(&self, spots: impl Iterator<Item = Spot>) -> Vec<ColRow> {
        spots.map(|spot| self.field().col_row(spot)).collect()
    }
}
