//! What a unit is expected to gain by its attacks (B-283).

use fracas_core::order::Ordered;
use smallvec::SmallVec;

use super::Scene;
use super::foes::Foe;
use crate::ai::Reason;
use crate::data::{FireMode, Grenade, ItemKind};
use crate::field::Spot;
use crate::orders::{Order, Target};
use crate::rules::time::MOST_CARRIED;
use crate::state::Cover;
use crate::view::{Aim, LEAST, Seen, Stand};

/// Below this many hit points, in hundredths, nobody is worth a throw (B-276).
const LEAST_THROW: i64 = 800;
/// The most attacks on one enemy that are planned at once.
const MOST_ATTACKS: u16 = 5;

/// What grenades may be worth, and on which enemy, by its place.
pub(super) type Tosses = SmallVec<[(i64, usize); 8]>;

/// Attacks on one enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volley {
    /// One of them.
    pub order: Order,
    /// What they are worth with the time that is left, in hundredths.
    pub value: i64,
    /// What they are expected to take, in hundredths.
    pub expected: i64,
    /// The chance to hit of the first round.
    pub accuracy: i32,
    /// The enemy, by its place.
    pub foe: usize,
}

impl Volley {
    /// Why it is fired.
    pub fn why(&self, scene: &Scene<'_, '_>) -> Reason {
        Reason::Attack {
            target: scene.foes[self.foe].unit,
            accuracy: self.accuracy,
            expected: self.expected,
        }
    }

    /// Why somebody gets down for it.
    pub fn steadier(&self, scene: &Scene<'_, '_>) -> Reason {
        Reason::Steady {
            target: scene.foes[self.foe].unit,
            accuracy: self.accuracy,
            expected: self.expected,
        }
    }
}

