//! `fracas solve --decide`: the best decisions.

use clap::Args;
use fracas::{Battle, Budget, DecideAsk, DecideReport};

use crate::args::large_number;
use crate::failure::Failure;
use crate::progress::wait_for;

/// Above flags of the best decisions.
const DECIDE: &str = "Decisions";

/// How the best decisions are asked for.
#[derive(Args)]
pub struct DecideFlags {
    /// Work out the best decisions of whoever decides, exactly, and tell them
    /// as a table
    #[arg(long, conflicts_with_all = ["vary", "most", "trials", "sampled"])]
    #[arg(help_heading = DECIDE)]
    decide: bool,

    /// Who decides, where several can
    #[arg(long, value_name = "WHO", requires = "decide", help_heading = DECIDE)]
    side: Option<String>,

    /// How many rows the table may have, usually 12
    #[arg(long, value_name = "N", value_parser = rows, requires = "decide")]
    #[arg(help_heading = DECIDE)]
    rows: Option<usize>,

    /// As many rows as it takes, and in JSON every single situation
    #[arg(long, conflicts_with = "rows", requires = "decide", help_heading = DECIDE)]
    all: bool,

    /// Weigh so many falls of the dice before it is given up, usually 20 million
    #[arg(long, value_name = "N", value_parser = large_number, requires = "decide")]
    #[arg(help_heading = DECIDE)]
    budget: Option<u64>,
}

impl DecideFlags {
    /// Whether decisions are what is asked for.
    pub fn is_asked(&self) -> bool {
        self.decide
    }

    /// Finds them.
    pub fn found(&self, battle: &Battle, goal: Option<String>) -> Result<DecideReport, Failure> {
        let most = if self.all { DecideAsk::MOST_ROWS } else { DecideAsk::USUAL_ROWS };
        let ask = DecideAsk {
            goal,
            decider: self.side.clone(),
            budget: self.budget.map_or(DecideAsk::USUAL_BUDGET, Budget),
            rows: self.rows.unwrap_or(most),
            whole: self.all,
        };
        Ok(wait_for("working out the best decisions", || battle.decide(&ask))?)
    }
}

/// Rows of a table.
fn rows(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=DecideAsk::MOST_ROWS).contains(&number) => Ok(number),
        _ => Err(format!("allowed are 1 to {}", DecideAsk::MOST_ROWS)),
    }
}
