//! `fracas odds`: how a battle ends, and how sure one can be of it.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::Args;
use fracas::{Effort, Goal};

use crate::args::{Json, Scenario, Seed};
use crate::failure::Failure;
use crate::input::battle;
use crate::page::Page;
use crate::patience::{Progress, stop_on_interrupt};
use crate::show::odds;

/// Tell how a battle ends, with intervals that hold
#[derive(Args)]
pub struct OddsOf {
    #[command(flatten)]
    scenario: Scenario,

    /// Fight so many battles, such as 1000000 or 1e6
    #[arg(long, value_name = "N", value_parser = trials, conflicts_with = "error")]
    trials: Option<u64>,

    /// Fight until every outcome is known within this error, such as 0.1% or
    /// 0.001; usually 0.2%, or what 2^31 draws give
    #[arg(long, value_name = "E", value_parser = error)]
    error: Option<f64>,

    #[command(flatten)]
    seed: Seed,

    /// How many threads fight; usually one for each core. The answer does not
    /// depend on it
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,

    #[command(flatten)]
    json: Json,
}

impl OddsOf {
    /// Fights until the goal is reached or the user has seen enough.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let battle = battle(&self.scenario)?;
        let seed = self.seed.seed.or(battle.seed()).unwrap_or(0);
        let goal = match (self.trials, self.error) {
            (Some(trials), _) => Goal::Trials(trials),
            (None, Some(error)) => Goal::Error(error),
            (None, None) => Goal::Usual,
        };
        let progress = Progress::new();
        let tell = |done, planned| progress.tell(done, planned);
        let effort = Effort {
            threads: self.threads.unwrap_or_else(cores),
            progress: Some(&tell),
            stop: Some(stop_on_interrupt()),
        };
        let weighed = battle.odds(goal, seed, &effort);
        progress.end();
        let weighed = weighed?;
        if self.json.json {
            return page.json(&weighed);
        }
        page.text(&odds::show(&weighed, &self.scenario, page.paint()))
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, NonZeroUsize::get)
}

/// A whole number as people write large ones: 1000000, 1_000_000, 1e6.
fn trials(text: &str) -> Result<u64, String> {
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

/// An error in percentage points (`0.1%`) or as a share (`0.001`).
fn error(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(points) => (points.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(number) if number > 0.0 && number / unit < 0.5 => Ok(number / unit),
        Ok(_) => Err("an error is above 0 and below 50% (0.5)".to_owned()),
        Err(_) => Err("write an error as 0.1% or 0.001".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        _ => Err("allowed are 1 to 1024".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_read_as_people_write_them() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "10.0e5"] {
            assert_eq!(trials(text), Ok(1_000_000), "{text}");
        }
        for text in ["", "1.5", "-3", "1e99", "NaN", "inf", "many"] {
            assert!(trials(text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_are_points_or_shares() {
        for text in ["0.1%", "0.1 %", "0.001", "1e-3"] {
            assert!((error(text).unwrap() - 0.001).abs() < 1e-15, "{text}");
        }
        for text in ["0", "-1%", "50%", "0.5", "NaN", "%", "tiny", "inf"] {
            assert!(error(text).is_err(), "{text}");
        }
    }
}
