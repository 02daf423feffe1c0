//! Exact odds of one attack (B-269): every branch of the very rounds that are
//! fought, merged between them by what is left of the target.

use std::collections::BTreeMap;
use std::fmt;

use fracas_core::chance::Enumerated;
use fracas_core::watch::Scores;
use serde::Serialize;

use crate::battle::{Battle, UnitId};
use crate::data::FireMode;
use crate::events::Term;
use crate::orders::{Refused, refuse};
use crate::report::choices::terms;
use crate::rules::Fight;
use crate::rules::accuracy::{Mark, Shot};
use crate::rules::blast::{blast_crit_chance, reached};
use crate::rules::damage::Blow;
use crate::rules::means::Means;
use crate::rules::throws::Landing;
use crate::state::{Knowledge, State};

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShotOdds {
    /// The weapon.
    pub weapon: String,
    /// How it is used.
    pub mode: FireMode,
    /// Time units.
    pub tu: u16,
    /// Rounds, no more than are loaded.
    pub rounds: u8,
    /// Hexes between the two.
    pub distance: u32,
    /// The sum of the first round, term by term.
    pub terms: Vec<Term>,
    /// The chance to hit in percent, round by round.
    pub accuracy: Vec<i32>,
    /// The chance of a critical hit in percent, round by round.
    pub crit: Vec<i32>,
    /// The chance of at least one hit; on the hex, for a blast weapon.
    pub p_hit: f64,
    /// The chance of each number of hit points lost.
    pub damage: BTreeMap<u16, f64>,
    /// The mean of it.
    pub mean: f64,
    /// The chance of a kill.
    pub p_kill: f64,
    /// The chance that the target is left alive and set on fire.
    pub p_burn: f64,
}

/// What a round can do to its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Outcome {
    hit: bool,
    burn: bool,
    damage: u16,
}

/// The target between two rounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    hp: u16,
    hit: bool,
    burn: bool,
}

/// The odds of an attack in a state. Line and range must allow it, sight and
/// time units need not. Without a mode the first one that the weapon in hand
/// has.
pub fn shot(
    battle: &Battle,
    state: &State,
    (unit, target): (UnitId, UnitId),
    mode: Option<FireMode>,
    head: bool,
) -> Result<ShotOdds, Refused> {
    let mode = mode.unwrap_or_else(|| first_mode(battle, state, unit));
    let ambush = !state.sees(state.observer(battle, target), unit);
    odds(battle, state, (unit, target), (mode, head), ambush, None)
}

/// The odds of an attack. Whether it is an ambush is given; and if somebody's
/// knowledge is, a blast goes by the ground as he knows it (B-184).
pub fn odds(
    battle: &Battle,
    state: &State,
    (unit, target): (UnitId, UnitId),
    (mode, head): (FireMode, bool),
    ambush: bool,
    known: Option<&Knowledge>,
) -> Result<ShotOdds, Refused> {
    if unit == target {
        return refuse("a unit cannot attack itself");
    }
    for one in [unit, target] {
        if !state.unit(one).is_here() {
            return refuse(format!("{} is not on the map", battle.sheet(one).name));
        }
    }
    let mut copy = state.clone();
    let (mut chance, mut watch) = (Enumerated::new(), Scores::default());
    let mut fight = Fight { battle, state: &mut copy, chance: &mut chance, watch: &mut watch };
    let at = state.unit(target).at();
    let means = fight.means(unit, at, mode)?;
    let weapon = battle.data.weapon(means.weapon);
    if head && (mode != FireMode::Aimed || weapon.blast.is_some()) {
        return refuse("only aimed fire can be directed at the head");
    }
    let pair = (unit, target);
    let mut odds = match weapon.blast {
        Some(radius) => {
            let shot = Shot::at_hex(battle, state, (unit, at), weapon, mode);
            if let Some(known) = known {
                fight.state.ground.terrain.clone_from(&known.terrain);
                fight.state.ground.changed = true;
            }
            launched(&mut fight, &shot, target, radius, means)
        }
        None => {
            let shot = Shot::at_unit(battle, state, pair, weapon, mode);
            fired(&mut fight, &Shot { head, ambush, ..shot }, state.unit(target).hp, means)
        }
    };
    odds.weapon.clone_from(&weapon.id);
    Ok(odds)
}

