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

use super::contest::{self, DamageDie};
use super::{attack, battle, conclusion};
use crate::battle::{Battle, Condition, LIMIT, Side, Who};
use crate::measures::{self, EXHAUSTION_COMBAT, Survivors};
use crate::state::{Fighter, Outcome};

/// Duels that can stand in more ways, or of more rounds, are left to the longer
/// way: what can come of them would fill much memory.
const MOST_WAYS: usize = 1 << 14;
const ROUNDS_HERE: u32 = 200;
/// So many attacks are looked at beforehand.
const LONGEST_OPENING: u32 = 8;

/// A battle of one agent against one enemy.
pub struct Duel<'a> {
    b: &'a Battle,
    agent: Fighter,
    enemy: Fighter,
    /// The agent before the battle.
    before: Condition,
    /// What the weapons of both may do.
    weapons: [Weapon; 2],
    /// How duels may stand, by how many attacks there were, as far as was asked.
    turns: Vec<Turn>,
    /// After so many attacks no duel is over, whatever the dice say.
    opening: u32,
    /// The duels under way.
    duels: Vec<Standing>,
    under_way: Abreast,
}

/// What an attack may do.
#[derive(Clone, Copy)]
struct Weapon {
    die: DamageDie,
    recheck_to: u64,
}

impl Weapon {
    fn of(fighter: &Fighter) -> Self {
        let die = DamageDie::of(fighter);
        Self { die, recheck_to: die.recheck_to() }
    }
}

/// All duels after so many attacks, by the place of what is left of the two.
struct Turn {
    exhaustion: [u32; 2],
    /// The lowest roll, counted from 0, with which the next attack succeeds (M-16).
    succeeds_from: Vec<u16>,
    /// At the end of a round: how it is over, if it is.
    verdicts: Vec<Option<Outcome>>,
}

