//! Squads of a few against a few (M-20 to M-50): the dice of [`attack`], in the
//! same order, for battles of which only outcome and measures are asked.
//!
//! In one pass everybody attacks once and is attacked once at most (M-29), so that
//! its attacks have nothing to do with each other: what they did is written down,
//! and all of a side bear it together. That is done without a branch, on lists of
//! narrow numbers of which the machine takes several at a time.

use fracas_core::chance::Rolled;
use fracas_core::odds::ToScores;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::contest::{self, DamageDie};
use super::skill::Shares;
use super::{attack, battle, conclusion};
use crate::battle::{Battle, Condition, Side, Who};
use crate::measures::{self, EXHAUSTION_COMBAT, Survivors};
use crate::state::Fighter;

/// Longer battles are left to the longer way.
const ROUNDS_HERE: u32 = 100;

/// Whether the machine takes several numbers at a time. Where it takes them one by
/// one, going through whole lists is the longer way.
const HAS_VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon"));

/// The shorter way through a battle of squads, if it is one.
pub fn shortcut(b: &Battle) -> Option<Box<dyn ToScores + '_>> {
    let fight = &b.start.fight;
    if !HAS_VECTORS || b.chain.len() > 1 || b.asked || fight.round != 1 {
        return None;
    }
    let [agents, enemies] = Side::BOTH.map(|side| fight.side(side).len());
    // Lists are gone through from end to end: the narrower, the quicker. Where the
    // smaller side fills little of them, the longer way is no longer.
    match (agents.max(enemies), agents.min(enemies)) {
        (..=8, 4..) => Some(Box::new(Squads::<8>::of(b)?)),
        (9..=16, 6..) => Some(Box::new(Squads::<16>::of(b)?)),
        (17..=32, 11..) => Some(Box::new(Squads::<32>::of(b)?)),
        _ => None,
    }
}

/// A battle of up to N a side.
struct Squads<'a, const N: usize> {
    b: &'a Battle,
    sides: [Squad<N>; 2],
    /// The agents before the battle, as they attack.
    before: Vec<Condition>,
    /// For a contest and the damage of any weapon.
    recheck_to: u64,
    /// M-23: exhaustion of attacker and defender.
    tiring: [i16; 2],
    /// M-8: exhaustion that costs nothing.
    free: i16,
    /// M-48: points of the agent for a miss and for a hit, by phase.
    points: [[i16; 2]; 2],
}

/// What a battle does not change of a side. All lists are in the order of attacks
/// (M-25).
struct Squad<const N: usize> {
    fighters: Vec<Fighter>,
    dice: [DamageDie; N],
    shares: Shares<N>,
    /// The places in the order of ids.
    ids: [i16; N],
    start: SquadState<N>,
}

/// What changes of a side, in the same order. Places without a fighter have no hit points.
#[derive(Clone, Copy)]
struct SquadState<const N: usize> {
    hp: [i16; N],
    exhaustion: [i16; N],
    eff: [i16; N],
    /// Skill points of agents (M-47), and hits that they made or suffered: of the two
    /// in an attack one is an agent.
    points: [i16; N],
    hits: [i16; N],
}

/// What somebody's attack did, or one that he suffered: nothing, for there was
/// none, or a miss, or a hit and its damage.
type Blow = i16;
const NONE: Blow = 0;
const MISS: Blow = 1;
const HIT: Blow = 2;

/// All bits where it is true: numbers are kept or dropped by it without a branch.
#[inline(always)]
fn mask(is_true: bool) -> i16 {
    -i16::from(is_true)
}

impl<const N: usize> Squad<N> {
    fn of(fighters: &[Fighter], order: &[u32]) -> Option<Self> {
        let [hp, exhaustion, eff, points, hits] = [[0; N]; 5];
        let mut squad = Self {
            fighters: Vec::with_capacity(fighters.len()),
            dice: [DamageDie::default(); N],
            shares: Shares::default(),
            ids: [0; N],
            start: SquadState { hp, exhaustion, eff, points, hits },
        };
        let first = *order.iter().min()?;
        for (turn, &place) in order.iter().enumerate() {
            let id = place - first;
            let fighter = fighters.get(id as usize)?;
            let die = DamageDie::of(fighter);
            let most = die.least.checked_add(die.count)?.checked_add(HIT as u32)?;
            // So that ids have room below the effective skill: see `line_up`.
            let room = (fighter.skill as usize + 1) * N;
            if fighter.hp == 0 || most.max(room as u32) > i16::MAX as u32 {
                return None;
            }
            squad.dice[turn] = die;
            squad.shares.set(turn, fighter.skill, fighter.max_hp)?;
            squad.ids[turn] = id as i16;
            squad.start.hp[turn] = i16::try_from(fighter.hp).ok()?;
            squad.start.exhaustion[turn] = i16::try_from(fighter.exhaustion).ok()?;
            squad.start.eff[turn] = fighter.eff as i16;
            squad.fighters.push(*fighter);
        }
        Some(squad)
    }

