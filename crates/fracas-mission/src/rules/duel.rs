//! One against one (M-20 to M-50): blows and their exhaustion, the end of a
//! round and what becomes of the agent are asked of the rules; nobody has to be
//! lined up or chosen.

use fracas_core::chance::Rolled;
use fracas_core::odds::{End, ToEnds};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::{Scores, Unwatched};

use super::{attack, battle, conclusion};
use crate::battle::{Battle, Condition, Side, Who};
use crate::measures::{self, EXHAUSTION_COMBAT, Survivors};
use crate::state::{Fighter, Outcome};

/// A battle of one agent against one enemy.
pub struct Duel<'a> {
    b: &'a Battle,
    agent: Fighter,
    enemy: Fighter,
    /// The agent before the battle.
    before: Condition,
}

impl<'a> Duel<'a> {
    /// The battle as a duel, if it is one and nobody is asked in between.
    pub fn of(b: &'a Battle) -> Option<Self> {
        let fight = &b.start.fight;
        let ([agent, enemy], 1, 1, false) =
            (&fight.fighters[..], fight.agents, b.chain.len(), b.asked)
        else {
            return None;
        };
        let Who::Agent(place) = b.units[agent.unit as usize].who else { return None };
        let before = b.start.roster[place].now;
        let fresh = fight.begins_duel() && fight.round == 1 && agent.hp > 0 && enemy.hp > 0;
        let duel = Self { b, agent: *agent, enemy: *enemy, before };
        (fresh && duel.fits()).then_some(duel)
    }

    /// Whether every end of it has a number.
    fn fits(&self) -> bool {
        let rounds = u64::from(self.b.world.constants.max_rounds);
        let most = |of: [u32; 2]| of.iter().map(|by| rounds * u64::from(*by)).sum::<u64>();
        let points = [0, 1].map(|phase| {
            attack::points(self.b, phase, false).max(attack::points(self.b, phase, true))
        });
        let exhaustion = u64::from(self.agent.exhaustion) + most(attack::tiring(self.b, true));
        let points = u64::from(self.agent.points) + most(points);
        let hp = u64::from(self.agent.hp);
        [(rounds, ROUND), (hp, HP), (exhaustion, EXHAUSTION), (points, POINTS)]
            .iter()
            .all(|(most, bits)| *most < 1 << bits)
    }

    /// Round after round: how it ends, and in which.
    #[inline(always)]
    fn rounds(
        &self,
        agent: &mut Fighter,
        enemy: &mut Fighter,
        dice: &mut Rolled,
    ) -> (Outcome, u32) {
        let (b, mut nobody) = (self.b, Unwatched);
        let mut round = 1;
        loop {
            let mut living = [1, 1];
            // M-25, M-27, M-33: the agent first, the enemy if he lives.
            living[1] = usize::from(attack::blow(b, (round, 0), agent, enemy, dice, &mut nobody));
            if living[1] > 0 {
                living[0] =
                    usize::from(attack::blow(b, (round, 1), enemy, agent, dice, &mut nobody));
            }
            let skill = |side| match side {
                Side::Agents => u64::from(agent.eff),
                Side::Enemies => u64::from(enemy.eff),
            };
            let base = b.start.fight.base[0];
            let verdict = battle::verdict(&b.world.constants, round, base, living, skill);
            if let Some(outcome) = verdict {
                return (outcome, round);
            }
            round += 1;
        }
    }
}

/// How a duel ended, and what is left of the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ended {
    outcome: Outcome,
    round: u32,
    hp: u32,
    exhaustion: u32,
    points: u32,
}

/// Bits of an [`End`], of which two are left for the outcome.
const ROUND: u32 = 14;
const HP: u32 = 16;
const EXHAUSTION: u32 = 14;
const POINTS: u32 = 18;

impl Ended {
    #[inline]
    fn pack(self) -> End {
        let mut end = End::from(self.points);
        end = end << EXHAUSTION | End::from(self.exhaustion);
        end = end << HP | End::from(self.hp);
        end = end << ROUND | End::from(self.round);
        end << 2 | self.outcome.index() as End
    }

    fn unpack(mut end: End) -> Self {
        let mut part = |bits: u32| {
            let part = end & ((1 << bits) - 1);
            end >>= bits;
            part as u32
        };
        let outcome = Outcome::ALL[part(2) as usize];
        let (round, hp, exhaustion, points) =
            (part(ROUND), part(HP), part(EXHAUSTION), part(POINTS));
        Self { outcome, round, hp, exhaustion, points }
    }
}

impl ToEnds for Duel<'_> {
    fn fight(&self, dice: &mut [Rolled], ends: &mut [End]) {
        for (dice, end) in dice.iter_mut().zip(ends) {
            // Dice and fighters of the loop's own stay in registers.
            let (mut agent, mut enemy, mut own) = (self.agent, self.enemy, dice.clone());
            let (outcome, round) = self.rounds(&mut agent, &mut enemy, &mut own);
            let Fighter { hp, exhaustion, points, .. } = agent;
            *end = Ended { outcome, round, hp, exhaustion, points }.pack();
            *dice = own;
        }
    }

    fn tell(&self, end: End, scores: &mut Scores) -> OutcomeId {
        let Ended { outcome, round, hp, exhaustion, points } = Ended::unpack(end);
        let agent = Fighter { hp, exhaustion, points, ..self.agent };
        // M-37: he falls in a success and in nothing else.
        let enemies = u32::from(outcome != Outcome::Success);
        let enemy = Fighter { hp: enemies, ..self.enemy };
        let constants = &self.b.world.constants;
        let mut survivors = Survivors::default();
        if agent.hp > 0 {
            let exhaustion = conclusion::exhaustion(&agent, 0, constants);
            let gained = conclusion::skill_gained(&self.before, &agent, constants);
            survivors.add(agent.hp, exhaustion, u64::from(gained));
        }
        measures::set(scores, &survivors, u64::from(round), enemies as usize);
        scores.set(EXHAUSTION_COMBAT, i64::from(exhaustion - self.agent.exhaustion));
        measures::set_living(self.b, [&agent, &enemy].into_iter(), scores);
        OutcomeId(outcome.index() as u8)
    }
}
