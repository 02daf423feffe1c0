//! How well the other side plays, said on the command line.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fracas::battlescape::Strength;
use fracas::{EditError, Scenario};

use super::PLAYER;
use crate::failure::Failure;

/// Who is played against.
#[derive(Args)]
pub struct Opponent {
    /// How well the AI plays (battlescape), whatever the scenario says
    #[arg(long, value_parser = PossibleValuesParser::new(Strength::NAMES))]
    strength: Option<String>,
}

impl Opponent {
    /// What is said on top of a scenario: the command line wins.
    pub fn onto(&self, scenario: &mut Scenario) -> Result<(), Failure> {
        let Some(strength) = &self.strength else { return Ok(()) };
        let ruleset = scenario.get("ruleset").ok().flatten().unwrap_or_default();
        if ruleset.trim_matches(['"', '\'']) != PLAYER.0 {
            let known = PLAYER.0;
            return Err(Failure::Input(format!(
                "only {known} is played against an AI of --strength"
            )));
        }
        let refused = |why: EditError| Failure::Input(why.to_string());
        scenario.set("strength", strength.as_str()).map_err(refused)?;
        let mut squad = 0;
        while scenario.get(&format!("squad[{squad}]")).is_ok_and(|found| found.is_some()) {
            scenario.remove(&format!("squad[{squad}].strength")).map_err(refused)?;
            squad += 1;
        }
        Ok(())
    }
}
