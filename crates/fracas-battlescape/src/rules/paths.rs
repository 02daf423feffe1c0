//! What steps cost and which way to go (B-70..B-74).

use fracas_core::order::Ordered;
use std::cell::RefCell;

use crate::battle::{Battle, UnitId};
use crate::data::{Terrain, TerrainId};
use crate::ends::End;
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::Pace;
use crate::state::{Knowledge, Stance, State};

/// A step dearer than this is none: nobody ever has so many time units.
const DEAREST: usize = 1023;

fn affordable(price: u32) -> Option<u32> {
    (price as usize <= DEAREST).then_some(price)
}

/// A way from where a unit stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Time units, the unit's wounds included (B-73).
    pub cost: u32,
    /// The hexes entered.
    pub steps: Vec<Spot>,
    /// The directions.
    pub directions: Vec<Dir>,
}

/// A hex that can be reached, with the best way's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Where.
    pub at: Spot,
    /// Time units, the unit's wounds included (B-73).
    pub cost: u32,
    /// How many steps.
    pub steps: u32,
}

/// Percent of the cost of moves (B-73, B-220).
pub fn wounds_percent(battle: &Battle, state: &State, unit: UnitId) -> u32 {
    let status = &battle.data.status;
    let hp = u32::from(state.unit(unit).hp) * 100;
    let of_max = |percent: u8| u32::from(battle.sheet(unit).max_hp) * u32::from(percent);
    if hp <= of_max(status.critical) {
        u32::from(status.critical_move)
    } else if hp <= of_max(status.wounded) {
        u32::from(status.wounded_move)
    } else {
        100
    }
}

/// Where a unit can go and what it costs, by the true map or by what somebody
/// knows of it.
#[derive(Clone, Copy)]
pub struct Ways<'a> {
    battle: &'a Battle,
    state: &'a State,
    unit: UnitId,
    /// Terrain, true or as last seen.
    terrain: &'a [TerrainId],
    known: Option<&'a Knowledge>,
    pace: Pace,
    base: u32,
    /// Percent for crouching or lying.
    low: u32,
    /// Percent for wounds (B-73).
    wounds: u32,
    flies: bool,
    allow_hazards: bool,
    /// Whence ties are broken (B-289).
    end: End,
}

impl<'a> Ways<'a> {
    /// By the true map, every enemy blocking (B-269).
    pub fn truth(
        battle: &'a Battle,
        state: &'a State,
        unit: UnitId,
        pace: Pace,
        allow_hazards: bool,
    ) -> Self {
        let tu = &battle.data.tu;
        let prone = state.unit(unit).stance == Stance::Prone;
        let (base, low) = match pace {
            Pace::Run => (tu.run, 0),
            Pace::Crouch => (tu.walk, tu.crouch_pct),
            Pace::Walk => (tu.walk, if prone { tu.crouch_pct } else { 0 }),
        };
        Self {
            battle,
            state,
            unit,
            terrain: &state.ground.terrain,
            known: None,
            pace,
            base: u32::from(base),
            low: u32::from(low),
            wounds: wounds_percent(battle, state, unit),
            flies: battle.sheet(unit).flies,
            allow_hazards,
            end: End::of(&battle.field, state.unit(unit).mind.post),
        }
    }

    /// By what the unit's side knows (B-74).
    pub fn known(
        battle: &'a Battle,
        state: &'a State,
        unit: UnitId,
        pace: Pace,
        allow_hazards: bool,
    ) -> Self {
        let known = &state.known[state.observer(battle, unit).index()];
        Self {
            terrain: &known.terrain,
            known: Some(known),
            ..Self::truth(battle, state, unit, pace, allow_hazards)
        }
    }

    #[inline]
    fn unseen(&self, spot: Spot) -> bool {
        self.known.is_some_and(|known| known.seen[spot.index()] == 0)
    }

