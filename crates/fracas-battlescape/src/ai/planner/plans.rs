//! Whole turns to choose from: go there, do this, end so (B-282).

use smallvec::SmallVec;

use super::Scene;
use super::gains::Volley;
use super::prospects::Prospect;
use crate::ai::Reason;
use crate::ai::attacks::Attack;
use crate::data::Mode;
use crate::field::Spot;
use crate::orders::{Order, Target};
use crate::view::Stand;

/// Planned moves of a unit in one phase.
pub(super) const MOST_MOVES: u8 = 2;
/// The nearest hexes, to fall back to after an attack.
const NEAREST: usize = 18;
/// What a move must promise more than staying, in hundredths.
const WORTH_MOVING: i64 = 60;
/// What an enemy passed on the way may strike, in hit points.
const PASSING: i64 = 5;

/// A plan with its worth.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub value: i64,
    pub orders: SmallVec<[Order; 3]>,
    pub why: Reason,
    /// Time units kept for leaving after the attacks.
    pub reserve: u16,
}

/// The best plans, the best first; no two begin with the same order.
pub(super) struct Plans {
    pub best: SmallVec<[Plan; 6]>,
    most: usize,
}

impl Plans {
    pub fn new(most: usize) -> Self {
        Self { best: SmallVec::new(), most }
    }

    /// What a plan has to be worth more than to be among them.
    pub fn bar(&self) -> i64 {
        if self.best.len() < self.most { i64::MIN } else { self.best[self.most - 1].value }
    }

    pub fn add(&mut self, value: i64, orders: &[Order], why: Reason) {
        self.add_keeping(value, orders, why, 0);
    }

    fn add_keeping(&mut self, value: i64, orders: &[Order], why: Reason, reserve: u16) {
        if value <= self.bar() {
            return;
        }
        let same = |plan: &Plan| plan.orders.first() == orders.first();
        if let Some(place) = self.best.iter().position(same) {
            if self.best[place].value >= value {
                return;
            }
            self.best.remove(place);
        }
        let place = self.best.iter().take_while(|plan| plan.value >= value).count();
        let orders = orders.iter().copied().collect();
        self.best.insert(place, Plan { value, orders, why, reserve });
        self.best.truncate(self.most);
    }
}

/// A hex to go to.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub to: Spot,
    pub cost: u16,
    pub steps: u8,
    /// The most that attacks from there may be worth, and time that is left.
    pub gain: i64,
    /// What enemies on the way may strike.
    passing: i64,
    /// The most a plan that ends there may be worth.
    most: i64,
}

