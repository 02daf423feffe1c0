//! Battles put together from two files.

use fracas_core::capability::Side;

use super::MatrixError;
use crate::scenario::Scenario;

/// The ruleset that all of them name.
pub(super) fn ruleset(entrants: &[(String, Scenario)]) -> Result<String, MatrixError> {
    let mut found: Option<String> = None;
    for (name, scenario) in entrants {
        let wrong = |why: String| MatrixError::File(name.clone(), why);
        let word = scenario.get("ruleset").map_err(|why| wrong(why.to_string()))?;
        let word = word.ok_or_else(|| wrong("it does not say its ruleset".to_owned()))?;
        let word = word.trim_matches(['"', '\'']).to_owned();
        match &found {
            Some(first) if *first != word => {
                return Err(wrong(format!("it is of {word}, the first file of {first}")));
            }
            _ => found = Some(word),
        }
    }
    Ok(found.unwrap_or_default())
}

/// Which of the two sides a file holds.
pub(super) fn side_of(
    name: &str,
    scenario: &Scenario,
    sides: &[Side; 2],
) -> Result<usize, MatrixError> {
    let wrong = |why: String| MatrixError::File(name.to_owned(), why);
    let keys = scenario.keys().map_err(|why| wrong(why.to_string()))?;
    let holds = |side: &Side| keys.iter().any(|key| *key == side.keys[0]);
    let [one, other] = sides;
    match (holds(one), holds(other)) {
        (true, false) => Ok(0),
        (false, true) => Ok(1),
        (both, _) => {
            let (what, one, other) =
                (if both { "both" } else { "neither" }, one.keys[0], other.keys[0]);
            Err(wrong(format!(
                "it holds {what} of `{one}` and `{other}`; a file here holds one side"
            )))
        }
    }
}

/// The battle of two files. What belongs to neither side comes from the second,
/// whose ground it is, or else from the first.
pub(super) fn together(
    ruleset: &str,
    sides: &[Side; 2],
    first: (&Scenario, &Side),
    second: (&Scenario, &Side),
) -> Scenario {
    let mut battle = Scenario::of(ruleset);
    if let Some(files) = second.0.files().or(first.0.files()) {
        battle = battle.with_files(files);
    }
    let of_a_side = |key: &str| sides.iter().any(|side| side.keys.contains(&key));
    for (scenario, _) in [first, second] {
        for key in scenario.keys().unwrap_or_default() {
            if !of_a_side(&key) && !["name", "seed"].contains(&key.as_str()) {
                battle.adopt(scenario, &key, &key);
            }
        }
    }
    for ((scenario, own), side) in [first, second].into_iter().zip(sides) {
        for (from, to) in own.keys.iter().zip(side.keys) {
            battle.adopt(scenario, from, to);
        }
    }
    battle
}