    /// The fighters as this state has them.
    #[inline(always)]
    fn fighters(&self, state: &SquadState<N>) -> impl Iterator<Item = Fighter> {
        let now = state.hp.iter().zip(&state.exhaustion).zip(&state.points);
        self.fighters.iter().zip(now).map(|(start, ((hp, exhaustion), points))| {
            let [hp, exhaustion, points] = [hp, exhaustion, points].map(|now| *now as u32);
            Fighter { hp, exhaustion, points, ..*start }
        })
    }
}

impl<const N: usize> SquadState<N> {
    fn living(&self) -> usize {
        self.hp.iter().map(|hp| i16::from(*hp > 0)).sum::<i16>() as usize
    }

    /// Total effective skill.
    fn skill(&self) -> u64 {
        self.eff.iter().map(|eff| i32::from(*eff)).sum::<i32>() as u64
    }

    /// The turns of the living, and how many they are.
    #[inline(always)]
    fn order(&self) -> ([u8; N], usize) {
        let (mut order, mut count) = ([0; N], 0);
        for (turn, hp) in self.hp.iter().enumerate() {
            order[count % N] = turn as u8;
            count += usize::from(*hp > 0);
        }
        (order, count)
    }

    /// M-29: puts the targets of a pass in order, weakest first, ties by lowest id.
    /// Each goes behind all who are weaker. Tells how many they are.
    #[inline(always)]
    fn line_up(&self, ids: &[i16; N]) -> ([u8; N], usize) {
        let (mut keys, mut living) = ([0; N], 0);
        for turn in 0..N {
            // M-30: only the living count.
            let lives = mask(self.hp[turn] > 0);
            let key = self.eff[turn] * N as i16 + ids[turn];
            keys[turn] = (lives & key) | (!lives & i16::MAX);
            living -= lives;
        }
        let mut weaker = [0; N];
        for other in keys {
            for (weaker, key) in weaker.iter_mut().zip(keys) {
                *weaker += i16::from(other < key);
            }
        }
        let mut targets = [0; N];
        for (turn, weaker) in weaker.into_iter().enumerate() {
            targets[weaker.clamp(0, N as i16 - 1) as usize] = turn as u8;
        }
        (targets, living as usize)
    }
}

impl<'a, const N: usize> Squads<'a, N> {
    fn of(b: &'a Battle) -> Option<Self> {
        let fight = &b.start.fight;
        let squad = |side: Side| Squad::of(fight.side(side), &fight.order[side.index()]);
        let sides = [squad(Side::Agents)?, squad(Side::Enemies)?];
        let before = sides[0].fighters.iter().map(|agent| match b.units[agent.unit as usize].who {
            Who::Agent(place) => Some(b.start.roster[place].now),
            Who::Enemy { .. } => None,
        });
        let points =
            [0, 1].map(|phase| [false, true].map(|success| attack::points(b, phase, success)));
        let tiring = attack::tiring(b, true);
        // M-29: attacked by all the others in a round at most.
        let most = |own: u32, suffered: u32| {
            let round = u64::from(own) + N as u64 * u64::from(suffered);
            u64::from(ROUNDS_HERE) * round
        };
        let exhaustion = fight.fighters.iter().map(|fighter| fighter.exhaustion).max()?;
        let exhaustion = u64::from(exhaustion) + most(tiring[0], tiring[1]);
        let [own, suffered] = points.map(|points| points[0].max(points[1]));
        if exhaustion.max(most(own, suffered)) > i16::MAX as u64 {
            return None;
        }
        let recheck_to =
            sides.iter().flat_map(|side| &side.dice).map(|die| die.recheck_to()).max()?;
        Some(Self {
            b,
            before: before.collect::<Option<Vec<Condition>>>()?,
            sides,
            recheck_to,
            tiring: tiring.map(|by| by as i16),
            free: b.world.constants.exhaustion_free.min(i16::MAX as u32) as i16,
            points: points.map(|points| points.map(|points| points as i16)),
        })
    }

