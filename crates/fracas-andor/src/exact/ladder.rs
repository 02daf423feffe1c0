//! The hand-made solver.
//!
//! The hero strikes at one monster until it is dead, so the monsters fall in
//! an order that is known beforehand: all that can be told apart is how many
//! hit points are left on that line (z), the hero's own (h), and how many
//! potions are gone (the layer). They are worked off by z downwards, at each z
//! by layer, and then by h downwards. A blow spreads probability over an
//! interval of z or h; only its two ends are marked, and running sums fill it.
//! What a whole round leaves as it is, is a loop, and divided out.

use fracas_core::odds::{Budget, Exact, HearEnds, Mass, Refusal, grouped};
use fracas_core::order::Ordered;

use super::blows::Blows;
use super::ending::Ending;
use super::figures::Found;
use super::layer::{Drunk, Layer};
use super::masses::Masses;
use crate::battle::{Battle, Fight, Prize, Tile};
use crate::rules::attack::blows_a_turn;
use crate::rules::losses::Losses;
use crate::rules::{board, policy, turns};
use crate::state::{HeroState, State, Verdict};
use crate::stats::Interval;

/// Masses in memory at once; each takes 24 bytes, all of them 192 MB.
const MOST_CELLS: u64 = 8_000_000;

/// The odds; `None` where the ladder does not fit the battle.
pub fn solve(b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Option<Exact>, Refusal> {
    if !fits(b) {
        return Ok(None);
    }
    let drinks = drinks(b);
    let mut found = Found::new(b, hear);
    let (mut states, mut steps) = (0, 0);
    // By layer and hit points: how the hero comes to the fight.
    let mut entries = vec![Vec::new(); drinks.len() + 1];
    entries[0] = vec![Mass::default(); b.start.hero.hp as usize + 1];
    entries[0][b.start.hero.hp as usize] = Mass::whole(1.0);
    for number in 0..b.fights.len() {
        let ladder = FightLadder::new(b, number, &drinks, entries);
        states += ladder.states();
        steps += ladder.steps();
        if steps > budget.0 || ladder.cells() > MOST_CELLS {
            let say = format!("exact odds need {} situations", grouped(states));
            return Err(Refusal::Because(say));
        }
        let won = ladder.solve(&mut found);
        entries = if number + 1 < b.fights.len() {
            go_on(&b.fights[number + 1], &won)
        } else {
            win(b, &won, &drinks, &mut found);
            Vec::new()
        };
    }
    // A ladder leaves nothing open: what misses 1 was rounded off.
    Ok(Some(found.into_exact(0.0, states, steps)))
}

/// Whether everybody stands where he fights, and stays there.
fn fits(b: &Battle) -> bool {
    let heals = |fight: &Fight| {
        let loot = fight.foes.iter().flat_map(|foe| &b.kinds[foe.kind].loot);
        let mut items = loot.filter_map(|loot| match loot.prize {
            Prize::Item(place) => Some(place),
            Prize::Gold => None,
        });
        items.any(|place| b.stocked(place).heal.is_some())
    };
    let (_, chained) = b.fights.split_last().unwrap_or((&b.fights[0], &[]));
    b.fights.iter().all(|fight| {
        let all_near = fight.stage.adjacent == fight.stage.living;
        all_near && (b.policy.flee_below == 0 || gets_away(b, fight))
    }) && !chained.iter().any(heals)
        && !b.fights[1..].iter().any(may_halt)
}

/// whether a fight may come to a halt, for there is somebody whom the
/// hero cannot hurt.
pub fn may_halt(fight: &Fight) -> bool {
    let hero = &fight.stage.hero;
    hero.max_ap < hero.attack_cost
        || fight.stage.monsters.iter().any(|monster| monster.taken.most() == 0)
}

/// Whether a step of the hero always ends the fight.
pub fn gets_away(b: &Battle, fight: &Fight) -> bool {
    let st = opening(b, fight);
    let Some(direction) = board::flee_direction(&st) else { return false };
    let tile = Tile::default().neighbour(direction);
    st.monsters.iter().all(|monster| monster.at.distance(tile) > 1)
}

/// A fight before the first action.
fn opening(b: &Battle, fight: &Fight) -> State {
    let mut st = b.start.clone();
    st.monsters.clone_from(&fight.stage.monsters);
    st.living = fight.stage.living;
    st.adjacent = fight.stage.adjacent;
    st
}

/// What is drunk, in order.
fn drinks(b: &Battle) -> Vec<Interval> {
    let mut drinks = Vec::new();
    let mut bag = b.bag.clone();
    while b.policy.drink_below > 0
        && let Some(place) = policy::potion(b, &bag)
    {
        bag[place] -= 1;
        drinks.extend(b.stocked(place).heal);
    }
    drinks
}

/// The monsters in the order in which they fall: the target is kept while it
/// lives.
fn falls(b: &Battle, fight: &Fight) -> Vec<usize> {
    let mut st = opening(b, fight);
    let mut order = Vec::new();
    while let Some(monster) = policy::target(b, &st) {
        st.living &= !State::bit(monster);
        st.adjacent &= !State::bit(monster);
        order.push(monster);
    }
    order
}

/// the hero comes out of the aftermath into the next fight.
fn go_on(next: &Fight, won: &[Vec<Mass>]) -> Vec<Vec<Mass>> {
    let max = next.stage.hero.max_hp;
    let layer = |layer: &Vec<Mass>| {
        let mut entry = vec![Mass::default(); max as usize + 1];
        for (hp, mass) in layer.iter().enumerate().skip(1) {
            entry[turns::hp_entering(next, hp as i32, max) as usize] += *mass;
        }
        entry
    };
    won.iter().map(layer).collect()
}

/// Everything was won.
fn win(b: &Battle, won: &[Vec<Mass>], drinks: &[Interval], found: &mut Found<'_>) {
    let carried = crate::measures::potions(b, &b.start);
    let last = b.fights.len() - 1;
    let all: Vec<usize> = (0..b.fights[last].foes.len()).collect();
    let mut ending = Ending::new(b, last, &all, Verdict::Win);
    for (layer, masses) in won.iter().enumerate() {
        for (hp, mass) in masses.iter().enumerate().skip(1).filter(|(_, mass)| mass.p > 0.0) {
            ending = ending.with_left(hp as i64, carried - layer as i64);
            ending.book(*mass, found);
        }
    }
    debug_assert!(won.len() == drinks.len() + 1);
}

/// One fight on the ladder.
pub struct FightLadder<'a> {
    /// The battle.
    pub b: &'a Battle,
    /// Which fight.
    pub number: usize,
    /// The hero as he comes to it.
    pub hero: HeroState,
    /// What is drunk, in order.
    pub drinks: &'a [Interval],
    /// How he comes to it, by layer and hit points.
    pub entries: Vec<Vec<Mass>>,
    /// Monsters in the order they fall, with the sum of all hit points of
    /// those after it.
    pub line: Vec<Segment>,
    /// Action points the hero can have, most first.
    pub aps: Vec<i32>,
    /// All hit points of the line.
    pub top: usize,
    rows: usize,
}