fn first_mode(battle: &Battle, state: &State, unit: UnitId) -> FireMode {
    let modes = state.unit(unit).in_hand().map(|armed| &battle.data.weapon(armed.weapon).modes);
    let has = |mode: &FireMode| modes.is_some_and(|modes| modes[*mode as usize].is_some());
    FireMode::ALL.into_iter().find(has).unwrap_or(FireMode::Strike)
}

type Enumeration<'a> = Fight<'a, Enumerated, Scores>;

/// Rounds at a unit, or a strike.
fn fired(fight: &mut Enumeration<'_>, shot: &Shot<'_>, hp: u16, means: Means) -> ShotOdds {
    let rounds = u32::from(means.rounds);
    let accuracy: Vec<i32> = (1..=rounds).map(|round| shot.accuracy(round)).collect();
    let crit = accuracy.iter().map(|accuracy| shot.crit_chance(*accuracy)).collect();
    let mut standing = vec![(Standing { hp, hit: false, burn: false }, 1.0)];
    if let Some(mark) = &shot.target {
        let (blow, sum) = (Blow::of(shot, mark), shot.sum());
        for number in 1..=rounds {
            let outcomes = every(fight, |fight| {
                let fired = fight.round(shot, mark, &blow, sum, number);
                Outcome {
                    hit: fired.hit,
                    burn: fired.burn > 0,
                    damage: fired.harm.damage.clamp(0, i32::from(hp)) as u16,
                }
            });
            standing = after(&standing, &outcomes);
        }
    }
    summary(shot, means, (accuracy, crit), hp, &standing)
}

/// A launcher: where it comes down, and what the blast does from there.
fn launched(
    fight: &mut Enumeration<'_>,
    shot: &Shot<'_>,
    target: UnitId,
    radius: u8,
    means: Means,
) -> ShotOdds {
    let (battle, weapon) = (fight.battle, shot.weapon);
    let rounds = u32::from(means.rounds);
    let accuracy: Vec<i32> = (1..=rounds).map(|round| shot.accuracy(round)).collect();
    let crit = accuracy.iter().map(|accuracy| blast_crit_chance(battle, *accuracy)).collect();
    let hp = fight.state.unit(target).hp;
    let mut standing = vec![(Standing { hp, hit: false, burn: false }, 1.0)];
    for accuracy in &accuracy {
        let landings = every(fight, |fight| {
            let landing = fight.come_down(means.at, *accuracy);
            (landing.on_target, landing.at)
        });
        let mut outcomes = BTreeMap::new();
        for ((on_target, at), likely) in landings {
            let reached = reached(battle, fight.state, at, radius);
            let hit = reached.into_iter().find(|(reached, _)| *reached == target);
            let mark = Mark::of(battle, fight.state, target, at);
            let damages = every(fight, |fight| {
                let landing = Landing { at, on_target, roll: 0 };
                let dice = fight.blast_dice(weapon.dice, landing, *accuracy);
                let damage = hit.map_or(0, |(_, distance)| {
                    let blow = Blow::blast(battle, &mark, Some(weapon.damage), distance);
                    blow.land_blast(dice, distance).damage
                });
                damage.clamp(0, i32::from(hp)) as u16
            });
            for (damage, chance) in damages {
                let outcome = Outcome { hit: on_target, burn: false, damage };
                *outcomes.entry(outcome).or_insert(0.0) += likely * chance;
            }
        }
        standing = after(&standing, &outcomes);
    }
    summary(shot, means, (accuracy, crit), hp, &standing)
}