/// Where a duel stands.
#[derive(Clone, Copy)]
struct Standing {
    /// Hit points of agent and enemy.
    hp: [u32; 2],
    /// How many attacks of either have succeeded: the enemy's in the higher half.
    successes: u32,
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
        if !(fight.begins_duel() && fight.round == 1 && agent.hp > 0 && enemy.hp > 0) {
            return None;
        }
        let mut duel = Self {
            b,
            agent: *agent,
            enemy: *enemy,
            before: b.start.roster[place].now,
            weapons: [agent, enemy].map(Weapon::of),
            turns: Vec::new(),
            opening: 0,
            duels: Vec::new(),
            under_way: Abreast::default(),
        };
        if !duel.fits() {
            return None;
        }
        while duel.opening < LONGEST_OPENING && !duel.may_be_over(duel.opening + 1) {
            duel.opening += 1;
        }
        Some(duel)
    }

    /// Whether a duel may be over after so many attacks.
    fn may_be_over(&mut self, attacks: u32) -> bool {
        self.reach(attacks.div_ceil(2));
        let [ours, theirs] = [attacks.div_ceil(2), attacks / 2];
        let least = |fighter: &Fighter, hits: u32, foe: &Weapon| {
            let most = u64::from(foe.die.least) + u64::from(foe.die.count) - 1;
            u64::from(fighter.hp).saturating_sub(u64::from(hits) * most) as u32
        };
        let agent = least(&self.agent, theirs, &self.weapons[1]);
        let enemy = least(&self.enemy, ours, &self.weapons[0]);
        if attacks % 2 == 1 {
            return enemy == 0;
        }
        let verdicts = &self.turns[attacks as usize].verdicts;
        let is_over = |agent, enemy| verdicts[self.place([agent, enemy])].is_some();
        (agent..=self.agent.hp)
            .any(|agent| (enemy..=self.enemy.hp).any(|enemy| is_over(agent, enemy)))
    }

    /// Whether there is room for all ways it can stand, and every end of it has a
    /// number.
    fn fits(&self) -> bool {
        let ways = (self.agent.hp as usize + 1).saturating_mul(self.enemy.hp as usize + 1);
        let rounds = u64::from(self.b.world.constants.max_rounds);
        // M-100: nobody comes to a limit, so that only how much is gained counts.
        let most = |of: [u32; 2]| of.iter().map(|by| rounds * u64::from(*by)).sum::<u64>();
        let points = [0, 1].map(|phase| {
            attack::points(self.b, phase, false).max(attack::points(self.b, phase, true))
        });
        let exhaustion = u64::from(self.agent.exhaustion) + most(attack::tiring(self.b, true));
        let points = u64::from(self.agent.points) + most(points);
        ways <= MOST_WAYS
            && rounds < 1 << ROUND
            && u64::from(self.agent.hp) < 1 << HP
            && exhaustion.max(points) <= u64::from(LIMIT)
    }

    /// The place of what is left of the two.
    #[inline(always)]
    fn place(&self, hp: [u32; 2]) -> usize {
        hp[0] as usize * (self.enemy.hp as usize + 1) + hp[1] as usize
    }

    /// Works out how duels may stand up to the end of a round.
    fn reach(&mut self, round: u32) {
        while self.turns.len() <= 2 * round as usize {
            let attacks = self.turns.len();
            let exhaustion = match self.turns.last() {
                None => [self.agent.exhaustion, self.enemy.exhaustion],
                Some(before) => {
                    // M-20, M-25: the agent attacks first in a round.
                    let mut by = attack::tiring(self.b, true);
                    by.rotate_left((attacks - 1) % 2);
                    [0, 1].map(|side| attack::tired(before.exhaustion[side], by[side]))
                }
            };
            let turn = self.turn(attacks as u32, exhaustion);
            self.turns.push(turn);
        }
    }

    /// All duels after so many attacks, which have tired both so much.
    fn turn(&self, attacks: u32, exhaustion: [u32; 2]) -> Turn {
        let (b, attacker) = (self.b, attacks as usize % 2);
        let fighters = [(&self.agent, exhaustion[0]), (&self.enemy, exhaustion[1])];
        let [agent, enemy] = fighters.map(|(fighter, exhaustion)| {
            let eff = |hp| {
                let mut fighter = Fighter { hp, exhaustion, ..*fighter };
                fighter.evaluate(b.world.constants.exhaustion_free);
                fighter
            };
            (0..=fighter.hp).map(eff).collect::<Vec<Fighter>>()
        });
        let ends_round = attacker == 0 && attacks > 0;
        let ways = agent.len() * enemy.len();
        let mut succeeds_from = Vec::with_capacity(ways);
        let mut verdicts = Vec::with_capacity(if ends_round { ways } else { 0 });
        for agent in &agent {
            succeeds_from.extend(enemy.iter().map(|enemy| {
                let effs = [agent.eff, enemy.eff];
                (contest::OF - b.contests.chance(effs[attacker], effs[attacker ^ 1])) as u16
            }));
            if ends_round {
                verdicts.extend(enemy.iter().map(|enemy| {
                    let living = [agent, enemy].map(|fighter| usize::from(fighter.hp > 0));
                    let skill = |side: Side| u64::from([agent, enemy][side.index()].eff);
                    let base = b.start.fight.base[0];
                    battle::verdict(&b.world.constants, attacks / 2, base, living, skill)
                }));
            }
        }
        Turn { exhaustion, succeeds_from, verdicts }
    }

    /// One of the two attacks the other in this phase (M-20).
    #[inline(always)]
    fn attack<const PHASE: usize>(&self, turn: &Turn, duel: &mut Standing, dice: &mut Rolled) {
        let (weapon, foe) = (&self.weapons[PHASE], PHASE ^ 1);
        let succeeds_from = u64::from(turn.succeeds_from[self.place(duel.hp)]);
        // M-19. They are counted in the end.
        let (is_success, damage) =
            attack::strike_at_once(succeeds_from, &weapon.die, weapon.recheck_to, dice);
        duel.hp[foe] = duel.hp[foe].saturating_sub(damage);
        duel.successes += u32::from(is_success) << (PHASE as u32 * SUCCESSES);
    }

    /// How a duel ended that was over in this round. Counts its dice.
    #[inline(always)]
    fn end(&self, round: u32, duel: &Standing, dice: &mut Rolled) -> End {
        let Standing { hp, successes } = *duel;
        let Some(outcome) = self.turns[2 * round as usize].verdicts[self.place(hp)] else {
            return NO_END;
        };
        let ended = Ended { outcome, round, hp: hp[0], successes };
        // M-19.
        let [ours, theirs] = ended.successes();
        let attacks = 2 * round - u32::from(outcome == Outcome::Success);
        dice.were_drawn(u64::from(attacks + ours + theirs));
        ended.pack()
    }

    /// What an agent has become by a duel that ended so.
    fn agent_after(&self, ended: &Ended) -> Fighter {
        // M-33: a fallen enemy attacks nobody.
        let fell = ended.outcome == Outcome::Success;
        let attacks = [ended.round, ended.round - u32::from(fell)];
        let mut points = self.agent.points;
        for (phase, successes) in ended.successes().into_iter().enumerate() {
            let [of_miss, of_success] = [false, true].map(|of| attack::points(self.b, phase, of));
            points += (attacks[phase] - successes) * of_miss + successes * of_success;
        }
        // M-22, M-23: who falls tires no more.
        let exhaustion = self.turns[2 * ended.round as usize - 1].exhaustion[0];
        let [_, of_defense] = attack::tiring(self.b, ended.hp > 0);
        let exhaustion = attack::tired(exhaustion, if fell { 0 } else { of_defense });
        Fighter { hp: ended.hp, exhaustion, points, ..self.agent }
    }
}

