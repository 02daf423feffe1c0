//! Where to fight from (B-277), and where to get away to.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::hopes::Hopes;
use crate::ai::attacks::Attack;
use crate::ai::{Brain, MOST_MOVES};
use crate::battle::Side;
use crate::data::Mode;
use crate::field::Spot;
use crate::orders::{Order, Pace};
use crate::view::{Reach, Stand};

/// The highest threats that are reckoned with (B-277).
const RECKONED: usize = 2;
/// How many more percent a better hex must promise.
const BETTER: i64 = 110;

/// A hex to fight from: whether it has the cover that is wanted, the score,
/// whether there is cover at all, what it costs to get there, its place as seen
/// from the unit's end.
type Promise = (bool, i64, bool, Reverse<u16>, Reverse<u16>, Spot);

impl<'a> Brain<'a> {
    /// A move to a hex that promises more than this one.
    pub(in crate::ai) fn better_place(&self, here: Option<&Attack>) -> Option<Order> {
        if self.mode == Mode::Hold || self.mind.moves >= MOST_MOVES {
            return None;
        }
        let cheapest = self.cheapest_attack()?;
        let budget = self.me.tu.checked_sub(cheapest)?;
        let pace = self.pace();
        let reach = self.view.reach(self.unit, pace, budget);
        let wants_cover = self.mode == Mode::Defensive;
        let now = here.map_or(0, |attack| attack.value * i64::from(self.me.tu));
        let now = self.weighed(now, self.is_sheltered());
        let mut best: Option<Promise> = None;
        let mut hopes: SmallVec<[Hopes<'a>; RECKONED]> =
            self.threats.iter().take(RECKONED).map(Hopes::of).collect();
        for (spot, cost, steps) in reach.walks() {
            if !self.allows(spot) || !self.stays_with(spot) {
                continue;
            }
            let left = self.me.tu - cost;
            let stand = Stand { at: spot, lean: None, steps };
            let Some(most) = hopes.iter_mut().filter_map(|hopes| hopes.most(self, stand)).max()
            else {
                continue;
            };
            // What cannot become the best, or be good enough, needs no line.
            let roomy = left >= self.view.data().tu.take_cover;
            let most = self.weighed(most * i64::from(left), roomy);
            let beaten = best.is_some_and(|(covered, score, ..)| {
                (wants_cover && roomy, most) < (covered, score)
            });
            if beaten || (!wants_cover && most * 100 <= now * BETTER) {
                continue;
            }
            let value = self
                .threats
                .iter()
                .take(RECKONED)
                .filter_map(|enemy| self.attack_from(stand, enemy, left))
                .map(|attack| attack.value)
                .max();
            let Some(value) = value else { continue };
            let sheltered = roomy && self.cover_at(spot).is_some();
            let score = self.weighed(value * i64::from(left), sheltered);
            let promise = (
                wants_cover && sheltered,
                score,
                sheltered,
                Reverse(cost),
                Reverse(self.end.place(spot)),
                spot,
            );
            if best.is_none_or(|found| promise > found) {
                best = Some(promise);
            }
        }
        let (covered, score, _, _, _, to) = best?;
        let better = score * 100 > now * BETTER;
        let safer = covered && !self.is_sheltered();
        (better || safer).then(|| self.walk(to, pace))
    }

    /// A cautious unit counts a hex with cover double (B-277).
    fn weighed(&self, score: i64, sheltered: bool) -> i64 {
        if sheltered && self.mode == Mode::Cautious { 2 * score } else { score }
    }

    /// Whether the mode lets the unit go to a hex (B-272).
    pub(in crate::ai) fn allows(&self, spot: Spot) -> bool {
        let field = self.view.field();
        let numbers = self.numbers();
        if self.mode == Mode::Hold && self.keeps_goal() {
            return true;
        }
        if numbers.leash < u8::MAX {
            return field.distance(self.mind.post, spot) <= u32::from(numbers.leash);
        }
        numbers.distance == 0
            || self
                .threats
                .iter()
                .all(|enemy| field.distance(enemy.at, spot) >= u32::from(numbers.distance))
    }

    /// How the unit walks: cautious ones crouch (B-272).
    pub(in crate::ai) fn pace(&self) -> Pace {
        if self.mode == Mode::Cautious { Pace::Crouch } else { Pace::Walk }
    }

    /// Gets away (B-272 retreat): out of sight, else far, then near friends.
    pub(in crate::ai) fn withdraw(&mut self) -> Order {
        let reach = self.view.reach(self.unit, Pace::Walk, self.me.tu);
        let cornered = reach.free().next().is_none();
        let near =
            self.threats.iter().any(|enemy| self.view.field().adjacent(enemy.at, self.me.at()));
        // Civilians strike nobody (B-43).
        if (near || cornered)
            && self.view.side() != Side::Neutral
            && let Some(attack) = self.best_attack_here()
        {
            self.mind.attacks += 1;
            return attack.order;
        }
        if self.mind.moves < MOST_MOVES {
            if let Some(order) = self.screen() {
                self.mind.moves += 1;
                return order;
            }
            if let Some(to) = self.refuge(&reach) {
                self.mind.moves += 1;
                self.mind.fled.get_or_insert(self.me.at());
                return self.walk(to, Pace::Walk);
            }
        }
        // Cover right here: one step aside might be back in sight.
        let shelter = || self.shelter_with_leftovers().filter(|order| !is_step_aside(order));
        self.heal().or_else(shelter).unwrap_or(Order::End)
    }

    /// Breaks contact after an attack (B-272 cautious).
    pub(in crate::ai) fn break_contact(&mut self) -> Order {
        if self.mind.moves < MOST_MOVES && !self.keeps_goal() {
            self.mind.moves = MOST_MOVES;
            let ready = self.view.data().tu.ready;
            let reach = self.view.reach(self.unit, Pace::Crouch, self.me.tu.saturating_sub(ready));
            if let Some(to) = self.refuge(&reach) {
                return self.walk(to, Pace::Crouch);
            }
        }
        self.wind_up()
    }

    /// The safest hex in reach, if it is safer than this one: not past an
    /// enemy, out of sight, far away, near friends.
    fn refuge(&self, reach: &Reach) -> Option<Spot> {
        let field = self.view.field();
        let past = |spot: Spot| {
            let way = field.distance(self.me.at(), spot);
            self.threats.iter().any(|enemy| field.distance(enemy.at, spot) < way)
        };
        let danger = |spot: Spot, past: bool| {
            let exposed =
                self.threats.iter().filter(|enemy| self.view.in_sight_of(enemy, spot)).count();
            let nearest = self.threats.iter().map(|enemy| field.distance(enemy.at, spot)).min();
            (past, exposed, u32::MAX - nearest.unwrap_or(0).min(12))
        };
        let alone = |spot: Spot| {
            let friends = self.view.own().filter(|friend| *friend != self.unit);
            friends.map(|friend| field.distance(self.view.mine(friend).at(), spot)).min()
        };
        let mut best = danger(self.me.at(), past(self.me.at()));
        let mut found = None;
        // Nobody goes back where he has fled from in this phase (B-273).
        let from = self.mind.fled;
        let back = |spot: Spot| {
            from.is_some_and(|from| {
                field.distance(spot, from) < field.distance(self.me.at(), from).max(3)
            })
        };
        for (spot, cost) in reach.free() {
            if back(spot) {
                continue;
            }
            let past = past(spot);
            // Past an enemy nothing is as good as what does not lead there.
            if past && !best.0 {
                continue;
            }
            let danger = danger(spot, past);
            if danger > best || (found.is_none() && danger == best) {
                continue;
            }
            let rest = (alone(spot), cost, self.end.place(spot), spot);
            if danger < best || found.is_none_or(|found| rest < found) {
                (best, found) = (danger, Some(rest));
            }
        }
        found.map(|(.., spot)| spot)
    }
}

/// Whether cover is taken with a step.
fn is_step_aside(order: &Order) -> bool {
    matches!(order, Order::TakeCover { step: Some(_), .. })
}