impl<'a> Scene<'_, 'a> {
    /// What time units that are left are worth: they are there next turn.
    pub(super) fn spare(&self, tu: u16) -> i64 {
        self.figures.time * i64::from(tu.min(MOST_CARRIED)) + i64::from(tu) / 8
    }

    /// The best attacks from somewhere within so many time units; of somebody
    /// who lies down for them, or as he is.
    pub(super) fn volley(&self, stand: Stand, low: bool, tu: u16) -> Option<Volley> {
        let mut best: Option<Volley> = None;
        for (place, foe) in self.foes.iter().enumerate() {
            let Some(seen) = &foe.seen else { continue };
            if self.brain.spares(foe.unit) {
                continue;
            }
            let Some(aim) = self.aim(stand, place, seen) else { continue };
            let aim = if low { aim.lying() } else { aim };
            for mode in FireMode::ALL {
                let Some(cost) = aim.cost(mode).filter(|cost| *cost <= tu) else { continue };
                let Some(each) = aim.expected_at(mode, LEAST) else { continue };
                let rounds = aim.rounds(mode).max(1);
                let loaded = self.brain.me.in_hand().map_or(1, |hand| hand.loaded);
                let enough = if mode == FireMode::Strike { 9 } else { loaded.div_ceil(rounds) };
                let most = (tu / cost.max(1)).min(MOST_ATTACKS).min(u16::from(enough));
                for count in 1..=most.max(1) {
                    let expected = (i64::from(each) * i64::from(count)).min(foe.hp);
                    let points = if mode == FireMode::Auto { 3 } else { 3 * count / 2 };
                    let stun = self.brain.worth_of_stun(&aim, aim.accuracy(mode));
                    let value = self.loss_worth(foe, expected)
                        + stun
                        + self.pins(foe, points)
                        + self.spare(tu - cost * count);
                    if best.is_none_or(|best| value > best.value) {
                        let target = Target::Unit(foe.unit);
                        let order = Order::Attack { target, mode, head: false, force: false };
                        let accuracy = aim.accuracy(mode);
                        best = Some(Volley { order, value, expected, accuracy, foe: place });
                    }
                }
            }
        }
        best
    }

    /// The attack on an enemy, by its place, from somewhere.
    fn aim(&self, stand: Stand, place: usize, seen: &Seen<'a>) -> Option<Aim<'a>> {
        let brain = self.brain;
        if stand.at == brain.me.at() && stand.steps == 0 {
            return brain.aims[place];
        }
        let line = || self.line(stand.at, stand.lean, place);
        brain.view.aim_along(brain.unit, stand, seen, line)
    }

    /// What it is worth to take so much from an enemy: the more of it is gone,
    /// the likelier is its end.
    pub(super) fn loss_worth(&self, foe: &Foe<'a>, expected: i64) -> i64 {
        let share = 1000 * expected / foe.hp.max(1);
        expected + foe.worth * share * (250 + share * 3 / 4) / 1_000_000
    }

    /// What it is worth that points of suppression make an enemy keep its head
    /// down (B-214).
    pub(super) fn pins(&self, foe: &Foe<'a>, points: u16) -> i64 {
        let Some(seen) = foe.seen else { return 0 };
        if seen.suppressed || seen.panicked || points < 2 {
            return 0;
        }
        foe.worth * self.figures.pins / 100 * i64::from(points.min(3)) / 3
    }

    /// What a blast on a hex is worth for the heads it keeps down.
    pub(super) fn blast_pins(&self, at: Spot) -> i64 {
        let field = self.brain.view.field();
        let near = u32::from(self.brain.view.data().suppression.near);
        let pinned = self.foes.iter().filter_map(|foe| match field.distance(at, foe.at) {
            0 => Some(self.pins(foe, 3)),
            distance if distance <= near => Some(self.pins(foe, 2)),
            _ => None,
        });
        pinned.sum::<i64>() * 7 / 10
    }

    /// What a grenade on each enemy might be worth, roughly, the most first:
    /// how well, is seen when the unit is where it throws from.
    pub(super) fn tosses(&self) -> Tosses {
        let mut tosses = Tosses::new();
        if self.brain.me.tu < self.brain.view.data().tu.use_item || !self.has_grenade() {
            return tosses;
        }
        let field = self.brain.view.field();
        let friends = |at: Spot| self.friends.iter().any(|friend| field.distance(*friend, at) <= 2);
        for (place, foe) in self.foes.iter().enumerate() {
            if foe.seen.is_some() && foe.hp >= LEAST_THROW && !friends(foe.at) {
                let worth = self.loss_worth(foe, 450.min(foe.hp)) + self.blast_pins(foe.at);
                tosses.push((worth, place));
            }
        }
        tosses.put_few_in_order_by_key(|(worth, place)| (-worth, *place));
        tosses
    }

    /// The best of them from a hex if every line is open.
    pub(super) fn hoped_toss(&self, tosses: &Tosses, from: Spot, range: u32) -> i64 {
        let field = self.brain.view.field();
        let near = |place: usize| (3..=range).contains(&field.distance(from, self.foes[place].at));
        tosses.iter().find(|(_, place)| near(*place)).map_or(0, |(worth, _)| *worth)
    }

    /// The best of them from a hex.
    pub(super) fn toss(&self, tosses: &Tosses, from: Spot) -> i64 {
        let brain = self.brain;
        let field = brain.view.field();
        let range = brain.view.throw_range(brain.unit);
        // Who throws does not aim past what an enemy leans on.
        let open = |place: usize, foe: &Foe<'a>| {
            let line = match foe.seen {
                Some(seen) if seen.cover != Cover::None => {
                    brain.view.known_line((from, None), (foe.at, None))
                }
                _ => self.line(from, None, place),
            };
            line.blocked.is_none()
        };
        tosses
            .iter()
            .map(|(worth, place)| (*worth, *place, &self.foes[*place]))
            .filter(|(_, _, foe)| (3..=range).contains(&field.distance(from, foe.at)))
            .find(|(_, place, foe)| open(*place, foe))
            .map_or(0, |(worth, ..)| worth)
    }

    pub(super) fn has_grenade(&self) -> bool {
        let harms = |kind| matches!(kind, ItemKind::Thrown { what: Grenade::Blast { .. }, .. });
        self.brain.item(harms).is_some()
    }
}
