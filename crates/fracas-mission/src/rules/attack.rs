//! Chapter 4: one attack (M-20 to M-24), and whom it is aimed at (M-25 to
//! M-34).
//!
//! Fairness goes before weakness (M-31), so a phase goes through the targets
//! in passes: every pass attacks everybody once, weakest first. What a target
//! is attacked for cannot move those that still wait, and eff never rises
//! (M-12): an order that is set right at the start of a pass holds until its
//! end, and the next one differs from it little.

use std::hint::select_unpredictable;

use fracas_core::List;
use fracas_core::chance::{Chance, Good, Rolled, Test};
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use super::battle;
use super::contest::{self, CONTEST, DAMAGE, DamageDie, Damages};
use crate::battle::{Battle, LIMIT, Side};
use crate::events::Event;
use crate::measures::EXHAUSTION_COMBAT;
use crate::state::{Fight, Fighter, State, Target};

/// One attack, and what comes with the end of a phase or round.
#[inline(always)]
pub fn attack<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let fight = &mut st.fight;
    let phase = fight.phase;
    let by = fight.order[phase][fight.turn] as usize;
    let at = fight.targets[phase ^ 1][fight.aim].place();
    let [attacker, defender] = fight
        .fighters
        .get_disjoint_mut([by, at])
        // They are of different sides, and both sides only hold their own places.
        .expect("attacker and defender are two fighters");
    if !blow(b, (fight.round, phase), attacker, defender, c, w) {
        fight.living[phase ^ 1] -= 1;
    }
    fight.turn += 1;
    fight.aim += 1;
    proceed(b, st, w)
}

/// The attacks of a phase from here to its last, and what comes with its end.
#[inline(always)]
pub fn phase<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    // Two ways, so that each knows who is who.
    match st.fight.phase {
        0 => attacks_of::<0, C, W>(b, &mut st.fight, c, w),
        _ => attacks_of::<1, C, W>(b, &mut st.fight, c, w),
    }
    end_of_phase(b, st, w)
}

#[inline(always)]
fn attacks_of<const PHASE: usize, C, W>(b: &Battle, fight: &mut Fight, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let (round, phase) = (fight.round, PHASE);
    let foes = phase ^ 1;
    while is_under_way(fight) {
        if fight.aim == fight.targets[foes].len() {
            line_up(fight, foes);
        }
        // A pass at most: whoever is attacked waits behind those who were not.
        let order = &fight.order[phase][fight.turn..];
        let targets = &fight.targets[foes][fight.aim..];
        let (agents, enemies) = fight.fighters.split_at_mut(fight.agents);
        let first = agents.len();
        let (attackers, defenders, before) =
            if phase == 0 { (agents, enemies, [0, first]) } else { (enemies, agents, [first, 0]) };
        let mut attacks = 0;
        for (&by, target) in order.iter().zip(targets) {
            let attacker = &mut attackers[by as usize - before[0]];
            let defender = &mut defenders[target.place() - before[1]];
            attacks += 1;
            if !blow(b, (round, phase), attacker, defender, c, w) {
                fight.living[foes] -= 1;
                if fight.living[foes] == 0 {
                    break;
                }
            }
        }
        fight.turn += attacks;
        fight.aim += attacks;
    }
}

/// A round of one against one, from its start: nobody has to be chosen.
#[inline(always)]
pub fn duel_round<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let Fight { fighters, living, phase, round, turn, aim, .. } = &mut st.fight;
    if let [agent, enemy] = fighters.as_mut_slice() {
        living[1] = usize::from(blow(b, (*round, 0), agent, enemy, c, w));
        if living[1] > 0 {
            *phase = 1;
            living[0] = usize::from(blow(b, (*round, 1), enemy, agent, c, w));
        }
        (*turn, *aim) = (1, 1);
    }
    battle::end_of_round(b, st, w)
}

