//! One against one (M-20 to M-50): blows and their exhaustion, the end of a
//! round and what becomes of the agent are asked of the rules; nobody has to be
//! lined up or chosen.

use fracas_core::chance::Rolled;
use fracas_core::odds::Shortcut;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::{attack, battle, conclusion};
use crate::battle::{Battle, Condition, Side, Who};
use crate::measures::{self, Survivors};
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
        fresh.then_some(Self { b, agent: *agent, enemy: *enemy, before })
    }

    /// Round after round: how it ends, and in which.
    #[inline(always)]
    fn rounds(
        &self,
        agent: &mut Fighter,
        enemy: &mut Fighter,
        dice: &mut Rolled,
        scores: &mut Scores,
    ) -> (Outcome, u32) {
        let b = self.b;
        let mut round = 1;
        loop {
            let mut living = [1, 1];
            // M-25, M-27, M-33: the agent first, the enemy if he lives.
            living[1] = usize::from(attack::blow(b, (round, 0), agent, enemy, dice, scores));
            if living[1] > 0 {
                living[0] = usize::from(attack::blow(b, (round, 1), enemy, agent, dice, scores));
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

impl Shortcut for Duel<'_> {
    fn fight(&mut self, _: usize, dice: &mut Rolled, scores: &mut Scores) -> Option<OutcomeId> {
        let (mut agent, mut enemy, mut own) = (self.agent, self.enemy, dice.clone());
        let (outcome, round) = self.rounds(&mut agent, &mut enemy, &mut own, scores);
        *dice = own;
        let constants = &self.b.world.constants;
        let mut survivors = Survivors::default();
        if agent.hp > 0 {
            let exhaustion = conclusion::exhaustion(&agent, 0, constants);
            let gained = conclusion::skill_gained(&self.before, &agent, constants);
            survivors.add(agent.hp, exhaustion, u64::from(gained));
        }
        let enemies = usize::from(enemy.hp > 0);
        measures::set(scores, &survivors, u64::from(round), enemies);
        measures::set_living(self.b, [&agent, &enemy].into_iter(), scores);
        Some(OutcomeId(outcome.index() as u8))
    }
}