impl<'a> Scene<'_, 'a> {
    /// Finds the best plans; one without orders if there is nothing to do.
    /// Gives whether it was weighed where to go.
    pub(super) fn find_plans(&self, plans: &mut Plans) -> bool {
        let mind = &self.brain.mind;
        if plans.most == 1 && mind.weighed == self.brain.who_is_where(self.brain.me.at()) {
            self.go_on(plans);
            if !plans.best.is_empty() {
                return false;
            }
        }
        self.stay(plans);
        // B-275: who holds a zone holds all of it, who holds none his hex.
        let stands = self.brain.mode == Mode::Hold && !self.brain.keeps_goal();
        if stands || mind.moves >= MOST_MOVES {
            return true;
        }
        let leaving = WORTH_MOVING + self.blows();
        let mut ways = self.ways();
        self.fall_back(&ways, leaving, plans);
        let rank = |way: &Way| (-way.most, way.to);
        let closely = self.figures.closely;
        if ways.len() > closely {
            ways.select_nth_unstable_by_key(closely, rank);
            ways.truncate(closely);
        }
        ways.sort_unstable_by_key(rank);
        for way in &ways {
            if way.most - leaving <= plans.bar() {
                break;
            }
            self.go(*way, leaving, plans);
        }
        true
    }

    /// What leaving an enemy's reach costs (B-79).
    fn blows(&self) -> i64 {
        let field = self.brain.view.field();
        let here = self.brain.me.at();
        let beside = self.foes.iter().filter(|foe| field.adjacent(foe.at, here));
        beside.map(|foe| if foe.melee { 800 } else { 150 }).sum()
    }

    /// What enemies may strike that a way leads past (B-79).
    fn passing(&self, to: Spot, steps: u8) -> i64 {
        let field = self.brain.view.field();
        let here = self.brain.me.at();
        let past = self.foes.iter().filter(|foe| {
            let (from, on) = (field.distance(here, foe.at), field.distance(foe.at, to));
            from > 1 && from + on <= u32::from(steps) + 1
        });
        past.map(|foe| foe.sure * if foe.melee { 8 } else { PASSING }).sum()
    }

    /// B-282: who attacks goes on until somebody comes or goes, or the time is
    /// used up but for what is kept to leave.
    fn go_on(&self, plans: &mut Plans) {
        let brain = self.brain;
        let tu = brain.me.tu.saturating_sub(brain.mind.reserve);
        let volley =
            (!brain.is_hindered()).then(|| self.volley(brain.stand(), false, tu)).flatten();
        if let Some(volley) = volley.filter(|volley| volley.value > self.idle(tu)) {
            plans.add_keeping(volley.value, &[volley.order], volley.why(self), brain.mind.reserve);
        }
    }

    /// Plans that stay here.
    fn stay(&self, plans: &mut Plans) {
        let brain = self.brain;
        let (me, here) = (brain.me, brain.me.at());
        let danger = self.danger(here, self.as_is());
        let keeps = if me.lean().is_some() { self.figures.keeps_cover } else { 0 };
        let ends = self.place_worth(here) + keeps - self.weighed(danger);
        plans.add(self.idle(me.tu) + ends, &[], Reason::Hold { danger });
        if !brain.is_hindered() {
            let volley = self.volley(brain.stand(), false, me.tu);
            if let Some(volley) = volley {
                plans.add(volley.value + ends, &[volley.order], volley.why(self));
            }
            let throw = brain.best_throw_worth(self.figures.throw);
            for attack in [throw, brain.best_blast(), brain.best_power()] {
                let Some(Attack { order, value, tu: cost }) = attack else { continue };
                let left = me.tu - cost;
                let after = self.volley(brain.stand(), false, left).map(|volley| volley.value);
                let expected = value * i64::from(cost) / 10;
                let value = self.struck_by(&order, expected) + self.pinned_by(&order);
                let value = value + after.unwrap_or_else(|| self.idle(left)) + ends;
                plans.add(value, &[order], Reason::Force { expected });
            }
        }
        self.low_plans(here, None, self.place_worth(here), plans);
    }

    /// What an attack is worth for what it takes; on whoever stands where it is
    /// aimed, the more the likelier is his end.
    fn struck_by(&self, order: &Order, expected: i64) -> i64 {
        let (Order::Throw { at, .. } | Order::Attack { target: Target::Hex(at), .. }) = *order
        else {
            return expected;
        };
        let there = self.foes.iter().find(|foe| foe.at == at);
        there.map_or(expected, |foe| {
            let taken = expected.min(foe.hp);
            expected - taken + self.loss_worth(foe, taken)
        })
    }

    /// What an attack is worth for the heads it keeps down.
    fn pinned_by(&self, order: &Order) -> i64 {
        match *order {
            Order::Throw { at, .. } | Order::Attack { target: Target::Hex(at), .. } => {
                self.blast_pins(at)
            }
            _ => 0,
        }
    }

    /// What time is worth that buys no attack: it is kept, or spent on
    /// readiness.
    pub(super) fn idle(&self, tu: u16) -> i64 {
        let ready = self.brain.view.data().tu.ready;
        let kept = self.spare(tu);
        if tu < ready || !self.can_ready {
            return kept;
        }
        kept.max(self.spare(tu - ready) + self.figures.ready)
    }

    /// Hexes in reach, the nearest first, with the most that a plan may be
    /// worth there.
    fn ways(&self) -> SmallVec<[Way; 128]> {
        let brain = self.brain;
        let (view, tu) = (&brain.view, brain.me.tu);
        let reach = view.reach(brain.unit, brain.pace(), tu.min(self.figures.range));
        let prospects: SmallVec<[Prospect<'_, 'a>; 8]> = self.prospects().collect();
        let pins: i64 = self.foes.iter().map(|foe| self.pins(foe, 3)).max().unwrap_or(0);
        let toss = if self.has_grenade() { 600 + 2 * pins } else { 0 };
        let mut ways = SmallVec::new();
        for (to, cost, steps) in reach.walks() {
            if !brain.allows(to) || !brain.stays_with(to) || view.is_deep(brain.unit, to) {
                continue;
            }
            let left = tu - cost;
            let strides = view.strides(brain.unit, steps);
            let gain = prospects
                .iter()
                .map(|prospect| {
                    let rate = prospect.rate(self, to, strides);
                    let expected = (rate * i64::from(left) / 100).min(prospect.foe.hp);
                    self.loss_worth(prospect.foe, expected)
                })
                .max()
                .filter(|gain| *gain > 0);
            let gain = gain.map_or(0, |gain| gain + pins + toss) + self.idle(left);
            let least = self.least_danger(to) * self.figures.focus / 100;
            let passing = self.passing(to, steps);
            let most = gain + self.place_worth(to) - passing - least * self.figures.care / 100;
            ways.push(Way { to, cost, steps, gain, passing, most });
        }
        ways
    }

    /// Plans that attack from here and end elsewhere; the attack comes first,
    /// and where to end is thought about again after it.
    fn fall_back(&self, ways: &[Way], leaving: i64, plans: &mut Plans) {
        let brain = self.brain;
        if brain.is_hindered() {
            return;
        }
        let tu = brain.me.tu;
        let cheapest = brain.cheapest_attack().unwrap_or(u16::MAX);
        let here = self.danger(brain.me.at(), self.as_is());
        let mut last: Option<(u16, Option<Volley>)> = None;
        for way in ways.iter().take(NEAREST) {
            let Some(left) = tu.checked_sub(way.cost).filter(|left| *left >= cheapest) else {
                break;
            };
            // Hexes of one distance leave the same time.
            let volley = match last {
                Some((same, volley)) if same == left => volley,
                _ => self.volley(brain.stand(), false, left),
            };
            last = Some((left, volley));
            let Some(volley) = volley else { return };
            let there = self.danger(way.to, self.on_foot());
            let ends = self.place_worth(way.to) - self.weighed(there);
            let why = Reason::FallBack { target: self.foes[volley.foe].unit, here, there };
            let value = volley.value + ends - leaving;
            plans.add_keeping(value, &[volley.order], why, way.cost);
        }
    }

    /// Plans that go to a hex first.
    fn go(&self, way: Way, leaving: i64, plans: &mut Plans) {
        let brain = self.brain;
        let left = brain.me.tu - way.cost;
        let walk = brain.walk(way.to, brain.pace());
        let worth = self.place_worth(way.to) - leaving - way.passing;
        let stand = Stand { at: way.to, lean: None, steps: way.steps };
        self.low_plans(way.to, Some((way, walk)), worth, plans);
        let danger = self.danger(way.to, self.on_foot());
        let ends = worth - self.weighed(danger);
        if way.gain + ends <= plans.bar() {
            return;
        }
        let volley = self.volley(stand, false, left);
        let gain = volley.map_or(0, |volley| volley.expected);
        let why = Reason::Go { to: way.to, gain, danger, covered: false };
        match volley {
            Some(volley) => plans.add(volley.value + ends, &[walk, volley.order], why),
            None => plans.add(self.idle(left) + ends, &[walk], why),
        }
        // Or a grenade; what else there is time for is seen after it.
        let after = left.checked_sub(brain.view.data().tu.use_item);
        let toss = self.toss(way.to, left);
        if let Some(after) = after.filter(|_| toss > 0) {
            plans.add(self.idle(after) + toss + ends, &[walk], why);
        }
    }

    /// What losses that may be suffered weigh.
    pub(super) fn weighed(&self, danger: i64) -> i64 {
        let me = 100 * i64::from(self.brain.me.hp);
        let lost = (danger * self.figures.focus / 100).min(me);
        let share = 1000 * lost / me.max(1);
        (lost + self.figures.life * share * share / 1_000_000) * self.figures.care / 100
    }

    /// What a hex is worth whatever is done there: not too near to friends,
    /// not too far from the enemy.
    fn place_worth(&self, at: Spot) -> i64 {
        let field = self.brain.view.field();
        let (mut crowd, mut alone) = (0, u32::MAX);
        for friend in &self.friends {
            let distance = field.distance(*friend, at);
            crowd += i64::from(distance <= 2);
            alone = alone.min(distance);
        }
        let alone = if self.friends.is_empty() { 0 } else { i64::from(alone.saturating_sub(6)) };
        let near = self.foes.iter().map(|foe| field.distance(foe.at, at)).min().unwrap_or(0);
        -i64::from(near) * self.figures.closer
            - crowd * self.figures.crowd
            - alone * self.figures.alone
    }
}