/// What one does to the other (M-20). Whether the defender still lives.
#[inline(always)]
pub fn blow<C, W>(
    b: &Battle,
    (round, phase): (u32, usize),
    attacker: &mut Fighter,
    defender: &mut Fighter,
    c: &mut C,
    w: &mut W,
) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let chances = b.contests.chance(attacker.eff, defender.eff);
    let (roll, damage) = strike(chances, &Damages::of(DamageDie::of(attacker), defender.hp), c);
    w.event(|| Event::attack(b, (round, phase), attacker, defender, chances, roll, damage));

    defender.hp = defender.hp.saturating_sub(damage);
    let living = defender.hp > 0;
    let free = b.world.constants.exhaustion_free;
    // M-20: first the attacker, then the defender.
    let [of_attack, of_defense] = tiring(b, living);
    let tired = attacker.tire(of_attack, free);
    let worn = defender.tire(of_defense, free);

    // M-47 to M-49: points of the agent among the two.
    let (agent, gain) = if phase == 0 { (&mut *attacker, tired) } else { (&mut *defender, worn) };
    agent.points = pointed(b, agent.points, phase, roll.success);
    w.book(EXHAUSTION_COMBAT, i64::from(gain));

    // M-21: at 0 the defender is out of it at once.
    if !living {
        defender.fell = round;
        defender.killer = attacker.unit;
        w.book(b.measures.alive(defender.unit as usize), -1);
    }
    living
}

/// M-19: one draw for the contest, and one for the damage of a success.
#[inline(always)]
pub fn strike<C: Chance + ?Sized>(chances: u64, range: &Damages, c: &mut C) -> (Test, u32) {
    let mut dice = c.handful();
    let roll = dice.test(chances, contest::OF, Good::High, CONTEST);
    let above_least = dice.choose_if(roll.success, range, DAMAGE) as u32;
    // As likely as not: better not guessed.
    (roll, select_unpredictable(roll.success, range.die.least + above_least, 0))
}

/// The same for somebody who fights very many battles, and counts their draws himself.
/// `succeeds_from` is the lowest roll that succeeds, counted from 0.
#[inline(always)]
pub fn strike_at_once(
    succeeds_from: u64,
    die: &DamageDie,
    recheck_to: u64,
    dice: &mut Rolled,
) -> (bool, u32) {
    let mut hand = dice.unchecked_hand();
    // M-16, M-18.
    let success = hand.below(contest::OF) >= succeeds_from;
    let damage = die.least + hand.below(u64::from(die.count)) as u32;
    if dice.keep(hand, recheck_to, 0) {
        return (success, select_unpredictable(success, damage, 0));
    }
    let found;
    (*dice, found) = strike_one_by_one(succeeds_from, die, dice.clone());
    found
}

/// The same dice, one after another. Those that are handed over and back stay in
/// registers elsewhere.
#[cold]
fn strike_one_by_one(
    succeeds_from: u64,
    die: &DamageDie,
    mut dice: Rolled,
) -> (Rolled, (bool, u32)) {
    let range = Damages::of(*die, 0);
    let (roll, damage) = strike(contest::OF - succeeds_from, &range, &mut dice);
    (dice, (roll.success, damage))
}

/// M-20, M-22, M-23: what attacker and defender tire by, hit or miss, and
/// whether the defender lives on.
#[inline]
pub fn tiring(b: &Battle, lives: bool) -> [u32; 2] {
    [b.tiring[0], if lives { b.tiring[1] } else { 0 }]
}

/// M-100, M-128: exhaustion grows up to its limit.
#[inline]
pub fn tired(exhaustion: u32, by: u32) -> u32 {
    (exhaustion + by).min(LIMIT)
}

/// M-47 to M-49: the agent's skill points after an attack in this phase.
#[inline]
pub fn pointed(b: &Battle, before: u32, phase: usize, success: bool) -> u32 {
    (before + points(b, phase, success)).min(LIMIT)
}

/// M-47 to M-49: skill points of the agent for an attack in this phase.
#[inline]
pub fn points(b: &Battle, phase: usize, success: bool) -> u32 {
    b.points[phase][usize::from(success)]
}

/// What comes next: another attack of the pass, another pass, the other side,
/// or the end of the round.
#[inline(always)]
fn proceed<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    let fight = &mut st.fight;
    if is_under_way(fight) {
        let foes = fight.phase ^ 1;
        if fight.aim == fight.targets[foes].len() {
            line_up(fight, foes);
        }
        return Next::On;
    }
    end_of_phase(b, st, w)
}

