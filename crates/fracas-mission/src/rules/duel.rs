//! One against one (M-20 to M-50): blows and their exhaustion, the end of a
//! round and what becomes of the agent are asked of the rules; nobody has to be
//! lined up or chosen.
//!
//! Both tire alike in all duels, whatever the dice say (M-20): after so many
//! attacks, what somebody can do depends on nothing but his hit points. It is
//! worked out once, and duels are fought side by side, an attack each.

use fracas_core::chance::Rolled;
use fracas_core::odds::{Abreast, End, NO_END, ToEnds};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::contest::Damages;
use super::{attack, battle, conclusion};
use crate::battle::{Battle, Condition, Side, Who};
use crate::measures::{self, EXHAUSTION_COMBAT, Survivors};
use crate::state::{Fighter, Outcome};

/// Duels of fighters with more hit points, or of more rounds, are left to the
/// longer way: what both can do would fill much memory.
const MOST_HP: u32 = 512;
const ROUNDS_HERE: u32 = 200;

/// A battle of one agent against one enemy.
pub struct Duel<'a> {
    b: &'a Battle,
    agent: Fighter,
    enemy: Fighter,
    /// The agent before the battle.
    before: Condition,
    /// What both can do, by how many attacks there were, as far as was asked.
    forms: Vec<[Form; 2]>,
    /// The duels under way.
    duels: Vec<Standing>,
    under_way: Abreast,
}

/// What a fighter can do after so many attacks.
struct Form {
    /// His exhaustion, if he lives.
    exhaustion: u32,
    /// Effective skill, by hit points.
    eff: Vec<u32>,
}

impl Form {
    fn of(b: &Battle, fighter: &Fighter, exhaustion: u32) -> Self {
        let eff = |hp| {
            let mut fighter = Fighter { hp, exhaustion, ..*fighter };
            fighter.evaluate(b.world.constants.exhaustion_free);
            fighter.eff
        };
        Self { exhaustion, eff: (0..=fighter.hp).map(eff).collect() }
    }
}

/// Where a duel stands.
#[derive(Clone, Copy)]
struct Standing {
    /// Hit points of agent and enemy.
    hp: [u32; 2],
    /// Skill points of the agent (M-47).
    points: u32,
    round: u32,
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
        let stands = |who: &Fighter| (1..=MOST_HP).contains(&who.hp);
        if !(fight.begins_duel() && fight.round == 1 && stands(agent) && stands(enemy)) {
            return None;
        }
        let duel = Self {
            b,
            agent: *agent,
            enemy: *enemy,
            before,
            forms: vec![[agent, enemy].map(|who| Form::of(b, who, who.exhaustion))],
            duels: Vec::new(),
            under_way: Abreast::default(),
        };
        duel.fits().then_some(duel)
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

    /// Works out what both can do up to the end of a round.
    fn reach(&mut self, round: u32) {
        while self.forms.len() <= 2 * round as usize {
            let attacks = self.forms.len() - 1;
            let [agent, enemy] = &self.forms[attacks];
            // M-20, M-25: the agent attacks first in a round.
            let mut by = attack::tiring(self.b, true);
            by.rotate_left(attacks % 2);
            let agent = attack::tired(agent.exhaustion, by[0]);
            let enemy = attack::tired(enemy.exhaustion, by[1]);
            self.forms
                .push([Form::of(self.b, &self.agent, agent), Form::of(self.b, &self.enemy, enemy)]);
        }
    }

    /// One of the two attacks the other in this phase (M-20): whether that one
    /// lives.
    #[inline(always)]
    fn attack<const PHASE: usize>(
        &self,
        forms: &[Form; 2],
        duel: &mut Standing,
        dice: &mut Rolled,
    ) -> bool {
        let (b, foe) = (self.b, PHASE ^ 1);
        let attacker = if PHASE == 0 { &self.agent } else { &self.enemy };
        let [by, at] = [PHASE, foe].map(|side| forms[side].eff[duel.hp[side] as usize]);
        let range = Damages::of(attacker, duel.hp[foe]);
        // Dice of its own stay in registers.
        let mut own = dice.clone();
        let (roll, damage) = attack::strike(b.contests.chance(by, at), &range, &mut own);
        *dice = own;
        duel.hp[foe] = duel.hp[foe].saturating_sub(damage);
        duel.points = attack::pointed(b, duel.points, PHASE, roll.success);
        duel.hp[foe] > 0
    }

    /// M-37: how a duel that stands so at the end of its round is over, if it is.
    #[inline(always)]
    fn verdict(&self, forms: &[Form; 2], duel: &Standing) -> Option<Outcome> {
        let living = duel.hp.map(|hp| usize::from(hp > 0));
        let skill = |side: Side| {
            let side = side.index();
            u64::from(forms[side].eff[duel.hp[side] as usize])
        };
        let base = self.b.start.fight.base[0];
        battle::verdict(&self.b.world.constants, duel.round, base, living, skill)
    }

    /// How a duel ended, if it is over.
    #[inline(always)]
    fn end(&self, duel: &Standing) -> Option<Ended> {
        let Standing { hp: [hp, _], points, round } = *duel;
        let outcome = self.verdict(&self.forms[2 * round as usize], duel)?;
        // M-22, M-23: who falls tires no more, and a fallen enemy attacks nobody.
        let exhaustion = self.forms[2 * round as usize - 1][0].exhaustion;
        let [_, of_defense] = attack::tiring(self.b, hp > 0);
        let of_defense = if outcome == Outcome::Success { 0 } else { of_defense };
        let exhaustion = attack::tired(exhaustion, of_defense);
        Some(Ended { outcome, round, hp, exhaustion, points })
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
    fn fight(&mut self, dice: &mut [Rolled], ends: &mut [End]) {
        let mut duels = std::mem::take(&mut self.duels);
        let mut under_way = std::mem::take(&mut self.under_way);
        let hp = [self.agent.hp, self.enemy.hp];
        duels.clear();
        duels.resize(dice.len(), Standing { hp, points: self.agent.points, round: 1 });
        under_way.begin(dice.len());
        let mut round = 0;
        while !under_way.are_over() && round < ROUNDS_HERE {
            round += 1;
            self.reach(round);
            let [first, second, last] =
                [2, 1, 0].map(|left| &self.forms[2 * round as usize - left]);
            // M-25, M-27, M-33: the agent first, the enemy if he lives.
            under_way.carry_on(|place| {
                duels[place].round = round;
                self.attack::<0>(first, &mut duels[place], &mut dice[place])
            });
            under_way.carry_on(|place| {
                self.attack::<1>(second, &mut duels[place], &mut dice[place]);
                self.verdict(last, &duels[place]).is_none()
            });
        }
        for (end, duel) in ends.iter_mut().zip(&duels) {
            *end = self.end(duel).map_or(NO_END, Ended::pack);
        }
        (self.duels, self.under_way) = (duels, under_way);
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
