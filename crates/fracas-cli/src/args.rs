//! The flags that several verbs share, each defined once.

use clap::Args;
use fracas::{MAX_SEED, Set};

use crate::show::shell_word;

/// The scenario to work on.
#[derive(Args)]
pub struct Scenario {
    /// The scenario; `-` reads it from standard input
    pub file: String,

    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario.
#[derive(Args)]
pub struct Changes {
    /// Change a value of the scenario; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<Set>,
}

/// Which dice.
#[derive(Args)]
pub struct Seed {
    /// The seed of the dice, 0 to 2^53-1; else the scenario's own
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    pub seed: Option<u64>,
}

/// For whom.
#[derive(Args)]
pub struct Json {
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

impl Scenario {
    /// The command that fights one battle of this scenario.
    pub fn run_command(&self, seed: u64, trial: u64) -> String {
        let mut command = format!("fracas run {}", shell_word(&self.file));
        for set in &self.changes.sets {
            command.push_str(&format!(" --set {}", shell_word(&set.to_string())));
        }
        format!("{command} --seed {seed} --trial {trial}")
    }
}