/// Bits of a number of successes.
const SUCCESSES: u32 = 16;

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ended {
    outcome: Outcome,
    round: u32,
    /// Hit points of the agent.
    hp: u32,
    /// As in [`Standing`].
    successes: u32,
}

/// Bits of an [`End`], of which two are for the outcome and half for the successes.
const ROUND: u32 = 14;
const HP: u32 = 16;

impl Ended {
    #[inline]
    fn pack(self) -> End {
        let mut end = End::from(self.successes);
        end = end << HP | End::from(self.hp);
        end = end << ROUND | End::from(self.round);
        end << 2 | self.outcome.index() as End
    }

    fn unpack(end: End) -> Self {
        let part = |shift: u32, bits: u32| (end >> shift & ((1 << bits) - 1)) as u32;
        Self {
            outcome: Outcome::ALL[part(0, 2) as usize],
            round: part(2, ROUND),
            hp: part(2 + ROUND, HP),
            successes: part(2 + ROUND + HP, 2 * SUCCESSES),
        }
    }

    /// How many attacks of agent and enemy succeeded.
    #[inline]
    fn successes(&self) -> [u32; 2] {
        [self.successes % (1 << SUCCESSES), self.successes >> SUCCESSES]
    }
}

impl ToEnds for Duel<'_> {
    fn fight(&mut self, dice: &mut [Rolled], ends: &mut [End]) {
        let mut duels = std::mem::take(&mut self.duels);
        let mut under_way = std::mem::take(&mut self.under_way);
        let hp = [self.agent.hp, self.enemy.hp];
        duels.clear();
        duels.resize(dice.len(), Standing { hp, successes: 0 });
        under_way.begin(dice.len());
        let mut attacks = 0;
        while attacks < self.opening {
            let turn = &self.turns[attacks as usize];
            let fighting = duels.iter_mut().zip(&mut *dice);
            match attacks % 2 {
                0 => fighting.for_each(|(duel, dice)| self.attack::<0>(turn, duel, dice)),
                _ => fighting.for_each(|(duel, dice)| self.attack::<1>(turn, duel, dice)),
            }
            attacks += 1;
        }
        while !under_way.are_over() && attacks < 2 * ROUNDS_HERE {
            let round = attacks / 2 + 1;
            self.reach(round);
            let [turn, next] = [0, 1].map(|more| &self.turns[attacks as usize + more]);
            // M-25, M-27, M-33: the agent first, the enemy if he lives.
            let over = match attacks % 2 {
                0 => under_way.carry_on(|place| {
                    self.attack::<0>(turn, &mut duels[place], &mut dice[place]);
                    duels[place].hp[1] > 0
                }),
                _ => under_way.carry_on(|place| {
                    self.attack::<1>(turn, &mut duels[place], &mut dice[place]);
                    next.verdicts[self.place(duels[place].hp)].is_none()
                }),
            };
            for place in over.iter().map(|place| *place as usize) {
                ends[place] = self.end(round, &duels[place], &mut dice[place]);
            }
            attacks += 1;
        }
        (self.duels, self.under_way) = (duels, under_way);
    }

    fn tell(&mut self, end: End, scores: &mut Scores) -> OutcomeId {
        let ended = Ended::unpack(end);
        let (outcome, round) = (ended.outcome, ended.round);
        let agent = self.agent_after(&ended);
        // M-37: he falls in a success and in nothing else.
        let enemies = u32::from(outcome != Outcome::Success);
        let enemy = Fighter { hp: enemies, ..self.enemy };
        let constants = &self.b.world.constants;
        let mut survivors = Survivors::default();
        conclusion::count(&mut survivors, &self.before, &agent, 0, constants);
        measures::set(scores, &survivors, u64::from(round), enemies as usize);
        scores.set(EXHAUSTION_COMBAT, i64::from(agent.exhaustion - self.agent.exhaustion));
        measures::set_living(self.b, [agent, enemy].into_iter(), scores);
        OutcomeId(outcome.index() as u8)
    }
}
