//! What the tests share: reading a scenario, fighting it with written dice,
//! and looking at what came of it.

use fracas_andor::Andor;
use fracas_andor::battle::Battle;
use fracas_andor::events::{Event, Outcome};
use fracas_core::capability::ExactOdds;
use fracas_core::document::Diagnostics;
use fracas_core::odds::{Budget, Effort, Exact, Fought, Odds, exact as follow, sample};
use fracas_core::ruleset::Ruleset;

pub use fracas_testing::dice;

/// Reads a scenario with its data files, as the program does; also what is
/// odd about it.
pub fn read_with(text: &str, files: &[(&str, &str)]) -> (Option<Battle>, Diagnostics) {
    fracas_testing::read::<Andor>(text, files)
}

/// A scenario that must be in order.
pub fn battle(text: &str) -> Battle {
    battle_with(text, &[])
}

/// A scenario with data files that must be in order.
pub fn battle_with(text: &str, files: &[(&str, &str)]) -> Battle {
    fracas_testing::battle::<Andor>(text, files)
}

/// Expects one error of this code at this place, whose words say all of `says`.
pub fn refuse(text: &str, code: &str, path: &str, says: &[&str]) {
    refuse_with(text, &[], code, path, says);
}

pub fn refuse_with(text: &str, files: &[(&str, &str)], code: &str, path: &str, says: &[&str]) {
    fracas_testing::refuse::<Andor>(text, files, (code, path), says);
}

/// A battle that was fought and all that was told of it.
pub struct Told {
    pub battle: Battle,
    pub fought: Fought<Andor>,
    pub events: Vec<Event>,
}

/// Fights with written dice. They must fit die by die, and all be thrown.
pub fn fight(text: &str, script: &str) -> Told {
    fight_battle(battle(text), script)
}

pub fn fight_battle(battle: Battle, script: &str) -> Told {
    let (fought, events) = fracas_testing::fight(&battle, dice(script));
    Told { battle, fought, events }
}

impl Told {
    pub fn outcome(&self) -> &'static str {
        Andor::OUTCOMES[self.fought.outcome.index()]
    }

    pub fn measure(&self, name: &str) -> i64 {
        fracas_testing::measure(&self.battle, &self.fought, name)
    }

    /// The blows as `Hero at rat: hit 3, 5 left`, other events in short.
    pub fn log(&self) -> Vec<String> {
        self.events.iter().filter_map(line).collect()
    }

    /// The scenario that is left.
    pub fn aftermath(&self) -> String {
        Andor::aftermath(&self.battle, &self.fought.state, &mut dice(""))
    }

    /// What the aftermath becomes when it is read again.
    pub fn next(&self) -> Battle {
        battle(&self.aftermath())
    }
}

fn line(event: &Event) -> Option<String> {
    Some(match event {
        Event::Attack { by, at, result, damage, hp, .. } => match result {
            Outcome::Miss => format!("{by} at {at}: miss"),
            Outcome::Hit => format!("{by} at {at}: hit {damage}, {hp} left"),
            Outcome::Critical => format!("{by} at {at}: critical {damage}, {hp} left"),
        },
        Event::Used { item, healed, hp, .. } => format!("uses {item}: +{healed}, {hp}"),
        Event::Moved { direction, succeeded, .. } => format!("moves {direction}: {succeeded}"),
        Event::Approached { by, distance, moved } => format!("{by} comes: {distance} {moved}"),
        Event::Changed { who, by, hp_by, ap_by, hp } => {
            format!("{who}, {by}: {hp_by:+} hp {ap_by:+} ap, {hp} left")
        }
        Event::Condition { who, condition, magnitude, duration } => {
            format!("{who}: {condition} x{magnitude} {duration}")
        }
        Event::Died { who } => format!("{who} dies"),
        Event::Found { item, count } => format!("found {count} {item}"),
        Event::Reequipped { item, on, .. } => format!("{item} on: {on}"),
        Event::Turn { number, .. } => format!("turn {number}"),
        Event::Fight { number, .. } => format!("fight {number}"),
        Event::MonstersTurn | Event::Over { .. } => return None,
    })
}

/// Exact odds by the solver made for the game.
pub fn solved(battle: &Battle) -> Exact {
    Andor.exact(battle, Budget::PATIENT).unwrap_or_else(|why| panic!("{why}"))
}

/// Exact odds by following every branch.
pub fn followed(battle: &Battle) -> Exact {
    follow::<Andor>(battle, Budget::PATIENT).unwrap_or_else(|why| panic!("{why}"))
}

pub fn sampled(battle: &Battle, trials: u64) -> Odds {
    let tally = sample::<Andor>(battle, 11, 0..trials, &Effort::default());
    Odds::sampled(&tally, 0.05, "")
}

/// The probability of an outcome.
pub fn p(odds: &Odds, outcome: &str) -> f64 {
    odds.outcomes.iter().find(|found| found.name == outcome).expect("an outcome").p
}

/// The mean of a measure.
pub fn mean(odds: &Odds, measure: &str) -> f64 {
    let found = odds.measures.iter().find(|found| found.name == measure);
    found.expect("a measure").mean.unwrap_or(f64::NAN)
}

pub fn sd(odds: &Odds, measure: &str) -> f64 {
    let found = odds.measures.iter().find(|found| found.name == measure);
    found.expect("a measure").sd.unwrap_or(f64::NAN)
}

pub fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} is not {expected} within {within}");
}

/// An actor as the rulebook's vectors write it:
/// HP/AP/cost/A/damage/crit%xmult/B/R.
pub fn actor(short: &str) -> String {
    let parts: Vec<&str> = short.split('/').collect();
    let [hp, ap, cost, chance, damage, critical, block, resistance] = parts[..] else {
        panic!("{short} has not eight parts")
    };
    let critical = match critical.split_once('x') {
        Some((percent, times)) => {
            format!("critical_chance = {percent}, critical_multiplier = {times}, ")
        }
        None => String::new(),
    };
    format!(
        "hp = {hp}, ap = {ap}, attack_cost = {cost}, attack_chance = {chance}, \
         damage = \"{damage}\", {critical}block = {block}, resistance = {resistance}"
    )
}

/// A duel in that notation.
pub fn duel(player: &str, monsters: &[&str], more: &str) -> String {
    let mut text = format!("{more}\n");
    text.push_str(&format!("[player]\nbase = {{ {} }}\n", actor(player)));
    for monster in monsters {
        let keys = actor(monster).replace(", ", "\n");
        text.push_str(&format!("[[monster]]\n{keys}\n"));
    }
    text
}
