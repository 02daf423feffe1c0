//! One against one, round by round (M-111). Chances, damage, exhaustion, points
//! and how it ends are asked of the rules; here is only the order in which the
//! states of a duel are visited.
//!
//! In a duel everybody's exhaustion follows from the round, so the state is
//! what is left of the two. Skill points follow from the round, from how often
//! the agent hit and from how often he was hit: those two numbers are kept
//! beside the hit points.

use std::ops::Range;

use fracas_core::odds::{Budget, Refusal};

use crate::battle::{Battle, LIMIT, Side};
use crate::rules::attack::{points, tired, tiring};
use crate::rules::battle::{retreats, verdict};
use crate::rules::contest::{self, DamageDie, Damages};
use crate::state::{Fight, Fighter, Outcome};

/// Probability so small that it is not followed.
const NEGLIGIBLE: f64 = 1e-20;
/// A duel with more states than this is left to the generic solver, which
/// holds only those that come up.
const MOST_STATES: usize = 1 << 20;
/// Looking at so many states that do not come up takes as long as a branch.
const STATES_A_BRANCH: u64 = 8;

/// How a duel may end.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// How.
    pub outcome: Outcome,
    /// Rounds fought.
    pub round: u32,
    /// Hit points of agent and enemy; a living enemy is given 1.
    pub hp: [u32; 2],
    /// Exhaustion of both.
    pub exhaustion: [u32; 2],
    /// The agent's skill points (M-48).
    pub points: u32,
    /// Its probability.
    pub p: f64,
}

/// All ends of a duel.
#[derive(Debug, Default)]
pub struct Endings {
    /// The ends.
    pub list: Vec<Ending>,
    /// Probability that was not followed.
    pub unresolved: f64,
    /// States that were worked off.
    pub states: u64,
    /// Branches that left them: a hit is one, whatever its damage.
    pub branches: u64,
}

/// Goes through a duel that comes up with a probability of `before`; none if
/// it has too many states.
pub fn endings(
    b: &Battle,
    fight: &Fight,
    before: f64,
    budget: Budget,
) -> Result<Option<Endings>, Refusal> {
    let [agent, enemy] = fight.fighters.as_slice() else { return Ok(None) };
    let rounds = longest(b, fight, agent);
    let (Some(agent), Some(enemy)) =
        (Duellist::of(agent, enemy, rounds), Duellist::of(enemy, agent, rounds))
    else {
        return Ok(None);
    };
    if agent.states.len().saturating_mul(enemy.states.len()) > MOST_STATES {
        return Ok(None);
    }
    let mut duel = Duel::new(b, fight, [agent, enemy], NEGLIGIBLE / before);
    let mut looked_at = 0;
    while !duel.over() {
        duel.agent_attacks();
        duel.enemy_attacks();
        duel.end_of_round();
        looked_at += duel.mass.len() as u64;
        if duel.found.branches + looked_at / STATES_A_BRANCH > budget.0 {
            return Err(Refusal::OverBudget { budget });
        }
    }
    Ok(Some(duel.found))
}

/// The most rounds this duel can take: until exhaustion alone sends the agent
/// back (M-38), or the last that is allowed (M-41).
fn longest(b: &Battle, fight: &Fight, agent: &Fighter) -> u32 {
    let constants = &b.world.constants;
    let mut fresh = *agent;
    for round in 1..constants.max_rounds {
        let before = fresh.exhaustion;
        for by in tiring(b, true) {
            fresh.tire(by, constants.exhaustion_free);
        }
        if retreats(fight.base[0], u64::from(fresh.eff), constants.retreat_loss_pct) {
            return round;
        }
        if fresh.exhaustion == before {
            break;
        }
    }
    constants.max_rounds
}

/// One of the two: what can be left of him.
struct Duellist {
    fighter: Fighter,
    /// Hit points and how often he was hit. Those hit equally often stand
    /// together, in order of hit points.
    states: Vec<(u32, u32)>,
    /// By how often he was hit: the place of the first, and its hit points.
    rows: Vec<(usize, u32)>,
}

