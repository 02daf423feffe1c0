//! What the tests share: reading a scenario, fighting it with written dice,
//! and looking at what came of it.

use fracas_core::capability::Tell;
use fracas_core::chance::{Purpose, Rolled, Scripted};
use fracas_core::document::Diagnostics;
use fracas_core::odds::{Fought, fight_loud};
use fracas_core::ruleset::Ruleset;
use fracas_mission::Mission;
use fracas_mission::battle::{Battle, Condition};
use fracas_mission::events::Event;
use serde_json::Value;

/// Reads a scenario, as the program does. `ruleset` need not be written.
pub fn read(text: &str) -> Result<(Battle, Diagnostics), Box<Diagnostics>> {
    match fracas_testing::read::<Mission>(text, &[]) {
        (Some(battle), out) => Ok((battle, out)),
        (None, out) => Err(Box::new(out)),
    }
}

/// A scenario that must be in order.
pub fn battle(text: &str) -> Battle {
    fracas_testing::battle::<Mission>(text, &[])
}

/// What is wrong with a scenario, as the user sees it: code and path of each
/// error, and all of it.
pub fn refused(text: &str) -> (Vec<(&'static str, String)>, String) {
    fracas_testing::refused::<Mission>(text, &[])
}

/// Expects one error of M-99 at this place, whose words say all of `says`.
pub fn refuse(text: &str, path: &str, says: &[&str]) {
    fracas_testing::refuse::<Mission>(text, &[], ("M-99", path), says);
}

/// The throws of a battle: rolls of contests, and behind a slash the damage of
/// the hit as `damage of least-most`: `1200, 5001/12 of 5-15`.
pub fn dice(script: &str) -> Scripted {
    let mut throws = Vec::new();
    for throw in script.split([',', '\n']).map(str::trim).filter(|throw| !throw.is_empty()) {
        let (roll, damage) = throw.split_once('/').map_or((throw, None), |(r, d)| (r, Some(d)));
        throws.push(("contest".to_owned(), 10_000, number(roll)));
        if let Some(damage) = damage {
            let (damage, range) = damage.split_once(" of ").expect("damage of least-most");
            let (min, max) = range.split_once('-').expect("least-most");
            let (min, max) = (number(min), number(max));
            throws.push(("damage".to_owned(), max - min + 1, number(damage) - min + 1));
        }
    }
    Scripted::named(throws)
}

fn number(digits: &str) -> u64 {
    digits.trim().parse().unwrap_or_else(|_| panic!("{digits} is no number"))
}

/// A battle that was fought and all that was told of it.
pub struct Told {
    pub battle: Battle,
    pub fought: Fought<Mission>,
    pub events: Vec<Event>,
}

/// Fights with written dice. They must fit die by die, and all be thrown.
pub fn fight(text: &str, script: &str) -> Told {
    let battle = battle(text);
    let (fought, events) = fracas_testing::fight(&battle, dice(script));
    Told { battle, fought, events }
}

/// Fights the first battle of a seed.
pub fn roll(text: &str, seed: u64) -> Told {
    let battle = battle(text);
    let mut dice = Rolled::new(seed, 0, Purpose::Battle);
    let mut events = Vec::new();
    let fought = fight_loud::<Mission>(&battle, &mut dice, &mut |event| events.push(event));
    Told { battle, fought: fought.expect("rolled dice always fit"), events }
}

/// The attacks that these dice decide; the battle may go on after them.
pub fn attacks(text: &str, script: &str) -> Vec<String> {
    let battle = battle(text);
    let mut events = Vec::new();
    // It ends when the dice are used up.
    let _ = fight_loud::<Mission>(&battle, &mut dice(script), &mut |event| events.push(event));
    let count = script.split([',', '\n']).filter(|throw| !throw.trim().is_empty()).count();
    events.iter().filter_map(attack).take(count).collect()
}

/// `a1 (100) -> e2 (40) 1380: miss 20` with the threshold and the hp left.
pub fn attack(event: &Event) -> Option<String> {
    let Event::Attack {
        attacker,
        attacker_eff,
        defender,
        defender_eff,
        threshold,
        hit,
        damage,
        hp,
        ..
    } = event
    else {
        return None;
    };
    let came = if *hit { damage.to_string() } else { "miss".to_owned() };
    Some(format!(
        "{attacker} ({attacker_eff}) -> {defender} ({defender_eff}) {threshold}: {came} {hp}"
    ))
}

impl Told {
    pub fn outcome(&self) -> &'static str {
        Mission::OUTCOMES[self.fought.outcome.index()]
    }

    pub fn measure(&self, name: &str) -> i64 {
        fracas_testing::measure(&self.battle, &self.fought, name)
    }

    /// How an agent is after the battle.
    pub fn agent(&self, id: &str) -> Condition {
        let place = self.battle.world.agents.iter().position(|agent| agent.id == id);
        self.fought.state.roster[place.expect("an agent of that id")].now
    }

    pub fn attacks(&self) -> Vec<String> {
        self.events.iter().filter_map(attack).collect()
    }

    /// The scenario that is left.
    pub fn aftermath(&self) -> String {
        let mut dice = Scripted::new([]);
        Mission::aftermath(&self.battle, &self.fought.state, &mut dice)
    }

    /// What the aftermath becomes when it is read again.
    pub fn next(&self) -> Battle {
        battle(&self.aftermath())
    }

    pub fn fact(&self, name: &str) -> Value {
        fracas_testing::fact(&self.battle, &self.fought, name)
    }

    pub fn closing(&self) -> String {
        Mission.closing(&self.battle, &self.fought.state)
    }
}
