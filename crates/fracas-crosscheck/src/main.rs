//! The command: case after case until the time is up, or a difference.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use clap::builder::PossibleValuesParser;
use fracas_crosscheck::{Case, Found};

/// Compares all ways to an answer with each other, over made-up scenarios of
/// every ruleset. Ends with 1 at the first difference, and shows it.
#[derive(Parser)]
struct Flags {
    /// How long to go on
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// How many cases at most; the same ones for the same seed
    #[arg(long)]
    cases: Option<u64>,
    /// The seed of the cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first case
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Only cases of this ruleset
    #[arg(long, value_parser = PossibleValuesParser::new(Case::RULESETS))]
    ruleset: Option<String>,
}

#[derive(Default)]
struct Counts {
    cases: u64,
    refused: u64,
    exact: u64,
    solved: u64,
    played: u64,
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let wanted = |name: &&&str| Some(**name) == flags.ruleset.as_deref();
    let ruleset = Case::RULESETS.iter().find(wanted).copied();
    let began = Instant::now();
    let is_up = |cases: u64| match flags.cases {
        Some(most) => cases >= most,
        None => began.elapsed() >= Duration::from_secs_f64(flags.minutes.max(0.0) * 60.0),
    };
    let mut counts = Counts::default();
    while !is_up(counts.cases) {
        let case = Case::new(flags.seed, flags.from + counts.cases, ruleset);
        match case.check() {
            Ok(Found::Refused) => counts.refused += 1,
            Ok(Found::Agreed { exact, solved, played }) => {
                counts.exact += u64::from(exact);
                counts.solved += u64::from(solved);
                counts.played += u64::from(played);
            }
            Err(difference) => {
                let Case { seed, number, ruleset, text } = case;
                println!("{text}\n");
                println!("case {number} of seed {seed}, a scenario of {ruleset}: {difference}");
                return ExitCode::FAILURE;
            }
        }
        counts.cases += 1;
    }
    let Counts { cases, refused, exact, solved, played } = counts;
    println!(
        "{cases} cases agree ({refused} refused, {exact} with exact odds, {solved} of them solved \
         again, {played} played)"
    );
    ExitCode::SUCCESS
}