    /// All attacks of a phase; how many they are.
    #[inline(always)]
    fn phase<const PHASE: usize>(
        &self,
        attackers: &mut SquadState<N>,
        defenders: &mut SquadState<N>,
        dice: &mut Rolled,
    ) -> usize {
        let (squad, foes) = (&self.sides[PHASE], &self.sides[PHASE ^ 1]);
        // M-25, M-28.
        let (order, count) = attackers.order();
        let (mut made, mut turn) = ([NONE; N], 0);
        while turn < count {
            let (targets, living) = defenders.line_up(&foes.ids);
            // M-33.
            if living == 0 {
                break;
            }
            let attacks = living.min(count - turn);
            let mut suffered = [NONE; N];
            for (&by, &at) in order[turn..turn + attacks].iter().zip(&targets) {
                let (by, at) = (by as usize % N, at as usize % N);
                let [attacker, defender] =
                    [attackers.eff[by], defenders.eff[at]].map(|eff| u32::from(eff as u16));
                let succeeds_from = contest::OF - self.b.contests.chance(attacker, defender);
                let (is_success, damage) =
                    attack::strike_at_once(succeeds_from, &squad.dice[by], self.recheck_to, dice);
                let blow = MISS + (HIT - MISS) * i16::from(is_success) + damage as i16;
                made[by] = blow;
                suffered[at] = blow;
            }
            turn += attacks;
            self.bear::<PHASE, true>(foes, defenders, &suffered);
        }
        self.bear::<PHASE, false>(squad, attackers, &made);
        turn
    }

    /// What attacks that somebody made or suffered leave of him.
    #[inline(always)]
    fn bear<const PHASE: usize, const SUFFERED: bool>(
        &self,
        squad: &Squad<N>,
        state: &mut SquadState<N>,
        blows: &[Blow; N],
    ) {
        let tiring = self.tiring[usize::from(SUFFERED)];
        let [of_miss, of_hit] = self.points[PHASE];
        let are_agents = SUFFERED == (PHASE == Side::Enemies.index());
        for (turn, &blow) in blows.iter().enumerate() {
            let (was_attack, was_hit) = (mask(blow > NONE), mask(blow > MISS));
            let damage = if SUFFERED { (blow - HIT).max(0) } else { 0 };
            // M-21.
            let hp = (state.hp[turn] - damage).max(0);
            // M-20, M-22: whoever falls tires no more.
            let exhaustion = state.exhaustion[turn] + (was_attack & mask(hp > 0) & tiring);
            state.hp[turn] = hp;
            state.exhaustion[turn] = exhaustion;
            state.eff[turn] = squad.shares.effective(turn, hp, exhaustion, self.free);
            // M-47 to M-49.
            if are_agents {
                state.points[turn] += (was_attack & of_miss) + (was_hit & (of_hit - of_miss));
                state.hits[turn] -= was_hit;
            }
        }
    }

    /// M-44 to M-50: sets the measures of a battle that left these.
    fn conclude(&self, [agents, enemies]: &[SquadState<N>; 2], round: u32, scores: &mut Scores) {
        let b = self.b;
        let [ours, theirs] = &self.sides;
        let terminated = (ours.fighters.len() - agents.living()) as u32;
        let (mut survivors, mut combat) = (Survivors::default(), 0);
        for (agent, before) in ours.fighters(agents).zip(&self.before) {
            conclusion::count(&mut survivors, before, &agent, terminated, &b.world.constants);
            combat += i64::from(agent.exhaustion - agent.exhaustion_before);
        }
        measures::set(scores, &survivors, u64::from(round), enemies.living());
        scores.set(EXHAUSTION_COMBAT, combat);
        measures::set_living(b, ours.fighters(agents), scores);
        measures::set_living(b, theirs.fighters(enemies), scores);
    }
}

impl<const N: usize> ToScores for Squads<'_, N> {
    fn fight(
        &mut self,
        _number: usize,
        dice: &mut Rolled,
        scores: &mut Scores,
    ) -> Option<OutcomeId> {
        let constants = &self.b.world.constants;
        let base = self.b.start.fight.base[Side::Agents.index()];
        // Dice of the loop's own stay in registers.
        let mut own = dice.clone();
        let [mut agents, mut enemies] = [self.sides[0].start, self.sides[1].start];
        let mut attacks = 0;
        for round in 1..=ROUNDS_HERE {
            // M-25, M-27.
            attacks += self.phase::<0>(&mut agents, &mut enemies, &mut own);
            attacks += self.phase::<1>(&mut enemies, &mut agents, &mut own);
            let living = [agents.living(), enemies.living()];
            let skill = |side: Side| match side {
                Side::Agents => agents.skill(),
                Side::Enemies => enemies.skill(),
            };
            let verdict = battle::verdict(constants, round, base, living, skill);
            if let Some(outcome) = verdict {
                // M-19.
                let hits = agents.hits.iter().map(|hits| *hits as u64);
                own.were_drawn(attacks as u64 + hits.sum::<u64>());
                *dice = own;
                self.conclude(&[agents, enemies], round, scores);
                return Some(OutcomeId(outcome.index() as u8));
            }
        }
        None
    }
}
