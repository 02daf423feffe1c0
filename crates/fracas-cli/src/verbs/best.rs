//! `fracas best`: the best that can be had for the money.

use clap::Args;
use fracas::Registry;
use fracas::lab::{Best, BestAsk, Choice};
use fracas_report::numbers::whole;

use crate::args::{Scenario, Seed, Threads, battles, large_number};
use crate::failure::{Failure, remark};
use crate::input::scenario;
use crate::lab::Telling;
use crate::page::Page;
use crate::progress::work;
use crate::verb::Run;

/// Find the best that can be had for the money
#[derive(Args)]
pub struct BestOf {
    #[command(flatten)]
    scenario: Scenario,

    /// What may be chosen and what a unit of it costs, 'path=lo..hi cost N';
    /// an entry of a list is chosen with 0..1. May be given several times
    #[arg(long, value_name = "PATH=LO..HI cost N", required = true)]
    choose: Vec<Choice>,

    /// The money there is; usually as much as it takes
    #[arg(long, value_name = "N", value_parser = money)]
    budget: Option<f64>,

    /// What is to be as large as can be: an outcome, a condition, or a
    /// measure's mean
    #[arg(long = "for", value_name = "AIM")]
    aim: String,

    /// Make it as small as can be
    #[arg(long)]
    least: bool,

    #[command(flatten)]
    seed: Seed,

    /// Fight so many battles of those who stay to the end
    #[arg(long, value_name = "N", value_parser = battles)]
    trials: Option<u64>,

    /// Try all combinations if there are no more than this; usually as many as
    /// can be had soon, at most 1024
    #[arg(long, value_name = "N", value_parser = large_number, default_value_t = 0)]
    all: u64,

    /// Show so many that cannot be told apart from the best
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    threads: Threads,
}

/// Combinations that somebody may wait for.
const MOST_ALL: u64 = 100_000;

fn money(text: &str) -> Result<f64, String> {
    let number = text.replace(['_', ','], "").parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && number.abs() <= 1e15);
    number.ok_or_else(|| "write a number, such as 900".to_owned())
}

impl Run for BestOf {
    const NAME: &'static str = "best";
    const EXAMPLES: &'static str =
        "  fracas best siege.toml --for attacker --choose 'men.knight=0..9 cost 40'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let args = &self.scenario;
        let base = scenario(registry, args.file.as_deref(), &args.switches, &args.changes)?;
        if self.all > MOST_ALL {
            let most = whole(MOST_ALL.into());
            return Err(Failure::Input(format!("--all {}: at most {most}", self.all)));
        }
        let dearest = |choice: &Choice| {
            let places = 0..choice.axis.values.len() as u64;
            places.map(|place| choice.cost(place)).fold(0.0, f64::max)
        };
        let most: f64 = self.choose.iter().map(dearest).sum();
        // Where money matters, what has no price may have been forgotten.
        let free = |choice: &&Choice| choice.each == 0.0 && (self.budget.is_some() || most > 0.0);
        for choice in self.choose.iter().filter(free) {
            let path = &choice.axis.path;
            remark(&format!("{path} costs nothing; '{path}=… cost 40' says what one costs"));
        }
        let ask = BestAsk {
            aim: self.aim.clone(),
            least: self.least,
            money: self.budget.unwrap_or(most),
            trials: self.trials,
            all: self.all,
        };
        let (drafts, subject) = self.telling.begin(registry, args, &base)?;
        let question = Best::new(registry, base, self.choose.clone(), ask, self.seed.seed)?;
        let found = work(&self.threads, |effort| question.carry_out(effort));
        if found.best.value.value.is_nan() && !found.provisional {
            let tried = whole(found.tried.into());
            return Err(Failure::Input(format!("none of {tried} combinations makes a battle")));
        }
        self.telling.tell(&found, &subject, drafts, self.top, page)
    }
}