impl Duellist {
    /// What can be left of a fighter that another attacks once a round; none
    /// if that is too much.
    fn of(fighter: &Fighter, foe: &Fighter, rounds: u32) -> Option<Self> {
        let (least, most) = (u64::from(foe.min_damage), most_damage(foe));
        let hp = u64::from(fighter.hp);
        let mut states = Vec::new();
        let mut rows = Vec::new();
        for hits in 0..=u64::from(rounds) {
            let worst = hp.saturating_sub(hits * most).max(1);
            let Some(best) = hp.checked_sub(hits * least).filter(|&best| best > 0) else { break };
            rows.push((states.len(), worst as u32));
            states.extend((worst..=best).map(|left| (left as u32, hits as u32)));
            if states.len() > MOST_STATES {
                return None;
            }
        }
        Some(Self { fighter: *fighter, states, rows })
    }

    /// Effective skill by state (M-8).
    fn effs(&self, exhaustion: u32, free: u32) -> Vec<u32> {
        let mut now = Fighter { exhaustion, ..self.fighter };
        let each = self.states.iter().map(|&(hp, _)| {
            now.hp = hp;
            now.evaluate(free);
            now.eff
        });
        each.collect()
    }

    /// Where a hit may leave somebody who lives on, each place as likely.
    fn after(&self, hits: u32, damages: &Damages) -> Option<Range<usize>> {
        let (least, most) = damages.leaves()?;
        let &(first, worst) = self.rows.get(hits as usize + 1)?;
        Some(first + (least - worst) as usize..first + (most - worst) as usize + 1)
    }
}

fn most_damage(fighter: &Fighter) -> u64 {
    u64::from(fighter.min_damage) + u64::from(fighter.damages) - 1
}

/// A duel under way.
struct Duel<'a> {
    b: &'a Battle,
    base: u64,
    sides: [Duellist; 2],
    /// The probability of each pair of states, agent by agent.
    mass: Vec<f64>,
    /// The same after the attacks under way.
    next: Vec<f64>,
    round: u32,
    exhaustion: [u32; 2],
    /// Less than this is not followed.
    negligible: f64,
    found: Endings,
}

impl<'a> Duel<'a> {
    fn new(b: &'a Battle, fight: &Fight, sides: [Duellist; 2], negligible: f64) -> Self {
        let pairs = sides[0].states.len() * sides[1].states.len();
        let mut mass = vec![0.0; pairs];
        // Both are unhurt, and their first state is that.
        mass[0] = 1.0;
        let exhaustion = [0, 1].map(|side: usize| sides[side].fighter.exhaustion);
        Self {
            b,
            base: fight.base[0],
            sides,
            mass,
            next: vec![0.0; pairs],
            round: 1,
            exhaustion,
            negligible,
            found: Endings::default(),
        }
    }

    /// Whether nothing is left to be followed.
    fn over(&self) -> bool {
        self.mass.iter().all(|&p| p == 0.0)
    }

    fn effs(&self) -> [Vec<u32>; 2] {
        let free = self.b.world.constants.exhaustion_free;
        [0, 1].map(|side| self.sides[side].effs(self.exhaustion[side], free))
    }

    /// How tired both are after an attack.
    fn tired(&self, attacker: usize, lives: bool) -> [u32; 2] {
        let [of_attack, of_defense] = tiring(self.b, lives);
        let mut after = self.exhaustion;
        for (side, by) in [(attacker, of_attack), (attacker ^ 1, of_defense)] {
            after[side] = tired(after[side], by);
        }
        after
    }

    /// Points after so many hits and wounds, having suffered so many attacks.
    fn points(&self, hits: u32, wounds: u32, suffered: u32) -> u32 {
        let each = |phase, success, times: u32| {
            u64::from(points(self.b, phase, success)) * u64::from(times)
        };
        let made = each(0, true, hits) + each(0, false, self.round - hits);
        let suffered = each(1, true, wounds) + each(1, false, suffered - wounds);
        (made + suffered).min(u64::from(LIMIT)) as u32
    }

    fn end(
        &mut self,
        outcome: Outcome,
        (hp, exhaustion): ([u32; 2], [u32; 2]),
        points: u32,
        p: f64,
    ) {
        let round = self.round;
        self.found.list.push(Ending { outcome, round, hp, exhaustion, points, p });
    }

