//! Whole turns to choose from: go there, do this, end so (B-282).

use smallvec::SmallVec;

use super::Scene;
use super::gains::{Tosses, Volley};
use super::prospects::Prospect;
use crate::ai::attacks::Attack;
use crate::ai::{MOST_MOVES, Reason};
use crate::data::Mode;
use crate::field::Spot;
use crate::orders::{Order, Pace, Target};
use crate::view::Stand;

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
    /// Where it falls back to after the attacks, and the time units kept for it.
    pub falls_back: Option<(Spot, u16)>,
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
        self.add_keeping(value, orders, why, None);
    }

    fn add_keeping(
        &mut self,
        value: i64,
        orders: &[Order],
        why: Reason,
        falls_back: Option<(Spot, u16)>,
    ) {
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
        self.best.insert(place, Plan { value, orders, why, falls_back });
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
    /// The same of a grenade; none if there is nobody to throw it at.
    toss: Option<i64>,
    /// What enemies on the way may strike.
    passing: i64,
    /// What it is worth to be there, and the most it is with the danger.
    worth: i64,
    place: i64,
    /// The most a plan that ends there may be worth.
    most: i64,
}

impl<'a> Scene<'_, 'a> {
    /// Finds the best plans; one without orders if there is nothing to do.
    /// Gives whether it was weighed where to go.
    pub(super) fn find_plans(&self, plans: &mut Plans) -> bool {
        let mind = &self.brain.mind;
        let weighed =
            plans.most == 1 && mind.weighed == self.brain.who_is_where(self.brain.me.at());
        if weighed {
            self.go_on(plans);
            if !plans.best.is_empty() {
                return false;
            }
            self.keep_word(plans);
            if !plans.best.is_empty() {
                return true;
            }
        }
        let volley = self.stay(plans);
        // Who has weighed it, and kept nothing to leave, stays.
        if weighed && mind.falls_back.is_none() {
            return false;
        }
        // B-275: who holds a zone holds all of it, who holds none his hex.
        // Who is beaten and can get nowhere better stands at bay (B-273).
        let mode = self.brain.mode;
        let stands = mode == Mode::Retreat || mode == Mode::Hold && !self.brain.keeps_goal();
        if stands || mind.moves >= MOST_MOVES {
            return true;
        }
        let leaving = WORTH_MOVING + self.blows();
        let tosses = self.tosses();
        let mut ways = self.ways(&tosses);
        let mut near: SmallVec<[Way; NEAREST]> = ways.iter().take(NEAREST).copied().collect();
        let end = self.brain.end;
        let rank = |way: &Way| (-way.most, end.place(way.to));
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
            self.go(*way, &tosses, leaving, plans);
        }
        if let Some(volley) = volley {
            near.sort_unstable_by_key(|way| (-way.place, end.place(way.to)));
            self.fall_back(&near, volley, leaving, plans);
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
        let falls_back = brain.mind.falls_back;
        let tu = brain.me.tu.saturating_sub(falls_back.map_or(0, |(_, kept)| kept));
        let volley =
            (!brain.is_hindered()).then(|| self.volley(brain.stand(), false, tu)).flatten();
        if let Some(volley) = volley.filter(|volley| volley.value > self.idle(tu)) {
            plans.add_keeping(volley.value, &[volley.order], volley.why(self), falls_back);
        }
    }

    /// B-282: who has attacked falls back as he meant to, if it still serves.
    fn keep_word(&self, plans: &mut Plans) {
        let brain = self.brain;
        let Some((to, kept)) = brain.mind.falls_back.filter(|(_, kept)| *kept <= brain.me.tu)
        else {
            return;
        };
        let reach = brain.view.reach(brain.unit, Pace::Walk, kept);
        let here = self.danger(brain.me.at(), self.as_is());
        let there = self.danger(to, self.on_foot());
        let stays = self.place_worth(brain.me.at()) - self.weighed(here);
        let leaves = self.place_worth(to) - self.weighed(there) - WORTH_MOVING - self.blows();
        if leaves > stays && there < here && reach.free().any(|(spot, _)| spot == to) {
            let why =
                Reason::FallBack { target: None, here: self.told(here), there: self.told(there) };
            plans.add(0, &[brain.walk(to, Pace::Walk)], why);
        }
    }

    /// What a danger is told as: what counts of it.
    pub(super) fn told(&self, danger: i64) -> i64 {
        danger * self.figures.focus / 100
    }

    /// Plans that stay here; gives the best attacks.
    fn stay(&self, plans: &mut Plans) -> Option<Volley> {
        let brain = self.brain;
        let (me, here) = (brain.me, brain.me.at());
        let danger = self.danger(here, self.as_is());
        let keeps = if me.lean().is_some() { self.figures.keeps_cover } else { 0 };
        let ends = self.place_worth(here) + keeps - self.weighed(danger);
        // B-282: who gets ready does something.
        let waits = if self.can_ready { 0 } else { self.figures.waits };
        plans.add(self.idle(me.tu) + ends - waits, &[], Reason::Hold { danger: self.told(danger) });
        let mut volley = None;
        if !brain.is_hindered() {
            volley = self.volley(brain.stand(), false, me.tu);
            if let Some(volley) = volley {
                plans.add(volley.value + ends, &[volley.order], volley.why(self));
            }
            let throw = self.throw_here();
            for attack in [throw, brain.best_blast(), brain.best_power()] {
                let Some(Attack { order, value, tu: cost }) = attack else { continue };
                let left = me.tu - cost;
                let after = self.volley(brain.stand(), false, left).map(|volley| volley.value);
                let expected = value * i64::from(cost) / 10;
                let value = self.struck_by(&order, expected) + self.pinned_by(&order);
                let value = value + after.unwrap_or_else(|| self.idle(left)) + ends;
                let why = match order {
                    Order::Cast { .. } => Reason::Power { expected },
                    _ => Reason::Force { expected },
                };
                plans.add(value, &[order], why);
            }
        }
        self.low_plans(here, None, self.place_worth(here), plans);
        volley
    }

    /// The best throw from here, unless there was none when everybody stood
    /// where he stands now.
    fn throw_here(&self) -> Option<Attack> {
        let brain = self.brain;
        if self.vain.get() {
            return None;
        }
        let throw = brain.best_throw_worth(self.figures.throw);
        self.vain.set(throw.is_none());
        throw
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
    /// worth there. Cautious units walk too: nobody is quiet who is seen.
    fn ways(&self, tosses: &Tosses) -> Vec<Way> {
        let brain = self.brain;
        let (view, tu) = (&brain.view, brain.me.tu);
        let reach = view.reach(brain.unit, Pace::Walk, tu.min(self.figures.range));
        let prospects: SmallVec<[Prospect<'_, 'a>; 8]> = self.prospects().collect();
        let pins: SmallVec<[i64; 8]> =
            prospects.iter().map(|prospect| self.pins(prospect.foe, 3)).collect();
        let (throws, range) = (view.data().tu.use_item, view.throw_range(brain.unit));
        let stays = brain.keeps_goal();
        let mut ways = Vec::with_capacity(128);
        for (to, cost, steps) in reach.walks() {
            let kept = !stays || brain.stays_with(to);
            if !kept || !brain.allows(to) || view.is_deep(brain.unit, to) {
                continue;
            }
            let left = tu - cost;
            let strides = view.strides(brain.unit, steps);
            let gains = prospects.iter().zip(&pins).map(|(prospect, pins)| {
                let rate = prospect.rate(self, to, strides);
                if rate == 0 {
                    return 0;
                }
                let expected = (rate * i64::from(left) / 100).min(prospect.foe.hp);
                let stun = brain.most_of_stun(prospect.foe.unit);
                self.loss_worth(prospect.foe, expected) + stun + pins
            });
            let gain = gains.max().unwrap_or(0) + self.idle(left);
            let toss = left
                .checked_sub(throws)
                .map(|after| (self.hoped_toss(tosses, to, range), after))
                .filter(|(toss, _)| *toss > 0)
                .map(|(toss, after)| toss + self.idle(after));
            let worth = self.place_worth(to);
            let place = worth - self.weighed(self.least_danger(to));
            let passing = self.passing(to, steps);
            let most = toss.map_or(gain, |toss| toss.max(gain)) + place - passing;
            ways.push(Way { to, cost, steps, gain, toss, passing, worth, place, most });
        }
        ways
    }

    /// Plans that attack from here and end elsewhere; the attack comes first,
    /// and where to end is thought about again after it.
    fn fall_back(&self, ways: &[Way], full: Volley, leaving: i64, plans: &mut Plans) {
        let brain = self.brain;
        let tu = brain.me.tu;
        let cheapest = brain.cheapest_attack().unwrap_or(u16::MAX);
        let mut here = None;
        let mut volleys: SmallVec<[(u16, Option<Volley>); 8]> = SmallVec::new();
        for way in ways {
            // Less time makes no better attacks, nor a line less danger.
            if full.value + way.place - leaving <= plans.bar() {
                break;
            }
            let Some(left) = tu.checked_sub(way.cost).filter(|left| *left >= cheapest) else {
                continue;
            };
            // Hexes of one distance leave the same time.
            let volley = match volleys.iter().find(|(same, _)| *same == left) {
                Some((_, volley)) => *volley,
                None => {
                    let volley = self.volley(brain.stand(), false, left);
                    volleys.push((left, volley));
                    volley
                }
            };
            let Some(volley) = volley else { continue };
            let most = volley.value + way.worth - leaving;
            let there = self.danger_above(way.to, self.on_foot(), most, plans.bar());
            let Some(there) = there else { continue };
            let here = *here.get_or_insert_with(|| self.danger(brain.me.at(), self.as_is()));
            if there >= here {
                continue;
            }
            let target = Some(self.foes[volley.foe].unit);
            let why = Reason::FallBack { target, here: self.told(here), there: self.told(there) };
            let value = most - self.weighed(there);
            plans.add_keeping(value, &[volley.order], why, Some((way.to, way.cost)));
        }
    }

    /// Plans that go to a hex first.
    fn go(&self, way: Way, tosses: &Tosses, leaving: i64, plans: &mut Plans) {
        let brain = self.brain;
        let left = brain.me.tu - way.cost;
        let walk = brain.walk(way.to, Pace::Walk);
        let worth = way.worth - leaving - way.passing;
        let stand = Stand { at: way.to, lean: None, steps: way.steps };
        self.low_plans(way.to, Some((way, walk)), worth, plans);
        let most = worth + way.toss.map_or(way.gain, |toss| toss.max(way.gain));
        let danger = self.danger_above(way.to, self.on_foot(), most, plans.bar());
        let Some(danger) = danger else { return };
        let ends = worth - self.weighed(danger);
        let why = |gain| self.why_go(way.to, gain, danger, false);
        if way.gain + ends > plans.bar() {
            match self.volley(stand, false, left) {
                Some(volley) => {
                    let why = why(volley.expected);
                    plans.add(volley.value + ends, &[walk, volley.order], why);
                }
                None => plans.add(self.idle(left) + ends, &[walk], why(0)),
            }
        }
        // Or a grenade; what else there is time for is seen after it.
        if way.toss.is_some_and(|most| most + ends > plans.bar()) {
            let after = left - brain.view.data().tu.use_item;
            let toss = self.toss(tosses, way.to);
            if toss > 0 {
                plans.add(self.idle(after) + toss + ends, &[walk], why(0));
            }
        }
    }

    /// Why it goes somewhere.
    pub(super) fn why_go(&self, to: Spot, gain: i64, danger: i64, covered: bool) -> Reason {
        let field = self.brain.view.field();
        let far = |at| self.foes.iter().map(|foe| field.distance(foe.at, at)).min();
        let closer = self.figures.closer > 0 && far(to) < far(self.brain.me.at());
        Reason::Go { to, gain, danger: self.told(danger), covered, closer }
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