/// The line from one monster on: it is struck at, those after it live.
pub struct Segment {
    /// Hit points of all that come after.
    pub after: usize,
    /// Its own hit points.
    pub hp: usize,
    /// What the hero's blow takes from it.
    pub taken: Losses,
    /// What each blow of a monsters' turn takes from the hero, in order.
    pub blows: Vec<Losses>,
    /// The hero dies here.
    pub lost: Ending,
    /// He gets away here.
    pub fled: Ending,
    /// Nothing ever changes here.
    pub halted: Ending,
}

impl<'a> FightLadder<'a> {
    fn new(b: &'a Battle, number: usize, drinks: &'a [Interval], entries: Vec<Vec<Mass>>) -> Self {
        let fight = &b.fights[number];
        let stage = &fight.stage;
        let hero = if number == 0 { b.start.hero } else { stage.hero };
        let order = falls(b, fight);
        let given: Vec<Losses> =
            stage.monsters.iter().map(|monster| Losses::of(&monster.blow)).collect();
        let mut line = Vec::new();
        for place in 0..order.len() {
            let monster = &stage.monsters[order[place]];
            let later = &order[place + 1..];
            let mut alive = order[place..].to_vec();
            alive.put_in_order();
            let blows = alive.iter().flat_map(|place| {
                let monster = &stage.monsters[*place];
                let count = blows_a_turn(monster.max_ap, monster.attack_cost);
                std::iter::repeat_n(given[*place].clone(), count as usize)
            });
            let ending = |verdict| Ending::new(b, number, &order[..place], verdict);
            line.push(Segment {
                after: later.iter().map(|later| stage.monsters[*later].hp as usize).sum(),
                hp: monster.hp as usize,
                taken: Losses::of(&monster.taken),
                blows: blows.collect(),
                lost: ending(Verdict::Lose),
                fled: ending(Verdict::Fled),
                halted: ending(Verdict::Stalemate),
            });
        }
        let top = line.iter().map(|segment| segment.hp).sum();
        let aps = action_points(&hero, !drinks.is_empty());
        let reach = |segment: &Segment| {
            let farthest = segment.taken.runs.iter().map(|run| run.to as usize).max();
            farthest.unwrap_or(0).min(segment.hp)
        };
        let rows = line.iter().map(reach).max().unwrap_or(0) + 2;
        Self { b, number, hero, drinks, entries, line, aps, top, rows }
    }