    /// The first phase (M-25).
    fn agent_attacks(&mut self) {
        let [effs, foes] = self.effs();
        let count = foes.len();
        let agent = self.sides[0].fighter;
        // By how often the enemy was hit: the probability that it falls.
        let mut falls = vec![0.0; self.sides[1].rows.len()];
        let mut ends = Vec::new();
        for (place, &eff) in effs.iter().enumerate() {
            let row = place * count..(place + 1) * count;
            let (from, to) = (&self.mass[row.clone()], &mut self.next[row]);
            for (other, &p) in from.iter().enumerate() {
                if p < self.negligible {
                    self.found.unresolved += p;
                    continue;
                }
                let (hp, hits) = self.sides[1].states[other];
                let hit = success(self.b, eff, foes[other]);
                self.found.states += 1;
                self.found.branches += 2;
                let damages = Damages::of(DamageDie::of(&agent), hp);
                to[other] += p * (1.0 - hit);
                falls[hits as usize] += p * hit * kills(&damages);
                if let Some(after) = self.sides[1].after(hits, &damages) {
                    let each = p * hit * share(&damages);
                    for left in &mut to[after] {
                        *left += each;
                    }
                }
            }
            for (hits, p) in falls.iter_mut().enumerate().filter(|(_, p)| **p > 0.0) {
                ends.push((self.sides[0].states[place], hits as u32 + 1, std::mem::take(p)));
            }
        }
        let exhaustion = self.tired(0, false);
        for ((hp, wounds), hits, p) in ends {
            let points = self.points(hits, wounds, self.round - 1);
            self.end(Outcome::Success, ([hp, 0], exhaustion), points, p);
        }
        self.exhaustion = self.tired(0, true);
        self.advance();
    }

    /// The second phase (M-27).
    fn enemy_attacks(&mut self) {
        let [foes, effs] = self.effs();
        let count = effs.len();
        let enemy = self.sides[1].fighter;
        let mut falls = 0.0;
        for (place, &foe) in foes.iter().enumerate() {
            let (hp, wounds) = self.sides[0].states[place];
            let damages = Damages::of(DamageDie::of(&enemy), hp);
            let after = self.sides[0].after(wounds, &damages);
            for (other, &eff) in effs.iter().enumerate() {
                let p = self.mass[place * count + other];
                if p < self.negligible {
                    self.found.unresolved += p;
                    continue;
                }
                let hit = success(self.b, eff, foe);
                self.found.states += 1;
                self.found.branches += 2;
                self.next[place * count + other] += p * (1.0 - hit);
                falls += p * hit * kills(&damages);
                let each = p * hit * share(&damages);
                for place in after.clone().unwrap_or_default() {
                    self.next[place * count + other] += each;
                }
            }
        }
        if falls > 0.0 {
            // M-46, M-47: nothing is left of the agent but what he tired in vain.
            self.end(Outcome::Wiped, ([0, 1], self.tired(1, false)), 0, falls);
        }
        self.exhaustion = self.tired(1, true);
        self.advance();
    }

    /// Whoever turns back, or cannot go on (M-36).
    fn end_of_round(&mut self) {
        let constants = &self.b.world.constants;
        let [effs, foes] = self.effs();
        let count = foes.len();
        // By outcome, by how often the enemy was hit.
        let mut left = [(); 4].map(|()| vec![0.0; self.sides[1].rows.len()]);
        for (place, &eff) in effs.iter().enumerate() {
            let (hp, wounds) = self.sides[0].states[place];
            let row = place * count..(place + 1) * count;
            for ((p, &foe), &(_, hits)) in
                self.mass[row].iter_mut().zip(&foes).zip(&self.sides[1].states)
            {
                if *p == 0.0 {
                    continue;
                }
                let skill = |side| u64::from(if side == Side::Agents { eff } else { foe });
                let outcome = verdict(constants, self.round, self.base, [1, 1], skill);
                let Some(outcome) = outcome else { continue };
                left[outcome.index()][hits as usize] += std::mem::take(p);
            }
            for outcome in [Outcome::Retreat, Outcome::Stalemate] {
                for (hits, p) in left[outcome.index()].iter_mut().enumerate() {
                    let p = std::mem::take(p);
                    if p > 0.0 {
                        let points = self.points(hits as u32, wounds, self.round);
                        self.end(outcome, ([hp, 1], self.exhaustion), points, p);
                    }
                }
            }
        }
        self.round += 1;
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.mass, &mut self.next);
        self.next.fill(0.0);
    }
}

/// M-14: the probability that an attack succeeds.
fn success(b: &Battle, attacker: u32, defender: u32) -> f64 {
    b.contests.chance(attacker, defender) as f64 / contest::OF as f64
}

/// The probability of each damage (M-18).
fn share(damages: &Damages) -> f64 {
    1.0 / f64::from(damages.die.count)
}

/// The probability that a hit leaves nothing.
fn kills(damages: &Damages) -> f64 {
    f64::from(damages.die.count - damages.survived()) * share(damages)
}
