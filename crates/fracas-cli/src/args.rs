//! The flags that several verbs share, each defined once.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::{Args, ValueHint};
use fracas::{MAX_SEED, MOST_TRIALS, Set};

use crate::input::is_piped;
use crate::rulesets::Switches;
use crate::show::shell_word;
use fracas_report::numbers::whole;

/// The scenario to work on.
#[derive(Args)]
pub struct Scenario {
    /// The scenario; `-`, or none while something is piped in, reads it from
    /// standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<String>,

    #[command(flatten)]
    pub switches: Switches,

    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario. Flags of single rulesets may stand before them, under
/// a heading that ends here.
#[derive(Default, Args)]
#[command(next_help_heading = None::<&'static str>)]
pub struct Changes {
    /// Change a value of the scenario: path=value, path+=value adds to a list,
    /// path= takes it out; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE", global = true)]
    pub sets: Vec<Set>,
}

/// Which dice.
#[derive(Args)]
pub struct Seed {
    /// The seed of the dice, 0 to 2^53-1; else the scenario's own
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = seed)]
    pub seed: Option<u64>,
}

/// A seed.
pub fn seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok().filter(|seed| (0..=MAX_SEED).contains(seed));
    seed.ok_or_else(|| {
        format!(
            "a seed is a whole number from 0 to {MAX_SEED} that names the dice, such as --seed 7: \
             the same seed, the same battles"
        )
    })
}

/// A seed that nobody has seen before, below 2^53.
pub fn fresh_seed() -> u64 {
    // The standard library keys every map of a program afresh from the
    // system's randomness; the key is all that is wanted here.
    RandomState::new().hash_one(()) & MAX_SEED
}

/// Above flags that change the work and not the answer.
const MACHINE: &str = "Machine";
/// Above flags that leave files.
pub const FILES: &str = "Files";

/// How many fight at once.
#[derive(Args)]
pub struct Threads {
    /// How many threads fight; usually one for each core. The answer does not
    /// depend on it
    #[arg(long, value_name = "N", value_parser = threads, help_heading = MACHINE)]
    threads: Option<usize>,
}

impl Threads {
    /// As many as asked for, or one for each core.
    pub fn count(&self) -> usize {
        let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(cores)
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        _ => Err("allowed are 1 to 1024".to_owned()),
    }
}

/// A whole number as people write large ones: 1000000, 1_000_000, 1e6.
pub fn large_number(text: &str) -> Result<u64, String> {
    const MOST: f64 = (1u64 << 53) as f64;
    let digits = text.replace(['_', ','], "");
    if let Ok(number) = digits.parse() {
        return Ok(number);
    }
    match digits.parse::<f64>() {
        Ok(number) if (0.0..=MOST).contains(&number) && number.fract() == 0.0 => Ok(number as u64),
        _ => Err("write a whole number, such as 1000000 or 1e6".to_owned()),
    }
}

/// A number of battles.
pub fn battles(text: &str) -> Result<u64, String> {
    let number = large_number(text)?;
    let fits = (1..=MOST_TRIALS).contains(&number);
    fits.then_some(number).ok_or_else(|| format!("allowed are 1 to {}", whole(MOST_TRIALS.into())))
}

/// For whom.
#[derive(Args)]
pub struct Json {
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
}

impl Scenario {
    /// The command that fights one battle of this scenario.
    pub fn run_command(&self, seed: u64, trial: u64) -> String {
        format!("{} --seed {seed} --trial {trial}", self.run())
    }

    /// The command that looks for a battle of this scenario.
    pub fn find_command(&self, condition: &str) -> String {
        format!("{} --find {}", self.run(), shell_word(condition))
    }

    /// Whether the switches alone say what is fought.
    pub fn is_of_switches(&self) -> bool {
        self.file.is_none() && !is_piped(&self.switches)
    }

    fn run(&self) -> String {
        let mut command = String::from("fracas run");
        if let Some(file) = &self.file {
            command.push_str(&format!(" {}", shell_word(file)));
        }
        command.push_str(&self.switches.typed());
        for set in &self.changes.sets {
            command.push_str(&format!(" --set {}", shell_word(&set.to_string())));
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_read_as_people_write_them() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "10.0e5"] {
            assert_eq!(large_number(text), Ok(1_000_000), "{text}");
        }
        for text in ["", "1.5", "-3", "1e99", "NaN", "inf", "many"] {
            assert!(large_number(text).is_err(), "{text}");
        }
    }
}
