//! Plain fights: one hero who strikes until he is done, all monsters beside
//! him, nothing to drink, to flee from, to pick up or to wear off. They are the
//! turns of chapter 3 with hit points for a state; blows, experience and what
//! death takes are asked of the rules.

use std::hint::select_unpredictable;

use fracas_core::chance::{Rolled, recheck_to};
use fracas_core::odds::{Abreast, End, NO_END, SHORT_WAYS, ToEnds};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::attack::{Blow, blows_a_turn};
use super::rewards;
use crate::battle::{Battle, Starts, TargetRule};
use crate::measures::{self, HP, POTIONS, TURNS, XP, XP_LOST};
use crate::state::{MonsterState, Verdict};

/// Fights of more monsters are no duels.
const MOST: usize = 8;

/// Longer fights look from time to time whether anything can still happen
/// they are left to the longer way.
const TURNS_HERE: i32 = 200;

/// So many duels are fought side by side,
const ABREAST: usize = 64;
/// if that many blows of one of them end them on average.
const FEW: f64 = 3.0;

/// The battle as a plain fight, if it is one.
pub fn of(b: &Battle) -> Option<Box<dyn ToEnds + '_>> {
    let one_die = |blow: &Blow| blow.sides == 1 && blow.critical == 0;
    match &b.start.monsters[..] {
        _ if !SHORT_WAYS => boxed(Plain::<MOST, 3>::of(b)),
        [foe] if one_die(&foe.blow) && one_die(&foe.taken) => boxed(Plain::<1, 1>::of(b)),
        [_] => boxed(Plain::<1, 3>::of(b)),
        _ => boxed(Plain::<MOST, 3>::of(b)),
    }
}

fn boxed<'a>(plain: Option<impl ToEnds + 'a>) -> Option<Box<dyn ToEnds + 'a>> {
    plain.map(|plain| Box::new(plain) as Box<dyn ToEnds>)
}

/// A plain fight with so many monsters at most and so many dice that matter in a
/// blow, ready to be fought again and again.
#[derive(Debug)]
struct Plain<const ROOM: usize, const DICE: usize> {
    hp: i32,
    /// the hero's blows in a turn.
    blows: i32,
    monsters_begin: bool,
    /// Whether it is a duel that a few blows will end.
    short: bool,
    count: usize,
    /// Hit points of the monsters in order.
    monster_hp: [i32; ROOM],
    monsters: [Foe<DICE>; ROOM],
    potions: i64,
    /// Experience of a win.
    reward: i64,
    /// Experience granted, and lost by death, when so many are dead.
    lost: Vec<(i64, i64)>,
    /// Duels that are fought side by side.
    under_way: Abreast,
}

#[derive(Clone, Copy, Debug)]
struct Foe<const DICE: usize> {
    /// Its blows in a turn, and what they are.
    blows: i32,
    blow: Known<DICE>,
    /// The hero's at it.
    taken: Known<DICE>,
}

impl<const DICE: usize> Foe<DICE> {
    fn of(monster: &MonsterState) -> Self {
        Self {
            blows: blows_a_turn(monster.max_ap, monster.attack_cost),
            blow: Known::of(monster.blow),
            taken: Known::of(monster.taken),
        }
    }
}

/// Damage dice of up to so many faces have their losses worked out beforehand.
const FACES: usize = 16;

/// A blow whose dice are thrown at once.
#[derive(Clone, Copy, Debug)]
struct Known<const DICE: usize> {
    blow: Blow,
    /// For the product of the sides of all dice.
    recheck_to: u64,
    /// What each face of the damage die does: ordinary, and critical.
    losses: [[i32; FACES]; 2],
}

impl<const DICE: usize> Known<DICE> {
    fn of(blow: Blow) -> Self {
        let losses = [false, true]
            .map(|critical| std::array::from_fn(|face| blow.loss(face as u32, critical)));
        let recheck_to = recheck_to(100 * u64::from(blow.sides) * 100);
        Self { blow, recheck_to, losses }
    }

    /// What the target loses.
    #[inline(always)]
    fn strike(&self, dice: &mut Rolled) -> i32 {
        let Blow { hit, critical, sides, .. } = self.blow;
        let mut hand = dice.unchecked_hand();
        let is_hit = hand.below(100) < u64::from(hit);
        let (mut face, mut roll) = (0, 0);
        if DICE > 1 {
            (face, roll) = (hand.below(u64::from(sides)) as u32, hand.below(100));
        }
        // damage and critical roll are thrown on a hit.
        let on_a_hit = 2 + u64::from(critical > 0);
        if !dice.keep(hand, self.recheck_to, select_unpredictable(is_hit, on_a_hit, 1)) {
            let loss;
            (*dice, loss) = self.strike_by_rule(dice.clone());
            return loss;
        }
        let critical = roll < u64::from(critical);
        let loss = match sides as usize {
            _ if DICE == 1 => self.losses[0][0],
            ..=FACES => self.losses[usize::from(critical)][face as usize % FACES],
            _ => self.blow.loss(face, critical),
        };
        select_unpredictable(is_hit, loss, 0)
    }

    /// The same, die after die. Dice that are handed over and back stay in registers
    /// elsewhere.
    #[cold]
    fn strike_by_rule(&self, mut dice: Rolled) -> (Rolled, i32) {
        let loss = self.blow.strike(&mut dice).loss;
        (dice, loss)
    }
}