/// Runs a piece of rule code over all its branches; like outcomes are one.
fn every<T: Ord>(
    fight: &mut Enumeration<'_>,
    mut code: impl FnMut(&mut Enumeration<'_>) -> T,
) -> BTreeMap<T, f64> {
    let mut outcomes = BTreeMap::new();
    loop {
        let outcome = code(fight);
        *outcomes.entry(outcome).or_insert(0.0) += fight.chance.probability();
        if !fight.chance.next_path() {
            return outcomes;
        }
    }
}

/// The target after one more round; the dead are not fired at (B-131).
fn after(before: &[(Standing, f64)], outcomes: &BTreeMap<Outcome, f64>) -> Vec<(Standing, f64)> {
    let mut after = BTreeMap::new();
    for (standing, chance) in before {
        if standing.hp == 0 {
            *after.entry(*standing).or_insert(0.0) += chance;
            continue;
        }
        for (outcome, likely) in outcomes {
            let hp = standing.hp.saturating_sub(outcome.damage);
            let burn = hp > 0 && (standing.burn || outcome.burn);
            let next = Standing { hp, hit: standing.hit || outcome.hit, burn };
            *after.entry(next).or_insert(0.0) += chance * likely;
        }
    }
    after.into_iter().collect()
}

fn summary(
    shot: &Shot<'_>,
    means: Means,
    (accuracy, crit): (Vec<i32>, Vec<i32>),
    hp: u16,
    standing: &[(Standing, f64)],
) -> ShotOdds {
    // The sum of nothing is the negative zero, which nobody wants to read.
    let sum = |fits: &dyn Fn(&Standing) -> bool| -> f64 {
        // The empty sum of floats is -0; folding from 0 keeps the sign away.
        let fitting = standing.iter().filter(|(standing, _)| fits(standing));
        fitting.fold(0.0, |sum, (_, chance)| sum + chance)
    };
    let mut damage = BTreeMap::new();
    for (standing, chance) in standing {
        *damage.entry(hp - standing.hp).or_insert(0.0) += chance;
    }
    ShotOdds {
        weapon: String::new(),
        mode: shot.mode,
        tu: means.tu,
        rounds: means.rounds,
        distance: shot.distance,
        terms: shot.terms(1).to_vec(),
        accuracy,
        crit,
        p_hit: sum(&|standing| standing.hit),
        mean: damage.iter().map(|(lost, chance)| f64::from(*lost) * chance).sum(),
        damage,
        p_kill: sum(&|standing| standing.hp == 0),
        p_burn: sum(&|standing| standing.burn),
    }
}

impl fmt::Display for ShotOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |values: &[i32]| {
            values.iter().map(|value| format!("{value}%")).collect::<Vec<_>>().join(", ")
        };
        let percent = |p: f64| format!("{:.2}%", 100.0 * p);
        writeln!(
            f,
            "{} {} at {} hex{}: {} TU, {} round{}",
            self.weapon,
            self.mode.name(),
            self.distance,
            if self.distance == 1 { "" } else { "es" },
            self.tu,
            self.rounds,
            if self.rounds == 1 { "" } else { "s" }
        )?;
        writeln!(f, "  accuracy   {}", list(&self.accuracy))?;
        writeln!(f, "             {}", terms(&self.terms))?;
        writeln!(f, "  crit       {}", list(&self.crit))?;
        writeln!(f, "  hits       {}", percent(self.p_hit))?;
        writeln!(f, "  kills      {}", percent(self.p_kill))?;
        if self.p_burn > 0.0 {
            writeln!(f, "  burns      {}", percent(self.p_burn))?;
        }
        writeln!(f, "  damage     {:.3} on average", self.mean)?;
        for (lost, chance) in &self.damage {
            writeln!(f, "    {lost:>4}   {:>7}", percent(*chance))?;
        }
        Ok(())
    }
}
