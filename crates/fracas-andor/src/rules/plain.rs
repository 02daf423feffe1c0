//! Plain fights: one hero who strikes until he is done, all monsters beside
//! him, nothing to drink, to flee from, to pick up or to wear off. They are the
//! turns of chapter 3 with hit points for a state; blows, experience and what
//! death takes are asked of the rules.

use fracas_core::chance::Rolled;
use fracas_core::odds::{End, NO_END, ToEnds};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::attack::{Blow, blows_a_turn};
use super::rewards;
use crate::battle::{Battle, Starts, TargetRule};
use crate::measures::{self, HP, POTIONS, TURNS, XP, XP_LOST};
use crate::state::Verdict;

/// Fights of more monsters are no duels.
const MOST: usize = 8;

/// Longer fights look from time to time whether anything can still happen
/// they are left to the longer way.
const TURNS_HERE: i32 = 200;

/// The battle as a plain fight, if it is one.
pub fn of(b: &Battle) -> Option<Box<dyn ToEnds + '_>> {
    if b.start.monsters.len() == 1 {
        return Plain::<1>::of(b).map(|duel| Box::new(duel) as Box<dyn ToEnds>);
    }
    Plain::<MOST>::of(b).map(|plain| Box::new(plain) as Box<dyn ToEnds>)
}

/// A plain fight with so many monsters at most, ready to be fought again and
/// again.
#[derive(Debug)]
struct Plain<const ROOM: usize> {
    hp: i32,
    /// the hero's blows in a turn.
    blows: i32,
    monsters_begin: bool,
    count: usize,
    /// Hit points of the monsters in order.
    monster_hp: [i32; ROOM],
    monsters: [Foe; ROOM],
    potions: i64,
    /// Experience of a win.
    reward: i64,
    /// Experience granted, and lost by death, when so many are dead.
    lost: Vec<(i64, i64)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Foe {
    /// Its blows in a turn, and what they are.
    blows: i32,
    blow: Known,
    /// The hero's at it.
    taken: Known,
}

/// Damage dice of up to so many faces have their losses worked out beforehand.
const FACES: usize = 16;

/// A blow, and what each face of its damage die does: ordinary, and critical.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    blow: Blow,
    losses: [[i32; FACES]; 2],
}

impl Known {
    fn of(blow: Blow) -> Self {
        let losses = [false, true]
            .map(|critical| std::array::from_fn(|face| blow.loss(face as u32, critical)));
        Self { blow, losses }
    }

    /// What the target loses.
    #[inline(always)]
    fn strike(&self, dice: &mut Rolled) -> i32 {
        let loss = |face: u32, critical| match self.blow.sides as usize {
            ..=FACES => self.losses[usize::from(critical)][face as usize % FACES],
            _ => self.blow.loss(face, critical),
        };
        self.blow.strike_for::<false, _>(dice, loss).loss
    }
}

impl<const ROOM: usize> Plain<ROOM> {
    fn of(b: &Battle) -> Option<Self> {
        let [fight] = &b.fights[..] else { return None };
        let st = &b.start;
        let count = st.monsters.len();
        let leaves_loot = (0..count).any(|monster| !b.kind(0, monster).loot.is_empty());
        let plain = !b.lively
            && b.policy.asked.is_none()
            // neither drinks nor flees while he lives.
            && st.hero.careful_under <= 1
            && st.hero.hp > 0
            && (1..=ROOM).contains(&count)
            && st.living == st.adjacent
            && st.living.count_ones() as usize == count
            && (count == 1 || b.policy.target == TargetRule::First)
            && !(fight.loot && leaves_loot);
        if !plain {
            return None;
        }
        let mut plain = Self {
            hp: st.hero.hp,
            blows: blows_a_turn(st.hero.max_ap, st.hero.attack_cost),
            monsters_begin: fight.starts == Starts::Monsters,
            count,
            monster_hp: [0; ROOM],
            monsters: [Foe::default(); ROOM],
            potions: measures::potions(b, st),
            reward: rewards::granted_for(b, 0, Some(Verdict::Win), 0..count),
            lost: (0..count)
                .map(|dead| {
                    let granted = rewards::granted_for(b, 0, Some(Verdict::Lose), 0..dead);
                    (granted, rewards::loss(b, fight, granted))
                })
                .collect(),
        };
        for (place, monster) in st.monsters.iter().enumerate() {
            plain.monster_hp[place] = monster.hp;
            plain.monsters[place] = Foe {
                blows: blows_a_turn(monster.max_ap, monster.attack_cost),
                blow: Known::of(monster.blow),
                taken: Known::of(monster.taken),
            };
        }
        Some(plain)
    }