/// Whether somebody attacks in this phase. M-33: without a living target the
/// others of the phase do nothing.
#[inline(always)]
fn is_under_way(fight: &Fight) -> bool {
    fight.turn < fight.order[fight.phase].len() && fight.living[fight.phase ^ 1] > 0
}

/// The other side, or the end of the round.
#[inline(always)]
fn end_of_phase<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    let fight = &mut st.fight;
    let foes = fight.phase ^ 1;
    if fight.phase == Side::Agents.index() && fight.living[foes] > 0 {
        begin_phase(fight, Side::Enemies);
        return Next::On;
    }
    battle::end_of_round(b, st, w)
}

/// M-28, M-32: nobody has attacked, and nobody was attacked.
#[inline]
pub fn begin_phase(fight: &mut Fight, side: Side) {
    fight.phase = side.index();
    fight.turn = 0;
    let order = &mut fight.order[side.index()];
    if order.len() > fight.living[side.index()] {
        let fighters = &fight.fighters;
        order.retain(|&place| fighters[place as usize].hp > 0);
    }
    let foes = side.foe().index();
    if fight.targets[foes].len() > 1 {
        line_up(fight, foes);
    } else {
        fight.aim = 0;
    }
}

/// Up to here putting each in its place is quicker than sorting anew.
const FEW: usize = 96;

/// M-29: sets the targets of a pass in order, weakest first, ties by lowest
/// id. They nearly are: each goes up until it meets a weaker one. In a crowd
/// that way is long for those who were hit, and sorting is shorter.
#[inline(never)]
fn line_up(fight: &mut Fight, side: usize) {
    let fighters = &fight.fighters;
    let targets = &mut fight.targets[side];
    fight.aim = 0;
    if targets.len() <= HANDFUL && fighters.len() <= Target::FEW {
        return line_up_handful(fighters, targets);
    }
    let crowd = targets.len() > FEW;
    let mut count = 0;
    for place in 0..targets.len() {
        let fighter = targets[place].place();
        let of_fighter = &fighters[fighter];
        // M-30: only the living count.
        if of_fighter.hp == 0 {
            continue;
        }
        let target = Target::new(of_fighter.eff, fighter);
        let mut free = count;
        while !crowd && free > 0 && target < targets[free - 1] {
            targets[free] = targets[free - 1];
            free -= 1;
        }
        targets[free] = target;
        count += 1;
    }
    targets.truncate(count);
    if crowd {
        targets.sort_unstable();
    }
}

/// Up to here it is quickest to compare each with all: nothing has to be guessed.
const HANDFUL: usize = 8;

/// The same for a handful. Each goes behind all who are weaker.
#[inline(always)]
fn line_up_handful(fighters: &[Fighter], targets: &mut List<Target>) {
    let mut living = [i32::MAX; HANDFUL];
    let mut count = 0;
    for target in targets.iter() {
        let fighter = &fighters[target.place()];
        living[count % HANDFUL] = Target::narrow(fighter.eff, target.place());
        // M-30: only the living count.
        count += usize::from(fighter.hp > 0);
    }
    if count < targets.len() {
        living[count..].fill(i32::MAX);
        targets.truncate(count);
    }
    let mut weaker = [0_i32; HANDFUL];
    for other in living {
        for (weaker, target) in weaker.iter_mut().zip(living) {
            *weaker += i32::from(other < target);
        }
    }
    for (target, weaker) in living.iter().zip(weaker).take(count) {
        targets[weaker as usize] = Target::widened(*target);
    }
}

#[cfg(test)]
mod tests {
    use fracas_core::chance::Purpose;

    use super::*;

    /// M-16 to M-19: at once as one after another, also where the word of the dice has
    /// to be looked at.
    #[test]
    fn dice_thrown_at_once_are_the_same() {
        let die = DamageDie { least: 7, count: 15 };
        for recheck_to in [die.recheck_to(), u64::MAX / 2, u64::MAX] {
            let mut dice = Rolled::new(3, 0, Purpose::Battle);
            let mut same = dice.clone();
            for chances in (0..=contest::OF).step_by(50) {
                let found = strike_at_once(contest::OF - chances, &die, recheck_to, &mut dice);
                let (roll, damage) = strike(chances, &Damages::of(die, 30), &mut same);
                assert_eq!(found, (roll.success, damage), "{chances}");
            }
        }
    }
}