    /// Terrain, as far as it is known; none for a hex never seen, which is
    /// planned as plain ground.
    #[inline]
    fn terrain(&self, spot: Spot) -> Option<&'a Terrain> {
        (!self.unseen(spot)).then(|| self.battle.data.terrain(self.terrain[spot.index()]))
    }

    #[inline]
    fn level(&self, spot: Spot) -> i32 {
        if self.unseen(spot) { 0 } else { i32::from(self.battle.elevation[spot.index()]) }
    }

    /// Whether an enemy that is known of stands on a hex. Civilians have none,
    /// even where they are hunted (B-43).
    #[inline]
    pub fn enemy_on(&self, spot: Spot) -> bool {
        self.state.occupant(spot).is_some_and(|other| {
            self.state.hostile(self.battle, self.unit, other) && self.knows_of(other)
        })
    }

    fn knows_of(&self, other: UnitId) -> bool {
        self.known.is_none_or(|known| {
            let own = self.state.observer(self.battle, self.unit);
            known.units.has(other) || self.state.observer(self.battle, other) == own
        })
    }

    /// Whether somebody else who is known of stands on a hex, so that no move
    /// can end there.
    #[inline]
    pub fn is_taken(&self, spot: Spot) -> bool {
        self.state.occupant(spot).is_some_and(|other| other != self.unit && self.knows_of(other))
    }

    /// Whether a hex is a hazard or burns (B-74); fires are known of wherever
    /// they burn (B-100).
    #[inline]
    pub fn is_hazard(&self, spot: Spot) -> bool {
        let hot = self.state.ground.fire[spot.index()] > 0;
        !self.flies && (hot || self.terrain(spot).is_some_and(|terrain| terrain.hazard > 0))
    }

    /// What a step to a neighbour costs before wounds (B-70..B-72); none if
    /// it cannot be made, whoever stands there.
    #[inline]
    pub fn step(&self, from: Spot, to: Spot) -> Option<u32> {
        let data = &self.battle.data;
        let terrain = self.terrain(to);
        let walk = terrain.map_or(Some(0), |terrain| terrain.walk)?;
        let door = if terrain.is_some_and(|terrain| terrain.closed) { data.tu.door } else { 0 };
        if self.flies {
            return affordable(self.base * (100 + self.low) / 100 + u32::from(door));
        }
        if self.pace == Pace::Run && terrain.is_some_and(|terrain| terrain.swim) {
            return None;
        }
        // B-23: at most one level at a time.
        let climb = match self.level(to) - self.level(from) {
            -1 | 0 => 0,
            1 => u32::from(data.tu.climb_pct),
            _ => return None,
        };
        let burning = if self.state.ground.fire[to.index()] > 0 { data.tu.burning } else { 0 };
        let percent = 100 + u32::from(walk) + climb + self.low;
        affordable(self.base * percent / 100 + u32::from(door) + u32::from(burning))
    }

    /// Whether a path may lead over a hex on its way elsewhere (B-74).
    fn is_open(&self, spot: Spot) -> bool {
        !self.enemy_on(spot) && (self.allow_hazards || !self.is_hazard(spot))
    }

    /// What a sum of steps comes to (B-73).
    pub fn with_wounds(&self, sum: u32) -> u32 {
        (sum * self.wounds).div_ceil(100)
    }
}

/// Cost and steps of a way, in one number: less cost is better, then fewer
/// steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Figures(u64);

impl Figures {
    const NONE: Figures = Figures(0);
    const FAR: Figures = Figures(u64::MAX);

    fn cost(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn steps(self) -> u32 {
        self.0 as u32
    }

    /// With one more step of a price.
    fn and(self, price: u32) -> Self {
        Self(self.0 + (u64::from(price) << 32) + 1)
    }
}

/// Room for searches, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The best figures found for each hex.
    best: Vec<Figures>,
    /// Hexes to look at, by their cost modulo the number of lists.
    queue: Vec<Vec<Spot>>,
    waiting: usize,
    /// Every hex found, in no order.
    found: Vec<Spot>,
}

impl Search {
    fn begin(&mut self, hexes: usize, at: Spot) {
        if self.best.len() == hexes {
            for spot in self.found.drain(..) {
                self.best[spot.index()] = Figures::FAR;
            }
        } else {
            self.best.clear();
            self.best.resize(hexes, Figures::FAR);
            self.found.clear();
        }
        self.queue.resize_with(DEAREST + 1, Vec::new);
        if self.waiting > 0 {
            self.queue.iter_mut().for_each(Vec::clear);
            self.waiting = 0;
        }
        self.offer(at, Figures::NONE);
    }

    /// Whether no step from a hex with these figures is news to another hex.
    #[inline]
    fn is_settled(&self, spot: Spot, figures: Figures) -> bool {
        self.best[spot.index()] <= figures
    }

    #[inline]
    fn offer(&mut self, spot: Spot, figures: Figures) {
        let best = &mut self.best[spot.index()];
        if figures >= *best {
            return;
        }
        let before = std::mem::replace(best, figures);
        if before == Figures::FAR {
            self.found.push(spot);
        }
        // With fewer steps for the same cost it is in that list already: every
        // step costs something, so its turn is yet to come.
        if figures.cost() < before.cost() {
            self.queue[figures.cost() as usize % (DEAREST + 1)].push(spot);
            self.waiting += 1;
        }
    }

