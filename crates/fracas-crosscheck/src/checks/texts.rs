//! Scenarios printed and read again, and what battles leave.

use fracas::core::document::Severity;
use fracas::{Battle, NewValue, Scenario, ScenarioError};

use super::{is_long, threads};
use crate::difference::{Difference, fine, same};

/// What is printed says the same as what was read, also after a change that
/// was taken back.
pub fn printed(scenario: &Scenario, battle: &Battle) -> Result<(), Difference> {
    let print = fingerprint(battle)?;
    let again = Scenario::new("case.toml", scenario.to_string());
    same("the fingerprint when read again", &fingerprint(&battle_of(&again)?)?, &print)?;

    let mut changed = scenario.clone();
    let name = fine("reading the name", changed.get("name"))?;
    fine("changing the name", changed.set("name", "changed"))?;
    let renamed = battle_of(&changed)?;
    same("a changed name", &renamed.name(), &"changed")?;
    match name {
        Some(name) => {
            let name = fine("reading the name as a value", NewValue::read(&name))?;
            fine("changing the name back", changed.set("name", name))?;
        }
        None => {
            let removed = fine("taking the name out", changed.remove("name"))?;
            same("whether there was a name", &removed, &true)?;
        }
    }
    same("the fingerprint after a change taken back", &fingerprint(&battle_of(&changed)?)?, &print)
}

/// What a battle leaves can be read and fought, several times in a row.
pub fn left(battle: &Battle, seed: u64) -> Result<(), Difference> {
    let mut battle = battle.clone();
    for link in 0..4 {
        let text = battle.run(seed, link, None).aftermath;
        match reads_back(&text, battle.rules().name)? {
            Some(next) if !is_long(&next, seed) => battle = next,
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// The battle of an aftermath; none if there is nobody left to fight it,
/// which is then all that is wrong with it.
pub fn reads_back(text: &str, ruleset: &str) -> Result<Option<Battle>, Difference> {
    match Scenario::new("aftermath.toml", text).battle() {
        Ok(battle) => Ok(Some(battle)),
        Err(wrong) if is_deserted(text, &wrong, ruleset) => Ok(None),
        Err(wrong) => Err(Difference(format!("the aftermath is refused:\n{wrong}\n{text}"))),
    }
}

/// Whether nothing is wrong but that a side is gone.
fn is_deserted(text: &str, wrong: &ScenarioError, ruleset: &str) -> bool {
    let Some(found) = wrong.diagnostics() else { return false };
    let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
    match ruleset {
        // F-78: all of a side are dead.
        "mfd" => text.contains("fighters = []") && errors.all(|e| e.code == Some("E-6")),
        // M-124: nobody of the squad lives or will recover.
        "mission" => errors.all(|e| e.message.contains("nobody is left to deploy")),
        // O-79: all of a side are dead or captured, or adrift at sea.
        "olympia" => {
            let gone = text.contains("stack = []");
            let adrift = text.contains("where = \"adrift\"");
            errors.all(|error| match error.code {
                Some("E-3") => gone,
                Some("E-10" | "E-11") => adrift || gone && text.contains("\"ocean\""),
                _ => false,
            })
        }
        _ => false,
    }
}

fn battle_of(scenario: &Scenario) -> Result<Battle, Difference> {
    fine(&format!("a scenario that was fine\n{scenario}"), scenario.battle())
}

/// What a battle's scenario says, in short, as files carry it.
fn fingerprint(battle: &Battle) -> Result<String, Difference> {
    let sheet = battle.tally_file(battle.tally(0, 0..0, &threads(1)));
    let json = fine("writing a tally", serde_json::to_value(&sheet))?;
    Ok(json["scenario"].to_string())
}