    /// How many monsters there are.
    #[inline(always)]
    fn count(&self) -> usize {
        if ROOM == 1 { 1 } else { self.count }
    }

    /// Turn by turn until one side is dead: the player turns begun, the hero's
    /// hit points, and how many monsters are dead.
    #[inline(always)]
    fn turns(&self, dice: &mut Rolled) -> Option<(i32, i32, usize)> {
        let (mut hp, mut turns, mut dead) = (self.hp, 0, 0);
        let mut monster_hp = self.monster_hp;
        if self.monsters_begin {
            hp = self.monsters_strike(hp, dead, dice);
        }
        while hp > 0 {
            if turns == TURNS_HERE {
                return None;
            }
            turns += 1;
            for _ in 0..self.blows {
                // overkill is lost.
                monster_hp[dead] -= self.monsters[dead].taken.strike(dice);
                if monster_hp[dead] <= 0 {
                    // the next in order.
                    dead += 1;
                    if dead == self.count() {
                        return Some((turns, hp, dead));
                    }
                }
            }
            hp = self.monsters_strike(hp, dead, dice);
        }
        Some((turns, hp, dead))
    }

    /// every living monster strikes until it cannot. What is left
    /// of the hero.
    #[inline(always)]
    fn monsters_strike(&self, mut hp: i32, dead: usize, dice: &mut Rolled) -> i32 {
        for foe in &self.monsters[dead..self.count()] {
            for _ in 0..foe.blows {
                hp = (hp - foe.blow.strike(dice)).max(0);
                if hp == 0 {
                    return 0;
                }
            }
        }
        hp
    }
}

/// Bits of an [`End`]: the hero's hit points, which are positive if he has won,
/// and how many monsters are dead. Above them are the turns.
const HP_BITS: u32 = 32;
const DEAD_BITS: u32 = 8;

impl<const ROOM: usize> ToEnds for Plain<ROOM> {
    fn fight(&mut self, dice: &mut [Rolled], ends: &mut [End]) {
        for (dice, end) in dice.iter_mut().zip(ends) {
            // Dice of the loop's own stay in registers.
            let mut own = dice.clone();
            *end = match self.turns(&mut own) {
                Some((turns, hp, dead)) => {
                    (turns as End) << (HP_BITS + DEAD_BITS) | (dead as End) << HP_BITS | hp as End
                }
                None => NO_END,
            };
            *dice = own;
        }
    }

    fn tell(&self, end: End, scores: &mut Scores) -> OutcomeId {
        let (turns, hp) = (end >> (HP_BITS + DEAD_BITS), end as u32);
        scores.set(TURNS, turns as i64);
        scores.set(HP, i64::from(hp));
        scores.set(POTIONS, self.potions);
        if hp > 0 {
            scores.set(XP, self.reward);
            return OutcomeId(Verdict::Win as u8);
        }
        let dead = (end >> HP_BITS) as usize % (1 << DEAD_BITS);
        let (granted, lost) = self.lost[dead];
        scores.set(XP, granted);
        scores.set(XP_LOST, lost);
        OutcomeId(Verdict::Lose as u8)
    }
}