    /// The next hex in the order of cost, from `cost` on. Each comes once, with
    /// the best figures there are.
    fn next(&mut self, cost: &mut u32) -> Option<(Spot, Figures)> {
        while self.waiting > 0 {
            while let Some(spot) = self.queue[*cost as usize % (DEAREST + 1)].pop() {
                self.waiting -= 1;
                let best = self.best[spot.index()];
                if best.cost() == *cost {
                    return Some((spot, best));
                }
            }
            if self.waiting > 0 {
                *cost += 1;
            }
        }
        None
    }

    /// The best path to a hex by B-74; none if there is none or somebody
    /// known of stands there.
    pub fn path(&mut self, ways: &Ways<'_>, to: Spot) -> Option<Path> {
        let field = &ways.battle.field;
        let from = ways.state.unit(ways.unit).at();
        if from == to || ways.is_taken(to) {
            return None;
        }
        // Backwards from the goal, so that on the way there the first
        // direction that keeps to the best figures is the right one.
        self.begin(field.count(), to);
        let mut cost = 0;
        while let Some((spot, figures)) = self.next(&mut cost) {
            if spot == from {
                break;
            }
            for (_, before) in field.neighbours(spot) {
                if !self.is_settled(before, figures)
                    && (before == from || ways.is_open(before))
                    && let Some(price) = ways.step(before, spot)
                {
                    self.offer(before, figures.and(price));
                }
            }
        }
        let whole = self.best[from.index()];
        if whole == Figures::FAR {
            return None;
        }
        let mut path = Path { cost: ways.with_wounds(whole.cost()), ..Path::default() };
        path.steps.reserve(whole.steps() as usize);
        path.directions.reserve(whole.steps() as usize);
        let (mut at, mut left) = (from, whole);
        while at != to {
            let (dir, next) = ways.end.neighbours(field, at).find(|(_, next)| {
                let best = self.best[next.index()];
                best < left && ways.step(at, *next).is_some_and(|price| best.and(price) == left)
            })?;
            path.steps.push(next);
            path.directions.push(dir);
            left = self.best[next.index()];
            at = next;
        }
        Some(path)
    }

    /// All hexes on which a move of at most so many time units can end, with
    /// cost and steps of the best way (B-74), in the order of cost; `out` is
    /// emptied first.
    pub fn reach(&mut self, ways: &Ways<'_>, tu: u32, out: &mut Vec<Reached>) {
        out.clear();
        let field = &ways.battle.field;
        let from = ways.state.unit(ways.unit).at();
        let budget = tu * 100 / ways.wounds.max(1);
        self.begin(field.count(), from);
        let mut cost = 0;
        let least = if ways.pace == Pace::Run { 2 } else { 1 };
        while let Some((at, figures)) = self.next(&mut cost) {
            if figures.steps() >= least && !ways.is_taken(at) {
                let cost = ways.with_wounds(figures.cost());
                out.push(Reached { at, cost, steps: figures.steps() });
            }
            // A hazard may be the goal, never the way (B-74). No enemy is
            // here: his hex is never entered.
            if at != from && !ways.allow_hazards && ways.is_hazard(at) {
                continue;
            }
            for (_, next) in field.neighbours(at) {
                if !self.is_settled(next, figures)
                    && let Some(price) = ways.step(at, next)
                    && cost + price <= budget
                    && !ways.enemy_on(next)
                {
                    self.offer(next, figures.and(price));
                }
            }
        }
        for equal in out.chunk_by_mut(|a, b| a.cost == b.cost) {
            equal.put_few_in_order_by_key(|reached| (reached.steps, ways.end.place(reached.at)));
        }
    }
}

/// Lends the thread's own room for searches.
pub fn searching<T>(with: impl FnOnce(&mut Search) -> T) -> T {
    thread_local! {
        static SEARCH: RefCell<Search> = RefCell::default();
    }
    SEARCH.with(|search| match search.try_borrow_mut() {
        Ok(mut search) => with(&mut search),
        Err(_) => with(&mut Search::default()),
    })
}

/// The best path by B-74.
pub fn best_path(ways: &Ways<'_>, to: Spot) -> Option<Path> {
    searching(|search| search.path(ways, to))
}