impl<const ROOM: usize, const DICE: usize> Plain<ROOM, DICE> {
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
            short: false,
            count,
            monster_hp: [0; ROOM],
            monsters: [Foe::of(&st.monsters[0]); ROOM],
            potions: measures::potions(b, st),
            reward: rewards::granted_for(b, 0, Some(Verdict::Win), 0..count),
            lost: (0..count)
                .map(|dead| {
                    let granted = rewards::granted_for(b, 0, Some(Verdict::Lose), 0..dead);
                    (granted, rewards::loss(b, fight, granted))
                })
                .collect(),
            under_way: Abreast::default(),
        };
        let few = |hp: i32, blow: &Blow| f64::from(hp) <= FEW * blow.mean();
        if let [foe] = &st.monsters[..] {
            plain.short = few(foe.hp, &foe.taken) || few(plain.hp, &foe.blow);
        }
        for (place, monster) in st.monsters.iter().enumerate() {
            plain.monster_hp[place] = monster.hp;
            plain.monsters[place] = Foe::of(monster);
        }
        Some(plain)
    }

    /// How many monsters there are.
    #[inline(always)]
    fn count(&self) -> usize {
        if ROOM == 1 { 1 } else { self.count }
    }

    /// A short duel is fought side by side with others, one blow of each after
    /// another: nobody has to guess which blow was the last.
    fn abreast(&mut self, dice: &mut [Rolled; ABREAST], ends: &mut [End; ABREAST]) {
        let foe = &self.monsters[0];
        let (mut hp, mut monster_hp) = ([self.hp; ABREAST], [self.monster_hp[0]; ABREAST]);
        self.under_way.begin(ABREAST);
        let (mut turn, mut hero_strikes) = (0, !self.monsters_begin);
        while !self.under_way.are_over() && turn < TURNS_HERE {
            if std::mem::replace(&mut hero_strikes, true) {
                turn += 1;
                for _ in 0..self.blows {
                    let won = self.under_way.carry_on(|duel| {
                        monster_hp[duel] -= foe.taken.strike(&mut dice[duel]);
                        monster_hp[duel] > 0
                    });
                    for duel in won.iter().map(|duel| *duel as usize) {
                        ends[duel] = end(turn, hp[duel], 1);
                    }
                }
            }
            for _ in 0..foe.blows {
                let lost = self.under_way.carry_on(|duel| {
                    hp[duel] -= foe.blow.strike(&mut dice[duel]);
                    hp[duel] > 0
                });
                for duel in lost.iter().map(|duel| *duel as usize) {
                    ends[duel] = end(turn, 0, 0);
                }
            }
        }
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

/// The end of a fight after so many turns, with so many dead.
#[inline]
fn end(turns: i32, hp: i32, dead: usize) -> End {
    (turns as End) << (HP_BITS + DEAD_BITS) | (dead as End) << HP_BITS | hp as End
}

impl<const ROOM: usize, const DICE: usize> ToEnds for Plain<ROOM, DICE> {
    fn fight(&mut self, dice: &mut [Rolled], ends: &mut [End]) {
        let whole = if SHORT_WAYS && self.short { dice.len() / ABREAST * ABREAST } else { 0 };
        let ((many, dice), (their_ends, ends)) =
            (dice.split_at_mut(whole), ends.split_at_mut(whole));
        for (dice, ends) in many.as_chunks_mut().0.iter_mut().zip(their_ends.as_chunks_mut().0) {
            self.abreast(dice, ends);
        }
        for (dice, ended) in dice.iter_mut().zip(ends) {
            // Dice of the loop's own stay in registers.
            let mut own = dice.clone();
            let ends = self.turns(&mut own);
            *ended = ends.map_or(NO_END, |(turns, hp, dead)| end(turns, hp, dead));
            *dice = own;
        }
    }

    fn tell(&mut self, end: End, scores: &mut Scores) -> OutcomeId {
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

#[cfg(test)]
mod tests {
    use fracas_core::chance::Purpose;

    use super::*;

    fn is_the_same<const DICE: usize>(blow: Blow) {
        let own = Known::<DICE>::of(blow);
        for recheck_to in [own.recheck_to, u64::MAX / 2, u64::MAX] {
            let known = Known { recheck_to, ..own };
            let mut dice = Rolled::new(3, 0, Purpose::Battle);
            let mut same = dice.clone();
            for _ in 0..500 {
                assert_eq!(known.strike(&mut dice), blow.strike(&mut same).loss, "{blow:?}");
                assert_eq!(format!("{dice:?}"), format!("{same:?}"), "{blow:?}");
            }
        }
    }

    /// at once as one after another, also where the word of the dice has to be
    /// looked at.
    #[test]
    fn a_40_dice_thrown_at_once_are_the_same() {
        for (hit, sides, critical) in
            [(60, 1, 0), (60, 7, 0), (95, 7, 30), (30, 16, 100), (80, 40, 25), (0, 3, 5)]
        {
            let multiplier = 25_000;
            let blow = Blow { hit, low: 2, sides, critical, multiplier, resistance: 3 };
            is_the_same::<3>(blow);
            if sides == 1 && critical == 0 {
                is_the_same::<1>(blow);
            }
        }
    }
}