    // Counted in 64 bits on every machine: what is too much must not wrap.
    fn states(&self) -> u64 {
        let places = (self.entries.len() as u64).saturating_mul(self.top as u64);
        places.saturating_mul(self.hero.max_hp as u64)
    }

    /// Hit points that the hero can have, 0 among them.
    pub fn width(&self) -> usize {
        self.hero.max_hp as usize + 1
    }

    /// Rows of the line that a layer holds at once: as far as a blow reaches, and
    /// the one behind it.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Masses that all layers hold together, by rows, action points and hit
    /// points; two more rows pass from layer to layer.
    fn cells(&self) -> u64 {
        let row = (self.aps.len() as u64).saturating_mul(self.hero.max_hp as u64 + 1);
        let layer = row.saturating_mul(self.rows as u64 + 3);
        layer.saturating_mul(self.entries.len() as u64).saturating_add(2 * row)
    }

    fn steps(&self) -> u64 {
        let blows = self.line.iter().map(|segment| segment.blows.len()).max().unwrap_or(0);
        let runs = |losses: &Losses| losses.runs.len().max(1);
        let widest =
            self.line.iter().flat_map(|segment| segment.blows.iter().chain([&segment.taken]));
        let widest = widest.map(runs).max().unwrap_or(1);
        self.states().saturating_mul((self.aps.len() + blows) as u64 * widest as u64)
    }

    /// Works off all layers; how the fight was won, by layer and hit points.
    fn solve(mut self, found: &mut Found<'_>) -> Vec<Vec<Mass>> {
        let entries = std::mem::take(&mut self.entries);
        let entries = entries.into_iter().enumerate();
        let mut layers: Vec<Layer<'_>> =
            entries.map(|(layer, entry)| Layer::new(&self, layer, entry)).collect();
        let row = Masses::new(self.aps.len() * self.width());
        let mut drunk = Drunk { given: row.clone(), next: row };
        for segment in &self.line {
            let mut blows = Blows::new(segment, self.width());
            for layer in &mut layers {
                layer.enter(segment);
            }
            for z in (segment.after + 1..=segment.after + segment.hp).rev() {
                for layer in &mut layers {
                    layer.work_off(segment, z, &mut drunk, &mut blows);
                    if !self.drinks.is_empty() {
                        std::mem::swap(&mut drunk.given, &mut drunk.next);
                        drunk.next.clear();
                    }
                }
            }
        }
        layers.into_iter().map(|layer| layer.book(found)).collect()
    }

    /// The place of a number of action points.
    pub fn ap_place(&self, ap: i32) -> usize {
        // `action_points` found every number that can be left.
        self.aps.iter().position(|known| *known == ap).unwrap_or(0)
    }
}

/// Every number of action points that attacks and drinks can leave.
fn action_points(hero: &HeroState, drinks: bool) -> Vec<i32> {
    let mut aps = vec![hero.max_ap];
    let mut place = 0;
    while place < aps.len() {
        let ap = aps[place];
        let costs = [Some(hero.attack_cost), drinks.then_some(hero.use_cost)];
        for cost in costs.into_iter().flatten() {
            if ap >= cost && !aps.contains(&(ap - cost)) {
                aps.push(ap - cost);
            }
        }
        place += 1;
    }
    aps.put_in_order_by(|one, other| other.cmp(one));
    aps
}
